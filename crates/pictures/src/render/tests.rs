//! Pictures of a ring of hexahedra, looked at pixel by pixel.

use std::f64::consts::TAU;

use super::testing::{Kind, keep, surface};
use super::*;
use crate::{Axis, Figure, RichText, audit, svg};

/// A saddle: two waves around, growing with the radius.
fn saddle(ring: &Surface, waves: f64) -> Vec<[f64; 3]> {
    let shape = |p: &[f64; 3]| {
        let angle = p[1].atan2(p[0]);
        [0.0, 0.0, 1e-6 * p[0].hypot(p[1]) * (waves * angle).cos()]
    };
    ring.nodes().iter().map(shape).collect()
}

fn stress(ring: &Surface) -> Vec<f64> {
    let value =
        |p: &[f64; 3]| 180.0 * (0.03 / p[0].hypot(p[1])).powi(2) * (1.0 + 0.3 * p[0] / 0.08);
    ring.nodes().iter().map(value).collect()
}

fn deflected(kind: Kind) -> ShadedView {
    let ring = surface(kind, [4, 36, 3]);
    ShadedView {
        subtitle: "C45, torque 120 N·m".into(),
        field: Some(Field::new(
            saddle(&ring, 2.0)
                .iter()
                .map(|u| 1e6 * u[2].abs())
                .collect(),
            Axis::new("Deflection", "µm"),
        )),
        deformation: Some(Deformation {
            displacements: saddle(&ring, 2.0),
            magnification: Magnification::Auto,
        }),
        lines: Lines::Features,
        ..ShadedView::of_mesh("Deflection of the ring", ring)
    }
}

fn png(figure: &Figure) -> Vec<u8> {
    figure.draw().unwrap().png().unwrap()
}

#[test]
fn every_kind_of_picture_is_readable_and_the_same_each_time() {
    let ring = surface(Kind::Linear, [4, 36, 3]);
    let stressed = ShadedView {
        field: Some(Field::new(
            stress(&ring),
            Axis::new("Von Mises stress", "MPa"),
        )),
        lines: Lines::Features,
        ..ShadedView::of_mesh("Stress", ring.clone())
    };
    let curved = ShadedView::of_mesh("Quadratic", surface(Kind::Quadratic, [2, 12, 1]));
    let signed = ShadedView {
        field: Some(Field::new(
            saddle(&ring, 3.0).iter().map(|u| 1e9 * u[2]).collect(),
            Axis::new("Axial displacement", "nm"),
        )),
        view: View::FRONT,
        ..ShadedView::of_mesh("Signed", ring.clone())
    };
    let pictures = [
        ("mesh.png", ShadedView::of_mesh("Mesh of the ring", ring)),
        ("stress.png", stressed),
        ("curved.png", curved),
        ("signed.png", signed),
        ("deflection.png", deflected(Kind::Quadratic)),
    ];
    for (name, view) in pictures {
        let figure = Figure::from(view);
        let png = png(&figure);
        keep(name, &png);
        assert!(
            png == self::png(&figure),
            "{name} differs from call to call"
        );
        assert_eq!(audit::of(&figure).unwrap(), [], "{name}");
    }
}

#[test]
fn a_page_of_modes_is_readable() {
    let ring = surface(Kind::Linear, [4, 48, 3]);
    let views = (0..6).map(|i| {
        let caption = RichText::plain(&format!("Mode {}: {} Hz", i + 1, 1234.5 * f64::from(i)));
        PageView::of_shape(caption, saddle(&ring, f64::from(i)), 8e-8)
    });
    let page = ShadedPage::of_shapes("First modes", ring.clone(), views.collect());
    let figure = Figure::from(page);
    keep("modes.png", &png(&figure));
    assert_eq!(audit::of(&figure).unwrap(), []);
}

#[test]
fn the_scale_of_displacements_is_told() {
    // Largest displacement 1e-6 · 0.08 m, size 0.16 m: 5 % of it is 8e-3 m, or 1e5 times as much.
    let text = svg::write(&deflected(Kind::Linear).draw().unwrap().scene);
    assert!(text.contains("× 100000,"), "{text}");
}

#[test]
fn what_lies_behind_is_hidden() {
    // A large square behind a small one, both facing the eye: values 0 behind, 1 in front.
    let square = |half: f64, z: f64| {
        [
            [-half, -half, z],
            [half, -half, z],
            [half, half, z],
            [-half, half, z],
        ]
    };
    for front_first in [true, false] {
        let (near, far) = (square(1.0, 1.0), square(2.0, 0.0));
        let (vertices, values) = if front_first {
            ([near, far].concat(), [[1.0; 4], [0.0; 4]].concat())
        } else {
            ([far, near].concat(), [[0.0; 4], [1.0; 4]].concat())
        };
        let render = ShadedView {
            field: Some(Field::new(values, Axis::new("value", "–").range(0.0, 1.0))),
            lines: Lines::Features,
            view: View::FRONT,
            ..ShadedView::of_mesh(
                "",
                Surface::new(vertices, Faces::Linear(vec![[0, 1, 2, 3], [4, 5, 6, 7]])).unwrap(),
            )
        };
        let image = &render.draw().unwrap().images.unwrap()[0];
        let rows = image.pixels.len() / image.width;
        let at = |x: f64, y: f64| {
            image.pixels
                [(y * rows as f64) as usize * image.width + (x * image.width as f64) as usize]
        };
        let (middle, outer, outside) = (at(0.5, 0.5), at(0.5, 0.1), at(0.02, 0.5));
        assert!(
            middle[0] < outer[0] && middle[1] < 80,
            "{middle:?} {outer:?}"
        );
        assert_eq!(outside, [255; 3]);
    }
}

#[test]
fn neighbours_leave_no_gap() {
    // Seen along the axis a ring without lines covers its area: π (R² − r²) of the square around it.
    let ring = surface(Kind::Quadratic, [2, 24, 1]);
    let render = ShadedView {
        lines: Lines::Features,
        view: View::FRONT,
        ..ShadedView::of_mesh("", ring.clone())
    };
    let image = &render.draw().unwrap().images.unwrap()[0];
    let covered = image
        .pixels
        .iter()
        .filter(|pixel| **pixel != [255; 3])
        .count() as f64;
    let outer = ring.nodes().iter().map(|p| p[0]).fold(0.0, f64::max);
    let pixels_per_metre = 0.5 * (480.0 - 20.0) * 2.0 / outer;
    let area = 0.5 * TAU * (outer * outer - 0.03_f64.powi(2)) * pixels_per_metre.powi(2);
    // The line around, three pixels wide, covers up to one and a half beyond each border.
    let rim = 1.5 * TAU * (outer + 0.03) * pixels_per_metre;
    assert!(
        covered > area && covered < area + 1.5 * rim,
        "{covered} {area} {rim}"
    );
}

#[test]
fn wrong_data_are_refused_and_strange_ones_survive() {
    let ring = surface(Kind::Linear, [1, 8, 1]);
    let short = ShadedView {
        field: Some(Field::new(vec![1.0], Axis::new("x", "–"))),
        ..ShadedView::of_mesh("", ring.clone())
    };
    assert!(
        short
            .draw()
            .unwrap_err()
            .to_string()
            .contains("1 values where 32")
    );
    let strange = ShadedView {
        field: Some(Field::new(vec![f64::NAN; 32], Axis::new("x", "–"))),
        deformation: Some(Deformation {
            displacements: vec![[f64::INFINITY; 3]; 32],
            magnification: Magnification::Factor(f64::NAN),
        }),
        view: View {
            towards_eye: [0.0; 3],
            up: [f64::NAN; 3],
        },
        ..ShadedView::of_mesh(RichText::plain("strange"), ring)
    };
    png(&strange.into());
    let empty = Surface::new(vec![], Faces::Linear(vec![])).unwrap();
    png(&ShadedView::of_mesh("empty", empty).into());
    let refusal = |nodes, faces| Surface::new(nodes, faces).unwrap_err().to_string();
    let beyond = refusal(
        vec![[0.0; 3]; 4],
        Faces::Quadratic(vec![[0, 1, 2, 3, 0, 1, 99, 2]]),
    );
    assert!(beyond.contains("node 99"), "{beyond}");
    let nowhere = refusal(vec![[f64::NAN; 3]], Faces::Linear(vec![]));
    assert!(nowhere.contains("node 0"), "{nowhere}");
}
