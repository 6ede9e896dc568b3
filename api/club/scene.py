"""The scene: what a command to the service itself acts on, and how it names games and seats."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from api.club.visitor import Visitor, visitor
from api.commands.answers import Answer
from api.languages import LANGUAGES, translations
from api.mail.answering.opening import Opened
from api.mail.office import Office
from api.people.registry import Registry
from api.reading import Reading
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game, HeldToken
from napoleon.log.ids import new_token
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.keys import mail_key
from napoleon.log.store.recorder import ListedGames
from napoleon.rules.events import DEPUTY, REFEREE, SPECTATOR
from napoleon.rules.notation.names import Names, fold
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.language import printed
from projections.store import ViewStore

Outcome = Answer | Refusal

SHORT = 6
"""How many letters of the id of a game are told: two games hardly ever have the same."""

LEAST = 3
"""How many have to be given at least."""

LOOKED_AT = 1000
"""Among how many of the newest games one is looked for by the beginning of its id."""

NO_GAME = Refusal("UNKNOWN_GAME", "", "There is no game of that name, or it is not yours to see.")


class Held(NamedTuple):
    """A seat, share or judge's chair that a visitor has."""

    game: Game
    holder: str
    token: HeldToken


class Scene:
    """A visitor, and all that their commands act on."""

    def __init__(
        self,
        office: Office,
        registry: Registry,
        views: Callable[[], ViewStore],
        who: Visitor,
        read: Opened,
        code: str,
        digest: str,
    ) -> None:
        """`digest` is that of the mail, `code` the language in which its writer is told."""
        self.office = office
        self.registry = registry
        self.views = views
        self.who = who
        self.read = read
        self.code = code
        self.number = 0
        """Which of its commands is being carried out."""
        self._digest = digest

    @property
    def key(self) -> str:
        """What names the command: the same mail, seen to again, has the same one."""
        return f"club-{self._digest}-{self.number}"

    @property
    def games(self) -> Any:
        """The games of the service."""
        return self.registry.games

    def look_again(self) -> None:
        """The writer may be known by now, or no longer."""
        self.who = visitor(
            self.office,
            self.registry,
            self.read,
            proven=self.who.proven,
            agreed=self.who.agreed,
        )

    def gettext(self, text: str, /, **values: Any) -> str:
        """What the house says, in the visitor's language."""
        told = translations(self.code).gettext(text)
        return str(printed(self.code, told % values if values else told))

    def answer(self, title: str, *paragraphs: str, **more: Any) -> Answer:
        """An answer, its texts in the visitor's language already."""
        return Answer(title=title, paragraphs=paragraphs, **more)

    def reading(self, game: Game, holder: str = SPECTATOR) -> Reading:
        """A game as somebody knows it, in the visitor's language."""
        return Reading(self.registry.games, game, holder, self.code, self.who.zone)

    def fresh(self, game_id: str, holder: str) -> str:
        """The token that is to open a seat by this command: the same one after a crash."""
        secret = mail_key(self.registry.games.env)
        label = f"napoleon/club/1/{self.key}/{game_id}/{holder}".encode()
        return new_token(game_id, holder, lambda n: hmac.digest(secret, label, "sha256")[:n])

    def held(self) -> list[Held]:
        """The seats, shares and chairs that the visitor has: on their desk, or by mail."""
        found: dict[tuple[str, str], Held] = {}
        person, store = self.who.person, self.registry.store
        rows = [] if person is None else store.seats.of(person.id)
        laid = [(it.game, it.holder, it.token) for it in rows]
        by_mail = [(it.game, it.holder, it.token) for it in self.who.seats]
        for game_id, holder, digest in (*laid, *by_mail):
            game = self.opened(game_id)
            if game is not None and game.tokens.get(holder) == digest:
                found[game_id, holder] = Held(game, holder, HeldToken(game_id, holder, digest))
        return list(found.values())

    def opened(self, game_id: str) -> Game | None:
        """A game by its whole id; None if there is none that can be read."""
        try:
            return self.registry.games.open(game_id)
        except (UnknownGame, *UNREADABLE):
            return None

    def game(self, said: str) -> Game | Refusal:
        """The game that is named: by its id, by the beginning of that, or by the mail's subject.

        Refused: ``UNKNOWN_GAME``, ``SEVERAL_GAMES``. A private game is found by its whole id, and
        by those who have a seat there.
        """
        named = said.strip().strip("[](){}<>\"'.,;:#").lower()
        if not named:
            hashes = (it for it in self.read.subject.split() if "#" in it)
            named = next((it.partition("#")[2].strip("[](){}.,;:").lower() for it in hashes), "")
        if len(named) < LEAST or len(named) > 64 or not named.isalnum():
            return NO_GAME
        whole = self.opened(named)
        if whole is not None:
            return whole
        own = {it.game.id for it in self.held() if it.game.id.startswith(named)}
        newest = self.registry.games.recorder.listed(ListedGames(limit=LOOKED_AT))
        found = own or {game_id for _, game_id in newest if game_id.startswith(named)}
        if len(found) > 1:
            detail = "Several games begin so; give more letters of the one that you mean."
            return Refusal("SEVERAL_GAMES", "", detail, {"games": sorted(found)[:10]})
        return (self.opened(found.pop()) if found else None) or NO_GAME

    def seat(self, game: Game, said: str, holders: Iterable[str] = ()) -> str | Refusal:
        """The seat of a game that is named as people name it. Refused: ``UNKNOWN_SEAT``.

        By default it is one of those that are played.
        """
        choices = tuple(holders) or game.created.seats
        exact = [it for it in choices if fold(it) == fold(said)]
        tellings = [
            {it: _called(Reading(self.registry.games, game, SPECTATOR, code), it) for it in choices}
            for code in dict.fromkeys((self.code, *LANGUAGES))
        ]
        found = dict(_matches(tellings, _bare(said)))
        best = min(found.values(), default=0)
        close = exact or [it for it, level in found.items() if level == best]
        if len(close) == 1:
            return close[0]
        told = ", ".join(tellings[0][it] for it in choices)
        return Refusal("UNKNOWN_SEAT", "", f"The seats are {told}.", {"seats": list(choices)})


def _matches(tellings: list[dict[str, str]], said: str) -> Iterator[tuple[str, int]]:
    for names in tellings:
        found = list(Names(names).matches(said[:100]))
        if found:
            yield from found
            return


def _bare(said: str) -> str:
    """A name without an article before it."""
    words = said.split()
    articles = ("the", "le", "la", "les", "der", "die", "das")
    return " ".join(words[1:] if len(words) > 1 and words[0].casefold() in articles else words)


def _called(reading: Reading, holder: str) -> str:
    names = {REFEREE: reading.gettext("the referee"), DEPUTY: reading.gettext("the deputy")}
    return names.get(holder) or reading.name(holder)


def parted(said: str, *words: str) -> tuple[str, str]:
    """What stands before one of some words, and what stands after it.

    >>> parted("6qre as the French", "as"), parted("as French", "as"), parted("6qre", "as")
    (('6qre', 'the French'), ('', 'French'), ('6qre', ''))
    """
    some = said.split()
    for at, it in enumerate(some):
        if it.casefold() in words:
            return " ".join(some[:at]), " ".join(some[at + 1 :])
    return " ".join(some), ""
