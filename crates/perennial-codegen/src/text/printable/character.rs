//! Decides which characters are shown unescaped. The runtime and the generator each contain a copy of this file, since
//! a build-dependency cannot be shared with the library.

/// Returns whether a character can be shown unescaped: it is visible, and does not move the cursor, break the line or
/// change the direction of the text.
pub fn is_printable(c: char) -> bool {
    c.is_ascii_graphic() || c == ' ' || (is_shown_by_std(c) && !is_blank(c))
}

/// Returns whether the standard library shows a character unescaped. It escapes control and format characters (U+202E,
/// U+200B, U+FEFF), separators, and unassigned code points. It escapes combining marks only at the start of a text.
fn is_shown_by_std(c: char) -> bool {
    let mut text = [b'a'; 5];
    let length = 1 + c.encode_utf8(&mut text[1..]).len();
    text.get(..length)
        .and_then(|text| str::from_utf8(text).ok())
        .is_some_and(|text| text.escape_debug().skip(1).eq([c]))
}

/// Returns whether a letter, mark or symbol is invisible: those that are default-ignorable according to Unicode, and
/// the Braille blank.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{34f}' // grapheme joiner
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
        | '\u{17b4}' | '\u{17b5}' // inherent vowels of Khmer
        | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' // selectors of variants
        | '\u{2800}')
}
