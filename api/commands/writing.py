"""Commands that write to others, and that read what was written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from api.commands.answers import Answer
from api.commands.seats import bare, nearest
from api.commands.speaker import Outcome, Speaker
from api.reading import Reading
from napoleon.log.events.grey_press import UNSIGNED
from napoleon.log.press import ALL, Letter, letters
from napoleon.play import dispatches, press
from napoleon.rules.events import DEPUTY, REFEREE
from napoleon.rules.notation.names import Names
from napoleon.rules.orders import Refusal

MOST_TOLD = 20
"""How many letters are told at once, the newest ones."""

_SEPARATORS = re.compile(r" ?[,;/&+] ?| (?:and|et|und) ", re.IGNORECASE)

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
    return _sent(speaker, outcome, text)


def send_unsigned(speaker: Speaker, names: str, text: str) -> Outcome:
    """Write to those who are named, who do not learn who wrote it."""
    readers = _readers(speaker.reading, names)
    if isinstance(readers, Refusal):
        return readers
    outcome = press.send(
        speaker.games, speaker.game.id, speaker.holder, readers, text, unsigned=True,
        seen=speaker.game,
    )  # fmt: skip
    return outcome if isinstance(outcome, Refusal) else _sent(speaker, outcome, text)


def broadcast(speaker: Speaker, text: str) -> Outcome:
    """Write to everybody who sees the game."""
    return send(speaker, ALL, text)


def answer(speaker: Speaker, number: str, text: str) -> Outcome:
    """Write to the writer of a letter, and to nobody else."""
    outcome = press.answer(
        speaker.games, speaker.game.id, speaker.holder, int(number), text, seen=speaker.game
    )
    return outcome if isinstance(outcome, Refusal) else _sent(speaker, outcome, text)


def answer_mail(speaker: Speaker, text: str) -> Outcome:
    """Write to the writer of the letter that came by the mail which is answered."""
    if speaker.letter:
        return answer(speaker, str(speaker.letter), text)
    detail = (
        "This answers no letter that came by mail: say whom you write to, as in press to all: ..."
    )
    return Refusal("UNKNOWN_LETTER", "", detail)


def _sent(speaker: Speaker, letter: Letter, text: str) -> Answer:
    reading = speaker.reading
    names = named(reading, letter.to)
    title = (
        reading.gettext("To %(names)s, without a signature", names=names)
        if letter.grey
        else reading.gettext("To %(names)s", names=names)
    )
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


def note(speaker: Speaker, text: str) -> Outcome:
    """Write in one's own diary."""
    reading = speaker.reading
    outcome = press.note(speaker.games, speaker.game.id, speaker.holder, text, seen=speaker.game)
    if isinstance(outcome, Refusal):
        return outcome
    told = reading.gettext(
        "You alone read it, and the referee; when the game is over everybody does. This was "
        "written, word for word:"
    )
    title = reading.gettext("Your diary")
    return Answer(title=title, paragraphs=(told,), written=by_lines(text), changed=True)


def diary(speaker: Speaker) -> Answer:
    """What stands in one's own diary."""
    reading, own = speaker.reading, speaker.game.speaks_for(speaker.holder)
    found = letters(speaker.games, speaker.game, speaker.game.viewer(reading.viewer))
    told = _told(speaker, (it for it in found if it.diary and it.sender == own))
    empty = () if told else (reading.gettext("Nothing stands in your diary."),)
    return speaker.answer(reading.gettext("Your diary"), *empty, listed=told)


def archive(speaker: Speaker) -> Answer:
    """What was written lately, as far as the speaker may read it."""
    reading = speaker.reading
    found = letters(speaker.games, speaker.game, speaker.game.viewer(reading.viewer))
    told = _told(speaker, found)
    empty = () if told else (reading.gettext("Nothing that you may read was written."),)
    return speaker.answer(reading.gettext("Press"), *empty, listed=told)


def _told(speaker: Speaker, found: Iterable[Letter]) -> tuple[str, ...]:
    """The newest of some letters with what they say, the oldest first."""
    reading = speaker.reading
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
    return tuple(reversed(told))


def _addressed(reading: Reading, it: Letter) -> str:
    """To whom, and how old it is if it is a dispatch."""
    return ", ".join(
        filter(None, (addressed(reading, it), unsigned(reading, it), news_of(reading, it)))
    )


def addressed(reading: Reading, it: Letter) -> str:
    """To whom a letter is, by their names, or that it stands in a diary."""
    return reading.gettext("their diary") if it.diary else named(reading, it.to)


def unsigned(reading: Reading, it: Letter) -> str:
    """Says that a letter has no signature, if the reader knows its writer anyway; else empty."""
    return reading.gettext("unsigned") if it.grey and it.sender != UNSIGNED else ""


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
    """Those who are written to, as they are called in a sentence."""
    names = (reading.gettext("everybody") if it == ALL else reading.subject(it) for it in readers)
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
    name = bare(typed)
    if name in _ALL:
        return ALL
    for judge, words in _JUDGES.items():
        if name in words:
            return judge
    best = nearest(reading, typed)
    if len(best) == 1:
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
