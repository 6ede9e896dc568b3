"""The seats that a game may have, before its options are chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import Any, NamedTuple

from napoleon.rules.contract import Ruleset
from napoleon.rules.terms import SetupRefused


class Seating(NamedTuple):
    """The seats of a game in which the options that seats depend on are chosen."""

    chosen: Mapping[str, int]
    """By option, which of its values, from 0 on."""
    seats: tuple[str, ...]


def seatings(rules: Ruleset) -> Iterator[Seating]:
    """The seats under every choice of the options that change them."""
    matter = [
        option
        for option in rules.options
        if len({_seats(rules, {option.name: it}) for it in option.values}) > 1
    ]
    for chosen in product(*(range(len(it.values)) for it in matter)):
        values = {it.name: it.values[at] for it, at in zip(matter, chosen, strict=True)}
        named = dict(zip((it.name for it in matter), chosen, strict=True))
        yield Seating(named, _seats(rules, values))


def _seats(rules: Ruleset, options: Mapping[str, Any]) -> tuple[str, ...]:
    with suppress(SetupRefused):
        return rules.seats(rules.checked_options(options))
    return ()


def possible_seats(rules: Ruleset) -> tuple[str, ...]:
    """Ids of every seat that a game may have, whatever is chosen for its options."""
    return tuple(dict.fromkeys(seat for it in seatings(rules) for seat in it.seats))
