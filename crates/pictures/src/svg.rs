//! Writes a scene as SVG: same input, same bytes.

use std::fmt::Write as _;

use super::colour::Colour;
use super::font;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Anchor, Circle, Group, Item, Path, Scene, Text};
use super::style::Stroke;

/// The picture as an SVG document with real texts.
pub fn write(scene: &Scene) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let mut out = String::new();
    let family = font::FAMILY;
    // Writing to a string cannot fail, so results of `write!` are dropped in this file.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"{family}\" role=\"img\">"
    );
    let _ = writeln!(out, "<title>{}</title>", words(&scene.title));
    if !scene.description.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", words(&scene.description));
    }
    let _ = writeln!(
        out,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
    );
    for item in &scene.items {
        write_item(&mut out, item);
    }
    out.push_str("</svg>\n");
    out
}

fn write_item(out: &mut String, item: &Item) {
    match item {
        Item::Path(path) => write_path(out, path),
        Item::Circle(circle) => write_circle(out, circle),
        Item::Text(text) => write_text(out, text),
        Item::Group(group) => write_group(out, group),
    }
}

fn write_group(out: &mut String, group: &Group) {
    let _ = write!(out, "<g class=\"{}\"", escaped(group.class));
    if let Some(unit) = &group.unit {
        let _ = write!(out, " data-unit=\"{}\"", words(unit));
    }
    if let Some(clip) = &group.clip {
        let name = clip_name(clip);
        let _ = writeln!(
            out,
            " clip-path=\"url(#{name})\">\n<clipPath id=\"{name}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>",
            number(clip.left),
            number(clip.top),
            number(clip.width()),
            number(clip.height())
        );
    } else {
        out.push_str(">\n");
    }
    for item in &group.items {
        write_item(out, item);
    }
    out.push_str("</g>\n");
}

/// Named by its sides: pictures put into one page may share a name only if they share the rectangle.
fn clip_name(clip: &Rectangle) -> String {
    let sides = [clip.left, clip.top, clip.right, clip.bottom].map(number);
    format!("clip-{}", sides.join("-").replace('.', "_"))
}

fn write_path(out: &mut String, path: &Path) {
    let mut outline = String::new();
    for run in path.runs.iter().filter(|run| run.len() > 1) {
        for (i_point, point) in run.iter().enumerate() {
            let verb = if i_point == 0 { 'M' } else { 'L' };
            let _ = write!(outline, "{verb}{} {}", number(point[0]), number(point[1]));
        }
        if path.is_closed {
            outline.push('Z');
        }
    }
    if outline.is_empty() {
        return;
    }
    let _ = write!(out, "<path d=\"{outline}\"");
    write_look(out, path.stroke.as_ref(), path.fill);
    if path.fill.is_some() {
        out.push_str(" fill-rule=\"evenodd\"");
    }
    out.push_str("/>\n");
}

fn write_circle(out: &mut String, circle: &Circle) {
    let _ = write!(
        out,
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"",
        number(circle.centre[0]),
        number(circle.centre[1]),
        number(circle.radius)
    );
    write_look(out, circle.stroke.as_ref(), circle.fill);
    out.push_str("/>\n");
}

fn write_look(out: &mut String, stroke: Option<&Stroke>, fill: Option<Colour>) {
    match fill {
        None => out.push_str(" fill=\"none\""),
        Some(colour) => write_colour(out, "fill", colour),
    }
    if let Some(stroke) = stroke {
        write_stroke(out, stroke);
    }
}

fn write_stroke(out: &mut String, stroke: &Stroke) {
    write_colour(out, "stroke", stroke.colour);
    let _ = write!(
        out,
        " stroke-width=\"{}\" stroke-linejoin=\"round\"",
        number(stroke.width)
    );
    let dashes: Vec<String> = stroke.dash.pattern().iter().map(|v| number(*v)).collect();
    if !dashes.is_empty() {
        let _ = write!(out, " stroke-dasharray=\"{}\"", dashes.join(" "));
    }
}

fn write_colour(out: &mut String, what: &str, colour: Colour) {
    let _ = write!(out, " {what}=\"{}\"", colour.hex());
    if colour.alpha < 255 {
        let opacity = number(f64::from(colour.alpha) / 255.0);
        let _ = write!(out, " {what}-opacity=\"{opacity}\"");
    }
}

fn write_text(out: &mut String, text: &Text) {
    if text.content.is_empty() {
        return;
    }
    let [x, y] = text.alphabetic_position().map(number);
    let anchor = match text.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let _ = write!(
        out,
        "<text class=\"{}\" x=\"{x}\" y=\"{y}\" font-size=\"{}\" text-anchor=\"{anchor}\"",
        escaped(text.class),
        number(text.size)
    );
    write_colour(out, "fill", text.colour);
    if text.has_halo {
        write_stroke(out, &Stroke::HALO);
        out.push_str(" paint-order=\"stroke\"");
    }
    if text.is_turned {
        let _ = write!(out, " transform=\"rotate(-90 {x} {y})\"");
    }
    out.push('>');
    let mut lowered = 0.0;
    for run in font::placed_runs(&text.content, text.size) {
        let letters = escaped(run.text);
        let step = run.lowered - lowered;
        lowered = run.lowered;
        let is_script = run.size < text.size;
        if step.abs() < 1e-9 && !is_script {
            out.push_str(&letters);
        } else if is_script {
            let (step, size) = (number(step), number(run.size));
            let _ = write!(
                out,
                "<tspan dy=\"{step}\" font-size=\"{size}\">{letters}</tspan>"
            );
        } else {
            let _ = write!(out, "<tspan dy=\"{}\">{letters}</tspan>", number(step));
        }
    }
    out.push_str("</text>\n");
}

/// At most two decimals, no trailing zeros, no minus zero. A value that is no number would make the whole file
/// unreadable, so it is written as 0.
pub(crate) fn number(value: f64) -> String {
    let value = if value.is_finite() { value } else { 0.0 };
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// User words without control characters, escaped.
fn words(text: &str) -> String {
    escaped(&RichText::plain(text).to_plain())
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_short_and_valid() {
        assert_eq!(number(1.0), "1");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(12.345_6), "12.35");
        assert_eq!(number(100.0), "100");
        assert_eq!(number(f64::NAN), "0");
    }

    proptest! {
        #[test]
        fn any_user_text_gives_valid_xml(text in any::<String>()) {
            let scene = Scene {
                width: 100.0,
                height: 50.0,
                title: text.clone(),
                description: text.clone(),
                items: vec![Item::Text(Text::new([1.0, 2.0], 10.0, RichText::markup(&text)))],
            };
            let svg = write(&scene);
            prop_assert!(roxmltree::Document::parse(&svg).is_ok(), "{svg}");
        }
    }
}
