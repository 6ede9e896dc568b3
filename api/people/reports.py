"""Reports: somebody tells the operator about another, whom they know by a seat."""

from __future__ import annotations

from itertools import islice

from api.people.blocks import is_unsigned, seats_of
from api.people.registry import Registry
from api.people.rows import ReportRow
from napoleon.log.game import Game
from napoleon.log.press import letters
from napoleon.log.times import DAY
from napoleon.play.referee.texts import refuse_text
from napoleon.rules.events import DEPUTY, REFEREE
from napoleon.rules.orders import Refusal

MOST = 5
"""How many reports somebody makes in a day."""


def report(
    registry: Registry, person: int, game: Game, holder: str, words: str, letter: int = 0
) -> int | Refusal:
    """Tell the operator about who holds a seat, as somebody with a seat in that game; its id.

    A letter that the reporter may read is told with it, by the version at which it was written.
    Refused: ``NOT_SEATED``, ``UNKNOWN_SEAT``, ``UNKNOWN_LETTER``, ``TOO_MANY_REPORTS``, and what
    `napoleon.play.referee.texts.refuse_text` says of the words.
    """
    words = words.strip()
    if not seats_of(registry, person, game):
        return Refusal("NOT_SEATED", "", "You have no seat in that game on your desk.")
    if holder not in game.tokens and not is_unsigned(game, holder):
        return Refusal("UNKNOWN_SEAT", "", "There is no such seat in that game.")
    refusal = refuse_text(words, needed=True)
    if refusal is not None:
        return refusal
    quoted = _quoted(registry, person, game, holder, letter) if letter else ""
    if quoted is None:
        return Refusal("UNKNOWN_LETTER", "", "There is no such letter that you may read.")
    now = registry.now()
    row = ReportRow(
        person=person,
        game=game.id,
        holder=holder,
        letter=letter,
        quoted=quoted,
        words=words,
        made=now,
    )
    number = registry.store.reports.put(row, since=now - DAY, most=MOST)
    if not number:
        detail = f"At most {MOST} reports are made in a day."
        return Refusal("TOO_MANY_REPORTS", "", detail, {"most": MOST})
    return number


def _quoted(registry: Registry, person: int, game: Game, holder: str, version: int) -> str | None:
    """What a holder wrote in a letter that the reporter may read; None if there is none.

    It is "" if the words were erased.
    """
    texts = {it.id: it.text for it in registry.games.recorder.texts(game.id)}
    for own in seats_of(registry, person, game):
        reader = game.viewer(REFEREE if own == DEPUTY else game.speaks_for(own))
        found = letters(registry.games, game, reader, before=version + 1, after=version - 1)
        for it in islice(found, 1):
            if holder in (it.writer, it.sender):
                return texts.get(it.text, "")
    return None
