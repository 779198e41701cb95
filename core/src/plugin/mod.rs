//! The author's macro, the root module of a plugin library and the guard around its hooks.

mod collect;
mod log;
mod module;
mod shim;
pub mod stated;

pub use collect::{Entry, Source, build};
pub use log::{LogFn, LogSink};
pub use module::{NameRow, PluginModule, PluginModule_Ref};
pub use shim::guard;

/// The start of the name of the symbol under which a library exports its header; the plugin's id follows.
pub const SYMBOL: &str = "gatehouse_plugin_";

/// Declares a plugin: its id, its data files, the names its hooks use, and its hooks with their place in the order.
///
/// Each hook is a function of the same module, `fn name(view: &View<'_>, args: &Args, out: &mut Sink)`; the point says
/// which arguments and sink. The declaration is a constant, such as `include_str!("../plugin.toml")`: it also becomes data
/// that a host reads before it opens the library ([`stated`](crate::plugin::stated)). The macro makes the module exported by the library and, for static linking, a function
/// `module()`.
///
/// ```
/// use gatehouse_core::prelude::*;
///
/// gatehouse_core::plugin! {
///     id: "one-point-more",
///     declaration: r#"
///         [plugin]
///         id = "one-point-more"
///         name = "One Point More"
///         version = "0.1.0"
///         api = "^0.1"
///     "#,
///     tiles: [],
///     names: {
///         ROAD: FeatureKind = "road";
///     },
///     hooks: {
///         score: one_more = key(430).when(&[Condition::feature("road")]).because("after the road's own points");
///     },
/// }
///
/// fn one_more(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
///     assert_eq!(sheet.kind, view.id(ROAD));
///     out.write(Line::plus(Unit::FLAT, 1, 1));
/// }
///
/// # fn main() {
/// assert_eq!(module().score().len(), 1);
/// # }
/// ```
#[macro_export]
macro_rules! plugin {
    (
        id: $id:literal,
        declaration: $declaration:expr,
        tiles: [$($tiles:expr),* $(,)?],
        names: { $($(#[$ndoc:meta])* $name:ident: $class:ident = $text:literal $(, $optional:ident)?;)* },
        hooks: { $($point:ident: $hook:ident = $head:expr;)* } $(,)?
    ) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "counts the names")]
        #[repr(u16)]
        enum __Index { $($name,)* #[allow(dead_code)] __End }

        $(
            #[doc = concat!("The ", stringify!($class), " `", $text, "`.")]
            $(#[$ndoc])*
            #[allow(dead_code)]
            pub(crate) const $name: $crate::Name<$crate::$class> = $crate::Name::new(__Index::$name as u16);
        )*

        const __NAMES: &[$crate::plugin::NameRow] = &[$(
            $crate::plugin::NameRow {
                class: $crate::abi::RStr::from_str(stringify!($class)),
                name: $crate::abi::RStr::from_str($text),
                optional: $crate::plugin!(@optional $($optional)?),
            },
        )*];

        $(
            const _: () = {
                extern "C" fn shim<'a, 'b>(
                    view: &'a $crate::View<'b>,
                    args: &'a <$crate::points::$point as $crate::points::HookPoint>::Args<'b>,
                    out: &'a mut <$crate::points::$point as $crate::points::HookPoint>::Sink,
                ) -> $crate::points::Outcome {
                    $crate::plugin::guard(|| $hook(view, args, out))
                }
                const HEAD: $crate::points::HookHead = {
                    #[allow(unused_imports)]
                    use $crate::points::{Condition, Constraint, Datum, Duty, Who, key, reaction};
                    $head
                };
                $crate::inventory::submit! {
                    $crate::plugin::Entry {
                        plugin: $id,
                        hook: $crate::points::$point::hook(HEAD.named(stringify!($hook)), shim),
                    }
                }
            };
        )*

        const __TILES: &[$crate::abi::RStr<'static>] = &[$($crate::abi::RStr::from_str($tiles)),*];

        const __DECLARATION: &str = $declaration;

        // SAFETY: the section is this record's kind's alone, and is only ever read.
        #[used]
        #[unsafe(link_section = ".gatehouse")]
        static __STATED: [u8; $crate::plugin::stated::size(__DECLARATION)] =
            $crate::plugin::stated::record(__DECLARATION);

        /// The plugin's root module.
        pub fn module() -> $crate::plugin::PluginModule_Ref {
            static MODULE: std::sync::OnceLock<$crate::plugin::PluginModule_Ref> = std::sync::OnceLock::new();
            *MODULE.get_or_init(|| {
                $crate::plugin::build($crate::plugin::Source {
                    id: $id,
                    unwinds: cfg!(panic = "unwind"),
                    declaration: $crate::plugin::stated::declaration(&__STATED),
                    tiles: __TILES,
                    names: __NAMES,
                })
            })
        }

        const _: () = {
            extern "C" fn construct() -> $crate::abi::RootModuleResult {
                $crate::abi::load(module)
            }

            // SAFETY: the symbol's name carries the plugin's id, so no other library or plugin exports it, and
            // the constructor returns the module whose type it names.
            #[unsafe(export_name = concat!("gatehouse_plugin_", $id))]
            pub static HEADER: $crate::abi::LibHeader = unsafe {
                $crate::abi::LibHeader::from_constructor::<$crate::plugin::PluginModule_Ref>(
                    construct,
                    $crate::abi::CheckTypeLayout::Yes,
                )
            };
        };
    };
    (@optional) => { false };
    (@optional optional) => { true };
}
