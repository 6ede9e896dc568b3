"""Rules are pure: the same position, order and draws give the same events, and nothing else counts.

What a position is stands in its state and nowhere else; chance comes in by one door, and whatever
is drawn is told by an event.
"""

from __future__ import annotations

import msgspec
import rfc8785

from napoleon.chance import CHAINS, SeededChance
from napoleon.log.events.draws import drawn_values, with_calls
from napoleon.rules.events import REFEREE, RULES
from napoleon.rules.orders import Refusal
from napoleon.rules.phrases import PLAIN, told
from napoleon.rules.terms import Result
from tests.rulesets.entrants import frozen
from tests.rulesets.playing import Played

STEPS = 60
"""Orders of a game that are decided twice."""

SEED = "18" * 32


def test_the_same_order_causes_the_same_events(played: Played) -> None:
    rules = played.entrant.rules
    for step in played.sample(STEPS, "twice"):
        causes = []
        for _ in range(2):
            state = played.entrant.thawed(step.before)
            chance = SeededChance(SEED, played.id, drawn=state.draws)
            events = rules.decide(state, step.decision.seat, step.order, chance)
            assert frozen(state) == step.before, f"decide has changed the position: {step}"
            causes.append(msgspec.json.encode(events))
        assert causes[0] == causes[1], f"{played}, {step}\n{causes[0]!r}\n{causes[1]!r}"


def test_an_order_moves_its_position_to_where_its_events_lead(played: Played) -> None:
    """So it may be carried out on the table itself, and what it asks next need not be looked for.

    It does not matter whether somebody says who is asked before it.
    """
    rules = played.entrant.rules
    for step in played.sample(STEPS, "carried out"):
        state = played.entrant.thawed(step.before)
        chance = SeededChance(SEED, played.id, drawn=state.draws)
        caused = rules.decide(state, step.decision.seat, step.order, chance)
        where = f"{played}, {step}"
        assert not isinstance(caused, Refusal), where
        after = played.entrant.after(state, caused)
        for asked in (None, rules.decisions(state)):
            moved = played.entrant.thawed(step.before)
            chance = SeededChance(SEED, played.id, drawn=state.draws)
            carried = rules.carry_out(moved, step.decision.seat, step.order, chance, asked)
            assert not isinstance(carried, Refusal), where
            assert msgspec.json.encode(carried.events) == msgspec.json.encode(caused), where
            assert frozen(moved) == frozen(after), f"another position: {where}"
            assert carried.decisions == rules.decisions(after), f"other questions: {where}"


def test_every_draw_is_told_by_an_event(played: Played) -> None:
    rules = played.entrant.rules
    drew = 0
    for step in played.steps:
        if drew > STEPS or not any(map(drawn_values, played.caused(step))):
            continue
        drew += 1
        where = f"{played}, {step}"
        state = played.entrant.thawed(step.before)
        chance = SeededChance(SEED, played.id, drawn=state.draws)
        events = rules.decide(state, step.decision.seat, step.order, chance)
        assert not isinstance(events, Refusal), f"an offer is refused: {where}\n{events}"
        with_calls(events, chance.calls, SEED)
        told = [value for event in events for value in drawn_values(event)]
        assert len(told) == len(chance.calls), (
            f"{len(chance.calls)} draws were made, and events tell of {len(told)}: {where}"
        )
        after = played.entrant.after(state, events)
        assert after.draws == state.draws + len(told), (
            f"state.draws is {after.draws} after draw {state.draws + len(told) - 1}: {where}"
        )
        for call in chance.calls:
            assert call.chain in CHAINS and call.purpose.strip(), f"{call}: {where}"
            rfc8785.dumps(call.purpose)
    assert drew, f"{played}: nothing was drawn"


def test_applying_leaves_alone_whatever_else_there_is(played: Played) -> None:
    """The same events move equal positions to equal positions, whoever applied others before."""
    for step in played.sample(STEPS, "apart"):
        events = played.caused(step)
        said = msgspec.json.encode(events)
        state = played.entrant.thawed(step.before)
        one = played.entrant.after(state, events)
        other = played.entrant.after(state, events)
        where = f"{played}, {step}"
        assert frozen(one) == frozen(other), f"applied twice, two positions: {where}"
        assert frozen(state) == step.before, f"an event shares something with a position: {where}"
        moved = played.entrant.rules
        for decision in moved.decisions(one):
            list(moved.legal_orders(one, decision))
        assert msgspec.json.encode(events) == said, f"applying has changed an event: {where}"


def test_a_position_survives_being_written_down(played: Played) -> None:
    kind = played.entrant.rules.state_type
    for step in played.sample(STEPS, "written"):
        state = played.entrant.thawed(step.before)
        as_json = msgspec.json.decode(msgspec.json.encode(state), type=kind)
        assert as_json == state, f"{played}, version {step.version}: not the same from JSON"
        assert frozen(as_json) == step.before, f"{played}, version {step.version}: another order"
        assert played.entrant.rules.decisions(as_json) == played.entrant.rules.decisions(state)


def test_somebody_decides_until_there_is_a_result(played: Played) -> None:
    rules = played.entrant.rules
    for step in played.sample(STEPS, "questions"):
        state = played.entrant.thawed(step.before)
        decisions = rules.decisions(state)
        where = f"{played}, version {step.version}: {decisions}"
        assert state.result is None and decisions, where
        assert frozen(state) == step.before, f"asking has changed the position: {where}"
        ids, asked = [it.id for it in decisions], [(it.seat, it.subject) for it in decisions]
        assert len(set(ids)) == len(ids), f"two decisions of the same id: {where}"
        assert len(set(asked)) == len(asked), f"a seat is asked two things at once: {where}"
        for it in decisions:
            alone = [other for other in decisions if other.seat == it.seat] == [it]
            assert alone or it.subject, f"a seat is asked for itself and for others: {where}"
        texts = [(it.seat, told(it.prompt, PLAIN)) for it in decisions]
        assert len(set(texts)) == len(texts), f"two questions read the same: {where}"
        for it in decisions:
            assert it.seat in played.seats, f"{it.seat} is no seat: {where}"
            assert it.id and it.kind and told(it.prompt, PLAIN).strip(), (
                f"says too little: {it}, {where}"
            )
            assert rules.clause(it.clause), f"the clause of {it} has no text: {where}"
    end = played.end.state
    if end.result is not None:
        assert type(end.result) is Result
        assert rules.decisions(end) == [], f"{played} is over, and asks {rules.decisions(end)}"


def test_a_decision_keeps_its_id_while_others_answer(played: Played) -> None:
    """And the id of one that was answered never comes again."""
    rules = played.entrant.rules
    answered: dict[str, int] = {}
    for step, then in zip(played.steps, [*played.steps[1:], None], strict=True):
        if step.decision.id in answered:
            raise AssertionError(
                f"{played}, {step}: {step.decision.id} was answered at version "
                f"{answered[step.decision.id]} before"
            )
        answered[step.decision.id] = step.version
        if then is not None:
            again = rules.decisions(played.entrant.thawed(then.before))
            assert then.decision in again, f"{played}, {then}"
            assert step.decision.id not in {it.id for it in again}, (
                f"{step.decision.id} was answered and is asked again: {played}, {step}"
            )
            own = step.decision.seat
            others = [
                it
                for it in rules.decisions(played.entrant.thawed(step.before))
                if it.seat == own and it != step.decision
            ]
            still = {(it.kind, it.subject): it.id for it in again if it.seat == own}
            for it in others:
                assert still.get((it.kind, it.subject), it.id) == it.id, (
                    f"{it.id} has another id once {step.decision.id} is answered: {played}, {step}"
                )


def test_events_say_in_which_turn_and_phase_they_happened(played: Played) -> None:
    turns = [0]
    for step, then in zip(played.steps, [*played.steps[1:], None], strict=True):
        state = played.end.state if then is None else played.entrant.thawed(then.before)
        turns.append(state.turn)
        *_, last = played.caused(step)
        assert (last.turn, last.phase) == (state.turn, state.phase), (
            f"{played}, {step}\nthe last event says {last.turn}, {last.phase!r}, the position "
            f"{state.turn}, {state.phase!r}: {last}"
        )
        for event in played.caused(step):
            assert event.by in (*played.seats, RULES, ""), f"{event.by} acted: {event}"
            assert event.by != REFEREE and event.phase, f"in which phase was that? {event}"
    assert turns == sorted(turns), f"{played}: turns go back"
