"""Cards in French: what is printed on a card says what it is, and is said again by rule.

Names of people and of specials stay as they are printed. There are no brackets in a name, so that
it can be typed in a line and read again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from napoleon.rulesets.eagles_waterloo.labels import MOST_COPIES
from napoleon.rulesets.eagles_waterloo.packs.cards import (
    AnyCard,
    Artillery,
    Cavalry,
    General,
    Infantry,
    Special,
    Terrain,
)
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack

_GENERALS = {
    "Prince of Orange": "le prince d'Orange",
    "Prince Frederik": "le prince Frédéric",
    "Duke of Brunswick": "le duc de Brunswick",
    "Prince William": "le prince Guillaume",
}

_TERRAIN = {
    "Bossu Wood": "le bois de Bossu",
    "Frasnes Ridge": "la crête de Frasnes",
    "St Amand Heights": "les hauteurs de Saint-Amand",
    "Fleurus Mill": "le moulin de Fleurus",
    "Limelette Wood": "le bois de Limelette",
    "Aisemont Heights": "les hauteurs d'Aisemont",
    "Hougoumont Wood": "le bois d'Hougoumont",
    "La Belle Alliance": "La Belle-Alliance",
    "Quatre Bras": "Quatre-Bras",
    "Namur Road Bank": "le talus de la route de Namur",
    "Mont St Jean Ridge (R)": "la crête droite du mont Saint-Jean",
    "Mont St Jean Ridge (C)": "la crête centrale du mont Saint-Jean",
    "Mont St Jean Ridge (L)": "la crête gauche du mont Saint-Jean",
    "Hal Bridge": "le pont de Hal",
    "Hal Heights": "les hauteurs de Hal",
    "Ligny Village": "le village de Ligny",
    "St Amand": "Saint-Amand",
    "St Amand la Haye": "Saint-Amand-la-Haye",
    "Ligny Brook": "le ruisseau de Ligny",
    "Brye Heights": "les hauteurs de Brye",
    "River Dyle (C)": "la Dyle du centre",
    "River Dyle (R)": "la Dyle de droite",
    "Bierges Mill": "le moulin de Bierges",
    "Paris Wood": "le bois de Paris",
}

_OF_REGIONS = {
    "Brandenburg": "de Brandebourg",
    "West Prussian": "de Prusse-Occidentale",
    "Westphalian": "de Westphalie",
    "Pomeranian": "de Poméranie",
    "Silesian": "de Silésie",
    "Kolberg": "de Kolberg",
    "Leib": "du Corps",
    "Elbe": "de l'Elbe",
    "Kurmark": "de Kurmark",
    "Neumark": "de Neumark",
}

_BRIGADES = {
    "Guards": "des Gardes",
    "British": "britannique",
    "British Light": "légère britannique",
    "KGL": "de la KGL",
    "Hanoverian": "hanovrienne",
    "Indian": "indienne",
    "Nassau": "de Nassau",
}

_CAVALRY = {
    "Household": "de la Maison du roi",
    "Union": "de l'Union",
    "Hanoverian": "hanovrienne",
    "Netherlands heavy": "lourde des Pays-Bas",
    "Netherlands light": "légère des Pays-Bas",
}

_OF_NATIONS = {"french": "français", "british": "britannique", "prussian": "prussien"}

_ARTICLE = re.compile("^(?:la |le |les |l')")


def names_in_french(pack: Pack) -> Mapping[str, str]:
    """Names of cards by their ids, alone, and with their article under ``the `` and the id."""
    found = {}
    for card in pack.by_id.values():
        if isinstance(card, Special):
            continue
        said = in_french(card)
        found[card.id], found[f"the {card.id}"] = _ARTICLE.sub("", said), said
        for number in range(2, MOST_COPIES + 1):
            copy = f"{card.id}.{number}"
            found[copy] = f"{found[card.id]} exemplaire {number}"
            found[f"the {copy}"] = f"{said} exemplaire {number}"
    return found


def in_french(card: AnyCard) -> str:
    """A card with its article, as it stands in a sentence."""
    match card:
        case General():
            return _GENERALS.get(card.name, card.name)
        case Terrain():
            return _TERRAIN.get(card.name, card.name)
        case Infantry():
            return _infantry(card.name)
        case Cavalry():
            return _cavalry(card.name)
        case Artillery():
            return _battery(card)
    return card.name


def _ordinal(number: str, feminine: bool = False) -> str:
    if number != "1":
        return f"{number}e"
    if feminine:
        return "1re"
    return "1er"


def _infantry(name: str) -> str:
    if found := re.fullmatch(r"(\d+)\w\w(?: \((?:(\d+)\w\w )?([\w ]+)\))? Regiment", name):
        number, of, region = found.groups()
        regiment = f"le {_ordinal(number)} régiment"
        if not region:
            return regiment
        told = _OF_REGIONS[region]
        if of:
            return f"{regiment} dit {_ordinal(of)} {told}"
        return f"{regiment} {told}"
    if found := re.fullmatch(r"(\d+)\w\w (\w+) Landwehr", name):
        number, region = found.groups()
        return f"le {_ordinal(number)} régiment de landwehr {_OF_REGIONS[region]}"
    if found := re.fullmatch(r"(\d)\w\w/(\d)\w\w (\w+)", name):
        first, second, kind = found.groups()
        return f"la brigade des {_ordinal(first)} et {_ordinal(second)} {kind.lower()}"
    if name.startswith("Young Guard "):
        return f"la Jeune Garde de {name.removeprefix('Young Guard ')}"
    if name == "Brunswick infantry":
        return "l'infanterie de Brunswick"
    if found := re.fullmatch(r"(.+?)(?: brigade)? \((?:(\d+)\w\w )?([\w ]+)\)", name):
        leader, number, what = found.groups()
        told = _BRIGADES[what]
        number = f"{_ordinal(number, feminine=True)} " if number else ""
        return f"la {number}brigade {told} de {leader}"
    return f"la brigade {_initial_first(name.removesuffix(' brigade'))}"


def _initial_first(leader: str) -> str:
    """``B. Jamin`` for ``Jamin B.``, which on a card stands behind the name."""
    if not leader.endswith("."):
        return leader
    surname, initial = leader.split(" ")
    return f"{initial} {surname}"


def _cavalry(name: str) -> str:
    if found := re.fullmatch(r"Guard (Light|Heavy) \((.+)\)", name):
        kind = {"Light": "cavalerie légère", "Heavy": "grosse cavalerie"}[found[1]]
        return f"la {kind} de la Garde de {found[2]}"
    if found := re.fullmatch(r"(.+) \((\d+)\w\w Cavalry\)", name):
        leader, number = found.groups()
        return f"la {_ordinal(number, feminine=True)} de cavalerie de {_initial_first(leader)}"
    if found := re.fullmatch(r"(.+) \((.+)\)", name):
        return f"la cavalerie {_CAVALRY[found[2]]} de {found[1]}"
    leader = name.removesuffix(" cavalry")
    if leader == "Brunswick":
        return "la cavalerie de Brunswick"
    return f"la cavalerie {leader}"


def _battery(card: Artillery) -> str:
    name = card.name
    if name.startswith("Royal Horse Artillery"):
        return f"la {name}".replace("rockets/howitzers", "à fusées et obusiers")
    found = re.fullmatch(
        r"(?P<whose>.+?)(?P<reserve> reserve)?(?P<arm> foot| horse)?"
        r"(?: (?P<guns>\d+-pdr[\w/-]*?)(?:/foot)?)?(?P<letter> [AB])?(?: \((?P<leader>\w+)\))?",
        name,
    )
    assert found is not None, f"{name} is a battery"
    told = "la batterie"
    told += {" foot": " à pied", " horse": " à cheval"}.get(found["arm"] or "", "")
    if found["guns"]:
        told += f" de {found['guns'].replace('-pdr', '').replace('/', ' et ')}"
    if "/foot" in name:
        told += " et à pied"
    told += " de réserve" if found["reserve"] else ""
    told += found["letter"] or ""
    told += f" {_of(found['whose'], card)}"
    if found["leader"]:
        return f"{told} de {found['leader']}"
    return told


def _of(whose: str, card: Artillery) -> str:
    """Whose a battery is: that of a corps is told with its nation, as they share their names."""
    own = re.fullmatch(r"([IV]+) (Cavalry )?Corps", whose)
    if own:
        cavalry = " de cavalerie" if own[2] else ""
        return f"du {_roman(own[1])} corps{cavalry} {_OF_NATIONS[card.nation]}"
    if found := re.fullmatch(r"(Netherlands )?(\d)\w\w Division", whose):
        return f"de la {_ordinal(found[2], feminine=True)} division{_dutch(found[1])}"
    if found := re.fullmatch(r"(Netherlands )([IV]+) Corps", whose):
        return f"du {_roman(found[2])} corps{_dutch(found[1])}"
    return {
        "Guard": "de la Garde",
        "Reserve": "de la réserve",
        "Brunswick": "de Brunswick",
        "KGL": "de la KGL",
        "Netherlands": "des Pays-Bas",
        "Netherlands cavalry": "de la cavalerie des Pays-Bas",
    }[whose]


def _roman(number: str) -> str:
    if number == "I":
        return "Ier"
    return f"{number}e"


def _dutch(whose: str | None) -> str:
    if whose:
        return " des Pays-Bas"
    return ""
