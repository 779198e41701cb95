//! Reads the header of a record field by field, so that an error names the field in plain words.

use super::{FORMAT, Header, RecordError};
use crate::engine::Setup;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

type Object = Map<String, Value>;

/// The header in the first line of a record.
pub(super) fn parse(line: &str) -> Result<Header, RecordError> {
    let Ok(Value::Object(object)) = serde_json::from_str(line) else { return Err(RecordError::Header) };
    // The format goes first: in another one the other fields may be others too.
    let format = object.get("format").ok_or(RecordError::Header)?;
    if format.as_u64() != Some(FORMAT.into()) {
        return Err(RecordError::Format { found: format.to_string() });
    }
    Ok(Header {
        format: FORMAT,
        host: field(&object, "host")?,
        api: field(&object, "api")?,
        digest: field(&object, "digest")?,
        plugins: field(&object, "plugins")?,
        switches: field(&object, "switches")?,
        order: object.get("order").map(|_| field(&object, "order")).transpose()?.unwrap_or_default(),
        setup: setup(&object)?,
        seed: object.get("seed").map(|_| field(&object, "seed")).transpose()?,
    })
}

fn field<T: DeserializeOwned>(object: &Object, name: &str) -> Result<T, RecordError> {
    let wrong = |why| RecordError::Field { field: name.to_owned(), why };
    let value = object.get(name).ok_or_else(|| wrong("is missing"))?;
    T::deserialize(value).map_err(|_| wrong("holds what a record can't have there"))
}

fn setup(object: &Object) -> Result<Setup, RecordError> {
    let wrong = |field: &str, why| RecordError::Field { field: format!("setup.{field}"), why };
    field(object, "setup").map_err(|error| match object.get("setup") {
        Some(Value::Object(setup)) if !setup.contains_key("players") => wrong("players", "is missing"),
        Some(Value::Object(setup)) => {
            let alone = |(name, value): &(&String, &Value)| {
                let rest = [("players".to_owned(), Value::from(2)), ((*name).clone(), (*value).clone())];
                serde_json::from_value::<Setup>(Value::Object(rest.into_iter().collect())).is_err()
            };
            let culprit = setup.iter().find(alone).map(|(name, _)| name.as_str());
            culprit.map_or(error, |name| wrong(name, "holds what a record can't have there"))
        }
        _ => error,
    })
}

/// Why a line is no choice.
pub(super) fn no_choice(line: &str) -> String {
    let why = match serde_json::from_str(line) {
        Ok(Value::Object(object)) if object.contains_key("format") => {
            return "a second record begins here, but a file holds one".to_owned();
        }
        Ok(Value::Object(object)) => {
            let wrong =
                ["by", "choose", "hash"].into_iter().find(|name| !object.get(*name).is_some_and(Value::is_string));
            match wrong {
                Some(name) if object.contains_key(name) => format!("its `{name}` is no text"),
                Some(name) => format!("it has no `{name}`"),
                None => "it has more than `by`, `choose` and `hash`, each once".to_owned(),
            }
        }
        Ok(_) => "it is no object with `by`, `choose` and `hash`".to_owned(),
        Err(_) => "it is damaged".to_owned(),
    };
    format!("this is no choice of a record: {why}")
}
