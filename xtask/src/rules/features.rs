//! What happens to the features that operations come with, which are called after tags.

use super::{Effect, Part, Rule, Witness};

rules! {
    FEATURE_ADDED = Rule {
        id: "feature-added",
        title: "An operation comes with one more feature",
        effect: Effect::Compatible,
        text: "It has one more tag. Each of its features brings it.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "tags": ["One feature"] }"#,
            r#"{ "tags": ["One feature", "Other feature"] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.feature_added().send().await?;
                Ok(())
            }",
        )
        .features(&["one-feature"]),
    };

    FEATURE_REQUIRED = Rule {
        id: "feature-required",
        title: "An operation that was always there comes with a feature",
        effect: Effect::Breaking,
        text: "It had no tag and has one. It is missing where neither the tag's feature nor `all-tags` is on, which \
               is one of the default features.",
        action: TURN_ON,
        witness: Witness::new(
            Part::Get,
            "{}",
            r#"{ "tags": ["Feature required"] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.feature_required().send().await?;
                Ok(())
            }",
        ),
    };

    FEATURE_LEFT = Rule {
        id: "feature-left",
        title: "An operation no longer comes with a feature",
        effect: Effect::Breaking,
        text: "It left a tag, whose feature brings others and does not bring it any more.",
        action: TURN_ON,
        witness: Witness::new(
            Part::Document,
            r#"{ "paths": {
                "/feature-left": { "get": { "operationId": "featureLeft", "tags": ["Left"] } },
                "/feature-left/others": { "get": { "operationId": "featureLeftOthers", "tags": ["Left"] } }
            } }"#,
            r#"{ "paths": {
                "/feature-left": { "get": { "operationId": "featureLeft", "tags": ["Entered"] } },
                "/feature-left/others": { "get": { "operationId": "featureLeftOthers", "tags": ["Left"] } }
            } }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.feature_left().send().await?;
                Ok(())
            }",
        )
        .names(
            "{}",
            r#"{ "tags": { "left": { "former": { "feature_left": { "of": "feature_left", "since": "0.1.1" } } } } }"#,
        )
        .features(&["left"]),
    };

    FEATURE_FORWARDED = Rule {
        id: "feature-forwarded",
        title: "An operation comes with another feature, which its old one turns on",
        effect: Effect::Compatible,
        text: "It is in another tag. The feature of the old one still brings it, by turning on the new one.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "tags": ["Forwarding"] }"#,
            r#"{ "tags": ["Forwarded"] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.feature_forwarded().send().await?;
                Ok(())
            }",
        )
        .features(&["forwarding"]),
    };

    FEATURE_NOT_NEEDED = Rule {
        id: "feature-not-needed",
        title: "An operation that came with a feature is always there",
        effect: Effect::Compatible,
        text: "It has no tag any more. Whatever features are on, it is there.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "tags": ["Not needed"] }"#,
            "{}",
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.feature_not_needed().send().await?;
                Ok(())
            }",
        )
        .features(&["not-needed"]),
    };

    FEATURE_REMOVED = Rule {
        id: "feature-removed",
        title: "A feature is gone, or does not bring all that it brought",
        effect: Effect::Breaking,
        text: "cargo refuses a `Cargo.toml` that turns on a feature that does not exist.",
        action: "turn on those after the arrow, if any",
        witness: Witness::new(
            Part::Get,
            r#"{ "tags": ["New feature"] }"#,
            r#"{ "tags": ["New feature"] }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.feature_removed().send().await?;
                Ok(())
            }",
        )
        .names(r#"{ "features": { "old-feature": { "of": "new-feature", "since": "0.1.0" } } }"#, "{}")
        .features(&["old-feature"]),
    };
}

const TURN_ON: &str = "turn that on, unless `all-tags` is on";
