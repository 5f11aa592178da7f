//! Which room of a crate may import which. A room is a folder or file at the top of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod modules;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use modules::{Imports, Name, imports};

/// The rooms of a crate, lowest first: each imports those in lines before its own, and nothing else.
type Order = &'static [&'static [&'static str]];

const LAYER: Order = &[
    &["_guide"],
    &["clock", "decode", "encode", "operation", "random", "runtime", "secret"],
    &["deadline", "multipart", "optional", "response"],
    &["error"],
    &["headers", "mock_operation", "page", "rate_limit", "retry", "time"],
    &["interceptor"],
    &["client"],
    &["call", "derive"],
    &["rt"],
    &["generated"],
    &["request"],
    &["lib", "mock"],
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
    &["signature"],
    &["progenitor", "surface"],
    &["emit"],
    &["lib"],
    &["script"],
];

/// The file that a path from the root of this repository leads to.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should have a parent").join(path)
}

/// What is not as the order says: a room without a place, a place without a room, an import of what is not lower.
fn broken(imports: &Imports, order: Order) -> Vec<String> {
    let places: BTreeMap<&str, usize> =
        order.iter().enumerate().flat_map(|(place, rooms)| rooms.iter().map(move |room| (*room, place))).collect();
    let rooms: BTreeSet<&str> = imports.keys().map(Name::room).collect();
    let known: BTreeSet<&str> = places.keys().copied().collect();
    let mut broken: Vec<String> =
        rooms.symmetric_difference(&known).map(|room| format!("{room}: no place or no room")).collect();
    for (name, imported) in imports {
        for other in imported {
            let (room, lower) = (name.room(), other.room());
            // The root names what is in it.
            if room != "lib" && room != lower && places.get(lower) >= places.get(room) {
                broken.push(format!("{name} imports {other}"));
            }
        }
    }
    broken
}

/// The modules of a folder that import each other in a circle, whatever is in them. What the file of a folder has is for
/// all in it.
fn circles(imports: &Imports) -> Vec<String> {
    let mut folders: BTreeMap<Name, BTreeMap<Name, BTreeSet<Name>>> = BTreeMap::new();
    for (name, imported) in imports {
        for (folder, own, other) in imported.iter().filter_map(|other| name.neighbours(other)) {
            folders.entry(folder).or_default().entry(own).or_default().insert(other);
        }
    }
    let circles = folders.values().flat_map(|neighbours| {
        neighbours.keys().filter(|name| reached(neighbours, name).contains(name)).map(Name::to_string)
    });
    circles.collect()
}

fn reached<'a>(neighbours: &'a BTreeMap<Name, BTreeSet<Name>>, from: &Name) -> BTreeSet<&'a Name> {
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
fn each_room_of_the_layer_imports_only_lower_ones() {
    let imports = imports(&file("src/lib.rs"));
    assert_eq!((broken(&imports, LAYER), circles(&imports)), (vec![], vec![]));
}

#[test]
fn each_room_of_the_generator_imports_only_lower_ones() {
    let imports = imports(&file("codegen/src/lib.rs"));
    assert_eq!((broken(&imports, GENERATOR), circles(&imports)), (vec![], vec![]));
}

/// The imports of a crate of these files.
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
fn an_import_of_a_room_that_is_not_lower_is_found_however_it_is_written() {
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
        let found = broken(&imports, &[&["lower"], &["upper"], &["lib"]]);
        assert!(!found.is_empty() && found.iter().all(|line| line.starts_with("lower")), "{text}: {found:?}");
        assert_eq!(broken(&imports, &[&["upper"], &["lib"], &["lower"]]), [""; 0], "{text}");
    }
}

#[test]
fn tests_and_what_macros_quote_import_what_they_like() {
    let text = "#[cfg(test)] mod tests { use crate::upper::Upper; } fn f() { quote!(crate::upper::Upper) }
        macro_rules! m { () => { crate::upper::Upper }; } pub(in crate::upper) use std::fmt;";
    let imports = imports_of(&[("lib.rs", "mod lower; mod upper;"), ("upper.rs", ""), ("lower.rs", text)]);
    assert_eq!(broken(&imports, &[&["lower"], &["upper"], &["lib"]]), [""; 0]);
}

#[test]
fn a_room_without_a_place_and_a_place_without_a_room_are_found() {
    let imports = imports_of(&[("lib.rs", "mod a;"), ("a.rs", "")]);
    assert_eq!(broken(&imports, &[&["b"], &["lib"]]), ["a: no place or no room", "b: no place or no room"]);
}

#[test]
fn a_circle_is_found_through_what_is_inside_of_its_modules() {
    let files = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod b; mod c; mod d; struct Common;"),
        ("a/b.rs", "use super::c::x; use super::Common;"),
        ("a/c/mod.rs", "mod x; mod y;"),
        ("a/c/x.rs", ""),
        ("a/c/y.rs", "use super::super::d::D;"),
        ("a/d.rs", "use crate::a::b::B;"),
    ];
    assert_eq!(circles(&imports_of(&files)), ["a::b", "a::c", "a::d"]);
    assert_eq!(circles(&imports_of(&[&files[..6], &[("a/d.rs", "")]].concat())), [""; 0]);
}
