//! The process for one document, within bounds of time and memory.

use std::{
    env, io,
    io::Read as _,
    path::Path,
    process::{Command, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};

use super::{arguments::Bounds, one::refused, outcome::Outcome};

/// What a process says, or the generator in it, when it gets no more memory: for a value, a file, or a stack.
const LACKS_MEMORY: [&str; 3] =
    ["memory allocation of ", "Cannot allocate memory (os error 12)", "Resource temporarily unavailable (os error 11)"];

/// What becomes of the document at `path`, and after how many seconds; the code of its client goes to `client`.
///
/// # Errors
/// A process that cannot be started.
pub fn outcome(path: &Path, bounds: Bounds, client: Option<&Path>) -> Result<(Outcome, f64)> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("try-one").arg(path).args(["--memory", &bounds.memory.to_string()]).stdin(Stdio::null());
    command.args(client.into_iter().flat_map(|client| ["--client".as_ref(), client.as_os_str()]));
    let (mut output, printed) = io::pipe()?;
    command.stdout(printed.try_clone()?).stderr(printed);
    let begun = Instant::now();
    let mut child = command.spawn().context("a process for a document cannot be started")?;
    // It holds the pipe open.
    drop(command);
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read until then says what there is to say.
        let _ = output.read_to_end(&mut bytes);
        // It may be too late.
        let _ = sender.send(bytes);
    });
    let printed = receiver.recv_timeout(Duration::from_secs(bounds.seconds));
    if printed == Err(RecvTimeoutError::Timeout) {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
    }
    let status = child.wait()?;
    let seconds = begun.elapsed().as_secs_f64();
    let Ok(printed) = printed else {
        return Ok((refused("", &format!("took more than {} s (--seconds)", bounds.seconds)), seconds));
    };
    let text = String::from_utf8_lossy(&printed);
    if LACKS_MEMORY.iter().any(|message| text.contains(message)) {
        return Ok((refused("", &format!("took more than {} MiB of memory (--memory)", bounds.memory)), seconds));
    }
    let last = text.lines().rfind(|line| !line.is_empty()).unwrap_or_default();
    let defect = || refused("", &format!("a defect of the generator, whose process ended with {status}: {last}"));
    let outcome = serde_json::from_str(last).ok().filter(|_| status.success()).unwrap_or_else(defect);
    Ok((outcome, seconds))
}
