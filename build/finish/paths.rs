//! typify takes types that are written elsewhere only by the name of their crate; here that crate is this one.

use syn::{Path, visit_mut::VisitMut};

use crate::generator::adapt::formats::CRATE;

/// Rewrites `::monitoring_service::…` to `crate::…`.
pub fn finish(file: &mut syn::File) {
    Rewrite.visit_file_mut(file);
}

struct Rewrite;

impl VisitMut for Rewrite {
    fn visit_path_mut(&mut self, path: &mut Path) {
        if path.leading_colon.is_some()
            && let Some(first) = path.segments.first_mut().filter(|first| first.ident == CRATE)
        {
            first.ident = syn::Ident::new("crate", first.ident.span());
            path.leading_colon = None;
        }
        syn::visit_mut::visit_path_mut(self, path);
    }
}
