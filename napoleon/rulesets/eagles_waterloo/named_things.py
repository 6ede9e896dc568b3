"""What people call the things of the game, by their ids."""

from __future__ import annotations

import re

from napoleon.rules.prose.language import noted
from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.sides import NAMES

PHASES = {
    "decks": noted("Decks"),
    "deploy": noted("Deployment"),
    "adjust": noted("Deployment, adjusted by the French"),
    "morale": noted("Morale phase"),
    "combat": noted("Combat phase"),
    "reinforcement": noted("Reinforcement phase"),
    "retreat": noted("Retreat"),
    "sending": noted("Reinforcements for the other battle"),
    "between": noted("Between two turns"),
}

PLACES = {
    "french_reserve": noted("French Reserve"),
    "french_left": noted("French left"),
    "french_centre": noted("French centre"),
    "french_right": noted("French right"),
    "allied_reserve": noted("Allied Reserve"),
    "allied_left": noted("Allied left"),
    "allied_centre": noted("Allied centre"),
    "allied_right": noted("Allied right"),
}

LANES = {
    "west": noted("the western lane"),
    "middle": noted("the middle lane"),
    "east": noted("the eastern lane"),
}

FORMATIONS = {
    "line": noted("line"),
    "column": noted("column"),
    "square": noted("square"),
}

STAGES = {
    "battle": noted("A battle"),
    "opening": noted("Quatre Bras and Ligny"),
    "wavre_waterloo": noted("Wavre and Waterloo"),
}

TERRAIN = {
    "hill": noted("hill"),
    "woods": noted("woods"),
    "river": noted("river"),
    "building": noted("building"),
}


def names(pack: Pack) -> dict[str, str]:
    """Display names of ids; of every card its copies, too, as a custom deck may have them."""
    most = labels.MOST_COPIES
    cards = {}
    for card in pack.by_id.values():
        for id_ in (card.id, *(f"{card.id}.{copy}" for copy in range(2, most + 1))):
            cards[id_] = labels.named(pack, id_)
            cards[f"the {id_}"] = _in_a_sentence(pack, id_)
    return {
        **NAMES,
        **PHASES,
        **PLACES,
        **{
            place.id: PLACES[place.id.partition(f"field_{place.field}_")[2]]
            for place in pack.places.values()
            if place.role != "middle_ground"
        },
        **LANES,
        **FORMATIONS,
        **STAGES,
        **TERRAIN,
        **{str(it): name for it, name in pack.battle_names.items()},
        "campaign": noted("The campaign of 1815"),
        **cards,
    }


_KINDS_OF_TROOPS = re.compile(
    r"brigade|cavalry|infantry|Grenadiers|Chasseurs|Regiment|Landwehr|Guard"
)
"""What stands in the names of units that are not called by who leads them."""


def _in_a_sentence(pack: Pack, card: str) -> str:
    """A card by its name, with the article that it needs in a sentence.

    Who is called by the name of a person, or a place, needs none.
    """
    it, name = pack.by_id[labels.printed(card)], labels.named(pack, card)
    called = name.partition(" (")[0]
    has_article = (
        isinstance(it, labels.Artillery)
        or (labels.is_unit(it) and _KINDS_OF_TROOPS.search(called) is not None)
        or (isinstance(it, labels.Infantry) and called[:1].isdigit())
        or (isinstance(it, labels.General) and " of " in called)
        or (isinstance(it, labels.Terrain) and it.terrain == "river")
    )
    return f"the {name}" if has_article else name
