"""Vibrations of spinning bodies: a thin ring in its plane, a thin free annular disc out of its plane.

    python3 validation/multibody/reference_program/spinning.py

Writes spinning_ring.csv (closed form) and spinning_disc.csv (Ritz with polynomials of the radius, to eight digits), after the
closed forms agree with discrete models: a ring of rigid bars with torsion springs, whose equations know nothing of waves; Bessel
functions for the disc at rest; Lamb's and Southwell's membrane; the rigid tilt of a free disc, which must have the speed of the spin.
"""

import math

import numpy as np
from common import agree, write
from numpy.polynomial import legendre
from scipy.linalg import eig, eigh
from scipy.optimize import brentq
from scipy.special import ive, jvp, kve, yvp

# Steel; ring of mean radius A, THICK in the radial direction; disc with radii INNER and OUTER, THIN.
YOUNG, POISSON, DENSITY = 206e9, 0.3, 7850.0
A, THICK = 0.1, 0.004
INNER, OUTER, THIN = 0.03, 0.1, 0.002
RING_SPEEDS = [0.0, 100.0, 500.0, 1000.0]
DISC_SPEEDS = [0.0, 100.0, 300.0, 600.0]
# Bending stiffness over mass per length, and the plate's over mass per area.
RING = YOUNG * THICK**2 / 12 / DENSITY
PLATE = YOUNG * THIN**2 / (12 * (1 - POISSON**2)) / DENSITY


def ring(n, speed, bending=RING, radius=A):
    """Angular frequencies of the waves in the turning ring that run against the spin and with it."""
    own = n * (n**2 - 1) * math.sqrt(bending / (n**2 + 1)) / radius**2
    middle = math.hypot(own, speed * n * (n**2 - 1) / (n**2 + 1))
    shift = 2 * n / (n**2 + 1) * speed
    return middle + shift, middle - shift


def discrete_ring(n, speed, bars):
    """The same of a regular polygon of rigid bars without mass, masses in the joints, torsion springs between bars.

    Unknowns of a wave exp(i n phi): radial and tangential motion of one mass, and the force of one bar.
    """
    step = 2 * math.pi / bars
    side = 2 * A * math.sin(step / 2)
    mass = 2 * math.pi * A / bars  # of unit mass per length
    spring = RING / (2 * math.pi * A / bars)
    phase = np.exp(1j * n * step)
    half = step / 2
    # Bar from mass 0 to mass 1, at the place between them: its direction and normal in the frames of both masses.
    along = [np.array([-math.sin(half), math.cos(half)]), np.array([math.sin(half), math.cos(half)])]
    across = [np.array([math.cos(half), math.sin(half)]), np.array([math.cos(half), -math.sin(half)])]
    stretch = along[1] * phase - along[0]
    turn = -(across[1] * phase - across[0]) / side
    # Kink in mass 0: the turn of the bar after it less that of the bar before it.
    kink = turn * (1 - 1 / phase)
    stiffness = spring * np.outer(kink.conj(), kink)
    # Tension of the bars that holds the masses on their circle, and its stiffness against turns of the bars.
    tension = mass * A * speed**2 / (2 * math.sin(half))
    stiffness += tension * side * np.outer(turn.conj(), turn)
    stiffness -= mass * speed**2 * np.eye(2)
    coriolis = 2 * mass * speed * np.array([[0, -1], [1, 0]])
    # -w^2 M + i w G + K with the bar force f: stretch.x = 0 and stretch^H f on the masses.
    zero2, one2 = np.zeros((2, 2)), np.eye(2)
    left = np.zeros((5, 5), complex)
    left[:2, 2:4] = one2
    left[2:4, :2], left[2:4, 2:4] = -stiffness, -coriolis
    left[2:4, 4], left[4, :2] = -stretch.conj(), stretch
    right = np.zeros((5, 5), complex)
    right[:2, :2], right[2:4, 2:4], right[:2, 2:4] = one2, mass * one2, zero2
    values = eig(left, right, right=False)
    rates = sorted(values[np.abs(values) < 1e9].imag)
    # Motion exp(i n phi + i w t): a positive w runs against the spin.
    return rates[-1], -rates[0]


def rings():
    rows = []
    for speed in RING_SPEEDS:
        for n in (2, 3, 4):
            back, forth = ring(n, speed)
            coarse, fine = (np.array(discrete_ring(n, speed, bars)) for bars in (400, 800))
            limit = (4 * fine - coarse) / 3
            agree(f"ring n = {n} at {speed} rad/s, chain of bars", limit / (back, forth), [1, 1], 2e-8)
            turn = 2 * math.pi
            rows.append(
                [speed, n, back / turn, forth / turn, (back - n * speed) / turn, (forth + n * speed) / turn]
            )
    write(
        "spinning_ring.csv",
        "closed form, derived in README.md, after [bryan1890]: thin inextensible ring, radius 0.1 m, 4 mm thick in the radial direction, 206 GPa, 7850 kg/m3, free; reference_program/spinning.py",
        ["spin_rad_s", "n", "against_body_Hz", "with_body_Hz", "against_space_Hz", "with_space_Hz"],
        rows,
        12,
    )


def stresses(radius, inner, outer):
    """Radial and hoop stress over density and speed squared of a free spinning annulus, plane stress."""
    grow, side = (3 + POISSON) / 8, (1 + 3 * POISSON) / 8
    both, product = inner**2 + outer**2, (inner * outer) ** 2
    radial = grow * (both - product / radius**2 - radius**2)
    hoop = grow * (both + product / radius**2) - side * radius**2
    return radial, hoop


def disc(n, speed, plate=PLATE, inner=INNER, outer=OUTER, terms=14):
    """Angular frequencies in the turning disc by Ritz: bending energy, work of the spin's stresses, kinetic energy."""
    points, weights = legendre.leggauss(60)
    middle, half = (inner + outer) / 2, (outer - inner) / 2
    r = middle + half * points
    weights = weights * half * r
    w, first, second = [], [], []
    for index in range(terms):
        unit = legendre.Legendre.basis(index)
        w.append(unit(points))
        first.append(unit.deriv(1)(points) / half)
        second.append(unit.deriv(2)(points) / half**2)
    w, first, second = map(np.array, (w, first, second))
    around = first / r - n**2 * w / r**2
    twist = n * (first / r - w / r**2)

    def product(a, b, factor=1.0):
        return (a * (weights * factor)) @ b.T

    mixed = product(second, around)
    bending = product(second, second) + product(around, around) + POISSON * (mixed + mixed.T)
    bending += 2 * (1 - POISSON) * product(twist, twist)
    radial, hoop = stresses(r, inner, outer)
    membrane = product(first, first, radial) + n**2 * product(w, w, hoop / r**2)
    values = eigh(plate * bending + speed**2 * membrane, product(w, w), eigvals_only=True)
    return np.sqrt(np.maximum(values, 0.0))


def plate_at_rest(n, guess):
    """Frequency parameter k of the annulus at rest, w = (J, Y, I, K)_n(k r): the determinant of its four edge conditions."""

    def rows(k, r):
        # Each function with its first three derivatives; I and K scaled, which cancels in the zeros.
        found = []
        for bessel in (jvp, yvp):
            found.append([bessel(n, k * r, order) * k**order for order in range(4)])
        grow = math.exp(-k * (OUTER - r))
        fall = math.exp(-k * (r - INNER))
        for bessel, size, sign in ((ive, grow, 1), (kve, fall, -1)):
            # Derivatives by the recurrences of the modified functions.
            def derivative(order, m):
                if order == 0:
                    return bessel(m, k * r)
                return sign * 0.5 * (derivative(order - 1, abs(m - 1)) + derivative(order - 1, m + 1))

            found.append([size * derivative(order, n) * k**order for order in range(4)])
        made = []
        for w, w1, w2, w3 in found:
            moment = w2 + POISSON * (w1 / r - n**2 * w / r**2)
            lap1 = w3 + w2 / r - w1 / r**2 - n**2 * (w1 / r**2 - 2 * w / r**3)
            shear = lap1 - (1 - POISSON) * n**2 / r**2 * (w1 - w / r)
            made.append((moment, shear))
        return np.array(made).T

    def determinant(k):
        matrix = np.vstack([rows(k, INNER), rows(k, OUTER)])
        return np.linalg.det(matrix / np.abs(matrix).max(axis=1, keepdims=True))

    return brentq(determinant, guess * 0.98, guess * 1.02, xtol=1e-14, rtol=1e-14)


def discs():
    for n in (2, 3, 4):
        ritz = disc(n, 0.0)[0]
        k = plate_at_rest(n, math.sqrt(ritz / math.sqrt(PLATE)))
        agree(f"disc n = {n} at rest, Bessel functions", [k**2 * math.sqrt(PLATE) / ritz], [1], 1e-9)
    tilt = disc(1, 300.0)[0]
    # Rounding: the largest eigenvalue of the same matrices is ten powers of ten above this one.
    agree("rigid tilt of the free disc", [tilt / 300.0], [1], 1e-7)
    for n, s in ((2, 0), (3, 0), (2, 1)):
        # A membrane needs a disc without hole; a hole this small is felt less than the limit.
        ratio = (disc(n, 1.0, 0.0, 1e-5, 1.0, 24)[s]) ** 2
        closed = ((n + 2 * s) * (n + 2 * s + 2) * (3 + POISSON) - n**2 * (1 + 3 * POISSON)) / 8
        agree(f"membrane n = {n}, circles {s}, after Lamb and Southwell", [ratio], [closed], 1e-6)
    rows = []
    for speed in DISC_SPEEDS:
        for n in (2, 3, 4):
            values = [disc(n, speed, terms=terms)[0] for terms in (14, 16)]
            agree(f"disc n = {n} at {speed} rad/s, more terms", [values[0] / values[1]], [1], 2e-9)
            turn = 2 * math.pi
            body = values[1] / turn
            rows.append([speed, n, body, body - n * speed / turn, body + n * speed / turn])
    write(
        "spinning_disc.csv",
        "thin free annular disc out of its plane, radii 0.03 and 0.1 m, 2 mm thick, 206 GPa, 0.3, 7850 kg/m3: Kirchhoff's plate with the stresses of the spin, Ritz; checked by [lamb-southwell], Bessel functions and the rigid tilt; reference_program/spinning.py",
        ["spin_rad_s", "n", "body_Hz", "against_space_Hz", "with_space_Hz"],
        rows,
        8,
    )


rings()
discs()
