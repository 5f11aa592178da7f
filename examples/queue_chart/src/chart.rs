//! A line chart over time, drawn as SVG.

use std::fmt::Write as _;

use monitoring_service::chrono::{DateTime, DurationRound as _, TimeDelta, Utc};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
/// The margins around the plot, which contain the labels.
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 40.0;

#[derive(Debug, Clone, Copy)]
pub struct Point {
    pub time: DateTime<Utc>,
    pub value: f64,
}

pub struct Chart {
    pub title: String,
    pub unit: &'static str,
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
}

impl Chart {
    /// Draws the chart. The line has a gap if samples are missing.
    pub fn svg(&self, points: &[Point]) -> String {
        let step = grid_step(points.iter().map(|point| point.value).fold(0.0, f64::max));
        let mut svg = String::new();
        let mut line = |text: String| {
            svg.push_str(&text);
            svg.push('\n');
        };
        line(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
        ));
        line(format!("<text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{}</text>", escape_xml(&self.title)));
        let middle = TOP + (HEIGHT - TOP - BOTTOM) / 2.0;
        line(format!(
            "<text transform=\"translate(14 {middle}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            self.unit
        ));
        for tick in 0..=4 {
            let value = step * f64::from(tick);
            let y = self.y(value, step);
            line(format!("<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>", WIDTH - RIGHT));
            line(format!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>", LEFT - 6.0, y + 4.0));
        }
        for time in self.hours() {
            let (x, y) = (self.x(time), HEIGHT - BOTTOM);
            line(format!("<line x1=\"{x:.1}\" y1=\"{y}\" x2=\"{x:.1}\" y2=\"{}\" stroke=\"#888\"/>", y + 5.0));
            let label = time.format("%H:%M");
            line(format!("<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>", y + 18.0));
        }
        line(format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">time, UTC</text>", WIDTH - RIGHT, HEIGHT - 6.0));
        for run in split_at_gaps(points) {
            let mut path = String::new();
            for point in run {
                let _ = write!(path, "{:.1},{:.1} ", self.x(point.time), self.y(point.value, step));
            }
            let path = path.trim_end();
            line(format!("<polyline points=\"{path}\" fill=\"none\" stroke=\"#1668b8\" stroke-width=\"2\"/>"));
        }
        line("</svg>".to_owned());
        svg
    }

    fn x(&self, time: DateTime<Utc>) -> f64 {
        let share = |part: TimeDelta| part.num_milliseconds() as f64 / (self.to - self.from).num_milliseconds() as f64;
        LEFT + (WIDTH - LEFT - RIGHT) * share(time - self.from).clamp(0.0, 1.0)
    }

    fn y(&self, value: f64, step: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / (4.0 * step)
    }

    /// Returns the full hours that label the time axis.
    fn hours(&self) -> impl Iterator<Item = DateTime<Utc>> {
        let hour = TimeDelta::hours(1);
        let first = self.from.duration_trunc(hour).unwrap_or(self.from) + hour;
        (0..24).map(move |index| first + hour * index).take_while(|time| *time <= self.to)
    }
}

/// Returns the distance between two grid lines: a round number that is at least a quarter of `largest`.
fn grid_step(largest: f64) -> f64 {
    let quarter = (largest / 4.0).max(0.25);
    let power = 10_f64.powf(quarter.log10().floor());
    [1.0, 2.0, 2.5, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= quarter).unwrap_or(quarter)
}

/// Splits the points at each gap: where two neighbouring points are more than twice as far apart as usual, so that at
/// least one point is missing.
fn split_at_gaps(points: &[Point]) -> impl Iterator<Item = &[Point]> {
    let mut steps: Vec<TimeDelta> = points.windows(2).map(|pair| pair[1].time - pair[0].time).collect();
    steps.sort();
    let usual = steps.get(steps.len() / 2).copied().unwrap_or_default();
    points.chunk_by(move |one, next| next.time - one.time <= usual * 2)
}

fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chart_line_is_split_at_a_gap_in_the_samples() {
        let start = DateTime::UNIX_EPOCH;
        let point = |minutes| Point { time: start + TimeDelta::minutes(minutes), value: 1.0 };
        let points: Vec<Point> = [0, 10, 20, 60, 70].map(point).into();
        assert_eq!(split_at_gaps(&points).map(<[Point]>::len).collect::<Vec<_>>(), [3, 2]);
        assert_eq!(split_at_gaps(&[]).count(), 0);
    }

    #[test]
    fn chart_grid_has_round_numbers() {
        for (largest, expected) in [(0.0, 0.25), (3.0, 1.0), (57.0, 20.0), (100.0, 25.0), (1_001.0, 500.0)] {
            assert_eq!(grid_step(largest), expected, "{largest}");
        }
    }
}
