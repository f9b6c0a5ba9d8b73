//! Puts names beside points so that no two texts overlap.
//!
//! Each label tries a ring of directions at growing distances and takes the cheapest place: near its point, off the
//! lines, off other points and leaders. Texts never overlap and never leave the frame: that is no matter of price.
//! Since each choice depends on those before, several orders are tried and pairs of labels are placed anew.

use super::label_page::{Page, Spot};
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Point, Text};

/// How often all labels are reconsidered with the others in place.
const N_PASSES: usize = 4;
/// Neighbours of a label with which it may change places.
const N_NEIGHBOURS: usize = 5;

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

/// Finds a place for each request; `None` for one that fits nowhere in the frame or whose point is outside.
pub fn place(
    requests: &[Request],
    obstacles: &Obstacles,
    frame: &Rectangle,
) -> Vec<Option<Placed>> {
    let mut page = Page::new(requests, obstacles, frame);
    let mut best: Option<(f64, Vec<Option<Spot>>)> = None;
    for order in orders(requests.len()) {
        page.clear();
        settle(&mut page, &order);
        exchange(&mut page, requests);
        let price = page.total_price();
        if best.as_ref().is_none_or(|(least, _)| price < *least) {
            best = Some((price, page.spots().to_vec()));
        }
    }
    let spots = best.map_or_else(Vec::new, |(_, spots)| spots);
    let placed = requests.iter().zip(&spots);
    placed
        .map(|(request, spot)| spot.as_ref().map(|spot| spot.draw(request)))
        .collect()
}

/// As given, reversed, and every second one first, which suits rows of points.
fn orders(n_labels: usize) -> [Vec<usize>; 3] {
    let even = (0..n_labels).step_by(2);
    [
        (0..n_labels).collect(),
        (0..n_labels).rev().collect(),
        even.chain((1..n_labels).step_by(2)).collect(),
    ]
}

fn settle(page: &mut Page<'_>, order: &[usize]) {
    for _ in 0..N_PASSES {
        for index in order {
            page.place_anew(&[*index]);
        }
    }
}

/// Takes a label and a neighbour off and puts them back in the other order, as long as the page gains by it.
fn exchange(page: &mut Page<'_>, requests: &[Request]) {
    let distance = |a: usize, b: usize| {
        let (a, b) = (requests[a].point, requests[b].point);
        (a[0] - b[0]).hypot(a[1] - b[1])
    };
    let mut price = page.total_price();
    for first in 0..requests.len() {
        let mut others: Vec<usize> = (0..requests.len()).filter(|i| *i != first).collect();
        others.sort_by(|a, b| distance(first, *a).total_cmp(&distance(first, *b)));
        for second in others.into_iter().take(N_NEIGHBOURS) {
            let before = page.spots().to_vec();
            page.place_anew(&[first, second]);
            let after = page.total_price();
            if after < price {
                price = after;
            } else {
                page.restore(before);
            }
        }
    }
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
        #![proptest_config(ProptestConfig::with_cases(48))]

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
