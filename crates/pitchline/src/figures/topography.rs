//! Maps of what is taken off the flanks, over profile and width.

use super::modification::title;
use crate::flank_traces::{self, Map, Teeth};
use crate::geometry::CylindricalGear;
use crate::geometry::FlankSide;
use crate::model::Gear;
use crate::pictures::{Axis, Figure, HeatMap, Palette, RichText};

/// The map of each flank with its side: both, or the right one alone where they are alike.
pub(crate) fn topographies(
    gear: &Gear<CylindricalGear>,
    teeth: Teeth,
) -> Vec<(&'static str, Figure)> {
    let maps = flank_traces::maps(gear, teeth);
    let are_alike = maps.len() == 1;
    maps.into_iter()
        .map(|map| {
            let side = match map.side {
                FlankSide::Right => "right",
                FlankSide::Left => "left",
            };
            let which = if are_alike {
                "both flanks".to_owned()
            } else {
                format!("{side} flank")
            };
            let title = title(gear, teeth, &format!("topography, {which}"));
            (side, draw(gear, map, title))
        })
        .collect()
}

fn draw(gear: &Gear<CylindricalGear>, map: Map, title: RichText) -> Figure {
    let y_axis = match gear.geometry.as_wheel() {
        Some(_) => Axis::new("Profile: roll length", "mm"),
        None => Axis::new("Profile: length from the datum line", "mm"),
    };
    let scaled = |values: &[f64], factor: f64| values.iter().map(|value| factor * value).collect();
    let mut picture = HeatMap {
        title,
        subtitle: RichText::markup(
            if gear
                .geometry
                .as_wheel()
                .is_some_and(|wheel| wheel.is_internal())
            {
                "root above, tip below"
            } else {
                "tip above, root below"
            },
        ),
        x_axis: Axis::new("Lead: width z", "mm"),
        y_axis,
        z_axis: Axis::new("Material removed", "µm"),
        // Blue for material taken off, orange for material left.
        palette: Palette::Signed,
        x: scaled(&map.width, 1e3),
        y: scaled(&map.profile, 1e3),
        z: map.relief.iter().map(|row| scaled(row, 1e6)).collect(),
    };
    if picture.y.first() > picture.y.last() {
        picture.y.reverse();
        picture.z.reverse();
    }
    picture.into()
}
