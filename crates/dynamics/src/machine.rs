//! What there is: nodes, scalar coordinates and elements. Constant during a run.

use std::sync::Arc;

use pitchline_geometry::tensor::IDENTITY;
use pitchline_geometry::vector::Vector;

use crate::hinged::HingedNode;
use crate::{Element, Error, Grip, GripId, HeldId, Pose, Rotation, State, Touched, TrackedAngle};

/// A node: a place with axes. Node 0 is the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The ground: it never moves and has no unknowns.
    pub const GROUND: Self = Self(0);
}

/// A coordinate that is a number: a mode, an angle of a gear joint, a mesh deformation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScalarId(pub u32);

/// An angle that is followed over whole turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AngleId(pub u32);

/// Where a joint holds from that was locked on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LockId(pub u32);

/// An element, by the order in which it was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementId(pub u32);

/// Where a node is at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeStart {
    /// How it is called.
    pub name: String,
    /// Its place (m).
    pub place: Vector,
    /// Its axes.
    pub rotation: Rotation,
    /// Its velocity (m/s), ground axes.
    pub velocity: Vector,
    /// Its spin (rad/s), own axes.
    pub spin: Vector,
}

/// A scalar coordinate at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct ScalarStart {
    /// How it is called.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Its rate (1/s).
    pub rate: f64,
    /// What of it counts as much as a radian, where that is known: errors of such coordinates are measured apart from others, whose size
    /// is found on the way.
    pub size: Option<f64>,
    /// Whether it is a deformation: where bodies are moved to fit, it stays as it is if it can.
    pub is_deformation: bool,
    /// Whether it stands for its rate, as the charge of a motor for the current: where a machine rests the rate is found.
    pub is_flow: bool,
}

/// A machine: bodies, joints and forces over nodes and scalar coordinates.
#[derive(Debug, Clone, Default)]
pub struct Machine {
    /// Acceleration of free fall (m/s²), ground axes.
    pub gravity: Vector,
    nodes: Vec<NodeStart>,
    scalars: Vec<ScalarStart>,
    elements: Vec<(String, Arc<dyn Element>)>,
    /// Nodes that turn about fixed axes and are no coordinates of their own; either all nodes are or none.
    hinged: Vec<HingedNode>,
    n_angles: u32,
    n_locks: u32,
    n_grips: u32,
    /// Numbers that change at samples only, at the start.
    held: Vec<f64>,
    n_multipliers: usize,
    /// Number of the first multiplier of each element.
    first_multipliers: Vec<usize>,
}

impl Machine {
    /// An empty machine without gravity.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a node at rest.
    pub fn add_node(&mut self, name: &str, place: Vector, rotation: Rotation) -> NodeId {
        self.nodes.push(NodeStart {
            name: name.to_owned(),
            place,
            rotation,
            velocity: [0.0; 3],
            spin: [0.0; 3],
        });
        NodeId(self.nodes.len() as u32)
    }

    /// The start of a node, to change it; none for the ground.
    pub fn node_mut(&mut self, node: NodeId) -> Option<&mut NodeStart> {
        self.nodes.get_mut((node.0 as usize).checked_sub(1)?)
    }

    /// The start of a node; none for the ground.
    pub fn node(&self, node: NodeId) -> Option<&NodeStart> {
        self.nodes.get((node.0 as usize).checked_sub(1)?)
    }

    /// Where a node stands at the start; the ground is at the origin.
    pub(crate) fn start_pose(&self, node: NodeId) -> Pose {
        let ground = Pose {
            place: [0.0; 3],
            axes: IDENTITY,
        };
        self.node(node).map_or(ground, |start| Pose {
            place: start.place,
            axes: start.rotation.matrix(),
        })
    }

    /// Adds a scalar coordinate at rest.
    pub fn add_scalar(&mut self, name: &str, value: f64) -> ScalarId {
        self.scalars.push(ScalarStart {
            name: name.to_owned(),
            value,
            rate: 0.0,
            size: None,
            is_deformation: false,
            is_flow: false,
        });
        ScalarId(self.scalars.len() as u32 - 1)
    }

    /// The start of a scalar coordinate, to change it.
    pub fn scalar_mut(&mut self, scalar: ScalarId) -> Option<&mut ScalarStart> {
        self.scalars.get_mut(scalar.0 as usize)
    }

    /// The start of a scalar coordinate.
    pub fn scalar(&self, scalar: ScalarId) -> Option<&ScalarStart> {
        self.scalars.get(scalar.0 as usize)
    }

    /// Whether a velocity, counted among all, is the rate of a scalar that stands for it, such as a current.
    pub(crate) fn is_flow(&self, velocity: usize) -> bool {
        let scalar = velocity.checked_sub(6 * self.n_nodes());
        scalar.is_some_and(|at| self.scalars.get(at).is_some_and(|start| start.is_flow))
    }

    /// An angle that will be followed over whole turns; an element that needs one asks before it is added.
    pub fn add_angle(&mut self) -> AngleId {
        self.n_angles += 1;
        AngleId(self.n_angles - 1)
    }

    /// Room for the place from which a joint holds that is locked on the way; a joint that needs one asks before it is added.
    pub fn add_lock(&mut self) -> LockId {
        self.n_locks += 1;
        LockId(self.n_locks - 1)
    }

    /// Room for whether two surfaces are stuck or slide; an element that rubs asks before it is added.
    pub fn add_grip(&mut self) -> GripId {
        self.n_grips += 1;
        GripId(self.n_grips - 1)
    }

    /// Room for a number that changes at samples only, with its value until the first; a controller asks before it is added.
    pub fn add_held(&mut self, value: f64) -> HeldId {
        self.held.push(value);
        HeldId(self.held.len() as u32 - 1)
    }

    /// Adds an element. Everything that it touches must be there.
    pub fn add(&mut self, name: &str, element: impl Element + 'static) -> Result<ElementId, Error> {
        let touched = element.touched();
        self.check(name, &touched)?;
        Ok(self.push(name.to_owned(), Arc::new(element)))
    }

    /// Puts an element in the place of one that touches the same unknowns.
    pub fn replace(&mut self, id: ElementId, element: impl Element + 'static) -> Result<(), Error> {
        self.replace_by(id, Arc::new(element))
    }

    /// The same with an element that is shared.
    pub(crate) fn replace_by(
        &mut self,
        id: ElementId,
        element: Arc<dyn Element>,
    ) -> Result<(), Error> {
        let touched = element.touched();
        let replaced = self.elements.get_mut(id.0 as usize);
        match replaced.filter(|(_, old)| old.touched() == touched) {
            Some((_, old)) => *old = element,
            None => {
                return Err(Error::NotReplaced {
                    element: id.0 as usize,
                });
            }
        }
        Ok(())
    }

    fn push(&mut self, name: String, element: Arc<dyn Element>) -> ElementId {
        self.first_multipliers.push(self.n_multipliers);
        self.n_multipliers += element.touched().n_multipliers;
        self.elements.push((name, element));
        ElementId(self.elements.len() as u32 - 1)
    }

    /// The same machine over the turns of its nodes, which follow its scalar coordinates; some elements are replaced.
    pub(crate) fn over_turns(
        &self,
        hinged: &[HingedNode],
        replaced: impl Fn(&dyn Element) -> Option<Arc<dyn Element>>,
    ) -> Self {
        let mut machine = Self {
            gravity: self.gravity,
            scalars: self.scalars.clone(),
            hinged: hinged.to_vec(),
            n_angles: self.n_angles,
            n_locks: self.n_locks,
            n_grips: self.n_grips,
            held: self.held.clone(),
            ..Self::default()
        };
        machine
            .scalars
            .extend(self.nodes.iter().map(|node| ScalarStart {
                name: format!("{}, about its axis", node.name),
                value: 0.0,
                rate: 0.0,
                size: Some(1.0),
                is_deformation: false,
                is_flow: false,
            }));
        for (name, element) in &self.elements {
            let kept = replaced(element.as_ref()).unwrap_or_else(|| Arc::clone(element));
            machine.push(name.clone(), kept);
        }
        machine
    }

    /// Nodes that turn about fixed axes, in the place of those with coordinates of their own.
    pub(crate) fn hinged(&self) -> &[HingedNode] {
        &self.hinged
    }

    fn check(&self, name: &str, touched: &Touched) -> Result<(), Error> {
        let wrong = |what, number: u32, count: usize| Error::Unknown {
            of: name.to_owned(),
            what,
            number: number as usize,
            count,
        };
        let nodes = touched.nodes.iter().map(|n| n.0);
        let scalars = touched.scalars.iter().map(|s| s.0);
        let angles = touched.angles.iter().map(|a| a.0);
        if let Some(n) = nodes.into_iter().find(|&n| n as usize > self.n_nodes()) {
            return Err(wrong("node", n, self.n_nodes()));
        }
        if let Some(s) = scalars
            .into_iter()
            .find(|&s| s as usize >= self.scalars.len())
        {
            return Err(wrong("scalar coordinate", s, self.scalars.len()));
        }
        match angles.into_iter().find(|&a| a >= self.n_angles) {
            Some(a) => Err(wrong("angle", a, self.n_angles as usize)),
            None => Ok(()),
        }
    }

    /// The elements with their names, in the order in which they were added.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = (&str, &dyn Element)> {
        self.elements
            .iter()
            .map(|(name, element)| (name.as_str(), element.as_ref()))
    }

    /// An element with its name.
    pub fn element(&self, id: ElementId) -> Option<(&str, &dyn Element)> {
        let (name, element) = self.elements.get(id.0 as usize)?;
        Some((name.as_str(), element.as_ref()))
    }

    /// Nodes without the ground that have coordinates of their own.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Scalar coordinates.
    pub fn n_scalars(&self) -> usize {
        self.scalars.len()
    }

    /// Velocities: 6 for each node (x, y, z in ground axes, then about the own axes), then 1 for each scalar coordinate.
    pub fn n_velocities(&self) -> usize {
        6 * self.n_nodes() + self.n_scalars()
    }

    /// Angles that are followed over whole turns.
    pub fn n_angles(&self) -> usize {
        self.n_angles as usize
    }

    /// Joints that can be locked on the way.
    pub fn n_locks(&self) -> usize {
        self.n_locks as usize
    }

    /// Pairs of surfaces that stick and slide.
    pub fn n_grips(&self) -> usize {
        self.n_grips as usize
    }

    /// Numbers that change at samples only.
    pub fn n_held(&self) -> usize {
        self.held.len()
    }

    /// Multipliers of all elements.
    pub fn n_multipliers(&self) -> usize {
        self.n_multipliers
    }

    /// Multipliers of an element among all; none of one that there is not.
    pub fn multipliers_of(&self, id: ElementId) -> std::ops::Range<usize> {
        let first = |at: usize| self.first_multipliers.get(at).copied();
        let at = id.0 as usize;
        let end = first(at + 1).unwrap_or(self.n_multipliers);
        first(at).unwrap_or(end)..end
    }

    /// Times (s) at which the law of an element jumps or has a kink, ascending.
    pub fn breaks(&self) -> Vec<f64> {
        let elements = self.elements.iter();
        let mut breaks: Vec<f64> = elements.flat_map(|(_, e)| e.breaks()).collect();
        breaks.retain(|time| time.is_finite());
        breaks.sort_unstable_by(f64::total_cmp);
        breaks.dedup();
        breaks
    }

    /// The state in which nodes and scalars are as given, whatever the joints say. Contacts are open, joints that can be switched
    /// as they say.
    pub fn start(&self, time: f64) -> State {
        let n = self.n_velocities();
        let mut velocity = Vec::with_capacity(n);
        for node in &self.nodes {
            velocity.extend(node.velocity);
            velocity.extend(node.spin);
        }
        velocity.extend(self.scalars.iter().map(|s| s.rate));
        State {
            time,
            places: self.nodes.iter().map(|n| n.place).collect(),
            rotations: self.nodes.iter().map(|n| n.rotation).collect(),
            scalars: self.scalars.iter().map(|s| s.value).collect(),
            velocity,
            acceleration: vec![0.0; n],
            multipliers: vec![0.0; self.n_multipliers()],
            active: self.active_at_start(),
            angles: vec![TrackedAngle::default(); self.n_angles()],
            locks: vec![None; self.n_locks()],
            grips: vec![Grip::default(); self.n_grips()],
            held: self.held.clone(),
        }
    }

    /// Which constraints hold at the start.
    fn active_at_start(&self) -> Vec<bool> {
        let each = self.elements().flat_map(|(_, element)| {
            let rows = 0..element.touched().n_multipliers;
            rows.map(move |row| element.starts_active(row))
        });
        each.collect()
    }

    /// How a velocity is called, for messages: `crank, about its z`.
    pub fn velocity_name(&self, index: usize) -> String {
        const MOTION: [&str; 6] = [
            "along x",
            "along y",
            "along z",
            "about its x",
            "about its y",
            "about its z",
        ];
        if let Some(node) = self.nodes.get(index / 6) {
            format!("{}, {}", node.name, MOTION[index % 6])
        } else {
            let scalar = self.scalars.get(index - 6 * self.n_nodes());
            scalar.map_or_else(|| format!("coordinate {index}"), |s| s.name.clone())
        }
    }
}
