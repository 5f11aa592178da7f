use monitoring_service::types::{Incident, IncidentSeverity};

pub fn pages_somebody(incident: &Incident) -> bool {
    match &incident.severity {
        Some(IncidentSeverity::Critical) => true,
        // A value that the document does not list (yet).
        Some(IncidentSeverity::Other(value)) => value == "MAJOR",
        _ => false,
    }
}
