//! The types on a client's surface: shapes, traits and builders.

use std::collections::BTreeMap;

use super::{PublicField, PublicSetter, PublicShape, PublicType, Trait, additions::attributes_by_type};
use crate::{
    api::{self, Api, ByStatus, Enum, EnumOf, Kind, Struct, TypeDef, TypesByName, Union, Value},
    names::{
        accessors,
        setters::{self, Action, UNDECLARED},
        variants,
    },
    recursion::Cycles,
    rust_type::{self, RustType},
};

pub fn types_by_name(api: &Api) -> BTreeMap<String, PublicType> {
    let (defs, cycles) = (api.types_by_name(), Cycles::new(api));
    let (sent, received, features) = (api.sent_types(), api.received_types(), api.type_features());
    // A sample (the elements of a series at one index) is used wherever its series is: it has the same features, and is
    // sent or received in the same messages.
    let used_as = |name: &str, ty: PublicType| PublicType {
        is_sent: sent.contains(name),
        is_received: received.contains(name),
        features: features.get(name).into_iter().flatten().map(|feature| (*feature).to_owned()).collect(),
        ..ty
    };
    let defined = api.types.iter().map(|def| (def.name.clone(), used_as(&def.name, definition(def, &defs, &cycles))));
    let mut types: BTreeMap<String, PublicType> = defined.collect();
    let of_operations = api.features();
    for (operation, several) in api.responses_by_status() {
        let features = of_operations[operation.name.as_str()].iter().map(|feature| (*feature).to_owned()).collect();
        types.insert(several.name.clone(), PublicType { is_received: true, features, ..by_status(several) });
    }
    for series in &api.series {
        let Kind::Struct(body) = &series.sample.kind else { continue };
        let mut sample = used_as(&series.name, structure(body, |_| false));
        sample.traits.insert(Trait("Copy", None));
        types.insert(series.sample.name.clone(), sample);
    }
    for (name, attributes) in attributes_by_type(api) {
        types.entry(name.to_owned()).and_modify(|ty| ty.attributes = attributes);
    }
    let mut add = |name: &str, fact: &dyn Fn(&mut PublicType)| types.get_mut(name).into_iter().for_each(fact);
    for series in &api.series {
        add(&series.name, &|ty| ty.samples = Some(RustType::named(&series.sample.name)));
    }
    for page in &api.pages {
        add(&page.name, &|ty| ty.page = Some(rust_type::value_type(&page.item)));
    }
    for def in &api.types {
        // A newtype converts into the type that it wraps, so the wrapped type implements `From<Newtype>`.
        if let Kind::Newtype(Value { ty: api::Type::Named(nested), nullable: false }) = &def.kind {
            add(nested, &|ty| ty.traits.extend([Trait("From", Some(RustType::named(&def.name)))]));
        }
    }
    types
}

fn definition(def: &TypeDef, defs: &TypesByName<'_>, cycles: &Cycles<'_>) -> PublicType {
    match &def.kind {
        Kind::Struct(body) => structure(body, |field| cycles.is_boxed(&def.name, field)),
        Kind::Enum(body) => open_enum(body),
        Kind::Union(body) => union(body, defs),
        Kind::Newtype(value) => newtype(value),
    }
}

/// Creates a type that implements the traits common to all structs and unions, and the traits in `others`.
fn with_traits(shape: PublicShape, others: impl IntoIterator<Item = Trait>) -> PublicType {
    let common = ["Clone", "Debug", "Deserialize", "PartialEq", "Serialize"].map(|name| Trait(name, None));
    PublicType { shape, traits: common.into_iter().chain(others).collect(), ..PublicType::default() }
}

fn structure(body: &Struct, is_boxed: impl Fn(&api::Field) -> bool) -> PublicType {
    let declared = body.fields.iter().map(|field| {
        let ty = rust_type::field(field, is_boxed(field));
        (field.name.clone(), PublicField { ty, wire_name: field.wire_name.clone() })
    });
    let undeclared = body.additional.as_ref().map(|value| {
        let ty = rust_type::map(value);
        (UNDECLARED.to_owned(), PublicField { ty, wire_name: UNDECLARED.to_owned() })
    });
    let default = body.has_default().then_some(Trait("Default", None));
    let setters = setters::setters(body).into_iter().map(|setters::Setter { name, action }| (name, setter(action)));
    let fields = declared.chain(undeclared).collect();
    PublicType { builder: Some(setters.collect()), ..with_traits(PublicShape::Struct(fields), default) }
}

fn setter(action: Action<'_>) -> PublicSetter {
    let (accepts, required) = match action {
        Action::Set(field) => (rust_type::plain(&field.value.ty), field.must_be_set()),
        Action::Clear(_) => (RustType::UNIT, false),
        Action::Extend(value) => (rust_type::map(value), false),
    };
    PublicSetter { accepts, required, sent_as: None }
}

fn newtype(value: &Value) -> PublicType {
    let ty = rust_type::value_type(value);
    let field = PublicField { ty: ty.clone(), wire_name: "0".to_owned() };
    let traits = [Trait("Deref", None), Trait("From", Some(ty))];
    with_traits(PublicShape::Struct(BTreeMap::from([("0".to_owned(), field)])), traits)
}

fn open_enum(body: &Enum) -> PublicType {
    let values = body.values.iter().map(|value| (value.name.clone(), value.wire_name.clone())).collect();
    let number = match body.of {
        EnumOf::Text => None,
        EnumOf::Integer => Some(api::Type::Int64),
        EnumOf::Number => Some(api::Type::Number),
    };
    let accessors = number.map(|number| ("value".to_owned(), rust_type::plain(&number))).into_iter().collect();
    PublicType { shape: PublicShape::OpenEnum(values, body.other.clone()), accessors, ..PublicType::default() }
}

fn union(body: &Union, defs: &TypesByName<'_>) -> PublicType {
    let members = body.members.iter();
    let members = members.map(|member| (member.name.clone(), Some(rust_type::member(&body.by, &member.ty, defs))));
    let other = (body.other.clone(), Some(rust_type::plain(&api::Type::Any)));
    let conversions = rust_type::conversions(body, defs).into_iter().map(|(ty, _)| Trait("From", Some(ty)));
    let shared = accessors::shared_fields(body, defs).into_iter();
    let accessors = shared.map(|field| (field.name.clone(), rust_type::accessor(&field.value.ty))).collect();
    PublicType { accessors, ..with_traits(PublicShape::Enum(members.chain([other]).collect()), conversions) }
}

/// Creates the enum of an operation's successful responses. If one of the responses is a stream, the enum can be
/// neither cloned nor compared, because a stream can be read only once.
fn by_status(several: &ByStatus) -> PublicType {
    let variants = several.contents.iter();
    let variants = variants.map(|each| (variants::status_variant(each.status), rust_type::content(&each.content)));
    let traits = if several.contains_stream() { vec!["Debug"] } else { vec!["Clone", "Debug", "PartialEq"] };
    let traits = traits.into_iter().map(|name| Trait(name, None)).collect();
    PublicType { shape: PublicShape::Enum(variants.collect()), traits, ..PublicType::default() }
}
