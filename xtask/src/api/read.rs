//! From the code of a generated client to its public API.

use anyhow::Result;
use syn::Item;

use super::{PublicApi, former, items::module, macros::Macros, operations, short_names::ShortNames, types};

impl PublicApi {
    /// Reads the public API of generated code.
    ///
    /// # Errors
    /// Code that is not what the generator makes.
    pub fn read(code: &[Item]) -> Result<Self> {
        let module_of = |name| module(code, name);
        let (builders, tags, types) = (module_of("builder")?, module_of("tags")?, module_of("types")?);
        // Without a type that can be sent, there is none.
        let type_builders = module(types, "builder").unwrap_or_default();
        let macros = Macros::read(types, type_builders)?;
        let short_names = ShortNames::read(code, tags);
        let former = former::read(code, builders, &short_names, types, &macros);
        let types = types::read(types, &macros);
        Ok(Self { operations: operations::read(code, builders, &short_names, &types)?, types, former })
    }
}

#[cfg(test)]
mod tests {
    use monitoring_service_codegen::names::former::FormerNames;

    use super::*;
    use crate::{
        api::{Setter, Shape},
        client::Client,
    };

    fn public_api() -> PublicApi {
        let document = serde_json::json!({
            "openapi": "3.0.0", "info": { "title": "", "version": "v1" },
            "paths": { "/v1/things/{thingId}": { "post": {
                "operationId": "postThing", "deprecated": true,
                "parameters": [
                    { "name": "thingId", "in": "path", "required": true, "schema": { "type": "string", "format": "uuid" } },
                    { "name": "x-trace", "in": "header", "schema": { "type": "string" } },
                    { "name": "pageSize", "in": "query", "schema": { "type": "integer" } },
                ],
                "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Thing" } } } },
                "responses": { "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ThingList" } } } } },
            } } },
            "components": { "schemas": {
                "Thing": { "type": "object", "required": ["name"], "properties": {
                    "name": { "type": "string" },
                    "createdAt": { "type": "string", "format": "date-time" },
                    "kind": { "type": "string", "enum": ["GOOD", "BAD"] },
                } },
                "ThingList": { "type": "object", "properties": {
                    "entries": { "type": "array", "items": { "$ref": "#/components/schemas/Thing" } },
                    "nextId": { "type": "string" },
                } },
            } },
        });
        Client::of(&document.to_string(), &FormerNames::default()).expect("should be generated").api
    }

    fn setter(accepts: &str, required: bool, sent_as: &str) -> Setter {
        Setter { accepts: accepts.into(), required, sent_as: sent_as.into() }
    }

    #[test]
    fn an_operation_is_what_its_caller_sees_of_it() {
        let public_api = public_api();
        let operation = &public_api.operations["post_thing"];
        assert_eq!((operation.id.as_str(), operation.method.as_str()), ("postThing", "POST"));
        assert_eq!(operation.path, "/v1/things/{thingId}");
        assert!(operation.deprecated);
        assert_eq!(operation.result, "types::ThingList");
        assert_eq!(operation.setters["thing_id"], setter("Uuid", true, "path parameter `thingId`"));
        assert_eq!(operation.setters["x_trace"], setter("String", false, "header `x-trace`"));
        assert_eq!(operation.setters["page_size"], setter("i64", false, "query parameter `pageSize`"));
        assert_eq!(operation.setters["body"], setter("types::Thing", false, "JSON body"));
        let map = "FnOnce(types::builder::Thing) -> types::builder::Thing";
        assert_eq!(operation.setters["body_map"], setter(map, false, ""));
        assert_eq!(operation.setters.len(), 5);
    }

    #[test]
    fn a_struct_is_its_fields_its_builder_and_its_traits() {
        let public_api = public_api();
        let thing = &public_api.types["Thing"];
        let Shape::Struct(fields) = &thing.shape else { panic!("{thing:?}") };
        assert_eq!(fields["name"].ty, "String");
        assert_eq!(fields["created_at"].ty, "Option<DateTime<Utc>>");
        assert_eq!(fields["created_at"].wire_name, "createdAt");
        let builder = thing.builder.as_ref().expect("should have a builder");
        assert_eq!(builder["name"], setter("String", true, ""));
        assert_eq!(builder["kind"], setter("types::ThingKind", false, ""));
        assert!(thing.traits.contains("Clone") && !thing.traits.contains("Default"), "{:?}", thing.traits);
        assert_eq!(thing.page, None);
    }

    #[test]
    fn a_page_says_of_what() {
        let public_api = public_api();
        let list = &public_api.types["ThingList"];
        assert_eq!(list.page.as_deref(), Some("types::Thing"));
    }

    #[test]
    fn an_open_enum_is_its_variants_with_their_values() {
        let public_api = public_api();
        let Shape::OpenEnum(variants, other) = &public_api.types["ThingKind"].shape else { panic!("no open enum") };
        assert_eq!(variants["Good"], "GOOD");
        assert_eq!(variants["Bad"], "BAD");
        assert_eq!(other, "Other");
    }
}
