"""8.2 to 8.22, 8.32 Pacts made and broken, and who commands a proxy that is attacked.

What a seat commands it sees, from the event on by which it does so, and no longer [R-67]. So a hand
that a seat has known is replaced when somebody else gets it, or nobody [8.21.b, 8.32.d].
"""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.breaches import open_breach
from napoleon.rulesets.napoleonic_wars.conquest import country
from napoleon.rulesets.napoleonic_wars.events.conquest import ForcesRegrouped, HandChanged
from napoleon.rulesets.napoleonic_wars.events.flags import FlagRemoved
from napoleon.rulesets.napoleonic_wars.events.hands import HandLookedAt
from napoleon.rulesets.napoleonic_wars.events.pacts import (
    CaretakerAppointed,
    CaretakerDismissed,
    PactEnded,
    PactFormed,
    RuptureSettled,
)
from napoleon.rulesets.napoleonic_wars.events.war import WarBegan
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Rupture
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.impulses import IMPULSE
from napoleon.rulesets.napoleonic_wars.nations import (
    at_war,
    commander,
    enemies,
    followers,
    in_track_order,
    is_allied,
    is_grace,
    playing_on,
    powers_of,
    side_of,
)
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import AcceptPact
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.scoring import keys_of
from napoleon.rulesets.napoleonic_wars.setting_up import draw_card
from napoleon.rulesets.napoleonic_wars.spaces import present
from napoleon.rulesets.napoleonic_wars.state import PACT, State
from napoleon.rulesets.napoleonic_wars.table import Wars

# -- hands that change their reader ----------------------------------------------------------------


def replace_hand(table: Wars, nation: str, *clauses: str) -> None:
    """The hand of a proxy is thrown in, and as many cards are drawn; its commander sees them.

    If nobody does, nobody sees them [8.21.b].
    """
    thrown = tuple(table.state.nations[nation].hand)
    if not thrown:
        return
    table.record(HandChanged(nation, thrown), *clauses)
    refill(table, nation, len(thrown), *clauses)


def refill(table: Wars, nation: str, cards: int, *clauses: str) -> None:
    """As many cards are drawn as were thrown in."""
    for number in range(cards):
        draw_card(table, nation, f"card {number + 1} of a new hand of {nation}", *clauses)


def look_at(table: Wars, nation: str) -> None:
    """The new commander of a nation sees its hand."""
    seat, hand = commander(table.state, nation), tuple(sorted(table.state.nations[nation].hand))
    if seat and hand:
        table.record(HandLookedAt(seat, nation, hand), "R-67")


# -- a Pact [8.2] ----------------------------------------------------------------------------------


def wars_taken_over(state: State, pack: Pack, nation: str, power: str) -> list[str]:
    """The enemies of a proxy that a power goes to war with by its Pact [R-177]."""
    return [it for it in enemies(state, pack, nation) if not at_war(state, power, it)]


def refuse_pact(state: State, pack: Pack, nation: str, power: str) -> Refusal | None:
    """Why a proxy cannot enter a Pact with a power because of the wars that come with it."""
    own, camp = [nation, *followers(state, pack, nation)], side_of(state, pack, power)
    taken = wars_taken_over(state, pack, nation, power)
    if is_grace(state, own, enemies(state, pack, power)) or is_grace(state, camp, taken):
        detail = "One of them may not go to war with an enemy of the other yet."
        return refuse("GRACE", "15.21.d", detail, nation=nation)
    return _refuse_own(state, camp, taken, nation)


def _refuse_own(state: State, side: list[str], met: list[str], nation: str) -> Refusal | None:
    """Why a side does not go to war with others over a nation: a player commands some of both."""
    seats = {commander(state, it) for it in side} - {""}
    if any(commander(state, it) in seats for it in met):
        detail = "A player does not go to war with a nation of their own."
        return refuse("OWN_NATION", "8.22.c", detail, nation=nation)
    return None


def form(table: Wars, nation: str, power: str, *clauses: str, attacked: bool = False) -> None:
    """The consul of a proxy enters the Pact box of a power: same camp, same wars [8.2.a, R-66].

    A nation that enters it by itself is a declarer as to forces that stand among each other; the
    `attacked` nation is none.
    """
    state, pack = table.state, table.data
    for foe in wars_taken_over(state, pack, nation, power):
        if not at_war(state, power, foe):
            one, other = side_of(state, pack, power), side_of(state, pack, foe)
            table.record(WarBegan(power, foe, tuple(one), tuple(other)), "R-177")
    own = (nation, *followers(state, pack, nation))
    before = {it: (commander(state, it), {*enemies(state, pack, it)}) for it in own}
    foes = enemies(state, pack, power)
    kept = state.nations[nation].caretaker
    thrown = tuple(state.nations[nation].hand) if kept else ()
    if thrown:
        table.record(HandChanged(nation, thrown), "8.32.d")
    event = PactFormed(nation, power, state.nations[power].camp, own, tuple(foes))
    table.record(event, *clauses, "8.2.a", "R-66")
    refill(table, nation, len(thrown), "8.32.d")
    for it in own:
        if commander(state, it) != before[it][0] and not (it == nation and kept):
            look_at(table, it)
    if not attacked:
        new = [it for it in foes if it not in before[nation][1]]
        open_breach(table, own, new)


# -- attacked proxies [8.32] -----------------------------------------------------------------------


def protector(state: State, pack: Pack, nation: str, attacker: str) -> str:
    """The power to whose Pact box an attacked client goes; empty if it gets a caretaker [8.32.a-b].

    It stands on its row, and that power is not of the attacker's side, nor at war with it.
    """
    it = state.nations[nation]
    if not it.row or not it.box or is_allied(state, it.row, attacker):
        return ""
    if at_war(state, it.row, nation) or refuse_pact(state, pack, nation, it.row) is not None:
        return ""
    return it.row


def drawn_in(state: State, pack: Pack, nation: str, attacker: str) -> list[str]:
    """The nations that an attack on a neutral makes enemies of: it, and those who take its side."""
    return [nation, *side_of(state, pack, protector(state, pack, nation, attacker) or nation)]


def refuse_attack(state: State, pack: Pack, nation: str, attacker: str) -> Refusal | None:
    """Why a neutral cannot be attacked: grace, or a player would fight a nation of their own."""
    side, met = side_of(state, pack, attacker), drawn_in(state, pack, nation, attacker)
    if is_grace(state, side, met):
        detail = "Neither side may go to war with the other yet."
        return refuse("GRACE", "15.21.d", detail, nation=nation)
    return _refuse_own(state, side, met, nation)


def attacked(table: Wars, nation: str, attacker: str) -> None:
    """A neutral proxy is attacked: a client goes into Pact, another gets a caretaker [8.32].

    That comes before anything enters it.
    """
    state, pack = table.state, table.data
    side = side_of(state, pack, attacker)
    guard = protector(state, pack, nation, attacker)
    victim = guard or nation
    before = {*enemies(state, pack, attacker)}
    if not at_war(state, victim, attacker):
        met = side_of(state, pack, victim)
        table.record(WarBegan(attacker, victim, tuple(side), tuple(met)), "8.32.a", "8.32.b")
    if guard:
        form(table, nation, guard, "8.32.a", attacked=True)
    orphan = _uncommanded(state, nation)
    if not commander(state, nation) and orphan not in state.powers:
        _appoint(table, orphan, attacker)
    open_breach(table, side, [it for it in enemies(state, pack, attacker) if it not in before])


def _uncommanded(state: State, nation: str) -> str:
    """The caretaker of a nation that nobody commands also runs proxies in Pact with it.

    If a player has left that nation behind, nobody does [R-167].
    """
    it = state.nations[nation]
    return it.row if it.box == PACT and it.row else nation


def caretakers(table: Wars, nation: str, attacker: str) -> dict[str, int]:
    """By seat that comes into question as a caretaker its keys, in the order of R-55 for ties.

    Players at war with the invader; if there are none, those who are neither the invader nor its
    allies. Nobody runs an enemy of theirs, and a player who has left the game runs nothing [R-189].
    """
    state, pack = table.state, table.data
    order = in_track_order(pack, state.powers, attacker)
    found = dict.fromkeys(state.powers[it] for it in order)
    own = {commander(state, it) for it in (attacker, *enemies(state, pack, nation))}
    others = [it for it in found if it in playing_on(state) and it not in own]
    at_odds = [it for it in others if any(at_war(state, p, attacker) for p in powers_of(state, it))]
    apart = [
        it for it in others if not any(is_allied(state, p, attacker) for p in powers_of(state, it))
    ]
    return {
        seat: sum(len(keys_of(table, it)) for it in powers_of(state, seat))
        for seat in at_odds or apart
    }


def _appoint(table: Wars, nation: str, attacker: str) -> None:
    """The player at war with the invader who has fewest keys runs it [8.32.b, R-55]."""
    keys = caretakers(table, nation, attacker)
    if not keys:
        return
    seat = min(keys, key=lambda it: keys[it])
    table.record(CaretakerAppointed(seat, nation, keys[seat]), "8.32.b", "R-55")
    for it in (nation, *followers(table.state, table.data, nation)):
        look_at(table, it)


def _misplaced(table: Wars) -> str:
    """A proxy whose caretaker has left, or has no ground any more: peace, or a war with it."""
    state, pack = table.state, table.data
    for nation in pack.track:
        seat = state.nations[nation].caretaker
        if not seat:
            continue
        foes = enemies(state, pack, nation)
        if seat in state.gone or not foes or any(commander(state, it) == seat for it in foes):
            return nation
    return ""


def _dismiss(table: Wars) -> None:
    """It is neutral again; or another seat runs it, which sees new cards [R-181, R-189].

    A player who has left the game has not seen its hand since then.
    """
    nation = _misplaced(table)
    seat = table.state.nations[nation].caretaker
    left = seat in table.state.gone
    table.record(CaretakerDismissed(seat, nation), "R-189" if left else "R-181")
    if not left:
        replace_hand(table, nation, "8.21.b")
    foes = enemies(table.state, table.data, nation)
    if foes:
        _appoint(table, nation, foes[0])


CARETAKERS = Part[Wars](
    "caretakers",
    lambda table: not table.state.stack or on_top(Impulse)(table),
    (Step("caretaker without a war", lambda table: bool(_misplaced(table)), _dismiss),),
)
"""Whose war is over needs no caretaker."""


# -- a client under a caretaker is taken over [8.32.d] ---------------------------------------------


def _cared_for(it: Acting) -> list[str]:
    return [name for name, of in it.state.nations.items() if of.caretaker]


def _refuse_acceptance(it: Acting, nation: str) -> Refusal | None:
    own = it.state.nations.get(nation)
    if own is None or not own.caretaker or own.row != it.nation or not own.box:
        detail = "Only a client on your row that has a caretaker can be taken over."
        return refuse("NOT_YOUR_CLIENT", "8.32.d", detail, nation=nation)
    if at_war(it.state, nation, it.nation):
        return refuse("AT_WAR", "8.32.d", "You are at war with it.", nation=nation)
    return refuse_pact(it.state, it.pack, nation, it.nation)


ACCEPT_PACT = DeclaredVerb(
    AcceptPact,
    IMPULSE,
    "8.32.d",
    fields={"nation": Domain(_cared_for, refusal=_refuse_acceptance)},
    does=lambda it, order: form(it.table, order.nation, it.nation, "8.32.d"),
    line="accept the pact of {nation:nation}",
    says=say("Take %(nation)s into your Pact; it gets new cards"),
)

VERBS = (ACCEPT_PACT,)


# -- a Pact is over [8.21] -------------------------------------------------------------------------


def _release(table: Wars) -> None:
    """Nobody has restored it: new cards that nobody sees, and forces leave [8.21.b-d]."""
    state, pack, it = table.state, table.data, top(table.state, Rupture)
    nation = it.nation
    table.record(PactEnded(nation, it.power), "8.21.b")
    replace_hand(table, nation, "8.21.b")
    land = country(state, pack, [nation])
    home = pack.home_duchies[nation]
    for space, there in state.spaces.items():
        for other in present(state, space):
            if (space not in land) if other == nation else (space in home):
                table.record(ForcesRegrouped(other, space), "8.21.c")
        own_flag = there.flag == nation and nation not in pack.spaces[space].associated
        if there.flag and (own_flag or (there.flag != nation and space in home)):
            table.record(FlagRemoved(there.flag, space, there.flag), "8.21.c", "R-54")
    table.record(RuptureSettled(nation), "8.21.b")


def _is_restored(table: Wars) -> bool:
    it = top(table.state, Rupture)
    return table.state.nations[it.nation].box == PACT


STEPS = Part[Wars](
    "broken Pact",
    on_top(Rupture),
    (
        Step(
            "restored",
            _is_restored,
            lambda table: table.record(RuptureSettled(top(table.state, Rupture).nation), "8.21.a"),
        ),
        Step("over", lambda table: True, _release),
    ),
)
"""A Pact was broken, and the window is over."""
