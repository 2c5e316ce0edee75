"""Incidence, on oblong lattices first, against dots and edges written down the obvious way."""

import pytest

from slitherlink import lattice_for
from slitherlink.lattice import NO_EDGE
from tests.oracle import edges_of, sides_of

SIZES = [(2, 3), (3, 2), (1, 4), (4, 1), (6, 3), (1, 1), (2, 2)]
on_sizes = pytest.mark.parametrize(("height", "width"), SIZES)


@on_sizes
def test_counts_are_those_of_the_grid(height: int, width: int) -> None:
    lattice = lattice_for(height, width)
    assert (lattice.height, lattice.width) == (height, width)
    assert lattice.n_vertices == (height + 1) * (width + 1)
    assert lattice.n_edges == (height + 1) * width + height * (width + 1)
    assert lattice.n_cells == height * width
    assert lattice.n_faces == height * width + 1
    assert lattice.outside == height * width
    assert lattice.n_horizontal == (height + 1) * width


@on_sizes
def test_an_edge_joins_its_two_dots(height: int, width: int) -> None:
    lattice = lattice_for(height, width)
    joined = [tuple(divmod(v, width + 1) for v in pair) for pair in lattice.edge_vertices.tolist()]
    assert joined == edges_of(height, width)


@on_sizes
def test_a_cell_has_its_top_bottom_left_and_right_edge(height: int, width: int) -> None:
    lattice = lattice_for(height, width)
    edges = edges_of(height, width)
    for face, around in enumerate(lattice.face_edges.tolist()):
        assert [edges[e] for e in around] == sides_of(*divmod(face, width))


@on_sizes
def test_an_edge_parts_the_faces_that_have_it_and_the_outside_has_the_rim(height: int, width: int) -> None:
    lattice = lattice_for(height, width)
    for edge, faces in enumerate(lattice.edge_faces.tolist()):
        beside = [face for face in range(lattice.n_cells) if edge in lattice.face_edges[face]]
        assert sorted(faces) == sorted([*beside, lattice.outside][:2])
    rim = sum(lattice.outside in faces for faces in lattice.edge_faces.tolist())
    assert rim == 2 * (height + width)


def test_the_first_face_of_an_edge_is_above_or_left() -> None:
    lattice = lattice_for(2, 3)
    out = lattice.outside
    assert lattice.edge_faces[
        [lattice.horizontal(0, 1), lattice.horizontal(1, 1), lattice.horizontal(2, 1)]
    ].tolist() == [
        [out, 1],
        [1, 4],
        [4, out],
    ]
    assert lattice.edge_faces[[lattice.vertical(1, 0), lattice.vertical(1, 2), lattice.vertical(1, 3)]].tolist() == [
        [out, 3],
        [4, 5],
        [5, out],
    ]


@on_sizes
def test_a_dot_has_its_edges_up_down_left_and_right(height: int, width: int) -> None:
    lattice = lattice_for(height, width)
    number = {edge: i for i, edge in enumerate(edges_of(height, width))}
    for vertex, around in enumerate(lattice.vertex_edges.tolist()):
        row, col = divmod(vertex, width + 1)
        dot = (row, col)
        wanted = [((row - 1, col), dot), (dot, (row + 1, col)), ((row, col - 1), dot), (dot, (row, col + 1))]
        assert around == [number.get(edge, NO_EDGE) for edge in wanted]


@on_sizes
def test_the_place_of_an_edge_leads_back_to_it(height: int, width: int) -> None:
    lattice = lattice_for(height, width)
    for edge, (first, second) in enumerate(edges_of(height, width)):
        kind, row, col = lattice.place_of_edge(edge)
        assert (row, col) == first
        assert kind == ("horizontal" if first[0] == second[0] else "vertical")
        assert getattr(lattice, kind)(row, col) == edge


def test_a_lattice_is_shared_and_cannot_be_changed() -> None:
    lattice = lattice_for(3, 5)
    assert lattice_for(3, 5) is lattice
    for array in (lattice.edge_faces, lattice.edge_vertices, lattice.face_edges, lattice.vertex_edges):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize(("height", "width"), [(0, 3), (3, 0), (-1, 2)])
def test_a_lattice_without_cells_is_refused(height: int, width: int) -> None:
    with pytest.raises(ValueError, match=f"at least one row and one column, got {height}×{width}"):
        lattice_for(height, width)
