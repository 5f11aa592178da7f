//! Tests `check-live` as maintainers run it: the program itself, against a service on this machine.

mod arguments;
mod deviations;
mod ends;
mod secrets;
mod service;
mod wire;
