//! Equilibria of machines whose teeth have play: from the flanks that the loads close, 0 ≤ N ⊥ −p ≥ 0. \[theory:multibody\] (40b)
//!
//! In the play nothing holds a wheel, and Newton's corrections know nothing of the flanks beyond. Here each mesh is sprung both ways on one flank first,
//! so that nothing is loose and no law has a kink; the force that its teeth would carry tells whether they are on that flank, on the other, or apart.

use pitchline_contact::AssumedFlanks;
use pitchline_geometry::FlankSide;

use super::{Statics, StaticsReport};
use crate::{ElementId, Equations, Error, Machine, State};

/// Times that all meshes which contradict what was taken for granted of them are changed together; after that only the one that does so most, as
/// changing several may go round in circles.
const TOGETHER: usize = 4;
/// Times that flanks are changed, per mesh.
const MAX_ROUNDS: usize = 6;

/// A mesh of the machine and what is taken for granted of it.
#[derive(Debug)]
struct AssumedMesh {
    element: ElementId,
    flanks: AssumedFlanks,
    /// Whether each flank was tried and pulled: right, left.
    pulled: [bool; 2],
}

impl AssumedMesh {
    /// What it contradicts itself by (m), and what fits better; none where it agrees.
    fn contradiction(&self, penetrations: [f64; 2], rounding: f64) -> Option<(f64, AssumedFlanks)> {
        match self.flanks {
            AssumedFlanks::On(side) => {
                let penetration = penetrations[index(side)];
                let other = match side {
                    FlankSide::Right => FlankSide::Left,
                    FlankSide::Left => FlankSide::Right,
                };
                let better = match self.pulled[index(other)] {
                    true => AssumedFlanks::Apart,
                    false => AssumedFlanks::On(other),
                };
                (penetration < -rounding).then_some((-penetration, better))
            }
            AssumedFlanks::Apart => {
                let side = match penetrations[0] >= penetrations[1] {
                    true => FlankSide::Right,
                    false => FlankSide::Left,
                };
                let penetration = penetrations[index(side)];
                (penetration > rounding).then_some((penetration, AssumedFlanks::On(side)))
            }
        }
    }

    fn change(&mut self, to: AssumedFlanks) {
        match self.flanks {
            AssumedFlanks::On(side) => self.pulled[index(side)] = true,
            AssumedFlanks::Apart => self.pulled = [false; 2],
        }
        self.flanks = to;
    }
}

fn index(side: FlankSide) -> usize {
    match side {
        FlankSide::Right => 0,
        FlankSide::Left => 1,
    }
}

impl Statics {
    /// Brings a state to equilibrium; where Newton's way is lost in the play of teeth, from the flanks that the loads close.
    pub(super) fn balance_or_close_flanks(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
    ) -> Result<(), Error> {
        let Err(lost) = self.balance(equations, state) else {
            return Ok(());
        };
        equations.set(state)?;
        let meshes = meshes_with_play(equations);
        if meshes.is_empty() {
            return Err(lost);
        }
        let start = state.clone();
        // A machine that is loose with all flanks held is loose.
        let agrees = self.close_flanks(equations, state, meshes)?;
        // Teeth that just touch without a force hold nothing any more, and a correction would be rounding over nothing.
        self.length = equations.extent(state);
        if agrees && self.is_balanced(equations, state, 0.0, 1.0) {
            return equations.set(state);
        }
        self.balance(equations, state).map_err(|error| {
            state.copy_from(&start);
            if agrees { error } else { lost }
        })
    }

    /// The equilibrium with each mesh on the flank that the loads close; whether all agree. On an error the state is the start.
    fn close_flanks(
        &mut self,
        equations: &Equations,
        state: &mut State,
        mut meshes: Vec<AssumedMesh>,
    ) -> Result<bool, Error> {
        let mut machine = equations.machine().clone();
        let mut found = state.clone();
        let rounding = self.options.tolerance * equations.extent(state);
        for round in 0..MAX_ROUNDS * (meshes.len() + 1) {
            assume(&mut machine, &meshes)?;
            let mut sprung = Equations::new(&machine);
            let mut search = Self::new(&sprung, self.options);
            search.follows_turns = true;
            sprung.set(&found)?;
            sprung.expect_turns(0.0);
            let balanced = search.balance(&mut sprung, &mut found);
            self.report.add(&search.report);
            if let Err(error) = balanced {
                if round == 0 {
                    return Err(error);
                }
                // Meshes that are apart let the machine go: it is sought from the last that held it.
                break;
            }
            let mut wrong = contradictions(&sprung, &meshes, rounding);
            if wrong.is_empty() {
                state.copy_from(&found);
                return Ok(true);
            }
            if round >= TOGETHER {
                let most = wrong.iter().max_by(|a, b| a.by.total_cmp(&b.by));
                wrong = most.into_iter().copied().collect();
            }
            for change in wrong {
                meshes[change.mesh].change(change.better);
            }
        }
        state.copy_from(&found);
        Ok(false)
    }
}

/// A mesh that contradicts what was taken for granted of it.
#[derive(Debug, Clone, Copy)]
struct Contradiction {
    mesh: usize,
    by: f64,
    better: AssumedFlanks,
}

fn contradictions(sprung: &Equations, meshes: &[AssumedMesh], rounding: f64) -> Vec<Contradiction> {
    let found = meshes.iter().enumerate().filter_map(|(at, mesh)| {
        let (_, element) = sprung.machine().element(mesh.element)?;
        let penetrations = element.flanks(sprung.kinematics())?;
        let (by, better) = mesh.contradiction(penetrations, rounding)?;
        Some(Contradiction {
            mesh: at,
            by,
            better,
        })
    });
    found.collect()
}

/// All meshes whose teeth have play, as if sprung on the right flanks of a.
fn meshes_with_play(equations: &Equations) -> Vec<AssumedMesh> {
    let k = equations.kinematics();
    let elements = (0..).map(ElementId).zip(equations.machine().elements());
    let with_play = elements.filter(|(_, (_, element))| element.flanks(k).is_some());
    let assumed = with_play.map(|(element, _)| AssumedMesh {
        element,
        flanks: AssumedFlanks::On(FlankSide::Right),
        pulled: [false; 2],
    });
    assumed.collect()
}

fn assume(machine: &mut Machine, meshes: &[AssumedMesh]) -> Result<(), Error> {
    for mesh in meshes {
        let element = machine.element(mesh.element);
        if let Some(assuming) = element.and_then(|(_, element)| element.assuming(mesh.flanks)) {
            machine.replace_by(mesh.element, assuming)?;
        }
    }
    Ok(())
}

impl StaticsReport {
    /// Adds what another search took.
    fn add(&mut self, other: &Self) {
        self.iterations += other.iterations;
        self.load_steps += other.load_steps;
        self.shortened += other.shortened;
        self.shifted += other.shifted;
    }
}
