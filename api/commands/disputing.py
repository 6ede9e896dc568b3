"""Commands that dispute an event, and have a say in a dispute."""

from __future__ import annotations

from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from napoleon.log.cases import CORRECT, Dispute
from napoleon.play.referee import disputes
from napoleon.rules.orders import Refusal


def dispute(speaker: Speaker, version: str, clause: str, relief: str, claim: str) -> Outcome:
    """Say that an event is wrong, under which clause, and what should be done about it."""
    reading, number = speaker.reading, int(version)
    if not clause:
        clause = _first_clause(speaker, number)
    outcome = disputes.open_dispute(
        speaker.games, speaker.game.id, speaker.holder, number,
        clause=clause, claim=claim, relief=relief.lower() or CORRECT, seen=speaker.game,
    )  # fmt: skip
    told = reading.gettext(
        "Event %(version)s is disputed under %(clause)s. The others have their say, and the "
        "referee rules.",
        version=number,
        clause=clause,
    )
    return _answer(speaker, outcome, told)


def statement(speaker: Speaker, case: str, text: str) -> Outcome:
    """Have one's say in a dispute."""
    outcome = disputes.say(
        speaker.games, speaker.game.id, speaker.holder, int(case), text, seen=speaker.game
    )
    return _answer(speaker, outcome, speaker.reading.gettext("Your statement is on record."))


def _answer(speaker: Speaker, outcome: Dispute | Refusal, told: str) -> Outcome:
    if isinstance(outcome, Refusal):
        return outcome
    title = speaker.reading.gettext("Dispute %(case)s", case=outcome.id)
    return Answer(title=title, paragraphs=(told,), changed=True)


def _first_clause(speaker: Speaker, version: int) -> str:
    """The first clause that an event cites; "" if there is none."""
    if not 1 <= version <= speaker.game.version:
        return ""
    [event] = speaker.games.history(speaker.game.id, after=version - 1, limit=1)
    return next(iter(event.clauses), "")
