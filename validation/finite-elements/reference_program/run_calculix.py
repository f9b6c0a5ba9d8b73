"""Runs CalculiX on input files of the program and collects displacements and frequencies in a table.

    python validation/finite-elements/reference_program/run_calculix.py results.csv first.inp second.inp ...

Needs `ccx` on the path, or its place in the variable CCX. Steps count from 1, as in the input file; static ones carry
the name that a line `** case NAME` gives them. A warning or an error of CalculiX stops the script. Numbers are those
of its `.dat` file, seven digits.
"""

import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CCX = os.environ.get("CCX", "ccx")
DISPLACEMENTS = re.compile(r"displacements \(vx,vy,vz\) for set (\S+) and time\s+(\S+)")


def version():
    """What the program calls itself."""
    told = subprocess.run([CCX, "-v"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"Version\s+(\S+)", told)
    return found.group(1) if found else sys.exit(f"{CCX} tells no version: is it CalculiX?")


def run(path):
    """The lines of the .dat file for an input file."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(path, Path(folder) / "job.inp")
        done = subprocess.run(
            [CCX, "-i", "job"], cwd=folder, capture_output=True, text=True, check=False
        )
        told = done.stdout + done.stderr
        complaints = [line.strip() for line in told.splitlines() if re.search(r"\*(WARNING|ERROR)", line)]
        if done.returncode or complaints or "Job finished" not in told:
            sys.exit(f"{path}: CalculiX ended with {done.returncode}\n" + "\n".join(complaints or told.splitlines()[-20:]))
        return (Path(folder) / "job.dat").read_text().splitlines()


def static_cases(path):
    """Number and name of each static step, in order."""
    cases, n_steps, name = [], 0, ""
    for line in Path(path).read_text().splitlines():
        if line.startswith("** case "):
            name = line[len("** case ") :].strip()
        elif line.startswith("*STEP"):
            n_steps += 1
        elif line.startswith("*STATIC"):
            cases.append((n_steps, name))
    return cases


def displacements(lines, cases):
    """Step, case, set, node and three displacements (m); each static step takes one unit of time."""
    case, current = ("", ""), None
    for line in lines:
        # CalculiX goes on printing for each mode; frequencies are the last step of our files.
        if "E I G E N V A L U E   O U T P U T" in line:
            return
        head = DISPLACEMENTS.search(line)
        if head:
            current = head.group(1)
            case = cases[round(float(head.group(2))) - 1]
            continue
        numbers = line.split()
        if current and len(numbers) == 4 and numbers[0].isdigit():
            yield [*case, "displacement", current, *numbers]
        elif numbers:
            current = None


def frequencies(lines):
    """Number of each mode and its frequency (Hz)."""
    is_table = False
    for line in lines:
        if "E I G E N V A L U E   O U T P U T" in line:
            is_table = True
        elif "P A R T I C I P A T I O N" in line:
            is_table = False
        numbers = line.split()
        if is_table and len(numbers) == 5 and numbers[0].isdigit():
            yield numbers[0], numbers[3]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    rows = []
    for path in map(Path, sys.argv[2:]):
        lines = run(path)
        rows += [[path.stem, *row] for row in displacements(lines, static_cases(path))]
        n_steps = path.read_text().count("*STEP")
        rows += [[path.stem, n_steps, "", "frequency", "", mode, f, "", ""] for mode, f in frequencies(lines)]
        print(f"{path.name}: {len(lines)} lines read")
    with open(sys.argv[1], "w", newline="") as file:
        file.write(f"# CalculiX {version()} on input files of Pitchline; displacements in m, frequencies in Hz\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["input", "step", "case", "quantity", "set", "node_or_mode", "x", "y", "z"])
        table.writerows(rows)


main()
