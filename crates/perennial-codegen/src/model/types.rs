//! Builds the named types of an API from schemas. Objects with fields, enums and unions become named types.
//!
//! A type that is declared inline gets a provisional name after its position: the type of `Thing.severity` is called
//! `ThingSeverity`, and the body of `putA` is called `PutABody`. Once all types are known, `names::by_use` replaces the
//! provisional names.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use indexmap::IndexMap;

use crate::{
    api::{
        Case, Direction, Discriminant, EnumOf, Field, Kind, Place, Struct, Type, TypeDef, Union, UnionMember, Value,
    },
    bounds::Bound,
    names::{
        pins::Pins,
        schemas::{SchemaNames, is_placeholder},
        setters, uses, variants,
    },
    schema::{self, Object, Scalar, Schema, Shape},
    text::{markdown::markdown, naming},
};

/// Converts a description in the document to Markdown for rustdoc. Returns an empty string if there is no description.
pub fn docs(description: Option<&String>) -> String {
    description.map(|text| markdown(text)).unwrap_or_default()
}

/// Same as [`docs`], but without a first paragraph that only repeats words of `names`, such as the title `Kind.` of the
/// field `kind`.
pub fn docs_of_named(description: Option<&String>, names: &[&str]) -> String {
    let docs = docs(description);
    let (first, others) = docs.split_once("\n\n").unwrap_or((&docs, ""));
    if repeats_names(first, names) { others.to_owned() } else { docs }
}

fn repeats_names(text: &str, names: &[&str]) -> bool {
    if !text.contains(char::is_alphanumeric) {
        return false;
    }
    let words = |text: &str| -> Vec<String> {
        naming::value_name(text).split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (own, named) = (words(text), names.iter().map(|name| words(name)).collect::<Vec<_>>());
    named.iter().any(|name| name.concat() == own.concat())
        || own.iter().all(|word| named.iter().flatten().any(|it| it == word))
}

pub struct Types<'a> {
    schemas: &'a IndexMap<String, Schema>,
    pins: &'a Pins<'a>,
    /// The Rust names of the named schemas, together with all type names that are unavailable.
    pub names: SchemaNames,
    /// The named types that have been built. Types of named schemas come first.
    pub built: Vec<TypeDef>,
    /// The provisional names of the types that have no name in the document.
    pub nameless: BTreeSet<String>,
    /// The names that extensions in the document declare for enums. The key is the current name of the enum.
    pub titles: BTreeMap<String, String>,
}

impl<'a> Types<'a> {
    /// Builds the types of the named `schemas`. `names` contains their Rust names.
    pub fn new(schemas: &'a IndexMap<String, Schema>, names: SchemaNames, pins: &'a Pins<'a>) -> Self {
        let nameless = names.provisional.keys().cloned().collect();
        let mut types = Self { schemas, pins, names, built: Vec::new(), nameless, titles: BTreeMap::new() };
        let mut named: Vec<TypeDef> = schemas.iter().map(|(name, schema)| types.build_named(name, schema)).collect();
        named.append(&mut types.built);
        Self { built: named, ..types }
    }

    /// Returns the target of `schema` if it is a reference to an existing schema, and `schema` itself otherwise.
    pub fn resolve<'b>(&self, schema: &'b Schema) -> &'b Schema
    where
        'a: 'b,
    {
        schema.name().and_then(|name| self.schemas.get(name)).unwrap_or(schema)
    }

    fn build_named(&mut self, document_name: &str, schema: &Schema) -> TypeDef {
        let name = self.rust_name(document_name);
        let kind = self.build_kind(&name, schema);
        let place = if is_placeholder(document_name) { Place::default() } else { Place::schema(document_name) };
        let docs = docs_of_named(schema.description.as_ref(), &[document_name, &name]);
        TypeDef { name, place, docs, kind }
    }

    fn rust_name(&self, document_name: &str) -> String {
        self.names.of_schemas.get(document_name).cloned().unwrap_or_default()
    }

    /// Returns the name of the enum for the successful responses of `operation`: the recorded name, or else `wanted`,
    /// followed by `ByStatus` if another type has that name.
    pub fn name_by_status(&mut self, operation: &str, wanted: &str) -> String {
        if let Some(recorded) = self.pins.type_at(&Place::responses(operation)) {
            return recorded.to_owned();
        }
        naming::first_unique(
            &[&bounded_name(wanted), &bounded_name(&format!("{wanted}ByStatus"))],
            &mut self.names.taken,
        )
    }

    fn build_kind(&mut self, name: &str, schema: &Schema) -> Kind {
        match &schema.shape {
            Shape::Union(union) => Kind::Union(self.build_union(name, union)),
            Shape::Scalar(Scalar { title, of, values, names, .. }) if !values.is_empty() => {
                self.titles.extend(title.type_name().map(|title| (name.to_owned(), title)));
                Kind::Enum(variants::open_enum(*of, values, names))
            }
            Shape::Object(object) if !object.properties.is_empty() => Kind::Struct(self.build_struct(name, object)),
            _ => Kind::Newtype(self.build_value(&|| name.to_owned(), schema)),
        }
    }

    fn build_struct(&mut self, name: &str, object: &Object) -> Struct {
        let properties: Vec<&str> = object.properties.keys().map(String::as_str).collect();
        let names = setters::field_names(&properties, object.additional().is_some());
        let required: HashSet<&str> = object.required.iter().map(String::as_str).collect();
        let fields = object.properties.iter().zip(names).map(|((wire_name, schema), field)| Field {
            value: self.build_value(&|| format!("{name}{}", uses::property(wire_name)), schema),
            name: field,
            wire_name: wire_name.clone(),
            required: required.contains(wire_name.as_str()),
            direction: direction(schema),
            // Set later by the module `directions`, when it is known which types are sent.
            required_one_way: false,
            tells_null: false,
            constant: self.only_boolean(schema),
            docs: docs_of_named(schema.description.as_ref(), &[wire_name, name]),
        });
        let mut fields: Vec<Field> = fields.collect();
        // In an optional field, null differs from an absent field, even if no other value is allowed.
        fields.iter_mut().for_each(|field| field.value.nullable |= !field.required && field.value.ty == Type::Null);
        let additional = object.additional().map(|schema| self.build_value(&|| format!("{name}Value"), schema));
        Struct { fields, additional }
    }

    fn build_union(&mut self, name: &str, union: &schema::SchemaUnion) -> Union {
        let mut taken = BTreeSet::new();
        let mut members = Vec::new();
        let has_many_values = |member: &schema::Member| member.tag_values().len() > 2;
        let mut described = Vec::new();
        if union.members.iter().any(has_many_values) {
            let objects = union.members.iter().map(|member| self.resolve(&member.schema).object());
            described = variants::describe_members(&objects.collect::<Vec<_>>());
        }
        for (index, schema::Member { schema, case, also }) in union.members.iter().enumerate() {
            let (variant, ty) = match case {
                Case::Kind(kind) => {
                    let ty = self.build_value(&|| format!("{name}{}", uses::kind_name(*kind)), schema).ty;
                    (naming::unique(variants::kind_variant(*kind, &ty), &mut taken), ty)
                }
                case => {
                    let own_name = schema.name().filter(|name| !is_placeholder(name));
                    let own_name = own_name.and_then(|name| self.names.of_schemas.get(name)).map(String::as_str);
                    let variant = match (&union.by, case, own_name) {
                        (Discriminant::Scalar(_), _, Some(name)) => name.to_owned(),
                        (Discriminant::Scalar(_), Case::Tag(values), None) if values.len() <= 2 => {
                            variants::scalar_variant(values)
                        }
                        _ => {
                            variants::case_variant(case, own_name, || described.get(index).cloned().unwrap_or_default())
                        }
                    };
                    let variant = naming::unique(&variant, &mut taken);
                    let ty = self.build_value(&|| format!("{name}{variant}"), schema).ty;
                    (variant, ty)
                }
            };
            let docs = docs_of_named(schema.description.as_ref(), &[name, &variant]);
            members.push(UnionMember { name: variant, ty, case: case.clone(), also: also.clone(), docs });
        }
        let other = match union.by {
            Discriminant::Kind => variants::CATCH_ALL[0].to_owned(),
            Discriminant::Tag(_) | Discriminant::Scalar(_) | Discriminant::Presence => {
                naming::first_unique(&variants::CATCH_ALL, &mut taken)
            }
        };
        Union { members, by: union.by.clone(), other }
    }

    /// Returns the boolean as JSON if it is the only value that `schema` allows. The type of the field does not state it.
    fn only_boolean(&self, schema: &Schema) -> Option<String> {
        if let Shape::Boolean(only) = &self.resolve(schema).shape { only.map(|only| only.to_string()) } else { None }
    }

    /// Builds the type that `schema` describes, including whether it is nullable. If the type is declared inline and
    /// needs a name, `wanted` creates the name.
    pub fn build_value(&mut self, wanted: &dyn Fn() -> String, schema: &Schema) -> Value {
        Value { ty: self.type_of(wanted, schema), nullable: schema.nullable && schema.shape != Shape::Null }
    }

    fn type_of(&mut self, wanted: &dyn Fn() -> String, schema: &Schema) -> Type {
        if schema.has_type_of_its_own() {
            return self.build_inline(&wanted(), schema);
        }
        match &schema.shape {
            Shape::Named(name) => Type::Named(self.rust_name(name)),
            Shape::Own(own) => Type::Own(own.path.clone()),
            Shape::Boolean(_) => Type::Boolean,
            Shape::Scalar(Scalar { of, format, .. }) => match (of, format) {
                // `Type::Part` is only for parts of a multipart body. Elsewhere, a value with this format is a string.
                (_, Some(format)) if *format != Type::Part => format.clone(),
                (EnumOf::Text, _) => Type::Text,
                (EnumOf::Integer, _) => Type::Int64,
                (EnumOf::Number, _) => Type::Number,
            },
            Shape::ExactNumber => Type::ExactNumber,
            Shape::List(items) => Type::List(Box::new(self.build_value(&|| wanted() + "Item", items))),
            Shape::Object(object) => match object.additional().filter(|values| !accepts_anything(values)) {
                Some(values) => Type::Map(Box::new(self.build_value(&|| wanted() + "Value", values))),
                None => Type::Object,
            },
            Shape::Null => Type::Null,
            Shape::Any | Shape::Requiring(_) | Shape::Union(_) | Shape::Composed(_) => Type::Any,
        }
    }

    fn build_inline(&mut self, wanted: &str, schema: &Schema) -> Type {
        let name = naming::unique(&bounded_name(wanted), &mut self.names.taken);
        self.nameless.insert(name.clone());
        let kind = self.build_kind(&name, schema);
        self.built.push(TypeDef {
            name: name.clone(),
            place: Place::default(),
            docs: docs_of_named(schema.description.as_ref(), &[&name]),
            kind,
        });
        Type::Named(name)
    }
}

/// Returns whether `schema` accepts any value and has no description. An object with this schema for its values becomes
/// a plain JSON object instead of a map with typed values.
fn accepts_anything(schema: &Schema) -> bool {
    schema.allows_any_value() && schema.description.is_none() && !schema.nullable
}

/// Cuts a type name at the maximum length. The name of an inline type contains the names of all types around it, so the
/// names of deeply nested types would otherwise need too much memory.
fn bounded_name(name: &str) -> String {
    naming::type_name(&name.chars().take(Bound::Name.limit()).collect::<String>())
}

pub fn direction(schema: &Schema) -> Direction {
    match (schema.read_only, schema.write_only) {
        (true, false) => Direction::ReadOnly,
        (false, true) => Direction::WriteOnly,
        _ => Direction::Both,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::api::Api;

    /// Builds the model of a document with the named `schemas` and one operation. `body` is the schema of the
    /// operation's body, and of a field in its response.
    fn modelled(body: Json, schemas: Json) -> Api {
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
        crate::model_of(root).expect("legal").0
    }

    fn names_of_types(api: &Api) -> Vec<&str> {
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
    fn inline_types_are_named_after_their_owner_and_field() {
        let severity = json!({ "type": "string", "enum": ["CRITICAL"], "description": "How bad.", "nullable": true });
        let step = json!({ "type": "object", "properties": { "at": { "type": "object", "properties": { "x": {} } } } });
        let incident = json!({ "type": "object", "properties": {
            "severity": severity, "steps": { "type": "array", "items": step } } });
        let api = modelled(reference("Incident"), json!({ "Incident": incident }));
        assert_eq!(
            names_of_types(&api),
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
    fn titles_that_repeat_a_name_are_not_docs() {
        let titled = |title: &str| json!({ "type": "string", "title": title });
        let limited = json!({ "type": "string", "title": "Short Name", "minLength": 1 });
        let kind = json!({ "type": "string", "enum": ["x"], "title": "Kind" });
        let both = json!({ "type": "string", "title": "Id", "description": "The id of the owner." });
        let properties = json!({
            "kind": kind, "userName": titled("Username"), "created_at": titled("Created At"), "id": titled("Loan ID"),
            "owner": titled("Owner of the loan"), "shortName": limited, "ownerId": both, "symbol": titled("€"),
        });
        let loan = json!({ "type": "object", "title": "LoanModel", "properties": properties });
        let api = modelled(reference("loan_model"), json!({ "loan_model": loan }));
        let docs = |name: &str| field(&api, "LoanModel", name).docs.as_str();
        for name in ["kind", "userName", "created_at", "id"] {
            assert_eq!(docs(name), "", "{name}");
        }
        assert_eq!(docs("owner"), "Owner of the loan.");
        assert_eq!(docs("shortName"), "Limits: at least 1 character.");
        assert_eq!(docs("ownerId"), "The id of the owner.");
        assert_eq!(docs("symbol"), "€.");
        assert!(api.types.iter().all(|def| def.docs.is_empty()), "{:?}", api.types);
    }

    #[test]
    fn types_of_bodies_and_responses_are_named_after_the_operation() {
        let object = json!({ "type": "object", "properties": { "a": {} } });
        assert_eq!(names_of_types(&modelled(object, json!({}))), ["PostASortItem", "PostABody", "PostAResponse"]);
    }

    #[test]
    fn an_inline_type_gets_a_number_if_its_name_is_taken() {
        let schemas = json!({
            "A": { "type": "object", "properties": { "b": { "type": "string", "enum": ["y"] }, "ab": reference("Ab") } },
            "Ab": { "type": "object", "properties": { "c": {} } },
        });
        let api = modelled(reference("A"), schemas);
        assert_eq!(field(&api, "A", "b").value.ty, Type::Named("Ab2".to_owned()));
    }

    #[test]
    fn a_value_that_can_only_be_null_has_the_unit_type() {
        let nothing = json!({ "type": "null" });
        let schemas = json!({ "Nothing": nothing, "A": { "type": "object", "required": ["required"], "properties": {
            "required": nothing, "own": nothing, "named": reference("Nothing"), "all": { "type": "array", "items": nothing },
            "either": { "oneOf": [reference("Nothing"), { "enum": [null] }] },
            "text": { "anyOf": [reference("Nothing"), { "type": "string" }] },
        } } });
        let api = modelled(reference("A"), schemas);
        let value = |name: &str| field(&api, "A", name).value.clone();
        let only_null = |nullable: bool| Value { ty: Type::Null, nullable };
        for name in ["own", "named", "either"] {
            assert_eq!(value(name), only_null(true), "{name}");
        }
        assert_eq!(value("required"), only_null(false));
        assert_eq!(value("all").ty, Type::List(Box::new(only_null(false))));
        assert_eq!(value("text"), Value { ty: Type::Text, nullable: true });
        assert_eq!(names_of_types(&api), ["A", "PostASortItem", "PostAResponse"]);
    }

    #[test]
    fn the_format_of_a_string_determines_its_type() {
        let type_of_property = |schema: Json| {
            let object = json!({ "type": "object", "required": ["x"], "properties": { "x": schema } });
            field(&modelled(reference("A"), json!({ "A": object })), "A", "x").value.ty.clone()
        };
        assert_eq!(type_of_property(json!({ "type": "string", "x-format": { "guid": true } })), Type::Uuid);
        assert_eq!(type_of_property(json!({ "type": "string", "format": "ipv4" })), Type::Text);
        assert_eq!(type_of_property(json!({ "type": "object" })), Type::Object);
        assert_eq!(type_of_property(json!({ "type": "object", "additionalProperties": {} })), Type::Object);
    }

    fn members(api: &Api, name: &str) -> Vec<String> {
        let def = api.types.iter().find(|def| def.name == name).expect("a type of this name");
        let Kind::Union(union) = &def.kind else { panic!("{name} is not a union") };
        union.members.iter().map(|member| member.name.clone()).collect()
    }

    #[test]
    fn union_member_with_many_tag_values_is_named_after_title_or_field() {
        let member = |title: &str, kinds: &[&str], required: &[&str], fields: &[&str]| {
            let mut properties: serde_json::Map<String, Json> =
                fields.iter().map(|field| ((*field).to_owned(), json!({ "type": "string" }))).collect();
            properties.insert("kind".to_owned(), json!({ "type": "string", "enum": kinds }));
            json!({ "type": "object", "title": title, "required": required, "properties": properties })
        };
        let union = json!({ "oneOf": [
            member("Moving parts", &["belt", "chain", "wheel"], &["kind"], &["speed", "name"]),
            member("Other", &["wall", "roof", "floor"], &["kind", "area"], &["name", "color", "area"]),
            member("Other", &["tin", "zinc", "iron"], &["kind"], &["name", "melts"]),
            member("", &["cat", "dog", "cow"], &["kind"], &["name"]),
            member("Two", &["up", "down"], &["kind"], &["name"]),
        ] });
        let api = modelled(reference("Part"), json!({ "Part": union }));
        assert_eq!(members(&api, "Part"), ["MovingParts", "Area", "Melts", "Variant4", "UpOrDown"]);
    }

    #[test]
    fn values_get_the_names_that_an_extension_declares() {
        let variants = |schema: Json| {
            let object = json!({ "type": "object", "properties": { "x": schema } });
            let api = modelled(reference("A"), json!({ "A": object }));
            let body =
                api.types.iter().find_map(|def| if let Kind::Enum(body) = &def.kind { Some(body) } else { None });
            body.expect("an enum").values.iter().map(|value| value.name.clone()).collect::<Vec<_>>()
        };
        let numbers = |names: Json| {
            let mut schema = json!({ "type": "integer", "enum": [1, 2] });
            schema.as_object_mut().expect("an object").extend(names.as_object().cloned().expect("an object"));
            variants(schema)
        };
        assert_eq!(numbers(json!({ "x-enum-varnames": ["SLOW_LANE", "fast lane"] })), ["SlowLane", "FastLane"]);
        assert_eq!(numbers(json!({ "x-enumNames": ["Slow", "Fast"] })), ["Slow", "Fast"]);
        let described = json!([{ "value": 2, "name": "Fast" }, { "value": 1, "name": "Slow" }]);
        assert_eq!(numbers(json!({ "x-ms-enum": { "name": "Lane", "values": described } })), ["Slow", "Fast"]);
        assert_eq!(numbers(json!({ "x-enum-varnames": ["Slow"], "x-enumNames": ["A", "B"] })), ["A", "B"]);
        for unusable in [json!(["Slow"]), json!(["a", "A"]), json!(["a", ""]), json!(["a", 1]), json!("a"), json!({})] {
            assert_eq!(numbers(json!({ "x-enum-varnames": unusable })), ["N1", "N2"]);
        }
        let nullable = |names: Json| {
            variants(json!({ "type": "string", "nullable": true, "enum": ["a", null, "b"], "x-enum-varnames": names }))
        };
        assert_eq!(nullable(json!(["One", "Nothing", "Two"])), ["One", "Two"]);
        assert_eq!(nullable(json!(["One", "Two"])), ["One", "Two"]);
        let code = json!({ "type": "string", "enum": ["a", "b"], "x-enum-varnames": ["} fn main() {", "self"] });
        assert_eq!(variants(code), ["FnMain", "Self_"]);
        let unnamed = json!({ "values": [{ "value": "on" }, { "value": "off", "name": "Out" }] });
        assert_eq!(variants(json!({ "type": "string", "enum": ["on", "off"], "x-ms-enum": unnamed })), ["On", "Out"]);
    }

    #[test]
    fn an_inline_enum_gets_the_name_that_its_extension_declares() {
        let lane =
            |name: &str, values: [&str; 2]| json!({ "type": "string", "enum": values, "x-ms-enum": { "name": name } });
        let object = |fields: Json| json!({ "type": "object", "properties": fields });
        let names = |fields: Json, others: Json| {
            let mut schemas = others;
            schemas["A"] = object(fields);
            let api = modelled(reference("A"), schemas);
            let names = api.types.into_iter().map(|def| def.name).filter(|name| !name.starts_with("PostA"));
            let mut names: Vec<String> = names.collect();
            names.sort_unstable();
            names.join(" ")
        };
        let (slow, fast) = (["slow", "slower"], ["fast", "faster"]);
        assert_eq!(
            names(json!({ "x": lane("lane kind", slow), "y": lane("lane kind", slow) }), json!({})),
            "A LaneKind"
        );
        // Two enums declare the same name, so the name identifies neither.
        assert_eq!(names(json!({ "x": lane("Lane", slow), "y": lane("Lane", fast) }), json!({})), "A Ax Ay");
        let taken = json!({ "Lane": object(json!({ "z": {} })) });
        assert_eq!(names(json!({ "x": lane("Lane", slow), "y": reference("Lane") }), taken), "A Ax Lane");
        assert_eq!(names(json!({ "x": lane("!", slow), "y": lane(&"long".repeat(16), fast) }), json!({})), "A Ax Ay");
    }

    #[test]
    fn fields_refer_to_named_enums_and_unions_by_name() {
        let schemas = json!({
            "Kind": { "type": "string", "enum": ["a"] },
            "Either": { "oneOf": [reference("Kind"), { "type": "boolean" }] },
            "A": { "type": "object", "properties": { "kind": reference("Kind"), "either": reference("Either") } },
        });
        let api = modelled(reference("A"), schemas);
        assert_eq!(field(&api, "A", "kind").value.ty, Type::Named("Kind".to_owned()));
        assert_eq!(field(&api, "A", "either").value.ty, Type::Named("Either".to_owned()));
        let either = api.types.iter().find(|def| def.name == "Either").expect("a union");
        let Kind::Union(union) = &either.kind else { panic!("no union") };
        let members: Vec<_> = union.members.iter().map(|member| (member.name.as_str(), &member.ty)).collect();
        assert_eq!(members, [("Text", &Type::Named("Kind".to_owned())), ("Boolean", &Type::Boolean)]);
    }
}
