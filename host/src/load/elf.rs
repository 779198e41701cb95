//! Tells from its bytes whether a file is a complete library, and whose plugin it holds, without opening it.
//!
//! The system's loader maps a file by what its headers say; where the file is shorter, the first access to the missing
//! part ends the process. So nothing is opened whose headers reach past its end.

use super::unopened::Stated;
use super::{LoadError, copy, read::is_id};
use abi_stable::library::AbiHeader;
use gatehouse_core::plugin::{SYMBOL, stated};
use object::elf::{self, FileHeader64};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, Sym};
use object::{LittleEndian, ReadCache, ReadRef};
use serde::Deserialize;
use std::env::consts::ARCH;
use std::path::Path;

/// Why a file is no plugin library of this machine.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum ElfError {
    /// It does not begin like a library.
    #[error("is not a library: remove it or build it again")]
    NotElf,
    /// It was built for another machine.
    #[error("was built for another machine ({found}, this one is {expected}): build it on this one")]
    Foreign {
        /// This machine.
        expected: &'static str,
        /// Its machine.
        found: String,
    },
    /// It is an ELF file of another type.
    #[error("is a program or an object file: build it as a library with `crate-type = [\"cdylib\"]`")]
    NotLibrary,
    /// Its headers reach past its end.
    #[error("is cut off (it should have {needed} bytes and has {length}): copy or build it again")]
    CutOff {
        /// How long it should be at least.
        needed: u64,
        /// How long it is.
        length: u64,
    },
    /// Its tables contradict each other.
    #[error("is damaged ({0}): copy or build it again")]
    Damaged(String),
    /// It exports more than one plugin.
    #[error("holds several plugins ({}): build a library of its own for each", .0.join(", "))]
    Several(Vec<String>),
    /// The name of its plugin is not one.
    #[error("holds a plugin named `{0}`: call it by lower-case words joined by hyphens")]
    NotAnId(String),
}

type Header = FileHeader64<LittleEndian>;

/// The machine of this program; `None` for one whose number in ELF files is not written down here.
fn machine() -> Option<elf::Machine> {
    match ARCH {
        "x86_64" => Some(elf::EM_X86_64),
        "aarch64" => Some(elf::EM_AARCH64),
        "riscv64" => Some(elf::EM_RISCV),
        _ => None,
    }
}

/// The id of the plugin that a file exports, and what it says of it; `None` for a library of something else. Reads little
/// of a large file.
pub(super) fn plugin_of_file(path: &Path) -> Result<Option<(String, Option<Stated>)>, LoadError> {
    let file = copy::file(path).map_err(|why| LoadError::uncopied(path, why))?;
    let (id, stated) =
        plugin_and_statement(&ReadCache::new(file)).map_err(|why| LoadError::Elf { path: path.to_owned(), why })?;
    Ok(id.map(|id| (id, stated)))
}

/// The id of the plugin that the bytes of a library export; `None` for a library of something else.
fn plugin_of<'data>(data: impl ReadRef<'data>) -> Result<Option<String>, ElfError> {
    let header = header(data)?;
    let length = data.len().unwrap_or(0);
    match end(header, data) {
        needed if needed > length => Err(ElfError::CutOff { needed, length }),
        _ => the_only(exported(header, data).map_err(damaged)?),
    }
}

/// As [`plugin_of`], with what the library says of that plugin, if it says something.
pub(super) fn plugin_and_statement<'data, R: ReadRef<'data>>(
    data: R,
) -> Result<(Option<String>, Option<Stated>), ElfError> {
    let id = plugin_of(data)?;
    let stated = id.as_deref().map(|id| statement(header(data)?, data, id).map_err(damaged)).transpose()?;
    Ok((id, stated.flatten()))
}

fn damaged(error: object::Error) -> ElfError {
    ElfError::Damaged(error.to_string())
}

/// What the records in a section of the library say of the plugin with this id. Records of plugins linked into it that
/// it does not export are left out.
fn statement<'data, R: ReadRef<'data>>(header: &Header, data: R, id: &str) -> object::read::Result<Option<Stated>> {
    let e = LittleEndian;
    let Some((_, section)) = header.sections(e, data)?.section_by_name(e, stated::SECTION.as_bytes()) else {
        return Ok(None);
    };
    let records = stated::stated(section.data(e, data)?);
    let record = match records.as_slice() {
        // A single record is this plugin's whatever it says: that it names another is found and said later.
        [only] => Some(only),
        several => several.iter().find(|r| id_in(r.declaration).is_some_and(|stated| stated == id)),
    };
    Ok(record.map(|r| Stated { api: r.api.to_owned(), declaration: r.declaration.to_owned() }))
}

/// The id that a declaration gives, also where the rest of it is none.
fn id_in(declaration: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        plugin: Named,
    }
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    toml::from_str(declaration).ok().map(|head: Head| head.plugin.id)
}

fn header<'data>(data: impl ReadRef<'data>) -> Result<&'data Header, ElfError> {
    let ident = data.read_bytes_at(0, 16).map_err(|()| ElfError::NotElf)?;
    if ident[..4] != elf::ELFMAG {
        return Err(ElfError::NotElf);
    }
    let foreign = |found: String| ElfError::Foreign { expected: ARCH, found };
    if ident[4] != elf::ELFCLASS64.0 || ident[5] != elf::ELFDATA2LSB.0 {
        return Err(foreign("not 64-bit little-endian".into()));
    }
    let needed = size_of::<Header>() as u64;
    let header = Header::parse(data).map_err(|_| ElfError::CutOff { needed, length: data.len().unwrap_or(0) })?;
    let found = header.e_machine(LittleEndian);
    if machine().is_some_and(|expected| expected != found) {
        return Err(foreign(format!("ELF machine {}", found.0)));
    }
    if header.e_type(LittleEndian) != elf::ET_DYN {
        return Err(ElfError::NotLibrary);
    }
    Ok(header)
}

/// How long a file must be for everything its headers tell of: both tables and each segment that is mapped.
fn end<'data>(header: &Header, data: impl ReadRef<'data>) -> u64 {
    let table = |at: u64, rows: u16, size: u16| at.saturating_add(u64::from(rows) * u64::from(size));
    let e = LittleEndian;
    let tables = table(header.e_phoff(e), header.e_phnum(e), header.e_phentsize(e)).max(table(
        header.e_shoff(e),
        header.e_shnum(e),
        header.e_shentsize(e),
    ));
    // Without its table of segments the file is too short in any case.
    let segments = header.program_headers(e, data).unwrap_or(&[]);
    let mapped = segments.iter().filter(|s| [elf::PT_LOAD, elf::PT_DYNAMIC].contains(&s.p_type(e)));
    mapped.map(|s| s.p_offset(e).saturating_add(s.p_filesz(e))).fold(tables, u64::max)
}

/// The ids of all plugins exported: the symbols of data, large enough for a header, whose name says so.
fn exported<'data, R: ReadRef<'data>>(header: &Header, data: R) -> object::read::Result<Vec<String>> {
    let e = LittleEndian;
    let symbols = header.sections(e, data)?.symbols(e, data, elf::SHT_DYNSYM)?;
    let mut ids = Vec::new();
    for symbol in symbols.iter() {
        let is_data = symbol.st_type() == elf::STT_OBJECT && symbol.st_bind() != elf::STB_LOCAL;
        if !is_data || symbol.is_undefined(e) || symbol.st_size(e) < size_of::<AbiHeader>() as u64 {
            continue;
        }
        if let Some(id) = symbols.symbol_name(e, symbol)?.strip_prefix(SYMBOL.as_bytes()) {
            ids.push(String::from_utf8_lossy(id).into_owned());
        }
    }
    ids.sort();
    Ok(ids)
}

fn the_only(mut ids: Vec<String>) -> Result<Option<String>, ElfError> {
    match ids.pop() {
        None => Ok(None),
        Some(id) if ids.is_empty() && is_id(&id) => Ok(Some(id)),
        Some(id) if ids.is_empty() => Err(ElfError::NotAnId(id)),
        Some(last) => {
            ids.push(last);
            Err(ElfError::Several(ids))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program() -> Vec<u8> {
        std::fs::read(std::env::current_exe().unwrap()).unwrap()
    }

    #[test]
    fn a_program_without_the_symbol_holds_no_plugin() {
        assert_eq!(plugin_of(program().as_slice()), Ok(None));
    }

    #[test]
    fn text_and_nothing_at_all_are_no_libraries() {
        assert_eq!(plugin_of(b"".as_slice()), Err(ElfError::NotElf));
        assert_eq!(plugin_of(b"#!/bin/sh\necho not a library\n".as_slice()), Err(ElfError::NotElf));
    }

    #[test]
    fn a_file_cut_off_anywhere_is_refused() {
        let bytes = program();
        for length in [16, 40, 64, 200, bytes.len() / 10, bytes.len() / 2, bytes.len() - 1] {
            let cut = plugin_of(&bytes[..length]);
            assert!(matches!(cut, Err(ElfError::CutOff { .. })), "{length} bytes: {cut:?}");
        }
    }

    #[test]
    fn another_machine_class_or_byte_order_is_foreign() {
        for at in [4, 5, 18] {
            let mut bytes = program();
            bytes[at] ^= 3;
            assert!(matches!(plugin_of(bytes.as_slice()), Err(ElfError::Foreign { .. })), "byte {at}");
        }
    }

    #[test]
    fn headers_of_nonsense_are_refused_and_never_panic() {
        let bytes = program();
        for at in 16..64 {
            let mut bytes = bytes.clone();
            bytes[at] = 0xff;
            // Some of these bytes say nothing; what counts is that each gives an answer.
            let _ = plugin_of(bytes.as_slice());
        }
    }

    #[test]
    fn two_plugins_in_one_library_are_refused_by_name() {
        let two = the_only(vec!["tracks".into(), "towns".into()]);
        assert_eq!(two, Err(ElfError::Several(vec!["tracks".into(), "towns".into()])));
        assert_eq!(the_only(vec!["tracks".into()]), Ok(Some("tracks".into())));
        assert_eq!(the_only(vec!["Tracks!".into()]), Err(ElfError::NotAnId("Tracks!".into())));
    }
}
