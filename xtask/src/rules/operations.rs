//! What happens to the methods of `Client`, and to what they give.

use super::{Effect, Part, Rule, Witness};

rules! {
    OPERATION_ADDED = Rule {
        id: "operation-added",
        title: "An operation is new",
        effect: Effect::Compatible,
        text: "`Client` has one more method. Code that does not call it is not affected.",
        action: "",
        witness: Witness::new(
            Part::Document,
            r#"{ "paths": { "/operation-added": { "get": { "operationId": "getOperationAdded" } } } }"#,
            r#"{ "paths": { "/operation-added": {
                "get": { "operationId": "getOperationAdded" },
                "delete": { "operationId": "deleteOperationAdded" }
            } } }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.get_operation_added().send().await?;
                Ok(())
            }",
        ),
    };

    OPERATION_REMOVED = Rule {
        id: "operation-removed",
        title: "An operation is gone",
        effect: Effect::Breaking,
        text: "The document has neither its method and path nor its name any more. Its method of `Client` is gone, \
               with its builder.",
        action: "do not use it: the document no longer has it",
        witness: Witness::new(
            Part::Get,
            "{}",
            "",
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.operation_removed().send().await?;
                Ok(())
            }",
        ),
    };

    RESPONSE_TYPE_CHANGED = Rule {
        id: "response-type-changed",
        title: "A response has another type",
        effect: Effect::Breaking,
        text: "`send` gives another type, or one that is optional in another way.",
        action: "use the new type",
        witness: Witness::new(
            Part::Get,
            r#"{ "responses": { "200": { "content": { "application/json": { "schema": { "type": "string" } } } } } }"#,
            r#"{ "responses": { "200": { "content": { "application/json": { "schema": { "type": "integer" } } } } } }"#,
            "
            async fn caller(client: &Client) -> Result<String, Error> {
                Ok(client.response_type_changed().send().await?.into_inner())
            }",
        ),
    };

    RESPONSE_MAY_BE_ABSENT = Rule {
        id: "response-may-be-absent",
        title: "A response may be absent",
        effect: Effect::Breaking,
        text: "The service may answer without a value, or with null: `send` gives an `Option`.",
        action: "handle `None` where it is read, and wrap it in `Some` where it is assigned",
        witness: Witness::new(
            Part::Get,
            r#"{ "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "string"
            } } } } } }"#,
            r#"{ "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "string", "nullable": true
            } } } } } }"#,
            "
            async fn caller(client: &Client) -> Result<usize, Error> {
                Ok(client.response_may_be_absent().send().await?.into_inner().len())
            }",
        ),
    };

    RESPONSE_ALWAYS_PRESENT = Rule {
        id: "response-always-present",
        title: "A response is always present",
        effect: Effect::Breaking,
        text: "The service never answers without a value any more: `send` gives it without an `Option`.",
        action: "use it directly, without handling `None`",
        witness: Witness::new(
            Part::Get,
            r#"{ "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "string", "nullable": true
            } } } } } }"#,
            r#"{ "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "string"
            } } } } } }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                if let Some(text) = client.response_always_present().send().await?.into_inner() {
                    println!(\"{text}\");
                }
                Ok(())
            }",
        ),
    };

    RESPONSE_IS_PAGE = Rule {
        id: "response-is-page",
        title: "A response that was a list is a page",
        effect: Effect::Breaking,
        text: "The list now stands in an object, beside what leads to the next page. Without reading on, callers \
               would only see the first page.",
        action: "take the list out of the page; `items()` or `paginate` give all pages",
        witness: Witness::new(
            Part::Get,
            r#"{ "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "array", "items": { "type": "string" }
            } } } } } }"#,
            r#"{ "responses": { "200": { "content": { "application/json": { "schema": {
                "type": "object",
                "properties": {
                    "entries": { "type": "array", "items": { "type": "string" } },
                    "nextId": { "type": "string" }
                }
            } } } } } }"#,
            "
            async fn caller(client: &Client) -> Result<Vec<String>, Error> {
                Ok(client.response_is_page().send().await?.into_inner())
            }",
        ),
    };

    REQUEST_MOVED = Rule {
        id: "request-moved",
        title: "An operation has another method or path",
        effect: Effect::Compatible,
        text: "The client sends the new request. Code that names the operation does not see the difference; what \
               knows the path, such as a proxy or a mock server, does.",
        action: "",
        witness: Witness::new(
            Part::Document,
            r#"{ "paths": { "/request-moved": { "get": { "operationId": "requestMoved" } } } }"#,
            r#"{ "paths": { "/v2/request-moved": { "get": { "operationId": "requestMoved" } } } }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.request_moved().send().await?;
                Ok(())
            }",
        ),
    };

    SERVER_TO_ALLOW = Rule {
        id: "server-to-allow",
        title: "An operation is called at a server that has to be allowed",
        effect: Effect::Breaking,
        text: "The document names a server for the operation. The client sends the API key to no server that the \
               caller has not allowed: the code compiles, and `send` fails.",
        action: "allow it by `ClientBuilder::allow_server`: without it `send` fails with `Error::InvalidRequest`",
        witness: Witness::new(
            Part::Get,
            "{}",
            r#"{ "servers": [{ "url": "https://other.example" }] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.server_to_allow().send().await?;
                Ok(())
            }",
        )
        .fails_at_run_time(),
    };

    SERVER_CHANGED = Rule {
        id: "server-changed",
        title: "An operation is called at another address of an allowed server",
        effect: Effect::Compatible,
        text: "It is called at the base URL, or at another path of the same scheme, host and port. Callers have \
               allowed that already.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "servers": [{ "url": "https://other.example" }] }"#,
            r#"{ "servers": [{ "url": "https://other.example/v2" }] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.server_changed().send().await?;
                Ok(())
            }",
        ),
    };

    OPERATION_ID_CHANGED = Rule {
        id: "operation-id-changed",
        title: "An operation has another operationId",
        effect: Effect::Compatible,
        text: "Errors and `operations()` show it. Code compiles; what searches logs for the old one finds nothing.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "operationId": "operationIdChanged" }"#,
            r#"{ "operationId": "operation_id_changed" }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.operation_id_changed().send().await?;
                Ok(())
            }",
        ),
    };

    RATE_LIMIT_CHANGED = Rule {
        id: "rate-limit-changed",
        title: "An operation has another rate limit",
        effect: Effect::Compatible,
        text: "With the feature `rate-limit`, the client waits accordingly. Code is not affected.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "description": "30 requests per minute" }"#,
            r#"{ "description": "60 requests per minute" }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.rate_limit_changed().send().await?;
                Ok(())
            }",
        ),
    };

    OPERATION_DEPRECATED = Rule {
        id: "operation-deprecated",
        title: "An operation is deprecated",
        effect: Effect::Compatible,
        text: "The service asks not to use it any more. Code compiles with a warning, which is an error only where \
               the caller made it one.",
        action: "find a replacement: calls to it cause a warning",
        witness: Witness::new(
            Part::Get,
            "{}",
            r#"{ "deprecated": true }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.operation_deprecated().send().await?;
                Ok(())
            }",
        ),
    };

    OPERATION_NOT_DEPRECATED = Rule {
        id: "operation-not-deprecated",
        title: "An operation is no longer deprecated",
        effect: Effect::Compatible,
        text: "Calls to it no longer cause a warning.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "deprecated": true }"#,
            "{}",
            "
            #[allow(deprecated)]
            async fn caller(client: &Client) -> Result<(), Error> {
                client.operation_not_deprecated().send().await?;
                Ok(())
            }",
        ),
    };
}
