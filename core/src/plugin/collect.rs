//! Collects the hooks a plugin submitted and builds its root module.

use super::log::{self, LogSink};
use super::module::{NameRow, PluginModule, PluginModule_Ref};
use super::shim;
use crate::points::*;
use abi_stable::{
    prefix_type::WithMetadata,
    std_types::{RSlice, RStr},
};

/// One hook of one plugin, as the macro submits it. Statically linked plugins share one list, so it names the plugin.
pub struct Entry {
    /// The plugin's id.
    pub plugin: &'static str,
    /// The hook.
    pub hook: AnyHook,
}

inventory::collect!(Entry);

/// What the macro knows about a plugin besides its hooks.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The plugin's id.
    pub id: &'static str,
    /// Whether panics unwind in the crate.
    pub unwinds: bool,
    /// The text of its `plugin.toml`.
    pub declaration: &'static str,
    /// The texts of its tile files.
    pub tiles: &'static [RStr<'static>],
    /// The names it uses.
    pub names: &'static [NameRow],
}

fn hooks_of(id: &str) -> Vec<AnyHook> {
    let mut hooks: Vec<_> = inventory::iter::<Entry>().filter(|e| e.plugin == id).map(|e| e.hook).collect();
    hooks.sort_by_key(|h| (h.point(), h.head().key, h.head().name));
    hooks
}

/// Builds the root module of a plugin; leaks it, because libraries are never unloaded.
pub fn build(source: Source) -> PluginModule_Ref {
    let hooks = hooks_of(source.id);
    macro_rules! at {
        ($point:ident) => {{
            let list: Vec<_> =
                hooks.iter().filter_map(|h| if let AnyHook::$point(hook) = h { Some(*hook) } else { None }).collect();
            RSlice::from_slice(Vec::leak(list))
        }};
    }
    let module = PluginModule {
        id: source.id.into(),
        api: crate::API.into(),
        unwinds: source.unwinds,
        declaration: source.declaration.into(),
        tiles: RSlice::from_slice(source.tiles),
        names: RSlice::from_slice(source.names),
        connect,
        last_panic: shim::last_panic,
        setup: at!(setup),
        turn_start: at!(turn_start),
        tile_source: at!(tile_source),
        tile_drawn: at!(tile_drawn),
        placement: at!(placement),
        tile_placed: at!(tile_placed),
        prologue: at!(prologue),
        figure_offer: at!(figure_offer),
        after_action: at!(after_action),
        completed: at!(completed),
        before_score: at!(before_score),
        score: at!(score),
        scored: at!(scored),
        depart: at!(depart),
        after_scoring: at!(after_scoring),
        turn_end: at!(turn_end),
        last_round: at!(last_round),
        final_score: at!(final_score),
        answered: at!(answered),
        grew: at!(grew),
        figure_moved: at!(figure_moved),
        points: at!(points),
        last_place: shim::last_place,
    };
    let module: &'static WithMetadata<PluginModule> = Box::leak(Box::new(WithMetadata::new(module)));
    PluginModule_Ref(module.static_as_prefix())
}

extern "C" fn connect(sink: LogSink) {
    log::connect(sink);
    shim::watch();
}
