"""Offices that know people: judges invite them, and what is taken by mail stays on its desk."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from api.mail import mailboxes
from api.mail.office import Office, open_office
from api.people import inviting
from api.people.registry import Registry, open_registry
from api.people.reliability import by_seat
from api.people.rows import PersonRow
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.orders import Refusal


class JudgesInvite:
    """Sends mails to people whom judges invite; see `api.mail.office.Invites`.

    A judge is the person on whose desk the chair lies, or whose address is told of the game there.
    """

    def __init__(self, registry: Callable[[], Registry]) -> None:
        """`registry` is opened when somebody is invited."""
        self._registry = registry

    def refuse(self, office: Office, game: Game, by: str) -> Refusal | None:
        """Why the judge `by` may invite nobody: ``NOT_CONFIRMED``."""
        return inviting.refuse_inviter(self._registry(), self._person(office, game, by))

    def __call__(
        self,
        office: Office,
        game: Game,
        by: str,
        seat: str,
        token: str,
        address: str,
        language: str,
    ) -> Refusal | None:
        """Invite somebody on behalf of the judge `by`; see `api.people.inviting.invite`."""
        person = self._person(office, game, by)
        return inviting.invite(
            self._registry(), office, game, seat, token, address, language=language, founder=person
        )

    def _person(self, office: Office, game: Game, by: str) -> PersonRow | None:
        store, chair = self._registry().store, (by, game.tokens.get(by))
        desks = [it.person for it in store.seats.in_game(game.id) if (it.holder, it.token) == chair]
        box = mailboxes.of(office, game, by)
        if not desks and box is not None and box.confirmed:
            kept = store.addresses.get(box.address.lower())
            desks = [] if kept is None else [kept.person]
        return store.people.get(desks[0]) if desks else None


def with_invitations(office: Office, registry: Callable[[], Registry]) -> Office:
    """The same office, from which judges may invite people."""
    return office._replace(invites=JudgesInvite(registry))


def office_with_people(games: Games) -> Office:
    """The office of the service, as mails, commands and judges need it. Raises as `open_office`."""
    registry = cache(partial(open_registry, games))
    office = open_office(games)._replace(
        laid=lambda *it: registry().store.seats.renew(*it),
        in_time=lambda game: by_seat(registry(), game),
    )
    return with_invitations(office, registry)
