//! The body that carries the teeth of a cylindrical gear: rim, web, hub, bore.
//!
//! Where the body is held is its seat: the bore of an external gear, the outer cylinder of an internal one, the back
//! of a rack.

/// A web: the disc between rim and hub, thinner than the teeth are wide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Web {
    /// Its thickness along the axis (m).
    pub thickness: f64,
    /// Place of its middle along the axis, from mid face width (m).
    pub position: f64,
}

/// The hub of a gear with a web.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hub {
    /// Its outer radius (m).
    pub radius: f64,
    /// Its length along the axis (m).
    pub width: f64,
}

/// What a designer says of a gear's body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blank {
    /// Radius of the seat: bore of an external gear, outer cylinder of an internal one (m). `None` on a rack.
    pub seat_radius: Option<f64>,
    /// Thickness of the rim, from the root of the teeth to the web; on an internal gear or a rack to the seat (m).
    pub rim: Option<f64>,
    /// The web; `None` for a solid body.
    pub web: Option<Web>,
    /// The hub; `None` where the web reaches the bore.
    pub hub: Option<Hub>,
}
