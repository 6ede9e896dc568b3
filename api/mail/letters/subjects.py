"""Subjects: what stands over each mail, so that a list of mails tells which is which.

All begin with the game, by its title and the beginning of its id. What is asked is told in a few
words, with the time in its reader's own zone.
"""

from __future__ import annotations

import re

from babel.dates import format_datetime

from api.reading import Reading
from napoleon.log.times import DAY
from napoleon.log.zones import zone_of
from napoleon.play.counting import moment

SHORT_ID = 4
"""Characters of the id of a game that stand in a subject: enough to tell one's own apart."""

LONGEST = 78
"""Characters of a subject: of more than these no list of mails shows the end."""

FEWEST = 16
"""Characters of a question that are told however long all else is."""

_LABEL = re.compile(r"[^:.?!]*:")
"""What a question begins with that says whom or what it is about: it is not asked there yet."""
_END = re.compile(r"[,.;:?!(\N{EN DASH}\N{EM DASH}]")
_NEAR = 6 * DAY
"""Within which a day of the week names one day only."""


def subject(reading: Reading, said: str) -> str:
    """The subject of a mail that tells `said`, as far as there is room for it."""
    return f"{_head(reading)}{_cut(' '.join(said.split()), room_of(reading))}"


def short(game_id: str) -> str:
    """The beginning of the id of a game."""
    return game_id[:SHORT_ID]


def sender(reading: Reading, who: str = "") -> str:
    """Who a mail is from, in a list of mails: who has written it, by default the game."""
    return reading.gettext("%(who)s via Napoleon", who=who or reading.title)


def told_of_state(reading: Reading) -> str:
    """What a mail about the state of a game says in its subject: what is asked, and by when."""
    game = reading.game
    if game.over:
        return reading.gettext("%(scenario)s is over", scenario=reading.scenario)
    if game.state is None:
        return reading.gettext("the game begins when every seat is taken")
    turn = reading.turn_called
    about = reading.gettext("%(turn)s: %(told)s", turn=turn, told="") if turn else ""
    if reading.questions:
        return asked(reading, room_of(reading), about)
    if reading.matters:
        return about + reading.gettext("your answer is waited for")
    return about + reading.phase


def asked(reading: Reading, room: int = LONGEST, about: str = "") -> str:
    """What is asked, in a few words, and by when, in so many characters; "" if nothing is.

    `about`, such as the turn, stands before it where there is room for that, too. A question that
    has no room at all gives way to what all of its kind are about, before it is cut.
    """
    if not reading.questions:
        return ""
    times = [it.set.due for it in reading.deadlines if not it.late]
    by = _when(reading, min(times)) if times else ""
    few = _few(reading, reading.questions[0].text)
    whole, kind = _question(reading, few, by), _kind(reading, by)
    ways = (before + told for told in (whole, kind) for before in (about, ""))
    if fits := next((it for it in ways if len(it) <= room), ""):
        return fits
    return _question(reading, _cut(few, max(FEWEST, len(few) - (len(whole) - room))), by)


def _question(reading: Reading, few: str, by: str) -> str:
    if by:
        return reading.gettext("%(question)s? by %(when)s", question=few, when=by)
    return reading.gettext("%(question)s?", question=few)


def _kind(reading: Reading, by: str) -> str:
    """What questions of this kind are about, and by when."""
    named = reading.phrases.kind(reading.asked[0].kind)
    told = named[:1].lower() + named[1:]
    return reading.gettext("%(what)s, by %(when)s", what=told, when=by) if by else told


def after(reading: Reading, told: str) -> str:
    """What an answer tells in its subject, and what is asked next if there is room for it."""
    with_next = " \N{EN DASH} ".join(filter(None, (told, asked(reading))))
    return with_next if len(with_next) <= room_of(reading) else told


def _head(reading: Reading) -> str:
    return f"[{reading.title} #{short(reading.game.id)}] "


def room_of(reading: Reading) -> int:
    """Characters that there are in a subject for what it says."""
    return LONGEST - len(_head(reading))


def _cut(text: str, room: int) -> str:
    """As many words of a text as there is room for; a long one is cut within."""
    if len(text) <= room:
        return text
    words, _, rest = text[:room].rpartition(" ")
    told = words if len(words) > len(rest) else text[: room - 1]
    return f"{told.rstrip()}…"


def _few(reading: Reading, question: str) -> str:
    """A question in a few words: its first clause, as it goes on in a sentence."""
    label = _LABEL.match(question)
    found = _END.search(question, label.end() if label else 1)
    told = question if found is None else question[: found.start()].rstrip()
    words = reading.words
    names = (name for it in words.names.values() for name in (it, words.language.alone(it)))
    # A letter or a digit behind it makes it the beginning of another word.
    is_name = any(it and told.startswith(it) and not told[len(it) :][:1].isalnum() for it in names)
    return told if is_name else told[:1].lower() + told[1:]


def _when(reading: Reading, at: int) -> str:
    """A time, by its day of the week if it is near."""
    near = at - reading.games.clock() < _NEAR
    form = "EEE HH:mm" if near else "EEE d MMM HH:mm"
    return format_datetime(moment(at), form, tzinfo=zone_of(reading.zone), locale=reading.code)
