//! Bodies that deform: reduced finite-element bodies in a frame that moves with them. \[theory:flexible-bodies\]
//!
//! ```text
//! ReducedBody ──ModalBasis──▶ modes in the mean frame ─┬─▶ FlexibleBody (node + scalars): inertia, stiffness, damping
//!                                                      └─▶ Attachment (node ═ place of the body) for each named point
//! ```
//!
//! Joints, bearings and gears take hold of the attachment nodes as of any other.

mod attachment;
mod damping;
mod eigen_blocks;
mod element;
mod error;
mod modal_basis;
mod moments;
mod point_rows;

pub use attachment::Attachment;
pub use damping::ModalDamping;
pub use element::FlexibleBody;
pub use error::FlexibleBodyError;
pub use modal_basis::ModalBasis;
pub use moments::InertiaForm;

use pitchline_fem::{MassMoments, ReducedBody};
use pitchline_geometry::tensor::{IDENTITY, Tensor, times};
use pitchline_geometry::vector::{Vector, minus, plus, plus_scaled};

use crate::{Error, Machine, NodeId, Pose, Rotation, ScalarId};

/// What the modes of a body deform in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BodyFrame {
    /// A node of its own that follows the mean motion of the body: for bodies reduced free.
    #[default]
    Floating,
    /// The ground: for bodies whose supports hold them, such as a housing on its feet.
    Ground,
}

/// Which modes of a reduced body are kept. Without the high ones it is stiffer where it is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum KeptModes {
    /// All that the reduced body has.
    #[default]
    All,
    /// So many, from the lowest; a doublet is not cut in two: one more is kept instead.
    Count(usize),
    /// All up to a frequency (Hz).
    UpTo(f64),
}

/// Which points of the interface get nodes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum AttachedPoints {
    /// None.
    #[default]
    None,
    /// Those named.
    Named(Vec<String>),
    /// All whose motions along three axes are known.
    All,
}

/// How a reduced body becomes part of a machine.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FlexibleOptions {
    /// What its modes deform in.
    pub frame: BodyFrame,
    /// Which modes are kept.
    pub modes: KeptModes,
    /// How they are damped.
    pub damping: ModalDamping,
    /// What of the inertia of deformation is kept.
    pub inertia: InertiaForm,
    /// Points that get nodes.
    pub attachments: AttachedPoints,
}

/// A flexible body in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct FlexibleNodes {
    /// Node of its frame: at its centre of mass with the axes of the reduced body, or the ground.
    pub frame: NodeId,
    /// Its modes, from the lowest.
    pub modes: Vec<ScalarId>,
    /// Attachment nodes with the names of their points.
    pub attachments: Vec<(String, NodeId)>,
    /// What the modes are.
    pub basis: ModalBasis,
}

impl FlexibleNodes {
    /// The node attached to a point.
    pub fn attachment(&self, point: &str) -> Option<NodeId> {
        let mut all = self.attachments.iter();
        all.find(|(name, _)| name == point).map(|(_, node)| *node)
    }
}

/// Adds a reduced body to a machine: its frame, its modes and the nodes of its points, at rest and undeformed. `pose` is that
/// of the axes in which the body was reduced.
pub fn add_flexible_body(
    machine: &mut Machine,
    name: &str,
    body: &ReducedBody,
    pose: Pose,
    options: &FlexibleOptions,
) -> Result<FlexibleNodes, Error> {
    options.damping.check(name)?;
    check_modes(name, options.modes)?;
    let mut basis = match options.frame {
        BodyFrame::Floating => ModalBasis::floating(name, body, options.modes, options.inertia)?,
        BodyFrame::Ground => ModalBasis::grounded(name, body, options.modes)?,
    };
    let damping = basis.stiffness.iter().map(|k| options.damping.of(k.sqrt()));
    let damping = damping.collect();
    let points = points(name, body, &options.attachments)?
        .into_iter()
        .map(|point| point_rows::of(name, body, &basis, point).map(|rows| (point, rows)))
        .collect::<Result<Vec<_>, _>>()?;
    // The ground's axes are not those of the body: what belongs to the latter is turned once.
    let (frame, origin, axes) = match options.frame {
        BodyFrame::Floating => {
            let next = NodeId(machine.n_nodes() as u32 + 1);
            (next, minus([0.0; 3], basis.centre), IDENTITY)
        }
        BodyFrame::Ground => (NodeId::GROUND, pose.place, pose.axes),
    };
    if options.frame == BodyFrame::Ground {
        basis.moments = carried(&basis.moments, pose.place, &pose.axes);
    }
    let first = machine.n_scalars() as u32;
    let modes: Vec<ScalarId> = (0..basis.n() as u32).map(|i| ScalarId(first + i)).collect();
    let element = FlexibleBody::new(
        frame,
        modes.clone(),
        &basis.moments,
        basis.stiffness.clone(),
        damping,
        match options.frame {
            BodyFrame::Floating => options.inertia,
            BodyFrame::Ground => InertiaForm::Simplified,
        },
    )?;
    // Nothing is refused from here on: a machine never keeps half a body.
    for mode in 1..=basis.n() {
        machine.add_scalar(&format!("{name}, mode {mode}"), 0.0);
    }
    let rotation = Rotation::from_matrix(&pose.axes);
    if options.frame == BodyFrame::Floating {
        let place = plus(pose.place, times(&pose.axes, basis.centre));
        machine.add_node(name, place, rotation);
    }
    machine.add(name, element)?;
    let mut attachments = Vec::with_capacity(points.len());
    for (point, rows) in points {
        let own = &body.points[point].name;
        let label = format!("{name}, {own}");
        let place = plus(pose.place, times(&pose.axes, rows.place));
        let node = machine.add_node(&label, place, rotation);
        let turned = |rows: Vec<Vector>| rows.into_iter().map(|row| times(&axes, row)).collect();
        let attachment = Attachment::new(
            [frame, node],
            modes.clone(),
            plus(origin, times(&axes, rows.place)),
            axes,
            turned(rows.along),
            rows.about.map(turned),
        )?;
        machine.add(&label, attachment)?;
        attachments.push((own.clone(), node));
    }
    Ok(FlexibleNodes {
        frame,
        modes,
        attachments,
        basis,
    })
}

fn check_modes(name: &str, kept: KeptModes) -> Result<(), Error> {
    match kept {
        KeptModes::UpTo(value) if value.is_nan() || value < 0.0 => Err(Error::Value {
            of: name.to_owned(),
            key: "highest frequency of the modes (Hz)",
            value,
            allowed: "a number that is not negative",
        }),
        _ => Ok(()),
    }
}

/// Numbers of the points that get nodes.
fn points(
    name: &str,
    body: &ReducedBody,
    wanted: &AttachedPoints,
) -> Result<Vec<usize>, FlexibleBodyError> {
    let all = 0..body.points.len();
    let find = |point: &String| {
        let position = body.points.iter().position(|p| p.name == *point);
        position.ok_or_else(|| FlexibleBodyError::NoSuchPoint {
            of: name.to_owned(),
            point: point.clone(),
            points: listed(body),
        })
    };
    match wanted {
        AttachedPoints::None => Ok(Vec::new()),
        AttachedPoints::Named(names) => names.iter().map(find).collect(),
        AttachedPoints::All => Ok(all
            .filter(|&point| point_rows::is_attachable(body, point))
            .collect()),
    }
}

/// Names of the points, the first of many.
fn listed(body: &ReducedBody) -> String {
    const MOST: usize = 12;
    let names = body.points.iter().take(MOST).map(|p| p.name.as_str());
    let mut list = names.collect::<Vec<_>>().join(", ");
    if body.points.len() > MOST {
        list.push_str(&format!(" and {} more", body.points.len() - MOST));
    }
    list
}

/// First moments of a body that stands still, in ground axes: gravity acts by nothing else.
fn carried(moments: &MassMoments, place: Vector, axes: &Tensor) -> MassMoments {
    let mut carried = moments.clone();
    carried.first = plus_scaled(times(axes, moments.first), moments.mass, place);
    let (sums, _) = carried.sums.as_chunks_mut::<3>();
    sums.iter_mut().for_each(|sum| *sum = times(axes, *sum));
    carried
}
