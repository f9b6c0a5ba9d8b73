//! The file read back by another way.

use super::*;
use crate::fields::testing::{annulus, keep};

/// Base64 read back, by the definition of each letter.
fn decoded(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters = text.trim().trim_end_matches('=').bytes();
    let mut bits: Vec<bool> = Vec::new();
    for letter in letters {
        bits.extend((0..6).rev().map(|i| value(letter) >> i & 1 == 1));
    }
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    bits.chunks_exact(8).map(byte).collect()
}

fn raw(document: &roxmltree::Document, name: &str) -> Vec<[u8; 8]> {
    let found = document
        .descendants()
        .find(|n| n.attribute("Name") == Some(name));
    let bytes = decoded(found.unwrap().text().unwrap());
    let (head, rest) = bytes.split_at(8);
    assert_eq!(
        u64::from_le_bytes(head.try_into().unwrap()),
        rest.len() as u64
    );
    rest.chunks_exact(8)
        .map(|b| b.try_into().unwrap())
        .collect()
}

#[test]
fn base64_has_the_vectors_of_its_standard() {
    // RFC 4648, section 10.
    for (plain, text) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ] {
        assert_eq!(base64(plain.as_bytes()), text);
    }
}

#[test]
fn what_was_written_is_read_back_bit_for_bit() {
    for (kind, cell) in [(ElementKind::Hex8, 12), (ElementKind::Hex20, 25)] {
        let mesh = annulus(kind, [2, 6, 1]);
        let heights: Vec<f64> = mesh.nodes.iter().map(|p| p[2] / 3.0).collect();
        let tensors: Vec<[f64; 6]> = (0..mesh.n_elements())
            .map(|i| [0.0, 0.1, 0.2, 0.3, 0.4, 0.5].map(|c| i as f64 + c))
            .collect();
        let vtu = Vtu {
            mesh: &mesh,
            at_nodes: vec![
                Array {
                    name: "height <\"&>",
                    values: Values::Scalars(&heights),
                },
                Array {
                    name: "displacement",
                    values: Values::Vectors(&mesh.nodes),
                },
            ],
            at_elements: vec![Array {
                name: "stress",
                values: Values::Tensors(&tensors),
            }],
        };
        let xml = vtu.xml().unwrap();
        keep(&format!("ring-{kind:?}.vtu").to_lowercase(), xml.as_bytes());
        let document = roxmltree::Document::parse(&xml).unwrap();
        let floats = |name: &str| -> Vec<f64> {
            raw(&document, name)
                .into_iter()
                .map(f64::from_le_bytes)
                .collect()
        };
        let numbers = |name: &str| -> Vec<i64> {
            raw(&document, name)
                .into_iter()
                .map(i64::from_le_bytes)
                .collect()
        };
        assert_eq!(floats("height <\"&>"), heights);
        assert_eq!(floats("Points"), mesh.nodes.as_flattened());
        assert_eq!(floats("displacement"), mesh.nodes.as_flattened());
        assert_eq!(floats("stress"), tensors.as_flattened());
        assert_eq!(numbers("types"), vec![cell; 12]);
        assert_eq!(
            numbers("offsets").last(),
            Some(&(mesh.connectivity.len() as i64))
        );
        assert!(
            numbers("connectivity")
                .iter()
                .zip(&mesh.connectivity)
                .all(|(a, b)| *a == i64::from(*b))
        );
    }
}

#[test]
fn a_field_of_the_wrong_length_is_refused() {
    let mesh = annulus(ElementKind::Hex8, [1, 4, 1]);
    let vtu = Vtu {
        mesh: &mesh,
        at_nodes: vec![Array {
            name: "short",
            values: Values::Scalars(&[1.0]),
        }],
        at_elements: vec![],
    };
    assert_eq!(
        vtu.xml().unwrap_err().to_string(),
        "the field `short` has 1 values where 16 are needed"
    );
}
