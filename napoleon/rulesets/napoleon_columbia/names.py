"""What people call the things of the game: by their ids, on boards, and in other languages."""

from __future__ import annotations

from napoleon.rules.battles import capital
from napoleon.rules.prose.forms import Called, Forms
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia import places
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.sides import (
    ALLIED,
    ANGLO,
    ATTACKER,
    DEFENDER,
    FIRST,
    FRENCH,
    NAMES,
    PRUSSIAN,
    SECOND,
)

PHASES = {
    "bidding": noted("Bidding"),
    "handicap": noted("Steps for the bid"),
    "setup_allied": noted("Allied set-up"),
    "setup_french": noted("French set-up"),
    "march": noted("March phase"),
    "forced_checks": noted("Forced-march checks"),
    "skirmish": noted("Skirmishes"),
    "battle_deploy": noted("Deployment"),
    "battle": noted("Battle phase"),
    "supply": noted("Supply phase"),
}

SIDES_OF_BOARD = {
    ("attacker", "a"): noted("the attacker's left"),
    ("attacker", "b"): noted("the attacker's centre"),
    ("attacker", "c"): noted("the attacker's right"),
    ("attacker", "reserve"): noted("the attacker's Reserve"),
    ("defender", "a"): noted("the defender's right"),
    ("defender", "b"): noted("the defender's centre"),
    ("defender", "c"): noted("the defender's left"),
    ("defender", "reserve"): noted("the defender's Reserve"),
}
"""My left faces your right [N-13]."""

CAUSES = {
    "hit": noted("a hit"),
    "forced": noted("a forced march"),
    "rout": noted("a rout"),
    "stream": noted("the Stream behind it"),
    "no_retreat": noted("want of a road to retreat by"),
    "shelter": noted("the fall of its square"),
}
"""Why a unit loses steps, or is eliminated."""

STEPS = {
    "morale": noted("morale"),
    "combat": noted("combat"),
    "reinforcement": noted("reinforcement"),
    "end": noted("the end of the combat turn"),
}
"""The steps of a combat turn [6.3]; bad morale eliminates units as well [6.31]."""

TERRAIN = {
    "woods": noted("Woods"),
    "farm": noted("Farm"),
    "stream": noted("Stream"),
    "hill": noted("Hill"),
}


def names(pack: Pack) -> dict[str, str]:
    """Display names of ids."""
    return {
        **NAMES,
        FIRST: noted("First player"),
        SECOND: noted("Second player"),
        "attacker": noted("attacker"),
        "defender": noted("defender"),
        **PHASES,
        **{
            place: SIDES_OF_BOARD[places.owner(place), places.lane_of(place)]
            for place in places.PLACES
        },
        **TERRAIN,
        **CAUSES,
        **STEPS,
        **{it.date.isoformat(): f"{it.date.day} June 1815" for it in pack.turns},
        **{town.id: town.name for town in pack.towns.values()},
        **{
            road.id: f"{pack.towns[road.a].name}-{pack.towns[road.b].name}"
            for road in pack.roads.values()
        },
        **pack.unit_names,
        **{f"the {unit}": _in_a_sentence(pack, unit) for unit in pack.unit_names},
    }


def _in_a_sentence(pack: Pack, unit: str) -> str:
    """A unit by its name, with an article where it bears one."""
    name, block = pack.unit_names[unit], pack.blocks[unit]
    return name if block.type == "leader" or block.commander else f"the {name}"


# -- what boards, pictures and reports call them, in the reader's words ----------------------------

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
        ANGLO: Called(
            the=noted("the Anglo-Dutch"),
            of=noted("of the Anglo-Dutch"),
            seat=noted("the Anglo-Dutch seat"),
            alone=noted("Anglo-Dutch"),
        ),
        PRUSSIAN: Called(
            the=noted("the Prussians"),
            of=noted("of the Prussians"),
            seat=noted("the Prussian seat"),
            alone=noted("Prussians"),
        ),
        FIRST: Called(
            the=noted("the first player"),
            of=noted("of the first player"),
            seat=noted("the seat of the first player"),
            alone=noted("First player"),
        ),
        SECOND: Called(
            the=noted("the second player"),
            of=noted("of the second player"),
            seat=noted("the seat of the second player"),
            alone=noted("Second player"),
        ),
        ATTACKER: Called(the=noted("the attackers")),
        DEFENDER: Called(the=noted("the defenders")),
    }
)
"""Sides, armies and seats."""

the, named = FORMS.the, FORMS.alone

_UNKNOWN = {
    FRENCH: noted("unknown French block %(number)s"),
    ANGLO: noted("unknown Anglo-Dutch block %(number)s"),
    PRUSSIAN: noted("unknown Prussian block %(number)s"),
}

TYPES = {
    "leader": noted("leader"),
    "inf": noted("infantry"),
    "cav": noted("cavalry"),
    "foot_art": noted("foot artillery"),
    "horse_art": noted("horse artillery"),
}

_KINDS = {"city": noted("city"), "town": noted("town")}

TURNS = Retelling(
    (
        noted("%(day)s June, French turn"),
        noted("%(day)s June, French night"),
        noted("%(day)s June, Allied turn"),
        noted("%(day)s June, Allied night"),
    )
)


def called(words: Words, of: str, name: str) -> str:
    """A town, a road or a unit by its id, where it stands alone; by `name` without one for it."""
    return words.language.alone(words.names.get(of, name))


def number(token: str) -> str:
    """The number of a token."""
    return token.rpartition("-")[2]


def army_of(token: str) -> str:
    """The army of a token, which everybody sees [3.1]."""
    return token.rpartition("-")[0]


def unknown(words: Words, token: str) -> str:
    """A block of which the reader sees no more than its token."""
    return words.gettext(_UNKNOWN[army_of(token)], number=number(token))


def unit_or_token(words: Words, of: str) -> str:
    """A unit by its name, or the block that hides it by the number of its token."""
    if army_of(of) in _UNKNOWN:
        return unknown(words, of)
    return called(words, of, of)


def typed(words: Words, kind: str) -> str:
    """What a unit is: "infantry"."""
    return words.gettext(TYPES[kind])


def kind_of_town(words: Words, kind: str) -> str:
    """A town or a city."""
    return words.gettext(_KINDS[kind])


def phase(words: Words, of: str) -> str:
    """A phase by its name; one that is not known here is told as it is."""
    return words.gettext(PHASES[of]) if of in PHASES else of.replace("_", " ")


def terrain(words: Words, kind: str) -> str:
    """Terrain on a battle board: "Woods"."""
    return words.gettext(TERRAIN[kind])


def place_told(words: Words, place: str) -> str:
    """A place of a battle board in a sentence: "the attacker's left"."""
    return words.gettext(SIDES_OF_BOARD[places.owner(place), places.lane_of(place)])


def place_named(words: Words, place: str) -> str:
    """A place of a battle board as a line of its own: "The attacker's left"."""
    return capital(place_told(words, place))


def turn_named(words: Words, name: str) -> str:
    """A player turn by its name."""
    return TURNS.told(words.language, name)


# -- names of the data that are spelt otherwise in other languages ---------------------------------

TOWNS = (
    noted("Ghent"),
    noted("Brussels"),
    noted("Oudenarde"),
    noted("Quatre Bras"),
    noted("St Trond"),
    noted("Liege"),
    noted("Conde"),
)
"""Towns that have French names of their own."""

UNITS = (
    noted("Napoleon"),
    noted("Guard infantry"),
    noted("the Guard infantry"),
    noted("Guard cavalry"),
    noted("the Guard cavalry"),
    noted("Guard artillery A"),
    noted("the Guard artillery A"),
    noted("Guard artillery B"),
    noted("the Guard artillery B"),
    noted("French I Corps infantry A"),
    noted("the French I Corps infantry A"),
    noted("French I Corps infantry B"),
    noted("the French I Corps infantry B"),
    noted("French I Corps artillery"),
    noted("the French I Corps artillery"),
    noted("French II Corps infantry A"),
    noted("the French II Corps infantry A"),
    noted("French II Corps infantry B"),
    noted("the French II Corps infantry B"),
    noted("French II Corps artillery"),
    noted("the French II Corps artillery"),
    noted("French III Corps infantry A"),
    noted("the French III Corps infantry A"),
    noted("French III Corps infantry B"),
    noted("the French III Corps infantry B"),
    noted("French III Corps artillery"),
    noted("the French III Corps artillery"),
    noted("French IV Corps infantry"),
    noted("the French IV Corps infantry"),
    noted("French IV Corps artillery"),
    noted("the French IV Corps artillery"),
    noted("French VI Corps infantry"),
    noted("the French VI Corps infantry"),
    noted("French VI Corps artillery"),
    noted("the French VI Corps artillery"),
    noted("Pajol's 1st Cavalry Corps"),
    noted("Exelmans's 2nd Cavalry Corps"),
    noted("Kellermann's 3rd Cavalry Corps"),
    noted("Milhaud's 4th Cavalry Corps"),
    noted("French horse artillery A"),
    noted("the French horse artillery A"),
    noted("French horse artillery B"),
    noted("the French horse artillery B"),
    noted("I Corps British infantry"),
    noted("the I Corps British infantry"),
    noted("I Corps Netherlands infantry A"),
    noted("the I Corps Netherlands infantry A"),
    noted("I Corps Netherlands infantry B"),
    noted("the I Corps Netherlands infantry B"),
    noted("Anglo-Dutch I Corps artillery"),
    noted("the Anglo-Dutch I Corps artillery"),
    noted("II Corps British infantry"),
    noted("the II Corps British infantry"),
    noted("II Corps Netherlands infantry"),
    noted("the II Corps Netherlands infantry"),
    noted("Anglo-Dutch II Corps artillery"),
    noted("the Anglo-Dutch II Corps artillery"),
    noted("Reserve British infantry"),
    noted("the Reserve British infantry"),
    noted("Reserve Hanoverian infantry"),
    noted("the Reserve Hanoverian infantry"),
    noted("Brunswick infantry"),
    noted("the Brunswick infantry"),
    noted("Anglo-Dutch Reserve artillery"),
    noted("the Anglo-Dutch Reserve artillery"),
    noted("British heavy cavalry"),
    noted("the British heavy cavalry"),
    noted("British light cavalry"),
    noted("the British light cavalry"),
    noted("Netherlands cavalry"),
    noted("the Netherlands cavalry"),
    noted("Royal horse artillery"),
    noted("the Royal horse artillery"),
    noted("Prussian I Corps infantry A"),
    noted("the Prussian I Corps infantry A"),
    noted("Prussian I Corps infantry B"),
    noted("the Prussian I Corps infantry B"),
    noted("Prussian I Corps infantry C"),
    noted("the Prussian I Corps infantry C"),
    noted("Prussian I Corps cavalry"),
    noted("the Prussian I Corps cavalry"),
    noted("Prussian I Corps artillery"),
    noted("the Prussian I Corps artillery"),
    noted("Prussian II Corps infantry A"),
    noted("the Prussian II Corps infantry A"),
    noted("Prussian II Corps infantry B"),
    noted("the Prussian II Corps infantry B"),
    noted("Prussian II Corps cavalry"),
    noted("the Prussian II Corps cavalry"),
    noted("Prussian II Corps artillery"),
    noted("the Prussian II Corps artillery"),
    noted("Prussian III Corps infantry A"),
    noted("the Prussian III Corps infantry A"),
    noted("Prussian III Corps infantry B"),
    noted("the Prussian III Corps infantry B"),
    noted("Prussian III Corps cavalry"),
    noted("the Prussian III Corps cavalry"),
    noted("Prussian III Corps artillery"),
    noted("the Prussian III Corps artillery"),
    noted("Prussian IV Corps infantry A"),
    noted("the Prussian IV Corps infantry A"),
    noted("Prussian IV Corps infantry B"),
    noted("the Prussian IV Corps infantry B"),
    noted("Prussian IV Corps cavalry"),
    noted("the Prussian IV Corps cavalry"),
    noted("Prussian IV Corps artillery"),
    noted("the Prussian IV Corps artillery"),
)
"""Units as they stand alone and in sentences."""

LABELS = (
    noted("IV Corps infantry"),
    noted("VI Corps infantry"),
    noted("VI Corps artillery"),
    noted("1st Cavalry Corps (Pajol)"),
    noted("2nd Cavalry Corps (Exelmans)"),
    noted("3rd Cavalry Corps (Kellermann)"),
    noted("4th Cavalry Corps (Milhaud)"),
    noted("Horse artillery A"),
    noted("Horse artillery B"),
    noted("Reserve artillery"),
    noted("I Corps infantry C"),
    noted("I Corps cavalry"),
    noted("II Corps cavalry"),
    noted("III Corps cavalry"),
    noted("IV Corps infantry A"),
    noted("IV Corps infantry B"),
    noted("IV Corps cavalry"),
)
"""What labels say of units, as dice were called for in games under the rules 1.0."""

SCENARIOS = (
    noted("The campaign of June 1815"),
    noted("The campaign of June 1815, with a set-up of one's own"),
)
"""Titles of scenarios."""

DATES = (
    *(noted("15 June 1815"), noted("16 June 1815"), noted("17 June 1815"), noted("18 June 1815")),
    *(noted("19 June 1815"), noted("20 June 1815"), noted("21 June 1815"), noted("22 June 1815")),
)
"""Days of the turn record."""
