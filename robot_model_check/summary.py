"""The figures of a report that are no findings: base, masses, moments, groups, coverage, advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from robot_model_check.context import Context
from robot_model_check.model import Link
from robot_model_check.settings.references import References

if TYPE_CHECKING:  # numpy stays out of a run that needs none
    from robot_model_check.clues.advice import Advice
    from robot_model_check.facts import Coverage
    from robot_model_check.report import Regions

# Units of what is measured on coverage; [1] where none is named, none for words.
UNITS = {'method': '', 'meshes_as': '', 'thin_shell': '', 'index': '', 'volume': 'm^3',
         **dict.fromkeys(('gap', 'gap_at', 'gap_nearest', 'protrusion', 'protrusion_at', 'protrusion_nearest',
                          'spacing', 'tolerance'), 'm')}
NOT_IN_ROW = ('parts', 'uncovered_points', 'protruding_points')


def base(context: Context) -> tuple[bool, str]:
    """Return whether the base is fixed, and the rule that decided."""
    if not context.robot.links:
        return False, 'there is no link'
    root = context.tree.root
    if root is None:
        return False, 'the tree has no root'
    link = context.tree.links[root]
    if root != 'world' or link.inertial is not None or link.shapes:
        return False, f'root link "{root}" is not a bare link named world'
    joints = context.tree.child_joints[root]
    if joints and all(joint.type == 'fixed' for joint in joints):
        return True, 'root link "world" has no geometry and no mass and is joined by a fixed joint'
    return False, 'root link "world" is not joined by a fixed joint'


def model_totals(context: Context) -> dict[str, Any]:
    """Return mass, COM and inertia of the whole robot at q = 0, in the frame of the root link; {} without any
    mass."""
    if not any(link.inertial for link in context.robot.links):
        return {}
    from robot_model_check.clues.totals import robot_totals
    return _mass_row(robot_totals(context.tree, context.poses))


def link_summaries(context: Context) -> dict[str, dict[str, Any]]:
    """Return, per link name in document order, what the report says of it."""
    if not context.robot.links:
        return {}
    from robot_model_check.clues.totals import group_totals
    groups = {first: {'root': first, 'links': list(context.tree.groups[first]), **_mass_row(total)}
              for first, total in group_totals(context.tree).items()}
    advised = _advised(context)
    return {name: {**_link_row(link, context), 'collision_advice': advised.get(name),
                   'group': groups.get(context.tree.group_root.get(name, ''))}
            for name, link in context.tree.links.items()}


def _advised(context: Context) -> dict[str, dict[str, Any]]:
    """Return per link that was measured which collision would suit it, and what that costs."""
    if not context.facts:
        return {}
    from robot_model_check.clues.advice import advices
    return {name: _advice_row(advice) for name, advice in advices(context).items()}


def _advice_row(advice: Advice) -> dict[str, Any]:
    fitted = advice.primitive
    return {'use': advice.use, 'why': advice.why, 'keep': advice.keep,
            'primitive': {'shape': fitted.shape, 'size [m]': list(fitted.size)} if fitted else None,
            'hull_over_solid [1]': advice.hull_over_solid, 'hollow [m]': advice.hollow,
            'thickness [m]': advice.thickness, 'faces [1]': advice.faces,
            'reached_by': list(advice.reached_by),
            **{name: {'now': now, 'then': then} for name, (now, then) in (
                ('parts [1]', advice.parts), ('excess [1]', advice.excess),
                ('candidate_pairs [1]', advice.pairs))}}


def _mass_row(total: Any) -> dict[str, Any]:
    return {'mass [kg]': total.mass, 'com [m]': total.com, 'inertia_com [kg m^2]': total.inertia}


def _link_row(link: Link, context: Context) -> dict[str, Any]:
    row: dict[str, Any] = {'mass [kg]': None, 'principal_moments [kg m^2]': None, 'equivalent_box [m]': None,
                           'coverage': None}
    if link.inertial is not None:
        from robot_model_check.inertia import equivalent_box, principal_moments, tensor_of
        tensor = tensor_of(link.inertial)
        row['mass [kg]'] = link.inertial.mass
        row['principal_moments [kg m^2]'] = principal_moments(tensor)
        if link.inertial.mass > 0:
            row['equivalent_box [m]'] = equivalent_box(tensor, link.inertial.mass)
    facts = context.facts.get(link.name)
    if facts is not None:
        row['reference'] = facts.references[0].method if facts.references else None
        row['coverage'] = _coverage_row(facts.coverage) if facts.coverage is not None else None
        row['problems'] = dict(facts.problems)
    row['given'] = _given_row(link, context) if context.references != References() else None
    return row


def _given_row(link: Link, context: Context) -> dict[str, Any] | None:
    """Return what the references of the configuration give for a link, and how trustworthy that is."""
    from robot_model_check.clues.given import GivenMass, given_mass, given_spread
    mass, spread = given_mass(link, context), given_spread(link, context)
    row: dict[str, Any] = {}
    if isinstance(mass, GivenMass):
        row |= {'at_most [kg]' if mass.is_bound else 'mass [kg]': mass.mass, 'mass_of': mass.told,
                'mass_trust': mass.trust}
    if spread is not None:
        row |= {'spread_of': spread.told, 'spread_trust': spread.trust}
    return row or None


def _coverage_row(coverage: Coverage) -> Mapping[str, Any]:
    """Return the measured coverage; the points of its regions are for viewers only."""
    row = {_with_unit(name): value for name, value in asdict(coverage).items() if name not in NOT_IN_ROW}
    if coverage.parts:
        row['parts'] = [{_with_unit(name): value for name, value in asdict(part).items()}
                        for part in coverage.parts]
    return row


def _with_unit(name: str) -> str:
    unit = UNITS.get(name, '1')
    return f'{name} [{unit}]' if unit else name


def regions(context: Context) -> dict[str, Regions]:
    """Return points of what is uncovered and what protrudes, per link that has any."""
    covered = {name: facts.coverage for name, facts in context.facts.items() if facts.coverage is not None}
    found = {name: {'uncovered': one.uncovered_points, 'protruding': one.protruding_points}
             for name, one in covered.items()}
    return {name: kinds for name, kinds in found.items() if any(kinds.values())}
