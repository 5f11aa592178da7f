//! Assigns the names of struct fields, and of the setters of structs and of operation bodies.

use std::collections::BTreeSet;

use crate::{
    api::{Field, Struct, Value},
    text::naming,
};

/// The name of the field that stores the undeclared fields of a struct, and of its setter. No other field gets this
/// name.
pub const UNDECLARED: &str = "extra";

/// The setter of an operation's body.
pub const BODY: &str = "body";

/// The method that changes an operation's body through the builder of the body.
pub const BODY_MAP: &str = "body_map";

/// The method that makes an operation send the read-only fields of its body.
pub const KEEP_READ_ONLY: &str = "keep_read_only";

const BUILD: &str = "build";

/// The method that keeps the undeclared fields of the value from which a builder was created.
const KEEP_UNDECLARED: &str = "keep_undeclared";

/// A setter of a struct's builder.
pub struct Setter<'a> {
    /// The name of the setter.
    pub name: String,
    /// The effect of the setter.
    pub action: Action<'a>,
}

/// The effect of a setter.
#[derive(Clone, Copy)]
pub enum Action<'a> {
    /// Sets a field.
    Set(&'a Field),
    /// Sets a field to null.
    Clear(&'a Field),
    /// Adds undeclared fields with values of this type.
    Extend(&'a Value),
}

/// Returns all setters of the builder of `body`. The setters of the fields come first, in the order of the fields.
pub fn setters(body: &Struct) -> Vec<Setter<'_>> {
    let mut taken: BTreeSet<String> = body.fields.iter().map(|field| field.name.clone()).collect();
    taken.extend([BUILD, KEEP_UNDECLARED].map(str::to_owned));
    let extend = body.additional.as_ref().map(|value| {
        taken.insert(UNDECLARED.to_owned());
        Setter { name: UNDECLARED.to_owned(), action: Action::Extend(value) }
    });
    let set = body.fields.iter().map(|field| {
        let name = match field.name.as_str() {
            name @ (BUILD | KEEP_UNDECLARED) => naming::unique(&format!("{name}_"), &mut taken),
            name => name.to_owned(),
        };
        Setter { name, action: Action::Set(field) }
    });
    let set: Vec<Setter> = set.collect();
    // A method that sets a field to null is only needed if null differs from absent.
    let keeps_null = |field: &Field| field.tells_null || field.required && field.value.nullable;
    let nullable = body.fields.iter().zip(&set).filter(|(field, _)| keeps_null(field));
    let clear = nullable.map(|(field, setter)| Setter {
        name: naming::unique(&format!("clear_{}", setter.name), &mut taken),
        action: Action::Clear(field),
    });
    let clear: Vec<Setter> = clear.collect();
    set.into_iter().chain(clear).chain(extend).collect()
}

/// Returns the name of the field for each of the `properties`, in the same order.
///
/// If several properties would get the same name, the name goes to a property that is spelled like the name, apart from
/// the underscore of a keyword. Otherwise, the name goes to a property that begins with a letter or digit. A sign at
/// the beginning of another property is spelled out if that makes its name unique: `@type` becomes `at_type` beside
/// `type`. The remaining properties get numbers.
pub fn field_names(properties: &[&str], has_additional: bool) -> Vec<String> {
    let mut taken = BTreeSet::new();
    if has_additional {
        taken.insert(UNDECLARED.to_owned());
    }
    let mut names: Vec<String> = properties.iter().map(|property| naming::value_name(property)).collect();
    let mut by_rank: Vec<usize> = (0..properties.len()).collect();
    // Ties are broken alphabetically, so that the names do not depend on the order of the properties.
    by_rank.sort_by_cached_key(|index| {
        let property = properties[*index];
        let is_plain = names[*index].trim_end_matches('_') == property.trim_end_matches('_');
        (!is_plain, !property.starts_with(char::is_alphanumeric), property)
    });
    for index in by_rank {
        let spelled = spell_first_sign(properties[index]).map(|name| naming::value_name(&name));
        let wanted = [Some(names[index].as_str()), spelled.as_deref()];
        names[index] = naming::first_unique(&wanted.into_iter().flatten().collect::<Vec<_>>(), &mut taken);
    }
    names
}

/// Replaces the sign at the beginning of `property` with a word. Returns `None` if `property` begins with anything
/// else.
fn spell_first_sign(property: &str) -> Option<String> {
    let signs = [('@', "at"), ('$', "dollar"), ('_', "underscore")];
    signs.into_iter().find_map(|(sign, word)| Some(format!("{word}-{}", property.strip_prefix(sign)?)))
}

/// Returns whether the field has a different name because its usual name was taken.
pub fn is_renamed(field: &Field) -> bool {
    // The name of a renamed field either ends in a number or begins with the word for a sign.
    let is_spelled = || spell_first_sign(&field.wire_name).is_some_and(|name| field.name == naming::value_name(&name));
    let is_numbered = field.name.ends_with(|c: char| c.is_ascii_digit());
    (is_numbered || is_spelled()) && field.name != naming::value_name(&field.wire_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_with_the_same_field_name_get_numbers() {
        let names = field_names(&["fooBar", "foo_bar", "foo-bar", "extra"], true);
        assert_eq!(names, ["foo_bar3", "foo_bar", "foo_bar2", "extra2"]);
    }

    #[test]
    fn property_without_a_sign_keeps_the_plain_field_name() {
        let names = field_names(&["@type", "type", "@id", "_id", "$id", "id", "@only", "!id"], false);
        assert_eq!(names, ["at_type", "type_", "at_id", "underscore_id", "dollar_id", "id", "only", "id2"]);
        assert_eq!(field_names(&["Kind", "@kind"], false), ["kind", "at_kind"]);
    }

    #[test]
    fn property_with_the_exact_name_wins_over_one_that_normalizes_to_it() {
        for [properties, expected] in [
            [["Type", "type"], ["type_2", "type_"]],
            [["@type", "type"], ["at_type", "type_"]],
            [["type_", "type"], ["type_2", "type_"]],
            [["_id", "id"], ["underscore_id", "id"]],
            [["Self", "self"], ["self_2", "self_"]],
        ] {
            assert_eq!(field_names(&properties, false), expected);
        }
    }

    #[test]
    fn properties_with_special_characters_get_valid_field_names() {
        assert_eq!(field_names(&["@type", "$"], false), ["type_", "x"]);
    }
}
