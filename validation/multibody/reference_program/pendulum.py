"""A pendulum of large amplitude and the double four-bar linkage, both in closed form by Jacobi's functions.

    python3 validation/multibody/reference_program/pendulum.py

Writes pendulum.csv and double_four_bar.csv, after the closed forms agree with DOP853.
"""

import math

from common import agree, integrate, write
from mpmath import cos, ellipf, ellipfun, ellipk, mp, mpf, pi, sin, sqrt

GRAVITY = mpf("9.81")


def pendulum(amplitude, time, square):
    """Angle from the lowest position and its rate, released at rest; `square` is that of the small frequency."""
    frequency, parameter = sqrt(square), sin(amplitude / 2) ** 2
    phase = ellipk(parameter) - frequency * time
    sine = ellipfun("sn", phase, m=parameter)
    angle = 2 * mp.asin(sqrt(parameter) * sine)
    # Derivative of 2 asin(k sn): cn and dn, of which dn cancels.
    rate = -2 * frequency * sqrt(parameter) * ellipfun("cn", phase, m=parameter)
    return angle, rate


def pendulums():
    rows = []
    times = [0.25, 0.5, 1, 2, 5, 10]
    for degrees in (90, 170):
        amplitude = mpf(degrees) * pi / 180
        period = 4 * ellipk(sin(amplitude / 2) ** 2) / sqrt(GRAVITY)
        found = [pendulum(amplitude, mpf(time), GRAVITY) for time in times]
        checked = integrate(lambda _, y: [y[1], -9.81 * math.sin(y[0])], [float(amplitude), 0.0], times)
        agree(f"pendulum from {degrees} deg", sum(found, ()), checked.ravel(), 1e-11)
        rows += [[degrees, period, time, *state] for time, state in zip(times, found)]
    write(
        "pendulum.csv",
        "closed form: theta = 2 asin(k sn(K(k) - t sqrt(g/l))), k = sin(amplitude/2), period 4 K(k) sqrt(l/g); l = 1 m, g = 9.81 m/s2, released at rest; reference_program/pendulum.py",
        ["amplitude_deg", "period_s", "t_s", "theta_rad", "theta_rate_rad_s"],
        rows,
        15,
    )


def four_bar(time, stiffness, speed):
    """Angle of the cranks from the upright position: theta'' = stiffness sin(theta), theta(0) = 0, theta'(0) = speed.

    From the lowest position, psi = theta - pi, it is a pendulum that goes round: psi'^2 = speed^2 + 4 stiffness cos^2(psi/2).
    """
    half = sqrt(speed**2 + 4 * stiffness) / 2
    parameter = stiffness / half**2
    phase = half * time - ellipk(parameter)
    # am() over any number of turns: ellipfun gives its sine and cosine, its branch follows from the half-periods.
    turns = mp.floor((phase + ellipk(parameter)) / (2 * ellipk(parameter)))
    rest = phase - 2 * turns * ellipk(parameter)
    amplitude = mp.asin(ellipfun("sn", rest, m=parameter)) + turns * pi
    assert abs(ellipf(amplitude, parameter) - phase) < mpf(10) ** -20
    return 2 * amplitude + pi, 2 * half * ellipfun("dn", phase, m=parameter)


def double_four_bar():
    # Three cranks of m L^2/3 about their ground joints and two couplers that only translate: 3 theta'^2 / 2.
    # Heights L/2 of the cranks and L of the couplers: 7/2 m g L cos(theta).
    stiffness, speed = mpf(7) / 6 * GRAVITY, mpf(1)
    times = [1, 2, 4, 6, 8, 10]
    found = [four_bar(mpf(time), stiffness, speed) for time in times]
    checked = integrate(lambda _, y: [y[1], float(stiffness) * math.sin(y[0])], [0.0, 1.0], times)
    agree("double four-bar, angle", [angle for angle, _ in found], checked[:, 0], 1e-10)
    rows = [
        [time, angle, sin(angle), cos(angle), rate * cos(angle), -rate * sin(angle)]
        for time, (angle, rate) in zip(times, found)
    ]
    write(
        "double_four_bar.csv",
        "closed form: theta = pi + 2 am(n t - K(k), k), n = sqrt(1 + 14 g/(3 L))/2 1/s, k2 = 7 g/(6 L n2), for the linkage of double_four_bar_iftomm.csv; B0 = L (sin theta, cos theta); reference_program/pendulum.py",
        ["t_s", "theta_rad", "x_m", "y_m", "vx_m_s", "vy_m_s"],
        rows,
    )


pendulums()
double_four_bar()
