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

/// The document with drawings and paths that are repeated written once, as definitions, and referred to from there on.
pub(super) fn shared(svg: &str) -> String {
    let svg = defined(svg, "d", drawings(svg));
    defined(&svg, "p", paths(&svg))
}

/// Something that may be repeated: where it is, the attributes of its use, and what is drawn.
struct Part<'a> {
    whole: Range<usize>,
    head: &'a str,
    drawn: &'a str,
}

/// The document with what is drawn by several of its parts defined once.
fn defined<'a>(svg: &'a str, prefix: &str, parts: Vec<Part<'a>>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    parts.iter().for_each(|part| *counts.entry(part.drawn).or_default() += 1);
    counts.retain(|drawn, n| *n > 1 && drawn.len() > LEAST_SHARED);
    let (mut ids, mut definitions): (BTreeMap<&str, usize>, String) = Default::default();
    let (mut out, mut done) = (String::with_capacity(svg.len()), 0);
    for Part { whole, head, drawn } in parts.into_iter().filter(|part| counts.contains_key(part.drawn)) {
        let next = ids.len();
        let id = *ids.entry(drawn).or_insert(next);
        if id == next {
            put!(definitions, "<g id=\"{prefix}{id}\">{drawn}</g>\n");
        }
        out.push_str(&svg[done..whole.start]);
        put!(out, "<use href=\"#{prefix}{id}\"{head}/>");
        done = whole.end;
    }
    out.push_str(&svg[done..]);
    match out.find(DEFINITIONS) {
        Some(at) => out.insert_str(at + DEFINITIONS.len(), &definitions),
        None => return svg.to_owned(),
    }
    out
}

/// The groups that are transformed and hold no other.
fn drawings(svg: &str) -> Vec<Part<'_>> {
    const OPEN: &str = "<g transform=";
    let (mut found, mut from) = (Vec::new(), svg.find(DEFINITIONS_END).unwrap_or(0));
    while let Some(start) = svg[from..].find(OPEN).map(|at| from + at) {
        from = start + OPEN.len();
        let Some(body) = svg[from..].find('>').map(|at| from + at + 1) else { break };
        let Some(end) = svg[body..].find("</g>").map(|at| body + at) else { break };
        if !svg[body..end].contains("<g") {
            from = end + "</g>".len();
            found.push(Part { whole: start..from, head: &svg[start + "<g".len()..body - 1], drawn: &svg[body..end] });
        }
    }
    found
}

/// The paths outside the definitions.
fn paths(svg: &str) -> Vec<Part<'_>> {
    let (mut found, mut from) = (Vec::new(), svg.find(DEFINITIONS_END).unwrap_or(0));
    while let Some(start) = svg[from..].find("<path ").map(|at| from + at) {
        let Some(end) = svg[start..].find("/>").map(|at| start + at + 2) else { break };
        found.push(Part { whole: start..end, head: "", drawn: &svg[start..end] });
        from = end;
    }
    found
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
        let svg = format!("<svg><defs>\n</defs>\n{path}{rest}{path}</svg>");
        let use_ = "<use href=\"#p0\"/>";
        let expected = format!("<svg><defs>\n<g id=\"p0\">{path}</g>\n</defs>\n{use_}{rest}{use_}</svg>");
        assert_eq!(shared(&svg), expected);
    }
}
