"""Maps to be drawn, and what is found on them."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from msgspec.structs import replace

from napoleon.rules.picture.model import Arrow, Link, Picture, Piece, Place
from napoleon.rules.picture.scenery import NAMESPACE
from napoleon.rules.picture.sides import Side
from tools.cartography.land import drawn
from tools.cartography.terrain import Terrain, Wild

SIDES = (
    Side("red", "Reds", "R", "vermillion", "red"),
    Side("blue", "Blues", "B", "blue", "blue"),
    Side("grey", "Greys", "G", "black", "blue"),
)

NEY = Piece(id="ney", side="red", label="Ney", words="Ney (ready)")
UNKNOWN = Piece(
    id="blue-7", side="blue", label="? 7", words="unknown block 7 (spent)", ready=False, hidden=True
)
BLUCHER = Piece(
    id="blucher", side="grey", label="Blücher", words="Blücher (ready)", kind="commander"
)
ARMIES = Piece(id="red-ready", side="red", label="12", words="12 armies (ready)", count=12)

LIGNY = Place(
    id="ligny",
    name="Ligny",
    x=300,
    y=300,
    kind="town",
    control="blue",
    contested=True,
    fortified=True,
    value=2,
    words=("town", "contested"),
    pieces=(NEY, UNKNOWN, BLUCHER),
)
WAVRE = Place(id="wavre", name="Wavre", x=500, y=150, kind="forest")
HAL = Place(id="hal", name="Hal", x=150, y=120, kind="citadel", pieces=(ARMIES,))

ROAD = Link(id="ligny-wavre", a="ligny", b="wavre")
BRIDGE = Link(id="hal-ligny", a="hal", b="ligny", kind="bridge")
AWAY = Arrow("ligny", "ligny-wavre", "blue")


def inland(**changed: Any) -> Picture:
    """A map without a sea."""
    usual: dict[str, Any] = {
        "title": "A map",
        "caption": "Turn 1",
        "box": (0, 0, 700, 500),
        "sides": SIDES,
        "legend_at": (450, 400),
        "places": (LIGNY, WAVRE, HAL),
        "links": (ROAD, BRIDGE),
        "arrows": (AWAY,),
    }
    return Picture(**{**usual, **changed})


def island(name: str, x: float, y: float, control: str = "", kind: str = "country") -> Place:
    return Place(id=name, name=name.capitalize(), x=x, y=y, kind=kind, control=control, value=3)


WILDS = (Wild("france", 60, 250, 40), Wild("", 400, 60, 50))


def overseas(*, wilds: tuple[Wild, ...] = WILDS, **changed: Any) -> Picture:
    """A map of two countries on one shore, another one beyond the sea, and a closed one."""
    places = (
        island("france", 200, 250, "red"),
        island("spain", 120, 380),
        island("egypt", 550, 400, "blue"),
        island("ottoman", 600, 120, kind="closed"),
    )
    links = (
        Link(id="france-spain", a="france", b="spain", kind="border"),
        Link(id="egypt-france", a="egypt", b="france", kind="sea", one_way=True, via=((400, 300),)),
    )
    picture = inland(**{"places": places, "links": links, "arrows": (), **changed})
    terrain = Terrain(
        {it.id: (it.x, it.y) for it in picture.places},
        tuple((it.a, it.b) for it in picture.links if it.kind == "border"),
        wilds,
        80,
        picture.box,
    )
    return replace(picture, land=drawn(terrain))


def parsed(svg: str) -> ElementTree.Element:
    """A drawing as a tree; it has to be well-formed."""
    return ElementTree.fromstring(svg)


def classed(svg: str, *names: str) -> list[ElementTree.Element]:
    """The elements of a drawing that are of all these classes."""
    return [it for it in parsed(svg).iter() if {*names} <= {*it.get("class", "").split()}]


def place(svg: str, name: str) -> ElementTree.Element:
    """The only element that stands for a place."""
    [found] = [it for it in parsed(svg).iter() if it.get("data-place") == name]
    return found


def title(element: ElementTree.Element) -> str:
    """What an element is called by whoever does not see it."""
    found = element.find(f"{{{NAMESPACE}}}title")
    return "" if found is None else found.text or ""


def written(svg: str) -> list[str]:
    """All that is written on a drawing."""
    return ["".join(it.itertext()) for it in parsed(svg).iter(f"{{{NAMESPACE}}}text")]
