//! Where the program keeps what outlives a run: the plugins that are trusted, and what a crash left behind.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The directory for what outlives a run: `GATEHOUSE_HOME`, else `gatehouse` where the user's programs keep data; none
/// if neither is known. Asking creates nothing.
pub fn directory() -> Option<PathBuf> {
    chosen(|name| env::var_os(name))
}

fn chosen(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // A relative XDG_DATA_HOME is to be ignored, by the specification it comes from.
    let data = path("XDG_DATA_HOME").filter(|path| path.is_absolute());
    path("GATEHOUSE_HOME")
        .or_else(|| data.map(|data| data.join("gatehouse")))
        .or_else(|| path("HOME").map(|home| home.join(".local/share/gatehouse")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Option<PathBuf> {
        chosen(|name| variables.iter().find(|(n, _)| *n == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn the_nearest_setting_decides() {
        let all = [("GATEHOUSE_HOME", "/own"), ("XDG_DATA_HOME", "/data"), ("HOME", "/home/ada")];
        assert_eq!(with(&all), Some("/own".into()));
        assert_eq!(with(&all[1..]), Some("/data/gatehouse".into()));
        assert_eq!(with(&all[2..]), Some("/home/ada/.local/share/gatehouse".into()));
        assert_eq!(with(&[]), None);
    }

    #[test]
    fn what_is_empty_or_relative_to_nothing_counts_as_not_set() {
        assert_eq!(
            with(&[("GATEHOUSE_HOME", ""), ("XDG_DATA_HOME", "data"), ("HOME", "/h")]),
            Some("/h/.local/share/gatehouse".into())
        );
        assert_eq!(with(&[("HOME", "")]), None);
    }
}
