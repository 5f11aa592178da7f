use std::collections::{BTreeMap, BTreeSet};

use perennial_codegen::{
    api::{Kind, Operation as Declared, TypeDef, Union},
    names::{
        file::{Names, OperationNames, OtherName, TypeNames},
        pins,
        uses::member_key,
        variants::CATCH_ALL,
    },
    surface::{PublicApi, PublicField, PublicOperation, PublicSetter, PublicShape, PublicType},
    text::naming,
};

use super::{NamedDocument, UNRELEASED, matching::match_setters};
use crate::client::Model;

/// Adds to `names` the old name of each part that has a different name in `new`, the model that was built with `names`.
pub fn record_parts(old: &NamedDocument<'_>, new: &Model, names: &mut Names) {
    let api = PublicApi::new(&new.api);
    for declared in &new.api.operations {
        let name = declared.name.as_str();
        if let (Some(before), Some(names)) = (old.api.operations.get(name), names.operations.get_mut(name)) {
            record_setters(before, &api.operations[name], declared, names);
        }
    }
    let defs = new.api.types_by_name();
    for (name, names) in &mut names.types {
        let (Some(after), def) = (api.types.get(name), defs.get(name.as_str())) else { continue };
        if let Some(before) = old.api.types.get(name) {
            record_type_parts(before, after, def.copied(), &api, names);
        }
        // The variants of other types that became this one keep their names as well.
        let others: Vec<&PublicType> = names.former.keys().filter_map(|former| old.api.types.get(former)).collect();
        others.into_iter().for_each(|before| record_values(before, after, names));
    }
}

fn record_setters(before: &PublicOperation, after: &PublicOperation, declared: &Declared, names: &mut OperationNames) {
    for (old_name, new_name) in match_setters(before, after).into_iter().filter(|(old, new)| old != new) {
        let parameter = declared.parameters.iter().find(|parameter| parameter.name == new_name);
        let key = parameter.map(|it| pins::parameter_key(it.location, &it.wire_name));
        names.setters.extend(key.map(|key| (key, old_name.to_owned())));
    }
    if let (Some(before), Some(_)) = (&before.pager, &after.pager) {
        names.pagers = Some([before.items_method.clone(), before.pages_method.clone()]);
    }
}

fn record_type_parts(
    before: &PublicType,
    after: &PublicType,
    def: Option<&TypeDef>,
    api: &PublicApi,
    names: &mut TypeNames,
) {
    match (&before.shape, &after.shape) {
        (PublicShape::Struct(old), PublicShape::Struct(new)) => {
            record_fields(old, new, names);
            rename_fields_named_like_setters(before.builder.as_ref(), old, new, names);
        }
        (PublicShape::OpenEnum(_, old_other), PublicShape::OpenEnum(_, new_other)) => {
            record_values(before, after, names);
            if old_other != new_other {
                names.other = Some(old_other.clone());
            }
        }
        (PublicShape::Enum(old), PublicShape::Enum(new)) => {
            if let Some(Kind::Union(union)) = def.map(|def| &def.kind) {
                let old: Vec<(&str, _)> = old.iter().map(|(name, payload)| (name.as_str(), payload.as_ref())).collect();
                let lost = old.into_iter().filter(|(name, _)| !new.contains_key(*name));
                for (variant, payload) in lost.collect::<Vec<_>>() {
                    let payload = payload.map(|payload| payload.renamed(|name| api.find_type(name).unwrap_or(name)));
                    let mut same = new.iter().filter(|(_, now)| **now == payload).map(|(name, _)| name);
                    if let (Some(now), None) = (same.next(), same.next()) {
                        record_variant(variant, now, union, names);
                    }
                }
            }
        }
        _ => {}
    }
}

/// Records `variant` as the name of the variant that is called `now` in the new model.
fn record_variant(variant: &str, now: &str, union: &Union, names: &mut TypeNames) {
    if CATCH_ALL.contains(&variant) && union.other == now {
        names.other = Some(variant.to_owned());
    } else if let Some(member) = union.members.iter().find(|member| member.name == now) {
        names.variants.insert(member_key(member), variant.to_owned());
    }
}

fn record_fields(old: &BTreeMap<String, PublicField>, new: &BTreeMap<String, PublicField>, names: &mut TypeNames) {
    let old: BTreeMap<&str, &str> = old.iter().map(|(name, field)| (field.wire_name.as_str(), name.as_str())).collect();
    for (name, PublicField { wire_name, .. }) in new {
        if let Some(was) = old.get(wire_name.as_str()).filter(|was| *was != name) {
            names.fields.insert(wire_name.clone(), (*was).to_owned());
        }
    }
}

/// Renames each new field that has the name of an existing setter for null, so that this setter keeps its name. Such a
/// setter sets an old field to null.
fn rename_fields_named_like_setters(
    setters: Option<&BTreeMap<String, PublicSetter>>,
    old: &BTreeMap<String, PublicField>,
    new: &BTreeMap<String, PublicField>,
    names: &mut TypeNames,
) {
    let Some(setters) = setters else { return };
    let mut used_names: BTreeSet<String> = setters.keys().chain(new.keys()).cloned().collect();
    for (name, PublicField { wire_name, .. }) in new {
        if setters.contains_key(name) && !old.contains_key(name) {
            names.fields.insert(wire_name.clone(), naming::unique(name, &mut used_names));
        }
    }
}

/// Records the old names of variants for listed values. The variant of a value that is no longer listed becomes a
/// former variant.
fn record_values(before: &PublicType, after: &PublicType, names: &mut TypeNames) {
    let (PublicShape::OpenEnum(old, _), PublicShape::OpenEnum(new, _)) = (&before.shape, &after.shape) else { return };
    let listed: BTreeMap<&str, &str> = new.iter().map(|(name, value)| (value.as_str(), name.as_str())).collect();
    for (variant, value) in old {
        match listed.get(value.as_str()) {
            Some(now) if now != variant => {
                names.variants.entry(value.clone()).or_insert_with(|| variant.clone());
            }
            Some(_) => {}
            None if names.former_variants.values().any(|former| former.of == *value) => {}
            None => {
                let former = OtherName { of: value.clone(), since: Some(UNRELEASED.to_owned()) };
                names.former_variants.entry(variant.clone()).or_insert(former);
            }
        }
    }
    names.former_variants.retain(|variant, former| listed.get(former.of.as_str()) != Some(&variant.as_str()));
}
