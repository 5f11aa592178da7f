use monitoring_service::types::{Incident, IncidentSeverity};

pub fn pages_somebody(incident: &Incident) -> bool {
    match &incident.severity {
        Some(IncidentSeverity::Critical) => true,
        // The document does not list `MAJOR` yet. `as_str` will also match when it does.
        Some(severity) => severity.as_str() == "MAJOR",
        None => false,
    }
}
