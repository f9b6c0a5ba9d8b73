//! A basis grown until enough of its pairs have settled.

use super::SETTLED;
use crate::Error;
use crate::lanczos::{BlockLanczos, Ritz};
use crate::progress::{Observer, Phase, tell};

/// Grows a basis until the pairs of the `target` largest |θ| have settled, or it spans all there is. Gives the pairs
/// with the number of those that have settled without a gap.
pub(super) fn settle(
    lanczos: &mut BlockLanczos<'_>,
    target: usize,
    observer: &mut Observer<'_>,
) -> Result<(Ritz, usize), Error> {
    let block = lanczos.block();
    let most_solves = lanczos.solves + 60 * (target + 10 * block);
    let mut last_settled = 0;
    loop {
        // A look costs the cube of the basis: none before enough vectors are there, then one for each tenth more.
        let look = target.max(lanczos.filled() + lanczos.filled() / 10);
        loop {
            if lanczos.is_exhausted() || !lanczos.has_room() {
                break;
            }
            lanczos.step()?;
            tell(observer, Phase::Iterating, last_settled, target)?;
            if lanczos.filled() >= look {
                break;
            }
        }
        let ritz = lanczos.ritz()?;
        let settled = ritz.error.iter().take_while(|&&e| e <= SETTLED).count();
        last_settled = settled.min(target);
        tell(observer, Phase::Iterating, last_settled, target)?;
        if lanczos.is_exhausted() || settled >= target {
            return Ok((ritz, settled));
        }
        if !lanczos.has_room() {
            let spare = lanczos.capacity().saturating_sub(target) / 3;
            let most = lanczos.filled().saturating_sub(block);
            let kept = (target + spare).min(most);
            lanczos.restart(&ritz, &(0..kept).collect::<Vec<_>>());
        }
        if lanczos.solves > most_solves {
            let wanted = target.saturating_sub(block);
            return Err(Error::NotConverged {
                wanted,
                converged: settled.min(wanted),
                solves: lanczos.solves,
            });
        }
    }
}
