from support import GOOD, Case, box_mesh, edit, stl

BASE = '<geometry><box size="0.2 0.2 0.1"/></geometry>'
ARM = '<geometry><box size="0.06 0.04 0.2"/></geometry>'
BASE_MESH, ARM_MESH = stl(*box_mesh((0.2, 0.2, 0.1))), stl(*box_mesh((0.06, 0.04, 0.2)))


def meshes(base: str, arm: str) -> str:
    """Return the robot with these files as visual and collision of base_link and arm."""
    return GOOD.replace(BASE, f'<geometry><mesh filename="{base}"/></geometry>').replace(
        ARM, f'<geometry><mesh filename="{arm}"/></geometry>'
    )


GOOD_CASES = [
    Case(
        'different names',
        meshes('a/base.stl', 'a/arm.stl'),
        files={'a/base.stl': BASE_MESH, 'a/arm.stl': ARM_MESH},
    ),
    Case(
        'visual and collision of one name',
        edit(
            meshes('visual/base.stl', 'a/arm.stl'),
            (
                '<collision><geometry><mesh filename="visual/base.stl"/>',
                '<collision><geometry><mesh filename="collision/base.stl"/>',
            ),
        ),
        files={
            'visual/base.stl': BASE_MESH,
            'collision/base.stl': stl(*box_mesh((0.2, 0.2, 0.1)), header=b'other'),
            'a/arm.stl': ARM_MESH,
        },
    ),
    Case(
        'a copy of the same content',
        edit(
            meshes('a/base.stl', 'a/arm.stl'),
            (
                '<collision><geometry><mesh filename="a/base.stl"/>',
                '<collision><geometry><mesh filename="b/base.stl"/>',
            ),
        ),
        files={'a/base.stl': BASE_MESH, 'b/base.stl': BASE_MESH, 'a/arm.stl': ARM_MESH},
    ),
]
BAD_CASES = [
    Case(
        'one name, two shapes',
        meshes('base/part.stl', 'arm/part.stl'),
        [('mesh-name-clash', name, 'warning') for name in ('base_link', 'arm')],
        files={'base/part.stl': BASE_MESH, 'arm/part.stl': ARM_MESH},
    ),
]
