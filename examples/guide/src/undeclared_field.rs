use monitoring_service::types::Incident;

pub fn region(incident: &Incident) -> Option<&str> {
    incident.undeclared().get("region")?.as_str()
}
