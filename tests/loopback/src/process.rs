use std::process::Child;

/// A process of a test, which is killed when this is dropped, also if the test fails.
pub struct Process(pub Child);

impl Process {
    /// Kills it, as if the machine had failed.
    ///
    /// # Panics
    ///
    /// If it cannot be killed.
    pub fn kill(&mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it ends");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have been killed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
