"""Nothing leaks: nobody is given anything that depends on what they may not know.

Twins (see `twins`) differ only in that, so whatever a reader is given of them is the same to the
byte. What an event hides is hidden in the views, the questions, the refusals, in how many events
there are and in what order, and at every version in the middle of an order; and it stays hidden
while the game goes on, until an event of a class that `reveals` says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import msgspec
import pytest

from napoleon.chance import PUBLIC, SeededChance
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.orders import Refusal
from napoleon.rules.redaction import redacted, unread
from napoleon.rules.terms import VIEWS
from napoleon.rules.viewer import Viewer
from tests.repetitions import so_many
from tests.rulesets.entrants import frozen, plain
from tests.rulesets.lots import Lots, NoTwin, places_hidden
from tests.rulesets.playing import Played, Step, some
from tests.rulesets.twins import SEED, Twins, alike, redrawn

POSITIONS = 8
"""Positions of a game at which views are looked at."""

DRAWS = 6
"""Orders of a game that drew something hidden and are carried out again, at most."""

PAIRS = so_many(1, DRAWS)
"""Twins that come of these and are played on, at most."""

CHOICES = so_many(3, 10)
"""Orders of a game in whose place others are given, at most."""


GOING_ON = 5
"""Orders that twins are given after they have parted, at most."""


@pytest.mark.parametrize("pairs", PAIRS)
def test_a_draw_that_is_hidden_is_hidden_everywhere(played: Played, pairs: int) -> None:
    entrant = played.entrant
    hides = [cls for cls in entrant.events if cls.drawn in cls.hidden | cls.fogged]
    parted = tried = 0
    for step, reader in _hidden_draws(played)[:DRAWS]:
        # Where the first twins are late it takes the other draws to tell how rare they are.
        if parted >= pairs and parted * 4 >= tried:
            break
        tried += 1
        state, where = entrant.thawed(step.before), f"{played}, {step}"

        def carry_out(chance: Lots, state: Any = state, step: Step = step) -> list[Event]:
            events = entrant.rules.decide(state, step.decision.seat, step.order, chance)
            assert not isinstance(events, Refusal), f"an offer is refused: {step}\n{events}"
            return events

        found = redrawn(entrant, state, step.version, reader, carry_out)
        parted += _cannot_be_told_apart(played, found, where)
    assert not hides or tried, f"{played}: nothing hidden was drawn, though {hides} may hide it"
    assert parted * 4 >= tried, f"{played}: of {tried} hidden draws only {parted} made twins"


def test_what_is_drawn_in_the_set_up_is_hidden_everywhere(played: Played) -> None:
    rules, form = played.entrant.rules, played.form

    def carry_out(chance: Lots) -> list[Event]:
        return rules.setup(form.scenario, form.options, chance)

    for reader in (*played.seats, SPECTATOR):
        found = redrawn(played.entrant, None, 0, reader, carry_out)
        _cannot_be_told_apart(played, found, f"{played}, the set-up")


@pytest.mark.parametrize("choices", CHOICES)
def test_orders_that_look_alike_lead_to_positions_that_look_alike(
    played: Played, choices: int
) -> None:
    for step in played.sample(choices, "choices"):
        state = played.entrant.thawed(step.before)
        legal_orders = played.legal_orders(step, step.decision)
        random = played.random(str(step))
        for reader in [it for it in (*played.seats, SPECTATOR) if it != step.decision.seat]:
            few = some(legal_orders, 12, random)
            pairs = alike(played.entrant, state, step.version, step.decision, few, reader)
            for one, other, twins in islice(pairs, 3):
                where = f"{played}, {step}\n{one} or {other}"
                twins.compare(random, where)


def test_what_is_drawn_in_the_open_is_open_to_everybody(played: Played) -> None:
    """The public chain is revealed link by link, so that anybody can make its draws again."""
    rules = played.entrant.rules
    for step in _drawing(played)[: 3 * DRAWS]:
        state = played.entrant.thawed(step.before)
        chance = SeededChance(SEED, played.id, drawn=state.draws)
        events = rules.decide(state, step.decision.seat, step.order, chance)
        assert not isinstance(events, Refusal), f"an offer is refused: {step}\n{events}"
        for place in sorted(places_hidden(events, state.draws, SPECTATOR)):
            call = chance.calls[place]
            assert call.chain != PUBLIC, (
                f"{call.purpose!r} is drawn from the public chain, though its result is hidden: "
                f"{played}, {step}"
            )


def test_views_are_what_the_service_expects(played: Played) -> None:
    rules = played.entrant.rules
    for step in played.sample(POSITIONS, "views"):
        state = played.entrant.thawed(step.before)
        for reader in (*played.seats, SPECTATOR, REFEREE):
            where = f"{played}, version {step.version}, as {reader} sees it"
            views = plain(rules.view(state, Viewer(reader)))
            assert frozen(state) == step.before, f"a view has changed the position: {where}"
            assert set(views) == set(VIEWS), f"views are {sorted(views)}: {where}"
            again = plain(rules.view(state, Viewer(reader)))
            assert msgspec.json.encode(again) == msgspec.json.encode(views)
            for name, view in views.items():
                now = (view.get("turn"), view.get("phase"))
                assert now == (state.turn, state.phase), f"{name} says {now}: {where}"
                assert "version" not in view, f"the version of {name} is the service's: {where}"
                back = msgspec.json.decode(msgspec.json.encode(view))
                assert msgspec.json.encode(back) == msgspec.json.encode(view), f"{name}: {where}"


def test_what_a_reader_may_not_know_is_null_in_events(played: Played) -> None:
    for event in played.events:
        for reader in (*played.seats, SPECTATOR):
            seen = redacted(event, Viewer(reader))
            msgspec.json.encode(seen)
            veiled = unread(event, Viewer(reader)) - {"breakdown"}
            said = {name: seen["data"][name] for name in veiled}
            assert not any(it is not None for it in said.values()), (
                f"{reader} reads {said}: {event}"
            )
    for event in played.events:
        for name in sorted(event.hidden | event.fogged):
            owner = getattr(event, event.owner, None)
            known = (*played.seats, "", None)
            owners = owner if isinstance(owner, tuple) else (owner,)
            assert all(it in known for it in owners), (
                f"{name} of {event.topic} is hidden from all but {owner!r}, no seat: {event}"
            )


# -- which orders ----------------------------------------------------------------------------------


def _drawing(played: Played) -> list[Step]:
    """Steps by which something was drawn, in no order."""
    drew = [step for step in played.steps if any(it.drawn for it in played.caused(step))]
    return played.random("draws").sample(drew, len(drew))


def _hidden_draws(played: Played) -> list[tuple[Step, str]]:
    """Steps by which something was drawn, each with one of the readers who may not know what."""
    random = played.random("readers")
    found = []
    for step in _drawing(played):
        unknowing = [
            reader
            for reader in (*played.seats, SPECTATOR)
            if any(it.drawn in unread(it, Viewer(reader)) for it in played.caused(step) if it.drawn)
        ]
        if unknowing:
            found.append((step, random.choice(unknowing)))
    return found


def _cannot_be_told_apart(
    played: Played, found: Iterable[tuple[Twins, list[Sequence[Event]]]], where: str
) -> bool:
    """Whether there were twins among those that were `found`. The first ones are played on."""
    for twins, causes in found:
        try:
            twins.follow(causes, where)
        except NoTwin:
            continue
        if twins.differ:
            _go_on(played, twins, where)
            return True
    return False


def _go_on(played: Played, twins: Twins, where: str) -> None:
    """Let both go on as long as nothing is revealed, and compare them each time."""
    random = played.random(where)
    twins.compare(random, where)
    for _ in range(GOING_ON):
        common = twins.common()
        if not common:
            return
        decision, orders = random.choice(common)
        order = random.choice(orders)
        where = f"{where}\n then {decision.seat}: {msgspec.json.encode(order).decode()}"
        try:
            twins.go_on(decision, order, where)
        except NoTwin:
            return
        twins.compare(random, where)
