"""A peer of the benchmarks: a chain of ten bars in space in Exudyn, time of a step.

    PYTHON=$(crates/cli/benches/bench/peers/environment.sh)
    $PYTHON exudyn_chain.py

The chain: ten boxes of 1 m x 0.1 m x 0.1 m and 1 kg lie at rest along +x, end to end, the first joint in the origin; gravity is 9.81 m/s2
along -z. The axes of the odd joints (first, third, …) are +y, those of the even ones (0, cos 60 deg, sin 60 deg), so that the motion
leaves the plane; each is fixed in the two boxes that it joins. 1 s in 1000 steps.

Prints a line of JSON, then for each line of its input the `seconds` of another run:

    {"peer": "exudyn", "version": …, "step": …, "seconds_per_step": …, "tip": [x, y, z], "error": …, "settings": …,
     "limit": [x, y, z], "tree": {"step": …, "seconds_per_step": …, "error": …, "settings": …}}

`tip` is the end of the last box at 1 s (m), `limit` the same for vanishing steps, `error` their distance. Free bodies of six
or seven coordinates and revolute joints of five multipliers, with all parametrisations, iterations and linear solvers; told is the
fastest whose error is at most 1.2 times that of a converged iteration, because an iteration that stops early is no step. `tree` is
the same chain in ten relative coordinates, without constraints, by the classical explicit method of order four: what Exudyn does
best with a chain. `limit` comes from the tree with small steps; a program that does not arrive there solves another problem.
Two minutes.
"""

import itertools
import math

import exudyn_run as run
import numpy as np
from exudyn import (
    DynamicSolverType,
    JointType,
    Matrix3DList,
    NodeType,
    OutputVariableType,
    SystemContainer,
    Vector3DList,
)
from exudyn.itemInterface import NodeGenericODE2, ObjectGround, ObjectKinematicTree
from exudyn.rigidBodyUtilities import InertiaCuboid
from serve import serve

BARS, LENGTH, SIDE, MASS = 10, 1.0, 0.1, 1.0
GRAVITY = [0.0, 0.0, -9.81]
STEPS, END = 1000, 1.0
REPEATS = 5
ALLOWED = 1.2
ROTATIONS = {
    "Euler parameters": NodeType.RotationEulerParameters,
    "Tait-Bryan angles": NodeType.RotationRxyz,
    "rotation vector": NodeType.RotationRotationVector,
}
INERTIA = InertiaCuboid(MASS / (LENGTH * SIDE * SIDE), [LENGTH, SIDE, SIDE])


def axis(joint):
    angle = math.radians(60) * (joint % 2)
    return [0.0, math.cos(angle), math.sin(angle)]


def rigid_bodies(rotation):
    """The chain of free bodies and joints, and where its tip is."""
    container = SystemContainer()
    mbs = container.AddSystem()
    last = mbs.AddObject(ObjectGround())
    for bar in range(BARS):
        body = mbs.CreateRigidBody(
            inertia=INERTIA,
            referencePosition=[(bar + 0.5) * LENGTH, 0, 0],
            gravity=GRAVITY,
            nodeType=ROTATIONS[rotation],
        )
        mbs.CreateRevoluteJoint(itemNumbers=[last, body], position=[bar * LENGTH, 0, 0], axis=axis(bar), show=False)
        last = body
    mbs.Assemble()
    return container, mbs, lambda: mbs.GetObjectOutputBody(last, OutputVariableType.Position, [0.5 * LENGTH, 0, 0])


def turn_to(direction):
    """The turn that takes z to a direction perpendicular to x."""
    direction = np.array(direction)
    along = np.array([1.0, 0.0, 0.0])
    return np.array([along, np.cross(direction, along), direction]).T


def tree():
    """The same chain in relative coordinates."""
    container = SystemContainer()
    mbs = container.AddSystem()
    zeros = [0.0] * BARS
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=BARS,
            referenceCoordinates=zeros,
            initialCoordinates=zeros,
            initialCoordinates_t=zeros,
        )
    )
    frames = [turn_to(axis(bar)) for bar in range(BARS)]
    before = [np.eye(3), *frames[:-1]]
    chain = mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node,
            gravity=GRAVITY,
            jointTypes=[JointType.RevoluteZ] * BARS,
            linkParents=list(range(-1, BARS - 1)),
            jointTransformations=Matrix3DList([old.T @ new for old, new in zip(before, frames)]),
            jointOffsets=Vector3DList([[LENGTH if bar else 0.0, 0, 0] for bar in range(BARS)]),
            linkInertiasCOM=Matrix3DList([frame.T @ INERTIA.InertiaCOM() @ frame for frame in frames]),
            linkCOMs=Vector3DList([[0.5 * LENGTH, 0, 0]] * BARS),
            linkMasses=[MASS] * BARS,
        )
    )
    mbs.Assemble()

    def tip():
        angles = mbs.GetNodeOutput(node, OutputVariableType.Coordinates)
        place, frame = np.zeros(3), np.eye(3)
        for bar, angle in enumerate(angles):
            cosine, sine = math.cos(angle), math.sin(angle)
            frame = frame @ before[bar].T @ frames[bar] @ [[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]]
            place = place + LENGTH * frame[:, 0]
        return place

    return container, mbs, tip, chain


def run_tree(steps):
    """Seconds, and the tip."""
    _container, mbs, tip, _chain = tree()
    made = run.settings(steps, END, dict(integrator=0.9, newton="full", tolerance=1e-8, solver="EXUdense"))
    made.timeIntegration.solverType = DynamicSolverType.RK44
    made.timeIntegration.explicit.computeEndOfStepAccelerations = False
    return run.timed(mbs, made), tip()


def run_bodies(rotation, choice):
    """Seconds, and the tip; None where the iteration fails."""
    _container, mbs, tip = rigid_bodies(rotation)
    seconds = run.solve(mbs, STEPS, END, choice)
    return None if seconds is None else (seconds, np.array(tip()))


def choices():
    integrators = ["trapezoidal, index 2", 0.9]
    keys = [ROTATIONS, integrators, run.NEWTON, [1e-4, 1e-7, 1e-10], run.LINEAR_SOLVERS]
    for rotation, integrator, newton, tolerance, solver in itertools.product(*keys):
        yield rotation, dict(integrator=integrator, newton=newton, tolerance=tolerance, solver=solver)


def main():
    limit = run_tree(16 * STEPS)[1]
    found = []
    for rotation, choice in choices():
        ran = run_bodies(rotation, choice)
        if ran is not None and math.isfinite(float(np.sum(ran[1]))):
            found.append((float(np.linalg.norm(ran[1] - limit)), ran[0], rotation, choice))
    converged = min(error for error, _, _, choice in found if choice["tolerance"] == 1e-10)
    _, _, rotation, choice = min(
        (one for one in found if one[0] <= ALLOWED * converged), key=lambda one: one[1]
    )
    runs = [run_bodies(rotation, choice) for _ in range(REPEATS)]
    tip = runs[0][1]
    tree_runs = [run_tree(STEPS) for _ in range(REPEATS)]
    told = {
        "peer": "exudyn",
        "version": run.VERSION,
        "step": END / STEPS,
        "seconds_per_step": min(seconds for seconds, _ in runs) / STEPS,
        "tip": tip.tolist(),
        "error": float(np.linalg.norm(tip - limit)),
        "settings": {"rotation": rotation, **choice},
        "limit": limit.tolist(),
        "tree": {
            "step": END / STEPS,
            "seconds_per_step": min(seconds for seconds, _ in tree_runs) / STEPS,
            "error": float(np.linalg.norm(tree_runs[0][1] - limit)),
            "settings": "explicit Runge-Kutta of order 4",
        },
    }
    serve(told, lambda: {"seconds": run_bodies(rotation, choice)[0]})


main()
