//! Reads one document in a process of its own, within limits of time and memory.

use std::{
    env,
    io::{self, Read as _},
    path::Path,
    process::{Command, ExitCode, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use perennial_update::try_documents::{self, TrialOutcome};

use crate::arguments::{Bounds, One};

/// Messages of the standard library or the operating system when memory for a value, a file or a thread's stack cannot
/// be allocated. They show that a document exceeded the memory limit.
const LACKS_MEMORY: [&str; 3] =
    ["memory allocation of ", "Cannot allocate memory (os error 12)", "Resource temporarily unavailable (os error 11)"];

/// Tries the document at `path`, and returns the result and the duration in seconds. Writes the code of the generated
/// client to the file `client`.
///
/// # Errors
/// Returns an error if the process cannot be started.
pub fn outcome(path: &Path, bounds: Bounds, client: Option<&Path>) -> Result<(TrialOutcome, f64)> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("try-one").arg(path).args(["--memory", &bounds.memory.to_string()]).stdin(Stdio::null());
    command.args(client.into_iter().flat_map(|client| ["--client".as_ref(), client.as_os_str()]));
    let (mut output, printed) = io::pipe()?;
    command.stdout(printed.try_clone()?).stderr(printed);
    let start = Instant::now();
    let mut child = command.spawn().context("a process for a document cannot be started")?;
    // `command` also owns a write end of the pipe. Reading ends only after every write end is closed, so `command` is
    // dropped.
    drop(command);
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // If reading fails, the result is determined from the bytes that were read until then.
        let _ = output.read_to_end(&mut bytes);
        // The receiver no longer exists if the time limit was exceeded.
        let _ = sender.send(bytes);
    });
    let printed = receiver.recv_timeout(Duration::from_secs(bounds.seconds));
    if printed == Err(RecvTimeoutError::Timeout) {
        // Killing fails if the process has exited in the meantime.
        let _ = child.kill();
    }
    let status = child.wait()?;
    let seconds = start.elapsed().as_secs_f64();
    let Ok(printed) = printed else {
        return Ok((TrialOutcome::refused(format!("took more than {} s (--seconds)", bounds.seconds)), seconds));
    };
    let text = String::from_utf8_lossy(&printed);
    if LACKS_MEMORY.iter().any(|message| text.contains(message)) {
        return Ok((
            TrialOutcome::refused(format!("took more than {} MiB of memory (--memory)", bounds.memory)),
            seconds,
        ));
    }
    let last = text.lines().rfind(|line| !line.is_empty()).unwrap_or_default();
    let defect =
        || TrialOutcome::refused(format!("a defect of the generator, whose process ended with {status}: {last}"));
    let outcome = serde_json::from_str(last).ok().filter(|_| status.success()).unwrap_or_else(defect);
    Ok((outcome, seconds))
}

/// Reads one document, and prints the outcome. First limits the address space of this process.
///
/// # Errors
/// Returns an error if the file for the code cannot be written.
pub fn run_one(arguments: &One) -> Result<ExitCode> {
    limit_memory(arguments.memory);
    let outcome = try_documents::try_document(&arguments.path, arguments.client.as_deref())?;
    println!("\n{}", serde_json::to_string(&outcome)?);
    Ok(ExitCode::SUCCESS)
}

/// Limits the address space of this process. An allocation beyond the limit ends the process.
#[cfg(unix)]
fn limit_memory(mebibytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let bytes = Some(mebibytes.saturating_mul(1024 * 1024));
    // The system may not support this limit. The time limit still applies.
    let _ = setrlimit(Resource::As, Rlimit { current: bytes, maximum: bytes });
}

#[cfg(not(unix))]
fn limit_memory(_: u64) {}
