//! Short names: a method of `Client` for each tag, and on what it gives a method for each operation.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    Context, client, docs, former_tags,
    gates::Gate,
    group::{self, accessor, request, structure},
    of_each,
};
use crate::{
    api::{Group, GroupedOperation},
    text::markdown::code_span,
};

/// The methods of `Client`, and the module of the groups; with former ones.
pub fn groups(context: &Context<'_>) -> TokenStream {
    let (former_accessors, former_groups) = former_tags::former_groups(context);
    let groups = &context.api.groups;
    let accessors = of_each(groups, &mut present_accessor);
    let structures = of_each(groups, &mut |group| present_group(context, group));
    let docs = docs::tokens(&overview(groups));
    // rustdoc would show a heading with nothing below it.
    let heading = docs::tokens("# Operations, by tag");
    let cfg = Gate::new(groups.iter().map(|group| group.feature.as_str())).cfg();
    let present = (!groups.is_empty()).then(|| quote! { #heading #cfg impl Client { #accessors } });
    let former = (!former_accessors.is_empty()).then(|| quote! { impl Client { #former_accessors } });
    quote! {
        #present
        #former

        #docs
        pub mod tags {
            #structures
            #former_groups
        }
    }
}

fn present_accessor(group: &Group) -> TokenStream {
    let (docs, cfg) = (docs::tokens(&documentation(group)), gate(group).cfg());
    accessor(&quote! { #docs #cfg }, &group.name, &group.type_name)
}

fn gate(group: &Group) -> Gate<'_> {
    Gate::new([group.feature.as_str()])
}

/// Which feature each tag comes with: a program that lacks a method looks here.
fn overview(groups: &[Group]) -> String {
    let heading = "The operations of each tag, under short names.";
    let rows = groups.iter().map(|Group { name, tag, feature, .. }| {
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

fn present_group(context: &Context<'_>, group: &Group) -> TokenStream {
    let docs = docs::tokens(&documentation(group));
    let mut methods = of_each(&group.operations, &mut |grouped| present_method(context, grouped));
    methods.extend(former_tags::methods(context, &group.name));
    structure(gate(group).cfg().as_ref(), &docs, &group.type_name, &methods)
}

fn present_method(context: &Context<'_>, grouped: &GroupedOperation) -> TokenStream {
    let operation = context.api.operation(grouped);
    let docs = docs::paragraphs(&[operation.summary.trim_end_matches(['.', ',']), &request(operation)]);
    let deprecated = client::deprecated(operation);
    group::method(&quote! { #docs #deprecated }, operation, &grouped.name)
}
