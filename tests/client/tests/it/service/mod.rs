//! What is true of this service, whatever document is vendored: on the wire, against servers on loopback.

mod accounts;
mod credentials;
mod environment;
mod errors;
mod limits;
mod mocks;
mod support;
