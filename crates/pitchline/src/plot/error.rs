//! What can go wrong when a picture is written.

/// A picture could not be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The raster would be empty or too large for memory.
    #[error(
        "a raster of {width:.0} × {height:.0} pixels cannot be made: choose a scale that gives 1 to {limit} pixels per side"
    )]
    RasterSize {
        /// Width asked for (pixels).
        width: f64,
        /// Height asked for (pixels).
        height: f64,
        /// Largest side that is accepted (pixels).
        limit: u32,
    },
    /// The PNG encoder failed.
    #[error("the PNG encoder failed: {message}")]
    Encoding {
        /// What the encoder said.
        message: String,
    },
}
