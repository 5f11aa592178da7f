//! What happens to the methods of a builder that stream all pages.

use super::{Effect, Part, Rule, Witness};

rules! {
    PAGER_ADDED = Rule {
        id: "pager-added",
        title: "An operation streams all its pages",
        effect: Effect::Compatible,
        text: "The document shows how the next page is requested: `items()` and `pages()` are new. What is done by \
               `paginate` stays as it is.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object",
                "properties": {
                    "entries": { "type": "array", "items": { "type": "string" } },
                    "nextId": { "type": "string" }
                }
            } } } } } }"#,
            r#"{ "parameters": [{ "name": "nextId", "in": "query", "schema": { "type": "string" } }],
              "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object",
                "properties": {
                    "entries": { "type": "array", "items": { "type": "string" } },
                    "nextId": { "type": "string" }
                }
            } } } } } }"#,
            "
            async fn caller(client: &Client) -> Result<Option<String>, Error> {
                Ok(client.pager_added().send().await?.into_inner().next_id)
            }",
        ),
    };

    PAGER_REMOVED = Rule {
        id: "pager-removed",
        title: "An operation no longer streams all its pages",
        effect: Effect::Breaking,
        text: "The document no longer shows for sure how the next page is requested: `items()` and `pages()` are \
               gone.",
        action: "use `paginate`, whose closure says how the next page is requested",
        witness: Witness::new(
            Part::Get,
            r#"{ "parameters": [{ "name": "page", "in": "query", "schema": { "type": "integer", "default": 1 } }],
              "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object", "properties": { "entries": { "type": "array", "items": { "type": "string" } } }
            } } } } } }"#,
            r#"{ "parameters": [{ "name": "page", "in": "query", "schema": { "type": "integer" } }],
              "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object", "properties": { "entries": { "type": "array", "items": { "type": "string" } } }
            } } } } } }"#,
            "
            fn caller(client: &Client) {
                let items = client.pager_removed().items();
            }",
        ),
    };

    PAGER_RENAMED = Rule {
        id: "pager-renamed",
        title: "The method that streams all pages has another name",
        effect: Effect::Breaking,
        text: "A new setter has the name `items` or `pages`, and the method has another one.",
        action: "call `.NAME()` instead",
        witness: Witness::new(
            Part::Get,
            r#"{ "parameters": [{ "name": "nextId", "in": "query", "schema": { "type": "string" } }],
              "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object",
                "properties": {
                    "entries": { "type": "array", "items": { "type": "string" } },
                    "nextId": { "type": "string" }
                }
            } } } } } }"#,
            r#"{ "parameters": [
                { "name": "nextId", "in": "query", "schema": { "type": "string" } },
                { "name": "items", "in": "query", "schema": { "type": "integer" } }
              ],
              "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object",
                "properties": {
                    "entries": { "type": "array", "items": { "type": "string" } },
                    "nextId": { "type": "string" }
                }
            } } } } } }"#,
            "
            fn caller(client: &Client) {
                let items = client.pager_renamed().items();
            }",
        )
        .names("{}", "{}"),
    };

    PAGER_ITEM_CHANGED = Rule {
        id: "pager-item-changed",
        title: "The items of all pages have another type",
        effect: Effect::Breaking,
        text: "The elements of the pages have another type, and so has what `items()` streams.",
        action: "use the new type",
        witness: Witness::new(
            Part::Get,
            r#"{ "parameters": [{ "name": "nextId", "in": "query", "schema": { "type": "string" } }],
              "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object",
                "properties": {
                    "entries": { "type": "array", "items": { "type": "string" } },
                    "nextId": { "type": "string" }
                }
            } } } } } }"#,
            r#"{ "parameters": [{ "name": "nextId", "in": "query", "schema": { "type": "string" } }],
              "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object",
                "properties": {
                    "entries": { "type": "array", "items": { "type": "integer" } },
                    "nextId": { "type": "string" }
                }
            } } } } } }"#,
            "
            fn caller(client: &Client) -> impl page::Listing<Item = String> {
                client.pager_item_changed()
            }",
        )
        .beside(&["element-type-changed", "field-type-changed"]),
    };

    PAGER_POSITION_CHANGED = Rule {
        id: "pager-position-changed",
        title: "All pages are requested by something else",
        effect: Effect::Breaking,
        text: "What asks for a page was a number and is a cursor, or the other way round, or it has another type. \
               Positions that a program saved mean nothing any more.",
        action: "pass `starting_at` the new kind of position; saved positions are no longer valid",
        witness: Witness::new(
            Part::Get,
            r#"{ "parameters": [
                { "name": "nextId", "in": "query", "schema": { "type": "string" } },
                { "name": "page", "in": "query", "schema": { "type": "integer", "default": 1 } }
              ],
              "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object",
                "properties": { "entries": { "type": "array", "items": { "type": "string" } } }
            } } } } } }"#,
            r#"{ "parameters": [
                { "name": "nextId", "in": "query", "schema": { "type": "string" } },
                { "name": "page", "in": "query", "schema": { "type": "integer", "default": 1 } }
              ],
              "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object",
                "properties": {
                    "entries": { "type": "array", "items": { "type": "string" } },
                    "nextId": { "type": "string" }
                }
            } } } } } }"#,
            "
            fn caller(client: &Client) {
                let items = client.pager_position_changed().items().starting_at(3_i64);
            }",
        ),
    };
}
