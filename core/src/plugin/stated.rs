//! What a library says of itself without being opened: a record of bytes in a section of its own.
//!
//! The text of the root module's declaration is this record's, so the two can't differ and no linker drops it. Several
//! plugins linked together have one record each, one behind the other.

use crate::API;

/// The section of a library in which the records lie.
pub const SECTION: &str = ".gatehouse";

/// How each record begins; a later form begins otherwise.
const START: &[u8; 10] = b"gatehouse\x01";
/// Where the texts begin: behind the start and their two lengths.
const TEXTS: usize = START.len() + 8;

/// What one plugin of a library says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stated<'a> {
    /// The version of the hook API it was built against.
    pub api: &'a str,
    /// The text of its `plugin.toml`.
    pub declaration: &'a str,
}

/// How many bytes the record of a declaration has.
#[doc(hidden)]
pub const fn size(declaration: &str) -> usize {
    TEXTS + API.len() + declaration.len()
}

/// The record of a declaration; the size is [`size`]'s.
#[doc(hidden)]
pub const fn record<const SIZE: usize>(declaration: &str) -> [u8; SIZE] {
    let mut record = [0; SIZE];
    let (start, rest) = record.split_at_mut(START.len());
    start.copy_from_slice(START);
    let (lengths, texts) = rest.split_at_mut(8);
    let (of_api, of_declaration) = lengths.split_at_mut(4);
    of_api.copy_from_slice(&(API.len() as u32).to_le_bytes());
    of_declaration.copy_from_slice(&(declaration.len() as u32).to_le_bytes());
    let (api, text) = texts.split_at_mut(API.len());
    api.copy_from_slice(API.as_bytes());
    text.copy_from_slice(declaration.as_bytes());
    record
}

/// The declaration of a record that the macro made.
#[doc(hidden)]
pub fn declaration(record: &'static [u8]) -> &'static str {
    first(record).map_or("", |(stated, _)| stated.declaration)
}

/// All records of a section. Linkers may leave zeros between them; what is none ends the list.
pub fn stated(mut section: &[u8]) -> Vec<Stated<'_>> {
    let mut all = Vec::new();
    loop {
        let zeros = section.iter().take_while(|byte| **byte == 0).count();
        section = section.get(zeros..).unwrap_or(&[]);
        let Some((stated, rest)) = first(section) else { return all };
        all.push(stated);
        section = rest;
    }
}

fn first(bytes: &[u8]) -> Option<(Stated<'_>, &[u8])> {
    let rest = bytes.strip_prefix(START)?;
    let (of_api, rest) = rest.split_first_chunk::<4>()?;
    let (of_declaration, rest) = rest.split_first_chunk::<4>()?;
    let (api, rest) = rest.split_at_checked(u32::from_le_bytes(*of_api) as usize)?;
    let (declaration, rest) = rest.split_at_checked(u32::from_le_bytes(*of_declaration) as usize)?;
    let text = |bytes| std::str::from_utf8(bytes).ok();
    Some((Stated { api: text(api)?, declaration: text(declaration)? }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: &str = "[plugin]\n";
    const RECORD: [u8; size(SHORT)] = record(SHORT);

    #[test]
    fn what_is_stated_is_read_again() {
        let expected = Stated { api: API, declaration: SHORT };
        assert_eq!(stated(&RECORD), [expected]);
        let two = [&RECORD[..], &[0; 5], &RECORD[..], &[0; 3]].concat();
        assert_eq!(stated(&two), [expected, expected]);
    }

    #[test]
    fn what_is_cut_off_or_something_else_states_nothing() {
        for end in 0..RECORD.len() {
            assert_eq!(stated(&RECORD[..end]), [], "{end} bytes");
        }
        assert_eq!(stated(b"something else"), []);
        let mut long = RECORD;
        long[START.len() + 7] = 0xff;
        assert_eq!(stated(&long), []);
    }

    #[test]
    fn what_is_no_text_states_nothing() {
        let mut bytes = RECORD;
        bytes[TEXTS + API.len()] = 0xff;
        assert_eq!(stated(&bytes), []);
    }
}
