"""What becomes of visuals that are no plain solid, and how the report tells them apart."""

from __future__ import annotations

import numpy as np
import pytest
from shapes import both, box, channel, link, write_stl

from robot_model_check.decompose.choose import Wish, choose
from robot_model_check.geometry.solid import from_arrays, to_arrays
from robot_model_check.model import Mesh


def turned_inside_out(V, F):
    return V, F[:, ::-1]


def through_itself():
    """A drum whose wall goes around twice, as one surface that encloses its middle twice."""
    angle = 4 * np.pi * np.arange(24) / 24
    radius = 0.05 - 0.002 * np.sin(angle / 2)
    ring = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    V = np.vstack([np.column_stack([ring, np.full(24, z)]) for z in (0, 0.02)] + [[[0, 0, 0], [0, 0, 0.02]]])
    i, j = np.arange(24), (np.arange(24) + 1) % 24
    low, high = np.full(24, 48), np.full(24, 49)
    return V, np.vstack([np.column_stack(face) for face in (
        (i, j, j + 24), (i, j + 24, i + 24), (low, j, i), (high, i + 24, j + 24))])


def skin():
    """A box with walls of a 200th of its size, open on one side."""
    outer, inner = box((0.2, 0.2, 0.2)), box((0.198, 0.198, 0.2), (0, 0, 0.001))
    return to_arrays(from_arrays(*outer) - from_arrays(*inner))


V, F = channel(1e-3)
PLATE = np.array([[0, 0, 0], [0.1, 0, 0], [0.1, 0.1, 0], [0, 0.1, 0]]), np.array([[0, 1, 2], [0, 2, 3]])
TWO = both(box((0.02, 0.02, 0.02)), box((0.02, 0.02, 0.02), (0.1, 0.03, 0)))


@pytest.mark.parametrize(('mesh', 'method', 'parts', 'said'), [
    ((V, F), 'split', 3, ''),
    (turned_inside_out(V, F), 'split', 3, 'the visual is inside out and was turned'),
    ((V, F[2:]), 'split', 3, '1 hole of the visual filled first'),
    (TWO, 'primitive', 2, 'the visual falls into 2 bodies'),
    (skin(), 'split', 5, 'the visual is a thin shell'),
    (through_itself(), 'hull', 1, 'through itself'),
    (PLATE, 'primitive', 1, 'the visual is flat'),
])
def test_each_kind_of_visual_has_its_road_and_its_words(tmp_path, mesh, method, parts, said):
    path = write_stl(tmp_path / 'visual.stl', *mesh)
    found = choose(link([Mesh('visual')]), {'visual': path}, Wish())
    assert (found.method, len(found.parts), found.failed) == (method, parts, False)
    assert said in found.note


def test_a_surface_that_cannot_be_closed_says_so(tmp_path):
    rng = np.random.default_rng(1)
    loose = np.array([box((0.01, 0.01, 0.01), rng.uniform(-0.05, 0.05, 3))[0][:3] for _ in range(40)])
    path = write_stl(tmp_path / 'visual.stl', loose.reshape(-1, 3), np.arange(120).reshape(-1, 3))
    found = choose(link([Mesh('visual')]), {'visual': path}, Wish(method='split'))
    assert 'does not close' in found.note
    assert found.parts
