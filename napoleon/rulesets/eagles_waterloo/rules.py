"""The game as the service calls it: what it declares, with its rules."""

from __future__ import annotations

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.packs import by_status
from napoleon.rules.kit.released import Released
from napoleon.rules.prose.language import noted
from napoleon.rulesets.eagles_waterloo import layout, table
from napoleon.rulesets.eagles_waterloo.aid import aid
from napoleon.rulesets.eagles_waterloo.boards import boards
from napoleon.rulesets.eagles_waterloo.bot import Player
from napoleon.rulesets.eagles_waterloo.clauses import CHAPTERS, CLAUSES
from napoleon.rulesets.eagles_waterloo.corrections import corrections
from napoleon.rulesets.eagles_waterloo.couriers import couriers
from napoleon.rulesets.eagles_waterloo.events import apply
from napoleon.rulesets.eagles_waterloo.events.numbers import NUMBERS
from napoleon.rulesets.eagles_waterloo.introduction import INTRODUCTION
from napoleon.rulesets.eagles_waterloo.lesson import LESSON
from napoleon.rulesets.eagles_waterloo.names import names
from napoleon.rulesets.eagles_waterloo.notation import NotationEagles
from napoleon.rulesets.eagles_waterloo.packs.check import check
from napoleon.rulesets.eagles_waterloo.packs.loader import load_pack
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.picture import pictures_of
from napoleon.rulesets.eagles_waterloo.released import PACKS, VERSIONS
from napoleon.rulesets.eagles_waterloo.standing_orders import standing_orders
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.story import storybook
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.verbs import RULEBOOK
from napoleon.rulesets.eagles_waterloo.victory import forfeited
from napoleon.rulesets.eagles_waterloo.views import EaglesViews, views
from napoleon.rulesets.eagles_waterloo.wording import WordingEagles
from napoleon.rulesets.eagles_waterloo.wording.drafting import DraftingEagles

REPLAYS: tuple[tuple[str, str], ...] = (
    ("1.1", "b916ed229947ddaa9b3f464cd7932d462d461a26f1ddfc762a9fdadbf12b457d"),
    ("1.0", "b916ed229947ddaa9b3f464cd7932d462d461a26f1ddfc762a9fdadbf12b457d"),
)
"""Earlier rules, with the data pack of today."""

EaglesWaterloo = DeclaredRules[Pack, State, Table, EaglesViews]
"""The game with one data pack."""


def with_pack(pack: Pack) -> EaglesWaterloo:
    """The game as it is played with this data pack."""
    return DeclaredRules(
        name="eagles_waterloo",
        title="EAGLES: Waterloo",
        version="1.2",
        replays=REPLAYS,
        released=Released(VERSIONS, PACKS, lambda folder: with_pack(load_pack(folder))),
        pack=pack,
        scenarios=layout.SCENARIOS,
        options=layout.OPTIONS,
        introduction=INTRODUCTION,
        options_clause="2.0",
        clauses=CLAUSES,
        chapters=CHAPTERS,
        provenance=by_status(
            {
                noted("cards"): pack.cards.values(),
                noted("battle chart"): pack.armies.values(),
                noted("fields"): pack.places.values(),
                noted("lanes"): pack.lanes,
            }
        ),
        names=names(pack),
        state_type=State,
        book=RULEBOOK,
        table=table.at,
        apply=apply,
        begin=layout.begin,
        seats=layout.seats,
        views_type=EaglesViews,
        view=lambda state, viewer: views(state, pack, viewer),
        check_pack=check,
        notation_of=NotationEagles,
        pictures=pictures_of(pack),
        tables=boards,
        standing=standing_orders(pack),
        wording=WordingEagles(pack),
        drafting=DraftingEagles(pack),
        lesson=LESSON,
        aid=aid(pack),
        storybook=storybook(pack),
        corrections=corrections(pack),
        numbers=NUMBERS,
        couriers=couriers(pack),
        forfeited=forfeited,
        bot=Player,
    )
