//! The types of the model as consumers see them.

use std::collections::{BTreeMap, HashMap};

use super::{Accepts, Field, Setter, Shape, Trait, Type};
use monitoring_service_codegen::{
    api::{self, Api, ByStatus, Discriminant, Enum, EnumOf, Kind, Response, Series, Struct, TypeDef, Union, Value},
    names::{
        accessors,
        setters::{self, Action, UNDECLARED},
        variants,
    },
    recursion::Cycles,
    rust_type::{self, RustType, Wrapper},
};

/// All types, by name.
pub fn by_name(api: &Api) -> BTreeMap<String, Type> {
    let (defs, cycles) = (api.types_by_name(), Cycles::new(api));
    let by_status = api.operations.iter().filter_map(|operation| match &operation.response {
        Response::ByStatus(several) => Some((several.name.clone(), by_status(several))),
        Response::One(_) => None,
    });
    let defined = api.types.iter().map(|def| (def.name.clone(), definition(def, &defs, &cycles)));
    let mut types = defined.chain(by_status).collect();
    add_uses(api, &mut types);
    add_features_of_responses(api, &mut types);
    add_newtypes(api, &mut types);
    add_pages(api, &mut types);
    add_series(api, &mut types);
    types
}

fn definition(def: &TypeDef, defs: &HashMap<&str, &TypeDef>, cycles: &Cycles<'_>) -> Type {
    match &def.kind {
        Kind::Struct(body) => structure(body, |field| cycles.is_boxed(&def.name, field)),
        Kind::Enum(body) => open_enum(body),
        Kind::Union(body) => union(body, defs),
        Kind::Newtype(value) => newtype(value),
    }
}

/// Who has values of each type.
fn add_uses(api: &Api, types: &mut BTreeMap<String, Type>) {
    let (sent, received, mut features) = (api.sent(), api.received(), api.type_features());
    for (name, ty) in types {
        ty.is_sent = sent.contains(name.as_str());
        ty.is_received |= received.contains(name.as_str());
        ty.features = features.remove(name.as_str()).into_iter().flatten().map(str::to_owned).collect();
    }
}

/// The response of an operation comes with that.
fn add_features_of_responses(api: &Api, types: &mut BTreeMap<String, Type>) {
    let features = api.features();
    for operation in &api.operations {
        if let Response::ByStatus(several) = &operation.response
            && let Some(ty) = types.get_mut(&several.name)
        {
            ty.features = features[operation.name.as_str()].iter().map(|feature| (*feature).to_owned()).collect();
        }
    }
}

/// What a newtype holds can be had from it.
fn add_newtypes(api: &Api, types: &mut BTreeMap<String, Type>) {
    for def in &api.types {
        if let Kind::Newtype(Value { ty: api::Type::Named(held), nullable: false }) = &def.kind
            && let Some(held) = types.get_mut(held)
        {
            held.traits.insert(Trait::From(RustType::named(&def.name)));
        }
    }
}

fn add_pages(api: &Api, types: &mut BTreeMap<String, Type>) {
    for page in &api.pages {
        if let Some(ty) = types.get_mut(&page.name) {
            ty.page = Some(rust_type::value_type(&page.item));
        }
    }
}

/// The elements of a series are used as that is.
fn add_series(api: &Api, types: &mut BTreeMap<String, Type>) {
    for Series { name, sample, .. } in &api.series {
        let (Kind::Struct(body), Some(series)) = (&sample.kind, types.get_mut(name)) else { continue };
        series.samples = Some(RustType::named(&sample.name));
        let (is_sent, is_received, features) = (series.is_sent, series.is_received, series.features.clone());
        let mut element = Type { is_sent, is_received, features, ..structure(body, |_| false) };
        element.traits.insert(Trait::Copy);
        types.insert(sample.name.clone(), element);
    }
}

/// What each struct and union implements.
const COMMON: [Trait; 5] = [Trait::Clone, Trait::Debug, Trait::Deserialize, Trait::PartialEq, Trait::Serialize];

fn structure(body: &Struct, is_boxed: impl Fn(&api::Field) -> bool) -> Type {
    let declared = body.fields.iter().map(|field| {
        let ty = rust_type::field(field, is_boxed(field));
        (field.name.clone(), Field { ty, wire_name: field.wire_name.clone() })
    });
    let undeclared = body.additional.as_ref().map(|value| {
        let ty = rust_type::map(value);
        (UNDECLARED.to_owned(), Field { ty, wire_name: UNDECLARED.to_owned() })
    });
    let traits = COMMON.into_iter().chain(body.has_default().then_some(Trait::Default));
    let setters = setters::setters(body).into_iter().map(|setters::Setter { name, action }| (name, setter(action)));
    Type { builder: Some(setters.collect()), ..Type::new(Shape::Struct(declared.chain(undeclared).collect()), traits) }
}

fn setter(action: Action<'_>) -> Setter {
    let (accepts, required) = match action {
        Action::Set(field) => (Accepts::Value(rust_type::plain(&field.value.ty)), field.required),
        Action::Clear(_) => (Accepts::Nothing, false),
        Action::Extend(value) => (Accepts::Value(rust_type::map(value)), false),
    };
    Setter { accepts, required, sent_as: None }
}

/// It can be had from what it holds, and read as that.
fn newtype(value: &Value) -> Type {
    let ty = rust_type::value_type(value);
    let traits = COMMON.into_iter().chain([Trait::Deref, Trait::From(ty.clone())]);
    let field = Field { ty, wire_name: "0".to_owned() };
    Type::new(Shape::Struct(BTreeMap::from([("0".to_owned(), field)])), traits)
}

fn open_enum(body: &Enum) -> Type {
    let values = body.values.iter().map(|value| (value.name.clone(), value.wire_name.clone())).collect();
    let number = match body.of {
        EnumOf::Text => None,
        EnumOf::Integer => Some(api::Type::Int64),
        EnumOf::Number => Some(api::Type::Number),
    };
    let accessors = number.map(|number| ("value".to_owned(), rust_type::plain(&number)));
    Type { accessors: accessors.into_iter().collect(), ..Type::new(Shape::OpenEnum(values, body.other.clone()), []) }
}

fn union(body: &Union, defs: &HashMap<&str, &TypeDef>) -> Type {
    let members = body.members.iter();
    let members = members.map(|member| (member.name.clone(), Some(rust_type::member(&body.by, &member.ty, defs))));
    let other = (body.other.clone(), Some(rust_type::plain(&api::Type::Any)));
    let mut traits = COMMON.to_vec();
    for member in rust_type::converted(body) {
        traits.push(Trait::From(rust_type::plain(&member.ty)));
        if body.by == Discriminant::Kind && rust_type::is_text(&member.ty, defs) {
            traits.push(Trait::From(RustType::STR.within(Wrapper::Reference)));
        }
    }
    let shared = accessors::shared_fields(body, defs).into_iter();
    let accessors = shared.map(|field| (field.name.clone(), rust_type::accessor(&field.value.ty)));
    Type { accessors: accessors.collect(), ..Type::new(Shape::Enum(members.chain([other]).collect()), traits) }
}

/// A stream is read once: what may hold it can be neither copied nor compared.
fn by_status(several: &ByStatus) -> Type {
    let variants = several.contents.iter();
    let variants = variants.map(|each| (variants::of_status(each.status), rust_type::content(&each.content)));
    let traits = match several.streams() {
        true => vec![Trait::Debug],
        false => vec![Trait::Clone, Trait::Debug, Trait::PartialEq],
    };
    Type { is_received: true, ..Type::new(Shape::Enum(variants.collect()), traits) }
}
