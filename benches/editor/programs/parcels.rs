//! Uses a client that `cargo perennial new` created.
#![allow(unused)]

use parcels::{Client, ClientBuilder, types};

fn client(builder: ClientBuilder) -> ClientBuilder {
    let _ = Client::/*@*/builder("https://api.example.com"); //~ `Client::builder` > impl Client > fn builder
    builder./*@*/oauth("token") //~ credentials setter > impl ClientBuilder > fn oauth
}

fn environment() {
    let client = Client::/*@*/from_env(); //~ `Client::from_env` > impl Client > fn from_env
}

async fn calls(client: Client, parcel: types::NewParcel) {
    let call = client.parcels()./*@*/list(); //~ operation of a tag > mod tags > impl Parcels > fn list
    let call = call./*@*/state(types::State::Moving); //~ setter > mod builder > impl ListParcels > fn state
    let call = call.state(types::State::Announced);
    let items = call./*@*/items(); //~ `items` > mod builder > impl ListParcels > fn items
    let pages = client.parcels().list()./*@*/pages(); //~ `pages` > mod builder > impl ListParcels > fn pages
    let sent = client.parcels().create().body(parcel)./*@*/send().await; //~ `send` > mod builder > impl CreateParcel > fn send
    let call = client./*@*/get_parcel(); //~ method of an operation > impl Client > fn get_parcel
    let call = client.create_parcel()./*@*/body_map(|body| { //~ `body_map` > mod builder > impl CreateParcel > fn body_map
        body./*@*/recipient("name") //~ setter in `body_map` > mod types > mod builder > impl NewParcel > fn recipient
    });
    let call = call./*@*/idempotency_key("key"); //~ setter of a header > mod builder > impl CreateParcel > fn idempotency_key
}

fn values(parcel: types::Parcel) {
    let _: types::/*@*/Parcel; //~ type > mod types > struct Parcel
    let state = parcel./*@*/state; //~ field > mod types > struct Parcel > state:
    let variant = types::State::/*@*/Moving; //~ variant > mod types > enum State > Moving
    let builder = types::Parcel::/*@*/builder(); //~ `Type::builder` > mod types > impl Parcel > fn builder
    let builder = builder./*@*/recipient("name"); //~ setter of a type builder > mod types > mod builder > impl Parcel > fn recipient
    let server = parcels::servers::/*@*/RegionParcelsExampleV2::default(); //~ server > mod servers > struct RegionParcelsExampleV2
    let server = server./*@*/region(parcels::servers::Region::Eu); //~ setter of a server > mod servers > impl RegionParcelsExampleV2 > fn region
}

fn completions(client: Client, parcel: types::Parcel) {
    client.parcels().list()./*?*/send(); //~ operation builder > state cursor items pages send
    types::Parcel::builder()./*?*/build(); //~ type builder > recipient state price
    parcel./*?*/state; //~ value > recipient state price
}
