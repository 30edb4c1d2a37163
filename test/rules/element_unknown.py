from support import GOOD, Case, add, edit

BASE = '<visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual>'
COM = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>'
AXIS = '<axis xyz="0 0 1"/>'
TENSOR = '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
CAPSULE = '<visual><geometry><capsule radius="0.01" length="0.02"/></geometry></visual>'

GOOD_CASES = [
    Case(
        'tags that others own',
        add(
            GOOD,
            '<gazebo reference="arm"><selfCollide>1</selfCollide></gazebo>'
            '<transmission name="t"><joint name="wrist"/></transmission>',
        ),
    ),
    Case(
        'attributes that others own',
        edit(GOOD, (AXIS, AXIS + '<dynamics damping="0.1" D="7" spring_stiffness="0"/>')),
    ),
    Case('a zero origin in an axis', edit(GOOD, (AXIS, '<axis xyz="0 0 1"><origin xyz="0 0 0"/></axis>'))),
    Case('a scale of one on a box', edit(GOOD, (BASE, BASE.replace('<box', '<box scale="1 1 1"')))),
    Case('a zero rpy on an axis', edit(GOOD, (AXIS, '<axis rpy="0 0 0" xyz="0 0 1"/>'))),
    Case(
        'a prefix',
        edit(
            GOOD,
            (AXIS, AXIS + '<drake:rotor_inertia value="1"/>'),
            ('<robot ', '<robot xmlns:drake="http://drake.mit.edu" '),
        ),
    ),
]
BAD_CASES = [
    Case(
        'words that share letters with known ones are other words',
        edit(GOOD, (AXIS, AXIS + '<traits type="x"/><controller_gains kp="1"/>')),
        [('element-unknown', 'good', 'info')] * 2,
    ),
    Case(
        'a shape that only newer readers know',
        edit(GOOD, (BASE, BASE + CAPSULE)),
        [('element-unknown', 'base_link', 'warning')],
        says=['which urdfdom before 5.1'],
    ),
    Case(
        'misspelt element',
        edit(GOOD, (BASE, BASE + '<colision><geometry><sphere radius="0.1"/></geometry></colision>')),
        [('element-unknown', 'base_link', 'warning')],
    ),
    Case(
        'misspelt attribute',
        edit(GOOD, (BASE, BASE.replace('<geometry>', '<origin xzy="0 0 0.1"/><geometry>'))),
        [('element-unknown', 'base_link', 'warning')],
    ),
    Case(
        'a mass in the link',
        edit(GOOD, (BASE, BASE + '<mass value="1"/>')),
        [('element-unknown', 'base_link', 'warning')],
    ),
    Case(
        'an origin that would move the axis',
        edit(GOOD, (AXIS, '<axis xyz="0 0 1"><origin xyz="0 0 0.1"/></axis>')),
        [('element-unknown', 'shoulder', 'warning')],
    ),
    Case(
        'an inertia that is filled as an inertial',
        edit(GOOD, (BASE, f'{BASE}<inertia><mass value="1"/>{TENSOR}</inertia>')),
        [('element-unknown', 'base_link', 'warning')],
        says=['did you mean <inertial>?'],
    ),
    Case(
        'an inertia that is one',
        edit(GOOD, (BASE, BASE + TENSOR)),
        [('element-unknown', 'base_link', 'warning')],
        says=['it belongs in <inertial>'],
    ),
    Case(
        'an inertia filled with what no inertial holds',
        edit(GOOD, (BASE, BASE + '<inertia><visual/></inertia>')),
        [('element-unknown', 'base_link', 'warning')],
        says=['it belongs in <inertial>'],
    ),
    Case(
        'a scale that would double a box',
        edit(GOOD, (BASE, BASE.replace('<box', '<box scale="1 1 2"'))),
        [('element-unknown', 'base_link', 'warning')],
    ),
    Case(
        'a limit inside the axis',
        edit(GOOD, (AXIS, '<axis xyz="0 0 1"><limit lower="0" upper="1"/></axis>')),
        [('element-unknown', 'shoulder', 'warning')],
    ),
    Case(
        'an rpy that would turn the axis',
        edit(GOOD, (AXIS, '<axis rpy="0 1.57 0" xyz="0 0 1"/>')),
        [('element-unknown', 'shoulder', 'warning')],
    ),
    Case(
        'a misspelt shape',
        edit(GOOD, (BASE, BASE + BASE.replace('<box', '<bxo'))),
        [('element-unknown', 'base_link', 'error')],
    ),
    Case(
        'a colour inside the geometry, behind the shape that is read',
        edit(GOOD, (BASE, BASE.replace('</geometry>', '<material name="m"/></geometry>'))),
        [('element-unknown', 'base_link', 'warning')],
    ),
    Case(
        'and before it, where urdfdom takes it for the shape',
        edit(GOOD, (BASE, BASE.replace('<geometry>', '<geometry><material name="m"/>'))),
        [('element-unknown', 'base_link', 'error')],
    ),
    Case(
        'gazebo inside a link',
        edit(GOOD, (BASE, BASE + '<gazebo><mu1>0.2</mu1></gazebo>')),
        [('element-unknown', 'base_link', 'warning')],
    ),
    Case(
        'words that resemble nothing',
        edit(GOOD, (BASE, BASE + '<surface/>'), (AXIS, AXIS + '<dynamics damping="0" zzz="1"/>')),
        [('element-unknown', 'good', 'info'), ('element-unknown', 'good', 'info')],
    ),
]
