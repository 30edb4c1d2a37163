from arms import arms
from support import GOOD, Case, add, edit

ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
HAND = '<inertia ixx="0.000117286" ixy="0" ixz="0" iyy="0.000117286" iyz="0" izz="0.0000251327"/>'
ZERO = '<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>'
POINT = f'''<link name="bolt"><inertial><mass value="0.002"/>{ZERO}</inertial></link>
  <joint name="bolted" type="fixed"><parent link="hand"/><child link="bolt"/></joint>'''

GOOD_CASES = [
    Case('products of inertia within the diagonal',
         edit(GOOD, (ARM, '<inertia ixx="0.001664" ixy="0.00003" ixz="0" iyy="0.001744" iyz="0" '
                          'izz="0.000208"/>'))),
    Case('a speck welded to a proper link', add(GOOD, POINT.replace('0.002', '1e-6'))),
]
BAD_CASES = [
    Case('a product too large for a diagonal that looks fine',
         edit(GOOD, (ARM, '<inertia ixx="0.001664" ixy="0.0019" ixz="0" iyy="0.001744" iyz="0" '
                          'izz="0.000208"/>')),
         [('inertia-positive-definite', 'arm', 'error')],
         says=['the ixy of the solid, whose other five elements these are', f'repair {ARM}']),
    Case('a negative moment',
         edit(GOOD, (ARM, '<inertia ixx="0.0017" ixy="0" ixz="0" iyy="0.0017" iyz="0" izz="-0.0002"/>')),
         [('inertia-positive-definite', 'arm', 'error')],
         says=['the tensor of the solid for the mass as declared']),
    Case('singular: a rod without thickness, turned',
         edit(GOOD, (ARM, '<inertia ixx="0.001" ixy="0.001" ixz="0" iyy="0.001" iyz="0" izz="0.002"/>')),
         [('inertia-positive-definite', 'arm', 'error')]),
    Case('all zeros', edit(GOOD, (ARM, ZERO)),
         [('inertia-positive-definite', 'arm', 'error', 'placeholder:zero')],
         says=['only a point has no', f'<mass value="0.48"/>{ARM}</inertial>']),
    Case('all zeros, the mass too, is what mass-positive speaks of', add(GOOD, POINT.replace('0.002', '0')),
         [('mass-positive', 'bolt', 'info')]),
    Case('so is a moving link without either', edit(GOOD, ('"0.125663706"', '"0"'), (HAND, ZERO)),
         [('mass-positive', 'hand', 'error')]),
    Case('a point mass welded to a proper link', add(GOOD, POINT),
         [('inertia-positive-definite', 'bolt', 'info', 'placeholder:zero')]),
    Case('zeros that a computation left as noise',
         edit(GOOD, (ARM, '<inertia ixx="2.7e-20" ixy="-1.7e-21" ixz="1.36e-20" iyy="5.4e-20" iyz="3.4e-21" '
                          'izz="1.36e-20"/>')),
         [('inertia-positive-definite', 'arm', 'error', 'placeholder:zero')]),
    Case('all zeros, on four links', arms(4, tensor=ZERO),
         [('inertia-positive-definite', 'good', 'error', 'placeholder:zero')]),
]
