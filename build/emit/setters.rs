//! The signature of a setter: `fn name<V>(mut self, value: V) -> Self where V: TryInto<T>`.

use syn::{ImplItemFn, Type, TypeParamBound, WherePredicate, parse_quote};

use super::syntax::argument_of;

/// `T`, into which the value is converted.
pub fn converted_type(function: &ImplItemFn) -> Option<&Type> {
    let clause = function.sig.generics.where_clause.as_ref()?;
    clause.predicates.iter().find_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => predicate.bounds.iter().find_map(|bound| match bound {
            TypeParamBound::Trait(bound) => argument_of(&bound.path, "TryInto"),
            _ => None,
        }),
        _ => None,
    })
}

/// Lets the setter say why a value could not be converted.
pub fn show_error(function: &mut ImplItemFn) {
    let Some(ty) = converted_type(function).cloned() else { return };
    let clause = function.sig.generics.where_clause.iter_mut().flat_map(|clause| &mut clause.predicates);
    for predicate in clause {
        let WherePredicate::Type(predicate) = predicate else { continue };
        for bound in &mut predicate.bounds {
            if let TypeParamBound::Trait(bound) = bound
                && argument_of(&bound.path, "TryInto").is_some()
            {
                bound.path = parse_quote!(::std::convert::TryInto<#ty, Error: ::std::fmt::Display>);
            }
        }
    }
}
