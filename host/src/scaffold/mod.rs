//! A new expansion: a crate that builds by itself, outside this workspace, with a rule, its tiles, scenarios and a
//! test that plays them.
//!
//! What it consists of lies as files under `template/`; in them `{{name}}` stands for what differs.

mod name;

pub use name::NameError;

use crate::files;
use gatehouse_core::API;
use semver::{Version, VersionReq};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Where a new crate finds the core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Core {
    /// In this folder.
    Path(PathBuf),
    /// In the registry, in these versions.
    Version(VersionReq),
}

/// What is to be made.
#[derive(Clone, Debug)]
pub struct Scaffold {
    /// The id of the expansion, which is also the name of its crate and folder.
    pub id: String,
    /// The folder in which the crate's folder is made.
    pub parent: PathBuf,
    /// Where the crate finds the core.
    pub core: Core,
    /// The ids of expansions next to which it is tried.
    pub company: Vec<String>,
}

/// Why no crate was made.
#[derive(thiserror::Error, Debug)]
pub enum ScaffoldError {
    /// The name is none for an expansion.
    #[error(transparent)]
    Name(#[from] NameError),
    /// There is something of this name already.
    #[error("{0} exists already: choose another name or folder, or take it away")]
    Exists(PathBuf),
    /// The core is not where it was said to be.
    #[error(
        "{path} is no folder of gatehouse-core ({why}): name the one with its Cargo.toml, or a version such as {API}"
    )]
    Core {
        /// The folder named.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file or folder can't be written.
    #[error("{path} can't be written ({why}): choose a folder that exists and that you may write to")]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
}

impl Core {
    /// The core this host was built with, if it still lies there, or else its version.
    pub fn of_host() -> Core {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
        Core::at(&beside).unwrap_or_else(|_| Core::Version(api()))
    }

    /// What a user names: a range of versions, or else a folder.
    ///
    /// # Errors
    /// Says why the folder is not the core's.
    pub fn named(text: &str) -> Result<Core, ScaffoldError> {
        VersionReq::parse(text).map_or_else(|_| Core::at(Path::new(text)), |range| Ok(Core::Version(range)))
    }

    fn at(path: &Path) -> Result<Core, ScaffoldError> {
        let wrong = |why: String| ScaffoldError::Core { path: path.to_owned(), why };
        let manifest = files::text(&path.join("Cargo.toml")).map_err(|e| wrong(e.to_string()))?;
        let manifest: toml::Table = toml::from_str(&manifest).map_err(|e| wrong(e.message().to_owned()))?;
        match manifest.get("package").and_then(|p| p.get("name")).and_then(toml::Value::as_str) {
            Some("gatehouse-core") => fs::canonicalize(path).map(Core::Path).map_err(|e| wrong(e.to_string())),
            Some(other) => Err(wrong(format!("its package is `{other}`"))),
            None => Err(wrong("its Cargo.toml names no package".to_owned())),
        }
    }

    /// The value of the dependency in a manifest.
    fn dependency(&self) -> String {
        match self {
            Core::Path(path) => format!("{{ path = {} }}", toml::Value::from(path.to_string_lossy().into_owned())),
            Core::Version(range) => format!("\"{range}\""),
        }
    }
}

/// The versions of the hook API that a plugin written today works with.
fn api() -> VersionReq {
    let written = Version::parse(API).map(|v| format!("^{}.{}", v.major, v.minor));
    written.ok().and_then(|text| VersionReq::parse(&text).ok()).unwrap_or(VersionReq::STAR)
}

/// The files of a new crate: path within it, and what is in it.
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("template/Cargo.toml.in")),
    ("plugin.toml", include_str!("template/plugin.toml.in")),
    ("tiles.toml", include_str!("template/tiles.toml.in")),
    ("src/lib.rs", include_str!("template/lib.rs.in")),
    ("scenarios/wells.toml", include_str!("template/wells.toml.in")),
    ("scenarios/left-open.toml", include_str!("template/left-open.toml.in")),
    ("scenarios/company.toml", include_str!("template/company.toml.in")),
    ("tests/scenarios.rs", include_str!("template/scenarios.rs.in")),
    ("README.md", include_str!("template/README.md.in")),
    (".github/workflows/ci.yml", include_str!("template/ci.yml.in")),
    (".gitignore", include_str!("template/gitignore.in")),
];

impl Scaffold {
    /// Makes the crate; either all of it is there afterwards or nothing.
    ///
    /// # Errors
    /// Says what is wrong with the name, or what can't be written.
    pub fn make(&self) -> Result<PathBuf, ScaffoldError> {
        name::check(&self.id)?;
        let goal = self.parent.join(&self.id);
        if fs::symlink_metadata(&goal).is_ok() {
            return Err(ScaffoldError::Exists(goal));
        }
        let unwritten = |path: &Path| {
            let path = path.to_owned();
            |why: io::Error| ScaffoldError::Write { path, why }
        };
        // It is written beside its place and moved there, so that nobody finds half a crate. The rights are the usual ones.
        let mut begun = tempfile::Builder::new();
        begun.prefix(".gatehouse-new-").permissions(Permissions::from_mode(0o777));
        let begun = begun.tempdir_in(&self.parent).map_err(unwritten(&self.parent))?;
        for (path, text) in FILES {
            let path = begun.path().join(path);
            let folder = path.parent().unwrap_or(begun.path());
            fs::create_dir_all(folder).and_then(|()| fs::write(&path, self.fill(text))).map_err(unwritten(&path))?;
        }
        fs::rename(begun.path(), &goal).map_err(unwritten(&goal))?;
        // It is no longer where it would be removed.
        let _ = begun.keep();
        Ok(goal)
    }

    /// A template with what differs filled in.
    fn fill(&self, template: &str) -> String {
        let mut company: Vec<&str> = self.company.iter().chain([&self.id]).map(String::as_str).collect();
        company.sort_unstable();
        company.dedup();
        let company: Vec<String> = company.iter().map(|id| format!("{id:?}")).collect();
        let values = [
            ("{{id}}", self.id.clone()),
            ("{{ident}}", self.id.replace('-', "_")),
            ("{{title}}", title(&self.id)),
            ("{{RULE}}", self.id.to_ascii_uppercase()),
            ("{{core}}", self.core.dependency()),
            ("{{api}}", api().to_string()),
            ("{{edition}}", "2024".to_owned()),
            ("{{rust-version}}", env!("CARGO_PKG_RUST_VERSION").to_owned()),
            ("{{repository}}", env!("CARGO_PKG_REPOSITORY").to_owned()),
            ("{{company}}", company.join(", ")),
        ];
        values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
    }
}

/// The words of an id, each with a capital.
fn title(id: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    id.split('-').map(capital).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
