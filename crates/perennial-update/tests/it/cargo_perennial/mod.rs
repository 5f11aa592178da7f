//! Tests `cargo perennial` from a user's perspective: which client it creates from a document, and the tasks in the
//! folder of that client.

mod check_live;
mod compiled;
mod guide;
mod new;
mod program;
mod security;
mod settings;
mod stopped;
mod surroundings;
mod tasks;
mod try_documents;
mod upgrade;
