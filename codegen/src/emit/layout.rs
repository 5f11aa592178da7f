//! The layout of the code: lines of Rust, and of the macros of `src/rt`, which a formatter of Rust would run together.

use std::fmt;

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use syn::LitStr;

/// The longest line, unless it cannot be broken.
const WIDTH: usize = 120;

/// Writes `code`.
pub fn write(code: &TokenStream, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut layout = Layout::default();
    layout.lines(code.clone());
    f.write_str(&layout.out)
}

#[derive(Default)]
struct Layout {
    out: String,
    indent: usize,
    /// Whether all is in one line.
    is_flat: bool,
}

impl Layout {
    /// What stands in braces, or in brackets that are too long for a line: each line ends with `;`, `,`, braces, or the
    /// brackets of an attribute.
    fn lines(&mut self, code: TokenStream) {
        let mut line: Vec<TokenTree> = Vec::new();
        let mut tokens = code.into_iter().peekable();
        let mut angles = 0_usize;
        while let Some(token) = tokens.next() {
            let is_end = match &token {
                TokenTree::Punct(sign) => {
                    match sign.as_char() {
                        '<' => angles += 1,
                        '>' if !is_arrow(&line) => angles = angles.saturating_sub(1),
                        _ => {}
                    }
                    sign.as_char() == ';' || sign.as_char() == ',' && angles == 0
                }
                TokenTree::Group(group) => match group.delimiter() {
                    Delimiter::Brace => !goes_on(&line, tokens.peek()),
                    _ => is_sign(line.last(), '#') && line.len() == 1,
                },
                _ => false,
            };
            line.push(token);
            if is_end || tokens.peek().is_none() {
                self.line(&line);
                line.clear();
            }
        }
    }

    fn line(&mut self, tokens: &[TokenTree]) {
        let text = documentation(tokens);
        if self.indent < 2 && self.needs_blank_line(text.is_some()) {
            self.out.push('\n');
        }
        let Some(text) = text else {
            self.begin();
            self.tokens(tokens);
            return self.out.push('\n');
        };
        for line in text.split('\n') {
            self.begin();
            self.out.push_str("///");
            if !line.is_empty() {
                self.out.push(' ');
                self.out.push_str(line);
            }
            self.out.push('\n');
        }
    }

    /// Whether items are kept apart here: after one with a body, and before one with documentation.
    fn needs_blank_line(&self, is_documented: bool) -> bool {
        let last = self.out.trim_end().rsplit('\n').next().unwrap_or_default().trim_start();
        let is_attribute = last.starts_with('#') || last.starts_with("///");
        let is_body = last.ends_with('}') || last.ends_with("};");
        let is_first = last.is_empty() || last.ends_with(['{', '[', '(']);
        !is_attribute && !is_first && (is_body || is_documented)
    }

    fn begin(&mut self) {
        self.out.extend(std::iter::repeat_n("    ", self.indent));
    }

    fn tokens(&mut self, tokens: &[TokenTree]) {
        for (index, token) in tokens.iter().enumerate() {
            if is_spaced(&tokens[..index], token) {
                self.out.push(' ');
            }
            match token {
                TokenTree::Group(group) => self.group(group, &tokens[index + 1..]),
                other => self.out.push_str(&other.to_string()),
            }
        }
    }

    /// A group, which is followed by `rest`: in this line, if it fits.
    fn group(&mut self, group: &Group, rest: &[TokenTree]) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::None => ("", ""),
        };
        self.out.push_str(open);
        if !group.stream().is_empty() {
            let column = self.out.len() - self.out.rfind('\n').map_or(0, |line| line + 1);
            let is_short = |line: &String| column + line.len() + 2 + length_to_group(rest) <= WIDTH;
            let line = match self.is_flat {
                true => Some(in_one_line(group)),
                false => Some(group).filter(|group| is_flat(group)).map(in_one_line).filter(is_short),
            };
            match line {
                Some(line) if group.delimiter() == Delimiter::Brace => self.out.push_str(&format!(" {line} ")),
                Some(line) => self.out.push_str(&line),
                None => {
                    self.out.push('\n');
                    self.indent += 1;
                    self.lines(group.stream());
                    self.indent -= 1;
                    self.begin();
                }
            }
        }
        self.out.push_str(close);
    }
}

/// How far a line goes on to the next group, which may be broken.
fn length_to_group(rest: &[TokenTree]) -> usize {
    let until = rest.iter().take_while(|token| !matches!(token, TokenTree::Group(_)));
    until.map(|token| token.to_string().len() + 1).sum()
}

/// What a group holds.
fn in_one_line(group: &Group) -> String {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let mut layout = Layout { is_flat: true, ..Layout::default() };
    layout.tokens(&tokens);
    layout.out
}

/// Whether a group may be in one line: it has no statements, no items, and nothing that is documented.
fn is_flat(group: &Group) -> bool {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let is_flat_token = |token: &TokenTree| match token {
        TokenTree::Group(group) => is_flat(group),
        TokenTree::Punct(sign) => !matches!(sign.as_char(), ';' | '#'),
        _ => true,
    };
    // The fields of a pattern or value.
    let is_value = match tokens.as_slice() {
        [_, colon, next, ..] if is_sign(Some(colon), ':') => !is_sign(Some(next), ':'),
        [_, comma, ..] if is_sign(Some(comma), ',') => true,
        [TokenTree::Ident(_)] | [] => true,
        _ => false,
    };
    (group.delimiter() != Delimiter::Brace || is_value) && tokens.iter().all(is_flat_token)
}

/// Whether a line goes on after braces.
fn goes_on(line: &[TokenTree], next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Punct(sign)) => matches!(sign.as_char(), '.' | ';' | ',' | '?' | '='),
        Some(TokenTree::Ident(word)) => word == "else",
        // The fields of a value, such as that of a closure.
        Some(TokenTree::Group(_)) => is_sign(line.first(), '|'),
        _ => false,
    }
}

/// The text of a documentation attribute, as far as a comment can hold it.
fn documentation(line: &[TokenTree]) -> Option<String> {
    let [TokenTree::Punct(_), TokenTree::Group(attribute)] = line else { return None };
    let inner: Vec<TokenTree> = attribute.stream().into_iter().collect();
    let [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(text)] = inner.as_slice() else { return None };
    let text = syn::parse_str::<LitStr>(&text.to_string()).ok().filter(|_| name == "doc")?.value();
    // A template has a space after `///`.
    let text = text.strip_prefix(' ').unwrap_or(&text);
    (!text.contains('\r')).then(|| text.to_owned())
}

/// Whether there is a space before `token`, which follows `line`.
fn is_spaced(line: &[TokenTree], token: &TokenTree) -> bool {
    let Some(before) = line.last() else { return false };
    match (before, token) {
        // `::`, `->`, `'a`
        (TokenTree::Punct(first), _) if first.spacing() == Spacing::Joint => false,
        (_, TokenTree::Punct(next)) => match next.as_char() {
            ',' | ';' | '.' | '?' | '>' => false,
            '|' => !is_closure(line),
            ':' if next.spacing() == Spacing::Alone => false,
            ':' => begins_path(line, before),
            '<' => begins_path(line, before) && !matches!(before, TokenTree::Ident(word) if word == "impl"),
            '!' => !matches!(before, TokenTree::Ident(_)),
            _ => !is_prefix(line, before),
        },
        (_, TokenTree::Group(group)) if group.delimiter() != Delimiter::Brace => match before {
            TokenTree::Ident(word) => is_keyword(word) && word != "pub",
            TokenTree::Punct(sign) if matches!(sign.as_char(), '>' | '!') => is_arrow_end(line),
            TokenTree::Punct(_) => !is_prefix(line, before),
            _ => true,
        },
        _ => !is_prefix(line, before),
    }
}

/// Whether what comes next belongs to the sign before it: `&x`, `#[…]`, `a::b`, `|x` of a closure.
fn is_prefix(line: &[TokenTree], before: &TokenTree) -> bool {
    let TokenTree::Punct(sign) = before else { return false };
    match sign.as_char() {
        '&' | '#' | '.' | '<' | '\'' => true,
        '*' => match line {
            [.., TokenTree::Ident(word), _] => is_keyword(word),
            _ => true,
        },
        '!' => !matches!(line, [.., TokenTree::Ident(_), _]),
        '|' => {
            is_closure(&line[..line.len() - 1])
                && line.iter().filter(|token| is_sign(Some(token), '|')).count() % 2 == 1
        }
        ':' => is_path(line),
        _ => false,
    }
}

/// Whether a path or type may begin after `before`, rather than go on.
fn begins_path(line: &[TokenTree], before: &TokenTree) -> bool {
    match before {
        TokenTree::Ident(word) => is_keyword(word),
        TokenTree::Literal(_) => true,
        TokenTree::Group(_) => false,
        TokenTree::Punct(sign) => match sign.as_char() {
            '>' => is_arrow_end(line) || is_end_of_parameters(line),
            _ => !is_prefix(line, before),
        },
    }
}

/// Whether a line ends with the type parameters of an `impl`.
fn is_end_of_parameters(line: &[TokenTree]) -> bool {
    let is_impl = matches!(line, [TokenTree::Ident(word), less, ..] if word == "impl" && is_sign(Some(less), '<'));
    is_impl && !line[..line.len() - 1].iter().any(|token| is_sign(Some(token), '>'))
}

/// Whether a line ends with `::`.
fn is_path(line: &[TokenTree]) -> bool {
    matches!(line, [.., first, second] if is_sign(Some(first), ':') && is_sign(Some(second), ':'))
}

/// Whether a line ends with the first sign of `->` or `=>`.
fn is_arrow(line: &[TokenTree]) -> bool {
    matches!(line.last(), Some(TokenTree::Punct(sign)) if matches!(sign.as_char(), '-' | '=') && sign.spacing() == Spacing::Joint)
}

/// Whether a line ends with `->` or `=>`.
fn is_arrow_end(line: &[TokenTree]) -> bool {
    line.split_last().is_some_and(|(last, rest)| is_sign(Some(last), '>') && is_arrow(rest))
}

/// Whether a closure, `|x| …`, is what a line begins with.
fn is_closure(line: &[TokenTree]) -> bool {
    line.is_empty() || is_sign(line.first(), '|')
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(found)) if found.as_char() == sign)
}

/// Whether a path cannot go on from this word.
fn is_keyword(word: &proc_macro2::Ident) -> bool {
    const KEYWORDS: [&str; 16] = [
        "as", "const", "dyn", "else", "for", "if", "impl", "in", "let", "match", "mut", "pub", "ref", "return", "use",
        "where",
    ];
    KEYWORDS.iter().any(|keyword| word == keyword)
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    fn laid_out(code: &TokenStream) -> String {
        let mut layout = Layout::default();
        layout.lines(code.clone());
        layout.out
    }

    /// What rustc reads, with a line for each line of documentation.
    fn read(code: TokenStream) -> Vec<String> {
        let mut read = Vec::new();
        let mut before = None;
        for token in code {
            let text = before.zip(Some(token.clone())).and_then(|(before, token)| documentation(&[before, token]));
            match (&token, text) {
                (_, Some(text)) => {
                    read.pop();
                    read.extend(text.split('\n').map(|line| format!("/// {line}")));
                }
                (TokenTree::Group(group), None) => {
                    read.push(format!("{:?}", group.delimiter()));
                    read.extend(self::read(group.stream()));
                    read.push("end".to_owned());
                }
                (other, None) => read.push(other.to_string()),
            }
            before = Some(token);
        }
        read
    }

    #[test]
    fn the_layout_changes_no_token_of_what_a_document_becomes() {
        for name in ["openapi.json", "tests/kitchen-sink/openapi.json"] {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
            let document = std::fs::read_to_string(path).expect("should be there");
            let (api, _) = crate::model(&document, &Default::default()).expect("legal");
            let code = crate::code(&api).expect("should be generated");
            let text: TokenStream = code.to_string().parse().expect("should be Rust");
            let (read, written) = (read(text), read(code.0));
            let first = read.iter().zip(&written).find(|(read, written)| read != written);
            assert!(first.is_none() && read.len() == written.len(), "{name}: {first:?}");
        }
    }

    #[test]
    fn lines_of_macros_and_items_of_rust_stand_by_themselves() {
        let code = quote! {
            #[cfg(any(feature = "a", feature = "b"))]
            crate::rt::object! {
                #[doc = "A thing.\n\n- one"]
                pub struct Thing built in build_Thing { 0 optional(boxed) x: ::std::vec::Vec<crate::A> = "x"; 1 required y: bool = "y"; }
            }
            impl<'de> ::a::A for B { fn f(&self, x: impl ::std::convert::TryInto<T, Error: E>) -> ::std::result::Result<&'static str, !> { match *x { A { y } => &y, _ => g(|x| matches!(x, y))?.z, } } }
        };
        let expected = r#"#[cfg(any(feature = "a", feature = "b"))]
crate::rt::object! {
    /// A thing.
    ///
    /// - one
    pub struct Thing built in build_Thing {
        0 optional(boxed) x: ::std::vec::Vec<crate::A> = "x";
        1 required y: bool = "y";
    }
}

impl<'de> ::a::A for B {
    fn f(&self, x: impl ::std::convert::TryInto<T, Error: E>) -> ::std::result::Result<&'static str, !> {
        match *x {
            A { y } => &y,
            _ => g(|x| matches!(x, y))?.z,
        }
    }
}
"#;
        assert_eq!(laid_out(&code), expected);
    }

    #[test]
    fn what_no_comment_can_hold_stays_an_attribute() {
        assert_eq!(laid_out(&quote! { #[doc = "a\rb"] struct A; }), "#[doc = \"a\\rb\"]\nstruct A;\n");
    }

    /// The closure of a series has a pattern as deep as the series has lists. Were each group laid out anew for each that it
    /// is in, this would not end.
    #[test]
    fn a_group_is_laid_out_once_however_deep_it_is() {
        let nested = (0..200).fold(quote! { a }, |inner, _| quote! { (#inner, a) });
        let text = laid_out(&nested);
        assert_eq!(text.split_whitespace().collect::<String>(), nested.to_string().replace(' ', ""));
    }

    #[test]
    fn what_is_too_long_for_a_line_is_broken_at_its_commas() {
        let name = quote::format_ident!("{}", "a".repeat(60));
        let expected = format!("f(\n    {name},\n    {name}\n);\n");
        assert_eq!(laid_out(&quote! { f(#name, #name); }), expected);
    }
}
