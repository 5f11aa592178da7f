//! `cargo perennial`, as a person calls it: what it makes of a document, and what it does in the folder of a client.

mod check_live;
mod compiled;
mod guide;
mod new;
mod program;
mod security;
mod settings;
mod stopped;
mod tasks;
mod try_documents;
mod upgrade;
