"""A peer of the benchmarks: the Campbell diagram of a shaft with five discs in ROSS.

    PYTHON=$(crates/cli/benches/bench/peers/environment.sh)
    $PYTHON ross_campbell.py

The rotor is `samples::disc_rotor` of the crate `dynamics`: a steel shaft (E 206 GPa, density 7830 kg/m3, Poisson's ratio 0.3) of 1.2 m
length and 50 mm diameter in 40 elements of 30 mm; steel discs of 30 mm width with a bore of 50 mm and diameters of 200, 240, 300, 240
and 280 mm at the nodes 8, 14, 20, 26 and 34 (the first node is 0); bearings at the nodes 3 and 37 with 5e7 N/m and 3.5e7 N/m across the
shaft, the first with 1e8 N/m along it, and 500 N s/m across. 100 speeds from 0 to 1000 rad/s, the 12 lowest modes. The program that it
is compared with also drives the first node; here nothing holds the angle of the shaft.

Prints a line of JSON, and one for each line of its input:

    {"peer": "ross", "version": …}
    {"seconds": …, "frequencies": […]}

`seconds`, of the processor, are those of `run_campbell` with its own settings on a rotor that was just made, `frequencies` the damped
natural frequencies (rad/s) at the highest speed. ROSS has six coordinates for each node; torsion and axial motion are among them.
"""

import math
import time
import warnings

warnings.filterwarnings("ignore")

import numpy as np
import ross
from serve import serve

STEEL = ross.Material(name="steel", rho=7830, E=206e9, Poisson=0.3)
SPEEDS = np.linspace(0, 1000, 100)


def disc(node, diameter):
    bore, width = 0.05, 0.03
    mass = 7830 * math.pi / 4 * (diameter**2 - bore**2) * width
    radii = (diameter**2 + bore**2) / 4
    return ross.DiskElement(n=node, m=mass, Id=mass * (3 * radii + width**2) / 12, Ip=mass * radii / 2)


def rotor():
    shaft = [ross.ShaftElement(L=0.03, idl=0, odl=0.05, material=STEEL, shear_effects=True,
                               rotary_inertia=True, gyroscopic=True) for _ in range(40)]
    discs = [disc(*each) for each in ((8, 0.2), (14, 0.24), (20, 0.3), (26, 0.24), (34, 0.28))]
    bearings = [ross.BearingElement(n=node, kxx=5e7, kyy=3.5e7, cxx=500, cyy=500, kzz=along)
                for node, along in ((3, 1e8), (37, 0))]
    return ross.Rotor(shaft, discs, bearings)


def run():
    machine = rotor()  # one that has run before answers from its memory
    start = time.process_time()
    campbell = machine.run_campbell(SPEEDS, frequencies=12)
    return {
        "seconds": time.process_time() - start,
        "frequencies": [float(f) for f in campbell.wd[-1]],
    }


def main():
    rotor().run_campbell(SPEEDS[:2], frequencies=12)  # imports and compiles what it needs once
    serve({"peer": "ross", "version": ross.__version__}, run)


if __name__ == "__main__":
    main()
