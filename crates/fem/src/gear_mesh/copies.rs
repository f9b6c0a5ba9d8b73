//! Several teeth from one: sectors turned about the axis (moved, on a rack) and joined at their cuts.

use std::collections::BTreeMap;

use pitchline_geometry::{Blank, CylindricalGear, FlankSide};

use super::sweep::Patch;
use super::{MeshError, Sector};
use crate::{Face, FaceSet, Mesh, NodeSet, place_name};

impl Sector {
    /// The gear with all its teeth: a wheel closes, a rack has two ends.
    pub fn whole(&self) -> Mesh {
        self.joined(self.teeth, !self.is_rack)
    }

    /// The first `teeth` teeth, with free cuts at both ends.
    pub fn segment(&self, teeth: u32) -> Result<Mesh, MeshError> {
        if !(1..=self.teeth).contains(&teeth) {
            return Err(MeshError::Teeth {
                asked: teeth,
                teeth: self.teeth,
            });
        }
        Ok(self.joined(teeth, false))
    }

    /// Numbers of the nodes of the whole gear.
    pub(crate) fn closed_joint(&self) -> Joint {
        Joint::new(self, self.teeth as usize, true)
    }

    /// A place of tooth 1, on tooth 1 + `steps`.
    pub fn place_on(&self, steps: u32, [x, y, z]: [f64; 3]) -> [f64; 3] {
        if steps == 0 {
            return [x, y, z];
        }
        let way = f64::from(steps) * self.pitch;
        if self.is_rack {
            return [x, y + way, z];
        }
        let (sin, cos) = way.sin_cos();
        [x * cos - y * sin, x * sin + y * cos, z]
    }

    /// A direction on tooth 1, on tooth 1 + `steps`.
    fn direction_on(&self, steps: u32, direction: [f64; 3]) -> [f64; 3] {
        match self.is_rack {
            true => direction,
            false => self.place_on(steps, direction),
        }
    }

    fn joined(&self, teeth: u32, is_closed: bool) -> Mesh {
        let joint = Joint::new(self, teeth as usize, is_closed);
        let mut nodes = vec![[0.0; 3]; joint.n_nodes()];
        let n_elements = self.mesh.n_elements();
        let mut connectivity = Vec::with_capacity(teeth as usize * self.mesh.connectivity.len());
        let mut flanks = Vec::with_capacity(2 * teeth as usize);
        let mut faces: BTreeMap<(Patch, u32), Vec<Face>> = BTreeMap::new();
        for tooth in 1..=teeth {
            let steps = tooth - 1;
            let global = |node: u32| joint.global(steps as usize, node as usize);
            for (node, &place) in self.mesh.nodes.iter().enumerate() {
                // A node of a joined cut takes its place from the sector whose low cut it is on.
                if joint.owns(steps as usize, node) {
                    nodes[global(node as u32) as usize] = self.place_on(steps, place);
                }
            }
            connectivity.extend(self.mesh.connectivity.iter().map(|&node| global(node)));
            let direction = |normal| self.direction_on(steps, normal);
            let grids = self.mesh.flanks.iter();
            flanks.extend(grids.map(|grid| grid.moved(tooth, global, direction)));
            for &(patch, face) in &self.patches {
                let is_free = match patch {
                    Patch::CutLow => !is_closed && tooth == 1,
                    Patch::CutHigh => !is_closed && tooth == teeth,
                    _ => true,
                };
                if is_free {
                    let face = Face {
                        element: face.element + steps * n_elements as u32,
                        ..face
                    };
                    let key = if patch.is_of_tooth() { tooth } else { 0 };
                    faces.entry((patch, key)).or_default().push(face);
                }
            }
        }
        let mut mesh = Mesh {
            kind: self.mesh.kind,
            nodes,
            connectivity,
            node_sets: Vec::new(),
            face_sets: Vec::new(),
            flanks,
        };
        name(&mut mesh, faces, self.seat);
        mesh
    }

    /// Names the sets of the single sector.
    pub(super) fn name_sets(&mut self) {
        let mut faces: BTreeMap<(Patch, u32), Vec<Face>> = BTreeMap::new();
        for &(patch, face) in &self.patches {
            let key = if patch.is_of_tooth() { 1 } else { 0 };
            faces.entry((patch, key)).or_default().push(face);
        }
        name(&mut self.mesh, faces, self.seat);
    }
}

impl Patch {
    fn is_of_tooth(self) -> bool {
        matches!(
            self,
            Self::FlankRight | Self::FlankLeft | Self::RootRight | Self::RootLeft | Self::Tip
        )
    }

    fn name(self, tooth: u32, seat: &str) -> String {
        match self {
            Self::FlankRight => place_name::flank(FlankSide::Right, tooth),
            Self::FlankLeft => place_name::flank(FlankSide::Left, tooth),
            Self::RootRight => place_name::root(FlankSide::Right, tooth),
            Self::RootLeft => place_name::root(FlankSide::Left, tooth),
            Self::Tip => place_name::tip(tooth),
            Self::Seat => seat.to_owned(),
            Self::EndLow => "end_low".to_owned(),
            Self::EndHigh => "end_high".to_owned(),
            Self::Body => "body".to_owned(),
            Self::CutLow => "cut_low".to_owned(),
            Self::CutHigh => "cut_high".to_owned(),
        }
    }
}

/// Names of the sets of a gear's whole mesh, those of tooth 1 first.
pub fn set_names(gear: &CylindricalGear, blank: &Blank) -> Vec<String> {
    let seat = seat_name(gear);
    let on_tooth = |tooth: u32| {
        [
            Patch::FlankRight,
            Patch::FlankLeft,
            Patch::RootRight,
            Patch::RootLeft,
            Patch::Tip,
        ]
        .map(|patch| patch.name(tooth, seat))
    };
    let mut on_body = vec![Patch::Seat, Patch::EndLow, Patch::EndHigh];
    // What is neither end, seat nor tooth: the sides of a web and what stands above them.
    if blank.web.is_some() {
        on_body.push(Patch::Body);
    }
    if matches!(gear, CylindricalGear::Rack(_)) {
        on_body.extend([Patch::CutLow, Patch::CutHigh]);
    }
    let teeth = gear.data().teeth;
    let mut names: Vec<String> = on_tooth(1).into();
    names.extend(on_body.into_iter().map(|patch| patch.name(0, seat)));
    names.extend((2..=teeth).flat_map(on_tooth));
    names
}

/// Name of the set that carries a gear's body.
pub(super) fn seat_name(gear: &CylindricalGear) -> &'static str {
    match gear {
        CylindricalGear::Rack(_) => "back",
        CylindricalGear::Wheel(wheel) if wheel.is_internal() => "outer",
        CylindricalGear::Wheel(_) => "bore",
    }
}

/// Each set of faces, and the nodes on them under the same name.
fn name(mesh: &mut Mesh, faces: BTreeMap<(Patch, u32), Vec<Face>>, seat: &str) {
    for ((patch, tooth), mut faces) in faces {
        faces.sort_unstable();
        let mut nodes: Vec<u32> = faces
            .iter()
            .flat_map(|&face| mesh.face_nodes(face))
            .collect();
        nodes.sort_unstable();
        nodes.dedup();
        let name = patch.name(tooth, seat);
        mesh.node_sets.push(NodeSet {
            name: name.clone(),
            nodes,
        });
        mesh.face_sets.push(FaceSet { name, faces });
    }
}

/// Numbers of the nodes when sectors share their cuts.
pub(crate) struct Joint {
    sectors: usize,
    is_closed: bool,
    /// Number within its sector of each node; of a node on the high cut, that of its partner on the low cut.
    own: Vec<usize>,
    /// Place in the cut of each node on the high cut.
    in_cut: Vec<Option<usize>>,
    n_own: usize,
    n_cut: usize,
}

impl Joint {
    fn new(sector: &Sector, sectors: usize, is_closed: bool) -> Self {
        let n = sector.mesh.nodes.len();
        let mut in_cut = vec![None; n];
        for (place, &node) in sector.cut_high.iter().enumerate() {
            in_cut[node as usize] = Some(place);
        }
        let mut own = vec![0; n];
        let mut n_own = 0;
        for (number, on_high) in own.iter_mut().zip(&in_cut) {
            if on_high.is_none() {
                *number = n_own;
                n_own += 1;
            }
        }
        for (&low, &high) in sector.cut_low.iter().zip(&sector.cut_high) {
            own[high as usize] = own[low as usize];
        }
        Self {
            sectors,
            is_closed,
            own,
            in_cut,
            n_own,
            n_cut: sector.cut_high.len(),
        }
    }

    fn n_nodes(&self) -> usize {
        self.sectors * self.n_own + if self.is_closed { 0 } else { self.n_cut }
    }

    fn global(&self, sector: usize, node: usize) -> u32 {
        let number = match self.in_cut[node] {
            None => sector * self.n_own + self.own[node],
            Some(place) if sector + 1 == self.sectors && !self.is_closed => {
                self.sectors * self.n_own + place
            }
            Some(_) => (sector + 1) % self.sectors * self.n_own + self.own[node],
        };
        number as u32
    }

    /// Number of a node within what its sector owns.
    pub(crate) fn own_number(&self, node: usize) -> u32 {
        self.own[node] as u32
    }

    /// Whether this sector says where the node stands.
    pub(crate) fn owns(&self, sector: usize, node: usize) -> bool {
        self.in_cut[node].is_none() || (!self.is_closed && sector + 1 == self.sectors)
    }
}
