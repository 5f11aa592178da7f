//! Writes items under former names and aliases. Each of these items refers to the item with the current name, and its
//! documentation names this item. Items under former names are also deprecated.

use super::{docs, gates::Gate};
use crate::{
    api::{FormerName, former::RENAMED_TO},
    rust_type::RustType,
};

/// Returns a `deprecated` attribute that recommends `present`, the current name of the item. Returns an empty string
/// for an alias, which is not deprecated, because the document still contains it.
pub fn deprecated(present: &str, FormerName { since, .. }: &FormerName) -> String {
    since.as_ref().map(|since| attribute(Some(since), &format!("{RENAMED_TO}`{present}`"))).unwrap_or_default()
}

pub fn attribute(since: Option<&String>, note: &str) -> String {
    let since = since.map(|since| format!("since = {since:?}, ")).unwrap_or_default();
    format!("#[deprecated({since}note = {note:?})]\n")
}

fn docs_of_name(link: &str, other: &FormerName) -> String {
    docs::lines(&match other.since {
        Some(_) => format!("The former name of {link}."),
        None => format!("The name of {link} in the document."),
    })
}

/// Writes the documentation and the `deprecated` attribute of a method under a former name or an alias.
pub fn attributes(present: &str, other: &FormerName) -> String {
    docs_of_name(&format!("[`{present}`](Self::{present})"), other) + &deprecated(present, other)
}

/// Writes a setter under a former name or an alias. It takes the same argument as the current setter, and calls it.
pub fn setter(name: &str, other: &FormerName, argument: &Argument) -> String {
    let present = &other.present;
    attributes(present, other) + &method(name, "value", argument, &format!("self.{present}(value)"))
}

pub fn method(name: &str, value: &str, Argument { form, bound }: &Argument, body: &str) -> String {
    let form = form.as_ref().map(|form| format!("<{form}>")).unwrap_or_default();
    format!("pub fn {name}{form}(self, {value}: impl {bound}) -> Self {{ {body} }}\n")
}

pub struct Argument {
    /// The type parameter of the setter, such as `Form`, which rustc infers. `None` if the argument is a value that
    /// converts by `TryInto`, or a closure.
    pub form: Option<String>,
    pub bound: String,
}

impl Argument {
    /// Creates the argument of a setter that accepts any value that converts into `ty`. If `is_required` is not set,
    /// the setter also accepts an `Option`. If `is_explained` is set, the error of the conversion must implement
    /// `Display`.
    pub fn new(is_required: bool, ty: &RustType, is_explained: bool) -> Self {
        Self::with_form("Form", is_required, ty, is_explained)
    }

    /// Same as [`new`](Self::new), but with the name for the type parameter. Methods with several arguments need
    /// different names.
    pub fn with_form(form: &str, is_required: bool, ty: &RustType, is_explained: bool) -> Self {
        let (code, explained) = (ty.code(), if is_explained { ", Error: ::std::fmt::Display" } else { "" });
        let name = match is_required {
            true if !ty.has_borrowed_form() => {
                return Self { form: None, bound: format!("::std::convert::TryInto<{code}{explained}>") };
            }
            true => "IntoRequired",
            false => "IntoOptional",
        };
        let bound = format!("::perennial::optional::{name}<{code}, {form}{explained}>");
        Self { form: Some(form.to_owned()), bound }
    }
}

pub fn alias(gate: &Gate<'_>, former: &str, present: &str, other: &FormerName) -> String {
    let docs = docs_of_name(&format!("[`{present}`]"), other);
    format!("{docs}{}{}pub type {former} = {present};\n", gate.cfg(), deprecated(present, other))
}

/// Re-exports a tuple struct under a former name. Unlike a type alias, a re-export can be used to construct and
/// destructure the struct. It is not marked as deprecated, because rustc does not warn about the use of a re-export.
pub fn tuple_struct(gate: &Gate<'_>, name: &str, other: &FormerName) -> String {
    let present = &other.present;
    let docs = docs_of_name(&format!("[`{present}`]"), other);
    format!("{docs}{}pub use self::{present} as {name};\n", gate.cfg())
}

#[cfg(test)]
mod tests {
    use crate::names::file::Names;

    const DOCUMENT: &str = r##"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "responses": {
        "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } } } } } },
        "components": { "schemas": { "A": { "type": "object", "properties": { "x": { "type": "string" } } } } } }"##;

    fn generated(document: &str, names: &str) -> String {
        let names = Names::parse(names).expect("legal");
        crate::generate(document, &names).expect("should be generated").client
    }

    #[test]
    fn former_names_are_deprecated_with_the_current_name_in_the_note() {
        let names = r#"{ "types": { "A": { "former": { "B": "1.2.0" } } },
            "operations": { "get_a": { "former": { "get_b": "1.2.0" } } } }"#;
        let code = generated(DOCUMENT, names);
        for part in [
            "    #[deprecated(since = \"1.2.0\", note = \"renamed to `A`\")]\n    pub type B = A;\n",
            "    #[deprecated(since = \"1.2.0\", note = \"renamed to `GetA`\")]\n    pub type GetB = GetA;\n",
            "    #[deprecated(since = \"1.2.0\", note = \"renamed to `get_a`\")]\n    pub fn get_b(&self) -> builder::GetA {\n        self.get_a()\n",
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
    }

    #[test]
    fn does_not_deprecate_aliases_that_the_document_contains() {
        let names =
            r#"{ "types": { "A": { "aliases": ["B"] } }, "operations": { "get_a": { "aliases": ["get_b"] } } }"#;
        let code = generated(DOCUMENT, names);
        for part in [
            "    /// The name of [`A`] in the document.\n    pub type B = A;\n",
            "    /// The name of [`get_a`](Self::get_a) in the document.\n    pub fn get_b(&self) -> builder::GetA {\n",
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
        assert!(!code.contains("#[deprecated"), "{code}");
    }

    #[test]
    fn imports_tuple_structs_under_their_former_names() {
        let document = r##"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "responses": {
            "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } } } } } },
            "components": { "schemas": { "A": { "type": "array", "items": { "$ref": "#/components/schemas/A" } } } } }"##;
        let code = generated(document, r#"{ "types": { "A": { "former": { "B": "1.2.0" } } } }"#);
        assert!(code.contains("    /// The former name of [`A`].\n    pub use self::A as B;\n"), "{code}");
    }

    #[test]
    fn former_setters_of_an_operation_call_the_current_setters() {
        let document = r##"{ "openapi": "3.0.0", "paths": { "/a/{id}": { "put": { "operationId": "putA", "requestBody": {
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } } } } },
            "components": { "schemas": { "A": { "type": "object", "properties": { "x": { "type": "string" } } } } } }"##;
        let names = r#"{ "operations": { "put_a": { "other_setters": { "key": { "of": "id", "since": "1.2.0" },
            "change": { "of": "body_map", "since": "1.2.0" }, "content": { "of": "body", "since": "1.2.0" } } } } }"#;
        let code = generated(document, names);
        for (name, present) in [("key", "id"), ("change", "body_map"), ("content<Form>", "body")] {
            let former = format!("note = \"renamed to `{present}`\")]\n        pub fn {name}(");
            assert!(code.contains(&former), "{code}");
            assert!(code.contains(&format!("self.{present}(value)")), "{code}");
        }
    }

    #[test]
    fn former_names_of_response_enums_have_the_feature_gate_of_the_enum() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "tags": ["One"],
            "responses": { "200": { "content": { "application/json": { "schema": {} } } }, "204": {} } } } } }"#;
        let code = generated(document, r#"{ "types": { "GetAResponse": { "former": { "B": "1.2.0" } } } }"#);
        let alias = "    #[cfg(feature = \"one\")]\n    #[deprecated(since = \"1.2.0\", note = \"renamed to `GetAResponse`\")]\n    pub type B =";
        assert!(code.contains(alias), "{code}");
    }
}
