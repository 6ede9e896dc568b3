"""Founding: somebody sets a game up, and has a seat of it."""

from __future__ import annotations

from api.club.joining import refuse_unregistered, seated
from api.club.scene import SHORT, Outcome, Scene
from api.club.setup_words import Said, said
from api.people import admission, sitting
from api.people.rows import MadeRow, PersonRow
from api.people.secrets import hash_of
from napoleon.log.game import Game, HeldToken
from napoleon.log.times import HOUR
from napoleon.play import standing_orders
from napoleon.play.choices import offered
from napoleon.play.creation import new_id
from napoleon.play.outcomes import DeadToken, NameTaken
from napoleon.play.windows import usual_in
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused

KEPT = 24 * HOUR
"""For how long a game that was begun to be set up is known by the mail that asked for it."""


def found(scene: Scene, text: str) -> Outcome:
    """Set a game up, and sit its founder down."""
    person = scene.who.person
    refusal = refuse_unregistered(scene)
    if refusal is not None or person is None:
        return refusal or Refusal("NOT_REGISTERED", "", "Register first: register NAME.")
    known = admission.is_known(scene.registry, person, scene.who.address)
    refusal = admission.refuse_founder(scene.registry.games.env, known=known)
    if refusal is not None:
        return refusal
    wanted = said(scene.registry.games.rulesets, text)
    if isinstance(wanted, Refusal):
        return wanted
    ready = _ready(wanted)
    if isinstance(ready, Refusal):
        return ready
    game_id = _id_of(scene)
    game = scene.opened(game_id)
    if game is None:
        try:
            game = _created(scene, ready, game_id)
        except SetupRefused as refused:
            return refused.refusal
    scene.registry.store.blocks.found(game.id, person.id)
    return _sit_down(scene, person, ready, game)


def _ready(it: Said) -> Said | Refusal:
    """What was said with all options and a seat of the founder, or why that cannot be."""
    choices = offered(it.rules, it.scenario, it.options)
    if choices.dropped:
        refusal = it.rules.refuse_setup(it.scenario, it.rules.checked_options(it.options))
        if refusal is not None:
            return refusal
    options = choices.options
    seats = it.rules.seats(options)
    strange = [seat for seat in (it.seat, *it.bots) if seat and seat not in seats]
    if strange:
        told = ", ".join(it.rules.names.get(seat, seat) for seat in seats)
        detail = f"With these choices the game has other seats: {told}."
        return Refusal("UNKNOWN_SEAT", "", detail, {"seats": list(seats)})
    free = [seat for seat in seats if seat not in it.bots]
    if it.seat in it.bots or not free:
        detail = "You play a seat, or a bot does, not both."
        return Refusal("SEAT_GIVEN_TWICE", "", detail)
    return it._replace(options=options, seat=it.seat or free[0])


def _id_of(scene: Scene) -> str:
    """The id of the game that this command sets up: drawn once, however often it is done again."""
    key, now = hash_of(f"found/{scene.key}"), scene.registry.now()
    game_id = new_id(scene.registry.games)
    kept: MadeRow = scene.registry.store.made.chosen(MadeRow(key, now, game_id), now - KEPT)
    return kept.game


def _created(scene: Scene, it: Said, game_id: str) -> Game:
    """The game, all of whose other seats are open, or wait for those who are invited."""
    seats = it.rules.seats(it.options)
    others = [seat for seat in seats if seat != it.seat and seat not in it.bots]
    created = scene.registry.games.create(
        it.rules.name,
        it.scenario,
        it.options,
        referee=it.referee,
        awaits_seats=True,
        bots=it.bots,
        open_seats=() if it.unlisted else others,
        clock=it.clock,
        dispatches=it.dispatches,
        windows=it.windows or usual_in(it.rules, it.bots, it.clock),
        unlisted=it.unlisted,
        one_seat_each=it.one_seat_each,
        in_time=it.in_time,
        grey_press=it.grey_press,
        game_id=game_id,
    )
    return created.game


def _sit_down(scene: Scene, person: PersonRow, it: Said, game: Game) -> Outcome:
    """The founder takes their seat, unless that was done before."""
    seat, games = it.seat, scene.registry.games
    fresh = scene.fresh(game.id, seat)
    if game.seat_of(fresh) != seat:
        token = HeldToken(game.id, seat, game.tokens[seat])
        try:
            with sitting.taking(scene.registry, person, game, seat, fresh, None):
                games.claim(game.id, seat, token=token, name=person.name, fresh=fresh)
        except sitting.MayNotSit as kept_out:
            return kept_out.refusal
        except NameTaken:
            detail = "Nobody goes by that name in a game. Go by another: register NAME."
            return Refusal("NAME_TAKEN", "", detail)
        except DeadToken:
            return Refusal("SEAT_NOT_OPEN", "", "The seat was taken just now.")
        if it.profile:
            standing_orders.leave(games, game.id, seat, {"instruction": it.profile})
    others = [other for other in game.created.seats if other != seat and other not in it.bots]
    name = game.id if it.unlisted else game.id[:SHORT]
    reading, told, lines = scene.reading(game), list[str](), list[str]()
    if others:
        told.append(
            scene.gettext("The game is on no list. Invite the others to it, as here:")
            if it.unlisted
            else scene.gettext("Others may take the other seats now, as here:")
        )
        place = reading.name(others[0])
        line = _invitation if it.unlisted else _joining
        lines.append(line(scene, name, place))
    if it.referee:
        told.append(scene.gettext("Nobody has the referee's chair yet: invite somebody to it."))
        lines.append(_invitation(scene, name, reading.name(REFEREE)))
    outcome = seated(scene, game.id, seat, scene.gettext("Its short name: %(id)s", id=name), *told)
    if isinstance(outcome, Refusal) or not lines:
        return outcome
    return scene.answer(outcome.title, *outcome.paragraphs, lines=tuple(lines))


def _joining(scene: Scene, name: str, place: str) -> str:
    """The line by which somebody takes a seat."""
    return f"{scene.gettext('join')} {name} {scene.gettext('as')} {place}"


def _invitation(scene: Scene, name: str, place: str) -> str:
    """The line by which a friend is invited to a seat, or to the referee's chair."""
    to, word = scene.gettext("to"), scene.gettext("as")
    return f"{scene.gettext('invite')} friend@example.org {to} {name} {word} {place}"
