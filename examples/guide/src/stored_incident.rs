use monitoring_service::types::Incident;

pub fn stored(incident: &Incident) -> serde_json::Result<String> {
    serde_json::to_string(incident)
}

pub fn restored(text: &str) -> serde_json::Result<Incident> {
    serde_json::from_str(text)
}
