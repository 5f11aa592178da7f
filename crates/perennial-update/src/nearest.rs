//! The word that was meant.

/// The least similarity, out of 1, at which a word may be meant.
const ALIKE: f64 = 0.6;

/// The word that is most like `word` of those that are known.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(word, known);
    let alike = known.into_iter().map(|known| (likeness(known), known)).filter(|(like, _)| *like >= ALIKE);
    alike.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}
