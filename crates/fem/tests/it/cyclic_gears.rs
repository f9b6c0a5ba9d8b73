//! Small gears of equal sectors, and the same gears as a whole, computed without symmetry.

use pitchline_algebra::{Factor, SymmetricMatrix};
use pitchline_fem::{
    CyclicSupport, ElementKind, FeModel, LoadCase, Mesh, MeshControls, MeshSize, Sector,
};
use pitchline_geometry::{Blank, CylindricalGear, GearKind, Hand, Tip};

use crate::mesher_gears::data;
use crate::support::steel;

/// A gear with few elements.
#[derive(Clone, Copy)]
pub struct Gear {
    pub name: &'static str,
    pub kind: GearKind,
    pub teeth: u32,
    pub helix_angle: f64,
    pub element: ElementKind,
}

pub const SPUR: Gear = Gear {
    name: "spur",
    kind: GearKind::External,
    teeth: 12,
    helix_angle: 0.0,
    element: ElementKind::Hex8,
};

pub const HELICAL: Gear = Gear {
    name: "helical, odd",
    teeth: 13,
    helix_angle: 0.4,
    ..SPUR
};

pub const QUADRATIC: Gear = Gear {
    name: "few teeth, quadratic",
    teeth: 5,
    element: ElementKind::Hex20,
    ..SPUR
};

pub const INTERNAL: Gear = Gear {
    name: "internal",
    kind: GearKind::Internal,
    teeth: 40,
    ..SPUR
};

pub const GEARS: [Gear; 4] = [SPUR, HELICAL, QUADRATIC, INTERNAL];

impl Gear {
    pub fn sector(&self) -> Sector {
        let radius = f64::from(self.teeth) * 1e-3;
        self.sector_on(match self.kind {
            GearKind::Internal => radius + 8e-3,
            _ => 0.4 * radius,
        })
    }

    /// With a seat of this radius (m).
    pub fn sector_on(&self, seat: f64) -> Sector {
        let module = 2e-3;
        let mut data = data(self.kind, self.teeth, module);
        data.system.helix_angle = self.helix_angle;
        data.system.hand = Hand::Left;
        data.face_width = 6e-3;
        if self.teeth < 10 {
            (data.profile_shift, data.tip) = (0.5, Tip::Alteration(-0.3));
        }
        let gear = CylindricalGear::build(data).unwrap();
        let blank = Blank {
            seat_radius: Some(seat),
            rim: None,
            web: None,
            hub: None,
        };
        let mut controls = MeshControls::of(MeshSize::Coarse, &gear, &blank);
        (controls.flank, controls.width, controls.rim) = (2, 2, 2);
        Sector::build(&gear, &blank, &controls, self.element).unwrap()
    }
}

/// A centre on the axis, off the middle of the gear.
pub fn centre(moves: [bool; 6]) -> CyclicSupport {
    CyclicSupport::Tied {
        place_z: 2e-3,
        moves,
    }
}

pub fn whole_model(sector: &Sector, support: &CyclicSupport) -> FeModel {
    let mesh = sector.whole();
    let support = support.on(&mesh, sector.seat()).unwrap();
    FeModel::build(mesh, steel(), support).unwrap()
}

/// Forces in all directions on the flanks of some teeth, on a cut and on the seat; a wrench on the centre, if there is one.
pub fn loads(sector: &Sector, mesh: &Mesh, has_centre: bool) -> Vec<LoadCase> {
    let last = sector.teeth as usize - 1;
    let on_flank = |tooth: usize, side: usize, place: usize| {
        let grid = &mesh.flanks[2 * tooth + side];
        grid.nodes[place % grid.nodes.len()]
    };
    let mut several = LoadCase::default();
    several.add_force(on_flank(0, 0, 5), [1e3, -2e3, 500.0]);
    several.add_force(on_flank(2, 1, 2), [-700.0, 900.0, 1300.0]);
    several.add_force(on_flank(last, 0, 7), [300.0, 1700.0, -400.0]);
    let seat = &mesh.node_set(sector.seat()).unwrap().nodes;
    several.add_force(seat[seat.len() / 3], [150.0, -250.0, 350.0]);
    let mut on_cut = LoadCase::default();
    let cut = sector.mesh.nodes[sector.cut_low[1] as usize];
    let is_there = |p: &[f64; 3]| (0..3).all(|i| (p[i] - cut[i]).abs() < 1e-12);
    let node = mesh.nodes.iter().position(is_there).unwrap();
    on_cut.add_force(node as u32, [800.0, 100.0, -900.0]);
    let mut along = LoadCase::default();
    along.add_force(on_flank(1, 1, 3), [0.0, 0.0, 1e3]);
    let mut cases = vec![several, on_cut, along];
    if has_centre {
        let mut wrench = LoadCase::default();
        wrench.add_on_centre(0, [300.0, -500.0, 700.0], [20.0, 30.0, -40.0]);
        wrench.add_force(on_flank(1, 0, 4), [-900.0, 0.0, 100.0]);
        cases.push(wrench);
    }
    cases
}

/// Free motions over the unknowns, from their definition.
pub fn rigid_motions(model: &FeModel) -> Vec<Vec<f64>> {
    let map = &model.dof_map;
    let motions = model.free_motions().unwrap();
    motions
        .iter()
        .map(|motion| {
            let mut q = vec![0.0; map.n_unknowns()];
            let mut set = |unknowns: &[Option<u32>], values: &[f64]| {
                for (unknown, value) in unknowns.iter().zip(values) {
                    if let Some(unknown) = unknown {
                        q[*unknown as usize] = *value;
                    }
                }
            };
            for (node, &place) in model.mesh.nodes.iter().enumerate() {
                set(&map.node_unknowns(node), &motion.displacement(place));
            }
            for (i, centre) in map.centres().iter().enumerate() {
                let shift = motion.displacement(centre.place);
                let turn = motion.rotation;
                let all = [shift[0], shift[1], shift[2], turn[0], turn[1], turn[2]];
                set(&map.centre_unknowns(i), &all);
            }
            q
        })
        .collect()
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub fn times(matrix: &SymmetricMatrix, x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    matrix.multiply(x, &mut y);
    y
}

/// The whole gear under balanced loads: forces and torques as they are, less the inertia of the body that they accelerate; held
/// where it does not matter; its motion as a whole taken out of the answer. The textbook's way to inertia relief, unknown by unknown.
pub struct WholeStatics<'a> {
    model: &'a FeModel,
    factor: Factor,
    /// Orthonormal with respect to the mass, with their products with it.
    rigid: Vec<[Vec<f64>; 2]>,
}

impl<'a> WholeStatics<'a> {
    pub fn new(model: &'a FeModel) -> Self {
        let mut rigid: Vec<[Vec<f64>; 2]> = Vec::new();
        for mut r in rigid_motions(model) {
            for _ in 0..2 {
                for [other, mass_other] in &rigid {
                    let share = dot(mass_other, &r);
                    r.iter_mut().zip(other).for_each(|(r, o)| *r -= share * o);
                }
            }
            let norm = dot(&r, &times(&model.mass, &r)).sqrt();
            r.iter_mut().for_each(|r| *r /= norm);
            let mass = times(&model.mass, &r);
            rigid.push([r, mass]);
        }
        let springs = springs(model, rigid.iter().map(|r| r[0].clone()).collect());
        let springs = SymmetricMatrix::diagonal(&springs);
        let held = SymmetricMatrix::combine(&model.stiffness, &springs, -1.0).unwrap();
        Self {
            model,
            factor: Factor::positive_definite(&held, None).unwrap(),
            rigid,
        }
    }

    pub fn solve(&self, case: &LoadCase) -> Vec<f64> {
        let map = &self.model.dof_map;
        let nodes = 0..map.n_nodes() as u32;
        let forces: Vec<[f64; 3]> = nodes.map(|node| case.force(node)).collect();
        let mut f = map.reduce(&forces).unwrap();
        if !map.centres().is_empty() {
            let pairs = map.centre_unknowns(0).into_iter().zip(case.on_centre(0));
            for (unknown, value) in pairs {
                if let Some(unknown) = unknown {
                    f[unknown as usize] += value;
                }
            }
        }
        for [r, mass_r] in &self.rigid {
            let work = dot(r, &f);
            f.iter_mut().zip(mass_r).for_each(|(f, m)| *f -= work * m);
        }
        self.factor.solve_in_place(&mut f, 1).unwrap();
        for [r, mass_r] in &self.rigid {
            let share = dot(mass_r, &f);
            f.iter_mut().zip(r).for_each(|(x, r)| *x -= share * r);
        }
        f
    }
}

/// As many springs as motions are free, one where each of them moves most once those before it are held.
fn springs(model: &FeModel, mut motions: Vec<Vec<f64>>) -> Vec<f64> {
    let diagonal = model.stiffness.diagonal_entries();
    let mut springs = vec![0.0; diagonal.len()];
    while let Some(motion) = motions.pop() {
        let strain = |i: usize| motion[i] * motion[i] * diagonal[i];
        let all = 0..diagonal.len();
        let best = all
            .max_by(|&a, &b| strain(a).total_cmp(&strain(b)))
            .unwrap();
        springs[best] = diagonal[best];
        for other in &mut motions {
            let share = other[best] / motion[best];
            other
                .iter_mut()
                .zip(&motion)
                .for_each(|(o, m)| *o -= share * m);
        }
    }
    springs
}

/// Largest entry of a difference, relative to the largest entry.
pub fn difference(a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    assert_eq!(a.len(), b.len());
    let pairs = a.as_flattened().iter().zip(b.as_flattened());
    let (worst, largest) = pairs.fold((0.0_f64, 0.0_f64), |(worst, largest), (a, b)| {
        (worst.max((a - b).abs()), largest.max(b.abs()))
    });
    worst / largest
}
