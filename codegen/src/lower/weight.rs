//! How much is generated for an API.

use crate::{
    api::{Api, Case, Kind, Operation, TypeDef},
    bounds::VALUES_OF_ONE_FIELD,
};

/// About the fields of all types, with everything else in proportion to what it costs.
pub fn of(api: &Api) -> usize {
    /// Bytes of a name that cost what a field does.
    const BYTES: usize = 64;
    let of_operation = |operation: &Operation| {
        10 + 3 * operation.parameters.len() + operation.tags.len() + operation.name.len() / BYTES
    };
    let of_type = |def: &TypeDef| {
        let parts = match &def.kind {
            Kind::Struct(body) => body.fields.len(),
            Kind::Union(body) => {
                let values = body.members.iter().map(|member| match &member.case {
                    Case::Tag(values) => values.len(),
                    _ => 0,
                });
                body.members.len() + values.sum::<usize>() / VALUES_OF_ONE_FIELD
            }
            Kind::Enum(body) => body.values.len() / VALUES_OF_ONE_FIELD,
            Kind::Newtype(_) => 0,
        };
        3 + parts + def.name.len() / BYTES
    };
    api.operations.iter().map(of_operation).sum::<usize>() + api.types.iter().map(of_type).sum::<usize>()
}
