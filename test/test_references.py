"""References of a configuration: every unknown word is named, every cell in its place, every unit right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from support import GOOD, edit, run

from robot_model_check.cli import main_with_errors
from robot_model_check.errors import UsageError
from robot_model_check.inertia import parallel_axis, tensor
from robot_model_check.rules import mass_reference
from robot_model_check.settings.config_file import load_config
from robot_model_check.settings.references import MATERIALS, Dense, References, TableUnits, Weighed

HEAD = 'link,mass,com_x,com_y,com_z,ixx,ixy,ixz,iyy,iyz,izz'
# 60 x 40 x 200 mm, 0.48 kg, turned by 30 deg about z
ROW = 'arm,480,20,10,100,1684,-34.641016151377545,0,1724,0,208'
TEXT = f'{HEAD}\n{ROW}'
WORDS = 'units: {mass: g, length: mm, inertia: kg*mm^2}, about: com, products: tensor'
RIGHT = (1684e-6, -34.641016151377545e-6, 0.0, 1724e-6, 0.0, 208e-6)


def references(folder: Path, text: str) -> References:
    (folder / 'check.yaml').write_text(f'references:\n  {text}\n', encoding='utf-8')
    return load_config(str(folder / 'check.yaml')).references


def table(folder: Path, text: str | bytes, words: str = WORDS, name: str = 'cad.csv') -> References:
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return references(folder, f'tables: [{{file: {name}, {words}}}]')


def test_rows_of_links(tmp_path: Path) -> None:
    found = references(tmp_path, 'robot: {mass: 18, tolerance: 0.2}\n  links:\n'
                                 '    - {link: "f*", material: steel}\n    - {link: f1, mass: 2}\n'
                                 '    - {link: f2, density: 9e2, tolerance: 10}')
    source = str(tmp_path / 'check.yaml')
    assert found.robot == Weighed(18.0, 0.2, f'{source}: references: robot')
    assert found.weighed('f1') == Weighed(2.0, None, source)
    assert found.density('f1') == Dense(7850.0, None, source)
    assert found.density('f2') == Dense(900.0, 10.0, source)
    assert found.density('g') is found.weighed('f2') is found.row('f1') is None


def test_a_file_goes_before_the_one_that_it_extends(tmp_path: Path) -> None:
    (tmp_path / 'base.yaml').write_text('references: {robot: {mass: 3}, links: [{link: a, mass: 1}, '
                                        '{link: b, mass: 1}]}')
    (tmp_path / 'own.yaml').write_text('extends: base.yaml\nreferences: {links: [{link: a, mass: 2}]}')
    found = load_config(str(tmp_path / 'own.yaml')).references
    assert [found.weighed(link).mass for link in 'ab'] == [2.0, 1.0]
    assert found.robot.mass == 3.0


@pytest.mark.parametrize(('text', 'said'), [
    ('robots: {mass: 1}', "references: unknown key 'robots'; did you mean 'robot'?"),
    ('robot: {mas: 1}', "references: robot: unknown key 'mas'; did you mean 'mass'?"),
    ('robot: {tolerance: 1}', 'references: robot: needs a mass'),
    ('robot: {mass: heavy}', "references: robot: mass: 'heavy' is not a number [kg]"),
    ('robot: {mass: .nan}', 'references: robot: mass: nan is not a number [kg]'),
    ('robot: {mass: 0}', 'references: robot: mass: 0 is not above 0 kg'),
    ('robot: 18', 'references: robot: expected a mapping'),
    ('links: {arm: 1}', 'references: links: expected a list of {link, mass or density or material}'),
    ('links: [{link: a}]', 'links: row 1: needs a link and one of mass, density and material'),
    ('links: [{link: a, mass: 1, density: 1}]', 'needs a link and one of mass, density and material'),
    ('links: [{link: a, material: aluminum}]', "unknown material 'aluminum'; did you mean 'aluminium'?"),
    ('links: [{link: a, material: wood}]', "unknown material 'wood'; known are aluminium, brass, bronze, "),
    ('links: [{link: a, density: -1}]', 'links: row 1: density: -1 is not above 0 kg/m^3'),
    ('links: [{link: a, mass: 1, tolerance: 0}]', 'links: row 1: tolerance: 0 is not above 0 kg'),
    ('tables: [{fil: a.csv}]', "references: tables: unknown key 'fil'; did you mean 'file'?"),
    ('tables: [{units: {mass: g}}]', 'references: tables: each entry needs a file'),
    ('tables: [{file: none.csv}]', 'cannot read the table'),
    ('tables: [{file: cax.csv}]', "cax.csv: No such file or directory; did you mean 'cad.csv'?"),
    ('tables: [{file: none/cad.csv}]', 'none/cad.csv: No such file or directory'),
])
def test_what_is_unknown_is_named(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / 'cad.csv').write_text('link,mass\narm,1\n')
    with pytest.raises(UsageError, match=re.escape(said)):
        references(tmp_path, text)


def row_of(found: References) -> tuple[float, ...]:
    """Return mass, COM and tensor of the arm."""
    row = found.row('arm')
    assert row is not None
    return (row.mass, *(row.com or ()), *(row.tensor or ()))


def test_units_become_si(tmp_path: Path) -> None:
    assert row_of(table(tmp_path, f'{HEAD}\n{ROW}\n')) == pytest.approx((0.48, 0.02, 0.01, 0.1, *RIGHT))
    pounds = table(tmp_path, 'link,mass,com_x,com_y,com_z,ixx,ixy,ixz,iyy,iyz,izz\narm,2,1,0,0,1,0,0,1,0,1',
                   'units: {mass: lb, length: in}, about: com, products: tensor')
    assert row_of(pounds) == pytest.approx((0.90718474, 0.0254, 0, 0, *(
        0.45359237 * 0.0254**2 * np.array([1, 0, 0, 1, 0, 1]))))


@pytest.mark.parametrize('text', [
    f'\ufeff{HEAD}\r\n\r\n{ROW}\r\n', f'{HEAD};frame\n{ROW};\n'.replace(',', ';'),
    f'{HEAD}\n{ROW}\n'.replace(',', '\t'), '"mass","link"\n" 480 ","arm"\n'])
def test_tables_as_programs_write_them(text: str, tmp_path: Path) -> None:
    assert row_of(table(tmp_path, text))[0] == pytest.approx(0.48)


def test_a_table_in_json(tmp_path: Path) -> None:
    row = {name: value if name == 'link' else float(value)
           for name, value in zip(HEAD.split(','), ROW.split(','), strict=True)}
    found = table(tmp_path, json.dumps([row]), name='cad.json')
    assert row_of(found) == pytest.approx((0.48, 0.02, 0.01, 0.1, *RIGHT))


def test_products_may_be_positive_integrals(tmp_path: Path) -> None:
    found = table(tmp_path, f'{HEAD}\n{ROW}\n'.replace('-34.6', '34.6'), WORDS.replace('tensor', 'positive'))
    assert row_of(found)[4:] == pytest.approx(RIGHT)


def test_tensor_elements_are_also_called_negative(tmp_path: Path) -> None:
    assert row_of(table(tmp_path, f'{HEAD}\n{ROW}\n', WORDS.replace('tensor', 'negative')))[4:] == \
        pytest.approx(RIGHT)


def test_a_table_is_read_again_in_other_units(tmp_path: Path) -> None:
    words = WORDS.replace('about: com', 'about: origin').replace('kg*mm^2', 'kg*cm^2')
    given, = table(tmp_path, f'{HEAD}\n{ROW}\n', words).tables
    assert given.units == TableUnits('g', 'mm', 'kg*cm^2')
    row, = given.read_in(TableUnits('lb', 'mm', 'kg*m^2'))
    assert (row.mass, *(row.com or ())) == pytest.approx((480 * 0.45359237, 0.02, 0.01, 0.1))
    assert given.read_in(TableUnits('g', 'm', 'kg*cm^2')) == ()  # about a point so far away no body has it


def test_a_tensor_may_be_about_the_origin_and_in_a_frame(tmp_path: Path) -> None:
    # the frame lies at (0.02, 0, 0.1) and is turned by 90 deg about z: the COM is at (0.01, 0, 0) in it
    R = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    inertia = R.T @ tensor(*RIGHT) @ R + parallel_axis(0.48, np.array([0.01, 0, 0]))
    numbers = ','.join(repr(float(value)) for value in 1e6 * inertia[np.triu_indices(3)])
    frames = ', frames: {cad: {xyz: [0.02, 0, 0.1], rpy: [0, 0, 1.5707963267948966]}}'
    words = WORDS.replace('about: com', 'about: origin') + frames
    for text, usual in ((f'{HEAD}\narm,480,10,0,0,{numbers}\n', ', frame: cad'),
                        (f'{HEAD},frame\narm,480,10,0,0,{numbers},cad\n', '')):
        assert row_of(table(tmp_path, text, words + usual)) == pytest.approx(
            (0.48, 0.02, 0.01, 0.1, *RIGHT), abs=1e-15)


@pytest.mark.parametrize(('text', 'words', 'said'), [
    ('', WORDS, 'cad.csv: the table has no rows'),
    (f'{HEAD}\n', WORDS, 'cad.csv: the table has no rows'),
    (TEXT.replace('ixy', 'ixi'), WORDS, "cad.csv: unknown column 'ixi'; did you mean"),
    (f'{HEAD},mass\n{ROW},1', WORDS, "cad.csv, row 1: column 'mass' is there twice"),
    ('link,com_x,com_y,com_z\narm,1,1,1', WORDS, 'cad.csv: there is no column mass'),
    ('link,mass,com_x\narm,1,1', WORDS, 'cad.csv: there is no column com_y'),
    ('link,mass,ixx,ixy,ixz,iyy,iyz,izz\narm,1,1,0,0,1,0,1', WORDS, 'a tensor needs its COM'),
    (f'{HEAD}\n\n{ROW},9', WORDS, 'cad.csv, row 3: 12 cells, but 11 columns'),
    (f'{HEAD}\n{ROW}\n{ROW}', WORDS, "cad.csv, row 3: link 'arm' is given twice"),
    (TEXT.replace('arm', ''), WORDS, 'cad.csv, row 2, column link: the name of a link is'),
    (TEXT.replace('480', '0,48').replace(',', ';').replace('0;48', '0,48'), WORDS,
     "cad.csv, row 2, column mass: '0,48' is not a number"),
    (TEXT.replace('480', '-1'), WORDS, 'cad.csv, row 2, column mass: -1.0 is not above 0'),
    (TEXT.replace('1724', ''), WORDS, "cad.csv, row 2, column iyy: '' is not a number"),
    (TEXT.replace('1724', '1e200'), WORDS, 'cad.csv, row 2, column iyy: 1e+200 is not a number'),
    (TEXT.replace('1724', 'inf'), WORDS, "cad.csv, row 2, column iyy: 'inf' is not a number"),
    (TEXT.replace('208', '-208'), WORDS, 'cad.csv, row 2, columns ixx to izz: no body has the '
     'principal moments'),
    (TEXT.replace('208', '9208'), WORDS, 'are about, products and units right?'),
    (TEXT, 'about: com, products: tensor', 'cad.csv: units must be said and cannot be guessed'),
    (TEXT, 'units: {mass: g, length: mm}, products: tensor', 'cad.csv: about must be said'),
    (TEXT, 'units: {mass: g, length: mm}, about: com', 'cad.csv: products must be said'),
    (TEXT, WORDS.replace('mass: g', 'mass: gr'), "units: mass: unknown unit 'gr'; did you mean 'g'?"),
    (TEXT, WORDS.replace('length: mm, ', ''), 'cad.csv: units: length must be said'),
    (TEXT, WORDS.replace('kg*mm^2', 'kg*mm2'), "unknown unit 'kg*mm2'; did you mean 'kg*mm^2'"),
    (TEXT, WORDS.replace(': com', ': center'), "about: unknown word 'center'"),
    (TEXT, f'{WORDS}, frame: cad', "frame: unknown frame 'cad'"),
    (f'{HEAD},frame\n{ROW},kad', f'{WORDS}, frames: {{cad: {{}}}}',
     "row 2, column frame: unknown frame 'kad'; did you mean 'cad'?"),
    (TEXT, f'{WORDS}, frames: {{cad: {{xyz: [1, 2]}}}}', 'frames: cad: xyz: expected three numbers'),
    (TEXT, f'{WORDS}, frames: {{cad: {{rot: [1, 2, 3]}}}}', "frames: cad: unknown key 'rot'"),
    (TEXT.encode('utf-16'), WORDS, 'cad.csv: the table is not in UTF-8'),
    ('link,mass\n"arm,1', 'units: {mass: g}', 'cad.csv, row 2: '),
])
def test_a_malformed_table_is_told_by_file_row_and_column(text: str | bytes, words: str, said: str,
                                                          tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=re.escape(said)) as error:
        table(tmp_path, text, words)
    assert '\n' not in str(error.value)


@pytest.mark.parametrize(('text', 'said'), [
    ('{', 'cad.json is no JSON'), ('{"arm": 1}', 'expected a list of objects'), ('[1]', 'expected a list of'),
    ('[{"link": "arm"}]', 'there is no column mass'),
    ('[{"link": "arm", "mass": true}]', 'cad.json, row 1, column mass: True is not a number'),
    ('[{"link": "a", "mass": 1}, {"link": "b"}]', 'cad.json, row 2, column mass: None is not a number')])
def test_a_malformed_json_table_is_told_too(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        table(tmp_path, text, 'units: {mass: kg}', 'cad.json')


def test_the_command_line_says_it_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / 'robot.urdf').write_text(GOOD)
    (tmp_path / 'check.yaml').write_text('references: {links: [{link: arm, mas: 1}]}')
    assert main_with_errors(['check', str(tmp_path / 'robot.urdf'), '--config',
                             str(tmp_path / 'check.yaml')]) == (2, 0)
    assert capsys.readouterr().err.count('\n') == 1


def test_the_example_of_the_docs(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / 'docs/CONFIGURATION.md').read_text(encoding='utf-8')
    example = next(part for part in re.findall(r'```yaml\n(.*?)```', text, re.DOTALL) if 'tables:' in part)
    (tmp_path / 'cad').mkdir()
    (tmp_path / 'cad/mass_properties.csv').write_text(TEXT)
    (tmp_path / 'check.yaml').write_text(example)
    found = load_config(str(tmp_path / 'check.yaml')).references
    assert found.robot is not None
    assert found.row('arm') is not None
    assert [row.link for row in found.links] == ['forearm', 'bracket', 'finger_*']


def test_the_manual_page_lists_the_materials() -> None:
    page = ' '.join((mass_reference.__doc__ or '').split())
    assert ', '.join(f'{name} {density:g}' for name, density in MATERIALS.items()) in page


def test_the_report_says_what_is_given_of_a_link_and_how_trustworthy_it_is(tmp_path: Path) -> None:
    (tmp_path / 'check.yaml').write_text('references: {links: [{link: arm, mass: 0.48}, {link: "*", density: '
                                         '1000}]}')
    (tmp_path / 'cad.csv').write_text(f'{HEAD}\n{ROW}\n')
    config = load_config(str(tmp_path / 'check.yaml'))
    links = run(tmp_path, edit(GOOD, ('<visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual>', ''),
                               ('<collision><geometry><box size="0.2 0.2 0.1"/></geometry></collision>', '')),
                config=config).links
    path = tmp_path / 'check.yaml'
    assert links['arm']['given'] == {
        'mass [kg]': 0.48, 'mass_of': f'the weighed mass ({path})', 'mass_trust': 'given',
        'spread_of': f'of its exact solid, of one density ({path})', 'spread_trust': 'exact solid'}
    assert links['hand']['given']['mass_trust'] == 'exact solid'
    assert links['base_link']['given'] is None
