"""A peer of the benchmarks: SuperLU and ARPACK of scipy on a matrix that the benchmark wrote.

    python3 sparse.py statics FILE COUNT     factorise K, solve for COUNT unit loads
    python3 sparse.py modes FILE COUNT       the COUNT lowest eigenvalues of K x = lambda M x

Runs once for each line of its input, `serve.py`: seconds of the processor, and the values to compare: the sum of the deflections
under each load, or the eigenvalues. Reading the file is not counted. SuperLU is told that the matrix is symmetric, its best case.
"""

import sys
import time

import numpy as np
import scipy
import scipy.sparse.linalg as linalg
from scipy.sparse import csc_matrix, tril
from serve import serve


def read(path):
    """K and M: n, number of entries, starts of columns, rows, entries of K and of M, lower triangles."""
    data = open(path, "rb").read()
    n, entries = np.frombuffer(data, "<u8", 2)
    starts = np.frombuffer(data, "<u8", n + 1, 16).astype(np.int32)
    place = 16 + 8 * (n + 1)
    rows = np.frombuffer(data, "<u4", entries, place).astype(np.int32)
    values = np.frombuffer(data[int(place + 4 * entries) :], "<f8").reshape(2, entries)
    lower = [csc_matrix((v, rows, starts), shape=(n, n)) for v in values]
    return [(a + tril(a, -1).T).tocsc() for a in lower]


def factor(matrix):
    """L U without pivoting off the diagonal, ordered by minimum degree."""
    return linalg.splu(
        matrix, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True}
    )


def statics(stiffness, _, count):
    n = stiffness.shape[0]
    places = np.arange(count) * n // count
    lu = factor(stiffness)
    total = 0.0
    # One by one, as SuperLU is faster so than with several together.
    for place in places:
        load = np.zeros(n)
        load[place] = 1.0
        total += lu.solve(load)[place]
    return [total]


def modes(stiffness, mass, count):
    n = stiffness.shape[0]
    inverse = linalg.LinearOperator((n, n), matvec=factor(stiffness).solve, dtype=float)
    # The same tolerance as ours: residual of the inverted problem, relative.
    return linalg.eigsh(
        stiffness, count, M=mass, sigma=0.0, OPinv=inverse, tol=1e-10
    )[0]


def main():
    what, path, count = sys.argv[1:]
    stiffness, mass = read(path)
    solve = {"statics": statics, "modes": modes}[what]

    def run():
        started = time.process_time()
        result = solve(stiffness, mass, int(count))
        return {"seconds": time.process_time() - started, "values": [float(value) for value in result]}

    serve({"peer": "scipy", "version": scipy.__version__}, run)


main()
