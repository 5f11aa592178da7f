use monitoring_service::{ClientBuilder, reqwest::Proxy};

pub fn through(proxy: Proxy, builder: ClientBuilder) -> ClientBuilder {
    builder.configure_http(move |http| http.proxy(proxy.clone()).user_agent("my-program/1.0"))
}
