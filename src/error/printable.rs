//! Which characters stand for themselves. The generator and the errors of the client have the same file:
//! a build-dependency cannot be shared with the library.

/// Whether a character stands for itself wherever it is shown: it moves no cursor, breaks no line, does not change the
/// direction of the text, and can be seen.
pub fn is_printable(c: char) -> bool {
    c.is_ascii_graphic() || c == ' ' || (is_shown_by_std(c) && !is_blank(c))
}

/// The standard library escapes control and format characters (U+202E, U+200B, U+FEFF), separators, and what is not
/// assigned. Combining marks it escapes only at the start of a text.
fn is_shown_by_std(c: char) -> bool {
    let mut text = [b'a'; 5];
    let length = 1 + c.encode_utf8(&mut text[1..]).len();
    text.get(..length)
        .and_then(|text| str::from_utf8(text).ok())
        .is_some_and(|text| text.escape_debug().skip(1).eq([c]))
}

/// Letters, marks and symbols that have no shape: what Unicode calls default-ignorable, of the categories that are shown,
/// and the blank of Braille.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{34f}' // grapheme joiner
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
        | '\u{17b4}' | '\u{17b5}' // inherent vowels of Khmer
        | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' // selectors of variants
        | '\u{2800}')
}
