//! The former short names, tags and features that are kept.

use perennial_codegen::text::naming;

use super::{
    names::{former, updated},
    *,
};

/// `GET` of each path, which has the rest of it as its operationId, in these tags.
fn tagged(operations: &[(&str, &[&str])]) -> Value {
    let path = |(path, tags): &(&str, &[&str])| {
        let id = path.replace(['/', '{', '}'], " ");
        ((*path).to_owned(), json!({ "get": { "operationId": format!("get {id}"), "tags": tags } }))
    };
    document(operations.iter().map(path).collect::<serde_json::Map<_, _>>().into(), json!({}))
}

/// The features that have another name, a line each.
fn renamed(comparison: &Comparison) -> Vec<String> {
    let renamed = comparison.features.iter().filter(|feature| feature.rule.effect == Effect::Compatible);
    renamed.map(|FeatureChange { name, present, .. }| format!("{name} -> {present}")).collect()
}

#[test]
fn a_renamed_tag_keeps_its_accessor_and_its_feature() {
    let document = |tag: &str| tagged(&[("/a/{id}", &[tag]), ("/b/{id}/size", &[tag])]);
    let (client, comparison) = updated(&[document("Old"), document("New")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", reported(&comparison));
    assert_eq!(
        former(&client),
        json!({
            "short_names": { "old": { "get_a": "get_a_id", "size": "get_b_id_size" } },
            "features": { "old": "new" },
        })
    );
    assert_eq!(renamed(&comparison), ["old -> new"]);
    assert!(
        listing(&client.api).contains("\ndeprecated short name old().size = get_b_id_size\n"),
        "{}",
        listing(&client.api)
    );
}

#[test]
fn a_renamed_tag_keeps_the_short_names_that_followed_from_its_words() {
    let document = |tag: &str| tagged(&[("/things", &[tag]), ("/things/{id}/size", &[tag])]);
    let (client, comparison) = updated(&[document("Things"), document("Items")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former(&client)["short_names"],
        json!({ "things": { "get": "get_things", "size": "get_things_id_size" } })
    );
    assert_eq!(renamed(&comparison), ["things -> items"]);
    let lines = reported(&comparison);
    for told in [
        "is called `items().things()`, formerly `things().get()`",
        "`items().size(String)`, formerly `things().size(String)`",
    ] {
        assert!(lines.iter().any(|line| line.contains(told)), "{told}: {lines:?}");
    }
}

#[test]
fn tags_that_become_one_both_keep_their_accessors() {
    let (client, comparison) =
        updated(&[tagged(&[("/a", &["One"]), ("/b", &["Other"])]), tagged(&[("/a", &["Both"]), ("/b", &["Both"])])]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former(&client),
        json!({
            "short_names": { "one": { "a": "get_a" }, "other": { "b": "get_b" } },
            "features": { "one": "both", "other": "both" },
        })
    );
}

#[test]
fn a_tag_in_two_parts_keeps_its_accessor_and_a_feature_that_brings_both() {
    let (client, comparison) = updated(&[
        tagged(&[("/a", &["All"]), ("/b", &["All"]), ("/c", &["All"])]),
        tagged(&[("/a", &["One"]), ("/b", &["Other"]), ("/c", &[])]),
    ]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", reported(&comparison));
    assert_eq!(
        former(&client),
        json!({
            "short_names": { "all": { "a": "get_a", "b": "get_b", "c": "get_c" } },
            "features": { "all": ["one", "other"] },
        })
    );
    assert_eq!(renamed(&comparison), ["all -> one, other"]);
    let lines = reported(&comparison);
    for told in ["get_a: is called `one().a()`, formerly `all().a()`", "get_c: has no short name, formerly `all().c()`"]
    {
        assert!(lines.iter().any(|line| line.contains(told)), "{told}: {lines:?}");
    }
}

#[test]
fn an_operation_in_another_tag_that_was_there_keeps_its_short_name_and_feature() {
    let document = |tag: &'static str| tagged(&[("/a", &["One"]), ("/b", &["Other"]), ("/c", &[tag])]);
    let (client, comparison) = updated(&[document("One"), document("Other")]);
    assert_eq!(former(&client), json!({ "short_names": { "one": { "c": "get_c" } }, "features": { "one": "other" } }));
    assert_eq!(
        reported(&comparison),
        [
            "+ get_c: comes with the feature `other`, formerly with the feature `one`",
            "+ get_c: is called `other().c()`, formerly `one().c()`",
        ]
    );
    assert_eq!(renamed(&comparison), [""; 0]);
}

#[test]
fn former_short_names_lead_to_the_last_ones_over_several_refreshes() {
    let document = |tag: &'static str, id: &str| {
        let mut document = tagged(&[("/a", &[tag]), ("/b", &[tag])]);
        document["paths"]["/a"]["get"]["operationId"] = id.into();
        document
    };
    let documents = [document("One", "getA"), document("Two", "readA"), document("Three", "readA")];
    let (client, comparison) = updated(&documents);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    let names = json!({ "a": "get_a", "b": "get_b" });
    assert_eq!(
        former(&client),
        json!({
            "operations": { "read_a": "=get_a" },
            "short_names": { "one": names, "two": names },
            "features": { "one": "three", "two": "three" },
        })
    );
    assert_eq!(renamed(&comparison), ["two -> three"]);
    let (client, comparison) = updated(&[documents.as_slice(), &[document("One", "getA")]].concat());
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former(&client)["short_names"],
        json!({ "three": { "a": "get_a", "b": "get_b" }, "two": { "a": "get_a", "b": "get_b" } })
    );
    assert_eq!(former(&client)["features"], json!({ "three": "one", "two": "one" }));
}

#[test]
fn former_features_stay_when_their_operations_lose_all_tags() {
    let document = |tags: &[&'static str]| tagged(&[("/a", tags), ("/b", &["Other"])]);
    let (client, comparison) = updated(&[document(&["One"]), document(&["Two"]), document(&[])]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", reported(&comparison));
    assert_eq!(former(&client)["features"], json!({ "one": [], "two": [] }));
    assert_eq!(former(&client)["short_names"], json!({ "one": { "a": "get_a" }, "two": { "a": "get_a" } }));
}

#[test]
fn a_breaking_refresh_drops_neither_short_names_nor_features() {
    let document = |tag: &'static str| tagged(&[("/a", &[tag])]);
    let with_more = |tag: &'static str| tagged(&[("/a", &[tag]), ("/b", &[tag])]);
    let (client, comparison) = updated(&[with_more("One"), with_more("Two"), document("Three")]);
    assert_eq!(
        former(&client),
        json!({
            "short_names": { "one": { "a": "get_a" }, "two": { "a": "get_a" } },
            "features": { "one": "three", "two": "three" },
        })
    );
    assert_eq!(
        reported(&comparison),
        [
            "+ get_a: comes with the feature `three`, formerly with the feature `two`",
            "+ get_a: is called `three().a()`, formerly `two().a()`",
            "! get_b Removed",
        ]
    );
    assert_eq!(renamed(&comparison), ["two -> three"]);
}

#[test]
fn a_feature_whose_operations_are_all_gone_is_gone() {
    let (both, one) = (tagged(&[("/a", &["One"]), ("/b", &["Two"])]), tagged(&[("/a", &["One"])]));
    let (_, comparison) = updated(&[both, one]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    let gone = serde_json::to_value(&comparison.features).expect("should be JSON");
    assert_eq!(gone, json!([{ "name": "two", "present": [], "rule": "feature-removed", "effect": "breaking" }]));
}

#[test]
fn a_former_feature_that_is_that_of_others_now_brings_both() {
    let one = |tag: &'static str| tagged(&[("/a", &[tag])]);
    let (client, comparison) = updated(&[one("One"), one("Two"), tagged(&[("/a", &["Two"]), ("/b", &["One"])])]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(former(&client), json!({ "short_names": { "one": { "a": "get_a" } }, "features": { "one": "two" } }));
}

#[test]
fn a_short_name_calls_the_same_operation_when_tags_swap() {
    let document = |first: &'static str, second: &'static str| tagged(&[("/a", &[first]), ("/x/a", &[second])]);
    let (client, comparison) = updated(&[document("One", "Two"), document("Two", "One")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former(&client),
        json!({
            "short_names": { "one": { "a": "get_a" }, "two": { "a": "get_x_a" } },
            "features": { "one": "two", "two": "one" },
        })
    );
    assert_eq!(
        reported(&comparison),
        [
            "+ get_a: comes with the feature `two`, formerly with the feature `one`",
            "+ get_a: is called `two().get_a()`, formerly `one().a()`",
            "+ get_x_a: comes with the feature `one`, formerly with the feature `two`",
            "+ get_x_a: is called `one().get_x_a()`, formerly `two().a()`",
        ]
    );
}

#[test]
fn a_short_name_stays_when_the_operation_that_would_have_it_is_gone_or_comes() {
    let one = tagged(&[("/things/{id}/sizes", &["Things"])]);
    let both = tagged(&[("/things/sizes", &["Things"]), ("/things/{id}/sizes", &["Things"])]);
    let (client, comparison) = updated(&[both.clone(), one.clone()]);
    assert_eq!((former(&client), reported(&comparison)), (json!({}), vec!["! get_things_sizes Removed".to_owned()]));
    let (client, comparison) = updated(&[one, both]);
    assert_eq!((former(&client), reported(&comparison)), (json!({}), vec!["+ get_things_sizes Added".to_owned()]));
}

#[test]
fn a_former_short_name_stays_even_if_it_takes_other_values_now() {
    let document = |path: &str, tag: &str| {
        let mut document = tagged(&[(path, &[tag])]);
        document["paths"][path]["get"]["operationId"] = "getIt".into();
        document
    };
    let of_two = "/a/{x}/b/{y}";
    for path in ["/v2/c/{x}/d/{y}", "/a/{x}", "/b/{y}/a/{x}"] {
        let (client, comparison) = updated(&[document(of_two, "One"), document(path, "Two")]);
        assert_eq!(former(&client)["short_names"], json!({ "one": { "get_b": "get_it" } }));
        let is_told = reported(&comparison).iter().any(|line| line.starts_with('!'));
        assert_eq!(is_told, path != "/v2/c/{x}/d/{y}", "{path}: {:?}", reported(&comparison));
    }
    let (_, comparison) = updated(&[document(of_two, "One"), document("/c/{y}/b/{x}", "One")]);
    let lines = reported(&comparison);
    let other_order = "! get_it: `one().get_b(String, String)` takes the path parameters in another order";
    assert!(lines.contains(&other_order.to_owned()), "{lines:?}");
}

#[test]
fn tags_and_operations_leave_each_other_the_names_that_they_have() {
    let document = |id: &str, tag: &str| {
        let mut document = tagged(&[("/a", &[tag])]);
        document["paths"]["/a"]["get"]["operationId"] = id.into();
        document
    };
    for (old, new) in [(("getA", "Letters"), ("letters", "Glyphs")), (("letters", "Glyphs"), ("getA", "Letters"))] {
        let (client, comparison) = updated(&[document(old.0, old.1), document(new.0, new.1)]);
        assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", reported(&comparison));
        assert!(client.api.operations.contains_key(&naming::value_name(old.0)));
    }
}

#[test]
fn another_type_of_a_value_in_the_path_is_told_of_its_setter_alone() {
    let document = |tag: &str, schema: Value| {
        let mut document = tagged(&[("/a/{id}", &[tag])]);
        document["paths"]["/a/{id}"]["get"]["parameters"] =
            json!([{ "name": "id", "in": "path", "required": true, "schema": schema }]);
        document
    };
    let (text, uuid) = (json!({ "type": "string" }), json!({ "type": "string", "format": "uuid" }));
    let (client, comparison) = updated(&[document("One", text.clone()), document("Two", uuid.clone())]);
    assert_eq!(former(&client)["short_names"], json!({ "one": { "get_a": "get_a_id" } }));
    assert_eq!(
        reported(&comparison),
        [
            "! get_a_id: setter `id` takes `Uuid`, took `String`",
            "+ get_a_id: comes with the feature `two`, formerly with the feature `one`",
            "+ get_a_id: is called `two().get_a(Uuid)`, formerly `one().get_a(String)`",
        ]
    );
    let (_, comparison) = updated(&[document("One", text), document("One", uuid)]);
    assert_eq!(reported(&comparison), ["! get_a_id: setter `id` takes `Uuid`, took `String`"]);
}
