//! Decides which security schemes have setters, names these setters, and determines which schemes each operation needs.

use std::collections::{BTreeSet, HashMap};

use super::types;
use crate::{
    adaptation::Rule,
    api::{Carrier, Credentials, Endpoint, Operation, Scheme, SchemeKind},
    log::Log,
    names::{
        file,
        pins::{self, Pins},
        reserved,
    },
    schema::TypedDocument,
    text::{naming, printable::printable},
};

/// The security schemes of a document, together with the client's credentials, which are built from them.
pub struct Schemes<'a> {
    document: &'a TypedDocument,
    positions: HashMap<&'a str, usize>,
    /// For each scheme of the document, its index in `credentials`. Merged schemes have the same index. `None` if no
    /// request can carry the scheme.
    indices: Vec<Option<usize>>,
    pub credentials: Credentials,
}

impl<'a> Schemes<'a> {
    /// Builds the client's credentials from the schemes of `document`, and names their setters. Recorded names of
    /// setters are kept.
    pub fn new(document: &'a TypedDocument, own: &file::CredentialSettings, pins: &Pins<'_>, log: &mut Log) -> Self {
        let names = document.schemes.iter().enumerate();
        let positions = names.map(|(at, scheme)| (scheme.name.as_str(), at)).collect();
        let mut schemes = Self { document, positions, indices: Vec::new(), credentials: Credentials::default() };
        let representatives = schemes.merge(log);
        let mut indices: Vec<Option<usize>> = vec![None; document.schemes.len()];
        for (at, (declared, first)) in document.schemes.iter().zip(representatives).enumerate() {
            let Some(carrier) = declared.carrier.clone() else {
                let reason = declared.defect.map(|defect| format!(": {defect}")).unwrap_or_default();
                log.note(Rule::DROPPED_SCHEME, format!("{}{reason}", declared.name));
                continue;
            };
            if declared.kind == SchemeKind::Other {
                log.note(Rule::SCHEME_AS_VALUE, &declared.name);
            }
            if first < at {
                log.note(Rule::MERGED_SCHEMES, format!("{} with {}", declared.name, document.schemes[first].name));
                indices[at] = indices[first];
                if let Some(index) = indices[at] {
                    schemes.credentials.schemes[index].add_scheme(declared.kind, carrier);
                }
                continue;
            }
            indices[at] = Some(schemes.credentials.schemes.len());
            schemes.credentials.schemes.push(Scheme {
                name: declared.name.clone(),
                setter: String::new(),
                variables: Vec::new(),
                docs: types::docs(declared.description.as_ref()),
                kind: declared.kind,
                carrier,
            });
        }
        schemes.indices = indices;
        name_setters(&mut schemes.credentials.schemes, own, pins);
        name_variables(&mut schemes.credentials.schemes);
        schemes.credentials.security = schemes.document_security(log);
        schemes.refuse_unusable(log);
        schemes
    }

    /// Returns the first scheme in `alternative` that no request can carry, and why.
    fn unsendable_scheme(&self, alternative: &[String]) -> Option<(&'a str, &'static str)> {
        let mut declared =
            alternative.iter().filter_map(|name| self.document.schemes.get(*self.positions.get(&**name)?));
        declared.find_map(|scheme| Some((scheme.name.as_str(), scheme.defect?)))
    }

    /// Reports each operation that the client cannot authenticate: every alternative of its security requirement
    /// contains a scheme that no request can carry. Without this check, the client would send such requests without
    /// credentials.
    fn refuse_unusable(&self, log: &mut Log) {
        for operation in &self.document.operations {
            let security = operation.security.as_ref().or(self.document.security.as_ref());
            // `None` if requests can carry all schemes of at least one alternative.
            let defects: Option<Vec<_>> =
                security.into_iter().flatten().map(|needed| self.unsendable_scheme(needed)).collect();
            let Some((name, defect)) = defects.and_then(|defects| defects.first().copied()) else { continue };
            let reason = format!(
                "requires the security scheme `{name}`, which cannot be sent: {defect}. Do one of the following: \
                 correct the scheme in the document; exclude the operation (`client.operations` in {FILE}); or \
                 remove `client.credentials` and write your own code to send the credentials",
                name = printable(name),
                FILE = file::FILE,
            );
            log.diagnostics.push(operation.to_string(), reason);
        }
    }

    /// Merges schemes that are required together, although a request can send only one of them, such as two schemes
    /// that use the header `Authorization`. Returns, for each scheme of the document, the index of the first scheme
    /// with which it is merged.
    ///
    /// Such documents are common: they describe several ways to obtain the same token as schemes that are all required.
    fn merge(&self, log: &mut Log) -> Vec<usize> {
        let all = &self.document.schemes;
        let mut first: Vec<usize> = (0..all.len()).collect();
        let operations = self.document.operations.iter().filter_map(|operation| operation.security.as_ref());
        let mut dangling = BTreeSet::new();
        for set in operations.chain(&self.document.security).flatten() {
            let mut seen: HashMap<Carrier, usize> = HashMap::new();
            for name in set {
                let Some(at) = self.positions.get(name.as_str()) else {
                    dangling.insert(name);
                    continue;
                };
                let Some(carrier) = &all[*at].carrier else { continue };
                let (one, other) = (representative(&mut first, *at), *seen.entry(carrier.place()).or_insert(*at));
                let other = representative(&mut first, other);
                first[one.max(other)] = one.min(other);
            }
        }
        dangling.into_iter().for_each(|name| log.note(Rule::DROPPED_SCHEME, name));
        (0..all.len()).map(|at| representative(&mut first, at)).collect()
    }

    /// Replaces the scheme names in a security requirement with indices in `credentials`.
    ///
    /// Alternatives that no request can carry are removed. Schemes are removed from an alternative if they are
    /// undeclared, or if they authenticate the connection instead of the request.
    fn to_indices(&self, alternatives: &[Vec<String>]) -> Vec<Vec<usize>> {
        let mut indexed: Vec<Vec<usize>> = Vec::new();
        for alternative in alternatives.iter().filter(|needed| self.unsendable_scheme(needed).is_none()) {
            let indices = alternative.iter().filter_map(|name| self.indices[*self.positions.get(name.as_str())?]);
            let set: BTreeSet<usize> = indices.collect();
            indexed.push(set.into_iter().collect());
        }
        indexed
    }

    /// Returns the security requirement for operations that do not declare their own. If the document declares no
    /// requirement at all, the client sends whichever credentials are set.
    fn document_security(&self, log: &mut Log) -> Vec<Vec<usize>> {
        let is_declared = self.document.security.is_some()
            || self.document.operations.iter().any(|operation| operation.security.is_some());
        if is_declared || self.credentials.schemes.is_empty() {
            return self.to_indices(self.document.security.as_deref().unwrap_or_default());
        }
        log.note(Rule::UNDECLARED_SECURITY, "openapi.json");
        (0..self.credentials.schemes.len()).map(|index| vec![index]).chain([Vec::new()]).collect()
    }

    /// Sets the security requirement of each operation that declares a requirement other than the default one. Returns
    /// the credentials of the client.
    pub fn apply(self, operations: &mut [Operation]) -> Credentials {
        for (operation, declared) in operations.iter_mut().zip(&self.document.operations) {
            let security = declared.security.as_ref().map(|alternatives| self.to_indices(alternatives));
            operation.security = security.filter(|security| *security != self.credentials.security);
        }
        self.credentials
    }
}

pub fn endpoints(document: &TypedDocument) -> Vec<Endpoint> {
    document.schemes.iter().flat_map(|scheme| &scheme.endpoints).cloned().collect()
}

/// Returns the index of the scheme that represents the scheme `at`: the first scheme with which it is merged. `first`
/// is a union-find forest.
fn representative(first: &mut [usize], mut at: usize) -> usize {
    while first[at] != at {
        first[at] = first[first[at]];
        at = first[at];
    }
    at
}

/// Names the setters of the schemes. The setter of a scheme is named after its kind if no other scheme is of this kind,
/// and after the scheme otherwise.
fn name_setters(schemes: &mut [Scheme], own: &file::CredentialSettings, pins: &Pins<'_>) {
    let mut of_kind: HashMap<SchemeKind, usize> = HashMap::new();
    schemes.iter().for_each(|scheme| *of_kind.entry(scheme.kind).or_default() += 1);
    for scheme in &mut *schemes {
        scheme.setter =
            if of_kind[&scheme.kind] == 1 { scheme.kind.setter().to_owned() } else { naming::value_name(&scheme.name) };
    }
    let methods = pins.methods();
    let methods = methods.iter().map(String::as_str).chain(reserved::OF_CLIENT);
    let derived = methods.filter_map(|method| method.strip_prefix(reserved::DERIVED));
    let taken = derived.chain(reserved::OF_BUILDER).map(str::to_owned).collect();
    let names = schemes.iter_mut().map(|Scheme { setter, name, .. }| (setter, &**name));
    pins::assign_names(names, &own.setters, taken);
}

/// Assigns distinct environment variables to all credentials. Variables that are named after a setter are assigned
/// first, so they do not get a number if names collide.
fn name_variables(schemes: &mut [Scheme]) {
    let mut taken = BTreeSet::from(["URL".to_owned()]);
    let (named, others): (Vec<_>, Vec<_>) = schemes.iter_mut().partition(|scheme| scheme.kind.variables().is_empty());
    for scheme in named {
        scheme.variables = vec![naming::unique(&scheme.setter.to_uppercase(), &mut taken)];
    }
    for scheme in others {
        let mut wanted = scheme.kind.variables();
        if scheme.carrier == Carrier::Token(None) {
            // Without a token URL, client credentials cannot request a token.
            wanted = wanted.get(..1).unwrap_or_default();
        }
        let is_free = scheme.setter == scheme.kind.setter() && !wanted.iter().any(|name| taken.contains(*name));
        let prefix = if is_free { String::new() } else { format!("{}_", scheme.setter.to_uppercase()) };
        let variables = wanted.iter().map(|name| naming::unique(&format!("{prefix}{name}"), &mut taken));
        scheme.variables = variables.collect();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{adaptation::Adaptation, api::Api, names::file::Names};

    fn key(name: &str) -> Value {
        json!({ "type": "apiKey", "in": "header", "name": name })
    }

    fn http(scheme: &str) -> Value {
        json!({ "type": "http", "scheme": scheme })
    }

    /// Builds the model of a document with the security schemes `schemes`, and with an operation for each requirement
    /// in `security`. Also returns the adaptations that concern security.
    fn model(names: &str, schemes: Value, security: &[Value]) -> (Api, Vec<String>) {
        let operation = |(number, security): (usize, &Value)| {
            let id = format!("op{number}");
            (format!("/{number}"), json!({ "get": { "operationId": id, "security": security } }))
        };
        let paths: serde_json::Map<String, Value> = security.iter().enumerate().map(operation).collect();
        let root = json!({ "openapi": "3.0.0", "components": { "securitySchemes": schemes }, "paths": paths });
        let names = Names::parse(names).expect("legal");
        let (api, adaptations) = crate::model(&root.to_string(), &names).expect("legal");
        let is_own = |rule: &Rule| rule.id.contains("scheme") || rule.id.contains("security");
        let noted = adaptations.into_iter().filter(|Adaptation { rule, .. }| is_own(rule));
        (api, noted.map(|Adaptation { rule, place }| format!("{} {place}", rule.id)).collect())
    }

    const ON: &str = r#"{ "client": { "credentials": {} } }"#;

    fn setters(names: &str, schemes: Value) -> Vec<String> {
        let credentials = model(names, schemes, &[json!([])]).0.credentials.expect("should be on");
        credentials.schemes.into_iter().map(|scheme| scheme.setter).collect()
    }

    #[test]
    fn credential_setters_are_named_after_their_kind_or_scheme() {
        let schemes = json!({ "A": key("x-a"), "B": http("basic"), "C": http("bearer"), "D": { "type": "oauth2" } });
        assert_eq!(setters(ON, schemes), ["api_key", "basic_auth", "bearer", "oauth"]);
        let schemes = json!({ "appId": key("x-a"), "App-Key": key("x-b"), "C": http("digest") });
        assert_eq!(setters(ON, schemes.clone()), ["app_id", "app_key", "authorization"]);
        let renamed = r#"{ "client": { "credentials": { "setters": { "appId": "tenant" } } } }"#;
        assert_eq!(setters(renamed, schemes), ["tenant", "app_key", "authorization"]);
    }

    #[test]
    fn credentials_have_distinct_environment_variables() {
        let schemes = json!({ "A": { "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": "/token" } } }, "url": key("x-a"), "Client-Id": key("x-b"),
            "B": http("basic"), "C": http("bearer"), "D": http("bearer") });
        let credentials = model(ON, schemes, &[json!([])]).0.credentials.expect("should be on");
        let variables: Vec<String> = credentials.schemes.into_iter().map(|scheme| scheme.variables.join(" ")).collect();
        let oauth = "OAUTH_ACCESS_TOKEN OAUTH_CLIENT_ID OAUTH_CLIENT_SECRET";
        assert_eq!(variables, [oauth, "URL2", "CLIENT_ID", "USERNAME PASSWORD", "C_TOKEN", "D_TOKEN"]);
        let credentials =
            model(ON, json!({ "A": { "type": "oauth2" } }), &[json!([])]).0.credentials.expect("should be on");
        assert_eq!(credentials.schemes[0].variables, ["ACCESS_TOKEN"]);
    }

    #[test]
    fn credential_setters_avoid_existing_and_keep_recorded_names() {
        let schemes = json!({ "timeout": key("x-a"), "query": key("x-b"), "mine": key("x-c"), "type": key("x-d") });
        let own = r#"{ "client": { "methods": ["with_mine"], "credentials": {} } }"#;
        assert_eq!(setters(own, schemes), ["timeout2", "query2", "mine2", "type_"]);
        let (api, _) = model(ON, json!({ "A": key("x-a") }), &[json!([])]);
        let recorded = Names::parse(ON).expect("legal").recording(&api).to_text().expect("legal");
        assert_eq!(setters(&recorded, json!({ "New": key("x-n"), "A": key("x-a") })), ["new", "api_key"]);
    }

    #[test]
    fn operations_avoid_the_names_of_methods_for_credentials() {
        let named = |names: &str| {
            let root = json!({ "openapi": "3.0.0", "components": { "securitySchemes": { "A": key("x-a") } }, "paths": {
                "/a": { "get": { "operationId": "fromEnv" }, "put": { "operationId": "withApiKey", "tags": ["From env"] } } } });
            let (api, _) = crate::model(&root.to_string(), &Names::parse(names).expect("legal")).expect("legal");
            let operations = api.operations.into_iter().map(|operation| operation.name);
            operations.chain(api.groups.into_iter().map(|group| group.name)).collect::<Vec<_>>()
        };
        assert_eq!(named("{}"), ["from_env", "with_api_key", "from_env_operations"]);
        assert_eq!(named(ON), ["from_env_op2", "with_api_key_op2", "from_env_operations"]);
    }

    #[test]
    fn security_of_an_operation_is_set_only_if_not_the_default() {
        let schemes = json!({ "A": key("x-a"), "B": http("basic") });
        let both = json!([{ "B": [], "A": [] }, {}]);
        let (api, noted) = model(ON, schemes.clone(), &[json!([]), json!([{ "A": [] }]), both, Value::Null]);
        let security: Vec<_> = api.operations.into_iter().map(|operation| operation.security).collect();
        let own = |security: &[&[usize]]| Some(security.iter().map(|set| set.to_vec()).collect::<Vec<_>>());
        // The document has no default requirement, which is the same as an empty one. The requirement of the first
        // operation is also empty, so it is not set.
        assert_eq!(security, [None, own(&[&[0]]), own(&[&[0, 1], &[]]), None]);
        assert_eq!(noted, [] as [&str; 0]);
        assert!(model("{}", schemes, &[json!([{ "A": [] }])]).0.credentials.is_none());
    }

    #[test]
    fn sends_all_credentials_if_no_security_requirement_is_declared() {
        let (api, noted) = model(ON, json!({ "A": key("x-a"), "B": http("basic") }), &[Value::Null]);
        assert_eq!(api.credentials.expect("should be on").security, [vec![0], vec![1], vec![]]);
        assert_eq!(noted, ["undeclared-security openapi.json"]);
        assert_eq!(model(ON, json!({}), &[Value::Null]).1, [] as [&str; 0]);
    }

    #[test]
    fn reports_required_security_schemes_that_no_request_can_carry() {
        let schemes = json!({ "B": { "type": "mutualTLS" }, "C": http("digest"), "D": http("basic") });
        let (api, noted) = model(ON, schemes, &[json!([{ "B": [], "Gone": [], "D": [] }, { "B": [] }])]);
        assert_eq!(api.operations[0].security, Some(vec![vec![1], vec![]]));
        assert_eq!(noted, ["dropped-scheme Gone", "dropped-scheme B", "scheme-as-value C"]);
    }

    /// Builds the model of a document whose default security requirement is `general`, with an operation for each
    /// requirement in `security`. Also returns the places of dropped schemes.
    fn try_model(names: &str, general: Value, security: &[Value]) -> Result<(Api, Vec<String>), String> {
        let operation = |(number, security): (usize, &Value)| {
            let mut get = json!({ "operationId": format!("op{number}"), "security": security });
            if let Some(get) = get.as_object_mut() {
                get.retain(|_, value| !value.is_null());
            }
            (format!("/{number}"), json!({ "get": get }))
        };
        let paths: serde_json::Map<String, Value> = security.iter().enumerate().map(operation).collect();
        let schemes =
            json!({ "Bad": key("X\r\nY"), "Host": key("Host"), "Good": key("X-Key"), "Tls": { "type": "mutualTLS" } });
        let mut root = json!({ "openapi": "3.1.0", "components": { "securitySchemes": schemes }, "paths": paths });
        if !general.is_null() {
            root["security"] = general;
        }
        let names = Names::parse(names).expect("legal");
        let (api, adaptations) = crate::model(&root.to_string(), &names).map_err(|error| error.to_string())?;
        let dropped = adaptations.into_iter().filter(|it| it.rule == Rule::DROPPED_SCHEME).map(|it| it.place);
        Ok((api, dropped.collect()))
    }

    #[test]
    fn refuses_an_operation_if_no_request_can_carry_its_security() {
        let [bad, host, good] = [json!({ "Bad": [] }), json!({ "Host": [] }), json!({ "Good": [] })];
        for (general, own) in [
            (Value::Null, json!([bad])),
            (json!([bad]), Value::Null),
            (json!([good]), json!([bad])),
            (Value::Null, json!([bad, host])),
            (Value::Null, json!([{ "Bad": [], "Good": [] }])),
            (Value::Null, json!([{ "Bad": [], "Tls": [] }, { "Good": [], "Host": [] }])),
        ] {
            let refused = try_model(ON, general.clone(), std::slice::from_ref(&own)).expect_err("should be refused");
            let expected = "op0 (GET /0): requires the security scheme `Bad`, which cannot be sent: its `name` is not \
                            a valid header name. Do one of the following: correct the scheme in the document; exclude \
                            the operation (`client.operations` in names.json); or remove `client.credentials` and \
                            write your own code to send the credentials";
            assert_eq!(refused, expected, "{general} {own}");
            // If the credentials are handwritten, the document is accepted.
            assert!(try_model("{}", general, &[own]).is_ok_and(|(_, dropped)| dropped.is_empty()));
        }
        let refused =
            try_model(ON, json!([host]), &[Value::Null, json!([good]), Value::Null]).expect_err("should be refused");
        assert_eq!(
            refused.lines().filter(|line| line.contains("a header that the client sets")).count(),
            2,
            "{refused}"
        );
        // The client leaves out `op0`, so the security requirement of `op0` is not checked.
        let chosen = r#"{ "client": { "credentials": {}, "operations": { "ids": ["op1"] } } }"#;
        try_model(chosen, Value::Null, &[json!([bad]), json!([good])]).expect("should be read");
    }

    #[test]
    fn drops_an_unsendable_security_scheme_if_there_is_an_alternative() {
        let [bad, good] = [json!({ "Bad": [] }), json!({ "Good": [] })];
        let own = |security: &[&[usize]]| Some(security.iter().map(|set| set.to_vec()).collect::<Vec<_>>());
        for (general, needed, security) in [
            (Value::Null, json!([bad, good]), own(&[&[0]])),
            (Value::Null, json!([{ "Bad": [], "Good": [] }, { "Tls": [] }]), own(&[&[]])),
            (Value::Null, json!([{}, bad]), own(&[&[]])),
            (json!([bad]), json!([good]), own(&[&[0]])),
            (json!([bad]), json!([]), None),
            (Value::Null, Value::Null, None),
        ] {
            let (api, dropped) = try_model(ON, general, std::slice::from_ref(&needed)).expect("should be read");
            assert_eq!(api.operations[0].security, security, "{needed}");
            let expected = [
                "Bad: its `name` is not a valid header name",
                "Host: its `name` is a header that the client sets itself",
                "Tls",
            ];
            assert_eq!(dropped, expected, "{needed}");
        }
    }

    #[test]
    fn merges_security_schemes_that_are_sent_in_the_same_header() {
        let code = json!({ "type": "oauth2" });
        let schemes =
            json!({ "A": code, "B": http("bearer"), "C": code, "D": key("X-Key"), "E": key("x-key"), "F": code });
        let security =
            [json!([{ "C": [], "B": [] }]), json!([{ "A": [], "C": [], "D": [], "E": [] }]), json!([{ "F": [] }])];
        let (api, noted) = model(ON, schemes, &security);
        let security: Vec<_> = api.operations.into_iter().filter_map(|operation| operation.security).collect();
        assert_eq!(security, [vec![vec![0]], vec![vec![0, 1]], vec![vec![2]]]);
        assert_eq!(noted, ["merged-schemes B with A", "merged-schemes C with A", "merged-schemes E with D"]);
        let names: Vec<_> = api.credentials.expect("should be on").schemes.into_iter().map(|it| it.setter).collect();
        assert_eq!(names, ["a", "api_key", "f"]);
    }

    #[test]
    fn merged_security_scheme_keeps_the_token_url_of_its_oauth_scheme() {
        let url = "https://a/token";
        let machine = json!({ "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": url } } });
        let schemes = json!({ "A": http("bearer"), "B": machine });
        let (api, _) = model(ON, schemes, &[json!([{ "A": [], "B": [] }])]);
        let Scheme { setter, carrier, .. } = api.credentials.expect("should be on").schemes.remove(0);
        assert_eq!((&*setter, carrier), ("oauth", Carrier::Token(Some(url.to_owned()))));
    }
}
