from arms import arms
from support import GOOD, Case, edit

TENSOR = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'


def times(factor: float) -> str:
    xx, yy, zz = (f'{value * factor:.9g}' for value in (0.001664, 0.001744, 0.000208))
    return edit(GOOD, (TENSOR, f'<inertia ixx="{xx}" ixy="0" ixz="0" iyy="{yy}" iyz="0" izz="{zz}"/>'))


IN_MM = '<inertia ixx="1664" ixy="0" ixz="0" iyy="1744" iyz="0" izz="208"/>'
HAND = '<inertia ixx="0.000117286" ixy="0" ixz="0" iyy="0.000117286" iyz="0" izz="0.0000251327"/>'
HAND_IN_MM = '<inertia ixx="117.286" ixy="0" ixz="0" iyy="117.286" iyz="0" izz="25.1327"/>'

GOOD_CASES = [
    Case('three times the solid: a heavy rim', times(3)),
]
BAD_CASES = [
    Case('200 times too large, which no unit explains: proven impossible instead', times(200),
         [('inertia-impossible', 'arm', 'warning')]),
    *(Case(cause, times(factor), [('unit-inertia', 'arm', 'error', cause)]) for cause, factor in [
        ('unit:kg*mm^2', 1e6), ('unit:kg*cm^2', 1e4), ('unit:g*cm^2', 1e7), ('unit:g*mm^2', 1e9),
        ('unit:g*m^2', 1e3), ('unit:lb*in^2', 3417.17), ('decimal:x10^-6', 1e-6), ('decimal:x10^-3', 0.003),
        ('decimal:x10^-2', 0.0099)]),
    Case('three of four links in kg mm^2', edit(arms(2, tensor=IN_MM), (TENSOR, IN_MM)),
         [('unit-inertia', 'good', 'error', 'unit:kg*mm^2')],
         says=['3 of 4 links', 'written in kg mm^2', 'divide each by 1e+06']),
    Case('all links in kg mm^2', edit(arms(2, tensor=IN_MM), (TENSOR, IN_MM), (HAND, HAND_IN_MM)),
         [('unit-inertia', 'good', 'error', 'unit:kg*mm^2')], says=['all 4 links']),
]
