//! The motion about which a machine is linearised: rest, steady turning, or any state. \[theory:linearised\] (1)-(6)
//!
//! In a steady motion every part moves so that nothing changes but the angles of what turns. Positions then obey the equations
//! with the inertia forces of that motion, and the derivative of these equations along the motion gives the velocities: what
//! drives turn takes along, through joints and springs, what follows without being deformed.

mod circle;
mod search;
mod whirl;

pub(crate) use search::SteadySearch;

use super::assembly::{AssemblyOptions, assemble, positions};
use super::constrained::Constrained;
use super::statics::{Statics, StaticsOptions};
use crate::{Equations, Error, State};
use circle::carried;

/// How to look for a steady motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SteadyOptions {
    /// All drives turn so many times as fast as their functions say, and free parts as fast as the start says.
    pub speed_factor: f64,
    /// Whether inertia forces of the motion bend the machine. Left out, positions are those of rest.
    pub with_inertia: bool,
    /// Corrections of positions may still have this length, relative to the extent of the machine and to a radian.
    pub tolerance: f64,
    /// Iterations after which it is given up.
    pub max_iterations: u32,
}

impl Default for SteadyOptions {
    fn default() -> Self {
        Self {
            speed_factor: 1.0,
            with_inertia: true,
            tolerance: 1e-10,
            max_iterations: 60,
        }
    }
}

/// A state that goes on as it is: positions, velocities, accelerations and reactions.
#[derive(Debug, Clone, PartialEq)]
pub struct Steady {
    /// The state. Accelerations are those of the steady motion.
    pub state: State,
    /// Whether anything moves.
    pub is_turning: bool,
    /// Factor on the speeds of all drives.
    pub speed_factor: f64,
    /// Whether inertia forces bend the machine; if not, positions are those of rest.
    pub with_inertia: bool,
    /// Iterations that it took.
    pub iterations: u32,
    /// What a user should know: accelerations left out because no deflection stands against them.
    pub warnings: Vec<String>,
}

impl Steady {
    /// Equilibrium at rest without friction, from a start that need not obey the joints: what sticks in it is said by its grips.
    pub fn at_rest(equations: &mut Equations, start: &State) -> Result<Self, Error> {
        let mut state = start.clone();
        state.velocity.fill(0.0);
        // Positions alone: drives may move.
        let tolerance = AssemblyOptions::default().tolerance;
        let mut problem = Constrained::new(equations);
        problem.set_length(equations.extent(&state));
        positions(equations, &mut problem, &mut state, tolerance)?;
        let options = StaticsOptions {
            friction_holds: false,
            ..StaticsOptions::default()
        };
        let mut statics = Statics::new(equations, options);
        statics.solve(equations, &mut state)?;
        Ok(Self {
            state,
            is_turning: false,
            speed_factor: 0.0,
            with_inertia: true,
            iterations: statics.report().iterations,
            warnings: Vec::new(),
        })
    }

    /// The steady motion that the drives keep up: parts that neither a drive nor a spring determines keep the velocities of the
    /// start.
    pub fn turning(
        equations: &mut Equations,
        start: &State,
        options: &SteadyOptions,
    ) -> Result<Self, Error> {
        if !options.speed_factor.is_finite() {
            return Err(Error::Value {
                of: "steady motion".to_owned(),
                key: "speed factor",
                value: options.speed_factor,
                allowed: "a finite number",
            });
        }
        let rest = Self::at_rest(equations, start)?;
        SteadySearch::new(equations).turning(equations, &rest.state, &start.velocity, options)
    }

    /// Any state that obeys the joints: accelerations and reactions follow from its positions and velocities. Matrices about it
    /// are those of the instant.
    pub fn given(equations: &mut Equations, state: &State) -> Result<Self, Error> {
        let mut state = state.clone();
        assemble(equations, &mut state, &AssemblyOptions::default())?;
        Ok(Self {
            is_turning: state.velocity.iter().any(|v| *v != 0.0),
            state,
            speed_factor: 1.0,
            with_inertia: true,
            iterations: 0,
            warnings: Vec::new(),
        })
    }

    /// The same motion a little later, when the fastest part has turned by so much (rad). Of a machine at rest the same.
    pub fn later(&self, equations: &mut Equations, turn: f64) -> Result<Self, Error> {
        let fastest = fastest_spin(equations, &self.state);
        if !self.is_turning || fastest == 0.0 {
            return Ok(self.clone());
        }
        const STEPS: u32 = 16;
        let h = turn / fastest / f64::from(STEPS);
        let mut state = self.state.clone();
        let mut search = SteadySearch::new(equations);
        for _ in 0..STEPS {
            state = carried(&state, &vec![0.0; state.velocity.len()], h).0;
            state.time += h * self.speed_factor;
        }
        let options = SteadyOptions {
            speed_factor: self.speed_factor,
            with_inertia: self.with_inertia,
            ..SteadyOptions::default()
        };
        let velocity: Vec<f64> = match self.speed_factor == 0.0 {
            true => state.velocity.clone(),
            false => state
                .velocity
                .iter()
                .map(|v| v / self.speed_factor)
                .collect(),
        };
        if !self.with_inertia {
            state = Self::at_rest(equations, &state)?.state;
        }
        search.turning(equations, &state, &velocity, &options)
    }
}

/// Largest spin of a node (rad/s).
fn fastest_spin(equations: &Equations, state: &State) -> f64 {
    let nodes = 6 * equations.machine().n_nodes();
    let spins = state.velocity[..nodes].chunks_exact(6).map(|v| {
        let [x, y, z] = [v[3], v[4], v[5]];
        (x * x + y * y + z * z).sqrt()
    });
    spins.fold(0.0, f64::max)
}
