"""Corrections of Napoleon, 4th edition: what a referee sets right on the table [N-80].

A correction sets what it names and nothing else: nothing is drawn, nobody is routed, and nobody
wins by it before victory is looked at. It is carried out only where the game does not go on by
itself because of it. Upright blocks that stand together keep together, as no tokens can be dealt.
"""

from __future__ import annotations

from operator import attrgetter

from napoleon.rules.kit.correcting import DeclaredCorrections
from napoleon.rules.kit.settings import carried_out
from napoleon.rules.standing_orders import Choices
from napoleon.rulesets.napoleon_columbia.corrections import boards, fighters, kinds, marches, on_map
from napoleon.rulesets.napoleon_columbia.names import SIDES_OF_BOARD
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.places import PLACES, lane_of, owner
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.table import Table, at
from napoleon.rulesets.napoleon_columbia.verbs import RULEBOOK


def corrections(pack: Pack) -> DeclaredCorrections[Pack, State, Table]:
    """The corrections of the game with this data pack."""
    return DeclaredCorrections(
        pack=pack,
        state_type=State,
        book=RULEBOOK,
        table=at,
        correct={
            kinds.PlaceUnits: on_map.place,
            kinds.RestoreUnit: on_map.restore,
            kinds.EliminateUnit: on_map.eliminate,
            kinds.SetStrength: on_map.set_strength,
            kinds.SetDisrupted: on_map.set_disrupted,
            kinds.SetMarched: marches.set_marched,
            kinds.SetGroup: marches.set_group,
            kinds.SetRoadUse: marches.set_road_use,
            **carried_out((*fighters.SETTINGS, *boards.SETTINGS), "N-80"),
        },
        clause="N-80",
        over_clause="11.0",
        chosen_from=_choices,
        # A combat turn that is cut short asks the same seat something else under the next number.
        key=attrgetter("id", "kind"),
    )


def _choices(table: Table) -> Choices:
    """What is chosen by name: units, towns, roads and places of a battle board."""
    pack = table.data
    named = dict(sorted(pack.unit_names.items(), key=lambda it: it[1]))
    towns = {it.id: it.name for it in sorted(pack.towns.values(), key=lambda it: it.name)}
    return {
        "unit": named,
        "units": named,
        "town": towns,
        "city": {it.id: it.name for it in pack.supply_cities},
        "road": {it.id: f"{towns[it.a]}-{towns[it.b]}" for it in pack.roads.values()},
        "place": {it: SIDES_OF_BOARD[owner(it), lane_of(it)] for it in PLACES},
    }
