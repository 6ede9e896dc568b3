"""Neutral minors are invaded: no declaration of war is needed, and marching in is the attack.

[8.33.b, 9.54]
"""

from __future__ import annotations

from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars import pacts
from napoleon.rulesets.napoleonic_wars.encounters import stays_home
from napoleon.rulesets.napoleonic_wars.nations import (
    PRUSSIA,
    at_war,
    is_allied,
    is_first_round,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.spaces import controller
from napoleon.rulesets.napoleonic_wars.state import PACT, State
from napoleon.rulesets.napoleonic_wars.table import Wars


def is_of_neutral(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether a space has a controller neither at war nor allied with a nation."""
    owner = controller(state, pack, space)
    return not is_allied(state, owner, nation) and not at_war(state, owner, nation)


def refuse_invasion(state: State, pack: Pack, space: str, nation: str) -> Refusal | None:
    """Why a nation cannot attack the neutral that controls a space by entering it [8.33, R-182]."""
    owner = controller(state, pack, space)
    if not is_of_neutral(state, pack, space, nation):
        return refuse("NOT_NEUTRAL", "9.54.b", "No neutral controls that duchy.", to=space)
    if pack.nations[owner].rank != "minor" or state.nations[owner].box == PACT:
        detail = "War is declared on a neutral power before anybody enters its duchies."
        return refuse("DECLARE_FIRST", "8.33.a", detail, to=space)
    if nation not in state.powers and state.nations[nation].box != PACT:
        detail = "A nation without an ally attacks nobody who is neutral."
        return refuse("NEUTRAL_ATTACKS", "8.33.a", detail, nation=nation)
    return pacts.refuse_attack(state, pack, owner, nation)


def refuse_leaving_home(state: State, pack: Pack, space: str, nation: str) -> Refusal | None:
    """Why Prussia cannot enter a space in the first round of 1805 [8.5.a]."""
    if not stays_home(state, pack, nation, space):
        return None
    detail = "In the first round of 1805 Prussian forces stay in Prussia, unless it is invaded."
    return refuse("STAYS_HOME", "8.5.a", detail, to=space)


def rouses_prussia(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether a nation that enters a space invades Prussia in the first round of 1805 [8.5]."""
    own = controller(state, pack, space) == PRUSSIA or pack.spaces[space].home == PRUSSIA
    enters = own and at_war(state, nation, PRUSSIA)
    return enters and not state.roused and is_first_round(state)


def what_follows(table: Wars, nation: str, attacker: str) -> Phrase:
    """The commander of a neutral that is attacked, as its attacker is told before."""
    guard = pacts.protector(table.state, table.data, nation, attacker)
    if guard:
        return say("%(nation)s enters a Pact with %(row)s", nation=nation, row=guard)
    keys = pacts.caretakers(table, nation, attacker)
    if not keys:
        return say("nobody commands %(nation)s", nation=nation)
    seat = min(keys, key=lambda it: keys[it])
    return say("%(seat)s commands %(nation)s", nation=nation, seat=seat)
