//! Small tables inside a gear or pair: plain data from their keys.

use crate::geometry::{BasicRack, CutterData, Misalignment};
use crate::input::Section;

pub(super) fn basic_rack(section: &Section) -> Option<BasicRack> {
    if let Some(own) = section.table("rack") {
        return Some(BasicRack {
            addendum: own.number("addendum")?.value,
            dedendum: own.number("dedendum")?.value,
            root_radius: own.number("root_radius")?.value,
        });
    }
    Some(match section.choice("rack")?.value {
        "B" => BasicRack::B,
        "C" => BasicRack::C,
        "D" => BasicRack::D,
        _ => BasicRack::A,
    })
}

pub(super) fn cutter(section: &Section) -> CutterData {
    CutterData {
        teeth: section
            .integer("teeth")
            .and_then(|teeth| u32::try_from(teeth.value).ok()),
        profile_shift: section.number("profile_shift").map(|shift| shift.value),
        addendum: section.number("addendum").map(|addendum| addendum.value),
        tip_radius: section.number("tip_radius").map(|radius| radius.value),
    }
}

pub(super) fn misalignment(section: &Section) -> Misalignment {
    let get = |key: &str| section.quantity(key).map_or(0.0, |value| value.value);
    Misalignment {
        radial: get("parallel_in_plane"),
        offset: get("parallel_out_of_plane"),
        axial: get("axial"),
        tilt_in_plane: get("angular_in_plane"),
        tilt_out_of_plane: get("angular_out_of_plane"),
    }
}
