//! Meshes, fields and input files for other programs.

use super::SeatSupport;
use crate::fem::Mesh;
use crate::fields::{Elastic, Formulation, Input, Step, Support, vtu};
use crate::resources::GearBody;
use crate::results::FieldFile;
use crate::studies::Failure;

/// A mesh with fields at its nodes, for ParaView.
pub(in crate::studies) fn vtu(
    name: &str,
    mesh: &Mesh,
    fields: &[vtu::Array],
) -> Result<FieldFile, Failure> {
    let file = vtu::Vtu {
        mesh,
        at_nodes: fields.to_vec(),
        at_elements: Vec::new(),
    };
    Ok(FieldFile {
        name: format!("body-{name}"),
        ending: "vtu",
        bytes: file.xml()?.into_bytes(),
    })
}

/// The same case for Abaqus and CalculiX.
pub(in crate::studies) fn inp(
    body: &GearBody,
    support: Option<SeatSupport>,
    steps: &[Step],
) -> Result<FieldFile, Failure> {
    let seat = body.seat().to_owned();
    let supports = match support {
        Some(SeatSupport::Rigid { locked }) => vec![Support::Rigid {
            set: seat,
            centre: body.center(),
            is_held: locked,
        }],
        _ => Vec::new(),
    };
    let material = &body.gear.material;
    let input = Input {
        heading: format!("gear {}", body.gear.name),
        mesh: &body.mesh,
        formulation: Formulation::Full,
        material: Elastic {
            name: material.name.clone(),
            young_modulus: material.youngs_modulus,
            poisson_ratio: material.poisson_ratio,
            density: material.density,
        },
        supports,
        steps: steps.to_vec(),
        watched: Vec::new(),
        printed_sets: Vec::new(),
        printed_stresses: Vec::new(),
    };
    Ok(FieldFile {
        name: format!("body-{}", body.gear.name),
        ending: "inp",
        bytes: input.text()?.into_bytes(),
    })
}
