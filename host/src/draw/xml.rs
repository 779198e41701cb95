//! The little XML that pictures need.

/// Appends formatted text to a `String`, which can't fail.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($out, $($text)*);
    }};
}
pub(super) use put;

/// Text as it stands in XML, in attributes too.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            // XML 1.0 has no way to write the other control characters and these two.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
