"""The kinds of games that bundles are recorded of, and what each of them has to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from napoleon.record import bundle
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Order
from napoleon.rulesets import napoleon1815, napoleonic_empire
from napoleon.rulesets.napoleon1815.state import State as State1815
from napoleon.rulesets.napoleonic_empire.orders import AgreeToEnd
from napoleon.rulesets.napoleonic_empire.sides import FRENCH
from napoleon.rulesets.napoleonic_empire.state import State as StateOfTheEmpire
from tests.goldens.napoleonic_empire import spendthrift
from tests.goldens.recording import Player


def anybody(random: Random) -> Player:
    """Takes any offer, all equally likely."""
    return lambda state, decision, legal_orders: random.choice(legal_orders)


def track(state: State1815) -> Mapping[str, Any]:
    """The victory track of Napoléon 1815, one off."""
    return {"correct": "set_track", "value": state.track + (1 if state.track < 10 else -1)}


def armies(state: StateOfTheEmpire) -> Mapping[str, Any]:
    """One French army more in Italy, or one fewer where the pool has none."""
    there = state.armies_in(FRENCH, "italy") + (1 if state.pool(FRENCH) else -1)
    return {"correct": "set_armies", "side": FRENCH, "country": "italy", "armies": there}


class Kind(NamedTuple):
    """What is recorded under a name."""

    rules: Ruleset
    scenario: str
    options: Mapping[str, Any]
    reader: str
    orders: int | None
    """How many orders are given at most; None to play to the end, however long that takes."""
    at_last: Order | None
    """What every seat orders after those; None if the game is left as it is then."""
    player: Callable[[Random], Player]
    """Who answers all decisions."""
    corrects: Callable[[Any], Mapping[str, Any]]
    """What a referee puts right in a position, but for his reason."""
    clause: str
    """Of the rules of the game; rulings rest on it."""
    shows: frozenset[str]
    """Types of events that have to be in it, beside those of `NEEDED`."""


def of_1815(
    scenario: str, options: Mapping[str, Any], reader: str, orders: int | None, shows: str
) -> Kind:
    """A game of Napoléon 1815 that shows a type of event."""
    needed = frozenset({shows, "track_corrected"})
    rules = napoleon1815.RULES
    return Kind(rules, scenario, options, reader, orders, None, anybody, track, "OPS.1", needed)


EMPIRE = Kind(
    napoleonic_empire.RULES,
    "europe",
    {"commanders": True, "divided_russia": True, "historical_deck": "each_round"},
    "allied",
    400,
    AgreeToEnd(),
    spendthrift,
    armies,
    "MOVE.2",
    frozenset(
        {
            "armies_corrected",
            "battle_won",
            "commander_moved",
            "game_won",
            "kutuzov_rolled",
            "seat_shared",
            "share_ended",
        }
    ),
)
"""A game of Napoleonic Empire, with a shared seat and most of its optional rules."""


KINDS = {
    "cards-finished": of_1815("waterloo_wavre", {}, "spectator", None, "card_flipped"),
    "dice-finished": of_1815(
        "waterloo_wavre", {"resolver": "dice"}, "french", None, "link_revealed"
    ),
    "fog-running": of_1815(
        "ligny_quatre_bras",
        {"players": 3, "rules": "grognard"},
        bundle.OPERATOR,
        60,
        "tokens_replaced",
    ),
    # Those above are of the rules 2.0, this one of 1.0, and others of the rules in their names;
    # what is recorded today is of the newest.
    "empire-finished": EMPIRE,
    "cards-2.1-finished": of_1815("waterloo_wavre", {}, "spectator", None, "card_flipped"),
    "dice-2.1-finished": of_1815(
        "waterloo_wavre", {"resolver": "dice"}, "french", None, "link_revealed"
    ),
    "fog-2.1-running": of_1815(
        "ligny_quatre_bras",
        {"players": 3, "rules": "grognard"},
        bundle.OPERATOR,
        60,
        "tokens_replaced",
    ),
    "three-2.2-finished": of_1815(
        "waterloo_wavre", {"players": 3}, "prussian", None, "window_left_out"
    ),
    "empire-1.1-finished": EMPIRE._replace(
        shows=EMPIRE.shows | {"pass_forced", "window_left_out", "attack_completed"}
    ),
    "answered-2.4-finished": of_1815("ligny_quatre_bras", {}, "allied", None, "answered_by_rules"),
}
"""By name of the bundle."""
