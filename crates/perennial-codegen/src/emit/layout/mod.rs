//! The layout of the code, which is that of rustfmt (`rustfmt.toml`). Templates write an item, a field or a statement in each
//! line, however long it is and wherever it begins; brackets may also be around several lines. Here they are indented, kept apart,
//! and broken if they are too long.

mod expression;
mod heads;
mod signs;

use expression::{Place, assigned, expression, filled, width};
use heads::{attribute, head};
use signs::{group, is_begin, is_end, items, signs, split};

/// The longest line, unless it cannot be broken.
const WIDTH: usize = 120;

/// `head` with lines in braces, if there are some.
pub fn block(head: &str, lines: &str) -> String {
    if lines.is_empty() { format!("{head} {{}}\n") } else { format!("{head} {{\n{lines}\n}}\n") }
}

/// The lines in an open bracket.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    /// Items of a module, an implementation or a trait.
    Items,
    /// Fields, variants, or elements of an array, each with a comma.
    List,
    /// Arms of a `match`.
    Arms,
    /// Statements.
    Statements,
    /// Arguments of a macro, which rustfmt leaves as they are.
    Macro,
}

/// `code` as it is shown.
pub fn laid_out(code: &str) -> String {
    let lines: Vec<&str> = code.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut layout = Layout { out: String::new(), open: Vec::new(), before: String::new() };
    let mut at = 0;
    while at < lines.len() {
        let (line, count) = layout.joined(&lines[at..]);
        at += count;
        layout.line(&line);
    }
    layout.out + "\n"
}

struct Layout {
    out: String,
    /// The open brackets, and which of them indent: one of each line.
    open: Vec<(Block, bool)>,
    /// The last line.
    before: String,
}

impl Layout {
    fn innermost(&self) -> Block {
        self.open.last().map_or(Block::Items, |(block, _)| *block)
    }

    /// The first of these lines, with those that continue its brackets, and how many these are.
    fn joined(&self, lines: &[&str]) -> (String, usize) {
        let first = lines[0];
        // The field of a tuple struct may be in the line of its attributes.
        let is_attribute = |line: &str| line.starts_with("#[") && word(first) != "struct";
        let is_text = |line: &str| line.starts_with("//") || is_attribute(line) || line.ends_with(';');
        let mut open = Vec::new();
        if self.innermost() == Block::Macro || first.starts_with("//") {
            return (first.to_owned(), 1);
        }
        let is_head = is_head(first);
        let is_value = self.innermost() != Block::Items || ["const", "static"].contains(&word(first));
        let is_literal = is_value && is_literal(first);
        for (index, line) in lines.iter().enumerate() {
            for sign in signs(line) {
                match sign.is {
                    begin if is_begin(begin) => open.push(begin),
                    end if is_end(end) => drop(open.pop()),
                    _ => {}
                }
            }
            let is_open = match open.last() {
                None => is_head && !line.ends_with(['{', '}', ';']),
                Some('{') if is_head => false,
                Some('{') => is_literal,
                Some(_) => true,
            };
            if !is_open {
                let is_joined =
                    index > 0 && !lines[1..index].iter().any(|line| is_text(line)) && !lines[index].starts_with("//");
                return if is_joined { (join(&lines[..=index]), index + 1) } else { (first.to_owned(), 1) };
            }
        }
        (first.to_owned(), 1)
    }

    fn line(&mut self, text: &str) {
        let ends = text.chars().take_while(|sign| is_end(*sign)).count();
        let outer = &self.open[..self.open.len().saturating_sub(ends)];
        let indent = outer.iter().filter(|(_, indents)| *indents).count();
        if ends > 0
            && matches!(self.innermost(), Block::List | Block::Arms)
            && !self.out.ends_with([',', '{', '[', '(', '}'])
            && !self.before.starts_with("//")
        {
            self.out.push(',');
        }
        if self.before.ends_with('{') && text.starts_with('}') && self.out.ends_with(" {") {
            self.out.push_str(text);
        } else {
            if !self.out.is_empty() {
                self.out.push('\n');
            }
            if self.is_apart(text) {
                self.out.push('\n');
            }
            let is_raw = self.innermost() == Block::Macro || text.starts_with("//");
            let shown = if is_raw { text.to_owned() } else { self.shown(text, indent) };
            self.out.push_str(&indentation(indent));
            self.out.push_str(&shown);
        }
        if !text.starts_with("//") {
            self.note_brackets(text);
        }
        self.before = text.to_owned();
    }

    fn note_brackets(&mut self, text: &str) {
        let mut before = self.open.len();
        for sign in signs(text) {
            if is_begin(sign.is) {
                let block = if self.innermost() == Block::Macro { Block::Macro } else { kind(text, sign.is) };
                self.open.push((block, true));
            } else if is_end(sign.is) {
                self.open.pop();
                before = before.min(self.open.len());
            }
        }
        if let Some((_, outer)) = self.open[before..].split_last_mut() {
            outer.iter_mut().for_each(|(_, indents)| *indents = false);
        }
    }

    /// Whether a line is the first of an item that is kept apart from the one before.
    fn is_apart(&self, text: &str) -> bool {
        let before = self.before.as_str();
        let is_begun =
            before.starts_with("#[") || before.starts_with("//") || before.ends_with(is_begin) || before.is_empty();
        let is_alike = || before.ends_with(';') && word(before) == word(text);
        self.innermost() == Block::Items && !is_begun && !text.starts_with(is_end) && !is_alike()
    }

    /// A line as rustfmt has it, behind its indentation.
    fn shown(&self, text: &str, indent: usize) -> String {
        let place = Place::line(indent, 0);
        let fits = 4 * indent + width(text) <= WIDTH;
        let item = item(text);
        if is_head(text) {
            return head(text, indent);
        }
        if let Some(inside) = text.strip_prefix("#[").and_then(|text| text.strip_suffix(']')) {
            return format!("#[{}]", attribute(inside, indent));
        }
        if fits && self.innermost() != Block::Items {
            return text.to_owned();
        }
        if let Some((name, '{', fields)) =
            group(text).filter(|_| item.starts_with("struct ") || item.starts_with("enum "))
        {
            let fields: String =
                items(fields).iter().map(|field| format!("\n{}{field},", indentation(indent + 1))).collect();
            return if fields.is_empty() {
                text.to_owned()
            } else {
                format!("{name}{{{fields}\n{}}}", indentation(indent))
            };
        }
        if fits {
            return text.to_owned();
        }
        if item.starts_with("use ") {
            let names = text.strip_suffix("};").and_then(|text| text.split_once('{'));
            return names
                .map_or(text.to_owned(), |(path, names)| filled(&format!("{path}{{"), &items(names), indent) + "};");
        }
        let (text, end) = match text.char_indices().next_back() {
            Some((at, ';' | ',')) => text.split_at(at),
            _ => (text, ""),
        };
        let place = Place { after: end.len(), ..place };
        let arm = split(text, " => ").filter(|_| self.innermost() == Block::Arms);
        if let Some((pattern, value)) = arm {
            let value = expression(value, Place::line(indent + 1, 0)).unwrap_or_else(|| value.to_owned());
            return format!("{pattern} => {{\n{}{value}\n{}}}", indentation(indent + 1), indentation(indent));
        }
        if let Some((name, value)) = split(text, " = ").filter(|_| self.innermost() != Block::List) {
            return assigned(&format!("{name} ="), value, place) + end;
        }
        if let Some((name, ty)) = split(text, ": ").filter(|_| self.innermost() == Block::List) {
            return assigned(&format!("{name}:"), ty, place) + end;
        }
        expression(text, place).unwrap_or_else(|| text.to_owned()) + end
    }
}

pub fn indentation(indent: usize) -> String {
    " ".repeat(4 * indent)
}

/// An item without its visibility and what else precedes its keyword.
fn item(text: &str) -> &str {
    let mut item = text;
    let skipped = ["pub ", "pub(crate) ", "pub(super) ", "async ", "const fn"];
    while let Some(rest) = skipped.iter().find_map(|word| item.strip_prefix(word)) {
        item = if item.starts_with("const fn") { &item["const ".len()..] } else { rest };
    }
    item
}

/// Whether a line begins a function or an implementation.
fn is_head(text: &str) -> bool {
    ["fn ", "impl ", "impl<"].iter().any(|begin| item(text).starts_with(begin))
}

/// The first word of an item.
fn word(text: &str) -> &str {
    item(text).split([' ', '(']).next().unwrap_or_default()
}

/// The kind of the lines in a bracket of this line.
fn kind(text: &str, bracket: char) -> Block {
    if bracket != '{' {
        return Block::List;
    }
    if text.ends_with("! {") {
        return Block::Macro;
    }
    match word(text) {
        "mod" | "impl" | "trait" => Block::Items,
        text if text.starts_with("impl<") => Block::Items,
        "struct" | "enum" => Block::List,
        _ if text.starts_with("match ") || split(text, " match ").is_some() => Block::Arms,
        _ => Block::Statements,
    }
}

/// Whether a line begins a literal of a struct.
fn is_literal(line: &str) -> bool {
    let is_path = |text: &str| {
        let name = text.rsplit([' ', '(', '&']).next().unwrap_or_default();
        name.rsplit("::").next().is_some_and(|name| name.starts_with(|first: char| first.is_ascii_uppercase()))
    };
    let is_control =
        ["if", "match", "while", "for", "impl", "enum", "struct", "trait", "}", "fn", "mod"].contains(&word(line));
    line.strip_suffix(" {")
        .is_some_and(|text| is_path(text) && !is_control && !text.contains(" => ") && !text.contains("->"))
}

/// Lines in brackets as one.
fn join(lines: &[&str]) -> String {
    let mut joined = String::new();
    for line in lines {
        if line.starts_with(is_end) && joined.ends_with(',') {
            joined.pop();
        }
        let is_inside = joined.is_empty() || joined.ends_with(['(', '[']) || line.starts_with([')', ']']);
        if !is_inside {
            joined.push(' ');
        }
        joined.push_str(line);
    }
    joined
}

#[cfg(test)]
pub mod tests;
