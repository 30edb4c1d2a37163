"""The synthetic parts of the benchmark of the diagnosis, and that it counts right."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'benchmarks'))

import diagnosis
import parts

from robot_model_check.diagnosis.copies import mirrored_copies


@pytest.mark.parametrize('seed', range(12))
def test_a_solid_has_the_spread_of_its_shape(seed: int) -> None:
    volume, second, corners = parts.solid(np.random.default_rng(seed))
    low, high = corners.min(axis=0), corners.max(axis=0)
    assert 0 < volume <= np.prod(high - low) * (1 + 1e-9)
    assert (np.diag(second) <= -low * high * (1 + 1e-9)).all()  # Bhatia-Davis about the COM
    assert np.linalg.eigvalsh(second)[0] > 0


def test_a_wedge_in_closed_form() -> None:
    rng = np.random.default_rng(0)
    drawn = next(one for one in (parts.solid(rng) for _ in range(99)) if len(one[2]) == 6)
    size = np.ptp(drawn[2], axis=0)
    assert drawn[0] == pytest.approx(np.prod(size) / 2)
    assert drawn[1][0, 1] == pytest.approx(-size[0] * size[1] / 36)
    np.testing.assert_allclose(drawn[2].mean(axis=0), 0, atol=1e-12)


@pytest.mark.parametrize('code', ['sign:products', 'origin:link', 'unit:kg*mm^2 + origin:link', 'from:hull'])
def test_mistakes_on_even_parts_are_named(code: str) -> None:
    row, _ = diagnosis.trials(code, 0.0, 1, 4)
    assert (row.total, row.right, row.identifiable) == (4, 4, 4)


@pytest.mark.parametrize(('axis', 'code'), [(0, 'mirror:x'), (1, 'mirror:y'), (2, 'mirror:z')])
def test_a_copied_twin_is_known_by_its_numbers_and_its_shape(axis: int, code: str) -> None:
    one = parts.part(np.random.default_rng(3), 0.2)
    twin = parts.mirrored(one, axis)
    right, wrong = diagnosis.correct(twin.real, np.eye(3)), diagnosis.made(code, one, one.real, np.eye(3))
    assert (right.tensor == wrong.tensor).all()
    for declared, shape, found in ((wrong, twin, {code: 'other_1'}), (wrong, one, {}),
                                   (diagnosis.correct(one.real, np.eye(3)), twin, {})):
        context = diagnosis.robot([(one, declared), (shape, right)])
        assert mirrored_copies(context.tree.links[parts.NAME], context) == found


def test_only_a_twin_makes_a_mirror_image_likely() -> None:
    rng = np.random.default_rng(0)
    causes = []
    for _ in range(6):
        one = parts.part(rng, 0.1)
        twin = parts.mirrored(one, 1)
        links = [(one, diagnosis.made('mirror:y', one, one.real, np.eye(3))),
                 (twin, diagnosis.correct(twin.real, np.eye(3)))]
        causes.append([{(found.subject.name, found.cause) for found in diagnosis.said(links[:count])}
                       for count in (1, 2)])
    assert [with_twin for _, with_twin in causes] == [{(parts.NAME, 'mirror:y')}] * 6
    assert [alone for alone, _ in causes] != [{(parts.NAME, 'mirror:y')}] * 6


def test_correct_inertials_are_left_alone() -> None:
    assert not diagnosis.accusations(0.2, 1, 20)[0]


def test_only_all_causes_and_no_other_are_right() -> None:
    row, found = diagnosis.Row(), [diagnosis.Finding(message='', cause='sign:ixy', rivals=('mirror:x',))]
    row.add('sign:ixy', found, True)
    row.add('mirror:x', found, True)
    row.add('unit:kg*mm^2 + sign:ixy', found, False)
    row.add('sign:ixy', [], True)
    assert (row.total, row.right, row.listed, row.identifiable, row.right_identifiable) == (4, 1, 2, 3, 1)
    assert dict(row.confused) == {'sign:ixy': 2, 'nothing': 1}
