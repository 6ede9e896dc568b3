"""Replies to press: what somebody answers to a letter goes to its writer, and to nobody else.

It does so only if it stands alone. Where a mail orders anything too, or may be half of what its
writer says, nothing of it is sent that is not marked: what is meant for one side would reach the
other.
"""

from __future__ import annotations

from collections.abc import Sequence

from api.mail.answering.lines import Said, Sent, Step
from api.mail.answering.quotes import Kind, Line
from api.mail.letters.press import version_of
from api.mail.rows import LetterRow
from api.reading import Reading
from napoleon.log.press import Letter, letters
from napoleon.play.referee.texts import is_visible


def letter_answered(reading: Reading, asked_in: LetterRow | None) -> Letter | None:
    """The letter that came by the mail which is answered; None if it brought none.

    A dispatch is none: its captor shall not write to its sender by replying.
    """
    version = 0 if asked_in is None else version_of(asked_in.about)
    if not version:
        return None
    viewer = reading.game.viewer(reading.viewer)
    found = letters(reading.games, reading.game, viewer, before=version + 1, after=version - 1)
    letter = next(found, None)
    return None if letter is None or letter.way is not None else letter


def with_reply(reading: Reading, sent: Sent, lines: Sequence[Line], letter: Letter | None) -> Sent:
    """What a mail orders in answer to a `letter`: if nothing else, that its text is sent.

    What is quoted, and a signature, is no part of it. If some of it may be quoted, its writer is
    asked first.
    """
    own = [it for it in lines if it.kind.is_written]
    text = "\n".join(it.text.rstrip() for it in own).strip("\n")
    if letter is None or not is_visible(text):
        return sent
    if sent.steps or sent.then or sent.number:
        why = reading.gettext(
            "Your mail orders something as well: what is for the writer of the letter stands "
            "between “press:” and “end press”."
        )
        told = (it._replace(why=why) if it.prose else it for it in sent.untaken)
        return sent._replace(untaken=tuple(told))
    return sent._replace(
        steps=(Step(f"answer {letter.version}:\n{text}", Said.COMMAND),),
        untaken=tuple(it for it in sent.untaken if not it.prose),
        doubted=sent.doubted or any(it.kind is Kind.DOUBTFUL and it.text.strip() for it in own),
    )
