//! The layout of what precedes a body: signatures, heads of implementations, and attributes.

use super::{
    WIDTH,
    expression::{Place, expression, width},
    indentation, item,
    signs::{group, items, signs, split},
};

/// The head of a function or an implementation, which may have a body in the same line.
pub fn head(text: &str, indent: usize) -> String {
    let space = indentation(indent);
    let (head, end) =
        ["{}", "{", ";"].iter().find_map(|end| Some((text.strip_suffix(end)?.trim_end(), *end))).unwrap_or((text, ""));
    if end.is_empty() {
        let Some((head, '{', body)) = group(text) else { return text.to_owned() };
        let inner = indentation(indent + 1);
        return format!("{}\n{inner}{}\n{space}}}", self::head(&format!("{}{{", head), indent), body.trim());
    }
    let (head, bounds) = split(head, " where ").map_or((head, ""), |(head, bounds)| (head, bounds));
    let ending = if end == ";" || !bounds.is_empty() { String::new() } else { format!(" {end}") };
    let after = if end == ";" { 1 } else { ending.len() };
    let mut shown = head.to_owned();
    if 4 * indent + width(head) + after > WIDTH {
        shown = if item(text).starts_with("fn ") { parameters(head, indent) } else { implementation(head, indent) };
    }
    if !bounds.is_empty() {
        let last = if end == ";" { "" } else { "," };
        let bounds = items(bounds).join(&format!(",\n{space}    "));
        let end = if end == "{}" {
            format!("\n{space}{{\n{space}}}")
        } else if end == ";" {
            end.to_owned()
        } else {
            format!("\n{space}{end}")
        };
        return format!("{shown}\n{space}where\n{space}    {bounds}{last}{end}");
    }
    let last = shown.rsplit('\n').next().unwrap_or_default();
    let column = if shown.contains('\n') { 0 } else { 4 * indent };
    let is_implementation = shown.contains('\n') && !item(text).starts_with("fn ");
    if end != ";" && (column + width(last) + after > WIDTH || is_implementation) {
        let end = if end == "{}" { format!("{{\n{space}}}") } else { end.to_owned() };
        return format!("{shown}\n{space}{end}");
    }
    if end == ";" { shown + end } else { shown + &ending }
}

/// The head of a function with a line for each parameter.
fn parameters(head: &str, indent: usize) -> String {
    let space = indentation(indent);
    let signs = signs(head);
    // A visibility may have parentheses, too.
    let name = head.find("fn ").unwrap_or_default();
    let begin = signs.iter().position(|sign| sign.is == '(' && sign.depth == 0 && sign.at > name);
    let Some(begin) = begin else { return head.to_owned() };
    let Some(end) = signs[begin..].iter().find(|sign| sign.is == ')' && sign.depth == 0) else {
        return head.to_owned();
    };
    let (before, after) = (&head[..=signs[begin].at], &head[end.at..]);
    let parameters = items(&head[signs[begin].at + 1..end.at]);
    if parameters.is_empty() {
        return format!("{before}){}", after[1..].replacen(" -> ", &format!("\n{space}-> "), 1));
    }
    let mut out = before.to_owned();
    for parameter in parameters {
        let place = Place::line(indent + 1, 1);
        let shown = split(parameter, ": ").and_then(|(name, ty)| {
            let name = format!("{name}: ");
            Some(expression(ty, place.behind(&name)).map(|ty| name + &ty)?)
        });
        out += &format!("\n{}{},", indentation(indent + 1), shown.unwrap_or_else(|| parameter.to_owned()));
    }
    format!("{out}\n{space}{after}")
}

fn implementation(head: &str, indent: usize) -> String {
    match split(head, " for ") {
        Some((of, ty)) => format!("{of}\n{}for {ty}", indentation(indent + 1)),
        None => head.to_owned(),
    }
}

/// The inside of an attribute. Lists that are the only item of another are not indented.
pub fn attribute(text: &str, indent: usize) -> String {
    let is_list = |text: &str| group(text).is_some_and(|(_, begin, _)| begin == '(');
    let (mut opened, mut inside, mut depth) = (String::new(), text, 0);
    while let Some((name, '(', list)) = group(inside) {
        (opened, inside, depth) = (opened + name + "(", list, depth + 1);
        if items(list).len() != 1 || !is_list(list) {
            break;
        }
    }
    // rustfmt subtracts one character for each list in a list.
    if depth == 0 || 4 * indent + width(text) + 3 + depth - 1 <= WIDTH {
        return text.to_owned();
    }
    let space = indentation(indent);
    format!("{opened}\n{space}    {}\n{space}{}", items(inside).join(&format!(",\n{space}    ")), ")".repeat(depth))
}
