"""What MuJoCo makes of the parts: a ball that slides down along a vertical line, and the generated URDF."""

from __future__ import annotations

from pathlib import Path

import pytest
from shapes import channel, link, shape, write_stl

from robot_model_check.cli import main
from robot_model_check.decompose.choose import Wish, choose
from robot_model_check.geometry.stl import to_bytes
from robot_model_check.model import Mesh

mujoco = pytest.importorskip('mujoco', reason='the sim extra is not installed')

SCENE = '''<mujoco><compiler meshdir="{folder}"/><option timestep="0.001"/>
<asset>{assets}</asset>
<worldbody>{geoms}<body pos="{x} 0 0.1"><joint type="slide" axis="0 0 1"/><geom size="0.012"/></body>
</worldbody></mujoco>'''


def rest(meshes: list[Path], x: float = 0.0) -> float:
    """Height [m] at which the centre of a ball of 12 mm radius comes to rest over (x, 0) on meshes."""
    assets = ''.join(f'<mesh name="{path.stem}" file="{path.name}"/>' for path in meshes)
    geoms = ''.join(f'<geom type="mesh" mesh="{path.stem}"/>' for path in meshes)
    model = mujoco.MjModel.from_xml_string(
        SCENE.format(folder=meshes[0].parent, assets=assets, geoms=geoms, x=x))
    data = mujoco.MjData(model)
    for _ in range(1500):
        mujoco.mj_step(model, data)
    assert abs(data.qvel[0]) < 1e-3
    return float(data.xpos[1, 2])


def test_a_ball_rests_on_the_hull_of_the_channel_and_in_its_parts(tmp_path: Path) -> None:
    whole = Path(write_stl(tmp_path / 'whole.stl', *channel(1e-3)))
    part = link([shape(Mesh('channel'))])
    parts = []
    for index, made in enumerate(choose(part, {'channel': str(whole)}, Wish('split')).parts):
        parts.append(tmp_path / f'part_{index}.stl')
        parts[-1].write_bytes(to_bytes(made.hull.vertices, made.hull.faces))
    assert len(parts) == 3
    assert rest([whole]) == pytest.approx(0.052, abs=6e-4)  # the contact is soft
    for x in (0.0, 0.01):
        assert rest(parts, x) == pytest.approx(0.018, abs=6e-4)
    assert rest(parts, 0.027) == pytest.approx(0.052, abs=6e-4)  # on a wall


ROBOT = '''<robot name="tray">
  <mujoco><compiler discardvisual="true" strippath="false"/></mujoco>
  <link name="base">{mass}{shapes}</link>
  <link name="arm">{mass}{shapes}</link>
  <joint name="j" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0.2 0 0"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>'''


@pytest.mark.parametrize(('method', 'geoms'), [('split', 3), ('hull', 1), ('auto', 3)])
def test_it_compiles_what_was_generated(tmp_path: Path, method: str, geoms: int) -> None:
    V, F = channel(1e-3)
    V = V + 0.004 * V[:, [2, 0, 1]]  # sheared, so that no part is a box
    write_stl(tmp_path / 'tray.stl', V, F)
    mass = ('<inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>'
            '</inertial>')
    shapes = '<visual><geometry><mesh filename="tray.stl"/></geometry></visual>'
    (tmp_path / 'robot.urdf').write_text(ROBOT.format(mass=mass, shapes=shapes))
    out = tmp_path / 'out'
    words = ['decompose', str(tmp_path / 'robot.urdf'), '-o', str(out), '--method', method, '--jobs', '1']
    assert main([*words, '--max-excess', '9' if method == 'hull' else '0.05']) == 0
    model = mujoco.MjModel.from_xml_path(str(out / 'urdf/tray.urdf'))
    assert model.ngeom == 2 * geoms
    assert model.nmesh == 2 * geoms
    assert set(model.geom_type) == {int(mujoco.mjtGeom.mjGEOM_MESH)}


OPTIONS = '<mujoco><compiler discardvisual="true" strippath="false"/></mujoco>'


@pytest.mark.parametrize(('robot', 'links', 'method', 'least', 'most'), [
    ('leap_hand/leap_hand_dexurdf/leap_hand_right.urdf', 'thumb_fingertip', 'hull', 1, 1),
    ('robotiq_2f85/robotiq_description/urdf/robotiq_2f_85_gripper.urdf.xacro', '*_inner_knuckle_link', 'auto',
     4, 32)])
def test_it_compiles_what_real_robots_become(
        shared: Path, tmp_path: Path, robot: str, links: str, method: str, least: int, most: int) -> None:
    folder = shared / 'robots' / Path(robot).parts[0]
    words = ['decompose', str(shared / 'robots' / robot), '--package-path', str(folder), '--jobs', '1']
    assert main([*words, '--links', links, '--method', method, '-o', str(tmp_path)]) == 0
    urdf, = (tmp_path / 'urdf').iterdir()
    text = urdf.read_text()
    kept = text.replace('package://', f'{folder}/')  # which MuJoCo does not read
    start = kept.index('>', kept.index('<robot')) + 1
    copy = urdf.with_name('copy.urdf')
    copy.write_text(kept[:start] + OPTIONS + kept[start:])
    model = mujoco.MjModel.from_xml_path(str(copy))
    made = sum(f'meshes/collision/{path.name}' in text for path in (tmp_path / 'meshes/collision').iterdir())
    assert len(list((tmp_path / 'meshes/collision').iterdir())) == made
    assert least <= made <= most
    assert model.ngeom == text.count('<collision>') + text.count('<collision ')
