"""TN.4 Napoleonic Empire as the service calls it: what the game declares, with its rules."""

from __future__ import annotations

from functools import partial

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.packs import by_status
from napoleon.rules.kit.released import Released
from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Option
from napoleon.rulesets.napoleonic_empire import layout, table, turns
from napoleon.rulesets.napoleonic_empire.aid import aid
from napoleon.rulesets.napoleonic_empire.boards import boards
from napoleon.rulesets.napoleonic_empire.bot import Player
from napoleon.rulesets.napoleonic_empire.clauses import CHAPTERS, CLAUSES
from napoleon.rulesets.napoleonic_empire.corrections import corrections
from napoleon.rulesets.napoleonic_empire.couriers import couriers
from napoleon.rulesets.napoleonic_empire.events import apply
from napoleon.rulesets.napoleonic_empire.events.numbers import NUMBERS
from napoleon.rulesets.napoleonic_empire.introduction import INTRODUCTION
from napoleon.rulesets.napoleonic_empire.lesson import LESSON
from napoleon.rulesets.napoleonic_empire.notation import NotationEmpire
from napoleon.rulesets.napoleonic_empire.packs.check import check
from napoleon.rulesets.napoleonic_empire.packs.loader import load_pack
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.picture import PICTURES, deck
from napoleon.rulesets.napoleonic_empire.released import PACKS, VERSIONS
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, ALLIED_NATIONS, NAMES, SIDES
from napoleon.rulesets.napoleonic_empire.standing_orders import standing_orders
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.story import storybook
from napoleon.rulesets.napoleonic_empire.table import Table
from napoleon.rulesets.napoleonic_empire.turns import MODES
from napoleon.rulesets.napoleonic_empire.verbs import RULEBOOK
from napoleon.rulesets.napoleonic_empire.victory import forfeited
from napoleon.rulesets.napoleonic_empire.views import EmpireViews, views
from napoleon.rulesets.napoleonic_empire.wording import WordingEmpire

_MODES = (noted("off"), noted("by_year"), noted("each_round"))
"""How cards join the deck, to be translated."""

OPTIONS: tuple[Option, ...] = (
    Option("commanders", noted("Commanders lead the armies"), "OPT1", (False, True)),
    Option("historical_deck", noted("Dated cards join the deck in time"), "OPT2", MODES),
    Option("divided_russia", noted("Russia is divided into four areas"), "OPT3", (False, True)),
)

REPLAYS: tuple[tuple[str, str], ...] = (
    ("1.0", "846738e09c5fea7adc8a5bacc74c65cc5d4a006c725c71b9a11e8c9b35ff5347"),
)
"""Rules 1.0, with the data pack of today: they put every question, also those with one answer."""

NapoleonicEmpire = DeclaredRules[Pack, State, Table, EmpireViews]
"""The game with one data pack."""


def with_pack(pack: Pack) -> NapoleonicEmpire:
    """The game as it is played with this data pack."""
    whole, divided = pack.board(False), pack.board(True)
    return DeclaredRules(
        name="napoleonic_empire",
        title="Napoleonic Empire",
        version="1.1",
        replays=REPLAYS,
        released=Released(VERSIONS, PACKS, lambda folder: with_pack(load_pack(folder))),
        pack=pack,
        scenarios=(layout.SCENARIO,),
        options=OPTIONS,
        introduction=INTRODUCTION,
        options_clause="TN.4",
        clauses=CLAUSES,
        chapters=CHAPTERS,
        provenance=by_status(
            {
                noted("countries"): whole.countries.values(),
                noted("borders"): whole.borders.values(),
                noted("values of countries"): whole.values.values(),
                noted("armies at the start"): whole.setup,
                noted("areas of a divided Russia"): [
                    divided.countries[it] for it in divided.russian_areas
                ],
                noted("cards"): pack.cards.values(),
                noted("commanders"): pack.commanders.values(),
                noted("dated cards"): pack.deck_order,
            }
        ),
        names=_names(pack),
        also_called={it.id: it.name for it in whole.countries.values() if it.name != it.short_name},
        state_type=State,
        book=RULEBOOK,
        table=table.at,
        apply=apply,
        begin=layout.begin,
        lay_out=layout.shuffle,
        seats=lambda options: SIDES,
        # The Allied seat can be shared by nations [DN.1, E-32].
        shares=lambda options: {ALLIED: ALLIED_NATIONS},
        # What was played may be looked up in the log [CARD.1].
        cards_fade=lambda options: False,
        views_type=EmpireViews,
        view=lambda state, viewer: views(state, pack, viewer.seat),
        tables=boards,
        bot=Player,
        check_pack=check,
        notation_of=NotationEmpire,
        standing=standing_orders(pack),
        corrections=corrections(pack),
        numbers=NUMBERS,
        pictures=PICTURES._replace(deck=partial(deck, pack)),
        storybook=storybook(pack),
        couriers=couriers(pack),
        wording=WordingEmpire(pack),
        lesson=LESSON,
        aid=aid(pack),
        forfeited=forfeited,
    )


def _names(pack: Pack) -> dict[str, str]:
    """Display names of ids; two commanders have the ids of cards, which have names beside them."""
    countries = {
        country.id: country.short_name
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
        "no_retreat": "for want of a retreat",
        "hand_limit": "hand limit",
        "the deck": "the deck",
        "the face_up": "the discards, face up",
        "the face_down": "the discards, face down",
        **{f"the {side}": f"the hand of the {name}" for side, name in NAMES.items()},
    }
    nations = {"britain": "Britain", "russia": "Russia", "prussia": "Prussia", "austria": "Austria"}
    return {
        **NAMES,
        "french-stand-in": noted("French stand-in"),
        "allied-stand-in": noted("Allied stand-in"),
        **words,
        **nations,
        **{card.id: card.name for card in pack.cards.values()},
        **{commander.id: commander.name for commander in pack.commanders.values()},
        **countries,
        **{f"the {it}": f"the {name}" for it, name in countries.items() if _needs_article(name)},
        **{
            pack.cards[it].clause: pack.cards[it].name for it in pack.commanders if it in pack.cards
        },
    }


def _needs_article(country: str) -> bool:
    """Whether one says: in the Netherlands, to the Rhineland."""
    return country in ("Netherlands", "Rhineland")
