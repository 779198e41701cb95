use super::*;

fn scaffold(id: &str, parent: &Path) -> Scaffold {
    let core = Core::Version(VersionReq::parse("^0.1").unwrap());
    Scaffold { id: id.to_owned(), parent: parent.to_owned(), core, company: vec!["bogs".to_owned()] }
}

fn refusal(id: &str) -> String {
    let root = tempfile::tempdir().unwrap();
    let why = scaffold(id, root.path()).make().unwrap_err().to_string();
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0, "something was left behind");
    why
}

#[test]
fn a_name_is_lower_case_words() {
    assert!(refusal("Old Wells!").ends_with("such as `old-wells`"));
    assert!(refusal("9").ends_with("such as `my-expansion`"));
    assert!(refusal("../wells").ends_with("such as `wells`"));
    assert!(refusal(&"w".repeat(65)).contains("shorter"));
}

#[test]
fn a_name_that_is_taken_is_refused() {
    let bundled = crate::bundled()[0].id().to_string();
    assert!(refusal(&bundled).contains("comes with the host"));
    for reserved in ["match", "core", "test", "gatehouse-core"] {
        assert!(refusal(reserved).ends_with(&format!("`{reserved}-rules`")));
    }
}

#[test]
fn nothing_is_filled_in_twice_or_left_open() {
    let root = tempfile::tempdir().unwrap();
    let made = scaffold("old-wells", root.path()).make().unwrap();
    for (path, _) in FILES {
        let text = fs::read_to_string(made.join(path)).unwrap();
        let open = text.replace("{{ path", "").contains("{{");
        assert!(!open, "{path}:\n{text}");
    }
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    let company = fs::read_to_string(made.join("scenarios/company.toml")).unwrap();
    assert!(company.contains("use = [\"bogs\", \"old-wells\"]"), "{company}");
}

#[test]
fn what_is_there_already_is_left_alone() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("wells"), "mine").unwrap();
    let why = scaffold("wells", root.path()).make().unwrap_err().to_string();
    assert!(why.contains("exists already"), "{why}");
    assert_eq!(fs::read_to_string(root.path().join("wells")).unwrap(), "mine");
    let why = scaffold("wells", &root.path().join("nowhere")).make().unwrap_err().to_string();
    assert!(why.contains("nowhere can't be written"), "{why}");
}

#[test]
fn the_core_is_a_version_or_a_folder_with_its_manifest() {
    assert_eq!(Core::named("^0.1").unwrap().dependency(), "\"^0.1\"");
    let Core::Path(here) = Core::of_host() else { panic!("the core lies beside the host") };
    assert_eq!(Core::named(&here.to_string_lossy()).unwrap(), Core::Path(here.clone()));
    let why = Core::named(env!("CARGO_MANIFEST_DIR")).unwrap_err().to_string();
    assert!(why.contains("its package is `gatehouse`"), "{why}");
    let why = Core::named("/no/such/folder").unwrap_err().to_string();
    assert!(why.starts_with("/no/such/folder is no folder of gatehouse-core"), "{why}");
}
