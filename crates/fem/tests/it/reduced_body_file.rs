//! Reduced bodies as bytes: the same after reading, readable by the page alone, and never believed when damaged.

use pitchline_fem::{
    BodyError, BodyFileError, ComplianceDirections, Coordinate, CoordinateKind, ElementKind,
    InterfacePoint, Motion, ReducedBody, Site, Statics, TurnProducts,
};
use pitchline_geometry::FlankSide;
use proptest::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;

use crate::reduced_body_support::{Noise, body, compliance, gear, held, waves};
use crate::support::steel;

/// A body with something in every field.
fn example() -> &'static ReducedBody {
    static BODY: OnceLock<ReducedBody> = OnceLock::new();
    BODY.get_or_init(|| {
        let (_, mesh) = gear(ElementKind::Hex20);
        let model = held(&mesh);
        let statics = Statics::new(&model, None).unwrap();
        let mut noise = Noise(3);
        let (shapes, coordinates) = waves(&mesh, &[0, 2, 6], &mut noise);
        let mut body = body(&mesh, &shapes, coordinates, &[1]);
        body.compliance = Some(compliance(
            &mesh,
            &statics,
            ComplianceDirections::Normal,
            &[1],
        ));
        let own = body.origin.sector_nodes;
        body.turn_products = Some(TurnProducts::of_shapes(&mesh, &steel(), own, &shapes).unwrap());
        body.rigid = noise.many(body.n());
        let sites = [
            ("node_5", Site::Node(5), Some(1)),
            ("auxiliary_7", Site::Auxiliary(7), Some(12)),
            (
                "flank \"left\" 2 µ",
                Site::Flank {
                    side: FlankSide::Left,
                    zone: 1,
                    zones: 3,
                },
                Some(2),
            ),
            ("center", Site::Centre(0), None),
        ];
        body.points = sites
            .map(|(name, site, tooth)| InterfacePoint {
                name: name.to_owned(),
                site,
                place: noise.vector(),
                tooth,
            })
            .to_vec();
        body.motions = vec![
            (0, Motion::Along(2)),
            (1, Motion::Direction([0.6, 0.0, -0.8])),
            (3, Motion::About(1)),
        ];
        body.interface = noise.many(3 * body.n());
        body.coordinates
            .iter_mut()
            .for_each(|c| c.kind = CoordinateKind::Residual { frequency_hz: 0.1 });
        body.coordinates[0] = Coordinate {
            kind: CoordinateKind::Interface(2),
            nodal_diameter: None,
            partner: None,
        };
        body.coordinates[1].kind = CoordinateKind::HeldMode {
            frequency_hz: 1.0 / 3.0,
        };
        body.origin.is_cyclic = false;
        body
    })
}

fn bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| example().to_bytes().unwrap())
}

/// Header and data, put together again with a right first line and checksum.
fn sealed(header: &str, data: &[u8]) -> Vec<u8> {
    let mut header = header.to_owned();
    while !(header.len() + 1).is_multiple_of(8) {
        header.push(' ');
    }
    header.push('\n');
    let total = 64 + header.len() + data.len() + 32;
    let line = format!(
        "pitchline-reduced-body 2 header {} total {total}",
        header.len()
    );
    let mut bytes = format!("{line:<63}\n").into_bytes();
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(data);
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

/// What the page says of header and data.
fn parts(bytes: &[u8]) -> (Value, &[u8]) {
    let line = std::str::from_utf8(&bytes[..64]).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!((words[0], words[1]), ("pitchline-reduced-body", "2"));
    assert_eq!(words[5].parse::<usize>().unwrap(), bytes.len());
    let end = 64 + words[3].parse::<usize>().unwrap();
    let data = &bytes[end..bytes.len() - 32];
    assert_eq!(
        Sha256::digest(&bytes[..bytes.len() - 32])[..],
        bytes[bytes.len() - 32..]
    );
    (serde_json::from_slice(&bytes[64..end]).unwrap(), data)
}

#[test]
fn a_body_is_the_same_after_reading() {
    let read = ReducedBody::from_bytes(bytes()).unwrap();
    assert_eq!(&read, example());
    assert_eq!(read.to_bytes().unwrap(), bytes());
    let mut plain = example().clone();
    (plain.compliance, plain.turn_products) = (None, None);
    plain.flanks.clear();
    plain.check.modes.clear();
    plain.check.mac.clear();
    // A body without teeth is one as well.
    (plain.origin.teeth, plain.origin.sector_nodes) = (0, 0);
    plain.points.iter_mut().for_each(|point| point.tooth = None);
    for coordinate in &mut plain.coordinates {
        (coordinate.nodal_diameter, coordinate.partner) = (None, None);
    }
    assert_eq!(
        ReducedBody::from_bytes(&plain.to_bytes().unwrap()).unwrap(),
        plain
    );
}

/// A reader written from docs/reference/reduced-body.md alone.
#[test]
fn the_page_is_enough_to_read_a_body() {
    let (header, data) = parts(bytes());
    let body = example();
    let array = |name: &str| -> (Vec<usize>, Vec<f64>) {
        let entries = header["arrays"].as_array().unwrap();
        let entry = entries.iter().find(|a| a["name"] == name).unwrap();
        let shape: Vec<usize> = entry["shape"]
            .as_array()
            .unwrap()
            .iter()
            .map(|s| s.as_u64().unwrap() as usize)
            .collect();
        let offset = entry["offset"].as_u64().unwrap() as usize;
        assert_eq!(offset % 8, 0);
        let count: usize = shape.iter().product();
        let values = match entry["type"].as_str().unwrap() {
            "f64" => data[offset..offset + 8 * count]
                .chunks(8)
                .map(|b| f64::from_le_bytes(b.try_into().unwrap()))
                .collect(),
            "u32" => data[offset..offset + 4 * count]
                .chunks(4)
                .map(|b| f64::from(u32::from_le_bytes(b.try_into().unwrap())))
                .collect(),
            other => panic!("{other}"),
        };
        (shape, values)
    };
    let n = body.n();
    assert_eq!(header["coordinates"], n);
    assert_eq!(header["kind"], "dual-craig-bampton");
    assert_eq!(header["origin"]["teeth"], 12);
    assert_eq!(header["points"][2]["side"], "left");
    assert_eq!(array("stiffness"), (vec![n, n], body.stiffness.clone()));
    assert_eq!(
        array("moment_pairs"),
        (vec![3, 3, n, n], body.moments.pairs.clone())
    );
    let (shape, rows) = array("recovery_displacements");
    assert_eq!(shape, [3, body.recovery.nodes.len(), n]);
    assert_eq!(rows, body.recovery.displacements);
    assert_eq!(
        array("coordinate_partners").1[..3],
        [4294967295.0, 2.0, 1.0]
    );
    assert_eq!(array("motion_kinds").1, [2.0, 6.0, 4.0]);
    assert_eq!(
        array("flank_nodes").1.len(),
        body.flanks.iter().map(|f| f.nodes.len()).sum::<usize>()
    );
    // Of the first flank the first node between corners: on the first row, between the first two columns.
    assert_eq!(header["flanks"][0]["middles"], body.flanks[0].middles.len());
    assert_eq!(
        array("flank_middle_half_lines").1[..4],
        [0.0, 1.0, 0.0, 3.0]
    );
    let first = &body.flanks[0].middles[0];
    assert_eq!(array("flank_middle_nodes").1[0], f64::from(first.node));
    assert_eq!(array("flank_middle_parameters").1[..2], first.parameters);
    assert_eq!(array("flank_middle_normals").1[..3], first.normal);
    let points = [2.0, 0.0, 6.0, 3.0, 4.0, 2.0];
    assert_eq!(
        array("compliance_half_lines"),
        (vec![2, 3], points.to_vec())
    );
    // Every array is on the page, and every array of the page in the file.
    let page = include_str!("../../../../docs/reference/reduced-body.md");
    let section = page
        .split("## Arrays")
        .nth(1)
        .unwrap()
        .split("## A reader")
        .next()
        .unwrap();
    let names = |line: &str| -> Vec<String> {
        let first = line.split('|').nth(1).unwrap_or_default().to_owned();
        first
            .split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect()
    };
    let mut on_page: Vec<String> = section
        .lines()
        .filter(|l| l.starts_with("| `"))
        .flat_map(names)
        .collect();
    let mut in_file: Vec<String> = header["arrays"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a["name"].as_str().unwrap().to_owned())
        .collect();
    on_page.sort();
    in_file.sort();
    assert_eq!(on_page, in_file);
    // A person sees it with `head`.
    let text = std::str::from_utf8(&bytes()[..400]).unwrap();
    assert!(text.contains("\"version\"") && text.lines().count() > 5);
}

#[test]
fn each_kind_of_damage_has_its_own_error() {
    let good = bytes();
    let read = |bytes: &[u8]| ReducedBody::from_bytes(bytes).unwrap_err();
    assert_eq!(read(b""), BodyFileError::Foreign);
    assert_eq!(read(b"PK\x03\x04 and so on"), BodyFileError::Foreign);
    assert_eq!(read(&[0xff; 100]), BodyFileError::Foreign);
    assert!(matches!(
        read(&good[..30]),
        BodyFileError::Truncated { needed: 64, .. }
    ));
    assert!(matches!(
        read(&good[..good.len() - 1]),
        BodyFileError::Truncated { .. }
    ));
    let mut longer = good.to_vec();
    longer.push(0);
    assert!(matches!(read(&longer), BodyFileError::TooLong { .. }));
    let mut flipped = good.to_vec();
    flipped[good.len() / 2] ^= 1;
    assert_eq!(read(&flipped), BodyFileError::Corrupted);
    let mut newer = good.to_vec();
    newer[23] = b'3';
    assert_eq!(read(&newer), BodyFileError::Newer { found: 3, known: 2 });
    let mut older = good.to_vec();
    older[23] = b'1';
    assert_eq!(read(&older), BodyFileError::Older { found: 1, known: 2 });
    let mut none = good[..64].to_vec();
    none[24..63].fill(b' ');
    assert_eq!(read(&none), BodyFileError::FirstLine);
    for text in [
        "pitchline-reduced-body 2 header 0 total 64",
        "pitchline-reduced-body 2 header 8 total 0",
    ] {
        let line = format!("{text:<63}\n");
        assert!(ReducedBody::from_bytes(line.as_bytes()).is_err());
    }
}

/// The example with its header changed, sealed again.
fn with_header(change: impl Fn(&mut Value)) -> BodyFileError {
    let (mut header, data) = parts(bytes());
    change(&mut header);
    ReducedBody::from_bytes(&sealed(&header.to_string(), data)).unwrap_err()
}

fn entry<'a>(header: &'a mut Value, name: &str) -> &'a mut Value {
    let arrays = header["arrays"].as_array_mut().unwrap();
    arrays.iter_mut().find(|a| a["name"] == name).unwrap()
}

#[test]
fn sealed_headers_are_not_believed_either() {
    let (header, data) = parts(bytes());
    assert_eq!(
        &ReducedBody::from_bytes(&sealed(&header.to_string(), data)).unwrap(),
        example()
    );
    let array = |e: BodyFileError, name: &str| match e {
        BodyFileError::Array { array, .. } => assert_eq!(array, name),
        other => panic!("{other}"),
    };
    // Lengths that no memory holds, and such that their product wraps around.
    for shape in [
        vec![1_000_000_000_000_000u64],
        vec![1 << 32, 1 << 32],
        vec![u64::MAX, 2],
        vec![],
    ] {
        let wide = shape.clone();
        array(
            with_header(|h| entry(h, "coordinate_kinds")["shape"] = wide.clone().into()),
            "coordinate_kinds",
        );
        array(
            with_header(|h| entry(h, "rigid")["shape"] = shape.clone().into()),
            "rigid",
        );
    }
    array(
        with_header(|h| entry(h, "motion_points")["shape"] = vec![1_000_000_000_000u64].into()),
        "motion_points",
    );
    array(
        with_header(|h| entry(h, "mass")["offset"] = 4.into()),
        "mass",
    );
    array(
        with_header(|h| entry(h, "mass")["offset"] = (u64::MAX - 7).into()),
        "mass",
    );
    array(
        with_header(|h| entry(h, "mass")["type"] = "u32".into()),
        "mass",
    );
    array(
        with_header(|h| entry(h, "mass")["name"] = "lost".into()),
        "mass",
    );
    array(
        with_header(|h| h["flanks"][0]["width"] = u64::MAX.into()),
        "flank_nodes",
    );
    array(
        with_header(|h| h["flanks"] = Value::Array(vec![])),
        "flank_nodes",
    );
    for middles in [0, u64::MAX] {
        array(
            with_header(|h| h["flanks"][1]["middles"] = middles.into()),
            "flank_middle_nodes",
        );
    }
    array(
        with_header(|h| h["compliance"]["points"] = 1_000_000_000_000_000u64.into()),
        "compliance_sides",
    );
    let is_header = |e| assert!(matches!(e, BodyFileError::Header { .. }), "{e}");
    is_header(with_header(|h| *h = Value::Null));
    is_header(with_header(|h| h["kind"] = "guyan".into()));
    is_header(with_header(|h| h["origin"]["teeth"] = (1u64 << 40).into()));
    is_header(with_header(|h| h["points"][0]["site"] = "moon".into()));
    is_header(with_header(|h| h["turn_products"] = Value::Null));
    let deep = "[".repeat(100_000);
    assert!(matches!(
        ReducedBody::from_bytes(&sealed(&deep, &[])),
        Err(BodyFileError::Header { .. })
    ));
    let body = |e| {
        assert!(
            matches!(e, BodyFileError::Body(BodyError::Inconsistent { .. })),
            "{e}"
        )
    };
    body(with_header(|h| h["origin"]["nodes"] = 10.into()));
    body(with_header(|h| h["origin"]["teeth"] = 0.into()));
    body(with_header(|h| h["points"][1]["tooth"] = 13.into()));
    body(with_header(|h| h["points"][2]["zone"] = 3.into()));
    body(with_header(|h| {
        h["points"][0]["node"] = 4_000_000_000u64.into()
    }));
    body(with_header(|h| h["compliance"]["teeth"] = 6.into()));
}

#[test]
fn bodies_that_contradict_themselves_are_neither_written_nor_read() {
    type Change = fn(&mut ReducedBody);
    let changes: [(&str, Change); 13] = [
        ("symmetric", |b| {
            b.stiffness[1] += 1e3 * b.stiffness[0].abs()
        }),
        ("finite", |b| b.mass[0] = f64::NAN),
        ("finite", |b| b.moments.mass = f64::INFINITY),
        ("entries", |b| b.interface.truncate(1)),
        ("partner", |b| b.coordinates[1].partner = Some(99)),
        ("partner", |b| b.coordinates[1].partner = Some(1)),
        ("diameters", |b| b.coordinates[3].nodal_diameter = Some(7)),
        ("interface", |b| {
            b.coordinates[0].kind = CoordinateKind::Interface(3)
        }),
        ("point 4", |b| b.motions[0].0 = 4),
        ("grid", |b| b.flanks[0].n_width += 1),
        ("between", |b| b.flanks[0].middles.swap(0, 1)),
        ("between", |b| b.flanks[0].middles[0].half_lines = [0, 0]),
        ("between", |b| {
            let last = b.flanks[0].middles.last_mut();
            last.unwrap().half_lines = [6, 5];
        }),
    ];
    for (word, change) in changes {
        let mut body = example().clone();
        change(&mut body);
        let error = body.to_bytes().unwrap_err().to_string();
        assert!(error.contains(word), "{word}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_bytes_are_never_accepted(
        at in any::<prop::sample::Index>(),
        bit in 0u32..8,
        cut in any::<prop::sample::Index>(),
        tail in prop::collection::vec(any::<u8>(), 0..20),
    ) {
        let good = bytes();
        let mut flipped = good.to_vec();
        flipped[at.index(good.len())] ^= 1 << bit;
        prop_assert!(ReducedBody::from_bytes(&flipped).is_err());
        let cut = cut.index(good.len());
        prop_assert!(ReducedBody::from_bytes(&good[..cut]).is_err());
        let spliced: Vec<u8> = good[..cut].iter().chain(&tail).copied().collect();
        prop_assert!(spliced == good || ReducedBody::from_bytes(&spliced).is_err());
    }

    /// Checksums do not protect from those who compute them: whatever is accepted then must be a sound body.
    #[test]
    fn sealed_nonsense_never_panics(
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        in_header in any::<bool>(),
        number in prop_oneof![Just(0u64), Just(u64::MAX), Just(1 << 50), any::<u64>()],
        which in any::<prop::sample::Index>(),
    ) {
        let (header, data) = parts(bytes());
        let mut text = header.to_string().into_bytes();
        let mut data = data.to_vec();
        if in_header {
            text[at.index(header.to_string().len())] = byte;
        } else {
            let at = at.index(data.len());
            data[at] = byte;
        }
        let sound = |bytes: &[u8]| match ReducedBody::from_bytes(bytes) {
            Ok(body) => body.check_consistency().is_ok() && body.to_bytes().is_ok(),
            Err(error) => !error.to_string().is_empty(),
        };
        if let Ok(text) = std::str::from_utf8(&text) {
            prop_assert!(sound(&sealed(text, &data)));
        }
        // Any number of the table of arrays replaced.
        let mut header = header;
        let arrays = header["arrays"].as_array_mut().unwrap();
        let n_arrays = arrays.len();
        let array = &mut arrays[which.index(n_arrays)];
        match in_header {
            true => array["offset"] = number.into(),
            false => array["shape"][0] = number.into(),
        }
        prop_assert!(sound(&sealed(&header.to_string(), &data)));
    }

    #[test]
    fn random_headers_never_panic(text in "[\\[\\]{}\":,a-z0-9 ]{0,80}", data in prop::collection::vec(any::<u8>(), 0..64)) {
        prop_assert!(ReducedBody::from_bytes(&sealed(&text, &data)).is_err());
        prop_assert!(ReducedBody::from_bytes(text.as_bytes()).is_err());
        let line = format!("{:<63}\n", format!("pitchline-reduced-body 2 {text}"));
        prop_assert!(ReducedBody::from_bytes(line.as_bytes()).is_err());
    }
}
