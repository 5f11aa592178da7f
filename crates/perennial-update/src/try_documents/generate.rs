//! Generates a client without recorded names, for the tasks `new` and `try`.

use perennial_codegen::{
    Document, Generated, Generator,
    diagnostics::Diagnostics,
    names::file::{ClientSettings, CredentialSettings, Names},
};

use super::overview::common_error_type;
use crate::examples;

/// The place of adaptations and diagnostics that concern the document as a whole.
const WHOLE_DOCUMENT: &str = "openapi.json";

/// The amount of code to generate. rustc cannot compile very large clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeExtent {
    /// No code, only the model and the public API.
    None,
    /// As much code as rustc can compile.
    Compilable,
    All,
}

/// Generates the client with the credentials that the document declares. If most operations declare the same type
/// for their errors, the client has types for the bodies of errors. `origin` is the file or URL of the document, for the report.
///
/// # Errors
/// Returns all reasons why no client can be generated.
pub fn generate_client(text: &str, origin: &str, extent: CodeExtent) -> Result<(Names, Generated), Diagnostics> {
    let read = |errors| {
        let settings =
            ClientSettings { credentials: Some(CredentialSettings::default()), errors, ..ClientSettings::default() };
        Document::read(text, &settings).map(|document| (Names::for_client(&settings), document))
    };
    let run = |(names, document): (Names, Document)| {
        let generator = Generator::new(&document, &names);
        let generator = match extent {
            CodeExtent::None => generator.without_code(),
            CodeExtent::Compilable => generator.compilable(),
            CodeExtent::All => generator,
        };
        let generated = examples::with_mistyped_examples(&document, generator.run()?);
        Ok((names, generated))
    };
    let has_common_error_type = |(names, document): &(Names, Document)| {
        document.model(names).is_ok_and(|(api, _)| common_error_type(&api).is_some())
    };
    let with_error_type = read(true).ok().filter(has_common_error_type).and_then(|it| run(it).ok());
    let mut result = with_error_type.map_or_else(|| read(false).and_then(run), Ok);
    let places: Vec<&mut String> = match &mut result {
        Ok((_, generated)) => generated.adaptations.iter_mut().map(|it| &mut it.place).collect(),
        Err(diagnostics) => diagnostics.0.iter_mut().map(|it| &mut it.place).collect(),
    };
    places.into_iter().filter(|place| *place == WHOLE_DOCUMENT).for_each(|place| origin.clone_into(place));
    result
}
