//! Uses the test client that contains everything the generator supports.
#![allow(unused, deprecated)]

use kitchen_sink::{Client, types};

fn client() {
    let builder = Client::/*@*/builder("https://api.example.com"); //~ `Client::builder` > impl Client > fn builder
}

async fn calls(client: Client, span: types::Span) {
    let call = client./*@*/reports(); //~ method of a tag > impl Client > fn reports
    let call = call./*@*/create_uploads("note"); //~ operation of a tag > mod tags > impl Reports > fn create_uploads
    let call = client.get_odd_path()./*@*/the_id("id"); //~ required setter > mod builder > impl GetOddPath > fn the_id
    let call = call.the_id("other");
    let call = client./*@*/post_bodies(); //~ method of an operation > impl Client > fn post_bodies
    let call = call./*@*/keep_read_only(true); //~ `keep_read_only` > mod builder > impl PostBodies > fn keep_read_only
    let call = call./*@*/body_map(|body| body); //~ `body_map` > mod builder > impl PostBodies > fn body_map
    let sent = call./*@*/send().await; //~ `send` > mod builder > impl PostBodies > fn send
    let call = client.get_checks()./*@*/span(span); //~ optional setter > mod builder > impl GetChecks > fn span
    let items = client.get_by_url()./*@*/items(); //~ `items` > mod builder > impl GetByUrl > fn items
}

fn values(check: types::HttpCheck) {
    let _: types::/*@*/HttpCheck; //~ type > mod types > struct HttpCheck
    let settings = check./*@*/settings; //~ field > mod types > struct HttpCheck > settings:
    let url = settings./*@*/url; //~ field of a nested object > mod types > struct HttpCheckSettings > url:
    let variant = types::Check::/*@*/Other; //~ variant of a union > mod types > enum Check > Other
    let builder = types::HttpCheck::/*@*/builder(); //~ `Type::builder` > mod types > impl HttpCheck > fn builder
    let builder = builder./*@*/name("name"); //~ setter of a type builder > mod types > mod builder > impl HttpCheck > fn name
    let builder = builder./*@*/keep_undeclared(); //~ `keep_undeclared` > mod types > mod builder > impl HttpCheck > fn keep_undeclared
    let undeclared = builder.build().unwrap()./*@*/undeclared(); //~ `undeclared` > mod types > impl HttpCheck > fn undeclared
}

fn completions(client: Client, check: types::HttpCheck) {
    client.get_checks()./*?*/send(); //~ operation builder > span event send
    client.post_bodies()./*?*/send(); //~ operation builder with a body > body body_map send
    types::HttpCheck::builder()./*?*/build(); //~ type builder > name settings id
    check./*?*/settings; //~ value > name settings id
}
