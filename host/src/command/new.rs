//! `gatehouse new`: a crate for an expansion of one's own.

use super::{Done, Failure, say};
use clap::Args;
use gatehouse::scaffold::{Core, Scaffold};
use gatehouse::{bundled, load};
use std::path::PathBuf;

/// Make a crate for a new expansion: one rule, its tiles, scenarios, and a test that plays them
#[derive(Args)]
pub(super) struct New {
    /// The id of the expansion: lower-case words joined by hyphens
    name: String,
    /// The folder in which the crate's folder is made
    #[arg(long, value_name = "DIR", default_value = ".")]
    path: PathBuf,
    /// Where gatehouse-core is: its folder, or a version; the core this host was built with if left out
    #[arg(long, value_name = "PATH|VERSION")]
    core: Option<String>,
}

impl New {
    pub(super) fn run(self) -> Done {
        let core = self.core.as_deref().map_or_else(|| Ok(Core::of_host()), Core::named).map_err(Failure::misused)?;
        let bundled = load::linked(&bundled()).map_err(Failure::failed)?;
        let expansions = bundled.into_iter().map(|p| p.declaration.plugin).filter(|m| !m.base);
        let company = expansions.map(|m| m.id).collect();
        let scaffold = Scaffold { id: self.name, parent: self.path, core, company };
        let made = scaffold.make().map_err(Failure::misused)?;
        say(format!("{} is made. Next:", made.display()));
        say(format!("    cd {}", made.display()));
        say("    cargo test           # builds it and plays its scenarios");
        say("    gatehouse check .    # what is wrong with it, worst first");
        Ok(())
    }
}
