use perennial_codegen::{
    rust_type::{Inner, RustType},
    surface::PublicShape,
};

use super::matched_apis::MatchedApis;

/// Finds a replacement for the removed type `name`, and returns its description. The first of these types is used: the
/// type that an operation returns in place of `name`, the type that a setter takes in place of it, and the type that a
/// field has in place of it.
pub fn replacement_of_type(name: &str, apis: &MatchedApis<'_>) -> Option<String> {
    let is_removed_type = |ty: &RustType| matches!(&ty.inner, Inner::Named(named) if named == name);
    let operations = || apis.operations.iter().map(|(was, is)| (*is, apis.operation_versions([was, is])));
    let results = operations()
        .filter(|(_, [was, _])| is_removed_type(&was.result))
        .map(|(operation, [_, now])| format!("`{operation}()` now returns `{}`", now.result));
    let arguments = operations().flat_map(|(operation, [was, now])| {
        let matching = was.setters.iter().filter(|(_, setter)| is_removed_type(&setter.accepts));
        let now = matching.filter_map(|(setter, _)| Some((setter, now.setters.get(setter)?)));
        now.map(move |(setter, now)| format!("`{operation}().{setter}(…)` now accepts `{}`", now.accepts))
    });
    let fields = apis.types.iter().flat_map(|(was, is)| {
        let [was, now] = apis.type_versions([was, is]);
        let (PublicShape::Struct(was), PublicShape::Struct(now)) = (&was.shape, &now.shape) else { return Vec::new() };
        let matching = was.iter().filter(|(_, field)| is_removed_type(&field.ty));
        let now = matching.filter_map(|(field, _)| Some((field, now.get(field)?)));
        now.map(|(field, now)| format!("field `{field}` of `types::{is}` is now `{}`", now.ty)).collect()
    });
    results.chain(arguments).chain(fields).next()
}
