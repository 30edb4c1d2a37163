"""Find packages and the files that URIs mean, with or without a sourced ROS."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from robot_model_check.reading.folders import (
    enclosing_package,
    files_under,
    package_name,
    packages_under,
    parents,
)

if TYPE_CHECKING:
    from robot_model_check.model import Robot

MODEL_PATHS = ('GZ_SIM_RESOURCE_PATH', 'IGN_GAZEBO_RESOURCE_PATH', 'GAZEBO_MODEL_PATH')


@dataclass(frozen=True)
class Resolution:
    """The outcome of looking for a URI.

    `path` is the existing file (absolute), or None. `tried` are the places looked at, in order; `candidates`
    are existing files that were probably meant (wrong case, near name, other package root). `remark` says in
    words what is wrong with the URI's form ('' when nothing): empty package, path of one machine, other case.
    """

    uri: str
    path: str | None
    tried: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    remark: str = ''
    package: str | None = None


def _folders(value: str | None) -> tuple[str, ...]:
    return tuple(os.path.abspath(part) for part in (value or '').split(os.pathsep) if part)


def _in_prefix(prefix: str, name: str) -> str | None:
    """Return prefix/share/<name> if a package is installed there."""
    share = os.path.join(prefix, 'share', name)
    marker = os.path.join(prefix, 'share', 'ament_index', 'resource_index', 'packages', name)
    installed = os.path.isfile(marker) or os.path.isfile(os.path.join(share, 'package.xml'))
    return share if installed and os.path.isdir(share) else None


def _listed(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


@dataclass(frozen=True)
class Finder:
    """Finds packages: `package_paths` (given by hand), `prefixes` (AMENT_PREFIX_PATH), `ros_paths`
    (ROS_PACKAGE_PATH) in this order, and last around the file that asks: the package it lies in, its
    neighbours and the workspace's src folder. `model_paths` serve model:// only. Results are kept, so make
    one finder per run.
    """

    package_paths: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()
    ros_paths: tuple[str, ...] = ()
    model_paths: tuple[str, ...] = ()
    _around: dict[str, dict[str, str]] = field(default_factory=dict, repr=False, compare=False)
    _files: dict[str, dict[str, list[str]]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_environment(cls, package_paths: Sequence[str] = (),
                         environ: Mapping[str, str] | None = None) -> Finder:
        """Return a finder for these folders and the environment (os.environ where none is given)."""
        environ = os.environ if environ is None else environ
        models = tuple(path for name in MODEL_PATHS for path in _folders(environ.get(name)))
        given = tuple(os.path.abspath(path) for path in package_paths)
        return cls(given, _folders(environ.get('AMENT_PREFIX_PATH')),
                   _folders(environ.get('ROS_PACKAGE_PATH')), models)

    @cached_property
    def _given(self) -> dict[str, str]:
        """Name -> folder from `package_paths`; a folder without any package.xml counts by its own name."""
        found: dict[str, str] = {}
        for path in self.package_paths:
            inside = packages_under(path) or {os.path.basename(path): path}
            found = {**inside, **found}
        return found

    @cached_property
    def _ros(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for path in self.ros_paths:
            found = {**packages_under(path), **found}
        return found

    def _neighbours(self, near: str) -> dict[str, str]:
        """Name -> folder of the package that `near` lies in and of the packages around it."""
        own = enclosing_package(near)
        if own is None:
            return {}
        if own not in self._around:
            found = {os.path.basename(own): own, package_name(own) or os.path.basename(own): own}
            source = next((up for up in parents(own, 5) if os.path.basename(up) == 'src'), None)
            for root, depth in ((os.path.dirname(own), 2), *([(source, 4)] if source else [])):
                found = {**packages_under(root, depth), **found}
            self._around[own] = found
        return self._around[own]

    def _near(self, name: str, near: str) -> str | None:
        """Look around the file; last, for a folder above it of that name (an archive without package.xml)."""
        for place in dict.fromkeys((os.path.abspath(near), os.path.realpath(near))):
            found = self._neighbours(place).get(name)
            if found:
                return found
        return next((up for up in parents(os.path.abspath(near), 6) if os.path.basename(up) == name), None)

    def package(self, name: str, near: str | None = None) -> str | None:
        """Return the absolute share directory of a package, or None. `near` is the file that asks."""
        if not name or '/' in name:
            return None
        if name in self._given:
            return self._given[name]
        installed = next((share for prefix in self.prefixes if (share := _in_prefix(prefix, name))), None)
        return installed or self._ros.get(name) or (self._near(name, near) if near else None)

    def places(self, name: str, near: str | None = None) -> tuple[str, ...]:
        """Return where `package` looks for a name, in order."""
        found = [*self.package_paths, *(os.path.join(prefix, 'share', name) for prefix in self.prefixes),
                 *self.ros_paths]
        if near:
            own = enclosing_package(near)
            found.append(os.path.dirname(own) if own else os.path.dirname(os.path.abspath(near)))
        return tuple(dict.fromkeys(found))

    def names(self, near: str | None = None) -> tuple[str, ...]:
        """Return all known package names, sorted."""
        around = self._neighbours(near) if near else {}
        return tuple(sorted({*self._given, *self._installed(), *self._ros, *around}))

    def _installed(self) -> Iterator[str]:
        for prefix in self.prefixes:
            marked = _listed(os.path.join(prefix, 'share', 'ament_index', 'resource_index', 'packages'))
            for name in {*marked, *_listed(os.path.join(prefix, 'share'))}:
                if _in_prefix(prefix, name):
                    yield name

    def files(self, root: str) -> Mapping[str, Sequence[str]]:
        """Return case-folded base name -> files under a package's folder."""
        if root not in self._files:
            self._files[root] = files_under(root)
        return self._files[root]

    def resolve(self, uri: str, near: str | None = None) -> Resolution:
        """Return what a mesh or texture URI means. `near` is the description file that uses it, if any."""
        from robot_model_check.reading.uris import resolve
        return resolve(self, uri, near)

    def resolutions(self, robot: Robot, near: str | None = None) -> dict[str, Resolution]:
        """Return what each mesh URI of a robot means."""
        return {mesh.uri: self.resolve(mesh.uri, near) for _, _, mesh in robot.mesh_shapes()}


def found_paths(resolutions: Mapping[str, Resolution]) -> dict[str, str]:
    """Return URI -> file of those that were found."""
    return {uri: found.path for uri, found in resolutions.items() if found.path is not None}
