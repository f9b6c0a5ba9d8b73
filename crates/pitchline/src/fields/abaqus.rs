//! A mesh with material, supports and loads as an input file of Abaqus and CalculiX, for the same case in another
//! program.
//!
//! Nodes and elements are numbered from 1, ours plus one; a rigid support adds a reference node for its displacements
//! and, in CalculiX, a second one for its rotations. SI throughout.

use std::fmt::Write as _;
use std::path::Path;

use super::check_mesh;
use super::columns::{Names, name, number, place};
use crate::Error;
use crate::fem::{ElementKind, Mesh, NodeSet};
use crate::geometry::Vector;
use crate::results::write_atomically;

/// Numbers per line of a set.
const PER_LINE: usize = 16;

/// How the other program shall integrate the elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formulation {
    /// `C3D8I` with incompatible modes, or `C3D20` with full integration.
    #[default]
    Full,
    /// `C3D8` without incompatible modes, or `C3D20R` with reduced integration.
    Other,
}

/// A linear elastic material.
#[derive(Clone, Debug, PartialEq)]
pub struct Elastic {
    /// Its name.
    pub name: String,
    /// Young's modulus (Pa).
    pub young_modulus: f64,
    /// Poisson's ratio.
    pub poisson_ratio: f64,
    /// Density (kg/m³).
    pub density: f64,
}

/// How a set of nodes is held.
#[derive(Clone, Debug, PartialEq)]
pub enum Support {
    /// All three displacements are zero.
    Fixed {
        /// Name of the set.
        set: String,
    },
    /// The nodes move as a rigid body about a point.
    Rigid {
        /// Name of the set.
        set: String,
        /// The point (m).
        centre: Vector,
        /// Which displacements along and rotations about x, y, z are held.
        is_held: [bool; 6],
    },
}

/// A force on a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeForce {
    /// The node, from 0.
    pub node: u32,
    /// The force (N).
    pub force: Vector,
}

/// What is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Deflection under these forces alone.
    Static {
        /// Name of the case.
        name: String,
        /// The forces.
        forces: Vec<NodeForce>,
        /// Force (N) and torque (N m) on the point of the first rigid support.
        on_support: [f64; 6],
    },
    /// The lowest natural frequencies.
    Frequency {
        /// How many.
        count: usize,
    },
}

/// An input file.
#[derive(Clone, Debug, PartialEq)]
pub struct Input<'m> {
    /// First line of the file.
    pub heading: String,
    /// The mesh; all its sets are written.
    pub mesh: &'m Mesh,
    /// Which elements of the other program.
    pub formulation: Formulation,
    /// The material of all elements.
    pub material: Elastic,
    /// How the body is held.
    pub supports: Vec<Support>,
    /// What is computed, one after the other.
    pub steps: Vec<Step>,
    /// Nodes whose displacements are printed, beside the sets of the mesh named in `printed_sets`.
    pub watched: Vec<NodeSet>,
    /// Sets of nodes of the mesh whose displacements are printed.
    pub printed_sets: Vec<String>,
    /// Sets of faces of the mesh in whose elements stresses are printed.
    pub printed_stresses: Vec<String>,
}

/// The file while it grows; writing to a string cannot fail.
struct Writer<'m> {
    text: String,
    mesh: &'m Mesh,
    /// Names of the sets of the mesh in the file, in its order.
    node_sets: Vec<String>,
    face_sets: Vec<String>,
    /// Sets of nodes, sets of elements and surfaces have names of their own each.
    node_names: Names,
    element_names: Names,
    surface_names: Names,
}

impl Input<'_> {
    /// Writes the file beside its place and renames it.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        write_atomically(path, self.text()?.as_bytes())
    }

    /// The file.
    pub fn text(&self) -> Result<String, Error> {
        check_mesh(self.mesh)?;
        self.check_nodes()?;
        let mut writer = Writer {
            text: String::new(),
            mesh: self.mesh,
            node_sets: Vec::new(),
            face_sets: Vec::new(),
            node_names: Names::default(),
            element_names: Names::default(),
            surface_names: Names::default(),
        };
        writer.heading(&self.heading);
        writer.mesh(self.element_type());
        let watched: Vec<String> = self
            .watched
            .iter()
            .map(|set| writer.node_set(&set.name, &set.nodes))
            .collect();
        writer.material(&self.material);
        let mut next_node = self.mesh.nodes.len() + 1;
        let mut boundary = String::from("*BOUNDARY\n");
        for support in &self.supports {
            writer.support(support, &mut next_node, &mut boundary)?;
        }
        if !self.supports.is_empty() {
            writer.text.push_str(&boundary);
        }
        let mut printed = watched;
        for set in &self.printed_sets {
            printed.push(writer.node_set_named(set)?);
        }
        let mut stressed = Vec::new();
        for set in &self.printed_stresses {
            stressed.push(writer.elements_of(set)?);
        }
        for step in &self.steps {
            writer.step(step, &printed, &stressed);
        }
        Ok(writer.text)
    }

    fn element_type(&self) -> &'static str {
        match (self.mesh.kind, self.formulation) {
            (ElementKind::Hex8, Formulation::Full) => "C3D8I",
            (ElementKind::Hex8, Formulation::Other) => "C3D8",
            (ElementKind::Hex20, Formulation::Full) => "C3D20",
            (ElementKind::Hex20, Formulation::Other) => "C3D20R",
        }
    }

    /// Refuses loads, sets and faces that name what is not there.
    fn check_nodes(&self) -> Result<(), Error> {
        let (n_nodes, n_elements) = (self.mesh.nodes.len(), self.mesh.n_elements());
        let forces = self.steps.iter().flat_map(|step| match step {
            Step::Static { forces, .. } => forces.as_slice(),
            Step::Frequency { .. } => &[],
        });
        let sets = self.watched.iter().chain(&self.mesh.node_sets);
        let nodes = sets.flat_map(|set| set.nodes.iter().copied());
        for node in nodes.chain(forces.map(|force| force.node)) {
            if node as usize >= n_nodes {
                return Err(Error::UnknownNode { node, n_nodes });
            }
        }
        let faces = self.mesh.face_sets.iter().flat_map(|set| &set.faces);
        for face in faces {
            if face.element as usize >= n_elements {
                return Err(Error::UnknownElement {
                    element: face.element,
                    n_elements,
                });
            }
        }
        Ok(())
    }
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn heading(&mut self, heading: &str) {
        self.line("*HEADING");
        let words: Vec<&str> = heading.split_whitespace().collect();
        let words = words.join(" ").replace('*', "-");
        let words: String = words.chars().take(80).collect();
        self.line(if words.is_empty() {
            "Pitchline"
        } else {
            &words
        });
    }

    fn mesh(&mut self, element_type: &str) {
        let mesh = self.mesh;
        let all_nodes = self.node_names.take("NALL");
        let all_elements = self.element_names.take("EALL");
        self.line(&format!("*NODE, NSET={all_nodes}"));
        for (i, p) in mesh.nodes.iter().enumerate() {
            let [x, y, z] = p.map(place);
            let _ = writeln!(self.text, "{}, {x}, {y}, {z}", i + 1);
        }
        self.line(&format!(
            "*ELEMENT, TYPE={element_type}, ELSET={all_elements}"
        ));
        for i in 0..mesh.n_elements() {
            let numbers: Vec<usize> = [i + 1]
                .into_iter()
                .chain(mesh.element(i).iter().map(|node| *node as usize + 1))
                .collect();
            // An element goes on while its lines end with a comma.
            let lines: Vec<String> = numbers.chunks(PER_LINE - 1).map(joined).collect();
            self.line(&lines.join(",\n"));
        }
        for set in &mesh.node_sets {
            let name = self.node_set(&set.name, &set.nodes);
            self.node_sets.push(name);
        }
        for set in &mesh.face_sets {
            let name = self.surface_names.take(&set.name);
            if !set.faces.is_empty() {
                self.line(&format!("*SURFACE, NAME={name}, TYPE=ELEMENT"));
            }
            for face in &set.faces {
                let _ = writeln!(self.text, "{}, S{}", face.element + 1, face.side % 6 + 1);
            }
            self.face_sets.push(name);
        }
    }

    /// A set of nodes; its name in the file.
    fn node_set(&mut self, name: &str, nodes: &[u32]) -> String {
        let name = self.node_names.take(name);
        self.set("*NSET, NSET", &name, nodes);
        name
    }

    /// A set without members is left out: other programs refuse it.
    fn set(&mut self, keyword: &str, name: &str, members: &[u32]) {
        if members.is_empty() {
            return;
        }
        self.line(&format!("{keyword}={name}"));
        let numbers: Vec<usize> = members.iter().map(|i| *i as usize + 1).collect();
        for line in numbers.chunks(PER_LINE) {
            self.line(&joined(line));
        }
    }

    fn node_set_named(&self, name: &str) -> Result<String, Error> {
        let sets = &self.mesh.node_sets;
        let found = sets.iter().position(|set| set.name == name);
        found
            .map(|i| self.node_sets[i].clone())
            .ok_or_else(|| Error::UnknownSet {
                name: name.to_owned(),
                known: sets.iter().map(|set| set.name.clone()).collect(),
            })
    }

    /// The elements behind a set of faces; the name of their set.
    fn elements_of(&mut self, name: &str) -> Result<String, Error> {
        let sets = &self.mesh.face_sets;
        let Some(i) = sets.iter().position(|set| set.name == name) else {
            return Err(Error::UnknownSet {
                name: name.to_owned(),
                known: sets.iter().map(|set| set.name.clone()).collect(),
            });
        };
        let mut elements: Vec<u32> = sets[i].faces.iter().map(|face| face.element).collect();
        elements.sort_unstable();
        elements.dedup();
        let name = self
            .element_names
            .take(&format!("{}_ELEMENTS", self.face_sets[i]));
        self.set("*ELSET, ELSET", &name, &elements);
        Ok(name)
    }

    fn material(&mut self, material: &Elastic) {
        let name = name(&material.name);
        self.line(&format!("*MATERIAL, NAME={name}"));
        self.line("*ELASTIC");
        let (young, poisson) = (material.young_modulus, material.poisson_ratio);
        self.line(&format!("{}, {}", number(young), number(poisson)));
        self.line("*DENSITY");
        self.line(&number(material.density));
        self.line(&format!("*SOLID SECTION, ELSET=EALL, MATERIAL={name}"));
    }

    /// A rigid body stands among the mesh, its held directions are collected in `boundary`.
    fn support(
        &mut self,
        support: &Support,
        next_node: &mut usize,
        boundary: &mut String,
    ) -> Result<(), Error> {
        match support {
            Support::Fixed { set } => {
                let set = self.node_set_named(set)?;
                let _ = writeln!(boundary, "{set}, 1, 3");
            }
            Support::Rigid {
                set,
                centre,
                is_held,
            } => {
                let set = self.node_set_named(set)?;
                let [reference, rotation] = [*next_node, *next_node + 1];
                *next_node += 2;
                let [x, y, z] = centre.map(place);
                self.line("*NODE");
                self.line(&format!("{reference}, {x}, {y}, {z}"));
                self.line(&format!("{rotation}, {x}, {y}, {z}"));
                self.line(&format!(
                    "*RIGID BODY, NSET={set}, REF NODE={reference}, ROT NODE={rotation}"
                ));
                for (i, _) in is_held.iter().enumerate().filter(|(_, is_held)| **is_held) {
                    let node = if i < 3 { reference } else { rotation };
                    let direction = i % 3 + 1;
                    let _ = writeln!(boundary, "{node}, {direction}, {direction}");
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &Step, printed: &[String], stressed: &[String]) {
        match step {
            Step::Static {
                name,
                forces,
                on_support,
            } => {
                self.line(&format!("** case {}", self::name(name)));
                self.line("*STEP");
                self.line("*STATIC");
                // Without the forces of the case before.
                self.line("*CLOAD, OP=NEW");
                for NodeForce { node, force } in forces {
                    for (i, part) in force.iter().enumerate().filter(|(_, part)| **part != 0.0) {
                        let _ = writeln!(self.text, "{}, {}, {}", node + 1, i + 1, number(*part));
                    }
                }
                // Its two nodes follow those of the mesh.
                let first = self.mesh.nodes.len() + 1;
                for (i, part) in on_support.iter().enumerate().filter(|(_, p)| **p != 0.0) {
                    let (node, direction) = (first + i / 3, i % 3 + 1);
                    let _ = writeln!(self.text, "{node}, {direction}, {}", number(*part));
                }
                for set in printed {
                    self.line(&format!("*NODE PRINT, NSET={set}"));
                    self.line("U");
                }
                for set in stressed {
                    self.line(&format!("*EL PRINT, ELSET={set}"));
                    self.line("S");
                }
            }
            Step::Frequency { count } => {
                self.line("*STEP");
                self.line("*FREQUENCY");
                self.line(&count.to_string());
            }
        }
        self.line("*END STEP");
    }
}

fn joined(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests;
