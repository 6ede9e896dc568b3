"""What boards, pictures and reports call the things of the game, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.eagles_waterloo.named_things import (
    FORMATIONS,
    PHASES,
    PLACES,
    TERRAIN,
    THE_SIDE,
    TOKENS,
)
from napoleon.rulesets.eagles_waterloo.sides import NAMES
from napoleon.rulesets.eagles_waterloo.views.cards import CardView, FaceView
from napoleon.rulesets.eagles_waterloo.views.map import BattleView, MapView, PlaceView

_NAMED = {**NAMES, "french": noted("French"), "allied": noted("Allies"),
          "british": noted("British"), "prussian": noted("Prussians")}  # fmt: skip

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

_BACKS = {
    "french": (noted("%(num)s French card"), noted("%(num)s French cards")),
    "british": (noted("%(num)s British card"), noted("%(num)s British cards")),
    "prussian": (noted("%(num)s Prussian card"), noted("%(num)s Prussian cards")),
}


def named(words: Words, side: str) -> str:
    """A side, a nation or a seat where it stands alone, such as in a table: "French"."""
    return words.gettext(_NAMED[side]) if side in _NAMED else words.language.alone(words.name(side))


def the(words: Words, side: str) -> str:
    """A side, a nation or a seat as a subject or an object: "the French"."""
    return words.gettext(THE_SIDE[side]) if side in THE_SIDE else words.name(side)


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
    one, many = _BACKS[nation]
    return words.ngettext(one, many, number)


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
