"""4.3 Victory: an enemy position held alone; and the draws of a battle [G-08, G-09, G-54]."""

from __future__ import annotations

from napoleon.rules.kit.conceding import AgreeToEnd, Resign, refuse_over
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Result
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.events.ends import (
    BattleDrawn,
    BattleWon,
    EndOffered,
    EndOffersLapsed,
    GameDrawn,
    GameWon,
    LossesCounted,
    PlayerResigned,
)
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH, SIDES, enemy
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

QUIET = 10
"""Player turns without anything happening that draw a battle whose decks are empty [G-54]."""

POSITION = "position"
WITHDRAWN = "withdrawn"
DRAWN = "drawn"


def won_position(table: Table, battle: Battle) -> tuple[str, str]:
    """A side, and the enemy position that it holds alone; both empty for none [4.3, G-08].

    It is looked up once for terrain that falls and for victory.
    """
    key = won_position, battle.id
    if key not in table.scenes:
        table.scenes[key] = _won_position(table, battle)
    won: tuple[str, str] = table.scenes[key]
    return won


def _won_position(table: Table, battle: Battle) -> tuple[str, str]:
    for place in battle.invaded:
        winner, loser = places.INVADERS[place], places.owner(place)
        if any(labels.is_unit(labels.label(table, it)) for it in battle.at(place, loser)):
            continue
        there = (labels.label(table, it) for it in battle.at(place, winner))
        if any(map(labels.wins_positions, there)):
            return winner, place
    return "", ""


def _running(table: Table) -> Battle | None:
    state = table.state
    if state.phase in ("decks", "deploy", "adjust", "retreat", "sending"):
        return None
    battle = state.battles.get(state.at)
    return battle if battle is not None and battle.active and not battle.reason else None


def win_due(table: Table) -> bool:
    """Whether a position is held by enemies alone: that wins the battle at once [4.3]."""
    battle = _running(table)
    return battle is not None and bool(won_position(table, battle)[0])


def win(table: Table) -> None:
    """The battle is won, in the turn of either side [4.3]."""
    battle = table.state.battle
    side, place = won_position(table, battle)
    table.record(BattleWon(battle.id, side, place, POSITION), "4.3", "G-08")
    count_losses(table, battle)


def _is_hopeless(table: Table, battle: Battle) -> bool:
    """Whether nobody has infantry or cavalry left, in play or in a deck [G-09]."""
    cards = (*battle.cards, *(card for deck in battle.decks.values() for card in deck))
    return not any(labels.wins_positions(labels.label(table, card)) for card in cards)


def _is_asleep(battle: Battle) -> bool:
    """Whether all decks are empty, and nothing has happened for ten player turns [G-54]."""
    return battle.quiet >= QUIET and not any(battle.decks.values())


def draw_due(table: Table) -> bool:
    """Whether nobody can win the battle any more, or nobody tries to [G-09, G-54]."""
    battle = _running(table)
    if battle is None:
        return False
    return _is_asleep(battle) or (table.state.phase == "between" and _is_hopeless(table, battle))


def draw(table: Table) -> None:
    """The battle has no winner; in the campaign it counts as lost by the French [G-54]."""
    battle = table.state.battle
    reason, clause = _why_drawn(battle)
    if table.rulings.tells_draws:
        table.record(BattleDrawn(battle.id, reason), clause, "G-94")
    else:
        table.record(BattleWon(battle.id, "", "", DRAWN), clause)
    count_losses(table, battle)


def count_losses(table: Table, battle: Battle) -> None:
    """What a battle has cost each side, once it is over."""
    if not table.rulings.counts_losses:
        return
    out = {
        side: tuple(it for it in battle.routed if labels.label(table, it).side == side)
        for side in SIDES
    }
    french, allied = out[FRENCH], out[ALLIED]
    counted = LossesCounted(battle.id, french, allied, len(french), len(allied))
    table.record(counted, "4.3", "G-102")


def _why_drawn(battle: Battle) -> tuple[str, str]:
    """Why nobody has won a battle, and by which clause."""
    if _is_asleep(battle):
        return noted("For ten turns nothing happened, and no cards were left to come."), "G-54"
    return noted("Neither side had infantry or cavalry left."), "G-09"


# -- the end of the game --------------------------------------------------------------------------


def end_due(table: Table) -> bool:
    """Whether the one battle of the game is over; battles of the campaign go on [16.0]."""
    state = table.state
    return not state.is_campaign and any(it.reason for it in state.battles.values())


def end(table: Table) -> None:
    """The winner of the battle has won the game."""
    battle = next(iter(table.state.battles.values()))
    if not battle.winner:
        reason, clause = _why_drawn(battle)
        table.record(GameDrawn(reason, clause), clause)
    reason = {
        FRENCH: noted("The French held an Allied position alone."),
        ALLIED: noted("The Allies held a French position alone."),
    }[battle.winner]
    table.record(GameWon(battle.winner, reason, "4.3"), "4.3")


# -- resigning, agreeing, falling silent ----------------------------------------------------------


def _game_over(table: Table) -> Refusal | None:
    return refuse_over(table, "4.3")


def refuse_resignation(table: Table, seat: str) -> Refusal | None:
    """Refuse it once the game is over."""
    return _game_over(table)


def resign(table: Table, seat: str, order: Resign) -> None:
    """The other side wins [G-09]."""
    table.record(PlayerResigned(seat), "G-09")
    reason = noted("The French gave up.") if seat == FRENCH else noted("The Allies gave up.")
    table.record(GameWon(enemy(seat), reason, "G-09"), "G-09")


def refuse_agreement(table: Table, seat: str) -> Refusal | None:
    """Refuse to agree twice, and once the game is over."""
    over = _game_over(table)
    if over is None and seat in table.state.agreed:
        return refuse("ALREADY_AGREED", "G-09", "You have agreed already; the other side has not.")
    return over


def agree(table: Table, seat: str, order: AgreeToEnd) -> None:
    """The game is drawn when both have agreed [G-09]."""
    table.record(EndOffered(seat), "G-09")
    if all(it in table.state.agreed for it in SIDES):
        table.record(GameDrawn(noted("Both sides agreed to end it."), "G-09"), "G-09")


def turning_down_due(table: Table) -> bool:
    """Whether an offer to end the game was answered by playing on."""
    return table.state.turned_down


def turn_down(table: Table) -> None:
    """The offer no longer stands [G-09]."""
    table.record(EndOffersLapsed(tuple(table.state.agreed)), "G-09")


def forfeited(seat: str) -> Result:
    """The other side wins if a player is silent for too long and it claims the game [G-70].

    >>> forfeited("allied").winner
    'french'
    """
    return Result(enemy(seat), noted("A player fell silent."), "G-70")
