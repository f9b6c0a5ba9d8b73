//! Module, pressure angle and helix: what two gears must share, and the step from the normal to the transverse plane.

/// Hand of the helix, seen along the axis: a right-hand tooth runs away clockwise, like a common screw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    /// Left-hand helix.
    Left,
    /// Right-hand helix.
    Right,
}

/// Tooth system of a cylindrical gear, given in the normal plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ToothSystem {
    /// Normal module m_n (m).
    pub module: f64,
    /// Normal pressure angle α_n (rad).
    pub pressure_angle: f64,
    /// Helix angle β at the reference circle, never negative (rad).
    pub helix_angle: f64,
    /// Hand of the helix; without meaning when the helix angle is zero.
    pub hand: Hand,
}

impl ToothSystem {
    /// Transverse module m_t = m_n / cos β.
    pub fn transverse_module(&self) -> f64 {
        self.module / self.helix_angle.cos()
    }

    /// Transverse pressure angle: tan α_t = tan α_n / cos β.
    pub fn transverse_pressure_angle(&self) -> f64 {
        (self.pressure_angle.tan() / self.helix_angle.cos()).atan()
    }

    /// Base helix angle: sin β_b = sin β cos α_n.
    pub fn base_helix_angle(&self) -> f64 {
        (self.helix_angle.sin() * self.pressure_angle.cos()).asin()
    }

    /// Transverse pitch p_t = π m_t.
    pub fn transverse_pitch(&self) -> f64 {
        std::f64::consts::PI * self.transverse_module()
    }

    /// Transverse base pitch p_bt = p_t cos α_t.
    pub fn base_pitch(&self) -> f64 {
        self.transverse_pitch() * self.transverse_pressure_angle().cos()
    }

    /// Whether the teeth are inclined.
    pub fn is_helical(&self) -> bool {
        self.helix_angle > 0.0
    }
}

impl std::ops::Not for Hand {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}
