//! Tests of facts about this service that do not depend on the vendored document. Servers on loopback answer the calls.

mod accounts;
mod credentials;
mod environment;
mod errors;
mod limits;
mod mocks;
mod support;
