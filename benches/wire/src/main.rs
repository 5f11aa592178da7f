//! `wire DOCUMENT FOLDER` writes a package to `FOLDER`, which makes the calls of a plan with the client for `DOCUMENT`.
//! It also writes `operations.json`, which lists the inputs of each operation.

use std::{env, error::Error, fs, ops::RangeInclusive, path::Path};

use perennial_codegen::{
    api::{Api, Encoding, Location, Operation, Response},
    names::{file::Names, variants},
    rust_type,
};
use serde_json::{Value, json};

/// The accepted numbers of operations in a document. Larger documents take too long to compile, smaller documents test
/// too little.
const OPERATIONS: RangeInclusive<usize> = 10..=300;

const DRIVER: &str = include_str!("../driver.rs");

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [document, folder] = arguments.as_slice() else { return Err("DOCUMENT FOLDER".into()) };
    let document = without_servers(serde_json::from_str(&fs::read_to_string(document)?)?).to_string();
    let generated = perennial_codegen::generate(&document, &Names::default())?;
    let (api, folder) = (&generated.api, Path::new(folder));
    if !OPERATIONS.contains(&api.operations.len()) {
        return Err(format!("{} operations", api.operations.len()).into());
    }
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("document.json"), &document)?;
    fs::write(folder.join("src/client.rs"), &generated.client)?;
    fs::write(folder.join("src/main.rs"), DRIVER.to_owned() + &call_functions(api))?;
    fs::write(folder.join("Cargo.toml"), manifest(api))?;
    let operations: Vec<Value> = api.operations.iter().map(describe_operation).collect();
    fs::write(folder.join("operations.json"), serde_json::to_string(&operations)?)?;
    let adaptations: Vec<String> =
        generated.adaptations.iter().map(|it| format!("{}: {}", it.rule.id, it.place)).collect();
    Ok(fs::write(folder.join("adaptations.json"), serde_json::to_string(&adaptations)?)?)
}

/// Removes all servers from a document, so that every operation is sent to the same server.
fn without_servers(mut document: Value) -> Value {
    let mut remove = |at: &mut Value| drop(at.as_object_mut().and_then(|at| at.remove("servers")));
    remove(&mut document);
    for item in document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut()) {
        remove(item);
        item.as_object_mut().into_iter().flat_map(|item| item.values_mut()).for_each(&mut remove);
    }
    document
}

fn manifest(api: &Api) -> String {
    let tags: Vec<String> = api.groups.iter().map(|group| format!("{:?}", group.feature)).collect();
    let each: String = tags.iter().map(|tag| format!("{tag} = []\n")).collect();
    let runtime = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/perennial");
    format!(
        "[workspace]\n[package]\nname = \"wire-calls\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[profile.dev]\ndebug = 0\n\
        [dependencies]\nperennial = {{ path = {runtime:?} }}\nserde = \"1\"\nserde_json = \"1\"\n\
        tokio = {{ version = \"1\", features = [\"rt\"] }}\n\
        [features]\ndefault = [{}]\nmock = []\nrate-limit = []\n{each}",
        tags.join(", ")
    )
}

/// Returns the key of a parameter in a plan: its location and name, such as `query limit`.
fn parameter_key(location: Location, wire_name: &str) -> String {
    format!("{} {wire_name}", location.name())
}

fn describe_operation(operation: &Operation) -> Value {
    let keys = operation
        .parameters
        .iter()
        .map(|it| (parameter_key(it.location, &it.wire_name), json!(rust_type::plain(&it.ty).to_string())));
    let body = operation.body.as_ref().map(|body| {
        json!({ "mediaType": body.media_type, "isJson": matches!(body.encoding, Encoding::Json), "isForm": matches!(body.encoding, Encoding::Form) })
    });
    json!({
        "name": operation.name,
        "method": operation.method.to_string(),
        "path": operation.path,
        "parameters": keys.collect::<serde_json::Map<_, _>>(),
        "body": body,
        "result": rust_type::response(&operation.response).to_string(),
    })
}

/// Returns the code of one function for each operation, and of a function that calls them by name.
fn call_functions(api: &Api) -> String {
    let mut code = String::new();
    let mut arms = String::new();
    for operation in &api.operations {
        let name = &operation.name;
        let mut setters: Vec<String> = Vec::new();
        for parameter in &operation.parameters {
            let key = parameter_key(parameter.location, &parameter.wire_name);
            setters.push(setter_lines(&parameter.name, &key, &rust_type::plain(&parameter.ty).code()));
        }
        if let Some(body) = &operation.body {
            setters.push(setter_lines("body", "body", &rust_type::body(body).code()));
        }
        let (setters, response) = (setters.concat(), response_lines(operation));
        code += &format!(
            "async fn call_{}(client: Client, values: Values) -> Outcome {{\n    let call = client.{name}();\n{setters}    \
            let answer = call.send().await.map_err(unsent_or_failed)?;\n{response}}}\n\n",
            name.trim_start_matches("r#"),
        );
        arms += &format!(
            "        {name:?} => tokio::spawn(call_{}(client, values)).await,\n",
            name.trim_start_matches("r#")
        );
    }
    code + &format!(
        "async fn call(name: &str, client: Client, values: Values) -> Result<Outcome, tokio::task::JoinError> {{\n    match name {{\n{arms}        \
        other => Ok(Err(failed(\"no operation\", other))),\n    }}\n}}\n"
    )
}

/// Returns the code that passes the plan's value for `key`, converted to the type `ty`, to the setter `name`.
fn setter_lines(name: &str, key: &str, ty: &str) -> String {
    let taken = match ty {
        "::perennial::multipart::Part" => "values.part(KEY)?".to_owned(),
        "::std::vec::Vec<::perennial::multipart::Part>" => "values.parts(KEY)?".to_owned(),
        "::perennial::multipart::Parts" => return String::new(),
        "::perennial::reqwest::Body" => "values.text(KEY)?".to_owned(),
        "::perennial::time::QueryTime" | "::perennial::time::QueryDateTime" => {
            return format!(
                "    let call = match values.text({key:?})? {{\n        Some(value) => call.{name}(value.as_str()),\n        None => call,\n    }};\n"
            );
        }
        ty => format!("values.get::<{ty}>(KEY)?"),
    };
    let taken = taken.replace("KEY", &format!("{key:?}"));
    format!(
        "    let call = match {taken} {{\n        Some(value) => call.{name}(value),\n        None => call,\n    }};\n"
    )
}

/// Returns the code that converts the response of `operation` to JSON. A stream of values becomes null.
fn response_lines(operation: &Operation) -> String {
    let conversion = |code: &str| match code {
        "()" => "Ok(Value::Null)",
        "::perennial::ByteStream" => "bytes(VALUE).await",
        stream if stream.starts_with("::perennial::") && stream.contains("Stream") => {
            "{ drop(VALUE); Ok(Value::Null) }"
        }
        _ => "json(&VALUE)",
    };
    match &operation.response {
        Response::One(_) => format!(
            "    {}\n",
            conversion(&rust_type::response(&operation.response).code()).replace("VALUE", "answer.into_inner()")
        ),
        Response::ByStatus(several) => {
            let arms = several.contents.iter().map(|each| {
                let variant = format!("types::{}::{}", several.name, variants::status_variant(each.status));
                match rust_type::content(&each.content) {
                    Some(ty) => {
                        format!("        {variant}(value) => {},\n", conversion(&ty.code()).replace("VALUE", "value"))
                    }
                    None => format!("        {variant} => Ok(Value::Null),\n"),
                }
            });
            let arms: String = arms.collect();
            format!(
                "    #[allow(unreachable_patterns)]\n    match answer.into_inner() {{\n{arms}        _ => Err(failed(\"answer\", \"another status\")),\n    }}\n"
            )
        }
    }
}
