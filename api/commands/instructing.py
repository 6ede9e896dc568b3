"""Commands about what is answered in one's place: leaving it, listing it, forgetting it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from api.fields import Input, StructForm, form_of, read, typed_facts, typed_values
from api.phrases import Phrases
from api.reading import Reading
from api.typed_names import all_in_source, ids_by_name
from napoleon.play import standing_orders as standing
from napoleon.play.outcomes import DeadToken
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Refusal
from napoleon.rules.plain_views import in_words, label
from napoleon.rules.standing_orders import Choices, Kept

MOST_CHOICES = 20
"""The things that may be said in a field are not listed if there are more than these."""

_COLON = re.compile(r"[:\N{FULLWIDTH COLON}]")


def instructions(speaker: Speaker) -> Outcome:
    """What is answered in the speaker's place, and what else may be left."""
    reading = speaker.reading
    if reading.seat is None:
        return Refusal("NOT_SEATED", "", "Only the holder of a seat leaves instructions.")
    kept = standing.kept_by(speaker.games, speaker.game.id, reading.seat)
    told = [f"{n}: {_told(speaker, it)}" for n, it in enumerate(kept, 1)]
    note = (
        reading.gettext("The line “forget 1” forgets the first of them, and so on.")
        if told
        else reading.gettext("You have left none.")
    )
    forms = _forms(speaker)
    lines = tuple(_example(it) for it in forms)
    title = reading.gettext("Instructions")
    more = reading.gettext("These may be left; a part in brackets may be left out:")
    return Answer(
        title=title,
        paragraphs=(note, more),
        listed=(*told, *_named_choices(reading, forms)),
        lines=lines,
    )


def standing_order(speaker: Speaker, text: str) -> Outcome:
    """Leave something to be answered in one's place, as people write it.

    ``losses: spread`` gives the first of its facts, ``losses: spread; spare=II Corps`` others too,
    and ``usual`` none.
    """
    name, *rest = _COLON.split(text, maxsplit=1)
    forms = {it.tag: it for it in _forms(speaker)}
    if rest:
        tag, value = _tag(name), rest[0].strip()
        if tag in forms and typed_facts(value) is None:
            first = next(iter(forms[tag].inputs), None)
            value = value if first is None else f"{first.name}={value}"
        return instruct(speaker, tag, value)
    words = text.split()
    tags = [(_tag(" ".join(words[:n])), " ".join(words[n:])) for n in range(len(words), 0, -1)]
    found = next(((tag, facts) for tag, facts in tags if tag in forms), tags[-1])
    return instruct(speaker, *found)


def _tag(name: str) -> str:
    return "_".join(name.lower().split())


def instruct(speaker: Speaker, kind: str, facts: str) -> Outcome:
    """Leave something to be answered in one's place."""
    reading = speaker.reading
    tag = _tag(kind)
    form = next((it for it in _forms(speaker) if it.tag == tag), None)
    rules = reading.rules
    if form is None or rules.standing is None:
        known = ", ".join(it.tag for it in _forms(speaker))
        detail = f"There is no such instruction; the game knows {known}."
        return Refusal("BAD_PAYLOAD", "", detail)
    written = typed_facts(facts)
    if written is None or written.keys() - {it.name for it in form.inputs}:
        return Refusal("BAD_PAYLOAD", "", f"It is written: {_example(form)}.")
    given = {
        it.name: typed_values(it, written[it.name]) for it in form.inputs if it.name in written
    }
    values = all_in_source(rules, reading.code, given)
    struct = next(it for it in rules.standing.kinds if form_of(it).tag == tag)
    try:
        outcome = standing.leave(
            speaker.games, speaker.game.id, speaker.holder,
            read(struct, values, ids_by_name(rules)), seen=speaker.game,
        )  # fmt: skip
    except DeadToken:
        return Refusal("BAD_TOKEN", "", "The seat has passed to somebody else.")
    if isinstance(outcome, Refusal):
        return outcome
    what = _told(speaker, outcome)
    forget = f"forget {what}"
    told = reading.gettext("It is left: %(what)s. This line forgets it:", what=what)
    return Answer(
        title=reading.gettext("Instruction"), paragraphs=(told,), lines=(forget,), changed=True
    )


def forget(speaker: Speaker, name: str) -> Outcome:
    """Forget a standing order, by its number in the list, by its words, or by its id."""
    reading = speaker.reading
    seat, games, game_id = reading.seat, speaker.games, speaker.game.id
    kept = [] if seat is None else standing.kept_by(games, game_id, seat)
    found = _meant(speaker, kept, name)
    if len(found) > 1:
        lines = [f"forget {_told(speaker, it)}" for it in found]
        detail = "That may be several of your instructions."
        return Refusal("AMBIGUOUS_INSTRUCTION", "", detail, {"nearest": lines})
    if seat is None or not found or not standing.withdraw(games, game_id, seat, found[0].id):
        return Refusal("UNKNOWN_INSTRUCTION", "", "No such instruction of yours is kept.")
    return Answer(
        title=reading.gettext("Instruction"), paragraphs=(reading.gettext("It is forgotten."),)
    )


def _meant(speaker: Speaker, kept: Sequence[Kept], name: str) -> list[Kept]:
    """The instructions that somebody may mean: one in full, or all that begin so."""
    if name.isdecimal():
        return list(kept[int(name) - 1 : int(name)]) if int(name) else []
    words = {it.id: fold(_told(speaker, it)) for it in kept}
    said = fold(name)
    whole = [it for it in kept if name == it.id or said == words[it.id]]
    return whole or [it for it in kept if said and words[it.id].startswith(said)]


def _forms(speaker: Speaker) -> list[StructForm]:
    reading = speaker.reading
    answers, state = reading.rules.standing, reading.game.state
    if answers is None or reading.seat is None:
        return []
    kinds = answers.profiles if state is None else answers.kinds
    return [form_of(it, _choices(speaker)) for it in kinds]


def _choices(speaker: Speaker) -> Choices:
    """What the speaker may say in the fields of standing orders; nothing before a table is laid."""
    reading = speaker.reading
    answers, state = reading.rules.standing, reading.game.state
    if answers is None or state is None or reading.seat is None or reading.game.over:
        return {}
    return answers.choices(state, reading.seat)


def _named_choices(reading: Reading, forms: Iterable[StructForm]) -> Iterator[str]:
    """What may be said in the fields of which only some things may be said."""
    fields = [it for form in forms for it in form.inputs if 0 < len(it.choices) <= MOST_CHOICES]
    phrases = Phrases(reading.rules, reading.words)
    named = (
        (it.name, [phrases.called(name or label(of)) for of, name in it.choices.items()])
        for it in fields
    )
    yield from dict.fromkeys(f"{field}: {', '.join(names)}" for field, names in named)


def _example(form: StructForm) -> str:
    """How a standing order is written: ``instruct decline_window window=...; [until=...]``."""
    facts = (
        f"{it.name}=..." if it.required else f"[{it.name}={it.default or '...'}]"
        for it in form.inputs
    )
    return " ".join(filter(None, ("instruct", form.tag, "; ".join(facts))))


def _told(speaker: Speaker, kept: Kept) -> str:
    return "; ".join(_facts(speaker, kept))


def _facts(speaker: Speaker, kept: Kept) -> Iterator[str]:
    """What a standing order says, by the names of what it names."""
    form = form_of(type(kept.word), _choices(speaker))
    yield form.label
    for field in form.inputs:
        value = getattr(kept.word, field.name)
        if value not in (None, "", ()):
            yield f"{field.label} {_in_names(speaker, field, value)}"


def _in_names(speaker: Speaker, field: Input, value: Any) -> str:
    if isinstance(value, tuple):
        return in_words([_in_names(speaker, field, it) for it in value])
    if not isinstance(value, str) or field.choices.get(value):
        return field.choices.get(str(value)) or in_words(value)
    names = speaker.reading.rules.names
    return names.get(value) or (label(value) if value in field.choices else value)
