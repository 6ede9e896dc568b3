"""10 Reinforcements, the end of a player turn, and whose is the next [G-18, G-54, G-56]."""

from __future__ import annotations

from napoleon.chance import PUBLIC
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.decks import drawn
from napoleon.rulesets.eagles_waterloo.events.turn import (
    BackDrawn,
    ReinforcementEnded,
    ReinforcementsDrawn,
    TurnEnded,
    TurnStarted,
)
from napoleon.rulesets.eagles_waterloo.orders import EndTurn
from napoleon.rulesets.eagles_waterloo.sides import SIDES, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

REINFORCEMENT = "reinforcement"


def draw_due(table: Table) -> bool:
    """Whether the cards of this turn have not come."""
    return table.state.phase == REINFORCEMENT and not table.state.battle.drawn


def draw(table: Table) -> None:
    """Each deck of the side gives its cards; an empty one gives nothing [10.0, G-18]."""
    battle = table.state.battle
    for nation in battle.decks:
        if side_of(nation) == battle.active:
            bring(table, battle, nation, battle.rates.get(nation, 0), "10.0")
    table.record(ReinforcementEnded(battle.id, battle.active), "10.0")


def bring(
    table: Table, battle: Battle, nation: str, count: int, clause: str, special: str = ""
) -> None:
    """Cards by chance from a deck into the Reserve, as many as there are."""
    count = min(count, len(battle.decks.get(nation, [])))
    backs = _backs(table, battle, nation, count)
    side = side_of(nation)
    for back in dict.fromkeys(backs):
        deck = battle.decks[nation]
        able = [card for card in deck if labels.label(table, card).nation == back]
        found = backs.count(back)
        cards = drawn(table, able, found, f"the {nation} reinforcements")
        came = ReinforcementsDrawn(
            side,
            battle.id,
            nation,
            cards,
            back,
            found,
            len(deck) - found,
            places.reserve(side),
            special,
            table.state.draws + found - 1,
        )
        table.record(came, clause)


def _backs(table: Table, battle: Battle, nation: str, count: int) -> list[str]:
    """The nations of the next cards of a deck, which everybody sees [G-37].

    They are drawn first where a deck has cards of two nations, as in the campaign [G-33, G-89].
    """
    left: list[str] = [labels.label(table, it).nation for it in battle.decks.get(nation, [])]
    found: list[str] = []
    while len(found) < count:
        back = left[0]
        if len(set(left)) > 1:
            purpose = f"back {len(found) + 1} of {count} of the {nation} reinforcements"
            back, draw = table.draw(sorted(left), purpose, PUBLIC)
            table.record(BackDrawn(battle.id, nation, back, draw), "G-37", "G-89")
        left.remove(back)
        found.append(back)
    return found


def due(table: Table) -> bool:
    """Whether the reinforcements have come, and the turn has not ended."""
    return table.state.phase == REINFORCEMENT


def asks(table: Table) -> list[Decision]:
    """Specials of this phase are played, or a Prussian general is shown, before the end [13.a]."""
    battle = table.state.battle
    text = "Do you play a special before your turn ends?"
    return [table.question(battle.active, "reinforcement", "10.0", text)]


def is_plain(table: Table) -> bool:
    """Without a card in Reserve there is nothing to be played, as everybody sees."""
    battle = table.state.battle
    return not battle.at(places.reserve(battle.active), battle.active)


def explain_misplaced(table: Table, seat: str, order: EndTurn) -> Refusal | None:
    """Nobody ends the turn of the other side [5.0]."""
    battle = table.state.battles.get(table.state.at)
    if battle is None or battle.active in ("", seat) or table.state.result is not None:
        return None
    return refuse("NOT_YOUR_TURN", "5.0", "This is the turn of the other side.")


def end(table: Table, decision: Decision, order: EndTurn) -> None:
    """What lasts for this player turn is over [13.0]."""
    end_turn(table)


def end_turn(table: Table) -> None:
    """The player turn ends; a quiet one is counted [G-54]."""
    battle = table.state.battle
    expired = tuple(it.card for it in battle.played if not it.lasts)
    quiet = 0 if battle.busy else battle.quiet + 1
    table.record(TurnEnded(battle.id, battle.active, expired, quiet), "5.0", "13.0")


def next_turn_due(table: Table) -> bool:
    """Whether nothing is left of the last player turn; asked last."""
    return True


def start_next_turn(table: Table) -> None:
    """The Allies after the French of a battle; then the battle that has had fewest turns."""
    battles = list(table.state.battles.values())
    begun = [it for it in battles if it.turns % len(SIDES)]
    battle = begun[0] if begun else min(battles, key=lambda it: it.turns)
    side = SIDES[battle.turns % len(SIDES)]
    number = battle.began + battle.turns // len(SIDES) + 1
    table.record(TurnStarted(battle.id, side, max(number, table.state.turn)), "5.0")
