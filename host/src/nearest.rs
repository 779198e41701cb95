//! Finds the known name that a mistyped one most likely means.

/// The known name nearest to `name`, if one is near enough to be meant; of equally near ones the first by alphabet.
///
/// ```
/// use gatehouse::nearest::nearest;
///
/// assert_eq!(nearest("lantens", ["walls", "lanterns"]), Some("lanterns"));
/// assert_eq!(nearest("ferries", ["walls", "lanterns"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let long = name.chars().count();
    let near = long.div_ceil(3);
    // A name much longer or shorter than this one is not near, and a long text is not compared with all.
    let known = known.into_iter().filter(|k| k.chars().count().abs_diff(long) <= near);
    let (distance, found) = known.map(|k| (strsim::damerau_levenshtein(name, k), k)).min()?;
    (distance <= near).then_some(found)
}

/// The end of a sentence that asks whether the nearest known name was meant; without one, `otherwise`.
pub(crate) fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    match nearest(name, known) {
        Some(known) => format!("did you mean `{known}`?"),
        None => otherwise.to_owned(),
    }
}
