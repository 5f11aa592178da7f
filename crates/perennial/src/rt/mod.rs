//! The code that only the generated code and `request` call: how its types are read, written and built, and how its
//! operations are called.

mod by_status;
mod credentials;
pub mod draft;
mod form;
mod mocks;
pub mod object;
mod open_enum;
mod open_number;
mod operation;
mod pager;
mod read_and_write;
mod request_builder;
mod requires;
mod search;
mod series;
mod servers;
mod setter;
mod tag;
mod timestamps;
mod union;

pub(crate) use by_status::ByStatus;
pub(crate) use request_builder::RequestBuilder;
use setter::Given;

/// All that generated code names: `__private::v1`. The macros are exported from the root of the crate, as macros are, and
/// named here as code calls them.
pub(crate) mod exported {
    pub use super::by_status::{ByStatus, StreamedByStatus, undeclared_status};
    pub use super::credentials::read_environment;
    pub use super::form::FormStyle;
    pub use super::operation::{Call, Said, declared};
    pub use super::pager::{Number, PageCall, by_cursor, by_number, by_offset, by_url, limit, set_number};
    pub use super::request_builder::RequestBuilder;
    pub use super::search::{By, Found};
    pub use super::series::equal_lengths;
    pub use super::servers::{server_text, server_url};
    pub use super::setter::{Given, Held, begun, built, given, given_or_why, not_set, set_optional};
    pub use super::union::{Union, one, read_union};
    pub use super::draft::Draft;
    pub use super::object;
    pub use crate::authenticate::{Declared, Place, Scheme, Schemes};
    pub use crate::client::at_query;
    pub use crate::decode::{BodyError, Decode, OfAny, json, nothing, text};
    pub use crate::encode::{Encode, Style};
    #[cfg(feature = "mock")]
    pub use crate::mock_operation::{Inputs, JsonBody};
    pub use crate::page::{Total, leading_on, next_link};
    pub use crate::stream::{events, json_lines, text_events};
    pub use object::{Ignored, Undeclared, fields, tagged, untagged};

    pub use crate::{
        __argument as argument, __asked as asked, __body as body, __builder as builder, __changed as changed,
        __credential as credential, __credentials as credentials,         __field_type as field_type, __given as given, __left_out as left_out, __mocks as mocks,
        __object as object, __open_enum as open_enum, __open_number as open_number, __operation as operation,
        __option as option, __pager as pager, __put as put, __read_and_write as read_and_write,
        __read_member as read_member, __seen as seen, __server as server,
        __server_choice as server_choice, __server_variable as server_variable, __set as set, __setter as setter,
        __tag as tag, __taken as taken,
        __union as union, __unset as unset, __write_member as write_member,
    };
}
