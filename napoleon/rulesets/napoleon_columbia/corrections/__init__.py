"""Corrections of Napoleon, 4th edition: what a referee sets right on the table [N-80].

A correction sets what it names and nothing else: nothing is drawn, nobody is routed, and nobody
wins by it before victory is looked at. It is carried out only where the game does not go on by
itself because of it. Upright blocks that stand together keep together, as no tokens can be dealt.
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter

from napoleon.rules.kit.correcting import DeclaredCorrections
from napoleon.rules.kit.settings import carried_out, choices_of
from napoleon.rulesets.napoleon_columbia.corrections import boards, fighters, marches, on_map
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.table import Table, at
from napoleon.rulesets.napoleon_columbia.verbs import RULEBOOK

SETTINGS = (*on_map.SETTINGS, *marches.SETTINGS, *fighters.SETTINGS, *boards.SETTINGS)
"""Every kind of correction."""


def corrections(pack: Pack) -> DeclaredCorrections[Pack, State, Table]:
    """The corrections of the game with this data pack."""
    return DeclaredCorrections(
        pack=pack,
        state_type=State,
        book=RULEBOOK,
        table=at,
        correct=carried_out(SETTINGS, "N-80"),
        clause="N-80",
        over_clause="11.0",
        chosen_from=partial(choices_of, SETTINGS),
        # A combat turn that is cut short asks the same seat something else under the next number.
        key=attrgetter("id", "kind"),
    )
