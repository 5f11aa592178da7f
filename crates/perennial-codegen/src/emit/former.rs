//! Former names: what marks them, and what leads to the present ones.

use super::{docs, gates::Gate};
use crate::{
    api::{FormerName, former::RENAMED_TO},
    rust_type::RustType,
};

/// Marks a former name of what is called `present` now; one that the document has is none.
pub fn deprecated(present: &str, FormerName { since, .. }: &FormerName) -> String {
    since.as_ref().map(|since| attribute(Some(since), &format!("{RENAMED_TO}`{present}`"))).unwrap_or_default()
}

/// Marks what is deprecated.
pub fn attribute(since: Option<&String>, note: &str) -> String {
    let since = since.map(|since| format!("since = {since:?}, ")).unwrap_or_default();
    format!("#[deprecated({since}note = {note:?})]\n")
}

/// Returns the words that documentation has for another name.
pub fn said(other: &FormerName) -> &'static str {
    if other.since.is_some() { "The former name" } else { "The name in the document" }
}

/// Documents and marks a method under another name.
pub fn attributes(present: &str, other: &FormerName) -> String {
    docs::lines(&format!("{} of [`{present}`](Self::{present}).", said(other))) + &deprecated(present, other)
}

/// A setter under another name, which takes what the present one takes.
pub fn setter(name: &str, other: &FormerName, taken: &Taken) -> String {
    let present = &other.present;
    attributes(present, other) + &method(name, "value", taken, &format!("self.{present}(value)"))
}

/// Writes a setter with this `argument` and body.
pub fn method(name: &str, argument: &str, Taken { form, bound }: &Taken, body: &str) -> String {
    format!("pub fn {name}{form}(self, {argument}: impl {bound}) -> Self {{ {body} }}\n")
}

/// What a setter takes.
pub struct Taken {
    /// The type parameter of a setter that takes a value or `None`, whose form is inferred.
    pub form: &'static str,
    /// The bound of the argument.
    pub bound: String,
}

impl Taken {
    /// What converts into `ty`, with an error that can be shown if it is `explained`.
    pub fn new(is_required: bool, ty: &RustType, is_explained: bool) -> Self {
        let (ty, explained) = (ty.code(), if is_explained { ", Error: ::std::fmt::Display" } else { "" });
        if is_required {
            return Self { form: "", bound: format!("::std::convert::TryInto<{ty}{explained}>") };
        }
        Self { form: "<Form>", bound: format!("::perennial::optional::IntoOptional<{ty}, Form{explained}>") }
    }
}

/// A type under another name.
pub fn alias(gate: &Gate<'_>, former: &str, present: &str, other: &FormerName) -> String {
    let docs = docs::lines(&format!("{} of [`{present}`].", said(other)));
    format!("{docs}{}{}pub type {former} = {present};\n", gate.cfg(), deprecated(present, other))
}

/// A tuple struct under another name, by which it can be made and taken apart, as an alias of it cannot. Nothing warns of
/// such a name.
pub fn tuple_struct(gate: &Gate<'_>, name: &str, other: &FormerName) -> String {
    let present = &other.present;
    let docs = docs::lines(&format!("{} of [`{present}`].", said(other)));
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
    fn a_former_name_is_deprecated_and_names_the_present_one() {
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
    fn a_name_that_the_document_has_is_not_deprecated() {
        let names =
            r#"{ "types": { "A": { "aliases": ["B"] } }, "operations": { "get_a": { "aliases": ["get_b"] } } }"#;
        let code = generated(DOCUMENT, names);
        for part in [
            "    /// The name in the document of [`A`].\n    pub type B = A;\n",
            "    /// The name in the document of [`get_a`](Self::get_a).\n    pub fn get_b(&self) -> builder::GetA {\n",
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
        assert!(!code.contains("#[deprecated"), "{code}");
    }

    #[test]
    fn a_tuple_struct_can_be_made_by_its_former_name() {
        let document = r##"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "responses": {
            "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } } } } } },
            "components": { "schemas": { "A": { "type": "array", "items": { "$ref": "#/components/schemas/A" } } } } }"##;
        let code = generated(document, r#"{ "types": { "A": { "former": { "B": "1.2.0" } } } }"#);
        assert!(code.contains("    /// The former name of [`A`].\n    pub use self::A as B;\n"), "{code}");
    }

    #[test]
    fn former_setters_of_an_operation_call_the_present_ones() {
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
    fn the_former_name_of_responses_by_status_comes_with_their_features() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "tags": ["One"],
            "responses": { "200": { "content": { "application/json": { "schema": {} } } }, "204": {} } } } } }"#;
        let code = generated(document, r#"{ "types": { "GetAResponse": { "former": { "B": "1.2.0" } } } }"#);
        let alias = "    #[cfg(feature = \"one\")]\n    #[deprecated(since = \"1.2.0\", note = \"renamed to `GetAResponse`\")]\n    pub type B =";
        assert!(code.contains(alias), "{code}");
    }
}
