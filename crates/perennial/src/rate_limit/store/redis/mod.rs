mod bounded;
mod connection;

use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use redis::aio::ConnectionLike;
use redis::{Client, RedisError, Script, ScriptInvocation};
use uuid::Uuid;

use super::update::{Answer, Booked, Epoch, Slot, Update, Window, micros};
use super::{RateLimitStore, StoreFuture};
use crate::error::StoreError;
use crate::rate_limit::Usage;
use connection::{Connection, LazyConnection};

static SCRIPT: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("update.lua")));

/// A store of rate limits in Redis or Valkey, for processes on several machines (feature `rate-limit-redis`).
///
/// For each update, the server runs a script, which is atomic and uses the server's clock. Clients do not poll the
/// server. In a cluster, all keys of an account are in the same hash slot. A key expires when its value no longer
/// affects any request:
///
/// | key | value |
/// |---|---|
/// | `<prefix>:{<hash of the account>}:epoch` | a random number, which changes if the server loses data, so that clients notice the loss |
/// | `<prefix>:{<hash of the account>}:log:<window>` | the bookings (records of requests) for a limit. `<window>` is the `operationId` of an operation with its own limit, or `*` for the limit that all other operations share |
/// | `<prefix>:{<hash of the account>}:pause:<window>` | the end of the pause that the service requested, in which no request may be sent |
///
/// Run the server with the setting `maxmemory-policy noeviction`, so that it does not remove bookings, and use a
/// separate database for the store. For daily limits, also set `appendonly yes`, so that bookings survive a restart. For
/// limits per minute, turn off snapshots (`save ""`) instead: if the server restores an older snapshot, clients cannot
/// detect that newer bookings are missing, and may exceed a limit. A failover loses the data that the replica has not
/// yet received.
///
/// To use TLS (`rediss://` URLs), depend on the crate `redis`, and enable one of its TLS features, such as
/// `tokio-rustls-comp`.
///
/// ```no_run
/// # use perennial::rate_limit::RedisStore;
/// # use perennial::{CoreBuilder, WhenLimited};
/// # fn limited(builder: CoreBuilder) -> Result<CoreBuilder, perennial::error::StoreError> {
/// let store = RedisStore::connect("redis://:password@limits.internal/3")?;
/// let builder = builder.rate_limit(WhenLimited::Wait).rate_limit_store(store);
/// # Ok(builder)
/// # }
/// ```
#[derive(Clone)]
pub struct RedisStore {
    connection: Arc<dyn Connection>,
    prefix: Option<Arc<str>>,
}

impl RedisStore {
    /// Creates a store for a URL in the format of the crate [`redis`](crate::redis). The connection is opened when it
    /// is first needed, shared by all calls, and reopened after it is lost.
    ///
    /// # Errors
    ///
    /// Fails if the URL is malformed, or requires a feature of `redis` that is disabled. The error does not show the
    /// URL.
    pub fn connect(url: &str) -> Result<Self, StoreError> {
        let client = Client::open(url).map_err(|error| {
            if url.starts_with("rediss:") {
                let remedy = "for TLS, turn on a feature of `redis`, such as `tokio-rustls-comp`";
                return StoreError::new(format!("{error} ({remedy})"));
            }
            store_error(error)
        })?;
        Ok(Self::with_connection(LazyConnection::new(client)))
    }

    /// Creates a store that uses a connection of your own, for example a `ConnectionManager` with other settings, or a
    /// connection to a cluster.
    ///
    /// Clones of the connection should be cheap and usable concurrently. The connection must reconnect by itself. It
    /// must also limit the size of replies: parsing a very large reply may block a thread of the async runtime, and the
    /// timeout of the store has no effect during that time.
    pub fn new(connection: impl ConnectionLike + Clone + Send + Sync + 'static) -> Self {
        Self::with_connection(connection)
    }

    /// Sets the prefix of all keys in Redis. Defaults to the name of the client's package. Only the requests of clients
    /// with the same prefix are counted together.
    #[must_use]
    pub fn prefix(self, prefix: impl Into<String>) -> Self {
        Self { prefix: Some(prefix.into().into()), ..self }
    }

    fn with_connection(connection: impl Connection) -> Self {
        Self { connection: Arc::new(connection), prefix: None }
    }

    /// Prepares the call to the script, with keys and arguments in the order that the script documents.
    fn prepare_call(&self, account: Uuid, update: &Update) -> ScriptInvocation<'static> {
        let Update { service, windows, give_back, enter, pause, book } = update;
        let prefix = self.prefix.as_deref().unwrap_or(service);
        let key = |rest: fmt::Arguments<'_>| format!("{prefix}:{{{account}}}:{rest}");
        let mut call = SCRIPT.prepare_invoke();
        call.key(key(format_args!("epoch"))).arg(Epoch::unique().as_u64());
        call.arg(windows.len());
        for Window { name, requests, span } in windows {
            call.key(key(format_args!("log:{name}"))).key(key(format_args!("pause:{name}")));
            call.arg((*requests).max(1)).arg(micros(*span));
        }
        call.arg(give_back.len());
        for id in give_back {
            call.arg(id.to_string());
        }
        call.arg(enter.len());
        for entry in enter {
            call.arg(entry.id.to_string());
            match entry.slot {
                Slot::Ago(time) => call.arg(format!("-{}", micros(time))),
                Slot::In(time) => call.arg(micros(time)),
            };
        }
        call.arg(optional_micros(*pause));
        call.arg(book.map(|book| book.id.to_string()).unwrap_or_default());
        call.arg(optional_micros(book.and_then(|book| book.within)));
        call
    }
}

impl RateLimitStore for RedisStore {
    fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_> {
        Box::pin(async move {
            let answer = self.connection.call(self.prepare_call(account, &update)).await.map_err(store_error)?;
            parse_reply(&update, answer)
                .ok_or_else(|| StoreError::new("the script on the Redis server returned an invalid reply"))
        })
    }
}

/// The `Debug` output omits the connection, because its settings contain a password.
impl fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisStore").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

/// The script's answer: the epoch, the outcome of the booking (0 if none was requested, 1 if it was made, 2 if it would
/// be too late), the wait, and four numbers for each window.
pub(super) type Reply = (u64, u8, u64, Vec<i64>);

fn parse_reply(update: &Update, (epoch, booked, wait, counts): Reply) -> Option<Answer> {
    let wait = Duration::from_micros(wait);
    let booked = match booked {
        0 => None,
        1 => Some(Booked::In(wait)),
        _ => Some(Booked::TooLate(wait)),
    };
    let mut counts = counts.chunks_exact(4);
    let usage = |window: &Window| {
        let &[all, waiting, leaving, paused] = counts.next()? else { return None };
        let count = |number| usize::try_from(number).ok();
        let leaving = u64::try_from(leaving).ok().map(Duration::from_micros);
        let paused = Duration::from_micros(u64::try_from(paused).ok()?);
        Some(Usage::from_log(window.requests, count(all)?, count(waiting)?, leaving, paused))
    };
    let windows = update.windows.iter().map(usage).collect::<Option<_>>()?;
    Some(Answer { epoch: epoch.into(), booked, windows })
}

fn optional_micros(time: Option<Duration>) -> String {
    time.map(|time| micros(time).to_string()).unwrap_or_default()
}

/// Converts an error. Its text may come from the server, so [`StoreError`] escapes and shortens it.
fn store_error(error: RedisError) -> StoreError {
    StoreError::new(error)
}
