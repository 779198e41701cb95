//! Opens a library: the one place of the host with unsafe code.

use super::copy::PrivateCopy;
use super::layout::{self, Mismatch};
use crate::lookout;
use abi_stable::StableAbi;
use abi_stable::library::{AbiHeaderRef, LibHeader, LibraryError, RootModuleError};
use gatehouse_core::API;
use gatehouse_core::plugin::{PluginModule_Ref, SYMBOL};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::error::Error;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Why a library can't be opened or does not fit this host.
#[derive(thiserror::Error, Debug)]
pub enum OpenError {
    /// The system does not open it.
    #[error("cannot be opened ({0}): build it again on this machine")]
    Library(String),
    /// It was built with another version of the ABI crate or another C ABI.
    #[error("has another plugin ABI than this host ({0}): build it again with gatehouse-core {API}")]
    Abi(String),
    /// Its types differ from the host's.
    #[error("does not fit this host's gatehouse-core {API} (it was built with {built}): {}; build it \
        again with {API}", summary(.mismatches))]
    Layout {
        /// The version of the core crate it was built with.
        built: String,
        /// What differs, one line each.
        mismatches: Vec<Mismatch>,
    },
    /// Making its module failed.
    #[error("fails as it starts ({0}): tell its author")]
    Start(String),
}

fn summary(mismatches: &[Mismatch]) -> String {
    match mismatches {
        [] => "it does not tell its layout".to_owned(),
        [only] => only.to_string(),
        [first, rest @ ..] => format!("{first}; and {} more", rest.len()),
    }
}

/// Opens a private copy of a library and makes the module of its plugin.
///
/// This runs the library's code with the rights of the user; whether to trust the file is decided before. A library that
/// was built with the host has its types: cargo compiled both against one core crate.
pub(super) fn open(copy: PrivateCopy, id: &str, built_with_host: bool) -> Result<PluginModule_Ref, OpenError> {
    let path = copy.path();
    let header = header(&path, id);
    copy.keep();
    let header = header?;
    match header.layout() {
        _ if built_with_host => Ok(()),
        None => Err(OpenError::Layout { built: built(header), mismatches: Vec::new() }),
        Some(found) => layout::check(PluginModule_Ref::LAYOUT, found)
            .map_err(|mismatches| OpenError::Layout { built: built(header), mismatches }),
    }?;
    // The ABI crate would compare the versions of the core crate as well; the range that the plugin declares decides.
    // SAFETY: the layout of the module and of all it leads to was compared just now, or is that of the host because
    // the program is pinned to this very file, which was built with it.
    let module = named(id, || unsafe { header.unchecked_layout::<PluginModule_Ref>() });
    module.map_err(|error| OpenError::Start(start(&error)))
}

/// The system opens one library after the other. Who waits for it must not be taken for the one that does not return.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs code of a library as it opens, which is noted like a hook.
fn named<T>(id: &str, run: impl FnOnce() -> T) -> T {
    lookout::named(|| format!("{id}{}", lookout::OPENING), run)
}

fn header(copy: &Path, id: &str) -> Result<&'static LibHeader, OpenError> {
    let library = {
        let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: running the initialisers of a library can't be made safe: its author answers for them. The copy is
        // complete, and nobody else writes to it.
        named(id, || unsafe { Library::open(Some(copy), RTLD_NOW | RTLD_LOCAL) })
    };
    // Never closed: the module is `'static`, and threads of the library may run for ever.
    let library = ManuallyDrop::new(library.map_err(|e| OpenError::Library(words(&e)))?);
    // SAFETY: the symbol is a static of at least the size of an `AbiHeader`, which is what the reference points to;
    // `upgrade` compares its magic number before it trusts the rest.
    let header = unsafe { library.get::<AbiHeaderRef>(format!("{SYMBOL}{id}").as_bytes()) };
    let header = *header.map_err(|e| OpenError::Library(words(&e)))?;
    header.upgrade().map_err(|error| OpenError::Abi(abi(&error)))
}

fn built(header: &LibHeader) -> String {
    header.version_strings().version.to_string()
}

/// What the system says: libloading's own message does not repeat it.
fn words(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

fn abi(error: &LibraryError) -> String {
    match error {
        LibraryError::InvalidAbiHeader(header) => format!("abi_stable {}.{}", header.abi_major, header.abi_minor),
        _ => "the C calling convention".to_owned(),
    }
}

fn start(error: &RootModuleError) -> String {
    match error {
        RootModuleError::Unwound => "it panics".to_owned(),
        RootModuleError::Returned(error) => error.to_string().split_whitespace().collect::<Vec<_>>().join(" "),
    }
}
