//! Free topography: a grid in the model file or in a CSV file.

use super::Reader;
use crate::geometry::{ModificationError, Topography};
use crate::input::Section;
use crate::model::data_file::Known;
use crate::number::short;

impl Reader<'_> {
    pub(super) fn topography(&mut self, item: &Section) -> Option<Topography> {
        const KEYS: [&str; 3] = ["diameters", "widths", "amounts"];
        let inline = KEYS.into_iter().filter(|key| item.is_given(key)).count();
        match (item.text("file"), inline) {
            (Some(_), 0) => self.topography_of_file(item),
            (None, 3) => self.topography_of_lists(item),
            (Some(file), _) => self.report(
                "topography",
                file.span,
                "the topography is given twice, by a file and by lists",
                "keep the file, or diameters, widths and amounts",
            ),
            (None, _) => self.report(
                "topography",
                item.span_of("kind"),
                "the topography is incomplete",
                "add file = \"grid.csv\", or diameters, widths and amounts",
            ),
        }
    }

    fn topography_of_lists(&mut self, item: &Section) -> Option<Topography> {
        let list = |key: &str| Some(item.quantities(key)?.value.to_vec());
        let (diameters, widths, amounts) = (list("diameters")?, list("widths")?, list("amounts")?);
        let places = self.profile_places("diameter", &diameters);
        let Some(places) = places else {
            return self.report(
                "topography",
                item.span_of("diameters"),
                "the flank of this gear has no place at one of the diameters",
                "give diameters above the base circle; for a rack name a file with the column height [mm]",
            );
        };
        self.build(item, "amounts", places, &widths, &amounts)
    }

    fn topography_of_file(&mut self, item: &Section) -> Option<Topography> {
        let file = item.text("file")?;
        let is_rack = self.gear.as_wheel().is_none();
        let (known, needs) = places_of(is_rack);
        let known: Vec<Known> = known
            .iter()
            .copied()
            .chain([Known::length("width"), Known::length("amount")])
            .collect();
        let needs = format!(
            "the columns {needs}, width [mm] and amount [um]; one row per point of the grid"
        );
        let data = match self.files.read(file.value, &known, &needs) {
            Ok(data) => data,
            Err(fault) => return self.file_fault(&file, fault),
        };
        let place = known
            .iter()
            .map(|known| known.name)
            .filter(|name| !matches!(*name, "width" | "amount"));
        let given: Vec<&str> = place.filter(|name| data.column(name).is_some()).collect();
        let ([place], Some(width), Some(amount)) =
            (&given[..], data.column("width"), data.column("amount"))
        else {
            let message = format!("{} has not the columns of a topography", file.value);
            return self.report(
                "data-columns",
                file.span,
                &message,
                format!("write {needs}"),
            );
        };
        let heights = data.column(place).unwrap_or_default();
        let sorted = |values: &[f64]| {
            let mut values = values.to_vec();
            values.sort_by(f64::total_cmp);
            values.dedup();
            values
        };
        let (rows, columns) = (sorted(heights), sorted(width));
        let mut grid = vec![f64::NAN; rows.len().saturating_mul(columns.len()).min(1 << 20)];
        if rows.len() * columns.len() > grid.len() {
            let message = format!(
                "{} is no grid: {} profile and {} width places",
                file.value,
                rows.len(),
                columns.len()
            );
            return self.report(
                "topography",
                file.span,
                &message,
                "give one amount at each place of a grid",
            );
        }
        for (i, line) in data.lines.iter().enumerate() {
            let row = rows.partition_point(|r| *r < heights[i]);
            let column = columns.partition_point(|c| *c < width[i]);
            let cell = &mut grid[row * columns.len() + column];
            if !cell.is_nan() {
                let message = format!(
                    "{}, line {line}: this point of the grid is defined twice",
                    file.value
                );
                return self.report("topography", file.span, &message, "keep one of the rows");
            }
            *cell = amount[i];
        }
        if let Some(hole) = grid.iter().position(|value| value.is_nan()) {
            let message = format!(
                "{}: the grid has a hole at {place} {} mm, width {} mm",
                file.value,
                short(1e3 * rows[hole / columns.len()]),
                short(1e3 * columns[hole % columns.len()]),
            );
            let help = format!(
                "{} profile and {} width places need {} rows: add the missing ones",
                rows.len(),
                columns.len(),
                grid.len()
            );
            return self.report("topography", file.span, &message, help);
        }
        let Some(places) = self.profile_places(place, &rows) else {
            let message = format!(
                "{}: a {place} lies below the base circle, where there is no flank",
                file.value
            );
            return self.report(
                "topography",
                file.span,
                &message,
                "remove the rows below the base circle",
            );
        };
        self.build(item, "file", places, &columns, &grid)
    }

    fn build(
        &mut self,
        item: &Section,
        key: &str,
        places: Vec<f64>,
        widths: &[f64],
        amounts: &[f64],
    ) -> Option<Topography> {
        match Topography::build(&places, widths, amounts) {
            Ok(topography) => Some(topography),
            Err(error) => {
                let key = match error {
                    ModificationError::TopographyNotIncreasing { direction, .. }
                    | ModificationError::TopographyTooSmall { direction, .. }
                        if key == "amounts" =>
                    {
                        if direction == "width" {
                            "widths"
                        } else {
                            "diameters"
                        }
                    }
                    _ => key,
                };
                let (message, help) = (error.to_string(), error.remedy());
                self.report(error.code(), item.span_of(key), &message, help)
            }
        }
    }

    /// Profile parameters of places that a file names in another way; `None` below the base circle.
    pub(super) fn profile_places(&self, column: &str, values: &[f64]) -> Option<Vec<f64>> {
        let place = |value: f64| match (self.gear.as_wheel(), column) {
            (None, "height") => {
                Some(value / self.gear.data().system.transverse_pressure_angle().cos())
            }
            (Some(_), "roll_length") => Some(value),
            (Some(wheel), "diameter" | "radius") => {
                let r = if column == "diameter" {
                    0.5 * value
                } else {
                    value
                };
                (r >= wheel.base_radius)
                    .then(|| ((r - wheel.base_radius) * (r + wheel.base_radius)).sqrt())
            }
            _ => None,
        };
        values.iter().map(|value| place(*value)).collect()
    }
}

/// Columns that say where on the profile a row is, and how to write them.
pub(super) fn places_of(is_rack: bool) -> (&'static [Known], &'static str) {
    const WHEEL: &[Known] = &[
        Known::length("diameter"),
        Known::length("radius"),
        Known::length("roll_length"),
    ];
    const RACK: &[Known] = &[Known::length("height")];
    if is_rack {
        (RACK, "height [mm]")
    } else {
        (WHEEL, "diameter [mm] (or radius, or roll_length)")
    }
}
