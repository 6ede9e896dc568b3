"""12.3 Who commands an army, and who takes over [12.2, G-26, G-53]."""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

ANY_CORPS = "A"
COMMANDER = "army_commander"
CHIEF_OF_STAFF = "chief_of_staff"
SECOND_IN_COMMAND = "second_in_command"


def command_of(table: Table, card: str) -> str:
    """The command of a general; empty for all others."""
    it = labels.label(table, card)
    return it.command if isinstance(it, labels.General) else ""


def has_commander(table: Table, battle: Battle, nation: str) -> bool:
    """Whether the commander of a nation's army is in play: in Reserve, or on the field [G-26]."""
    return any(
        it.nation == nation and command_of(table, card) == COMMANDER
        for card, it in battle.cards.items()
    )


def acts(table: Table, battle: Battle, card: str) -> bool:
    """Whether a general takes the place of the missing commander of their army [12.3, G-53]."""
    if command_of(table, card) not in (CHIEF_OF_STAFF, SECOND_IN_COMMAND):
        return False
    return not has_commander(table, battle, labels.label(table, card).nation)


def may_take_the_field(table: Table, battle: Battle, card: str) -> bool:
    """Whether a general may be anywhere but in Reserve: a chief of staff only in command [12.3]."""
    return command_of(table, card) != CHIEF_OF_STAFF or acts(table, battle, card)


def corps_of(table: Table, battle: Battle, card: str) -> str:
    """The corps that a general supports: ``A`` for any, empty for none [12.2, 12.3, G-53].

    A chief of staff leads nobody while the army has its commander.
    """
    if acts(table, battle, card):
        return ANY_CORPS
    if command_of(table, card) == CHIEF_OF_STAFF:
        return ""
    return labels.label(table, card).corps


def refuse_field(table: Table, battle: Battle, card: str, to: str) -> Refusal | None:
    """A chief of staff only goes back while the army has its commander [12.3, G-26]."""
    if may_take_the_field(table, battle, card):
        return None
    side = side_of(labels.label(table, card).nation)
    place = battle.cards[card].place
    goes_back = to == places.reserve(side) or (
        places.owner(place) != side and places.owner(to) == side
    )
    if goes_back and not places.is_reserve(place):
        return None
    name = labels.name_of(table, card)
    detail = f"{name} stays in Reserve, or goes back there, while the army has its commander."
    return refuse("CHIEF_OF_STAFF", "12.3", detail)
