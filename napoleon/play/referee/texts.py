"""What people write: reasons, claims, statements. They are kept beside the log, to be erased."""

from __future__ import annotations

import unicodedata

from napoleon.log.events.press import LetterErased
from napoleon.log.events.texts import TextErased, text_id
from napoleon.log.game import Game
from napoleon.log.press import Letter, letters
from napoleon.log.store.recorder import TextRow
from napoleon.play.game_writer import GameWriter
from napoleon.play.transactions import Transaction
from napoleon.rules.events import JUDGES, REFEREE
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer

LONGEST = 4000
"""How many characters a text has at most."""

_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers and the empty Braille pattern: letters and symbols to Unicode, and nothing to see."""

_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that reverse the direction of what is written next to them."""

_SALT_BYTES = 16


def keep(transaction: Transaction, games: GameWriter, text: str) -> str:
    """Keep what was written with the events of the transaction; its id."""
    salt = games.entropy(_SALT_BYTES)
    row = TextRow(transaction.game.id, text_id(salt, text), salt, text)
    transaction.texts.append(row)
    return row.id


def refuse_text(text: str, *, needed: bool) -> Refusal | None:
    """Why a text cannot be kept; None if it can.

    ``TEXT_MISSING``, ``TEXT_TOO_LONG``, or ``BAD_TEXT`` if it has characters that would show
    something other than what was written.
    """
    if not text and not needed:
        return None
    if len(text) > LONGEST:
        detail = f"A text has at most {LONGEST} characters."
        return Refusal("TEXT_TOO_LONG", "", detail, {"most": LONGEST})
    if any(map(_is_disguise, text)):
        detail = "A text has no control characters but new lines and tabs, and keeps its direction."
        return Refusal("BAD_TEXT", "", detail)
    if not is_visible(text):
        return Refusal("TEXT_MISSING", "", "Say why in a few words.")
    return None


def is_visible(text: str) -> bool:
    r"""Whether there is anything to be seen in a text: a letter, digit, punctuation or symbol.

    >>> is_visible("Ney"), is_visible(" "), is_visible("\u200b"), is_visible("\u3164")
    (True, False, False, False)
    """
    return any(unicodedata.category(it)[0] in "LNPS" and it not in _BLANK_LETTERS for it in text)


def _is_disguise(character: str) -> bool:
    """Whether it changes how its neighbours are shown, or is not a character at all."""
    if character in _TURNS:
        return True
    return is_control(character)


def is_control(character: str) -> bool:
    r"""Whether it is nothing that is written, and neither a new line nor a tab.

    >>> is_control("\x00"), is_control("\n"), is_control("N")
    (True, False, False)
    """
    return unicodedata.category(character) in ("Cc", "Cs") and character not in "\n\t"


def erase(
    games: GameWriter, game_id: str, by: str, text: str, *, seen: Game | None = None
) -> Refusal | None:
    """Erase a text, for its writer or as a referee. The log stays as it is.

    What was written to some alone is erased without a word to the others of who erased it.
    Refused: ``NOT_YOUR_TEXT``, ``UNKNOWN_TEXT``. Raises what `Games.transact` raises; `seen` is
    as there.
    """

    def note(transaction: Transaction) -> Refusal | None:
        if text not in {row.id for row in games.recorder.texts(game_id)}:
            return Refusal("UNKNOWN_TEXT", "", "There is no such text, or it was erased.")
        seat = transaction.before.speaks_for(by)
        if by not in JUDGES and text not in _written_by(games, transaction, seat):
            return Refusal("NOT_YOUR_TEXT", "", "A text is erased by its writer or a referee.")
        letter = _letter(games, transaction, text)
        if letter is None:
            transaction.record(TextErased(text), by=by)
        else:
            # Only its writer is told of a dispatch: the others would learn that it was on its way.
            # Of a letter without a signature, and of an answer to one, who the other one is.
            apart = letter.way is not None or letter.grey or letter.answers
            parties = (letter.sender, *(() if apart else letter.to))
            transaction.record(LetterErased(text, by, parties), by="")
        transaction.erased.append(text)
        return None

    outcome = games.transact(game_id, note, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else None


def _letter(games: GameWriter, transaction: Transaction, text: str) -> Letter | None:
    """The letter with a text; None for what everybody may read, and know the writer of."""
    game = transaction.before
    found = (it for it in letters(games, game, Viewer(REFEREE)) if it.text == text)
    return next((it for it in found if it.grey or not it.public), None)


def _written_by(games: GameWriter, transaction: Transaction, seat: str) -> set[str]:
    game = transaction.before
    press = {it.text for it in letters(games, game, Viewer(seat)) if it.sender == seat}
    asked = {it.why for it in game.takebacks.values() if it.seat == seat}
    claimed = {it.claim for it in game.disputes.values() if it.seat == seat}
    said = {
        statement.text
        for dispute in game.disputes.values()
        for statement in dispute.statements
        if statement.seat == seat
    }
    return asked | claimed | said | press
