//! Surfaces that rub on each other: stuck, or sliding one way or the other, as a state of the machine and no function of its speed.
//! \[theory:events\] (20)-(23)

/// The state of a pair of surfaces among those of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GripId(pub u32);

/// Which way surfaces slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sliding {
    /// Nothing has decided it: no friction acts. So are all grips of a machine in equilibrium.
    #[default]
    Undecided,
    /// They do not: friction is a reaction.
    Stuck,
    /// The slip coordinate grows.
    Forward,
    /// It falls.
    Backward,
}

impl Sliding {
    /// +1 forward, −1 backward, else 0.
    pub fn sense(self) -> f64 {
        match self {
            Self::Forward => 1.0,
            Self::Backward => -1.0,
            Self::Undecided | Self::Stuck => 0.0,
        }
    }

    /// Sliding along a rate or an acceleration.
    pub fn along(rate: f64) -> Self {
        if rate < 0.0 {
            Self::Backward
        } else {
            Self::Forward
        }
    }
}

/// What a machine remembers of two surfaces that rub.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Grip {
    /// Which way they slide.
    pub sliding: Sliding,
    /// Slip coordinate at which they stuck last.
    pub from: f64,
    /// How that coordinate is measured, in factors of the surfaces' own coordinates, where this depends on the place at which they stuck.
    pub along: [f64; 3],
}

impl Grip {
    /// Holds them where they are.
    pub(crate) fn stick(&mut self, rubbing: &Rubbing) {
        self.sliding = Sliding::Stuck;
        self.from = rubbing.slip;
        self.along = rubbing.along;
    }
}

/// What surfaces that rub say of themselves at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rubbing {
    /// Slip coordinate (m, rad): its rate is the constraint's. Where its factors depend on the place they are those of now, or, for
    /// surfaces that are stuck, of where they stuck.
    pub slip: f64,
    /// Those factors; of no account where there is one measure for all places.
    pub along: [f64; 3],
    /// Its rate (m/s, rad/s).
    pub rate: f64,
    /// Largest friction that holds them (N, N m): not negative.
    pub limit: f64,
    /// Friction just after they begin to slide forward and backward (N, N m): not negative.
    pub sliding: [f64; 2],
}
