use super::form::FormStyle;
use crate::encode::{FORM_MEDIA_TYPE, Style};
use crate::operation::Operation;

/// An operation and its inputs, as declared in the document.
#[derive(Debug, Clone, Copy)]
pub struct Signature {
    pub operation: &'static Operation,
    /// The inputs, in the order of the document. They are sent in this order, because a server may expect the fields of
    /// a form before its file.
    pub inputs: &'static [Input],
}

/// An input of an operation, as declared in the document: a parameter, a part of a multipart body, or the whole body.
///
/// ```ignore
/// const INPUTS: &[Input] = &[
///     Input::path("id"),
///     Input::query("perPage").set_by("per_page"),
///     Input::json_body("application/json").required(),
/// ];
/// ```
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Input {
    /// The name of the setter, which identifies the input. Messages show this name.
    pub(super) setter: &'static str,
    /// The name on the wire. It is empty for an input without a name, such as a body.
    pub(super) name: &'static str,
    pub(super) place: InputPlace,
    pub(super) style: Style,
    /// The media type that the document declares for a part.
    pub(super) media_type: Option<&'static str>,
    /// Whether the file name of a part defaults to the name of the part.
    pub(super) has_file_name: bool,
    pub(super) is_required: bool,
    pub(super) is_nullable: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum InputPlace {
    Path,
    Query,
    /// Query parameters `name[key]=value`, one for each field of an object.
    DeepQuery,
    JsonQuery,
    /// A query parameter with this fixed value. Every call sends the parameter.
    FixedQuery(&'static str),
    Header,
    Cookie,
    /// A value in a multipart body. Without a style, the value is sent as one part, and a list as one part per element.
    /// Each of these parts is text if its value is a string, a number or a boolean, and otherwise JSON. With a style,
    /// the value is sent as one or more text parts.
    Part(Option<FormStyle>),
    JsonPart,
    /// One or more files, each of which is sent as a part. The slice contains the names of the headers that the caller
    /// must set for each part.
    Files(&'static [&'static str]),
    /// All parts of a multipart body, passed to one setter. The caller chooses the names of the parts.
    Parts,
    /// The media type of a multipart body.
    Multipart(&'static str),
    JsonBody(&'static str),
    /// A body that can be sent instead of the usual body of the operation. The string is the media type of this
    /// alternative body, or a media range such as `image/*`. The value is encoded as JSON, unless it is a file or
    /// consists of parts.
    AlternativeBody(&'static str),
    /// A form-encoded body that can be sent instead of the usual body of the operation.
    AlternativeForm(&'static [(&'static str, FormStyle)]),
    FormBody(&'static [(&'static str, FormStyle)]),
    RawBody(&'static str),
    /// A body whose media type the caller specifies. The media type must be within this media range, such as `image/*`.
    TypedBody(&'static str),
}

impl Input {
    const fn new(setter: &'static str, name: &'static str, place: InputPlace) -> Self {
        Self {
            setter,
            name,
            place,
            style: Style::FORM,
            media_type: None,
            has_file_name: false,
            is_required: false,
            is_nullable: false,
        }
    }

    const fn body(place: InputPlace) -> Self {
        Self::new("body", "", place)
    }

    /// Declares a path parameter. Its value replaces each `{name}` in the path.
    pub const fn path(name: &'static str) -> Self {
        Self::new(name, name, InputPlace::Path).style(Style::SIMPLE).required()
    }

    /// Declares a query parameter `name=value`. A list is sent as one pair per element.
    pub const fn query(name: &'static str) -> Self {
        Self::new(name, name, InputPlace::Query).style(Style::FORM.exploded())
    }

    /// Declares a query parameter with a fixed value, which every call sends.
    pub const fn fixed_query(name: &'static str, value: &'static str) -> Self {
        Self::new("", name, InputPlace::FixedQuery(value))
    }

    pub const fn header(name: &'static str) -> Self {
        Self::new(name, name, InputPlace::Header).style(Style::HEADER)
    }

    pub const fn cookie(name: &'static str) -> Self {
        Self::new(name, name, InputPlace::Cookie)
    }

    /// Declares a part of a multipart body. A string, a number or a boolean is sent as text, and any other value as
    /// JSON. A list is sent as one part per element.
    pub const fn part(name: &'static str) -> Self {
        Self::new(name, name, InputPlace::Part(None))
    }

    /// Declares a list of files, each of which is sent as a part of a multipart body.
    pub const fn files(name: &'static str) -> Self {
        Self::new(name, name, InputPlace::Files(&[]))
    }

    /// Declares one setter for all parts of a multipart body. The caller chooses the names of the parts, because the
    /// document declares no parts.
    pub const fn parts(setter: &'static str) -> Self {
        Self::new(setter, "", InputPlace::Parts)
    }

    /// Declares that the multipart body has the media type `media_type` instead of `multipart/form-data`.
    pub const fn multipart(media_type: &'static str) -> Self {
        Self::new("", "", InputPlace::Multipart(media_type))
    }

    /// Declares a JSON body with the media type `media_type`, such as `application/merge-patch+json`.
    pub const fn json_body(media_type: &'static str) -> Self {
        Self::body(InputPlace::JsonBody(media_type))
    }

    /// Declares a body that can be sent instead of the usual body of the operation. `media_type` is its media type, or
    /// a media range such as `image/*`.
    pub const fn alternative_body(media_type: &'static str) -> Self {
        Self::new("", media_type, InputPlace::AlternativeBody(media_type))
    }

    /// Declares a form that can be sent instead of the usual body of the operation. `styles` has the same meaning as in
    /// [`form_body`].
    ///
    /// [`form_body`]: Self::form_body
    pub const fn alternative_form(styles: &'static [(&'static str, FormStyle)]) -> Self {
        Self::new("", FORM_MEDIA_TYPE, InputPlace::AlternativeForm(styles))
    }

    /// Declares a form body. `styles` contains the name and the style of each form field that has a style. This is the
    /// style that the document declares. Without a declared style, an object, or a list of objects or lists, has the
    /// style [`FormStyle::Exploded`].
    pub const fn form_body(styles: &'static [(&'static str, FormStyle)]) -> Self {
        Self::body(InputPlace::FormBody(styles))
    }

    /// Declares a body of text, bytes or a stream, which is sent unchanged.
    pub const fn raw_body(media_type: &'static str) -> Self {
        Self::body(InputPlace::RawBody(media_type))
    }

    /// Declares a body whose media type the caller specifies. The media type must be within the media range `declared`,
    /// for example `image/*`.
    pub const fn typed_body(declared: &'static str) -> Self {
        Self::body(InputPlace::TypedBody(declared))
    }

    /// Sets the name of the setter. The default is the name of the parameter or part. For the usual body, the default
    /// is `body`. An alternative body has no default, so this method must be called.
    pub const fn set_by(self, setter: &'static str) -> Self {
        Self { setter, ..self }
    }

    /// Declares that the input (a parameter, a part or the body) is required. The client refuses to send a request
    /// without it.
    ///
    /// A required part of an optional body may be missing if the body has no parts at all.
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// Declares that the body may be null. If a caller sets the body to `None`, null is sent.
    pub const fn nullable(self) -> Self {
        Self { is_nullable: true, ..self }
    }

    pub const fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// Declares that the parameter is an object. It is sent as `name[key]=value` pairs, one for each field of the
    /// object.
    pub const fn deep(self) -> Self {
        Self { place: InputPlace::DeepQuery, ..self }
    }

    /// Declares that the parameter or part is sent as JSON.
    pub const fn as_json(self) -> Self {
        let place =
            if matches!(self.place, InputPlace::Part(_)) { InputPlace::JsonPart } else { InputPlace::JsonQuery };
        Self { place, ..self }
    }

    /// Sets the style of a part of a multipart body. The part's value is then sent as one or more text parts.
    pub const fn styled(self, style: FormStyle) -> Self {
        Self { place: InputPlace::Part(Some(style)), ..self }
    }

    pub const fn media_type(self, media_type: &'static str) -> Self {
        Self { media_type: Some(media_type), ..self }
    }

    /// Declares that each part is a file. A part without a file name then uses the name of the part as its file name,
    /// because many servers treat a part as a file only if it has a file name.
    pub const fn with_file_name(self) -> Self {
        Self { has_file_name: true, ..self }
    }

    /// Sets the part headers that each file in the multipart body must have. A call with a file that lacks one of them
    /// is refused.
    pub const fn needs_headers(self, headers: &'static [&'static str]) -> Self {
        Self { place: InputPlace::Files(headers), ..self }
    }

    /// Whether the input is a whole body, of which a request has at most one.
    pub(super) const fn is_body(&self) -> bool {
        matches!(
            self.place,
            InputPlace::JsonBody(_)
                | InputPlace::FormBody(_)
                | InputPlace::RawBody(_)
                | InputPlace::TypedBody(_)
                | InputPlace::AlternativeBody(_)
                | InputPlace::AlternativeForm(_)
        )
    }

    /// Returns how messages refer to the position of the input in a request, for example as `query`.
    pub(super) const fn shown_place(&self) -> &'static str {
        match self.place {
            InputPlace::Path => "path",
            InputPlace::Query | InputPlace::DeepQuery | InputPlace::JsonQuery | InputPlace::FixedQuery(_) => "query",
            InputPlace::Header => "header",
            InputPlace::Cookie => "cookie",
            _ => "part",
        }
    }
}
