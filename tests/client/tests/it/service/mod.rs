//! Tests of facts about this service that hold for every vendored document, against servers on loopback.

mod accounts;
mod credentials;
mod environment;
mod errors;
mod limits;
mod mocks;
mod support;
