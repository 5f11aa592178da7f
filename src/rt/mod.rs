//! The code that only the generated code and `request` call: how its types are read, written and built, and how its
//! operations are called.

mod by_status;
pub(crate) mod draft;
mod form;
mod mocks;
pub(crate) mod object;
mod open_enum;
mod open_number;
mod operation;
mod pager;
mod read_and_write;
mod request_builder;
mod search;
mod series;
mod setter;
mod tag;
mod timestamps;
mod union;

pub(crate) use crate::decode::{BodyError, Decode, json, nothing, text};
pub(crate) use crate::encode::Encode;
#[cfg(feature = "mock")]
pub(crate) use crate::mock_operation::{Inputs, JsonBody};
pub(crate) use crate::page::Total;
pub(crate) use by_status::{ByStatus, StreamedByStatus, undeclared_status};
pub(crate) use draft::{builder, field, field_setter};
pub(crate) use form::FormStyle;
pub(crate) use mocks::mocks;
pub(crate) use object::{
    field_type, fields, keep, object, read_field, said_of_null, tagged, take_field, take_undeclared, undeclared,
    untagged, visit_field,
};
pub(crate) use open_enum::open_enum;
pub(crate) use open_number::open_number;
pub(crate) use operation::{body, changed, given, operation, option, put, setter, unset};
pub(crate) use pager::{Number, PageCall, asked, by_cursor, by_number, limit, pager, seen, set_number, taken};
pub(crate) use read_and_write::read_and_write;
pub(crate) use request_builder::RequestBuilder;
pub(crate) use search::{By, Found};
pub(crate) use series::equal_lengths;
pub(crate) use setter::{Given, built, invalid, invalid_because, not_set, set_optional};
pub(crate) use tag::{argument, tag};
pub(crate) use union::{Union, one, read_member, read_union, union, write_member};
