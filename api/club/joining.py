"""Joining: somebody takes a seat, or watches a game."""

from __future__ import annotations

from api.club.scene import NO_GAME, Outcome, Scene, parted
from api.languages import LANGUAGES, noted, translations
from api.mail import mailboxes, observers
from api.mail.rows import MailboxRow
from api.people import admission, inviting, sitting
from napoleon.log.clocks import FORFEIT, PASS
from napoleon.log.game import Game, HeldToken
from napoleon.play import seats, standing_orders
from napoleon.play.outcomes import DeadToken, NameTaken
from napoleon.rules.orders import Refusal

AS = (noted("as"),)
"""What stands before a seat."""


def as_words() -> tuple[str, ...]:
    """The same in all languages."""
    return tuple(translations(code).gettext(it).casefold() for code in LANGUAGES for it in AS)


def join(scene: Scene, said: str) -> Outcome:
    """Take an open seat of a game, or the one that one is invited to."""
    named, wanted = parted(said, *as_words())
    game = _game(scene, named)
    if isinstance(game, Refusal):
        return game
    seat = _seat(scene, game, wanted)
    return seat if isinstance(seat, Refusal) else _join(scene, game, seat)


def take_over(scene: Scene, said: str) -> Outcome:
    """Take the seat of somebody who has left a game that has begun."""
    named, _, wanted = said.strip().partition(" ")
    before, after = parted(wanted, *as_words())
    game = _game(scene, named)
    if isinstance(game, Refusal):
        return game
    seat = scene.seat(game, after or before)
    if isinstance(seat, Refusal):
        return seat
    mine = game.seat_of(scene.fresh(game.id, seat)) == seat
    if seat not in game.open_seats and not mine:
        return _refuse_not_free(game, seat)
    return _join(scene, game, seat)


def _game(scene: Scene, named: str) -> Game | Refusal:
    """The game that somebody means who has a desk, and may sit down."""
    game = scene.game(named)
    return game if isinstance(game, Refusal) else refuse_unregistered(scene) or game


def _refuse_not_free(game: Game, seat: str) -> Refusal:
    """Why a seat cannot be taken over. Refused: ``SEAT_NOT_OPEN``."""
    if game.over:
        detail = "The game is over."
    elif seat in game.played_by_bots:
        detail = "A bot plays that seat."
    elif seat not in game.claimed:
        detail = "Somebody is invited to that seat already."
    elif any(it.expired for it in game.timekeeping.of(seat)):
        return _refuse_silent(game, seat)
    else:
        detail = "That seat has its player, who has not left it."
    return Refusal("SEAT_NOT_OPEN", "", detail)


def _refuse_silent(game: Game, seat: str) -> Refusal:
    """Why a seat whose player is silent is not taken over, and by which rule of its clock."""
    clock = game.timekeeping.clock
    assert clock is not None, "or nothing expires"
    if clock.then == FORFEIT:
        detail = (
            "The player of that seat has not left it, but has been silent beyond the grace. By the "
            "clock of this game an opponent may claim the game then, and nobody takes the seat."
        )
    elif clock.then == PASS:
        detail = (
            "The player of that seat has not left it, but has been silent beyond the grace. By the "
            "clock of this game the seat passes then, where the rules let it, and stays theirs."
        )
    else:
        detail = (
            "The player of that seat has not left it, but has been silent beyond the grace. By the "
            "clock of this game the referee decides then, who may take the seat from them."
        )
    return Refusal("SEAT_NOT_OPEN", "", detail)


def watch(scene: Scene, said: str) -> Outcome:
    """Be told of a game without a seat."""
    game = scene.game(said)
    if isinstance(game, Refusal):
        return game
    reading = scene.reading(game)
    title = scene.gettext("Watching: %(game)s", game=reading.called)
    wanted = {
        "address": scene.who.address,
        "language": scene.code,
        "time_zone": scene.who.zone,
    }
    box = observers.watch(scene.office, game, wanted)
    if isinstance(box, Refusal):
        return box
    if box is None:
        holder = observers.holder_of(scene.who.address)
        box = scene.office.store.mailboxes.of(game.id, holder)
    if box is not None:
        mailboxes.confirm(scene.office, box)
    return scene.answer(
        title, scene.gettext("You are told of each turn. Each mail says how that ends.")
    )


def accept(scene: Scene) -> Outcome:
    """Take the seat that one was invited to last."""
    found = inviting.newest(scene.registry, scene.who.address)
    if found is None:
        detail = "No invitation waits for you: its seat was taken, or was given to somebody else."
        return Refusal("NO_INVITATION", "", detail)
    game, row = found
    if scene.who.person is None and (game.one_seat_each or _asked(scene, game, row.holder)):
        return _unregistered()
    return _join(scene, game, row.holder)


def refuse_unregistered(scene: Scene) -> Refusal | None:
    """Why somebody without a desk does not do what needs one. Refused: ``NOT_REGISTERED``."""
    return _unregistered() if scene.who.person is None else None


def _unregistered() -> Refusal:
    detail = "Register first, in the same mail if you like: register NAME."
    return Refusal("NOT_REGISTERED", "", detail)


def _asked(scene: Scene, game: Game, seat: str) -> object:
    return seats.asked_of_invited(scene.registry.games, game, seat)


def _seat(scene: Scene, game: Game, wanted: str) -> str | Refusal:
    """The seat that is meant: if none is named, the only one that may be."""
    if wanted:
        return scene.seat(game, wanted)
    invited = _invited(scene, game)
    mine = [it for it in game.created.seats if game.seat_of(scene.fresh(game.id, it)) == it]
    choices = mine or ([invited] if invited else list(game.open_seats))
    if len(choices) == 1:
        return choices[0]
    if not choices:
        return Refusal("SEAT_NOT_OPEN", "", "No seat of that game is open.")
    names = ", ".join(map(scene.reading(game).name, choices))
    detail = f"Say which seat you take: {names}."
    return Refusal("WHICH_SEAT", "", detail, {"seats": choices})


def _invited(scene: Scene, game: Game) -> str:
    """The seat of a game that the visitor is invited to; "" for none."""
    found = inviting.newest(scene.registry, scene.who.address)
    return found[1].holder if found is not None and found[0].id == game.id else ""


def _join(scene: Scene, game: Game, seat: str) -> Outcome:
    """Take a seat, and be told there by mail."""
    fresh = scene.fresh(game.id, seat)
    if game.seat_of(fresh) != seat:
        refusal = _refuse(scene, game, seat) or _take(scene, game, seat, fresh)
        if refusal is not None:
            return refusal
    return seated(scene, game.id, seat)


def _refuse(scene: Scene, game: Game, seat: str) -> Refusal | None:
    if game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    if _invited(scene, game) == seat:
        return None
    if seat not in game.open_seats:
        if game.created.unlisted and not _has_part(scene, game):
            return NO_GAME
        return _refuse_not_free(game, seat)
    known = admission.is_known(scene.registry, scene.who.person, scene.who.address)
    return admission.refuse_guest(scene.registry.games.env, game, known=known)


def _has_part(scene: Scene, game: Game) -> bool:
    return any(it.game.id == game.id for it in scene.held())


def _take(scene: Scene, game: Game, seat: str, fresh: str) -> Refusal | None:
    """Take a seat with the `fresh` token."""
    registry, person = scene.registry, scene.who.person
    invited = _invited(scene, game) == seat
    token = HeldToken(game.id, seat, game.tokens[seat]) if invited else None
    asked = seats.asked_of_invited(registry.games, game, seat) if invited else game.in_time
    try:
        if person is None:
            return _sit(scene, game, seat, fresh, token, None)
        with sitting.taking(registry, person, game, seat, fresh, asked):
            refusal = _sit(scene, game, seat, fresh, token, person.name)
            if refusal is not None:
                raise sitting.MayNotSit(refusal)
    except sitting.MayNotSit as kept_out:
        code = kept_out.refusal.code
        return _not_open() if code == "BAD_TOKEN" else kept_out.refusal
    return None


def _not_open() -> Refusal:
    """``SEAT_NOT_OPEN``; people whom the founder has blocked are told the same."""
    detail = "The seat is not open to anybody: it is taken, or somebody was invited to it."
    return Refusal("SEAT_NOT_OPEN", "", detail)


def _sit(
    scene: Scene, game: Game, seat: str, fresh: str, token: HeldToken | None, name: str | None
) -> Refusal | None:
    games = scene.registry.games
    try:
        if token is not None:
            games.claim(game.id, seat, token=token, name=name, fresh=fresh)
            return None
        taken = seats.take(games, game.id, seat, name=name or "", fresh=fresh)
    except NameTaken:
        detail = "Somebody in that game goes by a name like yours. Go by another: register NAME."
        return Refusal("NAME_TAKEN", "", detail)
    except DeadToken:
        return _not_open()
    return taken if isinstance(taken, Refusal) else None


def seated(scene: Scene, game_id: str, seat: str, *more: str) -> Outcome:
    """What somebody is told who has a seat now, to which mails go from now on."""
    game = scene.registry.games.open(game_id)
    wanted = {
        "address": scene.who.address,
        "language": scene.code,
        "time_zone": scene.who.zone,
    }
    if not game.over:
        box = mailboxes.leave_for(scene.office, game, seat, wanted)
        if isinstance(box, MailboxRow):
            mailboxes.confirm(scene.office, box)
    scene.look_again()
    reading = scene.reading(game, seat)
    told = [
        scene.gettext(
            "You play %(seat)s. As soon as you have to decide something a mail asks you, and you "
            "answer that.",
            seat=reading.subject(seat),
        )
    ]
    if game.state is None:
        told.append(scene.gettext("The game begins when every seat is taken."))
    if not game.over and (less := _asked_less(scene, game, seat)):
        told.append(less)
    return scene.answer(reading.called, *told, *more)


def _asked_less(scene: Scene, game: Game, seat: str) -> str:
    """How somebody is asked less who has said nothing of that; "" if they have, or cannot be."""
    games = scene.registry.games
    profiles = standing_orders.profiles_of(games, game)
    kept = standing_orders.kept_by(games, game.id, seat)
    if len(profiles) < 2 or any(isinstance(it.word, profiles) for it in kept):
        return ""
    tags = (standing_orders.tag_of(it).split("_") for it in profiles[1:])
    lines = (" ".join(("standing", *it)) for it in tags)
    return scene.gettext(
        "You are asked everything. To be asked less, write one of these lines in an answer to a "
        "mail of the game: %(lines)s. What hardly anybody would decide otherwise is then answered "
        "for you.",
        lines=" / ".join(lines),
    )
