//! Reads texts that were written for a later hook API: what this one does not know is left out and listed.

use super::TextError;
use serde::de::DeserializeOwned;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

/// Reads a text; fields that the type does not know are left out, and come back with their lines.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<(T, Vec<String>), TextError> {
    let error = |error: toml::de::Error| TextError::from_toml(text, &error);
    let mut root = DeTable::parse(text).map_err(error)?;
    let mut unknown = Vec::new();
    loop {
        match T::deserialize(Deserializer::from(root.clone())) {
            Ok(read) => return Ok((read, unknown)),
            Err(why) => {
                let at = why.span().filter(|_| why.message().starts_with("unknown field"));
                let Some(name) = at.clone().and_then(|at| without(root.get_mut(), &at)) else { return Err(error(why)) };
                let line = TextError::at(text, at.map_or(0, |at| at.start), "").line;
                unknown.push(format!("`{name}` in line {line}"));
            }
        }
    }
}

/// Takes out the field whose name stands there, and gives its name.
fn without(table: &mut DeTable<'_>, at: &Range<usize>) -> Option<String> {
    if let Some(name) = table.keys().find(|key| key.span() == *at) {
        let name = name.get_ref().to_string();
        table.remove(name.as_str());
        return Some(name);
    }
    table.iter_mut().find_map(|(_, value)| inside(value, at))
}

fn inside(value: &mut Spanned<DeValue<'_>>, at: &Range<usize>) -> Option<String> {
    match value.get_mut() {
        DeValue::Table(table) => without(table, at),
        DeValue::Array(list) => list.iter_mut().find_map(|value| inside(value, at)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::declare::Declaration;
    use crate::tiles;

    const TEXT: &str = "glow = 1\n[plugin]\nid = \"towns\"\nname = \"Towns\"\nversion = \"1.0.0\"\napi = \"*\"\n\
        mood = { of = \"sun\" }\n[[print]]\nname = \"well\"\nlook = { label = \"well\", shine = 3 }\n[[weather]]\nrain = 1\n";

    #[test]
    fn fields_of_a_later_api_are_left_out_and_listed() {
        let declaration = Declaration::parse_newer(TEXT).unwrap();
        assert_eq!(declaration.plugin.id, "towns");
        assert_eq!(declaration.prints[0].name, "well");
        let mut unknown = declaration.unknown;
        unknown.sort();
        assert_eq!(unknown, ["`glow` in line 1", "`mood` in line 7", "`shine` in line 10", "`weather` in line 11"]);
    }

    #[test]
    fn the_same_fields_are_errors_otherwise() {
        assert_eq!(Declaration::parse(TEXT).unwrap_err().line, 1);
    }

    #[test]
    fn what_is_wrong_stays_an_error() {
        let wrong = Declaration::parse_newer("glow = 1\n[plugin]\nid = 7\n").unwrap_err();
        assert_eq!(wrong.line, 3, "{wrong}");
        assert!(Declaration::parse_newer("plugin = ").is_err());
    }

    #[test]
    fn tiles_keep_their_lines() {
        const TILES: &str = "[[tile]]\nid = \"T/1\"\ncount = 1\nedges = \"tttt\"\nsegments = []\nmood = 2\n\n\
            [[tile]]\nid = \"T/2\"\ncount = 1\nedges = \"tttt\"\nsegments = []\n";
        let (read, unknown) = tiles::parse_newer(TILES).unwrap();
        assert_eq!(read.iter().map(|t| (t.id.as_str(), t.line)).collect::<Vec<_>>(), [("T/1", 2), ("T/2", 9)]);
        assert_eq!(unknown, ["`mood` in line 6"]);
        assert!(tiles::parse(TILES).is_err());
    }
}
