//! A program without `async`: each call blocks.

use layer::{Client, Error};
use tokio::runtime::{Builder, Runtime};

struct Blocking {
    client: Client,
    runtime: Runtime,
}

impl Blocking {
    fn new(client: Client) -> std::io::Result<Self> {
        Ok(Self { client, runtime: Builder::new_current_thread().enable_all().build()? })
    }

    fn incidents(&self) -> Result<usize, Error> {
        let page = self.runtime.block_on(self.client.status_page_incidents().list().send())?;
        Ok(page.entries.as_ref().map_or(0, Vec::len))
    }
}

mod tests {
    use httpmock::MockServer;
    use layer::{mock::MockServerExt, types::IncidentList};

    use super::*;
    use crate::client;

    #[test]
    fn a_program_without_a_runtime_can_block_on_calls() {
        let server = MockServer::start();
        let mock = server.status_page_incidents().list().respond(&IncidentList::default());
        let blocking = Blocking::new(client(&server)).unwrap();
        assert_eq!(blocking.incidents().unwrap(), 0);
        assert_eq!(blocking.incidents().unwrap(), 0);
        mock.assert_calls(2);
    }
}
