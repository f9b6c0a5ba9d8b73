//! Bodies with rim and web: teeth on them are softer. \[theory:mesh-laws\] (23)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | b_s | `web`: thickness of the web | m |
//! | s_R | `rim`: thickness of the rim below the root of the teeth | m |
//! | C_R | `factor` | |
//!
//! # References
//! \[iso6336-1\] clause 9.3.

use pitchline_geometry::Blank;

use crate::LawError;
use crate::error::positive;

/// Web over face width, beyond which the end of the range counts. \[iso6336-1\] clause 9.3
const WEB_SHARES: [f64; 2] = [0.2, 1.2];
/// Least rim in modules; thinner ones count as this. \[iso6336-1\] clause 9.3
const LEAST_RIM: f64 = 1.0;

/// A body with rim and web.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WebbedBlank {
    /// Thickness of the web along the axis b_s (m).
    pub web: f64,
    /// Thickness of the rim s_R (m).
    pub rim: f64,
}

impl WebbedBlank {
    /// Rim and web of a blank; `None` where it is solid.
    pub fn of(blank: &Blank) -> Option<Self> {
        let (web, rim) = (blank.web?, blank.rim?);
        Some(Self {
            web: web.thickness,
            rim,
        })
    }

    /// C_R of a gear with this body.
    pub fn factor(&self, face_width: f64, module: f64) -> Result<f64, LawError> {
        positive("web thickness", self.web)?;
        positive("rim", self.rim)?;
        let share = (self.web / face_width).clamp(WEB_SHARES[0], WEB_SHARES[1]);
        let rim = (self.rim / module).max(LEAST_RIM);
        Ok(1.0 + share.ln() / (5.0 * (0.2 * rim).exp()))
    }
}
