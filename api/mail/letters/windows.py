"""The form for windows of cards in mails: once a turn, and with each hand where they hardly change.

Every turn mail of a game in which forms answer shows it as it stands. Where none was due since a
turn was dealt, or a hand changed, a mail of its own does. It asks nothing: a player who leaves it
lying has said what they said before.
"""

from __future__ import annotations

import hashlib

from api.commands.windows import shown_to, told_to
from api.mail.letters.composing import Letter
from api.mail.letters.notices import notice
from api.mail.letters.turn import greeting
from api.reading import Reading
from napoleon.log.errors import UnknownVersion
from napoleon.play import window_forms
from napoleon.play.window_forms import Shown


def form_letter(reading: Reading, told: int) -> Letter | None:
    """The form as a mail of its own; None if the turn mail about version `told` showed the same.

    And for those who have none. `told` is 0 where there was no mail yet.
    """
    form = shown_to(reading)
    if form is None or (told and _dealt_at(reading, told) == form.dealt):
        return None
    said = told_to(reading, form)
    fits = [reading.gettext("Of your cards these fit:"), *said.fitting]
    over = reading.gettext(
        "%(turn)s: %(told)s",
        turn=reading.turn_called,
        told=reading.gettext("your form for windows of cards"),
    )
    paragraphs = [greeting(reading), *fits, said.note]
    return notice(reading, about(form), paragraphs, lines=said.lines, over=over)


def about(form: Shown) -> str:
    """What a mail with this form is about: the turn as it was dealt, and the hand."""
    return f"windows-{hashlib.sha256(form.dealt.encode()).hexdigest()[:16]}"


def _dealt_at(reading: Reading, version: int) -> str:
    """The turn and the hand of the reader at an earlier version; "" before the table was laid."""
    try:
        game = reading.games.at(reading.game.id, version)
    except UnknownVersion:
        return ""
    return window_forms.dealt(reading.games, game, str(reading.seat))
