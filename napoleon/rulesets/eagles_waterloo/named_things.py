"""What people call the things of the game, by their ids."""

from __future__ import annotations

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


def _in_a_sentence(pack: Pack, card: str) -> str:
    """A card by its name, with the article that it needs in a sentence."""
    it, name = pack.by_id[labels.printed(card)], labels.named(pack, card)
    if isinstance(it, labels.Infantry | labels.Artillery):
        return name if name.startswith(("The ", "the ")) else f"the {name}"
    return name
