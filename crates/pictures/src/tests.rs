//! Whole pictures, from nice to hostile data: each must pass the audit.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn assert_readable(figure: &Figure) {
    let faults = audit::of(figure).expect("it is drawn");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

fn wave(n_points: u32, phase: f64) -> Vec<Point> {
    (0..n_points)
        .map(|i| {
            let x = f64::from(i) * 20.0 / f64::from(n_points);
            [x, (x + phase).sin()]
        })
        .collect()
}

fn sliding_chart() -> Chart {
    let sliding = |sign: f64, pole: f64| -> Vec<Point> {
        (0..=400)
            .map(|i| f64::from(i) * 0.05)
            .map(|x| [x, sign * (1.0 - 2.0 * (x - 10.0) / (x - pole))])
            .collect()
    };
    Chart::new(
        "Sliding and curvature along the path of contact",
        Axis::new("Distance along the line of action", "mm"),
    )
    .with(
        Panel::new(Axis::new("Specific sliding", "–").range(-4.0, 2.0))
            .with(Series::new("pinion ζ_{1}", sliding(1.0, 0.0)))
            .with(Series::new("wheel ζ_{2}", sliding(-1.0, 20.0))),
    )
    .with(
        Panel::new(Axis::new("Radius of curvature", "mm"))
            .with(Series::new("ρ_{1}", vec![[0.0, 0.0], [20.0, 20.0]]))
            .with(Series::new("ρ_{2}", vec![[0.0, 20.0], [20.0, 0.0]])),
    )
    .marker(2.0, "A")
    .marker(6.0, "B")
    .marker(6.1, "C")
    .marker(6.2, "D")
    .marker(18.0, "E")
}

fn crowded_drawing() -> Drawing {
    let mut drawing = Drawing::new("Pair in mesh");
    for i in 0..8 {
        let style = LineStyle::series(i).dash(Dash::Dashed);
        drawing.add_circle([0.0, -60.0], 20.0 + 5.0 * i as f64, style);
        drawing.add_legend(format!("circle r_{{{i}}} of the pinion"), style);
    }
    drawing.set_view([-20.0, -15.0], [20.0, 20.0]);
    for i in 0..12 {
        let at = f64::from(i);
        drawing.add_named_point([0.2 * at, 0.1 * at], Colour::BLACK, format!("T_{{{i}}}"));
    }
    drawing
}

#[test]
fn usual_pictures_are_readable() {
    assert_readable(&sliding_chart().into());
    assert_readable(&crowded_drawing().into());
}

#[test]
fn every_crowded_label_is_placed() {
    let picture = svg::write(&crowded_drawing().scene());
    assert_eq!(picture.matches("class=\"label\"").count(), 12);
}

#[test]
fn pictures_without_data_are_readable() {
    let empty = Chart::new("", Axis::new("Time", "s"));
    assert_readable(&empty.clone().into());
    let gaps = Series::new("gaps", vec![[f64::NAN, 1.0], [1.0, f64::INFINITY]]);
    let panel = Panel::new(Axis::new("Force", "N")).with(gaps);
    assert_readable(&empty.with(panel).into());
    assert_readable(&Drawing::new("").into());
}

#[test]
fn a_lone_point_is_drawn_as_a_dot() {
    let lone = Series::new("one", vec![[1.0, 2.0]]);
    let panel = Panel::new(Axis::new("Force", "N")).with(lone);
    let chart = Chart::new("", Axis::new("Time", "s")).with(panel);
    assert!(svg::write(&chart.scene()).contains("<circle"));
}

#[test]
fn twenty_curves_move_the_legend_outside() {
    let panel = (0..20).fold(Panel::new(Axis::new("Force", "N")), |panel, i| {
        panel.with(Series::new(format!("gear {i}"), wave(200, f64::from(i))))
    });
    let chart = Chart::new("Many", Axis::new("Time", "s")).with(panel);
    assert_readable(&chart.into());
}

#[test]
fn a_million_samples_give_a_small_file() {
    let points: Vec<Point> = (0..1_000_000_u32)
        .map(|i| [f64::from(i), f64::from(i.wrapping_mul(2_654_435_761) >> 16)])
        .collect();
    let panel = Panel::new(Axis::new("Force", "N")).with(Series::new("noise", points));
    let chart = Chart::new("Noise", Axis::new("Time", "s")).with(panel);
    assert!(svg::write(&chart.scene()).len() < 200_000);
}

#[test]
fn same_data_give_the_same_bytes_and_a_png() {
    let scene = sliding_chart().scene();
    assert_eq!(svg::write(&scene), svg::write(&sliding_chart().scene()));
    let drawn = Figure::from(sliding_chart()).draw().unwrap();
    assert_eq!(drawn.svg(), Some(svg::write(&scene)));
    let bytes = drawn.png().expect("the size is sane");
    assert!(bytes.starts_with(b"\x89PNG"));
    assert!(png::write(&[], &scene, 1e6).is_err());
    assert!(png::write(&[], &scene, f64::NAN).is_err());
}

/// Numbers of these attributes of all elements with the tag.
fn attributes(svg: &str, tag: &str, names: [&str; 2]) -> Vec<Point> {
    let document = roxmltree::Document::parse(svg).expect("a readable picture");
    let elements = document.descendants().filter(|node| node.has_tag_name(tag));
    elements
        .filter_map(|node| {
            let [a, b] = names.map(|name| node.attribute(name)?.parse().ok());
            Some([a?, b?])
        })
        .collect()
}

#[test]
fn points_stand_where_the_ticks_say() {
    let corners = Series::new("", vec![[0.0, 0.0], [7.0, 100.0], [3.5, 50.0]]).dots();
    let y_axis = Axis::new("Force", "N").range(0.0, 100.0);
    let chart = Chart::new("", Axis::new("Time", "s")).with(Panel::new(y_axis).with(corners));
    let picture = svg::write(&chart.scene());
    let dots = attributes(&picture, "circle", ["cx", "cy"]);
    let texts = attributes(&picture, "text", ["x", "y"]);
    let document = roxmltree::Document::parse(&picture).expect("a readable picture");
    let words: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .map(|node| node.text().unwrap_or_default())
        .collect();
    let tick = |word: &str| texts[words.iter().position(|w| *w == word).expect("a tick")];
    // x ticks are centred on their value; y ticks stand half a capital below theirs.
    assert!((tick("7")[0] - dots[1][0]).abs() < 0.01);
    let lowered = 0.5 * font::CAPITAL_HEIGHT * 11.5;
    assert!((tick("100")[1] - lowered - dots[1][1]).abs() < 0.02);
    assert!((0.5 * (dots[0][0] + dots[1][0]) - dots[2][0]).abs() < 0.01);
    assert!((0.5 * (dots[0][1] + dots[1][1]) - dots[2][1]).abs() < 0.01);
}

#[test]
fn drawings_have_one_scale() {
    let mut drawing = Drawing::new("");
    for point in [[0.0, 0.0], [30.0, 0.0], [0.0, 30.0]] {
        drawing.add_point(point, Colour::BLACK);
    }
    drawing.set_view([-20.0, -5.0], [90.0, 40.0]);
    let dots = attributes(&svg::write(&drawing.scene()), "circle", ["cx", "cy"]);
    let (across, up) = (dots[1][0] - dots[0][0], dots[0][1] - dots[2][1]);
    assert!(across > 10.0 && (across - up).abs() < 0.02);
}

fn any_points() -> impl Strategy<Value = Vec<Point>> {
    let value = prop_oneof![
        any::<f64>(),
        -1.0..1.0_f64,
        1e6..1.000_001e6_f64,
        Just(f64::NAN)
    ];
    prop::collection::vec((value.clone(), value).prop_map(|(x, y)| [x, y]), 0..30)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_chart_is_readable(
        series in prop::collection::vec(("\\PC{0,60}", any_points()), 0..6),
        title in "\\PC{0,150}",
        axis in "[ -~]{1,80}",
        markers in prop::collection::vec((any_x(), "\\PC{0,12}"), 0..10),
        n_panels in 1_usize..4,
        width in any::<f64>(),
    ) {
        let mut chart = Chart::new(RichText::plain(&title), Axis::new("Time", "s"));
        chart.width = width;
        for _ in 0..n_panels {
            let panel = Panel::new(Axis::new(format!("y {axis}"), "N/mm"));
            chart = chart.with(series.iter().fold(panel, |panel, (name, points)| {
                panel.with(Series::new(RichText::plain(name), points.clone()))
            }));
        }
        for (x, label) in &markers {
            chart = chart.marker(*x, RichText::plain(label));
        }
        let scene = chart.scene();
        assert_readable(&chart.into());
        prop_assert!(png::write(&[], &scene, 0.5).is_ok());
    }

    #[test]
    fn any_drawing_is_readable(
        points in any_points(),
        radius in any::<f64>(),
        names in prop::collection::vec("\\PC{0,30}", 0..15),
    ) {
        let mut drawing = Drawing::new("Drawing");
        let style = LineStyle::new(Colour::BLUE);
        drawing.add_polygon(points.clone(), style.fill(Colour::BLUE.tint(0.2)));
        drawing.add_polyline(points.clone(), style);
        for (point, name) in points.iter().zip(&names) {
            drawing.add_circle(*point, radius, style);
            drawing.add_named_point(*point, Colour::BLACK, RichText::plain(name));
            drawing.add_legend(RichText::plain(name), style);
            drawing.add_dimension(*point, [0.0, 1.0], RichText::plain(name));
        }
        let scene = drawing.scene();
        assert_readable(&drawing.into());
        prop_assert!(png::write(&[], &scene, 0.5).is_ok());
    }
}

fn any_x() -> impl Strategy<Value = f64> {
    prop_oneof![any::<f64>(), -1.0..1.0_f64]
}

/// What a page that draws figures by itself finds in one.
#[test]
fn a_figure_serialises_as_its_data() {
    let gap = Series::new("r_{b}", vec![[0.5, 1.0], [1.0, f64::NAN]]);
    let panel = Panel::new(Axis::new("Force", "N")).with(gap);
    let chart = Chart::new("Mesh", Axis::new("Time", "s").range(0.0, 2.0)).with(panel);
    let json = serde_json::to_value(Figure::from(chart)).unwrap();
    assert_eq!(json["kind"], "chart");
    assert_eq!(json["x_axis"]["range"], json!([0.0, 2.0]));
    let panel = &json["panels"][0];
    assert_eq!(panel["y_axis"]["unit"], "N");
    assert_eq!(
        panel["series"][0]["points"],
        json!([[0.5, 1.0], [1.0, null]])
    );
    let name = json!([{ "text": "r", "script": "normal" }, { "text": "b", "script": "sub" }]);
    assert_eq!(panel["series"][0]["name"], name);

    let mut drawing = Drawing::new("Pair");
    drawing.add_circle([1.0, 2.0], 3.0, LineStyle::thin(Colour::BLUE));
    let json = serde_json::to_value(Figure::from(drawing)).unwrap();
    assert_eq!(json["kind"], "drawing");
    let circle = &json["shapes"][0];
    assert_eq!(
        (&circle["kind"], &circle["radius"]),
        (&json!("arc"), &json!(3.0))
    );
    assert_eq!(circle["style"]["colour"]["blue"], 0xb2);

    let square = vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let surface = Surface::new(square, Faces::Linear(vec![[0, 1, 2, 3]])).unwrap();
    let view = ShadedView {
        field: Some(Field::new(vec![1.0; 4], Axis::new("Stress", "MPa"))),
        ..ShadedView::of_mesh("Square", surface)
    };
    let json = serde_json::to_value(Figure::from(view)).unwrap();
    assert_eq!(json["kind"], "shaded-view");
    assert_eq!(json["surface"]["faces"]["linear"], json!([[0, 1, 2, 3]]));
    assert_eq!(json["field"]["values"], json!([1.0, 1.0, 1.0, 1.0]));
    assert_eq!(json["lines"], "elements");
}
