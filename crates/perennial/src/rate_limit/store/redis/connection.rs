//! Connections to the Redis server: any connection that the crate `redis` supports, or a connection that is opened when
//! needed.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{AsyncConnectionConfig, Client, ConnectionAddr, ConnectionInfo, RedisResult, ScriptInvocation};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;

use super::Reply;
use super::bounded::BoundedStream;
use crate::clock::timeout;

/// The connection timeout. It does not depend on the deadlines of the calls that wait for the connection.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(1);

type CallFuture<'a> = Pin<Box<dyn Future<Output = RedisResult<Reply>> + Send + 'a>>;

/// A connection that calls the script, and loads it if the server does not know it.
pub(super) trait Connection: Send + Sync + 'static {
    fn call(&self, script: ScriptInvocation<'static>) -> CallFuture<'_>;
}

impl<C: ConnectionLike + Clone + Send + Sync + 'static> Connection for C {
    fn call(&self, script: ScriptInvocation<'static>) -> CallFuture<'_> {
        let mut connection = self.clone();
        Box::pin(async move { script.invoke_async(&mut connection).await })
    }
}

/// A connection that is opened when it is first used, and reopened after a call has failed or was not answered.
///
/// A `ConnectionManager` is unsuitable. It keeps a dead connection for as long as the system does, since callers give
/// up before it sees an error. And once a server has refused a connection, it never tries again.
pub(super) struct LazyConnection {
    client: Client,
    current: Mutex<Option<Connecting>>,
}

type Connecting = Shared<BoxFuture<'static, RedisResult<Arc<OpenConnection>>>>;

impl LazyConnection {
    pub(super) fn new(client: Client) -> Self {
        Self { client, current: Mutex::default() }
    }

    /// Returns the connection that all callers share. Opens a new one if there is none, or if the last one could not be
    /// opened.
    fn current_or_new_connection(&self) -> Connecting {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(connecting) = current.as_ref().filter(|made| !matches!(made.peek(), Some(Err(_)))) {
            return connecting.clone();
        }
        let client = self.client.clone();
        let connecting = async move {
            let connected = timeout(CONNECTION_TIMEOUT, OpenConnection::open(&client)).await;
            connected.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into())).map(Arc::new)
        };
        let connecting = connecting.boxed().shared();
        // The task continues to connect even if its first caller gives up.
        tokio::spawn(connecting.clone());
        current.insert(connecting).clone()
    }
}

/// A connection, and the task that reads from it. The task is `None` if `redis` has started its own.
struct OpenConnection {
    multiplexed: MultiplexedConnection,
    reader: Option<AbortHandle>,
}

impl OpenConnection {
    async fn open(client: &Client) -> RedisResult<Self> {
        let info = client.get_connection_info();
        match info.addr() {
            ConnectionAddr::Tcp(host, port) => {
                Self::open_over(info, TcpStream::connect((host.as_str(), *port)).await?).await
            }
            #[cfg(unix)]
            ConnectionAddr::Unix(path) => Self::open_over(info, tokio::net::UnixStream::connect(path).await?).await,
            // A TLS connection needs no `BoundedStream`, because each read returns at most one TLS record of 16 KiB.
            _ => {
                let multiplexed =
                    client.get_multiplexed_async_connection_with_config(&settings_without_timeouts()).await?;
                Ok(Self { multiplexed, reader: None })
            }
        }
    }

    async fn open_over(
        info: &ConnectionInfo,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    ) -> RedisResult<Self> {
        let (multiplexed, reader) = MultiplexedConnection::new_with_config(
            info.redis_settings(),
            BoundedStream::new(stream),
            settings_without_timeouts(),
        )
        .await?;
        Ok(Self { multiplexed, reader: Some(tokio::spawn(reader).abort_handle()) })
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        if let Some(reader) = &self.reader {
            reader.abort();
        }
    }
}

/// Returns settings without timeouts, since each caller has its own timeout.
fn settings_without_timeouts() -> AsyncConnectionConfig {
    AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None)
}

impl Connection for LazyConnection {
    fn call(&self, script: ScriptInvocation<'static>) -> CallFuture<'_> {
        Box::pin(async move {
            let connecting = self.current_or_new_connection();
            let connection = connecting.clone().await?;
            let mut trial = DiscardUnlessSuccessful { lazy: self, connecting, has_succeeded: false };
            let reply = connection.multiplexed.call(script).await;
            trial.has_succeeded = reply.is_ok();
            reply
        })
    }
}

/// Discards the connection if a call fails or is dropped. Other calls that use the connection continue.
struct DiscardUnlessSuccessful<'a> {
    lazy: &'a LazyConnection,
    connecting: Connecting,
    has_succeeded: bool,
}

impl Drop for DiscardUnlessSuccessful<'_> {
    fn drop(&mut self) {
        if !self.has_succeeded {
            let mut current = self.lazy.current.lock().unwrap_or_else(PoisonError::into_inner);
            // If another caller has already replaced the connection, the new connection is kept.
            current.take_if(|current| current.ptr_eq(&self.connecting));
        }
    }
}
