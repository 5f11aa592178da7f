//! A program for several accounts, each with a key of its own, over the same connections.

use layer::{Client, Error, uuid::Uuid};

async fn incidents(client: &Client, accounts: &[(Uuid, &str)]) -> Result<usize, Error> {
    let mut count = 0;
    for (account, key) in accounts {
        let client = client.with_account(*account).with_api_key(*key);
        count += client.status_page_incidents().list().send().await?.entries.iter().flatten().count();
    }
    Ok(count)
}

mod tests {
    use httpmock::MockServer;
    use layer::mock::MockServerExt;
    use layer::types::{Incident, IncidentList};

    use super::*;
    use crate::client;

    #[tokio::test]
    async fn each_account_is_asked_with_its_key() {
        let server = MockServer::start_async().await;
        let accounts = [(Uuid::from_u128(1), "first"), (Uuid::from_u128(2), "second")];
        let one = IncidentList::builder().entries([Incident::default()]).build().unwrap();
        let mocks = accounts.map(|(account, key)| {
            let of_account = server.status_page_incidents().list().header("x-account", account);
            of_account.header("authorization", format!("Bearer {key}")).respond(&one)
        });
        assert_eq!(incidents(&client(&server), &accounts).await.unwrap(), 2);
        for mock in mocks {
            mock.assert();
        }
    }
}
