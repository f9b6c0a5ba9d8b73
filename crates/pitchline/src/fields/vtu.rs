//! Fields on a mesh as VTU, the unstructured grid of VTK, for ParaView and others.
//!
//! Numbers are Float64 and Int64, little-endian, in base64 within the XML, each array after its length in bytes as
//! UInt64. Cells are VTK's 12 (hexahedron) and 25 (quadratic hexahedron), whose nodes are numbered as ours.

use std::fmt::Write as _;
use std::path::Path;

use super::{check_length, check_mesh};
use crate::Error;
use crate::fem::{ElementKind, Mesh};
use crate::results::write_atomically;

/// Values of a field, SI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values<'v> {
    /// One number each.
    Scalars(&'v [f64]),
    /// Along x, y, z.
    Vectors(&'v [[f64; 3]]),
    /// Symmetric tensors: xx, yy, zz, xy, yz, xz, the order in which ParaView names six components.
    Tensors(&'v [[f64; 6]]),
}

/// A named field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Array<'v> {
    /// Its name, as in `displacement`.
    pub name: &'v str,
    /// Its values.
    pub values: Values<'v>,
}

/// A mesh with fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Vtu<'v> {
    /// The mesh.
    pub mesh: &'v Mesh,
    /// Fields with a value for each node.
    pub at_nodes: Vec<Array<'v>>,
    /// Fields with a value for each element.
    pub at_elements: Vec<Array<'v>>,
}

impl Values<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Scalars(values) => values.len(),
            Self::Vectors(values) => values.len(),
            Self::Tensors(values) => values.len(),
        }
    }

    fn components(&self) -> &'static [&'static str] {
        match self {
            Self::Scalars(_) => &[],
            Self::Vectors(_) => &["X", "Y", "Z"],
            Self::Tensors(_) => &["XX", "YY", "ZZ", "XY", "YZ", "XZ"],
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Scalars(values) => bytes(values),
            Self::Vectors(values) => bytes(values.as_flattened()),
            Self::Tensors(values) => bytes(values.as_flattened()),
        }
    }
}

impl Vtu<'_> {
    /// Writes the file beside its place and renames it.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        write_atomically(path, self.xml()?.as_bytes())
    }

    /// The file.
    pub fn xml(&self) -> Result<String, Error> {
        let mesh = self.mesh;
        check_mesh(mesh)?;
        for (arrays, expected) in [
            (&self.at_nodes, mesh.nodes.len()),
            (&self.at_elements, mesh.n_elements()),
        ] {
            for array in arrays {
                check_length(array.name, array.values.len(), expected)?;
            }
        }
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.push_str("<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n");
        let (n_nodes, n_elements) = (mesh.nodes.len(), mesh.n_elements());
        // Writing to a string cannot fail.
        let _ = writeln!(
            xml,
            "<Piece NumberOfPoints=\"{n_nodes}\" NumberOfCells=\"{n_elements}\">"
        );
        data(&mut xml, "PointData", &self.at_nodes);
        data(&mut xml, "CellData", &self.at_elements);
        xml.push_str("<Points>\n");
        let places = Values::Vectors(&mesh.nodes);
        array(
            &mut xml,
            "Points",
            "Float64",
            &["X", "Y", "Z"],
            &places.bytes(),
        );
        xml.push_str("</Points>\n");
        cells(&mut xml, mesh);
        xml.push_str("</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
        Ok(xml)
    }
}

fn cells(xml: &mut String, mesh: &Mesh) {
    let n_elements = mesh.n_elements() as i64;
    let per_element = mesh.kind.nodes() as i64;
    let kind: i64 = match mesh.kind {
        ElementKind::Hex8 => 12,
        ElementKind::Hex20 => 25,
    };
    let n_used = (n_elements * per_element) as usize;
    let nodes = mesh.connectivity[..n_used].iter();
    xml.push_str("<Cells>\n");
    for (name, numbers) in [
        ("connectivity", nodes.map(|node| i64::from(*node)).collect()),
        (
            "offsets",
            (1..=n_elements).map(|i| i * per_element).collect(),
        ),
        ("types", vec![kind; n_elements as usize]),
    ] {
        let numbers: Vec<i64> = numbers;
        let raw: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        array(xml, name, "Int64", &[], &raw);
    }
    xml.push_str("</Cells>\n");
}

fn data(xml: &mut String, tag: &str, arrays: &[Array]) {
    let _ = writeln!(xml, "<{tag}>");
    for one in arrays {
        let values = &one.values;
        array(
            xml,
            one.name,
            "Float64",
            values.components(),
            &values.bytes(),
        );
    }
    let _ = writeln!(xml, "</{tag}>");
}

fn array(xml: &mut String, name: &str, kind: &str, components: &[&str], raw: &[u8]) {
    let _ = write!(xml, "<DataArray type=\"{kind}\" Name=\"{}\"", escaped(name));
    if !components.is_empty() {
        let _ = write!(xml, " NumberOfComponents=\"{}\"", components.len());
    }
    for (i, component) in components.iter().enumerate() {
        let _ = write!(xml, " ComponentName{i}=\"{component}\"");
    }
    let mut bytes = (raw.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(raw);
    let _ = writeln!(xml, " format=\"binary\">\n{}\n</DataArray>", base64(&bytes));
}

fn bytes(values: &[f64]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

/// A name within the quotes of an attribute; letters that XML cannot hold are left out.
fn escaped(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        match letter {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            // VTK takes any > for the end of the tag.
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            _ if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            _ => text.push(letter),
        }
    }
    text
}

/// Base64 of RFC 4648, section 4, with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |i: usize| group.get(i).copied().map_or(0, u32::from);
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= group.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests;
