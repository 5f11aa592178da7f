//! What happens to what operations and types are called.

use super::{Effect, Part, Rule, Witness};

rules! {
    RENAMED = Rule {
        id: "renamed",
        title: "An operation or type has another name",
        effect: Effect::Breaking,
        text: "It is the same, by its method and path or by what uses it, and its old name is not kept.",
        action: "use the new name",
        witness: Witness::new(
            Part::Get,
            r#"{ "operationId": "oldName" }"#,
            r#"{ "operationId": "newName" }"#,
            "
            async fn caller(client: &Client) -> Result<(), Error> {
                client.old_name().send().await?;
                Ok(())
            }",
        )
        .former("{}", "{}"),
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
            async fn caller(client: &Client) -> Result<(), Error> {
                client.kept_name().send().await?;
                Ok(())
            }",
        ),
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
        .former(r#"{ "operations": { "earlier_name": "former_name_dropped" } }"#, "{}"),
    };
}
