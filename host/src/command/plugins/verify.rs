//! `gatehouse plugins verify`: whether the libraries found are those that are known, without opening one.

use super::super::which::Where;
use super::super::{Done, Failure, say_json};
use super::{say, shadow};
use clap::Args;
use gatehouse::load::{self, Looked, Standing, Trust, Unopened};
use serde::Serialize;
use std::path::PathBuf;

/// Check that the plugin libraries found are those that the program was built with or that are trusted
#[derive(Args)]
pub(super) struct Verify {
    #[command(flatten)]
    found: Where,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What there is to say of one library or directory.
#[derive(Serialize)]
struct Row {
    /// One word: ok, bundled, unknown, changed, barred, missing, refused, exposed.
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    file: PathBuf,
    /// What is wrong, and what was expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_sha256: Option<String>,
}

impl Row {
    fn new(status: &'static str, file: PathBuf) -> Row {
        Row { status, file, id: None, version: None, sha256: None, size: None, why: None, expected_sha256: None }
    }

    fn is_well(&self) -> bool {
        ["ok", "bundled"].contains(&self.status)
    }

    fn line(&self) -> String {
        let (id, version) = (self.id.as_deref().unwrap_or(""), self.version.as_deref());
        let name = match (id, version) {
            ("", _) => String::new(),
            (id, Some(version)) => format!("{id} {version}  "),
            (id, None) => format!("{id}  "),
        };
        let why = self.why.as_ref().map_or(String::new(), |why| format!(": {why}"));
        format!("{:8}  {name}{}{why}", self.status, self.file.display())
    }
}

impl Verify {
    pub(super) fn run(self) -> Done {
        let trust = Trust::of_process(false);
        trust.list().map_err(Failure::failed)?;
        let search = self.found.search()?;
        let looked = load::look(&search);
        let mut rows = rows(&trust, &looked)?;
        if !search.is_asked() {
            rows.extend(missing(&looked));
        }
        if self.json {
            say_json(&rows);
        } else {
            rows.iter().for_each(|row| say(row.line()));
            looked.shadowed.iter().for_each(|s| say(shadow(s)));
        }
        match rows.iter().filter(|row| !row.is_well()).count() {
            0 => Ok(()),
            1 => Err(Failure::failed("one of these is not as it should be")),
            n => Err(Failure::failed(format!("{n} of these are not as they should be"))),
        }
    }
}

fn rows(trust: &Trust, looked: &Looked) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for library in &looked.libraries {
        rows.push(row(library, trust.standing(&library.entry()).map_err(Failure::failed)?));
    }
    let there = |id: &str| looked.libraries.iter().any(|l| l.id == id);
    for entry in trust.list().map_err(Failure::failed)?.entries().filter(|e| !there(&e.id)) {
        // One that lies where nobody looks just now is sound or not all the same.
        rows.push(match Unopened::of(&entry.path) {
            Ok(library) => row(&library, trust.standing(&library.entry()).map_err(Failure::failed)?),
            Err(_) => Row {
                id: Some(entry.id.clone()),
                version: entry.version.clone(),
                why: Some("it is trusted, and is not there".to_owned()),
                ..Row::new("missing", entry.path.clone())
            },
        });
    }
    rows.extend(
        looked
            .refused
            .iter()
            .map(|refused| Row { why: Some(refused.error.to_string()), ..Row::new("refused", refused.path.clone()) }),
    );
    rows.extend(looked.exposed.iter().map(|exposed| Row {
        why: Some("anybody may write to it".to_owned()),
        ..Row::new("exposed", exposed.path.clone())
    }));
    Ok(rows)
}

/// The libraries that the program was built with and that are not where it looks.
fn missing(looked: &Looked) -> impl Iterator<Item = Row> {
    let there = |id: &str| looked.libraries.iter().any(|l| l.id == id);
    load::pins().filter(move |(id, _)| !there(id)).map(|(id, sha256)| Row {
        id: Some(id.to_owned()),
        expected_sha256: Some(sha256.to_owned()),
        why: Some("the program was built with it, and it does not lie beside it: build the program again".to_owned()),
        ..Row::new("missing", PathBuf::new())
    })
}

fn row(library: &Unopened, standing: Standing) -> Row {
    let (status, why, expected_sha256) = match standing {
        Standing::Bundled => ("bundled", None, None),
        Standing::Trusted => ("ok", None, None),
        Standing::Barred => ("barred", Some("the program ended as it was opened".to_owned()), None),
        Standing::Unknown => ("unknown", Some("nobody trusted it yet".to_owned()), None),
        Standing::Changed(change) => ("changed", Some(change.to_string()), Some(change.sha256.0)),
    };
    let entry = library.entry();
    Row {
        id: Some(entry.id),
        version: entry.version,
        sha256: Some(entry.sha256),
        size: Some(entry.size),
        why,
        expected_sha256,
        ..Row::new(status, entry.path)
    }
}
