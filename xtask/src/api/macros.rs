//! What the calls of the layer's macros define.

use std::collections::BTreeMap;

use anyhow::Result;
use syn::{Item, Macro};

use super::{object::Object, open_enum::OpenEnum, struct_builder::StructBuilder};

/// The calls of the module `types` and of its `builder`, each read once.
#[derive(Default)]
pub struct Macros {
    /// The open enums, by name.
    pub enums: BTreeMap<String, OpenEnum>,
    /// How structs are read and written.
    pub objects: Vec<Object>,
    /// The builders of structs.
    pub builders: Vec<StructBuilder>,
}

impl Macros {
    /// Reads the calls among `types` and `type_builders`.
    ///
    /// # Errors
    /// A form of a macro that is not known here: what is overlooked would seem to be gone.
    pub fn read(types: &[Item], type_builders: &[Item]) -> Result<Self> {
        let mut macros = Self::default();
        for call in calls(types) {
            if let Some(definition) = OpenEnum::read(call)? {
                macros.enums.insert(definition.name.clone(), definition);
            }
            macros.objects.extend(Object::read(call)?);
        }
        for call in calls(type_builders) {
            macros.builders.extend(StructBuilder::read(call)?);
        }
        Ok(macros)
    }
}

fn calls(items: &[Item]) -> impl Iterator<Item = &Macro> {
    items.iter().filter_map(|item| if let Item::Macro(item) = item { Some(&item.mac) } else { None })
}
