//! Tests that updates keep former short names, and the groups and features of tags that no longer exist.

use perennial_codegen::text::naming;

use super::{
    names::{apply_updates, former_names},
    *,
};

/// Creates a document with a GET operation for each of these paths and its tags. Each `operationId` is derived from the
/// path.
fn tagged(operations: &[(&str, &[&str])]) -> Value {
    let path = |(path, tags): &(&str, &[&str])| {
        let id = path.replace(['/', '{', '}'], " ");
        ((*path).to_owned(), json!({ "get": { "operationId": format!("get {id}"), "tags": tags } }))
    };
    document(operations.iter().map(path).collect::<serde_json::Map<_, _>>().into(), json!({}))
}

/// Lists the renamed features, each with its new features, one per line.
fn renamed(comparison: &Comparison) -> Vec<String> {
    let renamed = comparison.features.iter().filter(|feature| feature.rule.effect == Effect::Compatible);
    renamed.map(|FeatureChange { name, present, .. }| format!("{name} -> {present}")).collect()
}

#[test]
fn renaming_a_tag_keeps_its_old_group_and_feature() {
    let document = |tag: &str| tagged(&[("/a/{id}", &[tag]), ("/b/{id}/size", &[tag])]);
    let (client, comparison) = apply_updates(&[document("Old"), document("New")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    assert_eq!(
        former_names(&client),
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
fn short_names_derived_from_the_tag_are_kept_if_the_tag_is_renamed() {
    let document = |tag: &str| tagged(&[("/things", &[tag]), ("/things/{id}/size", &[tag])]);
    let (client, comparison) = apply_updates(&[document("Things"), document("Items")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former_names(&client)["short_names"],
        json!({ "things": { "get": "get_things", "size": "get_things_id_size" } })
    );
    assert_eq!(renamed(&comparison), ["things -> items"]);
    let lines = report_lines(&comparison);
    for expected in [
        "is called `items().things()`, formerly `things().get()`",
        "`items().size(String)`, formerly `things().size(String)`",
    ] {
        assert!(lines.iter().any(|line| line.contains(expected)), "{expected}: {lines:?}");
    }
}

#[test]
fn merging_two_tags_keeps_both_groups() {
    let (client, comparison) = apply_updates(&[
        tagged(&[("/a", &["One"]), ("/b", &["Other"])]),
        tagged(&[("/a", &["Both"]), ("/b", &["Both"])]),
    ]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former_names(&client),
        json!({
            "short_names": { "one": { "a": "get_a" }, "other": { "b": "get_b" } },
            "features": { "one": "both", "other": "both" },
        })
    );
}

#[test]
fn splitting_a_tag_keeps_its_group_and_a_feature_for_both_parts() {
    let (client, comparison) = apply_updates(&[
        tagged(&[("/a", &["All"]), ("/b", &["All"]), ("/c", &["All"])]),
        tagged(&[("/a", &["One"]), ("/b", &["Other"]), ("/c", &[])]),
    ]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    assert_eq!(
        former_names(&client),
        json!({
            "short_names": { "all": { "a": "get_a", "b": "get_b", "c": "get_c" } },
            "features": { "all": ["one", "other"] },
        })
    );
    assert_eq!(renamed(&comparison), ["all -> one, other"]);
    let lines = report_lines(&comparison);
    for expected in [
        "get_a: is called `one().a()`, formerly `all().a()`",
        "get_c: no longer has a short name (formerly `all().c()`)",
    ] {
        assert!(lines.iter().any(|line| line.contains(expected)), "{expected}: {lines:?}");
    }
}

#[test]
fn operation_moved_to_another_tag_keeps_its_short_name() {
    let document = |tag: &'static str| tagged(&[("/a", &["One"]), ("/b", &["Other"]), ("/c", &[tag])]);
    let (client, comparison) = apply_updates(&[document("One"), document("Other")]);
    assert_eq!(
        former_names(&client),
        json!({ "short_names": { "one": { "c": "get_c" } }, "features": { "one": "other" } })
    );
    assert_eq!(
        report_lines(&comparison),
        [
            "+ get_c: is enabled by the feature `other`, formerly by the feature `one`",
            "+ get_c: is called `other().c()`, formerly `one().c()`",
        ]
    );
    assert_eq!(renamed(&comparison), [""; 0]);
}

#[test]
fn former_short_names_still_work_after_several_updates() {
    let document = |tag: &'static str, id: &str| {
        let mut document = tagged(&[("/a", &[tag]), ("/b", &[tag])]);
        document["paths"]["/a"]["get"]["operationId"] = id.into();
        document
    };
    let documents = [document("One", "getA"), document("Two", "readA"), document("Three", "readA")];
    let (client, comparison) = apply_updates(&documents);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    let names = json!({ "a": "get_a", "b": "get_b" });
    assert_eq!(
        former_names(&client),
        json!({
            "operations": { "read_a": "=get_a" },
            "short_names": { "one": names, "two": names },
            "features": { "one": "three", "two": "three" },
        })
    );
    assert_eq!(renamed(&comparison), ["two -> three"]);
    let (client, comparison) = apply_updates(&[documents.as_slice(), &[document("One", "getA")]].concat());
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former_names(&client)["short_names"],
        json!({ "three": { "a": "get_a", "b": "get_b" }, "two": { "a": "get_a", "b": "get_b" } })
    );
    assert_eq!(former_names(&client)["features"], json!({ "three": "one", "two": "one" }));
}

#[test]
fn former_features_are_kept_if_their_operations_lose_all_tags() {
    let document = |tags: &[&'static str]| tagged(&[("/a", tags), ("/b", &["Other"])]);
    let (client, comparison) = apply_updates(&[document(&["One"]), document(&["Two"]), document(&[])]);
    assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
    assert_eq!(former_names(&client)["features"], json!({ "one": [], "two": [] }));
    assert_eq!(former_names(&client)["short_names"], json!({ "one": { "a": "get_a" }, "two": { "a": "get_a" } }));
}

#[test]
fn former_short_names_and_features_are_kept_in_a_breaking_update() {
    let document = |tag: &'static str| tagged(&[("/a", &[tag])]);
    let with_more = |tag: &'static str| tagged(&[("/a", &[tag]), ("/b", &[tag])]);
    let (client, comparison) = apply_updates(&[with_more("One"), with_more("Two"), document("Three")]);
    assert_eq!(
        former_names(&client),
        json!({
            "short_names": { "one": { "a": "get_a" }, "two": { "a": "get_a" } },
            "features": { "one": "three", "two": "three" },
        })
    );
    assert_eq!(
        report_lines(&comparison),
        [
            "+ get_a: is enabled by the feature `three`, formerly by the feature `two`",
            "+ get_a: is called `three().a()`, formerly `two().a()`",
            "! get_b Removed",
        ]
    );
    assert_eq!(renamed(&comparison), ["two -> three"]);
}

#[test]
fn feature_is_removed_if_all_its_operations_are_removed() {
    let (both, one) = (tagged(&[("/a", &["One"]), ("/b", &["Two"])]), tagged(&[("/a", &["One"])]));
    let (_, comparison) = apply_updates(&[both, one]);
    assert_eq!(comparison.verdict(), Verdict::Breaking);
    let gone = serde_json::to_value(&comparison.features).expect("should be JSON");
    assert_eq!(gone, json!([{ "name": "two", "present": [], "rule": "feature-removed", "effect": "breaking" }]));
}

#[test]
fn feature_enables_old_and_new_operations_if_a_new_tag_takes_its_name() {
    let one = |tag: &'static str| tagged(&[("/a", &[tag])]);
    let (client, comparison) = apply_updates(&[one("One"), one("Two"), tagged(&[("/a", &["Two"]), ("/b", &["One"])])]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former_names(&client),
        json!({ "short_names": { "one": { "a": "get_a" } }, "features": { "one": "two" } })
    );
}

#[test]
fn short_name_calls_the_same_operation_if_tags_swap() {
    let document = |first: &'static str, second: &'static str| tagged(&[("/a", &[first]), ("/x/a", &[second])]);
    let (client, comparison) = apply_updates(&[document("One", "Two"), document("Two", "One")]);
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    assert_eq!(
        former_names(&client),
        json!({
            "short_names": { "one": { "a": "get_a" }, "two": { "a": "get_x_a" } },
            "features": { "one": "two", "two": "one" },
        })
    );
    assert_eq!(
        report_lines(&comparison),
        [
            "+ get_a: is enabled by the feature `two`, formerly by the feature `one`",
            "+ get_a: is called `two().get_a()`, formerly `one().a()`",
            "+ get_x_a: is enabled by the feature `one`, formerly by the feature `two`",
            "+ get_x_a: is called `one().get_x_a()`, formerly `two().a()`",
        ]
    );
}

#[test]
fn short_name_stays_with_its_operation_if_a_similar_path_is_added() {
    let one = tagged(&[("/things/{id}/sizes", &["Things"])]);
    let both = tagged(&[("/things/sizes", &["Things"]), ("/things/{id}/sizes", &["Things"])]);
    let (client, comparison) = apply_updates(&[both.clone(), one.clone()]);
    assert_eq!(
        (former_names(&client), report_lines(&comparison)),
        (json!({}), vec!["! get_things_sizes Removed".to_owned()])
    );
    let (client, comparison) = apply_updates(&[one, both]);
    assert_eq!(
        (former_names(&client), report_lines(&comparison)),
        (json!({}), vec!["+ get_things_sizes Added".to_owned()])
    );
}

#[test]
fn keeps_a_former_short_name_whose_arguments_changed() {
    let document = |path: &str, tag: &str| {
        let mut document = tagged(&[(path, &[tag])]);
        document["paths"][path]["get"]["operationId"] = "getIt".into();
        document
    };
    let of_two = "/a/{x}/b/{y}";
    for path in ["/v2/c/{x}/d/{y}", "/a/{x}", "/b/{y}/a/{x}"] {
        let (client, comparison) = apply_updates(&[document(of_two, "One"), document(path, "Two")]);
        assert_eq!(former_names(&client)["short_names"], json!({ "one": { "get_b": "get_it" } }));
        let is_told = report_lines(&comparison).iter().any(|line| line.starts_with('!'));
        assert_eq!(is_told, path != "/v2/c/{x}/d/{y}", "{path}: {:?}", report_lines(&comparison));
    }
    let (_, comparison) = apply_updates(&[document(of_two, "One"), document("/c/{y}/b/{x}", "One")]);
    let lines = report_lines(&comparison);
    let other_order = "! get_it: `one().get_b(String, String)` now takes the path parameters in a different order";
    assert!(lines.contains(&other_order.to_owned()), "{lines:?}");
}

#[test]
fn new_tag_does_not_get_a_name_that_an_operation_has() {
    let document = |id: &str, tag: &str| {
        let mut document = tagged(&[("/a", &[tag])]);
        document["paths"]["/a"]["get"]["operationId"] = id.into();
        document
    };
    for (old, new) in [(("getA", "Letters"), ("letters", "Glyphs")), (("letters", "Glyphs"), ("getA", "Letters"))] {
        let (client, comparison) = apply_updates(&[document(old.0, old.1), document(new.0, new.1)]);
        assert_eq!(comparison.verdict(), Verdict::Compatible, "{:?}", report_lines(&comparison));
        assert!(client.api.operations.contains_key(&naming::value_name(old.0)));
    }
}

#[test]
fn reports_a_changed_path_parameter_type_only_for_its_setter() {
    let document = |tag: &str, schema: Value| {
        let mut document = tagged(&[("/a/{id}", &[tag])]);
        document["paths"]["/a/{id}"]["get"]["parameters"] =
            json!([{ "name": "id", "in": "path", "required": true, "schema": schema }]);
        document
    };
    let (text, uuid) = (json!({ "type": "string" }), json!({ "type": "string", "format": "uuid" }));
    let (client, comparison) = apply_updates(&[document("One", text.clone()), document("Two", uuid.clone())]);
    assert_eq!(former_names(&client)["short_names"], json!({ "one": { "get_a": "get_a_id" } }));
    assert_eq!(
        report_lines(&comparison),
        [
            "! get_a_id: setter `id` takes `Uuid`, took `String`",
            "+ get_a_id: is enabled by the feature `two`, formerly by the feature `one`",
            "+ get_a_id: is called `two().get_a(Uuid)`, formerly `one().get_a(String)`",
        ]
    );
    let (_, comparison) = apply_updates(&[document("One", text), document("One", uuid)]);
    assert_eq!(report_lines(&comparison), ["! get_a_id: setter `id` takes `Uuid`, took `String`"]);
}
