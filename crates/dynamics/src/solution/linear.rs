//! A machine that moves a little about a steady motion: M p̈ + C ṗ + K p − Bᵀ μ = f, B p = g.
//! \[theory:linearised\] (7)-(15)
//!
//! ```text
//! Steady ──▶ LinearMachine { full, constraints, basis, reduced }
//!                ├──▶ MachineModes         frequencies, damping, shapes, whirl
//!                ├──▶ FrequencyResponse    any output to any input
//!                └──▶ StateSpace           A, B, C, D
//! Campbell: LinearMachines over a range of speeds, their modes followed
//! ```
//!
//! p holds displacements of the nodes and small rotation vectors, both along the axes of the *ground*, then the changes of the
//! scalars. In the axes of a spinning node the coefficients of a round shaft in a bearing would be periodic; in those of the
//! ground they are constant.

mod campbell;
mod exerted;
mod family;
mod frequency_response;
mod grips;
mod ground_axes;
mod idle_states;
mod margins;
mod mass_inverse;
mod modes;
mod null_basis;
mod open_loop;
mod output;
mod planetary_modes;
mod port;
mod reduction;
mod resonance;
mod rigid_motions;
mod rounding;
mod speed_state_space;
mod state_space;
mod time_invariance;
mod tracking;
mod unbalance;
mod whirl;

pub use campbell::{Campbell, CampbellCurve, CampbellOptions, CampbellPoint, CriticalSpeed};
pub use frequency_response::FrequencyResponse;
pub use grips::{grip_limits, grip_names, set_grips};
pub use margins::{GainCrossing, Margins, PhaseCrossing};
pub use modes::{MachineModes, Mode, ModeKind, ModeOptions};
pub use null_basis::NullBasis;
pub use open_loop::{LoopLaw, OpenLoop};
pub use output::{Order, Output};
pub use planetary_modes::{PlanetaryMembers, PlanetaryMode};
pub use port::{Input, InputKind};
pub use resonance::Resonance;
pub use speed_state_space::SpeedStateSpace;
pub use state_space::StateSpace;
pub use unbalance::{UnbalanceResponse, unbalance_response};
pub use whirl::{Whirl, WhirlSense};

use pitchline_algebra::QuadraticPencil;

use super::constrained::Constrained;
use super::redundancy::Redundancy;
use crate::{Equations, Error, State, Steady};
use exerted::Exerted;
pub(crate) use null_basis::SparseRow;

/// The linear equations of a machine about a steady motion.
#[derive(Debug)]
pub struct LinearMachine {
    /// The motion that it is linearised about.
    pub steady: Steady,
    /// M, C and K over all coordinates: 6 for each node along and about the axes of the ground, then the scalars. C holds
    /// gyroscopic, K geometric, centrifugal and circulatory parts.
    pub full: QuadraticPencil,
    /// The same over the free coordinates: Nᵀ M N and so on, or Lᵀ M N where multipliers act otherwise than their constraints say.
    pub reduced: QuadraticPencil,
    /// How all coordinates follow from the free ones.
    pub basis: NullBasis,
    /// What each coordinate is called: `disc, about x`.
    pub names: Vec<String>,
    /// Rows of B by coordinates.
    constraints: Vec<SparseRow>,
    /// What a user should know, such as elements whose coefficients are periodic.
    pub warnings: Vec<String>,
    /// How much the coefficients are known to change while the machine turns: λ² beside itself.
    variation: f64,
    /// Length (m) that counts as one radian.
    length: f64,
    n_nodes: usize,
    redundancy: Redundancy,
    exerted: Option<Exerted>,
}

impl LinearMachine {
    /// Linearises. The equations look at the steady state afterwards.
    pub fn new(equations: &mut Equations, steady: &Steady) -> Result<Self, Error> {
        equations.set(&steady.state)?;
        let length = equations.extent(&steady.state);
        let ground = ground_axes::matrices(equations, &steady.state)?;
        let n_nodes = equations.machine().n_nodes();
        let unit = |j: usize| {
            if j < 6 * n_nodes && j % 6 < 3 {
                length
            } else {
                1.0
            }
        };
        let basis = NullBasis::new(ground.pencil.n(), &ground.constraints, unit)?;
        let mut metric = Constrained::new(equations);
        metric.set_length(length);
        let (exerted, redundancy) =
            Exerted::find(equations, &metric, ground.exerted, (&basis, unit))?;
        let left = exerted.as_ref().and_then(Exerted::felt).unwrap_or(&basis);
        let reduced = reduction::reduce(&ground.pencil, [left, &basis])?;
        Ok(Self {
            steady: steady.clone(),
            names: names(equations),
            full: ground.pencil,
            constraints: ground.constraints,
            reduced,
            basis,
            warnings: steady.warnings.clone(),
            variation: 0.0,
            length,
            n_nodes,
            redundancy,
            exerted,
        })
    }

    /// The same with a check whether the coefficients stay what they are while the machine turns on; if not, a warning names
    /// the element.
    pub fn checked(equations: &mut Equations, steady: &Steady) -> Result<Self, Error> {
        let mut machine = Self::new(equations, steady)?;
        let found = time_invariance::check(equations, steady)?;
        machine.warnings.extend(found.warning);
        machine.variation = found.relative;
        equations.set(&steady.state)?;
        Ok(machine)
    }

    /// The state that it is linearised about.
    pub fn state(&self) -> &State {
        &self.steady.state
    }

    /// Coordinates of the machine.
    pub fn n(&self) -> usize {
        self.full.n()
    }

    /// Free coordinates.
    pub fn n_free(&self) -> usize {
        self.basis.n_free()
    }

    /// Length (m) that counts as one radian where sizes of places and turns are compared: the extent of the machine.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Size of a coordinate's unit in comparisons: its inverse for lengths.
    fn weight(&self, coordinate: usize) -> f64 {
        if coordinate < 6 * self.n_nodes && coordinate % 6 < 3 {
            1.0 / self.length
        } else {
            1.0
        }
    }

    /// Name of the coordinate that moves most in a shape.
    fn largest_motion<T: Copy>(&self, shape: &[T], size: impl Fn(T) -> f64) -> String {
        let sizes = shape
            .iter()
            .enumerate()
            .map(|(i, x)| size(*x) * self.weight(i));
        let largest = sizes.enumerate().fold((0.0, 0), |best, (i, size)| {
            // Equal entries: the first, whatever rounding says.
            if size > best.0 * (1.0 + 1e-9) {
                (size, i)
            } else {
                best
            }
        });
        self.names.get(largest.1).cloned().unwrap_or_default()
    }
}

/// What the coordinates are called.
fn names(equations: &Equations) -> Vec<String> {
    const MOTION: [&str; 6] = [
        "along x", "along y", "along z", "about x", "about y", "about z",
    ];
    let machine = equations.machine();
    (0..equations.n_velocities())
        .map(|i| match machine.node(crate::NodeId((i / 6) as u32 + 1)) {
            Some(node) if i < 6 * machine.n_nodes() => format!("{}, {}", node.name, MOTION[i % 6]),
            _ => machine.velocity_name(i),
        })
        .collect()
}
