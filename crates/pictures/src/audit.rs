//! Reads an SVG of this module back and says what a reader could not read. For tests.

use std::fmt;

use roxmltree::{Document, Node};

use super::error::Error;
use super::figure::Figure;
use super::font;
use super::rectangle::Rectangle;
use super::svg;

/// Smallest legible font size (px); subscripts count with the size of their line.
const SMALLEST_SIZE: f64 = 9.0;

/// Overlaps up to this do not touch ink (px), as coordinates in files are rounded.
const TOLERANCE: f64 = 0.05;

/// Something wrong with a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The file is no SVG that can be read.
    Unreadable {
        /// Why.
        reason: String,
    },
    /// A text leaves the picture.
    Outside {
        /// The text.
        text: String,
    },
    /// Two texts overlap.
    Overlap {
        /// The first text.
        text_a: String,
        /// The second text.
        text_b: String,
    },
    /// A text is too small to read.
    TooSmall {
        /// The text.
        text: String,
        /// Its size (px).
        size: f64,
    },
    /// An axis has no title that ends with a unit in parentheses.
    NoUnit {
        /// The title found.
        title: String,
    },
    /// A number in the file is no number.
    NotANumber {
        /// The element.
        element: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { reason } => write!(out, "the picture cannot be read: {reason}"),
            Self::Outside { text } => write!(out, "the text `{text}` leaves the picture"),
            Self::Overlap { text_a, text_b } => {
                write!(out, "the texts `{text_a}` and `{text_b}` overlap")
            }
            Self::TooSmall { text, size } => write!(out, "the text `{text}` has only {size} px"),
            Self::NoUnit { title } => {
                write!(
                    out,
                    "the axis title `{title}` does not end in a unit in parentheses"
                )
            }
            Self::NotANumber { element } => {
                write!(
                    out,
                    "an element `{element}` holds something that is no number"
                )
            }
        }
    }
}

/// Everything wrong with a figure; of bodies in space, with what is written over and beside them.
pub fn of(figure: &Figure) -> Result<Vec<Fault>, Error> {
    Ok(faults(&svg::write(&figure.draw()?.scene)))
}

/// All faults of a picture; none for a good one.
pub fn faults(svg: &str) -> Vec<Fault> {
    let document = match Document::parse(svg) {
        Ok(document) => document,
        Err(error) => {
            return vec![Fault::Unreadable {
                reason: error.to_string(),
            }];
        }
    };
    let Some(page) = view_box(document.root_element()) else {
        return vec![Fault::Unreadable {
            reason: "it has no view box".to_owned(),
        }];
    };
    let mut faults = number_faults(&document);
    let texts: Vec<MeasuredText> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(measured)
        .collect();
    faults.extend(text_faults(&texts, &page));
    let axes = document
        .descendants()
        .filter(|node| is_of_class(*node, "axis"));
    faults.extend(axes.filter_map(axis_fault));
    faults
}

/// A text of the file with the box it covers.
struct MeasuredText {
    text: String,
    size: f64,
    area: Rectangle,
}

fn text_faults(texts: &[MeasuredText], page: &Rectangle) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        if !page.holds(&text.area) {
            faults.push(Fault::Outside {
                text: text.text.clone(),
            });
        }
        if text.size < SMALLEST_SIZE {
            faults.push(Fault::TooSmall {
                text: text.text.clone(),
                size: text.size,
            });
        }
        for other in &texts[..index] {
            if text.area.grown(-TOLERANCE).overlaps(&other.area) {
                faults.push(Fault::Overlap {
                    text_a: other.text.clone(),
                    text_b: text.text.clone(),
                });
            }
        }
    }
    faults
}

fn view_box(root: Node<'_, '_>) -> Option<Rectangle> {
    let numbers: Vec<f64> = root
        .attribute("viewBox")?
        .split_whitespace()
        .filter_map(|number| number.parse().ok())
        .collect();
    match numbers.as_slice() {
        [left, top, width, height] => Some(Rectangle::new(*left, *top, *width, *height)),
        _ => None,
    }
}

fn number(node: Node<'_, '_>, name: &str) -> Option<f64> {
    node.attribute(name)?.parse().ok()
}

/// Lays the runs of a text out as a viewer does.
fn measured(node: Node<'_, '_>) -> Option<MeasuredText> {
    let size = number(node, "font-size")?;
    let (x, y) = (number(node, "x")?, number(node, "y")?);
    let (mut width, mut lowered) = (0.0, 0.0);
    let (mut above, mut below) = (0.0_f64, 0.0_f64);
    let mut text = String::new();
    for child in node.children() {
        let (letters, size) = if child.is_element() {
            lowered += number(child, "dy").unwrap_or(0.0);
            let own = number(child, "font-size");
            (child.text().unwrap_or_default(), own.unwrap_or(size))
        } else {
            (child.text().unwrap_or_default(), size)
        };
        width += font::letters_width(letters, size);
        let (high, deep) = font::letters_height(letters, size);
        above = above.max(high - lowered);
        below = below.max(deep + lowered);
        text.push_str(letters);
    }
    let start = match node.attribute("text-anchor") {
        Some("middle") => -0.5 * width,
        Some("end") => -width,
        _ => 0.0,
    };
    let is_turned = node
        .attribute("transform")
        .is_some_and(|transform| transform.starts_with("rotate(-90 "));
    let area = if is_turned {
        Rectangle::new(x - above, y - start - width, above + below, width)
    } else {
        Rectangle::new(x + start, y - above, width, above + below)
    };
    Some(MeasuredText { text, size, area })
}

fn is_of_class(node: Node<'_, '_>, class: &str) -> bool {
    node.attribute("class") == Some(class)
}

fn axis_fault(axis: Node<'_, '_>) -> Option<Fault> {
    let lines: Vec<String> = axis
        .descendants()
        .filter(|node| is_of_class(*node, "axis-title"))
        .map(|node| {
            let letters = node.descendants().filter(Node::is_text);
            letters.filter_map(|letters| letters.text()).collect()
        })
        .collect();
    let title = lines.join(" ");
    let unit = title
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once('('));
    let has_unit =
        unit.is_some_and(|(name, unit)| !name.trim().is_empty() && !unit.trim().is_empty());
    (!has_unit).then_some(Fault::NoUnit { title })
}

fn number_faults(document: &Document<'_>) -> Vec<Fault> {
    let is_broken = |node: &Node<'_, '_>| {
        let geometry = ["d", "x", "y", "cx", "cy", "r", "width", "height"];
        geometry.iter().any(|name| {
            let value = node.attribute(*name).unwrap_or_default();
            value.contains("NaN") || value.contains("inf")
        })
    };
    document
        .descendants()
        .filter(is_broken)
        .map(|node| Fault::NotANumber {
            element: node.tag_name().name().to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(content: &str) -> String {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 100\">{content}</svg>")
    }

    fn text(x: f64, y: f64, words: &str) -> String {
        format!("<text class=\"axis-title\" x=\"{x}\" y=\"{y}\" font-size=\"12\">{words}</text>")
    }

    #[test]
    fn overlap_and_exit_are_found() {
        let good = page(&format!(
            "{}{}",
            text(10.0, 20.0, "one"),
            text(10.0, 40.0, "two")
        ));
        assert_eq!(faults(&good), []);
        let near = page(&format!(
            "{}{}",
            text(10.0, 20.0, "one"),
            text(15.0, 22.0, "two")
        ));
        assert!(matches!(faults(&near)[..], [Fault::Overlap { .. }]));
        let out = page(&text(190.0, 20.0, "outside"));
        assert!(matches!(faults(&out)[..], [Fault::Outside { .. }]));
    }

    #[test]
    fn turned_texts_are_measured_turned() {
        let turned = "<text x=\"20\" y=\"90\" font-size=\"12\" transform=\"rotate(-90 20 90)\">upwards</text>";
        assert_eq!(
            faults(&page(&format!("{turned}{}", text(30.0, 90.0, "level")))),
            []
        );
        assert_eq!(
            faults(&page(&format!("{turned}{}", text(12.0, 60.0, "level")))).len(),
            1
        );
    }

    #[test]
    fn an_axis_needs_a_unit() {
        let axis = |title| {
            page(&format!(
                "<g class=\"axis\">{}</g>",
                text(10.0, 20.0, title)
            ))
        };
        assert_eq!(faults(&axis("Force (N)")), []);
        assert_eq!(faults(&axis("Force")).len(), 1);
        assert_eq!(faults(&axis("Force ()")).len(), 1);
    }
}
