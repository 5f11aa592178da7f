//! Shortens paths. Templates write complete paths, which mean the same in every module. This module replaces them with
//! the paths that a programmer would write: names in the prelude, imported names, and paths that begin with an imported
//! module. A path remains complete if the document declares an item whose name equals the short form.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The prelude names that templates use, by their parent path. A path comes before those that it begins with:
/// `::std::option::Option` precedes `::std::option`.
const PRELUDE: [(&str, &[&str]); 12] = [
    ("::std::boxed", &["Box"]),
    ("::std::clone", &["Clone"]),
    ("::std::convert", &["AsRef", "From", "TryInto"]),
    ("::std::default", &["Default"]),
    ("::std::iter", &["ExactSizeIterator"]),
    ("::std::ops", &["FnOnce"]),
    ("::std::option::Option", &["None", "Some"]),
    ("::std::option", &["Option"]),
    ("::std::result::Result", &["Err", "Ok"]),
    ("::std::result", &["Result"]),
    ("::std::string", &["String"]),
    ("::std::vec", &["Vec"]),
];

/// The items that a module imports if its code mentions them, by their parent path.
const IMPORTED: [(&str, &[&str]); 12] = [
    ("::perennial::__private", &["v1"]),
    ("::perennial::chrono", &["DateTime", "Utc"]),
    ("::perennial::optional", &["IntoOptional", "IntoRequired"]),
    ("::perennial::secrecy", &["SecretString"]),
    ("::perennial::time", &["Date", "QueryDateTime", "QueryTime"]),
    ("::perennial::uuid", &["Uuid"]),
    ("::perennial", &["ByteStream", "Core", "Error", "Operation", "RateLimit", "ResponseValue", "page", "serde_json"]),
    ("::std::borrow", &["Cow"]),
    ("::std::collections", &["BTreeMap"]),
    ("::std::fmt", &["Display"]),
    ("::std", &["fmt"]),
    ("crate", &["builder", "types"]),
];

/// Names that mean something else within some functions and blocks: type parameters of generated functions, and types
/// that macros of the runtime define inside blocks. Type parameters of one letter are handled separately.
const HIDING: [&str; 3] = ["Body", "Form", "Found"];

/// The names of the items that are generated from the document, by the path of their module.
pub type Declared = HashMap<&'static str, HashSet<String>>;

/// Shortens the paths in `code`, which is part of the root module. `template` is the beginning of the root module, with
/// its imports.
pub fn shortened(code: &str, template: &str, declared: &Declared) -> String {
    let imports = template.lines().filter(|line| line.starts_with("use "));
    let at_root =
        imports.flat_map(|line| line.split(|sign| !is_in_path(sign) || sign == ':')).chain(["builder", "types"]);
    let root = Module { path: String::new(), begin: 0, depth: 0, imported: BTreeMap::new() };
    let (out, modules) = (String::with_capacity(code.len()), vec![root]);
    let mut writer = Writer { out, modules, depth: 0, at_root: at_root.collect(), declared };
    code.split_inclusive('\n').for_each(|line| writer.line(line));
    writer.out
}

/// A module of the generated code, while its lines are written.
struct Module {
    /// The path of the module, relative to the root of the generated code.
    path: String,
    /// The position in the output at which the imports of the module are inserted: after its first line.
    begin: usize,
    depth: usize,
    /// The names that the module imports, by their parent path.
    imported: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl Module {
    fn imports(&self) -> String {
        let root = "super::".repeat(self.depth).trim_end_matches("::").to_owned();
        let lines = self.imported.iter().map(|(parent, names)| {
            let parent = parent.trim_start_matches("::").replace("crate", &root);
            let names: Vec<&str> = names.iter().copied().collect();
            if let [name] = *names {
                format!("use {parent}::{name};\n")
            } else {
                format!("use {parent}::{{{}}};\n", names.join(", "))
            }
        });
        lines.collect()
    }
}

struct Writer<'a> {
    out: String,
    /// The modules that enclose the current position, beginning with the root.
    modules: Vec<Module>,
    /// The number of braces that enclose the current position.
    depth: usize,
    at_root: HashSet<&'a str>,
    declared: &'a Declared,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let text = line.trim_start();
        if text.starts_with("//") {
            return self.out.push_str(line);
        }
        let mut is_string = false;
        for part in line.split_inclusive('"') {
            if is_string {
                self.out.push_str(part)
            } else {
                self.code(part)
            }
            let inside = part.trim_end_matches('"');
            let is_escaped = is_string && (inside.len() - inside.trim_end_matches('\\').len()) % 2 == 1;
            is_string ^= part.ends_with('"') && !is_escaped;
        }
        if let Some(name) = text.strip_prefix("pub mod ").and_then(|name| name.trim_end().strip_suffix(" {")) {
            let parent = self.modules.last().map_or("", |module| &module.path);
            let path = format!("{parent}::{name}").trim_start_matches("::").to_owned();
            let imported = BTreeMap::new();
            self.modules.push(Module { path, begin: self.out.len(), depth: self.depth, imported });
        }
    }

    /// Shortens the paths in `code`, which contains no string literals, and writes the result.
    fn code(&mut self, code: &str) {
        for part in code.split_inclusive(|sign| !is_in_path(sign)) {
            let path = part.trim_end_matches(|sign| !is_in_path(sign) || sign == ':');
            let short = self.short(path);
            self.out.push_str(short.as_deref().unwrap_or(path));
            self.out.push_str(&part[path.len()..]);
            self.depth += usize::from(part.ends_with('{'));
            if part.ends_with('}') {
                self.depth = self.depth.saturating_sub(1);
                if let Some(module) = self.modules.pop_if(|module| module.depth > self.depth) {
                    self.out.insert_str(module.begin, &module.imports());
                }
            }
        }
    }

    /// Returns the short form of a complete path, or `None` if the path remains complete.
    fn short(&mut self, path: &str) -> Option<String> {
        let module = self.modules.last_mut()?;
        let within = |module: &str| path.strip_prefix("crate::")?.strip_prefix(module)?.strip_prefix("::");
        if let Some(path) = within(&module.path) {
            let name = path.split("::").next().unwrap_or_default();
            let is_hidden = name.len() == 1 || HIDING.contains(&name);
            return Some(if is_hidden { format!("self::{path}") } else { path.to_owned() });
        }
        if let Some(path) = module.path.rsplit_once("::").and_then(|(parent, _)| within(parent)) {
            return Some(format!("super::{path}"));
        }
        let declared = self.declared.get(&*module.path);
        let is_declared = |name: &str| declared.is_some_and(|names| names.contains(name));
        let known = PRELUDE.iter().map(|of| (of, true)).chain(IMPORTED.iter().map(|of| (of, false)));
        for ((parent, names), is_prelude) in known {
            let Some(short) = path.strip_prefix(parent).and_then(|rest| rest.strip_prefix("::")) else { continue };
            let Some(name) = names.iter().find(|name| short.split("::").next() == Some(**name)) else { continue };
            if is_declared(name) || !(is_prelude || !module.path.is_empty() || self.at_root.contains(name)) {
                continue;
            }
            if !is_prelude {
                module.imported.entry(parent).or_default().insert(name);
            }
            return Some(short.to_owned());
        }
        path.strip_prefix("::")
            .filter(|path| path.starts_with("perennial::") && !is_declared("perennial"))
            .map(str::to_owned)
    }
}

fn is_in_path(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | ':')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shortens the paths in `code`. The code is in the module `module`, for which the document declares items with
    /// these `names`.
    fn shortened_in(module: &'static str, names: &[&str], code: &str) -> String {
        let declared = Declared::from([(module, names.iter().map(|name| (*name).to_owned()).collect())]);
        let code = format!("pub mod {module} {{\n{code}\n}}\n");
        let shortened = shortened(&code, "use perennial::Error;\n", &declared);
        shortened.lines().skip(1).take_while(|line| *line != "}").map(|line| format!("{line}\n")).collect()
    }

    #[test]
    fn shortens_prelude_names_that_the_document_does_not_declare() {
        let code = "fn a(b: ::std::vec::Vec<::std::string::String>) -> ::std::option::Option<u8> { ::std::option::Option::None }";
        let short = "fn a(b: Vec<String>) -> Option<u8> { None }\n";
        assert_eq!(shortened_in("types", &[], code), short);
        let names = ["None", "String"];
        let expected = "fn a(b: Vec<::std::string::String>) -> Option<u8> { Option::None }\n";
        assert_eq!(shortened_in("types", &names, code), expected);
        assert_eq!(shortened_in("builder", &["Other"], code), short);
    }

    #[test]
    fn imports_names_that_the_document_does_not_declare() {
        let code = "type A = ::perennial::chrono::DateTime<::perennial::chrono::Utc>;
            fn b() -> ::perennial::Error { ::perennial::__private::v1::c(crate::types::Done) }";
        let expected = "use perennial::Error;
            use perennial::__private::v1;
            use perennial::chrono::{DateTime, Utc};
            use super::types;
            type A = DateTime<Utc>;
            fn b() -> Error { v1::c(types::Done) }\n";
        let lines = |text: &str| text.lines().map(str::trim).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&shortened_in("builder", &[], code)), lines(expected));
        let expected = "use perennial::chrono::Utc;
            type A = perennial::chrono::DateTime<Utc>;
            fn b() -> perennial::Error { perennial::__private::v1::c(Done) }\n";
        assert_eq!(lines(&shortened_in("types", &["DateTime", "Error", "v1"], code)), lines(expected));
    }

    #[test]
    fn does_not_shorten_paths_in_strings_and_comments_or_unknown_paths() {
        for code in [
            "/// ::std::vec::Vec\n",
            "#[serde(with = \"::std::vec::Vec\")] a: \"\\\"::std::vec::Vec\",\n",
            "other_crate::types::A crate::by_hand::A ::std::matches!(a, b)\n",
        ] {
            assert_eq!(shortened_in("types", &[], code.trim_end()), code);
        }
    }

    #[test]
    fn shortens_paths_at_the_root_by_the_imports_of_the_template() {
        let code = "static A: B = ::perennial::Error::c(::perennial::uuid::Uuid, crate::types::Done);\n";
        let expected = "static A: B = Error::c(perennial::uuid::Uuid, types::Done);\n";
        assert_eq!(shortened(code, "use perennial::{Core, Error};\n", &Declared::new()), expected);
    }

    #[test]
    fn path_of_a_type_is_qualified_if_a_type_parameter_hides_the_type() {
        let code = "fn a<Form>(b: crate::types::Form, c: ::perennial::reqwest::Body) {}";
        let expected = "fn a<Form>(b: self::Form, c: perennial::reqwest::Body) {}\n";
        assert_eq!(shortened_in("types", &["Form"], code), expected);
    }
}
