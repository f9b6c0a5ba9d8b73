//! What a modification takes off, with derivatives.

/// Amount along the normal with derivatives by the profile (s) and width (z) parameters.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Amount {
    /// Material taken off along the normal (m).
    pub value: f64,
    /// ∂/∂s
    pub d_s: f64,
    /// ∂/∂z
    pub d_z: f64,
    /// ∂²/∂s² (1/m)
    pub d_ss: f64,
    /// ∂²/∂s∂z (1/m)
    pub d_sz: f64,
    /// ∂²/∂z² (1/m)
    pub d_zz: f64,
}

impl Amount {
    /// An amount that depends on the profile parameter only: value and derivatives.
    pub(crate) fn along_profile([value, d_s, d_ss]: [f64; 3]) -> Self {
        Self {
            value,
            d_s,
            d_ss,
            ..Self::default()
        }
    }

    /// An amount that depends on the width parameter only: value and derivatives.
    pub(crate) fn along_width([value, d_z, d_zz]: [f64; 3]) -> Self {
        Self {
            value,
            d_z,
            d_zz,
            ..Self::default()
        }
    }

    /// Adds another amount.
    pub fn add(&mut self, other: &Self) {
        self.value += other.value;
        self.d_s += other.d_s;
        self.d_z += other.d_z;
        self.d_ss += other.d_ss;
        self.d_sz += other.d_sz;
        self.d_zz += other.d_zz;
    }
}
