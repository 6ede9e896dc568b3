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
    # firepower and morale
    noted("printed"),
    noted("die"),
    noted("charge"),
    noted("first fire"),
    noted("on the Farm"),
    noted("on the Hill"),
    noted("in Woods"),
    noted("at a square"),
    noted("in square"),
    noted("at most F5"),
    noted("at least F0"),
    noted("in a skirmish"),
    # how many a road bears
    noted("major road"),
    noted("minor road"),
    noted("attack across a river"),
    # what a rout costs
    noted("infantry"),
    noted("foot artillery"),
    noted("horse artillery"),
    noted("engaged with cavalry"),
    noted("no more units are left"),
    # what cost a unit its steps or its life
    noted("a hit"),
    noted("a forced march"),
    noted("a rout"),
    noted("bad morale"),
    noted("beyond the stream"),
    noted("no road to retreat by"),
    noted("with its square"),
    noted("want of supply"),
)
"""Everything that the rules note; it stands here to be translated."""

_DRAWN = Retelling(
    (
        noted("%(who)s token %(number)s of %(all)s"),
        noted("fire of %(who)s as a skirmisher"),
        noted("fire of %(who)s"),
        noted("morale of %(who)s"),
        noted("terrain for the %(who)s"),
        noted("%(who)s die for a force-marched block"),
        noted("coin for the first bid"),
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


def why(words: Words, breakdown: Iterable[Line] | None) -> str:
    """What was added to a printed value or a die, in brackets; empty if nothing was."""
    added = [it for it in breakdown or () if it.note not in ("printed", "die")]
    return storybook.explained(words, added, lambda line: said(words, written(line.note)))
