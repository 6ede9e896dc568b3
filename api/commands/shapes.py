"""How what stands after the words of some commands is written: of umpires, and of letters."""

from __future__ import annotations

_COLON = "[:\N{FULLWIDTH COLON}]"

WRITTEN = rf" ?{_COLON}\s*+(\S[\s\S]*)"
"""A colon and a text that may have several lines."""

_REASON = rf"(?: ?{_COLON} ?(\S.*))?"
_NUMBER = r"(\d{1,9})"
_SEAT = r"(\S.{0,40}?)"
_CLAUSES = r"(?: under ([a-z0-9][a-z0-9._, -]{0,200}?))?"
_DAY = r"(\S{1,20}|\d{1,2} \S{3,12} \d{4})"
_TIME = r"(?:,? (?:at )?(\d{1,2}[h.:\N{FULLWIDTH COLON}]\d{2}))?"

SHAPES = {
    "[: TEXT]": _REASON,
    ": TEXT": WRITTEN,
    "[SEAT]": r"(\S.{0,40})?",
    "SEAT SPAN[: TEXT]": rf"{_SEAT} (?:by )?(\d{{1,4}} ?[^\W\d_]{{1,8}}){_REASON}",
    "SEAT DAY [TIME][: TEXT]": rf"(?:of |for )?{_SEAT} (?:to |until )?{_DAY}{_TIME}{_REASON}",
    "ADDRESS as SEAT": r"([^\s@]++@\S++) (?:as |to )?(\S.{0,40})",
    "N: TEXT": rf" {_NUMBER}{WRITTEN}",
    "N[: TEXT]": rf"{_NUMBER}{_REASON}",
    "N go[: TEXT]": rf"{_NUMBER} go{_REASON}",
    "N to turn N: TEXT": rf"{_NUMBER}(?: (?:to )?(?:turn )?{_NUMBER})?{_REASON}",
    "[N] stand|reroll|rewind [to N] [under CLAUSE]: TEXT": rf"(?: {_NUMBER})?"
    rf"(?: (?:for )?(stand|correct|reroll|rewind))?(?: (?:to|event) {_NUMBER})?{_CLAUSES}{WRITTEN}",
    "[N] [under CLAUSE]: TEXT": rf"(?: {_NUMBER})?{_CLAUSES}{WRITTEN}",
}
"""What may stand after their words, as in `api.commands.table`."""

JOINED = (":", "[:", "[N] ", "N: ")
"""What shapes begin with that say themselves whether there is a blank before them."""
