//! Tests of the file store with processes that are killed or stopped.

use std::env;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use futures_util::poll;
use layer::WhenLimited;
use layer::error::StoreError;
use layer::rate_limit::{Answer, Book, Booked, BookingId, FileStore, RateLimitStore, Update, Window};
use layer::uuid::Uuid;
use loopback::{Process, Response, Server, assert_passes, own_process};
use rustix::process::{Pid, Signal, kill_process};

use crate::support::{Operation, builder};

const HOUR: Duration = Duration::from_secs(3_600);

async fn book(store: &FileStore) -> Result<Answer, StoreError> {
    let mut update = Update::default();
    update.windows.push(Window::new("*", 1_000_000, HOUR));
    update.book = Some(Book::new(BookingId::unique(), None));
    store.update(Uuid::nil(), update).await
}

/// Runs the helper test `test` in a separate process, and waits until it prints "started".
fn start(test: &str, folder: &Path) -> Process {
    let mut process = own_process(&format!("file_store::{test}"));
    let mut process = Process(process.env("STORE_FOLDER", folder).stdout(Stdio::piped()).spawn().unwrap());
    let lines = BufReader::new(process.0.stdout.take().unwrap()).lines();
    assert!(lines.map(Result::unwrap).any(|line| line.ends_with("started")));
    process
}

#[test]
#[ignore = "other tests run it, in a process of its own"]
fn helper_process_holds_the_file_lock() {
    let path = Path::new(&env::var("STORE_FOLDER").unwrap()).join("lock");
    let lock = File::options().create(true).truncate(false).write(true).open(path).unwrap();
    lock.lock().unwrap();
    println!("started");
    loop {
        std::thread::park();
    }
}

#[tokio::test]
#[ignore = "another test runs it, in a process of its own"]
async fn helper_process_makes_bookings_until_killed() {
    let store = FileStore::new(env::var("STORE_FOLDER").unwrap());
    book(&store).await.unwrap();
    println!("started");
    loop {
        futures_util::future::join_all((0..3).map(async |_| book(&store).await.unwrap())).await;
    }
}

#[tokio::test]
#[ignore = "another test runs it, in a process of its own"]
async fn helper_process_cannot_extend_files() {
    let error = book(&FileStore::new(env::var("STORE_FOLDER").unwrap())).await.unwrap_err().to_string();
    assert!(error.starts_with("cannot write ") && error.contains("File too large"), "{error}");
}

/// The helper process is not allowed to write large files, so writing fails as on a full disk.
#[tokio::test]
async fn full_disk_leaves_the_ledger_file_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::new(folder.path());
    book(&store).await.unwrap();
    let files = || -> Vec<_> { fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect() };
    let ledger =
        files().into_iter().find(|path| path.extension().is_some_and(|extension| extension == "json")).unwrap();
    let before = fs::read(&ledger).unwrap();
    let test = own_process("file_store::helper_process_cannot_extend_files");
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"]).arg(test.get_program()).args(test.get_args());
    limited.env("STORE_FOLDER", folder.path());
    assert_passes(limited);
    assert_eq!(fs::read(&ledger).unwrap(), before);
    book(&store).await.unwrap();
    assert!(fs::read(&ledger).unwrap().len() > before.len());
}

#[tokio::test]
async fn process_killed_while_holding_the_file_lock_does_not_block_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut other = start("helper_process_holds_the_file_lock", folder.path());
    let store = FileStore::new(folder.path());
    let mut update = Box::pin(book(&store));
    assert!(poll!(&mut update).is_pending());
    other.kill();
    assert_eq!(update.await.unwrap().booked, Some(Booked::In(Duration::ZERO)));
}

#[tokio::test]
async fn bookings_of_a_killed_process_remain_in_the_file_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::new(folder.path());
    let first = book(&store).await.unwrap();
    let mut used = first.windows[0].used;
    for round in 0..25 {
        let mut other = start("helper_process_makes_bookings_until_killed", folder.path());
        // The number of bookings differs in each round, so that the process is killed at a different point of its work.
        for _ in 0..round {
            book(&store).await.unwrap();
        }
        other.kill();
        let answer = book(&store).await.unwrap();
        assert_eq!(answer.epoch, first.epoch);
        assert!(answer.windows[0].used > used + round);
        used = answer.windows[0].used;
    }
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(names.len() <= 3, "a file, its lock, and one that was not renamed: {names:?}");
}

#[tokio::test]
async fn stopped_process_that_holds_the_file_lock_does_not_block_calls() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(vec![Response::new(200, "{}"); 30]);
    let store = FileStore::new(folder.path());
    let client = builder(server.url()).rate_limit(WhenLimited::Fail).rate_limit_store(store).build().unwrap();
    Operation::Metrics.call(&client).await.unwrap();
    let other = start("helper_process_holds_the_file_lock", folder.path());
    kill_process(Pid::from_child(&other.0), Signal::STOP).unwrap();
    for _ in 0..20 {
        Operation::Metrics.call(&client).await.unwrap();
    }
    assert_eq!(client.limits()[1].used(), 21);
    assert!(client.shared_limits().await.is_err());
    drop(other);
    // The client does not try the store again until a second has passed.
    while client.shared_limits().await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Operation::Metrics.call(&client).await.unwrap();
    assert_eq!(client.shared_limits().await.unwrap()[1].used(), 22);
}
