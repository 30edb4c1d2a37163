from __future__ import annotations

import re

import numpy as np
from arms import arms
from rules.mass_reference import (
    ARM,
    BARE,
    CHANNEL,
    FILE,
    HULL,
    MASS,
    SHAPES,
    STEADY,
    TENSOR,
    F,
    V,
    channel,
    given,
    table,
)
from support import GOOD, Case, edit, stl

from robot_model_check.generation.element_xml import TENSOR as PLACES, inertial_xml
from robot_model_check.inertia import parallel_axis, solid_properties
from robot_model_check.kinematics import rotation

# The channel, sheared so that it has three products; 1200 kg/m^3, as a CAD program of grams and mm prints it.
SHEAR = np.array([[1.4, 0.6, 0], [0, 1, 0], [0, 0.8, 4]])
SHEARED = {'channel.stl': stl(V @ SHEAR.T / [1, 1, 5], F)}
BODY = solid_properties(V @ SHEAR.T, F)
WEIGHT = 1200 * BODY.volume
COM, INERTIA = BODY.com, WEIGHT * BODY.inertia
DENSITY = given('link: arm, density: 1200')
COLUMNS = 'link,mass,com_x,com_y,com_z,ixx,ixy,ixz,iyy,iyz,izz'


def arm(com: np.ndarray, inertia: np.ndarray, mass: float = WEIGHT) -> str:
    """Return the robot with the sheared channel as arm."""
    return edit(CHANNEL, (ARM, inertial_xml(f'{mass:.9g}', com, inertia)))


def turned(inertia: np.ndarray) -> np.ndarray:
    """Return a tensor with products of the other sign."""
    return 2 * np.diag(np.diag(inertia)) - inertia


def cad(com: np.ndarray, inertia: np.ndarray, **entry: str) -> dict[str, object]:
    """Return configuration and files with a table in g and mm of the arm."""
    numbers = [1e3 * WEIGHT, *1e3 * com, *(1e9 * inertia[place] for place in PLACES.values())]
    row = ','.join(f'{number:.6g}' for number in numbers)
    entry = {'units': '{mass: g, length: mm}', 'about': 'com', 'products': 'tensor', **entry}
    words = ', '.join(f'{key}: {value}' for key, value in entry.items())
    return {'config': f'references:\n  tables:\n    - {{file: cad.csv, {words}}}\n',
            'files': {**SHEARED, 'cad.csv': f'{COLUMNS}\narm,{row}\n'.encode()}}


R = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])  # the frame of the table is turned by 90 deg about z
FRAME = {'frame': 'cad', 'frames': '{cad: {xyz: [0.01, 0.02, 0.03], rpy: [0, 0, 1.5707963267949]}}'}
AT = R.T @ (COM - [0.01, 0.02, 0.03])
OWN = STEADY - {'reposed'}  # a table keeps its axes
ZERO = '<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>'
GIVEN_ARM = f'<inertial><origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>{MASS}{TENSOR}</inertial>'
KG_MM2 = '<inertia ixx="1664" ixy="0" ixz="0" iyy="1744" iyz="0" izz="208"/>'
FAR_ARM = ARM.replace('xyz="0.02 0.01 0.1"', 'xyz="20 10 100"')
KG_CM2 = '<inertia ixx="16.64" ixy="0" ixz="0" iyy="17.44" iyz="0" izz="2.08"/>'
HAND_TENSOR = '<inertia ixx="0.000117286" ixy="0" ixz="0" iyy="0.000117286" iyz="0" izz="0.0000251327"/>'
HAND_TENSOR_CM = '<inertia ixx="1.17286" ixy="0" ixz="0" iyy="1.17286" iyz="0" izz="0.251327"/>'
HAND_KG_MM2 = '<inertia ixx="117.286" ixy="0" ixz="0" iyy="117.286" iyz="0" izz="25.1327"/>'
CAD_HAND = {'cad.csv': f'{COLUMNS}\nhand,0.125664,0,0,0.05,0.000117286,0,0,0.000117286,0,2.51327e-5'.encode()}
HAND = table(units='{mass: kg, length: m}', about='com', products='tensor')
LARGER = '<inertia ixx="0.0019968" ixy="0" ixz="0" iyy="0.0020928" iyz="0" izz="0.0002496"/>'
SLANTED = rotation((0.2, 0.1, 0.6))
EVEN = [('inertia-reference', 'arm', 'warning', 'reference:inertia')]

# A table of the two links of the good robot in cm, and their shapes.
IN_CM = (f'{COLUMNS}\narm,0.48,2,1,10,16.64,0,0,17.44,0,2.08\n'
         'hand,0.125663706,0,0,5,1.17286,0,0,1.17286,0,0.251327\n')
NO_SHAPE = re.sub(r'    <(visual|collision)><origin.*\n', '', GOOD)  # neither the arm nor the hand is drawn
SI = (f'{COLUMNS}\narm,0.48,0.02,0.01,0.1,0.001664,0,0,0.001744,0,0.000208\n'
      'hand,0.125663706,0,0,0.05,0.000117286,0,0,0.000117286,0,0.0000251327\n')
SAID_M = table(units='{mass: kg, length: m}', about='com', products='tensor')
TOLD_ONCE = [('inertia-reference', 'good', 'warning', 'reference:unit')]
SMALL, FLIPPED = INERTIA.copy(), INERTIA.copy()
SMALL[0, 2] = SMALL[2, 0] = -2e-5
FLIPPED[0, 2] = FLIPPED[2, 0] = 2e-5

GOOD_CASES = [
    Case('a solid of one density', GOOD, config=given('link: arm, density: 1000')),
    Case('a table with COMs alone', GOOD,
         files={'cad.csv': b'link,mass,com_x,com_y,com_z\narm,480,20,10,101\n'},
         config=table(units='{mass: g, length: mm}')),
]
BAD_CASES = [
    Case('a table in cm, said to be in m', GOOD, TOLD_ONCE, {'cad.csv': IN_CM.encode()}, OWN, config=SAID_M,
         says=['said to be in kg, m and kg*m^2; in kg, cm and kg*cm^2 it has the numbers of 2 links: its '
               'units are wrong in the configuration', 'in the configuration, units: {mass: kg, length: cm}'],
         unchecked=[('inertia-reference', 'good'), ('mass-reference', 'good')]),
    Case('tensors in kg m^2, said to be in kg cm^2', GOOD, TOLD_ONCE, {'cad.csv': SI.encode()}, OWN,
         config=table(units='{mass: kg, length: m, inertia: kg*cm^2}', about='com', products='tensor'),
         says=['units: {mass: kg, length: m}']),
    Case('a table in cm, said to be in m, of links that are not drawn', NO_SHAPE, TOLD_ONCE,
         {'cad.csv': IN_CM.encode()}, OWN, config=SAID_M,
         says=['it has the numbers of 2 links: either its units are wrong or those of the description']),
    Case('one row in cm in a table in m', GOOD, EVEN, steady=OWN, config=SAID_M,
         files={'cad.csv': '\n'.join([*IN_CM.split('\n')[:2], *SI.split('\n')[2:]]).encode()},
         says=['or is it the reference that is wrong: are its units']),
    Case('two links in kg cm^2, and a table that has them right',
         edit(GOOD, (TENSOR, KG_CM2), (HAND_TENSOR, HAND_TENSOR_CM)),
         [('unit-inertia', name, 'error', 'unit:kg*cm^2') for name in ('arm', 'hand')],
         {'cad.csv': SI.encode()}, OWN, config=SAID_M),
    Case('the table says it', arm(COM, INERTIA), [BARE], **cad(COM, INERTIA), steady=OWN),
    Case('with products as positive integrals', arm(COM, INERTIA), [BARE], steady=OWN,
         **cad(COM, turned(INERTIA), products='positive')),
    Case('about the origin', arm(COM, INERTIA), [BARE], steady=OWN,
         **cad(COM, INERTIA + parallel_axis(WEIGHT, COM), about='origin')),
    Case('in a frame of its own, about the origin of that', arm(COM, INERTIA), [BARE], steady=OWN,
         **cad(AT, R.T @ INERTIA @ R + parallel_axis(WEIGHT, AT), about='origin', **FRAME)),
    Case('the uneven body that the table says, not the solid', arm(COM * [1, 1, 1.1], 1.4 * INERTIA), [BARE],
         **cad(COM * [1, 1, 1.1], 1.4 * INERTIA), steady=OWN),
    Case('products of the other sign', arm(COM, turned(INERTIA)), [
        BARE, ('inertia-reference', 'arm', 'warning', 'sign:products')], **cad(COM, INERTIA), steady=OWN,
        says=[inertial_xml(f'{WEIGHT:.9g}', COM, INERTIA)[:60]]),
    Case('about the link origin', arm(COM, INERTIA + parallel_axis(WEIGHT, COM)), [
        BARE, ('inertia-reference', 'arm', 'warning', 'origin:link')], config=DENSITY, files=SHEARED,
        steady=OWN),
    Case('the moments agree and the axes do not: the frame of the table may be wrong', arm(COM, INERTIA), [
        BARE, *EVEN], **cad(SLANTED @ COM, SLANTED @ INERTIA @ SLANTED.T), steady=OWN,
         says=['or is it the reference that is wrong']),
    Case('a table with its products given as tensor elements by mistake', arm(COM, INERTIA), [
        BARE, ('inertia-reference', 'arm', 'warning', 'sign:products')], **cad(COM, turned(INERTIA)),
        steady=OWN, says=['or is it the reference that is wrong']),
    Case('no body has the tensor, but the mass is given', edit(GOOD, (TENSOR, ZERO)), [
        ('inertia-positive-definite', 'arm', 'error', 'placeholder:zero'), *EVEN], steady=STEADY,
        config=given('link: arm, mass: 0.48'), says=[f'repair {GIVEN_ARM}']),
    Case('between two units, which their own rule cannot tell apart', arm(COM, 2000 * INERTIA), [
        BARE, *EVEN, ('unit-inertia', 'arm', 'error', 'unit:lb*in^2')], **cad(COM, INERTIA), steady=OWN),
    Case('kg mm^2, which its own rule tells', edit(GOOD, (TENSOR, KG_MM2)), [
        ('unit-inertia', 'arm', 'error', 'unit:kg*mm^2')], config=given('link: arm, density: 1000'),
        steady=STEADY),
    Case('kg cm^2, which its own rule tells', edit(GOOD, (TENSOR, KG_CM2)), [
        ('unit-inertia', 'arm', 'error', 'unit:kg*cm^2')], config=given('link: arm, density: 1000'),
        steady=STEADY),
    Case('COM in millimetres, which its own rule tells', edit(GOOD, (ARM, FAR_ARM)), [
        ('unit-com', 'arm', 'error', 'unit:com-mm')], config=given('link: arm, density: 1000'), steady=OWN),
    Case('kg mm^2 on a link that is not drawn', edit(GOOD, (SHAPES, ''), (HAND_TENSOR, HAND_KG_MM2)), [
        ('inertia-reference', 'hand', 'warning', 'unit:kg*mm^2')], steady=OWN, files=CAD_HAND, config=HAND),
    Case('COM in millimetres on a link that is not drawn', edit(GOOD, (SHAPES, ''), (
        '<origin xyz="0 0 0.05"/>\n      <mass', '<origin xyz="0 0 50"/>\n      <mass')), [
        ('inertia-reference', 'hand', 'warning', 'unit:com-mm'),
        ('joint-effort-gravity', 'wrist', 'warning')], steady=OWN, files=CAD_HAND, config=HAND),
    Case('the convex hull', channel(2700 * HULL.volume, HULL), [
        BARE, ('mass-reference', 'arm', 'warning', 'from:hull'),
        ('inertia-reference', 'arm', 'warning', 'from:hull')], files=FILE, steady=OWN,
        config=given('link: arm, density: 2700'), says=['rpy="0 0 0"/><mass value="0.829']),
    Case('the mass stays as it is written', edit(GOOD, (MASS, '<mass value="0.480"/>'), (TENSOR, LARGER)),
         EVEN, config=given('link: arm, density: 1000'), steady=STEADY - {'xacro'},
         says=['<mass value="0.480"/>']),
    Case('another tensor than the table says, and the mesh is in millimetres',
         edit(arm(COM, 1.2 * INERTIA), ('scale="1 1 5"', 'scale="1000 1000 5000"')), [
             BARE, ('unit-mesh', 'arm', 'error', 'unit:mesh-mm'), *EVEN], **cad(COM, INERTIA), steady=OWN),
    Case('on three links', arms(3, tensor=LARGER), [('inertia-reference', 'good', 'warning', EVEN[0][3])],
         config=given("link: 'arm*', density: 1000"), steady=STEADY),
    Case('a small difference that one flipped sign makes', arm(COM, SMALL), [
        BARE, ('inertia-reference', 'arm', 'warning', 'sign:ixz')], **cad(COM, FLIPPED), steady=OWN),
    Case('as small a one that no mistake makes', arm(COM, SMALL), [BARE],
         **cad(COM, 1.03 * SMALL), steady=OWN),
    Case('another tensor', arm(COM, 1.2 * INERTIA), [BARE, *EVEN], **cad(COM, INERTIA), steady=OWN),
    Case('not the COM of a table with COMs alone', GOOD, EVEN,
         files={'cad.csv': b'link,mass,com_x,com_y,com_z\narm,480,20,10,120\n'}, steady=OWN,
         config=table(units='{mass: g, length: mm}'),
         says=['the COM is 20 mm away', 'repair <inertial><origin xyz="0.02 0.01 0.12" rpy="0 0 0"/></']),
    Case('another COM', arm(COM + np.array([0, 0, 0.01]), INERTIA), [BARE, *EVEN], **cad(COM, INERTIA),
         steady=OWN, says=['the COM is 10 mm away']),
]
