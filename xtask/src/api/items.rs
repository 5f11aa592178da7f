//! Finding items in generated code.

use anyhow::{Context as _, Result};
use syn::Item;

/// The items of the module `name`.
pub fn module<'a>(items: &'a [Item], name: &str) -> Result<&'a [Item]> {
    let found = items.iter().find_map(|item| match item {
        Item::Mod(module) if module.ident == name => module.content.as_ref(),
        _ => None,
    });
    let (_, items) = found.with_context(|| format!("the generated code has no module `{name}`: fix `build/emit`"))?;
    Ok(items)
}
