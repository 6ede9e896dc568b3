"""Windows of a game: moments at which players may play cards, and how seats are asked there.

Every seat has one form, the same whatever it holds: for each kind of window it says to pass, to
ask, or which card to play under which conditions. It is made of standing orders, so what it says is
said to those questions only, and by orders that the seat could give by hand; see `Form` and
`Windows` in `napoleon.rules.standing_orders`.
"""

from __future__ import annotations

from typing import NamedTuple

FORM, OPEN = "form", "open"
"""How seats are asked in windows: by what their forms say, or if they hold a card that fits."""

ALL_ASKED = ""
"""Everybody is asked in every window that public facts open: games of earlier releases."""

WAYS = (ALL_ASKED, FORM, OPEN)


class WindowKind(NamedTuple):
    """A kind of window, as a form names it."""

    id: str
    title: str
    clause: str
