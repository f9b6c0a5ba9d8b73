//! Named positions on the x axis of a chart, such as the points A to E of a path of contact.

use serde::Serialize;

use super::axes::{Scale, TEXT_SIZE};
use super::colour::Colour;
use super::font;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Anchor, Baseline, Group, Item, Path, Text};
use super::style::{Dash, LineStyle};

/// Height of the row of labels above the frame (px).
pub(crate) const ROW: f64 = 28.0;
/// Height of the connection between line and label (px).
const CONNECTION: f64 = 11.0;
/// Least distance of two labels (px).
const GAP: f64 = 9.0;
/// Labels narrower than this say nothing (px).
const NARROWEST: f64 = 16.0;

/// A vertical line with a label above the frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Marker {
    /// Where, in the unit of the x axis.
    pub x: f64,
    /// Its name.
    pub label: RichText,
}

impl Marker {
    /// A marker at `x`.
    pub fn new(x: f64, label: impl Into<RichText>) -> Self {
        Self {
            x,
            label: label.into(),
        }
    }
}

/// Page positions of the markers that the axis shows, from left to right.
pub(crate) fn shown<'a>(markers: &'a [Marker], scale: &Scale) -> Vec<(f64, &'a RichText)> {
    let mut shown: Vec<(f64, &RichText)> = markers
        .iter()
        .filter(|marker| scale.shows(marker.x))
        .map(|marker| (scale.map(marker.x), &marker.label))
        .collect();
    shown.sort_by(|a, b| a.0.total_cmp(&b.0));
    shown
}

/// The lines through one frame.
pub(crate) fn lines(shown: &[(f64, &RichText)], frame: &Rectangle) -> Item {
    let runs = shown
        .iter()
        .map(|(x, _)| vec![[*x, frame.top], [*x, frame.bottom]]);
    Path::lines(runs.collect(), &style())
}

fn style() -> LineStyle {
    LineStyle::new(Colour::GREY).width(0.9).dash(Dash::Dashed)
}

/// The labels above the frame, moved apart where they crowd.
pub(crate) fn labels(shown: &[(f64, &RichText)], frame: &Rectangle) -> Item {
    let mut group = Group::new("markers");
    let named: Vec<&(f64, &RichText)> = shown.iter().filter(|(_, l)| !l.is_empty()).collect();
    let room = frame.grown(10.0);
    // Where even short labels find no room, every second, third, … is named.
    let most = ((room.width() + GAP) / (NARROWEST + GAP)).max(1.0) as usize;
    let every = named.len().div_ceil(most).max(1);
    let named: Vec<_> = named.into_iter().step_by(every).collect();
    let texts = fitted(&named, room.width());
    let widths: Vec<f64> = texts
        .iter()
        .map(|text| font::extent(text, TEXT_SIZE).width + GAP)
        .collect();
    let wished: Vec<f64> = named.iter().map(|(x, _)| *x).collect();
    let places = spread(
        &wished,
        &widths,
        [room.left - 0.5 * GAP, room.right + 0.5 * GAP],
    );
    let mut connections = Vec::new();
    for ((x, place), text) in wished.iter().zip(&places).zip(texts) {
        connections.push(vec![[*x, frame.top], [*place, frame.top - CONNECTION]]);
        let position = [*place, frame.top - CONNECTION - 4.0];
        let text = Text::new(position, TEXT_SIZE, text);
        let text = text.placed(Anchor::Middle, Baseline::Alphabetic);
        group.items.push(Item::Text(text.class("marker")));
    }
    let thin = LineStyle::new(Colour::GREY).width(0.9);
    group.items.push(Path::lines(connections, &thin));
    Item::Group(group)
}

/// Labels cut so that all together fit into the width; short ones stay whole.
fn fitted(named: &[&(f64, &RichText)], width: f64) -> Vec<RichText> {
    let width_of = |text: &RichText| font::extent(text, TEXT_SIZE).width;
    let total: f64 = named.iter().map(|(_, text)| width_of(text) + GAP).sum();
    let share = width / named.len().max(1) as f64 - GAP;
    let limit = if total <= width { width } else { share };
    named
        .iter()
        .map(|(_, text)| text.fitted(TEXT_SIZE, limit))
        .collect()
}

/// Centres of boxes as near as possible to those wished for (ascending), without overlap and within `limits`.
pub fn spread(wished: &[f64], widths: &[f64], limits: [f64; 2]) -> Vec<f64> {
    struct Cluster {
        start: f64,
        wish: f64,
        width: f64,
        n_boxes: usize,
    }
    let placed = |cluster: &mut Cluster| {
        // The mean wish of the members; the limits go first.
        let start = cluster.wish / cluster.n_boxes as f64;
        cluster.start = start.min(limits[1] - cluster.width).max(limits[0]);
    };
    let mut clusters: Vec<Cluster> = Vec::new();
    for (wish, width) in wished.iter().zip(widths) {
        let mut last = Cluster {
            start: 0.0,
            wish: wish - 0.5 * width,
            width: *width,
            n_boxes: 1,
        };
        placed(&mut last);
        while let Some(before) = clusters.last() {
            if before.start + before.width <= last.start {
                break;
            }
            // Start of the joint cluster that `last` would wish for is shifted by the width before it.
            last.wish += before.wish - last.n_boxes as f64 * before.width;
            last.width += before.width;
            last.n_boxes += before.n_boxes;
            clusters.pop();
            placed(&mut last);
        }
        clusters.push(last);
    }
    let mut places = Vec::with_capacity(widths.len());
    for cluster in clusters {
        let mut edge = cluster.start;
        let first = places.len();
        for width in &widths[first..first + cluster.n_boxes] {
            places.push(edge + 0.5 * width);
            edge += width;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lone_boxes_stay_and_crowded_ones_share_the_shift() {
        let places = spread(&[50.0, 51.0, 200.0], &[10.0, 10.0, 10.0], [0.0, 300.0]);
        assert_eq!(places, [45.5, 55.5, 200.0]);
    }

    proptest! {
        #[test]
        fn boxes_never_overlap(mut wished in prop::collection::vec(0.0..300.0_f64, 1..12), width in 1.0..25.0_f64) {
            wished.sort_by(f64::total_cmp);
            let widths = vec![width; wished.len()];
            let places = spread(&wished, &widths, [0.0, 300.0]);
            for pair in places.windows(2) {
                prop_assert!(pair[1] - pair[0] >= width - 1e-9);
            }
            prop_assert!(places[0] >= 0.5 * width - 1e-9);
            prop_assert!(places[places.len() - 1] <= 300.0 - 0.5 * width + 1e-9);
        }
    }
}
