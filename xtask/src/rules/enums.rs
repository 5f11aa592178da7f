//! What happens to the variants of enums: of open ones, which list values, and of those that hold values.

use super::{Effect, Part, Rule, Witness};

rules! {
    VARIANT_ADDED = Rule {
        id: "variant-added",
        title: "An enum lists one more value",
        effect: Effect::Compatible,
        text: "Enums are open: what they do not list is read as the variant of all others, and a `match` has an arm \
               for it. Where that arm told the new value by its text, it no longer gets it.",
        action: "",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "string", "enum": ["GOOD", "BAD"] }"#,
            r#"{ "type": "string", "enum": ["GOOD", "BAD", "UGLY"] }"#,
            "
            fn caller(it: types::VariantAdded) -> bool {
                match it {
                    types::VariantAdded::Good => true,
                    types::VariantAdded::Bad => false,
                    other => other.as_str() == \"UGLY\",
                }
            }",
        ),
    };

    VARIANT_UNLISTED = Rule {
        id: "variant-unlisted",
        title: "An enum no longer lists a value",
        effect: Effect::Compatible,
        text: "Its variant stays, deprecated: the service may still send the value, and code that names the variant \
               compiles with a warning.",
        action: "do not rely on it: the document no longer lists the value",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "string", "enum": ["GOOD", "BAD"] }"#,
            r#"{ "type": "string", "enum": ["GOOD"] }"#,
            "
            fn caller(it: &types::VariantUnlisted) -> bool {
                matches!(it, types::VariantUnlisted::Bad)
            }",
        ),
    };

    VARIANT_LISTED = Rule {
        id: "variant-listed",
        title: "An enum lists a value again",
        effect: Effect::Compatible,
        text: "The variant is no longer deprecated.",
        action: "",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "string", "enum": ["GOOD"] }"#,
            r#"{ "type": "string", "enum": ["GOOD", "BAD"] }"#,
            "
            #[allow(deprecated)]
            fn caller(it: &types::VariantListed) -> bool {
                matches!(it, types::VariantListed::Bad)
            }",
        )
        .names(r#"{ "types": { "VariantListed": { "former_variants": { "Bad": { "of": "BAD" } } } } }"#, "{}"),
    };

    VARIANT_REMOVED = Rule {
        id: "variant-removed",
        title: "A variant of an open enum is gone",
        effect: Effect::Breaking,
        text: "The document does not list the value, and its deprecated variant is no longer kept.",
        action: "do not use it: the value is still read, as the variant of all others",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "string", "enum": ["GOOD"] }"#,
            r#"{ "type": "string", "enum": ["GOOD"] }"#,
            "
            #[allow(deprecated)]
            fn caller(it: &types::VariantRemoved) -> bool {
                matches!(it, types::VariantRemoved::Bad)
            }",
        )
        .names(r#"{ "types": { "VariantRemoved": { "former_variants": { "Bad": { "of": "BAD" } } } } }"#, "{}"),
    };

    VARIANT_VALUE_CHANGED = Rule {
        id: "variant-value-changed",
        title: "A variant stands for another value",
        effect: Effect::Compatible,
        text: "The name in Rust is the same, and the value is not. Code compiles: whether it means the new value is \
               for the caller to say.",
        action: "check what the code means by it",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "string", "enum": ["GOOD"] }"#,
            r#"{ "type": "string", "enum": ["good"] }"#,
            "
            fn caller(it: &types::VariantValueChanged) -> bool {
                matches!(it, types::VariantValueChanged::Good)
            }",
        )
        .names("{}", "{}"),
    };

    VARIANT_CONSTANT = Rule {
        id: "variant-constant",
        title: "A variant is a constant, since its value has another variant",
        effect: Effect::Breaking,
        text: "The value is listed under another name now. The old name stands for that as a deprecated constant, \
               which can be used where a value is made, and does not match behind a reference.",
        action: "use that variant: a constant does not match behind a reference",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "string", "enum": ["A", "a"] }"#,
            r#"{ "type": "string", "enum": ["a"] }"#,
            "
            fn caller(it: &types::VariantConstant) -> bool {
                matches!(it, types::VariantConstant::A2)
            }",
        )
        .names("{}", r#"{ "types": { "VariantConstant": { "former_variants": { "A2": { "of": "a" } } } } }"#),
    };

    OTHER_VARIANT_RENAMED = Rule {
        id: "other-variant-renamed",
        title: "The variant of all values that are not listed has another name",
        effect: Effect::Breaking,
        text: "The document lists a value whose variant is called like that.",
        action: "use the new name",
        witness: Witness::new(
            Part::Given,
            r#"{ "type": "string", "enum": ["GOOD"] }"#,
            r#"{ "type": "string", "enum": ["GOOD", "OTHER"] }"#,
            "
            fn caller(it: types::OtherVariantRenamed) -> bool {
                matches!(it, types::OtherVariantRenamed::Other(text) if text == \"BAD\")
            }",
        )
        .names("{}", "{}"),
    };

    MEMBER_ADDED = Rule {
        id: "member-added",
        title: "An enum of several kinds of value has one more",
        effect: Effect::Compatible,
        text: "Such enums are `#[non_exhaustive]`: a `match` has an arm for what it does not name.",
        action: "",
        witness: Witness::new(
            Part::Given,
            r#"{ "oneOf": [{ "type": "string" }, { "type": "integer" }] }"#,
            r#"{ "oneOf": [{ "type": "string" }, { "type": "integer" }, { "type": "boolean" }] }"#,
            "
            fn caller(it: types::MemberAdded) -> Option<String> {
                match it {
                    types::MemberAdded::Text(text) => Some(text),
                    _ => None,
                }
            }",
        ),
    };

    MEMBER_REMOVED = Rule {
        id: "member-removed",
        title: "An enum of several kinds of value has one less",
        effect: Effect::Breaking,
        text: "The document no longer describes such a value, and its variant is gone.",
        action: "do not use it: the document no longer describes such a value",
        witness: Witness::new(
            Part::Given,
            r#"{ "oneOf": [{ "type": "string" }, { "type": "integer" }, { "type": "boolean" }] }"#,
            r#"{ "oneOf": [{ "type": "string" }, { "type": "integer" }] }"#,
            "
            fn caller(it: &types::MemberRemoved) -> bool {
                matches!(it, types::MemberRemoved::Boolean(_))
            }",
        ),
    };

    MEMBER_CHANGED = Rule {
        id: "member-changed",
        title: "A variant holds a value of another type",
        effect: Effect::Breaking,
        text: "The kind of value is the same, and its type is not.",
        action: "use what it holds now",
        witness: Witness::new(
            Part::Given,
            r#"{ "oneOf": [{ "type": "string" }, { "type": "integer" }] }"#,
            r#"{ "oneOf": [{ "type": "string", "format": "date-time" }, { "type": "integer" }] }"#,
            "
            fn caller(it: types::MemberChanged) -> Option<String> {
                match it {
                    types::MemberChanged::Text(text) => Some(text),
                    _ => None,
                }
            }",
        ),
    };
}
