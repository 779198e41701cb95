//! Where plugin libraries are looked for.

use super::{LoadError, Refused};
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The environment variable that names the directories of plugins, separated like those of `PATH`.
pub const VARIABLE: &str = "GATEHOUSE_PLUGINS";

/// The directories in which plugins are looked for, the most important first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    files: Vec<PathBuf>,
    directories: Vec<PathBuf>,
    /// Whether somebody named them; then every library in them is meant to be a plugin.
    asked: bool,
}

/// A directory that was asked for and can't be read.
#[derive(thiserror::Error, Debug)]
#[error("plugin directory {path} cannot be read ({why}): create it or correct {named_by}")]
pub struct SearchError {
    /// The directory.
    pub path: PathBuf,
    /// Who named it: the option or the variable.
    pub named_by: &'static str,
    /// What the system says.
    pub why: io::Error,
}

impl Search {
    /// Where this process looks: in the directories given; if none are, in those of the variable
    /// `GATEHOUSE_PLUGINS`; if it is not set, in the `deps` beside the program and beside it.
    ///
    /// # Errors
    /// Names a directory that somebody asked for and that can't be read.
    pub fn of_process(given: &[PathBuf]) -> Result<Search, SearchError> {
        Search::new(given, env::var_os(VARIABLE).as_deref(), env::current_exe().ok().as_deref())
    }

    /// As [`Search::of_process`], for another value of the variable and another program.
    ///
    /// # Errors
    /// Names a directory that somebody asked for and that can't be read.
    pub fn new(given: &[PathBuf], variable: Option<&OsStr>, program: Option<&Path>) -> Result<Search, SearchError> {
        if !given.is_empty() {
            return Search::asked(given.to_vec(), "--plugin-dir");
        }
        // An empty entry would mean the working directory, which nobody asked for.
        let named: Vec<PathBuf> =
            variable.map_or(Vec::new(), |v| env::split_paths(v).filter(|p| !p.as_os_str().is_empty()).collect());
        if !named.is_empty() {
            return Search::asked(named, VARIABLE);
        }
        let beside = program.and_then(Path::parent);
        // Cargo builds into `deps`, and only sometimes copies from there to where the program is: what lies there is new.
        let directories = beside.map_or(Vec::new(), |dir| vec![dir.join("deps"), dir.to_owned()]);
        // Nobody asked for these, so one that is missing is no error.
        let directories = directories.into_iter().filter(|d| d.is_dir()).collect();
        Ok(Search { files: Vec::new(), directories, asked: false })
    }

    /// Also these libraries, before what is found in the directories.
    #[must_use]
    pub fn with_files(mut self, files: &[PathBuf]) -> Search {
        self.files.extend_from_slice(files);
        self
    }

    fn asked(directories: Vec<PathBuf>, named_by: &'static str) -> Result<Search, SearchError> {
        for path in &directories {
            fs::read_dir(path).map_err(|why| SearchError { path: path.clone(), named_by, why })?;
        }
        Ok(Search { files: Vec::new(), directories, asked: true })
    }

    /// Whether somebody named the directories, rather than their lying beside the program.
    pub fn is_asked(&self) -> bool {
        self.asked
    }

    /// Whether somebody named this very library.
    pub fn names(&self, path: &Path) -> bool {
        self.files.iter().any(|f| f == path)
    }

    /// The directories in order.
    pub fn directories(&self) -> &[PathBuf] {
        &self.directories
    }

    /// The libraries that were named, then the `.so` files of all directories in order, by name within each.
    pub(super) fn libraries(&self, refused: &mut Vec<Refused>) -> Vec<PathBuf> {
        let mut all = self.files.clone();
        for directory in &self.directories {
            match libraries_of(directory) {
                Ok(paths) => all.extend(paths),
                Err(why) => {
                    let path = directory.clone();
                    refused.push(Refused { path: path.clone(), error: LoadError::Read { path, why } });
                }
            }
        }
        all
    }
}

fn libraries_of(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        // What can't be looked at is kept, and refused by name when it can't be read. A pipe would never end.
        let is_file = || fs::metadata(&path).map_or(true, |m| m.is_file());
        if path.extension().is_some_and(|e| e == "so") && is_file() {
            paths.push(path);
        }
    }
    // A directory is read in an order of its own.
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dirs(names: &[&str]) -> (tempfile::TempDir, Vec<PathBuf>) {
        let root = tempfile::tempdir().unwrap();
        let paths: Vec<_> = names.iter().map(|n| root.path().join(n)).collect();
        paths.iter().for_each(|p| fs::create_dir_all(p).unwrap());
        (root, paths)
    }

    #[test]
    fn given_directories_go_before_the_variable_and_the_program() {
        let (_root, paths) = dirs(&["a", "b", "c"]);
        let program = paths[2].join("program");
        let search = Search::new(&paths[..1], Some(paths[1].as_os_str()), Some(&program)).unwrap();
        assert_eq!(search.directories(), &paths[..1]);
        let search = Search::new(&[], Some(paths[1].as_os_str()), Some(&program)).unwrap();
        assert_eq!(search.directories(), &paths[1..2]);
    }

    #[test]
    fn the_variable_names_several_directories_in_order() {
        let (_root, paths) = dirs(&["b", "a"]);
        let value = env::join_paths([&paths[0], &PathBuf::new(), &paths[1]]).unwrap();
        assert_eq!(Search::new(&[], Some(&value), None).unwrap().directories(), paths);
    }

    #[test]
    fn beside_the_program_is_its_directory_and_deps_where_there_is_one() {
        let (_root, paths) = dirs(&["profile/deps", "profile"]);
        let of = |program: PathBuf| Search::new(&[], Some(OsStr::new("")), Some(&program)).unwrap();
        assert_eq!(of(paths[1].join("program")).directories(), paths);
        assert_eq!(of(paths[0].join("a-test")).directories(), &paths[..1]);
    }

    #[test]
    fn a_missing_directory_is_named_with_who_asked_for_it() {
        let missing = PathBuf::from("/no/such/place");
        let by_option = Search::new(std::slice::from_ref(&missing), None, None).unwrap_err().to_string();
        assert!(by_option.contains("/no/such/place") && by_option.contains("--plugin-dir"), "{by_option}");
        let by_variable = Search::new(&[], Some(missing.as_os_str()), None).unwrap_err().to_string();
        assert!(by_variable.contains(VARIABLE), "{by_variable}");
    }

    #[test]
    fn a_library_that_is_named_goes_first_whatever_it_is_called() {
        let (_root, paths) = dirs(&["a"]);
        fs::write(paths[0].join("a.so"), "").unwrap();
        let named = paths[0].join("library");
        let search = Search::new(&paths, None, None).unwrap().with_files(std::slice::from_ref(&named));
        assert_eq!(search.libraries(&mut Vec::new()), [named.clone(), paths[0].join("a.so")]);
        assert!(search.names(&named) && !search.names(&paths[0].join("a.so")));
    }

    #[test]
    fn libraries_are_sorted_by_name_within_each_directory() {
        let (_root, paths) = dirs(&["z", "a"]);
        for name in ["z/c.so", "z/a.so", "z/b.txt", "a/b.so"] {
            fs::write(paths[0].parent().unwrap().join(name), "").unwrap();
        }
        let search = Search::new(&paths, None, None).unwrap();
        let found = search.libraries(&mut Vec::new());
        assert_eq!(found, [paths[0].join("a.so"), paths[0].join("c.so"), paths[1].join("b.so")]);
    }
}
