"""4.3 What players choose when a game is made, and the seats that it has then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Option
from napoleon.rulesets.napoleonic_wars.bidding import BIDDERS
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.sides_by_dice import PLAYERS

OPTIONS = (
    Option("players", noted("Number of players"), "4.3.a", (2, 3, 4, 5)),
    Option("bid", noted("Two players bid for the camps"), "4.3.d", (False, True)),
    Option(
        "dice_for_sides",
        noted("Dice decide which of three or more players plays what"),
        "R-165",
        (False, True),
    ),
    Option(
        "letters", noted("Players may write letters that others do not read"), "R-86", (False, True)
    ),
    Option(
        "strict_discards",
        noted("Of cards that were played all but the last one are forgotten"),
        "R-94",
        (False, True),
    ),
    Option(
        "red_by_track",
        noted("A neutral's red card is aimed by the next player on the track"),
        "R-99",
        (False, True),
    ),
    Option(
        "proxy_influence",
        noted("Cards of proxies in Pact serve for influence"),
        "R-123",
        (False, True),
    ),
)


def is_strict(options: Mapping[str, Any]) -> bool:
    """Whether covered discards are forgotten, in the log too [5.11.g, R-94]."""
    return bool(options.get("strict_discards"))


def seats_of(pack: Pack, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The seats of a game: camps, powers, or players who do not know yet what they play.

    [4.3, R-67, R-68, R-165]
    """
    players = int(options["players"])
    if options["dice_for_sides"]:
        return PLAYERS[:players]
    if options["bid"]:
        return BIDDERS
    return tuple(it.seat for it in pack.scenario.seats[str(players)].seats)


def refuse_options(options: Mapping[str, Any]) -> Refusal | None:
    """Two players bid for their camps, and dice are for more [4.3.d]."""
    players = options["players"]
    if options["bid"] and players != 2:
        detail = "Camps are bid for by two players, not by more."
        return refuse("BIDS_ARE_FOR_TWO", "4.3.d", detail, players=players)
    if options["dice_for_sides"] and players == 2:
        detail = "Dice are for three players or more: two bid, or choose their camps."
        return refuse("DICE_ARE_FOR_MORE", "4.3.d", detail, players=players)
    return None
