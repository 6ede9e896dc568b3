"""What people call the things of the game, by their ids."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, BRITISH, FRENCH, NAMES, PRUSSIAN

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

THE_PLACE = {
    "french_reserve": noted("the French Reserve"),
    "french_left": noted("the French left"),
    "french_centre": noted("the French centre"),
    "french_right": noted("the French right"),
    "allied_reserve": noted("the Allied Reserve"),
    "allied_left": noted("the Allied left"),
    "allied_centre": noted("the Allied centre"),
    "allied_right": noted("the Allied right"),
}
"""A place with its article."""

IN_PLACE = {
    "french_reserve": noted("in the French Reserve"),
    "french_left": noted("on the French left"),
    "french_centre": noted("in the French centre"),
    "french_right": noted("on the French right"),
    "allied_reserve": noted("in the Allied Reserve"),
    "allied_left": noted("on the Allied left"),
    "allied_centre": noted("in the Allied centre"),
    "allied_right": noted("on the Allied right"),
}
"""Where something is."""

TO_PLACE = {
    "french_reserve": noted("to the French Reserve"),
    "french_left": noted("to the French left"),
    "french_centre": noted("to the French centre"),
    "french_right": noted("to the French right"),
    "allied_reserve": noted("to the Allied Reserve"),
    "allied_left": noted("to the Allied left"),
    "allied_centre": noted("to the Allied centre"),
    "allied_right": noted("to the Allied right"),
}
"""Where something goes."""

FROM_PLACE = {
    "french_reserve": noted("from the French Reserve"),
    "french_left": noted("from the French left"),
    "french_centre": noted("from the French centre"),
    "french_right": noted("from the French right"),
    "allied_reserve": noted("from the Allied Reserve"),
    "allied_left": noted("from the Allied left"),
    "allied_centre": noted("from the Allied centre"),
    "allied_right": noted("from the Allied right"),
}
"""Where something comes from."""

THE_SIDE = {
    FRENCH: noted("the French"),
    ALLIED: noted("the Allies"),
    BRITISH: noted("the British"),
    PRUSSIAN: noted("the Prussians"),
    "": noted("nobody"),
}
"""A side, or a nation, with its article; who wins a drawn battle."""

OUTCOMES = {
    "position": noted("an enemy position was held alone"),
    "withdrawn": noted("the other side had left the field"),
    "drawn": noted("the battle was drawn"),
}
"""How a battle is decided [4.3, 16.c, G-54]."""

TOKENS = {
    FRENCH: noted("French card %(number)s"),
    BRITISH: noted("British card %(number)s"),
    PRUSSIAN: noted("Prussian card %(number)s"),
}
"""Cards that lie face down, by the nation on their back; the number is that of the token."""

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
            cards[f"the {id_}"] = labels.in_sentence(pack, id_)
    return {
        **NAMES,
        **PHASES,
        **PLACES,
        **{
            place.id: PLACES[place.id.partition(f"field_{place.field}_")[2]]
            for place in pack.places.values()
            if place.role != "middle_ground"
        },
        **{f"the {place}": told for place, told in THE_PLACE.items()},
        **{f"in {place}": told for place, told in IN_PLACE.items()},
        **{f"to {place}": told for place, told in TO_PLACE.items()},
        **{f"from {place}": told for place, told in FROM_PLACE.items()},
        **{f"{nation}-": told for nation, told in TOKENS.items()},
        **{f"the {side}": told for side, told in THE_SIDE.items()},
        **OUTCOMES,
        **LANES,
        **FORMATIONS,
        **STAGES,
        **TERRAIN,
        **{str(it): name for it, name in pack.battle_names.items()},
        "campaign": noted("The campaign of 1815"),
        **cards,
    }
