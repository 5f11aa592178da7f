//! What the code that fails to compile was generated from.

use std::{collections::BTreeSet, fs};

use super::compiler::Span;

/// The operations and types that errors at these places are about, in the words of a report.
pub fn items<'a>(spans: impl Iterator<Item = &'a Span>) -> BTreeSet<String> {
    let generated = spans.filter(|span| span.file_name.ends_with("out/client.rs"));
    generated.filter_map(|span| item(&fs::read_to_string(&span.file_name).ok()?, span.line_start)).collect()
}

/// The item that `line` of the code is part of: the last one that begins at or before it.
fn item(code: &str, line: usize) -> Option<String> {
    let lines: Vec<&str> = code.lines().collect();
    let before = || lines.iter().enumerate().take(line).rev();
    let module = before().find_map(|(_, line)| line.strip_prefix("pub mod ")?.split(' ').next());
    let name = before().find_map(|(index, line)| {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let defined = |text: &str| {
            ["pub struct ", "pub enum ", "pub type "]
                .iter()
                .find_map(|before| Some(first_name(text.strip_prefix(before)?)))
        };
        match () {
            // In a macro or a block, items are indented once more.
            () if indent > 8 => None,
            () if text.starts_with("impl") => text.rsplit(" for ").next().map(last_name),
            // A macro defines what its table begins with.
            () if text.starts_with("crate::rt::") => lines[index..].iter().find_map(|line| defined(line.trim_start())),
            () if indent <= 4 && text.starts_with("pub fn ") => text.strip_prefix("pub fn ").map(first_name),
            () => defined(text),
        }
    })?;
    Some(match module {
        None => format!("operation `{name}`"),
        Some("builder") => format!("the builder `{name}` of an operation"),
        Some(_) => format!("type `{name}`"),
    })
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn first_name(text: &str) -> String {
    text.chars().take_while(|c| is_part(*c)).collect()
}

/// The name of the type that a block is of: `A` of `impl<'a> A<'a> {`.
fn last_name(text: &str) -> String {
    let text = text.trim_start_matches("impl").trim_end_matches(['{', ' ', '}']);
    let text = text.rsplit_once("> ").map_or(text, |(_, name)| name).trim();
    first_name(text.rsplit("::").next().unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "\
impl Client {
    /// Gets a.
    pub fn get_a(&self) -> builder::GetA {
        broken
    }
}
pub mod types {
    #[cfg(feature = \"a\")]
    crate::rt::object! {
        /// A.
        pub struct A built in build_A {
            0 optional x: broken = \"x\";
        }
    }

    impl ::std::convert::From<A> for crate::types::B {
        broken
    }

    crate::rt::open_enum! { // broken
        /// C.
        pub enum C else Other {
        }
    }
}
pub mod builder {
    crate::rt::operation! {
        pub struct GetA(client) {
            required id: broken => path(\"id\");
        }
    }
}
";

    #[test]
    fn each_line_belongs_to_the_item_that_it_is_in() {
        let broken = CODE.lines().enumerate().filter(|(_, line)| line.contains("broken"));
        let items: Vec<Option<String>> = broken.map(|(index, _)| item(CODE, index + 1)).collect();
        let names = ["operation `get_a`", "type `A`", "type `B`", "type `C`", "the builder `GetA` of an operation"];
        assert_eq!(items, names.map(|name| Some(name.to_owned())));
    }

    #[test]
    fn the_spans_of_the_compiler_lead_to_the_items() {
        let folder = tempfile::tempdir().expect("should be made");
        let path = folder.path().join("out/client.rs");
        fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
        fs::write(&path, CODE).expect("should be written");
        let span = |path: &std::path::Path| -> Span {
            let span = serde_json::json!({ "file_name": path, "line_start": 4, "is_primary": true });
            serde_json::from_value(span).expect("should be a span")
        };
        let spans = [span(&path), span("src/lib.rs".as_ref())];
        assert_eq!(items(spans.iter()), BTreeSet::from(["operation `get_a`".to_owned()]));
    }
}
