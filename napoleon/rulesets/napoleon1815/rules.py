"""The six functions of Napoléon 1815, which the service calls [napoleon.ruleset]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from napoleon.chance import Chance
from napoleon.events import Event
from napoleon.game import OrderGiven
from napoleon.orders import Order, Refusal, to_data
from napoleon.ruleset import Decision, Option, ScenarioTitle, SetupRefused
from napoleon.rulesets.napoleon1815 import layout, sequence, verbs
from napoleon.rulesets.napoleon1815.clauses import clause
from napoleon.rulesets.napoleon1815.events import apply
from napoleon.rulesets.napoleon1815.orders import VERBS
from napoleon.rulesets.napoleon1815.pack import Pack, Scenario
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import GameEnded, Table
from napoleon.rulesets.napoleon1815.views import views

OPTIONS: tuple[Option, ...] = (
    Option("players", "Number of players", "SETUP.1", (2,)),
    Option("rules", "Rule set: the basic (Conscript) game", "SETUP.1", ("conscript",)),
    Option("resolver", "Combat by cards or by dice", "DICE.1", ("cards", "dice")),
    Option("farm_stop", "Fortified farms stop a stack as citadels do", "RULING.1", (False, True)),
)


class Napoleon1815:
    """The six functions of the game with one data pack; see `napoleon.ruleset.Ruleset`."""

    name = "napoleon1815"
    title = "Napoléon 1815"
    version = "1.0"
    options = OPTIONS
    verbs = VERBS
    state_type = State

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.pack_hash = pack.hash
        self.scenarios = tuple(
            ScenarioTitle(scenario.id, scenario.title) for scenario in pack.scenarios.values()
        )
        self.names: Mapping[str, str] = _names(pack)
        self._copy = msgspec.msgpack.Decoder(State).decode

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """French and Allies [SETUP.2]."""
        return (FRENCH, ALLIED)

    def clause(self, clause_id: str) -> str | None:
        """The text of a clause of the digest in our words."""
        return clause(clause_id)

    def checked_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Defaults filled in; raises SetupRefused for an unknown option or value [SETUP.1]."""
        known = {option.name: option for option in OPTIONS}
        for name, value in options.items():
            if name not in known:
                raise SetupRefused(_bad_option(f"There is no option {name}.", sorted(known)))
            if not any(
                value is v or (value == v and type(value) is type(v)) for v in known[name].values
            ):
                allowed = list(known[name].values)
                raise SetupRefused(_bad_option(f"{name} must be one of {allowed}.", allowed))
        return {option.name: options.get(option.name, option.values[0]) for option in OPTIONS}

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        """The table laid out and the first turn begun, up to the first decision [chapter 3]."""
        checked = self.checked_options(options)
        chosen = self.pack.scenario(scenario)
        if not isinstance(chosen, Scenario):
            raise SetupRefused(chosen)
        if checked["players"] not in chosen.players:
            raise SetupRefused(_bad_option("The scenario is for other players.", [*chosen.players]))
        laid = layout.begin(chosen, checked, self.seats(checked))
        table = Table(laid.begin(), self.pack, chance)
        layout.lay_out(table, self.pack, chosen)
        with until_the_end():
            sequence.advance(table)
        return [laid, *table.recorded]

    def decisions(self, state: State) -> list[Decision]:
        """Who has to decide what now [chapter 21]."""
        return sequence.decisions(Table(state, self.pack))

    def offers(self, state: State, decision: Decision) -> Iterable[Order]:
        """Every legal order for `decision`."""
        return verbs.offers(Table(state, self.pack), decision)

    def decide(
        self, state: State, seat: str, order: Order, chance: Chance
    ) -> list[Event] | Refusal:
        """The events that `order` causes, or why it is refused [chapter 17]."""
        verb = verbs.BY_ORDER[type(order)]
        table = Table(self.copied(state), self.pack, chance)
        open_decisions = sequence.decisions(table)
        asked = [d for d in open_decisions if d.seat == seat and d.kind == verb.kind]
        if not asked:
            return verbs.refuse_misplaced(table, seat, verb, open_decisions)
        refusal = verb.refusal(table, asked[0], order)
        if refusal is not None:
            return refusal
        table.acting = seat
        given = OrderGiven(player=seat, order=to_data(order))
        with until_the_end():
            table.record(given, asked[0].clause)
            verb.carry_out(table, asked[0], order)
            table.acting = ""
            sequence.advance(table)
        return table.recorded

    def apply(self, state: State | None, event: Event) -> State:
        """The state after `event`; `state` is moved on in place."""
        return apply(state, event)

    def view(self, state: State, seat: str) -> dict[str, dict[str, Any]]:
        """The four boards as `seat` may see them [chapter 19]."""
        return views(state, self.pack, seat)

    def copied(self, state: State) -> State:
        """A deep copy of a state."""
        copy: State = self._copy(msgspec.msgpack.encode(state))
        return copy


def until_the_end() -> suppress:
    """Rules go on in here until they have nothing to do, or the game is won."""
    return suppress(GameEnded)


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
        **{block.id: block.name for block in pack.blocks.values()},
        **{card.event: card.name for card in pack.cards.values()},
        **roads,
    }


def _bad_option(detail: str, allowed: list[Any]) -> Refusal:
    return Refusal("BAD_OPTION", "SETUP.1", detail, {"allowed": allowed})
