//! `gatehouse plugins trust`: what libraries say of themselves, unopened; then they may be opened.

use super::super::{Done, Failure};
use super::{say, tables};
use clap::Args;
use gatehouse::load::{Standing, Trust, Unopened};
use std::path::PathBuf;

/// Say what plugin libraries declare, without opening them, and trust them from now on
#[derive(Args)]
pub(super) struct Put {
    /// The libraries
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Put {
    pub(super) fn run(self) -> Done {
        let trust = Trust::of_process(false);
        trust.list().map_err(Failure::failed)?;
        // All of them or none: half a command is hard to make out afterwards.
        let libraries = self.files.iter().map(|file| Unopened::of(file)).collect::<Result<Vec<_>, _>>();
        let libraries = libraries.map_err(Failure::failed)?;
        if let Some(twice) = libraries.iter().enumerate().find(|(n, l)| libraries[..*n].iter().any(|m| m.id == l.id)) {
            let id = &twice.1.id;
            return Err(Failure::misused(format!("two of these files hold the plugin {id}: name the one to trust")));
        }
        let mut entries = Vec::new();
        for library in &libraries {
            let standing = trust.standing(&library.entry()).map_err(Failure::failed)?;
            tell(library, &standing);
            if standing != Standing::Bundled {
                entries.push(library.entry());
            }
        }
        if !entries.is_empty() {
            trust.add(entries).map_err(Failure::failed)?;
        }
        Ok(())
    }
}

fn tell(library: &Unopened, standing: &Standing) {
    let Unopened { path, id, sha256, size, .. } = library;
    let declaration = library.declaration();
    match &declaration {
        Some(Ok(d)) => say(format!("{id} {} ({}), for hook API {}", d.plugin.version, d.plugin.name, d.plugin.api)),
        _ => say(format!("{id}, whose version is unknown until it is opened")),
    }
    say(format!("    {}, {size} bytes", path.display()));
    say(format!("    sha256 {sha256}"));
    match &declaration {
        Some(Ok(d)) => {
            say(format!("    {}", d.plugin.description));
            say(format!("    {}", tables(d).join(", ")));
            for other in &d.plugin.requires {
                say(format!("    requires {} {}: {}", other.id, other.version, other.reason));
            }
        }
        Some(Err(why)) => say(format!("    its plugin.toml can't be read: {why}")),
        None => {}
    }
    say(match standing {
        Standing::Bundled => "    this program was built with it: it needs no trust".to_owned(),
        Standing::Trusted => "    it was trusted before, and is".to_owned(),
        Standing::Barred => "    trusted from now on, although the program ended as it was opened".to_owned(),
        Standing::Unknown => "    trusted from now on".to_owned(),
        Standing::Changed(change) => format!("    trusted from now on; it has changed: {change}"),
    });
}
