"""A peer of the benchmarks: the Campbell diagram of a shaft with five discs in ROSS.

    PYTHON=$(crates/cli/benches/bench/peers/environment.sh)
    $PYTHON ross_campbell.py

The rotor: a steel shaft (E 206 GPa, density 7830 kg/m3, Poisson's ratio 0.3) of 1.6 m length and 50 mm diameter in 40 elements of
40 mm; steel discs of 200 mm diameter and 20 mm width at the nodes 8, 14, 20, 26 and 32 (the first node is 0); bearings at the nodes 2
and 38 with 5e7 N/m and 500 N s/m in both directions across the shaft. 100 speeds from 0 to 1000 rad/s, 12 modes of bending.

Prints one line of JSON:

    {"peer": "ross", "version": …, "seconds": …, "frequencies": […]}

`seconds` is the faster of two calls of `run_campbell` with its own settings on a rotor that was just made, `frequencies` the damped
natural frequencies (rad/s) at the highest speed. ROSS has six coordinates for each node; torsion and axial motion are among them.
"""

import json
import math
import time
import warnings

warnings.filterwarnings("ignore")

import numpy as np
import ross

STEEL = ross.Material(name="steel", rho=7830, E=206e9, Poisson=0.3)
SPEEDS = np.linspace(0, 1000, 100)


def rotor():
    shaft = [ross.ShaftElement(L=0.04, idl=0, odl=0.05, material=STEEL, shear_effects=True,
                               rotary_inertia=True, gyroscopic=True) for _ in range(40)]
    mass = 7830 * math.pi / 4 * (0.2**2 - 0.05**2) * 0.02
    radii = 0.1**2 + 0.025**2
    polar = 0.5 * mass * radii
    diametral = mass * (3 * radii + 0.02**2) / 12
    discs = [ross.DiskElement(n=n, m=mass, Id=diametral, Ip=polar) for n in (8, 14, 20, 26, 32)]
    bearings = [ross.BearingElement(n=n, kxx=5e7, kyy=5e7, cxx=500, cyy=500) for n in (2, 38)]
    return ross.Rotor(shaft, discs, bearings)


def main():
    rotor().run_campbell(SPEEDS[:2], frequencies=12)  # imports and compiles what it needs once
    seconds = []
    for _ in range(2):
        machine = rotor()  # one that has run before answers from its memory
        start = time.perf_counter()
        campbell = machine.run_campbell(SPEEDS, frequencies=12)
        seconds.append(time.perf_counter() - start)
    print(json.dumps({
        "peer": "ross",
        "version": ross.__version__,
        "seconds": min(seconds),
        "frequencies": [float(f) for f in campbell.wd[-1]],
    }))


if __name__ == "__main__":
    main()
