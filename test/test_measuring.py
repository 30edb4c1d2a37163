"""measuring: which worker gets what, and what a failure costs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from shapes import box, write_stl
from support import run

from robot_model_check import measuring
from robot_model_check.geometry import measure

LINK = '<link name="{}"><visual><geometry><mesh filename="{}.stl"/></geometry></visual></link>'
JOINT = '<joint name="to_{0}" type="fixed"><parent link="a"/><child link="{0}"/></joint>'


def robot(**meshes: str) -> str:
    links = ''.join(LINK.format(name, mesh) for name, mesh in meshes.items())
    return f'<robot name="r">{links}{"".join(JOINT.format(name) for name in list(meshes)[1:])}</robot>'


def test_links_that_share_a_file_share_a_worker() -> None:
    paths = [{'x': 'x'}, {}, {'y': 'y'}, {'x': 'x', 'z': 'z'}, {}, {'other uri': 'z'}]
    assert measuring._groups([(None, own, ()) for own in paths]) == [  # type: ignore[misc]
        [1], [2], [4], [0, 3, 5]]


def test_a_group_that_fails_is_measured_link_by_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = measure.measure_link

    def dying(link: Any, *rest: Any) -> Any:
        if link.name == 'b':
            raise RuntimeError('the worker died')
        return real(link, *rest)
    monkeypatch.setattr(measure, 'measure_link', dying)
    write_stl(tmp_path / 'm.stl', *box())
    report = run(tmp_path, robot(a='m', b='m', c='m'))
    lost = [finding.subject.name for finding in report.findings if finding.rule == 'internal-error'
            and finding.subject is not None]
    assert lost == ['b']
    assert [report.links[name]['reference'] for name in 'ac'] == ['exact', 'exact']
    assert 'reference' not in report.links['b']
