//! The types of the model as consumers see them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Accepts, Field, Setter, Shape, Trait, Type};
use crate::{
    api::{self, Api, ByStatus, Discriminant, Enum, EnumOf, Kind, Response, Struct, TypeDef, Union, Value},
    names::{
        accessors,
        setters::{self, Action, UNDECLARED},
        variants,
    },
    recursion::Circles,
    rust_type::{self, RustType, Wrapper},
};

/// All types, by name.
pub fn all(api: &Api) -> BTreeMap<String, Type> {
    let (defs, circles) = (api.types_by_name(), Circles::of(api));
    let (sent, received) = (api.sent(), api.received());
    let mut types = BTreeMap::new();
    for def in &api.types {
        let ty = match &def.kind {
            Kind::Struct(body) => structure(def, body, &circles),
            Kind::Enum(body) => open_enum(body),
            Kind::Union(body) => union(body, &defs),
            Kind::Newtype(value) => newtype(value),
        };
        let name = def.name.as_str();
        let (is_sent, is_received) = (sent.contains(name), received.contains(name));
        types.insert(name.to_owned(), Type { is_sent, is_received, ..ty });
    }
    // What a newtype holds can be had from it.
    for def in &api.types {
        if let Kind::Newtype(Value { ty: api::Type::Named(held), nullable: false }) = &def.kind
            && let Some(held) = types.get_mut(held)
        {
            held.traits.insert(Trait::From(RustType::named(&def.name)));
        }
    }
    for page in &api.pages {
        if let Some(ty) = types.get_mut(&page.name) {
            ty.page = Some(rust_type::of(&page.item));
        }
    }
    for series in &api.series {
        let (Kind::Struct(body), Some(ty)) = (&series.sample.kind, types.get_mut(&series.name)) else { continue };
        ty.samples = Some(RustType::named(&series.sample.name));
        let (is_sent, is_received) = (ty.is_sent, ty.is_received);
        let sample = structure(&series.sample, body, &circles);
        let mut sample = Type { is_sent, is_received, ..sample };
        sample.traits.insert(Trait::Copy);
        types.insert(series.sample.name.clone(), sample);
    }
    types.extend(api.operations.iter().filter_map(|operation| match &operation.response {
        Response::ByStatus(several) => Some((several.name.clone(), by_status(several))),
        Response::One(_) => None,
    }));
    for (name, features) in api.type_features() {
        if let Some(ty) = types.get_mut(name) {
            ty.features = features.into_iter().map(str::to_owned).collect();
        }
    }
    types
}

fn of_shape(shape: Shape, traits: impl IntoIterator<Item = Trait>) -> Type {
    Type {
        shape,
        traits: traits.into_iter().collect(),
        builder: None,
        page: None,
        accessors: BTreeMap::new(),
        samples: None,
        features: BTreeSet::new(),
        is_sent: false,
        is_received: false,
    }
}

/// What each struct and union implements.
const COMMON: [Trait; 5] = [Trait::Clone, Trait::Debug, Trait::Deserialize, Trait::PartialEq, Trait::Serialize];

fn structure(def: &TypeDef, body: &Struct, circles: &Circles<'_>) -> Type {
    let declared = body.fields.iter().map(|field| {
        let ty = rust_type::field(field, circles.is_boxed(&def.name, field));
        (field.name.clone(), Field { ty, wire_name: field.wire_name.clone() })
    });
    let undeclared = body.additional.as_ref().map(|value| {
        let ty = rust_type::of(value).within(Wrapper::Map);
        (UNDECLARED.to_owned(), Field { ty, wire_name: UNDECLARED.to_owned() })
    });
    let traits = COMMON.into_iter().chain(body.has_default().then_some(Trait::Default));
    let setters = setters::of(body).into_iter().map(|setters::Setter { name, action }| (name, setter(action)));
    Type { builder: Some(setters.collect()), ..of_shape(Shape::Struct(declared.chain(undeclared).collect()), traits) }
}

fn setter(action: Action<'_>) -> Setter {
    let (accepts, required) = match action {
        Action::Set(field) => (Accepts::Value(rust_type::plain(&field.value.ty)), field.required),
        Action::Clear(_) => (Accepts::Nothing, false),
        Action::Extend(value) => (Accepts::Value(rust_type::of(value).within(Wrapper::Map)), false),
    };
    Setter { accepts, required, sent_as: None }
}

/// It can be had from what it holds, and read as that.
fn newtype(value: &Value) -> Type {
    let ty = rust_type::of(value);
    let traits = COMMON.into_iter().chain([Trait::Deref, Trait::From(ty.clone())]);
    let field = Field { ty, wire_name: "0".to_owned() };
    of_shape(Shape::Struct(BTreeMap::from([("0".to_owned(), field)])), traits)
}

fn open_enum(body: &Enum) -> Type {
    let values = body.values.iter().map(|value| (value.name.clone(), value.wire_name.clone())).collect();
    let number = match body.of {
        EnumOf::Text => None,
        EnumOf::Integer => Some(api::Type::Int64),
        EnumOf::Number => Some(api::Type::Number),
    };
    let accessors = number.map(|number| ("value".to_owned(), rust_type::plain(&number)));
    Type { accessors: accessors.into_iter().collect(), ..of_shape(Shape::OpenEnum(values, body.other.clone()), []) }
}

fn union(body: &Union, defs: &BTreeMap<&str, &TypeDef>) -> Type {
    let members = body.members.iter();
    let members = members.map(|member| (member.name.clone(), Some(rust_type::member(&body.by, &member.ty, defs))));
    let other = (body.other.clone(), Some(rust_type::plain(&api::Type::Any)));
    let mut traits = COMMON.to_vec();
    for member in rust_type::converted(body) {
        traits.push(Trait::From(rust_type::plain(&member.ty)));
        if body.by == Discriminant::Kind && rust_type::is_text(&member.ty, defs) {
            traits.push(Trait::From(RustType::known("str", "str").within(Wrapper::Reference)));
        }
    }
    let shared = accessors::shared_fields(body, defs).into_iter();
    // Members that JSON itself tells apart are not all objects.
    let shared = shared.filter(|_| body.by != Discriminant::Kind);
    let accessors = shared.map(|field| (field.name.clone(), rust_type::read(&field.value.ty))).collect();
    Type { accessors, ..of_shape(Shape::Enum(members.chain([other]).collect()), traits) }
}

/// A stream is read once: what may hold it can be neither copied nor compared.
fn by_status(several: &ByStatus) -> Type {
    let variants = several.contents.iter();
    let variants = variants.map(|each| (variants::of_status(each.status), rust_type::content(&each.content)));
    let traits = match several.streams() {
        true => vec![Trait::Debug],
        false => vec![Trait::Clone, Trait::Debug, Trait::PartialEq],
    };
    Type { is_received: true, ..of_shape(Shape::Enum(variants.collect()), traits) }
}
