"""Inviting: a founder sends mails to friends, and an address says that it wants no such mails."""

from __future__ import annotations

from api.club.joining import as_words
from api.club.scene import Outcome, Scene, parted
from api.languages import LANGUAGES, noted, translations
from api.mail.mailboxes import refuse_address
from api.people import inviting, strangers
from napoleon.log.game import Game
from napoleon.play import seats
from napoleon.play.outcomes import DeadToken, UnknownSeat
from napoleon.play.tokens import key_of_founder
from napoleon.rules.events import JUDGES, REFEREE
from napoleon.rules.orders import Refusal

TO = (noted("to"),)
"""What stands before a game to which somebody is invited."""


def invite(scene: Scene, said: str) -> Outcome:
    """Have somebody invited to a seat that nobody has taken."""
    address, rest = parted(said, *_to())
    named, wanted = parted(rest, *as_words())
    address = address.strip("<>,;")
    person = scene.who.person
    refusal = inviting.refuse_inviter(scene.registry, person) or refuse_address(
        scene.office.settings, address
    )
    if refusal is not None or person is None:
        return refusal or Refusal("NOT_CONFIRMED", "", "Register first: register NAME.")
    game = scene.game(named)
    if isinstance(game, Refusal):
        return game
    token = _authority(scene, game)
    if token is None:
        detail = "Only the founder of the game, or its referee, invites to its seats."
        return Refusal("NOT_YOUR_SEAT", "", detail)
    seat = _seat(scene, game, wanted)
    if isinstance(seat, Refusal):
        return seat
    refusal = inviting.note(scene.registry, person, game, seat, scene.key)
    if refusal is not None:
        return refusal
    fresh = scene.fresh(game.id, seat)
    try:
        made = seats.renew_invitation(scene.registry.games, game.id, seat, token, fresh=fresh)
    except (DeadToken, UnknownSeat):
        return Refusal("SEAT_CLAIMED", "", "That seat is taken, or the game is over.")
    if isinstance(made, Refusal):
        return made
    newest = scene.registry.games.open(game.id)
    refusal = inviting.invite(
        scene.registry,
        scene.office,
        newest,
        seat,
        made,
        address,
        language=scene.code,
        founder=person,
        key=scene.key,
    )
    if refusal is not None:
        return refusal
    reading = scene.reading(game)
    return scene.answer(
        reading.called,
        scene.gettext(
            "An invitation goes to %(address)s, as %(seat)s, unless they want none or have one "
            "already that they have not answered. The seat is kept for them.",
            address=address,
            seat=reading.name(seat),
        ),
    )


def never_again(scene: Scene, said: str) -> Outcome:
    """Nobody is to invite the visitor from here any more."""
    strangers.want_nothing(scene.registry, strangers.whom(scene.registry, scene.who.address))
    told = scene.gettext("Nobody is invited at your address from here any more.")
    back = (scene.gettext("invitations welcome"),)
    return scene.answer(
        scene.gettext("No more invitations"),
        told,
        scene.gettext("This line takes it back:"),
        lines=back,
    )


def welcome(scene: Scene, said: str) -> Outcome:
    """They may be invited again."""
    hashes = strangers.hashes_of(scene.registry, scene.who.address)
    scene.registry.store.strangers.want_again(hashes)
    told = scene.gettext("You may be invited again.")
    return scene.answer(scene.gettext("Invitations"), told)


def _to() -> tuple[str, ...]:
    return tuple(translations(code).gettext(it).casefold() for code in LANGUAGES for it in TO)


def _authority(scene: Scene, game: Game) -> str | None:
    """What lets the visitor invite to seats of a game; None if nothing does."""
    person = scene.who.person
    founder = scene.registry.store.blocks.founder(game.id)
    if person is not None and founder == person.id:
        return key_of_founder(game)
    judges = (it for it in scene.held() if it.game.id == game.id and it.holder in JUDGES)
    return next((it.token for it in judges), None)


def _seat(scene: Scene, game: Game, wanted: str) -> str | Refusal:
    """The seat that is meant: if none is named, the only one that nobody has taken."""
    chairs = (*game.created.seats, *([REFEREE] if game.created.referee else []))
    if wanted:
        return scene.seat(game, wanted, chairs)
    mine = [it for it in game.created.seats if game.seat_of(scene.fresh(game.id, it)) == it]
    free = mine or [it for it in game.created.seats if it not in game.claimed]
    if len(free) == 1:
        return free[0]
    if not free:
        return Refusal("SEAT_CLAIMED", "", "All seats of that game are taken.")
    names = ", ".join(map(scene.reading(game).name, free))
    return Refusal("WHICH_SEAT", "", f"Say which seat you invite to: {names}.")
