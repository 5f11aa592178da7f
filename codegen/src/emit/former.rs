//! Former names: what marks them, and what leads to the present ones.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::{docs, gates::Gate};
use crate::api::{FormerName, former::RENAMED_TO};

/// Marks a former name of what is called `present` now; one that the document has is none.
pub fn deprecated(present: &str, FormerName { since, .. }: &FormerName) -> Option<TokenStream> {
    let (since, note) = (since.as_ref()?, format!("{RENAMED_TO}`{present}`"));
    Some(quote! { #[deprecated(since = #since, note = #note)] })
}

/// What another name is called in documentation.
pub fn said(other: &FormerName) -> &'static str {
    if other.since.is_some() { "The former name" } else { "The name in the document" }
}

/// Documents and marks a method under another name.
pub fn attributes(present: &str, other: &FormerName) -> TokenStream {
    let docs = docs::tokens(&format!("{} of [`{present}`](Self::{present}).", said(other)));
    let deprecated = deprecated(present, other);
    quote! { #docs #deprecated }
}

/// A setter under another name, which takes what the present one takes.
pub fn setter(name: &str, other: &FormerName, taken: &Taken) -> TokenStream {
    let present = &other.present;
    let attributes = attributes(present, other);
    let (name, present) = (format_ident!("{name}"), format_ident!("{present}"));
    let (form, bound) = match taken {
        Taken::Value(bound) => (None, bound),
        Taken::Optional(bound) => (Some(quote! { <Form> }), bound),
    };
    quote! {
        #attributes
        pub fn #name #form(self, value: impl #bound) -> Self {
            self.#present(value)
        }
    }
}

/// What a setter takes: the bound of its argument.
pub enum Taken {
    Value(TokenStream),
    /// A value or `None`, by a form that is inferred.
    Optional(TokenStream),
}

impl Taken {
    /// What converts into `ty`, with an error that can be shown if it is `explained`.
    pub fn new(is_required: bool, ty: &impl ToTokens, is_explained: bool) -> Self {
        let explained = is_explained.then(|| quote! { , Error: ::std::fmt::Display });
        match is_required {
            true => Self::Value(quote! { ::std::convert::TryInto<#ty #explained> }),
            false => Self::Optional(quote! { crate::optional::IntoOptional<#ty, Form #explained> }),
        }
    }
}

/// A type under another name.
pub fn alias(gate: &Gate<'_>, former: &str, present: &str, other: &FormerName) -> TokenStream {
    let docs = docs::tokens(&format!("{} of [`{present}`].", said(other)));
    let (cfg, deprecated) = (gate.cfg(), deprecated(present, other));
    let (former, present) = (format_ident!("{former}"), format_ident!("{present}"));
    quote! {
        #docs
        #cfg
        #deprecated
        pub type #former = #present;
    }
}

/// A tuple struct under another name, by which it can be made and taken apart, as an alias of it cannot. Nothing warns of
/// such a name.
pub fn tuple_struct(gate: &Gate<'_>, name: &str, other: &FormerName) -> TokenStream {
    let present = &other.present;
    let docs = docs::tokens(&format!("{} of [`{present}`].", said(other)));
    let (cfg, name, present) = (gate.cfg(), format_ident!("{name}"), format_ident!("{present}"));
    quote! {
        #docs
        #cfg
        pub use self::#present as #name;
    }
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
