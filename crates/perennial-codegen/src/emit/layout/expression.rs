//! The layout of an expression or a type that is too long for a line, as rustfmt has it.

use super::{
    WIDTH, indentation,
    signs::{group, items, signs, split},
};

/// Brackets in more brackets than these are not broken: each pair is laid out in up to four ways.
const DEEPEST: usize = 5;

/// The place of an expression.
#[derive(Clone, Copy)]
pub struct Place {
    /// The indentation of its line.
    pub indent: usize,
    /// The length of its line before it.
    pub column: usize,
    /// The length of its line after it.
    pub after: usize,
    /// The number of expressions that it is in.
    pub depth: usize,
}

impl Place {
    /// A line of its own, with so much after the expression.
    pub fn line(indent: usize, after: usize) -> Self {
        Self { indent, column: 4 * indent, after, depth: 0 }
    }

    pub fn behind(self, text: &str) -> Self {
        Self { column: self.column + width(text), ..self }
    }

    /// A line inside of this place.
    fn inside(self, after: usize) -> Self {
        Self { depth: self.depth + 1, ..Self::line(self.indent + 1, after) }
    }

    fn fits(self, text: &str) -> bool {
        self.column + width(text) + self.after <= WIDTH
    }
}

pub fn width(text: &str) -> usize {
    text.chars().count()
}

/// Lays out an expression; `None` if rustfmt would leave it as it is.
pub fn expression(text: &str, place: Place) -> Option<String> {
    if place.fits(text) {
        return Some(text.to_owned());
    }
    if place.depth > DEEPEST {
        return None;
    }
    for prefix in ["&mut ", "&", "*", "return "] {
        if let Some(rest) = text.strip_prefix(prefix) {
            return Some(prefix.to_owned() + &expression(rest, place.behind(prefix))?);
        }
    }
    if is_closure(text) {
        return closure(text, place);
    }
    let links = links(text);
    if links.len() > 1 {
        return chain(&links, place);
    }
    if is_string(text) { Some(text.to_owned()) } else { link(text, place) }
}

fn is_string(text: &str) -> bool {
    text.starts_with('"') && text.ends_with('"')
}

fn is_closure(text: &str) -> bool {
    text.starts_with('|') || text.starts_with("move |")
}

fn closure(text: &str, place: Place) -> Option<String> {
    let (begin, rest) = text.split_once('|')?;
    let (parameters, body) = split(rest, "| ")?;
    if body.starts_with('{') {
        return None;
    }
    // A literal of a struct begins in the line of the closure if its name fits.
    if group(body).is_some_and(|(name, bracket, _)| bracket == '{' && name.ends_with(' ')) {
        let head = format!("{begin}|{parameters}| ");
        let here = place.behind(&head);
        if let Some(literal) = brackets(body, here).filter(|text| fits_in_first_line(text, here)) {
            return Some(head + &literal);
        }
    }
    let body = expression(body, place.inside(0))?;
    let (inside, outside) = (indentation(place.indent + 1), indentation(place.indent));
    Some(format!("{begin}|{parameters}| {{\n{inside}{body}\n{outside}}}"))
}

/// Lays out what ends in brackets: a call, a tuple, an array, a literal of a struct, or a type.
fn brackets(text: &str, place: Place) -> Option<String> {
    let (head, begin, inside) = group(text)?;
    let items = items(inside);
    let end = &text[text.len() - 1..];
    let opened = format!("{head}{begin}");
    if begin == '(' || begin == '[' && items.len() == 1 {
        if let Some(overflowing) = overflowing(&opened, &items, place) {
            return Some(overflowing + end);
        }
    }
    let (inner, outer) = (indentation(place.indent + 1), indentation(place.indent));
    if begin == '[' && items.iter().all(|item| width(item) <= 10) {
        return Some(filled(&opened, &items, place.indent) + "]");
    }
    if place.column + width(&opened) > WIDTH {
        return None;
    }
    let mut out = opened;
    for item in items {
        // Nothing follows the value that has the other fields.
        let comma = if item.starts_with("..") { "" } else { "," };
        let item = item_in(begin, item, place.inside(1))?;
        out += &format!("\n{inner}{item}{comma}");
    }
    Some(out + &format!("\n{outer}{end}"))
}

/// Lays out an item of a list in these brackets.
fn item_in(begin: char, item: &str, place: Place) -> Option<String> {
    match (begin, split(item, ": ")) {
        ('{', Some((name, value))) => Some(assigned(&format!("{name}:"), value, place)),
        _ => expression(item, place),
    }
}

/// Writes as many items in each line as fit.
pub fn filled(opened: &str, items: &[&str], indent: usize) -> String {
    let (inner, outer) = (indentation(indent + 1), indentation(indent));
    let (mut out, mut line) = (opened.to_owned(), String::new());
    for item in items {
        if !line.is_empty() && width(&inner) + width(&line) + width(item) + 2 > WIDTH {
            out += &format!("\n{inner}{line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &format!("{item},");
    }
    out + &format!("\n{inner}{line}\n{outer}")
}

/// Lays out the arguments of a call of which the last begins in the line of the call, without the closing bracket.
fn overflowing(opened: &str, items: &[&str], place: Place) -> Option<String> {
    let (last, first) = items.split_last()?;
    let head = first.iter().fold(opened.to_owned(), |head, item| head + item + ", ");
    let at = Place { after: place.after + 1, depth: place.depth + 1, ..place.behind(&head) };
    if is_closure(last) {
        return Some(head + &closure(last, at).filter(|text| fits_in_first_line(text, at))?);
    }
    let inner = last.trim_start_matches('&');
    if !first.is_empty() || inner.starts_with('"') || group(inner).is_none_or(|(_, begin, _)| begin == '<') {
        return None;
    }
    let is_chain = links(inner).len() > 1;
    // The name of the function is shorter than an indentation.
    let is_combined = opened.ends_with('(') && width(opened) <= 4;
    let text = expression(last, at).filter(|text| text.contains('\n') && fits_in_first_line(text, at))?;
    let is_vertical = is_chain && !text.lines().next()?.ends_with(['(', '{', '[']);
    (is_combined || !is_vertical).then(|| head + &text)
}

fn fits_in_first_line(text: &str, place: Place) -> bool {
    text.lines().next().is_some_and(|line| place.column + width(line) <= WIDTH)
}

/// Splits an expression into its beginning and the fields and methods that follow, each with its dot. A beginning that is not wider
/// than an indentation contains the first of these.
fn links(text: &str) -> Vec<&str> {
    let is_dot = |(before, after): (Option<char>, Option<char>)| {
        before != Some('.') && after.is_some_and(|after| after.is_alphanumeric() || after == '_')
    };
    let neighbours = |at: usize| (text[..at].chars().next_back(), text[at + 1..].chars().next());
    let dots = signs(text).into_iter().filter(|sign| sign.is == '.' && sign.depth == 0).map(|sign| sign.at);
    let dots: Vec<usize> = dots.filter(|at| *at > 0 && is_dot(neighbours(*at))).collect();
    let merged = dots.first().is_some_and(|at| *at <= 4);
    let begins: Vec<usize> = std::iter::once(0).chain(dots.into_iter().skip(usize::from(merged))).collect();
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).map(|(begin, end)| &text[*begin..end]).collect()
}

fn chain(links: &[&str], place: Place) -> Option<String> {
    let (root, rest) = links.split_first()?;
    let (last, between) = rest.split_last()?;
    let root = expression(root, Place { after: 0, depth: place.depth + 1, ..place })?;
    let below = if root.contains('\n') {
        Place { depth: place.depth + 1, ..Place::line(place.indent, 0) }
    } else {
        place.inside(0)
    };
    let between: Vec<String> = between.iter().map(|link| self::link(link, below)).collect::<Option<_>>()?;
    let at_end = Place { after: place.after, ..below };
    let vertical = link(last, at_end);
    let is_in_line = !root.contains('\n') && between.iter().all(|link| !link.contains('\n'));
    let before = root.clone() + &between.concat();
    let here = place.behind(&before);
    let horizontal =
        Some(here).filter(|_| is_in_line).and_then(|here| link(last, Place { depth: place.depth + 1, ..here }));
    let horizontal = horizontal.filter(|text| fits_in_first_line(text, here));
    let lines = |text: &String| text.lines().count();
    let text = match (horizontal, vertical) {
        (Some(horizontal), vertical)
            if lines(&horizontal) >= 5 || vertical.as_ref().is_some_and(|it| lines(it) >= lines(&horizontal)) =>
        {
            before + &horizontal
        }
        (_, vertical) => {
            let space = format!("\n{}", indentation(below.indent));
            let links = between.into_iter().chain([vertical?]);
            links.fold(root, |text, link| text + &space + &link)
        }
    };
    let fits = |line: &str, column: usize| column + width(line) <= WIDTH;
    let mut lines = text.lines();
    let is_narrow = lines.next().is_some_and(|line| fits(line, place.column)) && lines.all(|line| fits(line, 0));
    is_narrow.then_some(text)
}

/// Lays out a call, a field or a method of a chain, with the `?` behind it, or what else ends in brackets.
fn link(text: &str, place: Place) -> Option<String> {
    if place.fits(text) {
        return Some(text.to_owned());
    }
    let call = text.trim_end_matches('?');
    let marks = &text[call.len()..];
    Some(brackets(call, Place { after: place.after + marks.len(), ..place })? + marks)
}

/// Lays out a value behind `head`, which ends in `=` or `:`: in the same line or in the next.
pub fn assigned(head: &str, value: &str, place: Place) -> String {
    let begin = format!("{head} ");
    let here = place.behind(&begin);
    let same = expression(value, here).filter(|text| fits_in_first_line(text, here));
    if let Some(same) = same.as_ref().filter(|text| !text.contains('\n') && here.fits(text)) {
        return begin + same;
    }
    let below = Place { depth: place.depth, ..Place::line(place.indent + 1, place.after) };
    let fits = |text: &String| {
        text.lines().enumerate().all(|(index, line)| width(line) + if index == 0 { below.column } else { 0 } <= WIDTH)
    };
    let next = expression(value, below);
    let next_line = |text: String| format!("{head}\n{}{text}", indentation(below.indent));
    match (same, next) {
        (Some(same), Some(next)) if fits(&next) && prefers_next_line(&same, &next) => next_line(next),
        (Some(same), _) => begin + &same,
        (None, Some(next)) if fits(&next) || is_string(&next) => next_line(next),
        _ => begin + value,
    }
}

fn prefers_next_line(same: &str, next: &str) -> bool {
    let lines = |text: &str| text.lines().count();
    let opens = |text: &str, sign: char| text.lines().next().is_some_and(|line| line.ends_with(sign));
    !next.contains('\n')
        || lines(same) > lines(next) + 1
        || ['(', '{', '['].into_iter().any(|sign| opens(same, sign) && !opens(next, sign))
}
