//! Finds the operations that list the resource to which a parameter belongs.

use perennial_codegen::{
    api::{Operation, Parameter, Type, TypesByName},
    text::{method::Method, path},
};

use super::{document::CheckedDocument, ids::resource_in_name};

/// Returns the paths of the operations that list resources with ids for a parameter. The names of path parameters are
/// omitted. For a path parameter, `before` is the path up to it: `/things/` in `/things/{thing_id}`.
///
/// If the operation `GET /things` exists, only that operation is used. Otherwise, the listings of things below the same
/// path are used, such as `/owners/{owner_id}/things`. Such a listing is recognised by the last segment of its path. It
/// is not used if the schema of its items is named after something else.
pub fn find_listings(
    document: &CheckedDocument,
    operation: &Operation,
    parameter: &Parameter,
    before: &str,
) -> Vec<String> {
    let (types, is_path) = (document.api.types_by_name(), parameter.location.is_path());
    let before = path::without_parameter_names(before);
    let gets = document.api.operations.iter().filter(|it| it.method == Method::Get && it.server.is_none());
    let mut listings: Vec<_> = gets.map(|it| (listing_path(&it.path), it)).collect();
    let parent = before.strip_suffix('/').filter(|_| is_path).unwrap_or_default();
    let (folder, collection) = parent.rsplit_once('/').unwrap_or_default();
    let resource = resource_in_name(&parameter.wire_name).unwrap_or(collection);
    let lists_resource = |path: &str| is_collection_of(path.rsplit('/').next().unwrap_or_default(), resource);
    // In `/things/{owner_id}`, the parameter is not the id of a thing if an operation lists owners.
    let is_other = !lists_resource(parent) && listings.iter().any(|(path, _)| lists_resource(path));
    if let (false, Some((_, listing))) = (is_other, listings.iter().find(|(path, _)| path == parent)) {
        // A path that ends in a parameter is usually that of a single resource, whose fields may contain lists. The
        // path counts as a listing only if the response itself is a list.
        let is_listing = !parent.ends_with('}') || matches!(response_type(listing), Some(Type::List(_)));
        return Vec::from_iter(is_listing.then(|| parent.to_owned()));
    }
    if is_path && !lists_resource(parent) {
        return Vec::new();
    }
    let own = response_type(operation).filter(|_| is_path).and_then(type_name);
    let is_named_after_resource = |name: &str| {
        let schema = types.get(name).and_then(|def| def.place.schema_name());
        let singular = simplify(resource);
        schema.is_none_or(|schema| simplify(schema).starts_with(singular.trim_end_matches('s'))) || own == Some(name)
    };
    listings.retain(|(path, listing)| {
        let items = item_types(listing, &types);
        path.strip_prefix(folder).is_some_and(|below| below.starts_with('/'))
            && lists_resource(path)
            && (items.is_empty() || items.into_iter().any(is_named_after_resource))
    });
    listings.into_iter().map(|(path, _)| path).collect()
}

/// Returns the path by which a listing is identified: without the names of parameters, and without a slash at the end.
pub fn listing_path(path: &str) -> String {
    path::without_parameter_names(path.strip_suffix('/').unwrap_or(path))
}

/// Returns the lower-case letters and digits of a name, without its separators.
fn simplify(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Checks whether a segment of a path has the name of a resource, or its plural.
fn is_collection_of(segment: &str, resource: &str) -> bool {
    let (segment, resource) = (simplify(segment), simplify(resource));
    let stem = resource.strip_suffix('y').unwrap_or(&resource);
    let plurals = [resource.clone(), format!("{resource}s"), format!("{resource}es"), format!("{stem}ies")];
    !resource.is_empty() && plurals.contains(&segment)
}

/// Returns the names of the item types of all lists in a response: the response itself if it is a list, and the lists
/// in its fields.
fn item_types<'a>(listing: &'a Operation, types: &TypesByName<'a>) -> Vec<&'a str> {
    let Some(ty) = response_type(listing) else { return Vec::new() };
    let fields = ty.as_struct(types).into_iter().flat_map(|page| &page.fields).map(|field| &field.value.ty);
    let items =
        [ty].into_iter().chain(fields).filter_map(|ty| if let Type::List(item) = ty { Some(item) } else { None });
    items.filter_map(|item| type_name(&item.ty)).collect()
}

fn response_type(operation: &Operation) -> Option<&Type> {
    Some(&operation.response.contents().first()?.value()?.ty)
}

fn type_name(ty: &Type) -> Option<&str> {
    if let Type::Named(name) = ty { Some(name) } else { None }
}
