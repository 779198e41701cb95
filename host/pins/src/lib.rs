//! Reads the libraries of the bundled plugins while the program is compiled, and writes their SHA-256 into it.
//!
//! Cargo finishes the library of a dependency before it compiles what depends on it, so the files read here are those
//! that lie beside the program afterwards. A build script would come too early: it runs beside the dependencies.

use proc_macro::{TokenStream, TokenTree};
use sha2::{Digest, Sha256};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The libraries of these crates: `&[("crate-name", Some("its SHA-256"))]`, and `None` for one that was not built, as
/// where a program is only checked.
#[proc_macro]
pub fn pins(crates: TokenStream) -> TokenStream {
    let names = crates.into_iter().filter_map(|token| match token {
        TokenTree::Literal(literal) => Some(literal.to_string().trim_matches('"').to_owned()),
        _ => None,
    });
    let mut code = String::from("&[");
    for name in names {
        let pinned = pinned(&name).unwrap_or_else(|| "None".to_owned());
        // Writing to a string does not fail.
        let _ = write!(code, "({name:?}, {pinned}),");
    }
    code.push(']');
    code.parse().expect("names are literals, and the rest is written here")
}

/// The hash of a crate's library as code. That the library is named in it makes cargo compile the program again when
/// only the library was built anew.
fn pinned(name: &str) -> Option<String> {
    let path = libraries()?.join(format!("lib{}.so", name.replace('-', "_")));
    let path = path.canonicalize().ok()?;
    let hash: String = Sha256::digest(fs::read(&path).ok()?).iter().map(|byte| format!("{byte:02x}")).collect();
    let path = path.to_str()?;
    Some(format!("{{ const _: &[u8] = include_bytes!({path:?}); Some({hash:?}) }}"))
}

/// Where cargo puts libraries, from where it puts what the build script made: `<profile>/build/<crate>/out`.
fn libraries() -> Option<PathBuf> {
    let out = env::var_os("OUT_DIR")?;
    Some(Path::new(&out).ancestors().nth(3)?.join("deps"))
}
