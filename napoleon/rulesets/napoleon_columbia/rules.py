"""The game as the service calls it: what it declares, with its rules."""

from __future__ import annotations

from functools import partial

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.packs import by_status
from napoleon.rules.kit.released import Released
from napoleon.rules.prose.language import noted
from napoleon.rulesets.napoleon_columbia import layout, table
from napoleon.rulesets.napoleon_columbia.aid import aid
from napoleon.rulesets.napoleon_columbia.boards import boards
from napoleon.rulesets.napoleon_columbia.bot import Player
from napoleon.rulesets.napoleon_columbia.clauses import CHAPTERS, CLAUSES
from napoleon.rulesets.napoleon_columbia.corrections import corrections
from napoleon.rulesets.napoleon_columbia.couriers import couriers
from napoleon.rulesets.napoleon_columbia.events import apply
from napoleon.rulesets.napoleon_columbia.events.numbers import NUMBERS
from napoleon.rulesets.napoleon_columbia.introduction import INTRODUCTION
from napoleon.rulesets.napoleon_columbia.lesson import LESSON
from napoleon.rulesets.napoleon_columbia.names import names
from napoleon.rulesets.napoleon_columbia.notation import NotationColumbia
from napoleon.rulesets.napoleon_columbia.packs.check import check
from napoleon.rulesets.napoleon_columbia.packs.loader import load_pack
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.partners import refuse_talk
from napoleon.rulesets.napoleon_columbia.picture import pictures_of
from napoleon.rulesets.napoleon_columbia.released import PACKS, VERSIONS
from napoleon.rulesets.napoleon_columbia.sight import known
from napoleon.rulesets.napoleon_columbia.standing_orders import standing_orders
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.story import STORYBOOK
from napoleon.rulesets.napoleon_columbia.table import Table
from napoleon.rulesets.napoleon_columbia.verbs import RULEBOOK
from napoleon.rulesets.napoleon_columbia.victory import forfeited
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews, views
from napoleon.rulesets.napoleon_columbia.wording import WordingColumbia

REPLAYS: tuple[tuple[str, str], ...] = (
    ("1.1", "8941e867724d8fb75262c0560c286a2381108fd1013aa13aa9dd73573149a759"),
    ("1.0", "8941e867724d8fb75262c0560c286a2381108fd1013aa13aa9dd73573149a759"),
)
"""Earlier rules with their data packs; what each version changed is in the changelog."""

NapoleonColumbia = DeclaredRules[Pack, State, Table, ColumbiaViews]
"""The game with one data pack."""


def with_pack(pack: Pack) -> NapoleonColumbia:
    """The game as it is played with this data pack."""
    return DeclaredRules(
        name="napoleon_columbia",
        title="Napoleon, 4th edition",
        version="1.2",
        replays=REPLAYS,
        released=Released(VERSIONS, PACKS, lambda folder: with_pack(load_pack(folder))),
        pack=pack,
        scenarios=layout.SCENARIOS,
        options=layout.OPTIONS,
        introduction=INTRODUCTION,
        options_clause="12.0",
        clauses=CLAUSES,
        chapters=CHAPTERS,
        provenance=by_status(
            {
                noted("towns"): pack.towns.values(),
                noted("roads"): pack.roads.values(),
                noted("blocks"): pack.blocks.values(),
                noted("turns"): pack.turns,
                noted("terrain"): pack.green_blocks.values(),
                noted("set-ups"): pack.setups.values(),
            }
        ),
        names=names(pack),
        state_type=State,
        book=RULEBOOK,
        table=table.at,
        apply=apply,
        begin=layout.begin,
        seats=layout.seats,
        talk=refuse_talk,
        views_type=ColumbiaViews,
        view=lambda state, viewer: views(state, pack, viewer),
        projection=known,
        check_pack=check,
        notation_of=NotationColumbia,
        pictures=pictures_of(pack),
        tables=boards,
        standing=standing_orders(pack),
        storybook=STORYBOOK,
        corrections=corrections(pack),
        numbers=NUMBERS,
        couriers=couriers(pack),
        bot=partial(Player, pack),
        wording=WordingColumbia(pack),
        lesson=LESSON,
        aid=aid(pack),
        forfeited=forfeited,
    )
