//! Finding and reading items in generated code.

use anyhow::{Context as _, Result};
use syn::{
    Ident, Item, LitStr, Macro,
    parse::{Parse, ParseStream},
};

/// The items of the module `name`.
pub fn module<'a>(items: &'a [Item], name: &str) -> Result<&'a [Item]> {
    let found = items.iter().find_map(|item| match item {
        Item::Mod(module) if module.ident == name => module.content.as_ref(),
        _ => None,
    });
    let (_, items) =
        found.with_context(|| format!("the generated code has no module `{name}`: fix `codegen/src/emit`"))?;
    Ok(items)
}

/// Reads a call of a macro that has one of `names`; `None` for a call of another one. `unknown` says what to do about a
/// form that is not known.
pub fn call<T: Parse>(call: &Macro, names: &[&str], unknown: &'static str) -> Result<Option<T>> {
    if call.path.segments.last().is_none_or(|last| names.iter().all(|name| last.ident != name)) {
        return Ok(None);
    }
    call.parse_body().map(Some).context(unknown)
}

/// `name "wireName"`: what has these names in Rust and on the wire.
pub struct Named {
    pub name: String,
    pub wire_name: String,
}

impl Parse for Named {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self { name: input.parse::<Ident>()?.to_string(), wire_name: input.parse::<LitStr>()?.value() })
    }
}
