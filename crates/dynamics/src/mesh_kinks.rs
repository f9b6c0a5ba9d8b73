//! Kinks of the force of a mesh: flanks that touch, and damped ones that let go. \[theory:mesh-laws\] (5), \[theory:time-integration\] (35)

use pitchline_contact::{Formulation, MeshLaw, MeshMotion};

use crate::Kink;

/// How many there are.
pub(crate) fn count(law: &MeshLaw, formulation: Formulation) -> usize {
    law.n_touches(formulation) + law.n_partings(formulation)
}

/// One of them, where the deflection also changes by an error of the teeth, which is not damped, at this rate (m/s).
pub(crate) fn at(
    law: &MeshLaw,
    formulation: Formulation,
    which: usize,
    motion: &MeshMotion,
    error_rate: f64,
) -> Kink {
    let n_touches = law.n_touches(formulation);
    if which < n_touches {
        let moving = MeshMotion {
            rate: motion.rate + error_rate,
            ..*motion
        };
        let [value, rate] = law.beyond_touch(formulation, which, &moving);
        return Kink {
            value,
            rate: Some(rate),
            acts: true,
        };
    }
    let parting = law.parting(formulation, which - n_touches, motion);
    Kink {
        value: parting.left,
        rate: None,
        acts: parting.touches,
    }
}
