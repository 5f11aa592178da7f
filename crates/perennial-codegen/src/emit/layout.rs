//! Formats the generated code. Templates write unindented lines of any length. This module indents the lines, separates
//! items with blank lines, and breaks long lines at their brackets.

use std::mem;

/// The maximum length of a line, unless the line contains no brackets at which it could be broken.
const WIDTH: usize = 120;

pub fn block(head: &str, lines: &str) -> String {
    if lines.is_empty() { format!("{head} {{}}\n") } else { format!("{head} {{\n{lines}\n}}\n") }
}

pub fn laid_out(code: &str) -> String {
    // `open` records for each open bracket whether it encloses items.
    let (mut out, mut open, mut before) = (String::new(), Vec::new(), "");
    for text in code.lines().map(str::trim_start).flat_map(function_lines).filter(|text| !text.is_empty()) {
        let is_in_items = open.last().is_none_or(|is_items| *is_items);
        let indent = open.len().saturating_sub(text.chars().take_while(|sign| is_end(*sign)).count());
        if is_in_items && is_apart(before, text) {
            out.push('\n');
        }
        if text.starts_with("//") {
            out.push_str(&(" ".repeat(4 * indent) + text));
        } else {
            let signs = signs(text);
            line(text, &signs, indent, &mut out);
            for sign in signs {
                match sign.is {
                    begin if is_begin(begin) => open.push(begin == '{' && has_items(text)),
                    end if is_end(end) => drop(open.pop()),
                    _ => {}
                }
            }
        }
        out.push('\n');
        before = text;
    }
    out
}

/// Splits a one-line function into its head, its body and its closing brace. Returns any other line unchanged.
fn function_lines(text: &str) -> [&str; 3] {
    let is_function = ["fn ", "pub fn ", "pub(crate) fn ", "pub async fn "].iter().any(|head| text.starts_with(head));
    match text.split_once(" { ").filter(|_| is_function && text.ends_with(" }")) {
        Some((head, body)) => [&text[..head.len() + 2], &body[..body.len() - 2], "}"],
        None => [text, "", ""],
    }
}

/// Returns whether `text` opens a block of items, such as a module or an `impl` block, instead of statements or fields.
fn has_items(text: &str) -> bool {
    ["impl", "mod", "trait"].iter().any(|item| text.trim_start_matches("pub ").starts_with(item))
}

/// Returns whether the lines `before` and `text` are separated by a blank line. Blank lines follow items and precede
/// documentation, but there are none between lines that begin with the same word, such as imports.
fn is_apart(before: &str, text: &str) -> bool {
    let word = |text| str::split(text, ' ').next();
    let is_after = before.ends_with('}') || before.ends_with(';') && word(before) != word(text);
    // An attribute or a comment belongs to the line below it. A comment that precedes documentation stands alone.
    let is_attached =
        before.starts_with('#') || before.starts_with("//") && before.starts_with("///") == text.starts_with("///");
    (is_after || text.starts_with("///"))
        && !is_attached
        && !before.is_empty()
        && !before.ends_with(is_begin)
        && !text.starts_with(is_end)
}

/// Writes the line `text`, whose characters outside of string literals are `signs`. If the content of a bracket does
/// not fit into the line, the content is split at its commas, and each part is written on a line of its own.
fn line(text: &str, signs: &[Sign], indent: usize, out: &mut String) {
    let space = " ".repeat(4 * indent);
    out.push_str(&space);
    let mut written = 0;
    while let Some((begin, end)) = brackets(after(signs, written)) {
        out.push_str(&text[written..=begin]);
        let (inside, column) = (&text[begin + 1..end], out.len() - out.rfind('\n').map_or(0, |line| line + 1));
        let next = after(signs, end).iter().find(|sign| is_begin(sign.is)).map_or(text.len(), |sign| sign.at + 1);
        let length = inside.trim().len() + next - end;
        if inside.is_empty() || column + length <= WIDTH {
            out.push_str(inside);
        } else {
            for part in parts(inside.trim()) {
                out.push('\n');
                line(part, &self::signs(part), indent + 1, out);
            }
            out.push_str(&format!("\n{space}"));
        }
        written = end;
    }
    out.push_str(&text[written..]);
}

/// Splits `text` after each comma that is not in brackets.
fn parts(text: &str) -> Vec<&str> {
    let mut begin = 0;
    let commas = signs(text).into_iter().filter(|sign| sign.is == ',' && sign.depth == 0);
    let ends = commas.map(|comma| comma.at + 1).chain([text.len()]);
    let parts = ends.map(|end| text[mem::replace(&mut begin, end)..end].trim_start());
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns the positions of the first opening bracket in `signs` and of its closing bracket.
fn brackets(signs: &[Sign]) -> Option<(usize, usize)> {
    let begin = signs.iter().position(|sign| is_begin(sign.is))?;
    let end = signs[begin..].iter().find(|sign| is_end(sign.is) && sign.depth == signs[begin].depth)?;
    Some((signs[begin].at, end.at))
}

/// A character of a line that is not in a string literal.
struct Sign {
    at: usize,
    is: char,
    /// The number of brackets that enclose the character. A bracket does not enclose itself.
    depth: usize,
}

fn signs(text: &str) -> Vec<Sign> {
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

fn after(signs: &[Sign], at: usize) -> &[Sign] {
    &signs[signs.partition_point(|sign| sign.at < at)..]
}

fn is_begin(sign: char) -> bool {
    matches!(sign, '(' | '[' | '{')
}

fn is_end(sign: char) -> bool {
    matches!(sign, ')' | ']' | '}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indents_lines_by_brackets_and_separates_items() {
        let code = "use a::B;
            /// A thing, with a brace: {
            ///
            /// - one
            #[cfg(any(feature = \"a\", feature = \"b\"))]
            ::perennial::__private::v1::object! {
            /// It.
            pub struct Thing {
            0 optional(boxed) x: ::std::vec::Vec<crate::A> = \"x{\\\"}\";
            1 required y: bool = \"y\";
            }
            }
            impl A for B {
            fn f(&self) -> &str {
            match *x {
            A { y } => &y,
            _ => g(|x| matches!(x, y))?.z,
            }
            }

            const C: i64 = 1;
            }
            fn after() {}\n";
        let expected = r#"use a::B;

/// A thing, with a brace: {
///
/// - one
#[cfg(any(feature = "a", feature = "b"))]
::perennial::__private::v1::object! {
    /// It.
    pub struct Thing {
        0 optional(boxed) x: ::std::vec::Vec<crate::A> = "x{\"}";
        1 required y: bool = "y";
    }
}

impl A for B {
    fn f(&self) -> &str {
        match *x {
            A { y } => &y,
            _ => g(|x| matches!(x, y))?.z,
        }
    }

    const C: i64 = 1;
}

fn after() {}
"#;
        assert_eq!(laid_out(code), expected);
    }

    #[test]
    fn puts_the_body_of_a_function_on_its_own_line() {
        let code = "impl A {\npub fn b(self) -> B { B { c: self.c } }\nfn d() {}\n}\n";
        let expected = "impl A {\n    pub fn b(self) -> B {\n        B { c: self.c }\n    }\n\n    fn d() {}\n}\n";
        assert_eq!(laid_out(code), expected);
    }

    #[test]
    fn breaks_long_lines_at_brackets_and_commas() {
        let name = "a".repeat(60);
        let code = format!("f({name}, g(1, 2), \"{name}), (,\", Map<{name}, B>) -> ::std::vec::Vec<A>;\n");
        let expected = format!(
            "f(\n    {name},\n    g(1, 2),\n    \"{name}), (,\",\n    Map<{name}, B>\n) -> ::std::vec::Vec<A>;\n"
        );
        assert_eq!(laid_out(&code), expected);
        let attribute = format!("#[cfg(any(feature = \"{name}\", feature = \"{name}\"))]\n");
        let lines: Vec<String> = laid_out(&attribute).lines().map(str::to_owned).collect();
        let feature = format!("            feature = \"{name}\"");
        assert_eq!(
            lines,
            ["#[", "    cfg(", "        any(", &format!("{feature},"), &feature, "        )", "    )", "]"]
        );
    }

    #[test]
    fn does_not_break_documentation() {
        let text = format!("/// ({})\n", "a, ".repeat(60));
        assert_eq!(laid_out(&text), text);
    }

    /// If nested brackets were laid out again for each bracket around them, the time would be exponential in the depth,
    /// and this test would not end.
    #[test]
    fn laying_out_nested_brackets_does_not_take_exponential_time() {
        let nested = (0..200).fold("a".to_owned(), |inner, _| format!("({inner}, a)"));
        let text = laid_out(&nested);
        assert!(text.lines().count() > 200);
        assert_eq!(text.split_whitespace().collect::<String>(), nested.replace(' ', ""));
    }
}
