//! Series: structs of parallel lists, one of them the points in time, that are indexed together.

use std::collections::BTreeSet;

use crate::api::{Field, Kind, Series, SeriesList, Struct, Type, TypeDef, Value};

/// The series among `types`.
pub fn all(types: &[TypeDef]) -> Vec<Series> {
    let taken: BTreeSet<&str> = types.iter().map(|def| def.name.as_str()).collect();
    let series = types.iter().filter_map(|def| {
        let Kind::Struct(body) = &def.kind else { return None };
        let lists = lists(body)?;
        let mut samples = [format!("{}Sample", def.name), format!("{}SeriesSample", def.name)].into_iter();
        let sample = samples.find(|sample| !taken.contains(sample.as_str()))?;
        Some(Series { name: def.name.clone(), sample, lists })
    });
    series.collect()
}

fn lists(body: &Struct) -> Option<Vec<SeriesList>> {
    if body.fields.len() < 2 || body.additional.is_some() {
        return None;
    }
    let lists = body.fields.iter().map(|field| match &field.value.ty {
        Type::List(item) if is_time(item) || is_measure(item) => Some(list(field, item)),
        _ => None,
    });
    let lists: Vec<SeriesList> = lists.collect::<Option<_>>()?;
    let times = lists.iter().filter(|list| is_time(&list.item)).count();
    (times == 1).then_some(lists)
}

fn is_time(item: &Value) -> bool {
    item.ty == Type::DateTime
}

fn is_measure(item: &Value) -> bool {
    matches!(item.ty, Type::Number | Type::Int32 | Type::Int64 | Type::Boolean)
}

fn list(field: &Field, item: &Value) -> SeriesList {
    let singular = if is_time(item) { field.name.strip_suffix('s') } else { None };
    SeriesList {
        name: field.name.clone(),
        wire_name: field.wire_name.clone(),
        sample_name: singular.unwrap_or(&field.name).to_owned(),
        item: item.clone(),
        is_optional: field.is_optional(),
        docs: field.docs.clone(),
    }
}
