//! Compares the layout of a plugin's types with the host's and says what differs, one line a difference.

use abi_stable::abi_stability::abi_checking::{
    AbiInstability, AbiInstabilityError, AbiInstabilityErrors, CheckingGlobals, check_layout_compatibility_with_globals,
};
use abi_stable::type_layout::{TLFieldOrFunction, TypeLayout};

/// One difference between a type of the host and of a plugin.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[error("{path}: expected {expected}, found {found}")]
pub struct Mismatch {
    /// The way from the root module to the field.
    pub path: String,
    /// What the host has there.
    pub expected: String,
    /// What the plugin has there.
    pub found: String,
}

/// Checks that host and plugin mean the same by each type they share.
///
/// A type that grows at its end is compatible only if the older one is expected and the newer one found, so it is
/// enough if one direction holds: the plugin may be the older or the newer.
pub(super) fn check(host: &'static TypeLayout, plugin: &'static TypeLayout) -> Result<(), Vec<Mismatch>> {
    let Err(newer) = compare(host, plugin) else { return Ok(()) };
    let Err(older) = compare(plugin, host) else { return Ok(()) };
    let newer = reduce(&newer);
    let older: Vec<Mismatch> = reduce(&older).into_iter().map(swapped).collect();
    // The wrong direction also lists what merely was added.
    Err(if older.len() < newer.len() { older } else { newer })
}

fn compare(expected: &'static TypeLayout, found: &'static TypeLayout) -> Result<(), AbiInstabilityErrors> {
    // Fresh globals, because by default the answer would depend on which plugins were compared before.
    check_layout_compatibility_with_globals(expected, found, &CheckingGlobals::new())
}

fn swapped(m: Mismatch) -> Mismatch {
    Mismatch { path: m.path, expected: m.found, found: m.expected }
}

fn reduce(errors: &AbiInstabilityErrors) -> Vec<Mismatch> {
    let mut all: Vec<(&AbiInstability, Mismatch)> = Vec::new();
    for error in &errors.errors {
        let path = path(errors, error);
        for kind in &error.errs {
            let mismatch = describe(errors, error, &path, kind);
            // Where fields were moved, each that follows differs in name: the first says it.
            let said = all.iter().any(|(_, m)| *m == mismatch)
                || is_field(kind) && all.iter().any(|(k, m)| is_field(k) && m.path == path);
            if !said {
                all.push((kind, mismatch));
            }
        }
    }
    let mut causes: Vec<_> = all.iter().filter(|(k, m)| !is_effect(k, m, &all)).map(|(_, m)| m.clone()).collect();
    causes.sort();
    causes
}

fn is_field(kind: &AbiInstability) -> bool {
    matches!(kind, AbiInstability::UnexpectedField(_))
}

fn is_size(kind: &AbiInstability) -> bool {
    matches!(kind, AbiInstability::Size(_) | AbiInstability::Alignment(_))
}

/// Whether a difference follows from another: a type has another size because a field in it differs, and another
/// number of fields because of the one that is named.
fn is_effect(kind: &AbiInstability, of: &Mismatch, all: &[(&AbiInstability, Mismatch)]) -> bool {
    match kind {
        _ if is_size(kind) => all.iter().any(|(k, m)| !is_size(k) && is_inside(&m.path, &of.path)),
        AbiInstability::FieldCountMismatch(_) => all.iter().any(|(k, m)| is_field(k) && m.path == of.path),
        _ => false,
    }
}

fn is_inside(inner: &str, outer: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The way to the type that differs, without the fields of pointers and slices.
fn path(errors: &AbiInstabilityErrors, error: &AbiInstabilityError) -> String {
    let mut owner = errors.interface;
    let mut steps = Vec::new();
    for step in &error.stack_trace {
        // A function follows the field that holds it and has the same name; its parameters come next.
        let TLFieldOrFunction::Field(field) = &step.expected else { continue };
        if !is_pointer(owner) {
            steps.extend(steps.is_empty().then(|| owner.name()));
            steps.push(field.name());
        }
        owner = field.layout();
    }
    if steps.is_empty() { owner.name().to_owned() } else { steps.join(".") }
}

fn is_pointer(layout: &TypeLayout) -> bool {
    ["abi_stable", "std"].contains(&layout.package().as_str())
}

fn describe(errors: &AbiInstabilityErrors, error: &AbiInstabilityError, path: &str, kind: &AbiInstability) -> Mismatch {
    let mismatch = |expected: String, found: String| Mismatch { path: path.to_owned(), expected, found };
    // Words before what both sides have; the rest of the error is about the ABI crate's own terms.
    macro_rules! both {
        ($words:literal, $pair:expr) => {
            mismatch(format!(concat!($words, " {}"), $pair.expected), format!(concat!($words, " {}"), $pair.found))
        };
        ($words:literal, debug $pair:expr) => {
            mismatch(format!(concat!($words, " {:?}"), $pair.expected), format!(concat!($words, " {:?}"), $pair.found))
        };
    }
    match kind {
        AbiInstability::Name(v) => both!("type", v),
        AbiInstability::GenericParamCount(v) => both!("type", v),
        AbiInstability::Size(v) => both!("size", v),
        AbiInstability::Alignment(v) => both!("alignment", v),
        AbiInstability::FieldCountMismatch(v) => both!("number of fields", v),
        AbiInstability::UnexpectedField(v) => both!("member", v.as_ref().map(|f| f.name())),
        AbiInstability::TooManyVariants(v) => both!("number of variants", v),
        AbiInstability::UnexpectedVariant(v) => both!("variant", v),
        AbiInstability::MismatchedPrimitive(v) => both!("type", debug v),
        AbiInstability::ReprAttr(v) => both!("representation", debug v),
        AbiInstability::EnumDiscriminant(v) => both!("discriminant", debug v),
        AbiInstability::MismatchedPrefixSize(v) => both!("number of first fields", v),
        AbiInstability::Package(v) => both!("package", v),
        // Every type of the package says so: one line for all.
        AbiInstability::PackageVersion(v) => {
            Mismatch { path: package(errors, error).to_owned(), ..both!("version", v) }
        }
        AbiInstability::FieldLifetimeMismatch(_) | AbiInstability::FnLifetimeMismatch(_) => {
            mismatch("the same lifetimes".into(), "others".into())
        }
        _ => mismatch("the same type".into(), "one declared otherwise".into()),
    }
}

/// The package of the type that differs.
fn package(errors: &AbiInstabilityErrors, error: &AbiInstabilityError) -> &'static str {
    match error.stack_trace.last().map(|step| &step.expected) {
        Some(TLFieldOrFunction::Field(field)) => field.layout().package().as_str(),
        _ => errors.interface.package().as_str(),
    }
}

#[cfg(test)]
#[allow(unsafe_code, dead_code, non_camel_case_types, reason = "what abi_stable derives")]
mod tests {
    use super::*;
    use abi_stable::StableAbi;
    use abi_stable::std_types::RSlice;

    /// A module as one version of a library has it: a list of rows, a function, and fields added later.
    macro_rules! version {
        ($version:ident { $($field:ident: $type:ty),* } $($later:ident)*) => {
            mod $version {
                use super::*;

                #[repr(C)]
                #[derive(StableAbi)]
                pub(super) struct Row {
                    $(pub(super) $field: $type,)*
                }

                #[repr(C)]
                #[derive(StableAbi)]
                #[sabi(kind(Prefix(prefix_ref = Module_Ref)))]
                pub(super) struct Module {
                    pub(super) rows: RSlice<'static, Row>,
                    #[sabi(last_prefix_field)]
                    pub(super) measure: extern "C" fn(&Row) -> u8,
                    $(pub(super) $later: u32,)*
                }
            }
        };
    }

    version!(now { length: u32, width: u16 });
    version!(grown { length: u32, width: u16 } later);
    version!(wider { length: u64, width: u16 });
    version!(grown_and_wider { length: u64, width: u16 } later);
    version!(moved { width: u16, length: u32 });
    version!(longer { length: u32, width: u16, height: u16 });
    version!(signed { length: i32, width: u16 });

    fn lines(host: &'static TypeLayout, plugin: &'static TypeLayout) -> Vec<String> {
        check(host, plugin).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_module_may_have_grown_on_either_side() {
        assert_eq!(check(now::Module_Ref::LAYOUT, now::Module_Ref::LAYOUT), Ok(()));
        assert_eq!(check(now::Module_Ref::LAYOUT, grown::Module_Ref::LAYOUT), Ok(()));
        assert_eq!(check(grown::Module_Ref::LAYOUT, now::Module_Ref::LAYOUT), Ok(()));
    }

    #[test]
    fn a_field_of_another_type_is_one_line_with_its_path() {
        let lines = lines(now::Module_Ref::LAYOUT, wider::Module_Ref::LAYOUT);
        assert_eq!(lines, ["Module.rows.length: expected type u32, found type u64"]);
    }

    #[test]
    fn a_field_of_the_same_size_and_another_type_is_found() {
        let lines = lines(now::Module_Ref::LAYOUT, signed::Module_Ref::LAYOUT);
        assert_eq!(lines, ["Module.rows.length: expected type u32, found type i32"]);
    }

    #[test]
    fn what_was_merely_added_is_not_listed_with_what_differs() {
        for (host, plugin, line) in [
            (now::Module_Ref::LAYOUT, grown_and_wider::Module_Ref::LAYOUT, "expected type u32, found type u64"),
            (grown_and_wider::Module_Ref::LAYOUT, now::Module_Ref::LAYOUT, "expected type u64, found type u32"),
        ] {
            assert_eq!(lines(host, plugin), [format!("Module.rows.length: {line}")]);
        }
    }

    #[test]
    fn moved_fields_are_one_line_and_an_added_one_is_counted() {
        let moved = lines(now::Module_Ref::LAYOUT, moved::Module_Ref::LAYOUT);
        assert_eq!(moved, ["Module.rows: expected member length, found member width"]);
        let longer = lines(now::Module_Ref::LAYOUT, longer::Module_Ref::LAYOUT);
        assert_eq!(longer, ["Module.rows: expected number of fields 2, found number of fields 3"]);
    }
}
