"""Display names: how they are looked for, what may stand in them, and which of them look alike.

They are kept beside the log, as people may change or erase their own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from napoleon.rules.events import JUDGES

BOT = "Bot"
"""The name under which bots go."""

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Marks that scripts of Asia and emoji need between letters; by themselves nothing is seen."""

LIKE_ANOTHER = "\N{WARNING SIGN} "
"""Stands before a name that reads like that of somebody else in the game."""

_JUDGES = ("referee", "deputy", "umpire", "judge", "arbitre", "suppl\u00e9ant", "gamemaster")
"""What judges are called; nobody else goes by it."""

_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d"})

# Letters of other scripts that look like Latin ones, and signs that look like letters, as they are
# after folding: all in lower case, though some look alike in capitals only.
_CYRILLIC = dict(zip("авеѕіјкмнорстухԁһӏԛԝьғ", "abesijkmhopctyxdhlqwbf", strict=True))
_GREEK = dict(zip("αβεζηικμνορτυχγωϲ", "abezhikmvoptuxywc", strict=True))
_OTHERS = dict(zip("օսոհɑɡɩ01|5", "ounhagiolls", strict=True))  # noqa: RUF001
_ALIKE = str.maketrans({**_CYRILLIC, **_GREEK, **_OTHERS})

_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("i", "l"))


def is_printable(text: str) -> bool:
    r"""Whether every character of a text can be shown on one line.

    >>> is_printable("Ney"), is_printable("Ne\ny"), is_printable("\u0646\u200c\u0647")
    (True, False, True)
    """
    return text.translate(dict.fromkeys(map(ord, JOINERS))).isprintable()


def folded(name: str) -> str:
    """A name as it is looked for: without capitals, accents and joiners.

    >>> folded("Ødegård"), folded("NÚÑEZ"), folded("nun\u0303ez")
    ('odegard', 'nunez', 'nunez')
    """
    letters = unicodedata.normalize("NFKD", name.casefold()).casefold().translate(_LETTERS)
    kept = (it for it in letters if not unicodedata.combining(it) and it not in JOINERS)
    return " ".join("".join(kept).split())


def skeleton(name: str) -> str:
    """What a name looks like: the same for names that one may take for each other.

    >>> skeleton("Ney") == skeleton("N\u0435y") == skeleton(" n e y.")
    True
    """
    letters = folded(name).translate(_ALIKE)
    told = "".join(it for it in letters if it.isalnum()) or "".join(letters.split())
    for pair, letter in _PAIRS:
        told = told.replace(pair, letter)
    return told


def is_like_another(name: str, holder: str, names: Mapping[str, str]) -> bool:
    """Whether a name for `holder` reads like one of `names`, by holder, or like a judge's word."""
    looks = skeleton(name)
    if holder not in JUDGES and looks in map(skeleton, _JUDGES):
        return True
    return any(skeleton(it) == looks for other, it in names.items() if other != holder)


def marked(names: Mapping[str, str]) -> dict[str, str]:
    """The names of a game as they are shown: with a mark if one reads like that of another."""
    return {
        holder: f"{LIKE_ANOTHER}{name}" if _is_marked(name, holder, names) else name
        for holder, name in names.items()
    }


def _is_marked(name: str, holder: str, names: Mapping[str, str]) -> bool:
    """Bots may share their name, as nobody is taken in by it; a judge's own is never marked."""
    others = {it: other for it, other in names.items() if other != name or name != BOT}
    return holder not in JUDGES and is_like_another(name, holder, others)
