"""Commands that write to others, and that read what was written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from api.reading import Reading
from napoleon.log.press import ALL, Letter, letters
from napoleon.play import dispatches, press
from napoleon.rules.events import DEPUTY, REFEREE
from napoleon.rules.notation.names import Names, fold
from napoleon.rules.orders import Refusal

MOST_TOLD = 20
"""How many letters are told at once, the newest ones."""

_SEPARATORS = re.compile(r" ?[,;/&+] ?| (?:and|et|und) ", re.IGNORECASE)

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
    return Answer(title=title, paragraphs=(told,), written=by_lines(text), changed=True)


def dispatch(speaker: Speaker, origin: str, destination: str, name: str, text: str) -> Outcome:
    """Send a dispatch from one place to another."""
    reading = speaker.reading
    viewer = _reader(reading, name)
    if isinstance(viewer, Refusal):
        return viewer
    found = [_place(reading, it) for it in (origin, destination)]
    for it in found:
        if isinstance(it, Refusal):
            return it
    here, there = map(str, found)
    outcome = dispatches.send(
        speaker.games, speaker.game.id, speaker.holder, viewer,
        origin=here, destination=there, text=text, seen=speaker.game,
    )  # fmt: skip
    if isinstance(outcome, Refusal):
        return outcome
    assert outcome.way is not None
    title = reading.gettext("To %(names)s", names=named(reading, outcome.to))
    told = reading.gettext(
        "The courier rides from %(origin)s to %(destination)s, and is due in turn %(turn)s. You "
        "are not told whether they arrive. This was written, word for word:",
        origin=reading.words.name(here),
        destination=reading.words.name(there),
        turn=outcome.way.due,
    )
    return Answer(title=title, paragraphs=(told,), written=by_lines(text), changed=True)


def archive(speaker: Speaker) -> Answer:
    """What was written lately, as far as the speaker may read it."""
    reading = speaker.reading
    found = letters(speaker.games, speaker.game, speaker.game.viewer(reading.viewer))
    texts = {it.id: it.text for it in speaker.games.recorder.texts(speaker.game.id)}
    told = [
        reading.gettext(
            "%(version)s, %(who)s to %(names)s: %(text)s",
            version=it.version,
            who=reading.name(it.writer),
            names=_addressed(reading, it),
            text=" ".join(texts[it.text].split())
            if it.text in texts
            else reading.gettext("This was erased."),
        )
        for it in islice(found, MOST_TOLD)
    ]
    note = () if told else (reading.gettext("Nothing that you may read was written."),)
    return speaker.answer(reading.gettext("Press"), *note, listed=tuple(reversed(told)))


def _addressed(reading: Reading, it: Letter) -> str:
    """To whom, and how old it is if it is a dispatch."""
    return ", ".join(filter(None, (named(reading, it.to), news_of(reading, it))))


def news_of(reading: Reading, it: Letter) -> str:
    """From where and when a dispatch tells; empty for any other letter."""
    if it.way is None:
        return ""
    facts = {
        "origin": reading.words.name(it.way.origin),
        "destination": reading.words.name(it.way.destination),
        "sent": it.way.sent,
        "due": it.way.due,
    }
    if it.captured:
        return reading.gettext(
            "captured; from %(origin)s to %(destination)s, sent in turn %(sent)s", **facts
        )
    return reading.gettext(
        "from %(origin)s to %(destination)s, sent in turn %(sent)s, due in turn %(due)s", **facts
    )


def named(reading: Reading, readers: Sequence[str]) -> str:
    """Those who are written to, by their names."""
    names = (reading.gettext("everybody") if it == ALL else reading.name(it) for it in readers)
    return reading.words.language.listed(names)


def by_lines(text: str) -> tuple[str, ...]:
    """A text line by line, with one empty line wherever it has any between others."""
    lines = [line.strip() for line in text.strip().splitlines()]
    return tuple(it for n, it in enumerate(lines) if it or lines[n - 1])


def _readers(reading: Reading, names: str) -> tuple[str, ...] | Refusal:
    """Whom somebody means: seats by their names or ids in any language, abbreviated too."""
    found: list[str] = []
    whole = _reader(reading, names)
    parts = [names] if isinstance(whole, str) else _SEPARATORS.split(" ".join(names.split()))
    for part in parts:
        one = _reader(reading, part)
        if isinstance(one, Refusal):
            return one
        found.append(one)
    return tuple(dict.fromkeys(found))


def _reader(reading: Reading, typed: str) -> str | Refusal:
    bare = fold(without_article(typed))
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


def without_article(typed: str) -> str:
    """A name of somebody as it stands alone, as in "the Prussians"."""
    return _ARTICLES.sub("", typed.strip(), count=1) or typed


def _place(reading: Reading, typed: str) -> str | Refusal:
    """The place that somebody means, by its name in English or in the language."""
    known = dispatches.places(reading.game, reading.rules)
    names = Names(
        {it: reading.rules.names.get(it, it) for it in known},
        {it: reading.words.name(it) for it in known},
    )
    matches = sorted(names.matches(typed), key=lambda it: it[1])
    best = [it for it, quality in matches if quality == matches[0][1]]
    if len(best) == 1 or not known:
        # Without places it is refused as a dispatch.
        return best[0] if best else typed
    code = "AMBIGUOUS_PLACE" if best else "UNKNOWN_PLACE"
    detail = (
        f"“{typed}” may be several places: {', '.join(map(names.write, best[:MOST_TOLD]))}."
        if best
        else f"The map has no place “{typed}”."
    )
    return Refusal(code, "", detail, {"place": typed})


def _matches(reading: Reading, typed: str) -> Iterator[tuple[str, int]]:
    """The seats that a name may mean: by its id, or its name in English or in the language."""
    seats = reading.game.created.seats
    own = {it: reading.rules.names.get(it, it) for it in seats}
    return Names(own, {it: reading.name(it) for it in seats}).matches(typed)
