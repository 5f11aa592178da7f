//! `crate::rt::builder! { Name requires [setter "name"] { setter "name" Type; } allows { … } clears { … } extends { … } }`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use syn::{
    Attribute, Ident, Macro, Token, Type, braced, bracketed,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

use super::{
    Setter,
    deprecated::present_name,
    items::{self, Named},
    type_text::{self, Scope},
};

/// The builder of a struct as the generated code defines it.
pub struct StructBuilder {
    /// The name of the struct.
    pub name: String,
    /// The present name of each former name of a setter.
    pub former: BTreeMap<String, String>,
    /// With what each takes; nothing for those that set null.
    setters: Vec<(String, Option<Type>)>,
    required: BTreeSet<String>,
}

impl StructBuilder {
    /// Reads a call of the macro; `None` for a call of another one.
    ///
    /// # Errors
    /// A form of the macro that is not known here.
    pub fn read(call: &Macro) -> Result<Option<Self>> {
        items::call(call, &["builder"], "a builder has an unknown form: fix xtask/src/api/struct_builder.rs")
    }

    /// What each setter takes, by its name.
    pub fn setters(&self) -> BTreeMap<String, Setter> {
        let setters = self.setters.iter().map(|(name, ty)| {
            let accepts = ty.as_ref().map_or_else(|| "()".to_owned(), |ty| type_text::of(ty, Scope::TypesBuilder));
            (name.clone(), Setter { accepts, required: self.required.contains(name), sent_as: String::new() })
        });
        setters.collect()
    }
}

impl Parse for StructBuilder {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.call(Attribute::parse_outer)?;
        let name = input.parse::<Ident>()?.to_string();
        keyword(input, "requires")?;
        let required;
        bracketed!(required in input);
        let required = Punctuated::<Named, Token![,]>::parse_terminated(&required)?;
        let set_one = |input: ParseStream<'_>| {
            let Named { name, .. } = input.parse()?;
            Ok((name, Some(input.parse()?)))
        };
        let mut set = each(input, set_one)?;
        keyword(input, "allows")?;
        set.extend(each(input, set_one)?);
        keyword(input, "clears")?;
        let clear = each(input, |input| Ok((input.parse::<Named>()?.name, None)))?;
        keyword(input, "extends")?;
        let extend = each(input, |input| Ok((input.parse::<Ident>()?.to_string(), Some(input.parse()?))))?;
        let (mut setters, mut former) = (Vec::new(), BTreeMap::new());
        for (attributes, (name, ty)) in set.into_iter().chain(clear).chain(extend) {
            match present_name(&attributes) {
                Some(present) => drop(former.insert(name, present)),
                None => setters.push((name, ty)),
            }
        }
        let required = required.into_iter().map(|named| named.name).collect();
        Ok(Self { name, former, setters, required })
    }
}

fn keyword(input: ParseStream<'_>, expected: &str) -> syn::Result<()> {
    let found: Ident = input.parse()?;
    if found == expected { Ok(()) } else { Err(syn::Error::new(found.span(), format!("expected `{expected}`"))) }
}

/// All of `{ one; one; }`, each perhaps with attributes.
fn each<T>(
    input: ParseStream<'_>,
    one: impl Fn(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<Vec<(Vec<Attribute>, T)>> {
    let body;
    braced!(body in input);
    let mut all = Vec::new();
    while !body.is_empty() {
        all.push((body.call(Attribute::parse_outer)?, one(&body)?));
        body.parse::<Token![;]>()?;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(code: &str) -> Result<Option<StructBuilder>> {
        StructBuilder::read(&syn::parse_str(code).expect("should be a macro"))
    }

    #[test]
    fn each_setter_is_what_it_takes_and_whether_it_must_be_called() {
        let code = "crate::rt::builder! { #[doc = \"x\"] A requires [id \"id\"] { #[doc = \"y\"] id \"id\" ::uuid::Uuid; } allows { \
                    b \"b\" crate::types::B; } clears { clear_b \"b\"; \
                    #[deprecated(note = \"renamed to `clear_b`\")] clear_c \"b\"; } extends { extra ::std::vec::Vec<i64>; } }";
        let builder = read(code).expect("a known form").expect("a builder");
        let setters: Vec<String> = builder
            .setters()
            .iter()
            .map(|(name, setter)| format!("{name}: {} {}", setter.accepts, setter.required))
            .collect();
        assert_eq!(setters, ["b: types::B false", "clear_b: () false", "extra: Vec<i64> false", "id: Uuid true"]);
        assert_eq!(builder.former, BTreeMap::from([("clear_c".to_owned(), "clear_b".to_owned())]));
    }

    #[test]
    fn an_unknown_form_of_the_macro_is_an_error() {
        assert!(read("crate::rt::builder! { A { id: Uuid } }").is_err());
        assert!(matches!(read("other! { anything }"), Ok(None)));
    }
}
