//! Which former short names, tags and features are kept.

use super::{former::refreshed, *};

/// `GET` of each path, which has the rest of it as its operationId, in these tags.
fn tagged(operations: &[(&str, &[&str])]) -> Value {
    let path = |(path, tags): &(&str, &[&str])| {
        let id = path.replace(['/', '{', '}'], " ");
        ((*path).to_owned(), json!({ "get": { "operationId": format!("get {id}"), "tags": tags } }))
    };
    document(operations.iter().map(path).collect::<serde_json::Map<_, _>>().into(), json!({}))
}

fn former(api: &PublicApi) -> Value {
    serde_json::to_value(&api.former).expect("should be JSON")
}

/// What is listed as renamed, a line each.
fn renamed(comparison: &Comparison) -> Vec<String> {
    let renamed = comparison.deprecations.renamed.iter();
    renamed.map(|Rename { kind, former, present, .. }| format!("{kind:?} {former} -> {present}")).collect()
}

#[test]
fn a_renamed_tag_keeps_its_accessor_and_its_feature() {
    let document = |tag: &str| tagged(&[("/a/{id}", &[tag]), ("/b/{id}/size", &[tag])]);
    let (api, comparison) = refreshed(&[document("Old"), document("New")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", reported(&comparison));
    assert_eq!(
        former(&api),
        json!({
            "short_names": { "old": { "get_a": "get_a_id", "size": "get_b_id_size" } },
            "features": { "old": "new" },
        })
    );
    assert_eq!(renamed(&comparison), ["Feature old -> new", "Tag old -> new"]);
    assert!(listing(&api).contains("\ndeprecated short name old().size = get_b_id_size\n"), "{}", listing(&api));
}

#[test]
fn a_renamed_tag_keeps_the_short_names_that_followed_from_its_words() {
    let document = |tag: &str| tagged(&[("/things", &[tag]), ("/things/{id}/size", &[tag])]);
    let (api, comparison) = refreshed(&[document("Things"), document("Items")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(former(&api)["short_names"], json!({ "things": { "get": "get_things", "size": "get_things_id_size" } }));
    assert_eq!(
        renamed(&comparison),
        [
            "Feature things -> items",
            "ShortName things().get -> items().things",
            "ShortName things().size -> items().size"
        ]
    );
}

#[test]
fn tags_that_become_one_both_keep_their_accessors() {
    let (api, comparison) =
        refreshed(&[tagged(&[("/a", &["One"]), ("/b", &["Other"])]), tagged(&[("/a", &["Both"]), ("/b", &["Both"])])]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former(&api),
        json!({
            "short_names": { "one": { "a": "get_a" }, "other": { "b": "get_b" } },
            "features": { "one": "both", "other": "both" },
        })
    );
}

#[test]
fn a_tag_in_two_parts_keeps_its_accessor_and_a_feature_that_brings_both() {
    let (api, comparison) = refreshed(&[
        tagged(&[("/a", &["All"]), ("/b", &["All"]), ("/c", &["All"])]),
        tagged(&[("/a", &["One"]), ("/b", &["Other"]), ("/c", &[])]),
    ]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", reported(&comparison));
    assert_eq!(
        former(&api),
        json!({
            "short_names": { "all": { "a": "get_a", "b": "get_b", "c": "get_c" } },
            "features": { "all": ["one", "other"] },
        })
    );
    assert_eq!(renamed(&comparison)[..2], ["Feature all -> one, other", "ShortName all().a -> one().a"]);
    assert!(renamed(&comparison).contains(&"ShortName all().c -> get_c".to_owned()));
}

#[test]
fn an_operation_in_another_tag_that_was_there_keeps_its_short_name_and_feature() {
    let document = |tag: &'static str| tagged(&[("/a", &["One"]), ("/b", &["Other"]), ("/c", &[tag])]);
    let (api, comparison) = refreshed(&[document("One"), document("Other")]);
    assert_eq!(former(&api), json!({ "short_names": { "one": { "c": "get_c" } }, "features": { "one": "other" } }));
    assert_eq!(
        reported(&comparison),
        [
            "+ get_c: comes with the feature `other`, formerly with the feature `one`",
            "+ get_c: is called `other().c()`, formerly `one().c()`",
        ]
    );
    assert_eq!(renamed(&comparison), ["ShortName one().c -> other().c"]);
    // The next breaking refresh ends that.
    let breaking = tagged(&[("/a", &["One"]), ("/c", &["Other"])]);
    let (api, comparison) = refreshed(&[document("One"), document("Other"), breaking]);
    assert_eq!(former(&api), json!({}));
    let gone = serde_json::to_value(&comparison.features_gone).expect("should be JSON");
    assert_eq!(gone, json!([{ "name": "one", "present": "other", "rule": "feature-removed", "effect": "breaking" }]));
}

#[test]
fn former_short_names_lead_to_the_last_ones_over_several_refreshes() {
    let document = |tag: &'static str, id: &str| {
        let mut document = tagged(&[("/a", &[tag]), ("/b", &[tag])]);
        document["paths"]["/a"]["get"]["operationId"] = id.into();
        document
    };
    let documents = [document("One", "getA"), document("Two", "readA"), document("Three", "readA")];
    let (api, comparison) = refreshed(&documents);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    let names = json!({ "a": "read_a", "b": "get_b" });
    assert_eq!(
        former(&api),
        json!({
            "operations": { "get_a": "read_a" },
            "short_names": { "one": names, "two": names },
            "features": { "one": "three", "two": "three" },
        })
    );
    assert_eq!(renamed(&comparison), ["Feature two -> three", "Tag two -> three"]);
    let (api, comparison) = refreshed(&[documents.as_slice(), &[document("One", "getA")]].concat());
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former(&api)["short_names"],
        json!({ "three": { "a": "get_a", "b": "get_b" }, "two": { "a": "get_a", "b": "get_b" } })
    );
    assert_eq!(former(&api)["features"], json!({ "three": "one", "two": "one" }));
}

#[test]
fn former_features_stay_when_their_operations_lose_all_tags() {
    let document = |tags: &[&'static str]| tagged(&[("/a", tags), ("/b", &["Other"])]);
    let (api, comparison) = refreshed(&[document(&["One"]), document(&["Two"]), document(&[])]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", reported(&comparison));
    assert_eq!(former(&api)["features"], json!({ "one": [], "two": [] }));
    assert_eq!(former(&api)["short_names"], json!({ "one": { "a": "get_a" }, "two": { "a": "get_a" } }));
}

#[test]
fn a_breaking_refresh_drops_earlier_short_names_and_features_and_says_so() {
    let document = |tag: &'static str| tagged(&[("/a", &[tag])]);
    let with_more = |tag: &'static str| tagged(&[("/a", &[tag]), ("/b", &[tag])]);
    let (api, comparison) = refreshed(&[with_more("One"), with_more("Two"), document("Three")]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    assert_eq!(former(&api), json!({ "short_names": { "two": { "a": "get_a" } }, "features": { "two": "three" } }));
    assert_eq!(
        reported(&comparison),
        [
            "! get_a: the former short name `one().a` is gone",
            "+ get_a: comes with the feature `three`, formerly with the feature `two`",
            "+ get_a: is called `three().a()`, formerly `two().a()`",
            "! get_b Removed",
        ]
    );
    let gone = serde_json::to_value(&comparison.features_gone).expect("should be JSON");
    assert_eq!(gone, json!([{ "name": "one", "present": "three", "rule": "feature-removed", "effect": "breaking" }]));
}

#[test]
fn a_feature_whose_operations_are_all_gone_is_gone() {
    let (both, one) = (tagged(&[("/a", &["One"]), ("/b", &["Two"])]), tagged(&[("/a", &["One"])]));
    let (_, comparison) = refreshed(&[both, one]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    let gone = serde_json::to_value(&comparison.features_gone).expect("should be JSON");
    assert_eq!(gone, json!([{ "name": "two", "present": [], "rule": "feature-removed", "effect": "breaking" }]));
}

#[test]
fn a_former_feature_that_is_that_of_others_now_brings_both() {
    let one = |tag: &'static str| tagged(&[("/a", &[tag])]);
    let (api, comparison) = refreshed(&[one("One"), one("Two"), tagged(&[("/a", &["Two"]), ("/b", &["One"])])]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(former(&api), json!({ "short_names": { "one": { "a": "get_a" } }, "features": { "one": "two" } }));
}

#[test]
fn a_short_name_that_now_calls_another_operation_is_no_former_one() {
    let document = |first: &'static str, second: &'static str| tagged(&[("/a", &[first]), ("/x/a", &[second])]);
    let (api, comparison) = refreshed(&[document("One", "Two"), document("Two", "One")]);
    assert_eq!(former(&api), json!({ "features": { "one": "two", "two": "one" } }));
    assert_eq!(
        reported(&comparison),
        [
            "! get_a: is called `two().a()`, no longer `one().a()`",
            "+ get_a: comes with the feature `two`, formerly with the feature `one`",
            "! get_x_a: is called `one().a()`, no longer `two().a()`",
            "+ get_x_a: comes with the feature `one`, formerly with the feature `two`",
        ]
    );
    assert!(comparison.operations.items[0].changes[0].action.contains("it may still compile"));
    // So is a former one.
    let renamed = |tag: &'static str| tagged(&[("/a", &[tag])]);
    let (_, comparison) = refreshed(&[renamed("One"), renamed("Two"), document("Two", "One")]);
    let lines = reported(&comparison);
    assert!(lines.contains(&"! get_a: the former short name `one().a` is gone".to_owned()), "{lines:?}");
}

#[test]
fn a_short_name_of_a_removed_operation_that_now_calls_another_is_reported() {
    let both = tagged(&[("/things/sizes", &["Things"]), ("/things/{id}/sizes", &["Things"])]);
    let (api, comparison) = refreshed(&[both, tagged(&[("/things/{id}/sizes", &["Things"])])]);
    assert_eq!(former(&api), json!({ "short_names": { "things": { "sizes_by_id": "get_things_id_sizes" } } }));
    assert_eq!(
        reported(&comparison),
        [
            "+ get_things_id_sizes: is called `things().sizes(String)`, formerly `things().sizes_by_id(String)`",
            "! get_things_sizes Removed",
            "! get_things_sizes: `things().sizes()` now calls `get_things_id_sizes`",
        ]
    );
}

#[test]
fn a_former_short_name_takes_as_many_values_in_the_same_order_or_is_not_kept() {
    let document = |path: &str, tag: &str| {
        let mut document = tagged(&[(path, &[tag])]);
        document["paths"][path]["get"]["operationId"] = "getIt".into();
        document
    };
    let of_two = "/a/{x}/b/{y}";
    let (api, _) = refreshed(&[document(of_two, "One"), document("/v2/c/{x}/d/{y}", "Two")]);
    assert_eq!(former(&api)["short_names"], json!({ "one": { "get_b": "get_it" } }));
    for path in ["/a/{x}", "/b/{y}/a/{x}"] {
        let (api, comparison) = refreshed(&[document(of_two, "One"), document(path, "Two")]);
        assert_eq!(former(&api)["short_names"], Value::Null, "{path}");
        assert_eq!(comparison.verdict(), Verdict::Breaking);
    }
    let (_, comparison) = refreshed(&[document(of_two, "One"), document("/c/{y}/b/{x}", "One")]);
    let lines = reported(&comparison);
    let other_order = "! get_it: `one().get_b(String, String)` takes the path parameters in another order";
    assert!(lines.contains(&other_order.to_owned()), "{lines:?}");
}

#[test]
fn a_tag_that_is_called_as_an_operation_is_now_is_not_kept() {
    let document = |id: &str, tag: &str| {
        let mut document = tagged(&[("/a", &[tag])]);
        document["paths"]["/a"]["get"]["operationId"] = id.into();
        document
    };
    let (api, comparison) = refreshed(&[document("getA", "Letters"), document("letters", "Glyphs")]);
    assert_eq!(former(&api)["short_names"], Value::Null);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    // Nor is an operation that is called as a tag is now.
    let (api, comparison) = refreshed(&[document("letters", "Glyphs"), document("getA", "Letters")]);
    assert_eq!(former(&api)["operations"], Value::Null, "{:?}", reported(&comparison));
    assert_eq!(former(&api)["short_names"], json!({ "glyphs": { "a": "get_a" } }));
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
    let (api, comparison) = refreshed(&[document("One", text.clone()), document("Two", uuid.clone())]);
    assert_eq!(former(&api)["short_names"], json!({ "one": { "get_a": "get_a_id" } }));
    assert_eq!(
        reported(&comparison),
        [
            "! get_a_id: setter `id` takes `Uuid`, took `String`",
            "+ get_a_id: comes with the feature `two`, formerly with the feature `one`",
            "+ get_a_id: is called `two().get_a(Uuid)`, formerly `one().get_a(String)`",
        ]
    );
    let (_, comparison) = refreshed(&[document("One", text), document("One", uuid)]);
    assert_eq!(reported(&comparison), ["! get_a_id: setter `id` takes `Uuid`, took `String`"]);
}

#[test]
fn former_names_that_were_written_before_short_names_were_kept_are_read() {
    let text = r#"{ "operations": { "old": "get_a" }, "features": { "one": "two" } }"#;
    let names = FormerNames::parse(text).expect("should be read");
    let api = former::read_back(&tagged(&[("/a", &["Two"])]), &names);
    assert_eq!(former(&api), serde_json::from_str::<Value>(text).expect("should be JSON"));
}
