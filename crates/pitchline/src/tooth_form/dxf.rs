//! A drawing for CAD programs: DXF of release 12, which all of them read. Lengths in millimetres.

use std::fmt::Write as _;

use super::Curve;

/// Layers and their colours by number.
const LAYERS: [(&str, u8); 4] = [("root", 8), ("fillet", 30), ("flank", 5), ("tip", 7)];

/// The curves as polylines, each on the layer of its part.
pub(crate) fn dxf(curves: &[Curve]) -> String {
    let mut text = String::new();
    let mut put = |code: u16, value: &str| {
        let _ = write!(text, "{code}\n{value}\n");
    };
    put(999, "tooth form in the transverse plane, millimetres");
    for (code, value) in [
        (0, "SECTION"),
        (2, "HEADER"),
        (9, "$ACADVER"),
        (1, "AC1009"),
        (0, "ENDSEC"),
    ] {
        put(code, value);
    }
    for (code, value) in [
        (0, "SECTION"),
        (2, "TABLES"),
        (0, "TABLE"),
        (2, "LTYPE"),
        (70, "1"),
    ] {
        put(code, value);
    }
    for (code, value) in [
        (0, "LTYPE"),
        (2, "CONTINUOUS"),
        (70, "0"),
        (3, "Solid line"),
        (72, "65"),
        (73, "0"),
        (40, "0.0"),
    ] {
        put(code, value);
    }
    for (code, value) in [(0, "ENDTAB"), (0, "TABLE"), (2, "LAYER"), (70, "4")] {
        put(code, value);
    }
    for (name, colour) in LAYERS {
        for (code, value) in [
            (0, "LAYER"),
            (2, name),
            (70, "0"),
            (62, &colour.to_string()),
            (6, "CONTINUOUS"),
        ] {
            put(code, value);
        }
    }
    for (code, value) in [
        (0, "ENDTAB"),
        (0, "ENDSEC"),
        (0, "SECTION"),
        (2, "ENTITIES"),
    ] {
        put(code, value);
    }
    for curve in curves {
        let head = [
            (0, "POLYLINE"),
            (8, curve.part),
            (66, "1"),
            (10, "0.0"),
            (20, "0.0"),
            (30, "0.0"),
            (70, "0"),
        ];
        for (code, value) in head {
            put(code, value);
        }
        for [x, y] in &curve.points {
            put(0, "VERTEX");
            put(8, curve.part);
            put(10, &format!("{:.9}", 1e3 * x));
            put(20, &format!("{:.9}", 1e3 * y));
            put(30, "0.0");
        }
        put(0, "SEQEND");
        put(8, curve.part);
    }
    put(0, "ENDSEC");
    put(0, "EOF");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the polylines of a file back: layer and points.
    fn read(text: &str) -> Vec<(String, Vec<[f64; 2]>)> {
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len() % 2, 0, "codes and values come in pairs");
        let pairs = lines
            .chunks(2)
            .map(|pair| (pair[0].parse::<u16>().expect("a code"), pair[1]));
        let mut found: Vec<(String, Vec<[f64; 2]>)> = Vec::new();
        let mut entity = "";
        for (code, value) in pairs {
            match (code, entity) {
                (0, _) => {
                    entity = value;
                    match value {
                        "POLYLINE" => found.push((String::new(), Vec::new())),
                        "VERTEX" => found.last_mut().expect("inside").1.push([f64::NAN; 2]),
                        _ => {}
                    }
                }
                (8, "POLYLINE") => found.last_mut().expect("inside").0 = value.to_owned(),
                (10 | 20, "VERTEX") => {
                    let point = found.last_mut().and_then(|(_, points)| points.last_mut());
                    point.expect("inside")[usize::from(code == 20)] =
                        value.parse().expect("a number");
                }
                _ => {}
            }
        }
        assert_eq!(entity, "EOF");
        found
    }

    #[test]
    fn what_is_written_can_be_read() {
        let curves = [
            Curve {
                part: "flank",
                points: vec![[1e-3, 2e-3], [1.5e-3, -2.25e-3]],
            },
            Curve {
                part: "tip",
                points: vec![[0.0, 0.0], [0.1, 0.2], [0.3, 0.4]],
            },
        ];
        let found = read(&dxf(&curves));
        assert_eq!(found.len(), 2);
        for (curve, (layer, points)) in curves.iter().zip(found) {
            assert_eq!(curve.part, layer);
            assert!(LAYERS.iter().any(|(name, _)| *name == layer));
            assert_eq!(points.len(), curve.points.len());
            for (p, q) in curve.points.iter().zip(points) {
                assert!((1e3 * p[0] - q[0]).abs() < 1e-8 && (1e3 * p[1] - q[1]).abs() < 1e-8);
            }
        }
    }
}
