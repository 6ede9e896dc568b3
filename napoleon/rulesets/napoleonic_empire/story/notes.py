"""What rules noted in events, in the reader's words: lines of breakdowns, reasons, effects."""

from __future__ import annotations

import re

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling
from napoleon.rules.prose.storybook import Words

_PHRASES = tuple(
    (re.compile(pattern), text)
    for pattern, text in (
        (
            r"(?P<percent>\d+) % of (?P<armies>\d+) armies, rounded down",
            noted("%(percent)s %% of %(armies)s armies, rounded down"),
        ),
        (r"no more than (?P<cap>\d+)", noted("no more than %(cap)s")),
        (r"of (?P<due>\d+) due", noted("of %(due)s due")),
        (
            r"(?P<name>.+) halves them, rounded down",
            noted("halved by %(name)s, rounded down"),
        ),
        (r"(?P<name>.+) won", noted("%(name)s won")),
        (r"(?P<name>.+) lost", noted("%(name)s lost")),
    )
)
"""Notes with names and figures in them."""

_SAID = (
    noted("more than the pool holds"),
    noted("Draw phase"),
    noted("Move phase"),
    noted("Attack phase"),
    noted("Reinforcement phase"),
    noted("the winner's losses"),
    noted("the loser's losses"),
    noted("for want of a retreat"),
    noted("hand limit"),
    noted("the discards, face up"),
    noted("the discards, face down"),
    noted("the hand of the French"),
    noted("the hand of the Allies"),
    noted("empty"),
    noted("no country can receive them"),
    noted("Britain"),
    noted("the deck"),
    noted("passes"),
    noted("source"),
    noted("together"),
    noted("word"),
    noted("land"),
    noted("sea"),
    noted("battle"),
    noted("the Confederation of the Rhine"),
    noted("the Kingdom of Italy"),
    noted("the Kingdom of Naples"),
    noted("the Grand Duchy of Warsaw"),
)
"""Everything else that the rules note, and what things are called; it stands here to be translated.
"""


_DRAWN = Retelling((noted("card for %(who)s"), noted("%(purpose)s die of %(who)s")))
"""What chance was called for."""


def said(words: Words, note: str) -> str:
    """What the rules noted, in words: names of countries, cards and commanders among them."""
    if not note:
        return ""
    if note in words.names:
        return words.language.alone(words.name(note))
    told = words.language.alone(note)
    if told != note:
        return told
    for pattern, phrase in _PHRASES:
        if found := pattern.fullmatch(note):
            values = {it: words.language.alone(said) for it, said in found.groupdict().items()}
            return words.gettext(phrase, **values)
    who, _, what = note.partition(": ")
    if what:
        return f"{words.gettext(who)}: {said(words, what)}"
    if ", " in note:
        return ", ".join(said(words, it) for it in note.split(", "))
    return _DRAWN.told(words.language, note)
