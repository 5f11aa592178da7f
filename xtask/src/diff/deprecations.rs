//! What became deprecated: names that are no longer the present ones, and values that are no longer listed.

use monitoring_service_codegen::{
    api::{FormerName, FormerNames, former::owned},
    surface::Shape,
};
use serde::Serialize;

use super::{pairs::Pairs, short_names};

/// What a consumer is going to be warned of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Deprecations {
    /// The former names that are kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<Rename>,
    /// The values that are kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<UnlistedValue>,
}

/// Something that has another name now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rename {
    /// What it is.
    pub kind: RenamedKind,
    /// The operation of a setter, or the type of a setter or variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The name that is kept as deprecated.
    pub former: String,
    /// The name that it has now.
    pub present: String,
}

/// What can have another name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RenamedKind {
    /// A type.
    Type,
    /// A method of `Client`.
    Operation,
    /// The feature of a tag.
    Feature,
    /// The method of `Client` for a tag, with all short names in it.
    Tag,
    /// A short name in a tag.
    ShortName,
    /// A setter of an operation's builder.
    OperationSetter,
    /// A variant of an open enum.
    Variant,
}

/// A value of an open enum that the document no longer lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnlistedValue {
    /// The enum.
    pub of: String,
    /// The deprecated variant.
    pub variant: String,
    /// On the wire.
    pub value: String,
}

impl Deprecations {
    /// What is a former name now and was a present one.
    pub fn new(pairs: &Pairs<'_>) -> Self {
        let Pairs { old, new, .. } = pairs;
        let FormerNames { types, operations, short_names: _, operation_setters, variants, features } = &new.former;
        let (mut renamed, mut values) = (Vec::new(), Vec::new());
        let mut add = |kind, of: Option<&String>, former: &String, present: &String| {
            renamed.push(Rename { kind, of: of.cloned(), former: former.clone(), present: present.clone() });
        };
        for (former, other) in operations.iter().filter(|(former, _)| old.operations.contains_key(*former)) {
            add(RenamedKind::Operation, None, former, &other.present);
        }
        // A feature that is still there and forwards as well has no other name.
        let (were_present, are_present) = (old.features(), new.features());
        let is_renamed = |former: &str| were_present.contains(former) && !are_present.contains(former);
        for (former, present) in features.iter().filter(|(former, _)| is_renamed(former)) {
            add(RenamedKind::Feature, None, former, &present.to_string());
        }
        for (kind, former, present) in short_names::renamed(old, new) {
            add(kind, None, &former, &present);
        }
        for (owner, former, other) in owned(operation_setters).filter(|(.., other)| other.since.is_some()) {
            let mut was = pairs.operations.iter().filter(|(_, new_name)| **new_name == owner);
            if was.any(|(old_name, _)| old.operations[*old_name].setters.contains_key(former)) {
                add(RenamedKind::OperationSetter, Some(owner), former, &other.present);
            }
        }
        for (former, other) in types.iter().filter(|(former, _)| old.types.contains_key(*former)) {
            add(RenamedKind::Type, None, former, &other.present);
        }
        for (owner, variant, FormerName { present: value, .. }) in owned(variants) {
            let is_listed = |shape: &Shape| matches!(shape, Shape::OpenEnum(listed, _) if listed.contains_key(variant));
            let mut was = pairs.types.iter().filter(|(_, new_name)| **new_name == owner);
            if !was.any(|(old_name, _)| is_listed(&old.types[*old_name].shape)) {
                continue;
            }
            let Some(Shape::OpenEnum(listed, _)) = new.types.get(owner).map(|ty| &ty.shape) else { continue };
            match listed.iter().find(|(_, listed)| *listed == value) {
                Some((present, _)) => add(RenamedKind::Variant, Some(owner), variant, present),
                None => {
                    values.push(UnlistedValue { of: owner.clone(), variant: variant.clone(), value: value.clone() })
                }
            }
        }
        Self { renamed, values }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.renamed.is_empty() && self.values.is_empty()
    }
}
