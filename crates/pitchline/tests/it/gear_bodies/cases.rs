//! The bodies that are compared with CalculiX: what is meshed, how it is held, where it is pushed.

use pitchline::fem::{
    Centre, ElementKind, FeModel, FlankGrid, Grading, LoadCase, Material, Mesh, MeshControls,
    Sector, Support,
};
use pitchline::fields::abaqus;
use pitchline::geometry::{
    BasicRack, Blank, CutterData, CylindricalData, CylindricalGear, FlankSide, GearFlanks,
    GearKind, Hand, Thinning, Tip, ToothSystem,
};

/// How the seat, rigid, is held.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// In all directions.
    Held,
    /// It may turn about the axis of the gear.
    Turning,
    /// There is no seat: the body floats.
    Floating,
}

/// Numbers of elements, and the growth of the rows from the teeth to the seat.
///
/// Eight nodes need rows of like height: on long wedges towards the axis the two programs part by some per cent.
#[derive(Clone, Copy)]
pub struct Fineness {
    pub flank: usize,
    pub root: usize,
    pub layer: usize,
    pub across: usize,
    pub width: usize,
    pub rim: usize,
    pub growth: f64,
}

impl Fineness {
    const fn new(numbers: [usize; 6], growth: f64) -> Self {
        let [flank, root, layer, across, width, rim] = numbers;
        Self {
            flank,
            root,
            layer,
            across,
            width,
            rim,
            growth,
        }
    }

    fn controls(self) -> MeshControls {
        MeshControls {
            flank: self.flank,
            root: self.root,
            layer: self.layer,
            across: self.across,
            width: self.width,
            rim: self.rim,
            web: 1,
            hub: 1,
            grading: Grading {
                flank: 1.0,
                width: 1.0,
                rim: self.growth,
            },
        }
    }
}

/// A body and what is asked of it.
pub struct Case {
    /// As the input file and the rows of the table are named.
    pub name: String,
    pub data: CylindricalData,
    pub blank: Blank,
    pub material: Material,
    pub kind: ElementKind,
    pub fineness: Fineness,
    pub hold: Hold,
    /// Whether the tip of tooth 1 is pushed.
    pub is_pushed: bool,
    /// Flexible modes.
    pub n_modes: usize,
}

/// Load along the tip of the right flank, against its normal (N/m).
const LOAD: f64 = 1e5;

const STEEL: Material = Material {
    youngs_modulus: 206e9,
    poisson_ratio: 0.3,
    density: 7850.0,
};

fn data(kind: GearKind, teeth: u32, module: f64, face_width: f64) -> CylindricalData {
    CylindricalData {
        kind,
        teeth,
        system: ToothSystem {
            module,
            pressure_angle: 20f64.to_radians(),
            helix_angle: 0.0,
            hand: Hand::Right,
        },
        face_width,
        profile_shift: 0.0,
        rack: BasicRack::A,
        tip: Tip::Alteration(0.0),
        thickness_allowance: 0.0,
        thinning: Thinning::Flank,
        cutter: CutterData::default(),
        span_teeth: None,
        ball_diameter: None,
        bore_radius: None,
        rim: None,
    }
}

/// A spur or helical pinion, or a ring whose outside is held, in one of the elements.
pub fn plain(name: &str, kind: ElementKind) -> Case {
    use ElementKind::{Hex8, Hex20};
    let mut pinion = data(GearKind::External, 18, 3e-3, 12e-3);
    if name == "helical" {
        pinion.system.helix_angle = 20f64.to_radians();
    }
    let ring = data(GearKind::Internal, 36, 3e-3, 8e-3);
    let (data, blank, fineness) = match (name, kind) {
        ("internal", Hex8) => (ring, Blank::rim(9e-3), ([6, 3, 1, 6, 3, 4], 1.2)),
        ("internal", Hex20) => (ring, Blank::rim(9e-3), ([3, 3, 1, 4, 2, 2], 1.2)),
        (_, Hex8) => (pinion, Blank::solid(10e-3), ([8, 4, 2, 8, 4, 6], 1.3)),
        (_, Hex20) => (pinion, Blank::solid(10e-3), ([3, 3, 1, 4, 2, 2], 1.4)),
    };
    Case {
        name: format!("{name}-{kind:?}").to_lowercase(),
        data,
        blank,
        material: STEEL,
        kind,
        fineness: Fineness::new(fineness.0, fineness.1),
        hold: Hold::Held,
        is_pushed: true,
        n_modes: 10,
    }
}

/// The gear of \[bruzzone\]: tip, root and bore are not printed; its hub is rigid and free to turn.
pub fn fifty_teeth() -> Case {
    let mut data = data(GearKind::External, 50, 3e-3, 20e-3);
    data.thickness_allowance = -66.51e-6;
    Case {
        name: "fifty-teeth".to_owned(),
        data,
        blank: Blank::solid(30.5e-3),
        material: Material {
            youngs_modulus: 207e9,
            poisson_ratio: 0.3,
            density: 7600.0,
        },
        kind: ElementKind::Hex8,
        fineness: Fineness::new([2, 2, 1, 4, 3, 9], 1.15),
        hold: Hold::Turning,
        is_pushed: false,
        n_modes: 10,
    }
}

/// The wheels of \[virlez\], whose bores are not printed.
///
/// The profile shifts are those that give the printed root diameters with a dedendum of 1.25 modules: 62.5 and 98.37 mm.
pub fn floating(teeth: u32, bore_radius: f64) -> Case {
    let (tip_diameter, root_diameter) = match teeth {
        16 => (82.64e-3, 62.5e-3),
        _ => (118.64e-3, 98.37e-3),
    };
    let module = 4.5e-3;
    let mut data = data(GearKind::External, teeth, module, 15e-3);
    data.tip = Tip::Diameter(tip_diameter);
    data.profile_shift = 0.5 * (root_diameter / module - f64::from(teeth)) + 1.25;
    Case {
        name: format!("free-{teeth}"),
        data,
        blank: Blank::solid(bore_radius),
        material: STEEL,
        kind: ElementKind::Hex20,
        fineness: Fineness::new([2, 2, 1, 4, 2, 3], 1.5),
        hold: Hold::Floating,
        is_pushed: false,
        n_modes: 1,
    }
}

/// Bores at which the wheels come nearest to the printed frequency, the larger one with a bore that it may have had.
pub fn free_wheels() -> [Case; 2] {
    [floating(16, 23.2e-3), floating(24, 10e-3)]
}

/// All that CalculiX computes.
pub fn all() -> Vec<Case> {
    let kinds = [ElementKind::Hex8, ElementKind::Hex20];
    let plain = ["spur", "helical", "internal"]
        .into_iter()
        .flat_map(|name| kinds.map(|kind| plain(name, kind)));
    plain.chain([fifty_teeth()]).chain(free_wheels()).collect()
}

/// A case with its mesh.
pub struct Body {
    pub case: Case,
    pub gear: CylindricalGear,
    pub mesh: Mesh,
}

impl Case {
    pub fn build(self) -> Body {
        let gear = CylindricalGear::build(self.data).unwrap();
        let controls = self.fineness.controls();
        let sector = Sector::build(&gear, &self.blank, &controls, self.kind).unwrap();
        Body {
            gear,
            mesh: sector.whole(),
            case: self,
        }
    }

    fn seat(&self) -> &'static str {
        match self.data.kind {
            GearKind::Internal => "outer",
            _ => "bore",
        }
    }

    /// Motions of the whole body that are left.
    pub fn n_rigid(&self) -> usize {
        match self.hold {
            Hold::Held => 0,
            Hold::Turning => 1,
            Hold::Floating => 6,
        }
    }

    /// Which motions of the seat are held: along x, y, z, about x, y, z.
    fn is_held(&self) -> [bool; 6] {
        [true, true, true, true, true, self.hold != Hold::Turning]
    }
}

impl Body {
    fn flank(&self, tooth: u32) -> &FlankGrid {
        let is_it = |grid: &&FlankGrid| grid.tooth == tooth && grid.side == FlankSide::Right;
        self.mesh.flanks.iter().find(is_it).unwrap()
    }

    /// Forces on all nodes from the load along the tip of a tooth.
    pub fn tip_forces(&self, tooth: u32) -> Vec<[f64; 3]> {
        let grid = self.flank(tooth);
        let set = format!("flank_right_{tooth}");
        let faces = &self.mesh.face_set(&set).unwrap().faces;
        let tip = *grid.profile.last().unwrap();
        let flanks = GearFlanks::plain(&self.gear);
        let flank = flanks.flank(tooth, FlankSide::Right).unwrap();
        let load = |width: f64| flank.point(tip, width).normal.map(|n| -LOAD * n);
        self.mesh.flank_line_forces(grid, faces, tip, load)
    }

    pub fn load_case(&self, tooth: u32) -> LoadCase {
        let mut case = LoadCase::default();
        case.add_forces(&self.tip_forces(tooth));
        case
    }

    /// Our model of it.
    pub fn model(&self) -> FeModel {
        let mut support = Support::free(&self.mesh);
        if self.case.hold != Hold::Floating {
            let seat = &self.mesh.node_set(self.case.seat()).unwrap().nodes;
            let centre = Centre {
                place: [0.0; 3],
                moves: self.case.is_held().map(|is_held| !is_held),
            };
            support = support.tied(seat, centre).unwrap();
        }
        FeModel::build(self.mesh.clone(), self.case.material, support).unwrap()
    }

    /// The same for CalculiX.
    pub fn input(&self) -> abaqus::Input<'_> {
        let mut supports = Vec::new();
        if self.case.hold != Hold::Floating {
            supports.push(abaqus::Support::Rigid {
                set: self.case.seat().to_owned(),
                centre: [0.0; 3],
                is_held: self.case.is_held(),
            });
        }
        let mut steps = Vec::new();
        if self.case.is_pushed {
            let forces = self.tip_forces(1).into_iter().enumerate();
            steps.push(abaqus::Step::Static {
                name: "tip".to_owned(),
                forces: forces
                    .filter(|(_, force)| acts(force))
                    .map(|(node, force)| abaqus::NodeForce {
                        node: node as u32,
                        force,
                    })
                    .collect(),
                on_support: [0.0; 6],
            });
        }
        steps.push(abaqus::Step::Frequency {
            count: self.case.n_modes + self.case.n_rigid(),
        });
        abaqus::Input {
            heading: self.case.name.clone(),
            mesh: &self.mesh,
            formulation: abaqus::Formulation::Full,
            material: abaqus::Elastic {
                name: "steel".to_owned(),
                young_modulus: self.case.material.youngs_modulus,
                poisson_ratio: self.case.material.poisson_ratio,
                density: self.case.material.density,
            },
            supports,
            steps,
            watched: Vec::new(),
            printed_sets: match self.case.is_pushed {
                true => vec!["tip_1".to_owned(), "tip_2".to_owned()],
                false => Vec::new(),
            },
            printed_stresses: Vec::new(),
        }
    }
}

/// Whether a force is there at all.
pub fn acts(force: &[f64; 3]) -> bool {
    force.iter().any(|part| part.abs() > 0.0)
}
