use monitoring_service::{Client, Error, http::Method};

pub async fn dashboard(client: &Client, id: &str) -> Result<serde_json::Value, Error> {
    let request = client.request(Method::GET, "/v1/dashboards/{id}").path("id", id).query([("limit", "10")]);
    Ok(request.send::<serde_json::Value>().await?.into_inner())
}
