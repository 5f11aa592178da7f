//! Checks the environment variables that configure a proxy. reqwest ignores a variable that it cannot parse, so that
//! the requests would bypass the proxy.

use std::ffi::OsString;
use std::net::IpAddr;

use url::{Host, Url};

/// Returns the reason why a variable cannot be used, if requests to one of these URLs would use it. The reason does not
/// show the value, which may contain a password. `variable` returns the value of an environment variable.
pub(super) fn find_invalid_variable(urls: &[&Url], variable: impl Fn(&str) -> Option<OsString>) -> Option<String> {
    let first_of = |names: [&'static str; 2]| {
        let set = names.into_iter().find_map(|name| Some((name, variable(name)?)));
        // An empty variable counts as unset, but causes the second variable to be ignored.
        set.filter(|(_, value)| !value.is_empty())
    };
    // reqwest ignores all proxy variables in a CGI script, where `REQUEST_METHOD` is set: the request that started the
    // script could have set `HTTP_PROXY` with its header `Proxy`.
    if variable("REQUEST_METHOD").is_some() {
        return None;
    }
    let excluded = ["NO_PROXY", "no_proxy"].into_iter().find_map(|name| variable(name)?.into_string().ok());
    let invalid = urls.iter().find_map(|url| {
        let names = if url.scheme() == "https" { ["HTTPS_PROXY", "https_proxy"] } else { ["HTTP_PROXY", "http_proxy"] };
        let (name, value) = first_of(names).or_else(|| first_of(["ALL_PROXY", "all_proxy"]))?;
        let is_used = !is_excluded(url, excluded.as_deref().unwrap_or_default());
        (is_used && !value.to_str().is_some_and(is_proxy)).then_some(name)
    });
    invalid.map(|name| format!("the proxy that is set in `{name}` cannot be parsed: correct or unset it"))
}

/// Returns whether reqwest can parse the URL of a proxy. The scheme may be missing.
fn is_proxy(text: &str) -> bool {
    let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"];
    text.parse::<http::Uri>().is_ok_and(|uri| {
        uri.host().is_some_and(|host| !host.is_empty()) && uri.scheme_str().is_none_or(|it| schemes.contains(&it))
    })
}

/// Returns whether the host of the URL is in a list such as `example.com, 10.0.0.0/8`, by the rules of reqwest. A
/// domain includes its subdomains.
fn is_excluded(url: &Url, list: &str) -> bool {
    let entries = || list.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    match url.host() {
        Some(Host::Domain(host)) => entries().any(|entry| {
            let domain = entry.strip_prefix('.').unwrap_or(entry).to_ascii_lowercase();
            entry == "*" || host.strip_suffix(&domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        }),
        Some(Host::Ipv4(address)) => entries().any(|entry| contains_address(entry, address.into())),
        Some(Host::Ipv6(address)) => entries().any(|entry| contains_address(entry, address.into())),
        None => false,
    }
}

/// Returns whether an entry, such as `10.0.0.1` or `10.0.0.0/8`, contains the address.
fn contains_address(entry: &str, address: IpAddr) -> bool {
    let bits = |address: IpAddr| match address {
        IpAddr::V4(address) => (u128::from(address.to_bits()) << 96, 32),
        IpAddr::V6(address) => (address.to_bits(), 128),
    };
    let (network, prefix) = entry.split_once('/').map_or((entry, None), |(network, prefix)| (network, Some(prefix)));
    let Ok(network) = network.parse::<IpAddr>() else { return false };
    let ((network, length), (address, own_length)) = (bits(network), bits(address));
    let prefix = prefix.map_or(Some(length), |prefix| prefix.parse().ok().filter(|prefix| *prefix <= length));
    let Some(prefix) = prefix else { return false };
    length == own_length && (network ^ address).leading_zeros() >= prefix
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invalid_variable(url: &str, variables: &[(&str, &str)]) -> Option<String> {
        let find = |name: &str| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.into());
        find_invalid_variable(&[&url.parse().unwrap()], find)
    }

    #[test]
    fn error_names_the_proxy_variable_without_its_value() {
        for (url, name) in [
            ("https://h", "HTTPS_PROXY"),
            ("https://h", "https_proxy"),
            ("https://h", "ALL_PROXY"),
            ("https://h", "all_proxy"),
            ("http://h", "HTTP_PROXY"),
            ("http://h", "http_proxy"),
            ("http://h", "ALL_PROXY"),
        ] {
            for value in ["://s3cret", "http://", "ftp://s3cret@p", "http://me:s3cret@", "http://p q", "/s3cret", " "] {
                let expected = format!("the proxy that is set in `{name}` cannot be parsed: correct or unset it");
                assert_eq!(invalid_variable(url, &[(name, value)]), Some(expected), "{value}");
            }
            for value in ["", "p", "p:8080", "http://p:8080/path", "https://me:s3cret@p", "socks5h://p:1", "[::1]:80"] {
                assert_eq!(invalid_variable(url, &[(name, value)]), None, "{name}={value}");
            }
        }
    }

    #[test]
    fn proxy_variables_that_requests_do_not_use_are_not_checked() {
        let invalid = |name: &'static str| (name, "://");
        for variables in [
            &[invalid("HTTP_PROXY")][..],
            &[("HTTPS_PROXY", "p"), invalid("https_proxy"), invalid("ALL_PROXY")],
            &[("HTTPS_PROXY", ""), invalid("https_proxy")],
            &[invalid("HTTPS_PROXY"), ("REQUEST_METHOD", "GET")],
            &[invalid("HTTPS_PROXY"), ("NO_PROXY", "example.com")],
            &[invalid("HTTPS_PROXY"), ("no_proxy", "a, .EXAMPLE.com")],
            &[invalid("HTTPS_PROXY"), ("no_proxy", "*")],
        ] {
            assert_eq!(invalid_variable("https://api.example.com", variables), None, "{variables:?}");
        }
        for variables in [
            &[("HTTPS_PROXY", ""), invalid("ALL_PROXY")][..],
            &[invalid("HTTPS_PROXY"), ("ALL_PROXY", "p"), ("NO_PROXY", "ample.com, other")],
            &[invalid("HTTPS_PROXY"), ("NO_PROXY", ""), ("no_proxy", "*")],
        ] {
            assert!(invalid_variable("https://api.example.com", variables).is_some(), "{variables:?}");
        }
    }

    #[test]
    fn no_proxy_can_list_addresses_and_networks() {
        for (url, list, is_excluded) in [
            ("https://10.1.2.3", "10.1.2.3", true),
            ("https://10.1.2.3", "10.0.0.0/8", true),
            ("https://10.1.2.3", "0.0.0.0/0", true),
            ("https://10.1.2.3", "10.1.2.0/31, ::/0, 10.1.2.0/33, *", false),
            ("https://[fd00::1]", "fd00::/8", true),
            ("https://[fd00::1]", "fd00::2", false),
        ] {
            let found = invalid_variable(url, &[("HTTPS_PROXY", "://"), ("NO_PROXY", list)]);
            assert_eq!(found.is_none(), is_excluded, "{url} {list}");
        }
    }
}
