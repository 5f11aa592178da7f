//! What a description says, whether it is written in HTML or Markdown.

/// A text without tags and marks; a line break ends a sentence.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        plain += &rest[..start];
        rest = &rest[start..];
        let Some(end) = rest.find('>') else { break };
        let is_break = BREAKS.iter().any(|tag| rest.get(..tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag)));
        plain.push(if is_break { '\n' } else { ' ' });
        rest = &rest[end + 1..];
    }
    plain += rest;
    plain.retain(|c| !matches!(c, '*' | '`'));
    plain
}

/// The beginnings of tags that end a line.
const BREAKS: [&str; 5] = ["<br", "<p", "</p", "<li", "<div"];

/// The sentences of a text.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let sentences = text.split('\n').flat_map(|line| line.split_inclusive(". "));
    sentences.map(str::trim).filter(|sentence| !sentence.is_empty())
}
