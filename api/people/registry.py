"""The registry of people: the store of them, and the games in which they have seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from api.people.secrets import new_secret
from napoleon.play.games import Games

if TYPE_CHECKING:
    from api.people.store import PeopleStore


class Registry(NamedTuple):
    """What everything that has to do with people needs."""

    games: Games
    store: PeopleStore

    def now(self) -> int:
        """The time, in microseconds since 1970 UTC."""
        return self.games.clock()

    def secret(self) -> str:
        """A fresh secret."""
        return new_secret(self.games.entropy)


def open_registry(games: Games) -> Registry:
    """The registry of the service that `games` belong to; it is closed with them.

    Raises BadSetting, MailStoreMissing, StoreMissing, OperationalError.
    """
    # Only here, as most processes never look at people; its library takes long to load.
    from api.people.store import open_people

    store = open_people(games.env)
    games.beside.callback(store.close)
    return Registry(games, store)
