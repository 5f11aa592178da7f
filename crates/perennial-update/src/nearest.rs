/// The minimum similarity of a suggestion, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.6;

/// Returns the known word that is most similar to `word`, if any is similar enough.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let similarity = |known: &str| strsim::normalized_damerau_levenshtein(word, known);
    let similar =
        known.into_iter().map(|known| (similarity(known), known)).filter(|(score, _)| *score >= MIN_SIMILARITY);
    similar.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}
