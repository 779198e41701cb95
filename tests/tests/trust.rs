//! Trust before opening: what is known is opened, and nothing else unless it is asked for.

use gatehouse::load::{self, Distrust, Entry, ListError, LoadError, Search, Standing, Trust, Unopened};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A place with a library of the fixture in `plugins/it.so`, and a home.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        fs::create_dir(place.directory()).unwrap();
        fs::copy(fixture("minimal"), place.library()).unwrap();
        place
    }

    fn directory(&self) -> PathBuf {
        self.0.path().join("plugins")
    }

    fn library(&self) -> PathBuf {
        self.directory().join("it.so")
    }

    fn home(&self) -> PathBuf {
        self.0.path().join("home")
    }

    fn trust(&self) -> Trust {
        Trust::known(Some(self.home()), false)
    }

    fn load(&self) -> Result<String, LoadError> {
        load::file(&self.library(), &self.trust()).map(|p| p.declaration.plugin.id)
    }

    /// Trusts the library as it lies there now.
    fn accept(&self) {
        self.trust().add(vec![self.entry()]).unwrap();
    }

    fn entry(&self) -> Entry {
        Unopened::of(&self.library()).unwrap().entry()
    }

    fn standing(&self) -> Standing {
        self.trust().standing(&self.entry()).unwrap()
    }

    /// Builds the library anew, as it were: another version of the same size.
    fn change(&self) {
        let mut bytes = fs::read(self.library()).unwrap();
        let (from, to) = (b"version = \"0.1.0\"", b"version = \"0.2.0\"");
        let places: Vec<_> = (0..bytes.len() - from.len()).filter(|&i| bytes[i..].starts_with(from)).collect();
        assert!(!places.is_empty(), "the library tells its version");
        places.into_iter().for_each(|at| bytes[at..at + to.len()].copy_from_slice(to));
        fs::write(self.library(), bytes).unwrap();
    }
}

/// The library of a fixture, which cargo builds next to this test.
fn fixture(name: &str) -> PathBuf {
    std::env::current_exe().unwrap().with_file_name(format!("libgatehouse_fixture_{name}.so"))
}

fn distrust(error: LoadError) -> Distrust {
    match error {
        LoadError::Untrusted { why, .. } => *why,
        other => panic!("refused for something else: {other}"),
    }
}

#[test]
fn an_unknown_library_is_refused_and_opened_once_it_is_trusted() {
    let place = Place::new();
    let error = place.load().unwrap_err();
    let (message, file) = (error.to_string(), place.library().display().to_string());
    for part in ["fixture-minimal", &file, "is not trusted yet", "gatehouse plugins trust", "--trust-new"] {
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(distrust(error), Distrust::Unknown);
    place.accept();
    assert_eq!(place.load().unwrap(), "fixture-minimal");
}

#[test]
fn a_library_is_refused_before_any_of_its_code_runs() {
    let place = Place::new();
    // This one fails as it is opened, which nobody would survive to tell of if it did worse.
    fs::copy(fixture("failing"), place.library()).unwrap();
    assert_eq!(distrust(place.load().unwrap_err()), Distrust::Unknown);
    assert_eq!(place.entry().version, None, "it says nothing before it is opened");
    place.accept();
    assert!(matches!(place.load(), Err(LoadError::Open { .. })));
}

#[test]
fn a_changed_library_is_refused_with_what_changed() {
    let place = Place::new();
    place.accept();
    let before = place.entry();
    place.change();
    let error = place.load().unwrap_err();
    let message = error.to_string();
    for part in ["version 0.1.0 -> 0.2.0", &before.sha256[..12], &place.entry().sha256[..12], "still", "plugins trust"]
    {
        assert!(message.contains(part), "{message}");
    }
    assert!(!message.contains('\n'), "{message}");
    let Distrust::Changed(change) = distrust(error) else { panic!("{message}") };
    assert_eq!(change.sha256, (before.sha256, place.entry().sha256));
    assert!(!change.bundled);
    place.accept();
    assert!(place.load().is_ok());
}

#[test]
fn what_is_new_is_opened_where_that_is_asked_for() {
    let place = Place::new();
    let search = Search::new(&[place.directory()], None, None).unwrap();
    assert_eq!(load::scan(&search, &place.trust()).refused.len(), 1);
    let found = load::scan(&search, &Trust::known(Some(place.home()), true));
    assert_eq!(found.plugins.len(), 1);
    assert_eq!(place.standing(), Standing::Unknown, "the loader itself writes nothing");
    place.trust().add(found.plugins.iter().filter_map(Entry::of).collect()).unwrap();
    assert_eq!(place.standing(), Standing::Trusted);
    assert_eq!(load::scan(&search, &place.trust()).plugins.len(), 1);
}

#[test]
fn a_damaged_list_trusts_nobody_and_is_never_overwritten() {
    let place = Place::new();
    fs::create_dir(place.home()).unwrap();
    let list = place.home().join("trusted.toml");
    fs::write(&list, "format = 1\n[[plugin]]\nid = ").unwrap();
    let error = place.load().unwrap_err();
    assert!(error.to_string().contains("trusted.toml is damaged (line 3"), "{error}");
    assert!(matches!(distrust(error), Distrust::List(ListError::Damaged { .. })));
    assert!(place.trust().add(vec![place.entry()]).is_err());
    assert_eq!(fs::read_to_string(&list).unwrap(), "format = 1\n[[plugin]]\nid = ");
    // It is opened where everything new is, since that needs no list.
    assert!(load::file(&place.library(), &Trust::known(Some(place.home()), true)).is_ok());
}

#[test]
fn without_a_home_nothing_is_trusted_and_nothing_kept() {
    let place = Place::new();
    let homeless = Trust::known(None, false);
    assert_eq!(homeless.standing(&place.entry()), Ok(Standing::Unknown));
    assert_eq!(homeless.add(vec![place.entry()]), Err(ListError::Nowhere));
}

/// The bundled libraries that cargo builds beside this test.
fn bundled() -> Vec<Unopened> {
    let beside = Search::new(&[], None, std::env::current_exe().ok().as_deref()).unwrap();
    let looked = load::look(&beside);
    looked.libraries.into_iter().filter(|l| load::pin(&l.id).is_some()).collect()
}

#[test]
fn the_libraries_built_with_the_program_are_pinned() {
    let trust = Trust::known(None, false);
    let ids: Vec<String> = gatehouse_tests::plugins().into_iter().map(|p| p.declaration.plugin.id).collect();
    let found = bundled();
    assert_eq!(found.iter().map(|l| l.id.clone()).collect::<Vec<_>>(), ids);
    for library in found {
        assert_eq!(trust.standing(&library.entry()), Ok(Standing::Bundled), "{}", library.id);
        assert!(load::file(&library.path, &trust).is_ok());
    }
}

#[test]
fn a_pinned_library_that_was_built_again_is_another() {
    let library = bundled().remove(0);
    let trust = Trust::known(None, false);
    let rebuilt = Entry { sha256: "0".repeat(64), ..library.entry() };
    let Ok(Standing::Changed(change)) = trust.standing(&rebuilt) else { panic!("it differs") };
    assert!(change.bundled);
    assert_eq!(change.sha256.0, library.sha256);
}

#[test]
fn what_a_library_states_is_what_it_declares() {
    for library in bundled() {
        let plugin = load::file(&library.path, &Trust::Anything).unwrap();
        let stated = library.stated.expect("the author's macro states it");
        assert_eq!(stated.declaration, plugin.module.declaration().as_str());
        assert_eq!(stated.api, plugin.module.api().as_str());
    }
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn what_anybody_may_write_to_is_reported() {
    let place = Place::new();
    let search = Search::new(&[place.directory()], None, None).unwrap();
    let exposed = || -> Vec<PathBuf> {
        let found = load::scan(&search, &Trust::Anything).exposed.into_iter().map(|e| e.path);
        let inside = place.0.path().canonicalize().unwrap();
        found.filter(|p| p.starts_with(&inside)).map(|p| p.strip_prefix(&inside).unwrap().to_owned()).collect()
    };
    chmod(&place.library(), 0o644);
    chmod(&place.directory(), 0o755);
    assert!(exposed().is_empty(), "{:?}", exposed());
    chmod(&place.library(), 0o646);
    assert_eq!(exposed(), [PathBuf::from("plugins/it.so")]);
    chmod(&place.directory(), 0o777);
    assert_eq!(exposed(), [PathBuf::from("plugins"), PathBuf::from("plugins/it.so")]);
}
