//! Tests `update` and similar tasks from a maintainer's perspective: the program runs in a small workspace, with a
//! server on this machine.

mod beside;
mod bounds;
mod by_hand;
mod changelog;
mod check;
mod checkouts;
mod consumers;
mod copies;
mod diff;
mod fetching;
mod forgery;
mod help;
mod mutated_specs;
mod names;
mod output;
mod pregenerated;
mod public_api;
mod pull_request;
mod readme;
mod refusals;
mod releases;
mod renaming;
mod reports;
mod repository;
mod server;
mod settings;
mod signals;
mod unchanged;
mod unexplained;
mod unusable;
mod verification;
mod workspace;
mod writing;
