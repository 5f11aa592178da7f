//! Former names: what marks them, and what leads to the present ones.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::{docs, gates::Gate};
use crate::names::former::RENAMED_TO;

/// Marks a former name.
pub fn renamed_to(present: &str) -> TokenStream {
    let note = format!("{RENAMED_TO}`{present}`");
    quote! { #[deprecated(note = #note)] }
}

/// Documents and marks a method under its former name.
pub fn attributes(present: &str) -> TokenStream {
    let docs = docs::tokens(&format!("The former name of [`{present}`](Self::{present})."));
    let deprecated = renamed_to(present);
    quote! { #docs #deprecated }
}

/// A setter under its former name, which takes what the present one takes.
pub fn setter(name: &str, present: &str, taken: &Taken) -> TokenStream {
    let attributes = attributes(present);
    let (name, present) = (format_ident!("{name}"), format_ident!("{present}"));
    let (form, argument, value) = match taken {
        Taken::Nothing => (None, None, None),
        Taken::Value(bound) => (None, Some(quote! { value: impl #bound }), Some(quote! { value })),
        Taken::Optional(bound) => {
            (Some(quote! { <Form> }), Some(quote! { value: impl #bound }), Some(quote! { value }))
        }
    };
    quote! {
        #attributes
        pub fn #name #form(self, #argument) -> Self {
            self.#present(#value)
        }
    }
}

/// What a setter takes: the bound of its argument.
pub enum Taken {
    Nothing,
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

/// A type under its former name.
pub fn alias(gate: &Gate<'_>, former: &str, present: &str) -> TokenStream {
    let docs = docs::tokens(&format!("The former name of [`{present}`]."));
    let (cfg, deprecated) = (gate.cfg(), renamed_to(present));
    let (former, present) = (format_ident!("{former}"), format_ident!("{present}"));
    quote! {
        #docs
        #cfg
        #deprecated
        pub type #former = #present;
    }
}

#[cfg(test)]
mod tests {
    use crate::names::former::FormerNames;

    const DOCUMENT: &str = r##"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "responses": {
        "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } } } } } },
        "components": { "schemas": { "A": { "type": "object", "properties": { "x": { "type": "string" } } } } } }"##;

    fn generated(names: &str) -> Result<String, String> {
        let former = FormerNames::parse(names).map_err(|diagnostics| diagnostics.to_string())?;
        let generated = crate::generate(DOCUMENT, &former).map_err(|diagnostics| diagnostics.to_string())?;
        Ok(generated.client)
    }

    #[test]
    fn a_former_name_is_deprecated_and_names_the_present_one() {
        let code = generated(r#"{ "types": { "B": "A" }, "operations": { "get_b": "get_a" } }"#).expect("should fit");
        for part in [
            "    #[deprecated(note = \"renamed to `A`\")]\n    pub type B = A;\n",
            "    #[deprecated(note = \"renamed to `GetA`\")]\n    pub type GetB = GetA;\n",
            "    #[deprecated(note = \"renamed to `get_a`\")]\n    pub fn get_b(&self) -> builder::GetA {\n        self.get_a()\n",
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
    }

    #[test]
    fn former_setters_of_an_operation_call_the_present_ones() {
        let document = r##"{ "openapi": "3.0.0", "paths": { "/a/{id}": { "put": { "operationId": "putA", "requestBody": {
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } } } } },
            "components": { "schemas": { "A": { "type": "object", "properties": { "x": { "type": "string" } } } } } }"##;
        let names = r#"{ "operation_setters": { "put_a": { "key": "id", "change": "body_map", "content": "body" } } }"#;
        let former = FormerNames::parse(names).expect("legal");
        let code = crate::generate(document, &former).expect("should be generated").client;
        for (name, present) in [("key", "id"), ("change", "body_map"), ("content<Form>", "body")] {
            let former = format!("#[deprecated(note = \"renamed to `{present}`\")]\n        pub fn {name}(");
            assert!(code.contains(&former), "{code}");
            assert!(code.contains(&format!("self.{present}(value)")), "{code}");
        }
    }

    #[test]
    fn the_former_name_of_responses_by_status_comes_with_their_features() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "tags": ["One"],
            "responses": { "200": { "content": { "application/json": { "schema": {} } } }, "204": {} } } } } }"#;
        let former = FormerNames::parse(r#"{ "types": { "B": "GetAResponse" } }"#).expect("legal");
        let code = crate::generate(document, &former).expect("should be generated").client;
        let alias =
            "    #[cfg(feature = \"one\")]\n    #[deprecated(note = \"renamed to `GetAResponse`\")]\n    pub type B =";
        assert!(code.contains(alias), "{code}");
    }

    #[test]
    fn a_former_setter_of_a_struct_is_a_setter_of_its_own() {
        let code = generated(r#"{ "type_setters": { "A": { "y": "x" } } }"#).expect("should fit");
        for part in ["#[deprecated(note = \"renamed to `x`\")]\n        pub fn y<Form>(", "self.x(value)"] {
            assert!(code.contains(part), "{code}");
        }
    }
}
