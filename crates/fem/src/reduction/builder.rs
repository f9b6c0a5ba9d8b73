//! Building an interface from a mesh: nodes, flanks, the centre.

use std::collections::BTreeSet;

use pitchline_geometry::FlankSide;

use super::flank::Flank;
use super::teeth::{Teeth, turned};
use super::{Interface, InterfaceCoordinate, InterfacePoint, Motion, Site};
use crate::tensor::Vector;
use crate::{DofMap, Error, Face, FlankGrid, LoadCase, MeanJoint, Mesh, Tie, place_name};

/// Which flanks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlankChoice {
    /// Teeth, from 1; none: all.
    pub teeth: Option<Vec<u32>>,
    /// Sides.
    pub sides: Vec<FlankSide>,
}

impl FlankChoice {
    /// Both flanks of all teeth.
    pub fn all() -> Self {
        Self {
            teeth: None,
            sides: vec![FlankSide::Right, FlankSide::Left],
        }
    }

    /// Both flanks of these teeth.
    pub fn of_teeth(teeth: &[u32]) -> Self {
        Self {
            teeth: Some(teeth.to_vec()),
            ..Self::all()
        }
    }

    /// One side only.
    pub fn on(mut self, side: FlankSide) -> Self {
        self.sides = vec![side];
        self
    }
}

/// Which nodes of a flank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlankNodes {
    /// All of them, those between the corners of twenty-node elements included.
    All,
    /// Corners of elements: so many rows from root to tip and columns over the width, spread evenly with both ends; one is the
    /// middle.
    Spread {
        /// From root to tip.
        rows: usize,
        /// Over the width.
        columns: usize,
    },
}

/// Which motions of a point on a flank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointMotions {
    /// One along the inward normal: a load that presses on the flank and a flank that yields are positive.
    Normal,
    /// Along x, y, z of the tooth.
    Translations,
    /// Along and about x, y, z of the tooth; mean joints only.
    All,
}

/// An interface that grows.
#[derive(Debug, Clone)]
pub struct InterfaceBuilder<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) dof_map: &'a DofMap,
    pub(super) interface: Interface,
    pub(super) teeth: Teeth,
    names: BTreeSet<String>,
}

impl Interface {
    /// Begins an interface of a body.
    pub fn on<'a>(mesh: &'a Mesh, dof_map: &'a DofMap) -> InterfaceBuilder<'a> {
        InterfaceBuilder {
            mesh,
            dof_map,
            interface: Self::default(),
            teeth: Teeth::of(mesh),
            names: BTreeSet::new(),
        }
    }
}

impl<'a> InterfaceBuilder<'a> {
    /// What has been built.
    pub fn finish(self) -> Interface {
        self.interface
    }

    /// Adds nodes with three motions each, in the axes of the tooth whose sector owns them.
    pub fn nodes(mut self, nodes: &[u32]) -> Result<Self, Error> {
        for &node in nodes {
            let tooth = self.teeth.tooth_of(node);
            self.add_node(node, Site::Node(node), tooth, None)?;
        }
        Ok(self)
    }

    /// Adds nodes of flanks, with three motions each or one along the normal.
    pub fn flank_nodes(
        mut self,
        flanks: &FlankChoice,
        which: FlankNodes,
        motions: PointMotions,
    ) -> Result<Self, Error> {
        for grid in self.chosen(flanks)? {
            let normals = match motions {
                PointMotions::Normal => Some(Flank::of(self.mesh, grid)?.normals(self.mesh)?),
                PointMotions::Translations => None,
                PointMotions::All => {
                    return Err(Error::MotionNotFree {
                        point: "a node".into(),
                        motion: "about an axis".into(),
                        why: "it has no turns",
                        remedy: "ask for translations, or for a mean joint",
                    });
                }
            };
            for node in grid_nodes(grid, which)? {
                let normal = normals.as_ref().and_then(|n| n.get(&node)).copied();
                self.add_node(node, Site::Node(node), Some(grid.tooth), normal)?;
            }
        }
        Ok(self)
    }

    /// Adds the mean motion of flanks, or of so many zones of equal width of each.
    pub fn flank_joints(
        mut self,
        flanks: &FlankChoice,
        zones: u32,
        motions: PointMotions,
    ) -> Result<Self, Error> {
        for grid in self.chosen(flanks)? {
            let flank = Flank::of(self.mesh, grid)?;
            for (zone, faces) in flank.zones(self.mesh, zones)?.iter().enumerate() {
                let name = place_name::zone(grid.side, grid.tooth, zone as u32 + 1, zones);
                let site = Site::Flank {
                    side: grid.side,
                    zone: zone as u32,
                    zones,
                };
                self.add_joint(name, site, grid.tooth, faces, motions)?;
            }
        }
        Ok(self)
    }

    /// Adds the motions that a centre has, in the axes of the body.
    pub fn centre(mut self, centre: u32) -> Result<Self, Error> {
        let centres = self.dof_map.centres();
        let Some(&one) = centres.get(centre as usize) else {
            return Err(Error::NoSuchCentre {
                centre: centre as usize,
                n_centres: centres.len(),
            });
        };
        let name = match centres.len() {
            1 => place_name::CENTER.to_owned(),
            _ => format!("center_{}", centre + 1),
        };
        if one.moves == [false; 6] {
            return Err(Error::MotionNotFree {
                point: name,
                motion: "at all".into(),
                why: "all its motions are locked",
                remedy: "leave it out, or free a motion",
            });
        }
        let point = self.add_point(name, Site::Centre(centre), one.place, None)?;
        for axis in (0..6u8).filter(|&axis| one.moves[usize::from(axis)]) {
            let mut wrench = [[0.0; 3]; 2];
            wrench[usize::from(axis / 3)][usize::from(axis % 3)] = 1.0;
            let mut pattern = LoadCase::default();
            pattern.add_on_centre(centre, wrench[0], wrench[1]);
            let motion = match axis {
                0..3 => Motion::Along(axis),
                _ => Motion::About(axis - 3),
            };
            self.add_coordinate(point, motion, pattern);
        }
        Ok(self)
    }

    fn chosen(&self, flanks: &FlankChoice) -> Result<Vec<&'a FlankGrid>, Error> {
        let teeth = self.teeth.number();
        if teeth == 0 {
            return Err(Error::NoFlanks);
        }
        let mut chosen = flanks.teeth.iter().flatten();
        if let Some(&tooth) = chosen.find(|&&tooth| tooth == 0 || tooth > teeth) {
            return Err(Error::NoSuchTooth { tooth, teeth });
        }
        let is_chosen = |grid: &&FlankGrid| {
            let tooth = flanks
                .teeth
                .as_ref()
                .is_none_or(|t| t.contains(&grid.tooth));
            tooth && flanks.sides.contains(&grid.side)
        };
        Ok(self.mesh.flanks.iter().filter(is_chosen).collect())
    }

    fn add_point(
        &mut self,
        name: String,
        site: Site,
        place: Vector,
        tooth: Option<u32>,
    ) -> Result<usize, Error> {
        if !self.names.insert(name.clone()) {
            return Err(Error::NamedTwice { point: name });
        }
        self.interface.points.push(InterfacePoint {
            name,
            site,
            place,
            tooth,
        });
        Ok(self.interface.points.len() - 1)
    }

    fn add_coordinate(&mut self, point: usize, motion: Motion, pattern: LoadCase) {
        self.interface.coordinates.push(InterfaceCoordinate {
            point,
            motion,
            pattern,
        });
    }

    /// A node with three motions, or one against an outward normal.
    pub(super) fn add_node(
        &mut self,
        node: u32,
        site: Site,
        tooth: Option<u32>,
        normal: Option<Vector>,
    ) -> Result<(), Error> {
        let n_nodes = self.mesh.nodes.len();
        let Some(&place) = self.mesh.nodes.get(node as usize) else {
            return Err(Error::NoSuchNode {
                node: node as usize,
                n_nodes,
            });
        };
        let name = place_name::node(node);
        check_free(self.dof_map.tie(node as usize), &name)?;
        let angle = self.teeth.angle(tooth);
        let point = self.add_point(name, site, place, tooth)?;
        let directions = match normal {
            Some(normal) => vec![inwards(normal, angle)],
            None => translations(),
        };
        for (motion, direction) in directions {
            let mut pattern = LoadCase::default();
            pattern.add_force(node, turned(direction, angle));
            self.add_coordinate(point, motion, pattern);
        }
        Ok(())
    }

    fn add_joint(
        &mut self,
        name: String,
        site: Site,
        tooth: u32,
        faces: &[Face],
        motions: PointMotions,
    ) -> Result<(), Error> {
        let areas = self.mesh.node_areas(faces)?;
        let total: f64 = areas.iter().map(|(_, area)| area).sum();
        let mean = |i: usize| {
            let sum: f64 = areas
                .iter()
                .map(|&(node, area)| area * self.mesh.nodes[node as usize][i])
                .sum();
            sum / total
        };
        let place = [mean(0), mean(1), mean(2)];
        let joint = MeanJoint::on_nodes(&self.mesh.nodes, &areas, place)?;
        let is_held = |node: u32| {
            self.dof_map
                .owned(self.dof_map.owner(node as usize))
                .is_empty()
        };
        if joint.nodes().all(is_held) {
            return Err(Error::MotionNotFree {
                point: name,
                motion: "at all".into(),
                why: "all its nodes are locked",
                remedy: "leave it out, or free its nodes",
            });
        }
        let angle = self.teeth.angle(Some(tooth));
        let (_, normal) = self.mesh.corner_normals(faces)?;
        let point = self.add_point(name, site, place, Some(tooth))?;
        let (along, about) = match motions {
            PointMotions::Normal => (vec![inwards(normal, angle)], Vec::new()),
            PointMotions::Translations => (translations(), Vec::new()),
            PointMotions::All => (translations(), translations()),
        };
        let about = about.into_iter().enumerate();
        let wrenches = along
            .into_iter()
            .map(|(motion, force)| (motion, force, [0.0; 3]))
            .chain(about.map(|(axis, (_, torque))| (Motion::About(axis as u8), [0.0; 3], torque)));
        for (motion, force, torque) in wrenches {
            let mut pattern = LoadCase::default();
            for (node, part) in joint.spread(turned(force, angle), turned(torque, angle)) {
                pattern.add_force(node, part);
            }
            self.add_coordinate(point, motion, pattern);
        }
        Ok(())
    }
}

fn translations() -> Vec<(Motion, Vector)> {
    let unit = |axis: u8| {
        let mut e = [0.0; 3];
        e[usize::from(axis)] = 1.0;
        (Motion::Along(axis), e)
    };
    (0..3).map(unit).collect()
}

/// The motion against an outward normal of the body, in the axes of a tooth.
fn inwards(normal: Vector, angle: f64) -> (Motion, Vector) {
    let direction = turned(normal.map(|n| -n), -angle);
    (Motion::Direction(direction), direction)
}

fn check_free(tie: Tie, name: &str) -> Result<(), Error> {
    let refused = |motion: &str, why, remedy| {
        Err(Error::MotionNotFree {
            point: name.to_owned(),
            motion: motion.to_owned(),
            why,
            remedy,
        })
    };
    match tie {
        Tie::Own([true, true, true]) => Ok(()),
        Tie::Own(moves) => {
            let axis = moves.iter().position(|&moves| !moves).unwrap_or_default();
            refused(
                ["along x", "along y", "along z"][axis],
                "it is locked there",
                "name another node, or free this one",
            )
        }
        Tie::Centre(_) => refused(
            "by itself",
            "it is tied to a centre",
            "name the centre instead",
        ),
    }
}

fn grid_nodes(grid: &FlankGrid, which: FlankNodes) -> Result<Vec<u32>, Error> {
    let FlankNodes::Spread { rows, columns } = which else {
        return Ok(grid.all_nodes().collect());
    };
    let rows = spread("rows of nodes", rows, grid.n_profile)?;
    let columns = spread("columns of nodes", columns, grid.n_width)?;
    let node = |&i: &usize, &j: &usize| grid.nodes[i * grid.n_width + j];
    Ok(rows
        .iter()
        .flat_map(|i| columns.iter().map(move |j| node(i, j)))
        .collect())
}

/// So many of 0 … `has` − 1, evenly.
fn spread(what: &'static str, asked: usize, has: usize) -> Result<Vec<usize>, Error> {
    match asked {
        0 => Err(Error::FlankDivision { what, asked, has }),
        _ if asked > has => Err(Error::FlankDivision { what, asked, has }),
        1 => Ok(vec![(has - 1) / 2]),
        _ => Ok((0..asked)
            .map(|i| (2 * i * (has - 1) + (asked - 1)) / (2 * (asked - 1)))
            .collect()),
    }
}
