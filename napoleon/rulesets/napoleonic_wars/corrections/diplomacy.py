"""Correcting where nations stand: consuls, camps, neutrals, caretakers, grace [R-135]."""

from __future__ import annotations

from napoleon.rules.kit.correcting import nothing_to_correct
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars.corrections.checks import (
    CLAUSE,
    refuse_number,
    refuse_under_way,
    refuse_unknown,
)
from napoleon.rulesets.napoleonic_wars.corrections.kinds import (
    SetCamp,
    SetCaretaker,
    SetConsul,
    SetGrace,
    SetNeutral,
)
from napoleon.rulesets.napoleonic_wars.events.corrections_of_diplomacy import (
    CampCorrected,
    CaretakerCorrected,
    CaretakerWithdrawn,
    ConsulCorrected,
    GraceCorrected,
    NeutralCorrected,
)
from napoleon.rulesets.napoleonic_wars.nations import (
    at_war,
    commander,
    enemies,
    followers,
    playing_on,
    powers_of,
)
from napoleon.rulesets.napoleonic_wars.pack import BOXES
from napoleon.rulesets.napoleonic_wars.pacts import look_at
from napoleon.rulesets.napoleonic_wars.state import PACT, pair
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.turn_end import TURNS


def _refuse(table: Wars, nation: str, *, proxy: bool) -> Refusal | None:
    """Consuls and caretakers are of proxies, camps are joined by player powers."""
    refusal = refuse_unknown(table, nation=nation) or refuse_under_way(table)
    if refusal is not None or (nation in table.state.powers) != proxy:
        return refusal
    if proxy:
        return refuse("NO_PROXY", "3.consul", "A player plays that nation: it has no consul.")
    return refuse("NOT_A_POWER", "8.3.c", "A proxy is of the camp of its Pact: set its consul.")


def _refuse_place(table: Wars, wanted: SetConsul) -> Refusal | None:
    """A consul that is Unaligned on its normal face is on no row, any other is on one [8.1]."""
    on_row = wanted.box != BOXES[0] or wanted.plus
    if on_row != bool(wanted.row):
        detail = "A row goes with a box from Friend on, or with the +1 face, and with no other."
        return refuse("ROW_AND_BOX", "8.1.c", detail, row=wanted.row, box=wanted.box)
    if wanted.row and (wanted.row not in table.data.powers or wanted.row == wanted.nation):
        return refuse("NO_SUCH_ROW", "8.1.b", "Only the row of another power.", row=wanted.row)
    if wanted.box == BOXES[PACT]:
        if wanted.plus:
            return refuse("ROW_AND_BOX", "8.1.e", "In Pact a consul shows its normal face.")
        if at_war(table.state, wanted.nation, wanted.row):
            return refuse("AT_WAR", "R-100", "They are at war: set that first.", row=wanted.row)
    return refuse_number(wanted.frozen, TURNS, "15.22.a")


def set_consul(table: Wars, wanted: SetConsul, reason: str) -> Refusal | None:
    """A consul stands in a box of a row; in Pact the proxy is of the power's camp [8.1, 8.2]."""
    name = wanted.nation
    refusal = _refuse(table, name, proxy=True) or _refuse_place(table, wanted)
    if refusal is not None:
        return refusal
    own, place = table.state.nations[name], BOXES.index(wanted.box)
    after = (wanted.row, place, wanted.plus, wanted.frozen)
    if (own.row, own.box, own.plus_face, own.frozen) == after:
        return nothing_to_correct(CLAUSE, nation=name)
    camp = table.state.nations[wanted.row].camp if place == PACT else ""
    companions = (name, *followers(table.state, table.data, name))
    before = {it: commander(table.state, it) for it in companions}
    event = ConsulCorrected(
        name, wanted.row, wanted.box, place, wanted.plus, wanted.frozen, camp, companions, reason
    )
    table.record(event, CLAUSE, "8.1.c")
    for it in companions:
        if commander(table.state, it) != before[it]:
            look_at(table, it)
    return None


def set_caretaker(table: Wars, wanted: SetCaretaker, reason: str) -> Refusal | None:
    """A seat runs a proxy that is at war, and not with a nation of its own; or none does.

    [8.32.b, R-181]
    """
    name, state = wanted.nation, table.state
    refusal = _refuse(table, name, proxy=True)
    if refusal is not None:
        return refusal
    before = state.nations[name].caretaker
    if before == wanted.seat:
        return nothing_to_correct(CLAUSE, nation=name)
    if not wanted.seat:
        table.record(CaretakerWithdrawn(before, name, reason), CLAUSE, "8.32.b")
        return None
    if wanted.seat not in playing_on(state):
        return refuse("UNKNOWN_NAME", CLAUSE, "Nobody plays that seat.", name=wanted.seat)
    foes = enemies(state, table.data, name)
    own = any(commander(state, it) == wanted.seat for it in foes)
    if state.nations[name].box == PACT or not foes or own:
        detail = "A caretaker runs a nation in no Pact that is at war, and not with them."
        return refuse("NO_CARETAKER", "R-181", detail, nation=name)
    table.record(CaretakerCorrected(wanted.seat, name, before, reason), CLAUSE, "8.32.b")
    look_at(table, name)
    return None


def set_camp(table: Wars, wanted: SetCamp, reason: str) -> Refusal | None:
    """A player power is of a camp, at war with nobody there; its proxies come along [8.3, R-89]."""
    name, state = wanted.nation, table.state
    refusal = _refuse(table, name, proxy=False)
    if refusal is not None:
        return refusal
    members = [it for it, of in state.nations.items() if of.camp == wanted.camp]
    own = [state.nations[it].camp for it in powers_of(state, state.powers[name]) if it != name]
    if any(it not in ("", wanted.camp) for it in own):
        return refuse("OTHER_CAMP", "8.3.d", "Its player has a power in the other camp.")
    if any(at_war(state, name, it) for it in members):
        return refuse("AT_WAR", "8.3.e", "It is at war with a member: set that first.")
    before = state.nations[name].camp
    if before == wanted.camp:
        return nothing_to_correct(CLAUSE, nation=name)
    companions = (name, *followers(state, table.data, name))
    event = CampCorrected(name, before, wanted.camp, companions, reason)
    table.record(event, CLAUSE, "8.3.c")
    return None


def set_neutral(table: Wars, wanted: SetNeutral, reason: str) -> Refusal | None:
    """A nation is of no camp, and its conqueror's camp may pass through its country [15.21]."""
    name, state = wanted.nation, table.state
    refusal = refuse_unknown(table, nation=name) or refuse_under_way(table)
    if refusal is None and wanted.conqueror:
        refusal = refuse_unknown(table, nation=wanted.conqueror)
    if refusal is not None:
        return refusal
    own = state.nations[name]
    if own.box == PACT or wanted.conqueror == name:
        detail = "A proxy in Pact is of the camp of its power, and nobody conquers themselves."
        return refuse("NOT_NEUTRAL", "8.2.f", detail, nation=name)
    if (own.camp, own.conquered) == ("", wanted.conqueror):
        return nothing_to_correct(CLAUSE, nation=name)
    companions = (name, *followers(state, table.data, name))
    event = NeutralCorrected(name, own.camp, wanted.conqueror, companions, reason)
    table.record(event, CLAUSE, "15.21.c")
    return None


def set_grace(table: Wars, wanted: SetGrace, reason: str) -> Refusal | None:
    """Two nations may not go to war before the interphase of a turn [15.21.d]."""
    refusal = refuse_unknown(table, one=wanted.one, other=wanted.other)
    refusal = refusal or refuse_number(wanted.until, TURNS, "15.21.d")
    if refusal is not None:
        return refusal
    if wanted.one == wanted.other:
        return refuse("ONE_NATION", "15.21.d", "Name two nations.", nation=wanted.one)
    if at_war(table.state, wanted.one, wanted.other):
        return refuse("AT_WAR", "15.21.d", "They are at war: set that first.")
    if table.state.grace.get(pair(wanted.one, wanted.other), 0) == wanted.until:
        return nothing_to_correct(CLAUSE, one=wanted.one, other=wanted.other)
    event = GraceCorrected(wanted.one, wanted.other, bool(wanted.until), wanted.until, reason)
    table.record(event, CLAUSE, "15.21.d")
    return None
