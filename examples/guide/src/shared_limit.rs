use monitoring_service::rate_limit::RedisStore;
use monitoring_service::{Client, WhenLimited};

pub fn client(url: &str, key: &str, account: &str) -> Result<Client, Box<dyn std::error::Error>> {
    // For several processes on one machine, use `FileStore::new("/var/lib/my-service/limits")` instead.
    let store = RedisStore::connect("redis://limits.internal/3")?;
    let builder = Client::builder(url).api_key(key).account_id(account);
    Ok(builder.rate_limit(WhenLimited::Wait).rate_limit_store(store).build()?)
}
