"""Cards as they are drawn on a field, and their faces as their holders read them [1.0]."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from napoleon.rules.picture.cards import CardFace, Figure
from napoleon.rules.picture.model import Piece
from napoleon.rules.picture.sides import badged
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.eagles_waterloo.clauses import CLAUSES
from napoleon.rulesets.eagles_waterloo.names import (
    COMMANDS,
    called,
    card_named,
    kind_of,
    printed,
    ratings,
    states,
)
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, BRITISH, FRENCH, PRUSSIAN
from napoleon.rulesets.eagles_waterloo.views import EaglesViews
from napoleon.rulesets.eagles_waterloo.views.cards import CardView, FaceView, clause_of, in_print
from napoleon.rulesets.eagles_waterloo.views.hand import HeldCard

SIDES = (
    badged(FRENCH, "French", camp=FRENCH),
    badged(BRITISH, "British", camp=ALLIED),
    badged(PRUSSIAN, "Prussians", camp=ALLIED),
    badged(ALLIED, "Allies", camp=ALLIED),
)
"""Nations, and the Allied side as a whole, which holds terrain that nobody stands on."""

LOOKS = {it.id: it.look for it in SIDES}

_LEFT_OUT = re.compile(
    r"\s*\([^)]*\)|'s .*|^(?:French |British |Prussian |Duke of )|\b(?:brigade|battery|Corps)\b"
    r"|(?<!/)\bfoot\b|\b(?:infantry|cavalry)(?=$| \()"
)
"""What a label need not say: it is told in full in the words of the card."""

_SHORT = {
    "Royal Horse Artillery": noted("RHA"),
    "Landwehr": noted("Lw"),
    "Regiment": noted("Rgt"),
    "Division": noted("Div"),
    "Westphalian": noted("Westph"),
    "Pomeranian": noted("Pomer"),
    "Netherlands": noted("Nl"),
    "rockets/howitzers": noted("rockets"),
    "Chasseurs": noted("Chass"),
    "Grenadiers": noted("Gren"),
    "Cavalry": noted("Cav"),
    "Reserve": noted("Res"),
    "Guard": noted("Gd"),
}
"""Words of labels in few letters."""

_MADE_SHORT = re.compile("|".join(_SHORT))


def label_of(name: str, words: Words) -> str:
    """What stands on a card: its name in few letters."""
    kept = " ".join(_LEFT_OUT.sub(" ", name).split()) or name
    told = _MADE_SHORT.sub(lambda found: words.gettext(_SHORT[found[0]]), kept)
    copy = re.search(r"\(copy (\d)\)", name)
    return f"{told} {copy[1]}" if copy else told


def on_the_field(card: CardView, words: Words, *, acting: bool) -> Piece:
    """A card in a position; face down it is a back with a number, but to its owner.

    `acting` says that it is its side's turn: one that has acted then is not ready.
    """
    face = card.face
    facts = [*states(card, words, acting=acting)]
    if face is not None:
        facts = [kind_of(face, words), *printed(face, words), *facts]
    told = card_named(card, words)
    if facts:
        told = words.gettext("%(name)s (%(facts)s)", name=told, facts=", ".join(facts))
    return Piece(
        id=card.id,
        side=card.nation,
        label=f"? {card.id.rpartition('-')[2]}" if face is None else label_of(face.name, words),
        words=told,
        kind="card",
        ready=not (acting and card.acted),
        hidden=face is None,
        strength=None if face is None else face.cv,
        lying=face is not None and not card.revealed,
        arm="" if face is None else _arm(face),
        marks=tuple(_marks(card)),
        figures="" if face is None else _figures(face),
        hits=card.hits,
    )


def _arm(face: FaceView) -> str:
    if face.kind == "artillery":
        return "horse_artillery_card" if face.horse else "artillery_card"
    return f"{face.kind}_card" if face.kind in ("infantry", "cavalry", "general") else ""


def _figures(face: FaceView) -> str:
    return " ".join((*([face.morale] if face.morale else ()), *ratings(face)))


def _marks(card: CardView) -> Iterator[str]:
    """The marks of the renderer for a card, in a fixed order."""
    if card.formation in ("column", "square"):
        yield card.formation
    if card.blown:
        yield "blown"
    if card.decoy:
        yield "decoy"


# -- faces ----------------------------------------------------------------------------------------


def cards(views: EaglesViews, words: Words) -> list[CardFace]:
    """The cards in Reserve that the reader may see [G-37]."""
    reserves = {(it.battle, it.side): it.id for it in views.map.areas if it.role == "reserve"}
    return [
        _face(card, reserves.get((card.battle, hand.player), ""), hand.player, words)
        for hand in views.hand.hands
        for card in hand.cards or ()
    ]


def deck(pack: Pack, words: Words) -> list[CardFace]:
    """Every card of all decks as it is printed."""
    return [
        _printed(it.id, it.nation, "", in_print(pack, it.id), words) for it in pack.cards.values()
    ]


def _face(card: HeldCard, place: str, holder: str, words: Words) -> CardFace:
    shown = _printed(card.id, card.nation, holder, card.face, words)
    late = words.gettext("may act from the next turn on")
    return replace(
        shown,
        place=place,
        spent=card.late,
        gist=late if card.late else shown.gist,
    )


def _printed(name: str, nation: str, holder: str, face: FaceView, words: Words) -> CardFace:
    clause = clause_of(face)
    return CardFace(
        id=name,
        holder=holder,
        title=called(words, name, face.name),
        look=LOOKS[nation],
        kind=kind_of(face, words),
        lines=tuple(_lines(face, words)),
        text=CLAUSES[clause],
        clause=clause,
        status=face.data_status,
        sign=_sign(face),
        band=(face.corps or "") if face.kind != "special" else "",
        strength=_strength(face),
        figures=tuple(_in_the_foot(face, words)),
        gist=", ".join(_gist(face, words)),
        label=label_of(face.name, words),
    )


def _sign(face: FaceView) -> str:
    if face.kind == "artillery" and face.horse:
        return "horse_artillery"
    return face.terrain or face.kind


def _strength(face: FaceView) -> str:
    """Its combat value; of a general what is added to morale."""
    if face.cv is not None:
        return str(face.cv)
    if face.attack is None:
        return ""
    both = {f"+{face.attack}": None, f"+{face.defence}": None}
    return "/".join(both)


def _in_the_foot(face: FaceView, words: Words) -> Iterator[Figure]:
    """Morale, fire and shock, as short as they stand on a field, and in full."""
    _ = words.gettext
    if face.morale is not None:
        yield Figure(face.morale, f"{_('Morale class')} {face.morale}")
    if face.fire is not None:
        yield Figure(f"F{face.fire}", f"{_('Fire')} {face.fire}")
    if face.fire_long is not None:
        told = f"{_('Fire at long range')} {face.fire_long}"
        near = f"{_('Fire at short range')} {face.fire_short}"
        yield Figure(f"F{face.fire_long}/{face.fire_short}", f"{told}, {near}")
    if face.shock is not None:
        yield Figure(f"S{face.shock}", f"{_('Shock')} {face.shock}")


def _gist(face: FaceView, words: Words) -> Iterator[str]:
    """What it is or does, in a line: a special its effect, any other its kind and what is odd."""
    _ = words.gettext
    if face.effect:
        yield _(face.effect)
        return
    yield _(COMMANDS[face.command]) if face.command in COMMANDS else kind_of(face, words)
    if face.lancer:
        yield _("lancers")
    if face.capacity:
        yield words.ngettext("room for %(num)s unit", "room for %(num)s units", face.capacity)


def _lines(face: FaceView, words: Words) -> Iterator[tuple[str, str]]:
    """The figures of a card by their names."""
    _ = words.gettext
    figures = {
        _("Corps"): None if face.kind == "special" else face.corps,
        _("Combat value"): face.cv,
        _("Morale class"): face.morale,
        _("Fire"): face.fire,
        _("Fire at long range"): face.fire_long,
        _("Fire at short range"): face.fire_short,
        _("Shock"): face.shock,
        _("Morale in an enemy position"): None if face.attack is None else f"+{face.attack}",
        _("Morale in an own position"): None if face.defence is None else f"+{face.defence}",
        _("Room for units"): face.capacity,
        _("Units that cross in a turn"): face.crossing_limit,
    }
    return ((name, str(it)) for name, it in figures.items() if it is not None)
