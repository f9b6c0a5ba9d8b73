//! Names of places on a body: sets of its mesh and points of its interface. Whoever names or seeks one does so by these.

use pitchline_geometry::FlankSide;

/// The centre of a rigid seat.
pub const CENTER: &str = "center";

/// A flank of a tooth: `flank_right_3`.
pub fn flank(side: FlankSide, tooth: u32) -> String {
    format!("flank_{}_{tooth}", word(side))
}

/// The root beside that flank: `root_right_3`.
pub fn root(side: FlankSide, tooth: u32) -> String {
    format!("root_{}_{tooth}", word(side))
}

/// The tip land of a tooth: `tip_3`.
pub fn tip(tooth: u32) -> String {
    format!("tip_{tooth}")
}

/// A part of the width of a flank, counted from 1: `flank_right_3_zone_2`. A flank that is one part has no zones.
pub fn zone(side: FlankSide, tooth: u32, zone: u32, zones: u32) -> String {
    match zones {
        1 => flank(side, tooth),
        _ => format!("{}_zone_{zone}", flank(side, tooth)),
    }
}

/// A node of the mesh: `node_118`.
pub fn node(node: u32) -> String {
    format!("node_{node}")
}

fn word(side: FlankSide) -> &'static str {
    match side {
        FlankSide::Right => "right",
        FlankSide::Left => "left",
    }
}
