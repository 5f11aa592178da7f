//! What happens to the short names of operations, such as `checks().list()`.

use super::{Effect, Part, Rule, Witness};

rules! {
    SHORT_NAME_ADDED = Rule {
        id: "short-name-added",
        title: "An operation has one more short name",
        effect: Effect::Compatible,
        text: "It has one more tag, and is called by a short name there, too.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "tags": ["First tag"] }"#,
            r#"{ "tags": ["First tag", "Second tag"] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.first_tag().short_name_added().send().await?;
                Ok(())
            }",
        )
        .features(&["first-tag"]),
    };

    SHORT_NAME_REMOVED = Rule {
        id: "short-name-removed",
        title: "A short name of an operation is gone",
        effect: Effect::Breaking,
        text: "The operation left the tag, or is called otherwise in it, and its old short name is not kept.",
        action: "call it by another of its names",
        witness: Witness::new(
            Part::Get,
            r#"{ "tags": ["Left tag"] }"#,
            "{}",
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.left_tag().short_name_removed().send().await?;
                Ok(())
            }",
        )
        .names("{}", r#"{ "features": { "left-tag": { "of": [], "since": "0.1.1" } } }"#)
        .features(&["left-tag"]),
    };

    SHORT_NAME_KEPT = Rule {
        id: "short-name-kept",
        title: "A short name of an operation is deprecated",
        effect: Effect::Compatible,
        text: "The operation left the tag, or is called otherwise in it. The old short name does what it did, with \
               a warning.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "tags": ["Old tag"] }"#,
            r#"{ "tags": ["New tag"] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.old_tag().short_name_kept().send().await?;
                Ok(())
            }",
        )
        .features(&["old-tag"]),
    };

    SHORT_NAME_REUSED = Rule {
        id: "short-name-reused",
        title: "A short name calls another operation",
        effect: Effect::Breaking,
        text: "What an operation was called in a tag is now the name of another one. Where both take and give the \
               same, old code compiles and does something else.",
        action: "check each call: it may still compile, but now calls another operation",
        witness: Witness::new(
            Part::Document,
            r#"{ "paths": {
                "/probes": { "get": { "operationId": "getProbes", "tags": ["Reused"] } },
                "/x/probes": { "get": { "operationId": "getOtherProbes", "tags": ["Others"] } }
            } }"#,
            r#"{ "paths": {
                "/probes": { "get": { "operationId": "getProbes", "tags": ["Others"] } },
                "/x/probes": { "get": { "operationId": "getOtherProbes", "tags": ["Reused"] } }
            } }"#,
            "
            fn caller(client: &Client) -> builder::GetProbes {
                client.reused().probes()
            }",
        )
        .names(
            "{}",
            r#"{ "features": {
                "others": { "of": "reused", "since": "0.1.1" }, "reused": { "of": "others", "since": "0.1.1" }
            } }"#,
        )
        .features(&["reused"]),
    };

    SHORT_NAME_ARGUMENTS_CHANGED = Rule {
        id: "short-name-arguments-changed",
        title: "A short name takes other arguments",
        effect: Effect::Breaking,
        text: "The parameters of the path are the arguments of a short name, and they are others, or in another \
               order. Where they have one type, old code compiles and names the wrong thing.",
        action: "check each call: its arguments now stand for other parameters",
        witness: Witness::new(
            Part::Document,
            r#"{ "paths": { "/arguments/{a}/{b}": { "get": {
                "operationId": "getArguments",
                "tags": ["Arguments"],
                "parameters": [
                    { "name": "a", "in": "path", "required": true, "schema": { "type": "string" } },
                    { "name": "b", "in": "path", "required": true, "schema": { "type": "integer" } }
                ]
            } } } }"#,
            r#"{ "paths": { "/arguments/{b}/{a}": { "get": {
                "operationId": "getArguments",
                "tags": ["Arguments"],
                "parameters": [
                    { "name": "a", "in": "path", "required": true, "schema": { "type": "string" } },
                    { "name": "b", "in": "path", "required": true, "schema": { "type": "integer" } }
                ]
            } } } }"#,
            "
            fn caller(client: &Client) {
                let call = client.arguments().get(\"a\", 1);
            }",
        )
        .features(&["arguments"]),
    };
}
