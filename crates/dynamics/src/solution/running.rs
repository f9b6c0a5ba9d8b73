//! A machine that runs evenly, in one position: velocities by kinematics alone, forces by one small problem. \[theory:planar-contact\] (37)-(41), (46), (47)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | N | `basis` of motions that joints and drives leave free | |
//! | v_d | `velocity` of all coordinates per unit speed of a drive, teeth not deforming | |
//! | y | free coordinates: how far the machine is deflected | |
//! | T_d | torque of a drive | N m |
//!
//! In even running no tooth deforms on, so that drives give all velocities. Deflections follow from the balance of the free motions, with friction as the velocities
//! direct it. What depends on the machine alone is computed once, what depends on the speed once for each speed; a load then costs a few solutions with as many unknowns as
//! there are free motions. Inertia forces of an even motion do no work and are left out.

mod balance;
mod capacity;
mod flows;
mod gripping;
mod holding;
mod power;
mod row;

use gripping::Gripping;
pub use holding::{Held, Holding};
pub use power::PowerFlow;
pub use row::{RunningPoint, RunningRow};

use super::linear::{NullBasis, SparseRow};
use crate::{
    Element, ElementId, Equations, Error, NodeId, PlanarContact, PlanarDirections, Sliding, State,
    Touched, Weights,
};

/// Penetration (m) of teeth that just touch: progressive laws have no stiffness before.
const TOUCH: f64 = 1e-6;

/// Which parts of a machine run.
#[derive(Debug, Clone)]
pub struct RunningParts<'p> {
    /// Its planar contacts.
    pub contacts: Vec<(ElementId, &'p PlanarContact)>,
    /// All drives; the speed of the first one is varied. None of a machine that is looked at at rest: its drives hold.
    pub drives: Vec<ElementId>,
    /// The load that is varied: what stands in the machine, and what acts per unit in its place.
    pub load: (ElementId, &'p dyn Element),
}

/// A machine in one position, ready to run at any speed.
#[derive(Debug)]
pub struct Running {
    /// Free motions.
    n: usize,
    basis: NullBasis,
    /// Nᵀ K N of all but contacts, by rows.
    stiffness: Vec<f64>,
    contacts: Vec<Meshing>,
    /// What else holds a machine at rest.
    grips: Vec<Gripping>,
    drives: Vec<Driving>,
    /// Nᵀ of the residual per unit load.
    load: Vec<f64>,
    load_element: ElementId,
    position: State,
}

/// A drive.
#[derive(Debug)]
struct Driving {
    /// Velocities of all coordinates per unit speed.
    velocity: Vec<f64>,
    /// Its torque per free coordinate, by what is elastic beside the teeth.
    by_deflection: Vec<f64>,
    /// Its torque per unit load: minus the speed of the load per speed of the drive.
    by_load: f64,
    /// Speed of the drives that are not varied.
    rate: f64,
}

/// A contact in the free motions.
#[derive(Debug)]
struct Meshing {
    element: ElementId,
    contact: PlanarContact,
    /// Δ where the machine stands, and mesh cycles.
    deflection: f64,
    cycles: f64,
    /// Stiffness of teeth that just touch (N/m).
    at_touch: f64,
    /// Change of Δ.
    by_deflection: Vec<f64>,
    /// Change of the slip that stands still where teeth stick, for right and left flanks.
    by_slip: [Vec<f64>; 2],
    /// For right and left flanks: residual per F_n and per λ.
    push: [[Vec<f64>; 2]; 2],
    /// Mesh velocity per speed of each drive.
    velocity: Vec<f64>,
    /// Power that friction takes per λ and speed of each drive, for right and left flanks.
    rubbed: [Vec<f64>; 2],
}

impl Running {
    /// Looks at a machine in a position that obeys its joints.
    pub fn new(
        equations: &mut Equations,
        state: &State,
        parts: &RunningParts,
    ) -> Result<Self, Error> {
        let runs = !parts.drives.is_empty();
        let mut position = standing(equations, state);
        if !runs {
            flows::settle(equations, &mut position)?;
        }
        equations.set(&position)?;
        let directions: Vec<PlanarDirections> = parts
            .contacts
            .iter()
            .map(|(_, contact)| contact.directions(equations.kinematics()))
            .collect();
        let motions = Motions::new(equations, &position, &directions)?;
        let elastic = Elastic {
            stiffness: stiffness(equations, parts),
            load: scattered(equations, parts.load.1),
        };
        let drives = match runs {
            true => Driving::all(equations, parts, &motions, &elastic)?,
            false => Vec::new(),
        };
        let basis = motions.basis;
        let contacts = parts.contacts.iter().zip(&directions);
        let contacts: Vec<Meshing> = contacts
            .map(|(&(element, contact), d)| meshing(element, contact, d, &basis, &drives))
            .collect();
        Ok(Self {
            n: basis.n_free(),
            stiffness: reduced(&elastic.stiffness, &basis),
            grips: match runs {
                true => Vec::new(),
                false => Gripping::all(equations, &contacts, &basis),
            },
            contacts,
            load: basis.collect(&elastic.load),
            load_element: parts.load.0,
            drives,
            basis,
            position,
        })
    }

    /// What holds besides teeth, in the order in which it is told of.
    pub fn grips(&self) -> impl Iterator<Item = ElementId> {
        self.grips.iter().map(|grip| grip.element)
    }

    /// Number of its free motions.
    pub fn n_free(&self) -> usize {
        self.n
    }

    /// Speed of the load per speed of the varied drive.
    pub fn speed_ratio(&self) -> f64 {
        self.drives.first().map_or(0.0, |drive| -drive.by_load)
    }
}

/// A state in which nothing moves and nothing sticks.
fn standing(equations: &Equations, state: &State) -> State {
    let mut position = state.clone();
    position.velocity.fill(0.0);
    position.acceleration.fill(0.0);
    position.multipliers.fill(0.0);
    for row in 0..equations.n_multipliers() {
        if let Some(grip) = equations.grip(row) {
            position.active[row] = false;
            position.grips[grip.0 as usize].sliding = Sliding::Undecided;
        }
    }
    position
}

/// Motions of a machine: those that joints and drives leave free, and those in which no tooth deforms besides. Flows are none of them.
struct Motions {
    basis: NullBasis,
    even: NullBasis,
    /// Rows that say that no tooth deforms, and all before.
    n_rigid: usize,
}

impl Motions {
    fn new(
        equations: &mut Equations,
        position: &State,
        directions: &[PlanarDirections],
    ) -> Result<Self, Error> {
        let (n_v, n_nodes) = (equations.n_velocities(), equations.machine().n_nodes());
        let length = equations.extent(position);
        let unit = |j: usize| match j < 6 * n_nodes && j % 6 < 3 {
            true => length,
            false => 1.0,
        };
        // Rows of constraints stand first, under the numbers of their multipliers.
        let mut held = constraint_rows(equations);
        held.extend(flows::rows(equations));
        let mut rigid = held.clone();
        let teeth = directions.iter();
        rigid.extend(teeth.map(|d| sparse(&d.nodes, &d.by_deflection)));
        Ok(Self {
            basis: NullBasis::new(n_v, &held, unit)?,
            even: NullBasis::new(n_v, &rigid, unit)?,
            n_rigid: rigid.len(),
        })
    }

    /// The even motion in which one constraint opens with the rate of one; none where others hold it.
    fn opening(&self, row: usize) -> Option<Vec<f64>> {
        let mut openings = vec![0.0; self.n_rigid];
        openings[row] = 1.0;
        self.even.particular(&openings)
    }
}

/// What acts besides contacts.
struct Elastic {
    /// ∂r/∂q, by rows.
    stiffness: Vec<SparseRow>,
    /// The residual per unit load.
    load: Vec<f64>,
}

impl Driving {
    /// All drives, unless something runs beside them. (37)
    fn all(
        equations: &mut Equations,
        parts: &RunningParts,
        motions: &Motions,
        elastic: &Elastic,
    ) -> Result<Vec<Self>, Error> {
        let Motions { basis, even, .. } = motions;
        if let Some(&free) = even.free().first() {
            return Err(Error::FreeRunning {
                motion: equations.machine().velocity_name(free),
                count: even.n_free(),
            });
        }
        let mut rates = vec![0.0; equations.n_multipliers()];
        equations.constraint_rates(&mut rates);
        let each = parts.drives.iter().map(|&element| {
            let (row, count) = equations.multipliers_of(element.0 as usize);
            let velocity = (count == 1).then(|| motions.opening(row)).flatten();
            let velocity = velocity.ok_or_else(|| Error::NoInput {
                input: name(equations, element),
                problem: "other joints or drives hold the motion that it prescribes".to_owned(),
            })?;
            Ok(Self {
                by_deflection: basis.collect(&transposed_times(&elastic.stiffness, &velocity)),
                by_load: dot(&velocity, &elastic.load),
                rate: -rates[row],
                velocity,
            })
        });
        each.collect()
    }
}

fn meshing(
    element: ElementId,
    contact: &PlanarContact,
    directions: &PlanarDirections,
    basis: &NullBasis,
    drives: &[Driving],
) -> Meshing {
    let n_v = basis.n();
    let spread = |both: &[f64; 12]| {
        let mut all = vec![0.0; n_v];
        for (at, value) in sparse(&directions.nodes, both) {
            all[at] += value;
        }
        all
    };
    let along = |both: &[f64; 12]| -> Vec<f64> {
        let all = spread(both);
        drives.iter().map(|d| dot(&d.velocity, &all)).collect()
    };
    let mesh = &contact.data().mesh;
    let touch = 0.5 * mesh.law.backlash + TOUCH;
    Meshing {
        element,
        contact: contact.clone(),
        at_touch: mesh.at(touch, 0.0, directions.cycles).by_deflection(),
        deflection: directions.deflection,
        cycles: directions.cycles,
        by_deflection: basis.collect(&spread(&directions.by_deflection)),
        by_slip: directions
            .push
            .map(|push| basis.collect(&spread(&push.by_slip))),
        push: directions
            .push
            .map(|push| [push.normal, push.friction].map(|f| basis.collect(&spread(&f)))),
        velocity: along(&directions.by_distance),
        rubbed: directions.push.map(|push| along(&push.friction)),
    }
}

/// Rows of B of the constraints that hold.
fn constraint_rows(equations: &mut Equations) -> Vec<SparseRow> {
    let position = Weights {
        position: 1.0,
        ..Weights::default()
    };
    equations.tangent(position, None);
    let n_v = equations.n_velocities();
    let (starts, columns) = equations.pattern();
    let row = |i: usize| -> SparseRow {
        if !equations.is_active(i) {
            return SparseRow::new();
        }
        let entries = starts[n_v + i] as usize..starts[n_v + i + 1] as usize;
        let entries = entries.map(|at| (columns[at] as usize, equations.values()[at]));
        entries
            .filter(|&(j, b)| j < n_v && b != 0.0)
            .collect::<SparseRow>()
    };
    (0..equations.n_multipliers()).map(row).collect()
}

/// ∂r/∂q of all but contacts and the load that is varied, as rows.
fn stiffness(equations: &mut Equations, parts: &RunningParts) -> Vec<SparseRow> {
    let position = Weights {
        position: 1.0,
        ..Weights::default()
    };
    let left_out: Vec<u32> = parts.contacts.iter().map(|(id, _)| id.0).collect();
    let mut rows = vec![SparseRow::new(); equations.n_velocities()];
    let n_nodes = equations.machine().n_nodes();
    for element in 0..equations.machine().elements().len() {
        let id = element as u32;
        if left_out.contains(&id) || id == parts.load.0.0 {
            continue;
        }
        let Some((touched, matrix)) = equations.element_tangent(element, position) else {
            continue;
        };
        let places = places(touched, n_nodes);
        for (i, row) in places.iter().enumerate() {
            for (j, column) in places.iter().enumerate() {
                if let (Some(row), Some(column)) = (row, column) {
                    rows[*row].push((*column, matrix.get(i, j)));
                }
            }
        }
    }
    rows
}

/// Where the local velocities of an element stand among all; none for the ground.
fn places(touched: &Touched, n_nodes: usize) -> Vec<Option<usize>> {
    let nodes = touched.nodes.iter().flat_map(|node| {
        let first = (node.0 as usize).checked_sub(1);
        (0..6).map(move |i| first.map(|node| 6 * node + i))
    });
    let scalars = touched.scalars.iter();
    nodes
        .chain(scalars.map(|scalar| Some(6 * n_nodes + scalar.0 as usize)))
        .collect()
}

/// The residual of an element at the state that the equations look at, without its reactions.
fn scattered(equations: &Equations, element: &dyn Element) -> Vec<f64> {
    let touched = element.touched();
    let mut local = vec![0.0; touched.n()];
    let none = vec![0.0; touched.n_multipliers];
    element.add_residual(equations.kinematics(), &none, &mut local);
    let mut all = vec![0.0; equations.n_velocities()];
    for (place, value) in places(&touched, equations.machine().n_nodes())
        .iter()
        .zip(local)
    {
        if let Some(place) = place {
            all[*place] += value;
        }
    }
    all
}

fn sparse(nodes: &[NodeId; 2], both: &[f64; 12]) -> SparseRow {
    let mut row = SparseRow::new();
    for (node, six) in nodes.iter().zip(both.chunks_exact(6)) {
        let Some(first) = (node.0 as usize).checked_sub(1) else {
            continue;
        };
        for (i, value) in six.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            row.push((6 * first + i, *value));
        }
    }
    row.sort_by_key(|(j, _)| *j);
    row
}

/// Nᵀ K N by rows.
fn reduced(stiffness: &[SparseRow], basis: &NullBasis) -> Vec<f64> {
    let n = basis.n_free();
    let mut matrix = vec![0.0; n * n];
    for column in 0..n {
        let mut unit = vec![0.0; n];
        unit[column] = 1.0;
        let pushed = basis.collect(&times(stiffness, &basis.expand(&unit)));
        for (row, value) in pushed.iter().enumerate() {
            matrix[row * n + column] = *value;
        }
    }
    matrix
}

fn times(rows: &[SparseRow], x: &[f64]) -> Vec<f64> {
    let row = |row: &SparseRow| row.iter().map(|&(j, a)| a * x[j]).sum();
    rows.iter().map(row).collect()
}

fn transposed_times(rows: &[SparseRow], x: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; x.len()];
    for (row, x) in rows.iter().zip(x) {
        for (j, a) in row {
            product[*j] += a * x;
        }
    }
    product
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn name(equations: &Equations, element: ElementId) -> String {
    let found = equations.machine().element(element);
    found.map_or(String::new(), |(name, _)| name.to_owned())
}
