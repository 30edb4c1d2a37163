from support import GOOD, Case, edit

# The hand: 0.125663706 kg at 0.05 m from the wrist, whose range of 1.2 rad reaches sin(1.2) = 0.932 of it.
WRIST = '<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>'
TORQUE = 0.0574295  # N m

GOOD_CASES = [
    Case('just enough', edit(GOOD, (WRIST, WRIST.replace('"10"', f'"{TORQUE * 1.001:.7f}"')))),
    Case('an upright axis carries no torque',
         edit(GOOD, ('effort="20"', 'effort="0.0001"'))),
]
BAD_CASES = [
    Case('an effort below zero is told as such', edit(GOOD, (WRIST, WRIST.replace('"10"', '"-1"'))),
         [('joint-limit-zero', 'wrist', 'warning')]),
    Case('a mass that cannot be read', edit(GOOD, ('"0.125663706"', '"light"')),
         [('number-format', 'hand', 'error')],
         unchecked=[('joint-effort-gravity', 'shoulder'), ('joint-effort-gravity', 'wrist')]),
    Case('masses in grams are told as such', edit(GOOD, ('"0.125663706"', '"125.663706"')),
         [('unit-mass', 'hand', 'warning', 'unit:mass-g')], unchecked=[('joint-effort-gravity', 'wrist')]),
    Case('and so are centres of mass in millimetres', edit(
        GOOD, ('<inertial>\n      <origin xyz="0 0 0.05"/>', '<inertial>\n      <origin xyz="0 0 50"/>')),
         [('unit-com', 'hand', 'error', 'unit:com-mm')], unchecked=[('joint-effort-gravity', 'wrist')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
    Case('and joint origins in millimetres', edit(
        GOOD, ('xyz="0 0 0.051"', 'xyz="0 0 0.051" rpy="1.5707963 0 0"'),
        ('xyz="0.02 0.01 0.201"', 'xyz="20 10 201"')),
         [('unit-joint-origin', 'wrist', 'error', 'unit:joint-mm')],
         unchecked=[('joint-effort-gravity', 'shoulder')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
    Case('not quite enough', edit(GOOD, (WRIST, WRIST.replace('"10"', f'"{TORQUE * 0.999:.7f}"'))),
         [('joint-effort-gravity', 'wrist', 'warning')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),  # a moved frame moves the axis
]
