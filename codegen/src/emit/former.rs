//! Former names: aliases of types, and methods that do what the present ones do.
//!
//! They are added to the finished code by its structure, so that a former name has the signature of the present one,
//! whichever stage wrote that.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Attribute, Block, File, FnArg, Ident, ImplItem, ImplItemFn, Item, Pat, Signature, TraitItem, TraitItemFn,
    parse_quote,
};

use super::{docs, syntax::implementor};
use crate::{
    api::Api,
    diagnostics::Diagnostics,
    former_names::{ByOwner, FormerNames, RENAMED_TO},
    naming,
};

/// Marks a former name.
pub fn renamed_to(present: &str) -> TokenStream {
    let note = format!("{RENAMED_TO}`{present}`");
    quote! { #[deprecated(note = #note)] }
}

/// Adds all former names but short ones, those of variants and those of setters of types, which are part of the tags,
/// enums and builders, and those of features, which are no code.
///
/// # Errors
/// A present name that is not in the code.
pub fn add(code: &mut File, api: &Api, former: &FormerNames) -> Result<(), Diagnostics> {
    let FormerNames { types, operations, operation_setters, short_names: _, type_setters: _, variants: _, features: _ } =
        former;
    let mut missing = Diagnostics::default();
    let builder_of = builder_of(api);
    for (former, present) in operations {
        let copied = add_method(&mut code.items, "Client", former, present)
            && mock_trait(&mut code.items).is_some_and(|methods| add_mock(methods, former, present))
            && module(&mut code.items, "builder")
                .is_some_and(|items| add_alias(items, &naming::builder_name(former), builder_of(present)));
        note_missing(copied, "operations", former, &mut missing);
    }
    // The setters come before the aliases of their builders.
    if let Some(builders) = module(&mut code.items, "builder") {
        add_setters(builders, operation_setters, &builder_of, &mut missing);
    }
    let Some(items) = module(&mut code.items, "types") else { return missing.or(()) };
    if let Some(builders) = module(items, "builder") {
        for (former, present) in types {
            // Only structs have a builder.
            add_alias(builders, former, present);
        }
    }
    for (former, present) in types {
        note_missing(add_alias(items, former, present), "types", former, &mut missing);
    }
    missing.or(())
}

fn note_missing(is_added: bool, part: &str, former: &str, missing: &mut Diagnostics) {
    if !is_added {
        let reason = "the generated code lacks its present name";
        missing.push(format!("former-names.json: {part}.{former}"), reason);
    }
}

/// The builder of a method of `Client`.
fn builder_of<'a>(api: &'a Api) -> impl Fn(&str) -> &'a str {
    |method| {
        let operation = api.operations.iter().find(|operation| operation.name == method);
        operation.map(|operation| operation.builder.as_str()).unwrap_or_default()
    }
}

fn add_setters<'a>(
    items: &mut [Item],
    setters: &ByOwner,
    builder_of: &dyn for<'b> Fn(&'b str) -> &'a str,
    missing: &mut Diagnostics,
) {
    for (owner, setters) in setters {
        for (former, present) in setters {
            let is_added = add_method(items, builder_of(owner), former, present);
            note_missing(is_added, "operation_setters", &format!("{owner}.{former}"), missing);
        }
    }
}

/// The items of the module `name`.
fn module<'a>(items: &'a mut [Item], name: &str) -> Option<&'a mut Vec<Item>> {
    items.iter_mut().find_map(|item| match item {
        Item::Mod(module) if module.ident == name => module.content.as_mut().map(|(_, items)| items),
        _ => None,
    })
}

fn mock_trait(items: &mut [Item]) -> Option<&mut Vec<TraitItem>> {
    items.iter_mut().find_map(|item| match item {
        Item::Trait(item) if item.ident == "MockServerExt" => Some(&mut item.items),
        _ => None,
    })
}

/// `pub type former = present;`
fn add_alias(items: &mut Vec<Item>, former: &str, present: &str) -> bool {
    let is_there = items.iter().any(|item| match item {
        Item::Struct(item) => item.ident == present,
        Item::Enum(item) => item.ident == present,
        Item::Macro(item) => defines(&item.mac.tokens, present),
        _ => false,
    });
    if !is_there {
        return false;
    }
    let docs = docs::tokens(&format!("The former name of [`{present}`]."));
    let (deprecated, former, present) = (renamed_to(present), format_ident!("{former}"), format_ident!("{present}"));
    items.push(parse_quote! {
        #docs
        #deprecated
        pub type #former = #present;
    });
    true
}

/// Whether the input of a macro has `enum name`, or `name requires` of a builder.
fn defines(input: &TokenStream, name: &str) -> bool {
    let tokens: Vec<String> = input.clone().into_iter().map(|token| token.to_string()).collect();
    let is_named = |pair: &[String]| pair[0] == "enum" && pair[1] == name || pair[0] == name && pair[1] == "requires";
    tokens.windows(2).any(is_named)
}

/// Adds a method to the type `owner`, beside that with the present name.
fn add_method(items: &mut [Item], owner: &str, former: &str, present: &str) -> bool {
    let blocks = items.iter_mut().filter_map(|item| match item {
        Item::Impl(block) if block.trait_.is_none() && implementor(block) == owner => Some(&mut block.items),
        _ => None,
    });
    for items in blocks {
        let function = items.iter().find_map(|item| match item {
            ImplItem::Fn(function) if function.sig.ident == present => Some(function.clone()),
            _ => None,
        });
        if let Some(function) = function {
            let (sig, block) = delegating(&function.sig, former);
            items.push(ImplItem::Fn(ImplItemFn { attrs: attributes(present), sig, block, ..function }));
            return true;
        }
    }
    false
}

fn add_mock(items: &mut Vec<TraitItem>, former: &str, present: &str) -> bool {
    let found = items.iter().find_map(|item| match item {
        TraitItem::Fn(function) if function.sig.ident == present => Some(function.clone()),
        _ => None,
    });
    let Some(function) = found else { return false };
    let (sig, block) = delegating(&function.sig, former);
    let attrs = attributes(present);
    items.push(TraitItem::Fn(TraitItemFn { attrs, sig, default: Some(block), semi_token: None, ..function }));
    true
}

fn attributes(present: &str) -> Vec<Attribute> {
    let deprecated = renamed_to(present);
    let marked: ImplItemFn = parse_quote! { #deprecated fn x() {} };
    let docs = docs::attribute(&format!("The former name of [`{present}`](Self::{present})."));
    docs.into_iter().chain(marked.attrs).collect()
}

/// The signature under its former name, and a call of the present method.
fn delegating(present: &Signature, former: &str) -> (Signature, Block) {
    let mut sig = present.clone();
    sig.ident = format_ident!("{former}");
    let mut arguments: Vec<Ident> = Vec::new();
    for input in &mut sig.inputs {
        match input {
            // `mut self` of a method that changes itself.
            FnArg::Receiver(receiver) => receiver.mutability = None,
            FnArg::Typed(typed) => {
                if let Pat::Ident(pattern) = &mut *typed.pat {
                    pattern.mutability = None;
                    arguments.push(pattern.ident.clone());
                }
            }
        }
    }
    let present = &present.ident;
    (sig, parse_quote!({ self.#present(#(#arguments),*) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = r##"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "responses": {
        "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } } } } } },
        "components": { "schemas": { "A": { "type": "object", "properties": { "x": { "type": "string" } } } } } }"##;

    fn generated(names: &str) -> Result<String, String> {
        let former = FormerNames::parse(names).map_err(|diagnostics| diagnostics.to_string())?;
        let generated = crate::generate(DOCUMENT, &former, &crate::selection::Selection::All)
            .map_err(|diagnostics| diagnostics.to_string())?;
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
    fn a_former_setter_of_a_struct_is_a_setter_of_its_own() {
        let code = generated(r#"{ "type_setters": { "A": { "y": "x" } } }"#).expect("should fit");
        // A line may end anywhere within a macro.
        let words = code.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("#[deprecated(note = \"renamed to `x`\")] y \"x\""), "{code}");
    }
}
