"""Commands that write to others, and that read what was written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from api.reading import Reading
from napoleon.log.press import ALL, letters
from napoleon.play import press
from napoleon.rules.events import DEPUTY, REFEREE
from napoleon.rules.notation.names import Names, fold
from napoleon.rules.orders import Refusal

MOST_TOLD = 20
"""How many letters are told at once, the newest ones."""

_SEPARATORS = re.compile(r"\s*[,;/&+]\s*|\s+(?:and|et|und)\s+", re.IGNORECASE)

_ARTICLES = re.compile(
    r"(?:the|les|le|la)\s+(?=\S)|l['\N{RIGHT SINGLE QUOTATION MARK}]", re.IGNORECASE
)

_ALL = frozenset({"all", "everybody", "everyone", "tous", "tout le monde"})

_JUDGES = {
    REFEREE: frozenset({"referee", "umpire", "judge", "gm", "arbitre"}),
    DEPUTY: frozenset({"deputy", "suppleant"}),
}


def send(speaker: Speaker, names: str, text: str) -> Outcome:
    """Write to those who are named."""
    reading = speaker.reading
    readers = _readers(reading, names)
    if isinstance(readers, Refusal):
        return readers
    outcome = press.send(
        speaker.games, speaker.game.id, speaker.holder, readers, text, seen=speaker.game
    )
    if isinstance(outcome, Refusal):
        return outcome
    title = reading.gettext("To %(names)s", names=named(reading, outcome.to))
    told = reading.gettext("This was written, word for word:")
    return Answer(title=title, paragraphs=(told, *_paragraphs(text)), changed=True)


def archive(speaker: Speaker) -> Answer:
    """What was written lately, as far as the speaker may read it."""
    reading = speaker.reading
    found = letters(speaker.games, speaker.game, speaker.game.reader(reading.reader))
    texts = {it.id: it.text for it in speaker.games.recorder.texts(speaker.game.id)}
    told = [
        reading.gettext(
            "%(version)s, %(who)s to %(names)s: %(text)s",
            version=it.version,
            who=reading.name(it.writer),
            names=named(reading, it.to),
            text=" ".join(texts[it.text].split())
            if it.text in texts
            else reading.gettext("This was erased."),
        )
        for it in islice(found, MOST_TOLD)
    ]
    note = () if told else (reading.gettext("Nothing that you may read was written."),)
    return speaker.answer(reading.gettext("Press"), *note, listed=tuple(reversed(told)))


def named(reading: Reading, readers: Sequence[str]) -> str:
    """Those who are written to, by their names."""
    names = (reading.gettext("everybody") if it == ALL else reading.name(it) for it in readers)
    return reading.words.language.listed(names)


def _paragraphs(text: str) -> Iterator[str]:
    return (it for it in (line.strip() for line in text.splitlines()) if it)


def _readers(reading: Reading, names: str) -> tuple[str, ...] | Refusal:
    """Whom somebody means: seats by their names or ids in any language, abbreviated too."""
    found: list[str] = []
    whole = _reader(reading, names)
    parts = [names] if isinstance(whole, str) else _SEPARATORS.split(names)
    for part in parts:
        one = _reader(reading, part)
        if isinstance(one, Refusal):
            return one
        found.append(one)
    return tuple(dict.fromkeys(found))


def _reader(reading: Reading, typed: str) -> str | Refusal:
    bare = fold(_ARTICLES.sub("", typed.strip(), count=1) or typed)
    if bare in _ALL:
        return ALL
    for judge, words in _JUDGES.items():
        if bare in words:
            return judge
    matches = sorted(_matches(reading, bare), key=lambda it: it[1])
    best = [it for it, quality in matches if quality == matches[0][1]]
    if len(set(best)) == 1:
        return best[0]
    known = [reading.name(it) for it in press.readers_for(reading.game, reading.holder)]
    facts = {"nearest": [f"press to {it}: ..." for it in [*known, ALL]]}
    code = "AMBIGUOUS_SEAT" if best else "UNKNOWN_SEAT"
    detail = (
        f"“{typed.strip()}” may be several seats."
        if best
        else f"The game has no seat “{typed.strip()}” to write to."
    )
    return Refusal(code, "", detail, facts)


def _matches(reading: Reading, typed: str) -> Iterator[tuple[str, int]]:
    """The seats that a name may mean: by its id, or its name in English or in the language."""
    seats = reading.game.created.seats
    own = {it: reading.rules.names.get(it, it) for it in seats}
    return Names(own, {it: reading.name(it) for it in seats}).matches(typed)
