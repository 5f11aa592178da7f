//! Connections, whatever kind they are.

use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use redis::aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig};
use redis::{Client, RedisResult, ScriptInvocation};

use super::Reply;

type CallFuture<'a> = Pin<Box<dyn Future<Output = RedisResult<Reply>> + Send + 'a>>;

/// Calls the script, and loads it if the server does not know it.
pub(super) trait Connection: Send + Sync + 'static {
    fn call(&self, script: ScriptInvocation<'static>) -> CallFuture<'_>;
}

impl<C: ConnectionLike + Clone + Send + Sync + 'static> Connection for C {
    fn call(&self, script: ScriptInvocation<'static>) -> CallFuture<'_> {
        let mut connection = self.clone();
        Box::pin(async move { script.invoke_async(&mut connection).await })
    }
}

/// A connection that is made when it is first used: a manager needs a runtime.
pub(super) struct Lazy {
    client: Client,
    manager: Mutex<Option<ConnectionManager>>,
}

impl Lazy {
    pub(super) fn new(client: Client) -> Self {
        Self { client, manager: Mutex::default() }
    }

    fn manager(&self) -> RedisResult<ConnectionManager> {
        let mut manager = self.manager.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(manager) = &*manager {
            return Ok(manager.clone());
        }
        // The client decides when to try again.
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(0)
            .set_connection_timeout(Some(Duration::from_secs(1)));
        let new = ConnectionManager::new_lazy_with_config(self.client.clone(), config)?;
        Ok(manager.insert(new).clone())
    }
}

impl Connection for Lazy {
    fn call(&self, script: ScriptInvocation<'static>) -> CallFuture<'_> {
        Box::pin(async move { self.manager()?.call(script).await })
    }
}
