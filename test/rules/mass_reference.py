from __future__ import annotations

import re

from arms import arms
from support import GOOD, Case, add, box_mesh, channel_mesh, edit, stl

from robot_model_check.facts import MassProperties
from robot_model_check.generation.element_xml import inertial_xml
from robot_model_check.geometry.triangles import hull
from robot_model_check.inertia import solid_properties

MASS = '<mass value="0.48"/>'
TENSOR = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
HAND = re.search(r'    <inertial>\n      <origin xyz="0 0 0.05"/>.*?</inertial>\n', GOOD, re.DOTALL).group()
FOAM = '<inertia ixx="1.664e-5" ixy="0" ixz="0" iyy="1.744e-5" iyz="0" izz="2.08e-6"/>'
STEADY = frozenset({'reposed', 'reordered', 'xacro'})  # the references keep their names and sizes

FRAME = '''<link name="tool0"/>
  <joint name="tool" type="fixed"><parent link="hand"/><child link="tool0"/></joint>'''
PLATE = '''<link name="plate">
    <visual><origin xyz="0 0 0.12"/><geometry><box size="0.02 0.02 0.02"/></geometry></visual>
  </link><joint name="glue" type="fixed"><parent link="hand"/><child link="plate"/></joint>'''
COVER = '''<link name="cover">
    <visual><origin xyz="0 0 0.12"/><geometry><box size="0.02 0.02 0.02"/></geometry></visual>
    <collision><origin xyz="0 0 0.12"/><geometry><box size="0.02 0.02 0.02"/></geometry></collision>
  </link>
  <joint name="cover_screws" type="fixed"><parent link="hand"/><child link="cover"/></joint>'''
SHAPES = re.search(r'    <visual><origin xyz="0 0 0.05"/>.*\n.*</collision>\n', GOOD).group()

# The U channel, five times as high: 0.82944 kg at 2700 kg/m^3; its hull has 3.125 times the volume.
CHANNEL = edit(GOOD, (
    '<visual><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></visual>\n    '
    '<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></collision>',
    '<visual><geometry><mesh filename="channel.stl" scale="1 1 5"/></geometry></visual>'),
    ('<origin xyz="0.02 0.01 0.201"/>', '<origin xyz="0 0 0.201"/>'))
ARM = re.search(r'    <inertial>\n      <origin xyz="0.02.*?</inertial>\n', GOOD, re.DOTALL).group()
V, F = channel_mesh()
FILE = {'channel.stl': stl(V, F)}
SOLID, HULL = (solid_properties(*mesh) for mesh in ((V * [1, 1, 5], F), hull(V * [1, 1, 5])))
BOX = box_mesh((0.06, 0.04, 0.2), (0.02, 0.01, 0.1))
LIDLESS = {'channel.stl': stl(BOX[0], BOX[1][:6])}  # half of a box: nothing tells what it encloses
WOOD = edit(CHANNEL, (' scale="1 1 5"', ''))
BARE = ('collision-missing', 'arm', 'warning')


def given(*rows: str, robot: str = '') -> str:
    """Return a configuration with rows of links, and of the robot."""
    return 'references:\n' + (f'  robot: {robot}\n' if robot else '') + '  links:\n' * bool(rows) + ''.join(
        f'    - {{{row}}}\n' for row in rows)


def table(name: str = 'cad.csv', **entry: str) -> str:
    """Return a configuration with a table."""
    return f'references:\n  tables:\n    - {{file: {name}, ' + ', '.join(
        f'{key}: {value}' for key, value in entry.items()) + '}\n'


def channel(mass: float, body: MassProperties) -> str:
    """Return the robot with the channel as arm, COM and tensor those of a body."""
    return edit(CHANNEL, (ARM, inertial_xml(f'{mass:.9g}', body.com, mass * body.inertia)))


GOOD_CASES = [
    Case('weighed', GOOD, config=given('link: arm, mass: 0.479', robot='{mass: 0.6, tolerance: 0.01}')),
    Case('of one density, and a frame and a base without mass', add(GOOD, FRAME),
         config=given("link: 'arm', density: 1000", "link: 'hand', density: 1000", "link: 'b*', density: 9")),
    Case('of foam, as weighed', edit(GOOD, (MASS, '<mass value="0.0048"/>'), (TENSOR, FOAM)),
         config=given('link: arm, mass: 0.0048')),
    Case('a later row holds', GOOD, config=given("link: '*', density: 5000", "link: '*', density: 1000")),
    Case('a tolerance of its own', GOOD, config=given('link: arm, mass: 0.4, tolerance: 0.1')),
    Case('the mass of a table', GOOD, files={'cad.csv': b'link,mass\narm,480.1\nhand,125.66\n'},
         config=table(units='{mass: g}')),
    Case('weighed goes before a table, and a table before a density', GOOD,
         files={'cad.json': b'[{"link": "arm", "mass": 9}, {"link": "hand", "mass": 0.1257}]'},
         config=table('cad.json', units='{mass: kg}') + '  links:\n    - {link: arm, mass: 0.48}\n'
                                                        '    - {link: hand, density: 9}\n'),
]
BAD_CASES = [
    Case('not what it weighs', GOOD, [('mass-reference', 'arm', 'warning', 'reference:mass')],
         config=given('link: arm, mass: 0.4'), steady=STEADY,
         says=['repair <mass value="0.4"/> <inertia ixx="0.00138666667" ixy="0" ixz="0" ']),
    Case('not what the table says', GOOD, [('mass-reference', 'arm', 'warning', 'reference:mass')],
         files={'cad.csv': b'link,mass\narm,400\n'}, config=table(units='{mass: g}'), steady=STEADY,
         says=['in the CAD table']),
    Case('not of this density: COM and tensor are those of the solid', GOOD,
         [('mass-reference', 'hand', 'warning', 'reference:mass')], steady=STEADY,
         config=given('link: hand, material: aluminium'),
         says=['repair <inertial><origin xyz="0 0 0.05" rpy="0 0 0"/><mass value="0.345575192"/><inertia '
               'ixx="0.000322536846" ', "'trust': 'exact solid'"]),
    Case('a table in grams, said to be in kilograms', GOOD,
         [('mass-reference', 'good', 'warning', 'reference:unit')], steady=STEADY,
         files={'cad.csv': b'link,mass\narm,480\n'}, config=table(units='{mass: kg}'),
         says=['is said to be in kg; in g it has the numbers of 1 link: its units are wrong',
               'in the configuration, units: {mass: g}'],
         unchecked=[('mass-reference', 'good'), ('inertia-reference', 'good')]),
    Case('a table in pounds, said to be in kilograms', GOOD,
         [('mass-reference', 'good', 'warning', 'reference:unit')], steady=STEADY,
         files={'cad.csv': b'link,mass\narm,1.05822\nhand,0.27704\n'}, config=table(units='{mass: kg}'),
         says=['in lb it has the numbers of 2 links: either its units are wrong or those of the']),
    Case('one link in pounds, which a table does not tell from one of another mass', GOOD,
         [('mass-reference', 'arm', 'warning', 'reference:mass')], steady=STEADY,
         files={'cad.csv': b'link,mass\narm,1.05822\n'}, config=table(units='{mass: kg}')),
    Case('weighed in grams', GOOD, [('mass-reference', 'arm', 'warning', 'reference:mass')], steady=STEADY,
         config=given('link: arm, mass: 480'),
         says=['480 kg, which would be 1e+06 kg per m^3 of its hull: is the unit of the reference right?']),
    Case('grams, on a link that is not drawn', edit(GOOD, (SHAPES, ''), ('"0.125663706"', '"125.663706"')),
         [('joint-effort-gravity', 'wrist', 'warning'), ('mass-reference', 'hand', 'warning', 'unit:mass-g')],
         config=given('link: hand, mass: 0.1257'),
         steady=STEADY),
    Case('grams, which the density shows as well', edit(GOOD, (MASS, '<mass value="480"/>')),
         [('unit-mass', 'arm', 'warning', 'unit:mass-g')], config=given('link: arm, mass: 0.48'),
         steady=STEADY),
    Case('pounds', edit(GOOD, (MASS, '<mass value="1.05821886"/>'),
                        (TENSOR, TENSOR.replace('0.00', '0.001'))),
         [('mass-reference', 'arm', 'warning', 'unit:mass-lb')], config=given('link: arm, mass: 0.48'),
         steady=STEADY - {'reposed'}),
    Case('the mass of the convex hull', channel(2.592, SOLID), [
        BARE, ('mass-reference', 'arm', 'warning', 'from:hull')], files=FILE, steady=STEADY - {'reposed'},
        config=given('link: arm, density: 2700'), says=['<mass value="0.829']),
    Case('more than the convex hull at this density', WOOD, [
        BARE, ('mass-reference', 'arm', 'warning', 'reference:mass'), ('mesh-open', 'arm', 'info')],
        files=LIDLESS, config=given('link: arm, density: 300'), steady=STEADY, says=['at most']),
    Case('less than the convex hull at this density', WOOD, [BARE, ('mesh-open', 'arm', 'info')],
        files=LIDLESS, config=given('link: arm, density: 5000'), steady=STEADY,
        unchecked=[('mass-reference', 'arm')]),
    Case('at a density, but the mesh is missing', WOOD, [BARE, ('mesh-missing', 'arm', 'error')],
        config=given('link: arm, density: 5000'), steady=STEADY, unchecked=[('mass-reference', 'arm')]),
    Case('at a density, but the mesh is in millimetres', channel(0.82944, SOLID), [
        BARE, ('unit-mesh', 'arm', 'error', 'unit:mesh-mm')], files={'channel.stl': stl(1000 * V, F)},
        steady=STEADY - {'reposed'}, config=given('link: arm, density: 2700'),
        unchecked=[('mass-reference', 'arm')]),
    Case('the whole robot', GOOD, [('mass-reference', 'good', 'warning', 'reference:mass')],
         config=given(robot='{mass: 0.7}'), steady=STEADY, says=['0.605664 kg together']),
    Case('the whole robot in pounds', GOOD, [('mass-reference', 'good', 'warning', 'unit:mass-lb')],
         config=given(robot='{mass: 0.2747, tolerance: 0.001}'), steady=STEADY),
    Case('a part without mass on one that has', add(GOOD, COVER),
         [('mass-reference', 'cover', 'warning', 'reference:mass')],
         config=given('link: cover, density: 1000'), steady=STEADY,
         says=['<inertial><origin xyz="0 0 0.12" rpy="0 0 0"/><mass value="0.008"/>']),
    Case('three links', arms(3), [('mass-reference', 'good', 'warning', 'reference:mass')],
         config=given("link: 'arm*', mass: 0.4"), steady=STEADY),
    Case('a slip in the name of a link', GOOD, [('mass-reference', 'good', 'warning')],
         config=given('link: arn, mass: 0.48'), steady=STEADY, says=["did you mean 'arm'?"]),
    Case('no link of this robot', GOOD, [('mass-reference', 'good', 'info')],
         config=given('link: screw, mass: 0.001'), steady=STEADY),
    Case('a robot of which not all is declared', add(add(GOOD, PLATE), FRAME),
         [('collision-missing', 'plate', 'warning'),
          ('mass-reference', 'good', 'warning', 'reference:mass')], config=given(robot='{mass: 0.7}'),
         steady=frozenset({'reposed', 'xacro'}), says=['; without <inertial>: base_link, plate']),
    Case('a mass that cannot be read', edit(GOOD, (MASS, '<mass value="light"/>')),
         [('number-format', 'arm', 'error'), ('mass-reference', 'arm', 'warning', 'reference:mass')],
         config=given('link: arm, mass: 0.48', robot='{mass: 1}'), unchecked=[('mass-reference', 'good')],
         steady=STEADY, says=[f'repair <inertial><origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>{MASS}{TENSOR}']),
    Case('a mass that cannot be read nor is given', edit(GOOD, (MASS, '<mass value="light"/>')),
         [('number-format', 'arm', 'error')], config=given('link: hand, density: 1000'),
         unchecked=[('mass-reference', 'arm')], steady=STEADY),
]
