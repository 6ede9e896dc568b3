"""Dice decide which of three or more players plays which powers [4.3.d, R-165].

Seats are chosen by people, so a game of this kind has neutral ones; the dice fall before anything
else, and everybody sees them.
"""

from __future__ import annotations

from napoleon.chance import PUBLIC
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rulesets.napoleonic_wars.events.bidding import SideDrawn
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.table import Wars

PLAYERS = ("player_1", "player_2", "player_3", "player_4", "player_5")
"""The seats of a game in which dice decide who plays what."""


def powers_of_seats(pack: Pack, players: int) -> dict[str, str]:
    """By player power the seat of so many players, in track order [4.3.a]."""
    seated = pack.scenario.seats[str(players)].seats
    of = {nation: it.seat for it in seated for nation in it.nations}
    return {it: of[it] for it in pack.track if it in of}


def _draw(table: Wars) -> None:
    """The next player gets one of the sides that are left."""
    state, pack = table.state, table.data
    seat = PLAYERS[len({*state.powers.values()})]
    sides = dict[str, list[str]]()
    for nation, side in powers_of_seats(pack, state.options["players"]).items():
        if nation not in state.powers:
            sides.setdefault(side, []).append(nation)
    side, draw = table.draw([*sides], f"side of {seat}", PUBLIC)
    table.record(SideDrawn(seat, side, tuple(sides[side]), draw), "4.3.d", "R-165")


def _are_left(table: Wars) -> bool:
    state = table.state
    players: int = state.options["players"]
    return len({*state.powers.values()}) < players


STEPS = Part[Wars](
    "dice for sides",
    lambda table: bool(table.state.options.get("dice_for_sides")),
    (Step("side", _are_left, _draw),),
)
"""The sides are drawn for before anything else, if the players have chosen so."""
