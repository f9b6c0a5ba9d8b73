//! The page on which labels are placed: which places there are, which are free and what they cost.

use std::f64::consts::TAU;

use super::axes::TEXT_SIZE;
use super::label::{Obstacles, Placed, Request};
use super::occupancy::Occupancy;
use super::rectangle::Rectangle;
use super::scene::{Anchor, Baseline, Point, Text};

/// Distances from the point to its text (px).
const RINGS: [f64; 11] = [
    6.0, 9.0, 13.0, 18.0, 25.0, 34.0, 46.0, 62.0, 84.0, 115.0, 160.0,
];
const N_DIRECTIONS: usize = 24;
/// A text farther away than this needs a leader (px).
const NEAR: f64 = 10.0;
/// Air around texts (px).
const AIR: f64 = 2.5;
/// A point this far outside of the frame of the labels is still named (px).
const EDGE: f64 = 5.0;
/// A leader closer than this to a dot seems to belong to it (px).
const DOT_AIR: f64 = 5.5;

/// Prices of what is allowed but ugly, in pixels of distance.
const PRICE_LINE_CELL: f64 = 6.0;
const PRICE_POINT: f64 = 60.0;
const PRICE_LEADER_ON_TEXT: f64 = 400.0;
const PRICE_LEADERS_CROSS: f64 = 120.0;
const PRICE_LEADER: f64 = 9.0;
const PRICE_TURN: f64 = 8.0;
const PRICE_LOST: f64 = 1e5;

/// A possible place of a label.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    area: Rectangle,
    leader: Option<[Point; 2]>,
}

impl Spot {
    /// The label at this place.
    pub(crate) fn draw(&self, request: &Request) -> Placed {
        let start = [self.area.left, self.area.top];
        let mut text = Text::new(start, TEXT_SIZE, request.text.clone())
            .placed(Anchor::Start, Baseline::Alphabetic)
            .class("label")
            .halo();
        // Moves the measured box onto the chosen area, whatever its letters reach above the line.
        text.position[1] += self.area.top - text.bounds().top;
        Placed {
            text,
            leader: self.leader,
        }
    }
}

/// The page with the labels placed so far.
pub(crate) struct Page<'a> {
    requests: &'a [Request],
    sizes: Vec<[f64; 2]>,
    lines: Occupancy,
    boxes: &'a [Rectangle],
    points: Vec<Point>,
    frame: Rectangle,
    spots: Vec<Option<Spot>>,
}

impl<'a> Page<'a> {
    /// A page without labels.
    pub(crate) fn new(
        requests: &'a [Request],
        obstacles: &'a Obstacles,
        frame: &Rectangle,
    ) -> Self {
        let size = |request: &Request| {
            let bounds = Text::new([0.0, 0.0], TEXT_SIZE, request.text.clone()).bounds();
            [bounds.width(), bounds.height()]
        };
        Self {
            requests,
            sizes: requests.iter().map(size).collect(),
            lines: Occupancy::new(*frame, &obstacles.lines),
            boxes: &obstacles.boxes,
            points: distinct_points(requests, obstacles),
            frame: *frame,
            spots: vec![None; requests.len()],
        }
    }

    /// Takes all labels off.
    pub(crate) fn clear(&mut self) {
        self.spots.fill(None);
    }

    /// Where the labels are.
    pub(crate) fn spots(&self) -> &[Option<Spot>] {
        &self.spots
    }

    /// Puts the labels back to where they were.
    pub(crate) fn restore(&mut self, spots: Vec<Option<Spot>>) {
        self.spots = spots;
    }

    /// Takes these labels off and places them one after the other.
    pub(crate) fn place_anew(&mut self, indices: &[usize]) {
        for index in indices {
            self.spots[*index] = None;
        }
        for index in indices {
            self.spots[*index] = self.best_spot(*index);
        }
    }

    /// Price of the page as it is.
    pub(crate) fn total_price(&self) -> f64 {
        let price = |(index, spot): (usize, &Option<Spot>)| match spot {
            Some(spot) => self.price(spot, index),
            None => PRICE_LOST,
        };
        self.spots.iter().enumerate().map(price).sum()
    }

    fn best_spot(&self, index: usize) -> Option<Spot> {
        let request = &self.requests[index];
        let is_outside = !self.frame.grown(EDGE).contains(request.point);
        if is_outside || request.text.is_empty() {
            return None;
        }
        let size = self.sizes[index];
        let near = self.cheapest(index, ring_areas(request, size));
        near.or_else(|| self.cheapest(index, self.raster_areas(size)))
    }

    fn cheapest(&self, index: usize, areas: impl Iterator<Item = Rectangle>) -> Option<Spot> {
        let point = self.requests[index].point;
        let mut best: Option<(f64, Spot)> = None;
        for area in areas {
            // No place is cheaper than its distance: most need not be looked at.
            let is_dear = |(price, _): &(f64, Spot)| price_of_distance(&area, point) >= *price;
            if best.as_ref().is_some_and(is_dear) || !self.is_free(&area) {
                continue;
            }
            let spot = self.spot(point, area);
            let price = self.price(&spot, index);
            if best.as_ref().is_none_or(|(least, _)| price < *least) {
                best = Some((price, spot));
            }
        }
        best.map(|(_, spot)| spot)
    }

    /// The place with a leader if the text is far from its point or might be taken for the name of another.
    fn spot(&self, point: Point, area: Rectangle) -> Spot {
        let nearest = area.nearest(point);
        let own = distance(nearest, point);
        let is_clear = own <= NEAR && !self.has_rival(&area, point, own);
        Spot {
            area,
            leader: (!is_clear).then_some([point, nearest]),
        }
    }

    fn is_free(&self, area: &Rectangle) -> bool {
        let airy = area.grown(AIR);
        let mut texts = self.spots.iter().flatten();
        self.frame.holds(area)
            && self.boxes.iter().all(|other| !airy.overlaps(other))
            && texts.all(|other| !airy.overlaps(&other.area))
    }

    /// The price of this place for a label, the other labels being where they are.
    fn price(&self, spot: &Spot, index: usize) -> f64 {
        let request = &self.requests[index];
        let point = request.point;
        let covered = spot.area.grown(4.0);
        let dots = self.points.iter().filter(|dot| covered.contains(**dot));
        price_of_distance(&spot.area, point)
            + PRICE_TURN * turn(request, &spot.area)
            + PRICE_LINE_CELL * f64::from(self.lines.count(&spot.area))
            + PRICE_POINT * dots.count() as f64
            + self.price_among_labels(spot, index)
            + match &spot.leader {
                Some(leader) => PRICE_LEADER + PRICE_POINT * self.dots_near(leader, point),
                None => 0.0,
            }
    }

    fn price_among_labels(&self, spot: &Spot, index: usize) -> f64 {
        let others = self.spots.iter().enumerate();
        let others = others.filter(|(other, _)| *other != index);
        let mut price = 0.0;
        for other in others.filter_map(|(_, other)| other.as_ref()) {
            if let Some(leader) = &other.leader {
                if crosses(leader, &spot.area.grown(1.0)) {
                    price += PRICE_LEADER_ON_TEXT;
                }
                if spot.leader.is_some_and(|own| cross(&own, leader)) {
                    price += PRICE_LEADERS_CROSS;
                }
            }
            if spot
                .leader
                .is_some_and(|own| crosses(&own, &other.area.grown(1.0)))
            {
                price += PRICE_LEADER_ON_TEXT;
            }
        }
        price
    }

    /// Dots of others so near to a leader that it seems theirs.
    fn dots_near(&self, leader: &[Point; 2], point: Point) -> f64 {
        let others = self.points.iter().filter(|dot| !is_same(**dot, point));
        let near = others.filter(|dot| distance_to(leader, **dot) < DOT_AIR);
        near.count() as f64
    }

    /// Whether a text seems to belong to the dot of another.
    fn has_rival(&self, area: &Rectangle, point: Point, own: f64) -> bool {
        let mut others = self.points.iter().filter(|dot| !is_same(**dot, point));
        others.any(|dot| distance(area.nearest(*dot), *dot) < own + 2.0)
    }

    /// Every place in the frame, for pages so full that the rings found none.
    fn raster_areas(&self, [width, height]: [f64; 2]) -> impl Iterator<Item = Rectangle> + use<> {
        let frame = self.frame;
        let n_rows = ((frame.height() - height) / (0.5 * height)).max(0.0) as usize;
        let n_columns = ((frame.width() - width) / 8.0).max(0.0) as usize;
        (0..=n_rows).flat_map(move |row| {
            (0..=n_columns).map(move |column| {
                let left = frame.left + 8.0 * column as f64;
                let top = frame.top + 0.5 * height * row as f64;
                Rectangle::new(left, top, width, height)
            })
        })
    }
}

/// Nearer than the innermost ring is no better: the wished direction decides there.
fn price_of_distance(area: &Rectangle, point: Point) -> f64 {
    distance(area.nearest(point), point).max(RINGS[0])
}

/// Places around the point.
fn ring_areas(request: &Request, [width, height]: [f64; 2]) -> impl Iterator<Item = Rectangle> {
    let [x, y] = request.point;
    let wished = wished(request);
    RINGS.into_iter().flat_map(move |ring| {
        (0..N_DIRECTIONS).map(move |step| {
            let angle = wished + TAU * step as f64 / N_DIRECTIONS as f64;
            let (sin, cos) = angle.sin_cos();
            // The box touches the ring with its side or corner, not with its centre.
            let left = x + ring * cos + 0.5 * width * (softened(cos) - 1.0);
            let top = y + ring * sin + 0.5 * height * (softened(sin) - 1.0);
            Rectangle::new(left, top, width, height)
        })
    })
}

/// Steeper than the sine itself, so that oblique boxes clear the point and level ones stay centred.
fn softened(value: f64) -> f64 {
    (1.6 * value).clamp(-1.0, 1.0)
}

fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn is_same(a: Point, b: Point) -> bool {
    distance(a, b) < 1.0
}

fn crosses(leader: &[Point; 2], area: &Rectangle) -> bool {
    area.clip_segment(leader[0], leader[1]).is_some()
}

fn distance_to(leader: &[Point; 2], point: Point) -> f64 {
    let along = [leader[1][0] - leader[0][0], leader[1][1] - leader[0][1]];
    let toward = [point[0] - leader[0][0], point[1] - leader[0][1]];
    let square = along[0] * along[0] + along[1] * along[1];
    let t = (along[0] * toward[0] + along[1] * toward[1]) / square.max(f64::MIN_POSITIVE);
    let t = t.clamp(0.0, 1.0);
    (toward[0] - t * along[0]).hypot(toward[1] - t * along[1])
}

fn cross(a: &[Point; 2], b: &[Point; 2]) -> bool {
    let side = |line: &[Point; 2], point: Point| {
        (line[1][0] - line[0][0]) * (point[1] - line[0][1])
            - (line[1][1] - line[0][1]) * (point[0] - line[0][0])
    };
    side(a, b[0]) * side(a, b[1]) < 0.0 && side(b, a[0]) * side(b, a[1]) < 0.0
}

/// The preferred direction; to the right if it is no number.
fn wished(request: &Request) -> f64 {
    if request.direction.is_finite() {
        request.direction
    } else {
        0.0
    }
}

/// From 0 where the text stands as wished to 1 on the opposite side.
fn turn(request: &Request, area: &Rectangle) -> f64 {
    let middle = [
        0.5 * (area.left + area.right) - request.point[0],
        0.5 * (area.top + area.bottom) - request.point[1],
    ];
    let length = middle[0].hypot(middle[1]).max(f64::MIN_POSITIVE);
    let (sin, cos) = wished(request).sin_cos();
    0.5 * (1.0 - (middle[0] * cos + middle[1] * sin) / length)
}

/// All points with or without a name, each once.
fn distinct_points(requests: &[Request], obstacles: &Obstacles) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let named = requests.iter().map(|request| request.point);
    for point in named.chain(obstacles.points.iter().copied()) {
        if points.iter().all(|other| !is_same(*other, point)) {
            points.push(point);
        }
    }
    points
}
