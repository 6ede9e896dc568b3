"""How far each side is: positions that are pressed, battles of the campaign, quiet turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from napoleon.rules import views
from napoleon.rules.endings import Ending, as_data
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.sides import SIDES, enemy
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.victory import QUIET


class PressedView(msgspec.Struct, kw_only=True):
    """A position that enemies have entered [4.3]."""

    battle: str
    place: str
    by: str
    attackers: int
    defenders: int
    """Unit cards of its owner that still hold it."""


class VictoryTrackView(views.VictoryTrackView, kw_only=True):
    """The measures of victory [4.3, 16, G-54]."""

    result: Ending | None
    pressed: Sequence[PressedView]
    won: Mapping[str, int]
    """How many battles of the campaign each side has won; a drawn one counts for nobody [G-94]."""
    drawn: int
    """How many were drawn, which count as lost by the French [G-54]."""
    results: Mapping[str, str | None]
    """By battle that is over who has won it; None for a drawn one."""
    quiet: Mapping[str, int]
    """By battle the quiet player turns in succession; ten draw it if all decks are empty."""
    quiet_limit: int


def victory_track(table: Table) -> VictoryTrackView:
    """The measures of victory, which lie open to everybody."""
    state = table.state
    over = {battle.id: battle.winner for battle in state.battles.values() if battle.reason}
    results = {**state.results, **over} if state.is_campaign else state.results
    return VictoryTrackView(
        turn=state.turn,
        phase=state.phase,
        result=as_data(state.result),
        pressed=[]
        if state.phase in ("decks", "deploy", "adjust")
        else [it for battle in state.battles.values() for it in _pressed(table, battle)],
        won={side: sum(winner == side for winner in results.values()) for side in SIDES},
        drawn=sum(not winner for winner in results.values()),
        results={battle: winner or None for battle, winner in results.items()},
        quiet={battle.id: battle.quiet for battle in state.battles.values()},
        quiet_limit=QUIET,
    )


def _pressed(table: Table, battle: Battle) -> list[PressedView]:
    found = []
    for place in places.POSITIONS:
        owner = places.owner(place)
        attackers = battle.at(place, enemy(owner))
        if attackers:
            own = (labels.label(table, card) for card in battle.at(place, owner))
            found.append(
                PressedView(
                    battle=battle.id,
                    place=place,
                    by=enemy(owner),
                    attackers=len(attackers),
                    defenders=sum(map(labels.is_unit, own)),
                )
            )
    return found
