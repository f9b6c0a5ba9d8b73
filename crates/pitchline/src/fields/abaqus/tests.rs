//! The file read back, and its example for CalculiX.

use super::*;
use crate::fields::testing::{annulus, keep, sector};

/// A ring tied at its bore, pulled at one node of its rim.
fn input<'m>(mesh: &'m Mesh, tip: &str) -> Input<'m> {
    let tip_set = tip.to_owned();
    let tip = mesh.node_set(tip).unwrap().nodes[0];
    Input {
        heading: "Ring, bore rigid and held, force at the rim".to_owned(),
        mesh,
        formulation: Formulation::Full,
        material: Elastic {
            name: "steel".to_owned(),
            young_modulus: 2.06e11,
            poisson_ratio: 0.3,
            density: 7850.0,
        },
        supports: vec![Support::Rigid {
            set: "bore".to_owned(),
            centre: [0.0; 3],
            is_held: [true; 6],
        }],
        steps: vec![
            Step::Static {
                name: "tangential".to_owned(),
                forces: vec![NodeForce {
                    node: tip,
                    force: [0.0, 1000.0, 0.0],
                }],
                on_support: [0.0; 6],
            },
            Step::Static {
                name: "axial".to_owned(),
                forces: vec![NodeForce {
                    node: tip,
                    force: [0.0, 0.0, -500.0],
                }],
                on_support: [0.0; 6],
            },
            Step::Frequency { count: 6 },
        ],
        watched: vec![NodeSet {
            name: "loaded".to_owned(),
            nodes: vec![tip],
        }],
        printed_sets: vec![tip_set],
        printed_stresses: vec!["bore".to_owned()],
    }
}

/// The lines below the first card that begins so.
fn below<'t>(text: &'t str, card: &str) -> Vec<&'t str> {
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with(card))
        .skip(1);
    lines.take_while(|line| !line.starts_with('*')).collect()
}

#[test]
fn nodes_and_elements_come_back() {
    for kind in [ElementKind::Hex8, ElementKind::Hex20] {
        let mesh = annulus(kind, [2, 8, 1]);
        let text = input(&mesh, "tip").text().unwrap();
        let nodes = below(&text, "*NODE, NSET=NALL");
        assert_eq!(nodes.len(), mesh.nodes.len());
        for (i, (line, node)) in nodes.iter().zip(&mesh.nodes).enumerate() {
            let numbers: Vec<&str> = line.split(", ").collect();
            assert_eq!(numbers[0], (i + 1).to_string());
            for (text, x) in numbers[1..].iter().zip(node) {
                assert!(text.len() <= 20);
                // Half the last of 18 decimals, and the rounding of what is compared.
                assert!((text.parse::<f64>().unwrap() - x).abs() <= 5e-19 + 1e-16 * x.abs());
            }
        }
        let elements = below(&text, "*ELEMENT").join(" ");
        let numbers: Vec<u32> = elements
            .split([',', ' '])
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().unwrap())
            .collect();
        for (i, line) in numbers.chunks(kind.nodes() + 1).enumerate() {
            assert_eq!(line[0] as usize, i + 1);
            assert!(
                line[1..]
                    .iter()
                    .zip(mesh.element(i))
                    .all(|(a, b)| *a == b + 1)
            );
        }
        let longest = text
            .lines()
            .map(|line| {
                line.split(',')
                    .filter(|part| !part.trim().is_empty())
                    .count()
            })
            .max();
        assert!(longest <= Some(16));
        let fine = annulus(kind, [4, 24, 2]);
        let name = format!("ring-{kind:?}.inp").to_lowercase();
        keep(&name, input(&fine, "tip").text().unwrap().as_bytes());
    }
}

#[test]
fn what_is_not_there_is_named() {
    let mesh = annulus(ElementKind::Hex8, [1, 4, 1]);
    let message = |change: &dyn Fn(&mut Input)| {
        let mut input = input(&mesh, "tip");
        change(&mut input);
        input.text().unwrap_err().to_string()
    };
    let wrong_set = message(&|input| input.printed_sets.push("rim".to_owned()));
    assert_eq!(wrong_set, "the mesh has no set `rim`; it has bore, tip");
    let wrong_node = message(&|input| input.watched[0].nodes[0] = 16);
    assert_eq!(
        wrong_node,
        "a set or a force names node 16, but the last of the 16 nodes is 15"
    );
}

#[test]
fn a_gear_is_written_with_all_its_sets() {
    for kind in [ElementKind::Hex8, ElementKind::Hex20] {
        let sector = sector("helical", 0, kind);
        let mesh = match kind {
            ElementKind::Hex8 => sector.whole(),
            ElementKind::Hex20 => sector.segment(3).unwrap(),
        };
        let text = input(&mesh, "tip_1").text().unwrap();
        for set in &mesh.node_sets {
            let name = set.name.to_uppercase();
            let card = format!("*NSET, NSET={name}");
            let lines = text.lines().skip_while(|line| *line != card).skip(1);
            let lines = lines.take_while(|line| !line.starts_with('*'));
            let n_members: usize = lines.map(|line| line.split(", ").count()).sum();
            assert_eq!(n_members, set.nodes.len(), "{name}");
        }
        let name = format!("gear-{kind:?}.inp").to_lowercase();
        keep(&name, text.as_bytes());
    }
}

/// Force and torque on the centre of a rigid support act on its two nodes.
#[test]
fn loads_on_a_rigid_support_are_written() {
    let mesh = annulus(ElementKind::Hex8, [2, 8, 1]);
    let mut input = input(&mesh, "tip");
    input.steps = vec![Step::Static {
        name: "torque".to_owned(),
        forces: Vec::new(),
        on_support: [0.0, 3.0, 0.0, 0.0, 0.0, -7.0],
    }];
    let text = input.text().unwrap();
    let n = mesh.nodes.len();
    let loads: Vec<Vec<f64>> = below(&text, "*CLOAD")
        .iter()
        .map(|line| line.split(", ").map(|n| n.parse().unwrap()).collect())
        .collect();
    let expected = [[(n + 1) as f64, 2.0, 3.0], [(n + 2) as f64, 3.0, -7.0]];
    assert_eq!(loads, expected);
}
