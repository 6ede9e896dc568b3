"""Commands about windows of cards: what a seat does in them, and which of its cards fit where.

A line speaks of one kind of window, and leaves what the form says of all others::

    window end of the turn: ask me
    window start of the Draw phase: play Wellington; role=defender
    window all: pass
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from api.fields import StructForm, form_of, read, typed_facts, typed_values
from api.phrases import Phrases
from api.reading import Reading
from api.typed_names import all_in_source, ids_by_name, in_source
from napoleon.play import window_forms
from napoleon.play.outcomes import DeadToken
from napoleon.play.window_forms import Line, Shown
from napoleon.rules.orders import Refusal
from napoleon.rules.plain_views import in_words, label
from napoleon.rules.standing_orders import Form

ALL = "all"
"""What stands for every kind of window."""

_PLAY = "play "
"""What a line begins with that plays a card."""


class Told(NamedTuple):
    """A form in the language of its owner."""

    note: str
    lines: tuple[str, ...]
    """As they are sent back to say the same."""
    fitting: tuple[str, ...]
    """Which cards fit where."""


def windows(speaker: Speaker) -> Outcome:
    """What the seat does in windows, as lines that may be sent back."""
    form = _form(speaker)
    if isinstance(form, Refusal):
        return form
    told = told_to(speaker.reading, form)
    title = speaker.reading.gettext("Windows of cards")
    return Answer(title=title, paragraphs=(told.note,), listed=told.fitting, lines=told.lines)


def window(speaker: Speaker, named: str, said: str) -> Outcome:
    """Say what the seat does in a kind of window."""
    shown = _form(speaker)
    if isinstance(shown, Refusal):
        return shown
    kinds = [it for it in shown.lines if _is_called(speaker.reading, it, named)]
    if not kinds:
        known = ", ".join([*(_titled(speaker.reading, it) for it in shown.lines), ALL])
        return Refusal("WRONG_WINDOW", "", f"There is no such window; the game knows {known}.")
    form = _changed(speaker, shown, kinds, " ".join(said.split()))
    if isinstance(form, Refusal):
        return form
    return _submitted(speaker, form)


def told_to(reading: Reading, form: Shown) -> Told:
    """A form as lines, and which cards of its owner fit where."""
    note = reading.gettext(
        "Nobody waits for you in these windows. You pass unless you say “ask me” or “play” and a "
        "card; what you have said holds until you say something else. Send back the lines that "
        "you want to change:"
    )
    fitting = [
        reading.gettext(
            "%(window)s: %(cards)s",
            window=_titled(reading, it),
            cards=reading.words.language.listed(
                _card(reading, card, name) for card, name in it.fitting.items()
            )
            if it.fitting
            else reading.gettext("none of your cards fits"),
        )
        for it in form.lines
    ]
    lines = [line for it in form.lines for line in _lines(reading, it)]
    return Told(note, tuple(lines), tuple(fitting))


def shown_to(reading: Reading) -> Shown | None:
    """The form of a reader's seat; None without a seat, and where forms do not answer."""
    if reading.seat is None or reading.game.over:
        return None
    form = window_forms.shown(reading.games, reading.game, reading.seat)
    return None if isinstance(form, Refusal) else form


def _form(speaker: Speaker) -> Shown | Refusal:
    reading = speaker.reading
    if reading.seat is None:
        return Refusal("NOT_SEATED", "", "Only the holder of a seat has a form for windows.")
    return window_forms.shown(speaker.games, speaker.game, reading.seat)


def _changed(speaker: Speaker, shown: Shown, kinds: list[Line], said: str) -> Form | Refusal:
    """The form with something else said of some kinds of window."""
    named = {it.window.id for it in kinds}
    asks = [it for it in shown.form.asks if it not in named]
    gone = [word for it in kinds for word in it.plays]
    plays: list[Any] = [it for it in shown.form.plays if it not in gone]
    words = said.casefold()
    if words in ("ask", "ask me", speaker.reading.gettext("ask me").casefold()):
        return Form((*asks, *named), tuple(plays))
    if words in ("pass", speaker.reading.gettext("pass").casefold()):
        return Form(tuple(asks), tuple(plays))
    if not words.startswith(_PLAY) or len(kinds) > 1:
        detail = "Say “pass”, “ask me”, or “play” and a card, in one kind of window."
        return Refusal("BAD_PAYLOAD", "", detail)
    card, _, facts = said[len(_PLAY) :].partition(";")
    word = _play(speaker, kinds[0], card.strip(), facts)
    if isinstance(word, Refusal):
        return word
    return Form(tuple(asks), (*plays, word))


def _play(speaker: Speaker, line: Line, card: str, facts: str) -> Any:
    """The standing order that plays a card in a kind of window, or why it is none."""
    reading = speaker.reading
    standing = reading.rules.standing
    assert standing is not None, "a game with windows has standing orders"
    assert standing.windows is not None, "it has windows"
    kind = standing.windows.plays
    form = _conditions(form_of(kind, standing.choices(reading.game.state, str(reading.seat))))
    written = typed_facts(facts)
    if written is None or written.keys() - {it.name for it in form.inputs}:
        detail = f"Conditions are written: {_example(form)}."
        return Refusal("BAD_PAYLOAD", "", detail)
    ids = {
        told.casefold(): of
        for of, name in line.fitting.items()
        for told in (of, name, name.partition(" ")[2], _card(reading, of, name))
        if told
    }
    of = ids.get(card.casefold()) or ids.get(
        in_source(reading.rules, reading.code, card).casefold()
    )
    if of is None:
        detail = f"None of your cards that fit there is called {card}."
        return Refusal("BAD_PAYLOAD", "", detail)
    given = {
        it.name: typed_values(it, written[it.name]) for it in form.inputs if it.name in written
    }
    fields = {it.name for it in form_of(kind).inputs}
    fixed = {"card": [of]} | ({"window": [line.window.id]} if "window" in fields else {})
    values = all_in_source(reading.rules, reading.code, given) | fixed
    data = read(kind, values, ids_by_name(reading.rules))
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        return Refusal("BAD_PAYLOAD", "", f"This is no instruction of the game: {error}.")


def _submitted(speaker: Speaker, form: Form) -> Outcome:
    plays = [msgspec.to_builtins(it) for it in form.plays]
    try:
        outcome = window_forms.submit(
            speaker.games, speaker.game.id, speaker.holder, form.asks, plays, seen=speaker.game
        )
    except DeadToken:
        return Refusal("BAD_TOKEN", "", "The seat has passed to somebody else.")
    if isinstance(outcome, Refusal):
        return outcome
    shown = _form(speaker)
    if isinstance(shown, Refusal):
        return shown
    reading = speaker.reading
    told = told_to(reading, shown)
    return Answer(
        title=reading.gettext("Windows of cards"),
        paragraphs=(reading.gettext("It is left. Your form says now:"),),
        lines=told.lines,
    )


def _lines(reading: Reading, it: Line) -> Iterator[str]:
    """What the form says of a kind of window, each card in a line of its own."""
    start = f"window {_titled(reading, it)}: "
    if it.asks or not it.plays:
        yield start + ("ask me" if it.asks else "pass")
        return
    for word in it.plays:
        data: Mapping[str, Any] = msgspec.to_builtins(word)
        name = it.fitting.get(str(data["card"]), str(data["card"]))
        more = [
            f"{field}={in_words(value)}"
            for field, value in data.items()
            if field not in ("instruction", "card", "window") and value not in (None, "", [], ())
        ]
        yield "; ".join([f"{start}play {_card(reading, str(data['card']), name)}", *more])


def _is_called(reading: Reading, it: Line, named: str) -> bool:
    said = named.strip().casefold()
    titles = (it.window.id, it.window.title, _titled(reading, it))
    return said == ALL or said in (title.casefold() for title in titles)


def _titled(reading: Reading, it: Line) -> str:
    return Phrases(reading.rules, reading.words).called(it.window.title)


def _card(reading: Reading, of: str, name: str) -> str:
    cards = reading.rules.cards
    if of.isdecimal() and int(of) in cards:
        return name.replace(cards[int(of)], reading.words.cards[int(of)])
    return Phrases(reading.rules, reading.words).called(name)


def _conditions(form: StructForm) -> StructForm:
    kept = tuple(it for it in form.inputs if it.name not in ("card", "window"))
    return form._replace(inputs=kept)


def _example(form: StructForm) -> str:
    return "; ".join(f"{it.name}=..." for it in form.inputs) or label("none")
