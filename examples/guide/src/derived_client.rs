use monitoring_service::{Client, Error};

pub fn clients(url: &str, key: &str, account: &str, other: &str) -> Result<[Client; 2], Error> {
    let client = Client::builder(url).api_key(key).account_id(account).build()?;
    let of_other_account = client.with_account(other);
    Ok([client, of_other_account])
}
