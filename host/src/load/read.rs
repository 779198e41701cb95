//! Reads what a module declares.

use crate::rules::{Origin, Plugin};
use gatehouse_core::API;
use gatehouse_core::declare::{Declaration, TextError};
use gatehouse_core::plugin::PluginModule_Ref;
use gatehouse_core::tiles::{self, Tile};
use semver::{Version, VersionReq};

/// Why a module can't be used.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum ModuleError {
    /// The id is not one.
    #[error("plugin `{id}` has no proper name: call it by lower-case words joined by hyphens")]
    NotAnId {
        /// What it calls itself.
        id: String,
    },
    /// The library's symbol names another plugin.
    #[error("plugin {id} is exported as `{symbol}`: declare it with `gatehouse_core::plugin!` and build it again")]
    OtherSymbol {
        /// What the module calls itself.
        id: String,
        /// What the symbol calls it.
        symbol: String,
    },
    /// A panic in it would end the process.
    #[error("plugin {id} was built with `panic = \"abort\"`: build it with `panic = \"unwind\"`")]
    Aborts {
        /// The plugin.
        id: String,
    },
    /// Its declaration can't be read.
    #[error("plugin.toml of {id}: {why}")]
    Declaration {
        /// The plugin.
        id: String,
        /// Where and what.
        why: TextError,
    },
    /// Its declaration is that of another plugin.
    #[error("plugin.toml of {id} declares the plugin `{declared}`: write the same id there and in `plugin!`")]
    OtherId {
        /// The plugin.
        id: String,
        /// What the declaration calls it.
        declared: String,
    },
    /// Its file says something else than the opened library.
    #[error("plugin {id} declares something else than its file says before it is opened: build it again")]
    OtherStatement {
        /// The plugin.
        id: String,
    },
    /// It works with other versions of the hook API.
    #[error(
        "plugin {id} asks for hook API {wants}, this host has {API}: take a version of {id} for {API}, or \
        widen `api` in its plugin.toml if it works"
    )]
    Api {
        /// The plugin.
        id: String,
        /// The versions it works with.
        wants: VersionReq,
    },
    /// One of its tile files can't be read.
    #[error("{file} of {id}: {why}")]
    Tiles {
        /// The plugin.
        id: String,
        /// The file.
        file: String,
        /// Where and what.
        why: TextError,
    },
}

/// Why linked modules can't be used together.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// One of them can't be used.
    #[error("{0} (linked into the program)")]
    Module(#[from] ModuleError),
    /// One of them is listed twice.
    #[error("plugin {id} is linked twice: list its module once")]
    Twice {
        /// The plugin.
        id: String,
    },
}

/// Reads plugins that are linked into the program; the answer is sorted by id.
///
/// # Errors
/// Names the first module that can't be used, or that is listed twice.
pub fn linked(modules: &[PluginModule_Ref]) -> Result<Vec<Plugin>, LinkError> {
    let mut plugins = modules.iter().map(|m| plugin(*m, Origin::Linked)).collect::<Result<Vec<_>, _>>()?;
    plugins.sort_by(|a, b| a.declaration.plugin.id.cmp(&b.declaration.plugin.id));
    match plugins.windows(2).find(|pair| pair[0].declaration.plugin.id == pair[1].declaration.plugin.id) {
        Some(pair) => Err(LinkError::Twice { id: pair[0].declaration.plugin.id.clone() }),
        None => Ok(plugins),
    }
}

/// Reads the plugin that a library exports under the name `symbol`. What it stated before it was opened is what was
/// trusted, so it may not declare anything else now.
pub(super) fn named(
    module: PluginModule_Ref,
    symbol: &str,
    stated: Option<&str>,
    origin: Origin,
) -> Result<Plugin, ModuleError> {
    match module.id().as_str() {
        id if id != symbol => Err(ModuleError::OtherSymbol { id: id.to_owned(), symbol: symbol.to_owned() }),
        id if stated.is_some_and(|stated| stated != module.declaration()) => {
            Err(ModuleError::OtherStatement { id: id.to_owned() })
        }
        _ => plugin(module, origin),
    }
}

fn plugin(module: PluginModule_Ref, origin: Origin) -> Result<Plugin, ModuleError> {
    let id = module.id().as_str().to_owned();
    if !is_id(&id) {
        return Err(ModuleError::NotAnId { id });
    }
    if !module.unwinds() {
        return Err(ModuleError::Aborts { id });
    }
    let mut declaration = declaration(&module, &id)?;
    let tiles = tiles(&module, &id, &mut declaration.unknown)?;
    Ok(Plugin { module, declaration, tiles, origin })
}

fn declaration(module: &PluginModule_Ref, id: &str) -> Result<Declaration, ModuleError> {
    let id = || id.to_owned();
    let text = module.declaration().as_str();
    let read = if is_newer(module) { Declaration::parse_newer(text) } else { Declaration::parse(text) };
    let declaration = read.map_err(|why| ModuleError::Declaration { id: id(), why })?;
    let manifest = &declaration.plugin;
    if manifest.id != id() {
        return Err(ModuleError::OtherId { id: id(), declared: manifest.id.clone() });
    }
    if !manifest.api.matches(&api()) {
        return Err(ModuleError::Api { id: id(), wants: manifest.api.clone() });
    }
    Ok(declaration)
}

/// The tiles of all files; the fields of a later hook API are left out and listed.
fn tiles(module: &PluginModule_Ref, id: &str, unknown: &mut Vec<String>) -> Result<Vec<Tile>, ModuleError> {
    let files = module.tiles();
    let mut all = Vec::new();
    for (n, text) in files.iter().enumerate() {
        let file = match files.len() {
            1 => "tiles.toml".to_owned(),
            many => format!("tile file {} of {many}", n + 1),
        };
        let read = match is_newer(module) {
            true => tiles::parse_newer(text.as_str()),
            false => tiles::parse(text.as_str()).map(|tiles| (tiles, Vec::new())),
        };
        let (read, fields) = read.map_err(|why| ModuleError::Tiles { id: id.to_owned(), file: file.clone(), why })?;
        all.extend(read);
        unknown.extend(fields.into_iter().map(|field| format!("{field} of {file}")));
    }
    Ok(all)
}

/// Whether a plugin was built against a later hook API than this host's: then it may say more than is known here.
fn is_newer(module: &PluginModule_Ref) -> bool {
    Version::parse(module.api().as_str()).is_ok_and(|built| built > api())
}

fn api() -> Version {
    Version::parse(API).expect("cargo builds no package without a version")
}

/// Whether a text is lower-case words joined by hyphens; digits may follow a letter.
pub(crate) fn is_id(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.split('-').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatehouse_core::abi::RStr;
    use gatehouse_core::plugin::{Source, build};

    const GOOD: &str = "[plugin]\nid = \"towns\"\nname = \"Towns\"\nversion = \"1.2.3\"\napi = \"^0.1\"\n";
    const TILE: &str = "[[tile]]\nid = \"T/1\"\ncount = 1\nedges = \"tttt\"\nsegments = [\"track N\"]\n";

    fn source(id: &'static str, declaration: &'static str) -> Source {
        Source { id, unwinds: true, declaration, tiles: &[], names: &[] }
    }

    fn read(source: Source) -> Result<Vec<Plugin>, String> {
        linked(&[build(source)]).map_err(|e| e.to_string())
    }

    fn refusal(source: Source) -> String {
        read(source).err().expect("the module is at fault")
    }

    #[test]
    fn tiles_of_all_files_come_in_order() {
        let files = const { &[RStr::from_str(TILE), RStr::from_str(TILE)] };
        let plugins = read(Source { tiles: files, ..source("towns", GOOD) }).unwrap();
        let ids: Vec<_> = plugins[0].tiles.iter().map(|t| t.id.as_str()).collect();
        assert_eq!(ids, ["T/1", "T/1"]);
    }

    #[test]
    fn a_fault_in_a_file_is_named_with_plugin_file_and_line() {
        let message = refusal(source("towns", "[plugin]\nid = \"towns\"\nnaem = \"Towns\"\n"));
        assert!(message.starts_with("plugin.toml of towns: line 3, column 1: unknown field `naem`"), "{message}");
        let bad = const { &[RStr::from_str("[[tile]]\nid = 1\n")] };
        let message = refusal(Source { tiles: bad, ..source("towns", GOOD) });
        assert!(message.starts_with("tiles.toml of towns: line 2, column 6: "), "{message}");
        let second = const { &[RStr::from_str(TILE), RStr::from_str("tile = 1")] };
        let message = refusal(Source { tiles: second, ..source("towns", GOOD) });
        assert!(message.starts_with("tile file 2 of 2 of towns: line 1"), "{message}");
    }

    #[test]
    fn a_plugin_that_aborts_on_panic_is_refused() {
        let message = refusal(Source { unwinds: false, ..source("towns", GOOD) });
        assert!(message.contains("towns") && message.contains("panic = \"unwind\""), "{message}");
    }

    #[test]
    fn module_and_declaration_have_one_id() {
        let message = refusal(source("tracks", GOOD));
        assert!(message.starts_with("plugin.toml of tracks declares the plugin `towns`"), "{message}");
    }

    #[test]
    fn an_api_range_without_this_version_names_both() {
        let message =
            refusal(source("towns", "[plugin]\nid = \"towns\"\nname = \"T\"\nversion = \"1.0.0\"\napi = \"^7\"\n"));
        assert!(message.contains("towns asks for hook API ^7") && message.contains(API), "{message}");
    }

    #[test]
    fn ids_are_lower_case_words_joined_by_hyphens() {
        assert!(["towns", "big-towns", "towns-2"].into_iter().all(is_id));
        assert!(
            !["", "Towns", "2-towns", "towns-", "-towns", "big--towns", "big_towns", "tövns"].into_iter().any(is_id)
        );
    }

    #[test]
    fn linked_plugins_are_sorted_and_may_not_repeat() {
        const OTHER: &str = "[plugin]\nid = \"bogs\"\nname = \"Bogs\"\nversion = \"1.0.0\"\napi = \"*\"\n";
        let (towns, bogs) = (build(source("towns", GOOD)), build(source("bogs", OTHER)));
        let plugins = linked(&[towns, bogs]).unwrap();
        assert_eq!(plugins[0].declaration.plugin.id, "bogs");
        assert_eq!(plugins[1].origin, Origin::Linked);
        assert_eq!(linked(&[towns, bogs, towns]).err(), Some(LinkError::Twice { id: "towns".into() }));
    }

    #[test]
    fn what_was_stated_before_is_what_is_declared() {
        let read = |stated| named(build(source("towns", GOOD)), "towns", Some(stated), Origin::Linked);
        assert!(read(GOOD).is_ok());
        assert_eq!(read("[plugin]").err(), Some(ModuleError::OtherStatement { id: "towns".into() }));
    }

    #[test]
    fn a_symbol_of_another_name_is_refused() {
        let error = named(build(source("towns", GOOD)), "tracks", None, Origin::Linked).err();
        assert_eq!(error, Some(ModuleError::OtherSymbol { id: "towns".into(), symbol: "tracks".into() }));
    }
}
