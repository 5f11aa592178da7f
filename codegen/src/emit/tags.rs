//! Short names: a method of `Client` for each tag, and on what it gives a method for each operation.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    client, docs, former_tags,
    group::{self, accessor, request, structure},
};
use crate::{
    api::{Api, Group, GroupedOperation},
    names::former::FormerNames,
    text::markdown::code_span,
};

/// The methods of `Client`, and the module of the groups; with former ones.
pub fn groups(api: &Api, former: &FormerNames) -> TokenStream {
    let (former_accessors, former_groups) = former_tags::former_groups(api, former);
    let accessors = api.groups.iter().map(present_accessor).chain(former_accessors);
    let groups = api.groups.iter().map(|group| present_group(api, group, former)).chain(former_groups);
    let docs = docs::tokens(&overview(api));
    quote! {
        impl Client {
            #(#accessors)*
        }

        #docs
        pub mod tags {
            use super::{Client, builder};

            #(#groups)*
        }
    }
}

fn present_accessor(group: &Group) -> TokenStream {
    let (docs, feature) = (docs::tokens(&documentation(group)), docs::features(&[&group.feature]));
    accessor(&quote! { #docs #feature }, &group.name, &group.type_name)
}

/// Which feature each tag comes with, those that are off among them: a program that lacks a method looks here.
fn overview(api: &Api) -> String {
    let heading = "The operations of each tag, under short names.";
    let rows = api.groups.iter().chain(&api.absent_groups).map(|Group { name, tag, feature, .. }| {
        format!("| {} | `{name}()` | `{feature}` |\n", code_span(tag).replace('|', "\\|"))
    });
    let rows: String = rows.collect();
    if rows.is_empty() {
        return heading.to_owned();
    }
    format!(
        "{heading}\n\nWhere a method of [`Client`](crate::Client) is missing, the feature of its tag is off:\n\n\
         | tag | method | feature |\n|---|---|---|\n{rows}"
    )
}

fn documentation(Group { tag, feature, docs, .. }: &Group) -> String {
    let heading = format!("The operations of the tag {}. They come with the feature `{feature}`.", code_span(tag));
    if docs.is_empty() { heading } else { format!("{heading}\n\n{docs}") }
}

fn present_group(api: &Api, group: &Group, former: &FormerNames) -> TokenStream {
    let (docs, feature) = (docs::tokens(&documentation(group)), docs::features(&[&group.feature]));
    let methods = group.operations.iter().map(|grouped| present_method(api, grouped));
    let methods = methods.chain(former_tags::methods(api, &group.name, former)).collect();
    structure(&quote! { #docs #feature }, &group.type_name, methods)
}

fn present_method(api: &Api, grouped: &GroupedOperation) -> TokenStream {
    let operation = api.operation(grouped);
    let link = request(operation);
    let summary = operation.summary.trim_end_matches(['.', ',']);
    let docs = docs::tokens(&if summary.is_empty() { link } else { format!("{summary}\n\n{link}") });
    let deprecated = client::deprecated(operation);
    group::method(&quote! { #docs #deprecated }, operation, &grouped.name)
}
