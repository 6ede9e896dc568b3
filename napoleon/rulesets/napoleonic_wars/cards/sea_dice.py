"""Cards that change the dice of ships and batteries [13.4, W.GUNS, W.NAVAL]."""

from __future__ import annotations

from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing
from napoleon.rulesets.napoleonic_wars.events.sea_battles import SeaDiceChanged
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Guns, SeaBattle
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Siege


def fight(at: Playing) -> SeaBattle | Guns | None:
    """The naval battle, or the fire of batteries, in which dice are rolled next."""
    kinds = (SeaBattle, Guns, Battle, Siege)
    found = next((it for it in reversed(at.state.stack) if isinstance(it, kinds)), None)
    return found if isinstance(found, (SeaBattle, Guns)) else None


def refuse_dice(at: Playing) -> Refusal | None:
    """Why its dice are not changed: ships or batteries of the nation have to take part."""
    found = fight(at)
    if isinstance(found, Guns) and found.nation == at.nation:
        return None
    if isinstance(found, SeaBattle) and at.nation in (
        *found.attacker.nations,
        *found.defender.nations,
    ):
        return None
    detail = "No ships or batteries of the nation fight now."
    return refuse("NO_SHIPS_THERE", "6.14.a", detail)


def change(at: Playing, n: int) -> None:
    """Dice for the side of the nation in this round."""
    at.tell(SeaDiceChanged, "13.4.b", amount=n)
