//! The names that a struct has in Rust: of its fields, different from each other, and of the setters of its builder; and the
//! setters of an operation's body.

use std::collections::BTreeSet;

use crate::{
    api::{Field, Struct, Value},
    text::naming,
};

/// The field for what is not declared, and its setter: the one name that no declared field may have.
pub const UNDECLARED: &str = "extra";

/// The setter of an operation's body.
pub const BODY: &str = "body";

/// The method that changes an operation's body through its builder.
pub const BODY_MAP: &str = "body_map";

/// The method that has an operation's body sent with its read-only fields.
pub const KEEP_READ_ONLY: &str = "keep_read_only";

/// The method that ends building.
const BUILD: &str = "build";

/// The method that hands on what is not declared.
const KEEP_UNDECLARED: &str = "keep_undeclared";

/// One setter of a struct's builder.
pub struct Setter<'a> {
    /// The method.
    pub name: String,
    /// The action of the setter.
    pub action: Action<'a>,
}

/// The actions of setters.
#[derive(Clone, Copy)]
pub enum Action<'a> {
    /// Sets a field.
    Set(&'a Field),
    /// Sets a field to null.
    Clear(&'a Field),
    /// Adds fields with such values, which are not declared.
    Extend(&'a Value),
}

/// All setters of the builder of `body`: those that set a field, in their order, then the others.
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
    // Where null and absent are the same, a field is cleared by not setting it.
    let keeps_null = |field: &Field| field.tells_null || field.required && field.value.nullable;
    let nullable = body.fields.iter().zip(&set).filter(|(field, _)| keeps_null(field));
    let clear = nullable.map(|(field, setter)| Setter {
        name: naming::unique(&format!("clear_{}", setter.name), &mut taken),
        action: Action::Clear(field),
    });
    let clear: Vec<Setter> = clear.collect();
    set.into_iter().chain(clear).chain(extend).collect()
}

/// The name of each property, in the order of `properties`; names that would be one are numbered.
pub fn field_names(properties: &[&str], has_additional: bool) -> Vec<String> {
    let mut taken = BTreeSet::new();
    if has_additional {
        taken.insert(UNDECLARED.to_owned());
    }
    let mut names: Vec<String> = properties.iter().map(|property| naming::value_name(property)).collect();
    let mut by_rank: Vec<usize> = (0..properties.len()).collect();
    // A property that is spelled as its field comes first, then the alphabet decides.
    by_rank.sort_by_cached_key(|index| (names[*index] != properties[*index], properties[*index]));
    for index in by_rank {
        names[index] = naming::unique(&names[index], &mut taken);
    }
    names
}

/// Returns `true` if another field has the name that this one would have.
pub fn is_renamed(field: &Field) -> bool {
    // Such a name is numbered.
    field.name.ends_with(|c: char| c.is_ascii_digit()) && field.name != naming::value_name(&field.wire_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_that_would_be_one_field_are_numbered() {
        let names = field_names(&["fooBar", "foo_bar", "foo-bar", "extra"], true);
        assert_eq!(names, ["foo_bar3", "foo_bar", "foo_bar2", "extra2"]);
    }

    #[test]
    fn a_property_with_an_odd_name_has_a_name_in_rust() {
        assert_eq!(field_names(&["@type", "$"], false), ["type_", "x"]);
    }
}
