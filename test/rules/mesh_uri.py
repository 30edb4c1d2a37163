import tempfile
from pathlib import Path

from meshes import arm_box, with_visual
from support import Case

# A file that is on this machine under an absolute path, as on its author's.
HERE = Path(tempfile.gettempdir()) / 'robot_model_check_test_mesh_uri' / 'arm.stl'
HERE.parent.mkdir(exist_ok=True)
HERE.write_bytes(arm_box())

PACKAGE = b'<package format="3"><name>own</name></package>'

GOOD_CASES = [
    Case('a package', with_visual('<mesh filename="package://own/arm.stl"/>'),
         files={'package.xml': PACKAGE, 'arm.stl': arm_box()}),
    Case('a file of this machine, in what a node on it publishes',
         with_visual(f'<mesh filename="{HERE.as_uri()}"/>'),
         topic=True),
]
BAD_CASES = [
    Case('no package between the slashes', with_visual('<mesh filename="package:///own/arm.stl"/>'),
         [('mesh-uri', 'arm', 'warning')], files={'package.xml': PACKAGE, 'arm.stl': arm_box()}),
    Case('no package, and no file whatever is guessed', with_visual('<mesh filename="package:///other/leg.stl"/>'),
         [('mesh-uri', 'arm', 'error')], files={'package.xml': PACKAGE, 'arm.stl': arm_box()}),
    Case('a file of this machine', with_visual(f'<mesh filename="{HERE.as_uri()}"/>'),
         [('mesh-uri', 'arm', 'warning')]),
    Case('an absolute path of this machine', with_visual(f'<mesh filename="{HERE}"/>'),
         [('mesh-uri', 'arm', 'warning')]),
    Case('a file of another machine', with_visual('<mesh filename="file:///home/nobody/ws/arm.stl"/>'),
         [('mesh-uri', 'arm', 'error')]),
    Case('a drive letter', with_visual('<mesh filename="C:\\meshes\\arm.stl"/>'),
         [('mesh-uri', 'arm', 'error')]),
    Case('a relative path in a description without a file', with_visual('<mesh filename="arm.stl"/>'),
         [('mesh-uri', 'arm', 'error')], topic=True),
    Case('an unknown scheme', with_visual('<mesh filename="pkg://own/arm.stl"/>'),
         [('mesh-uri', 'arm', 'error')]),
]
