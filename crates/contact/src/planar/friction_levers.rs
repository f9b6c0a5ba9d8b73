//! Arms of the friction of a mesh, averaged over its contacts. \[theory:planar-contact\] (7)-(14)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | d_F | `force`: share of the friction that is left as a force | |
//! | d_τA, d_τB | `torques`: arms about both axes | m |
//! | h | `loss_lever`: mean distance of contact from the pitch point | m |
//! | u | slip: speed at which friction takes power, `slip_by_turns` | m/s |
//!
//! # References
//! \[linden\] (16)-(31); \[niemann-winter\] for the loss factor.

use super::{ContactPath, PhaseLevers, PlanarPair};
use crate::error::finite;
use crate::{FlankContact, LawError};

/// How far a given d_F may be from what its torques ask for: their printed digits.
const ROUNDED_FORCE: f64 = 0.01;

/// More contacts at a time than teeth ever have.
pub(super) const MOST_CONTACTS: f64 = 100.0;

/// The three constants of friction, or their derivatives over the mesh phase.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Levers {
    /// d_F: mean friction across the line of action per friction force.
    pub force: f64,
    /// d_τA and d_τB (m): arms of the friction about both axes.
    pub torques: [f64; 2],
}

/// Levers that hold everywhere, or that follow the teeth.
#[derive(Debug, Clone, PartialEq)]
pub enum FrictionLevers {
    /// Averages over the whole path of contact.
    Constant(Levers),
    /// Averages over the contacts that exist at a phase: friction excites the mesh.
    OverPhase(PhaseLevers),
}

impl FrictionLevers {
    /// Their mean over a mesh cycle.
    pub fn mean(&self) -> Levers {
        match self {
            Self::Constant(levers) => *levers,
            Self::OverPhase(levers) => levers.mean(),
        }
    }

    /// The levers and their derivatives per mesh cycle.
    pub fn at(&self, flank: FlankContact, cycles: f64) -> [Levers; 2] {
        match self {
            Self::Constant(levers) => [*levers, Levers::default()],
            Self::OverPhase(levers) => levers.at(flank, cycles),
        }
    }
}

impl Levers {
    /// Load spread evenly over the path, as with helical gears of full overlap. \[linden\] (21), (27), (30)
    pub fn smeared(pair: &PlanarPair, path: &ContactPath) -> Self {
        let mut sums = PathSums::default();
        sums.add(path.start(), path.end(), 1.0);
        sums.levers(pair)
    }

    /// Teeth in contact share the load evenly: \[linden\] (17) with its parts weighted by their lengths. \[theory:planar-contact\] (11)
    pub fn shared(pair: &PlanarPair, path: &ContactPath) -> Result<Self, LawError> {
        let pitch = pair.base_pitch();
        check_contact_ratio(pair, path)?;
        let mut sums = PathSums::default();
        let mut places = Vec::new();
        // Contacts come and go one base pitch after the start or before the end.
        let most = (path.length() / pitch).floor() as usize;
        for i in 0..=most {
            places.push(path.start() + i as f64 * pitch);
            places.push(path.end() - i as f64 * pitch);
        }
        places.sort_by(f64::total_cmp);
        for part in places.windows(2) {
            let middle = 0.5 * (part[0] + part[1]);
            let contacts = 1.0
                + ((middle - path.start()) / pitch).floor()
                + ((path.end() - middle) / pitch).floor();
            sums.add(part[0], part[1], 1.0 / contacts);
        }
        Ok(sums.levers(pair))
    }

    /// From constants that are known otherwise. d_F follows from the torques, because moments balance; where it is given it must agree.
    pub fn given(
        pair: &PlanarPair,
        torques: [f64; 2],
        force: Option<f64>,
    ) -> Result<Self, LawError> {
        for (key, lever) in ["friction lever of a", "friction lever of b"]
            .into_iter()
            .zip(torques)
        {
            finite(key, lever)?;
        }
        let between: f64 = pair.pitch_curvatures().iter().sum();
        let balanced = (torques[0] + torques[1]) / between;
        if let Some(force) = force {
            finite("d_force", force)?;
            if (force - balanced).abs() > ROUNDED_FORCE {
                return Err(LawError::UnbalancedLevers { force, balanced });
            }
        }
        let levers = Self {
            force: balanced,
            torques,
        };
        let loss = levers.loss_lever(pair);
        if loss < 0.0 {
            return Err(LawError::GainingLevers { loss });
        }
        Ok(levers)
    }

    /// From d_F and h. \[theory:planar-contact\] (10)
    pub(super) fn from_means(pair: &PlanarPair, force: f64, loss: f64) -> Self {
        let [to_pitch, from_pitch] = pair.pitch_curvatures();
        Self {
            force,
            torques: [to_pitch * force - loss, from_pitch * force + loss],
        }
    }

    /// h (m): mean distance of contact from the pitch point. \[theory:planar-contact\] (10)
    pub fn loss_lever(&self, pair: &PlanarPair) -> f64 {
        let [r_a, r_b] = pair.radii();
        (self.torques[1] / r_b - self.torques[0] / r_a) / pair.relative_curvature()
    }

    /// H_v: lost over transmitted power at a coefficient of 1. \[theory:planar-contact\] (14)
    pub fn loss_factor(&self, pair: &PlanarPair) -> f64 {
        self.loss_lever(pair) * pair.relative_curvature().abs() / pair.data().pressure_angle.cos()
    }

    /// Factors of the turns of a and b against the carrier in the slip (m/rad): friction times its rate u is the power that friction takes,
    /// negative where friction opposes v_mesh while a deflection rate outweighs it. Where Δ stands still u is h |w| v_mesh.
    /// \[theory:planar-contact\] (13)
    pub fn slip_by_turns(&self, pair: &PlanarPair) -> [f64; 2] {
        let side = pair.side();
        self.torques.map(|arm| -side * arm)
    }

    /// Whether friction that opposes v_mesh brakes either wheel while the other one stands. Where it does not, as of rings and of teeth whose
    /// contacts lie far to one side of the pitch point, teeth that stick by the mesh would be pushed the way they go. \[theory:planar-contact\] (45)
    pub fn brakes_each_wheel(&self, pair: &PlanarPair) -> bool {
        let [_, distance] = pair.by_turns();
        let each = self.slip_by_turns(pair).into_iter().zip(distance);
        each.into_iter().all(|(slip, way)| slip * way >= 0.0)
    }

    /// h |w|: slip by which friction takes power, over the way through the mesh. \[theory:planar-contact\] (13)
    pub fn loss_per_way(&self, pair: &PlanarPair) -> f64 {
        self.loss_lever(pair) * pair.relative_curvature().abs()
    }

    /// The same of the slip as a way through the mesh, which is x where Δ stands still. Friction that opposes its rate takes power in every
    /// state, which friction that opposes v_mesh does not. \[theory:planar-contact\] (13)
    pub fn conjugate_by_turns(&self, pair: &PlanarPair) -> [f64; 2] {
        let per_way = self.loss_per_way(pair);
        if per_way > 0.0 {
            self.slip_by_turns(pair).map(|factor| factor / per_way)
        } else {
            // Contact at the pitch point alone loses nothing, whatever the sense.
            let [_, distance] = pair.by_turns();
            distance
        }
    }
}

/// Without a contact at every moment there is nothing to share, and no teeth are so slender as to have a hundred.
pub(super) fn check_contact_ratio(pair: &PlanarPair, path: &ContactPath) -> Result<(), LawError> {
    let ratio = path.contact_ratio(pair);
    if ratio < 1.0 {
        return Err(LawError::NoShare { ratio });
    }
    if ratio > MOST_CONTACTS {
        return Err(LawError::Value {
            key: "the contact ratio",
            value: ratio,
            allowed: "tip radii or numbers of teeth that make it 100 at most",
        });
    }
    Ok(())
}

/// Integrals of the load over the path: ∫q dζ, ∫q sign ζ dζ, ∫q |ζ| dζ.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PathSums {
    pub load: f64,
    pub signed: f64,
    pub distance: f64,
}

impl PathSums {
    /// Adds an even load q from one place to another.
    pub fn add(&mut self, from: f64, to: f64, load: f64) {
        self.load += load * (to - from);
        self.signed += load * (to.abs() - from.abs());
        self.distance += 0.5 * load * (to * to.abs() - from * from.abs());
    }

    /// The levers of this load; flanks press 1/cos β_b harder than the plane shows. \[theory:planar-contact\] (8), (9)
    pub fn levers(&self, pair: &PlanarPair) -> Levers {
        let per_load = 1.0 / (self.load * pair.data().base_helix_angle.cos());
        Levers::from_means(pair, -self.signed * per_load, self.distance * per_load)
    }
}

#[cfg(test)]
mod tests;
