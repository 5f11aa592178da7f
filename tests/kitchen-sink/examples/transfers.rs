//! The samples on the page `transfers` in the guide of `perennial`. They are here so that they are compiled.

use kitchen_sink as archive;

// ANCHOR: upload
use std::path::Path;

use archive::Client;
use archive::multipart::Part;

async fn upload(client: &Client, csv: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let file = Part::file(csv).await?;
    let picture = Part::bytes("<bytes of a picture>").file_name("cover.png").media_type("image/png");
    client
        .reports()
        .create_uploads("weekly")
        .labels(vec!["new".to_owned()])
        .file(file)
        .pictures(vec![picture])
        .send()
        .await?;
    Ok(())
}
// ANCHOR_END: upload

// ANCHOR: progress
use bytes::Bytes;
use futures_util::stream;

/// Creates a part whose progress is printed.
fn with_progress(content: Bytes) -> Part {
    const CHUNK: usize = 64 * 1024;
    let length = content.len();
    let open = move || {
        let mut left = content.clone();
        stream::iter(std::iter::from_fn(move || {
            let chunk = left.split_to(left.len().min(CHUNK));
            println!("{} of {length} bytes", length - left.len());
            (!chunk.is_empty()).then_some(Ok(chunk))
        }))
    };
    Part::stream(open).length(length as u64).file_name("report.csv")
}
// ANCHOR_END: progress

// ANCHOR: download
use tokio::fs::File;
use tokio::io::AsyncWriteExt as _;

async fn download(client: &Client, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let response = client.get_badge().send().await?;
    let length = response.content_length();
    let mut body = response.into_inner();
    let (mut file, mut received) = (File::create(path).await?, 0);
    while let Some(chunk) = body.chunk().await? {
        file.write_all(&chunk).await?;
        received += chunk.len();
        println!("{received} of {length:?} bytes");
    }
    file.flush().await?;
    Ok(())
}
// ANCHOR_END: download

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).unwrap_or_else(|| "http://127.0.0.1:1".to_owned());
    let client = Client::builder(url).build()?;
    println!("{:?}", with_progress(Bytes::from_static(b"x,y\n")));
    upload(&client, Path::new("report.csv")).await?;
    download(&client, Path::new("badge.svg")).await
}
