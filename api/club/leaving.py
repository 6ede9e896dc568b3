"""Leaving: somebody gives a game up as its rules say, or leaves their seat to another player."""

from __future__ import annotations

from api.club.joining import as_words
from api.club.scene import Held, Outcome, Scene, parted
from api.commands.ordering import order
from api.commands.speaker import Speaker
from napoleon.log.game import HeldToken
from napoleon.play import seats
from napoleon.play.outcomes import DeadToken
from napoleon.rules.kit.conceding import RESIGNING
from napoleon.rules.orders import Refusal


def resign(scene: Scene, said: str) -> Outcome:
    """Give a game up."""
    found = own_seat(scene, said)
    if isinstance(found, Refusal):
        return found
    speaker = Speaker(scene.reading(found.game, found.holder), key=scene.key)
    return order(speaker, RESIGNING)


def leave(scene: Scene, said: str) -> Outcome:
    """Leave a seat to the next player who takes it over."""
    found = own_seat(scene, said, done=True)
    if isinstance(found, Refusal):
        return found
    game, seat, token = found
    fresh = scene.fresh(game.id, seat)
    try:
        refusal = seats.leave_open(scene.registry.games, game.id, seat, token, fresh=fresh)
    except DeadToken:
        return Refusal("NOT_YOUR_SEAT", "", "You have no seat in that game.")
    if refusal is not None:
        return refusal
    scene.look_again()
    reading = scene.reading(game)
    return scene.answer(
        reading.called,
        scene.gettext(
            "You have left the seat %(seat)s. It is open to anybody, and you are told no more of "
            "the game.",
            seat=reading.name(seat),
        ),
    )


def own_seat(scene: Scene, said: str, *, done: bool = False) -> Held | Refusal:
    """The seat of the visitor that is meant: of several one is named.

    With `done` it may be one that this very command has left before a crash.
    """
    named, wanted = parted(said, *as_words())
    game = scene.game(named)
    if isinstance(game, Refusal):
        return game
    mine = [it for it in scene.held() if it.game.id == game.id]
    mine = [it for it in mine if it.holder in game.created.seats]
    if done and not mine:
        left = [it for it in game.created.seats if game.seat_of(scene.fresh(game.id, it)) == it]
        mine = [Held(game, it, HeldToken(game.id, it, game.tokens[it])) for it in left]
    if not mine:
        return Refusal("NOT_YOUR_SEAT", "", "You have no seat in that game.")
    if wanted:
        seat = scene.seat(game, wanted, [it.holder for it in mine])
        if isinstance(seat, Refusal):
            return seat
        mine = [it for it in mine if it.holder == seat]
    if len(mine) > 1:
        names = ", ".join(scene.reading(game).name(it.holder) for it in mine)
        detail = f"You have several seats there; say which: {names}."
        return Refusal("WHICH_SEAT", "", detail)
    return mine[0]
