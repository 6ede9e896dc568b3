"""Commands of judges about dispatches: what is under way, held back, altered, let go."""

from __future__ import annotations

from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from napoleon.log.dispatches import DELIVERED, LOST, Dispatch
from napoleon.play import dispatches
from napoleon.rules.orders import Refusal
from napoleon.rules.tables import TextTable


def under_way(speaker: Speaker) -> Answer:
    """The dispatches that are under way, the next one first."""
    reading = speaker.reading
    title = reading.gettext("Dispatches")
    found = sorted(speaker.game.dispatches.values(), key=lambda it: it.due)
    if not found:
        return speaker.answer(title, reading.gettext("No dispatch is under way."))
    texts = {it.id: it.text for it in speaker.games.recorder.texts(speaker.game.id)}
    columns = (
        reading.gettext("number"),
        reading.gettext("from"),
        reading.gettext("to"),
        reading.gettext("due"),
        reading.gettext("its fate"),
        reading.gettext("text"),
    )
    rows = tuple(
        (
            it.id,
            reading.gettext(
                "%(who)s, %(place)s", who=reading.name(it.writer), place=_place(speaker, it.origin)
            ),
            reading.gettext(
                "%(who)s, %(place)s",
                who=reading.name(it.to),
                place=_place(speaker, it.destination),
            ),
            reading.gettext("turn %(turn)s, held back", turn=it.due)
            if it.held
            else reading.gettext("turn %(turn)s", turn=it.due),
            _fate(speaker, it),
            " ".join(texts.get(it.text, reading.gettext("This was erased.")).split()),
        )
        for it in found
    )
    return speaker.answer(title, tables=(TextTable(title, columns, rows),))


def hold(speaker: Speaker, number: str, reason: str) -> Outcome:
    """Hold a dispatch back until it is let go."""
    return _changed(speaker, int(number), reason, held=True)


def let_go(speaker: Speaker, number: str, reason: str) -> Outcome:
    """Let a dispatch ride on that was held back."""
    return _changed(speaker, int(number), reason, held=False)


def alter(speaker: Speaker, number: str, turn: str, reason: str) -> Outcome:
    """Alter the turn in which a dispatch is due; what it says is its writer's alone."""
    if not turn:
        detail = (
            "Only the turn in which a dispatch is due is altered: alter dispatch N to turn N: why."
        )
        return Refusal("BAD_PAYLOAD", "", detail)
    sent = speaker.game.dispatches.get(int(number))
    held = sent is not None and sent.held
    return _changed(speaker, int(number), reason, held=held, due=int(turn))


def _changed(
    speaker: Speaker, number: int, reason: str, *, held: bool, due: int | None = None
) -> Outcome:
    reading = speaker.reading
    if speaker.game.charter is None:
        return Refusal("NO_DISPATCHES", "", "No dispatches are sent in this game.")
    outcome = dispatches.alter(
        speaker.games, speaker.game.id, speaker.holder, number, reason=reason, due=due, held=held,
        seen=speaker.game,
    )  # fmt: skip
    if isinstance(outcome, Refusal):
        return outcome
    told = (
        reading.gettext("Dispatch %(id)s is held back.", id=outcome.id)
        if outcome.held
        else reading.gettext(
            "Dispatch %(id)s rides on, and is due in turn %(turn)s.",
            id=outcome.id,
            turn=outcome.due,
        )
    )
    return Answer(title=reading.gettext("Dispatches"), paragraphs=(told,), changed=True)


def _place(speaker: Speaker, place: str) -> str:
    return speaker.reading.words.name(place)


def _fate(speaker: Speaker, it: Dispatch) -> str:
    reading = speaker.reading
    if it.fate == LOST:
        return reading.gettext("is lost")
    if it.fate == DELIVERED:
        return reading.gettext("arrives")
    return reading.gettext("is captured: %(seat)s", seat=reading.name(it.fate))
