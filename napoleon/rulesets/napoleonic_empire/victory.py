"""VIC The ends of a game: victory, resignation, agreement."""

from __future__ import annotations

from napoleon.rules.events import Line, total
from napoleon.rules.kit.conceding import AgreeToEnd, Resign, refuse_over
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleonic_empire.control import french_continent
from napoleon.rulesets.napoleonic_empire.events.turn import (
    EndOfferAccepted,
    EndOffered,
    EndOfferLapsed,
    EndTurnedDown,
    GameDrawn,
    GameWon,
    PlayerResigned,
    VictoryChecked,
)
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, NAMES, enemy
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import TURN_END

CAPITAL = "france"
"""The country that the Allies need to win [VIC.1]."""


def due(table: Table) -> bool:
    """Whether both conditions are still to be looked at in this turn [E-31]."""
    return table.state.phase == TURN_END and not table.state.checked


def check(table: Table) -> None:
    """Who controls what at the end of the turn, and who has won by it [VIC.1 to VIC.3]."""
    held, before = french_continent(table), table.state.held
    needed = len(table.data.board.continental)
    won = tuple(it for it in held if it not in before)
    lost = tuple(it for it in before if it not in held)
    known = table.data.board.countries
    lines = (
        *(Line(1, "VIC.2", f"{known[it].short_name} won") for it in won),
        *(Line(-1, "VIC.2", f"{known[it].short_name} lost") for it in lost),
    )
    allied = table.state.controls(ALLIED, CAPITAL)
    winner = ALLIED if allied else FRENCH if len(held) == needed else ""
    table.record(
        VictoryChecked(len(held), needed, winner, won, lost, total(lines), lines), "VIC.3", "E-31"
    )
    if winner == ALLIED:
        _win(table, GameWon(ALLIED, "The Allies control France.", "VIC.1"), "VIC.1")
    elif winner == FRENCH:
        reason = "The French control the whole continent."
        _win(table, GameWon(FRENCH, reason, "VIC.2"), "VIC.2", "E-30")


def _win(table: Table, won: GameWon, *clauses: str) -> None:
    """The game is over, and an offer to end it without a winner with it [E-59]."""
    if table.state.offered:
        table.record(EndOfferLapsed(table.state.offered), "E-59")
    table.record(won, *clauses)


def turning_down_due(table: Table) -> bool:
    """Whether an offer to end the game was answered by playing on [E-53]."""
    return table.state.turned_down


def turn_down(table: Table) -> None:
    """The offer no longer stands [E-53]."""
    table.record(EndTurnedDown(enemy(table.state.offered)), "E-53")


def forfeited(seat: str) -> Result:
    """The other side wins if a player is silent for too long and it claims the game [E-61].

    >>> forfeited("french").winner
    'allied'
    """
    return Result(enemy(seat), noted("A player fell silent."), "E-61")


def refuse_resignation(table: Table, seat: str) -> Refusal | None:
    """Refuse it once the game is over."""
    return _game_over(table)


def resign(table: Table, seat: str, order: Resign) -> None:
    """The other side wins [E-31]."""
    table.record(PlayerResigned(seat), "VIC.3", "E-31")
    _win(table, GameWon(enemy(seat), f"The {NAMES[seat]} resigned.", "VIC.3"), "VIC.3", "E-31")


def refuse_agreement(table: Table, seat: str) -> Refusal | None:
    """Refuse to agree twice, and once the game is over."""
    over = _game_over(table)
    if over is None and table.state.offered == seat:
        detail = "Your side has agreed already; the other one has not."
        return refuse("ALREADY_AGREED", "E-53", detail)
    return over


def agree(table: Table, seat: str, order: AgreeToEnd) -> None:
    """The game is drawn when both sides have agreed [E-31, E-53]."""
    if table.state.offered == enemy(seat):
        table.record(EndOfferAccepted(seat), "E-53", "E-59")
        table.record(GameDrawn("Both sides agreed to end it.", "VIC.3"), "VIC.3", "E-53")
    else:
        table.record(EndOffered(seat), "VIC.3", "E-53")


def _game_over(table: Table) -> Refusal | None:
    return refuse_over(table, "VIC.3")
