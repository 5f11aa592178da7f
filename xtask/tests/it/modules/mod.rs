//! Tests which module of a crate may import which, which crate may depend on which, and which words must not occur in a
//! crate. Each tested crate has an order: a list of its top-level modules, lowest first.

mod crates;
mod imports;
mod words;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use self::imports::{Imports, Name, imports};

/// The top-level modules of a crate, lowest first. A module may import only modules of earlier lines.
type Order = &'static [&'static [&'static str]];

/// The order of the client's modules. Generated code also imports `Credentials` and `SERVICE` from the crate root,
/// although the root is above it. These imports are not checked here.
const CLIENT: Order = &[&["_guide", "errors", "generated"], &["credentials"], &["derived", "environment"], &["lib"]];

const RUNTIME: Order = &[
    &["clock", "doing", "random", "runtime", "secret"],
    &["decode", "encode"],
    &["service"],
    &["operation"],
    &["deadline", "multipart", "optional", "response"],
    &["error"],
    &["headers", "retry"],
    &["authenticate"],
    &["mock_operation", "page", "rate_limit", "time"],
    &["interceptor"],
    &["client"],
    &["call"],
    &["oauth", "stream"],
    &["rt"],
    &["request"],
    &["_guide", "lib", "mock", "__private"],
];

const GENERATOR: Order = &[
    &["text"],
    &["adaptation", "cycles", "diagnostics"],
    &["bounds", "header", "input", "stack"],
    &["log"],
    &["document"],
    &["api"],
    &["schema"],
    &["recursion"],
    &["rust_type"],
    &["names"],
    &["model"],
    &["completeness", "signature"],
    &["progenitor", "surface"],
    &["emit"],
    &["lib"],
    &["script"],
];

fn repository_path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should have a parent").join(path)
}

/// Lists the violations of `order`: modules that are missing in it, entries that are not modules, and imports of
/// modules that are not in an earlier line.
fn violations(imports: &Imports, order: Order) -> Vec<String> {
    let places: BTreeMap<&str, usize> =
        order.iter().enumerate().flat_map(|(place, modules)| modules.iter().map(move |top| (*top, place))).collect();
    let tops: BTreeSet<&str> = imports.keys().map(Name::top).collect();
    let known: BTreeSet<&str> = places.keys().copied().collect();
    let mut broken: Vec<String> =
        tops.symmetric_difference(&known).map(|top| format!("{top}: no place or no module")).collect();
    for (name, imported) in imports {
        for other in imported {
            let (top, lower) = (name.top(), other.top());
            // The crate root may import every module.
            if top != "lib" && top != lower && places.get(lower) >= places.get(top) {
                broken.push(format!("{name} imports {other}"));
            }
        }
    }
    broken
}

/// Returns the cycles of imports among the children of each module. Imports of a child's submodules count as imports of
/// the child. Imports of the parent itself are ignored, because its items are for all of its children.
fn cycles(imports: &Imports) -> Vec<String> {
    let mut folders: BTreeMap<Name, BTreeMap<Name, BTreeSet<Name>>> = BTreeMap::new();
    for (name, imported) in imports {
        for (folder, own, other) in imported.iter().filter_map(|other| name.neighbours(other)) {
            folders.entry(folder).or_default().entry(own).or_default().insert(other);
        }
    }
    let cycles = folders.values().flat_map(|neighbours| {
        neighbours.keys().filter(|name| reachable_from(neighbours, name).contains(name)).map(Name::to_string)
    });
    cycles.collect()
}

fn reachable_from<'a>(neighbours: &'a BTreeMap<Name, BTreeSet<Name>>, from: &Name) -> BTreeSet<&'a Name> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&Name> = neighbours[from].iter().collect();
    while let Some(name) = next.pop() {
        if reached.insert(name) {
            next.extend(neighbours.get(name).into_iter().flatten());
        }
    }
    reached
}

#[test]
fn modules_import_only_lower_modules_and_form_no_import_cycle() {
    for (root, order) in [
        ("src/lib.rs", CLIENT),
        ("crates/perennial/src/lib.rs", RUNTIME),
        ("crates/perennial-codegen/src/lib.rs", GENERATOR),
    ] {
        let imports = imports(&repository_path(root));
        assert_eq!((violations(&imports, order), cycles(&imports)), (vec![], vec![]), "{root}");
    }
}

/// Returns the imports of a crate that consists of `files`, each a name and its text.
fn imports_of(files: &[(&str, &str)]) -> Imports {
    let folder = tempfile::tempdir().expect("should be made");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
        fs::write(path, text).expect("should be written");
    }
    imports(&folder.path().join("lib.rs"))
}

#[test]
fn finds_an_import_of_a_higher_module_in_any_notation() {
    for text in [
        "use crate::upper::Upper;",
        "use crate::{Again, Other};",
        "use super::upper::{self as renamed, Upper as _};",
        "fn f() { crate::upper::f(); }",
        "fn f() { format!(\"{}\", [super::upper::f()]) }",
        "mod inner { type T = super::super::upper::Upper; }",
    ] {
        let root = "mod lower; mod upper; struct Other; pub use upper::Upper as Again;";
        let imports = imports_of(&[("lib.rs", root), ("upper.rs", ""), ("lower.rs", text)]);
        let found = violations(&imports, &[&["lower"], &["upper"], &["lib"]]);
        assert!(!found.is_empty() && found.iter().all(|line| line.starts_with("lower")), "{text}: {found:?}");
        assert_eq!(violations(&imports, &[&["upper"], &["lib"], &["lower"]]), [""; 0], "{text}");
    }
}

#[test]
fn ignores_imports_in_tests_and_in_quoted_code() {
    let text = "#[cfg(test)] mod tests { use crate::upper::Upper; } fn f() { quote!(crate::upper::Upper) }
        macro_rules! m { () => { crate::upper::Upper }; } pub(in crate::upper) use std::fmt;";
    let imports = imports_of(&[("lib.rs", "mod lower; mod upper;"), ("upper.rs", ""), ("lower.rs", text)]);
    assert_eq!(violations(&imports, &[&["lower"], &["upper"], &["lib"]]), [""; 0]);
}

#[test]
fn attributes_an_exported_macro_to_the_module_that_defines_it() {
    let upper = "#[macro_export] macro_rules! __m { () => {}; } macro_rules! n { () => {}; }";
    let root = "mod lower; mod upper;";
    let imports = imports_of(&[("lib.rs", root), ("upper.rs", upper), ("lower.rs", "pub use crate::__m as m;")]);
    assert_eq!(violations(&imports, &[&["lower"], &["upper"], &["lib"]]), ["lower imports upper"]);
    assert_eq!(violations(&imports, &[&["upper"], &["lower"], &["lib"]]), [""; 0]);
}

#[test]
fn finds_modules_missing_from_the_module_order_and_entries_that_are_not_modules() {
    let imports = imports_of(&[("lib.rs", "mod a;"), ("a.rs", "")]);
    assert_eq!(violations(&imports, &[&["b"], &["lib"]]), ["a: no place or no module", "b: no place or no module"]);
}

#[test]
fn finds_a_cycle_through_submodules() {
    let files = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod b; mod c; mod d; struct Common;"),
        ("a/b.rs", "use super::c::x; use super::Common;"),
        ("a/c/mod.rs", "mod x; mod y;"),
        ("a/c/x.rs", ""),
        ("a/c/y.rs", "use super::super::d::D;"),
        ("a/d.rs", "use crate::a::b::B;"),
    ];
    assert_eq!(cycles(&imports_of(&files)), ["a::b", "a::c", "a::d"]);
    assert_eq!(cycles(&imports_of(&[&files[..6], &[("a/d.rs", "")]].concat())), [""; 0]);
}
