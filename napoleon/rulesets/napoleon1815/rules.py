"""Napoléon 1815 as the service calls it: what the game declares, with its rules."""

from __future__ import annotations

from functools import partial

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.packs import by_status
from napoleon.rules.kit.released import Released
from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Option, ScenarioTitle
from napoleon.rulesets.napoleon1815 import layout
from napoleon.rulesets.napoleon1815.aid import aid
from napoleon.rulesets.napoleon1815.boards import boards
from napoleon.rulesets.napoleon1815.bot import Player
from napoleon.rulesets.napoleon1815.cards.windows import WINDOWS
from napoleon.rulesets.napoleon1815.clauses import CHAPTERS, CLAUSES
from napoleon.rulesets.napoleon1815.corrections import corrections
from napoleon.rulesets.napoleon1815.couriers import couriers
from napoleon.rulesets.napoleon1815.events import apply
from napoleon.rulesets.napoleon1815.events.numbers import NUMBERS
from napoleon.rulesets.napoleon1815.introduction import INTRODUCTION
from napoleon.rulesets.napoleon1815.lesson import LESSON
from napoleon.rulesets.napoleon1815.notation import Notation1815
from napoleon.rulesets.napoleon1815.packs.check import check
from napoleon.rulesets.napoleon1815.packs.loader import load_pack
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.partners import refuse_talk
from napoleon.rulesets.napoleon1815.picture import PICTURES, deck
from napoleon.rulesets.napoleon1815.released import PACKS, VERSIONS
from napoleon.rulesets.napoleon1815.sides import seats_for
from napoleon.rulesets.napoleon1815.standing_orders import window_answers
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.story import storybook
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.verbs import RULEBOOK
from napoleon.rulesets.napoleon1815.victory import forfeited
from napoleon.rulesets.napoleon1815.views import Views1815, views
from napoleon.rulesets.napoleon1815.wording import Wording1815

OPTIONS: tuple[Option, ...] = (
    Option("players", noted("Number of players"), "SETUP.1", (2, 3)),
    Option(
        "rules",
        noted("Rule set: basic, or with fog of war"),
        "SETUP.1",
        (noted("conscript"), noted("grognard")),
    ),
    Option(
        "resolver", noted("Combat by cards or by dice"), "DICE.1", (noted("cards"), noted("dice"))
    ),
    Option(
        "farm_stop", noted("Fortified farms stop a stack as citadels do"), "RULING.1", (False, True)
    ),
    Option(
        "strict_discards",
        noted("Card names are masked in the log once their operation is over"),
        "RULING.41",
        (False, True),
    ),
)


REPLAYS: tuple[tuple[str, str], ...] = (
    ("1.0", "a17b164071540787138008943e892e0d8792cbeafa85a9a79a356902bd5664cc"),
    ("2.0", "a17b164071540787138008943e892e0d8792cbeafa85a9a79a356902bd5664cc"),
    ("2.1", "a17b164071540787138008943e892e0d8792cbeafa85a9a79a356902bd5664cc"),
    ("2.2", "a17b164071540787138008943e892e0d8792cbeafa85a9a79a356902bd5664cc"),
    ("2.3", "8eeb911c87151c397d7de3c1faa27583cc4e0ddc13d0534105f95faacc733859"),
)
"""Earlier rules with the data packs of their releases.

The Allied deck and dice, and values of three scenarios, are others since 2.3. In 1.0 cards were
held, but not yet asked for. What 2.1 to 2.4 changed is in the changelog.
"""


Napoleon1815 = DeclaredRules[Pack, State, Table, Views1815]
"""The game with one data pack."""


def with_pack(pack: Pack) -> Napoleon1815:
    """The game as it is played with this data pack."""
    return DeclaredRules(
        name="napoleon1815",
        title="Napoléon 1815",
        version="2.4",
        replays=REPLAYS,
        released=Released(VERSIONS, PACKS, lambda folder: with_pack(load_pack(folder))),
        pack=pack,
        scenarios=tuple(ScenarioTitle(it.id, it.title) for it in pack.scenarios.values()),
        options=OPTIONS,
        introduction=INTRODUCTION,
        options_clause="SETUP.1",
        clauses=CLAUSES,
        chapters=CHAPTERS,
        provenance=by_status(
            {
                noted("areas"): pack.areas.values(),
                noted("roads"): pack.printed_roads.values(),
                noted("blocks"): pack.blocks.values(),
                noted("cards"): pack.cards.values(),
                noted("invasion cards"): pack.invasion_cards.values(),
                noted("faces of the dice"): pack.dice,
                noted("scenarios"): pack.scenarios.values(),
            }
        ),
        names=_names(pack),
        cards={card.number: card.name for card in pack.cards.values()},
        state_type=State,
        book=RULEBOOK,
        table=Table,
        apply=apply,
        begin=layout.begin,
        lay_out=layout.lay_out,
        seats=seats_for,
        # A third player has a seat, not a share [THREE.2].
        shares=lambda options: {},
        # Discards may not be looked up in the log either then [RULING.41].
        cards_fade=lambda options: bool(options.get("strict_discards")),
        talk=refuse_talk,
        views_type=Views1815,
        view=lambda state, viewer: views(state, pack, viewer),
        tables=boards,
        bot=Player,
        check_pack=check,
        notation_of=Notation1815,
        standing=window_answers(pack),
        corrections=corrections(pack),
        numbers=NUMBERS,
        pictures=PICTURES._replace(deck=partial(deck, pack)),
        storybook=storybook(pack),
        couriers=couriers(pack),
        wording=Wording1815(pack),
        lesson=LESSON,
        aid=aid(pack),
        forfeited=forfeited,
    )


STAND_INS = {
    "french": noted("French stand-in"),
    "allied": noted("Allied stand-in"),
    "anglo_dutch": noted("Anglo-Dutch stand-in"),
    "prussian": noted("Prussian stand-in"),
}
"""What the stand-in of a silent player is called, by seat."""


def _names(pack: Pack) -> dict[str, str]:
    sides = {"french": "French", "allied": "Allies", "anglo_dutch": "Anglo-Dutch"}
    roads = {
        road.id: f"{pack.areas[road.a].name}-{pack.areas[road.b].name}"
        for road in pack.graph.roads.values()
    }
    return {
        **sides,
        "prussian": "Prussians",
        **{f"{seat}-stand-in": name for seat, name in STAND_INS.items()},
        **{area.id: area.name for area in pack.areas.values()},
        **{block.id: block.name for block in pack.pieces.values()},
        **{card.event: card.name for card in pack.cards.values()},
        **{window.id: window.step for window in WINDOWS.values()},
        # An order of the log is told by its verb.
        "declare_blue": "blue card",
        **roads,
    }
