//! The types of the module `types`, with their builders, traits, pages and series.

use std::collections::{BTreeMap, BTreeSet};

use syn::{
    Attribute, Fields, GenericArgument, ImplItem, Item, ItemImpl, Path, PathArguments, ReturnType, Type as Code,
    Visibility, punctuated::Punctuated,
};

use super::{
    Field, Shape, Type, deprecated,
    macros::Macros,
    object::{self, Object},
    open_enum::OpenEnum,
    setters,
    type_text::{self, Scope},
};

/// All types, by name.
pub fn read(items: &[Item], macros: &Macros) -> BTreeMap<String, Type> {
    let defined = items.iter().filter_map(defined_by).chain(macros.enums.keys().cloned());
    let defined: BTreeSet<String> = defined.collect();
    let scope = Scope::Types(&defined);
    let mut types: BTreeMap<String, Type> = items.iter().filter_map(|item| definition(item, scope)).collect();
    types.extend(macros.enums.values().map(|definition| (definition.name.clone(), open(definition))));
    for object in &macros.objects {
        if let Some(ty) = types.get_mut(&object.name) {
            implement(object, ty);
        }
    }
    for item in items {
        if let Item::Impl(block) = item
            && let Some(ty) = types.get_mut(&type_text::of(&block.self_ty, scope).replacen("types::", "", 1))
        {
            implementation(block, ty, scope);
        }
    }
    for builder in &macros.builders {
        if let Some(ty) = types.get_mut(&builder.name) {
            ty.builder = Some(builder.setters());
        }
    }
    types
}

fn defined_by(item: &Item) -> Option<String> {
    match item {
        Item::Struct(item) => Some(item.ident.to_string()),
        Item::Enum(item) => Some(item.ident.to_string()),
        Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    }
}

fn definition(item: &Item, scope: Scope<'_>) -> Option<(String, Type)> {
    let (shape, attributes): (Shape, &[Attribute]) = match item {
        Item::Struct(item) => (Shape::Struct(fields(&item.fields, scope)), &item.attrs),
        Item::Enum(item) => {
            let held = |fields: &Fields| fields.iter().map(|field| type_text::of(&field.ty, scope)).collect();
            let variants = item.variants.iter().map(|variant| (variant.ident.to_string(), held(&variant.fields)));
            (Shape::Enum(variants.collect()), &item.attrs)
        }
        Item::Type(item) if deprecated::present_name(&item.attrs).is_some() => return None,
        Item::Type(item) => (Shape::Unknown(type_text::of(&item.ty, scope)), &item.attrs),
        _ => return None,
    };
    Some((defined_by(item)?, of_shape(shape, derived(attributes))))
}

fn open(definition: &OpenEnum) -> Type {
    let shape = Shape::OpenEnum(definition.variants.clone(), definition.other.clone());
    let mut ty = of_shape(shape, BTreeSet::new());
    ty.accessors.extend(definition.number.clone().map(|number| ("value".to_owned(), number)));
    ty
}

fn of_shape(shape: Shape, traits: BTreeSet<String>) -> Type {
    Type { shape, traits, builder: None, page: None, accessors: BTreeMap::new(), samples: None }
}

fn fields(fields: &Fields, scope: Scope<'_>) -> BTreeMap<String, Field> {
    let public = fields.iter().enumerate().filter(|(_, field)| matches!(field.vis, Visibility::Public(_)));
    let named = public.map(|(index, field)| {
        let name = field.ident.as_ref().map_or_else(|| index.to_string(), ToString::to_string);
        (name.clone(), Field { ty: type_text::of(&field.ty, scope), wire_name: name })
    });
    named.collect()
}

fn implement(object: &Object, ty: &mut Type) {
    ty.traits.extend(object::TRAITS.map(str::to_owned));
    let Shape::Struct(fields) = &mut ty.shape else { return };
    for (name, wire_name) in &object.wire_names {
        if let Some(field) = fields.get_mut(name) {
            wire_name.clone_into(&mut field.wire_name);
        }
    }
}

fn derived(attributes: &[Attribute]) -> BTreeSet<String> {
    let derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
    let paths = derives
        .filter_map(|attribute| attribute.parse_args_with(Punctuated::<Path, syn::Token![,]>::parse_terminated).ok());
    paths.flatten().filter_map(|path| Some(path.segments.last()?.ident.to_string())).collect()
}

fn implementation(block: &ItemImpl, ty: &mut Type, scope: Scope<'_>) {
    let Some((implemented, _)) = &block.trait_ else {
        for function in setters::functions(block) {
            let ReturnType::Type(_, output) = &function.sig.output else { continue };
            match (&ty.shape, function.sig.ident.to_string()) {
                (Shape::Struct(_), name) if name == "samples" => ty.samples = element(output, scope),
                (Shape::Enum(_), name) => drop(ty.accessors.insert(name, type_text::of(output, scope))),
                _ => {}
            }
        }
        return;
    };
    match type_text::of_path(implemented, scope).as_str() {
        "page::Page" => {
            ty.page = block.items.iter().find_map(|item| match item {
                ImplItem::Type(item) if item.ident == "Item" => Some(type_text::of(&item.ty, scope)),
                _ => None,
            });
        }
        // Only the crate itself can name it.
        name if name.starts_with("rt::") => {}
        name => {
            ty.traits.insert(name.to_owned());
        }
    }
}

/// `T` of `Result<impl ExactSizeIterator<Item = T>, …>`.
fn element(output: &Code, scope: Scope<'_>) -> Option<String> {
    let Code::Path(output) = output else { return None };
    let Code::ImplTrait(iterator) = type_text::argument(&output.path, "Result")? else { return None };
    iterator.bounds.iter().find_map(|bound| {
        let syn::TypeParamBound::Trait(bound) = bound else { return None };
        let PathArguments::AngleBracketed(arguments) = &bound.path.segments.last()?.arguments else { return None };
        arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(item) if item.ident == "Item" => Some(type_text::of(&item.ty, scope)),
            _ => None,
        })
    })
}
