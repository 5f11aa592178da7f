//! The name that somebody may have meant.

/// More characters than any name that is looked for: a document may have names of any length.
const LONGEST: usize = 200;

/// The one of `known` with the fewest characters that differ, if it is near.
fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known = known.into_iter().filter(|known| known.len() <= LONGEST && name.len() <= LONGEST);
    let near = known.map(|known| (distance(name, known), known)).min_by_key(|(distance, _)| *distance);
    near.filter(|(distance, known)| 2 * distance <= known.chars().count()).map(|(_, known)| known)
}

/// The question whether that one was meant, after a sentence; nothing if none is near.
pub fn instead<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map(|known| format!(": is it `{known}`?")).unwrap_or_default()
}

/// How many characters are added, removed or replaced, if upper and lower case are one.
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
    fn the_nearest_name_is_given_and_none_that_differs_in_most_characters() {
        assert_eq!(nearest("nextCursor", ["prev_cursor", "next_cursor", "next"]), Some("next_cursor"));
        assert_eq!(nearest("LIMIT", ["limits", "limit"]), Some("limit"));
        assert_eq!(nearest("offset", ["q", "page"]), None);
        assert_eq!(nearest("a", []), None);
        assert_eq!((distance("abc", "abd"), distance("", "abc"), distance("xabc", "abc")), (1, 3, 1));
    }
}
