//! Is the document true? Calls what only reads, and compares the responses with what the document declares.
//!
//! `plan` says what is called, `run` calls it, `check` compares, `report` tells. Only `service` has the key, and what
//! leaves `check` has no value of a response.

mod arguments;
mod check;
mod credentials;
mod declared;
mod document;
mod errors;
mod findings;
mod ids;
mod pace;
mod plan;
mod report;
mod run;
mod service;
mod shown;
mod text_forms;
mod types;

use std::{fs, future::poll_fn, pin::pin, process::ExitCode, task::Poll, time::SystemTime};

use anyhow::{Context as _, Result, ensure};

pub use self::arguments::{Arguments, EXIT_CODES};
use self::{
    credentials::Credentials,
    document::Document,
    pace::Pace,
    report::Report,
    run::{End, Run},
    service::Http,
};
use crate::{address::Address, console, interrupt, progress, workspace::Workspace};

/// Runs the task.
///
/// # Errors
/// Arguments, credentials or a document that nothing can be called with, and a report that cannot be printed.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let address = Address::below(&arguments.base_url)?;
    ensure!(!arguments.unpaced || address.is_loopback(), "`--unpaced` is for tests on loopback alone");
    let credentials = Credentials::from_env()?;
    let document = document(arguments)?;
    let pace = Pace::new(arguments.interval());
    let limit = usize::try_from(arguments.requests)?;
    let planned = plan::plan(&document, SystemTime::now().into());
    let progress = progress::of_requests(limit);
    let mut run = Run::new(&document, planned, address.base(), limit, pace, progress.clone());
    call(&mut run, &Http::new(&address, credentials)?)?;
    progress.finish_and_clear();

    let report = Report::new(&run, address.base());
    console::report(&report.render(arguments.report)?).context("the report cannot be printed")?;
    Ok(match run.end {
        Some(End::Interrupted(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
        _ if report.is_true() => ExitCode::SUCCESS,
        end => {
            end.and_then(remedy).into_iter().for_each(console::diagnostic);
            ExitCode::FAILURE
        }
    })
}

fn document(arguments: &Arguments) -> Result<Document> {
    let path = match &arguments.document {
        Some(path) => path.clone(),
        None => Workspace::find(None)?.document(),
    };
    let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    Document::read(&text).with_context(|| format!("no client can be generated from {}", path.display()))
}

/// Goes on until the run ends, or a signal comes.
fn call(run: &mut Run<'_>, service: &Http) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let signal = runtime.context("the HTTP client cannot be started")?.block_on(async {
        let mut signal = pin!(interrupt::signal().context("cannot listen for signals")?);
        let mut calls = pin!(run.go(service));
        let ended = poll_fn(|context| match signal.as_mut().poll(context) {
            Poll::Ready(signal) => Poll::Ready(Some(signal)),
            Poll::Pending => calls.as_mut().poll(context).map(|()| None),
        });
        Ok::<_, anyhow::Error>(ended.await)
    })?;
    run.end = signal.map(End::Interrupted).or(run.end);
    Ok(())
}

/// What a maintainer can do about a run that ended early.
fn remedy(end: End) -> Option<&'static str> {
    match end {
        End::Unauthorized => Some(
            "error: the service refused the credentials: check `MONITORING_SERVICE_API_KEY` and \
             `MONITORING_SERVICE_ACCOUNT_ID`",
        ),
        End::TooManyRequests => Some("error: the service asked for fewer requests: run the command later"),
        End::Unreachable => Some("error: the service does not respond: check the base URL and the network"),
        End::OutOfRequests | End::Interrupted(_) => None,
    }
}
