"""Reads the VTU files of the tests with meshio and pyvista and compares them with the ring that they show.

    PITCHLINE_KEEP=$PWD/target/kept cargo test -p pitchline fields::
    python validation/vtu/reference_program/read_back.py target/kept

Needs the Python packages meshio and pyvista. The ring has the bore radius 30 mm, the outer radius 80 mm, the width
20 mm, and 2 x 6 x 1 elements (radius x turn x width).
"""

import math
import sys
from pathlib import Path

import meshio
import numpy
import pyvista

BORE, OUTER, WIDTH = 0.03, 0.08, 0.02
AROUND, ELEMENTS = 6, 12
# Kind, cell of VTK, name in meshio, nodes (corners; middles along radius, turn, width), nodes per element.
RINGS = [("hex8", 12, "hexahedron", 36, 8), ("hex20", 25, "hexahedron20", 36 + 24 + 36 + 18, 20)]


def check(what, difference, limit):
    print(f"  {what}: {difference:.3g} (limit {limit:.3g})")
    if not difference <= limit:
        sys.exit(f"{what} differs")


def compare(places, heights, displacements, stresses):
    """The fields that the test has put on the ring; written and read without any rounding."""
    check("height", numpy.abs(heights - places[:, 2] / 3.0).max(), 0.0)
    check("displacement", numpy.abs(displacements - places).max(), 0.0)
    steps = numpy.array([0.0, 0.1, 0.2, 0.3, 0.4, 0.5])
    expected = numpy.arange(ELEMENTS)[:, None] + steps[None, :]
    check("stress, its order of components", numpy.abs(stresses - expected).max(), 0.0)


def main():
    folder = Path(sys.argv[1])
    print(f"meshio {meshio.__version__}, pyvista {pyvista.__version__}, VTK {pyvista.vtk_version_info}")
    # A linear ring is a prism on a polygon; a quadratic one lies between it and the round one.
    polygon = AROUND / 2 * math.sin(2 * math.pi / AROUND) * (OUTER**2 - BORE**2) * WIDTH
    circle = math.pi * (OUTER**2 - BORE**2) * WIDTH
    for kind, cell, name, n_nodes, per_element in RINGS:
        path = folder / f"ring-{kind}.vtu"
        print(path.name)
        mesh = meshio.read(path)
        assert [block.type for block in mesh.cells] == [name], mesh.cells
        assert mesh.cells[0].data.shape == (ELEMENTS, per_element)
        assert mesh.points.shape == (n_nodes, 3), mesh.points.shape
        data = mesh.point_data
        compare(mesh.points, data['height <"&>'], data["displacement"], mesh.cell_data["stress"][0])
        grid = pyvista.read(path)
        assert set(grid.celltypes) == {cell} and grid.n_cells == ELEMENTS and grid.n_points == n_nodes
        compare(grid.points, grid.point_data['height <"&>'], grid.point_data["displacement"], grid.cell_data["stress"])
        # Signed volumes: a wrong order of nodes turns elements inside out.
        volumes = grid.compute_cell_sizes(length=False, area=False)["Volume"]
        assert (volumes > 0).all(), volumes
        if kind == "hex8":
            # Rounding only: VTK adds tetrahedra, exact for plane faces.
            check("volume", abs(volumes.sum() / polygon - 1), 1e-12)
        else:
            assert polygon < volumes.sum() < circle, (polygon, volumes.sum(), circle)
            print(f"  volume: {volumes.sum():.6g} between {polygon:.6g} and {circle:.6g} m3")
    print("all agree")


main()
