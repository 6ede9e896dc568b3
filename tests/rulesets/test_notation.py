"""The notation: what it writes it reads back, orders as well as positions and whole games.

A person types lines, an engine posts them, a game is kept as a text: each goes both ways without
a loss. A line that is no order is refused with a reason; it never breaks anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from napoleon.play import game_file
from napoleon.play.game_file import BadGameFile
from napoleon.rules.contract import Notation, Ruleset
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.notation import UnfinishedOperation, UnreadablePosition
from napoleon.rules.orders import Refusal, verb_of
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from tests.rulesets.entrants import frozen, key
from tests.rulesets.lines import settled
from tests.rulesets.playing import Played, some

POSITIONS = 12
"""Positions of a game at which lines are written."""

MOST_OFFERS = 25
"""Offers of a decision that are written."""

PLAYED_AGAIN = 400
"""Orders of the longest game that is played again from its text."""

NO_LINES = ("", " ", "?", ":", ",,,", '"', "nowhere to be found", "{order}", "\u2028", "9" * 400)
"""Lines that mean nothing in any game."""


def notation(played: Played) -> Notation:
    """The notation of the game."""
    if played.entrant.notation is None:
        pytest.skip("the game has registered no notation: see test_declared")
    return played.entrant.notation


def test_every_offer_is_written_as_a_line_that_is_read_back(played: Played) -> None:
    written = notation(played)
    first_of_its_verb = {type(it.order): it for it in reversed(played.steps)}.values()
    asked = {it.version: it for it in (*played.sample(POSITIONS, "lines"), *first_of_its_verb)}
    for step in asked.values():
        state = played.entrant.thawed(step.before)
        for decision in played.entrant.rules.decisions(state):
            legal_orders = played.legal_orders(step, decision)
            for order in some(legal_orders, MOST_OFFERS, played.random(str(step))):
                line = written.write(order, state, decision.seat)
                back = written.read(state, decision, decision.seat, line)
                where = f"{played}, version {step.version}, {decision.seat}"
                assert back == order, f"{order} is written as {line!r} and read as {back}: {where}"
                assert "\n" not in line, f"{line!r} is more than one line: {where}"
                cited = f"    {line.upper()}  "
                again = written.read(state, decision, decision.seat, cited)
                assert again == order or '"' in line, f"{cited!r} is read as {again}: {where}"


def test_a_line_that_is_no_order_is_refused_with_a_reason(played: Played) -> None:
    rules = played.entrant.rules
    for step in played.sample(3, "no lines"):
        state = played.entrant.thawed(step.before)
        for decision in [*rules.decisions(state), None]:
            for line in NO_LINES:
                seat = decision.seat if decision else played.seats[0]
                answer = notation(played).read(state, decision, seat, line)
                assert isinstance(answer, Refusal), f"{line!r} is read as {answer}: {played}"
                assert answer.code in ("BAD_LINE", "AMBIGUOUS_LINE"), f"{line!r}: {answer}"
                assert answer.detail, f"{line!r} is refused without a reason: {played}"


def test_positions_are_written_and_read_back(played: Played) -> None:
    """In the middle of an operation a position may be unfinished, but not all of them can be."""
    rules, written, asked = played.entrant.rules, notation(played), played.sample(40, "positions")
    at_rest = settled(rules.name)
    texts = 0
    for version, before in [*((it.version, it.before) for it in asked), _end(played)]:
        state = played.entrant.thawed(before)
        try:
            text = written.write_position(state)
        except UnfinishedOperation:
            continue
        texts += 1
        assert frozen(state) == before, f"{played}: writing has changed version {version}"
        back = written.read_position(text)
        again = written.write_position(back)
        assert again == text, f"{played}, version {version}: read back and written again:\n{again}"
        assert back == at_rest(state), f"{played}, version {version}: another position"
        where = f"{played}, version {version}, in the position read back"
        assert rules.decisions(back) == rules.decisions(state), f"other questions: {where}"
        for decision in rules.decisions(state):
            assert _listed(rules, state, decision) == _listed(rules, back, decision), where
    assert texts * 20 > len(asked), f"{played}: of {len(asked)} positions {texts} can be written"


def test_a_text_that_is_no_position_is_refused_with_its_line(played: Played) -> None:
    text = next(_positions(played), "")
    for broken in ("", "nonsense", text.partition("\n")[0]):
        try:
            notation(played).read_position(broken)
        except UnreadablePosition as error:
            assert error.line >= 1 and error.detail
        else:
            raise AssertionError(f"{played} reads a position out of:\n{broken}")


def test_what_views_show_is_written_for_every_reader(played: Played) -> None:
    for step in played.sample(POSITIONS, "views"):
        state = played.entrant.thawed(step.before)
        for reader in (*played.seats, SPECTATOR, REFEREE):
            for faded in (0, step.version):
                known = played.entrant.rules.known(state, Viewer(reader, faded=faded))
                assert notation(played).write_known(known).strip(), f"{played}, {step}, {reader}"


def test_views_are_written_as_what_is_known_where_they_are_all_of_it(played: Played) -> None:
    rules = played.entrant.rules
    for step in played.sample(POSITIONS, "known"):
        state = played.entrant.thawed(step.before)
        for reader in (*played.seats, SPECTATOR):
            viewer, where = Viewer(reader), f"{played}, {step}, {reader}"
            known, views = rules.known(state, viewer), rules.view(state, viewer)
            assert (known == views) == rules.knows_by_views, where
            if rules.knows_by_views:
                text = notation(played).write_known(views.at(step.version))
                assert text == notation(played).write_known(known), where


def test_a_whole_game_is_written_as_a_text_and_played_again(played: Played) -> None:
    if not played.end.over or len(played.steps) > PLAYED_AGAIN:
        return
    written = notation(played)
    text = game_file.write(played.events, written)
    back = game_file.read(text, {played.entrant.rules.name: written})
    assert not isinstance(back, BadGameFile), f"{played}: line {back.line}: {back.detail}"
    given = [(step.decision.seat, step.order) for step in played.steps]
    assert back.orders == given, f"{played}: other orders are read back"
    assert back.game is not None
    assert frozen(back.game.state) == frozen(played.end.state), f"{played}: another end"


def test_a_running_game_is_written_for_every_reader(played: Played) -> None:
    middle = played.steps[len(played.steps) // 2].version
    for reader in (*played.seats, SPECTATOR, REFEREE):
        text = game_file.write(played.events[:middle], notation(played), reader)
        assert f'[Ruleset "{played.entrant.rules.name}"]' in text
        assert "[Seed" not in text, f"{played}: the seed of a running game is told to {reader}"


def _listed(rules: Ruleset, state: Any, decision: Decision) -> set[bytes]:
    """The legal orders for a decision, but for those of which some are only suggested."""
    legal_orders = rules.legal_orders(state, decision)
    return {key(it) for it in legal_orders if verb_of(type(it)) not in decision.checked}


def _end(played: Played) -> tuple[int, bytes]:
    return played.end.version, frozen(played.end.state)


def _positions(played: Played) -> Iterator[str]:
    for step in played.steps:
        try:
            yield notation(played).write_position(played.entrant.thawed(step.before))
        except UnfinishedOperation:
            continue
