//! The inputs of operations, as a document declares them.

use super::form::FormStyle;
use crate::encode::Style;

/// An input of an operation, as the document declares it: a parameter, a part, or the body.
///
/// ```ignore
/// const INPUTS: &[Input] = &[
///     Input::path("id"),
///     Input::query("perPage").set_by("per_page"),
///     Input::json_body("application/json").required(),
/// ];
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Input {
    /// The name of the setter, by which the value is found. Messages show it.
    pub(super) setter: &'static str,
    /// The name on the wire; empty if the place has none.
    pub(super) name: &'static str,
    pub(super) place: Place,
    /// The media type that the document declares for a part.
    pub(super) media_type: Option<&'static str>,
    pub(super) is_required: bool,
    pub(super) is_nullable: bool,
}

/// The place of an input in the request, and the way it is written there.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    Path(Style),
    Query(Style),
    /// `name[key]=value` for each field of an object.
    DeepQuery,
    JsonQuery,
    /// A pair of this value, which each call sends.
    FixedQuery(&'static str),
    Header(Style),
    Cookie(Style),
    /// A part: text, or JSON of what has fields.
    Part,
    JsonPart,
    /// A part for each file, which needs these headers.
    Files(&'static [&'static str]),
    /// All parts of the body.
    Parts,
    /// A body of parts with this media type.
    Multipart(&'static str),
    JsonBody(&'static str),
    FormBody(&'static [(&'static str, FormStyle)]),
    RawBody(&'static str),
    /// A body whose media type the caller names, within this one.
    TypedBody(&'static str),
}

impl Input {
    const fn new(setter: &'static str, name: &'static str, place: Place) -> Self {
        Self { setter, name, place, media_type: None, is_required: false, is_nullable: false }
    }

    const fn body(place: Place) -> Self {
        Self::new("body", "", place)
    }

    /// Replaces `{name}` in the path, wherever it occurs.
    pub const fn path(name: &'static str) -> Self {
        Self::new(name, name, Place::Path(Style::SIMPLE)).required()
    }

    /// Adds `name=value` to the query; one pair per element of a list.
    pub const fn query(name: &'static str) -> Self {
        Self::new(name, name, Place::Query(Style::FORM.exploded()))
    }

    /// Adds a pair to the query of each call.
    pub const fn fixed_query(name: &'static str, value: &'static str) -> Self {
        Self::new("", name, Place::FixedQuery(value))
    }

    /// Sets a header.
    pub const fn header(name: &'static str) -> Self {
        Self::new(name, name, Place::Header(Style::HEADER))
    }

    /// Adds a cookie.
    pub const fn cookie(name: &'static str) -> Self {
        Self::new(name, name, Place::Cookie(Style::FORM))
    }

    /// Adds a part to the body: text, or JSON of a value that has fields. A list of texts is a part for each.
    pub const fn part(name: &'static str) -> Self {
        Self::new(name, name, Place::Part)
    }

    /// Adds a part for each file.
    pub const fn files(name: &'static str) -> Self {
        Self::new(name, name, Place::Files(&[]))
    }

    /// Adds parts that the document does not name.
    pub const fn parts(setter: &'static str) -> Self {
        Self::new(setter, "", Place::Parts)
    }

    /// Sends the parts as this media type, instead of `multipart/form-data`.
    pub const fn multipart(media_type: &'static str) -> Self {
        Self::new("", "", Place::Multipart(media_type))
    }

    /// Sends a JSON body of this media type, such as `application/merge-patch+json`.
    pub const fn json_body(media_type: &'static str) -> Self {
        Self::body(Place::JsonBody(media_type))
    }

    /// Sends a body of form fields; those with a style have it after their names.
    pub const fn form_body(styles: &'static [(&'static str, FormStyle)]) -> Self {
        Self::body(Place::FormBody(styles))
    }

    /// Sends a body as it is.
    pub const fn raw_body(media_type: &'static str) -> Self {
        Self::body(Place::RawBody(media_type))
    }

    /// Sends a body whose media type the caller names, within the declared one.
    pub const fn typed_body(declared: &'static str) -> Self {
        Self::body(Place::TypedBody(declared))
    }

    /// Names the setter, if its name is not the one on the wire.
    #[must_use]
    pub const fn set_by(self, setter: &'static str) -> Self {
        Self { setter, ..self }
    }

    /// Refuses a request without the input.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// Sends a body that was set to `None` as null.
    #[must_use]
    pub const fn nullable(self) -> Self {
        Self { is_nullable: true, ..self }
    }

    /// Writes the parameter in another style.
    #[must_use]
    pub const fn style(self, style: Style) -> Self {
        let place = match self.place {
            Place::Path(_) => Place::Path(style),
            Place::Query(_) => Place::Query(style),
            Place::Header(_) => Place::Header(style),
            Place::Cookie(_) => Place::Cookie(style),
            other => other,
        };
        Self { place, ..self }
    }

    /// Writes an object as `name[key]=value` for each of its fields.
    #[must_use]
    pub const fn deep(self) -> Self {
        Self { place: Place::DeepQuery, ..self }
    }

    /// Writes the parameter or part as JSON.
    #[must_use]
    pub const fn as_json(self) -> Self {
        let place = if matches!(self.place, Place::Part) { Place::JsonPart } else { Place::JsonQuery };
        Self { place, ..self }
    }

    /// Sets the media type that the document declares for a part.
    #[must_use]
    pub const fn media_type(self, media_type: &'static str) -> Self {
        Self { media_type: Some(media_type), ..self }
    }

    /// Refuses a file that lacks one of these headers.
    #[must_use]
    pub const fn needs_headers(self, headers: &'static [&'static str]) -> Self {
        Self { place: Place::Files(headers), ..self }
    }

    /// The name of the place in messages.
    pub(super) const fn shown_place(&self) -> &'static str {
        match self.place {
            Place::Path(_) => "path",
            Place::Query(_) | Place::DeepQuery | Place::JsonQuery | Place::FixedQuery(_) => "query",
            Place::Header(_) => "header",
            Place::Cookie(_) => "cookie",
            _ => "part",
        }
    }
}
