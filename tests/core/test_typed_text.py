"""Whatever people type is read in a time that grows as its length does, on every grammar.

A pattern with two repeats that may share what they match takes four times as long for twice the
text, and a line of blanks then holds a process for seconds. All patterns of the service are tried
with the worst texts that can be made from them, so that a new one is held to it too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import chain
from time import thread_time

import pytest

from api.commands import grammar
from api.commands.grammar import LONGEST
from api.commands.table import COMMANDS, READER
from api.mail.answering.quotes import lines as quoted
from api.mail.answering.senders import _AWAY
from api.mail.answering.texts import from_html, unfolded
from api.mail.tokens import find_tag
from napoleon.play import game_file
from napoleon.rules.contract import installed
from napoleon.rules.notation.codecs import one_after_the_other
from napoleon.rules.notation.declared import LONGEST_LINE
from napoleon.rulesets.napoleon_columbia.position_notation import DERIVED
from tests.patterns import Made, Use, modules, trouble, uses
from tests.repetitions import so_many, some_of

OWN_WORDS = frozenset({"picture", "story", "prose", "packs", "explanations"})
"""Rooms that read nothing but what data packs and rules say: the texts are as long as those are."""

MADE: dict[str, Callable[[], list[re.Pattern[str]]]] = {
    "api.commands.grammar.pattern_of": lambda: [grammar.pattern_of(it) for it in COMMANDS],
    "api.commands.grammar.head_of": lambda: [grammar.head_of(it) for it in COMMANDS if it.in_lines],
    "api.commands.grammar.ending_of": lambda: [
        grammar.ending_of(it) for it in COMMANDS if it.in_lines
    ],
    "napoleon.rules.notation.derived.pattern_of": lambda: DERIVED.patterns,
}
"""Patterns that are put together by a function, and all that it makes."""


@cache
def patterns() -> dict[str, list[Use | Made]]:
    """All patterns that may read what somebody has typed, by room."""
    found: dict[str, list[Use | Made]] = {}
    for module in modules():
        parts = module.__name__.split(".")
        if not OWN_WORDS & {*parts}:
            found.setdefault(".".join(parts[:2]), []).extend(uses(module))
    return {room: some for room, some in found.items() if some}


@pytest.mark.parametrize("letters", so_many(4, 40))
def test_every_pattern_is_linear(letters: int) -> None:
    assert len(patterns()) > 10
    for use in chain.from_iterable(patterns().values()):
        if isinstance(use, Made):
            assert use.where in MADE, f"{use.where} makes a pattern that nobody tries: {use.call}"
            tried = [Use(use.where, it, "fullmatch") for it in MADE[use.where]()]
        else:
            tried = [use]
        for it in tried:
            found = trouble(it, letters)
            assert not found, f"{it.where} {it.pattern.pattern!r}: {found}"


QUADRATIC = (
    (r"press to +([^:]*?) *:", "match"),
    (r"\s*end\s*[.:!]?\s*", "fullmatch"),
    (r"\s+(?:and|et)\s+", "search"),
    (r"\S+@\S+ x", "match"),
)


@pytest.mark.parametrize(("pattern", "method"), some_of(QUADRATIC[1:2], QUADRATIC, together=True))
def test_what_is_not_linear_is_found_out(pattern: str, method: str) -> None:
    assert trouble(Use("", re.compile(pattern), method))


def test_what_is_linear_is_no_trouble() -> None:
    assert not trouble(Use("", re.compile(r"\s*+end ?[.:!]?"), "fullmatch"))


PUMPS = (" ", "a", "a ", "1", "1 ", ",", ", ", ":", ": ", "-", "- ", ">", "@", "(", "a (", '"')
PUMPS += (
    "\\",
    '"a',
    "[",
    "]",
    "<",
    "\u00e9",
    "\t",
    "\n",
    "=",
    "a=",
    ";",
    "to ",
    "and ",
    "from: ",
    "*",
)

HEADS = ("", "press to ", "dispatch from a", "dispute 1 ", "set 1 ", "then", "end press", "- ")
HEADS += ("On ", "From: ", '[Name "', "instruct x ", "[#", "re: ")

TAILS = ("", "!", "\n!")

NOTATIONS = sorted(it for it, rules in installed().items() if rules.notation)

WORST = 0.05
"""Seconds for the longest text of a line, on a machine that does other things as well."""


def _grammars() -> dict[str, Callable[[str], object]]:
    return {
        "commands": READER.read,
        "openings": READER.opens,
        "quotes": quoted,
        "soft wraps": lambda text: unfolded(text, delsp=True),
        "html": from_html,
        "tags": find_tag,
        "subjects": _AWAY.match,
        "game files": lambda text: game_file.read(text, {}),
    }


@pytest.mark.parametrize("tail", some_of(["!"], TAILS))
@pytest.mark.parametrize("name", sorted(_grammars()))
def test_grammars_take_twice_as_long_for_twice_the_text(name: str, tail: str) -> None:
    read = _grammars()[name]
    for head in HEADS:
        for pump in PUMPS:
            short, long = (head + pump * (n // len(pump)) + tail for n in (LONGEST // 2, LONGEST))
            _in_time(read, short, long, WORST)


@pytest.mark.parametrize("pumps", some_of([PUMPS[:8]], [PUMPS[:8], PUMPS[8:]]), ids=len)
@pytest.mark.parametrize("name", some_of(["napoleonic_empire"], NOTATIONS))
def test_orders_take_twice_as_long_for_twice_the_text(name: str, pumps: tuple[str, ...]) -> None:
    rules = installed()[name]
    notation = rules.notation
    assert notation is not None
    for head in ("", *(f"{word} " for word in sorted(notation.words))):
        for pump in pumps:
            short, long = (
                head + pump * (n // len(pump)) for n in (LONGEST_LINE // 2, LONGEST_LINE)
            )
            _in_time(lambda it: notation.read(None, None, "", it), short, long, 10 * WORST)


def test_values_one_after_the_other_are_read_whole_or_not_at_all() -> None:
    pair = re.compile(r"([^(]+) \(([^)]*)\)(?:, |$)")
    assert [it.groups() for it in one_after_the_other(pair, "a (1), b (2)", "x")] == [
        ("a", "1"),
        ("b", "2"),
    ]
    for wrong in ("a", "a (1) b", "(1)", "a (1), b"):
        with pytest.raises(ValueError, match="expected pairs"):
            one_after_the_other(pair, wrong, "pairs")


def _in_time(read: Callable[[str], object], short: str, long: str, enough: float) -> None:
    """A text is read in so many seconds, or in less than three times what half of it takes."""
    took = _took(read, long, enough)
    if took >= enough:
        half = _took(read, short, WORST / 10)
        assert took < 3 * half, (long[:20], long[-20:], half, took)


def _took(read: Callable[[str], object], text: str, enough: float) -> float:
    """The shortest of three times in seconds, or the first one that is less than `enough`."""
    times = []
    for _ in range(3):
        begun = thread_time()
        read(text)
        times.append(thread_time() - begun)
        if times[-1] < enough:
            break
    return min(times)
