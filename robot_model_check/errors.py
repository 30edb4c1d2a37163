"""Bad usage is an exception; a bad model is a finding."""

from __future__ import annotations


class UsageError(Exception):
    """The caller asked for something impossible. The message is one line that says what to do."""


class UnknownArgument(UsageError):
    """A `name:=value` in `names` that this model does not declare; another model of the run may."""

    def __init__(self, message: str, names: tuple[str, ...]) -> None:
        super().__init__(message)
        self.names = names
