//! What speaks against a reduction before anything is computed.

use super::holding;
use super::{FlankInterface, ReductionRequest, Route};
use crate::fem::{self, MeshCount, ModeChoice, ReductionKind};
use crate::geometry::CylindricalGear;
use crate::model::{Gear, GearGeometry};
use crate::nearest::nearest;
use crate::resources::SeatSupport;
use crate::studies::finite_elements::FeTarget;

/// Unknowns of a mesh for each mode that it can mean: a wave in each direction needs several elements.
const UNKNOWNS_PER_MODE: usize = 10;

/// So many modes are found in seconds, whatever they mean.
const MOST_MODES: usize = 500;

/// Something wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestFault {
    /// Its kind, for programs.
    pub code: &'static str,
    /// Keys of the study or its interface that say it, the most telling first.
    pub keys: Vec<&'static str>,
    /// What is wrong.
    pub what: String,
    /// What to write.
    pub help: String,
}

impl ReductionRequest {
    /// All that speaks against reducing a gear in this way.
    pub fn faults(
        &self,
        gear: &Gear,
        target: &FeTarget,
        support: SeatSupport,
    ) -> Vec<RequestFault> {
        let checked = Checked {
            request: self,
            support,
        };
        let support = checked.support();
        match support {
            Some(fault) => vec![fault],
            None => checked.gear(target, gear),
        }
    }
}

/// A request with what it is checked against.
struct Checked<'s> {
    request: &'s ReductionRequest,
    support: SeatSupport,
}

fn fault(keys: &[&'static str], what: String, help: impl Into<String>) -> RequestFault {
    RequestFault {
        code: "bad-interface",
        keys: keys.to_vec(),
        what,
        help: help.into(),
    }
}

impl Checked<'_> {
    /// Motions of the whole body that the support leaves free.
    fn free_motions(&self) -> [bool; 6] {
        match self.support {
            SeatSupport::Free => [true; 6],
            SeatSupport::Rigid { locked } => locked.map(|locked| !locked),
        }
    }

    /// What the support and the interface say against each other.
    fn support(&self) -> Option<RequestFault> {
        let interface = &self.request.interface;
        if interface.has_center && self.support == SeatSupport::Free {
            return Some(fault(
                &["center"],
                "a free seat is not rigid: it has no center".to_owned(),
                "write support = \"rigid\", or leave center out",
            ));
        }
        let free = self.free_motions();
        if interface.has_center && free == [false; 6] {
            return Some(fault(
                &["center"],
                "the support constrains all motions of the center: none is left for the interface"
                    .to_owned(),
                "write support = \"rigid\", or leave center out",
            ));
        }
        let is_bare = interface.flanks == FlankInterface::None
            && !interface.has_center
            && interface.nodes.is_empty()
            && self.request.auxiliary_nodes == 0;
        if self.request.method == ReductionKind::StaticModes && is_bare {
            return Some(fault(
                &["flanks"],
                "there are no static shapes without an interface".to_owned(),
                "write interface = { flanks = \"joints\" }, or center = true",
            ));
        }
        let no_modes = matches!(
            self.request.modes,
            ModeChoice::Count(0) | ModeChoice::Fill(0)
        );
        if is_bare && no_modes {
            return Some(fault(
                &["modes", "coordinates"],
                "neither an interface nor modes are requested: no coordinates remain".to_owned(),
                "write modes = 30, or interface = { flanks = \"joints\" }",
            ));
        }
        None
    }

    /// Motions of the body that remain when its interface is held, where that matters.
    fn loose(&self, name: &str, gear: &CylindricalGear) -> Option<RequestFault> {
        // Three nodes hold a body unless they stand in a line: that is seen when they are there.
        let nodes = self.request.interface.nodes.len() + self.request.auxiliary_nodes;
        if self.request.method == ReductionKind::DualCraigBampton || nodes >= 3 {
            return None;
        }
        let left = holding::left_free(gear, &self.request.interface, self.free_motions());
        if left.is_empty() {
            return None;
        }
        let help = if self.support == SeatSupport::Free {
            "write motions = \"all\" into the interface, or support = \"rigid\" with center = true, or support = \"fixed\", or method = \"dual\""
        } else {
            "write center = true into the interface, or support = \"fixed\", or method = \"dual\""
        };
        let motions = match left.len() {
            6 => "it".to_owned(),
            _ => format!("its {}", left.join(", ")),
        };
        let what = format!(
            "gear `{name}` is insufficiently supported: {motions} remain free when its interface is fixed"
        );
        Some(RequestFault {
            code: "loose-body",
            ..fault(&["interface", "method"], what, help)
        })
    }

    fn gear(&self, target: &FeTarget, gear: &Gear) -> Vec<RequestFault> {
        let (GearGeometry::Cylindrical(geometry), Some(blank)) = (&gear.geometry, &gear.blank)
        else {
            return Vec::new();
        };
        let mut faults = Vec::new();
        faults.extend(self.teeth(&gear.name, geometry));
        if faults.is_empty() {
            faults.extend(self.loose(&gear.name, geometry));
        }
        let known = fem::set_names(geometry, blank);
        for set in &self.request.stresses {
            if !known.contains(set) {
                faults.push(self.unknown_set(set, &known));
            }
        }
        if self.request.route == Route::Cyclic
            && let Err(reason) = self.request.is_cyclic(geometry, self.support)
        {
            let what = format!(
                "gear `{}` cannot be computed by one sector: {reason}",
                gear.name
            );
            faults.push(fault(&["route"], what, "write route = \"auto\""));
        }
        faults.extend(self.count(&gear.name, geometry));
        let request = target.request(gear.mesh);
        let controls = request.controls(geometry, blank);
        if let Ok(count) = MeshCount::of(geometry, blank, &controls, request.element) {
            faults.extend(self.nodes(&gear.name, count.nodes));
            faults.extend(self.modes(&gear.name, geometry, 3 * count.nodes));
        }
        // Corners of the elements: one more than these.
        faults.extend(self.grid(&gear.name, [controls.flank + 1, controls.width + 1]));
        faults
    }

    fn teeth(&self, name: &str, gear: &CylindricalGear) -> Option<RequestFault> {
        let count = gear.data().teeth;
        let named = self.request.interface.teeth.as_deref().unwrap_or_default();
        let beyond = named.iter().find(|&&tooth| tooth > count)?;
        Some(fault(
            &["teeth"],
            format!("there is no tooth {beyond}: gear `{name}` has {count} teeth"),
            format!("name teeth from 1 to {count}, or write teeth = \"all\""),
        ))
    }

    fn unknown_set(&self, set: &str, known: &[String]) -> RequestFault {
        let help = match nearest(set, known.iter().map(String::as_str)) {
            Some(name) => format!("did you mean `{name}`? `pitchline mesh` lists all sets"),
            None => "write names of sets such as root_right_1; `pitchline mesh` lists them".into(),
        };
        fault(&["stresses"], format!("the mesh has no set `{set}`"), help)
    }

    /// Rows and columns that the mesh does not have.
    fn grid(&self, name: &str, grid: [usize; 2]) -> Option<RequestFault> {
        let most_zones = grid[1].saturating_sub(1);
        let (key, asked, has, what) = match self.request.interface.flanks {
            FlankInterface::Joints { zones, .. } if zones as usize > most_zones => (
                "zones",
                zones as usize,
                most_zones,
                "elements over the width",
            ),
            FlankInterface::Nodes { rows, .. } if rows > grid[0] => {
                ("rows", rows, grid[0], "rows of nodes")
            }
            FlankInterface::Nodes { columns, .. } if columns > grid[1] => {
                ("columns", columns, grid[1], "columns of nodes")
            }
            _ => return None,
        };
        Some(fault(
            &[key],
            format!("the flanks of gear `{name}` have {has} {what}, too few for {asked} {key}"),
            format!("choose {key} up to {has}, or a finer mesh"),
        ))
    }

    /// Nodes that the mesh does not have.
    fn nodes(&self, name: &str, count: usize) -> Option<RequestFault> {
        let nodes = &self.request.interface.nodes;
        let beyond = nodes.iter().find(|&&node| node as usize >= count)?;
        Some(fault(
            &["nodes"],
            format!("there is no node {beyond}: the mesh of gear `{name}` has {count} nodes"),
            format!(
                "name nodes from 0 to {}; `pitchline mesh` writes them to body-{name}.vtu",
                count - 1
            ),
        ))
    }

    /// More modes than the mesh can mean.
    fn modes(&self, name: &str, gear: &CylindricalGear, unknowns: usize) -> Option<RequestFault> {
        let most = MOST_MODES.max(unknowns / UNKNOWNS_PER_MODE);
        let (key, asked, most) = match self.request.modes {
            ModeChoice::Count(modes) => ("modes", modes, most),
            ModeChoice::Fill(coordinates) => {
                ("coordinates", coordinates, most + self.of_interface(gear))
            }
            ModeChoice::UpTo(_) => return None,
        };
        (asked > most).then(|| RequestFault {
            code: "too-many-modes",
            ..fault(
                &[key],
                format!(
                    "{asked} {key} of gear `{name}`, whose mesh has {unknowns} unknowns, would take long and be meaningless: such short waves are beyond the resolution of the mesh"
                ),
                format!("write {key} = {most} or fewer, or a finer mesh; some dozens serve most purposes"),
            )
        })
    }

    /// Coordinates that do not even hold the interface.
    fn count(&self, name: &str, gear: &CylindricalGear) -> Option<RequestFault> {
        let ModeChoice::Fill(coordinates) = self.request.modes else {
            return None;
        };
        let needed = self.of_interface(gear);
        (coordinates < needed).then(|| {
            fault(&["coordinates"],
                format!(
                    "{coordinates} coordinates are fewer than the {needed} of the interface of gear `{name}`"
                ),
                format!("write coordinates = {needed} or more, or a smaller interface; what is beyond {needed} is filled with modes"),
            )
        })
    }

    /// Coordinates of the interface.
    fn of_interface(&self, gear: &CylindricalGear) -> usize {
        let interface = &self.request.interface;
        let teeth = interface.teeth.as_ref().map(Vec::len);
        let flanks = teeth.unwrap_or(gear.data().teeth as usize) * interface.sides.len();
        let free = self.free_motions().into_iter().filter(|free| *free).count();
        let of_center = if interface.has_center { free } else { 0 };
        let nodes = interface.nodes.len() + self.request.auxiliary_nodes;
        flanks * interface.per_flank() + of_center + 3 * nodes
    }
}
