"""How often a test is repeated: enough of it under ``make test``, all of it with ``make soak``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import pytest


def repetitions(enough: int, in_all: int, *, first: int = 0) -> list[Any]:
    """Numbers for a parameter of a test, from 0 on.

    ``make test`` runs those from `first` up to `enough`, enough for every kind of case; ``make
    soak`` runs the others, up to `in_all`.
    """
    return some_of(range(first, enough), range(in_all))


def some_of(chosen: Container[Any], every: Iterable[Any], *, together: bool = False) -> list[Any]:
    """Values for a parameter of a test, or for several, of which each has its own `together`.

    ``make test`` runs those that are `chosen`; ``make soak`` runs the others of `every` one.
    """
    return [
        pytest.param(*(it if together else [it]), marks=[] if it in chosen else [pytest.mark.soak])
        for it in every
    ]


DATABASES = ("sqlite", "postgres", "divided")
"""Where the fixture `log_env` puts a log."""

IN_THE_HOUSE = pytest.mark.databases("sqlite")
"""For tests of what the house does with any log: ``make soak`` runs them on every database."""

ON_SERVERS = pytest.mark.databases("sqlite", "postgres")
"""For tests of what is the same in a database that is divided into partitions."""

ON_EACH = pytest.mark.databases(*DATABASES)
"""For tests of what a database does differently, in a module of the house."""

DRAWN_ANYWHERE = pytest.mark.view_stores("sqlite")
"""For tests of what a worker does with any read models; ``make soak`` runs them on every kind."""

DRAWN_ON_SERVERS = pytest.mark.view_stores("sqlite", "redis")
"""For tests of what is the same in a Redis Cluster."""


def so_many(enough: int, in_all: int) -> list[Any]:
    """A number for a parameter of a test that repeats something as often in one go.

    ``make test`` does it `enough` times for every kind of case; ``make soak`` does it `in_all`.
    """
    return [enough, pytest.param(in_all, marks=pytest.mark.soak)]


WITHOUT_SOAK = "not soak"
"""What `make test` asks pytest for, in ``setup.cfg``."""


def leave_out_soak(metafunc: pytest.Metafunc) -> None:
    """Make no items of the cases that would be deselected at once: half of all are.

    One is made where there are no others, so that it is known that there are some.
    """
    if metafunc.config.option.markexpr != WITHOUT_SOAK:
        return
    parametrize, is_soak = metafunc.parametrize, metafunc.definition.get_closest_marker("soak")

    def some(names: Any, values: Iterable[Any], *given: Any, **named: Any) -> None:
        every = list(values)
        here = [not _is_elsewhere(metafunc.definition, {str(names): value}) for value in every]
        kept = [
            it
            for it, value in enumerate(every)
            if here[it] and not (is_soak or _is_for_soak(value))
        ]
        ids = named.get("ids")
        if ids is not None and not callable(ids):
            named["ids"] = [list(ids)[it] for it in kept or [0]]
        parametrize(names, [every[it] for it in kept or (every[:1] and [0])], *given, **named)

    metafunc.parametrize = some  # type: ignore[method-assign]


def _is_for_soak(value: Any) -> bool:
    return any(mark.name == "soak" for mark in getattr(value, "marks", ()))


PLACES = {"log_env": "databases", "views_env": "view_stores"}
"""Fixtures that put something on each kind of store, and the marks that name some of these."""


def _is_elsewhere(test: pytest.Item, chosen: Mapping[str, Any]) -> bool:
    """Whether a test is to run on a store that ``make test`` leaves out."""
    for fixture, name in PLACES.items():
        mark = test.get_closest_marker(name)
        if mark is not None and chosen.get(fixture, mark.args[0]) not in mark.args:
            return True
    return False


SAMPLED = "sampled"
"""The mark of a test of which ``make test`` runs so many cases; ``make soak`` runs the others."""


def leave_to_soak(items: Iterable[pytest.Item]) -> None:
    """Mark the cases of tests that are `SAMPLED` which are not in the sample, or are elsewhere."""
    cases: dict[str, list[pytest.Function]] = defaultdict(list)
    for item in items:
        callspec = getattr(item, "callspec", None)
        if callspec is not None and _is_elsewhere(item, callspec.params):
            item.add_marker("soak")
        is_sampled = item.get_closest_marker(SAMPLED) and not item.get_closest_marker("soak")
        if is_sampled and isinstance(item, pytest.Function):
            cases[item.nodeid.partition("[")[0]].append(item)
    for every in cases.values():
        mark = every[0].get_closest_marker(SAMPLED)
        assert mark is not None
        sample = sampled([{*case.callspec.indices.items()} for case in every], *mark.args)
        for place, case in enumerate(every):
            if place not in sample:
                case.add_marker("soak")


def sampled(every: Sequence[set[Any]], number: int) -> set[int]:
    """The places of so many cases, of which each shows most that no earlier one of them shows.

    Cases are what they show; which of those are taken that show as much is drawn. The same cases
    give the same sample, so tests that share the games of a fixture are run on the same of them.
    """
    order = Random(len(every)).sample(range(len(every)), len(every))
    sample: list[int] = []
    seen: set[Any] = set()
    while len(sample) < min(number, len(every)):
        place = max(order, key=lambda it: (it not in sample, len(every[it] - seen)))
        seen |= every[place]
        sample.append(place)
    return set(sample)
