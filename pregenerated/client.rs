// @generated from openapi.json. Adapted on the way, by rule and number of places:
//   client-header: 3
//   constraint-to-docs: 1
//   error-response: 3
//   open-enum: 2
//   unix-timestamp: 2

use crate::Client;
/// The operations of the document, in its order.
pub(crate) static OPERATIONS: &[crate::Operation] = &[
    *builder::GetV1PrivatelocationsIdMetrics::OPERATION,
    *builder::GetV1StatuspagesIncidents::OPERATION,
    *builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::OPERATION,
];
/**# `Private locations`

Read health metrics (queue size and age of the oldest scheduled check run) over a time window.*/
impl Client {
    /**Get private location health metrics

Reads the health metrics of a private location (queue size and age of the oldest scheduled check run) over a time window. The window must begin less than 15 days in the past.

The rate limit of this route is 300 requests per day at most. It replaces the default rate limit of 600 requests per 60 seconds.

`GET /v1/private-locations/{id}/metrics`, operationId `getV1PrivatelocationsIdMetrics`, tag `Private locations`.

Returns [`PrivateLocationMetrics`](crate::types::PrivateLocationMetrics), or an [`Error`](crate::Error).

The service accepts 300 such requests in 86400 seconds.

# Parameters

- `id`: The private location.
- `from`: UNIX timestamp from which metrics start. Must be less than 15 days in the past.
- `to`: UNIX timestamp up to which metrics are selected.

```text
let response = client.get_v1_privatelocations_id_metrics()
    .id(id)
    .from(from)
    .to(to)
    .send()
    .await;
```*/
    #[cfg_attr(docsrs, doc(cfg(feature = "private-locations")))]
    pub fn get_v1_privatelocations_id_metrics(
        &self,
    ) -> builder::GetV1PrivatelocationsIdMetrics {
        builder::GetV1PrivatelocationsIdMetrics::new(::std::clone::Clone::clone(self))
    }
}
/**# `Status page incidents`

List the latest incidents across all services.*/
impl Client {
    /**List the latest incidents

Returns the latest 100 incidents for all services, with pagination. The way `nextId` is passed back to fetch the next page is not shown.

The default rate limit applies: 600 requests per 60 seconds.

`GET /v1/status-pages/incidents`, operationId `getV1StatuspagesIncidents`, tag `Status page incidents`.

Returns [`IncidentList`](crate::types::IncidentList), or an [`Error`](crate::Error).

```text
let response = client.get_v1_statuspages_incidents()
    .send()
    .await;
```*/
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incidents")))]
    pub fn get_v1_statuspages_incidents(&self) -> builder::GetV1StatuspagesIncidents {
        builder::GetV1StatuspagesIncidents::new(::std::clone::Clone::clone(self))
    }
}
/**# `Status page incident updates`

Add an update to one incident.*/
impl Client {
    /**Add an incident update

Creates a new update for the given incident.

The default rate limit applies: 600 requests per 60 seconds.

`POST /v1/status-pages/incidents/{incidentId}/incident-updates`, operationId `postV1StatuspagesIncidentsIncidentidIncidentupdates`, tag `Status page incident updates`.

Returns [`IncidentUpdate`](crate::types::IncidentUpdate), or an [`Error`](crate::Error).

# Parameters

- `incident_id`: The incident. The format of the value is not shown.
- `body`: The update to create.

```text
let response = client.post_v1_statuspages_incidents_incidentid_incidentupdates()
    .incident_id(incident_id)
    .body(body)
    .send()
    .await;
```*/
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incident-updates")))]
    pub fn post_v1_statuspages_incidents_incidentid_incidentupdates(
        &self,
    ) -> builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates {
        builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::new(
            ::std::clone::Clone::clone(self),
        )
    }
}
impl Client {
    /**The operations of the tag `Private locations`. They come with the feature `private-locations`.

Read health metrics (queue size and age of the oldest scheduled check run) over a time window.*/
    #[cfg_attr(docsrs, doc(cfg(feature = "private-locations")))]
    pub fn private_locations(&self) -> tags::PrivateLocations {
        tags::PrivateLocations(::std::clone::Clone::clone(self))
    }
    /**The operations of the tag `Status page incidents`. They come with the feature `status-page-incidents`.

List the latest incidents across all services.*/
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incidents")))]
    pub fn status_page_incidents(&self) -> tags::StatusPageIncidents {
        tags::StatusPageIncidents(::std::clone::Clone::clone(self))
    }
    /**The operations of the tag `Status page incident updates`. They come with the feature `status-page-incident-updates`.

Add an update to one incident.*/
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incident-updates")))]
    pub fn status_page_incident_updates(&self) -> tags::StatusPageIncidentUpdates {
        tags::StatusPageIncidentUpdates(::std::clone::Clone::clone(self))
    }
}
/**The operations of each tag, under short names.

Where a method of [`Client`](crate::Client) is missing, the feature of its tag is off:

| tag | method | feature |
|---|---|---|
| `Private locations` | `private_locations()` | `private-locations` |
| `Status page incidents` | `status_page_incidents()` | `status-page-incidents` |
| `Status page incident updates` | `status_page_incident_updates()` | `status-page-incident-updates` |
*/
pub mod tags {
    use super::{Client, builder};
    /**The operations of the tag `Private locations`. They come with the feature `private-locations`.

Read health metrics (queue size and age of the oldest scheduled check run) over a time window.*/
    #[cfg_attr(docsrs, doc(cfg(feature = "private-locations")))]
    #[derive(Clone, Debug)]
    pub struct PrivateLocations(pub(super) Client);
    impl PrivateLocations {
        /**Get private location health metrics

`GET /v1/private-locations/{id}/metrics`, as [`Client::get_v1_privatelocations_id_metrics`](crate::Client::get_v1_privatelocations_id_metrics).*/
        pub fn metrics(
            &self,
            id: impl ::std::convert::TryInto<::uuid::Uuid>,
        ) -> builder::GetV1PrivatelocationsIdMetrics {
            builder::GetV1PrivatelocationsIdMetrics::new(
                    ::std::clone::Clone::clone(&self.0),
                )
                .id(id)
        }
    }
    /**The operations of the tag `Status page incidents`. They come with the feature `status-page-incidents`.

List the latest incidents across all services.*/
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incidents")))]
    #[derive(Clone, Debug)]
    pub struct StatusPageIncidents(pub(super) Client);
    impl StatusPageIncidents {
        /**List the latest incidents

`GET /v1/status-pages/incidents`, as [`Client::get_v1_statuspages_incidents`](crate::Client::get_v1_statuspages_incidents).*/
        pub fn list(&self) -> builder::GetV1StatuspagesIncidents {
            builder::GetV1StatuspagesIncidents::new(::std::clone::Clone::clone(&self.0))
        }
    }
    /**The operations of the tag `Status page incident updates`. They come with the feature `status-page-incident-updates`.

Add an update to one incident.*/
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incident-updates")))]
    #[derive(Clone, Debug)]
    pub struct StatusPageIncidentUpdates(pub(super) Client);
    impl StatusPageIncidentUpdates {
        /**Add an incident update

`POST /v1/status-pages/incidents/{incidentId}/incident-updates`, as [`Client::post_v1_statuspages_incidents_incidentid_incidentupdates`](crate::Client::post_v1_statuspages_incidents_incidentid_incidentupdates).*/
        pub fn create(
            &self,
            incident_id: impl ::std::convert::TryInto<::std::string::String>,
        ) -> builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates {
            builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::new(
                    ::std::clone::Clone::clone(&self.0),
                )
                .incident_id(incident_id)
        }
    }
}
/// A mock for each operation of the client.
#[cfg(feature = "mock")]
pub trait MockServerExt {
    ///A mock of `GET /v1/private-locations/{id}/metrics`.
    fn get_v1_privatelocations_id_metrics(
        &self,
    ) -> crate::mock::MockOperation<'_, crate::types::PrivateLocationMetrics>;
    ///A mock of `GET /v1/status-pages/incidents`.
    fn get_v1_statuspages_incidents(
        &self,
    ) -> crate::mock::MockOperation<'_, crate::types::IncidentList>;
    ///A mock of `POST /v1/status-pages/incidents/{incidentId}/incident-updates`.
    fn post_v1_statuspages_incidents_incidentid_incidentupdates(
        &self,
    ) -> crate::mock::MockOperation<'_, crate::types::IncidentUpdate>;
}
#[cfg(feature = "mock")]
impl MockServerExt for ::httpmock::MockServer {
    fn get_v1_privatelocations_id_metrics(
        &self,
    ) -> crate::mock::MockOperation<'_, crate::types::PrivateLocationMetrics> {
        crate::mock::MockOperation::new(
            self,
            builder::GetV1PrivatelocationsIdMetrics::OPERATION,
            &crate::rt::Inputs {
                path: &[("id", "id")],
                query: &[("from", "from"), ("to", "to")],
                is_query_open: false,
                body: ::std::option::Option::None,
            },
        )
    }
    fn get_v1_statuspages_incidents(
        &self,
    ) -> crate::mock::MockOperation<'_, crate::types::IncidentList> {
        crate::mock::MockOperation::new(
            self,
            builder::GetV1StatuspagesIncidents::OPERATION,
            &crate::rt::Inputs {
                path: &[],
                query: &[],
                is_query_open: false,
                body: ::std::option::Option::None,
            },
        )
    }
    fn post_v1_statuspages_incidents_incidentid_incidentupdates(
        &self,
    ) -> crate::mock::MockOperation<'_, crate::types::IncidentUpdate> {
        crate::mock::MockOperation::new(
            self,
            builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::OPERATION,
            &crate::rt::Inputs {
                path: &[("incident_id", "incidentId")],
                query: &[],
                is_query_open: false,
                body: ::std::option::Option::Some(crate::rt::JsonBody {
                    fields: &[
                        "id",
                        "description",
                        "publicIncidentUpdateDate",
                        "created_at",
                        "notifySubscribers",
                    ],
                    is_open: false,
                }),
            },
        )
    }
}
/// The types that operations take and give, as the document describes them.
pub mod types {
    ///Health metrics of a private location as three parallel arrays. The arrays are indexed together: the element at position i of each array belongs to the same sample.
    #[cfg_attr(docsrs, doc(cfg(feature = "private-locations")))]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct PrivateLocationMetrics {
        ///Points in time of the samples (ISO 8601).
        pub timestamps: ::std::option::Option<
            ::std::vec::Vec<::chrono::DateTime<::chrono::Utc>>,
        >,
        ///Queue size at each point.
        pub queue_size: ::std::option::Option<::std::vec::Vec<f64>>,
        ///Age value of the oldest scheduled check run at each point. The unit is not shown.
        pub oldest_scheduled_check_run: ::std::option::Option<::std::vec::Vec<f64>>,
    }
    crate::rt::object! {
        PrivateLocationMetrics requires[] allows[timestamps, queue_size,
        oldest_scheduled_check_run] { 0 timestamps "timestamps" value
        if_some::std::option::Option < ::std::vec::Vec < ::chrono::DateTime
        <::chrono::Utc > > >; 1 queue_size "queueSize" value if_some::std::option::Option
        < ::std::vec::Vec < f64 > >; 2 oldest_scheduled_check_run
        "oldestScheduledCheckRun" value if_some::std::option::Option < ::std::vec::Vec <
        f64 > >; } undeclared Ignored[]
    }
    ///A list of the latest incidents.
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incidents")))]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct IncidentList {
        ///Count accompanying the list.
        pub length: ::std::option::Option<f64>,
        /**Up to 100 of the latest incidents.

Limits: at most 100 elements.*/
        pub entries: ::std::option::Option<::std::vec::Vec<crate::types::Incident>>,
        ///Identifier for continuing the listing.
        pub next_id: ::std::option::Option<::std::string::String>,
    }
    crate::rt::object! {
        IncidentList requires[] allows[length, entries, next_id] { 0 length "length"
        value if_some::std::option::Option < f64 >; 1 entries "entries" value
        if_some::std::option::Option < ::std::vec::Vec < crate ::types::Incident > >; 2
        next_id "nextId" value if_some::std::option::Option < ::std::string::String >; }
        undeclared Ignored[]
    }
    ///A status page incident.
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incidents")))]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct Incident {
        ///Identifier of the incident.
        pub id: ::std::option::Option<::std::string::String>,
        ///Name of the incident.
        pub name: ::std::option::Option<::std::string::String>,
        pub severity: ::std::option::Option<crate::types::IncidentSeverity>,
        ///Services affected by the incident.
        pub services: ::std::option::Option<::std::vec::Vec<crate::types::Service>>,
        ///Updates belonging to the incident.
        pub incident_updates: ::std::option::Option<
            ::std::vec::Vec<crate::types::IncidentUpdate>,
        >,
        pub last_update_status: ::std::option::Option<
            crate::types::IncidentUpdateStatus,
        >,
        ///Creation date.
        pub created_at: ::std::option::Option<crate::time::Date>,
        ///Last modification date.
        pub updated_at: ::std::option::Option<crate::time::Date>,
        ///Duration of the incident. The unit is not shown.
        pub duration: ::std::option::Option<f64>,
    }
    crate::rt::object! {
        Incident requires[] allows[id, name, severity, services, incident_updates,
        last_update_status, created_at, updated_at, duration] { 0 id "id" value
        if_some::std::option::Option < ::std::string::String >; 1 name "name" value
        if_some::std::option::Option < ::std::string::String >; 2 severity "severity"
        value if_some::std::option::Option < crate ::types::IncidentSeverity >; 3
        services "services" value if_some::std::option::Option < ::std::vec::Vec < crate
        ::types::Service > >; 4 incident_updates "incidentUpdates" value
        if_some::std::option::Option < ::std::vec::Vec < crate ::types::IncidentUpdate >
        >; 5 last_update_status "lastUpdateStatus" value if_some::std::option::Option <
        crate ::types::IncidentUpdateStatus >; 6 created_at "created_at" value
        if_some::std::option::Option < crate ::time::Date >; 7 updated_at "updated_at"
        value if_some::std::option::Option < crate ::time::Date >; 8 duration "duration"
        value if_some::std::option::Option < f64 >; } undeclared Ignored[]
    }
    ///A service, as embedded in an incident.
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incidents")))]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct Service {
        ///Identifier of the service.
        pub id: ::std::option::Option<::std::string::String>,
        ///Name of the service.
        pub name: ::std::option::Option<::std::string::String>,
        ///Identifier of the account.
        pub account_id: ::std::option::Option<::std::string::String>,
        ///Creation date.
        pub created_at: ::std::option::Option<crate::time::Date>,
        ///Last modification date.
        pub updated_at: ::std::option::Option<crate::time::Date>,
    }
    crate::rt::object! {
        Service requires[] allows[id, name, account_id, created_at, updated_at] { 0 id
        "id" value if_some::std::option::Option < ::std::string::String >; 1 name "name"
        value if_some::std::option::Option < ::std::string::String >; 2 account_id
        "accountId" value if_some::std::option::Option < ::std::string::String >; 3
        created_at "created_at" value if_some::std::option::Option < crate ::time::Date
        >; 4 updated_at "updated_at" value if_some::std::option::Option < crate
        ::time::Date >; } undeclared Ignored[]
    }
    ///An update of an incident.
    #[cfg_attr(
        docsrs,
        doc(
            cfg(
                any(
                    feature = "status-page-incident-updates",
                    feature = "status-page-incidents"
                )
            )
        )
    )]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct IncidentUpdate {
        ///Identifier of the update.
        pub id: ::std::option::Option<::std::string::String>,
        ///Text of the update.
        pub description: ::std::option::Option<::std::string::String>,
        pub status: ::std::option::Option<crate::types::IncidentUpdateStatus>,
        ///Date publicly shown for the update (ISO 8601).
        pub public_incident_update_date: ::std::option::Option<
            ::chrono::DateTime<::chrono::Utc>,
        >,
        ///Creation date.
        pub created_at: ::std::option::Option<crate::time::Date>,
        ///Whether subscribers are to be notified.
        pub notify_subscribers: ::std::option::Option<bool>,
    }
    crate::rt::object! {
        IncidentUpdate requires[] allows[id, description, status,
        public_incident_update_date, created_at, notify_subscribers] { 0 id "id" value
        if_some::std::option::Option < ::std::string::String >; 1 description
        "description" value if_some::std::option::Option < ::std::string::String >; 2
        status "status" value if_some::std::option::Option < crate
        ::types::IncidentUpdateStatus >; 3 public_incident_update_date
        "publicIncidentUpdateDate" value if_some::std::option::Option <
        ::chrono::DateTime <::chrono::Utc > >; 4 created_at "created_at" value
        if_some::std::option::Option < crate ::time::Date >; 5 notify_subscribers
        "notifySubscribers" value if_some::std::option::Option < bool >; } undeclared
        Ignored[]
    }
    ///An incident update to create. Which fields are required is not shown. The status of an update is not a field of the request.
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incident-updates")))]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct IncidentUpdateCreate {
        ///Identifier of the update.
        pub id: ::std::option::Option<::std::string::String>,
        ///Text of the update.
        pub description: ::std::option::Option<::std::string::String>,
        ///Date publicly shown for the update (ISO 8601).
        pub public_incident_update_date: ::std::option::Option<
            ::chrono::DateTime<::chrono::Utc>,
        >,
        ///Creation date.
        pub created_at: ::std::option::Option<crate::time::Date>,
        ///Whether subscribers are to be notified.
        pub notify_subscribers: ::std::option::Option<bool>,
    }
    crate::rt::object! {
        IncidentUpdateCreate requires[] allows[id, description,
        public_incident_update_date, created_at, notify_subscribers] { 0 id "id" value
        if_some::std::option::Option < ::std::string::String >; 1 description
        "description" value if_some::std::option::Option < ::std::string::String >; 2
        public_incident_update_date "publicIncidentUpdateDate" value
        if_some::std::option::Option < ::chrono::DateTime <::chrono::Utc > >; 3
        created_at "created_at" value if_some::std::option::Option < crate ::time::Date
        >; 4 notify_subscribers "notifySubscribers" value if_some::std::option::Option <
        bool >; } undeclared Ignored[]
    }
    /// Builders for the types.
    pub mod builder {
        crate::rt::builder! {
            #[doc =
            "Builder for [`PrivateLocationMetrics`](super::PrivateLocationMetrics)."]
            #[cfg_attr(docsrs, doc(cfg(feature = "private-locations")))]
            PrivateLocationMetrics requires[] {} allows { #[doc =
            "Points in time of the samples (ISO 8601)."] timestamps
            "timestamps"::std::vec::Vec < ::chrono::DateTime <::chrono::Utc > >; #[doc =
            "Queue size at each point."] queue_size "queueSize"::std::vec::Vec < f64 >;
            #[doc =
            "Age value of the oldest scheduled check run at each point. The unit is not shown."]
            oldest_scheduled_check_run "oldestScheduledCheckRun"::std::vec::Vec < f64 >;
            } clears {} extends {}
        }
        crate::rt::builder! {
            #[doc = "Builder for [`IncidentList`](super::IncidentList)."]
            #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incidents")))] IncidentList
            requires[] {} allows { #[doc = "Count accompanying the list."] length
            "length" f64; #[doc =
            "Up to 100 of the latest incidents.\n\nLimits: at most 100 elements."]
            entries "entries"::std::vec::Vec < crate ::types::Incident >; #[doc =
            "Identifier for continuing the listing."] next_id
            "nextId"::std::string::String; } clears {} extends {}
        }
        crate::rt::builder! {
            #[doc = "Builder for [`Incident`](super::Incident)."] #[cfg_attr(docsrs,
            doc(cfg(feature = "status-page-incidents")))] Incident requires[] {} allows {
            #[doc = "Identifier of the incident."] id "id"::std::string::String; #[doc =
            "Name of the incident."] name "name"::std::string::String; #[doc =
            "Sets `severity`."] severity "severity" crate ::types::IncidentSeverity;
            #[doc = "Services affected by the incident."] services
            "services"::std::vec::Vec < crate ::types::Service >; #[doc =
            "Updates belonging to the incident."] incident_updates
            "incidentUpdates"::std::vec::Vec < crate ::types::IncidentUpdate >; #[doc =
            "Sets `last_update_status`."] last_update_status "lastUpdateStatus" crate
            ::types::IncidentUpdateStatus; #[doc = "Creation date."] created_at
            "created_at" crate ::time::Date; #[doc = "Last modification date."]
            updated_at "updated_at" crate ::time::Date; #[doc =
            "Duration of the incident. The unit is not shown."] duration "duration" f64;
            } clears {} extends {}
        }
        crate::rt::builder! {
            #[doc = "Builder for [`Service`](super::Service)."] #[cfg_attr(docsrs,
            doc(cfg(feature = "status-page-incidents")))] Service requires[] {} allows {
            #[doc = "Identifier of the service."] id "id"::std::string::String; #[doc =
            "Name of the service."] name "name"::std::string::String; #[doc =
            "Identifier of the account."] account_id "accountId"::std::string::String;
            #[doc = "Creation date."] created_at "created_at" crate ::time::Date; #[doc =
            "Last modification date."] updated_at "updated_at" crate ::time::Date; }
            clears {} extends {}
        }
        crate::rt::builder! {
            #[doc = "Builder for [`IncidentUpdate`](super::IncidentUpdate)."]
            #[cfg_attr(docsrs, doc(cfg(any(feature = "status-page-incident-updates",
            feature = "status-page-incidents"))))] IncidentUpdate requires[] {} allows {
            #[doc = "Identifier of the update."] id "id"::std::string::String; #[doc =
            "Text of the update."] description "description"::std::string::String; #[doc
            = "Sets `status`."] status "status" crate ::types::IncidentUpdateStatus;
            #[doc = "Date publicly shown for the update (ISO 8601)."]
            public_incident_update_date "publicIncidentUpdateDate"::chrono::DateTime
            <::chrono::Utc >; #[doc = "Creation date."] created_at "created_at" crate
            ::time::Date; #[doc = "Whether subscribers are to be notified."]
            notify_subscribers "notifySubscribers" bool; } clears {} extends {}
        }
        crate::rt::builder! {
            #[doc = "Builder for [`IncidentUpdateCreate`](super::IncidentUpdateCreate)."]
            #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incident-updates")))]
            IncidentUpdateCreate requires[] {} allows { #[doc =
            "Identifier of the update."] id "id"::std::string::String; #[doc =
            "Text of the update."] description "description"::std::string::String; #[doc
            = "Date publicly shown for the update (ISO 8601)."]
            public_incident_update_date "publicIncidentUpdateDate"::chrono::DateTime
            <::chrono::Utc >; #[doc = "Creation date."] created_at "created_at" crate
            ::time::Date; #[doc = "Whether subscribers are to be notified."]
            notify_subscribers "notifySubscribers" bool; } clears {} extends {}
        }
        crate::rt::builder! {
            #[doc =
            "Builder for [`PrivateLocationMetricsSample`](super::PrivateLocationMetricsSample)."]
            #[cfg_attr(docsrs, doc(cfg(feature = "private-locations")))]
            PrivateLocationMetricsSample requires[timestamp "timestamp", queue_size
            "queueSize", oldest_scheduled_check_run "oldestScheduledCheckRun"] { #[doc =
            "One element of `timestamps`.\n\nPoints in time of the samples (ISO 8601)."]
            timestamp "timestamp"::chrono::DateTime <::chrono::Utc >; #[doc =
            "One element of `queueSize`.\n\nQueue size at each point."] queue_size
            "queueSize" f64; #[doc =
            "One element of `oldestScheduledCheckRun`.\n\nAge value of the oldest scheduled check run at each point. The unit is not shown."]
            oldest_scheduled_check_run "oldestScheduledCheckRun" f64; } allows {} clears
            {} extends {}
        }
    }
    crate::rt::open_enum! {
        #[doc = "Severity of an incident. Allowed values beyond CRITICAL are not shown."]
        #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incidents")))] pub enum
        IncidentSeverity else Other { #[doc = "`CRITICAL` on the wire."] Critical =
        "CRITICAL", }
    }
    crate::rt::open_enum! {
        #[doc =
        "Status of an incident update, and the value set of the `lastUpdateStatus` of an incident. Allowed values beyond INVESTIGATING are not shown."]
        #[cfg_attr(docsrs, doc(cfg(any(feature = "status-page-incident-updates", feature
        = "status-page-incidents"))))] pub enum IncidentUpdateStatus else Other { #[doc =
        "`INVESTIGATING` on the wire."] Investigating = "INVESTIGATING", }
    }
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
    ///The elements of a [`PrivateLocationMetrics`] at one index.
    #[cfg_attr(docsrs, doc(cfg(feature = "private-locations")))]
    #[derive(Clone, Copy)]
    #[non_exhaustive]
    pub struct PrivateLocationMetricsSample {
        /**One element of `timestamps`.

Points in time of the samples (ISO 8601).*/
        pub timestamp: ::chrono::DateTime<::chrono::Utc>,
        /**One element of `queueSize`.

Queue size at each point.*/
        pub queue_size: f64,
        /**One element of `oldestScheduledCheckRun`.

Age value of the oldest scheduled check run at each point. The unit is not shown.*/
        pub oldest_scheduled_check_run: f64,
    }
    crate::rt::object! {
        PrivateLocationMetricsSample requires[timestamp "timestamp", queue_size
        "queueSize", oldest_scheduled_check_run "oldestScheduledCheckRun"] allows[] { 0
        timestamp "timestamp" value always::chrono::DateTime <::chrono::Utc >; 1
        queue_size "queueSize" value always f64; 2 oldest_scheduled_check_run
        "oldestScheduledCheckRun" value always f64; } undeclared Ignored[]
    }
    impl PrivateLocationMetrics {
        /// The samples, one for each index of the parallel lists.
        ///
        /// # Errors
        ///
        /// [`Error::Decode`](crate::Error::Decode) if the lists differ in length; a list that is absent is empty.
        pub fn samples(
            &self,
        ) -> ::std::result::Result<
            impl ::std::iter::ExactSizeIterator<
                Item = PrivateLocationMetricsSample,
            > + '_,
            crate::Error,
        > {
            let timestamps = self.timestamps.as_deref().unwrap_or_default();
            let queue_size = self.queue_size.as_deref().unwrap_or_default();
            let oldest_scheduled_check_run = self
                .oldest_scheduled_check_run
                .as_deref()
                .unwrap_or_default();
            crate::rt::equal_lengths(
                &[
                    ("timestamps", timestamps.len()),
                    ("queueSize", queue_size.len()),
                    ("oldestScheduledCheckRun", oldest_scheduled_check_run.len()),
                ],
            )?;
            let samples = timestamps
                .iter()
                .zip(queue_size)
                .zip(oldest_scheduled_check_run);
            ::std::result::Result::Ok(
                samples
                    .map(|((timestamps, queue_size), oldest_scheduled_check_run)| PrivateLocationMetricsSample {
                        timestamp: *timestamps,
                        queue_size: *queue_size,
                        oldest_scheduled_check_run: *oldest_scheduled_check_run,
                    }),
            )
        }
    }
}
/// A builder for each operation, made by the method of [`Client`](crate::Client) with its name.
pub mod builder {
    use super::types;
    ///Builder for [`Client::get_v1_privatelocations_id_metrics`](crate::Client::get_v1_privatelocations_id_metrics).
    #[derive(Debug, Clone)]
    #[cfg_attr(docsrs, doc(cfg(feature = "private-locations")))]
    #[must_use = "nothing is sent until `send` is called and awaited"]
    pub struct GetV1PrivatelocationsIdMetrics {
        client: super::Client,
        id: ::std::result::Result<::uuid::Uuid, ::std::string::String>,
        from: ::std::result::Result<crate::time::QueryTime, ::std::string::String>,
        to: ::std::result::Result<crate::time::QueryTime, ::std::string::String>,
    }
    impl GetV1PrivatelocationsIdMetrics {
        pub(super) const OPERATION: &'static crate::Operation = &crate::Operation {
            operation_id: "getV1PrivatelocationsIdMetrics",
            call_name: "private_locations().metrics",
            method: "GET",
            path: "/v1/private-locations/{id}/metrics",
            server: ::std::option::Option::None,
            rate_limit: ::std::option::Option::Some(crate::RateLimit::new(300, 86400)),
        };
        pub(super) fn new(client: super::Client) -> Self {
            Self {
                client: client,
                id: ::std::result::Result::Err(
                    "`id` is required and was not set".to_string(),
                ),
                from: ::std::result::Result::Err(
                    "`from` is required and was not set".to_string(),
                ),
                to: ::std::result::Result::Err(
                    "`to` is required and was not set".to_string(),
                ),
            }
        }
        /**The private location.

The path parameter `id`. Required.*/
        pub fn id<V>(mut self, value: V) -> Self
        where
            V: ::std::convert::TryInto<::uuid::Uuid>,
        {
            self.id = value
                .try_into()
                .map_err(|_| "`id` is not a valid `Uuid`".to_string());
            self
        }
        /**UNIX timestamp from which metrics start. Must be less than 15 days in the past.

The query parameter `from`. Required. Takes a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text, sent as UNIX seconds, or a `NaiveDate`, sent as a date.*/
        pub fn from<V>(mut self, value: V) -> Self
        where
            V: ::std::convert::TryInto<
                crate::time::QueryTime,
                Error: ::std::fmt::Display,
            >,
        {
            self.from = value
                .try_into()
                .map_err(|error| {
                    format!("`from` is not a valid `QueryTime`: {}", error)
                });
            self
        }
        /**UNIX timestamp up to which metrics are selected.

The query parameter `to`. Required. Takes a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text, sent as UNIX seconds, or a `NaiveDate`, sent as a date.*/
        pub fn to<V>(mut self, value: V) -> Self
        where
            V: ::std::convert::TryInto<
                crate::time::QueryTime,
                Error: ::std::fmt::Display,
            >,
        {
            self.to = value
                .try_into()
                .map_err(|error| format!("`to` is not a valid `QueryTime`: {}", error));
            self
        }
        /**Sends the request: `GET /v1/private-locations/{id}/metrics`.

# Errors

[`Error`](crate::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.*/
        pub async fn send(
            self,
        ) -> ::std::result::Result<
            crate::ResponseValue<crate::types::PrivateLocationMetrics>,
            crate::Error,
        > {
            let request = {
                let builder = self;
                let mut request = crate::rt::RequestBuilder::new(
                    builder.client,
                    Self::OPERATION,
                );
                request.path("id", "id", &builder.id);
                request.query("from", "from", &builder.from);
                request.query("to", "to", &builder.to);
                request.accept("application/json");
                request
            };
            request.send_json().await
        }
    }
    ///Builder for [`Client::get_v1_statuspages_incidents`](crate::Client::get_v1_statuspages_incidents).
    #[derive(Debug, Clone)]
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incidents")))]
    #[must_use = "nothing is sent until `send` is called and awaited"]
    pub struct GetV1StatuspagesIncidents {
        client: super::Client,
    }
    impl GetV1StatuspagesIncidents {
        pub(super) const OPERATION: &'static crate::Operation = &crate::Operation {
            operation_id: "getV1StatuspagesIncidents",
            call_name: "status_page_incidents().list",
            method: "GET",
            path: "/v1/status-pages/incidents",
            server: ::std::option::Option::None,
            rate_limit: ::std::option::Option::None,
        };
        pub(super) fn new(client: super::Client) -> Self {
            Self { client: client }
        }
        /**Sends the request: `GET /v1/status-pages/incidents`.

# Errors

[`Error`](crate::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.*/
        pub async fn send(
            self,
        ) -> ::std::result::Result<
            crate::ResponseValue<crate::types::IncidentList>,
            crate::Error,
        > {
            let request = {
                let builder = self;
                let mut request = crate::rt::RequestBuilder::new(
                    builder.client,
                    Self::OPERATION,
                );
                request.accept("application/json");
                request
            };
            request.send_json().await
        }
    }
    ///Builder for [`Client::post_v1_statuspages_incidents_incidentid_incidentupdates`](crate::Client::post_v1_statuspages_incidents_incidentid_incidentupdates).
    #[derive(Debug, Clone)]
    #[cfg_attr(docsrs, doc(cfg(feature = "status-page-incident-updates")))]
    #[must_use = "nothing is sent until `send` is called and awaited"]
    pub struct PostV1StatuspagesIncidentsIncidentidIncidentupdates {
        client: super::Client,
        incident_id: ::std::result::Result<::std::string::String, ::std::string::String>,
        body: ::std::result::Result<
            ::std::option::Option<types::builder::IncidentUpdateCreate>,
            ::std::string::String,
        >,
    }
    impl PostV1StatuspagesIncidentsIncidentidIncidentupdates {
        pub(super) const OPERATION: &'static crate::Operation = &crate::Operation {
            operation_id: "postV1StatuspagesIncidentsIncidentidIncidentupdates",
            call_name: "status_page_incident_updates().create",
            method: "POST",
            path: "/v1/status-pages/incidents/{incidentId}/incident-updates",
            server: ::std::option::Option::None,
            rate_limit: ::std::option::Option::None,
        };
        pub(super) fn new(client: super::Client) -> Self {
            Self {
                client: client,
                incident_id: ::std::result::Result::Err(
                    "`incident_id` is required and was not set".to_string(),
                ),
                body: ::std::result::Result::Ok(::std::option::Option::None),
            }
        }
        /**The incident. The format of the value is not shown.

The path parameter `incidentId`. Required.*/
        pub fn incident_id<V>(mut self, value: V) -> Self
        where
            V: ::std::convert::TryInto<::std::string::String>,
        {
            self.incident_id = value
                .try_into()
                .map_err(|_| "`incident_id` is not a valid `String`".to_string());
            self
        }
        ///The request body.
        pub fn body<V, Form>(mut self, value: V) -> Self
        where
            V: crate::optional::IntoOptional<
                crate::types::IncidentUpdateCreate,
                Form,
                Error: ::std::fmt::Display,
            >,
        {
            crate::rt::set_optional(
                &mut self.body,
                value
                    .into_optional()
                    .map(|value| value.map(::std::convert::Into::into))
                    .map_err(|error| {
                        format!(
                            "`body` is not a valid `IncidentUpdateCreate`: {}", error
                        )
                    }),
            );
            self
        }
        /**Sends the request: `POST /v1/status-pages/incidents/{incidentId}/incident-updates`.

# Errors

[`Error`](crate::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.*/
        pub async fn send(
            self,
        ) -> ::std::result::Result<
            crate::ResponseValue<crate::types::IncidentUpdate>,
            crate::Error,
        > {
            let request = {
                let builder = self;
                let mut request = crate::rt::RequestBuilder::new(
                    builder.client,
                    Self::OPERATION,
                );
                request.path("incidentId", "incident_id", &builder.incident_id);
                if let ::std::option::Option::Some(::std::option::Option::Some(body)) = request
                    .checked(
                        builder
                            .body
                            .and_then(|body| {
                                body
                                    .map(|body| {
                                        body.build().map_err(|error| format!("`body`: {error}"))
                                    })
                                    .transpose()
                            }),
                    )
                {
                    request.json(&body);
                }
                request.accept("application/json");
                request
            };
            request.send_json().await
        }
        ///Changes the body through its builder.
        pub fn body_map<F>(mut self, change: F) -> Self
        where
            F: ::std::ops::FnOnce(
                types::builder::IncidentUpdateCreate,
            ) -> types::builder::IncidentUpdateCreate,
        {
            self.body = self
                .body
                .map(|body| ::std::option::Option::Some(
                    change(body.unwrap_or_default()),
                ));
            self
        }
    }
}
