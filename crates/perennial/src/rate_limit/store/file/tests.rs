use std::fs::{self, File};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use futures_util::poll;
use tempfile::TempDir;

use super::*;
use crate::rate_limit::store::{Book, Booked, BookingId, Epoch, Ledger, Window};

const ACCOUNT: Uuid = Uuid::from_u128(7);
const HOUR: Duration = Duration::from_secs(3_600);

fn temporary_folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn ledger_file(folder: &TempDir) -> PathBuf {
    folder.path().join(format!("{}.1.json", account_of_service(ACCOUNT, "")))
}

/// Creates a request for a booking in a window of two requests per hour.
fn booking() -> Update {
    let windows = vec![Window::new("*", 2, HOUR)];
    Update { windows, book: Some(Book::new(BookingId::unique(), None)), ..Update::default() }
}

async fn book(store: &FileStore) -> Result<(Duration, Epoch), StoreError> {
    let answer = store.update(ACCOUNT, booking()).await?;
    match answer.booked.unwrap() {
        Booked::In(wait) => Ok((wait, answer.epoch)),
        Booked::TooLate(_) => unreachable!("without a limit to the wait"),
    }
}

/// Makes a booking in each of the stores. Returns the waits until the booked times, in whole hours.
async fn hours_until_booked<const COUNT: usize>(stores: [&FileStore; COUNT]) -> [u64; COUNT] {
    let mut hours = [0; COUNT];
    for (hours, store) in hours.iter_mut().zip(stores) {
        *hours = (book(store).await.unwrap().0.as_secs() + 60) / 3_600;
    }
    hours
}

#[tokio::test]
async fn file_stores_in_the_same_folder_share_their_bookings() {
    let folder = temporary_folder();
    let stores = [FileStore::new(folder.path()), FileStore::new(folder.path())];
    assert_eq!(hours_until_booked([&stores[0], &stores[1], &stores[0].clone(), &stores[1]]).await, [0, 0, 1, 1]);
    drop(stores);
    let epoch = book(&FileStore::new(folder.path())).await.unwrap().1;
    assert_eq!(book(&FileStore::new(folder.path())).await.unwrap().1, epoch);
    // Each account has its own file.
    let answer = FileStore::new(folder.path()).update(Uuid::nil(), booking()).await.unwrap();
    assert_eq!(answer.booked, Some(Booked::In(Duration::ZERO)));
    assert_ne!(answer.epoch, epoch);
}

#[tokio::test]
async fn file_store_applies_updates_of_many_callers_in_order() {
    let folder = temporary_folder();
    let store = FileStore::new(folder.path());
    let waits = join_all((0..100).map(|_| book(&store))).await;
    // The limit is two bookings per hour. The waits are a little shorter than whole hours, because time passes between
    // the bookings, so a minute is added.
    let hours: Vec<u64> = waits.into_iter().map(|booked| (booked.unwrap().0.as_secs() + 60) / 3_600).collect();
    assert_eq!(hours, (0..100).map(|index| index / 2).collect::<Vec<_>>());
}

#[tokio::test]
async fn file_store_renames_a_broken_ledger_file_and_starts_a_new_ledger() {
    let folder = temporary_folder();
    let store = FileStore::new(folder.path());
    let mut epochs = vec![book(&store).await.unwrap().1];
    let aside = ledger_file(&folder).with_extension("json.broken");
    let good = fs::read_to_string(ledger_file(&folder)).unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let slot = |time: Duration| format!("[{},1]", time.as_micros());
    let ledger = |slots: &[String]| {
        format!(r#"{{"epoch":1,"windows":{{"*":{{"paused_until":0,"ends":0,"slots":[{}]}}}}}}"#, slots.join(","))
    };
    assert!(serde_json::from_str::<Ledger>(&ledger(&[slot(now), slot(now + HOUR)])).unwrap().is_sound(now + HOUR));
    for broken in [
        String::new(),
        "[]".to_owned(),
        good[..good.len() - 1].to_owned(),
        ledger(&[slot(now + HOUR), slot(now)]),
        ledger(&[slot(now + 24 * 8 * HOUR)]),
        " ".repeat(16 * 1024 * 1024) + &good,
    ] {
        fs::write(ledger_file(&folder), &broken).unwrap();
        let (wait, epoch) = book(&store).await.unwrap();
        assert_eq!(wait, Duration::ZERO);
        assert!(!epochs.contains(&epoch));
        epochs.push(epoch);
        assert_eq!(fs::read_to_string(&aside).unwrap(), broken);
    }
    fs::remove_file(ledger_file(&folder)).unwrap();
    fs::create_dir(ledger_file(&folder)).unwrap();
    assert_eq!(book(&store).await.unwrap().0, Duration::ZERO);
    assert!(aside.is_dir());
}

#[tokio::test]
async fn file_store_refuses_bookings_more_than_a_week_ahead() {
    let folder = temporary_folder();
    let store = FileStore::new(folder.path());
    let epoch = book(&store).await.unwrap().1;
    for _ in 1..2 * 168 {
        book(&store).await.unwrap();
    }
    for _ in 0..3 {
        let mut booked = book(&store).await;
        while let Ok((_, of)) = booked {
            assert_eq!(of, epoch);
            booked = book(&store).await;
        }
        assert!(booked.unwrap_err().to_string().contains("more than a week away"));
    }
    assert!(!ledger_file(&folder).with_extension("json.broken").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn file_store_reads_neither_symbolic_links_nor_named_pipes() {
    let folder = temporary_folder();
    let store = FileStore::new(folder.path());
    let other = folder.path().join("other");
    fs::write(&other, "mine").unwrap();
    for path in [ledger_file(&folder), ledger_file(&folder).with_extension("json.new")] {
        std::os::unix::fs::symlink(&other, &path).unwrap();
        assert_eq!(hours_until_booked([&store]).await, [0]);
        fs::remove_file(ledger_file(&folder)).unwrap();
    }
    assert_eq!(fs::read_to_string(other).unwrap(), "mine");
    for pipe in [ledger_file(&folder), folder.path().join("lock")] {
        let _ = fs::remove_file(&pipe);
        assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    }
    assert!(book(&store).await.unwrap_err().to_string().contains("not a regular file"));
    fs::remove_file(folder.path().join("lock")).unwrap();
    assert_eq!(hours_until_booked([&store, &store, &store]).await, [0, 0, 1]);
}

#[tokio::test]
async fn file_store_error_contains_the_path_it_cannot_create() {
    let folder = temporary_folder();
    let path = folder.path().join("file").join("limits");
    File::create(folder.path().join("file")).unwrap();
    let error = book(&FileStore::new(&path)).await.unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot lock {}", path.display())), "{error}");
}

/// Locks the folder, as another process would, until the returned file is dropped.
fn hold_lock(folder: &Path) -> File {
    let lock = File::options().create(true).truncate(false).write(true).open(folder.join("lock")).unwrap();
    lock.lock().unwrap();
    lock
}

#[tokio::test]
async fn file_store_skips_updates_of_calls_that_were_dropped() {
    let folder = temporary_folder();
    let store = FileStore::new(folder.path());
    let lock = hold_lock(folder.path());
    let mut updates: Vec<_> = (0..10).map(|_| Box::pin(book(&store))).collect();
    for update in &mut updates {
        assert!(poll!(update).is_pending());
    }
    updates.drain(..8);
    drop(lock);
    let waits = join_all(updates).await;
    assert!(waits.into_iter().all(|booked| booked.unwrap().0.is_zero()));
    assert_eq!(hours_until_booked([&store]).await, [1]);
}

#[test]
fn file_store_works_in_a_second_runtime_after_the_first_has_ended() {
    let folder = temporary_folder();
    let store = FileStore::new(folder.path());
    for expected in [0, 0, 1] {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let lock = hold_lock(folder.path());
        runtime.block_on(async { assert!(poll!(Box::pin(book(&store))).is_pending()) });
        drop(runtime);
        drop(lock);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert_eq!(runtime.block_on(hours_until_booked([&store])), [expected]);
    }
}

fn tomorrow() -> SystemTime {
    SystemTime::now() + 24 * HOUR
}

fn in_ten_days() -> SystemTime {
    SystemTime::now() + 240 * HOUR
}

async fn book_at(folder: &TempDir, clock: fn() -> SystemTime) -> Duration {
    let (answer, answered) = oneshot::channel();
    let job = UpdateJob { account: account_of_service(ACCOUNT, ""), update: booking(), answer };
    Folder::with_clock(folder.path().into(), clock).update(job, iter::empty());
    match answered.await.unwrap().unwrap().booked.unwrap() {
        Booked::In(wait) | Booked::TooLate(wait) => wait,
    }
}

#[tokio::test]
async fn file_store_waits_longer_if_the_system_clock_is_set_back() {
    let folder = temporary_folder();
    for _ in 0..2 {
        assert_eq!(book_at(&folder, tomorrow).await, Duration::ZERO);
    }
    let wait = book_at(&folder, SystemTime::now).await;
    assert!(wait > 24 * HOUR && wait < 25 * HOUR + Duration::from_secs(1), "{wait:?}");
    for _ in 0..2 {
        assert_eq!(book_at(&folder, in_ten_days).await, Duration::ZERO);
    }
    assert_eq!(book_at(&folder, SystemTime::now).await, Duration::ZERO);
}

#[tokio::test]
async fn file_store_removes_ledger_files_without_current_bookings() {
    let folder = temporary_folder();
    let store = FileStore::new(folder.path());
    let windows = vec![Window::new("*", 2, HOUR)];
    store.update(ACCOUNT, Update { windows: windows.clone(), ..Update::default() }).await.unwrap();
    assert!(!ledger_file(&folder).exists());
    let id = BookingId::unique();
    let book = Some(Book::new(id, None));
    store.update(ACCOUNT, Update { windows: windows.clone(), book, ..Update::default() }).await.unwrap();
    assert!(ledger_file(&folder).exists());
    store.update(ACCOUNT, Update { windows, give_back: vec![id], ..Update::default() }).await.unwrap();
    assert!(!ledger_file(&folder).exists());

    book_at(&folder, SystemTime::now).await;
    let other = folder.path().join("state.1.json");
    fs::write(&other, "mine").unwrap();
    Folder::new(folder.path().into()).remove_old_files();
    assert!(ledger_file(&folder).exists());
    Folder::with_clock(folder.path().into(), in_ten_days).remove_old_files();
    assert!(!ledger_file(&folder).exists());
    assert_eq!(fs::read_to_string(other).unwrap(), "mine");
}
