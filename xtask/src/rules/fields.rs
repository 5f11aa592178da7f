//! What happens to the fields of a struct, and to the setters of its builder.

use super::{Effect, Part, Rule, Witness};

rules! {
    FIELD_ADDED = Rule {
        id: "field-added",
        title: "A struct has one more field",
        effect: Effect::Compatible,
        text: "Structs are `#[non_exhaustive]`: no code names all of their fields. Where requests are made of it, \
               the field is optional.",
        action: "",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "object", "properties": { "name": { "type": "string" }, "size": { "type": "integer" } } }"#,
            "
            fn caller(it: types::FieldAdded) -> Option<String> {
                let types::FieldAdded { name, .. } = it;
                name
            }",
        ),
    };

    FIELD_REMOVED = Rule {
        id: "field-removed",
        title: "A struct has one field less",
        effect: Effect::Breaking,
        text: "The document no longer has the field. What the service sends in it anyway is among the fields that \
               are not declared.",
        action: "do not use it",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": { "name": { "type": "string" }, "size": { "type": "integer" } } }"#,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            "
            fn caller(it: types::FieldRemoved) -> Option<i64> {
                it.size
            }",
        ),
    };

    REQUIRED_FIELD_ADDED = Rule {
        id: "required-field-added",
        title: "A struct that is sent has one more field, which is required",
        effect: Effect::Breaking,
        text: "Its builder has to be given the field. The compiler does not know that: code compiles, and building \
               or sending fails.",
        action: MUST_CALL,
        witness: Witness::new(
            Part::Taken,
            r#"{ "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "object", "required": ["name", "size"], "properties": {
                "name": { "type": "string" }, "size": { "type": "integer" }
            } }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.required_field_added().body_map(|body| body.name(\"a\")).send().await?;
                Ok(())
            }",
        )
        .fails_at_run_time(),
    };

    FIELD_TYPE_CHANGED = Rule {
        id: "field-type-changed",
        title: "A field has another type",
        effect: Effect::Breaking,
        text: "Code that reads or assigns the field has to take the new type.",
        action: "use the new type",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": { "size": { "type": "integer" } } }"#,
            r#"{ "type": "object", "properties": { "size": { "type": "string" } } }"#,
            "
            fn caller(it: types::FieldTypeChanged) -> Option<i64> {
                it.size
            }",
        ),
    };

    FIELD_MAY_BE_ABSENT = Rule {
        id: "field-may-be-absent",
        title: "A field may be absent or null",
        effect: Effect::Breaking,
        text: "The service may leave the field out, or send null: it is an `Option`.",
        action: "handle `None` where it is read, and wrap it in `Some` where it is assigned",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            "
            fn caller(it: types::FieldMayBeAbsent) -> String {
                it.name
            }",
        ),
    };

    FIELD_ALWAYS_PRESENT = Rule {
        id: "field-always-present",
        title: "A field is always present",
        effect: Effect::Breaking,
        text: "The service always sends the field: it is no `Option` any more.",
        action: "use it directly, without handling `None`",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "required": ["size"], "properties": {
                "name": { "type": "string" }, "size": { "type": "integer" }
            } }"#,
            r#"{ "type": "object", "required": ["name", "size"], "properties": {
                "name": { "type": "string" }, "size": { "type": "integer" }
            } }"#,
            "
            fn caller(it: types::FieldAlwaysPresent) -> String {
                it.name.unwrap_or_default()
            }",
        ),
    };

    FIELD_DISTINGUISHES_NULL = Rule {
        id: "field-distinguishes-null",
        title: "A field distinguishes null from absent",
        effect: Effect::Breaking,
        text: "In what is sent, null and absent mean different things: the field is an `Option` in an `Option`, \
               where `None` is absent and `Some(None)` is null.",
        action: "handle `Some(None)`, which is null, where it is read",
        witness: Witness::new(
            Part::Both,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "object", "properties": { "name": { "type": "string", "nullable": true } } }"#,
            "
            fn caller(it: types::FieldDistinguishesNull) -> String {
                it.name.unwrap_or_default()
            }",
        ),
    };

    FIELD_NEVER_NULL = Rule {
        id: "field-never-null",
        title: "A field is never null",
        effect: Effect::Breaking,
        text: "Null is no value of the field any more: the inner one of two `Option`s is gone, and so is the setter \
               of null.",
        action: "remove one `Option`",
        witness: Witness::new(
            Part::Both,
            r#"{ "type": "object", "properties": { "name": { "type": "string", "nullable": true } } }"#,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            "
            fn caller(it: types::FieldNeverNull) -> String {
                it.name.flatten().unwrap_or_default()
            }",
        )
        .beside(&["builder-setter-removed"]),
    };

    SENT_FIELD_OPTIONAL = Rule {
        id: "sent-field-optional",
        title: "A field that is only sent is optional in another way",
        effect: Effect::Compatible,
        text: "The service never sends the struct: callers use its builder, whose setters take what they took. Only \
               code that reads the field sees the difference.",
        action: "",
        witness: Witness::new(
            Part::Taken,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "object", "properties": { "name": { "type": "string", "nullable": true } } }"#,
            "
            fn caller(client: &Client) {
                let call = client.sent_field_optional().body_map(|body| body.name(\"a\"));
            }",
        ),
    };

    FIELD_WIRE_NAME_CHANGED = Rule {
        id: "field-wire-name-changed",
        title: "A field has another name in JSON",
        effect: Effect::Compatible,
        text: "The client reads and writes the new one. The name in Rust stays.",
        action: "",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": { "isNew": { "type": "boolean" } } }"#,
            r#"{ "type": "object", "properties": { "is_new": { "type": "boolean" } } }"#,
            "
            fn caller(it: types::FieldWireNameChanged) -> Option<bool> {
                it.is_new
            }",
        ),
    };

    BUILDER_SETTER_ADDED = Rule {
        id: "builder-setter-added",
        title: "The builder of a struct has one more setter",
        effect: Effect::Compatible,
        text: "Most often one that sets null. Code that does not call it is not affected.",
        action: "",
        witness: Witness::new(
            Part::Taken,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "object", "properties": { "name": { "type": "string", "nullable": true } } }"#,
            "
            fn caller() -> types::builder::BuilderSetterAdded {
                types::BuilderSetterAdded::builder().name(\"a\")
            }",
        ),
    };

    BUILDER_SETTER_REMOVED = Rule {
        id: "builder-setter-removed",
        title: "The builder of a struct has one setter less",
        effect: Effect::Breaking,
        text: "Most often the one that sets null, which is no value of the field any more.",
        action: "do not call it",
        witness: Witness::new(
            Part::Taken,
            r#"{ "type": "object", "properties": { "name": { "type": "string", "nullable": true } } }"#,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            "
            fn caller() -> types::builder::BuilderSetterRemoved {
                types::BuilderSetterRemoved::builder().clear_name()
            }",
        ),
    };

    BUILDER_SETTER_TYPE_CHANGED = Rule {
        id: "builder-setter-type-changed",
        title: "A setter of a struct's builder takes another type",
        effect: Effect::Breaking,
        text: "The field has another type, or a new field took the name of a setter. A setter takes whatever \
               converts into its type, so that some calls still compile.",
        action: "pass the new type, or what converts into it",
        witness: Witness::new(
            Part::Taken,
            r#"{ "type": "object", "properties": { "name": { "type": "string", "nullable": true } } }"#,
            r#"{ "type": "object", "properties": {
                "name": { "type": "string", "nullable": true }, "clear_name": { "type": "string" }
             } }"#,
            "
            fn caller() -> types::builder::BuilderSetterTypeChanged {
                types::BuilderSetterTypeChanged::builder().clear_name()
            }",
        )
        .names("{}", "{}"),
    };

    BUILDER_SETTER_REQUIRED = Rule {
        id: "builder-setter-required",
        title: "A field of a struct that is sent became required",
        effect: Effect::Breaking,
        text: "The setter has to be called. The compiler does not know that: code compiles, and building or sending \
               fails.",
        action: MUST_CALL,
        witness: Witness::new(
            Part::Taken,
            r#"{ "type": "object", "required": ["name"], "properties": {
                "name": { "type": "string" }, "size": { "type": "integer" }
            } }"#,
            r#"{ "type": "object", "required": ["name", "size"], "properties": {
                "name": { "type": "string" }, "size": { "type": "integer" }
            } }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.builder_setter_required().body_map(|body| body.name(\"a\")).send().await?;
                Ok(())
            }",
        )
        .fails_at_run_time(),
    };

    BUILDER_SETTER_OPTIONAL = Rule {
        id: "builder-setter-optional",
        title: "A field of a struct that is sent became optional",
        effect: Effect::Compatible,
        text: "Calls of its setter stay as they are, and may be left out.",
        action: "",
        witness: Witness::new(
            Part::Taken,
            r#"{ "type": "object", "required": ["name", "size"], "properties": {
                "name": { "type": "string" }, "size": { "type": "integer" }
            } }"#,
            r#"{ "type": "object", "required": ["name"], "properties": {
                "name": { "type": "string" }, "size": { "type": "integer" }
            } }"#,
            "
            fn caller() -> types::builder::BuilderSetterOptional {
                types::BuilderSetterOptional::builder().name(\"a\").size(1)
            }",
        ),
    };
}

const MUST_CALL: &str = "call `.NAME(…)` on its builder: without it the request is refused before it is sent";
