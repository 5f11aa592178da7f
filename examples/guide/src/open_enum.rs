use monitoring_service::types::{Incident, IncidentSeverity};

pub fn pages_somebody(incident: &Incident) -> bool {
    match &incident.severity {
        Some(IncidentSeverity::Critical) => true,
        // Not listed by the document yet. `as_str` also matches once it is.
        Some(severity) => severity.as_str() == "MAJOR",
        None => false,
    }
}
