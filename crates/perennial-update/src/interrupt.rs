//! Ends a task on a signal, together with all processes that the task has started.

use std::{
    future::poll_fn,
    io::{self, BufRead as _, BufReader},
    pin::pin,
    process::{self, Command, ExitStatus},
    sync::{Mutex, MutexGuard, PoisonError},
    task::Poll,
    thread,
};

/// The id of the process that the task is currently running. This process leads a group, to which the processes that it
/// starts belong.
static LEADER: Mutex<Option<u32>> = Mutex::new(None);

fn lock_leader() -> MutexGuard<'static, Option<u32>> {
    LEADER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `command`, and calls `each_line` with each line of its output. From now on, a signal ends this process,
/// `command`, and all processes that `command` has started.
///
/// # Errors
/// Returns an error if the command cannot be run, or if the system does not allow listening for signals.
pub fn run_command(mut command: Command, mut each_line: impl FnMut(&str)) -> io::Result<ExitStatus> {
    end_on_signal()?;
    let (output, printed) = io::pipe()?;
    command.stdout(printed.try_clone()?).stderr(printed);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // While this lock is held, the signal handler waits. Otherwise, a signal that arrives before the id is recorded
    // would not end the new process.
    let mut started = lock_leader();
    let mut child = command.spawn()?;
    *started = Some(child.id());
    drop(started);
    // `command` contains a write end of the pipe. It is dropped here, because reading would otherwise never end.
    drop(command);

    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        each_line(String::from_utf8_lossy(&line).trim_end_matches('\r'));
    }
    let status = child.wait();
    *lock_leader() = None;
    status
}

/// Spawns a thread that ends this process on a signal, whatever the other threads are doing. Listening for a signal
/// disables its default effect for good, so signals would otherwise be ignored.
fn end_on_signal() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let signal = {
        let _context = runtime.enter();
        next_signal()?
    };
    thread::spawn(move || {
        let signal = runtime.block_on(signal);
        // The lock is held until this process ends, so that it cannot start another command.
        let leader = lock_leader();
        end_group(*leader);
        process::exit(128 + signal)
    });
    Ok(())
}

/// Ends the process group of `leader`. Systems other than Unix do not need this: the console ends all its processes.
#[cfg(unix)]
fn end_group(leader: Option<u32>) {
    if let Some(leader) = leader.and_then(|id| rustix::process::Pid::from_raw(id.try_into().ok()?)) {
        // This fails if the group has already ended.
        let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::TERM);
    }
}

#[cfg(not(unix))]
fn end_group(_: Option<u32>) {}

/// Runs `task` until it is complete or `signal` arrives. Returns the output of `task`.
///
/// # Errors
/// Returns the number of the signal if it arrives first.
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

/// Starts listening for signals. Returns a future that resolves to the number of the first signal. It must be awaited
/// in the runtime in which this function was called.
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
