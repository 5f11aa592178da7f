//! Ids in a path.

use loopback::Server;
use monitoring_service::Error;
use percent_encoding::percent_decode_str;
use proptest::prelude::*;
use proptest::sample::select;

use super::{for_any_call, text};
use crate::support::{client, update};

/// Any text, often one of dots, slashes and percent signs.
fn id() -> impl Strategy<Value = String> {
    let segments = select(vec!["", ".", "..", "%2e", "%2E%2e", "..%2f", "/", "/..", "\\..", "?", "#", "{incidentId}"]);
    prop_oneof![
        2 => text(0..=200),
        1 => "[./%]{0,4}",
        1 => proptest::collection::vec(segments, 0..4).prop_map(|segments| segments.concat()),
    ]
}

#[test]
fn every_id_is_sent_as_one_path_segment_or_refused() {
    for_any_call((id(), select(vec!["", "/prefix"])), async |(id, prefix)| {
        let server = Server::json("{}");
        let result = update(&client(format!("{}{prefix}", server.url())), &id).await;
        if ["", ".", ".."].contains(&id.as_str()) {
            prop_assert!(matches!(result, Err(Error::InvalidRequest(_))), "{result:?}");
            prop_assert_eq!(server.received(), []);
            return Ok(());
        }
        prop_assert!(result.is_ok(), "{result:?}");
        let request = server.only();
        let path = request.target().strip_prefix(prefix).unwrap();
        prop_assert!(!path.contains(['?', '#']), "{path}");
        let segments: Vec<_> = path.split('/').collect();
        prop_assert_eq!(segments.len(), 6, "{}", path);
        prop_assert_eq!(&segments[..4], ["", "v1", "status-pages", "incidents"]);
        prop_assert_eq!(segments[5], "incident-updates");
        prop_assert_eq!(percent_decode_str(segments[4]).decode_utf8().unwrap(), id);
        Ok(())
    });
}
