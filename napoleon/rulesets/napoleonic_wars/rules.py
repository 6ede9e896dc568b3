"""The Napoleonic Wars as the service calls it: what the game declares, with its rules."""

from __future__ import annotations

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.packs import by_status
from napoleon.rules.kit.released import Released
from napoleon.rules.terms import ScenarioTitle
from napoleon.rulesets.napoleonic_wars import setting_up
from napoleon.rulesets.napoleonic_wars.aid import aid
from napoleon.rulesets.napoleonic_wars.boards import boards
from napoleon.rulesets.napoleonic_wars.bot import Player
from napoleon.rulesets.napoleonic_wars.clauses import CHAPTERS, CLAUSES
from napoleon.rulesets.napoleonic_wars.corrections import corrections
from napoleon.rulesets.napoleonic_wars.ends import forfeited, leaving, refuse_letter
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.events.numbers import NUMBERS
from napoleon.rulesets.napoleonic_wars.introduction import INTRODUCTION
from napoleon.rulesets.napoleonic_wars.lesson import LESSON
from napoleon.rulesets.napoleonic_wars.names import names
from napoleon.rulesets.napoleonic_wars.notation import NotationWars
from napoleon.rulesets.napoleonic_wars.options import OPTIONS, is_strict, seats_of
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.packs.check import check, tables
from napoleon.rulesets.napoleonic_wars.packs.loader import load_pack
from napoleon.rulesets.napoleonic_wars.picture import pictures_of
from napoleon.rulesets.napoleonic_wars.released import PACKS, VERSIONS
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.sight import known
from napoleon.rulesets.napoleonic_wars.standing_orders import standing_orders
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.story import storybook
from napoleon.rulesets.napoleonic_wars.table import Wars, at
from napoleon.rulesets.napoleonic_wars.views import WarsViews, views
from napoleon.rulesets.napoleonic_wars.wording import WordingWars

NapoleonicWars = DeclaredRules[Pack, State, Wars, WarsViews]
"""The game with one data pack."""


def with_pack(pack: Pack) -> NapoleonicWars:
    """The game as it is played with this data pack."""
    return DeclaredRules(
        name="napoleonic_wars",
        title="The Napoleonic Wars",
        version="1.0",
        released=Released(VERSIONS, PACKS, lambda folder: with_pack(load_pack(folder))),
        pack=pack,
        provenance=by_status(tables(pack)),
        check_pack=check,
        scenarios=(ScenarioTitle(pack.scenario.id, pack.scenario.title),),
        options=OPTIONS,
        introduction=INTRODUCTION,
        options_clause="4.3.a",
        clauses=CLAUSES,
        chapters=CHAPTERS,
        numbers=NUMBERS,
        names=names(pack),
        seats=lambda options: seats_of(pack, options),
        state_type=State,
        book=BOOK,
        table=at,
        apply=apply,
        begin=setting_up.begin,
        cards_fade=is_strict,
        letters=refuse_letter,
        views_type=WarsViews,
        view=lambda state, viewer: views(state, pack, viewer),
        projection=known,
        notation_of=NotationWars,
        pictures=pictures_of(pack),
        tables=boards,
        storybook=storybook(pack),
        wording=WordingWars(pack),
        lesson=LESSON,
        aid=aid(pack),
        bot=lambda random: Player(pack, random),
        corrections=corrections(pack),
        standing=standing_orders(pack),
        forfeited=forfeited,
        leaving=leaving,
    )
