//! A writer that remembers what went wrong, so that commands can write without looking.

use std::io::{Error, ErrorKind, Result, Write};

/// Passes everything on and keeps the first failure.
pub(crate) struct Tracked<'w> {
    inner: &'w mut dyn Write,
    failure: Option<Error>,
}

impl<'w> Tracked<'w> {
    pub(crate) fn new(inner: &'w mut dyn Write) -> Self {
        Self {
            inner,
            failure: None,
        }
    }

    /// Why the output is incomplete. A reader that has seen enough (`| head`) is no failure.
    pub(crate) fn finish(mut self) -> Option<Error> {
        let _ = self.flush();
        self.failure
            .filter(|failure| failure.kind() != ErrorKind::BrokenPipe)
    }

    fn keep<T>(&mut self, result: Result<T>) -> Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            if kind != ErrorKind::Interrupted {
                self.failure.get_or_insert(error);
            }
            kind.into()
        })
    }
}

impl Write for Tracked<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let result = self.inner.write(bytes);
        self.keep(result)
    }

    fn flush(&mut self) -> Result<()> {
        let result = self.inner.flush();
        self.keep(result)
    }
}
