//! The types of an API.
//!
//! Objects with fields, enums and unions have a name. Those that are declared in place are called after where they
//! stand: `Incident.severity` is `IncidentSeverity`, the body of an operation is its name with `Body`. Those names are
//! provisional: `names_by_use` settles them once all types are known.

use std::{
    borrow::Borrow,
    collections::{BTreeMap, BTreeSet},
};

use openapiv3::{
    AdditionalProperties, IntegerFormat, ObjectType, ReferenceOr, Schema, SchemaKind, StringFormat, StringType,
    VariantOrUnknownOrEmpty,
};

use super::{Log, json_kind, unions};
use crate::{
    api::{Case, Direction, Discriminant, EnumOf, Field, Kind, Struct, Type, TypeDef, Union, UnionMember, Value},
    bounds::Bound,
    document::Document,
    names::{
        fields,
        schemas::{Names, is_placeholder, of_reference},
        uses, variants,
    },
    text::{markdown::markdown, naming},
};

/// The description of a schema, as Markdown.
pub fn docs_of(schema: &ReferenceOr<impl Borrow<Schema>>) -> String {
    schema
        .as_item()
        .and_then(|schema| schema.borrow().schema_data.description.as_deref())
        .map(markdown)
        .unwrap_or_default()
}

/// Makes types, and remembers them.
pub struct Types<'a> {
    schemas: BTreeMap<&'a str, &'a ReferenceOr<Schema>>,
    document: &'a Document,
    names: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    named: Vec<TypeDef>,
    in_place: Vec<TypeDef>,
    nameless: BTreeSet<String>,
    provisional: BTreeMap<String, String>,
}

/// All types of an API.
pub struct Finished {
    /// Those with a name in the document first.
    pub types: Vec<TypeDef>,
    /// The names that are none of the document's, and stand for a better one.
    pub nameless: BTreeSet<String>,
    /// Of those, the ones of schemas that have a name in the document, with that.
    pub provisional: BTreeMap<String, String>,
    /// All other names.
    pub taken: BTreeSet<String>,
}

impl<'a> Types<'a> {
    /// Knows the named schemas of `document` by `names`.
    pub fn new(document: &'a Document, names: Names) -> Self {
        let schemas = document.schemas.iter().map(|(name, schema)| (name.as_str(), schema)).collect();
        let Names { of_schemas, taken, provisional } = names;
        Self {
            schemas,
            document,
            names: of_schemas,
            taken,
            named: Vec::new(),
            in_place: Vec::new(),
            nameless: provisional.keys().cloned().collect(),
            provisional,
        }
    }

    /// The named schemas.
    pub fn schemas(&self) -> &BTreeMap<&'a str, &'a ReferenceOr<Schema>> {
        &self.schemas
    }

    /// Makes the types of all named schemas.
    pub fn named(&mut self, log: &mut Log) {
        for (document_name, schema) in &self.document.schemas {
            let name = self.names.get(document_name).cloned().unwrap_or_default();
            let kind = self.kind(&name, schema, log);
            let def = TypeDef { name, docs: docs_of(schema), kind };
            self.named.push(def);
        }
    }

    /// All types.
    pub fn finish(self) -> Finished {
        let Self { named: mut types, mut in_place, mut taken, nameless, provisional, .. } = self;
        types.append(&mut in_place);
        taken.retain(|name| !nameless.contains(name));
        Finished { types, nameless, provisional, taken }
    }

    /// A name for a type that none has yet. One that is declared in place is called after all that it stands in: names
    /// beyond the bound are cut, or those of many deep ones would fill the memory.
    pub fn unique_name(&mut self, wanted: &str) -> String {
        naming::unique(&bounded(wanted), &mut self.taken)
    }

    /// A name for the enum of a response with several successes.
    pub fn name_by_status(&mut self, wanted: &str) -> String {
        naming::unique_of(&[&bounded(wanted), &bounded(&format!("{wanted}ByStatus"))], &mut self.taken)
    }

    /// What a named schema is.
    fn kind(&mut self, name: &str, schema: &ReferenceOr<impl Borrow<Schema>>, log: &mut Log) -> Kind {
        if let Some(members) = schema.as_item().and_then(|schema| unions::of_objects(schema.borrow(), &self.schemas)) {
            return Kind::Union(self.union_of_objects(name, members, log));
        }
        match schema.as_item().map(|schema| &schema.borrow().schema_kind) {
            Some(SchemaKind::Type(openapiv3::Type::String(text))) if !text.enumeration.is_empty() => {
                Kind::Enum(variants::of_values(text.enumeration.iter().flatten().map(String::as_str)))
            }
            Some(SchemaKind::Type(openapiv3::Type::Integer(number))) if !number.enumeration.is_empty() => {
                let numbers = number.enumeration.iter().flatten().map(i64::to_string);
                Kind::Enum(variants::of_numbers(EnumOf::Integer, numbers))
            }
            Some(SchemaKind::Type(openapiv3::Type::Number(number))) if !number.enumeration.is_empty() => {
                let numbers = number.enumeration.iter().flatten().map(f64::to_string);
                Kind::Enum(variants::of_numbers(EnumOf::Number, numbers))
            }
            Some(SchemaKind::Type(openapiv3::Type::Object(object))) if !object.properties.is_empty() => {
                Kind::Struct(self.fields(name, object, log))
            }
            Some(SchemaKind::OneOf { one_of }) if !json_kind::is_integer_or_number(one_of) => {
                Kind::Union(self.union(name, one_of, log))
            }
            _ => Kind::Newtype(self.value(name, schema, log)),
        }
    }

    fn fields(&mut self, name: &str, object: &ObjectType, log: &mut Log) -> Struct {
        let properties: Vec<&str> = object.properties.keys().map(String::as_str).collect();
        let additional = match &object.additional_properties {
            Some(AdditionalProperties::Schema(schema)) => Some(&**schema),
            _ => None,
        };
        let names = fields::names(&properties, additional.is_some());
        let required: BTreeSet<&str> = object.required.iter().map(String::as_str).collect();
        let fields = object.properties.iter().zip(names).map(|((wire_name, schema), field)| Field {
            value: self.value(&format!("{name}{}", uses::property(wire_name)), schema, log),
            name: field,
            wire_name: wire_name.clone(),
            required: required.contains(wire_name.as_str()),
            direction: direction_of(schema),
            // Known when it is known which types are sent.
            tells_null: false,
            docs: docs_of(schema),
        });
        let fields = fields.collect();
        Struct { fields, additional: additional.map(|schema| self.value(&format!("{name}Value"), schema, log)) }
    }

    fn union(&mut self, name: &str, members: &[ReferenceOr<Schema>], log: &mut Log) -> Union {
        let mut taken = BTreeSet::new();
        let members = members.iter().filter_map(|member| {
            let Some(kind) = json_kind::of(member, &self.schemas) else {
                log.diagnostics.push(name, "a member of the union takes several kinds of value");
                return None;
            };
            let ty = self.value(&format!("{name}{}", kind_name(member)), member, log).ty;
            let name = naming::unique(variants::of_kind(kind, &ty), &mut taken);
            Some(UnionMember { name, ty, case: Case::Kind(kind), docs: docs_of(member) })
        });
        Union { members: members.collect(), by: Discriminant::Kind, other: "Other".to_owned() }
    }

    fn union_of_objects(&mut self, name: &str, union: unions::OfObjects<'_>, log: &mut Log) -> Union {
        let mut taken = BTreeSet::new();
        let members = union.members.into_iter().map(|unions::Member { schema, case }| {
            let own_name = unions::name(schema).filter(|name| !is_placeholder(name));
            let wanted = variants::of_case(&case, own_name.and_then(|name| self.names.get(name)).map(String::as_str));
            let variant = naming::unique(&wanted, &mut taken);
            let ty = self.value(&format!("{name}{variant}"), schema, log).ty;
            UnionMember { name: variant, ty, case, docs: docs_of(schema) }
        });
        let members = members.collect();
        Union { members, by: union.by, other: naming::unique_of(&variants::CATCH_ALL, &mut taken) }
    }

    /// A value of `schema`; `wanted` is the name of its type, if it needs one.
    pub fn value(&mut self, wanted: &str, schema: &ReferenceOr<impl Borrow<Schema>>, log: &mut Log) -> Value {
        match schema {
            ReferenceOr::Reference { reference } => {
                let name = of_reference(reference);
                Value { ty: Type::Named(self.names.get(name).cloned().unwrap_or_default()), nullable: false }
            }
            ReferenceOr::Item(schema) => {
                let schema = schema.borrow();
                Value { ty: self.ty(wanted, schema, log), nullable: schema.schema_data.nullable }
            }
        }
    }

    fn ty(&mut self, wanted: &str, schema: &Schema, log: &mut Log) -> Type {
        match &schema.schema_kind {
            SchemaKind::AllOf { all_of } => match all_of.first() {
                Some(only) => self.value(wanted, only, log).ty,
                None => Type::Any,
            },
            SchemaKind::OneOf { one_of } if json_kind::is_integer_or_number(one_of) => Type::ExactNumber,
            SchemaKind::OneOf { .. } => self.in_place(wanted, schema, log),
            SchemaKind::Type(ty) => match ty {
                openapiv3::Type::String(text) if !text.enumeration.is_empty() => self.in_place(wanted, schema, log),
                openapiv3::Type::String(text) => text_type(text),
                openapiv3::Type::Number(number) if !number.enumeration.is_empty() => self.in_place(wanted, schema, log),
                openapiv3::Type::Integer(number) if !number.enumeration.is_empty() => {
                    self.in_place(wanted, schema, log)
                }
                openapiv3::Type::Number(_) => Type::Number,
                openapiv3::Type::Integer(integer) => match &integer.format {
                    VariantOrUnknownOrEmpty::Item(IntegerFormat::Int32) => Type::Int32,
                    VariantOrUnknownOrEmpty::Unknown(format) if format == "uint64" => Type::Uint64,
                    _ => Type::Int64,
                },
                openapiv3::Type::Boolean(_) => Type::Boolean,
                openapiv3::Type::Array(array) => {
                    let any = Value { ty: Type::Any, nullable: false };
                    let items = array.items.as_ref();
                    Type::List(Box::new(items.map_or(any, |items| self.value(&format!("{wanted}Item"), items, log))))
                }
                openapiv3::Type::Object(object) if !object.properties.is_empty() => self.in_place(wanted, schema, log),
                openapiv3::Type::Object(object) => match &object.additional_properties {
                    Some(AdditionalProperties::Schema(values)) if !is_anything(values) => {
                        Type::Map(Box::new(self.value(&format!("{wanted}Value"), &**values, log)))
                    }
                    _ => Type::Object,
                },
            },
            _ => Type::Any,
        }
    }

    /// A type that is declared in place, and so has no name of its own.
    fn in_place(&mut self, wanted: &str, schema: &Schema, log: &mut Log) -> Type {
        let name = self.unique_name(wanted);
        self.nameless.insert(name.clone());
        let schema = ReferenceOr::Item(schema);
        let kind = self.kind(&name, &schema, log);
        self.in_place.push(TypeDef { name: name.clone(), docs: docs_of(&schema), kind });
        Type::Named(name)
    }
}

fn bounded(name: &str) -> String {
    naming::type_name(&name.chars().take(Bound::Name.limit()).collect::<String>())
}

/// Where a field with `schema` is there.
pub fn direction_of(schema: &ReferenceOr<impl Borrow<Schema>>) -> Direction {
    match schema.as_item().map(|schema| &schema.borrow().schema_data) {
        Some(said) if said.read_only && !said.write_only => Direction::ReadOnly,
        Some(said) if said.write_only && !said.read_only => Direction::WriteOnly,
        _ => Direction::Both,
    }
}

fn text_type(text: &StringType) -> Type {
    match &text.format {
        VariantOrUnknownOrEmpty::Item(StringFormat::Date) => Type::Date,
        VariantOrUnknownOrEmpty::Item(StringFormat::DateTime) => Type::DateTime,
        VariantOrUnknownOrEmpty::Unknown(format) if format == "uuid" => Type::Uuid,
        _ => Type::Text,
    }
}

/// Whether `schema` says nothing at all of a value.
fn is_anything(schema: &ReferenceOr<Schema>) -> bool {
    schema.as_item().is_some_and(|schema| {
        let said = &schema.schema_data;
        matches!(schema.schema_kind, SchemaKind::Any(_)) && said.description.is_none() && !said.nullable
    })
}

/// What a type that is declared in place as a member of a union is called.
fn kind_name(member: &ReferenceOr<Schema>) -> &'static str {
    match member.as_item().map(|member| &member.schema_kind) {
        Some(SchemaKind::Type(ty)) => match ty {
            openapiv3::Type::String(_) => "String",
            openapiv3::Type::Number(_) => "Number",
            openapiv3::Type::Integer(_) => "Integer",
            openapiv3::Type::Boolean(_) => "Boolean",
            openapiv3::Type::Array(_) => "Array",
            openapiv3::Type::Object(_) => "Object",
        },
        Some(SchemaKind::OneOf { one_of }) if json_kind::is_integer_or_number(one_of) => "Number",
        _ => "X",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::{api::Api, document};

    /// The API with one operation that sends `body` and receives an object with it, and the named `schemas`.
    fn lowered(body: Json, schemas: Json) -> Api {
        let content = |schema: Json| json!({ "content": { "application/json": { "schema": schema } } });
        let response = json!({ "type": "object", "properties": { "out": body } });
        let sort = json!({ "type": "array", "items": { "type": "string", "enum": ["x"] } });
        let operation = json!({
            "operationId": "postA",
            "parameters": [{ "name": "sort", "in": "query", "schema": sort }],
            "requestBody": content(body),
            "responses": { "200": content(response) },
        });
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "post": operation } }, "components": { "schemas": schemas } });
        let (document, _) = document::run(root).expect("legal");
        crate::model::run(&document).expect("legal").0
    }

    fn names(api: &Api) -> Vec<&str> {
        api.types.iter().map(|def| def.name.as_str()).collect()
    }

    fn field<'a>(api: &'a Api, name: &str, field: &str) -> &'a Field {
        let def = api.types.iter().find(|def| def.name == name).expect("a type of this name");
        let Kind::Struct(body) = &def.kind else { panic!("{name} is no struct") };
        body.fields.iter().find(|known| known.wire_name == field).expect("a field of this name")
    }

    fn reference(name: &str) -> Json {
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    #[test]
    fn types_declared_in_place_are_named_after_their_place() {
        let severity = json!({ "type": "string", "enum": ["CRITICAL"], "description": "How bad.", "nullable": true });
        let step = json!({ "type": "object", "properties": { "at": { "type": "object", "properties": { "x": {} } } } });
        let incident = json!({ "type": "object", "properties": {
            "severity": severity, "steps": { "type": "array", "items": step } } });
        let api = lowered(reference("Incident"), json!({ "Incident": incident }));
        assert_eq!(
            names(&api),
            [
                "Incident",
                "IncidentSeverity",
                "IncidentStepsItemAt",
                "IncidentStepsItem",
                "PostASortItem",
                "PostAResponse"
            ]
        );
        let severity = field(&api, "Incident", "severity");
        assert_eq!(severity.value, Value { ty: Type::Named("IncidentSeverity".to_owned()), nullable: true });
        assert_eq!(severity.docs, "How bad.");
    }

    #[test]
    fn bodies_parameters_and_responses_are_named_after_the_operation() {
        let object = json!({ "type": "object", "properties": { "a": {} } });
        assert_eq!(names(&lowered(object, json!({}))), ["PostASortItem", "PostABody", "PostAResponse"]);
    }

    #[test]
    fn a_name_that_is_taken_is_numbered() {
        let schemas = json!({
            "A": { "type": "object", "properties": { "b": { "type": "string", "enum": ["y"] }, "ab": reference("Ab") } },
            "Ab": { "type": "object", "properties": { "c": {} } },
        });
        let api = lowered(reference("A"), schemas);
        assert_eq!(field(&api, "A", "b").value.ty, Type::Named("Ab2".to_owned()));
    }

    #[test]
    fn texts_have_the_type_of_their_format() {
        let of = |schema: Json| {
            let object = json!({ "type": "object", "required": ["x"], "properties": { "x": schema } });
            field(&lowered(reference("A"), json!({ "A": object })), "A", "x").value.ty.clone()
        };
        assert_eq!(of(json!({ "type": "string", "x-format": { "guid": true } })), Type::Uuid);
        assert_eq!(of(json!({ "type": "string", "format": "date" })), Type::Date);
        assert_eq!(of(json!({ "type": "string", "format": "date-time" })), Type::DateTime);
        assert_eq!(of(json!({ "type": "string", "format": "ipv4" })), Type::Text);
        assert_eq!(of(json!({ "type": "object" })), Type::Object);
        assert_eq!(of(json!({ "type": "object", "additionalProperties": {} })), Type::Object);
    }

    #[test]
    fn an_enum_or_union_is_named_where_it_is_used() {
        let schemas = json!({
            "Kind": { "type": "string", "enum": ["a"] },
            "Either": { "oneOf": [reference("Kind"), { "type": "boolean" }] },
            "A": { "type": "object", "properties": { "kind": reference("Kind"), "either": reference("Either") } },
        });
        let api = lowered(reference("A"), schemas);
        assert_eq!(field(&api, "A", "kind").value.ty, Type::Named("Kind".to_owned()));
        assert_eq!(field(&api, "A", "either").value.ty, Type::Named("Either".to_owned()));
        let either = api.types.iter().find(|def| def.name == "Either").expect("a union");
        let Kind::Union(union) = &either.kind else { panic!("no union") };
        let members: Vec<_> = union.members.iter().map(|member| (member.name.as_str(), &member.ty)).collect();
        assert_eq!(members, [("Text", &Type::Named("Kind".to_owned())), ("Boolean", &Type::Boolean)]);
    }
}
