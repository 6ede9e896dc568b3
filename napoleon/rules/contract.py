"""The contract between the service and a game: what the service asks of `Ruleset`.

Six functions play a game: `setup`, `decisions`, `legal_orders`, `decide`, `apply` and `view`. Of a
game's state the service reads `State`. All else in `Ruleset` says what game it is, what may be
chosen when one is created, and how it is told, written, drawn, corrected, and played by bots.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, Protocol

from napoleon.chance import Chance
from napoleon.rules.aids import Aid
from napoleon.rules.bots import Bot
from napoleon.rules.corrections import Corrections
from napoleon.rules.couriers import Couriers
from napoleon.rules.drafting import Drafting
from napoleon.rules.events import Event
from napoleon.rules.introduction import Introduction
from napoleon.rules.lessons import Lesson
from napoleon.rules.numbers import Numbers
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.prose.storybook import Storybook, Words
from napoleon.rules.standing_orders import StandingOrders
from napoleon.rules.tables import TextTable
from napoleon.rules.terms import Carried, Decision, Finding, Loss, Option, Result, ScenarioTitle
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views
from napoleon.rules.wording import Wording

ENTRY_POINTS = "napoleon.rulesets"


class State(Protocol):
    """What the service reads of a ruleset's state. The rest is the ruleset's own."""

    turn: int
    phase: str
    draws: int
    """How many draws chance has made in the game: the number of the next one."""
    result: Result | None
    """None while the game runs."""


class Ruleset(Protocol):
    """One game with one data pack. Stateless: every function is pure except for `chance`."""

    name: str
    title: str
    version: str
    """Version of the rules, pinned in the first event of a game."""
    pack_hash: str
    """SHA-256 of the data pack, pinned likewise."""
    replays: tuple[tuple[str, str], ...]
    """Version and pack of earlier rules whose logs these rules replay, and whose running games
    they can take over; goldens of each hold it to that. Some of them are still played: see
    `edition`."""
    scenarios: tuple[ScenarioTitle, ...]
    options: tuple[Option, ...]
    verbs: tuple[type[Order], ...]
    """Every order class of the game."""
    clauses: Mapping[str, str]
    """Every clause that events, refusals and breakdowns cite: its text, in our words, by its id and
    in the order of the rules."""
    chapters: Mapping[str, str]
    """What the chapters of its rules are called, by how the ids of their clauses begin: ``MOVE`` or
    ``13``. A chapter without a name goes by that."""
    provenance: Mapping[str, Mapping[str, int]]
    """Where the values of the data pack come from: by table, how many of its rows have which
    status (see `napoleon.rules.kit.packs.Status`), the surest first."""
    names: Mapping[str, str]
    """Display names of the ids that occur in events, for the journal.

    What needs an article stands there a second time, under ``the `` and its id; a card whose id is
    that of something else, under its clause."""
    also_called: Mapping[str, str]
    """Other names that are printed for some of these ids, on the map say; they are read, and never
    written."""
    cards: Mapping[int, str]
    """Display names of the cards that events call by number; empty if they do so with none."""
    state_type: type[Any]
    """The msgspec struct of the state, for snapshots and digests."""
    views_type: type[Any]
    """The struct of the views, for readers of their JSON."""
    pictures: Pictures[Any] | None
    """The map, the chart of the way to victory and the cards; None if the game has no pictures."""
    storybook: Storybook
    """How its story is told."""
    couriers: Couriers[Any] | None
    """What dispatches ride by; None in a game that knows none."""
    wording: Wording | None
    """Its orders in words; None if they are shown as they are written."""
    drafting: Drafting | None
    """Its decks, as players make them; None in a game in which nobody makes any."""
    lesson: Lesson | None
    """A first game that teaches it step by step; None in a game that has none."""
    introduction: Introduction | None
    """What it says of itself where a game is set up; None if its titles have to do."""

    aid: Aid | None
    """Two pages of what one looks up while playing it; None in a game that has none."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of all its decisions."""

    @property
    def notation(self) -> Notation | None:
        """The lines that orders are typed and read as; None if the game has none."""

    @property
    def standing(self) -> StandingOrders | None:
        """The standing orders that seats may leave; None if the game knows none."""

    @property
    def corrections(self) -> Corrections | None:
        """What a referee may set right on the table; None if the game knows no corrections."""

    @property
    def numbers(self) -> Numbers:
        """Where the numbers of its events come from."""

    def edition(self, version: str, pack: str) -> Ruleset | None:
        """The rules of a game that pins this version and this pack, by its hash.

        They are these rules, or released ones that stay playable with their pack. None if the game
        cannot go on under its own rules here.
        """

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Ids of the seats under these options, in the order of play."""

    def shares(self, options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
        """By seat, the ids of the shares that several people may divide it into.

        A share gives no powers of its own: everybody who has one sees what the seat sees and
        orders what the seat may order. Its id is that of no seat and of no other share.
        """

    def clause(self, clause_id: str) -> str | None:
        """The text of a clause in our words; None if there is no such clause."""

    def checked_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """`options` with defaults filled in. Raises SetupRefused (``BAD_OPTION``)."""

    def refuse_setup(self, scenario: str, options: Mapping[str, Any]) -> Refusal | None:
        """Why these cannot be chosen together; None if `setup` lays out their table.

        It takes no chance, so that all that can be chosen may be asked about beforehand.
        """

    def cards_fade(self, options: Mapping[str, Any]) -> bool:
        """Whether cards that were seen fade under these options; see `FADING`."""

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        """The events that lay out the table, up to the first decision.

        Raises SetupRefused (``SCENARIO_INCOMPLETE``, ``UNKNOWN_SCENARIO``, ``BAD_OPTION``).
        """

    def decisions(self, state: Any) -> list[Decision]:
        """Who has to decide what now; empty only when the game is over or in mid-order."""

    def legal_orders(self, state: Any, decision: Decision) -> Iterable[Order]:
        """Every legal order for `decision`, in a stable order. `decide` accepts exactly these.

        For the verbs in `Decision.checked` they are suggestions, a handful that `decide` accepts;
        it says whether any other order of such a verb is legal, and if not why. There is at least
        one legal order for every decision.
        """

    def free_verbs(self, state: Any, seat: str) -> Iterable[type[Order]]:
        """The verbs that `seat` may use now without being asked, such as resigning.

        They answer no decision, so they are in no legal orders.
        """

    def refuse_talk(
        self, state: Any, seat: str, other: str, *, private: bool = False
    ) -> Refusal | None:
        """Why one seat may not write to another in this position; None if it may.

        A letter is private; what is written to all is not. The refusal tells neither of them what
        is hidden from them.
        """

    def keeps_apart(self, options: Mapping[str, Any]) -> bool:
        """Whether some seats may not write to each other at times, while others may.

        Then a letter without a signature might tell who has written it.
        """

    def is_irreversible(self, state: Any, decision: Decision, order: Order) -> bool:
        """Whether a legal `order` for `decision` cannot be withdrawn once it is given.

        So it is with sealed answers, and with what draws or shows something hidden. Players are
        asked before they give one, which tells them nothing that they may not know. What comes of
        the position by itself, or of what others do then, is not foreseen.
        """

    def warns(self, state: Any, decision: Decision, order: Order) -> Sequence[Loss]:
        """What of the seat's own is eliminated by the rules if it gives a legal `order`.

        Players are told before they give it, on pages, in mails and by the API. It tells neither
        what the seat may not know, nor what dice or draws are still to decide.
        """

    def pass_order(self, state: Any, decision: Decision) -> Order | None:
        """The legal answer with which a seat does as little as may be: it passes, plays nothing.

        A seat that is silent for too long may be given it; None where the rules know no such
        answer. It goes by what everybody knows.
        """

    def forfeited(self, seat: str) -> Result | None:
        """How the game ends if it is claimed from `seat`, which has fallen silent.

        None in a game that does not end like that.
        """

    def leaving(self, seat: str) -> Order | None:
        """The free order by which `seat` leaves a game that the others play on without it.

        It is given for a seat that has fallen silent and is claimed; None where that ends the game.
        """

    def decide(self, state: Any, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        """The events that `order` causes, up to the next decision, or a refusal.

        The first event is the `OrderGiven` itself. `state` is left as it was.
        """

    def carry_out(
        self,
        state: Any,
        seat: str,
        order: Order,
        chance: Chance,
        decisions: list[Decision] | None = None,
    ) -> Carried | Refusal:
        """As `decide`, but `state`, which the caller owns, is moved on in place by the events.

        A refusal leaves it as it was. `decisions` is what `decisions` says of it, for a caller who
        knows that already: those of the order before it, as long as nothing else has happened.
        """

    def apply(self, state: Any, event: Event) -> Any:
        """The state after `event`: total, no rules, no randomness.

        `state` is None for the first event of `setup`. The caller owns `state` and hands it
        over: it may be changed in place, so a published state is copied before it is moved on.
        """

    def view(self, state: Any, viewer: Viewer) -> Views:
        """The four boards as `viewer` may know them.

        When the game is over every viewer sees all of it. Where `viewer.faded` is not 0 this is an
        earlier position of a game in which cards fade: except for the referee, it is shown without
        the cards that were held or had been played.
        """

    def known(self, state: Any, viewer: Viewer) -> Any:
        """What `viewer` may know of a position: what bots and the texts of positions are told.

        A struct that can be sent as JSON. In a game that declares in its state what is hidden it is
        the state with `napoleon.rules.known.UNKNOWN` in its place, of which the boards are made as
        well; in any other it is what `view` gives.
        """

    @property
    def knows_by_views(self) -> bool:
        """Whether `known` gives what `view` does: nothing in its state is declared as hidden."""

    def tables(self, views: Any, words: Words) -> list[TextTable]:
        """Tables in words of what `view` gave, in their language.

        `napoleon.rules.tables.plain_tables` will do for any game.
        """

    def bot(self, randomness: Random) -> Bot:
        """A player that brings a game to its end; given the same randomness, it plays the same."""

    def check_pack(self, folder: Traversable) -> list[Finding]:
        """What is right and wrong with the data pack in `folder`, for anybody who replaces one."""


class Notation(Protocol):
    """The notation of one game with one data pack."""

    @property
    def rules(self) -> Ruleset:
        """The rules of the game, with the data pack that the names come from."""

    @property
    def words(self) -> frozenset[str]:
        """The first words of all lines, in lower case: what begins with another is no order."""

    @property
    def vocabulary(self) -> frozenset[str]:
        """All words that lines are made of, those of names included, in lower case."""

    def read(self, state: Any, decision: Decision | None, seat: str, line: str) -> Order | Refusal:
        """The order that `seat` means by `line`, in answer to `decision` if one is open for it.

        It need not be legal. A line that is not an order is a Refusal ``BAD_LINE``, one that could
        mean two things ``AMBIGUOUS_LINE``; neither tells what is hidden from `seat`.
        """

    def write(self, order: Order, state: Any = None, seat: str = "") -> str:
        """The line that `seat` reads back as `order` in the position `state`.

        Without a position roads are named by both ends.
        """

    def write_position(self, state: Any) -> str:
        """All of a position as text. Raises UnfinishedOperation."""

    def write_known(self, known: Any) -> str:
        """What a viewer may know of a position, as `Ruleset.known` gives it; ``?`` for the rest."""

    def read_position(self, text: str) -> Any:
        """The position that `write_position` wrote. Raises UnreadablePosition."""


_log = logging.getLogger(__name__)


class UnknownRuleset(LookupError):
    """There is no ruleset of that name, or none with that pack, installed."""


class Installed(Mapping[str, Ruleset]):
    """Every ruleset that is registered under the entry points ``napoleon.rulesets``, by name.

    One is loaded when it is asked for, as most commands need a single one. A package that cannot be
    loaded is logged and left out, so that it does no harm to the games of others.
    """

    def __init__(self) -> None:
        self._entries = {it.name: it for it in entry_points(group=ENTRY_POINTS)}
        self._loaded: dict[str, Ruleset] = {}

    def __getitem__(self, name: str) -> Ruleset:
        found = self._loaded.get(name)
        if found is None:
            try:
                found = self._loaded[name] = self._entries[name].load()
            except Exception as error:
                # Not KeyError alone: what a package raises while it is loaded is its own affair.
                if self._entries.pop(name, None) is not None:
                    _log.exception("the ruleset %s cannot be loaded, and is left out", name)
                raise KeyError(name) from error
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for name in tuple(self._entries) if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def installed() -> Installed:
    """The rulesets that are installed."""
    return Installed()


@cache
def origin(name: str) -> tuple[str, ...]:
    """The distribution that a ruleset comes from, and its version; empty if it is not installed."""
    found = [it.dist for it in entry_points(group=ENTRY_POINTS, name=name) if it.dist is not None]
    return (found[0].name, found[0].version) if found else ()


def titled(rules: Ruleset, scenario: str) -> str:
    """The title of a game with that of its scenario, which may name the game already."""
    if rules.title in scenario:
        return scenario
    return f"{rules.title}{', ' if ':' in rules.title else ': '}{scenario}"


def replaying(rulesets: Mapping[str, Ruleset], name: str, version: str, pack: str) -> Ruleset:
    """The rules that replay the log of a game which began with that version and pack.

    They are its own as long as they stay playable, and then those of today. Raises UnknownRuleset
    if neither are here.
    """
    today = rulesets.get(name)
    if today is not None:
        if edition := today.edition(version, pack):
            return edition
        if (version, pack) in today.replays:
            return today
    raise UnknownRuleset(f"{name} {version} ({pack})")


def load_topics(topic: str) -> None:
    """Load the ruleset whose events are recorded under `topic`, if one is installed."""
    installed().get(topic.partition(".")[0])
