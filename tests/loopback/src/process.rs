use std::process::Child;

/// A process that is killed when this value is dropped, even if the test fails.
pub struct Process(pub Child);

impl Process {
    /// Kills the process, as if the machine had failed.
    ///
    /// # Panics
    ///
    /// Panics if the process cannot be killed.
    pub fn kill(&mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it ends");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Killing fails if the process has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
