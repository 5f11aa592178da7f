//! Where a caller can send null: in the optional, nullable fields of types that are sent. There, null clears a field, and
//! an absent field is left as it is. In types that are only received, both mean the same.

use std::collections::BTreeSet;

use crate::api::{Api, Kind};

/// Marks these fields of `api`.
pub fn apply(api: &mut Api) {
    let sent: BTreeSet<String> = api.sent().into_iter().map(str::to_owned).collect();
    for def in api.types.iter_mut().filter(|def| sent.contains(&def.name)) {
        if let Kind::Struct(body) = &mut def.kind {
            for field in &mut body.fields {
                field.tells_null = field.value.nullable && !field.required;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{api::Presence, repair};

    /// How the field `a` is held in the type of the body, and in that of the response.
    fn presences(schema: &Value, required: bool) -> [Presence; 2] {
        let object = |name: &str| {
            let properties = json!({ "a": schema, (name): { "type": "string" } });
            let required: &[&str] = if required { &["a"] } else { &[] };
            let schema = json!({ "type": "object", "properties": properties, "required": required });
            json!({ "content": { "application/json": { "schema": schema } } })
        };
        let operation =
            json!({ "operationId": "putA", "requestBody": object("b"), "responses": { "200": object("c") } });
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "put": operation } } });
        let (document, _) = repair::run(root).expect("legal");
        let (api, _) = crate::lower::run(&document).expect("legal");
        ["PutABody", "PutAResponse"].map(|name| match &api.types_by_name()[name].kind {
            Kind::Struct(body) => body.fields[0].presence(),
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn null_is_told_apart_from_absent_only_in_what_is_sent() {
        let nullable = json!({ "type": "string", "nullable": true });
        assert_eq!(presences(&nullable, false), [Presence::OrNull, Presence::Optional]);
        assert_eq!(presences(&nullable, true), [Presence::Optional, Presence::Optional]);
        assert_eq!(presences(&json!({ "type": "string" }), false), [Presence::Optional, Presence::Optional]);
        assert_eq!(presences(&json!({ "type": "string" }), true), [Presence::Always, Presence::Always]);
    }
}
