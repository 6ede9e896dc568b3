"""The contract between the service and a game: six functions, plus what the game declares.

The six are `setup`, `decisions`, `offers`, `decide`, `apply` and `view`. The rest of `Ruleset` says
what game it is and what may be chosen at creation. Nothing else crosses the line between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from napoleon.chance import Chance
from napoleon.rules.corrections import Corrections
from napoleon.rules.events import Event
from napoleon.rules.instructions import StandingAnswers
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision, Option, Result, ScenarioTitle

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
    """One game with one data pack. Stateless: every function is pure but for `chance`."""

    name: str
    title: str
    version: str
    """Version of the rules, pinned in the first event of a game."""
    pack_hash: str
    """SHA-256 of the data pack, pinned likewise."""
    replays: tuple[tuple[str, str], ...]
    """Version and pack of earlier rules whose logs these rules replay, and whose running games
    they can take over; goldens of each hold it to that."""
    scenarios: tuple[ScenarioTitle, ...]
    options: tuple[Option, ...]
    verbs: tuple[type[Order], ...]
    """Every order class of the game."""
    clauses: Mapping[str, str]
    """Every clause that events, refusals and breakdowns cite: its text, in our words, by its id and
    in the order of the rules."""
    provenance: Mapping[str, Mapping[str, int]]
    """Where the values of the data pack come from: by table, how many of its rows have which
    status (see `napoleon.rules.kit.packs.Status`), the surest first."""
    names: Mapping[str, str]
    """Display names of the ids that occur in events, for the journal."""
    state_type: type[Any]
    """The msgspec struct of the state, for snapshots and digests."""

    @property
    def standing(self) -> StandingAnswers | None:
        """The instructions that seats may leave; None if the game knows none."""

    @property
    def corrections(self) -> Corrections | None:
        """What a referee may set right on the table; None if the game knows no corrections."""

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

    def cards_fade(self, options: Mapping[str, Any]) -> bool:
        """Whether cards that were seen fade under these options; see `FADING`."""

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        """The events that lay out the table, up to the first decision.

        Raises SetupRefused (``SCENARIO_INCOMPLETE``, ``UNKNOWN_SCENARIO``, ``BAD_OPTION``).
        """

    def decisions(self, state: Any) -> list[Decision]:
        """Who has to decide what now; empty only when the game is over or in mid-order."""

    def offers(self, state: Any, decision: Decision) -> Iterable[Order]:
        """Every legal order for `decision`, in a stable order. `decide` accepts exactly these."""

    def free_verbs(self, state: Any, seat: str) -> Iterable[type[Order]]:
        """The verbs that `seat` may use now without being asked, such as to resign.

        They answer no decision, so they are in no offers.
        """

    def decide(self, state: Any, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        """The events that `order` causes, up to the next decision, or a refusal.

        The first event is the `OrderGiven` itself. `state` is left as it was.
        """

    def apply(self, state: Any, event: Event) -> Any:
        """The state after `event`: total, no rules, no randomness.

        `state` is None for the first event of `setup`. The caller owns `state` and hands it
        over: it may be changed in place, so a published state is copied before it is moved on.
        """

    def view(self, state: Any, seat: str, *, faded: bool = False) -> dict[str, dict[str, Any]]:
        """What `seat` may know, by the names in `VIEWS`, ready for JSON.

        `faded` asks for an earlier position of a game in which cards fade: for all but the
        referee without the cards that were held or had been played.
        `seat` is a seat of the game, ``spectator`` or ``referee``. When the game is over every
        seat sees all of it.
        """


class UnknownRuleset(LookupError):
    """No ruleset of that name, or none with that pack, is installed."""


@cache
def installed() -> dict[str, Ruleset]:
    """Every ruleset that is registered under the entry points ``napoleon.rulesets``, by name."""
    return {entry.name: entry.load() for entry in entry_points(group=ENTRY_POINTS)}
