//! A program behind a proxy of its own, with a User-Agent of its own.

use layer::reqwest::Proxy;
use layer::uuid::Uuid;
use layer::{Client, ClientBuilder, reqwest};

fn behind(proxy: &str, url: &str, account: Uuid) -> Result<ClientBuilder, reqwest::Error> {
    let proxy = Proxy::all(proxy)?;
    Ok(Client::builder(url)
        .api_key("any")
        .account_id(account)
        .configure_http(move |http| http.proxy(proxy.clone()).user_agent("my-program/1.0")))
}

mod tests {
    use httpmock::MockServer;
    use layer::mock::MockServerExt;
    use layer::types::IncidentList;

    use super::*;
    use crate::ACCOUNT;

    #[tokio::test]
    async fn a_proxy_gets_the_requests_for_another_host() {
        let server = MockServer::start_async().await;
        let mock = server
            .get_v1_statuspages_incidents()
            .header("host", "api.invalid")
            .header("user-agent", "my-program/1.0")
            .respond(&IncidentList::default());
        let client = behind(&server.base_url(), "http://api.invalid", ACCOUNT).unwrap().allow_plain_http().build();
        client.unwrap().status_page_incidents().list().send().await.unwrap();
        mock.assert();
    }
}
