//! Finds the series: structs that consist of parallel lists, which are indexed together. Exactly one list contains
//! points in time.

use std::collections::HashSet;

use crate::{
    api::{Direction, Field, Kind, Place, Series, Struct, Type, TypeDef, Value},
    names::pins::Pins,
    text::markdown::code_span,
};

pub fn find_series(types: &[TypeDef], pins: &Pins<'_>) -> Vec<Series> {
    let mut taken = pins.types();
    taken.extend(types.iter().map(|def| def.name.clone()));
    let series = types.iter().filter_map(|def| {
        let body = def.kind.as_struct()?;
        let lists = series_lists(body)?;
        let mut samples = [format!("{}Sample", def.name), format!("{}SeriesSample", def.name)].into_iter();
        let place = Place::samples(&def.name);
        let recorded = pins.type_at(&place).map(str::to_owned);
        let sample = recorded.or_else(|| samples.find(|sample| !taken.contains(sample)))?;
        Some(Series {
            name: def.name.clone(),
            sample: TypeDef {
                name: sample,
                place,
                docs: format!(
                    "One sample of the series [`{0}`]. It contains the elements at one index of the series: one \
                     element from each list.\n\nTo loop over the samples, write `for sample in value.samples()?`. \
                     [`{0}::samples()`] returns a `Result`. Without `?`, the loop iterates over the `Result` itself: \
                     the loop runs at most once, and the loop variable is the iterator of the samples. If the loop \
                     then uses a field of a sample, the compiler reports that `impl ExactSizeIterator` has no such \
                     field.",
                    def.name
                ),
                kind: Kind::Struct(sample_fields(&lists)),
            },
            lists: body.fields.clone(),
        })
    });
    series.collect()
}

/// Returns the lists of a series, each with the type of its elements. Returns `None` if the struct is not a series.
fn series_lists(body: &Struct) -> Option<Vec<(&Field, &Value)>> {
    /// The maximum number of lists in a series. The generated code matches the elements of a sample with a pattern that
    /// is nested as deeply as there are lists, so more lists would be nested too deeply.
    const MAX_LISTS: usize = 64;
    if !(2..=MAX_LISTS).contains(&body.fields.len()) || body.additional.is_some() {
        return None;
    }
    let lists = body.fields.iter().map(|field| match &field.value.ty {
        Type::List(item) if is_time(item) || is_measure(item) => Some((field, &**item)),
        _ => None,
    });
    let lists: Vec<(&Field, &Value)> = lists.collect::<Option<_>>()?;
    let times = lists.iter().filter(|(_, item)| is_time(item)).count();
    (times == 1).then_some(lists)
}

fn is_time(item: &Value) -> bool {
    item.ty == Type::DateTime
}

fn is_measure(item: &Value) -> bool {
    matches!(item.ty, Type::Number | Type::Int32 | Type::Int64 | Type::Uint64 | Type::Boolean)
}

/// Returns the fields of a sample. They have the names of the lists, except that the name of the list of points in time
/// becomes singular: `time` for `times`.
fn sample_fields(lists: &[(&Field, &Value)]) -> Struct {
    let taken: HashSet<&str> = lists.iter().map(|(field, _)| field.name.as_str()).collect();
    let fields = lists.iter().map(|(field, item)| {
        let singular = |name: &str| name.strip_suffix('s').map(str::to_owned);
        let singular_name = singular(&field.name).filter(|name| is_time(item) && !taken.contains(name.as_str()));
        let (name, wire_name) = match singular_name {
            Some(name) => (name, singular(&field.wire_name)),
            None => (field.name.clone(), None),
        };
        Field {
            name,
            wire_name: wire_name.unwrap_or_else(|| field.wire_name.clone()),
            value: (*item).clone(),
            required: true,
            required_one_way: false,
            direction: Direction::Both,
            tells_null: false,
            constant: None,
            docs: format!("One element of {}.\n\n{}", code_span(&field.wire_name), field.docs),
        }
    });
    Struct { fields: fields.collect(), additional: None }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    /// Returns how many series are found in a struct with one list of points in time and `measures` lists of numbers.
    fn count_series(measures: usize) -> usize {
        let list = |item: serde_json::Value| json!({ "type": "array", "items": item });
        let mut properties = serde_json::Map::new();
        properties.insert("times".to_owned(), list(json!({ "type": "string", "format": "date-time" })));
        properties.extend((0..measures).map(|index| (format!("m{index}"), list(json!({ "type": "number" })))));
        let schema = json!({ "type": "object", "properties": properties });
        let content = json!({ "content": { "application/json": { "schema": schema } } });
        let operation = json!({ "operationId": "getA", "responses": { "200": content } });
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } } });
        crate::model_of(root).expect("legal").0.series.len()
    }

    #[test]
    fn a_series_has_a_list_of_times_and_1_to_63_other_lists() {
        assert_eq!([0, 1, 63, 64].map(count_series), [0, 1, 1, 0]);
    }
}
