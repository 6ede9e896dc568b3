"""What the rules noted in events, in the reader's words: lines of breakdowns, reasons, draws."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.events import Line
from napoleon.rules.phrases import written
from napoleon.rules.prose import storybook
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling
from napoleon.rules.prose.storybook import Words

_SAID = (
    # dice and ratings
    noted("dice"),
    noted("rating"),
    noted("printed"),
    noted("on a hill"),
    noted("into woods"),
    noted("cavalry"),
    noted("skirmishers"),
    noted("short range"),
    noted("long range"),
    noted("in line"),
    noted("in column"),
    noted("in square"),
    noted("at a column"),
    noted("at a square"),
    noted("at artillery"),
    noted("lancers at a square"),
    noted("rockets"),
    noted("at most 5"),
    noted("at least 1"),
    # morale
    noted("class A"),
    noted("class B"),
    noted("class C"),
    noted("class D"),
    # what a referee puts right
    noted("over"),
    noted("to come"),
    noted("arrived"),
    noted("not arrived"),
    # cards that give support
    noted("Vive l'Empereur"),
    noted("d'Erlon"),
    noted("Prince of Orange"),
    noted("Prince Frederik"),
    noted("Duke of Brunswick"),
    noted("Prince William"),
)
"""Everything that the rules note but names of cards that stay as they are printed."""

_DRAWN = Retelling(
    (
        noted("card %(number)s of %(all)s of %(what)s"),
        noted("%(who)s token %(number)s of %(all)s"),
        noted("fire of %(who)s"),
        noted("shock of %(who)s"),
        noted("fate of %(who)s"),
        noted("morale of %(who)s"),
        noted("retreat of %(who)s"),
        noted("rally of %(who)s"),
    )
)
"""What chance was called for."""


def said(words: Words, note: str) -> str:
    """What the rules noted, in words: an id by its name."""
    if not note:
        return ""
    if note in words.names:
        return words.language.alone(words.name(note))
    told = words.gettext(note)
    return told if told != note else _DRAWN.told(words.language, note)


def why(words: Words, lines: Iterable[Line] | None) -> str:
    """What was added to the first of these lines, in brackets; empty if nothing was."""
    added = [it for it in [*(lines or ())][1:] if it.amount]
    return storybook.explained(words, added, lambda line: said(words, written(line.note)))
