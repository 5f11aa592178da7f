//! What happens to what operations and types are called.

use super::{Effect, Part, Rule, Witness};

rules! {
    NAME_ADDED = Rule {
        id: "name-added",
        title: "Something has another name beside its own",
        effect: Effect::Compatible,
        text: "The document calls it otherwise now. Its name stays, and the other one stands beside it.",
        action: "",
        witness: Witness::new(
            Part::Get,
            r#"{ "operationId": "ownName" }"#,
            r#"{ "operationId": "addedName" }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.own_name().send().await?;
                Ok(())
            }",
        ),
    };

    NAME_DEPRECATED = Rule {
        id: "name-deprecated",
        title: "A name beside the own one is deprecated",
        effect: Effect::Compatible,
        text: "The document has that name no longer. The name does what it did, with a warning.",
        action: "use `NAME`",
        witness: Witness::new(
            Part::Get,
            "{}",
            "{}",
            "
            #[allow(deprecated)]
            async fn caller(client: &Client) -> Result<(), Error> {
                client.other_name().send().await?;
                Ok(())
            }",
        )
        .names(
            r#"{ "operations": { "name_deprecated": { "aliases": ["other_name"] } } }"#,
            r#"{ "operations": { "name_deprecated": { "former": { "other_name": "0.1.1" } } } }"#,
        ),
    };

    NAME_KEPT = Rule {
        id: "name-kept",
        title: "An operation or type has another name, and the old one is deprecated",
        effect: Effect::Compatible,
        text: "It is the same, by its method and path or by what uses it. The old name does what it did, with a \
               warning.",
        action: "use the new name: the old one is deprecated",
        witness: Witness::new(
            Part::Get,
            r#"{ "operationId": "keptName" }"#,
            r#"{ "operationId": "presentName" }"#,
            "
            #[allow(deprecated)]
            async fn caller(client: &Client) -> Result<(), Error> {
                client.kept_name().send().await?;
                Ok(())
            }",
        )
        .names("{}", r#"{ "operations": { "present_name": { "former": { "kept_name": "0.1.1" } } } }"#),
    };

    FORMER_NAME_DROPPED = Rule {
        id: "former-name-dropped",
        title: "A deprecated name is gone",
        effect: Effect::Breaking,
        text: "What it stood for had another name before, and the old name, which caused a warning, is no longer \
               kept.",
        action: "use the present name, if there is one",
        witness: Witness::new(
            Part::Get,
            "{}",
            "{}",
            "
            #[allow(deprecated)]
            async fn caller(client: &Client) -> Result<(), Error> {
                client.earlier_name().send().await?;
                Ok(())
            }",
        )
        .names(r#"{ "operations": { "former_name_dropped": { "former": { "earlier_name": "0.1.0" } } } }"#, "{}"),
    };
}
