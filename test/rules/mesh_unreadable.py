from meshes import arm_box, with_visual
from support import Case

POINTER = b'version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 684\n'

GOOD_CASES = [
    Case('bytes after the last triangle', with_visual('<mesh filename="arm.stl"/>'),
         files={'arm.stl': arm_box() + b'made by CAD'}),
    Case('upper-case extension', with_visual('<mesh filename="arm.STL"/>'), files={'arm.STL': arm_box()}),
]
BAD_CASES = [
    Case(name, with_visual(f'<mesh filename="{file}"/>'), [('mesh-unreadable', 'arm', 'error')], {file: data})
    for name, file, data in [
        ('empty', 'arm.stl', b''),
        ('a Git LFS pointer', 'arm.stl', POINTER),
        ('cut short', 'arm.stl', arm_box()[:-20]),
        ('no triangle', 'arm.stl', bytes(84)),
        ('not a mesh format', 'arm.step', b'ISO-10303-21;'),
        ('malformed Collada', 'arm.dae', b'<COLLADA><asset>'),
    ]
]
