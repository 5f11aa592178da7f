//! Writes items under former names and aliases, each with its documentation and deprecation. Such an item refers to the
//! item with the current name.

use super::{docs, gates::Gate};
use crate::{
    api::{FormerName, former::RENAMED_TO},
    rust_type::RustType,
};

/// Returns the `deprecated` attribute for a former name of the item that is now called `present`. The result is empty
/// for an alias, because the document still contains the alias.
pub fn deprecated(present: &str, FormerName { since, .. }: &FormerName) -> String {
    since.as_ref().map(|since| attribute(Some(since), &format!("{RENAMED_TO}`{present}`"))).unwrap_or_default()
}

/// Returns a `deprecated` attribute with this version and note.
pub fn attribute(since: Option<&String>, note: &str) -> String {
    let since = since.map(|since| format!("since = {since:?}, ")).unwrap_or_default();
    format!("#[deprecated({since}note = {note:?})]\n")
}

/// Writes the documentation of an item with a former name or alias. `link` links to the item with the current name.
fn docs_of_name(link: &str, other: &FormerName) -> String {
    docs::lines(&match other.since {
        Some(_) => format!("The former name of {link}."),
        None => format!("The name of {link} in the document."),
    })
}

/// Writes the documentation and the attribute of a method under a former name or an alias.
pub fn attributes(present: &str, other: &FormerName) -> String {
    docs_of_name(&format!("[`{present}`](Self::{present})"), other) + &deprecated(present, other)
}

/// Writes a setter under a former name or an alias. It takes the same argument as the setter with the current name.
pub fn setter(name: &str, other: &FormerName, argument: &Argument) -> String {
    let present = &other.present;
    attributes(present, other) + &method(name, "value", argument, &format!("self.{present}(value)"))
}

/// Writes a setter called `name`, whose argument is called `value` and whose code is `body`.
pub fn method(name: &str, value: &str, Argument { form, bound }: &Argument, body: &str) -> String {
    format!("pub fn {name}{form}(self, {value}: impl {bound}) -> Self {{ {body} }}\n")
}

/// The argument of a setter.
pub struct Argument {
    /// The type parameters of the setter. A setter that takes a value or `None` has one, which rustc infers.
    pub form: &'static str,
    /// The bound of the argument.
    pub bound: String,
}

impl Argument {
    /// Creates the argument for values that convert into `ty`. If `is_explained` is set, errors of the conversion must implement
    /// `Display`.
    pub fn new(is_required: bool, ty: &RustType, is_explained: bool) -> Self {
        let (ty, explained) = (ty.code(), if is_explained { ", Error: ::std::fmt::Display" } else { "" });
        if is_required {
            return Self { form: "", bound: format!("::std::convert::TryInto<{ty}{explained}>") };
        }
        Self { form: "<Form>", bound: format!("::perennial::optional::IntoOptional<{ty}, Form{explained}>") }
    }
}

/// Writes an alias of a type under a former name or an alias of the document.
pub fn alias(gate: &Gate<'_>, former: &str, present: &str, other: &FormerName) -> String {
    let docs = docs_of_name(&format!("[`{present}`]"), other);
    format!("{docs}{}{}pub type {former} = {present};\n", gate.cfg(), deprecated(present, other))
}

/// Re-exports a tuple struct under a former name. Unlike a type alias, a re-export can construct and destructure the
/// struct. rustc does not warn if the former name is used.
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
