"""What the signs that are on a map mean."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from napoleon.rules.picture.cards import Figure
from napoleon.rules.picture.model import Picture


class Key(NamedTuple):
    """What a game explains of its boards and cards, in words of its own.

    `signs` are names of signs of this module, each with what it means there. `figures` are the
    letters and numbers that stand on pieces and cards. `strips` says that pieces are cards, which
    a page lays out itself.
    """

    signs: Sequence[tuple[str, str]] = ()
    figures: Sequence[Figure] = ()
    strips: bool = False


class Sign(NamedTuple):
    """A sign as an ``<svg>`` element for a page with a map in it, and what it means."""

    svg: str
    words: str


_USE = '<use href="#{}"/>'
_LINE = '<path class="way" d="M-26,0H26"/>'
_ROAD = '<path class="bed" d="M-26,0H26"/><path class="way" d="M-26,0H26"/>'

_BLOCK = '<path d="M-11,-11H11V11H-11Z"/>'
"""A block of a stack, of no side: filled while it may act, and hollow when it has."""

_SIGNS: Mapping[str, tuple[str, str, str]] = {
    "ready": ("piece plain ready", _BLOCK, "ready to act"),
    "spent": ("piece plain spent", _BLOCK, "has acted, or may not act"),
    "commander": ("piece plain spent", _BLOCK + _USE.format("sign-star"), "commander"),
    "scout": ("piece plain spent", f'{_BLOCK}<path class="wave" d="M-5,5L5,-5"/>', "scout"),
    "hidden": ("piece plain unseen spent", f'{_BLOCK}<text class="small" y="5.5">?</text>',
               "not known to you"),
    "lying": ("piece plain ready", '<path d="M-11,0H11V11H-11Z"/>', "lies on its face"),
    **{
        arm: ("key", _USE.format(f"arm-{arm}"), words)
        for arm, words in (
            ("infantry", "infantry"),
            ("cavalry", "cavalry"),
            ("foot_artillery", "foot artillery"),
            ("horse_artillery", "horse artillery"),
            ("infantry_card", "infantry"),
            ("cavalry_card", "cavalry"),
            ("artillery_card", "artillery"),
            ("horse_artillery_card", "horse artillery"),
            ("general_card", "general"),
        )
    },
    **{
        mark: ("key", _USE.format(f"mark-{mark}"), words)
        for mark, words in (
            ("square", "in square"),
            ("sheltered", "sheltered in a square"),
            ("holder", "holds the ground"),
            ("charge", "about to charge"),
            ("first_fire", "first fire to come"),
            ("fired", "has fired"),
            ("shaken", "has to give way"),
            ("column", "in column"),
            ("blown", "blown"),
            ("decoy", "decoy"),
        )
    },
    "hits": ("key", _USE.format("sign-burst"), "hits"),
    "position": ("place", _USE.format("sign-position"), "position of a line of battle"),
    "forest": ("place", _USE.format("sign-forest"), "forest"),
    "hill": ("place", _USE.format("sign-hill"), "hill"),
    "reserve": ("place", _USE.format("sign-reserve"), "reserve"),
    "town": ("place", _USE.format("sign-town"), "town"),
    "citadel": ("place", _USE.format("sign-citadel"), "citadel"),
    "fortified_farm": ("place", _USE.format("sign-fortified_farm"), "fortified farm"),
    "closed": ("place", _USE.format("sign-closed"), "closed to everybody"),
    "capital": ("place", _USE.format("sign-capital"), "capital"),
    "fortress": ("place", _USE.format("sign-fortress"), "fortress, with its strength"),
    "port": ("place", _USE.format("sign-anchor"), "port"),
    "waters": ("place", _USE.format("sign-waters"), "waters"),
    "fleet": ("piece plain spent",
              f'{_BLOCK}<path class="wave" d="M-7.5,5q2.5,-3 5,0t5,0t5,0"/>', "squadrons"),
    "value": ("place", _USE.format("sign-star"), "a point of value"),
    "worth": ("place", _USE.format("sign-country") + '<text class="value" y="5">3</text>',
              "what a country is worth"),
    "fortified": ("place", '<use href="#sign-earthwork" y="-14"/>', "fortified position"),
    "contested": ("place", _USE.format("sign-swords"), "both sides stand here"),
    "control": ("place", '<circle class="held" r="13"/>' + _USE.format("sign-town"),
                "who controls it"),
    "arrow": ("arrow plain", '<path d="M-24,-5H10V-10L24,0L10,10V5H-24Z"/>',
              "direction of retreat"),
    "major_road": ("link road", _ROAD, "major road"),
    "minor_road": ("link minor_road", _ROAD, "minor road"),
    "bridge": ("link bridge", _ROAD + _USE.format("sign-bridge"), "bridge"),
    "broken": ("link broken", _ROAD + _USE.format("sign-broken"), "broken bridge"),
    "stream": ("link stream", '<path class="sign-bank" d="M-26,4Q-13,-8 0,0T26,-4"/>'
               '<path class="sign-water" d="M-26,4Q-13,-8 0,0T26,-4"/>', "stream"),
    "frontier": ("line frontier", '<path d="M-26,0H26"/>', "frontier"),
    "zone": ("line zone", '<path d="M-26,0H26"/>', "limit of zones"),
    "border": ("link border", _LINE, "way by land"),
    "strait": ("link strait", _LINE, "strait, crossed like a border"),
    "sea": ("link sea", _LINE.replace("/>", ' marker-end="url(#sail)"/>'), "by sea, one way"),
    "rough": ("link rough", _LINE, "rough way"),
    "pass": ("link pass", _LINE + _USE.format("sign-peaks"), "mountain pass"),
    "marsh": ("link marsh", _LINE + _USE.format("sign-reeds"), "way through a marsh"),
    "lane": ("link lane", _LINE, "way by sea"),
    "closed_way": ("link closed", _LINE, "way that is never used"),
}  # fmt: skip
"""By what was used on the map: classes, shapes and words."""


def used(picture: Picture) -> set[str]:
    """Which signs are on a picture."""
    found = {link.kind for link in picture.links} | {place.kind for place in picture.places}
    found |= {line.kind for line in picture.lines}
    if found & {"minor_road", "minor_bridge"}:
        found |= {"major_road", "minor_road"}
    if "minor_bridge" in found:
        found.add("bridge")
    if found & {"closed_sea"} or any(link.kind == "closed" for link in picture.links):
        found.add("closed_way")
    for place in picture.places:
        found |= {ground.kind for ground in place.grounds}
        facts = (
            ("value", place.value and place.kind != "country"),
            ("worth", place.value and place.kind == "country"),
            ("fortified", place.fortified),
            ("contested", place.contested),
            ("control", place.control and place.flies and not place.room),
            ("port", place.port),
        )
        found |= {name for name, holds in facts if holds}
        for piece in place.pieces:
            found |= {piece.kind, "ready" if piece.ready else "spent", piece.arm, *piece.marks}
            if piece.hits:
                found.add("hits")
            if piece.lying:
                found.add("lying")
            if piece.hidden:
                found.add("hidden")
    return found | ({"arrow"} if picture.arrows else set())


def explicable(picture: Picture) -> set[str]:
    """Which signs are on a picture that a `Key` has to explain."""
    return used(picture) & _SIGNS.keys()


def meanings(signs: Collection[str]) -> list[Sign]:
    """The signs of these names that need a word, in a fixed order."""
    return [_drawn(*sign) for name, sign in _SIGNS.items() if name in signs]


def sign(name: str) -> Sign:
    """The sign of a name, cut close, for a page that holds what signs refer to."""
    classes, shapes, words = _SIGNS[name]
    narrow = classes.startswith(("place", "key", "piece"))
    left, width = (-18, 36) if narrow else (-34, 68)
    return Sign(
        f'<svg class="picture sign" viewBox="{left} -18 {width} 36" width="{width}" height="36" '
        f'aria-hidden="true"><g class="{classes}">{shapes}</g></svg>',
        words,
    )


def explanation(name: str) -> str:
    """The sign of a name for a legend, twice as wide as high around its middle."""
    classes, shapes, _ = _SIGNS[name]
    return f'<g class="{classes}" transform="scale(0.62)">{shapes}</g>'


def _drawn(classes: str, shapes: str, words: str) -> Sign:
    return Sign(
        '<svg class="picture sign" viewBox="-34 -18 68 36" width="51" height="27" '
        f'aria-hidden="true"><g class="{classes}">{shapes}</g></svg>',
        words,
    )
