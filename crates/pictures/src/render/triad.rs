//! The small axes that say where x, y and z point.

use super::view::View;
use crate::scene::{Anchor, Baseline, Circle, Item, Path, Point, Text};
use crate::{Colour, LineStyle};

/// Width and height of the room that it needs (px).
pub(super) const ROOM: f64 = 76.0;
/// Length of an axis that lies in the picture (px).
const LENGTH: f64 = 24.0;
/// Axes shorter than this point at the eye and get no name of their own place (px).
const SHORTEST: f64 = 4.0;

/// Axes around a point of the page.
pub(super) fn draw(centre: Point, view: &View) -> Vec<Item> {
    let [right, up, eye] = view.axes();
    let mut order = [0, 1, 2];
    // The farthest first, so that the nearest covers it.
    order.sort_by(|a, b| eye[*a].total_cmp(&eye[*b]));
    let mut items = Vec::new();
    for axis in order {
        let colour = [Colour::VERMILION, Colour::GREEN, Colour::BLUE][axis];
        let along = [LENGTH * right[axis], -LENGTH * up[axis]];
        let length = along[0].hypot(along[1]);
        let at = |share: f64| [centre[0] + share * along[0], centre[1] + share * along[1]];
        let mut name_at = [centre[0] - 9.0, centre[1] + 9.0];
        if length > SHORTEST {
            let head = 7.0 / length;
            let base = at(1.0 - head);
            let across = [-along[1] / length * 2.4, along[0] / length * 2.4];
            items.push(Path::segment(
                centre,
                base,
                &LineStyle::new(colour).width(1.8),
            ));
            items.push(Item::Path(Path {
                runs: vec![vec![
                    at(1.0),
                    [base[0] + across[0], base[1] + across[1]],
                    [base[0] - across[0], base[1] - across[1]],
                ]],
                is_closed: true,
                stroke: None,
                fill: Some(colour),
            }));
            name_at = at(1.0 + 8.0 / length);
        } else {
            items.push(Circle::dot(centre, colour));
        }
        let text = Text::new(name_at, 11.5, ["x", "y", "z"][axis]).colour(colour);
        let text = text
            .placed(Anchor::Middle, Baseline::Middle)
            .class("axis-name");
        items.push(Item::Text(text.halo()));
    }
    items
}
