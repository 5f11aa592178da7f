use monitoring_service::Interceptor;
use monitoring_service::interceptor::{Attempt, BoxError, Ended};

pub struct Hooks;

impl Interceptor for Hooks {
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        attempt.set_header("x-attempt", &attempt.number().to_string())?;
        attempt.set_api_key("the current key")?;
        Ok(())
    }

    fn after(&self, ended: &Ended<'_>) {
        println!("{} {:?} {:?}", ended.operation(), ended.elapsed(), ended.error_type());
    }
}
