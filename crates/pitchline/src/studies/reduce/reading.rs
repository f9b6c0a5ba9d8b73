//! What a study `reduce` asks for: what one value alone cannot tell.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ReduceStudy;
use super::keys::{
    AUXILIARY_NODES, COMPARE, COMPLIANCE, COORDINATES, DROP_BELOW, INTERFACE, METHOD, MODES,
    RECOVERY, ROUTE, STRESSES, UP_TO,
};
use super::request::{
    FlankInterface, FlankMotions, InterfaceRequest, ReductionRequest, RequestFault, Route,
};
use crate::fem::{ComplianceDirections, ModeChoice, ReductionKind};
use crate::geometry::FlankSide;
use crate::input::key::{Integer, Key};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::Gear;
use crate::studies::finite_elements::{FeTarget, SeatSupport, reading};
use crate::studies::{Study, StudyContext};

/// The study; none where something in it was refused.
pub(super) fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let (target, gears) = reading::target(section, context, diagnostics)?;
    let support = reading::support(section)?;
    let request = request(section, &target, &gears, support, diagnostics)?;
    Some(Arc::new(ReduceStudy {
        target,
        support,
        request,
    }))
}

/// What the study asks for; `None` when something in it was refused.
fn request(
    section: &Section,
    target: &FeTarget,
    gears: &[&Gear],
    support: SeatSupport,
    diagnostics: &mut Diagnostics,
) -> Option<ReductionRequest> {
    let before = diagnostics.len();
    let interface = interface(section.get(&INTERFACE)?.value, diagnostics);
    let method = match section.get(&METHOD)?.value {
        "craig-bampton" => ReductionKind::CraigBampton,
        "static" => ReductionKind::StaticModes,
        _ => ReductionKind::DualCraigBampton,
    };
    let modes = modes(section, method, diagnostics);
    let request = ReductionRequest {
        method,
        interface: interface?,
        auxiliary_nodes: usize::try_from(section.get(&AUXILIARY_NODES)?.value).ok()?,
        modes: modes?,
        drop_below: section.get(&DROP_BELOW)?.value,
        route: match section.get(&ROUTE)?.value {
            "cyclic" => Route::Cyclic,
            "whole" => Route::Whole,
            _ => Route::Auto,
        },
        compliance: match section.get(&COMPLIANCE)?.value {
            "three" => ComplianceDirections::Three,
            "none" => ComplianceDirections::None,
            _ => ComplianceDirections::Normal,
        },
        recovers_all: section.get(&RECOVERY)?.value == "all",
        stresses: section
            .get(&STRESSES)?
            .value
            .into_iter()
            .map(str::to_owned)
            .collect(),
        compare: usize::try_from(section.get(&COMPARE)?.value).ok()?,
    };
    for gear in gears {
        for fault in request.faults(gear, target, support) {
            diagnostics.push_new(located(section, fault));
        }
    }
    (diagnostics.len() == before).then_some(request)
}

/// Which modes: one of three ways to say it.
fn modes(
    section: &Section,
    method: ReductionKind,
    diagnostics: &mut Diagnostics,
) -> Option<ModeChoice> {
    let keys = [&*MODES, &*UP_TO, &*COORDINATES];
    let given: Vec<&str> = keys
        .into_iter()
        .filter(|key| section.is_given(key))
        .collect();
    if let (ReductionKind::StaticModes, Some(key)) = (method, given.first()) {
        let what = format!("static shapes alone have no modes, but the study gives {key}");
        let help = format!("leave {key} out, or write method = \"craig-bampton\"");
        diagnostics.push(refused(section, key, "bad-modes", what, help));
        return None;
    }
    if let [first, second, ..] = given.as_slice() {
        let what = format!("the study gives {first} and {second}: both say which modes are kept");
        let help = format!("keep one of {}", given.join(", "));
        diagnostics.push(refused(section, second, "bad-modes", what, help));
        return None;
    }
    let count = |key: &Key<Integer>| usize::try_from(section.get(key)?.value).ok();
    match given.first().copied() {
        _ if method == ReductionKind::StaticModes => Some(ModeChoice::Count(0)),
        Some(key) if *key == *UP_TO => Some(ModeChoice::UpTo(section.get(&UP_TO)?.value)),
        Some(key) if *key == *COORDINATES => Some(ModeChoice::Fill(count(&COORDINATES)?)),
        Some(_) => Some(ModeChoice::Count(count(&MODES)?)),
        None => Some(ModeChoice::Count(ReductionRequest::MODES)),
    }
}

fn interface(section: &Section, diagnostics: &mut Diagnostics) -> Option<InterfaceRequest> {
    let motions = match section.choice("motions")?.value {
        "forces" => FlankMotions::Along,
        "all" => FlankMotions::All,
        _ => FlankMotions::Normal,
    };
    let kind = section.choice("flanks")?.value;
    let foreign: &[&str] = match kind {
        "joints" => &["rows", "columns"],
        "nodes" => &["zones"],
        _ => &["rows", "columns", "zones", "motions", "teeth", "sides"],
    };
    if let Some(key) = foreign.iter().find(|key| section.is_given(key)) {
        let what = format!("an interface with flanks = \"{kind}\" has no {key}");
        let help = match *key {
            "rows" | "columns" => {
                format!("leave {key} out, or write flanks = \"nodes\"")
            }
            _ => format!("leave {key} out, or write flanks = \"joints\""),
        };
        diagnostics.push(refused(section, key, "bad-interface", what, help));
        return None;
    }
    let flanks = match kind {
        "joints" => FlankInterface::Joints {
            zones: u32::try_from(section.integer("zones")?.value).ok()?,
            motions,
        },
        "nodes" => FlankInterface::Nodes {
            rows: lines(section, "rows", diagnostics)?,
            columns: lines(section, "columns", diagnostics)?,
            motions,
        },
        _ => FlankInterface::None,
    };
    let teeth = match section.integers("teeth") {
        None => {
            section.choice("teeth")?;
            None
        }
        Some(teeth) if teeth.value.is_empty() => {
            let what = "the list of teeth is empty".to_owned();
            let help = "name teeth, or write teeth = \"all\", or flanks = \"none\"".to_owned();
            diagnostics.push(refused(section, "teeth", "bad-interface", what, help));
            return None;
        }
        Some(teeth) => Some(numbers(
            section,
            "teeth",
            &teeth.value,
            "tooth",
            diagnostics,
        )?),
    };
    Some(InterfaceRequest {
        flanks,
        teeth,
        sides: match section.choice("sides")?.value {
            "right" => vec![FlankSide::Right],
            "left" => vec![FlankSide::Left],
            _ => vec![FlankSide::Right, FlankSide::Left],
        },
        nodes: {
            let list = section.integers("nodes")?.value;
            numbers(section, "nodes", &list, "node", diagnostics)?
        },
        has_center: section.boolean("center")?.value,
    })
}

/// Rows or columns of nodes.
fn lines(section: &Section, key: &str, diagnostics: &mut Diagnostics) -> Option<usize> {
    if let Some(count) = section.integer(key) {
        return usize::try_from(count.value).ok();
    }
    if !section.is_faulty(key) {
        let what = format!("an interface of nodes on flanks does not say how many {key}");
        let help = format!("write {key} = 3");
        diagnostics.push(refused(section, key, "bad-interface", what, help));
    }
    None
}

/// Numbers, each once.
fn numbers(
    section: &Section,
    key: &str,
    list: &[i64],
    name: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<u32>> {
    let mut seen = BTreeSet::new();
    let mut refuse = |what: String, help: String| {
        diagnostics.push(refused(section, key, "bad-interface", what, help));
        None
    };
    if let Some(twice) = list.iter().find(|&number| !seen.insert(*number)) {
        let once: BTreeSet<i64> = list.iter().copied().collect();
        let list: Vec<String> = once.iter().map(i64::to_string).collect();
        return refuse(
            format!("{name} {twice} is named twice: its points would be defined twice"),
            format!("write {key} = [{}]", list.join(", ")),
        );
    }
    list.iter()
        .map(|&number| u32::try_from(number).ok())
        .collect()
}

/// A fault at the place of its key, in the study or its interface; else at the study's head.
fn located(section: &Section, fault: RequestFault) -> Diagnostic {
    let RequestFault {
        code,
        keys,
        what,
        help,
    } = fault;
    let inner = section.get(&INTERFACE).map(|table| table.value);
    let owners = inner.into_iter().chain([section]);
    for key in keys {
        let knows = |owner: &&Section| owner.record().field(key).is_some() && owner.is_given(key);
        if let Some(owner) = owners.clone().find(knows) {
            return refused(owner, key, code, what, help);
        }
    }
    refused(section, "kind", code, what, help)
}

fn refused(
    section: &Section,
    key: &str,
    code: &'static str,
    what: String,
    help: String,
) -> Diagnostic {
    let place = if section.is_given(key) {
        section.span_of(key)
    } else {
        section.span()
    };
    Diagnostic::error(code, place, what)
        .label("here")
        .help(help)
}
