//! Builds plugins for real, in workspaces of their own with a copy of the core crate.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A text of the copied sources and what stands there instead.
pub(crate) struct Patch(pub(crate) &'static str, pub(crate) &'static str, pub(crate) &'static str);

/// A plugin, and how it is built.
#[derive(Clone, Copy, Default)]
pub(crate) struct Variant {
    /// The core crate it is built against: those of one name have the same patches.
    pub(crate) core: &'static str,
    /// The plugin's own name.
    pub(crate) name: &'static str,
    /// What differs from the sources in the repository: in `core/` and in `plugin/`.
    pub(crate) patches: &'static [Patch],
    /// Its code, if it is not the usual one.
    pub(crate) code: Option<&'static str>,
    /// What the compiler is told besides.
    pub(crate) flags: &'static [&'static str],
}

/// A core crate with two rows that mean something else.
pub(crate) const CHANGED: &[Patch] = &[
    Patch("core/src/board.rs", "    pub number: u32,\n", "    pub number: u64,\n"),
    Patch("core/src/board.rs", "    pub parent: u32,\n", "    pub parent: i32,\n"),
    Patch("core/src/board.rs", "parent: u32::MAX,", "parent: -1,"),
];

const MANIFEST: &str = "[package]\nname = \"wayside-NAME\"\nversion.workspace = true\nedition.workspace = true\n\n\
    [lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\ngatehouse-core.workspace = true\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &to) } else { write(&to, &fs::read_to_string(&path).unwrap()) }
    }
}

/// Writes a file, unless it says so already: then cargo need not build again.
fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        fs::write(path, text).unwrap();
    }
}

impl Variant {
    /// A workspace of the plugin and this workspace's core crate with the patches.
    fn workspace(&self) -> TempDir {
        let fresh = tempfile::tempdir().unwrap();
        let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let (before, after) = manifest.split_once("members = [").unwrap();
        let (_, after) = after.split_once("default-members = [\"host\"]\n").unwrap();
        // Nobody waits for these plugins: built quickly, they are fast enough.
        let after = after.split("[profile.").next().unwrap();
        let manifest = format!("{before}members = [\"core\", \"plugins/*\"]\n{after}");
        let text = |path: &str| fs::read_to_string(root().join(path)).unwrap();
        for (file, text) in [
            ("Cargo.toml", manifest),
            ("Cargo.lock", text("Cargo.lock")),
            ("plugin/Cargo.toml", MANIFEST.replace("NAME", self.name)),
            ("plugin/plugin.toml", text("tests/versions/plugin.toml")),
            ("plugin/src/lib.rs", self.code.map_or_else(|| text("tests/versions/lib.rs"), str::to_owned)),
        ] {
            write(&fresh.path().join(file), &text);
        }
        copy(&root().join("core"), &fresh.path().join("core"));
        let name = self.name;
        for Patch(file, from, to) in self.patches {
            let path = fresh.path().join(file);
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text.matches(from).count(), 1, "{name}: {file} has changed, so this patch has to: {from}");
            fs::write(&path, text.replace(from, to)).unwrap();
        }
        // To cargo, crates of one name at one place in two workspaces are the same one.
        let core = format!("core-{}", self.core);
        fs::rename(fresh.path().join("core"), fresh.path().join(&core)).unwrap();
        fs::create_dir(fresh.path().join("plugins")).unwrap();
        fs::rename(fresh.path().join("plugin"), fresh.path().join("plugins").join(name)).unwrap();
        let path = fresh.path().join("Cargo.toml");
        let manifest = fs::read_to_string(&path).unwrap();
        let manifest = manifest
            .replace("[\"core\"", &format!("[\"{core}\""))
            .replace("path = \"core\"", &format!("path = \"{core}\""));
        fs::write(path, manifest).unwrap();
        fresh
    }

    /// Builds it, and gives its library.
    pub(crate) fn built(&self) -> PathBuf {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("versions");
        let (here, fresh) = (place.join(self.core), self.workspace());
        // One directory for all, so that what they have in common is built once, one after the other.
        fs::create_dir_all(&place).unwrap();
        let lock = fs::File::create(place.join("lock")).unwrap();
        lock.lock().unwrap();
        copy(fresh.path(), &here);
        let target = place.join("target");
        // What is needed was fetched for this workspace already. Where cargo does not find it all the same, it may ask.
        let output = self.cargo(&here, &target, &["--offline"]).or_else(|_| self.cargo(&here, &target, &[]));
        output.unwrap_or_else(|why| panic!("{}: {why}", self.name));
        target.join(format!("debug/libwayside_{}.so", self.name))
    }

    fn cargo(&self, workspace: &Path, target: &Path, options: &[&str]) -> Result<(), String> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(["rustc", "--quiet", "--lib", "-p", &format!("wayside-{}", self.name)]);
        cargo.args(options).arg("--target-dir").arg(target).arg("--").args(self.flags);
        let output = cargo.current_dir(workspace).env("CARGO_PROFILE_DEV_DEBUG", "0").output().unwrap();
        output.status.success().then_some(()).ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())
    }
}
