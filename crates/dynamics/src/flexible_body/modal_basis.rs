//! From the coordinates of a reduced body to modes in a frame that follows its mean motion. \[theory:flexible-bodies\] (14)-(17)
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | c | `centre` | centre of mass in the axes of the body |
//! | X | `combinations` | modes over the coordinates of the reduced body, n × k by columns |
//! | ω² | `stiffness` | of each mode, ascending; masses are one |
//! | t_i, θ_i | `carried` | rigid motion about c that is taken from shape i |
//!
//! Shapes without rigid motion carry neither momentum nor angular momentum at rest: the frame is the mean one (Tisserand's),
//! and its origin the centre of mass, whatever the deformation.

mod mean_frame;

use pitchline_fem::{MassMoments, ReducedBody};
use pitchline_geometry::vector::{Vector, cross, minus, plus, plus_scaled};

use self::mean_frame::{Rigid, combine, shapes};
use super::eigen_blocks;
use super::{FlexibleBodyError, InertiaForm, KeptModes};

/// Frequencies nearer than this belong to one doublet, which is not cut in two.
const EQUAL_FREQUENCY: f64 = 1e-6;

/// Modes of a reduced body in its frame.
#[derive(Debug, Clone, PartialEq)]
pub struct ModalBasis {
    /// Origin of the frame in the axes of the body (m): its centre of mass, or zero for a body on the ground.
    pub centre: Vector,
    /// ω² of each mode (1/s²), ascending.
    pub stiffness: Vec<f64>,
    /// Modes over the coordinates of the reduced body, by columns.
    pub combinations: Vec<f64>,
    /// Translation of the centre and turn about it that each combination has beside the mode, in the axes of the body.
    pub carried: Vec<[Vector; 2]>,
    /// Sums over the mass with the modes, about the origin of the frame; without pairs in the simplified form.
    pub moments: MassMoments,
}

impl ModalBasis {
    /// Modes of a free body in its mean frame.
    pub fn floating(
        name: &str,
        body: &ReducedBody,
        kept: KeptModes,
        form: InertiaForm,
    ) -> Result<Self, FlexibleBodyError> {
        if body.origin.n_rigid != 6 {
            return Err(FlexibleBodyError::Held {
                of: name.to_owned(),
                n_rigid: body.origin.n_rigid,
            });
        }
        check_lengths(body, form)?;
        let rigid = Rigid::of(name, &body.moments)?;
        let n = body.n();
        let momenta: Vec<[Vector; 2]> = shapes(&body.moments)
            .map(|(sum, arm)| rigid.momenta(sum, &arm))
            .collect();
        let motions: Vec<[Vector; 2]> = momenta.iter().map(|p| rigid.motion(*p)).collect();
        let contained = body.n_rigid_contained();
        let mut mass = body.mass.clone();
        if contained == 0 {
            // The kinetic energy less that of the mean motion: a dual basis loses rounding only.
            for (at, value) in mass.iter_mut().enumerate() {
                *value -= inner(&momenta[at % n], &motions[at / n]);
            }
        }
        let pairs = eigen_blocks::solve(n, &body.stiffness, &mass)?;
        let mut modes = Vec::new();
        for (value, vector) in pairs {
            let both = combined(&momenta, &vector);
            // Share of the mode's kinetic energy that is rigid motion: one or nothing.
            if contained == 0 || inner(&both, &rigid.motion(both)) < 0.5 {
                modes.push((value, vector));
            }
        }
        let found = n - modes.len();
        if found != contained || (contained != 0 && contained != 6) {
            return Err(FlexibleBodyError::RigidMotions {
                of: name.to_owned(),
                found,
                expected: 6,
            });
        }
        let mut basis = Self::from_modes(name, body, modes, kept, form)?;
        basis.centre = rigid.centre;
        basis.leave_rigid_motion(&rigid);
        Ok(basis)
    }

    /// Modes of a body that the ground holds, in its own axes.
    pub fn grounded(
        name: &str,
        body: &ReducedBody,
        kept: KeptModes,
    ) -> Result<Self, FlexibleBodyError> {
        if body.origin.n_rigid != 0 {
            return Err(FlexibleBodyError::Loose {
                of: name.to_owned(),
                n_rigid: body.origin.n_rigid,
            });
        }
        // The ground does not spin: second moments never act.
        check_lengths(body, InertiaForm::Simplified)?;
        let modes = eigen_blocks::solve(body.n(), &body.stiffness, &body.mass)?;
        Self::from_modes(name, body, modes, kept, InertiaForm::Simplified)
    }

    fn from_modes(
        name: &str,
        body: &ReducedBody,
        mut modes: Vec<(f64, Vec<f64>)>,
        kept: KeptModes,
        form: InertiaForm,
    ) -> Result<Self, FlexibleBodyError> {
        modes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let wrong = modes.iter().position(|m| !(m.0.is_finite() && m.0 > 0.0));
        if let Some(mode) = wrong {
            return Err(FlexibleBodyError::NegativeStiffness {
                of: name.to_owned(),
                mode: mode + 1,
                value: modes[mode].0,
            });
        }
        modes.truncate(n_kept(&modes, kept));
        let combinations: Vec<f64> = modes.iter().flat_map(|m| m.1.iter().copied()).collect();
        Ok(Self {
            centre: [0.0; 3],
            stiffness: modes.iter().map(|m| m.0).collect(),
            carried: vec![[[0.0; 3]; 2]; modes.len()],
            moments: combine(&body.moments, body.n(), &combinations, modes.len(), form),
            combinations,
        })
    }

    /// Number of modes.
    pub fn n(&self) -> usize {
        self.stiffness.len()
    }

    /// Coordinates of the reduced body, whose rows then give displacements with [`Self::carried`] in them, and stresses.
    pub fn coordinates(&self, modes: &[f64]) -> Vec<f64> {
        let n = self.combinations.len().checked_div(self.n()).unwrap_or(0);
        let mut coordinates = vec![0.0; n];
        for (column, q) in self.combinations.chunks(n.max(1)).zip(modes) {
            coordinates
                .iter_mut()
                .zip(column)
                .for_each(|(x, c)| *x += q * c);
        }
        coordinates
    }

    /// Displacements at a place of the body for each mode, from those for each coordinate of the reduced body (3 × n by columns).
    pub fn along(&self, place: Vector, rows: &[f64]) -> Vec<Vector> {
        let arm = minus(place, self.centre);
        let mixed = self.mixed(rows);
        let modes = mixed.into_iter().zip(&self.carried);
        modes
            .map(|(u, [t, turn])| minus(u, plus(*t, cross(*turn, arm))))
            .collect()
    }

    /// The same for turns.
    pub fn about(&self, rows: &[f64]) -> Vec<Vector> {
        let mixed = self.mixed(rows);
        let modes = mixed.into_iter().zip(&self.carried);
        modes.map(|(u, [_, turn])| minus(u, *turn)).collect()
    }

    fn mixed(&self, rows: &[f64]) -> Vec<Vector> {
        let n = rows.len() / 3;
        let columns = self.combinations.chunks(n.max(1));
        let combine = |column: &[f64]| {
            let rows = rows.as_chunks::<3>().0.iter();
            rows.zip(column)
                .fold([0.0; 3], |sum, (row, x)| plus_scaled(sum, *x, *row))
        };
        columns.map(combine).collect()
    }
}

fn inner(a: &[Vector; 2], b: &[Vector; 2]) -> f64 {
    let pairs = a.as_flattened().iter().zip(b.as_flattened());
    pairs.map(|(a, b)| a * b).sum()
}

fn combined(momenta: &[[Vector; 2]], weights: &[f64]) -> [Vector; 2] {
    let mut sum = [[0.0; 3]; 2];
    for (p, w) in momenta.iter().zip(weights) {
        sum = [0, 1].map(|k| plus_scaled(sum[k], *w, p[k]));
    }
    sum
}

fn check_lengths(body: &ReducedBody, form: InertiaForm) -> Result<(), FlexibleBodyError> {
    let n = body.n();
    let moments = &body.moments;
    if form == InertiaForm::Full && moments.pairs.is_empty() && n > 0 {
        return Err(FlexibleBodyError::NoSecondMoments);
    }
    let pairs = match form {
        InertiaForm::Full => moments.pairs.len(),
        InertiaForm::Simplified => 9 * n * n,
    };
    let lengths = [
        ("sums of the shapes", moments.sums.len(), 3 * n),
        ("arms of the shapes", moments.arms.len(), 9 * n),
        ("pairs of the shapes", pairs, 9 * n * n),
        ("stiffness of the reduced body", body.stiffness.len(), n * n),
        ("mass of the reduced body", body.mass.len(), n * n),
        (
            "interface rows of the reduced body",
            body.interface.len(),
            n * body.motions.len(),
        ),
    ];
    match lengths
        .into_iter()
        .find(|(_, given, needed)| given != needed)
    {
        Some((what, given, needed)) => Err(FlexibleBodyError::Count {
            what,
            given,
            needed,
        }),
        None => Ok(()),
    }
}

/// How many modes of ascending stiffness are kept.
fn n_kept(modes: &[(f64, Vec<f64>)], kept: KeptModes) -> usize {
    match kept {
        KeptModes::All => modes.len(),
        KeptModes::UpTo(hertz) => {
            let bound = std::f64::consts::TAU * hertz;
            modes.partition_point(|m| m.0.sqrt() <= bound)
        }
        KeptModes::Count(count) => {
            let frequency = |i: usize| modes.get(i).map(|m| m.0.sqrt());
            match (count.checked_sub(1).and_then(frequency), frequency(count)) {
                (Some(last), Some(next)) if next - last <= EQUAL_FREQUENCY * next => count + 1,
                _ => count.min(modes.len()),
            }
        }
    }
}
