"""What looks typed."""

from __future__ import annotations

import pytest

from robot_model_check.clues.placeholder import is_round, placeholder
from robot_model_check.reading.parse import parse
from robot_model_check.reading.xml_tree import build


@pytest.mark.parametrize(('six', 'cause'), [
    ('0 0 0 0 0 0', 'placeholder:zero'), ('1 0 0 1 0 1', 'placeholder:ones'),
    ('0.001 0 0 0.001 0 0.001', 'placeholder:isotropic'), ('0.00123 0 0 0.00123 0 0.00123', None),
    ('0.1 0.1 0.1 0.1 0.1 0.1', 'placeholder:all-six-equal'), ('1 0.1 0 1 0 1', None), ('1 0 0 1 0 2', None),
    ('0 1 0 0 0 0', None)])
def test_placeholders(six: str, cause: str | None) -> None:
    names = ('ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz')
    tensor = ' '.join(f'{name}="{value}"' for name, value in zip(names, six.split(), strict=True))
    inside = f'<inertial><mass value="1"/><inertia {tensor}/></inertial>'
    robot = parse(build(f'<robot name="r"><link name="a">{inside}</link></robot>'.encode(), None))
    inertial = robot.links[0].inertial
    assert inertial is not None
    assert placeholder(inertial) == cause


def test_two_digits_are_round() -> None:
    assert is_round(0.0012)
    assert not is_round(0.00123)
