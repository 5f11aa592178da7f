//! Tests `cargo perennial` as a user runs it: the client that it creates from a document, and the tasks in the folder
//! of a client.

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
