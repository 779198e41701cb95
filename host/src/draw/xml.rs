//! The little XML that pictures need.

use std::collections::BTreeMap;
use std::ops::Range;

/// Where definitions begin and end in a picture.
const DEFINITIONS: &str = "<defs>\n";
const DEFINITIONS_END: &str = "</defs>";
/// Shorter drawings are not worth a definition.
const LEAST_SHARED: usize = 60;

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

/// The document with drawings that are repeated written once, as definitions, and referred to from there on.
pub(super) fn shared(svg: &str) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    each_drawing(svg, |_, drawing| *counts.entry(drawing).or_default() += 1);
    counts.retain(|drawing, n| *n > 1 && drawing.len() > LEAST_SHARED);
    let (mut ids, mut definitions): (BTreeMap<&str, usize>, String) = Default::default();
    let (mut out, mut done) = (String::with_capacity(svg.len()), 0);
    each_drawing(svg, |whole, drawing| {
        if !counts.contains_key(drawing) {
            return;
        }
        let next = ids.len();
        let id = *ids.entry(drawing).or_insert(next);
        if id == next {
            put!(definitions, "<g id=\"d{id}\">{drawing}</g>\n");
        }
        let head = &svg[whole.start + "<g".len()..whole.end - drawing.len() - ">".len() - "</g>".len()];
        out.push_str(&svg[done..whole.start]);
        put!(out, "<use href=\"#d{id}\"{head}/>");
        done = whole.end;
    });
    out.push_str(&svg[done..]);
    match out.find(DEFINITIONS) {
        Some(at) => out.insert_str(at + DEFINITIONS.len(), &definitions),
        None => return svg.to_owned(),
    }
    out
}

/// Calls for each group that is transformed and holds no other, with where it is and what is in it.
fn each_drawing<'a>(svg: &'a str, mut call: impl FnMut(Range<usize>, &'a str)) {
    const OPEN: &str = "<g transform=";
    let mut from = svg.find(DEFINITIONS_END).unwrap_or(0);
    while let Some(start) = svg[from..].find(OPEN).map(|at| from + at) {
        from = start + OPEN.len();
        let Some(body) = svg[from..].find('>').map(|at| from + at + 1) else { return };
        let Some(end) = svg[body..].find("</g>").map(|at| body + at) else { return };
        if !svg[body..end].contains("<g") {
            from = end + "</g>".len();
            call(start..from, &svg[body..end]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_twice_is_written_once() {
        let path = format!("<path d=\"M0 0{}\"/>", "L10 10".repeat(20));
        let group = |at: usize| format!("<g transform=\"translate({at} 0)\">{path}</g>");
        let rest = "<g class=\"x\"><g transform=\"scale(2)\"><path d=\"M1 1\"/></g></g>";
        let svg = format!("<svg><defs>\n</defs>\n{}{rest}{}</svg>", group(1), group(2));
        let used = |at: usize| format!("<use href=\"#d0\" transform=\"translate({at} 0)\"/>");
        let expected = format!("<svg><defs>\n<g id=\"d0\">{path}</g>\n</defs>\n{}{rest}{}</svg>", used(1), used(2));
        assert_eq!(shared(&svg), expected);
        assert_eq!(shared(&expected), expected);
    }
}
