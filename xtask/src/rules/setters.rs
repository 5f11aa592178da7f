//! What happens to the setters of an operation's builder.

use super::{Effect, Part, Rule, Witness};

rules! {
    SETTER_ADDED = Rule {
        id: "setter-added",
        title: "An operation takes one more value, which is optional",
        effect: Effect::Compatible,
        text: "Its builder has one more setter. Calls without it stay as they are.",
        action: "",
        witness: Witness::new(
            Part::Get,
            "{}",
            r#"{ "parameters": [{ "name": "limit", "in": "query", "schema": { "type": "integer" } }] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.setter_added().send().await?;
                Ok(())
            }",
        ),
    };

    REQUIRED_SETTER_ADDED = Rule {
        id: "required-setter-added",
        title: "An operation takes one more value, which is required",
        effect: Effect::Breaking,
        text: "Its builder has one more setter, which has to be called. The compiler does not know that: code \
               compiles, and `send` fails before anything is sent.",
        action: MUST_CALL,
        witness: Witness::new(
            Part::Get,
            "{}",
            r#"{ "parameters": [
                { "name": "limit", "in": "query", "required": true, "schema": { "type": "integer" } }
            ] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.required_setter_added().send().await?;
                Ok(())
            }",
        )
        .fails_at_run_time(),
    };

    SETTER_REMOVED = Rule {
        id: "setter-removed",
        title: "An operation no longer takes a value",
        effect: Effect::Breaking,
        text: "The parameter or the body is no longer in the document, and its setter is gone.",
        action: "do not call it: the service no longer takes the value",
        witness: Witness::new(
            Part::Get,
            r#"{ "parameters": [{ "name": "limit", "in": "query", "schema": { "type": "integer" } }] }"#,
            "{}",
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.setter_removed().limit(10).send().await?;
                Ok(())
            }",
        ),
    };

    BODY_BUILDER_REMOVED = Rule {
        id: "body-builder-removed",
        title: "The body of an operation is no longer built by a closure",
        effect: Effect::Breaking,
        text: "The body is no struct any more, and `body_map`, which hands out the builder of a struct, is gone.",
        action: "pass the whole body to `.body(…)`",
        witness: Witness::new(
            Part::Taken,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "array", "items": { "type": "string" } }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.body_builder_removed().body_map(|body| body.name(\"a\")).send().await?;
                Ok(())
            }",
        )
        .beside(&["setter-type-changed", "type-removed"]),
    };

    SETTER_TYPE_CHANGED = Rule {
        id: "setter-type-changed",
        title: "A setter takes another type",
        effect: Effect::Breaking,
        text: "The value of a parameter or body has another type in the document. A setter takes whatever converts \
               into its type, so that some calls still compile.",
        action: "pass the new type, or what converts into it",
        witness: Witness::new(
            Part::Get,
            r#"{ "parameters": [{ "name": "limit", "in": "query", "schema": { "type": "integer" } }] }"#,
            r#"{ "parameters": [{ "name": "limit", "in": "query", "schema": { "type": "string" } }] }"#,
            "
            async fn caller(client: &Client, limit: i64) -> Result<(), Error> {
                client.setter_type_changed().limit(limit).send().await?;
                Ok(())
            }",
        ),
    };

    SETTER_REQUIRED = Rule {
        id: "setter-required",
        title: "A value of an operation became required",
        effect: Effect::Breaking,
        text: "Its setter has to be called. The compiler does not know that: code compiles, and `send` fails before \
               anything is sent.",
        action: MUST_CALL,
        witness: Witness::new(
            Part::Get,
            r#"{ "parameters": [{ "name": "limit", "in": "query", "schema": { "type": "integer" } }] }"#,
            r#"{ "parameters": [
                { "name": "limit", "in": "query", "required": true, "schema": { "type": "integer" } }
            ] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.setter_required().send().await?;
                Ok(())
            }",
        )
        .fails_at_run_time(),
    };

    SETTER_OPTIONAL = Rule {
        id: "setter-optional",
        title: "A value of an operation became optional",
        effect: Effect::Compatible,
        text: "Calls of its setter stay as they are, and may be left out.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "parameters": [
                { "name": "limit", "in": "query", "required": true, "schema": { "type": "integer" } }
            ] }"#,
            r#"{ "parameters": [{ "name": "limit", "in": "query", "schema": { "type": "integer" } }] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.setter_optional().limit(10).send().await?;
                Ok(())
            }",
        ),
    };

    SETTER_SENT_ELSEWHERE = Rule {
        id: "setter-sent-elsewhere",
        title: "A value of an operation is sent at another place",
        effect: Effect::Compatible,
        text: "The setter stays as it is: the client puts the value where the document wants it now, such as into a \
               header in place of the query.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "parameters": [{ "name": "limit", "in": "query", "schema": { "type": "integer" } }] }"#,
            r#"{ "parameters": [{ "name": "limit", "in": "header", "schema": { "type": "integer" } }] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.setter_sent_elsewhere().limit(10).send().await?;
                Ok(())
            }",
        ),
    };

    SETTER_NAME_KEPT = Rule {
        id: "setter-name-kept",
        title: "A setter has another name, and the old one is deprecated",
        effect: Effect::Compatible,
        text: "The parameter is the same, by its place in the path or on the wire. The old name does what it did, \
               with a warning.",
        action: "call `.NAME(…)` instead",
        witness: Witness::new(
            Part::Document,
            r#"{ "paths": { "/setter-name-kept/{id}": { "get": {
                "operationId": "setterNameKept",
                "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }]
            } } } }"#,
            r#"{ "paths": { "/setter-name-kept/{thingId}": { "get": {
                "operationId": "setterNameKept",
                "parameters": [{ "name": "thingId", "in": "path", "required": true, "schema": { "type": "string" } }]
            } } } }"#,
            "
            #[allow(deprecated)]
            async fn caller(client: &Client) -> Result<(), Error> {
                client.setter_name_kept().id(\"a\").send().await?;
                Ok(())
            }",
        )
        .names(
            "{}",
            r#"{ "operations": { "setter_name_kept": {
                "other_setters": { "id": { "of": "thing_id", "since": "0.1.1" } }
            } } }"#,
        ),
    };
}

const MUST_CALL: &str = "call `.NAME(…)`: without it `send` fails with `Error::InvalidRequest`";
