"""The lines of each game: what the page shows, any order, names, and what is no line.

A game tells of its lines in `lines` of the folder of its tests. That offers are read back from
their lines as games are played is held by `test_notation`.
"""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given

from napoleon.play.requests import parsed
from napoleon.rules.kit.conceding import AgreeToEnd, Resign
from napoleon.rules.notation.grammar import Grammar
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Order, Refusal, verb_of
from tests import notation_page
from tests.rulesets.lines import Lines, every_games_lines
from tests.rulesets.made_orders import any_order

GAMES = pytest.mark.parametrize("lines", every_games_lines().values(), ids=every_games_lines())

STRANGE = ("\x00", "x" * 30_000, ":" * 9_000, "\u0661 \u0662", '"', '""')
"""Lines that are too long or too strange in any game."""


# -- the page --------------------------------------------------------------------------------------


@GAMES
def test_an_example_of_the_page_is_read_and_written(lines: Lines) -> None:
    for line, data in notation_page.examples(lines.page):
        order = parsed([json.loads(data)], lines.rules)
        assert not isinstance(order, Refusal), order
        assert lines.read_anywhere(line) == order[0], line
        written = lines.notation.write(order[0])
        assert lines.read_anywhere(written) == order[0], written
        assert (written == line) == (line not in lines.other_way_round), (written, line)


@GAMES
def test_the_page_shows_every_order_in_every_way(lines: Lines) -> None:
    examples = notation_page.examples(lines.page)
    shown = {json.loads(data)["order"] for _, data in examples}
    assert shown == {verb_of(verb) for verb in lines.rules.verbs}
    openings = {fold(re.split(r"[{\[]", it.template)[0]) for it in lines.patterns}
    assert all(any(fold(line).startswith(words) for line, _ in examples) for words in openings)
    assert len({line for line, _ in examples}) == len(examples)


@GAMES
def test_an_abbreviation_of_the_page_is_understood(lines: Lines) -> None:
    for typed, line in notation_page.abbreviations(lines.page):
        state, seat = lines.at(line)
        read = lines.understood(typed, state, seat)
        assert isinstance(read, Order), (typed, read)
        assert lines.written(read, state, seat) == line


@GAMES
def test_the_refusals_of_the_page(lines: Lines) -> None:
    line, begins = lines.bad
    bad = lines.understood(line, *lines.at(line))
    assert isinstance(bad, Refusal) and bad.code == "BAD_LINE"
    assert bad.detail.startswith(f"That line cannot be read from column {begins}"), bad.detail
    ambiguous = lines.understood(lines.ambiguous, *lines.at(lines.ambiguous))
    assert isinstance(ambiguous, Refusal) and ambiguous.code == "AMBIGUOUS_LINE"
    assert f"AMBIGUOUS_LINE  {ambiguous.detail}\n" in lines.page


# -- round trips -----------------------------------------------------------------------------------


@GAMES
def test_any_order_is_read_back_from_its_line_apart_from_a_position(lines: Lines) -> None:
    @given(any_order(lines.rules.verbs, lines.held))
    def each(order: Order) -> None:
        line = lines.notation.write(order)
        assert "\n" not in line
        assert lines.read_anywhere(line) == order, line
        assert '"' in line or lines.read_anywhere(f"  {line.upper()} ") == order, line

    each()


def test_a_notation_that_loses_what_an_order_says_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = every_games_lines()["napoleonic_empire"]
    whole = Grammar.write
    monkeypatch.setattr(
        Grammar, "write", lambda self, order, scope: whole(self, order, scope).rpartition(" ")[0]
    )
    for noticed in (
        test_any_order_is_read_back_from_its_line_apart_from_a_position,
        test_an_example_of_the_page_is_read_and_written,
        test_things_go_by_all_of_their_names,
    ):
        with pytest.raises(AssertionError):
            noticed(lines)


@GAMES
def test_things_go_by_all_of_their_names(lines: Lines) -> None:
    for line, order, names in lines.called:
        for thing, words in names.items():
            written, *others = words
            assert lines.notation.write(order(thing)) == line.format(written)
            for name in (written, *others, thing):
                assert lines.read_anywhere(line.format(name)) == order(thing), name


@GAMES
def test_what_ends_the_game_is_said_in_full(lines: Lines) -> None:
    state, seat = lines.at("")
    for typed in ("r", "re", "resig", "agree", "agree to e", "a t e"):
        read = lines.understood(typed, state, seat)
        assert not isinstance(read, Resign | AgreeToEnd), typed
    assert lines.understood("RESIGN", state, seat) == Resign()
    assert lines.understood("ag to end", state, seat) == AgreeToEnd()


# -- what is wrong ---------------------------------------------------------------------------------


@GAMES
def test_a_line_that_cannot_be_read_says_where_and_why(lines: Lines) -> None:
    for line, column, expected in lines.misread:
        refused = lines.understood(line, *lines.at(""))
        assert isinstance(refused, Refusal), line
        assert (refused.code, refused.clause) == ("BAD_LINE", ""), line
        assert (refused.facts["column"], {*refused.facts["expected"]}) == (column, expected), line


@GAMES
def test_no_line_is_too_long_or_too_strange_to_answer(lines: Lines) -> None:
    for line in (*STRANGE, *lines.strange):
        refused = lines.understood(line, *lines.at(""))
        assert isinstance(refused, Refusal) and refused.code == "BAD_LINE", line[:20]


@GAMES
def test_lines_are_the_same_whatever_is_hidden(lines: Lines) -> None:
    one, other, seats, typed = lines.twins
    for seat in seats:
        for line in typed:
            answers = [lines.understood(line, it, seat) for it in (one, other)]
            assert answers[0] == answers[1], line
