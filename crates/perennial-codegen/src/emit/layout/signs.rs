//! The characters of code that are in no string, with the brackets around them.

/// A character that is in no string.
pub struct Sign {
    pub at: usize,
    pub is: char,
    /// The number of brackets around it; these themselves do not count. `<` and `>` are brackets, except in arrows.
    pub depth: usize,
}

pub fn signs(text: &str) -> Vec<Sign> {
    let (mut signs, mut depth, mut is_string, mut is_escaped) = (Vec::new(), 0_usize, false, false);
    for (at, is) in text.char_indices() {
        if !is_string {
            let is_arrow = || text[..at].ends_with(['-', '=']);
            depth = depth.saturating_sub(usize::from(is_end(is) || is == '>' && !is_arrow()));
            signs.push(Sign { at, is, depth });
            depth += usize::from(is_begin(is) || is == '<');
        }
        is_string ^= is == '"' && !is_escaped;
        is_escaped = is_string && is == '\\' && !is_escaped;
    }
    signs
}

pub fn is_begin(sign: char) -> bool {
    matches!(sign, '(' | '[' | '{')
}

pub fn is_end(sign: char) -> bool {
    matches!(sign, ')' | ']' | '}')
}

/// Splits `text` at its commas, which are left out.
pub fn items(text: &str) -> Vec<&str> {
    let mut begin = 0;
    let commas = signs(text).into_iter().filter(|sign| sign.is == ',' && sign.depth == 0);
    let ends: Vec<usize> = commas.map(|comma| comma.at).chain([text.len()]).collect();
    let items = ends.into_iter().map(|end| text[std::mem::replace(&mut begin, end + 1)..end].trim());
    items.filter(|item| !item.is_empty()).collect()
}

/// Splits `text` before and after the first `separator` that is in no brackets.
pub fn split<'a>(text: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    let begins = |sign: &Sign| sign.depth == 0 && text[sign.at..].starts_with(separator);
    let at = signs(text).iter().find(|sign| begins(sign))?.at;
    Some((&text[..at], &text[at + separator.len()..]))
}

/// Splits `text` into what precedes the brackets at its end, and what is in these.
pub fn group(text: &str) -> Option<(&str, char, &str)> {
    let end = text.chars().next_back().filter(|end| is_end(*end) || *end == '>')?;
    let signs = signs(text);
    let depth = signs.last().filter(|sign| sign.is == end)?.depth;
    let begins = |sign: &&Sign| sign.depth == depth && (is_begin(sign.is) || sign.is == '<' && end == '>');
    let begin = signs.iter().rev().skip(1).find(begins)?;
    Some((&text[..begin.at], begin.is, &text[begin.at + 1..text.len() - 1]))
}
