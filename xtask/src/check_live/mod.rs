//! Is the document true? Calls what only reads, and compares the responses with what the document declares.
//!
//! `plan` says what is called, `run` calls it, `check` and `types` compare, `report` renders what was found. Only the
//! HTTP client has the key, and what leaves `check` has no value of a response.

mod arguments;
mod check;
mod credentials;
mod document;
mod findings;
mod ids;
mod plan;
mod report;
mod run;
mod service;
mod shown;
mod types;

use std::{future::poll_fn, path::PathBuf, pin::pin, process::ExitCode, task::Poll, time::SystemTime};

use anyhow::{Context as _, Result, ensure};
use perennial_codegen::input;
use reqwest::{Client, redirect::Policy};

pub use self::arguments::{Arguments, EXIT_CODES};
use self::{document::Document, report::End, run::Run};
use crate::{
    address::Address,
    console, fetch, interrupt,
    workspace::{self, Workspace},
};

/// Runs the task.
///
/// # Errors
/// Arguments, credentials or a document that nothing can be called with, and a report that cannot be printed.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let address = Address::below(&arguments.base_url)?;
    ensure!(!arguments.unpaced || address.is_loopback(), "`--unpaced` is for tests on loopback alone");
    // Redirects are responses like any other: the key goes nowhere else.
    let service = fetch::client(&address, Policy::none(), credentials::from_env()?)?;
    let (path, document) = document(arguments)?;
    let planned = plan::plan(&document, &arguments.ids, SystemTime::now().into())?;
    let mut run = Run::new((&path, &document), planned, address.base(), usize::try_from(arguments.requests)?);
    call(&mut run, &service, arguments)?;

    let report = run.finished();
    console::report(&report.render(arguments.report)?).context("the report cannot be printed")?;
    Ok(match report.ended {
        Some(End::Interrupted(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
        _ if report.is_true() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// The document, and its path.
fn document(arguments: &Arguments) -> Result<(PathBuf, Document)> {
    let workspace = Workspace::find()?;
    let path = arguments.document.clone().unwrap_or_else(|| workspace.path(workspace::DOCUMENT));
    let text = input::text(&path)?.with_context(|| format!("there is no {}", path.display()))?;
    let document = Document::read(&text, &workspace.own()?);
    let document = document.with_context(|| format!("no client can be generated from {}", path.display()))?;
    Ok((path, document))
}

/// Continues until the run ends, or a signal comes.
fn call(run: &mut Run<'_>, service: &Client, arguments: &Arguments) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let signal = runtime.context("the HTTP client cannot be started")?.block_on(async {
        let mut signal = pin!(interrupt::signal().context("cannot listen for signals")?);
        let mut calls = pin!(run.go(service, arguments.interval()));
        let ended = poll_fn(|context| match signal.as_mut().poll(context) {
            Poll::Ready(signal) => Poll::Ready(Some(signal)),
            Poll::Pending => calls.as_mut().poll(context).map(|()| None),
        });
        Ok::<_, anyhow::Error>(ended.await)
    })?;
    run.report.ended = signal.map(End::Interrupted).or(run.report.ended);
    Ok(())
}
