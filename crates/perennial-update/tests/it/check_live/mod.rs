//! Runs the task as maintainers do: the program itself, against a service on this machine.

mod arguments;
mod deviations;
mod ends;
mod secrets;
mod service;
mod wire;
