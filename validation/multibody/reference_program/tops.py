"""The heavy top and a free asymmetric body.

    python3 validation/multibody/reference_program/tops.py      (some seconds)

Writes heavy_top.csv and free_body.csv, after independent ways agree: for the heavy top the momentum and the axis in space (30
digits, extrapolation), Euler's equations with a quaternion (DOP853), and the closed form of the height of the centre; for the
free body Jacobi's closed form of the angular velocity and Euler's equations with a quaternion.
"""

import numpy as np
from common import agree, extrapolate, integrate, write
from mpmath import ellipfun, ellipk, mp, mpf, polyroots, sqrt

# Heavy top: mass, distance of the centre from the fixed point, moments about the centre, spin along y and rate about z.
MASS, DISTANCE, GRAVITY = mpf(15), mpf(1), mpf("9.81")
ACROSS, ALONG = mpf("0.234375"), mpf("0.46875")
SPIN, RATE = mpf(150), mpf("-4.61538")
TOP_TIMES = [0.5, 1, 1.5, 2]

# Free body: moments, and the angular velocity at the start, where the second component is zero.
MOMENTS = [mpf(1), mpf(2), mpf(3)]
FIRST, THIRD = mpf("1.7"), mpf(1)
FREE_TIMES = [1, 2, 3, 5, 10, 20]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def quaternion_rate(q, omega):
    """Rate of the quaternion from body to space for an angular velocity in the body."""
    w, x, y, z = q
    a, b, c = omega
    return [
        0.5 * (-x * a - y * b - z * c),
        0.5 * (w * a + y * c - z * b),
        0.5 * (w * b + z * a - x * c),
        0.5 * (w * c + x * b - y * a),
    ]


def columns(q):
    """The axes of the body in space."""
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def top_in_space(time):
    """Axis e and momentum L about the fixed point: e' = L x e / A, L' = m g l e x (-z); spin and height are no unknowns."""
    about = ACROSS + MASS * DISTANCE**2
    weight = MASS * GRAVITY * DISTANCE

    def rate(_, state):
        axis, momentum = state[:3], state[3:]
        turn = [value / about for value in cross(momentum, axis)]
        return turn + [-weight * axis[1], weight * axis[0], mpf(0)]

    return extrapolate(rate, [0, 1, 0, 0, ALONG * SPIN, about * RATE], time, mpf(1) / 20)


def top_in_body(times):
    """Euler's equations about the fixed point and the quaternion, in the body, with the fast spin."""
    about, along = float(ACROSS + MASS * DISTANCE**2), float(ALONG)
    moments = np.array([about, along, about])
    weight = float(MASS * GRAVITY * DISTANCE)

    def rate(_, state):
        q, omega = state[:4], state[4:]
        down = -columns(q)[2]
        torque = weight * np.cross([0.0, 1.0, 0.0], down)
        return [*quaternion_rate(q, omega), *((torque - np.cross(omega, moments * omega)) / moments)]

    states = integrate(rate, [1, 0, 0, 0, 0, float(SPIN), float(RATE)], times)
    return [columns(state[:4] / np.linalg.norm(state[:4]))[:, 1] for state in states], states[:, 4:]


def top_height(time):
    """Height of the centre over the distance, u: u'^2 = cubic in u, hence u = u1 + (u2 - u1) sn^2 between its roots."""
    about = ACROSS + MASS * DISTANCE**2
    weight = MASS * GRAVITY * DISTANCE
    spin, upward = ALONG * SPIN / about, RATE  # momenta along the axis and along z, over A
    energy = RATE**2  # twice the energy of the axis over A, height zero at the start
    # (1 - u^2)(energy - 2 W u) - (upward - spin u)^2 with W = m g l / A
    pull = 2 * weight / about
    cubic = [pull, -energy - spin**2, -pull + 2 * upward * spin, energy - upward**2]
    low, mid, high = sorted((root.real for root in polyroots(cubic, maxsteps=200, extraprec=200)))
    parameter = (mid - low) / (high - low)
    # At the start u = 0 is the upper end of the motion, a quarter period after the lower one.
    phase = sqrt(pull * (high - low)) / 2 * mpf(time) + ellipk(parameter)
    assert abs(mid) < mpf(10) ** -20
    return low + (mid - low) * ellipfun("sn", phase, m=parameter) ** 2


def heavy_top():
    found = top_in_space(TOP_TIMES)
    centres, omegas = top_in_body(TOP_TIMES)
    rows = []
    for time, state, centre, omega in zip(TOP_TIMES, found, centres, omegas):
        axis = [DISTANCE * value for value in state[:3]]
        agree(f"heavy top at {time} s, closed form of the height", [axis[2]], [top_height(time)], 1e-15)
        agree(f"heavy top at {time} s, equations in the body", axis, centre, 1e-11)
        turn = cross(state[3:], state[:3])
        about = ACROSS + MASS * DISTANCE**2
        rows.append([time, *axis, *(DISTANCE * value / about for value in turn)])
    write(
        "heavy_top.csv",
        "heavy top of [bruls-cardona-arnold], centre of mass and its velocity: own integration of axis and momentum in space with 30 digits; height agrees with its closed form; reference_program/tops.py",
        ["t_s", "x_m", "y_m", "z_m", "vx_m_s", "vy_m_s", "vz_m_s"],
        rows,
    )


def free_omega(time):
    """omega = (A cn, B sn, C dn), from the start (A, 0, C), for moments in rising order and L^2 > 2 T I2."""
    a, b, c = MOMENTS
    rate = THIRD * sqrt((c - a) * (c - b) / (a * b))
    middle = FIRST * sqrt(a * (c - a) / (b * (c - b)))
    parameter = (b - a) * FIRST * middle / (c * THIRD * rate)
    assert 0 < parameter < 1
    parts = zip((FIRST, middle, THIRD), ("cn", "sn", "dn"))
    period = 4 * ellipk(parameter) / rate
    return [size * ellipfun(name, rate * mpf(time), m=parameter) for size, name in parts], period


def free_body():
    moments = np.array([float(moment) for moment in MOMENTS])

    def exact(_, state):
        omega = state[4:]
        momentum = [moment * value for moment, value in zip(MOMENTS, omega)]
        torque = cross(momentum, omega)
        return quaternion_rate(state[:4], omega) + [value / moment for value, moment in zip(torque, MOMENTS)]

    def double(_, state):
        omega = state[4:]
        return [*quaternion_rate(state[:4], omega), *(np.cross(moments * omega, omega) / moments)]

    start = [1, 0, 0, 0, FIRST, 0, THIRD]
    fine = extrapolate(exact, start, FREE_TIMES, mpf(1) / 8)
    rough = integrate(double, [float(value) for value in start], FREE_TIMES)
    rows = []
    for time, state, other in zip(FREE_TIMES, fine, rough):
        closed, period = free_omega(time)
        agree(f"free body at {time} s, closed form", closed, state[4:], 1e-13)
        agree(f"free body at {time} s, DOP853", state, other, 1e-12)
        rows.append([time, *closed, *state[:4]])
    print("period of the angular velocity", mp.nstr(period, 15), "s")
    write(
        "free_body.csv",
        "closed form: omega = (A cn(p t), B sn(p t), C dn(p t)) in the body, moments 1, 2, 3 kg m2, omega(0) = (1.7, 0, 1) rad/s; quaternion (scalar first, body to space, from the identity) by own integration with 30 digits; reference_program/tops.py",
        ["t_s", "omega_x", "omega_y", "omega_z", "q_w", "q_x", "q_y", "q_z"],
        rows,
    )


heavy_top()
free_body()
