"""Napoleonic Empire as the service calls it: the six functions, plus what the game declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from napoleon.chance import Chance
from napoleon.rules.events import Event
from napoleon.rules.kit import sequence, verbs
from napoleon.rules.kit.options import checked
from napoleon.rules.kit.packs import by_status
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.reader import Reader
from napoleon.rules.terms import Decision, Option, ScenarioTitle, SetupRefused
from napoleon.rulesets.napoleonic_empire import layout, table, turns
from napoleon.rulesets.napoleonic_empire.boards import boards
from napoleon.rulesets.napoleonic_empire.bot import Player
from napoleon.rulesets.napoleonic_empire.clauses import CLAUSES, clause
from napoleon.rulesets.napoleonic_empire.corrections import TableCorrections
from napoleon.rulesets.napoleonic_empire.events import apply
from napoleon.rulesets.napoleonic_empire.historical_deck import MODES
from napoleon.rulesets.napoleonic_empire.notation import NotationEmpire
from napoleon.rulesets.napoleonic_empire.orders import VERBS
from napoleon.rulesets.napoleonic_empire.packs.check import check
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.picture import PICTURES
from napoleon.rulesets.napoleonic_empire.sequence import SEQUENCE
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, ALLIED_NATIONS, NAMES, SIDES
from napoleon.rulesets.napoleonic_empire.standing import StandingOrders
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.verbs import RULEBOOK
from napoleon.rulesets.napoleonic_empire.views import views

OPTIONS: tuple[Option, ...] = (
    Option("commanders", "Commanders lead the armies", "OPT1", (False, True)),
    Option("historical_deck", "Dated cards join the deck in time", "OPT2", MODES),
    Option("divided_russia", "Russia is divided into four areas", "OPT3", (False, True)),
)

SCENARIO = ScenarioTitle("europe", "Europe under Napoleon")
"""The one set-up of the game [SETUP]."""


class NapoleonicEmpire:
    """The game with one data pack; see `napoleon.rules.contract.Ruleset`."""

    name = "napoleonic_empire"
    title = "Napoleonic Empire"
    version = "1.0"
    replays: tuple[tuple[str, str], ...] = ()
    scenarios: tuple[ScenarioTitle, ...] = (SCENARIO,)
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
        self.clauses: Mapping[str, str] = CLAUSES
        whole, divided = pack.board(False), pack.board(True)
        self.provenance: Mapping[str, Mapping[str, int]] = by_status(
            {
                "countries": whole.countries.values(),
                "borders": whole.borders.values(),
                "values of countries": whole.values.values(),
                "armies at the start": whole.setup,
                "areas of a divided Russia": [
                    divided.countries[it] for it in divided.russian_areas
                ],
                "cards": pack.cards.values(),
                "commanders": pack.commanders.values(),
                "dated cards": pack.deck_order,
            }
        )
        self.names: Mapping[str, str] = _names(pack)
        self.standing = StandingOrders(pack)
        self.corrections = TableCorrections(pack)
        self.notation = NotationEmpire(self)
        self._copy = msgspec.msgpack.Decoder(State).decode

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """French and Allies [COMP.1]."""
        return SIDES

    def shares(self, options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
        """The Allied seat can be shared by nations [DN.1, E-32]."""
        return {ALLIED: ALLIED_NATIONS}

    def clause(self, clause_id: str) -> str | None:
        """The text of a clause of the digest in our words."""
        return clause(clause_id)

    def checked_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Defaults filled in; raises SetupRefused for an unknown option or value [TN.4]."""
        return checked(OPTIONS, options, "TN.4")

    def cards_fade(self, options: Mapping[str, Any]) -> bool:
        """What was played may be looked up in the log [CARD.1]."""
        return False

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        """The table laid out and the first turn begun, up to the first decision [chapter 3]."""
        chosen = self.checked_options(options)
        if scenario != SCENARIO.id:
            detail = f"There is no scenario {scenario}."
            facts = {"scenarios": [SCENARIO.id]}
            raise SetupRefused(Refusal("UNKNOWN_SCENARIO", "SETUP.1", detail, facts))
        laid = layout.begin(self.pack, chosen)
        begun = table.at(laid.begin(), self.pack, chance)
        layout.shuffle(begun)
        with until_the_end():
            sequence.advance(SEQUENCE, begun)
        return [laid, *begun.recorded]

    def decisions(self, state: State) -> list[Decision]:
        """Who has to decide what now [chapter f]."""
        return sequence.decisions(SEQUENCE, table.at(state, self.pack))

    def offers(self, state: State, decision: Decision) -> Iterable[Order]:
        """Every legal order for `decision`."""
        return verbs.offers(RULEBOOK, table.at(state, self.pack), decision)

    def free_verbs(self, state: State, seat: str) -> Iterable[type[Order]]:
        """Verbs that answer no decision [VIC.3]."""
        return verbs.free_verbs(RULEBOOK, table.at(state, self.pack), seat)

    def decide(
        self, state: State, seat: str, order: Order, chance: Chance
    ) -> list[Event] | Refusal:
        """The events that `order` causes, or why it is refused [chapter b]."""
        return verbs.decide(RULEBOOK, table.at(self.copied(state), self.pack, chance), seat, order)

    def apply(self, state: State | None, event: Event) -> State:
        """The state after `event`; `state` is moved on in place."""
        return apply(state, event)

    def view(self, state: State, reader: Reader) -> dict[str, dict[str, Any]]:
        """The four boards as `reader` may see them [chapter d]; no cards ever fade."""
        return views(state, self.pack, reader.seat)

    def copied(self, state: State) -> State:
        """A deep copy of a state."""
        copy: State = self._copy(msgspec.msgpack.encode(state))
        return copy


def _names(pack: Pack) -> dict[str, str]:
    """Display names of ids; two commanders have the ids of cards and go before them."""
    countries = {
        country.id: country.name
        for divided in (False, True)
        for country in pack.board(divided).countries.values()
    }
    words = {
        turns.DRAW: "Draw phase",
        turns.MOVE: "Move phase",
        turns.ATTACK: "Attack phase",
        turns.REINFORCEMENT: "Reinforcement phase",
        turns.TURN_END: "end of the turn",
        "winner_loss": "the winner's losses",
        "loser_loss": "the loser's losses",
        "no_retreat": "no retreat",
        "hand_limit": "hand limit",
    }
    nations = {"britain": "Britain", "russia": "Russia", "prussia": "Prussia", "austria": "Austria"}
    return {
        **NAMES,
        **words,
        **nations,
        **{card.id: card.name for card in pack.cards.values()},
        **{commander.id: commander.name for commander in pack.commanders.values()},
        **countries,
    }
