//! Tests of permits that expire while a request is authenticated, if a store counts the requests.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use loopback::Server;
use perennial::authenticate::{Authentication, Unauthenticated};
use perennial::error::StoreError;
use perennial::rate_limit::{Ledger, RateLimitStore, StoreFuture, Update};
use perennial::uuid::Uuid;
use perennial::{Authenticate, Core, WhenLimited};

use crate::support::{LIMITED, call};

/// The store's timeout. A permit is valid for twice this time.
const STORE_TIMEOUT: Duration = Duration::from_millis(100);

/// Credentials whose authentication takes longer than a permit is valid.
#[derive(Debug)]
struct Slow;

impl Authenticate for Slow {
    fn authenticate<'a>(&'a self, _: Unauthenticated<'a>) -> Authentication<'a> {
        Authentication::pending(async {
            tokio::time::sleep(3 * STORE_TIMEOUT).await;
            Ok(())
        })
    }
}

#[derive(Clone, Default)]
struct Store(Arc<Mutex<(Ledger, Vec<Update>)>>);

impl RateLimitStore for Store {
    fn update(&self, _: Uuid, update: Update) -> StoreFuture<'_> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(StoreError::new);
        let (ledger, updates) = &mut *self.0.lock().unwrap();
        let answer = now.map(|now| ledger.update(now, &update));
        updates.push(update);
        Box::pin(async { answer })
    }
}

#[tokio::test]
async fn permit_that_expires_during_authentication_is_replaced() {
    let server = Server::json("{}");
    let store = Store::default();
    let builder = Core::builder(&LIMITED, &[], server.url(), Slow).rate_limit(WhenLimited::Wait);
    let builder = builder.rate_limit_store(store.clone()).rate_limit_store_timeout(STORE_TIMEOUT);
    let client = builder.build().unwrap();
    call(&client).await.unwrap();
    server.only();
    assert_eq!(client.shared_limits().await.unwrap()[0].used(), 1);
    let updates = &store.0.lock().unwrap().1;
    let booked: Vec<_> = updates.iter().filter_map(|update| update.book.as_ref()).map(|book| book.id).collect();
    assert!(booked.len() >= 2 && booked[0] != booked[1], "{booked:?}");
    assert!(updates.iter().any(|update| update.give_back.contains(&booked[0])), "{updates:?}");
}
