"""Exudyn at its fastest: what the peers of the multibody benchmarks share.

The module without range checks and with vector instructions, one thread (a second one changes nothing with systems this small),
nothing written, nothing shown. The time of a run is that of its solver, from a finished model to the last state.
"""

import contextlib
import os
import sys
import time

sys.exudynFast = True  # read by the import below

NOWHERE = open(os.devnull, "w", encoding="utf-8")
# The import tells which module it took, a run tells when it fails; standard output is for the result alone.
with contextlib.redirect_stdout(NOWHERE):
    import exudyn

VERSION = exudyn.__version__
DENSE = exudyn.LinearSolverType.EXUdense
EIGEN_DENSE = exudyn.LinearSolverType.EigenDense
SPARSE = exudyn.LinearSolverType.EigenSparse
LINEAR_SOLVERS = {"EXUdense": DENSE, "EigenDense": EIGEN_DENSE, "EigenSparse": SPARSE}
NEWTON = ["full", "modified", "jacobian per step"]


def settings(steps, end, choice):
    """Settings of a run of equal steps.

    `choice`: `integrator`, "trapezoidal, index 2" or the spectral radius of generalized alpha, index 3; `newton`, one
    of NEWTON; `tolerance`, relative, of its residual; `solver`, one of LINEAR_SOLVERS.
    """
    made = exudyn.SimulationSettings()
    made.solutionSettings.writeSolutionToFile = False
    made.linearSolver.solverType = LINEAR_SOLVERS[choice["solver"]]
    made.parallel.numberOfThreads = 1
    time_integration = made.timeIntegration
    time_integration.numberOfSteps = steps
    time_integration.endTime = end
    time_integration.verboseMode = 0
    time_integration.adaptiveStep = False
    alpha = time_integration.generalizedAlpha
    alpha.computeInitialAccelerations = True
    if isinstance(choice["integrator"], str):
        alpha.useNewmark = True
        alpha.useIndex2Constraints = True
    else:
        alpha.spectralRadius = choice["integrator"]
    newton = time_integration.newton
    newton.useModifiedNewton = choice["newton"] != "full"
    newton.modifiedNewtonJacUpdatePerStep = choice["newton"] == "jacobian per step"
    newton.relativeTolerance = choice["tolerance"]
    # Small against every residual here, so that the relative tolerance decides.
    newton.absoluteTolerance = 1e-14
    return made


def timed(mbs, made):
    """Seconds of the processor that the solver takes, which other programs on the machine hardly change; None where it does not converge."""
    started = time.process_time()
    try:
        with contextlib.redirect_stdout(NOWHERE):
            mbs.SolveDynamic(made, showCausingItems=False)
    except (ValueError, RuntimeError):
        return None
    return time.process_time() - started


def solve(mbs, steps, end, choice):
    """Seconds of the processor of a run of equal steps; None where it does not converge."""
    return timed(mbs, settings(steps, end, choice))
