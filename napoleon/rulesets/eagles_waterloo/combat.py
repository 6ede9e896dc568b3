"""SB The Combat phase: the enemy's window, its end, positions that are full [5.0, G-62, G-91]."""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import actions, commanders, labels, places
from napoleon.rulesets.eagles_waterloo.deployment import MOST, face_down, generals_at
from napoleon.rulesets.eagles_waterloo.events.moves import CardSentBack
from napoleon.rulesets.eagles_waterloo.events.specials import SpecialsExpired, WindowPassed
from napoleon.rulesets.eagles_waterloo.events.turn import PhaseStarted
from napoleon.rulesets.eagles_waterloo.morale import MORALE
from napoleon.rulesets.eagles_waterloo.orders import EndCombat, PlayNothing
from napoleon.rulesets.eagles_waterloo.reinforcement import REINFORCEMENT
from napoleon.rulesets.eagles_waterloo.room import LEADERS, can_leave
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

COMBAT = "combat"


def begin_due(table: Table) -> bool:
    """Whether the Morale phase is over; asked after its checks."""
    return table.state.phase == MORALE


def begin(table: Table) -> None:
    """The Combat phase begins [5.0]."""
    battle = table.state.battle
    over = _of_morale(table, battle) if table.rulings.morale_expires else ()
    if over:
        table.record(SpecialsExpired(battle.id, over), "13.a", "G-95")
    table.record(PhaseStarted(battle.id, battle.active, COMBAT), "5.0")


def _of_morale(table: Table, battle: Battle) -> tuple[str, ...]:
    """Specials that are played for the checks of a Morale phase alone [13.a]."""
    return tuple(
        it.card
        for it in battle.played
        if it.phase == MORALE and set(effects.special(table, it.card).windows) == {"M"}
    )


# -- the enemy's window [G-62] --------------------------------------------------------------------


def window_due(table: Table) -> bool:
    """Whether the other side may play a special first: if it has a card in Reserve [G-62]."""
    if table.state.phase != COMBAT:
        return False
    battle = table.state.battle
    other = enemy(battle.active)
    if battle.asked or battle.fought:
        return False
    return bool(battle.at(places.reserve(other), other))


def window_asks(table: Table) -> list[Decision]:
    """It is asked once, whatever it holds [G-62]."""
    battle = table.state.battle
    text = "Do you play a special before the enemy's Combat phase?"
    return [table.question(enemy(battle.active), "window", "G-62", text)]


def pass_over(table: Table) -> None:
    """A side that could play nothing is not asked [G-103]."""
    other = enemy(table.state.battle.active)
    table.record(WindowPassed(other, table.state.at), "G-62", "G-103")


def pass_window(table: Table, decision: Decision, order: PlayNothing) -> None:
    """It is not asked again in this player turn."""
    table.record(WindowPassed(decision.seat, table.state.at), "G-62")


# -- the phase ------------------------------------------------------------------------------------


def due(table: Table) -> bool:
    """Whether a Combat phase goes on."""
    return table.state.phase == COMBAT


def asks(table: Table) -> list[Decision]:
    """The side whose turn it is moves and fires, card by card [7.0]."""
    battle = table.state.battle
    text = "Which of your cards moves or fires?"
    return [table.question(battle.active, "combat", "7.0", text)]


def refuse_end(table: Table, decision: Decision, order: EndCombat) -> Refusal | None:
    """Units that can must leave a position that is too full [8.4, 12.0, 12.3, G-15, G-91]."""
    battle, seat = actions.here(table), decision.seat
    for place in places.POSITIONS:
        cards = face_down(table, battle, place, seat)
        if len(cards) > MOST and _any_leaves(table, decision, cards):
            detail = f"More than {MOST} of your cards stand in a position, and one can leave it."
            return refuse("STACK_FULL", "8.4", detail, place=place)
        leaders = generals_at(table, battle, place, seat)
        if len(leaders) > LEADERS and _any_leaves(table, decision, leaders):
            detail = "Two of your generals are in one position, and one of them can leave it."
            return refuse("TWO_GENERALS", "12.0", detail, place=place)
        for general in leaders:
            out_of_place = not commanders.may_take_the_field(table, battle, general)
            if out_of_place and can_leave(table, decision, general):
                detail = f"{labels.name_of(table, general)} has to go back to the Reserve."
                return refuse("CHIEF_OF_STAFF", "G-26", detail)
    return None


def _any_leaves(table: Table, decision: Decision, cards: list[str]) -> bool:
    return any(can_leave(table, decision, card) for card in cards)


def end(table: Table, decision: Decision, order: EndCombat) -> None:
    """Reinforcements come; who found no room stays, as nobody is sent back [5.0, G-91]."""
    battle = actions.here(table)
    if not table.rulings.keeps_room:
        for place in places.POSITIONS:
            _send_back(table, battle, face_down(table, battle, place, decision.seat)[MOST:])
            _send_back(table, battle, generals_at(table, battle, place, decision.seat)[LEADERS:])
    table.record(PhaseStarted(battle.id, battle.active, REINFORCEMENT), "5.0")


def _send_back(table: Table, battle: Battle, cards: list[str]) -> None:
    """The last to come go back, as 1.0 ruled [G-66]."""
    for card in cards:
        it = battle.cards[card]
        to = places.reserve(side_of(it.nation))
        sent = CardSentBack(
            side_of(it.nation), battle.id, it.nation, card, it.token, it.place, to,
            fog=not it.revealed,
        )  # fmt: skip
        table.record(sent, "8.4", "G-66")
