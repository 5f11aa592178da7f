//! Suggests a known name in place of a misspelled one.

/// The maximum length in bytes of names that are compared. Names in a document may be of any length, and comparing long
/// names is slow.
const LONGEST: usize = 200;

/// Returns the name in `known` with the smallest [`distance`] to `name`. Returns `None` if the distance is more than
/// half of that name's length.
fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known = known.into_iter().filter(|known| known.len() <= LONGEST && name.len() <= LONGEST);
    let near = known.map(|known| (distance(name, known), known)).min_by_key(|(distance, _)| *distance);
    near.filter(|(distance, known)| 2 * distance <= known.chars().count()).map(|(_, known)| known)
}

/// Returns the end of a message, such as ``: did you mean `limit`?``, that suggests the name in `known` nearest to
/// `name`. Empty if no name is similar.
pub fn suggest_nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map(|known| format!(": did you mean `{known}`?")).unwrap_or_default()
}

/// Returns the case-insensitive edit distance: how many characters have to be added, removed or replaced to turn `one`
/// into `other`.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, c) in one.chars().enumerate() {
        let mut replaced = row[0];
        row[0] = index + 1;
        for (at, o) in other.iter().enumerate() {
            let is_other = usize::from(!c.eq_ignore_ascii_case(o));
            let next = (replaced + is_other).min(row[at] + 1).min(row[at + 1] + 1);
            replaced = std::mem::replace(&mut row[at + 1], next);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_nearest_name_unless_most_characters_differ() {
        assert_eq!(nearest("nextCursor", ["prev_cursor", "next_cursor", "next"]), Some("next_cursor"));
        assert_eq!(nearest("LIMIT", ["limits", "limit"]), Some("limit"));
        assert_eq!(nearest("offset", ["q", "page"]), None);
        assert_eq!(nearest("a", []), None);
        assert_eq!((distance("abc", "abd"), distance("", "abc"), distance("xabc", "abc")), (1, 3, 1));
    }
}
