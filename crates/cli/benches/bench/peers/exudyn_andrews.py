"""A peer of the benchmarks: Andrews' squeezing mechanism in Exudyn, as accurate as asked for and as fast as it goes.

    PYTHON=$(crates/cli/benches/bench/peers/environment.sh)
    $PYTHON exudyn_andrews.py            the settings that `search` found best, one to two minutes
    $PYTHON exudyn_andrews.py search     all combinations, a quarter of an hour; both tell on standard error what they try

Prints a line of JSON, then for each line of its input the `seconds` of another run:

    {"peer": "exudyn", "version": …, "step": …, "error": …, "seconds": …, "settings": …, "extrapolated": {…}}

`error` is the largest of the seven angles' differences from the reference at 0.03 s (rad), `step` the largest step (s)
whose error is at most 1e-6 and stays below for smaller ones: errors of an iteration and of a step can cancel by chance.
`seconds` is the best of several runs to 0.05 s with that step. `extrapolated` has the same of a user who runs twice, with a
step and with half of it, and takes (4 b - a) / 3 of the two results: the fastest way to the same error, though it gives
a state at the end and no motion; its seconds are those of both runs, its step the larger one.

Two models: seven plane rigid bodies, ten plane revolute joints and a spring; or four kinematic trees in relative coordinates with three cut
joints (one tree for all bodies is several times slower). Data and reference: validation/multibody.
"""

import csv
import itertools
import math
import sys
from pathlib import Path

import exudyn_run as run
import numpy as np
from exudyn import JointType, Matrix3DList, OutputVariableType, SystemContainer, Vector3DList
from exudyn.itemInterface import (
    MarkerBodyPosition,
    MarkerBodyRigid,
    MarkerKinematicTreeRigid,
    NodeGenericODE2,
    NodeRigidBody2D,
    ObjectConnectorSpringDamper,
    ObjectGround,
    ObjectJointRevolute2D,
    ObjectKinematicTree,
    ObjectRigidBody2D,
    Torque,
)
from serve import serve

TOLERANCE = 1e-6
COMPARED_AT, END = 0.03, 0.05
REPEATS = 7
# The smaller steps, as parts of the found one, whose errors must be below the tolerance as well.
SMALLER = [0.93, 0.8, 0.6]
# A greater error says nothing of the order: an iteration that stops too early, or steps that are far too large.
HOPELESS = 1e-4
TRAPEZOIDAL = "trapezoidal, index 2"
# What `search` found fastest: at the tolerance itself, and for two runs that are extrapolated.
BEST = [
    dict(model=model, integrator=TRAPEZOIDAL, newton="jacobian per step", tolerance=tolerance)
    for model, tolerance in (("bodies", 1e-4), ("bodies", 1e-10), ("trees", 1e-4), ("trees", 1e-10))
]
VALIDATION = Path(__file__).resolve().parents[5] / "validation/multibody"


def table(name):
    with open(VALIDATION / name, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


DATA = {row["name"]: float(row["value"]) for row in table("andrews_mechanism.csv")}
ANGLES = table("andrews_squeezer.csv")[:7]
START = [float(row["initial_t0"]) for row in ANGLES]
REFERENCE = np.array([float(row["reference_t0.03"]) for row in ANGLES])


def turned(angle, point):
    """A point after a turn."""
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([cosine * point[0] - sine * point[1], sine * point[0] + cosine * point[1]])


def bodies(data):
    """Of each body: angle, place of the joint where its own coordinates begin, centre of mass in these coordinates."""
    beta, theta, gamma, phi, delta, omega, epsilon = START
    crank, a, b = np.zeros(2), np.array([data["xa"], data["ya"]]), np.array([data["xb"], data["yb"]])
    return [
        (beta, crank, (data["ra"], 0)),
        (beta + theta, turned(beta, (data["rr"], 0)), (-data["da"], 0)),
        (gamma, b, (data["sb"], -data["sa"])),
        (phi + delta, a + turned(delta, (data["zt"], 0)), (0, data["ea"] - data["e"])),
        (delta, a, (data["ta"], data["tb"])),
        (omega + epsilon, a + turned(epsilon, (0, -data["u"])), (data["zf"] - data["fa"], 0)),
        (epsilon, a, (-data["ub"], -data["ua"])),
    ]


class Bodies:
    """The mechanism of seven plane bodies and ten joints: 21 coordinates, 20 multipliers.

    The reference points are the centres of mass, where Exudyn is fastest.
    """

    def __init__(self):
        self.container = SystemContainer()
        self.mbs = mbs = self.container.AddSystem()
        ground = mbs.AddObject(ObjectGround())
        self.parts = bodies(DATA)
        self.nodes, self.objects = [], []
        for index, (angle, joint, centre) in enumerate(self.parts, start=1):
            place = joint + turned(angle, centre)
            node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[*place, angle]))
            body = ObjectRigidBody2D(mass=DATA[f"m{index}"], inertia=DATA[f"I{index}"], nodeNumber=node)
            self.nodes.append(node)
            self.objects.append(mbs.AddObject(body))
        a, b = (DATA["xa"], DATA["ya"]), (DATA["xb"], DATA["yb"])
        joints = [
            (fixed(mbs, ground, 0, 0), self.on(1)),
            (fixed(mbs, ground, *b), self.on(3)),
            (fixed(mbs, ground, *a), self.on(5)),
            (fixed(mbs, ground, *a), self.on(7)),
            (self.on(1, DATA["rr"]), self.on(2)),
            (self.on(5, DATA["zt"]), self.on(4)),
            (self.on(7, 0, -DATA["u"]), self.on(6)),
        ]
        for pair in joints:
            mbs.AddObject(ObjectJointRevolute2D(markerNumbers=list(pair)))
        close(mbs, ground, self.on)
        shaft = mbs.AddMarker(MarkerBodyRigid(bodyNumber=self.objects[0]))
        mbs.AddLoad(Torque(markerNumber=shaft, loadVector=[0, 0, DATA["torque"]]))
        mbs.Assemble()

    def on(self, body, x=0.0, y=0.0):
        """A marker on a body."""
        centre = self.parts[body - 1][2]
        place = [x - centre[0], y - centre[1], 0]
        return self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=self.objects[body - 1], localPosition=place))

    def angles(self):
        """The seven angles of the reference."""
        turns = [self.mbs.GetNodeOutput(node, OutputVariableType.Coordinates)[2] for node in self.nodes]
        whole = [turn + part[0] for turn, part in zip(turns, self.parts)]
        first, second, third, fourth, fifth, sixth, seventh = whole
        return np.array([first, second - first, third, fourth - fifth, fifth, sixth - seventh, seventh])


class Trees:
    """The mechanism of four kinematic trees in relative coordinates and three cut joints: 7 coordinates, 6 multipliers."""

    # Bodies from the ground outwards; the joint of a first one is where the ground has it.
    CHAINS = [(1, 2), (3,), (5, 4), (7, 6)]
    CARRIES = {2: ("rr", 0), 4: ("zt", 0), 6: (0, "u")}

    def __init__(self):
        self.container = SystemContainer()
        self.mbs = mbs = self.container.AddSystem()
        ground = mbs.AddObject(ObjectGround())
        parts = bodies(DATA)
        self.nodes, self.links = [], {}
        for chain in self.CHAINS:
            count = len(chain)
            start = [START[body - 1] for body in chain]
            node = mbs.AddNode(
                NodeGenericODE2(
                    numberOfODE2Coordinates=count,
                    referenceCoordinates=[0.0] * count,
                    initialCoordinates=start,
                    initialCoordinates_t=[0.0] * count,
                )
            )
            offsets = [[*parts[chain[0] - 1][1], 0.0]]
            for body in chain[1:]:
                x, y = self.CARRIES[body]
                offsets.append([DATA[x] if x else 0.0, -DATA[y] if y else 0.0, 0.0])
            tree = ObjectKinematicTree(
                nodeNumber=node,
                jointTypes=[JointType.RevoluteZ] * count,
                linkParents=list(range(-1, count - 1)),
                jointTransformations=Matrix3DList([np.eye(3)] * count),
                jointOffsets=Vector3DList(offsets),
                # The moments about x and y play no part in a plane.
                linkInertiasCOM=Matrix3DList([DATA[f"I{body}"] * np.eye(3) for body in chain]),
                linkCOMs=Vector3DList([[*parts[body - 1][2], 0.0] for body in chain]),
                linkMasses=[DATA[f"m{body}"] for body in chain],
                jointForceVector=[DATA["torque"] if body == 1 else 0.0 for body in chain],
            )
            number = mbs.AddObject(tree)
            self.nodes.append((node, chain))
            self.links.update({body: (number, link) for link, body in enumerate(chain)})
        close(mbs, ground, self.on)
        mbs.Assemble()

    def on(self, body, x=0.0, y=0.0):
        """A marker on a body."""
        tree, link = self.links[body]
        return self.mbs.AddMarker(MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=link, localPosition=[x, y, 0]))

    def angles(self):
        """The seven angles of the reference, which are the coordinates."""
        angles = np.zeros(7)
        for node, chain in self.nodes:
            angles[[body - 1 for body in chain]] = self.mbs.GetNodeOutput(node, OutputVariableType.Coordinates)
        return angles


MODELS = {"bodies": Bodies, "trees": Trees}


def fixed(mbs, ground, x, y):
    """A marker on the ground."""
    return mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[x, y, 0]))


def close(mbs, ground, on):
    """What both models share: the three joints in the point where four bodies meet, and the spring."""
    meeting = on(3, 0, -DATA["ss"])
    for other in (on(2, -DATA["d"]), on(4, 0, -DATA["e"]), on(6, DATA["zf"])):
        mbs.AddObject(ObjectJointRevolute2D(markerNumbers=[meeting, other]))
    spring = [fixed(mbs, ground, DATA["xc"], DATA["yc"]), on(3, DATA["sd"], -DATA["sc"])]
    mbs.AddObject(ObjectConnectorSpringDamper(markerNumbers=spring, stiffness=DATA["c0"], referenceLength=DATA["l0"]))


def result(steps, choice):
    """Angles at the time of the reference after so many steps; None where the iteration fails."""
    squeezer = MODELS[choice["model"]]()
    return None if run.solve(squeezer.mbs, steps, COMPARED_AT, choice) is None else squeezer.angles()


def single(steps, choice):
    angles = result(steps, choice)
    return math.inf if angles is None else float(np.abs(angles - REFERENCE).max())


def extrapolated(steps, choice):
    coarse, fine = result(steps, choice), result(2 * steps, choice)
    if coarse is None or fine is None:
        return math.inf
    return float(np.abs((4 * fine - coarse) / 3 - REFERENCE).max())


def multiple(steps):
    """The number of steps to the reference is a multiple of three, so that 0.05 s is a whole number of them too."""
    return max(3, 3 * round(steps / 3))


def largest_step(error_of, choice, steps, most):
    """Fewest steps with which they and the smaller ones keep the tolerance, and the error; None where there are none."""
    while steps <= most:
        error = error_of(steps, choice)
        if error <= TOLERANCE and all(
            error_of(multiple(steps / part), choice) <= TOLERANCE for part in SMALLER
        ):
            return steps, error
        # Near the tolerance by two per cent; far from it as many more as a method of the order two needs, or four.
        order = 2 if error_of is single else 4
        needed = 0.97 * (min(error, HOPELESS) / TOLERANCE) ** (1 / order)
        steps = multiple(steps * max(needed, 1.02))
    return None


def seconds(steps, choice, repeats=REPEATS):
    """The best of several runs to the end."""
    steps = round(steps * END / COMPARED_AT)
    return min(run.solve(MODELS[choice["model"]]().mbs, steps, END, choice) for _ in range(repeats))


def ways():
    """Models, integrators, iterations and tolerances; with the linear solvers these are the choices."""
    keys = [MODELS, [TRAPEZOIDAL, 0.9], run.NEWTON, [1e-4, 1e-8, 1e-10]]
    for model, integrator, newton, tolerance in itertools.product(*keys):
        yield dict(model=model, integrator=integrator, newton=newton, tolerance=tolerance)


def best(error_of, start, most, parts, chosen):
    """The fastest choice that keeps the tolerance: its steps, its error, itself. `parts` are the runs to be timed."""
    fastest = None
    for way in chosen:
        # Rounding apart, the linear solver changes the time and not the result.
        found = largest_step(error_of, dict(way, solver="EigenDense"), start, most)
        for solver in run.LINEAR_SOLVERS if found else []:
            choice = dict(way, solver=solver)
            taken = sum(seconds(part * found[0], choice, 3) for part in parts)
            print(error_of.__name__, found, f"{taken:.3f} s", choice, file=sys.stderr, flush=True)
            if fastest is None or taken < fastest[0]:
                fastest = taken, *found, choice
    return fastest[1:]


def main():
    chosen = list(ways() if "search" in sys.argv else BEST)
    steps, error, choice = best(single, 9000, 40000, [1], chosen)
    coarse, two_error, two_choice = best(extrapolated, 150, 4000, [1, 2], chosen)
    told = {
        "peer": "exudyn",
        "version": run.VERSION,
        "step": COMPARED_AT / steps,
        "error": error,
        "seconds": seconds(steps, choice),
        "settings": choice,
        "extrapolated": {
            "step": COMPARED_AT / coarse,
            "error": two_error,
            "seconds": seconds(coarse, two_choice) + seconds(2 * coarse, two_choice),
            "settings": two_choice,
        },
    }
    serve(told, lambda: {"seconds": seconds(steps, choice, 1)})


main()
