"""Cases of a game that are written as a text: what they have in common, whatever the game is.

A case begins with a line ``case``, its name and its clauses; an empty line ends it. A line that
begins with ``>`` says what holds after what was done before it::

    > losses_computed side=french: raw=4 losses=4
    > lines losses_computed side=french: 4 ATTACK.8
    > no armies_retreated
    > refused french: move 1 France-England: ENGLAND_CLOSED MOVE.5

``> losses_computed side=french:`` is about the one such event since the last action.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple


class Case(NamedTuple):
    """A case, and its lines."""

    title: str
    lines: list[str]


def cases(*files: Path) -> Iterator[Case]:
    """All cases of these texts."""
    for file in files:
        for part in file.read_text("utf-8").split("\n\n")[1:]:
            title, *lines = part.strip().split("\n")
            yield Case(title.removeprefix("case "), lines)


def plain(value: Any) -> str:
    """A field as it is written in a case."""
    if isinstance(value, dict):
        value = [f"{name}:{it}" for name, it in value.items()]
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class CaseTable:
    """What happens in a case, line by line; a game says what its lines do, and looks at more."""

    events: list[Any]
    """What has happened since the last action."""
    state: Any

    def play(self, case: Case) -> None:
        """Do what the lines of a case say, and look whether it is so."""
        for line in case.lines:
            head, _, rest = line.partition(":")
            words = head.split()
            try:
                if words[0] == ">":
                    self._expect(words[1:], rest.strip())
                else:
                    self.act(words, rest.strip())
            except AssertionError as failed:
                raise AssertionError(f"{case.title}: {line}\n{failed}") from failed

    def act(self, words: list[str], rest: str) -> None:
        """Do what a line says."""
        raise NotImplementedError

    def _expect(self, words: list[str], rest: str) -> None:
        look = getattr(self, f"_{words[0]}", None)
        if look is not None:
            look(words[1:], rest)
        else:
            self._same(self._the(words), rest)

    def _events(self, words: list[str]) -> list[Any]:
        kind, *wanted = words
        found = [it for it in self.events if it.type == kind]
        return [it for it in found if all(self._has(it, one) for one in wanted)]

    def _has(self, thing: Any, wanted: str) -> bool:
        name, _, value = wanted.partition("=")
        return plain(getattr(thing, name)) == value

    def _the(self, words: list[str]) -> Any:
        [event] = self._events(words)
        return event

    def _same(self, thing: Any, rest: str) -> None:
        names = [it.split("=")[0] for it in rest.split()]
        assert [f"{it}={plain(getattr(thing, it))}" for it in names] == rest.split()

    def _no(self, words: list[str], rest: str) -> None:
        assert self._events(words) == []

    def _count(self, words: list[str], rest: str) -> None:
        assert len(self._events(words)) == int(rest)

    def _each(self, words: list[str], rest: str) -> None:
        found, wanted = self._events(words), rest.split(", ")
        assert len(found) == len(wanted)
        assert all(any(self._has(it, one) for it in found) for one in wanted)

    def _values(self, words: list[str], rest: str) -> None:
        assert [plain(getattr(it, words[1])) for it in self._events(words[:1])] == rest.split()

    def _lines(self, words: list[str], rest: str) -> None:
        found = [f"{it.amount} {it.clause}" for it in self._the(words).breakdown]
        assert sorted(found) == sorted(rest.split(", "))

    def _among(self, words: list[str], rest: str) -> None:
        found = {f"{it.amount} {it.clause}" for it in self._the(words[1:]).breakdown}
        assert {*rest.split(", ")} <= found

    def _state(self, words: list[str], rest: str) -> None:
        self._same(self.state, rest)
