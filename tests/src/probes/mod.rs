//! Probe plugins: test-only expansions that ask of the hook API what the bundled ones do not.
//!
//! Each is a plugin of its own, linked statically. Those that [`modules`] lists can be played together and with every
//! bundled expansion. [`chaos`] does anything it may, and so may spoil what others count on; those of [`interplay`]
//! are for single cases, and [`faulty`] does what it may not.

pub mod auction;
pub mod bridge;
pub mod cart;
pub mod chaos;
pub mod chapel;
pub mod circus;
pub mod curfew;
pub mod faulty;
pub mod ferry;
pub mod flight;
pub mod foreman;
pub mod granary;
pub mod haunt;
pub mod hush;
pub mod interplay;
pub mod keep;
pub mod ledger;
pub mod market;
pub mod muse;
pub mod omen;
pub mod press;
pub mod quarrel;
pub mod quarter;
pub mod robber;
pub mod shade;
pub mod shelter;
pub mod siege;
pub mod sly;
pub mod stages;
pub mod steward;
pub mod toll;
pub mod tunnel;
pub mod unrest;
pub mod wanderer;

use gatehouse::engine::{Opening, Setup};
use gatehouse::load;
use gatehouse::resolve::{self, Choice};
use gatehouse::rules::Plugin;
use gatehouse_core::plugin::PluginModule_Ref;
use std::sync::Arc;

/// The probes that can be played together.
pub fn modules() -> Vec<PluginModule_Ref> {
    vec![
        auction::module(),
        bridge::module(),
        cart::module(),
        chapel::module(),
        circus::module(),
        curfew::module(),
        ferry::module(),
        flight::module(),
        foreman::module(),
        granary::module(),
        haunt::module(),
        hush::module(),
        keep::module(),
        ledger::module(),
        market::module(),
        muse::module(),
        omen::module(),
        press::module(),
        quarter::module(),
        robber::module(),
        shade::module(),
        shelter::module(),
        siege::module(),
        stages::bonus::module(),
        stages::factor::module(),
        stages::nil::module(),
        stages::owners::module(),
        stages::plus::module(),
        stages::rate::module(),
        steward::module(),
        toll::module(),
        tunnel::module(),
        unrest::module(),
        wanderer::module(),
    ]
}

/// The ids of the probes that can be played together, sorted.
pub fn ids() -> Vec<String> {
    let mut ids: Vec<String> = modules().iter().map(|m| m.id().to_string()).collect();
    ids.sort();
    ids
}

/// The bundled plugins and all probes.
///
/// # Panics
/// If one of them can't be read: then every test must fail.
pub fn plugins() -> Vec<Plugin> {
    let mut all = gatehouse::bundled();
    all.extend(modules());
    all.extend(interplay::modules());
    all.extend([chaos::module(), faulty::module(), sly::module()]);
    load::linked(&all).expect("the probes can be read")
}

/// A game with these plugins, probes or bundled, and these values of switches.
///
/// # Panics
/// If there is no such game.
pub fn opening(ids: &[&str], switches: &[(&str, i32)], setup: Setup) -> Arc<Opening> {
    let choice = Choice {
        plugins: ids.iter().map(ToString::to_string).collect(),
        switches: switches.iter().map(|(name, value)| (name.to_string(), *value)).collect(),
        ..Choice::default()
    };
    let rules = resolve::resolve(&plugins(), &choice).unwrap_or_else(|findings| panic!("{findings}"));
    Opening::new(Arc::new(rules), setup).unwrap_or_else(|errors| panic!("{errors}"))
}
