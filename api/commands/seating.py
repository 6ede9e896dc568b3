"""Commands of judges about seats: taking one from its player, inviting somebody to one."""

from __future__ import annotations

from api.commands.answers import Answer
from api.commands.seats import seat_of
from api.commands.speaker import Outcome, Speaker
from napoleon.log.game import HeldToken
from napoleon.play import seats
from napoleon.play.outcomes import DeadToken
from napoleon.rules.orders import Refusal


def eject(speaker: Speaker, name: str) -> Outcome:
    """Take a seat from its holder; it waits for somebody to be invited."""
    reading = speaker.reading
    seat = seat_of(reading, name)
    if isinstance(seat, Refusal):
        return seat
    try:
        outcome = seats.hand_over(speaker.games, speaker.game.id, seat, _token(speaker))
    except DeadToken:
        return _passed_on()
    if isinstance(outcome, Refusal):
        return outcome
    # The token that it was answered with is told to nobody: an invitation makes another.
    told = reading.gettext(
        "%(seat)s: the player who had the seat sees and orders nothing any more. This line invites "
        "somebody else:",
        seat=reading.name(seat),
    )
    return Answer(
        title=reading.gettext("A seat is free"),
        paragraphs=(told,),
        lines=(f"invite ADDRESS as {reading.name(seat)}",),
        changed=True,
    )


def invite(speaker: Speaker, address: str, name: str) -> Outcome:
    """Send a mail to somebody who may take a seat that nobody has claimed."""
    reading = speaker.reading
    seat = seat_of(reading, name)
    if isinstance(seat, Refusal):
        return seat
    if speaker.addresses is None:
        return Refusal("NO_MAIL", "", "The service keeps no addresses here.")
    refusal = speaker.addresses.refuse_invitation(address)
    if refusal is None and seat not in speaker.game.claimed:
        # Before the link that there is so far is dead.
        refusal = speaker.addresses.refuse_inviter(speaker.game, speaker.holder)
    if refusal is not None:
        return refusal
    try:
        token = seats.renew_invitation(speaker.games, speaker.game.id, seat, _token(speaker))
    except DeadToken:
        return _passed_on()
    if isinstance(token, Refusal):
        return token
    invited = speaker.now().game
    refusal = speaker.addresses.invite(invited, speaker.holder, seat, token, address, reading.code)
    if refusal is not None:
        return refusal
    told = reading.gettext(
        "%(address)s is invited to play %(seat)s. An earlier invitation to it opens nothing any "
        "more.",
        address=address,
        seat=reading.name(seat),
    )
    return Answer(title=reading.gettext("Invitation"), paragraphs=(told,), changed=True)


def _token(speaker: Speaker) -> HeldToken:
    """What stands for the token of the speaker, who was let in by it."""
    game, holder = speaker.game, speaker.holder
    return HeldToken(game.id, holder, game.tokens.get(holder, ""))


def _passed_on() -> Refusal:
    return Refusal("BAD_TOKEN", "", "The seat has passed to somebody else.")
