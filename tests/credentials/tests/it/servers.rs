//! Tests of base URLs that the document lists as servers.

use credentials::Client;
use credentials::servers::{self, Port, Region, RegionOrdersInvalidPortBase};

fn url(server: RegionOrdersInvalidPortBase) -> String {
    server.into()
}

fn server() -> RegionOrdersInvalidPortBase {
    RegionOrdersInvalidPortBase::default()
}

#[test]
fn server_with_variables_is_a_struct_with_setters() {
    assert_eq!(servers::SANDBOX_ORDERS_INVALID_V1, "https://sandbox.orders.invalid/v1");
    assert_eq!(url(server()), servers::DEFAULT);
    assert_eq!(servers::DEFAULT, "https://eu.orders.invalid:443/v1");
    let other = server().region(Region::UsEast).port(Port::X8443).base("v2/orders");
    assert_eq!(url(other.clone()), "https://us-east.orders.invalid:8443/v2/orders");
    let client = Client::builder(other).build().unwrap();
    assert!(format!("{client:?}").contains("https://us-east.orders.invalid:8443/v2/orders"));
}

#[test]
fn server_variable_in_the_path_cannot_change_host_or_query() {
    for (base, end) in [("a?b#c", "a%3Fb%23c"), ("@evil.invalid", "%40evil.invalid"), ("{port}", "%7Bport%7D")] {
        let url = url(server().base(base));
        assert_eq!(url, format!("https://eu.orders.invalid:443/{end}"));
        Client::builder(url).build().unwrap();
    }
    let error = Client::builder(server().base("../v2")).build().unwrap_err().to_string();
    assert!(error.contains("must not contain the path segments `.` or `..`"), "{error}");
}

#[test]
fn server_variable_in_the_host_cannot_add_a_path_or_port() {
    let url = |tenant: &str| String::from(servers::TenantTenantsInvalid::default().tenant(tenant));
    assert_eq!(url("a.b"), "https://a.b.tenants.invalid");
    Client::builder(url("a.b")).build().unwrap();
    for value in [
        "evil.invalid/",
        "evil.invalid?",
        "evil.invalid#",
        "me@evil",
        "evil.invalid\\",
        "evil.invalid:80",
        "[::1]",
        " ",
    ] {
        Client::builder(url(value)).build().unwrap_err();
    }
}
