//! Why a body cannot be computed. Each error says where, what, and what to change.

use crate::RigidMotion;

/// Why a mesh, its matrices or its joints cannot be built. Lengths in metres.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum Error {
    #[error("material: {key} = {value} describes no elastic solid; {key} must be {allowed}")]
    Material {
        key: &'static str,
        value: f64,
        allowed: &'static str,
    },
    #[error(
        "element {element} is turned inside out or has no volume at ({}, {}, {}) m: its Jacobian there is {determinant:e} m³; move its nodes, or number them with faces 0-3 and 4-7 counter-clockwise seen from the second", place[0], place[1], place[2]
    )]
    Jacobian {
        element: usize,
        place: [f64; 3],
        determinant: f64,
    },
    #[error(
        "element {element} names node {node}, but the mesh has {n_nodes} nodes; number nodes from 0"
    )]
    NodeMissing {
        element: usize,
        node: usize,
        n_nodes: usize,
    },
    #[error(
        "{length} node numbers do not make whole elements of {per_element} nodes; give each element all of its nodes"
    )]
    ConnectivityLength { length: usize, per_element: usize },
    #[error("node {node} has no place: ({}, {}, {}); write finite coordinates", place[0], place[1], place[2])]
    NodePlace { node: usize, place: [f64; 3] },
    #[error(
        "face {side} of element {element} does not exist; the mesh has {n_elements} elements with faces 0 to 5"
    )]
    FaceMissing {
        element: usize,
        side: usize,
        n_elements: usize,
    },
    #[error("{what}: {given} values are given where {needed} are needed")]
    Count {
        what: &'static str,
        given: usize,
        needed: usize,
    },
    #[error(
        "node {node} is tied to centre {centre}, but there are {n_centres} centres; number centres from 0"
    )]
    CentreMissing {
        node: usize,
        centre: usize,
        n_centres: usize,
    },
    #[error(
        "{count} unknowns or matrix entries are more than 32-bit row numbers reach; take a coarser mesh"
    )]
    TooLarge { count: usize },
    #[error(
        "mean joint at ({}, {}, {}) m: its {n_nodes} nodes lie on {on}, so the turn about it is free; add nodes off it", place[0], place[1], place[2]
    )]
    MeanJointDegenerate {
        place: [f64; 3],
        n_nodes: usize,
        on: &'static str,
    },
    #[error(
        "mean joint at ({}, {}, {}) m: its weights sum to {total}; take faces with area, or positive weights", place[0], place[1], place[2]
    )]
    MeanJointWeights { place: [f64; 3], total: f64 },
    #[error(
        "the body is insufficiently supported, its {} is free; constrain nodes or a centre against it",
        list(motions)
    )]
    FreeMotions { motions: Vec<RigidMotion> },
    #[error(
        "a part of the body at ({:.4}, {:.4}, {:.4}) m is loose or almost loose ({remains:.1e} of its stiffness remains); connect it to the rest, or constrain it", place[0], place[1], place[2]
    )]
    LoosePart { place: [f64; 3], remains: f64 },
    #[error("node {node} does not exist; the mesh has {n_nodes} nodes, numbered from 0")]
    NoSuchNode { node: usize, n_nodes: usize },
    #[error("centre {centre} does not exist; the body has {n_centres} centres, numbered from 0")]
    NoSuchCentre { centre: usize, n_centres: usize },
    #[error(
        "node {node} is tied to centre {centre} already; tie it to one centre only, and lock that centre instead of the node"
    )]
    TiedTwice { node: usize, centre: usize },
    #[error("a force of {value} N is given; write a finite number")]
    Force { value: f64 },
    #[error(
        "a force is spread over {n_faces} faces without area; name faces on the border of the body"
    )]
    NoArea { n_faces: usize },
    #[error(
        "no modes between {low_hz} Hz and {high_hz} Hz: give a lower end from 0 Hz up and a finite upper end above it"
    )]
    Band { low_hz: f64, high_hz: f64 },
    #[error("interface: {point} is named twice; name each point once")]
    NamedTwice { point: String },
    #[error("interface: tooth {tooth} does not exist; the gear has {teeth} teeth, numbered from 1")]
    NoSuchTooth { tooth: u32, teeth: u32 },
    #[error("interface: the mesh has no flanks; name nodes or a centre instead")]
    NoFlanks,
    #[error("interface: {point} cannot move {motion}: {why}; {remedy}")]
    MotionNotFree {
        point: String,
        motion: String,
        why: &'static str,
        remedy: &'static str,
    },
    #[error(
        "interface: {asked} {what} of a flank are asked for, its mesh has {has}; ask for 1 to {has}, or take a finer mesh"
    )]
    FlankDivision {
        what: &'static str,
        asked: usize,
        has: usize,
    },
    #[error(
        "interface: {asked} more auxiliary nodes are asked for where {has} nodes are free; ask for fewer"
    )]
    AuxiliaryNodes { asked: usize, has: usize },
    #[error(
        "reduction: {asked} coordinates are asked for, the interface alone has {interface}; ask for at least {interface}, or take points from the interface"
    )]
    FewCoordinates { asked: usize, interface: usize },
    #[error(
        "reduction: no coordinates are asked for; name points of an interface or ask for modes"
    )]
    NoCoordinates,
    #[error(
        "reduction: {asked} modes and {interface} static shapes are asked for where {available} motions are left to the body; ask for fewer"
    )]
    ManyModes {
        asked: usize,
        interface: usize,
        available: usize,
    },
    #[error(
        "reduction: the interface leaves the {} of the body free, so it has no static shapes; add points or a centre that constrain it, or take the dual basis",
        list(motions)
    )]
    InterfaceLoose { motions: Vec<RigidMotion> },
    #[error(
        "reduction: the motion of {point} follows from those of other points of the interface; leave it out, or take the dual basis, which drops what depends"
    )]
    InterfaceDependent { point: String },
    #[error("reduction: drop_below = {value} is not a fraction; write a number from 0 to below 1")]
    DropBelow { value: f64 },
    #[error(transparent)]
    Body(#[from] crate::BodyError),
    #[error(transparent)]
    Matrices(#[from] crate::MatricesError),
    #[error(
        "the body does not consist of equal sectors: {what}; compute the whole gear instead, which holds for every support"
    )]
    NotCyclic { what: &'static str },
    #[error(
        "nodal diameter {asked} does not exist on {teeth} teeth; it is at most half their number"
    )]
    NodalDiameter { asked: u32, teeth: u32 },
    #[error(transparent)]
    Algebra(#[from] pitchline_algebra::Error),
}

fn list(motions: &[RigidMotion]) -> String {
    let names: Vec<String> = motions.iter().map(ToString::to_string).collect();
    names.join(", ")
}
