"""11 Defeat of armies, victory, and the other ends of a game."""

from __future__ import annotations

from napoleon.rules.kit.conceding import AgreeToEnd, Resign, refuse_over
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleon_columbia import supply, turns
from napoleon.rulesets.napoleon_columbia.events.turn import (
    ArmyDefeated,
    EndOffered,
    EndOffersLapsed,
    GameDrawn,
    GameWon,
    PlayerResigned,
    VictoryChecked,
)
from napoleon.rulesets.napoleon_columbia.sides import (
    ALLIED,
    ANGLO,
    ARMIES,
    BIDDERS,
    FRENCH,
    PRUSSIAN,
    enemy,
    side_of,
)
from napoleon.rulesets.napoleon_columbia.table import Table, refuse

CITIES_TO_WIN = 2
"""Of Brussels, Ghent and Liege, after the last French turn [11.1]."""


# -- defeat and victory [11.0 to 11.2] ------------------------------------------------------------


def defeat_due(table: Table) -> bool:
    """Whether an army has lost as many units as defeat it [11.0]."""
    return table.state.phase == turns.SUPPLY and bool(_defeated(table))


def _defeated(table: Table) -> list[str]:
    limits = table.data.defeated_at
    return [
        army
        for army in ARMIES
        if army not in table.state.defeated and len(table.state.eliminated[army]) >= limits[army]
    ]


def defeat(table: Table) -> None:
    """What is left of a defeated army leaves the map [11.0, N-67]."""
    limits: dict[str, int] = dict(table.data.defeated_at)
    for army in _defeated(table):
        lost = len(table.state.eliminated[army])
        left = len(table.state.of_army(army))
        table.record(ArmyDefeated(army, lost, limits[army], left), "11.0", "N-67")


def check_due(table: Table) -> bool:
    """Whether the player turn ends, and nobody has looked for a winner."""
    return table.state.phase == turns.SUPPLY and not table.state.checked


def check(table: Table) -> None:
    """Who has won at the end of the player turn, in this order [N-39]."""
    won = _winner(table)
    checked = VictoryChecked(
        {army: len(table.state.eliminated[army]) for army in ARMIES},
        dict(table.data.defeated_at),
        supply.held(table),
        won.side if won else "",
    )
    table.record(checked, "11.1", "11.2")
    if won is not None:
        table.record(won, won.clause, "N-39")


def _winner(table: Table) -> GameWon | None:
    defeated = table.state.defeated
    if len(defeated) == len(ARMIES):
        return GameWon(FRENCH, noted("All three armies were defeated at once."), "11.1")
    if FRENCH in defeated:
        return GameWon(ALLIED, noted("The French army was defeated."), "11.2")
    if ANGLO in defeated and PRUSSIAN in defeated:
        return GameWon(FRENCH, noted("Both Allied armies were defeated."), "11.1")
    cities = len(supply.held(table))
    if turns.is_last_of(table, FRENCH) and cities >= CITIES_TO_WIN:
        reason = noted("On the last day the French held two of Brussels, Ghent and Liege.")
        return GameWon(FRENCH, reason, "11.1")
    if turns.is_last(table):
        reason = noted("Time ran out before the French had won.")
        return GameWon(ALLIED, reason, "11.2")
    return None


# -- resigning, agreeing, falling silent ----------------------------------------------------------


def _game_over(table: Table) -> Refusal | None:
    return refuse_over(table, "11.0")


def refuse_resignation(table: Table, seat: str) -> Refusal | None:
    """Refuse it once the game is over, or twice."""
    over = _game_over(table)
    if over is None and seat in table.state.resigned:
        return refuse("ALREADY_RESIGNED", "N-74", "You have given up; your partner has not.")
    return over


def resign(table: Table, seat: str, order: Resign) -> None:
    """The other side wins, once all players of a side have given up [N-74]."""
    table.record(PlayerResigned(seat), "N-74")
    if not table.state.players:
        other = next(it for it in BIDDERS if it != seat)
        table.record(GameWon(other, noted("The other player gave up."), "N-74"), "N-74")
    side = side_of(table.state.armies_of_seat(seat)[0])
    if all(it in table.state.resigned for it in table.state.seats_of(side)):
        reason = noted("The French gave up.") if side == FRENCH else noted("The Allies gave up.")
        table.record(GameWon(enemy(side), reason, "N-74"), "N-74")


def refuse_agreement(table: Table, seat: str) -> Refusal | None:
    """Refuse to agree twice, and once the game is over."""
    over = _game_over(table)
    if over is None and seat in table.state.agreed:
        return refuse("ALREADY_AGREED", "N-74", "You have agreed already; others have not.")
    return over


def agree(table: Table, seat: str, order: AgreeToEnd) -> None:
    """The game is drawn when everybody has agreed [N-74]."""
    table.record(EndOffered(seat), "N-74")
    if all(it in table.state.agreed for it in table.state.seats):
        table.record(GameDrawn(noted("Everybody agreed to end it."), "N-74"), "N-74")


def turning_down_due(table: Table) -> bool:
    """Whether an offer to end the game was answered by playing on."""
    return table.state.turned_down


def turn_down(table: Table) -> None:
    """The offer no longer stands [N-74]."""
    table.record(EndOffersLapsed(tuple(table.state.agreed)), "N-74")


def forfeited(seat: str) -> Result:
    """The other side wins if a player is silent for too long and it claims the game [N-75].

    >>> forfeited("prussian").winner, forfeited("french").winner, forfeited("first").winner
    ('french', 'allied', 'second')
    """
    if seat in BIDDERS:
        winner = next(it for it in BIDDERS if it != seat)
    else:
        winner = FRENCH if seat == ALLIED else enemy(side_of(seat))
    return Result(winner, noted("A player fell silent."), "N-75")
