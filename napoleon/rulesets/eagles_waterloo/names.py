"""What people call the things of the game: by their ids, and on boards, pictures and in reports."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.forms import Called, Forms
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, BRITISH, FRENCH, NAMES, PRUSSIAN
from napoleon.rulesets.eagles_waterloo.views.cards import CardView, FaceView
from napoleon.rulesets.eagles_waterloo.views.map import BattleView, MapView, PlaceView

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

FORMS = Forms(
    {
        FRENCH: Called(
            the=noted("the French"),
            of=noted("of the French"),
            seat=noted("the French seat"),
            alone=noted("French"),
        ),
        ALLIED: Called(
            the=noted("the Allies"),
            of=noted("of the Allies"),
            seat=noted("the Allied seat"),
            alone=noted("Allies"),
        ),
        BRITISH: Called(
            the=noted("the British"),
            of=noted("of the British"),
            alone=noted("British"),
        ),
        PRUSSIAN: Called(
            the=noted("the Prussians"),
            of=noted("of the Prussians"),
            alone=noted("Prussians"),
        ),
        "": Called(the=noted("nobody")),
    }
)
"""Sides, nations and seats; who wins a drawn battle."""

the, named = FORMS.the, FORMS.alone

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
        **{f"the {side}": FORMS[side].the for side in FORMS},
        **OUTCOMES,
        **LANES,
        **FORMATIONS,
        **STAGES,
        **TERRAIN,
        **{str(it): name for it, name in pack.battle_names.items()},
        "campaign": noted("The campaign of 1815"),
        **cards,
    }


# -- what boards, pictures and reports call them, in the reader's words ----------------------------

KINDS = {
    "general": noted("general"),
    "infantry": noted("infantry"),
    "cavalry": noted("cavalry"),
    "artillery": noted("artillery"),
    "terrain": noted("terrain"),
    "special": noted("special"),
}

COMMANDS = {
    "army_commander": noted("commander of the army"),
    "chief_of_staff": noted("chief of staff"),
    "second_in_command": noted("second in command"),
}

_IN_FORMATION = {"column": noted("in column"), "square": noted("in square")}

_IN_A_LANE = {
    "left": noted("on the left"),
    "centre": noted("in the centre"),
    "right": noted("on the right"),
}


def called(words: Words, of: str, name: str) -> str:
    """A card or a battle by its id, where it stands alone; by `name` without one for it."""
    return words.language.alone(words.names.get(of, name))


def phase(words: Words, of: str) -> str:
    """A phase by its name."""
    return words.gettext(PHASES[of]) if of in PHASES else of.replace("_", " ")


def terrain(words: Words, kind: str) -> str:
    """Terrain: "woods"."""
    return words.gettext(TERRAIN[kind])


def formation(words: Words, of: str) -> str:
    """A formation where it stands alone: "column"."""
    return words.gettext(FORMATIONS[of])


def backs(words: Words, nation: str, number: int) -> str:
    """Cards of which only the backs are seen: "12 French cards"."""
    if nation == FRENCH:
        return words.ngettext("%(num)s French card", "%(num)s French cards", number)
    if nation == BRITISH:
        return words.ngettext("%(num)s British card", "%(num)s British cards", number)
    return words.ngettext("%(num)s Prussian card", "%(num)s Prussian cards", number)


def unknown(words: Words, token: str) -> str:
    """A card of which the reader sees no more than its token: "British card 17"."""
    nation, _, number = token.rpartition("-")
    return words.gettext(TOKENS[nation], number=number)


def card_named(card: CardView, words: Words) -> str:
    """A card in play by its name, or by its token where the reader may not know what it is."""
    if card.face is None:
        return unknown(words, card.id)
    return called(words, card.id, card.face.name)


def by_id(words: Words, of: str) -> str:
    """A card by its id, or by its token."""
    nation, dash, _ = of.rpartition("-")
    return unknown(words, of) if dash and nation in TOKENS else called(words, of, of)


def battle_named(words: Words, board: MapView, battle: str) -> str:
    """What a battle is called."""
    names = {it.id: it.name for it in board.battles}
    return called(words, battle, names.get(battle, battle))


def place_named(words: Words, board: MapView, area: PlaceView) -> str:
    """A position or a Reserve: "French left", with its battle where there are two fields."""
    place = words.gettext(PLACES[area.place])
    if board.scenario != "campaign":
        return place
    field = (
        battle_named(words, board, area.battle)
        if area.battle
        else words.gettext("field %(number)s", number=2 if "_2_" in area.id else 1)
    )
    return f"{place}, {field}"


def printed(face: FaceView, words: Words) -> Iterator[str]:
    """What is printed on a card besides its name and what it is."""
    _ = words.gettext
    if face.command in COMMANDS:
        yield _(COMMANDS[face.command])
    if face.corps and face.kind != "special":
        yield _("corps %(corps)s", corps=face.corps)
    if face.cv is not None:
        yield _("CV %(cv)s", cv=face.cv)
    if face.morale is not None:
        yield _("morale %(morale)s", morale=face.morale)
    yield from ratings(face)
    if face.lancer:
        yield _("lancers")
    if face.terrain and face.lane:
        yield _(_IN_A_LANE[face.lane])
    if face.capacity:
        yield words.ngettext("room for %(num)s unit", "room for %(num)s units", face.capacity)
    if face.crossing_limit:
        yield words.ngettext(
            "%(num)s unit crosses in a turn", "%(num)s units cross in a turn", face.crossing_limit
        )


def ratings(face: FaceView) -> Iterator[str]:
    """How a card fires and shocks: "F2" and "S3", fire at long and at short range "F1/3".

    Of a general, what is added to morale in an enemy position and in an own one: "+2/+1".
    """
    if face.fire is not None:
        yield f"F{face.fire}"
    if face.fire_long is not None:
        yield f"F{face.fire_long}/{face.fire_short}"
    if face.shock is not None:
        yield f"S{face.shock}"
    if face.attack is not None:
        yield f"+{face.attack}/+{face.defence}"


def kind_of(face: FaceView, words: Words) -> str:
    """What sort of card it is: "infantry", of terrain "woods"."""
    if face.terrain:
        return terrain(words, face.terrain)
    if face.horse:
        return words.gettext("horse artillery")
    return words.gettext(KINDS[face.kind])


def states(card: CardView, words: Words, *, acting: bool) -> Iterator[str]:
    """How a card in play stands, as far as the reader may know it.

    `acting` says that it is its side's turn: then it matters whether it has acted.
    """
    _ = words.gettext
    if not card.revealed:
        yield _("face down")
    if card.decoy:
        yield _("decoy")
    if card.formation in _IN_FORMATION:
        yield _(_IN_FORMATION[card.formation])
    if card.blown:
        yield _("blown")
    if card.hits:
        yield words.ngettext("%(num)s hit", "%(num)s hits", card.hits)
    if card.terrain:
        yield _("on %(terrain)s", terrain=called(words, card.terrain, card.terrain))
    if card.acted and acting:
        yield _("has acted")


def standing(board: MapView, words: Words) -> str:
    """How far the game has come, in a line: whose turn it is, or what comes before the first."""
    _ = words.gettext
    if board.at is None or board.active is None:
        return phase(words, board.phase)
    told = _("turn %(turn)s, %(side)s", turn=board.turn, side=named(words, board.active))
    if board.scenario != "campaign":
        return told
    return f"{battle_named(words, board, board.at)}, {told}"


def is_acting(board: MapView, area: PlaceView, side: str) -> bool:
    """Whether it is a side's turn in the battle of a place."""
    return board.at is not None and (board.at, board.active) == (area.battle, side)


def title_of(battle: BattleView, words: Words) -> str:
    """What a battle is called as a heading."""
    return called(words, battle.id, battle.name)
