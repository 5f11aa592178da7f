//! A process of the fleet: this test binary, run again with environment variables that describe the calls to make.

use std::env;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use kitchen_sink::http::Method;
use kitchen_sink::rate_limit::{FileStore, RedisStore};
use kitchen_sink::{Client, WhenLimited};
use loopback::Process;
use serde::de::IgnoredAny;
use uuid::Uuid;

/// The margin of the rate limit, which is the time by which a request may be late. Half of it allows for [`MAX_DELAY`],
/// by which the service delays requests at random.
pub const MARGIN: Duration = Duration::from_millis(500);
/// The maximum delay of a request by the service. The other half of [`MARGIN`] allows for a busy machine.
pub const MAX_DELAY: Duration = Duration::from_millis(250);
pub const STORE_TIMEOUT: Duration = Duration::from_millis(250);

#[derive(Debug, Clone)]
pub enum Store {
    Memory,
    File(String),
    Redis(String),
}

/// Starts a process with `callers` callers of the operation at `path`. Each caller makes the next call as soon as it
/// has a response.
pub fn start(number: u32, url: &str, path: &str, callers: usize, store: &Store) -> Process {
    let (kind, place) = match store {
        Store::Memory => ("memory", ""),
        Store::File(folder) => ("file", folder.as_str()),
        Store::Redis(url) => ("redis", url.as_str()),
    };
    let mut process = Command::new(env::current_exe().unwrap());
    process.args(["--exact", "fleet::process::helper_process_calls_until_killed", "--ignored", "--nocapture"]);
    process.env("FLEET_NUMBER", number.to_string()).env("FLEET_URL", url).env("FLEET_PATH", path);
    process.env("FLEET_CALLERS", callers.to_string()).env("FLEET_KIND", kind).env("FLEET_PLACE", place);
    Process(process.stdout(Stdio::null()).spawn().unwrap())
}

#[tokio::test]
#[ignore = "the other tests run it, in processes of its own"]
async fn helper_process_calls_until_killed() {
    let variable = |name| env::var(name).expect("the other tests set it");
    let (url, path, place) = (variable("FLEET_URL"), variable("FLEET_PATH"), variable("FLEET_PLACE"));
    let builder = Client::builder(url).api_key("k3y-0f-the-tests").account_id(Uuid::from_u128(7));
    let builder =
        builder.rate_limit(WhenLimited::Wait).rate_limit_margin(MARGIN).rate_limit_store_timeout(STORE_TIMEOUT);
    let builder = match variable("FLEET_KIND").as_str() {
        "file" => builder.rate_limit_store(FileStore::new(place)),
        "redis" => builder.rate_limit_store(RedisStore::connect(&place).unwrap()),
        _ => builder,
    };
    let client = builder.build().unwrap().with_headers([("x-process", variable("FLEET_NUMBER"))]);
    let callers = variable("FLEET_CALLERS").parse::<usize>().unwrap();
    join_all((0..callers).map(async |_| {
        loop {
            let call_start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros();
            let call = client.request(Method::GET, &path).header("x-call-start", call_start.to_string());
            call.send::<IgnoredAny>().await.unwrap();
        }
    }))
    .await;
}
