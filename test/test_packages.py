"""Packages and URIs are found with and without a sourced ROS; what is not found says where it was sought."""

import os

import pytest

from robot_model_check.reading.folders import case_twin, packages_under
from robot_model_check.reading.packages import Finder


def package(root, name, *files, folder=None):
    """Make a package of this <name> in a folder (default: of the same name) with empty files."""
    share = root / (folder or name)
    for file in ('package.xml', *files):
        (share / file).parent.mkdir(parents=True, exist_ok=True)
        (share / file).write_text('')
    (share / 'package.xml').write_text(f'<package><!-- <name>no</name> --><name> {name} </name></package>')
    return share


def prefix(root, name, *files):
    share = package(root / 'share', name, *files)
    marker = root / 'share/ament_index/resource_index/packages' / name
    marker.parent.mkdir(parents=True, exist_ok=True)
    marker.write_text('')
    return share


def finder(*given, **environ):
    return Finder.from_environment([str(path) for path in given], {key: str(value) for key,
                                                                   value in environ.items()})


def test_package_path_takes_a_package_or_a_folder_of_packages_by_both_names(tmp_path):
    share = package(tmp_path, 'arm_description', folder='arm-data')
    for given in (share, tmp_path):
        assert finder(given).package('arm_description') == str(share)
        assert finder(given).package('arm-data') == str(share)
    assert finder(tmp_path).package('no') is None


def test_a_package_xml_name_wins_over_a_folder_name(tmp_path):
    package(tmp_path, 'other', folder='arm')
    share = package(tmp_path, 'arm', folder='zebra')
    assert finder(tmp_path).package('arm') == str(share)


def test_order_is_given_ament_ros_neighbours(tmp_path):
    given, ament, ros = package(tmp_path / 'a', 'arm'), prefix(tmp_path / 'b',
                                                               'arm'), package(tmp_path / 'c', 'arm')
    near = package(tmp_path / 'd', 'arm', 'urdf/arm.urdf')
    environ = {'AMENT_PREFIX_PATH': tmp_path / 'b', 'ROS_PACKAGE_PATH': tmp_path / 'c'}
    file = str(near / 'urdf/arm.urdf')
    assert finder(given, **environ).package('arm', file) == str(given)
    assert finder(**environ).package('arm', file) == str(ament)
    del environ['AMENT_PREFIX_PATH']
    assert finder(**environ).package('arm', file) == str(ros)
    assert finder().package('arm', file) == str(near)
    assert finder().package('arm') is None


def test_first_prefix_and_first_ros_path_win(tmp_path):
    first, _ = prefix(tmp_path / 'one', 'arm'), prefix(tmp_path / 'two', 'arm')
    both = f'{tmp_path / "one"}{os.pathsep}{tmp_path / "two"}'
    assert finder(AMENT_PREFIX_PATH=both).package('arm') == str(first)
    assert finder(ROS_PACKAGE_PATH=both).package('arm') == str(first)


def test_neighbours_of_the_enclosing_package_and_of_the_src_folder(tmp_path):
    own = package(tmp_path / 'ws/src/repo', 'arm', 'urdf/arm.urdf')
    beside, far = package(tmp_path / 'ws/src/repo', 'hand'), package(tmp_path / 'ws/src/deep/er', 'cart')
    near = str(own / 'urdf/arm.urdf')
    found = {name: finder().package(name, near) for name in ('arm', 'hand', 'cart', 'nothing')}
    assert found == {'arm': str(own), 'hand': str(beside), 'cart': str(far), 'nothing': None}


def test_an_unpacked_archive_without_package_xml_counts_by_its_folder(tmp_path):
    file = tmp_path / 'arm_description/urdf/arm.urdf'
    file.parent.mkdir(parents=True)
    file.write_text('')
    assert finder().package('arm_description', str(file)) == str(tmp_path / 'arm_description')


@pytest.mark.parametrize('folder', ['.hidden', 'build', 'install', 'log'])
def test_walk_leaves_out(tmp_path, folder):
    package(tmp_path / folder, 'arm')
    assert packages_under(str(tmp_path)) == {}


@pytest.mark.parametrize('marker', ['AMENT_IGNORE', 'COLCON_IGNORE'])
def test_walk_honours_ignore_markers(tmp_path, marker):
    share = package(tmp_path, 'arm')
    (share / marker).write_text('')
    assert packages_under(str(tmp_path)) == {}


def test_walk_survives_a_loop_of_links(tmp_path):
    share = package(tmp_path, 'arm')
    (share / 'again').symlink_to(tmp_path)
    assert packages_under(str(tmp_path)) == {'arm': str(share)}


def test_places_and_names(tmp_path):
    prefix(tmp_path / 'ros', 'zeta')
    package(tmp_path / 'given', 'alpha', folder='alpha')
    seeker = finder(tmp_path / 'given', AMENT_PREFIX_PATH=tmp_path / 'ros')
    assert seeker.names() == ('alpha', 'zeta')
    assert seeker.places('x') == (str(tmp_path / 'given'), str(tmp_path / 'ros/share/x'))


@pytest.fixture
def arm(tmp_path):
    """An arm_description with a mesh, a description file in it, and a neighbour."""
    package(tmp_path, 'arm_description', 'meshes/Arm.stl', 'meshes/a b.stl', 'urdf/arm.urdf', 'urdf/near.stl')
    package(tmp_path, 'hand_description', 'meshes/hand.stl')
    return tmp_path


def resolve(arm, uri, near='arm_description/urdf/arm.urdf'):
    return finder().resolve(uri, str(arm / near) if near else None)


@pytest.mark.parametrize(('uri', 'file'), [
    ('package://arm_description/meshes/Arm.stl', 'arm_description/meshes/Arm.stl'),
    ('model://arm_description/meshes/Arm.stl', 'arm_description/meshes/Arm.stl'),
    ('package://arm_description/meshes/a%20b.stl', 'arm_description/meshes/a b.stl'),
    ('package://arm_description/meshes/a b.stl', 'arm_description/meshes/a b.stl'),
    ('package://hand_description/meshes/../meshes/hand.stl', 'hand_description/meshes/hand.stl'),
    ('near.stl', 'arm_description/urdf/near.stl'),
    ('../meshes/Arm.stl', 'arm_description/meshes/Arm.stl'),
])
def test_resolves_cleanly(arm, uri, file):
    found = resolve(arm, uri)
    assert (found.path, found.remark, found.candidates) == (str(arm / file), '', ())


def test_an_absolute_path_is_found_but_remarked(arm):
    file = arm / 'arm_description/meshes/Arm.stl'
    for uri in (f'file://{file}', str(file), f'file://localhost{file}'):
        found = resolve(arm, uri)
        assert found.path == str(file)
        assert 'this machine only' in found.remark


def test_a_path_of_another_machine_leads_to_the_file_in_the_package(arm):
    found = resolve(arm, 'file:///home/bob/ws/src/hand_description/meshes/hand.stl')
    assert found.path is None
    assert found.candidates == (str(arm / 'hand_description/meshes/hand.stl'),)
    assert 'this machine does not have' in found.remark


def test_a_host_is_not_this_machine(arm):
    found = resolve(arm, 'file://robot7/meshes/Arm.stl')
    assert found.path is None
    assert "the machine 'robot7'" in found.remark
    assert found.candidates == (str(arm / 'arm_description/meshes/Arm.stl'),)


def test_other_case_is_not_found_but_named(arm):
    for uri in ('package://arm_description/meshes/arm.stl', '../MESHES/arm.STL'):
        found = resolve(arm, uri)
        assert found.path is None
        assert found.candidates[0] == str(arm / 'arm_description/meshes/Arm.stl')
        assert found.remark == "the file exists as 'Arm.stl': upper and lower case differ"


def test_near_name_other_extension_and_other_folder(arm):
    assert resolve(arm, 'package://arm_description/meshes/Arn.stl').candidates == (
        str(arm / 'arm_description/meshes/Arm.stl'),)
    assert resolve(arm, 'package://arm_description/meshes/Arm.dae').candidates == (
        str(arm / 'arm_description/meshes/Arm.stl'),)
    assert resolve(arm, 'package://arm_description/visual/near.stl').candidates == (
        str(arm / 'arm_description/urdf/near.stl'),)


def test_relative_to_the_package_root_is_a_candidate_only(arm):
    found = resolve(arm, 'meshes/Arm.stl')
    assert found.path is None
    assert found.tried == (str(arm / 'arm_description/urdf/meshes/Arm.stl'),)
    assert found.candidates == (str(arm / 'arm_description/meshes/Arm.stl'),)


def test_misspelt_package(arm):
    found = resolve(arm, 'package://hand_descripton/meshes/hand.stl')
    assert (found.path, found.package) == (None, 'hand_descripton')
    assert found.candidates == (str(arm / 'hand_description/meshes/hand.stl'),)
    assert found.tried == (str(arm),)


def test_empty_package_is_read_as_some_loaders_do_and_remarked(arm):
    found = resolve(arm, 'package:///hand_description/meshes/hand.stl')
    assert found.path == str(arm / 'hand_description/meshes/hand.stl')
    assert found.package == 'hand_description'
    assert 'names no package' in found.remark
    lost = resolve(arm, 'package:///meshes/Arm.stl')
    assert (lost.path, lost.package) == (None, '')
    assert lost.candidates == (str(arm / 'arm_description/meshes/Arm.stl'),)


@pytest.mark.parametrize(('uri', 'words'), [
    ('https://example.org/a.stl', 'not read from disk'), ('', 'empty'), (' ', 'empty'),
    ('..\\meshes\\Arm.stl', 'separated by'),
])
def test_other_forms(arm, uri, words):
    found = resolve(arm, uri)
    assert found.path is None
    assert words in found.remark


def test_relative_without_a_file(arm):
    found = resolve(arm, 'near.stl', near=None)
    assert found.path is None
    assert 'without a description file' in found.remark


def test_model_path(arm):
    seeker = finder(GZ_SIM_RESOURCE_PATH=arm)
    assert seeker.resolve('model://hand_description/meshes/hand.stl').path == str(
        arm / 'hand_description/meshes/hand.stl')
    assert seeker.resolve('package://hand_description/meshes/hand.stl').path is None


def test_case_twin_of_folders(tmp_path):
    (tmp_path / 'Meshes').mkdir()
    (tmp_path / 'Meshes/Arm.STL').write_text('')
    assert case_twin(str(tmp_path / 'meshes/arm.stl')) == str(tmp_path / 'Meshes/Arm.STL')
    assert case_twin(str(tmp_path / 'meshes/leg.stl')) is None


def test_what_is_no_file_is_said_and_never_meant(arm):
    meshes = arm / 'arm_description/meshes'
    (meshes / 'folder.stl').mkdir()
    os.mkfifo(meshes / 'pipe.stl')
    (meshes / 'loop.stl').symlink_to('loop.stl')
    for name, words in (('folder', 'this is a folder'), ('pipe', 'this is a device or pipe'),
                        ('loop', 'this is a link to nothing')):
        found = resolve(arm, f'package://arm_description/meshes/{name}.stl')
        assert (found.path, found.remark, found.candidates) == (None, words, ())
