"""Position loop that hunts, integrated with scipy: examples/position-loop.toml written once more, in its own variables.

Two wheels on fixed axes whose teeth are a spring and a damper along the line of action, with friction of [linden] (21), (27), (30) that sticks; a motor
without inductance, a balance spring, a weight, and a controller that looks every 10 ms, or acts at every instant. Prints the breakaways, and mean
period and amplitude of the limit cycle. Run it with numpy and scipy:

    python position_loop.py > position_loop.csv
    python position_loop.py continuous > position_loop_continuous.csv
"""

import sys

import numpy as np
from scipy.integrate import solve_ivp

RADII = np.array([0.010, 0.030])
TIPS = np.array([0.011, 0.031])
ANGLE = np.radians(20.0)
STIFFNESS, DAMPING = 2e6, 1e3
INERTIAS = np.array([5e-5, 2e-3])
STATIC, KINETIC = 0.2, 0.1
RESISTANCE, CONSTANT = 0.6, 0.08
P, I, LIMIT, SAMPLE = -10.0, -150.0, 24.0, 0.01
# Later a breakaway misses its sample by a hair, here or there, and all that follows is shifted.
END, SETTLED = 6.3, 3.0

base = RADII * np.cos(ANGLE)
to_pitch = RADII * np.sin(ANGLE)
line = to_pitch.sum()
first = line - np.sqrt(TIPS[1] ** 2 - base[1] ** 2)
last = np.sqrt(TIPS[0] ** 2 - base[0] ** 2)
arms = np.array(
    [
        (2 * to_pitch[0] ** 2 - first**2 - last**2) / (2 * (last - first)),
        (2 * to_pitch[1] ** 2 - (line - first) ** 2 - (line - last) ** 2) / (2 * (first - last)),
    ]
)
passing = np.array([RADII[0], -RADII[1]]) / 2


def setpoint(t):
    s = min(max((t - 0.1) / 0.05, 0.0), 1.0)
    return np.radians(-5.0) * (3 * s * s - 2 * s**3)


def normal(y):
    return STIFFNESS * RADII @ y[:2] + DAMPING * RADII @ y[2:]


def accelerations(y, voltage, friction):
    motor = CONSTANT * (voltage - CONSTANT * y[2]) / RESISTANCE
    given = np.array([motor + 0.5 * (4.0 - y[0]), 6.0])
    return (given - normal(y) * base + friction * arms) / INERTIAS


def holding(y, voltage):
    free = accelerations(y, voltage, 0.0)
    return -passing @ free / (passing @ (arms / INERTIAS))


def run():
    # Rest without friction: N l_B = 6, N l_A = 0.5 (4 - phi_A), N = c (r_A phi_A + r_B phi_B).
    force = 6.0 / base[1]
    turned = 4.0 - force * base[0] / 0.5
    y = np.array([turned, (force / STIFFNESS - RADII[0] * turned) / RADII[1], 0.0, 0.0])
    mode, total, breakaways, rows = 0, 0.0, [], []
    for j in range(round(END / SAMPLE)):
        t, end = j * SAMPLE, (j + 1) * SAMPLE
        error = setpoint(t) - y[1]
        rows.append((t, error))
        asked = P * error + total
        voltage = min(max(asked, -LIMIT), LIMIT)
        if (asked - voltage) * I * error <= 0:
            total += I * error * SAMPLE
        while t < end:
            if mode == 0:
                if abs(holding(y, voltage)) >= STATIC * abs(normal(y)):
                    mode = int(np.sign(holding(y, voltage)))
                    breakaways.append(t)
                    continue
                rates = lambda _, x: np.r_[x[2:], accelerations(x, voltage, holding(x, voltage))]
                event = lambda _, x: STATIC * abs(normal(x)) - abs(holding(x, voltage))
            else:
                rates = lambda _, x, s=mode: np.r_[x[2:], accelerations(x, voltage, s * KINETIC * abs(normal(x)))]
                event = lambda at, x, s=mode, t0=t: s * (passing @ x[2:]) if at > t0 + 1e-9 else 1.0
            event.terminal, event.direction = True, -1
            found = solve_ivp(rates, (t, end), y, "Radau", rtol=1e-9, atol=[1e-13, 1e-13, 1e-10, 1e-10], events=event)
            t, y = found.t[-1], found.y[:, -1].copy()
            if found.status != 1:
                continue
            if mode == 0:
                mode = int(np.sign(holding(y, voltage)))
                breakaways.append(t)
                continue
            by_friction = arms / INERTIAS
            y[2:] -= by_friction * (passing @ y[2:]) / (passing @ by_friction)
            needed = holding(y, voltage)
            if abs(needed) < STATIC * abs(normal(y)):
                mode = 0
            else:
                mode = int(np.sign(needed))
    return breakaways, np.array(rows)


def run_continuous(proportional, end):
    """The same with the sum of the controller as a fifth unknown; the limits of the voltage are far away."""
    force = 6.0 / base[1]
    # At rest the arm stands at its goal, and the sum holds what the spring lacks.
    turned = force / STIFFNESS / RADII[0]
    total = RESISTANCE / CONSTANT * (force * base[0] - 0.5 * (4.0 - turned))
    y = np.array([turned, 0.0, 0.0, 0.0, total])
    voltage = lambda t, x: proportional * (setpoint(t) - x[1]) + x[4]
    summed = lambda t, x: I * (setpoint(t) - x[1])
    mode, t, breakaways = 0, 0.0, []
    while t < end:
        if mode == 0:
            friction = lambda at, x: holding(x[:4], voltage(at, x))
            event = lambda at, x: STATIC * abs(normal(x[:4])) - abs(friction(at, x))
        else:
            friction = lambda at, x, s=mode: s * KINETIC * abs(normal(x[:4]))
            event = lambda at, x, s=mode, t0=t: s * (passing @ x[2:4]) if at > t0 + 1e-9 else 1.0
        rates = lambda at, x: np.r_[x[2:4], accelerations(x[:4], voltage(at, x), friction(at, x)), summed(at, x)]
        event.terminal, event.direction = True, -1
        # The set point has kinks.
        to = min([b for b in (0.1, 0.15, end) if b > t + 1e-12])
        found = solve_ivp(
            rates, (t, to), y, "Radau", rtol=1e-10, atol=[1e-14, 1e-14, 1e-11, 1e-11, 1e-11], events=event, max_step=2e-3
        )
        t, y = found.t[-1], found.y[:, -1].copy()
        if found.status != 1:
            continue
        if mode == 0:
            mode = int(np.sign(holding(y[:4], voltage(t, y))))
            breakaways.append(t)
            continue
        by_friction = arms / INERTIAS
        y[2:4] -= by_friction * (passing @ y[2:4]) / (passing @ by_friction)
        needed = holding(y[:4], voltage(t, y))
        mode = 0 if abs(needed) < STATIC * abs(normal(y[:4])) else int(np.sign(needed))
    return breakaways


if sys.argv[1:] == ["continuous"]:
    print("# scipy solve_ivp (Radau, rtol 1e-10) by position_loop.py beside this file: no samples, proportional gain -5 V/rad")
    print("what,value,unit")
    for t in run_continuous(-5.0, END):
        print(f"breakaway,{t:.6f},s")
    sys.exit()

breakaways, rows = run()
late = [t for t in breakaways if t > SETTLED]
errors = rows[rows[:, 0] > SETTLED][:, 1]
print("# scipy solve_ivp (Radau, rtol 1e-9) by position_loop.py beside this file: examples/position-loop.toml, study hunting")
print("what,value,unit")
for t in breakaways:
    print(f"breakaway,{t:.6f},s")
# Two breakaways make a cycle: one to each side.
print(f"period,{2 * (late[-1] - late[0]) / (len(late) - 1):.6f},s")
print(f"largest_error,{errors.max():.6e},rad")
print(f"least_error,{errors.min():.6e},rad")
