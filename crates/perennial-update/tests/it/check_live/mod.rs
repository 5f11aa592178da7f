//! Tests `check-live` from a maintainer's perspective: the program runs against a service on this machine.

mod arguments;
mod deviations;
mod ends;
mod secrets;
mod service;
mod wire;
