//! Series: structs of parallel lists, one of them the points in time, that are indexed together.

use std::collections::HashSet;

use crate::{
    api::{Direction, Field, Kind, Series, SeriesList, Struct, Type, TypeDef, Value},
    text::markdown::code_span,
};

/// The series among `types`.
pub fn series(types: &[TypeDef]) -> Vec<Series> {
    let taken: HashSet<&str> = types.iter().map(|def| def.name.as_str()).collect();
    let series = types.iter().filter_map(|def| {
        let Kind::Struct(body) = &def.kind else { return None };
        let lists = lists(body)?;
        let mut samples = [format!("{}Sample", def.name), format!("{}SeriesSample", def.name)].into_iter();
        let sample = samples.find(|sample| !taken.contains(sample.as_str()))?;
        Some(Series {
            name: def.name.clone(),
            sample: TypeDef {
                name: sample,
                docs: format!("The elements of a [`{}`] at one index.", def.name),
                kind: Kind::Struct(sample_fields(&lists)),
            },
            lists: lists.into_iter().map(|(field, _)| list(field)).collect(),
        })
    });
    series.collect()
}

/// The lists of a series, with their elements.
fn lists(body: &Struct) -> Option<Vec<(&Field, &Value)>> {
    if body.fields.len() < 2 || body.additional.is_some() {
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

fn list(field: &Field) -> SeriesList {
    SeriesList { name: field.name.clone(), wire_name: field.wire_name.clone(), presence: field.presence() }
}

/// The fields of a sample: named as the lists, but that one point in time is no longer several.
fn sample_fields(lists: &[(&Field, &Value)]) -> Struct {
    let taken: HashSet<&str> = lists.iter().map(|(field, _)| field.name.as_str()).collect();
    let fields = lists.iter().map(|(field, item)| {
        let singular = |name: &str| name.strip_suffix('s').map(str::to_owned);
        let one = singular(&field.name).filter(|name| is_time(item) && !taken.contains(name.as_str()));
        let (name, wire_name) = match one {
            Some(name) => (name, singular(&field.wire_name)),
            None => (field.name.clone(), None),
        };
        Field {
            name,
            wire_name: wire_name.unwrap_or_else(|| field.wire_name.clone()),
            value: (*item).clone(),
            required: true,
            direction: Direction::Both,
            tells_null: false,
            docs: format!("One element of {}.\n\n{}", code_span(&field.wire_name), field.docs),
        }
    });
    Struct { fields: fields.collect(), additional: None }
}
