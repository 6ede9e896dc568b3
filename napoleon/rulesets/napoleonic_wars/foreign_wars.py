"""7.6 Ending foreign wars: a die for a CP, and a 6 ends one."""

from __future__ import annotations

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.foreign_wars import ForeignWarEnded, ForeignWarRolled
from napoleon.rulesets.napoleonic_wars.impulses import IMPULSE
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndForeignWar
from napoleon.rulesets.napoleonic_wars.pools import ANYTHING, in_cp, pay, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import Acting

NEEDED = 6
COST = 1


def _own_wars(it: Acting) -> list[str]:
    """Those of which the nation can end one by a die; a war on trade ends otherwise [R-112]."""
    own = (war.card for war in it.state.foreign_wars if war.nation == it.nation)
    return [card for card in own if it.pack.cards[card].type == "foreign_war"]


def _refuse_war(it: Acting, card: str) -> Refusal | None:
    if card in _own_wars(it):
        return None
    return refuse("NO_SUCH_WAR", "7.6.a", "The nation has no such foreign war.", card=card)


def _roll(it: Acting, order: EndForeignWar) -> None:
    pay(it, ANYTHING, (Line(COST, "7.6.a", say("a die for a foreign war")),), "7.6.a")
    die, draw = it.table.draw(range(1, 7), "foreign war", PUBLIC)
    it.tell(ForeignWarRolled, "7.6.a", card=order.card, die=die, draw=draw)
    if die >= NEEDED:
        remove = it.pack.cards[order.card].remove
        it.tell(ForeignWarEnded, "7.6.b", "R-51", card=order.card, remove=remove)


END_FOREIGN_WAR = DeclaredVerb(
    EndForeignWar,
    IMPULSE,
    "7.6.a",
    fields={"card": Domain(_own_wars, refusal=_refuse_war)},
    refuses=lambda it, order: refuse_cost(it, ANYTHING, COST, "7.6.a"),
    does=_roll,
    line="end {card:card}",
    says=say("Roll to end %(card)s"),
    price=in_cp(COST),
)

VERBS = (END_FOREIGN_WAR,)
