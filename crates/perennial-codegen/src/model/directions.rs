//! What depends on whether a type is sent or received.
//!
//! - A field that is read-only need not be set in what is sent, and one that is write-only may be absent from what is
//!   received, even if the document requires them: each is required in the other direction alone.
//! - In the optional, nullable fields of types that are sent, a caller can send null, which clears a field, where an
//!   absent field is left as it is. In types that are only received, both mean the same.

use std::collections::BTreeSet;

use crate::api::{Api, Direction, Kind};

/// Settles the fields of `api`.
pub fn apply(api: &mut Api) {
    let owned = |names: BTreeSet<&str>| names.into_iter().map(str::to_owned).collect::<BTreeSet<String>>();
    let (sent, received) = (owned(api.sent()), owned(api.received()));
    for def in &mut api.types {
        let Kind::Struct(body) = &mut def.kind else { continue };
        let (is_sent, is_received) = (sent.contains(&def.name), received.contains(&def.name));
        for field in &mut body.fields {
            field.required &= match field.direction {
                Direction::Both => true,
                Direction::ReadOnly => !is_sent,
                Direction::WriteOnly => !is_received,
            };
            field.tells_null = is_sent && field.value.nullable && !field.required;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::api::Presence;

    /// Returns the presence of the field `a` in the type of the body, and in that of the response.
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
        let (api, _) = crate::model_of(root).expect("legal");
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

    #[test]
    fn what_is_read_only_or_write_only_is_required_in_one_direction() {
        let read_only = json!({ "type": "string", "readOnly": true });
        assert_eq!(presences(&read_only, true), [Presence::Optional, Presence::Always]);
        let write_only = json!({ "type": "string", "writeOnly": true });
        assert_eq!(presences(&write_only, true), [Presence::Always, Presence::Optional]);
        let both = json!({ "type": "string", "writeOnly": true, "readOnly": true });
        assert_eq!(presences(&both, true), [Presence::Always, Presence::Always]);
    }
}
