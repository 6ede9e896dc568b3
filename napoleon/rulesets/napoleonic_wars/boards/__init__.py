"""The boards as tables in words: map, battle, siege, nations, leaders, diplomacy, keys, cards."""

from __future__ import annotations

from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import TextTable
from napoleon.rulesets.napoleonic_wars.boards.battles import battle_tables
from napoleon.rulesets.napoleonic_wars.boards.map import map_tables
from napoleon.rulesets.napoleonic_wars.boards.nations import nation_tables
from napoleon.rulesets.napoleonic_wars.boards.victory import victory_tables
from napoleon.rulesets.napoleonic_wars.views import WarsViews


def boards(views: WarsViews, words: Words) -> list[TextTable]:
    """All tables; those of boards beside the map name them."""
    return [
        *map_tables(views.map, words),
        *battle_tables(views.map, words),
        *nation_tables(views.order_of_battle, words),
        *victory_tables(views.victory_track, views.hand, words),
    ]
