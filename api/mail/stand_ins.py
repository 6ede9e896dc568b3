"""Stand-ins: their addresses stand beside the log, and get a mail when they are called upon.

What they are sent is the only mail that goes to an address before it is confirmed, besides the
question whether it is theirs: and that is what it asks.
"""

from __future__ import annotations

from api.mail import mailboxes
from api.mail.letters.composing import composed
from api.mail.letters.notices import called_upon
from api.mail.office import Office
from api.mail.rows import MailboxRow, StandInRow
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
        refusal = mailboxes.refuse_address(self._office.settings, address)
        if refusal is not None:
            return refusal
        # Kept first: nobody is to be called upon whose address was lost on the way.
        row = StandInRow(game.id, holder, game.tokens.get(holder, ""), address, language)
        self._office.store.stand_ins.put(row)
        outcome = stand_ins.name(self._office.games, game.id, holder, seen=game)
        if isinstance(outcome, Refusal):
            self._office.store.stand_ins.drop(game.id, holder)
        else:
            # Meanwhile a worker may have taken it for that of the stand-in before.
            self._office.store.stand_ins.put(row)
        return outcome

    def refuse_invitation(self, address: str) -> Refusal | None:
        """Why nobody can be invited at an address: ``NO_MAIL``, ``BAD_ADDRESS``."""
        if self._office.invites is None:
            return Refusal("NO_MAIL", "", "The service keeps no addresses here.")
        return mailboxes.refuse_address(self._office.settings, address)

    def refuse_inviter(self, game: Game, by: str) -> Refusal | None:
        """Why the judge `by` may invite nobody; see `Invites.refuse`."""
        invites = self._office.invites
        return None if invites is None else invites.refuse(self._office, game, by)

    def invite(
        self, game: Game, by: str, seat: str, token: str, address: str, language: str
    ) -> Refusal | None:
        """Have somebody written to by the judge `by`, with the `token` of a seat."""
        if self._office.invites is None:
            return Refusal("NO_MAIL", "", "The service keeps no addresses here.")
        return self._office.invites(self._office, game, by, seat, token, address, language)

    def forget_stand_in(self, game: Game, seat: str) -> None:
        """Forget the address of the stand-in of a seat."""
        self._office.store.stand_ins.drop(game.id, seat)


def invite(office: Office, row: StandInRow) -> bool:
    """Write to a stand-in if they were called upon; their address is forgotten with that.

    From then on it is that of a mailbox, which is theirs to erase. Returns whether a mail is made.
    Raises UnknownGame, UnknownRuleset, BrokenLog, PersistenceError.
    """
    game, share = office.games.open(row.game), stand_ins.share_of(row.seat)
    token = stand_ins.token_of(game, row.seat)
    if game.over or game.tokens.get(row.seat) != row.token:
        office.store.stand_ins.drop(row.game, row.seat)
        return False
    if game.tokens.get(share) != token_hash(token):
        return False
    box = mailboxes.of(office, game, share)
    if box is None:
        wanted = {"address": row.address, "language": row.language}
        left = mailboxes.leave_for(office, game, share, wanted)
        box = left if isinstance(left, MailboxRow) else None
    if box is None or box.address != row.address:
        return False
    letter = called_upon(office, box, office.reading(game, box), row.seat, token)
    made = office.store.outbox.put(composed(office, box, letter, office.games.clock()))
    office.store.stand_ins.drop(row.game, row.seat)
    return made
