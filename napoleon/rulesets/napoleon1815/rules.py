"""Napoléon 1815 as the service calls it: the six functions, plus what the game declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from napoleon.chance import Chance
from napoleon.rules.events import Event
from napoleon.rules.kit import sequence, verbs
from napoleon.rules.kit.options import bad_option, checked
from napoleon.rules.kit.packs import by_status
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.reader import Reader
from napoleon.rules.terms import Decision, Option, ScenarioTitle, SetupRefused
from napoleon.rulesets.napoleon1815 import layout
from napoleon.rulesets.napoleon1815.boards import boards
from napoleon.rulesets.napoleon1815.bot import Player
from napoleon.rulesets.napoleon1815.clauses import CLAUSES, clause
from napoleon.rulesets.napoleon1815.corrections import TableCorrections
from napoleon.rulesets.napoleon1815.events import apply
from napoleon.rulesets.napoleon1815.notation import Notation1815
from napoleon.rulesets.napoleon1815.orders import VERBS
from napoleon.rulesets.napoleon1815.packs.check import check
from napoleon.rulesets.napoleon1815.packs.pack import Pack, Scenario
from napoleon.rulesets.napoleon1815.picture import PICTURES
from napoleon.rulesets.napoleon1815.sequence import SEQUENCE
from napoleon.rulesets.napoleon1815.sides import SIDES, THREE_SEATS
from napoleon.rulesets.napoleon1815.standing import WindowAnswers
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.verbs import RULEBOOK
from napoleon.rulesets.napoleon1815.views import views

OPTIONS: tuple[Option, ...] = (
    Option("players", "Number of players", "SETUP.1", (2, 3)),
    Option("rules", "Rule set: basic, or with fog of war", "SETUP.1", ("conscript", "grognard")),
    Option("resolver", "Combat by cards or by dice", "DICE.1", ("cards", "dice")),
    Option("farm_stop", "Fortified farms stop a stack as citadels do", "RULING.1", (False, True)),
    Option(
        "strict_discards",
        "Card names are masked in the log once their operation is over",
        "RULING.41",
        (False, True),
    ),
)


REPLAYS: tuple[tuple[str, str], ...] = (
    ("1.0", "a17b164071540787138008943e892e0d8792cbeafa85a9a79a356902bd5664cc"),
)
"""Rules 1.0 with the data pack of their release: cards were held then, but not yet asked for."""


class Napoleon1815:
    """The game with one data pack; see `napoleon.rules.contract.Ruleset`."""

    name = "napoleon1815"
    title = "Napoléon 1815"
    version = "2.0"
    replays = REPLAYS
    options = OPTIONS
    verbs = VERBS
    state_type = State
    pictures: Pictures | None = PICTURES
    tables = staticmethod(boards)
    bot = staticmethod(Player)
    check_pack = staticmethod(check)

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.pack_hash = pack.hash
        self.scenarios = tuple(
            ScenarioTitle(scenario.id, scenario.title) for scenario in pack.scenarios.values()
        )
        self.clauses: Mapping[str, str] = CLAUSES
        self.provenance: Mapping[str, Mapping[str, int]] = by_status(
            {
                "areas": pack.areas.values(),
                "roads": pack.printed_roads.values(),
                "blocks": pack.blocks.values(),
                "cards": pack.cards.values(),
                "invasion cards": pack.invasion_cards.values(),
                "faces of the dice": pack.dice,
                "scenarios": pack.scenarios.values(),
            }
        )
        self.names: Mapping[str, str] = _names(pack)
        self.standing = WindowAnswers(pack)
        self.corrections = TableCorrections(pack)
        self.notation = Notation1815(self)
        self._copy = msgspec.msgpack.Decoder(State).decode

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """French and Allies [SETUP.2], or French, Anglo-Dutch and Prussians [THREE.2]."""
        return THREE_SEATS if options.get("players") == len(THREE_SEATS) else SIDES

    def shares(self, options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
        """None: a third player has a seat of their own [THREE.2]."""
        return {}

    def clause(self, clause_id: str) -> str | None:
        """The text of a clause of the digest in our words."""
        return clause(clause_id)

    def checked_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Defaults filled in; raises SetupRefused for an unknown option or value [SETUP.1]."""
        return checked(OPTIONS, options, "SETUP.1")

    def cards_fade(self, options: Mapping[str, Any]) -> bool:
        """Whether discards may not be looked up in the log either [RULING.41]."""
        return bool(options.get("strict_discards"))

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        """The table laid out and the first turn begun, up to the first decision [chapter 3]."""
        options = self.checked_options(options)
        chosen = self.pack.scenario(scenario)
        if not isinstance(chosen, Scenario):
            raise SetupRefused(chosen)
        if options["players"] not in chosen.players:
            detail = "The scenario is for other players."
            raise SetupRefused(bad_option("SETUP.1", detail, [*chosen.players]))
        laid = layout.begin(chosen, options, self.seats(options))
        table = Table(laid.begin(), self.pack, chance)
        layout.lay_out(table, self.pack, chosen)
        with until_the_end():
            sequence.advance(SEQUENCE, table)
        return [laid, *table.recorded]

    def decisions(self, state: State) -> list[Decision]:
        """Who has to decide what now [chapter 21]."""
        return sequence.decisions(SEQUENCE, Table(state, self.pack))

    def offers(self, state: State, decision: Decision) -> Iterable[Order]:
        """Every legal order for `decision`."""
        return verbs.offers(RULEBOOK, Table(state, self.pack), decision)

    def free_verbs(self, state: State, seat: str) -> Iterable[type[Order]]:
        """Verbs that answer no decision [THREE.3]."""
        return verbs.free_verbs(RULEBOOK, Table(state, self.pack), seat)

    def decide(
        self, state: State, seat: str, order: Order, chance: Chance
    ) -> list[Event] | Refusal:
        """The events that `order` causes, or why it is refused [chapter 17]."""
        table = Table(self.copied(state), self.pack, chance)
        return verbs.decide(RULEBOOK, table, seat, order)

    def apply(self, state: State | None, event: Event) -> State:
        """The state after `event`; `state` is moved on in place."""
        return apply(state, event)

    def view(self, state: State, reader: Reader) -> dict[str, dict[str, Any]]:
        """The four boards as `reader` may see them [chapter 19, RULING.83]."""
        return views(state, self.pack, reader)

    def copied(self, state: State) -> State:
        """A deep copy of a state."""
        copy: State = self._copy(msgspec.msgpack.encode(state))
        return copy


def _names(pack: Pack) -> dict[str, str]:
    sides = {"french": "French", "allied": "Allies", "anglo_dutch": "Anglo-Dutch"}
    roads = {
        road.id: f"{pack.areas[road.a].name}-{pack.areas[road.b].name}"
        for road in pack.graph.roads.values()
    }
    return {
        **sides,
        "prussian": "Prussians",
        **{area.id: area.name for area in pack.areas.values()},
        **{block.id: block.name for block in pack.pieces.values()},
        **{card.event: card.name for card in pack.cards.values()},
        **roads,
    }
