//! Tests of unions of objects, whose members are distinguished by the value of a tag field, or by the fields that an
//! object contains.

use kitchen_sink::{Error, types};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::responding;

fn heartbeat() -> Value {
    json!({ "checkType": "HEARTBEAT", "id": Uuid::nil(), "name": "nightly", "period": 60, "tags": ["a"] })
}

fn decoded<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap()
}

#[tokio::test]
async fn tagged_union_is_serialized_as_its_member() {
    let sent: types::HeartbeatCheck = decoded(&heartbeat());
    for response in [
        r#"{"checkType":"HTTP","id":"00000000-0000-0000-0000-000000000000","settings":{"url":"u"}}"#,
        r#"{"settings":{"url":"u"},"id":"00000000-0000-0000-0000-000000000000","checkType":"HTTP"}"#,
    ] {
        let (client, server) = responding(200, response);
        let check = client.post_checks().body(sent.clone()).send().await.unwrap().into_inner();
        assert_eq!(serde_json::from_str::<Value>(server.only().body()).unwrap(), heartbeat());
        let types::Check::Http(http) = check else { panic!("{check:?}") };
        assert_eq!(http.settings.url, "u");
    }
}

#[tokio::test]
async fn union_in_a_query_is_sent_as_its_member() {
    let (client, server) = responding(200, "{}");
    let span: types::Span = decoded(&json!({ "before": 5, "zone": "UTC" }));
    let event: types::Event = decoded(&json!({ "event": "created", "at": "now" }));
    client.get_checks().span(span).event(event).send().await.unwrap();
    let request = server.only();
    let query = request.target().split_once('?').unwrap().1.to_owned();
    let mut pairs: Vec<&str> = query.split('&').collect();
    pairs.sort_unstable();
    assert_eq!(pairs, ["before=5", "event%5Bat%5D=now", "event%5Bevent%5D=created", "zone=UTC"]);
}

#[tokio::test]
async fn decode_error_path_leads_into_a_nested_union_member() {
    let id = r#""id":"00000000-0000-0000-0000-000000000000""#;
    let first = |url: &str| format!(r#"{{"checkType":"HTTP",{id},"settings":{{"url":{url}}}}}"#);
    let last = |url: &str| format!(r#"{{{id},"settings":{{"url":{url}}},"checkType":"HTTP"}}"#);
    for (good, bad) in [(first(r#""u""#), first("5")), (last(r#""u""#), last("5"))] {
        for (text, path) in [
            (format!(r#"{{"list":[{good},{bad}]}}"#), "list[1].settings.url"),
            (format!(r#"{{"either":{bad}}}"#), "either.settings.url"),
            (r#"{"map":{"a":{"at":1,"event":"created"}}}"#.to_owned(), "map.a.at"),
            (r#"{"nullable":{"address":[],"kind":"mail"}}"#.to_owned(), "nullable.address"),
        ] {
            let (client, _server) = responding(200, &text);
            let Error::Decode(error) = client.get_schema_checks().send().await.unwrap_err() else {
                panic!("{text} should not decode");
            };
            assert_eq!(error.path(), Some(path), "{text}");
        }
        let group = |child: &str| format!(r#"{{"children":[{child}],{id},"checkType":"GROUP"}}"#);
        let (client, _server) = responding(200, &group(&group(&bad)));
        let Error::Decode(error) = client.get_schema_check().send().await.unwrap_err() else {
            panic!("{bad} should not decode");
        };
        assert_eq!(error.path(), Some("children[0].children[0].settings.url"));
    }
}

#[tokio::test]
async fn deeply_nested_unions_decode_even_if_the_tag_is_the_last_field() {
    let id = r#""id":"00000000-0000-0000-0000-000000000000""#;
    for tag_comes_first in [true, false] {
        let nested = |innermost: &str, depth: usize| {
            (0..depth).fold(innermost.to_owned(), |child, _| {
                if tag_comes_first {
                    format!(r#"{{"checkType":"GROUP",{id},"children":[{child}]}}"#)
                } else {
                    format!(r#"{{"children":[{child}],{id},"checkType":"GROUP"}}"#)
                }
            })
        };
        let (client, _server) = responding(200, &nested("{}", 62));
        let mut check = client.get_schema_check().send().await.unwrap().into_inner();
        let mut depth = 0;
        while let types::Check::Group(group) = check {
            depth += 1;
            check = group.children.unwrap().remove(0);
        }
        assert_eq!((depth, check), (62, types::Check::Other(json!({}))));

        let (client, _server) = responding(200, &nested(r#"{"name":5,"checkType":"HTTP"}"#, 62));
        let Error::Decode(error) = client.get_schema_check().send().await.unwrap_err() else {
            panic!("should not decode");
        };
        assert_eq!(error.path(), Some(format!("children[0]{}.name", ".children[0]".repeat(61)).as_str()));
    }
}

/// Checks that a value that matches no union member is retained: it is decoded as the variant for other values, which
/// `is_other` recognizes, and encoded unchanged.
fn assert_retained<T: serde::de::DeserializeOwned + serde::Serialize>(value: &Value, is_other: impl Fn(&T) -> bool) {
    let union: T = decoded(value);
    assert!(is_other(&union), "{value}");
    assert_eq!(serde_json::to_value(&union).unwrap(), *value);
}

#[test]
fn union_retains_values_that_match_none_of_its_members() {
    for value in [
        json!({ "checkType": "BROWSER", "id": 5, "deep": [{ "a": null }] }),
        json!({ "checkType": 5 }),
        json!({ "period": 60 }),
        json!({}),
        json!([heartbeat()]),
        json!("HEARTBEAT"),
        json!(1.5),
    ] {
        assert_retained::<types::Check>(&value, |check| matches!(check, types::Check::Other(_)));
        assert_retained::<types::Event>(&value, |event| matches!(event, types::Event::Other(_)));
    }
    for value in [json!({ "after": 1, "before": 2 }), json!([1])] {
        assert_retained::<types::Span>(&value, |span| matches!(span, types::Span::Other(_)));
    }
    for value in [json!({ "min": 1.5, "max": 2.5 }), json!({ "min": null }), json!({})] {
        assert_retained::<types::Bound>(&value, |bound| matches!(bound, types::Bound::Other(_)));
    }
}

#[test]
fn each_union_member_is_selected_by_its_tag_or_required_field() {
    use types::{Action, ActionObject, Channel, Device, Notice, Resource, Span};

    let channel = |value: Value| decoded::<Channel>(&value);
    assert!(matches!(channel(json!({ "kind": "mail", "address": "a" })), Channel::Mail(_)));
    assert!(matches!(channel(json!({ "kind": "call" })), Channel::SmsOrCall(_)));
    assert!(matches!(channel(json!({ "name": "n" })), Channel::Fallback(_)));
    assert!(matches!(channel(json!({ "name": "n", "kind": "fax" })), Channel::Other(_)));

    let Resource::Alarm(alarm) = decoded(&json!({ "type": "alarm", "level": "high", "pager": "p" })) else {
        panic!("should be an alarm");
    };
    assert!(matches!(*alarm, types::Alarm::High(high) if high.pager.as_deref() == Some("p")));

    let action = |tag: &str| decoded::<Action>(&json!({ "do": tag, "url": "u", "text": "t" }));
    let object = |tag: &str| match action(tag) {
        Action::Object(object) => *object,
        other => panic!("{other:?}"),
    };
    assert!(matches!(object("call"), ActionObject::Call(_)));
    assert!(matches!(object("other"), ActionObject::WaitOrOther(_)));
    assert!(matches!(object("Other2"), ActionObject::Other2(_)));
    assert!(matches!(object("new"), ActionObject::Other(_)));
    assert!(matches!(decoded(&json!("NOTHING")), Action::Text(types::ActionString::Nothing)));

    assert!(matches!(decoded(&json!({ "zone": "z", "after": 1 })), Span::After(after) if after.after == 1));
    assert!(matches!(decoded(&json!({ "zone": "z" })), Span::Fallback(_)));
    assert!(matches!(decoded(&json!({ "id": "i", "kind": "sms", "phone": "p" })), Notice::Sms(sms) if sms.id == "i"));
    assert!(matches!(decoded(&json!({ "serial": "s", "device": "fan" })), Device::Fan(fan) if fan.serial == "s"));
}

#[tokio::test]
async fn object_that_matches_several_members_of_anyof_has_a_variant_of_its_own() {
    use types::AliasAction::{AliasAdded, Other, Several};

    let received = |action: Value| async move {
        let (client, server) = responding(200, &action.to_string());
        let change: types::AliasChange = decoded(&json!({ "action": action }));
        let response = client.post_aliases().body(change).send().await.unwrap().into_inner();
        assert_eq!(serde_json::from_str::<Value>(server.only().body()).unwrap(), json!({ "action": action }));
        response
    };
    let added = received(json!({ "add": "a", "index": "i" })).await;
    assert!(matches!(&added, AliasAdded(added) if added.add == "a"), "{added:?}");
    assert_eq!(added.index(), Some("i"));
    let both = received(json!({ "index": "i", "drop": "d", "note": "n", "add": "a", "more": 1 })).await;
    assert_eq!(both.index(), Some("i"));
    let Several(both) = both else { panic!("{both:?}") };
    assert_eq!((both.add.as_deref(), both.drop.as_deref(), both.rename.as_deref()), (Some("a"), Some("d"), None));
    assert_eq!(both.undeclared()["more"], 1);
    assert!(matches!(received(json!({ "index": "i" })).await, Other(_)));
    let built = types::AliasActionSeveral::builder().index("i").add("a").rename("r").build().unwrap();
    let change = types::AliasChange::builder().action(built).build().unwrap();
    assert_eq!(serde_json::to_value(change).unwrap(), json!({ "action": { "index": "i", "add": "a", "rename": "r" } }));
}

#[tokio::test]
async fn setters_of_unions_take_builders_of_their_members() {
    let target = json!({ "kind": "stream", "version": 2, "active": true, "level": "high", "topic": "t" });
    let change = json!({ "action": { "index": "i", "add": "a" }, "target": target });

    let (client, server) = responding(200, r#"{"index":"i","drop":"d"}"#);
    let action = types::AliasAdded::builder().index("i").add("a");
    let stream = types::StreamTarget::builder().topic("t").level("high");
    client.post_aliases().body_map(|body| body.action(action).target(Some(stream.clone()))).send().await.unwrap();
    assert_eq!(serde_json::from_str::<Value>(server.only().body()).unwrap(), change);

    let (client, server) = responding(200, &change.to_string());
    client.put_aliases().body(stream).send().await.unwrap();
    assert_eq!(serde_json::from_str::<Value>(server.only().body()).unwrap(), target);

    let error = types::AliasChange::builder().action(types::AliasAdded::builder().add("a")).build().unwrap_err();
    assert_eq!(error.to_string(), "`action`: `index` is required and was not set");
}

#[test]
fn builder_sets_required_fields_of_a_union_member_with_one_possible_value() {
    let built = |builder: types::builder::IndexTarget| serde_json::to_value(builder.build().unwrap()).unwrap();
    let index = types::IndexTarget::builder().name("n").level("low");
    let expected = json!({ "kind": "index", "version": 1, "active": true, "level": "low", "name": "n" });
    assert_eq!(built(index.clone()), expected);
    assert_eq!(built(index.clone().kind(None::<&str>)), expected);
    let changed = index.kind("other").version(7).active(false);
    let expected = json!({ "kind": "other", "version": 7, "active": false, "level": "low", "name": "n" });
    assert_eq!(built(changed), expected);
    let error = types::IndexTarget::builder().build().unwrap_err();
    assert_eq!(error.to_string(), "`level` is required and was not set; `name` is required and was not set");
    let named = types::NamedTarget::builder().build().unwrap();
    assert_eq!(serde_json::to_value(named).unwrap(), json!({ "kind": "path" }));
}

#[test]
fn union_has_accessors_for_fields_common_to_all_members() {
    let check: types::Check = decoded(&heartbeat());
    assert_eq!((check.id(), check.name(), check.muted()), (Some(Uuid::nil()), Some("nightly"), None));
    assert_eq!(check.tags(), Some(["a".to_owned()].as_slice()));
    assert_eq!(check.owner(), None);
    let other: types::Check = decoded(&json!({ "checkType": "NEW", "name": "n" }));
    assert_eq!((other.name(), other.tags()), (None, None));
}

#[test]
fn converting_a_member_into_its_union_adds_the_tag() {
    let created: types::CreatedEvent = decoded(&json!({ "at": "now" }));
    let event = types::Event::from(created);
    assert_eq!(serde_json::to_value(&event).unwrap(), json!({ "event": "created", "at": "now" }));
    for tag in ["moved", "renamed"] {
        let moved = json!({ "event": tag, "at": "now", "to": "there" });
        assert_eq!(serde_json::to_value(decoded::<types::Event>(&moved)).unwrap(), moved);
    }
}

#[tokio::test]
async fn union_accepts_tags_of_nested_unions_and_schema_names_as_tags() {
    const BODY: &str = r#"{"checkOrMemo":{"id":"00000000-0000-0000-0000-000000000000","checkType":"HTTP","settings":{"url":"u"}},"anyOrNull":{"kind":5}}"#;
    let checks: types::Checks = serde_json::from_str(BODY).unwrap();
    let check = checks.check_or_memo.clone().unwrap();
    assert!(
        matches!(&check, types::ChecksCheckOrMemo::Check(check) if matches!(&**check, types::Check::Http(_))),
        "{check:?}"
    );
    assert_eq!(checks.any_or_null.as_ref().unwrap()["kind"], 5);
    let (client, server) = responding(200, BODY);
    let received = client.request("PUT", "/checks").json(&checks).send::<types::Checks>().await.unwrap().into_inner();
    assert_eq!((server.only().body(), received), (BODY, checks));

    for (tag, written) in [("MEMO", "MEMO"), ("Memo", "MEMO")] {
        let memo: types::ChecksCheckOrMemo = decoded(&json!({ "checkType": tag, "text": "t" }));
        assert!(matches!(&memo, types::ChecksCheckOrMemo::Memo(memo) if memo.text == "t"), "{memo:?}");
        assert_eq!(serde_json::to_value(memo).unwrap(), json!({ "checkType": written, "text": "t" }));
    }
    assert!(matches!(decoded(&json!({ "event": "DeletedEvent", "at": "now" })), types::Event::Deleted(_)));
}

#[tokio::test]
async fn union_members_can_be_tagged_by_booleans_or_integers() {
    use types::{Frame, Outcome};

    const BODY: &str =
        r#"{"outcome":{"ok":false,"value":5},"frames":[{"op":2,"text":"t"},{"op":-1,"text":1},{"op":3},{"op":"2"}]}"#;
    let checks: types::Checks = serde_json::from_str(BODY).unwrap();
    assert!(matches!(checks.outcome.as_ref(), Some(Outcome::False(no)) if no.value == Some(5)), "{checks:?}");
    let frames = checks.frames.as_deref().unwrap();
    let [Frame::N1OrN2(text), Frame::Minus1(number), Frame::Other(_), Frame::Other(_)] = frames else {
        panic!("{frames:?}");
    };
    assert_eq!((text.text.as_deref(), number.text), (Some("t"), Some(1)));
    let (client, server) = responding(200, BODY);
    let received = client.request("PUT", "/checks").json(&checks).send::<types::Checks>().await.unwrap();
    assert_eq!((server.only().body(), received.into_inner()), (BODY, checks));

    assert!(matches!(decoded(&json!({ "value": "v", "ok": true })), Outcome::True(yes) if yes.value == "v"));
    assert!(matches!(decoded(&json!({ "op": 1.0 })), Frame::N1OrN2(_)));
    for other in [json!({ "ok": "true" }), json!({ "ok": null }), json!({ "ok": 1 }), json!({})] {
        assert_retained::<Outcome>(&other, |outcome| matches!(outcome, Outcome::Other(_)));
    }
}

#[tokio::test]
async fn tags_listed_without_quotes_are_read_as_numbers_booleans_or_strings() {
    const UNQUOTED: &str = r#"{"listed":[{"first":"f","version":1},{"version":true},{"version":2}],"mapped":{"version":2,"beta":"b"},"narrowed":null}"#;
    const QUOTED: &str = r#"{"listed":[{"version":"1","first":"f"},{"version":"true"},{"version":"2"}],"mapped":{"version":"2","beta":"b"},"narrowed":null}"#;
    for response in [UNQUOTED, QUOTED] {
        let (client, server) = responding(200, response);
        let sent: types::Releases = serde_json::from_str(response).unwrap();
        let releases = client.put_releases().body(sent.clone()).send().await.unwrap().into_inner();
        assert_eq!((server.only().body(), &releases), (QUOTED, &sent));
        let Some(types::ReleasesMapped::X2(beta)) = &releases.mapped else { panic!("{releases:?}") };
        assert_eq!((beta.version.as_str(), beta.beta.as_deref()), ("2", Some("b")));
        assert_eq!(releases.narrowed, Some(None));
    }
    let releases: types::Releases = decoded(&json!({ "narrowed": { "version": "1", "alpha": "a" } }));
    let alpha: Option<types::Alpha> = releases.narrowed.flatten();
    assert_eq!(alpha.and_then(|alpha| alpha.alpha).as_deref(), Some("a"));
}

#[tokio::test]
async fn query_with_several_fields_of_an_anyof_is_built_as_one_struct() {
    let (client, server) = responding(204, "");
    let made = types::GetReleasesMade::builder().gt("2024-05-01").lte("2024-05-31");
    client.get_releases().made(made).send().await.unwrap();
    assert_eq!(server.only().target(), "/releases?made%5Bgt%5D=2024-05-01&made%5Blte%5D=2024-05-31");
}

#[test]
fn schemas_used_only_within_all_of_become_types() {
    let base: types::DeviceBase = decoded(&json!({ "serial": "s" }));
    assert_eq!(base.serial, "s");
    let lamp: types::Lamp = decoded(&json!({ "device": "lamp" }));
    assert_eq!(lamp.bright, None);
}

#[test]
fn parent_schema_with_a_discriminator_decodes_as_its_subtype() {
    let animals = json!([
        { "species": "kitty", "name": "Tom", "indoor": true },
        { "species": "Lion", "pride": "north" },
        { "species": "newt", "gills": 2 },
    ]);
    let mascot = json!({ "species": "kitty", "indoor": false });
    let zoo: types::Zoo = decoded(&json!({ "animals": animals, "mascot": mascot }));
    let list = zoo.animals.as_deref().unwrap();
    let [types::Animal::Kitty(kitty), types::Animal::Lion(lion), types::Animal::Other(newt)] = list else {
        panic!("{list:?}")
    };
    assert_eq!((kitty.name.as_deref(), kitty.indoor, lion.pride.as_str()), (Some("Tom"), Some(true), "north"));
    assert_eq!(newt["gills"], 2);
    assert_eq!(list[0].species(), Some("kitty"));
    assert_eq!(serde_json::to_value(&zoo).unwrap(), json!({ "animals": animals, "mascot": mascot }));
}

/// The tag is an integer in the schemas of the members, although the keys of `mapping` are strings.
#[tokio::test]
async fn a_mapping_selects_the_members_with_an_integer_tag() {
    let body = r#"{"numbered":{"level":2,"two":"b"}}"#;
    let (client, server) = responding(200, body);
    let sent = types::Releases::builder().numbered(types::LevelTwo::builder().level(2).two("b"));
    let releases = client.put_releases().body(sent).send().await.unwrap().into_inner();
    assert_eq!(server.only().body(), body);
    let Some(types::ReleasesNumbered::LevelTwo(two)) = &releases.numbered else { panic!("{releases:?}") };
    assert_eq!((two.level, two.two.as_deref()), (2, Some("b")));
    let other: types::Releases = decoded(&json!({ "numbered": { "level": 3 } }));
    assert!(matches!(other.numbered, Some(types::ReleasesNumbered::Other(_))), "{other:?}");
    let text: types::Releases = decoded(&json!({ "numbered": { "level": "1" } }));
    assert!(matches!(text.numbered, Some(types::ReleasesNumbered::Other(_))), "{text:?}");
}
