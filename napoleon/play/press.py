"""Press: what the players, and the judges, write to each other.

Everybody may write to everybody, but where the rules of a game keep seats from talking. What is
written to all is read by everybody who sees the game; a letter by its parties and the judges, until
the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence

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
    seen: Game | None = None,
) -> Letter | Refusal:
    """Write to some seats and judges, or to `ALL`.

    `by` speaks for the seat, or is the judge, that writes. Repeating what they wrote last to the
    same readers counts once, as when a request is sent twice.

    Refused: ``NOT_SEATED``, ``UNKNOWN_SEAT``, ``NO_REFEREE``, ``TO_YOURSELF``, ``ALL_OR_SOME``,
    ``TEXT_MISSING``, ``TEXT_TOO_LONG``, ``BAD_TEXT``, ``TOO_MUCH_PRESS``, and what the rules refuse
    by. Raises what `Games.transact` raises; `seen` is as there.
    """
    repeated: list[Letter] = []

    def act(transaction: Transaction) -> Refusal | None:
        repeated.clear()
        sender = transaction.before.speaks_for(by)
        readers = _in_order(transaction.before, to)
        refusal = (
            refuse_readers(transaction.before, sender, readers)
            or texts.refuse_text(text, needed=True)
            or _refuse_talk(transaction, sender, readers)
        )
        if refusal is not None:
            return refusal
        mine = lately(games, transaction, sender)
        if (
            mine
            and mine[0].way is None
            and is_repeated(games, transaction, mine[0], by, readers, text)
        ):
            repeated.append(mine[0])
            return None
        too_much = refuse_much(games, transaction, sender)
        if too_much is not None:
            return too_much
        kept = texts.keep(transaction, games, text)
        if readers == (ALL,):
            transaction.record(PressPublished(sender, kept), by=by)
        else:
            transaction.record(LetterSent(sender, by, readers, kept), by="")
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    if isinstance(outcome, Refusal):
        return outcome
    return repeated[0] if repeated else next(letters(games, outcome.game, Viewer(REFEREE)))


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
    if sender not in (*seats, *JUDGES):
        return Refusal("NOT_SEATED", "", "Only seats and judges write; others read.")
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
