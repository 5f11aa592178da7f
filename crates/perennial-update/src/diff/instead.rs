//! The replacements of a type that is gone.

use perennial_codegen::{
    rust_type::{Inner, RustType},
    surface::Shape,
};

use super::pairs::Pairs;

/// Describes what an operation gives now that gave the type `name`, or else takes that took it, or else what a field
/// has that had it.
pub fn of_type(name: &str, pairs: &Pairs<'_>) -> Option<String> {
    let is_it = |ty: &RustType| matches!(&ty.inner, Inner::Named(named) if named == name);
    let operations = || pairs.operations.iter().map(|(was, is)| (*is, pairs.operation([was, is])));
    let given = operations()
        .filter(|(_, [was, _])| is_it(&was.result))
        .map(|(operation, [_, now])| format!("`{operation}()` now gives `{}`", now.result));
    let taken = operations().flat_map(|(operation, [was, now])| {
        let it = was.setters.iter().filter(|(_, setter)| is_it(&setter.accepts));
        let now = it.filter_map(|(setter, _)| Some((setter, now.setters.get(setter)?)));
        now.map(move |(setter, now)| format!("`{operation}().{setter}(…)` now takes `{}`", now.accepts))
    });
    let held = pairs.types.iter().flat_map(|(was, is)| {
        let [was, now] = pairs.ty([was, is]);
        let (Shape::Struct(was), Shape::Struct(now)) = (&was.shape, &now.shape) else { return Vec::new() };
        let it = was.iter().filter(|(_, field)| is_it(&field.ty));
        let now = it.filter_map(|(field, _)| Some((field, now.get(field)?)));
        now.map(|(field, now)| format!("field `{field}` of `types::{is}` is now `{}`", now.ty)).collect()
    });
    given.chain(taken).chain(held).next()
}
