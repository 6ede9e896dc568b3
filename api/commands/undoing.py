"""Commands that take back, and that agree to what others would like, or to newer rules."""

from __future__ import annotations

from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from napoleon.play.referee import migration, takebacks
from napoleon.play.referee.takebacks import Asked, goal, is_free, undone_by
from napoleon.rules.orders import Refusal


def withdraw(speaker: Speaker) -> Outcome:
    """Take one's last order back, as long as nothing has sealed it."""
    reading = speaker.reading
    given = takebacks.last_order(speaker.games, speaker.game, reading.seat or "")
    if given is None:
        return Refusal("NOTHING_TO_TAKE_BACK", "", "You have given no order yet.")
    return withdraw_to(speaker, given)


def withdraw_to(speaker: Speaker, version: int) -> Outcome:
    """Go back to an earlier version, as long as nothing has sealed what came after it."""
    to = goal(speaker.games, speaker.game, version)
    if isinstance(to, Refusal):
        return to
    gone = undone_by(speaker.games, speaker.game, to)
    if not is_free(speaker.game, gone, to, speaker.reading.seat or ""):
        detail = (
            "The order is sealed: since then something was drawn or shown, or others have acted. "
            "The command take back asks the others whether they agree."
        )
        return Refusal("SEALED", "", detail)
    return _asked(speaker, to, "")


def take_back(speaker: Speaker, why: str) -> Outcome:
    """Ask to take one's last order back; the other seats have to agree if it is sealed."""
    return _asked(speaker, None, why)


def agree(speaker: Speaker, case: str) -> Outcome:
    """Agree that somebody takes a move back."""
    return _answered(speaker, int(case), "agree")


def refuse(speaker: Speaker, case: str) -> Outcome:
    """Refuse that somebody takes a move back."""
    return _answered(speaker, int(case), "refuse")


def agree_to_rules(speaker: Speaker) -> Outcome:
    """Agree that the game goes on under the rules of today."""
    reading = speaker.reading
    outcome = migration.agree(speaker.games, speaker.game.id, speaker.holder, seen=speaker.game)
    if isinstance(outcome, Refusal):
        return outcome
    told = reading.gettext("You agree. The game goes on when the others have agreed too.")
    if outcome.migrated != speaker.game.migrated:
        told = reading.gettext("The game goes on under the rules %(new)s.", new=outcome.pinned[0])
    return Answer(title=reading.gettext("Newer rules"), paragraphs=(told,), changed=True)


def _asked(speaker: Speaker, to: int | None, why: str) -> Outcome:
    reading = speaker.reading
    outcome = takebacks.ask(
        speaker.games, speaker.game.id, speaker.holder, to,
        why=why, expected=speaker.game.version, seen=speaker.game,
    )  # fmt: skip
    if not isinstance(outcome, Asked):
        return outcome
    if outcome.takeback:
        told = reading.gettext("The others are asked whether you may take it back.")
        return speaker.answer(reading.gettext("Take-back"), told, changed=True)
    told = reading.gettext(
        "It is withdrawn: the position of version %(to)s is the current one again.", to=outcome.to
    )
    return speaker.answer(reading.gettext("Withdrawn"), told, changed=True)


def _answered(speaker: Speaker, case: int, said: str) -> Outcome:
    reading = speaker.reading
    outcome = takebacks.answer(
        speaker.games, speaker.game.id, speaker.holder, case, said, seen=speaker.game
    )
    if isinstance(outcome, Refusal):
        return outcome
    told = reading.gettext("You agree.") if said == "agree" else reading.gettext("You refuse.")
    return Answer(title=reading.gettext("Take-back"), paragraphs=(told,), changed=True)
