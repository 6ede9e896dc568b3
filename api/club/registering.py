"""Registering: somebody new has a desk, from the address that they write from."""

from __future__ import annotations

from api.club.scene import Outcome, Scene
from api.people import seats
from api.people.rows import AddressRow, PersonRow
from napoleon.log.display_names import is_printable
from napoleon.play.referee.texts import is_visible
from napoleon.rules.orders import Refusal

LONGEST = 80
"""Characters of a name."""


def register(scene: Scene, said: str) -> Outcome:
    """Have a desk under a name; an owner of one goes by another name from now on."""
    name = said.strip()
    if not name or len(name) > LONGEST or not is_printable(name) or not is_visible(name):
        detail = f"A name has letters that can be read, at most {LONGEST}: register NAME."
        return Refusal("BAD_NAME", "", detail)
    title, people = scene.gettext("Your name"), scene.registry.store
    if scene.who.person is not None:
        people.people.change(scene.who.person.id, name=name)
        told = scene.gettext(
            "You go by the name %(name)s. In games that you play already your name stays.",
            name=name,
        )
        scene.look_again()
        return scene.answer(title, told)
    now, author = scene.registry.now(), scene.who.address
    person = PersonRow(name, scene.code, "", now)
    if people.people.put_at(person, AddressRow(0, author, author, now)) is None:
        detail = "Your address is on a desk already. Write once more."
        return Refusal("OTHER_DESK", "", detail)
    scene.look_again()
    _lay(scene)
    return scene.answer(
        title,
        scene.gettext(
            "Welcome, %(name)s. You have a desk here, and this is its address.", name=name
        ),
        scene.gettext("What you can do now:"),
        lines=tuple(map(scene.gettext, ("list games", "my games", "help"))),
    )


def _lay(scene: Scene) -> None:
    """Seats that are played from their address come to lie on their desk."""
    person = scene.who.person
    if person is None:
        return
    for it in scene.held():
        if it.holder in it.game.claimed:
            seats.lay(scene.registry, person.id, it.game, it.holder, it.token)
