//! A browser does not say why there is no response.

use super::failure::TransportFailure;

pub(super) fn failure(_: &reqwest::Error) -> Option<TransportFailure> {
    None
}
