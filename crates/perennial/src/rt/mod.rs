//! Support for generated code: reads, writes and builds the generated types, and calls the operations. The module
//! `request` also uses this module.

mod body;
mod by_status;
mod call;
mod credentials;
pub mod draft;
mod form;
mod held;
mod input;
mod into_future;
#[cfg(feature = "mock")]
mod mock_inputs;
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
mod timestamps;
mod union;

pub(crate) use by_status::ByStatus;
pub(crate) use request_builder::RequestBuilder;

/// Everything that generated code uses, exported as `__private::v1`. Rust exports macros from the root of the crate;
/// here they are renamed to the names that generated code uses.
pub(crate) mod exported {
    pub use super::body::Body;
    pub use super::by_status::{ByStatus, StreamedByStatus};
    pub use super::call::Call;
    pub use super::draft::Draft;
    pub use super::form::FormStyle;
    pub use super::input::{Input, Signature};
    pub use super::object;
    pub use super::operation::{Declaration, declared};
    pub use super::pager::Number;
    pub use super::request_builder::Sending;
    pub use super::search::{By, Criterion, Found};
    pub use super::series::equal_lengths;
    pub use super::servers::{server_text, server_url};
    pub use super::union::{Kind, Union, member, read_union};
    pub use crate::authenticate::{Declared, Place, Scheme, Schemes};
    pub use crate::decode::{BodyError, Decode, OfAny, json, nothing, scalar_text, text};
    pub use crate::encode::{Encode, Style};
    #[cfg(feature = "mock")]
    pub use crate::mock_operation::{Inputs, Server};
    pub use crate::page::{Stated, Total, leading_on, next_link};
    pub use crate::stream::{events, events_to_done, json_lines, text_events};
    pub use object::{Ignored, Undeclared, fields, tagged, untagged};

    pub use crate::{
        __into_future as into_future, __object as object, __open_enum as open_enum, __open_number as open_number,
        __read_and_write as read_and_write, __union as union,
    };
}
