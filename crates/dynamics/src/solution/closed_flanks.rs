//! Which flanks the loads of a machine close, and how hard: as if its teeth were rigid. \[theory:gear-joint\] (9h)
//!
//! A mesh whose play is not known needs a flank to be sprung on. All deflections are held where the machine starts; what the joints carry then tells the
//! flank by its sign, for loads, weights, drives and inertia alike.

use crate::centers::Centers;
use crate::{
    AssemblyOptions, Element, ElementId, Equations, Error, GearJoint, Kinematics, LocalMatrix,
    Machine, PlanarContact, Relative, ScalarId, State, Touched, Weights, assemble,
};
use pitchline_geometry::FlankSide;

/// Forces below this share of the largest reaction are rounding.
const ROUNDED: f64 = 1e-9;

/// Centres that move by less than this share of the speed of the machine do not: rounding, and what velocities may disobey joints by.
const STILL: f64 = 1e-8;

/// Times (s) at which loads are looked at: many grow from nothing.
const TIMES: [f64; 6] = [0.0, 1e-4, 1e-2, 0.1, 1.0, 10.0];

/// A mesh of a machine.
#[derive(Debug, Clone, Copy)]
pub enum ToothMesh<'m> {
    /// A gear joint.
    Joint(&'m GearJoint),
    /// A contact in the plane of its wheels.
    Planar(&'m PlanarContact),
}

/// What the loads of a machine ask of a mesh where it starts, as forces of the law of its teeth (N), positive on the right flanks of a.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ToothLoad {
    /// The first that is not zero.
    pub first: f64,
    /// The largest of those that were looked at, without its sign.
    pub largest: f64,
}

impl ToothLoad {
    fn see(&mut self, force: f64) {
        if self.first == 0.0 {
            self.first = force;
        }
        self.largest = self.largest.max(force.abs());
    }
}

/// What the loads ask of these meshes.
pub fn loads_on_teeth(
    machine: &Machine,
    meshes: &[(ElementId, ToothMesh)],
) -> Result<Vec<ToothLoad>, Error> {
    let mut held = machine.clone();
    let mut rows = Vec::with_capacity(meshes.len());
    for (element, mesh) in meshes {
        let holding = match mesh {
            ToothMesh::Joint(joint) => joint.deformation().map(HeldMesh::Joint),
            ToothMesh::Planar(contact) => Some(contact.held()),
        };
        rows.push(match holding {
            Some(holding) => (
                held.add("teeth that do not deform", holding)?,
                mesh.factor(),
            ),
            // Rigid teeth tell by themselves.
            None => (*element, 1.0),
        });
    }
    let mut equations = Equations::new(&held);
    let mut found = vec![ToothLoad::default(); meshes.len()];
    for time in TIMES {
        let mut state = held.start(time);
        assemble(&mut equations, &mut state, &AssemblyOptions::default())?;
        let largest = largest(&equations, &state);
        for ((element, factor), found) in rows.iter().zip(&mut found) {
            let (row, _) = equations.multipliers_of(element.0 as usize);
            let force = factor * state.multipliers[row];
            if force.abs() > ROUNDED * largest {
                found.see(force);
            }
        }
    }
    Ok(found)
}

/// Whether the supports of these meshes let their flanks open and close: looked at with a motion that has no symmetry.
pub fn centers_move(
    machine: &Machine,
    meshes: &[(ElementId, ToothMesh)],
) -> Result<Vec<bool>, Error> {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    let options = AssemblyOptions {
        with_accelerations: false,
        ..AssemblyOptions::default()
    };
    assemble(&mut equations, &mut state, &options)?;
    // The golden section's multiples are spread evenly and repeat nothing.
    for (i, velocity) in state.velocity.iter_mut().enumerate() {
        *velocity = (0.618_033_988_749_895 * (i + 1) as f64).fract() - 0.5;
    }
    assemble(&mut equations, &mut state, &options)?;
    let fastest = state.velocity.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    let length = equations.extent(&state).max(1.0);
    let rates = meshes.iter().map(|(_, mesh)| match mesh {
        ToothMesh::Joint(joint) => joint.opening_rate(equations.kinematics()),
        ToothMesh::Planar(contact) => contact.opening_rate(equations.kinematics()),
    });
    Ok(rates
        .map(|rate| rate.abs() > STILL * length * fastest)
        .collect())
}

/// The flank of a that such a force closes; the right one where there is none.
pub fn closed_flank(force: f64) -> FlankSide {
    match force < 0.0 {
        true => FlankSide::Left,
        false => FlankSide::Right,
    }
}

/// The largest force among the reactions (N).
fn largest(equations: &Equations, state: &State) -> f64 {
    let forces = state.multipliers.iter().enumerate();
    forces
        .filter(|(i, _)| !equations.constraint_is_angle(*i))
        .fold(0.0, |m: f64, (_, force)| m.max(force.abs()))
}

impl ToothMesh<'_> {
    /// Force of the law over the multiplier that holds the deflection: one brakes what the other drives. That of a planar contact acts along the
    /// line of action, over a deflection on the pitch circles.
    fn factor(&self) -> f64 {
        match self {
            Self::Joint(_) => -1.0,
            Self::Planar(contact) => -1.0 / contact.data().pair.data().pressure_angle.cos(),
        }
    }
}

/// The deflection of a mesh that stays as it is.
#[derive(Debug, Clone)]
pub(crate) enum HeldMesh {
    /// The coordinate of a gear joint.
    Joint(ScalarId),
    /// Δ of a planar contact by its factors of χ_a and χ_b, both zero at the start.
    Planar(Box<Relative>, [f64; 2]),
}

impl HeldMesh {
    fn n(&self) -> usize {
        match self {
            Self::Joint(_) => 1,
            Self::Planar(..) => 12,
        }
    }

    /// What is held, and its gradient over the local unknowns.
    fn held(&self, k: &Kinematics) -> (f64, [f64; 12]) {
        let mut gradient = [0.0; 12];
        match self {
            Self::Joint(deformation) => {
                gradient[0] = 1.0;
                (k.scalar(*deformation)[0], gradient)
            }
            Self::Planar(between, [a, b]) => {
                let motion = between.motion(k);
                let centers = Centers::of(&motion);
                let [chi_a, chi_b] = centers.angles();
                motion.add_force(1.0, &centers.force(&[*a, *b, 0.0]), &mut gradient);
                (a * chi_a + b * chi_b, gradient)
            }
        }
    }
}

impl Element for HeldMesh {
    fn touched(&self) -> Touched {
        let mut touched = Touched {
            n_multipliers: 1,
            ..Touched::default()
        };
        match self {
            Self::Joint(deformation) => touched.scalars.push(*deformation),
            Self::Planar(between, _) => touched.nodes = vec![between.a.node, between.b.node],
        }
        touched
    }

    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        let (value, gradient) = self.held(k);
        let multiplier = multipliers.first().copied().unwrap_or(0.0);
        let n = self.n();
        for (out, g) in out[..n].iter_mut().zip(&gradient) {
            *out -= multiplier * g;
        }
        out[n] += value;
    }

    /// Where it is looked at nothing moves: what its forces change by is left out.
    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        let (_, gradient) = self.held(k);
        let n = self.n();
        for (i, g) in gradient[..n].iter().enumerate() {
            out.add(n, i, weights.position * g);
            out.add(i, n, -weights.multiplier * g);
        }
    }

    fn has_inertia(&self) -> bool {
        false
    }
}
