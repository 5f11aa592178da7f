//! Ends a task when a signal arrives, together with all processes that the task has started.

use std::{
    future::poll_fn,
    io::{self, BufRead as _, BufReader},
    pin::pin,
    process::{self, Command, ExitStatus},
    sync::{Mutex, MutexGuard, PoisonError},
    task::Poll,
    thread,
};

/// The id of the process that the task is currently running. The process leads a process group, which also contains the
/// processes that it starts.
static LEADER: Mutex<Option<u32>> = Mutex::new(None);

fn lock_leader() -> MutexGuard<'static, Option<u32>> {
    LEADER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `command`, and calls `each_line` with each line that it prints. From then on, a signal ends this process,
/// `command`, and everything that `command` has started.
///
/// # Errors
/// Returns an error for a command that cannot be run, or if the system does not allow listening for signals.
pub fn run_command(mut command: Command, mut each_line: impl FnMut(&str)) -> io::Result<ExitStatus> {
    end_on_signal()?;
    let (output, printed) = io::pipe()?;
    command.stdout(printed.try_clone()?).stderr(printed);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // A signal that arrives between the start of the process and the recording of its id would not end the process.
    // This lock makes the handler wait until the id is recorded.
    let mut started = lock_leader();
    let mut child = command.spawn()?;
    *started = Some(child.id());
    drop(started);
    // `command` owns a write end of the pipe as well. It is dropped so that reading ends when the process closes the
    // pipe.
    drop(command);

    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        each_line(String::from_utf8_lossy(&line).trim_end_matches('\r'));
    }
    let status = child.wait();
    *lock_leader() = None;
    status
}

/// Spawns a thread that ends this process on a signal, whatever the process is waiting for. Without it, signals would
/// have no effect, because listening for a signal once disables its default effect for good.
fn end_on_signal() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let signal = {
        let _context = runtime.enter();
        next_signal()?
    };
    thread::spawn(move || {
        let signal = runtime.block_on(signal);
        // The lock is never released, so that this process cannot start another command before it ends.
        let leader = lock_leader();
        end_group(*leader);
        process::exit(128 + signal)
    });
    Ok(())
}

/// Ends the process group of `leader`. On systems other than Unix, the console ends all its processes.
#[cfg(unix)]
fn end_group(leader: Option<u32>) {
    if let Some(leader) = leader.and_then(|id| rustix::process::Pid::from_raw(id.try_into().ok()?)) {
        // Sending the signal fails if the group has ended by itself.
        let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::TERM);
    }
}

#[cfg(not(unix))]
fn end_group(_: Option<u32>) {}

/// Runs `task` and returns its output, unless `signal` completes first.
///
/// # Errors
/// Returns the number of the signal if it arrives before the task is complete.
pub async fn run_unless_signalled<T>(
    signal: impl Future<Output = i32>,
    task: impl Future<Output = T>,
) -> Result<T, i32> {
    let (mut signal, mut task) = (pin!(signal), pin!(task));
    poll_fn(|context| match signal.as_mut().poll(context) {
        Poll::Ready(signal) => Poll::Ready(Err(signal)),
        Poll::Pending => task.as_mut().poll(context).map(Ok),
    })
    .await
}

/// Starts listening for signals. Returns a future for the number of the first signal. The future must be awaited in the
/// runtime in which this function was called.
///
/// # Errors
/// Returns an error if the system does not allow listening for signals.
#[cfg(unix)]
pub fn next_signal() -> io::Result<impl Future<Output = i32> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};

    let kinds = [SignalKind::hangup(), SignalKind::interrupt(), SignalKind::quit(), SignalKind::terminate()];
    let signals = kinds.into_iter().map(|kind| Ok((kind.as_raw_value(), signal(kind)?)));
    let mut signals: Vec<_> = signals.collect::<io::Result<_>>()?;
    Ok(poll_fn(move |context| {
        let mut received = signals.iter_mut();
        let received = received.find_map(|(number, signal)| signal.poll_recv(context).is_ready().then_some(*number));
        received.map_or(Poll::Pending, Poll::Ready)
    }))
}

/// Waits for Ctrl-C, and returns 2, the number of SIGINT on Unix.
///
/// # Errors
/// Returns an error if the system does not allow listening for Ctrl-C.
#[cfg(not(unix))]
pub fn next_signal() -> io::Result<impl Future<Output = i32> + Send + 'static> {
    Ok(async { tokio::signal::ctrl_c().await.map_or(1, |()| 2) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_a_command_that_does_not_exist_returns_an_error() {
        assert!(run_command(Command::new("/nowhere/to/be/found"), |_| {}).is_err());
    }
}
