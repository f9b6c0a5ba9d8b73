"""What the reference programs share: tables with a source line, and two integrators that are no relatives."""

from pathlib import Path

import numpy as np
from mpmath import mp, mpf
from scipy.integrate import solve_ivp

FOLDER = Path(__file__).resolve().parents[1]
mp.dps = 30


def write(name, source, head, rows, digits=13):
    """A table; numbers with so many significant digits, words as they are."""

    def shown(value):
        return value if isinstance(value, str) else f"{float(value):.{digits}g}"

    lines = [f"# {source}", ",".join(head), *(",".join(map(shown, row)) for row in rows)]
    (FOLDER / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def integrate(rate, start, times, tolerance=3e-14):
    """States at the times by Dormand and Prince's method of order 8, in double precision.

    One piece from time to time, so that no state is interpolated.
    """
    states, state, now = [], np.array(start, dtype=float), 0.0
    for time in times:
        solved = solve_ivp(rate, (now, time), state, "DOP853", rtol=tolerance, atol=tolerance / 30)
        assert solved.success, solved.message
        state, now = solved.y[:, -1], time
        states.append(state)
    return np.array(states)


def extrapolate(rate, start, times, step, order=12):
    """The same by Gragg's midpoint rule, extrapolated, with 30 digits: states as lists of mpmath numbers.

    `rate(t, y)` must work on lists of mpmath numbers.
    """
    states, state, now = [], [mpf(value) for value in start], mpf(0)
    for time in times:
        count = max(1, int(mp.ceil((mpf(time) - now) / mpf(step))))
        length = (mpf(time) - now) / count
        for _ in range(count):
            state = _gragg_step(rate, now, state, length, order)
            now += length
        states.append(state)
    return states


def _gragg_step(rate, now, state, length, order):
    """One step: midpoint rules with 2, 4, 6 … parts and Aitken's and Neville's table in the squares of the parts."""
    table = []
    for row in range(order):
        parts = 2 * (row + 1)
        part = length / parts
        before, here = state, _sum(state, rate(now, state), part)
        for index in range(1, parts):
            before, here = here, _sum(before, rate(now + index * part, here), 2 * part)
        end = _sum(before, rate(now + length, here), part)
        line = [[(a + b) / 2 for a, b in zip(here, end)]]
        for column in range(row):
            ratio = (mpf(row + 1) / (row - column)) ** 2
            line.append([a + (a - b) / (ratio - 1) for a, b in zip(line[column], table[column])])
        table = line
    return table[-1]


def _sum(state, rate, length):
    return [value + length * slope for value, slope in zip(state, rate)]


def agree(what, first, second, limit):
    """Stops where two ways to the same numbers differ."""
    difference = max(abs(float(a) - float(b)) for a, b in zip(first, second))
    print(f"{what}: {difference:.1e} (limit {limit:.0e})")
    assert difference <= limit, what
