"""What the style guide shows for a game: made up, so that every state is there."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from api.http.problems import Problem
from api.http.stores import stores
from api.web.cases.notes import OwnNotes
from api.web.game.field import field_of
from api.web.game.latest import Latest
from api.web.game.looking import words_in
from api.web.game.moves import Moves
from api.web.mini_maps import first_views, mini_of_start
from napoleon.log.press import ALL
from napoleon.rules.battles import BattleReport, BattleSide, Row, Section
from napoleon.rules.contract import Ruleset
from napoleon.rules.picture import svg
from napoleon.rules.picture.model import Link, Picture, Piece, Place, Trail
from napoleon.rules.picture.sides import BADGES, badged

GAME = SimpleNamespace(id="specimen00", version=9)
SEAT = "french"
_NAMES = {"french": "French", "allied": "Allies", "prussian": "Prussians"}
_AT = 1_718_600_000_000_000
_SIDES = tuple(badged(it, _NAMES[it], it) for it in _NAMES)


def states() -> Markup:
    """A map with a piece in each state, and a place in each of its own."""

    def piece(label: str, told: str, side: str = "french", **more: Any) -> Piece:
        return Piece(id=label.lower(), side=side, label=label, words=f"{label} ({told})", **more)

    stack = (
        piece("Napoleon", "chief", kind="commander"),
        piece("Drouot", "ready", strength=4),
        piece("Mouton", "tired", strength=3, fatigue=2),
    )
    rows: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("town", "Ready", {"pieces": (piece("Ney", "ready", strength=5),)}),
        ("town", "Spent", {"pieces": (piece("Reille", "spent", strength=5, ready=False),)}),
        ("town", "Tired", {"pieces": (piece("Kellermann", "tired", strength=2, fatigue=2),)}),
        ("town", "Hidden", {"pieces": (piece("?", "hidden", "allied", hidden=True),)}),
        ("town", "Stack", {"pieces": stack}),
        ("citadel", "Held", {"control": "prussian", "value": 2}),
        ("town", "Contested", {"contested": True, "pieces": (piece("Hill", "ready", "allied"),)}),
        ("town", "Changed", {}),
        ("town", "Chosen", {"pieces": (piece("Thielmann", "ready", "prussian", strength=4),)}),
        ("forest", "Wood", {}),
        ("hill", "Hill", {}),
        ("plain", "Field", {}),
    )
    places = tuple(
        Place(
            id=name.lower(),
            name=name,
            x=130 + 210 * (at % 4),
            y=90 + 150 * (at // 4),
            kind=kind,
            **it,
        )
        for at, (kind, name, it) in enumerate(rows)
    )
    links = (
        Link(id="r1", a="ready", b="spent"),
        Link(id="r2", a="spent", b="tired", kind="bridge"),
        Link(id="r3", a="stack", b="held"),
        Link(id="r4", a="held", b="contested", kind="minor_road"),
        Link(id="r5", a="chosen", b="wood"),
    )
    picture = Picture(
        title="States",
        caption="of pieces and places",
        box=(0, 0, 1000, 520),
        sides=_SIDES,
        legend_at=(860, 380),
        places=places,
        links=links,
        trails=(Trail("french", ("ready", "spent")), Trail("prussian", ("chosen", "wood"))),
    )
    return _safe(svg.draw(picture, changed=("changed",), chosen=("chosen", "r4")))


def games() -> Iterator[dict[str, Any]]:
    """Each installed game: sides, some cards, small map, and its board if a page lays it out."""
    for rules in stores().games.rulesets.values():
        pictures: Any = rules.pictures
        if pictures is None:
            continue
        views = first_views(rules)
        picture = pictures.map(views)
        board = field_of(picture, (), None, (), ()) if picture.rows and views else None
        yield {
            "rules": rules,
            "sides": pictures.sides,
            "cards": [*_faces(rules)],
            "mini": mini_of_start(rules.name),
            "board": board,
        }


def first_picture(rules: Ruleset) -> Picture | None:
    """The map of a game as it begins; None of one without pictures."""
    pictures: Any = rules.pictures
    found: Picture | None = None if pictures is None else pictures.map(first_views(rules))
    return found


def shown() -> dict[str, Any]:
    """What the real templates of components are told."""
    look = SimpleNamespace(
        name=lambda it: _NAMES.get(it, it),
        called=lambda it: _NAMES.get(it, it),
        laid=True,
        past=False,
        shown=SimpleNamespace(version=9),
    )
    letters = [
        {"version": 1, "by": "allied", "behalf": None, "to": [ALL], "at": _AT, "text": "We march."},
        {
            "version": 2,
            "by": SEAT,
            "behalf": None,
            "to": ["allied"],
            "at": _AT,
            "text": "So do we.",
        },
        {"version": 3, "by": "allied", "behalf": None, "to": [SEAT], "at": _AT, "text": None},
    ]
    press = {
        "letters": letters,
        "entries": [{"at": _AT, "text": "A wet night."}],
        "own": {SEAT},
        "read": 0,
        "muted": (),
        "readers": ("allied",),
        "may_write": True,
        "everybody": ALL,
        "diary": "diary",
        "longest": 4000,
        "problem": None,
        "typed": {},
    }
    return {
        "look": look,
        "game": GAME,
        "seat": SEAT,
        "scene": SimpleNamespace(ending="", sides={it.id: it for it in _SIDES}),
        "latest": Latest("Ney marched from Charleroi to Quatre-Bras.", "French", 7, _AT, 7, new=3),
        "moves": Moves(5, own=False, drawn=False),
        "press": press,
        "notes": OwnNotes("Grouchy by Wavre?", 3, _AT),
        "conflict": OwnNotes("Grouchy by Wavre?", 4, 0, "Not kept: both texts.", "By Gembloux."),
        "problem": Problem("BAD_PAYLOAD", "A version is a whole number from 1 on."),
        "battle": _battle(),
        "sides": {it.id: it for it in _SIDES},
        "faces": {},
        "rules": next(iter(stores().games.rulesets.values())),
        "badges": [badged(it, it.replace("_", "-").title(), it) for it in BADGES],
    }


def _battle() -> BattleReport:
    attacks = BattleSide(
        side="french",
        attacks=True,
        won=True,
        force=("Ney", "Reille"),
        sections=(
            Section("Strength", (Row("Ney", "5"), Row("Reille", "5")), "10"),
            Section("Dice", (Row("two dice", "+7", faces=(3, 4)),), "17"),
        ),
    )
    defends = BattleSide(
        side="allied",
        attacks=False,
        won=False,
        force=("Picton",),
        sections=(Section("Strength", hidden=True, total="9"),),
    )
    told = (Row("Picton retreats to Genappe"), Row("lost in pursuit", "1"))
    return BattleReport(
        version=1,
        place="quatre_bras",
        sides=(attacks, defends),
        outcome="The French win at Quatre-Bras.",
        aftermath=told,
        over=True,
    )


def _faces(rules: Ruleset) -> Iterator[Any]:
    """One card of each kind that the game prints, at most four."""
    pictures: Any = rules.pictures
    kinds: dict[str, Any] = {}
    for it in pictures.deck(words_in(rules, "en")):
        kinds.setdefault(it.kind, it)
    yield from [*kinds.values()][:4]


def _safe(drawn: str) -> Markup:
    return Markup(drawn)  # noqa: S704 - the renderer has escaped what is in it
