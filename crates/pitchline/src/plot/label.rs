//! Puts names beside points so that no two texts overlap.
//!
//! Each label tries a ring of directions at growing distances and takes the cheapest place: near its point, off the
//! lines, off other points and leaders. Texts never overlap and never leave the frame: that is no matter of price.

use std::f64::consts::TAU;

use super::axes::TEXT_SIZE;
use super::occupancy::Occupancy;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
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
/// How often all labels are reconsidered with the others in place.
const N_PASSES: usize = 3;

/// Prices of what is allowed but ugly, in pixels of distance.
const PRICE_LINE_CELL: f64 = 4.0;
const PRICE_POINT: f64 = 60.0;
const PRICE_LEADER_ON_TEXT: f64 = 400.0;
const PRICE_LEADERS_CROSS: f64 = 120.0;
const PRICE_LEADER: f64 = 6.0;
const PRICE_TURN: f64 = 8.0;
const PRICE_AMBIGUOUS: f64 = 25.0;

/// A name for a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The point on the page.
    pub point: Point,
    /// Its name.
    pub text: RichText,
    /// Preferred direction from the point to the text, as an angle on the page (rad, y downwards).
    pub direction: f64,
}

/// What is already on the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Obstacles {
    /// Boxes that no text may touch.
    pub boxes: Vec<Rectangle>,
    /// Points that texts had better not cover.
    pub points: Vec<Point>,
    /// Lines that texts had better not cover.
    pub lines: Vec<Vec<Point>>,
}

/// A label with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The text.
    pub text: Text,
    /// Line from the point to the text, where that is not beside the point.
    pub leader: Option<[Point; 2]>,
}

/// Finds a place for each request, in their order; `None` for one that fits nowhere in the frame or whose point is
/// outside.
pub fn place(
    requests: &[Request],
    obstacles: &Obstacles,
    frame: &Rectangle,
) -> Vec<Option<Placed>> {
    let mut page = Page {
        lines: Occupancy::new(*frame, &obstacles.lines),
        boxes: &obstacles.boxes,
        points: distinct_points(requests, obstacles),
        frame: *frame,
        spots: vec![None; requests.len()],
    };
    for _ in 0..N_PASSES {
        for (index, request) in requests.iter().enumerate() {
            page.spots[index] = None;
            page.spots[index] = page.best_spot(request);
        }
    }
    let placed = requests.iter().zip(&page.spots);
    placed
        .map(|(request, spot)| spot.as_ref().map(|spot| spot.draw(request)))
        .collect()
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

/// A possible place of a label.
#[derive(Clone, Debug)]
struct Spot {
    area: Rectangle,
    leader: Option<[Point; 2]>,
}

impl Spot {
    fn new(point: Point, area: Rectangle) -> Self {
        let nearest = area.nearest(point);
        let is_near = distance(nearest, point) <= NEAR;
        Self {
            area,
            leader: (!is_near).then_some([point, nearest]),
        }
    }

    fn draw(&self, request: &Request) -> Placed {
        let mut text = Text::new(
            [self.area.left, self.area.top],
            TEXT_SIZE,
            request.text.clone(),
        )
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

struct Page<'a> {
    lines: Occupancy,
    boxes: &'a [Rectangle],
    points: Vec<Point>,
    frame: Rectangle,
    spots: Vec<Option<Spot>>,
}

impl Page<'_> {
    fn best_spot(&self, request: &Request) -> Option<Spot> {
        let is_outside = !self.frame.grown(EDGE).contains(request.point);
        if is_outside || request.text.is_empty() {
            return None;
        }
        let bounds = Text::new([0.0, 0.0], TEXT_SIZE, request.text.clone()).bounds();
        let size = [bounds.width(), bounds.height()];
        let near = self.cheapest(request, ring_areas(request, size));
        near.or_else(|| self.cheapest(request, self.raster_areas(size)))
    }

    fn cheapest(
        &self,
        request: &Request,
        areas: impl Iterator<Item = (Rectangle, f64)>,
    ) -> Option<Spot> {
        areas
            .filter(|(area, _)| self.is_free(area))
            .map(|(area, price)| {
                let spot = Spot::new(request.point, area);
                let price = price + self.price(&spot, request.point);
                (price, spot)
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, spot)| spot)
    }

    fn is_free(&self, area: &Rectangle) -> bool {
        let airy = area.grown(AIR);
        self.frame.holds(area)
            && self.boxes.iter().all(|other| !airy.overlaps(other))
            && self.texts().all(|other| !airy.overlaps(other))
    }

    fn texts(&self) -> impl Iterator<Item = &Rectangle> {
        self.spots.iter().flatten().map(|spot| &spot.area)
    }

    fn leaders(&self) -> impl Iterator<Item = &[Point; 2]> {
        self.spots
            .iter()
            .flatten()
            .filter_map(|spot| spot.leader.as_ref())
    }

    fn price(&self, spot: &Spot, point: Point) -> f64 {
        let area = spot.area.grown(1.0);
        let own = distance(spot.area.nearest(point), point);
        let mut price = own;
        price += PRICE_LINE_CELL * f64::from(self.lines.count(&spot.area));
        let dots = self
            .points
            .iter()
            .filter(|dot| area.grown(3.0).contains(**dot));
        price += PRICE_POINT * dots.count() as f64;
        let under = self.leaders().filter(|leader| crosses(leader, &area));
        price += PRICE_LEADER_ON_TEXT * under.count() as f64;
        if let Some(leader) = &spot.leader {
            price += PRICE_LEADER;
            let texts = self
                .texts()
                .filter(|text| crosses(leader, &text.grown(1.0)));
            price += PRICE_LEADER_ON_TEXT * texts.count() as f64;
            let crossed = self.leaders().filter(|other| cross(leader, other));
            price += PRICE_LEADERS_CROSS * crossed.count() as f64;
            let on_way = self
                .points
                .iter()
                .filter(|dot| !is_same(**dot, point) && distance_to(leader, **dot) < 4.0);
            price += PRICE_POINT * on_way.count() as f64;
        } else {
            // A text without leader must be nearest to its own point.
            let rivals = self.points.iter().filter(|dot| {
                !is_same(**dot, point) && distance(spot.area.nearest(**dot), **dot) < own + 2.0
            });
            price += PRICE_AMBIGUOUS * rivals.count() as f64;
        }
        price
    }

    /// Every place in the frame, for pages so full that the rings found none.
    fn raster_areas(&self, [width, height]: [f64; 2]) -> impl Iterator<Item = (Rectangle, f64)> {
        let frame = self.frame;
        let n_rows = ((frame.height() - height) / (0.5 * height)).max(0.0) as usize;
        let n_columns = ((frame.width() - width) / 8.0).max(0.0) as usize;
        (0..=n_rows).flat_map(move |row| {
            (0..=n_columns).map(move |column| {
                let left = frame.left + 8.0 * column as f64;
                let top = frame.top + 0.5 * height * row as f64;
                (Rectangle::new(left, top, width, height), 0.0)
            })
        })
    }
}

/// Places around the point with the price of their direction.
fn ring_areas(
    request: &Request,
    [width, height]: [f64; 2],
) -> impl Iterator<Item = (Rectangle, f64)> {
    let [x, y] = request.point;
    let wished = if request.direction.is_finite() {
        request.direction
    } else {
        0.0
    };
    RINGS.into_iter().flat_map(move |ring| {
        (0..N_DIRECTIONS).map(move |step| {
            let angle = wished + TAU * step as f64 / N_DIRECTIONS as f64;
            let (sin, cos) = angle.sin_cos();
            // The box touches the ring with its side or corner, not with its centre.
            let left = x + ring * cos + 0.5 * width * (softened(cos) - 1.0);
            let top = y + ring * sin + 0.5 * height * (softened(sin) - 1.0);
            let turn = 0.5 * (1.0 - (angle - wished).cos());
            (Rectangle::new(left, top, width, height), PRICE_TURN * turn)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn request(x: f64, y: f64, text: &str) -> Request {
        Request {
            point: [x, y],
            text: RichText::markup(text),
            direction: -0.8,
        }
    }

    fn overlaps(placed: &[Option<Placed>]) -> bool {
        let boxes: Vec<Rectangle> = placed.iter().flatten().map(|p| p.text.bounds()).collect();
        boxes
            .iter()
            .enumerate()
            .any(|(i, a)| boxes[..i].iter().any(|b| a.overlaps(b)))
    }

    #[test]
    fn a_lone_label_stands_beside_its_point() {
        let frame = Rectangle::new(0.0, 0.0, 400.0, 300.0);
        let placed = place(&[request(200.0, 150.0, "C")], &Obstacles::default(), &frame);
        let label = placed[0].as_ref().expect("there is room");
        assert_eq!(label.leader, None);
    }

    #[test]
    fn twelve_labels_on_a_short_line_all_find_room() {
        let frame = Rectangle::new(0.0, 0.0, 500.0, 400.0);
        let requests: Vec<Request> = (0..12)
            .map(|i| request(250.0 + 3.0 * f64::from(i), 200.0 - f64::from(i), "T_{1}"))
            .collect();
        let placed = place(&requests, &Obstacles::default(), &frame);
        assert!(placed.iter().all(Option::is_some));
        assert!(!overlaps(&placed));
    }

    proptest! {
        #[test]
        fn random_labels_never_overlap(
            points in prop::collection::vec((-50.0..450.0_f64, -50.0..350.0_f64, "\\PC{0,14}"), 0..30),
            odd in any::<f64>(),
        ) {
            let frame = Rectangle::new(0.0, 0.0, 400.0, 300.0);
            let mut requests: Vec<Request> = points.iter().map(|(x, y, text)| request(*x, *y, text)).collect();
            requests.push(request(odd, odd, "odd"));
            requests.push(Request { direction: odd, ..request(20.0, f64::NAN, "nan") });
            let obstacles = Obstacles { boxes: vec![Rectangle::new(100.0, 100.0, 80.0, 40.0)], ..Obstacles::default() };
            let placed = place(&requests, &obstacles, &frame);
            prop_assert!(!overlaps(&placed));
            for label in placed.iter().flatten() {
                prop_assert!(frame.grown(1e-6).holds(&label.text.bounds()));
                prop_assert!(!label.text.bounds().overlaps(&obstacles.boxes[0]));
            }
        }
    }
}
