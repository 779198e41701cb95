//! What the author's macro needs of the ABI crates, under one roof.

use crate::plugin::PluginModule_Ref;
use abi_stable::library::{LibraryError, RootModule, RootModuleError};
use abi_stable::sabi_types::VersionStrings;

pub use abi_stable::library::{CheckTypeLayout, LibHeader, RootModuleResult};
pub use abi_stable::std_types::{RSlice, RStr, RString, RVec};

impl RootModule for PluginModule_Ref {
    abi_stable::declare_root_module_statics! {PluginModule_Ref}
    const BASE_NAME: &'static str = "gatehouse_plugin";
    const NAME: &'static str = "gatehouse plugin";
    const VERSION_STRINGS: VersionStrings = abi_stable::package_version_strings!();
}

/// Runs a module's constructor so that a panic in it becomes an error.
#[doc(hidden)]
pub fn load(module: fn() -> PluginModule_Ref) -> RootModuleResult {
    abi_stable::library::__call_root_module_loader(module)
}

/// Why the ABI crate refused a library.
pub type RefusedLibrary = LibraryError;

/// Why a root module could not be made.
pub type FailedModule = RootModuleError;
