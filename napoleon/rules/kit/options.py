"""Choices that are made at the creation of a game and never changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Option, SetupRefused


def checked(options: Iterable[Option], given: Mapping[str, Any], clause: str) -> dict[str, Any]:
    """What was `given` with defaults filled in, in the order of `options`.

    Raises SetupRefused (``BAD_OPTION``, under `clause`) for an unknown option or value. True is
    not 1: a value has the type of the allowed one that it equals.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise SetupRefused(bad_option(clause, f"There is no option {name}.", sorted(known)))
        if not any(value == v and type(value) is type(v) for v in known[name].values):
            allowed = list(known[name].values)
            raise SetupRefused(bad_option(clause, f"{name} must be one of {allowed}.", allowed))
    return {name: given.get(name, option.values[0]) for name, option in known.items()}


def bad_option(clause: str, detail: str, allowed: list[Any]) -> Refusal:
    """A refusal ``BAD_OPTION`` that says what is `allowed`."""
    return Refusal("BAD_OPTION", clause, detail, {"allowed": allowed})
