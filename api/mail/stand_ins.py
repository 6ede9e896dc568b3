"""Stand-ins: their addresses stand beside the log, and are written to when they are called upon.

What they are sent is the only mail that goes to an address before it is confirmed, besides the
question whether it is theirs: and that is what it asks.
"""

from __future__ import annotations

from api.mail import mailboxes
from api.mail.letters.composing import composed
from api.mail.letters.notices import called_upon
from api.mail.mailboxes import is_address
from api.mail.office import Office
from api.mail.store.mailboxes import MailboxRow
from api.mail.store.stand_ins import StandInRow
from napoleon.log.game import Game, token_hash
from napoleon.play.clock import stand_ins
from napoleon.rules.orders import Refusal


class StandInBook:
    """The addresses of stand-ins; see `api.commands.speaker.Addresses`."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def name_stand_in(self, game: Game, holder: str, address: str, language: str) -> Game | Refusal:
        """Have somebody asked to play in the place of `holder` if they fall silent.

        Refused: ``BAD_ADDRESS``, and what `napoleon.play.clock.stand_ins.name` says.
        """
        if not is_address(address):
            return Refusal("BAD_ADDRESS", "", "This is no address that mail can be sent to.")
        outcome = stand_ins.name(self._office.games, game.id, holder, seen=game)
        if not isinstance(outcome, Refusal):
            row = StandInRow(game.id, holder, game.tokens[holder], address, language)
            self._office.store.stand_ins.put(row)
        return outcome

    def forget_stand_in(self, game: Game, seat: str) -> None:
        """Forget the address of the stand-in of a seat."""
        self._office.store.stand_ins.drop(game.id, seat)


def invite(office: Office, row: StandInRow) -> bool:
    """Write to a stand-in if they were called upon: one mail, however often this is done.

    Returns whether it is made. Raises UnknownGame, UnknownRuleset, BrokenLog, PersistenceError.
    """
    game, share = office.games.open(row.game), stand_ins.share_of(row.seat)
    token = stand_ins.token_of(game, row.seat)
    if game.over or game.tokens.get(row.seat) != row.token:
        office.store.stand_ins.drop(row.game, row.seat)
        return False
    if game.tokens.get(share) != token_hash(token) or mailboxes.of(office, game, share):
        return False
    wanted = {"address": row.address, "language": row.language}
    box = mailboxes.leave_for(office, game, share, wanted)
    if not isinstance(box, MailboxRow):
        return False
    letter = called_upon(office, box, office.reading(game, box), row.seat, token)
    return office.store.outbox.put(composed(office, box, letter, office.games.clock()))
