"""Andrews' squeezing mechanism once more, independently of the test set: seven angles, six loop equations.

    python3 validation/multibody/reference_program/andrews.py

Compares with andrews_squeezer.csv and writes andrews_states.csv: the angles at other times. Places are complex numbers, sums of terms
c exp(i a.q) with whole numbers a, whose derivatives are plain; accelerations follow from masses and loops, by DOP853.
"""

import csv

import numpy as np
from common import FOLDER, agree, integrate, write

TIMES = [0.01, 0.02, 0.03, 0.04, 0.05]


def table(name):
    with open(FOLDER / name, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


D = {row["name"]: float(row["value"]) for row in table("andrews_mechanism.csv")}
ROWS = table("andrews_squeezer.csv")
START = np.array([float(row["initial_t0"]) for row in ROWS[:14]])
REFERENCE = np.array([float(row["reference_t0.03"]) for row in ROWS[:14]])

# Angles of the bodies as sums of the seven coordinates beta, Theta, gamma, Phi, delta, Omega, epsilon.
ANGLES = np.zeros((7, 7))
for body, parts in enumerate([(0,), (0, 1), (2,), (3, 4), (4,), (5, 6), (6,)]):
    ANGLES[body, list(parts)] = 1.0
A, B, C = (complex(D["x" + point], D["y" + point]) for point in "abc")


class Place:
    """A point of the mechanism: a fixed part and points of bodies, one on the other."""

    def __init__(self, fixed, *parts):
        self.fixed = fixed
        self.sizes = np.array([complex(*point) for _, point in parts])
        self.turns = np.array([ANGLES[body - 1] for body, _ in parts])

    def at(self, q):
        return self.fixed + self.sizes @ np.exp(1j * (self.turns @ q))

    def jacobian(self, q):
        return (1j * self.sizes * np.exp(1j * (self.turns @ q))) @ self.turns

    def centripetal(self, q, rates):
        """What the acceleration is made of besides the Jacobian times the second derivatives."""
        return -(self.sizes * np.exp(1j * (self.turns @ q))) @ (self.turns @ rates) ** 2


CRANK, FOUR, SIX = (1, (D["rr"], 0)), (5, (D["zt"], 0)), (7, (0, -D["u"]))
CENTRES = [
    Place(0, (1, (D["ra"], 0))),
    Place(0, CRANK, (2, (-D["da"], 0))),
    Place(B, (3, (D["sb"], -D["sa"]))),
    Place(A, FOUR, (4, (0, D["ea"] - D["e"]))),
    Place(A, (5, (D["ta"], D["tb"]))),
    Place(A, SIX, (6, (D["zf"] - D["fa"], 0))),
    Place(A, (7, (-D["ub"], -D["ua"]))),
]
SPRING = Place(B, (3, (D["sd"], -D["sc"])))
MEETING = Place(0, CRANK, (2, (-D["d"], 0)))
OTHERS = [
    Place(B, (3, (0, -D["ss"]))),
    Place(A, FOUR, (4, (0, -D["e"]))),
    Place(A, SIX, (6, (D["zf"], 0))),
]


def rate(_, state):
    q, rates = state[:7], state[7:]
    system, right = np.zeros((13, 13)), np.zeros(13)
    for body, centre in enumerate(CENTRES):
        mass, inertia = D[f"m{body + 1}"], D[f"I{body + 1}"]
        jacobian, turn = centre.jacobian(q), ANGLES[body]
        system[:7, :7] += mass * (np.outer(jacobian.conj(), jacobian)).real + inertia * np.outer(turn, turn)
        right[:7] -= mass * (jacobian.conj() * centre.centripetal(q, rates)).real
    span = C - SPRING.at(q)
    pull = D["c0"] * (1 - D["l0"] / abs(span)) * span
    right[:7] += (SPRING.jacobian(q).conj() * pull).real
    right[0] += D["torque"]  # on the crank, whose angle is beta alone
    for loop, other in enumerate(OTHERS):
        jacobian = MEETING.jacobian(q) - other.jacobian(q)
        rest = MEETING.centripetal(q, rates) - other.centripetal(q, rates)
        for part, (row, value) in enumerate(((jacobian.real, rest.real), (jacobian.imag, rest.imag))):
            index = 7 + 2 * loop + part
            system[index, :7] = system[:7, index] = row
            right[index] = -value
    return np.concatenate([rates, np.linalg.solve(system, right)[:7]])


fine = integrate(rate, START, TIMES)
at = TIMES.index(0.03)
# The test set's last digits: ours do not change with the tolerance, and Exudyn's extrapolated angles lie nearer to ours.
agree("angles at 0.03 s, test set", fine[at, :7], REFERENCE[:7], 2e-9)
agree("rates at 0.03 s, test set, relative", fine[at, 7:] / REFERENCE[7:], np.ones(7), 1e-7)
agree("loops at the end", [abs(MEETING.at(fine[-1, :7]) - other.at(fine[-1, :7])) for other in OTHERS], [0] * 3, 1e-13)
for time, ours, other in zip(TIMES, fine, integrate(rate, START, TIMES, 1e-12)):
    agree(f"angles at {time} s, larger steps", ours[:7], other[:7], 5e-11)
write(
    "andrews_states.csv",
    "own integration of the mechanism of [andrews-testset] by DOP853 in seven angles, good to 1e-10, which agrees with the reference at 0.03 s to 1.4e-9; reference_program/andrews.py",
    ["t_s", "beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"],
    [[time, *state[:7]] for time, state in zip(TIMES, fine)],
    12,
)
