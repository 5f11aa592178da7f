//! Finds the verb in an operation id or a path segment.
//!
//! Grammar alone does not distinguish verbs from nouns, so only listed words are verbs. [`VERBS`] contains words that
//! hardly ever begin the name of a thing, and [`NOUNS`] words that often do: `export` is a verb in
//! `/exports/{id}/export`, but not in `/export-jobs`. Words that documents mostly use as nouns, such as `order`,
//! `schedule` or `trigger`, are in neither list.

use std::collections::HashSet;

use super::{
    segments::{Segments, is_version},
    words::{forms, words_of},
};
use crate::text::{method::Method, naming::READABLE, path};

/// Words that are always verbs at the beginning of a name.
const VERBS: &str = "abort accept acknowledge activate add analyze append apply approve assign attach authenticate \
    authorize calculate cancel clear compute configure confirm connect convert create deactivate decline decrypt \
    delete deny deploy describe destroy detach detect disable disconnect dismiss edit enable encrypt enqueue \
    evaluate execute extract fetch finalize find generate get hide initiate insert invalidate invite invoke join \
    list lookup merge migrate modify notify pause perform provision publish purge reactivate read reboot recover \
    redeem regenerate reject remove rename renew reopen reorder replace resend resize resolve restart restore \
    resume retrieve retry revoke rotate save search send stop submit subscribe suspend terminate toggle translate \
    unarchive unassign unblock unfollow uninstall unlink unlock unpublish unregister unsubscribe update upload \
    upsert validate verify";

/// Words that are verbs in some names and nouns in others.
const NOUNS: &str = "archive ban block build capture cast change check clone close commit compare complete copy \
    count download exchange export filter follow grant import install leave like link load lock login logout mark \
    move mute open pay place predict preview process promote pull push query refresh refund register reset review \
    rollback run scan set share show sign split star start suggest sync test transfer undo upgrade void";

/// Verbs that describe what a DELETE operation does. In the path of a DELETE, any other verb names the state that is
/// removed: `DELETE /users/{id}/lock`.
const REMOVALS: &str = "cancel clear delete destroy detach disable disconnect leave purge remove revoke unassign \
    unfollow unlink unregister unsubscribe";

/// Generic verbs. They are unnecessary in a name if a segment of the path contains a verb.
const GENERIC: &str = "create get list read fetch retrieve show update";

/// Verbs of operations that do not change anything.
const READING: &str = "get read fetch retrieve show describe find";

/// Quantities, which belong to the verb next to them: `batch_update`.
const QUANTITIES: &str = "all batch bulk many multiple partial quick";

/// Words in an operation id that describe neither what the operation does nor its object.
const FILLERS: &str = "a an and api at by controller endpoint for from handler in of on or resource service the to using \
    via with";

fn is_in(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|other| other == word)
}

fn is_verb(word: &str) -> bool {
    is_in(VERBS, word) || is_in(NOUNS, word)
}

pub fn begins_with_verb(segment: &str) -> bool {
    without_quantity(&words_of(segment)).first().is_some_and(|first| is_in(VERBS, first))
}

/// Removes a quantity at the beginning: `batch_update` becomes `update`.
fn without_quantity(words: &[String]) -> &[String] {
    match words {
        [quantity, rest @ ..] if is_in(QUANTITIES, quantity) && !rest.is_empty() => rest,
        _ => words,
    }
}

pub fn is_generic(verb: &str) -> bool {
    is_in(GENERIC, verb)
}

pub fn is_reading(verb: &str) -> bool {
    is_in(READING, verb)
}

/// A verb in the last literal segment of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SegmentVerb {
    /// The segment consists of the verb: `/runs/{id}/cancel`.
    Whole,
    /// The segment begins with the verb: `/users/{id}/reset-password`.
    Phrase,
}

impl SegmentVerb {
    /// Finds a verb in the last literal segment of a path that takes precedence over `id_verb`, the verb of the
    /// operation id.
    ///
    /// This is the case if the verb is always a verb, if both verbs are equal, or if `id_verb` is generic. A word that
    /// may be a noun counts only if the path ends in it and the method is not GET.
    pub fn new(path: &Segments<'_>, method: Method, id_verb: Option<&str>) -> Option<Self> {
        let words = words_of(path.literals.last()?);
        let (first, last) = (without_quantity(&words).first()?, words.last()?);
        let is_whole = words.len() == 1;
        let is_plural = last.ends_with('s') && !last.ends_with("ss");
        let is_same = id_verb.is_some_and(|verb| verb.split('_').next() == Some(first));
        let counts_as_noun = path.ends_in_literal
            && if is_whole {
                is_same || id_verb.is_none_or(is_generic)
            } else {
                is_same || id_verb.is_none() && !is_plural
            };
        let is_verb = match method {
            _ if path.ends_in_method => true,
            Method::Delete => is_in(REMOVALS, first),
            _ if is_in(VERBS, first) || is_in(VERBS, last) && id_verb.is_none() => true,
            Method::Get => false,
            _ => counts_as_noun && [first, last].into_iter().any(|word| is_in(NOUNS, word)),
        };
        is_verb.then_some(if is_whole { Self::Whole } else { Self::Phrase })
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct IdVerb {
    /// The verb, including a quantity or a second verb: `delete_all`, `create_or_update`.
    pub verb: String,
    /// All words of the operation id, without the words of the method, the path and the tag.
    pub words: String,
}

/// Finds the verb in the operation id `id`. Returns `None` if `id` contains no verb, or if it only repeats the method,
/// the path and the tag.
pub fn verb_of_id(id: &str, method: Method, template: &str, tag: &[String]) -> Option<IdVerb> {
    let known = KnownWords::new(template, tag);
    let function = id.rsplit(|c: char| !c.is_alphanumeric()).next().filter(|function| words_of(function).len() > 1);
    let found = function.map_or(Found::Nothing, |function| find_verb(function, method, &known));
    match if found == Found::Nothing { find_verb(id, method, &known) } else { found } {
        Found::Verb(verb) => Some(verb),
        Found::Method | Found::Nothing => None,
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Found {
    /// A verb that the method does not imply.
    Verb(IdVerb),
    /// Only the verb that the method implies, such as `get` for GET.
    Method,
    Nothing,
}

fn find_verb(id: &str, method: Method, known: &KnownWords) -> Found {
    let words: Vec<String> = words_of(id).into_iter().map(|word| known.verb_before(&word).unwrap_or(word)).collect();
    let method_name = method.as_str().to_lowercase();
    // An id that repeats the method and the path contains no further verb. In `postUpload` for `/uploads`, `upload` is
    // a noun.
    if words.split_first().is_some_and(|(first, rest)| *first == method_name && known.contain_all(rest)) {
        return Found::Nothing;
    }
    let mut words = known.remove_from(words);
    // FastAPI appends the HTTP method to ids, as in `search_items_items_get`. In such ids, only the words in `VERBS`
    // are verbs.
    let is_appended = words.len() > 1 && words.pop_if(|last| *last == method_name).is_some();
    while words.pop_if(|last| is_in(FILLERS, last)).is_some() {}
    // NestJS puts the name of the class before the name of the function, as in `FilesController_download`.
    words.retain(|word| word != "controller");
    let is_of_method = |word: &String| match method {
        Method::Get => word == "get" || word == "read",
        Method::Delete => word == "delete",
        _ => false,
    };
    if words.first().is_some_and(|first| *first == method_name && !is_of_method(first)) {
        words.remove(0);
    }
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return Found::Nothing };
    let begins = |list: &str| is_in(list, first);
    let is_excluded = match method {
        Method::Get => is_appended && !begins(VERBS),
        Method::Delete => !begins(VERBS) && !is_in(VERBS, last) || is_appended && !begins(REMOVALS),
        _ => false,
    };
    let verb = if is_excluded {
        return if is_appended { Found::Method } else { Found::Nothing };
    } else if is_of_method(first) || begins(VERBS) || begins(NOUNS) && !is_in(VERBS, last) {
        let second = words.get(1).map_or("", String::as_str);
        match words.get(2) {
            Some(third) if matches!(second, "or" | "and") && is_verb(third) => words[..3].join("_"),
            _ if is_in(QUANTITIES, second) => words[..2].join("_"),
            _ => first.clone(),
        }
    } else if is_in(VERBS, last) || is_in(NOUNS, last) && method != Method::Get {
        let quantities = words.iter().rev().skip(1).take_while(|before| is_in(QUANTITIES, before)).count();
        words[words.len() - 1 - quantities..].join("_")
    } else {
        return Found::Nothing;
    };
    let is_of_all = method == Method::Get && verb.strip_suffix("_all").is_some_and(is_reading);
    let is_get_list =
        method == Method::Get && is_of_method(first) && (words.get(1) == Some(&"list".to_owned()) || last == "list");
    if is_of_all || is_get_list || verb == "list_all" {
        return Found::Verb(IdVerb { verb: "list".to_owned(), words: words.join("_") });
    }
    if is_of_method(&verb) { Found::Method } else { Found::Verb(IdVerb { verb, words: words.join("_") }) }
}

/// The words in the path and the tag of an operation.
struct KnownWords {
    words: HashSet<String>,
    /// The same words, together with their possible singular forms.
    forms: HashSet<String>,
}

impl KnownWords {
    fn new(template: &str, tag: &[String]) -> Self {
        let Segments { literals, versions, .. } = Segments::new(template);
        let versions = versions.iter().map(|version| version.segment);
        let names = literals.into_iter().chain(versions).chain(path::placeholders(template));
        let mut words: HashSet<String> = tag.iter().cloned().collect();
        for name in names {
            let of_name = words_of(name);
            words.insert(of_name.concat());
            words.extend(of_name);
        }
        let forms = words.iter().flat_map(|word| forms(word)).collect();
        Self { words, forms }
    }

    /// Returns whether the path or the tag contains each of the `words`, in singular or plural.
    fn contain_all(&self, words: &[String]) -> bool {
        words.iter().all(|word| forms(word).any(|form| self.forms.contains(&form)))
    }

    /// If `word` consists of a verb and words of the path or the tag, returns the verb: `update` for `updatestatus`.
    fn verb_before(&self, word: &str) -> Option<String> {
        if word.len() > READABLE || forms(word).any(|form| self.forms.contains(&form)) {
            return None;
        }
        let is_joined = |words: &str| {
            let mut ends = vec![0];
            for (end, _) in words.char_indices().skip(1).chain([(words.len(), ' ')]) {
                let is_known = |start: &usize| forms(&words[*start..end]).any(|form| self.forms.contains(&form));
                if ends.iter().any(is_known) {
                    ends.push(end);
                }
            }
            words.len() > 1 && ends.contains(&words.len())
        };
        let verb = VERBS.split_ascii_whitespace().find(|verb| word.strip_prefix(verb).is_some_and(is_joined));
        verb.map(str::to_owned)
    }

    /// Removes the words of the path and the tag from an operation id, except for a verb at the beginning. An id may
    /// join or split these words: `getV1ShelfbooksLoans` repeats `/v1/shelf-books/loans`.
    fn remove_from(&self, words: Vec<String>) -> Vec<String> {
        /// The maximum number of words in an id that together form one word of the path.
        const JOINED: usize = 4;
        let is_known = |run: &[String]| {
            let joined = run.concat();
            let is_same = if is_verb(&joined) {
                self.words.contains(&joined)
            } else {
                forms(&joined).any(|form| self.forms.contains(&form))
            };
            is_same || is_version(&joined) || joined.bytes().all(|byte| byte.is_ascii_digit())
        };
        let mut kept = Vec::new();
        let mut rest = words.as_slice();
        while let [word, others @ ..] = rest {
            let is_first_verb = kept.is_empty() && is_in(VERBS, word);
            let known = (1..=JOINED.min(rest.len())).rev().find(|count| !is_first_verb && is_known(&rest[..*count]));
            match known {
                Some(count) => rest = &rest[count..],
                None => {
                    kept.push(word.clone());
                    rest = others;
                }
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verb(method: Method, path: &str, tag: &str, id: &str) -> String {
        verb_of_id(id, method, path, &words_of(tag)).map(|found| found.verb).unwrap_or_default()
    }

    #[test]
    fn operation_id_that_repeats_method_and_path_contains_no_verb() {
        for (method, path, tag, id) in [
            (Method::Get, "/v1/status-pages/incidents", "Incidents", "getV1StatuspagesIncidents"),
            (Method::Get, "/items/", "items", "read_items_items_get"),
            (Method::Get, "/users/{user_id}", "users", "get_user_by_id_users__user_id__get"),
            (Method::Get, "/reverse-geocoding", "Maps", "reverse-geocoding-get"),
            (Method::Put, "/api/v2.0/{database}/strains", "Strains", "putApiV20DatabaseStrains"),
            (Method::Delete, "/exports/{id}", "Exports", "app.exports.export.delete"),
            (Method::Get, "/pet/{petId}", "pet", "getPetById"),
            (Method::Get, "/efo", "EFO", "getEFOUsingGET"),
            (Method::Post, "/uploads/{note}", "Reports", "postUpload"),
        ] {
            assert_eq!(verb(method, path, tag, id), "", "{id}");
        }
    }

    #[test]
    fn finds_the_verb_in_operation_ids_of_many_generators() {
        for (method, path, tag, id, expected) in [
            (Method::Post, "/assistants/{id}", "Assistants", "modifyAssistant", "modify"),
            (Method::Get, "/Accounts/{Sid}.json", "Account", "FetchAccount", "fetch"),
            (Method::Get, "/users", "users", "Users_GetAll", "list"),
            (Method::Get, "/users", "User", "UserController_findAll", "list"),
            (Method::Get, "/users/{id}", "User", "UserController_findOne", "find"),
            (Method::Get, "/files/{id}", "Files", "FilesController_download", "download"),
            (Method::Get, "/users/", "users", "users_list", "list"),
            (Method::Get, "/users/{id}/", "users", "users_retrieve_2", "retrieve"),
            (Method::Patch, "/users/{id}/", "users", "users_partial_update", "partial_update"),
            (Method::Delete, "/users/{id}/", "users", "users_destroy", "destroy"),
            (Method::Post, "/users/search", "users", "search_users_users_search_post", "search"),
            (Method::Get, "/v1/books", "BookService", "BookService_ListBooks", "list"),
            (Method::Get, "/api/v1/namespaces/{namespace}/pods", "core_v1", "listCoreV1NamespacedPod", "list"),
            (Method::Put, "/zones/{zone}/sets/{set}", "RecordSets", "RecordSets_CreateOrUpdate", "create_or_update"),
            (Method::Delete, "/rules", "Admin", "deleteAllRules", "delete_all"),
            (Method::Get, "/orders", "orders", "orders:list", "list"),
            (Method::Post, "/incident-updates/{id}", "Incidents", "updateIncidentUpdate", "update"),
            (Method::Post, "/project", "projects", "project_create", "create"),
            (Method::Post, "/hooks", "Hooks", "List all hooks", "list"),
            (Method::Post, "/parcels/{id}/status", "Parcels", "updatestatus", "update"),
            (Method::Post, "/parcel/label_printers", "Depots", "api_findparcellabelprinter", "find"),
            (Method::Post, "/listings/{ing}", "Listings", "listings", ""),
        ] {
            assert_eq!(verb(method, path, tag, id), expected, "{id}");
        }
    }
}
