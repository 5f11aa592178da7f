//! Parses schemas. Keywords that do not apply to the type of a schema are ignored.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::{IndexMap, IndexSet};
use serde_json::Value;

use super::{
    Reader,
    formats::Format,
    kinds::{self, ValueKind},
    limits, references, values,
};
use crate::{
    adaptation::Rule,
    api::EnumOf,
    document::json::{array, entries, is_set, optional_string},
    schema::{Additional, Composed, Discriminator, Object, Scalar, Schema, Shape, Title, walk::place_inside},
};

impl Reader<'_> {
    /// Parses the schema `declared`, and reports its adaptations at `place`. Anything but an object is parsed as a
    /// schema for any value.
    pub fn schema(&mut self, place: &str, declared: &Value) -> Schema {
        self.schema_with(place, declared, &Value::Null, BTreeSet::new())
    }

    /// Parses the named schema `name`, and adds its subtypes to its `oneOf`.
    pub fn named_schema(&mut self, name: &str, declared: &Value) -> Schema {
        self.check_references(name, declared);
        let subtypes = self.subtypes.names(name, declared, &self.named);
        subtypes.iter().for_each(|name| self.schedule(name));
        self.schema_with(name, declared, &Value::Null, subtypes)
    }

    /// Parses the schema `declared`, and adds `subtypes` to its `oneOf`. The format of `parameter` is used if the
    /// schema declares none.
    pub fn schema_with(
        &mut self,
        place: &str,
        declared: &Value,
        parameter: &Value,
        subtypes: BTreeSet<String>,
    ) -> Schema {
        self.note_dynamic_reference(place, declared);
        let link = references::reference_link(declared);
        if let Some(link) = link.filter(|_| !self.composes_reference(declared)) {
            self.format(place, None, &Format::new(&Value::Null, parameter));
            let shape = self.reference(place, link);
            let [nullable, read_only, write_only] =
                ["nullable", "readOnly", "writeOnly"].map(|key| is_set(declared, key));
            return Schema { nullable, read_only, write_only, shape, ..Schema::any() };
        }
        let referred = link.map(|link| self.reference(place, link).into());
        let mut composed = Composed {
            all_of: referred.into_iter().chain(self.members(place, declared, "allOf")).collect(),
            any_of: self.members(place, declared, "anyOf"),
            one_of: self.members(place, declared, "oneOf"),
            ..Composed::default()
        };
        composed.one_of.extend(subtypes.iter().map(|name| Schema::named(name)));
        self.drop_limits(place, &mut composed);
        let is_composed = composed != Composed::default();
        let mut schema = Schema {
            description: optional_string(declared, "description"),
            nullable: is_set(declared, "nullable") || kinds::lists_null(declared),
            untyped: !kinds::is_typed(declared),
            read_only: is_set(declared, "readOnly"),
            write_only: is_set(declared, "writeOnly"),
            shape: Shape::Any,
        };
        let mut format = Format::new(declared, parameter);
        let mut kinds = kinds::kinds(declared, is_composed);
        if self.is_int_or_string(&format) {
            format = Format::default();
            if !is_composed {
                kinds = [EnumOf::Integer, EnumOf::Text].map(ValueKind::Scalar).to_vec();
            }
        }
        schema.shape = if kinds.len() > 1 {
            self.describe_limits(place, declared, &mut schema);
            any_of(kinds.into_iter().filter_map(|kind| self.alternative(place, declared, &format, kind))).shape
        } else {
            let mut kind = kinds.first().copied();
            let values = self.values(place, declared, &mut kind, &mut schema);
            self.describe_limits(place, declared, &mut schema);
            self.shape(place, declared, &format, kind, values)
        };
        if is_composed {
            if declared["discriminator"].get("defaultMapping").is_some() {
                self.log.note(Rule::DEFAULT_MAPPING, place);
            }
            let own = Schema { untyped: schema.untyped, ..schema.shape.into() };
            schema.shape = shape_of_composed(declared, own, composed);
        }
        schema
    }

    /// Parses those keywords of `declared`, a schema for several kinds of values, that apply to values of `kind`.
    /// Returns `None` if the schema lists values, but none of this kind.
    fn alternative(&mut self, place: &str, declared: &Value, format: &Format<'_>, kind: ValueKind) -> Option<Schema> {
        let values = values::values_of_kind(declared, kind)?;
        Some(self.shape(place, declared, format, Some(kind), values).into())
    }

    /// Returns the shape of the schema `declared` for values of `kind`, ignoring its `allOf`, `anyOf` and `oneOf`.
    /// `values` are the values of an enum, and empty for other schemas.
    fn shape(
        &mut self,
        place: &str,
        declared: &Value,
        format: &Format<'_>,
        kind: Option<ValueKind>,
        values: Vec<String>,
    ) -> Shape {
        match kind {
            Some(ValueKind::Scalar(of)) => {
                let has_format = of != EnumOf::Text || values.is_empty();
                let format = if has_format { self.format(place, kind, format) } else { None };
                if of == EnumOf::Integer && format.is_none() && values.is_empty() {
                    return limits::integer_shape(declared);
                }
                let names = self.value_names(place, declared, of, &values);
                let title = Title(optional_string(&declared["x-ms-enum"], "name"));
                Shape::Scalar(Scalar { title, names, ..Scalar::new(of, format, values) })
            }
            _ => {
                self.format(place, None, format);
                self.shape_without_format(place, declared, kind)
            }
        }
    }

    fn members(&mut self, place: &str, declared: &Value, key: &str) -> Vec<Schema> {
        let members = array(declared, key).enumerate();
        members.map(|(index, member)| self.schema(&place_inside(place, &format!(".{key}[{index}]")), member)).collect()
    }

    /// Same as [`shape`](Self::shape), but for values other than strings and numbers.
    fn shape_without_format(&mut self, place: &str, declared: &Value, kind: Option<ValueKind>) -> Shape {
        match kind {
            Some(ValueKind::Null) => Shape::Null,
            Some(ValueKind::Boolean) => Shape::Boolean(values::only_boolean(declared)),
            Some(ValueKind::List) => Shape::List(Box::new(self.items(place, declared))),
            Some(_) => self.object(place, declared).into(),
            None => match self.object(place, declared) {
                object if object.properties.is_empty() && object.additional == Additional::Unspecified => {
                    Shape::requiring(object.required)
                }
                object => object.into(),
            },
        }
    }

    /// Returns a schema for all elements of a list, including those at fixed positions (`prefixItems`), because a list
    /// in Rust has only one element type.
    fn items(&mut self, place: &str, declared: &Value) -> Schema {
        let place = place_inside(place, "[]");
        let by_place = array(declared, "prefixItems");
        let others = declared.get("items").filter(|items| **items != Value::Bool(false));
        any_of(by_place.chain(others).map(|member| self.schema(&place, member)))
    }

    fn object(&mut self, place: &str, declared: &Value) -> Object {
        let properties = entries(declared, "properties");
        let properties: IndexMap<String, Schema> = properties
            .map(|(name, property)| (name.clone(), self.schema(&place_inside(place, &format!(".{name}")), property)))
            .collect();
        // Required fields need not be declared here. Another part of a composition may declare them.
        let required: IndexSet<&str> = array(declared, "required").filter_map(Value::as_str).collect();
        let additional = self.additional(place, declared);
        let required = required.into_iter().map(str::to_owned).collect();
        Object { title: Title(optional_string(declared, "title")), properties, required, additional }
    }

    fn additional(&mut self, place: &str, declared: &Value) -> Additional {
        if values::have_undeclared_fields(declared) {
            return Additional::Allowed(Box::default());
        }
        let others = ["additionalProperties", "unevaluatedProperties"].into_iter().find_map(|key| declared.get(key));
        let by_pattern = entries(declared, "patternProperties").map(|(_, schema)| schema);
        let mut typed = by_pattern.chain(others.filter(|schema| schema.is_object())).peekable();
        match others {
            Some(Value::Bool(true)) => Additional::Allowed(Box::default()),
            _ if typed.peek().is_some() => {
                let place = place_inside(place, ".*");
                Additional::Allowed(Box::new(any_of(typed.map(|schema| self.schema(&place, schema)))))
            }
            Some(Value::Bool(false)) => {
                self.log.note(Rule::UNKNOWN_FIELDS, place);
                Additional::Refused
            }
            _ if declared["propertyNames"].is_object() => Additional::Allowed(Box::default()),
            _ => Additional::Unspecified,
        }
    }
}

/// Returns a schema for values that match at least one of `members`, or for any value if `members` is empty.
pub(super) fn any_of(members: impl Iterator<Item = Schema>) -> Schema {
    let mut any_of: Vec<Schema> = members.collect::<IndexSet<_>>().into_iter().collect();
    match any_of.len() {
        0 => Schema::any(),
        1 => any_of.remove(0),
        _ => Shape::Composed(Box::new(Composed { any_of, ..Composed::default() })).into(),
    }
}

/// Returns the shape of a composition. `own` is the schema beside `allOf`, `anyOf` and `oneOf`.
///
/// The members determine whether the value is an object, and whether undeclared fields are forbidden, so these
/// restrictions are removed from `own`.
fn shape_of_composed(declared: &Value, mut own: Schema, composed: Composed) -> Shape {
    let mut members = composed.all_of.iter().chain(&composed.any_of).chain(&composed.one_of);
    if let Shape::Object(object) = &mut own.shape {
        if object.additional == Additional::Refused {
            object.additional = Additional::Unspecified;
        }
        if **object == Object::default() && !members.all(Schema::is_of_any_kind) {
            own.shape = Shape::Any;
        }
    }
    if let ([only], [], []) = (composed.all_of.as_slice(), composed.any_of.as_slice(), composed.one_of.as_slice())
        && own.allows_any_value()
        && only.name().is_some_and(|name| *only == Schema::named(name))
    {
        // OpenAPI 3.0 requires this notation for a reference with keywords beside it: an `allOf` with one member.
        return only.shape.clone();
    }
    let mut composed = Composed { own, discriminator: discriminator(declared), ..composed };
    pass_on_discriminator(&mut composed);
    Shape::Composed(Box::new(composed))
}

/// Copies the discriminator of `composed` to the compositions in its `allOf` that have none, because the discriminator
/// also distinguishes the members of unions in these compositions.
fn pass_on_discriminator(composed: &mut Composed) {
    let Some(declared) = &composed.discriminator else { return };
    for part in &mut composed.all_of {
        if let Shape::Composed(inner) = &mut part.shape
            && inner.discriminator.is_none()
        {
            inner.discriminator = Some(declared.clone());
            pass_on_discriminator(inner);
        }
    }
}

fn discriminator(declared: &Value) -> Option<Discriminator> {
    let discriminator = declared.get("discriminator")?;
    let property = optional_string(discriminator, "propertyName")?;
    let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (value, target) in entries(discriminator, "mapping") {
        values.entry(mapped_name(target).to_owned()).or_default().push(value.clone());
    }
    Some(Discriminator { property, values })
}

/// Returns the name of a schema in the mapping of a `discriminator`. `target` is a reference, such as
/// `#/components/schemas/Cat`, or only the name.
pub fn mapped_name(target: &Value) -> &str {
    target.as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::schema::tests::{composed, read_schema};

    #[test]
    fn ignores_keywords_that_do_not_apply_to_the_type_of_a_schema() {
        assert_eq!(read_schema(json!(true)), json!({}));
        assert_eq!(read_schema(json!({ "type": "string", "properties": { "a": {} } })), json!({ "type": "string" }));
        let object = json!({ "type": "object", "required": ["a", "gone"], "properties": { "a": true } });
        let left = json!({ "type": "object", "required": ["a"], "properties": { "a": {} } });
        assert_eq!(composed(json!({ "A": object })), left);
        assert_eq!(read_schema(json!({ "type": "object", "required": true })), json!({ "type": "object" }));
        assert_eq!(read_schema(json!({ "type": "array" })), json!({ "type": "array", "items": {} }));
    }

    #[test]
    fn an_object_allows_undeclared_fields_only_if_the_document_does() {
        let refused = json!({ "type": "object", "additionalProperties": false });
        assert_eq!(read_schema(json!({ "additionalProperties": false })), refused);
        let allowed = json!({ "type": "object", "additionalProperties": {} });
        assert_eq!(read_schema(json!({ "additionalProperties": true })), allowed);
    }
}
