//! What an expansion may be called.

use crate::load::is_id;

/// Why a name is none for a new expansion.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum NameError {
    /// It is not made of words.
    #[error("`{name}` is no id: write lower-case words of letters and digits, joined by hyphens, such as `{instead}`")]
    NotAnId {
        /// The name.
        name: String,
        /// One that would do.
        instead: String,
    },
    /// It is longer than anybody reads.
    #[error("`{0}` has more than {LONGEST} letters: choose a shorter name")]
    Long(String),
    /// A bundled plugin has it.
    #[error("`{0}` is a plugin that comes with the host: choose a name of your own")]
    Bundled(String),
    /// It means something to the compiler or to cargo.
    #[error("`{0}` means something else to Rust or cargo: choose another name, such as `{0}-rules`")]
    Reserved(String),
}

const LONGEST: usize = 64;

/// The keywords of the language, and those it keeps for later.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false \
    final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct \
    super trait true try type typeof unsafe unsized use virtual where while yield";

/// Names of crates and folders that are taken: by the language, by cargo, by what every plugin depends on.
const TAKEN: &str = "alloc build core deps examples gatehouse gatehouse-core incremental proc-macro std test \
    abi-stable inventory semver serde thiserror toml tracing";

/// Whether an expansion may have this name.
///
/// # Errors
/// Says why it may not.
pub(super) fn check(name: &str) -> Result<(), NameError> {
    if !is_id(name) {
        return Err(NameError::NotAnId { name: name.to_owned(), instead: instead(name) });
    }
    if name.len() > LONGEST {
        return Err(NameError::Long(name.to_owned()));
    }
    if crate::bundled().iter().any(|module| module.id() == name) {
        return Err(NameError::Bundled(name.to_owned()));
    }
    if KEYWORDS.split(' ').chain(TAKEN.split(' ')).any(|taken| taken == name) {
        return Err(NameError::Reserved(name.to_owned()));
    }
    Ok(())
}

/// The nearest id to what was meant.
fn instead(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit()).filter(|w| !w.is_empty());
    let words: Vec<&str> = words.skip_while(|w| w.starts_with(|c: char| c.is_ascii_digit())).collect();
    if words.is_empty() { "my-expansion".to_owned() } else { words.join("-") }
}
