"""One's own: somebody's games and seats, and all that is kept of them."""

from __future__ import annotations

from api.clocks_told import when
from api.club.scene import SHORT, Outcome, Scene
from api.mail import mailboxes
from api.own_games import NEVER, own_games
from api.people import seats, strangers
from api.people.erasing import erase
from napoleon.log.game import Game
from napoleon.rules.orders import Refusal
from napoleon.rules.tables import TextTable


def my_games(scene: Scene, said: str) -> Outcome:
    """The visitor's games, and what waits for them."""
    title = scene.gettext("Your games")
    tokens: dict[str, dict[str, str]] = {}
    for it in scene.held():
        tokens.setdefault(it.game.id, {})[it.holder] = it.token
    found = own_games(scene.registry.games, tokens)
    if not found:
        return scene.answer(title, scene.gettext("You have no seat in any game here."))
    rows = []
    for own in found:
        reading = scene.reading(own.game)
        waits = scene.gettext("your move") if own.mine else ""
        if own.game.over:
            waits = scene.gettext("over")
        due = "" if own.due == NEVER else when(own.due, scene.who.zone, scene.code)
        played = ", ".join(map(reading.name, own.held))
        rows.append((own.game.id[:SHORT], reading.called, played, waits, due))
    columns = (
        scene.gettext("short name"),
        scene.gettext("game"),
        scene.gettext("seat"),
        scene.gettext("what waits"),
        scene.gettext("until"),
    )
    table = TextTable(scene.gettext("What waits for you"), columns, tuple(rows))
    return scene.answer(title, tables=(table,))


def send_seat(scene: Scene, said: str) -> Outcome:
    """Have links sent that open the visitor's seats in a browser."""
    held = scene.held()
    if said.strip():
        game = scene.game(said)
        if isinstance(game, Refusal):
            return game
        held = [it for it in held if it.game.id == game.id]
    games: dict[str, Game] = {it.game.id: it.game for it in held if it.holder in it.game.claimed}
    if not games:
        return Refusal("NOT_YOUR_SEAT", "", "You have no seat there.")
    for game in [*games.values()][:MOST_SENT]:
        seats.ask_for_seat(scene.registry, game, scene.who.address, scene.code)
    return scene.answer(
        scene.gettext("Your seats"),
        scene.gettext("A mail of its own comes for each of them, with a link that works once."),
    )


MOST_SENT = 5
"""For how many games a link is sent at once."""


def forget_me(scene: Scene, said: str) -> Outcome:
    """Erase all that is kept of the visitor, and tell what that was."""
    title, who = scene.gettext("You are erased"), scene.who
    told = []
    strangers.forget(scene.registry, who.address)
    if who.person is not None:
        gone = erase(scene.registry, scene.office, who.person.id)
        told = [
            scene.gettext("Addresses: %(count)s", count=gone.addresses),
            scene.gettext("Devices: %(count)s", count=gone.devices),
            scene.gettext("Seats on your desk: %(count)s", count=gone.seats),
            scene.gettext("Seats on which your answers were counted: %(count)s", count=gone.stints),
            scene.gettext("Names in games: %(count)s", count=gone.names),
            scene.gettext("Addresses left for a seat: %(count)s", count=gone.mailboxes),
            scene.gettext("Challenges: %(count)s", count=gone.challenges),
            scene.gettext("Invitations: %(count)s", count=gone.invitations),
            scene.gettext("Private notes: %(count)s", count=gone.notes),
            scene.gettext("Mails to you: %(count)s", count=gone.mails),
        ]
    boxes = scene.office.store.mailboxes.at(who.address)
    for box in boxes:
        mailboxes.erase(scene.office, box)
    if boxes:
        told.append(scene.gettext("Other addresses in games: %(count)s", count=len(boxes)))
    scene.look_again()
    if not told:
        return scene.answer(title, scene.gettext("Nothing is kept of you."))
    return scene.answer(
        title,
        scene.gettext("Nothing is kept of you any more. This is what there was:"),
        scene.gettext("Your games go on: who has a link to a seat opens it as before."),
        listed=tuple(told),
    )
