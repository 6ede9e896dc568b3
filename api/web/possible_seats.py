"""The seats that a game may have, before its options are chosen."""

from __future__ import annotations

from contextlib import suppress

from napoleon.rules.contract import Ruleset
from napoleon.rules.terms import SetupRefused


def possible_seats(rules: Ruleset) -> tuple[str, ...]:
    """Ids of every seat that a game may have, whatever is chosen for one of its options."""
    found = dict.fromkeys(rules.seats(rules.checked_options({})))
    for option in rules.options:
        for value in option.values:
            with suppress(SetupRefused):
                found |= dict.fromkeys(rules.seats(rules.checked_options({option.name: value})))
    return tuple(found)
