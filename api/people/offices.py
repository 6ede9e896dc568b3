"""Offices that know people: judges invite them, and what is taken by mail stays on its desk."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from api.mail.office import Office, open_office
from api.people.inviting import invite
from api.people.registry import Registry, open_registry
from api.people.reliability import by_seat
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.orders import Refusal


def with_invitations(office: Office, registry: Callable[[], Registry]) -> Office:
    """The same office, from which judges may invite people; `registry` is opened when they do."""

    def invites(
        office: Office, game: Game, by: str, seat: str, token: str, address: str, language: str
    ) -> Refusal | None:
        known = registry()
        chair = (by, game.tokens.get(by))
        laid = (it for it in known.store.seats.in_game(game.id) if (it.holder, it.token) == chair)
        desk = next(laid, None)
        founder = None if desk is None else known.store.people.get(desk.person)
        return invite(known, office, game, seat, token, address, language=language, founder=founder)

    return office._replace(invites=invites)


def office_with_people(games: Games) -> Office:
    """The office of the service, as mails, commands and judges need it. Raises as `open_office`."""
    registry = cache(partial(open_registry, games))
    office = open_office(games)._replace(
        laid=lambda *it: registry().store.seats.renew(*it),
        in_time=lambda game: by_seat(registry(), game),
    )
    return with_invitations(office, registry)
