"""Press: what the players, and the judges, write to each other.

Everybody may write to everybody, except where the rules of a game keep seats from talking. What is
written to all is read by everybody who sees the game; a letter by its parties and the judges, until
the game is over. Where the founder has allowed it, letters may be written without a signature:
then only the judges know who wrote them. A note in a diary is a letter to oneself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from napoleon.log.events.grey_press import (
    UNSIGNED,
    LetterDelivered,
    LetterWritten,
    PressUnsigned,
)
from napoleon.log.events.press import LetterSent, PressPublished
from napoleon.log.game import Game
from napoleon.log.press import ALL, Letter, letters
from napoleon.log.times import DAY
from napoleon.play.game_writer import GameWriter
from napoleon.play.referee import texts
from napoleon.play.transactions import Transaction
from napoleon.rules.events import DEPUTY, JUDGES, REFEREE
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer

MOST_A_DAY = 60
"""How much a seat, or a judge, may write in any 24 hours."""


def send(
    games: GameWriter,
    game_id: str,
    by: str,
    to: Sequence[str],
    text: str,
    *,
    unsigned: bool = False,
    seen: Game | None = None,
) -> Letter | Refusal:
    """Write to some seats and judges, or to `ALL`.

    `by` speaks for the seat, or is the judge, that writes; those who read it do not learn that if
    it is `unsigned`. Repeating what they wrote last to the same readers counts once, as when a
    request is sent twice.

    Refused: ``NOT_SEATED``, ``UNKNOWN_SEAT``, ``NO_REFEREE``, ``TO_YOURSELF``, ``ALL_OR_SOME``,
    ``NO_GREY_PRESS``, ``TEXT_MISSING``, ``TEXT_TOO_LONG``, ``BAD_TEXT``, ``TOO_MUCH_PRESS``, and
    what the rules refuse by. Raises what `Games.transact` raises; `seen` is as there.
    """

    def addressed(transaction: Transaction) -> Addressed | Refusal:
        game, sender = transaction.before, transaction.before.speaks_for(by)
        readers = _in_order(game, to)
        refusal = (
            refuse_readers(game, sender, readers)
            or _refuse_unsigned(game, wanted=unsigned)
            or _refuse_talk(transaction, sender, readers)
        )
        return refusal or Addressed(readers, grey=unsigned)

    return _written(games, game_id, by, text, addressed, seen)


def note(
    games: GameWriter, game_id: str, by: str, text: str, *, seen: Game | None = None
) -> Letter | Refusal:
    """Write in one's own diary: the judges read it, and everybody when the game is over.

    Refused: ``NOT_SEATED``, ``TEXT_MISSING``, ``TEXT_TOO_LONG``, ``BAD_TEXT``, ``TOO_MUCH_PRESS``.
    Raises what `Games.transact` raises; `seen` is as there.
    """

    def addressed(transaction: Transaction) -> Addressed | Refusal:
        sender = transaction.before.speaks_for(by)
        return _refuse_stranger(transaction.before, sender) or Addressed((sender,))

    return _written(games, game_id, by, text, addressed, seen)


def answer(
    games: GameWriter, game_id: str, by: str, version: int, text: str, *, seen: Game | None = None
) -> Letter | Refusal:
    """Answer the letter of a version: what is written goes to its writer, and to nobody else.

    `by` does not learn who that is if a letter has no signature, and stays unnamed to those who
    answer one of theirs. Refused: ``UNKNOWN_LETTER``, ``TO_YOURSELF``, ``BY_COURIER`` for a
    dispatch, and as `send` says. Raises what `Games.transact` raises; `seen` is as there.
    """

    def addressed(transaction: Transaction) -> Addressed | Refusal:
        game, sender = transaction.before, transaction.before.speaks_for(by)
        if (refusal := _refuse_stranger(game, sender)) is not None:
            return refusal
        all_of_it = _letter(games, game, version, Viewer(REFEREE))
        reader = game.viewer(REFEREE if sender in JUDGES else sender)
        known = _letter(games, game, version, reader)
        if known is None or all_of_it is None:
            return Refusal("UNKNOWN_LETTER", "", "You have read no letter of that number.")
        if known.way is not None:
            detail = "A dispatch was carried: answer it by a dispatch, or write to a seat."
            return Refusal("BY_COURIER", "", detail)
        if all_of_it.sender == sender:
            return Refusal("TO_YOURSELF", "", "Nobody writes to themselves.")
        if all_of_it.sender == DEPUTY and DEPUTY not in game.tokens:
            return Refusal("UNKNOWN_SEAT", "", "The game has no such seat to write to.")
        to = (all_of_it.sender,)
        if known.sender == UNSIGNED:
            return Addressed(to, named=(UNSIGNED,), answers=version)
        return _refuse_talk(transaction, sender, to) or Addressed(to, grey=bool(all_of_it.answers))

    return _written(games, game_id, by, text, addressed, seen)


class Addressed(NamedTuple):
    """To whom something is written, and what its writer and its readers know of each other."""

    readers: tuple[str, ...]
    grey: bool = False
    """Whether its readers are not told who has written it."""
    named: tuple[str, ...] = ()
    """What its writer is told of its readers, if that is not who they are."""
    answers: int = 0
    """Version of the letter without a signature that it answers; 0 for none."""


def _written(
    games: GameWriter,
    game_id: str,
    by: str,
    text: str,
    addressed: Callable[[Transaction], Addressed | Refusal],
    seen: Game | None,
) -> Letter | Refusal:
    """Write to whom `addressed` says, unless that was the last thing that was written."""
    repeated: list[Letter] = []

    def act(transaction: Transaction) -> Refusal | None:
        repeated.clear()
        sender = transaction.before.speaks_for(by)
        whom = addressed(transaction)
        refusal = whom if isinstance(whom, Refusal) else texts.refuse_text(text, needed=True)
        if refusal is not None:
            return refusal
        assert isinstance(whom, Addressed), "or it is refused"
        mine = lately(games, transaction, sender)
        if (
            mine
            and mine[0].way is None
            and (mine[0].grey, mine[0].answers) == (whom.grey, whom.answers)
            and is_repeated(games, transaction, mine[0], by, whom.readers, text)
        ):
            repeated.append(mine[0])
            return None
        too_much = refuse_much(games, transaction, sender)
        if too_much is not None:
            return too_much
        kept = texts.keep(transaction, games, text)
        _record(transaction, by, whom, kept)
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    if isinstance(outcome, Refusal):
        return outcome
    game = outcome.game
    reader = game.viewer(REFEREE if by in JUDGES else game.speaks_for(by))
    version = repeated[0].version if repeated else game.press[-1]
    letter = _letter(games, game, version, reader)
    assert letter is not None, "a writer may read it"
    return letter


def _record(transaction: Transaction, by: str, whom: Addressed, kept: str) -> None:
    """Record what was written. Where letters may be unsigned, all of them are recorded alike."""
    sender, readers = transaction.before.speaks_for(by), whom.readers
    if readers == (ALL,) and not whom.grey:
        transaction.record(PressPublished(sender, kept), by=by)
    elif not transaction.before.grey_press:
        transaction.record(LetterSent(sender, by, readers, kept), by="")
    else:
        named = whom.named or readers
        transaction.record(LetterWritten(sender, by, named, kept, whom.grey), by="")
        shown = UNSIGNED if whom.grey else sender
        copy = (
            PressUnsigned(kept)
            if readers == (ALL,)
            else LetterDelivered(shown, readers, kept, whom.answers)
        )
        transaction.record(copy, by="")


def _letter(games: GameWriter, game: Game, version: int, reader: Viewer) -> Letter | None:
    """The letter of a version as `reader` may read it; None if there is none for them."""
    found = letters(games, game, reader, before=version + 1, after=version - 1)
    return next(found, None)


def may_write(game: Game, holder: str) -> bool:
    """Whether `holder` is somebody who may write: a seat, a share of one, or a judge."""
    return holder in JUDGES or game.speaks_for(holder) in game.created.seats


def readers_for(game: Game, holder: str) -> tuple[str, ...]:
    """Whom `holder` may name as readers: the other seats, and the judges that there are."""
    everybody = (*game.created.seats, *(it for it in JUDGES if it in game.tokens))
    return tuple(it for it in everybody if it != game.speaks_for(holder))


def _in_order(game: Game, to: Sequence[str]) -> tuple[str, ...]:
    """Those who are named, each once, in the order of play."""
    known = [it for it in (*game.created.seats, *JUDGES) if it in to]
    return (*known, *(it for it in dict.fromkeys(to) if it not in known))


def refuse_readers(game: Game, sender: str, readers: Sequence[str]) -> Refusal | None:
    """Why `sender` cannot write to these: seats and judges, or `ALL`; None if they can."""
    seats = game.created.seats
    if (refusal := _refuse_stranger(game, sender)) is not None:
        return refusal
    if sender in readers:
        return Refusal("TO_YOURSELF", "", "Nobody writes to themselves.")
    if REFEREE in readers and not game.created.referee:
        return Refusal("NO_REFEREE", "", "The game has no referee.")
    if ALL in readers and len(readers) > 1:
        detail = "Write to all, or name those whom you write to."
        return Refusal("ALL_OR_SOME", "", detail)
    known = (*seats, ALL, REFEREE, *((DEPUTY,) if DEPUTY in game.tokens else ()))
    unknown = [it for it in readers if it not in known]
    if unknown or not readers:
        facts = {"readers": list(known)}
        return Refusal("UNKNOWN_SEAT", "", "The game has no such seat to write to.", facts)
    return None


def _refuse_stranger(game: Game, sender: str) -> Refusal | None:
    if sender in (*game.created.seats, *JUDGES):
        return None
    return Refusal("NOT_SEATED", "", "Only seats and judges write; others read.")


def _refuse_unsigned(game: Game, *, wanted: bool) -> Refusal | None:
    if not wanted or game.grey_press:
        return None
    detail = "The founder of this game lets nobody write without a signature."
    return Refusal("NO_GREY_PRESS", "", detail)


def refuse_much(games: GameWriter, transaction: Transaction, sender: str) -> Refusal | None:
    """Why `sender` may write nothing more for now; None if they may."""
    if len(lately(games, transaction, sender)) < MOST_A_DAY:
        return None
    detail = f"A seat writes at most {MOST_A_DAY} times in 24 hours."
    return Refusal("TOO_MUCH_PRESS", "", detail, {"most": MOST_A_DAY})


def _refuse_talk(transaction: Transaction, sender: str, readers: Sequence[str]) -> Refusal | None:
    """Why the rules of the game let some of the readers hear nothing from the sender now."""
    game, seats = transaction.before, transaction.before.created.seats
    if game.state is None or game.over or sender not in seats:
        return None
    private = ALL not in readers
    for other in readers if private else seats:
        if other in seats and other != sender:
            refusal = transaction.rules.refuse_talk(game.state, sender, other, private=private)
            if refusal is not None:
                return refusal
    return None


def lately(games: GameWriter, transaction: Transaction, sender: str) -> list[Letter]:
    """What was written for the sender in the last 24 hours, the newest first.

    What has come of their dispatches is not among it, as they are not to learn of it.
    """
    found: list[Letter] = []
    for it in letters(games, transaction.before, Viewer(REFEREE)):
        if it.at <= transaction.at - DAY:
            break
        if it.sender == sender and not it.has_come:
            found.append(it)
    return found


def is_repeated(
    games: GameWriter,
    transaction: Transaction,
    last: Letter,
    by: str,
    readers: Sequence[str],
    text: str,
) -> bool:
    """Whether `last` is by the same writer, to the same readers and in the same words."""
    if (last.writer, last.to) != (by, tuple(readers)):
        return False
    kept = games.recorder.texts(transaction.before.id)
    return any(it.id == last.text and it.text == text for it in kept)
