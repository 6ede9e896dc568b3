"""VICTORY The victory track and the end of the game."""

from __future__ import annotations

from napoleon.rules.events import total
from napoleon.rules.kit.conceding import AgreeToEnd, Resign, refuse_over
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleon1815.events.turn import (
    EndOffered,
    EndOffersLapsed,
    GameDrawn,
    GameWon,
    PlayerResigned,
    PointsScored,
    VictoryTrackMoved,
)
from napoleon.rulesets.napoleon1815.packs.printed import BOTTOM, TOP
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, enemy, side_of_army
from napoleon.rulesets.napoleon1815.table import Table

NAPOLEON_BEATEN = 3
"""Points to the Allies for a battle that Napoleon lost [VICTORY.4]."""

FLAGS_FOR_A_POINT = 7
"""Allied control markers that score at the end of a turn [VICTORY.3]."""


def due(table: Table) -> bool:
    """Whether points were scored that the track has not been moved for.

    While the effects of a combat are carried out, or what one move brings about, they wait, and
    are netted [RULING.35, RULING.105].
    """
    return bool(table.state.tally) and not table.netting and not _tires_still(table)


def _tires_still(table: Table) -> bool:
    """Whether fatigue that a move brings about at once is still to be spread [RULING.105]."""
    return any(
        it.kind == "fatigue" and it.reason in ("retreat direction", "event")
        for it in table.state.allocations
    )


def settle(table: Table) -> None:
    """Move the track at the moment of the change [VICTORY.6]."""
    if due(table):
        move_track(table)


def move_track(table: Table) -> None:
    """Move the track once for all points outstanding; at an end of it the game is won."""
    if not table.state.tally:
        return
    _score(table)
    track = table.state.track
    if track >= TOP:
        _win(table, GameWon(ALLIED, f"the track stands at {track}"), "VICTORY.6")
    elif track <= BOTTOM:
        _win(table, GameWon(FRENCH, f"the track stands at {track}"), "VICTORY.6")


def lose_napoleon(table: Table) -> None:
    """The game is over, whatever the track says; what fell with him is scored [VICTORY.7]."""
    if table.state.tally:
        _score(table)
    _win(table, GameWon(ALLIED, "Napoleon is lost"), "VICTORY.7")


def _score(table: Table) -> None:
    tally = tuple(table.state.tally)
    before, delta = table.state.track, total(tally)
    clauses = dict.fromkeys(line.clause for line in tally)
    table.record(VictoryTrackMoved(before, before + delta, delta, tally), *clauses)


def defeat_of_napoleon(table: Table) -> None:
    """The French lost a battle in which Napoleon took part: 3 points [VICTORY.4]."""
    table.record(
        PointsScored(ALLIED, NAPOLEON_BEATEN, "VICTORY.4", "Napoleon beaten"),
        "VICTORY.4",
        "RULING.36",
    )
    settle(table)


def flags(table: Table) -> None:
    """7 or more Allied control markers at the end of a turn: 1 point [VICTORY.3, RULING.34]."""
    held = [area for area in table.state.control if table.controller(area) == ALLIED]
    if len(held) >= FLAGS_FOR_A_POINT:
        note = f"{len(held)} control markers at the end of the turn"
        table.record(PointsScored(ALLIED, 1, "VICTORY.3", note), "VICTORY.3", "RULING.34")
        settle(table)


def last_turn(table: Table) -> None:
    """The scenario is over, and its own condition decides [VICTORY.8]."""
    limit = table.scenario.end.french_win_if_track_at_most
    track = table.state.track
    if track <= limit:
        winner, reason = FRENCH, f"the track stands at {track}, not above {limit}"
    else:
        winner, reason = ALLIED, f"the track stands at {track}, above {limit}"
    _win(table, GameWon(winner, f"{reason}, at the end of the scenario"), "VICTORY.8")


def _win(table: Table, won: GameWon, clause: str) -> None:
    """The game is over, and offers to end it without a winner with it [RULING.103]."""
    if table.state.would_end:
        turn_down(table)
    table.record(won, clause)


# -- resigning, agreeing, falling silent ---------------------------------------------------------


def refuse_resignation(table: Table, seat: str) -> Refusal | None:
    """Refuse it once the game is over, or twice."""
    over = refuse_over(table, "VICTORY.6")
    if over is None and seat in table.state.gave_up:
        detail = "You have given up; your partner has not."
        return refuse("ALREADY_RESIGNED", "RULING.103", detail)
    return over


def resign(table: Table, seat: str, order: Resign) -> None:
    """The other side wins, once all players of a side have given up [RULING.103]."""
    table.record(PlayerResigned(seat), "RULING.103")
    side = table.side_of_player(seat)
    if all(it in table.state.gave_up for it in table.players_of(side)):
        reason = "the French gave up" if side == FRENCH else "the Allies gave up"
        _win(table, GameWon(enemy(side), reason), "RULING.103")


def refuse_agreement(table: Table, seat: str) -> Refusal | None:
    """Refuse to agree twice, and once the game is over."""
    over = refuse_over(table, "VICTORY.6")
    if over is None and seat in table.state.would_end:
        detail = "You have agreed already; others have not."
        return refuse("ALREADY_AGREED", "RULING.103", detail)
    return over


def agree(table: Table, seat: str, order: AgreeToEnd) -> None:
    """The game is drawn when everybody has agreed [RULING.103]."""
    table.record(EndOffered(seat), "RULING.103")
    if all(it in table.state.would_end for it in table.state.seats):
        table.record(GameDrawn("everybody agreed to end it"), "RULING.103")


def turning_down_due(table: Table) -> bool:
    """Whether an offer to end the game was answered by playing on."""
    return bool(table.state.turned_down)


def turn_down(table: Table) -> None:
    """The offer no longer stands [RULING.103]."""
    table.record(EndOffersLapsed(tuple(table.state.would_end)), "RULING.103")


def forfeited(seat: str) -> Result:
    """The other side wins if a player is silent for too long and it claims the game [RULING.103].

    >>> forfeited("prussian").winner
    'french'
    """
    return Result(enemy(side_of_army(seat)), noted("a player fell silent"), "RULING.103")
