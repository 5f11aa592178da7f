//! Uses this repository's client.
#![allow(unused)]

use monitoring_service::{Client, ClientBuilder, types, uuid::Uuid};

fn client() -> ClientBuilder {
    let builder = Client::/*@*/builder("https://api.example.com"); //~ `Client::builder` > impl Client > fn builder
    let builder = builder./*@*/api_key("key"); //~ credentials setter, by hand > src/credentials.rs > impl ClientBuilder > fn api_key
    builder./*@*/keep_body(true) //~ setter of `ClientBuilder` > impl ClientBuilder > fn keep_body
}

async fn calls(client: Client, id: Uuid) {
    let tag = client./*@*/private_locations(); //~ method of a tag > impl Client > fn private_locations
    let call = tag./*@*/metrics(id); //~ operation of a tag > mod tags > impl PrivateLocations > fn metrics
    let call = call./*@*/from(1); //~ required setter > mod builder > impl GetV1PrivatelocationsIdMetrics > fn from
    let call = call.from(2).to(3);
    let sent = call./*@*/send().await; //~ `send` > mod builder > impl GetV1PrivatelocationsIdMetrics > fn send
    let call = client./*@*/get_v1_privatelocations_id_metrics(); //~ method of an operation > impl Client > fn get_v1_privatelocations_id_metrics
    let call = client./*@*/with_keep_body(true); //~ derived client > impl Client > fn with_keep_body
    let call = client.status_page_incident_updates().create("id");
    let call = call./*@*/body_map(|body| { //~ `body_map` > mod builder > impl PostV1StatuspagesIncidentsIncidentidIncidentupdates > fn body_map
        body./*@*/description("text") //~ setter in `body_map` > mod types > mod builder > impl IncidentUpdateCreate > fn description
    });
    let call = call./*@*/body(types::IncidentUpdateCreate::default()); //~ optional setter > mod builder > impl PostV1StatuspagesIncidentsIncidentidIncidentupdates > fn body
}

fn values(incident: /*@*/types::Incident, metrics: types::PrivateLocationMetrics) {
    let _: types::/*@*/Incident; //~ type > mod types > struct Incident
    let severity = incident./*@*/severity; //~ field > mod types > struct Incident > severity:
    let variant = types::IncidentSeverity::/*@*/Critical; //~ variant > mod types > enum IncidentSeverity > Critical
    let name = variant./*@*/as_str(); //~ method of an enum > mod types > impl IncidentSeverity > fn as_str
    let builder = types::Incident::/*@*/builder(); //~ `Type::builder` > mod types > impl Incident > fn builder
    let builder = builder./*@*/name("name"); //~ setter of a type builder > mod types > mod builder > impl Incident > fn name
    let built = builder./*@*/build(); //~ `build` > mod types > mod builder > impl Incident > fn build
    let samples = metrics./*@*/samples(); //~ `samples` > mod types > impl PrivateLocationMetrics > fn samples
}

fn completions(client: Client, id: Uuid, incident: types::Incident) {
    client.private_locations().metrics(id)./*?*/send(); //~ operation builder > from to send
    client.status_page_incident_updates().create("id")./*?*/send(); //~ operation builder with a body > body body_map send
    types::Incident::builder()./*?*/build(); //~ type builder > name severity duration
    incident./*?*/name; //~ value > name severity duration
}
