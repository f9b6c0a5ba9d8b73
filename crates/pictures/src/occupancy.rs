//! Counts how much of a drawing lies under a rectangle, quickly.

use super::rectangle::Rectangle;
use super::scene::Point;

/// Side of a cell (px): finer than a line of text is high.
const CELL: f64 = 3.0;

/// Cells of a frame that lines pass, summed so that the count in any rectangle takes four look-ups.
pub(crate) struct Occupancy {
    frame: Rectangle,
    n_columns: usize,
    n_rows: usize,
    sums: Vec<u32>,
}

impl Occupancy {
    /// Marks the cells that these polylines pass.
    pub(crate) fn new<'a>(
        frame: Rectangle,
        lines: impl IntoIterator<Item = &'a Vec<Point>>,
    ) -> Self {
        let n_columns = (frame.width() / CELL).ceil().clamp(1.0, 4000.0) as usize;
        let n_rows = (frame.height() / CELL).ceil().clamp(1.0, 4000.0) as usize;
        let mut cells = Self {
            frame,
            n_columns,
            n_rows,
            sums: vec![0; (n_columns + 1) * (n_rows + 1)],
        };
        for line in lines {
            if let [point] = line.as_slice() {
                cells.mark(*point);
            }
            for pair in line.windows(2) {
                if let Some([start, end]) = frame.clip_segment(pair[0], pair[1]) {
                    cells.mark_segment(start, end);
                }
            }
        }
        cells.sum();
        cells
    }

    fn mark_segment(&mut self, start: Point, end: Point) {
        let length = (end[0] - start[0]).hypot(end[1] - start[1]);
        let n_steps = (length / (0.4 * CELL)).ceil().max(1.0);
        let mut step = 0.0;
        while step <= n_steps {
            let t = step / n_steps;
            self.mark([
                start[0] + t * (end[0] - start[0]),
                start[1] + t * (end[1] - start[1]),
            ]);
            step += 1.0;
        }
    }

    fn mark(&mut self, point: Point) {
        if self.frame.contains(point) {
            let column = ((point[0] - self.frame.left) / CELL) as usize;
            let row = ((point[1] - self.frame.top) / CELL) as usize;
            let (column, row) = (column.min(self.n_columns - 1), row.min(self.n_rows - 1));
            self.sums[(row + 1) * (self.n_columns + 1) + column + 1] = 1;
        }
    }

    fn sum(&mut self) {
        let stride = self.n_columns + 1;
        for row in 1..=self.n_rows {
            let mut in_row = 0;
            for column in 1..=self.n_columns {
                in_row += self.sums[row * stride + column];
                self.sums[row * stride + column] = in_row + self.sums[(row - 1) * stride + column];
            }
        }
    }

    /// Number of passed cells that the rectangle touches.
    pub(crate) fn count(&self, area: &Rectangle) -> u32 {
        let column = |x: f64| ((x - self.frame.left) / CELL).clamp(0.0, self.n_columns as f64);
        let row = |y: f64| ((y - self.frame.top) / CELL).clamp(0.0, self.n_rows as f64);
        let left = column(area.left).floor() as usize;
        let right = column(area.right).ceil() as usize;
        let top = row(area.top).floor() as usize;
        let bottom = row(area.bottom).ceil() as usize;
        let at = |row: usize, column: usize| self.sums[row * (self.n_columns + 1) + column];
        if left >= right || top >= bottom {
            return 0;
        }
        at(bottom, right) + at(top, left) - at(top, right) - at(bottom, left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_only_where_the_line_runs() {
        let frame = Rectangle::new(10.0, 10.0, 300.0, 300.0);
        let line = vec![[10.0, 10.0], [310.0, 310.0]];
        let cells = Occupancy::new(frame, [&line]);
        assert_eq!(cells.count(&Rectangle::new(200.0, 20.0, 50.0, 50.0)), 0);
        assert!(cells.count(&Rectangle::new(100.0, 100.0, 50.0, 50.0)) >= 16);
        assert!(cells.count(&frame.grown(50.0)) >= 100);
    }
}
