//! What happens to the types of what is sent and received.

use super::{Effect, Part, Rule, Witness};

rules! {
    TYPE_ADDED = Rule {
        id: "type-added",
        title: "A type is new",
        effect: Effect::Compatible,
        text: "Something that is new has it. Code that does not name it is not affected.",
        action: "",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "object", "properties": {
                "name": { "type": "string" }, "kind": { "type": "string", "enum": ["A"] }
            } }"#,
            "
            fn caller(it: types::TypeAdded) -> Option<String> {
                it.name
            }",
        ),
    };

    TYPE_REMOVED = Rule {
        id: "type-removed",
        title: "A type is gone",
        effect: Effect::Breaking,
        text: "Nothing that the client sends or receives has it any more.",
        action: "do not use it: the document no longer has it",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": {
                "name": { "type": "string" }, "kind": { "type": "string", "enum": ["A"] }
            } }"#,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            "
            fn caller(kind: types::TypeRemovedKind) {}",
        )
        .beside(&["field-removed"]),
    };

    TYPE_KIND_CHANGED = Rule {
        id: "type-kind-changed",
        title: "A type is another kind of type",
        effect: Effect::Breaking,
        text: "It was a struct, an enum of several kinds of value, or an open enum, and is another of these.",
        action: "rewrite the code that constructs or destructures it",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "string", "enum": ["A", "B"] }"#,
            "
            fn caller(it: types::TypeKindChanged) -> Option<String> {
                it.name
            }",
        ),
    };

    TRAIT_ADDED = Rule {
        id: "trait-added",
        title: "A type implements one more trait",
        effect: Effect::Compatible,
        text: "Code that does not rely on it is not affected.",
        action: "",
        witness: Witness::new(
            Part::Taken,
            r#"{ "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            "
            fn caller() -> types::builder::TraitAdded {
                types::TraitAdded::builder().name(\"a\")
            }",
        ),
    };

    TRAIT_REMOVED = Rule {
        id: "trait-removed",
        title: "A type no longer implements a trait",
        effect: Effect::Breaking,
        text: "What it may hold now does not implement it: a response that may be a stream is neither cloned nor \
               compared.",
        action: "do without it",
        witness: Witness::new(
            Part::Get,
            r#"{ "responses": {
                "200": { "content": { "application/json": { "schema": { "type": "string" } } } },
                "202": { "content": { "application/json": { "schema": { "type": "integer" } } } }
            } }"#,
            r#"{ "responses": {
                "200": { "content": { "application/json": { "schema": { "type": "string" } } } },
                "202": { "content": { "application/json": { "schema": { "type": "integer" } } } },
                "203": { "content": { "application/octet-stream": {} } }
            } }"#,
            "
            fn caller(it: &types::TraitRemovedResponse) -> types::TraitRemovedResponse {
                it.clone()
            }",
        ),
    };

    DEFAULT_REMOVED = Rule {
        id: "default-removed",
        title: "A struct no longer has a default",
        effect: Effect::Breaking,
        text: "It has a required field now, for which there is no default value.",
        action: "set the required fields instead of calling `default()`",
        witness: Witness::new(
            Part::Taken,
            r#"{ "type": "object", "properties": { "name": { "type": "string" } } }"#,
            r#"{ "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } }"#,
            "
            fn caller() -> types::DefaultRemoved {
                types::DefaultRemoved::default()
            }",
        )
        .beside(&["builder-setter-required"]),
    };

    ACCESSOR_ADDED = Rule {
        id: "accessor-added",
        title: "All variants of an enum have one more field",
        effect: Effect::Compatible,
        text: "A method of the enum reads it.",
        action: "",
        witness: Witness::new(
            Part::Given,
            r#"{ "oneOf": [
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["PING"] }, "every": { "type": "integer" }
                } },
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["BEAT"] }
                } }
            ] }"#,
            r#"{ "oneOf": [
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["PING"] }, "every": { "type": "integer" }
                } },
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["BEAT"] }, "every": { "type": "integer" }
                } }
            ] }"#,
            "
            fn caller(it: types::AccessorAdded) {
                if let types::AccessorAdded::Ping(ping) = it {
                    let every = ping.every;
                }
            }",
        ),
    };

    ACCESSOR_REMOVED = Rule {
        id: "accessor-removed",
        title: "Not all variants of an enum have a field any more",
        effect: Effect::Breaking,
        text: "The enum had a method that read the field, whichever variant it was. That is gone.",
        action: "read the field of each variant: not all of them have it now",
        witness: Witness::new(
            Part::Given,
            r#"{ "oneOf": [
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["PING"] }, "every": { "type": "integer" }
                } },
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["BEAT"] }, "every": { "type": "integer" }
                } }
            ] }"#,
            r#"{ "oneOf": [
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["PING"] }, "every": { "type": "integer" }
                } },
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["BEAT"] }
                } }
            ] }"#,
            "
            fn caller(it: types::AccessorRemoved) {
                let every = it.every();
            }",
        )
        .beside(&["field-removed"]),
    };

    ACCESSOR_TYPE_CHANGED = Rule {
        id: "accessor-type-changed",
        title: "A field that all variants of an enum have is of another type",
        effect: Effect::Breaking,
        text: "The method of the enum that reads it gives the new type.",
        action: "use the new type",
        witness: Witness::new(
            Part::Given,
            r#"{ "oneOf": [
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["PING"] }, "every": { "type": "integer" }
                } },
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["BEAT"] }, "every": { "type": "integer" }
                } }
            ] }"#,
            r#"{ "oneOf": [
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["PING"] }, "every": { "type": "string" }
                } },
                { "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["BEAT"] }, "every": { "type": "string" }
                } }
            ] }"#,
            "
            fn caller(it: types::AccessorTypeChanged) -> Option<i64> {
                it.every()
            }",
        )
        .beside(&["field-type-changed"]),
    };

    PAGE_ADDED = Rule {
        id: "page-added",
        title: "A type is a page",
        effect: Effect::Compatible,
        text: "It has a list and what leads to the next page: `paginate` takes it.",
        action: "",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": {
                "entries": { "type": "array", "items": { "type": "string" } }
            } }"#,
            r#"{ "type": "object", "properties": {
                "entries": { "type": "array", "items": { "type": "string" } },
                "nextId": { "type": "string" }
            } }"#,
            "
            fn caller(it: types::PageAdded) -> Option<Vec<String>> {
                it.entries
            }",
        ),
    };

    PAGE_REMOVED = Rule {
        id: "page-removed",
        title: "A type is no longer a page",
        effect: Effect::Breaking,
        text: "Nothing in it leads to the next page: `paginate` does not take it.",
        action: "read the fields instead",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": {
                "entries": { "type": "array", "items": { "type": "string" } },
                "nextId": { "type": "string" }
            } }"#,
            r#"{ "type": "object", "properties": {
                "entries": { "type": "array", "items": { "type": "string" } }
            } }"#,
            "
            fn caller(it: types::PageRemoved) -> impl page::Page {
                it
            }",
        )
        .beside(&["field-removed"]),
    };

    SERIES_ADDED = Rule {
        id: "series-added",
        title: "A type is a series",
        effect: Effect::Compatible,
        text: "All its fields are lists that belong together: `samples()` reads them as one.",
        action: "",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": {
                "times": { "type": "array", "items": { "type": "string", "format": "date-time" } },
                "sizes": { "type": "array", "items": { "type": "number" } },
                "names": { "type": "array", "items": { "type": "string" } }
            } }"#,
            r#"{ "type": "object", "properties": {
                "times": { "type": "array", "items": { "type": "string", "format": "date-time" } },
                "sizes": { "type": "array", "items": { "type": "number" } }
            } }"#,
            "
            fn caller(it: types::SeriesAdded) {
                let sizes = it.sizes;
            }",
        )
        .beside(&["field-removed"]),
    };

    SERIES_REMOVED = Rule {
        id: "series-removed",
        title: "A type is no longer a series",
        effect: Effect::Breaking,
        text: "Not all its fields are lists that belong together: `samples()` is gone, and so is the type of what \
               it gave.",
        action: "read the fields instead",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": {
                "times": { "type": "array", "items": { "type": "string", "format": "date-time" } },
                "sizes": { "type": "array", "items": { "type": "number" } }
            } }"#,
            r#"{ "type": "object", "properties": {
                "times": { "type": "array", "items": { "type": "string", "format": "date-time" } },
                "sizes": { "type": "array", "items": { "type": "number" } },
                "names": { "type": "array", "items": { "type": "string" } }
            } }"#,
            "
            fn caller(it: &types::SeriesRemoved) {
                let samples = it.samples();
            }",
        )
        .beside(&["type-removed"]),
    };

    ELEMENT_TYPE_CHANGED = Rule {
        id: "element-type-changed",
        title: "The elements of a page or series have another type",
        effect: Effect::Breaking,
        text: "What `paginate` or `samples()` gives is of the new type.",
        action: "use the new type",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "object", "properties": {
                "entries": { "type": "array", "items": { "type": "string" } },
                "nextId": { "type": "string" }
            } }"#,
            r#"{ "type": "object", "properties": {
                "entries": { "type": "array", "items": { "type": "integer" } },
                "nextId": { "type": "string" }
            } }"#,
            "
            fn caller(it: types::ElementTypeChanged) -> impl page::Page<Item = String> {
                it
            }",
        )
        .beside(&["field-type-changed"]),
    };
}
