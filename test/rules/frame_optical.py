from support import GOOD, Case, add

STEADY = frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})
RIGHT = '-1.5707963 0 -1.5707963'


def camera(rpy: str, camera_rpy: str = '0 0 0', mount: str = 'camera_link',
           optical: str = 'camera_optical_frame', more: str = '') -> str:
    return add(GOOD, f'''<link name="{mount}"/><link name="{optical}"/>
<joint name="{mount}_joint" type="fixed"><origin xyz="0.09 0 0.05" rpy="{camera_rpy}"/>
  <parent link="base_link"/><child link="{mount}"/></joint>
<joint name="{optical}_joint" type="fixed"><origin rpy="{rpy}"/>
  <parent link="{mount}"/><child link="{optical}"/></joint>{more}''')


def below(rpy: str) -> str:
    return (f'<link name="camera_ir_optical_frame"/><joint name="ir" type="fixed">'
            f'<origin xyz="0.05 0 0" rpy="{rpy}"/><parent link="camera_optical_frame"/>'
            '<child link="camera_ir_optical_frame"/></joint>')


GOOD_CASES = [
    Case('as REP 103 has it', camera(RIGHT)),
    Case('a tilted camera', camera(RIGHT, camera_rpy='0 0.5 0.2')),
    Case('calibrated, two degrees off', camera('-1.5358 0 -1.5708')),
    Case('straight on a flange that says nothing', camera('0 0 0', mount='tool0',
                                                          optical='view_optical_frame')),
    Case('on a link of which one letter agrees', camera('0 0 0', mount='v_link',
                                                             optical='view_optical_frame')),
    Case('another optical frame below', camera(RIGHT, more=below('0 0 0'))),
]
BAD_CASES = [
    Case('in degrees, which is told as such', camera('-90 0 -90'),
         [('unit-rpy', 'camera_optical_frame_joint', 'error', 'unit:rpy-deg')],
         unchecked=[('frame-optical', 'camera_optical_frame')], steady=STEADY),
    Case('not turned', camera('0 0 0'),
         [('frame-optical', 'camera_optical_frame', 'warning')], steady=STEADY),
    Case('turned the other way', camera('1.5707963 0 1.5707963'),
         [('frame-optical', 'camera_optical_frame', 'warning')], steady=STEADY),
    Case('x and y rolled', camera('-1.5707963 0 0'), [('frame-optical', 'camera_optical_frame', 'warning')],
         steady=STEADY),
    Case('another optical frame below, turned again', camera(RIGHT, more=below(RIGHT)),
         [('frame-optical', 'camera_ir_optical_frame', 'warning')], steady=STEADY),
]
