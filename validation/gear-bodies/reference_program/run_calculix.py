"""Runs CalculiX on input files of the program; keeps its displacements and frequencies, or compares them with kept ones.

    python3 validation/gear-bodies/reference_program/run_calculix.py write results.csv first.inp second.inp ...
    python3 validation/gear-bodies/reference_program/run_calculix.py compare results.csv first.inp second.inp ...

Needs `ccx` on the path, or its place in the variable CCX. Steps count from 1, as in the input file; static ones carry
the name that a line `** case NAME` gives them. A warning or an error of CalculiX stops the script. Numbers are those
of its `.dat` file, seven digits. Only the standard library is used.
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
HEAD = ["input", "step", "case", "quantity", "set", "node_or_mode", "x", "y", "z"]
# Coordinates have 18 decimals in the input file and results seven digits; orders of summation differ between machines.
DISPLACEMENT_TOLERANCE = 1e-5  # of the largest displacement of its set
# Its Arnoldi iteration stops early: one of two equal frequencies came out 1e-4 too high.
FREQUENCY_TOLERANCE = 2e-4
# Frequencies of rigid motions are rounding.
LEAST_FREQUENCY = 10.0


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


def rows(path):
    """All rows of the table for an input file."""
    lines = run(path)
    n_steps = path.read_text().count("*STEP")
    found = [[path.stem, *row] for row in displacements(lines, static_cases(path))]
    found += [[path.stem, n_steps, "", "frequency", "", mode, f, "", ""] for mode, f in frequencies(lines)]
    return [[str(value) for value in row] for row in found]


def write(table, paths):
    with open(table, "w", newline="") as file:
        file.write(f"# CalculiX {version()} on input files of Pitchline; displacements in m, frequencies in Hz\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEAD)
        for path in paths:
            writer.writerows(rows(path))
            print(f"{path.name}: done")


def differences(kept, found):
    """What does not agree, in words; rows are those of one input file."""
    if [row[:6] for row in kept] != [row[:6] for row in found]:
        yield f"{len(kept)} numbers are kept and {len(found)} found, or their names differ: was the case changed?"
        return
    values = [[[float(x) for x in row[6:] if x] for row in side] for side in (kept, found)]
    largest = {}
    for row, value in zip(kept, values[0]):
        largest[row[4]] = max(largest.get(row[4], 0.0), max(map(abs, value)))
    for row, old, new in zip(kept, *values):
        is_frequency = row[3] == "frequency"
        if is_frequency and max(*old, *new) < LEAST_FREQUENCY:
            continue
        allowed = FREQUENCY_TOLERANCE * old[0] if is_frequency else DISPLACEMENT_TOLERANCE * largest[row[4]]
        if max(abs(a - b) for a, b in zip(old, new)) > allowed:
            yield f"{' '.join(row[:6])}: kept {old}, found {new}"


def compare(table, paths):
    with open(table, newline="") as file:
        lines = file.read().splitlines()
    kept = list(csv.reader(lines[2:]))
    n_agree, wrong = 0, []
    for path in paths:
        old, new = [row for row in kept if row[0] == path.stem], rows(path)
        here = list(differences(old, new))
        wrong += here
        n_agree += len(new) - len(here)
    if wrong:
        sys.exit("CalculiX: run again, but these differ from the kept numbers\n" + "\n".join(wrong))
    print(f"CalculiX: run again (version {version()}, kept numbers: {lines[0].split()[2]}), {n_agree} rows of numbers agree")


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("write", "compare"):
        sys.exit(__doc__)
    {"write": write, "compare": compare}[sys.argv[1]](sys.argv[2], [Path(path) for path in sys.argv[3:]])


main()
