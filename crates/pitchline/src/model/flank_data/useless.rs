//! Deviations that change nothing, though somebody wrote them to change something.

use super::Reader;
use crate::input::{Diagnostic, Section};

impl Reader<'_> {
    /// Says what changes nothing, since it was meant to.
    pub(super) fn warn_of_useless(&mut self, section: &Section) {
        let mut warn = |span: std::ops::Range<usize>, message: String, help: &str| {
            let message = format!("gear `{}`: {message}", self.name);
            let fault = Diagnostic::warning("useless", span, message);
            self.diagnostics.push(fault.label("here").help(help));
        };
        let has_run_out = section
            .quantity("run_out")
            .is_some_and(|run_out| run_out.value > 0.0);
        if section.is_given("run_out_phase") && !has_run_out {
            warn(
                section.span_of("run_out_phase"),
                "run_out_phase changes nothing without run-out".to_owned(),
                "add run_out = \"30 um\", or leave run_out_phase out",
            );
        }
        if section.is_given("damaged") && section.items("damaged").next().is_none() {
            warn(
                section.span_of("damaged"),
                "the list of damaged teeth is empty".to_owned(),
                "leave damaged out, or write [{ tooth = 3, modifications = [{ kind = \"profile-slope\", amount = \"15 um\" }] }]",
            );
        }
        for damaged in section.items("damaged") {
            let is_empty = damaged.is_given("modifications")
                && damaged.items("modifications").next().is_none();
            if let Some(tooth) = damaged.integer("tooth").filter(|_| is_empty) {
                warn(
                    damaged.span_of("modifications"),
                    format!("tooth {} is damaged by nothing", tooth.value),
                    "write what it has lost, as in modifications = [{ kind = \"profile-slope\", amount = \"15 um\" }], or leave the tooth out",
                );
            }
        }
    }
}
