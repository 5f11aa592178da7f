// @generated from openapi.json. Adapted on the way, by rule and number of places:
//   client-header: 3
//   constraint-to-docs: 1
//   error-response: 3
//   open-enum: 2
//   unix-timestamp: 2

use crate::Client;

/// The operations of the document, in its order.
pub(crate) static OPERATIONS: &[crate::Operation] = &[
    #[cfg(feature = "private-locations")]
    builder::GetV1PrivatelocationsIdMetrics::DECLARED,
    #[cfg(feature = "status-page-incidents")]
    builder::GetV1StatuspagesIncidents::DECLARED,
    #[cfg(feature = "status-page-incident-updates")]
    builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::DECLARED
];

/// # Operations, by tag
#[cfg(any(feature = "private-locations", feature = "status-page-incidents", feature = "status-page-incident-updates"))]
impl Client {
    /// The operations of the tag `Private locations`. They come with the feature `private-locations`.
    ///
    /// Read health metrics (queue size and age of the oldest scheduled check run) over a time window.
    #[cfg(feature = "private-locations")]
    pub fn private_locations(&self) -> tags::PrivateLocations {
        tags::PrivateLocations {
            client: ::std::clone::Clone::clone(self)
        }
    }

    /// The operations of the tag `Status page incidents`. They come with the feature `status-page-incidents`.
    ///
    /// List the latest incidents across all services.
    #[cfg(feature = "status-page-incidents")]
    pub fn status_page_incidents(&self) -> tags::StatusPageIncidents {
        tags::StatusPageIncidents {
            client: ::std::clone::Clone::clone(self)
        }
    }

    /// The operations of the tag `Status page incident updates`. They come with the feature `status-page-incident-updates`.
    ///
    /// Add an update to one incident.
    #[cfg(feature = "status-page-incident-updates")]
    pub fn status_page_incident_updates(&self) -> tags::StatusPageIncidentUpdates {
        tags::StatusPageIncidentUpdates {
            client: ::std::clone::Clone::clone(self)
        }
    }
}

/// The operations of each tag, under short names.
///
/// Where a method of [`Client`](crate::Client) is missing, the feature of its tag is off:
///
/// | tag | method | feature |
/// |---|---|---|
/// | `Private locations` | `private_locations()` | `private-locations` |
/// | `Status page incidents` | `status_page_incidents()` | `status-page-incidents` |
/// | `Status page incident updates` | `status_page_incident_updates()` | `status-page-incident-updates` |
pub mod tags {
    #[cfg(feature = "private-locations")]
    crate::rt::tag! {
        /// The operations of the tag `Private locations`. They come with the feature `private-locations`.
        ///
        /// Read health metrics (queue size and age of the oldest scheduled check run) over a time window.
        pub struct PrivateLocations {
            /// Get private location health metrics
            ///
            /// `GET /v1/private-locations/{id}/metrics`. See the builder [`GetV1PrivatelocationsIdMetrics`](crate::builder::GetV1PrivatelocationsIdMetrics) for details.
            metrics(id: ::uuid::Uuid) -> GetV1PrivatelocationsIdMetrics;
        }
    }

    #[cfg(feature = "status-page-incidents")]
    crate::rt::tag! {
        /// The operations of the tag `Status page incidents`. They come with the feature `status-page-incidents`.
        ///
        /// List the latest incidents across all services.
        pub struct StatusPageIncidents {
            /// List the latest incidents
            ///
            /// `GET /v1/status-pages/incidents`. See the builder [`GetV1StatuspagesIncidents`](crate::builder::GetV1StatuspagesIncidents) for details.
            list() -> GetV1StatuspagesIncidents;
        }
    }

    #[cfg(feature = "status-page-incident-updates")]
    crate::rt::tag! {
        /// The operations of the tag `Status page incident updates`. They come with the feature `status-page-incident-updates`.
        ///
        /// Add an update to one incident.
        pub struct StatusPageIncidentUpdates {
            /// Add an incident update
            ///
            /// `POST /v1/status-pages/incidents/{incidentId}/incident-updates`. See the builder [`PostV1StatuspagesIncidentsIncidentidIncidentupdates`](crate::builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates) for details.
            create(incident_id: ::std::string::String) -> PostV1StatuspagesIncidentsIncidentidIncidentupdates;
        }
    }
}

/// # `Private locations`
///
/// Read health metrics (queue size and age of the oldest scheduled check run) over a time window.
#[cfg(feature = "private-locations")]
impl Client {
    /// Get private location health metrics
    ///
    /// `GET /v1/private-locations/{id}/metrics`, operationId `getV1PrivatelocationsIdMetrics`, tag `Private locations`.
    ///
    /// Returns [`PrivateLocationMetrics`](crate::types::PrivateLocationMetrics), or an [`Error`](crate::Error).
    ///
    /// See the builder [`GetV1PrivatelocationsIdMetrics`](crate::builder::GetV1PrivatelocationsIdMetrics) for details.
    ///
    /// Available with the feature `private-locations`.
    #[cfg(feature = "private-locations")]
    pub fn get_v1_privatelocations_id_metrics(&self) -> builder::GetV1PrivatelocationsIdMetrics {
        builder::GetV1PrivatelocationsIdMetrics::new(self)
    }
}

/// # `Status page incidents`
///
/// List the latest incidents across all services.
#[cfg(feature = "status-page-incidents")]
impl Client {
    /// List the latest incidents
    ///
    /// `GET /v1/status-pages/incidents`, operationId `getV1StatuspagesIncidents`, tag `Status page incidents`.
    ///
    /// Returns [`IncidentList`](crate::types::IncidentList), or an [`Error`](crate::Error).
    ///
    /// See the builder [`GetV1StatuspagesIncidents`](crate::builder::GetV1StatuspagesIncidents) for details.
    ///
    /// Available with the feature `status-page-incidents`.
    #[cfg(feature = "status-page-incidents")]
    pub fn get_v1_statuspages_incidents(&self) -> builder::GetV1StatuspagesIncidents {
        builder::GetV1StatuspagesIncidents::new(self)
    }
}

/// # `Status page incident updates`
///
/// Add an update to one incident.
#[cfg(feature = "status-page-incident-updates")]
impl Client {
    /// Add an incident update
    ///
    /// `POST /v1/status-pages/incidents/{incidentId}/incident-updates`, operationId `postV1StatuspagesIncidentsIncidentidIncidentupdates`, tag `Status page incident updates`.
    ///
    /// Returns [`IncidentUpdate`](crate::types::IncidentUpdate), or an [`Error`](crate::Error).
    ///
    /// See the builder [`PostV1StatuspagesIncidentsIncidentidIncidentupdates`](crate::builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates) for details.
    ///
    /// Available with the feature `status-page-incident-updates`.
    #[cfg(feature = "status-page-incident-updates")]
    pub fn post_v1_statuspages_incidents_incidentid_incidentupdates(
        &self
    ) -> builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates {
        builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::new(self)
    }
}

#[cfg(feature = "mock")]
crate::rt::mocks! {
    former {}

    /// A mock of `GET /v1/private-locations/{id}/metrics`.
    #[cfg(feature = "private-locations")]
    get_v1_privatelocations_id_metrics: GetV1PrivatelocationsIdMetrics -> crate::types::PrivateLocationMetrics {
        path: &[("id", "id")],
        query: &[("from", "from"), ("to", "to")]
    }

    /// A mock of `GET /v1/status-pages/incidents`.
    #[cfg(feature = "status-page-incidents")]
    get_v1_statuspages_incidents: GetV1StatuspagesIncidents -> crate::types::IncidentList {}

    /// A mock of `POST /v1/status-pages/incidents/{incidentId}/incident-updates`.
    #[cfg(feature = "status-page-incident-updates")]
    post_v1_statuspages_incidents_incidentid_incidentupdates: PostV1StatuspagesIncidentsIncidentidIncidentupdates -> crate::types::IncidentUpdate {
        path: &[("incident_id", "incidentId")],
        body: crate::rt::JsonBody::Fields(crate::rt::fields::<crate::types::IncidentUpdateCreate>())
    }
}

/// The types that operations take and give, as the document describes them.
pub mod types {
    #[cfg(feature = "private-locations")]
    crate::rt::object! {
        /// Health metrics of a private location as three parallel arrays. The arrays are indexed together: the element at position i of each array belongs to the same sample.
        ///
        /// Available with the feature `private-locations`.
        #[derive(Clone, Default)]
        pub struct PrivateLocationMetrics built in build_PrivateLocationMetrics {
            /// Points in time of the samples (ISO 8601).
            0 optional timestamps: ::std::vec::Vec<::chrono::DateTime<::chrono::Utc>> = "timestamps";
            /// Queue size at each point.
            1 optional queue_size: ::std::vec::Vec<f64> = "queueSize";
            /// Age value of the oldest scheduled check run at each point. The unit is not shown.
            2 optional oldest_scheduled_check_run: ::std::vec::Vec<f64> = "oldestScheduledCheckRun";
        }
    }

    #[cfg(feature = "status-page-incidents")]
    crate::rt::object! {
        /// A list of the latest incidents.
        ///
        /// Available with the feature `status-page-incidents`.
        #[derive(Clone, Default)]
        pub struct IncidentList built in build_IncidentList {
            /// Count accompanying the list.
            0 optional length: f64 = "length";
            /// Up to 100 of the latest incidents.
            ///
            /// Limits: at most 100 elements.
            1 optional entries: ::std::vec::Vec<crate::types::Incident> = "entries";
            /// Identifier for continuing the listing.
            2 optional next_id: ::std::string::String = "nextId";
        }
        nests { entries }
    }

    #[cfg(feature = "status-page-incidents")]
    crate::rt::object! {
        /// A status page incident.
        ///
        /// Available with the feature `status-page-incidents`.
        #[derive(Clone, Default)]
        pub struct Incident built in build_Incident {
            /// Identifier of the incident.
            0 optional id: ::std::string::String = "id";
            /// Name of the incident.
            1 optional name: ::std::string::String = "name";
            /// The field `severity`: [`IncidentSeverity`](crate::types::IncidentSeverity).
            2 optional severity: crate::types::IncidentSeverity = "severity";
            /// Services affected by the incident.
            3 optional services: ::std::vec::Vec<crate::types::Service> = "services";
            /// Updates belonging to the incident.
            4 optional incident_updates: ::std::vec::Vec<crate::types::IncidentUpdate> = "incidentUpdates";
            /// The field `lastUpdateStatus`: [`IncidentUpdateStatus`](crate::types::IncidentUpdateStatus).
            5 optional last_update_status: crate::types::IncidentUpdateStatus = "lastUpdateStatus";
            /// Creation date.
            6 optional created_at: crate::time::Date = "created_at";
            /// Last modification date.
            7 optional updated_at: crate::time::Date = "updated_at";
            /// Duration of the incident. The unit is not shown.
            8 optional duration: f64 = "duration";
        }
        nests {
            services incident_updates
        }
    }

    #[cfg(feature = "status-page-incidents")]
    crate::rt::object! {
        /// A service, as embedded in an incident.
        ///
        /// Available with the feature `status-page-incidents`.
        #[derive(Clone, Default)]
        pub struct Service built in build_Service {
            /// Identifier of the service.
            0 optional id: ::std::string::String = "id";
            /// Name of the service.
            1 optional name: ::std::string::String = "name";
            /// Identifier of the account.
            2 optional account_id: ::std::string::String = "accountId";
            /// Creation date.
            3 optional created_at: crate::time::Date = "created_at";
            /// Last modification date.
            4 optional updated_at: crate::time::Date = "updated_at";
        }
    }

    #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
    crate::rt::object! {
        /// An update of an incident.
        ///
        /// Available with any of the features `status-page-incident-updates` and `status-page-incidents`.
        #[derive(Clone, Default)]
        pub struct IncidentUpdate built in build_IncidentUpdate {
            /// Identifier of the update.
            0 optional id: ::std::string::String = "id";
            /// Text of the update.
            1 optional description: ::std::string::String = "description";
            /// The field `status`: [`IncidentUpdateStatus`](crate::types::IncidentUpdateStatus).
            2 optional status: crate::types::IncidentUpdateStatus = "status";
            /// Date publicly shown for the update (ISO 8601).
            3 optional public_incident_update_date: ::chrono::DateTime<::chrono::Utc> = "publicIncidentUpdateDate";
            /// Creation date.
            4 optional created_at: crate::time::Date = "created_at";
            /// Whether subscribers are to be notified.
            5 optional notify_subscribers: bool = "notifySubscribers";
        }
    }

    #[cfg(feature = "status-page-incident-updates")]
    crate::rt::object! {
        /// An incident update to create. Which fields are required is not shown. The status of an update is not a field of the request.
        ///
        /// Available with the feature `status-page-incident-updates`.
        #[derive(Clone, Default)]
        pub struct IncidentUpdateCreate built in build_IncidentUpdateCreate {
            /// Identifier of the update.
            0 optional id: ::std::string::String = "id";
            /// Text of the update.
            1 optional description: ::std::string::String = "description";
            /// Date publicly shown for the update (ISO 8601).
            2 optional public_incident_update_date: ::chrono::DateTime<::chrono::Utc> = "publicIncidentUpdateDate";
            /// Creation date.
            3 optional created_at: crate::time::Date = "created_at";
            /// Whether subscribers are to be notified.
            4 optional notify_subscribers: bool = "notifySubscribers";
        }
    }

    /// Builders for the types.
    pub mod builder {
        #[cfg(feature = "private-locations")]
        pub use super::build_PrivateLocationMetrics::PrivateLocationMetrics;
        #[cfg(feature = "status-page-incidents")]
        pub use super::build_IncidentList::IncidentList;
        #[cfg(feature = "status-page-incidents")]
        pub use super::build_Incident::Incident;
        #[cfg(feature = "status-page-incidents")]
        pub use super::build_Service::Service;
        #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
        pub use super::build_IncidentUpdate::IncidentUpdate;
        #[cfg(feature = "status-page-incident-updates")]
        pub use super::build_IncidentUpdateCreate::IncidentUpdateCreate;
        #[cfg(feature = "private-locations")]
        pub use super::build_PrivateLocationMetricsSample::PrivateLocationMetricsSample;
    }

    #[cfg(feature = "status-page-incidents")]
    crate::rt::open_enum! {
        /// Severity of an incident. Allowed values beyond CRITICAL are not shown.
        ///
        /// Available with the feature `status-page-incidents`.
        pub enum IncidentSeverity else Other {
            /// `CRITICAL` on the wire.
            Critical = "CRITICAL",
        }
    }

    #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
    crate::rt::open_enum! {
        /// Status of an incident update, and the value set of the `lastUpdateStatus` of an incident. Allowed values beyond INVESTIGATING are not shown.
        ///
        /// Available with any of the features `status-page-incident-updates` and `status-page-incidents`.
        pub enum IncidentUpdateStatus else Other {
            /// `INVESTIGATING` on the wire.
            Investigating = "INVESTIGATING",
        }
    }

    #[cfg(feature = "status-page-incidents")]
    const _: () = {
        impl IncidentList {
            /// The id of the next page; `None` or an empty one on the last page.
            pub fn next_id(&self) -> ::std::option::Option<&str> {
                self.next_id.as_deref()
            }
            /// The items of this page.
            pub fn into_items(self) -> ::std::vec::Vec<crate::types::Incident> {
                self.entries.unwrap_or_default()
            }
        }
        impl crate::page::Page for IncidentList {
            type Item = crate::types::Incident;
            fn next_id(&self) -> ::std::option::Option<&str> {
                Self::next_id(self)
            }
            fn into_items(self) -> ::std::vec::Vec<Self::Item> {
                Self::into_items(self)
            }
        }
    };

    #[cfg(feature = "private-locations")]
    crate::rt::object! {
        /// The elements of a [`PrivateLocationMetrics`] at one index.
        ///
        /// Available with the feature `private-locations`.
        #[derive(Clone, Copy)]
        pub struct PrivateLocationMetricsSample built in build_PrivateLocationMetricsSample {
            /// One element of `timestamps`.
            ///
            /// Points in time of the samples (ISO 8601).
            0 required timestamp: ::chrono::DateTime<::chrono::Utc> = "timestamp";
            /// One element of `queueSize`.
            ///
            /// Queue size at each point.
            1 required queue_size: f64 = "queueSize";
            /// One element of `oldestScheduledCheckRun`.
            ///
            /// Age value of the oldest scheduled check run at each point. The unit is not shown.
            2 required oldest_scheduled_check_run: f64 = "oldestScheduledCheckRun";
        }
        forgets undeclared;
    }

    #[cfg(feature = "private-locations")]
    const _: () = {
        impl PrivateLocationMetrics {
            /// The samples, one for each index of the parallel lists.
            ///
            /// # Errors
            ///
            /// [`Error::Decode`](crate::Error::Decode) if the lists differ in length; a list that is absent is empty.
            pub fn samples(
                &self,
            ) -> ::std::result::Result<impl ::std::iter::ExactSizeIterator<Item = PrivateLocationMetricsSample> + '_, crate::Error> {
                let all_timestamps = self.timestamps.as_deref().unwrap_or_default();
                let all_queue_size = self.queue_size.as_deref().unwrap_or_default();
                let all_oldest_scheduled_check_run = self.oldest_scheduled_check_run.as_deref().unwrap_or_default();
                crate::rt::equal_lengths(
                    &[
                        ("timestamps", all_timestamps.len()),
                        ("queueSize", all_queue_size.len()),
                        ("oldestScheduledCheckRun", all_oldest_scheduled_check_run.len())
                    ]
                )?;
                let samples = all_timestamps.iter().zip(all_queue_size).zip(all_oldest_scheduled_check_run);
                ::std::result::Result::Ok(
                    samples.map(
                        |(
                            (all_timestamps, all_queue_size),
                            all_oldest_scheduled_check_run
                        )| PrivateLocationMetricsSample {
                            timestamp: *all_timestamps,
                            queue_size: *all_queue_size,
                            oldest_scheduled_check_run: *all_oldest_scheduled_check_run,
                            undeclared_: crate::rt::object::Nothing
                        }
                    )
                )
            }
        }
    };
}

/// A builder for each operation, made by the method of [`Client`](crate::Client) with its name.
///
/// Setters take the type of the parameter, or whatever converts into it: `V: TryInto<Uuid>` is a `Uuid` or its
/// text. Those of optional parameters also take an `Option` (`IntoOptional`), where `None` changes nothing. What
/// does not convert, and what is required and missing, is reported together by `send`, and nothing is sent.
pub mod builder {
    #[cfg(feature = "private-locations")]
    crate::rt::operation! {
        /// Get private location health metrics
        ///
        /// Reads the health metrics of a private location (queue size and age of the oldest scheduled check run) over a time window. The window must begin less than 15 days in the past.
        ///
        /// The rate limit of this route is 300 requests per day at most. It replaces the default rate limit of 600 requests per 60 seconds.
        ///
        /// `GET /v1/private-locations/{id}/metrics`, operationId `getV1PrivatelocationsIdMetrics`, tag `Private locations`.
        ///
        /// Returns [`PrivateLocationMetrics`](crate::types::PrivateLocationMetrics), or an [`Error`](crate::Error).
        ///
        /// Available with the feature `private-locations`.
        ///
        /// Called by its short name, or by [`Client::get_v1_privatelocations_id_metrics`](crate::Client::get_v1_privatelocations_id_metrics):
        ///
        /// ```text
        /// let response = client
        ///     .private_locations()
        ///     .metrics(id)
        ///     .from(from)
        ///     .to(to)
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct GetV1PrivatelocationsIdMetrics(client) {
            /// The private location.
            ///
            /// The path parameter `id`. Required.
            required id: ::uuid::Uuid => path("id");
            /// UNIX timestamp from which metrics start. Must be less than 15 days in the past.
            ///
            /// The query parameter `from`. Required. Takes a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text, sent as UNIX seconds, or a `NaiveDate`, sent as a date.
            required(explained) from: crate::time::QueryTime => query("from");
            /// UNIX timestamp up to which metrics are selected.
            ///
            /// The query parameter `to`. Required. Takes a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text, sent as UNIX seconds, or a `NaiveDate`, sent as a date.
            required(explained) to: crate::time::QueryTime => query("to");
        }
        operation "getV1PrivatelocationsIdMetrics" as "private_locations().metrics";
        request "GET" "/v1/private-locations/{id}/metrics";
        limit 300 / 86400;
        /// Sends the request: `GET /v1/private-locations/{id}/metrics`.
        ///
        /// # Errors
        ///
        /// [`Error`](crate::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> crate::types::PrivateLocationMetrics;
    }

    #[cfg(feature = "status-page-incidents")]
    crate::rt::operation! {
        /// List the latest incidents
        ///
        /// Returns the latest 100 incidents for all services, with pagination. The way `nextId` is passed back to fetch the next page is not shown.
        ///
        /// The default rate limit applies: 600 requests per 60 seconds.
        ///
        /// `GET /v1/status-pages/incidents`, operationId `getV1StatuspagesIncidents`, tag `Status page incidents`.
        ///
        /// Returns [`IncidentList`](crate::types::IncidentList), or an [`Error`](crate::Error).
        ///
        /// Counts towards [the limit that most operations share](crate::RateLimit::DEFAULT).
        ///
        /// Available with the feature `status-page-incidents`.
        ///
        /// Called by its short name, or by [`Client::get_v1_statuspages_incidents`](crate::Client::get_v1_statuspages_incidents):
        ///
        /// ```text
        /// let response = client
        ///     .status_page_incidents()
        ///     .list()
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct GetV1StatuspagesIncidents(client) {}
        operation "getV1StatuspagesIncidents" as "status_page_incidents().list";
        request "GET" "/v1/status-pages/incidents";
        /// Sends the request: `GET /v1/status-pages/incidents`.
        ///
        /// # Errors
        ///
        /// [`Error`](crate::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> crate::types::IncidentList;
    }

    #[cfg(feature = "status-page-incident-updates")]
    crate::rt::operation! {
        /// Add an incident update
        ///
        /// Creates a new update for the given incident.
        ///
        /// The default rate limit applies: 600 requests per 60 seconds.
        ///
        /// `POST /v1/status-pages/incidents/{incidentId}/incident-updates`, operationId `postV1StatuspagesIncidentsIncidentidIncidentupdates`, tag `Status page incident updates`.
        ///
        /// Returns [`IncidentUpdate`](crate::types::IncidentUpdate), or an [`Error`](crate::Error).
        ///
        /// Counts towards [the limit that most operations share](crate::RateLimit::DEFAULT).
        ///
        /// Available with the feature `status-page-incident-updates`.
        ///
        /// Called by its short name, or by [`Client::post_v1_statuspages_incidents_incidentid_incidentupdates`](crate::Client::post_v1_statuspages_incidents_incidentid_incidentupdates):
        ///
        /// ```text
        /// let response = client
        ///     .status_page_incident_updates()
        ///     .create(incident_id)
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct PostV1StatuspagesIncidentsIncidentidIncidentupdates(client) {
            /// The incident. The format of the value is not shown.
            ///
            /// The path parameter `incidentId`. Required.
            required incident_id: ::std::string::String => path("incidentId");
            /// The request body.
            optional(built IncidentUpdateCreate) body: crate::types::IncidentUpdateCreate => json("application/json");
        }
        operation "postV1StatuspagesIncidentsIncidentidIncidentupdates" as "status_page_incident_updates().create";
        request "POST" "/v1/status-pages/incidents/{incidentId}/incident-updates";
        /// Sends the request: `POST /v1/status-pages/incidents/{incidentId}/incident-updates`.
        ///
        /// # Errors
        ///
        /// [`Error`](crate::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> crate::types::IncidentUpdate;
    }
}
