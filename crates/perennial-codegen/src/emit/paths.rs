//! Short paths. Templates write full paths, which mean the same in each module. Here they become what people write: a name of the
//! prelude, an imported name, or a path that begins at an imported module. A path stays as it is where its module has another
//! item of that name.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The prelude of Rust 2021, in which a longer path precedes its beginning.
const PRELUDE: &[&str] = &[
    "option::Option::None",
    "option::Option::Some",
    "option::Option",
    "result::Result::Err",
    "result::Result::Ok",
    "result::Result",
    "string::String",
    "string::ToString",
    "vec::Vec",
    "boxed::Box",
    "borrow::ToOwned",
    "clone::Clone",
    "cmp::Eq",
    "cmp::Ord",
    "cmp::PartialEq",
    "cmp::PartialOrd",
    "convert::AsMut",
    "convert::AsRef",
    "convert::From",
    "convert::Into",
    "convert::TryFrom",
    "convert::TryInto",
    "default::Default",
    "iter::DoubleEndedIterator",
    "iter::ExactSizeIterator",
    "iter::Extend",
    "iter::FromIterator",
    "iter::IntoIterator",
    "iter::Iterator",
    "marker::Copy",
    "marker::Send",
    "marker::Sized",
    "marker::Sync",
    "marker::Unpin",
    "mem::drop",
    "ops::Drop",
    "ops::Fn",
    "ops::FnMut",
    "ops::FnOnce",
    "primitive::bool",
    "primitive::char",
    "primitive::f64",
    "primitive::i32",
    "primitive::i64",
    "primitive::str",
    "primitive::u8",
    "primitive::u16",
    "primitive::u64",
    "primitive::usize",
];

/// The modules of generated code that it names as `crate::…`.
const MODULES: [&str; 3] = ["builder", "tags", "types"];

/// Type parameters of generated functions. Inside of these functions, they hide what has the same name.
const PARAMETERS: [&str; 2] = ["Body", "Form"];

/// Macros that put their arguments into modules of their own, where no import is in scope.
const MACROS_WITH_MODULES: [&str; 2] = ["mocks!", "object!"];

/// The names that the document gives to items, by the path of their module.
pub type Declared = HashMap<&'static str, HashSet<String>>;

/// Returns `code`, which is at the root of the generated code after the imports in `template`, with short paths.
pub fn shortened(code: &str, template: &str, declared: &Declared) -> String {
    let mut root = Module { is_open: true, ..Module::default() };
    template.lines().for_each(|line| root.note_import(line));
    let mut writer = Writer { out: String::with_capacity(code.len()), modules: vec![root], depth: 0, whole: None };
    for line in code.split_inclusive('\n') {
        writer.line(line, declared);
    }
    let Writer { mut out, modules, .. } = writer;
    // The last one first: it does not move the others.
    for module in modules.iter().rev() {
        out.insert_str(module.begin, &module.imports());
    }
    out
}

/// A module that is written.
#[derive(Default)]
struct Module {
    /// Its path from the root of the generated code.
    path: String,
    /// The place after its first line.
    begin: usize,
    /// The number of braces around its items.
    depth: usize,
    /// Whether its end was not reached yet.
    is_open: bool,
    /// The imports that templates write at its beginning.
    lines: Vec<String>,
    /// The full path of each name that templates import.
    present: BTreeMap<String, String>,
    /// The full path of each other imported name.
    imported: BTreeMap<String, String>,
}

impl Module {
    /// Notes the names that a line imports, if it is an import.
    fn note_import(&mut self, line: &str) {
        let import = line.trim_start().trim_start_matches("pub ").strip_prefix("use ");
        let Some(import) = import.and_then(|import| import.trim_end().strip_suffix(';')) else { return };
        let (parent, names) = import.split_at(import.rfind("::").map_or(0, |at| at + 2));
        let names = names.trim_matches(['{', '}']).split(", ");
        let root = if parent.starts_with("super::") { "" } else { "::" };
        let path = |name: &str| format!("{root}{}{name}", parent.trim_start_matches("::"));
        self.present.extend(names.map(|name| (name.to_owned(), path(name))));
    }

    /// Imports the item at `path` as its last name, if that can mean nothing else.
    fn import(&mut self, path: &str, declared: &Declared) -> bool {
        let Some((_, name)) = path.rsplit_once("::") else { return false };
        if let Some(present) = self.present.get(name) {
            return present == path;
        }
        let is_in_prelude = || PRELUDE.iter().any(|item| item.rsplit("::").next() == Some(name));
        // The imports at the root are those of the template.
        if self.path.is_empty() || self.declares(name, declared) || is_parameter(name) || is_in_prelude() {
            return false;
        }
        self.imported.entry(name.to_owned()).or_insert_with(|| path.to_owned()) == path
    }

    fn declares(&self, name: &str, declared: &Declared) -> bool {
        declared.get(&*self.path).is_some_and(|names| names.contains(name))
    }

    /// The imports as code, in the order of rustfmt.
    fn imports(&self) -> String {
        let mut by_parent: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (name, path) in &self.imported {
            let parent = path.strip_suffix(name.as_str()).unwrap_or_default();
            by_parent.entry(parent.trim_start_matches("::")).or_default().insert(name);
        }
        let import = |(parent, names): (&str, BTreeSet<&str>)| match *Vec::from_iter(names) {
            [name] => format!("use {parent}{name};\n"),
            ref names => format!("use {parent}{{{}}};\n", names.join(", ")),
        };
        let mut lines: Vec<String> = by_parent.into_iter().map(import).chain(self.lines.iter().cloned()).collect();
        lines.sort_by_cached_key(|line| {
            let path = line.trim_start_matches("pub ").trim_end_matches(";\n").replace('_', " ");
            (!path.starts_with("use super"), path)
        });
        lines.concat()
    }
}

struct Writer {
    out: String,
    modules: Vec<Module>,
    /// The number of braces around the place.
    depth: usize,
    /// The number of braces around a macro call that has modules of its own.
    whole: Option<usize>,
}

impl Writer {
    fn line(&mut self, line: &str, declared: &Declared) {
        let text = line.trim_start();
        let is_import = ["use ", "pub use ", "//"].iter().any(|begin| text.starts_with(begin));
        if is_import {
            let end = self.out.len();
            let module = self.module();
            module.note_import(line);
            let is_first = module.begin == end && !module.path.is_empty() && text.ends_with(";\n");
            match text.strip_prefix("pub use ::perennial::").filter(|_| is_first) {
                Some(rest) => module.lines.push(format!("pub use perennial::{rest}")),
                None => self.out.push_str(line),
            }
            return;
        }
        let (mut rest, mut before) = (line, ' ');
        while let Some(next) = rest.chars().next() {
            let length = match next {
                '"' => string_length(rest),
                ':' | 'c' if !is_word(before) && before != ':' && before != '>' => path_length(rest),
                _ => 0,
            };
            let (part, after) = rest.split_at(length.max(next.len_utf8()));
            if length > 0 && next != '"' {
                let short = self.short(part, declared);
                self.out.push_str(&short);
            } else {
                self.out.push_str(part);
                self.brace(next);
            }
            before = part.chars().next_back().unwrap_or(' ');
            rest = after;
        }
        let name =
            ["pub mod ", "mod "].iter().find_map(|begin| text.strip_prefix(begin)?.trim_end().strip_suffix(" {"));
        if let Some(name) = name {
            let parent = self.module().path.clone();
            let path = if parent.is_empty() { name.to_owned() } else { format!("{parent}::{name}") };
            let begin = self.out.len();
            self.modules.push(Module { path, begin, depth: self.depth, is_open: true, ..Module::default() });
        }
    }

    /// The innermost module at this place.
    fn module(&mut self) -> &mut Module {
        let index = self.modules.iter().rposition(|module| module.is_open).unwrap_or(0);
        &mut self.modules[index]
    }

    fn brace(&mut self, sign: char) {
        match sign {
            '{' => self.depth += 1,
            '}' => {
                self.depth = self.depth.saturating_sub(1);
                let depth = self.depth;
                let module = self.module();
                module.is_open &= module.depth <= depth;
                self.whole = self.whole.filter(|outside| *outside < depth);
            }
            _ => {}
        }
    }

    /// The short form of a full path.
    fn short(&mut self, path: &str, declared: &Declared) -> String {
        let (depth, is_whole) = (self.depth, self.whole.is_some());
        if MACROS_WITH_MODULES.iter().any(|name| path.rsplit("::").next() == Some(name)) {
            self.whole = Some(depth);
        }
        let module = self.module();
        if let Some(rest) = path.strip_prefix("crate::") {
            return if is_whole { None } else { short_in_crate(rest, module, declared) }
                .unwrap_or_else(|| path.to_owned());
        }
        if let Some(rest) = path.strip_prefix("::std::") {
            for item in PRELUDE {
                let name = item.rsplit("::").next().unwrap_or_default();
                let after = rest.strip_prefix(item).filter(|after| after.is_empty() || after.starts_with("::"));
                match after {
                    Some(after) if !module.declares(name, declared) => return name.to_owned() + after,
                    // `None` of an `Option` that has its name.
                    Some(_) if item.matches("::").count() == 1 => return path.to_owned(),
                    _ => {}
                }
            }
        }
        let is_of_std = path.starts_with("::std::");
        if !is_whole && !(is_of_std && path.ends_with('!')) {
            for imported in importable(path) {
                if module.import(imported, declared) {
                    let begin = imported.rfind("::").map_or(0, |at| at + 2);
                    return path[begin..].to_owned();
                }
            }
        }
        let begin = if is_of_std || module.declares("perennial", declared) { 0 } else { 2 };
        path[begin..].to_owned()
    }
}

/// The short form of `crate::` before `rest`.
fn short_in_crate(rest: &str, module: &mut Module, declared: &Declared) -> Option<String> {
    let (first, within) = rest.split_once("::").filter(|(first, _)| MODULES.contains(first))?;
    let name = within.split("::").next().unwrap_or_default();
    if module.path.is_empty() {
        Some(rest.to_owned())
    } else if module.path == first {
        Some(if is_parameter(name) { format!("self::{within}") } else { within.to_owned() })
    } else if module.path.strip_prefix(first).is_some_and(|inside| inside.starts_with("::")) {
        Some(format!("super::{within}"))
    } else {
        module.import(&format!("super::{first}"), declared).then(|| rest.to_owned())
    }
}

/// The beginnings of a full path that can be imported, the preferred one first: the first type, or else the module around it. Of
/// `fmt`, people import the module.
fn importable(path: &str) -> impl Iterator<Item = &str> {
    let ends = || path.match_indices("::").map(|(at, _)| at).skip(1).chain([path.len()]);
    let begins_a_type = |end: usize| {
        let name = path[..end].rsplit("::").next().unwrap_or_default();
        name.starts_with(|first: char| first.is_ascii_uppercase())
    };
    let item = ends().position(begins_a_type);
    let is_of_fmt = path.starts_with("::std::fmt::");
    let module = item.unwrap_or_else(|| ends().count() - 1);
    let at = move |index: usize| ends().nth(index).map(|end| &path[..end]);
    // A crate is not imported.
    let module = (module > 1).then(|| at(module - 1)).flatten();
    item.filter(|_| !is_of_fmt).and_then(at).into_iter().chain(module)
}

fn is_parameter(name: &str) -> bool {
    name.len() == 1 || PARAMETERS.contains(&name)
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// The length of the string at the beginning of `text`, with its quotation marks.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, sign)| {
        let is_end = *sign == '"' && !is_escaped;
        is_escaped = *sign == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// The length of the full path at the beginning of `text`; 0 if there is none.
fn path_length(text: &str) -> usize {
    let is_full = ["::std::", "::perennial::", "crate::"].iter().any(|begin| text.starts_with(begin));
    if !is_full {
        return 0;
    }
    let is_in_path = |(at, sign): &(usize, char)| is_word(*sign) || (*sign == ':' && is_separator(text, *at));
    let end = text.char_indices().find(|sign| !is_in_path(sign)).map_or(text.len(), |(at, _)| at);
    let path = text[..end].trim_end_matches("::");
    let is_macro = text[path.len()..].starts_with('!');
    path.len() + usize::from(is_macro)
}

/// Whether the colon at this place is one of two that separate names.
fn is_separator(text: &str, at: usize) -> bool {
    text[at..].starts_with("::") || text[..at].ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code in a module in which the document declares these names.
    fn shortened_in(module: &'static str, names: &[&str], code: &str) -> String {
        let declared = Declared::from([(module, names.iter().map(|name| (*name).to_owned()).collect())]);
        let code = format!("pub mod {module} {{\n{code}\n}}\n");
        let shortened = shortened(&code, "use perennial::Error;\n", &declared);
        shortened.lines().skip(1).take_while(|line| *line != "}").map(|line| format!("{line}\n")).collect()
    }

    #[test]
    fn names_of_the_prelude_are_short_unless_the_document_declares_them() {
        let code = "fn a(b: ::std::vec::Vec<::std::string::String>) -> ::std::option::Option<u8> { ::std::option::Option::None }";
        let short = "fn a(b: Vec<String>) -> Option<u8> { None }\n";
        assert_eq!(shortened_in("types", &[], code), short);
        let names = ["None", "String"];
        let expected = "fn a(b: Vec<::std::string::String>) -> Option<u8> { Option::None }\n";
        assert_eq!(shortened_in("types", &names, code), expected);
        assert_eq!(shortened_in("builder", &["Other"], code), short);
    }

    #[test]
    fn other_names_are_imported_unless_the_document_declares_them() {
        let code = "type A = ::perennial::chrono::DateTime<::perennial::chrono::Utc>;
            fn b() -> ::perennial::Error { ::perennial::__private::v1::c(crate::types::Done) }";
        let expected = "use super::types;
            use perennial::__private::v1;
            use perennial::Error;
            use perennial::chrono::{DateTime, Utc};
            type A = DateTime<Utc>;
            fn b() -> Error { v1::c(types::Done) }\n";
        let lines = |text: &str| text.lines().map(str::trim).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&shortened_in("builder", &[], code)), lines(expected));
        let expected = "use perennial::chrono;
            use perennial::chrono::Utc;
            type A = chrono::DateTime<Utc>;
            fn b() -> perennial::Error { perennial::__private::v1::c(Done) }\n";
        assert_eq!(lines(&shortened_in("types", &["DateTime", "Error", "v1"], code)), lines(expected));
    }

    #[test]
    fn paths_in_strings_comments_and_macros_with_modules_are_left() {
        for code in [
            "/// ::std::vec::Vec\n",
            "#[serde(with = \"::std::vec::Vec\")] a: \"\\\"::std::vec::Vec\",\n",
            "other_crate::types::A crate::by_hand::A ::std::matches!(a, b)\n",
        ] {
            assert_eq!(shortened_in("types", &[], code.trim_end()), code);
        }
        let code = "::perennial::__private::v1::object! { a: crate::types::A, b: ::perennial::uuid::Uuid }";
        let expected = "use perennial::__private::v1;\nv1::object! { a: crate::types::A, b: perennial::uuid::Uuid }\n";
        assert_eq!(shortened_in("types", &[], code), expected);
    }

    #[test]
    fn the_root_has_the_imports_of_its_template() {
        let code = "static A: B = ::perennial::Error::c(::perennial::uuid::Uuid, crate::types::Done);\n";
        let expected = "static A: B = Error::c(perennial::uuid::Uuid, types::Done);\n";
        assert_eq!(shortened(code, "use perennial::{Core, Error};\n", &Declared::new()), expected);
    }

    #[test]
    fn a_type_parameter_hides_no_type() {
        let code = "fn a<Form>(b: crate::types::Form, c: ::perennial::reqwest::Body) {}";
        let expected = "use perennial::reqwest;\nfn a<Form>(b: self::Form, c: reqwest::Body) {}\n";
        assert_eq!(shortened_in("types", &["Form"], code), expected);
    }
}
