"""Rates: how much one client may ask for unless ``NAPOLEON_LIMITS`` says otherwise."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from napoleon.environment import BadSetting

LIMITS = "NAPOLEON_LIMITS"
OFF = "off"

CREATE = "60/hour"
"""Games and forks, by address. Each stays in the log for ever, and a club evening needs fewer."""

ORDERS = "600/minute"
"""Orders and whatever else changes a game, by token. Ten a second is a bot that plays fast."""

READS = "3000/minute"
"""By token or address. A page that shows a game asks for five views after each order."""

EXPENSIVE = "6/minute"
"""Audits and bundles, by address: each may take seconds of a processor."""

STREAMS = "120/minute"
"""Live streams opened, by address: all who share one come back at once after a restart."""

GUESSES = "30/minute"
"""Tokens and links that open nothing, by address; beyond that none is looked at for the rest of
the minute. Trying never finds one, but a program with a dead one does not know when to stop."""

SIGN_INS = "30/hour"
"""Desks that are begun or opened, and mails asked for that let somebody in, by address. A club
evening needs fewer, and nobody's address is to be filled with such mails."""

ADDRESS = "6000/minute"
"""All requests of one address, whatever tokens they come with, as anybody can make up tokens."""

RATES = {
    "create": CREATE,
    "orders": ORDERS,
    "reads": READS,
    "expensive": EXPENSIVE,
    "streams": STREAMS,
    "guesses": GUESSES,
    "sign_ins": SIGN_INS,
    "address": ADDRESS,
}
"""Rates, by what they are for."""

STREAMS_AT_ONCE = 100
"""Live streams that one address may have open in a process: a hall of players may share one."""

EXPENSIVE_AT_ONCE = 2
"""Audits and bundles of all clients that a process makes at once: it has a few threads for
everything, and were all of them busy with audits nobody could give an order."""

AT_ONCE = {"streams_at_once": STREAMS_AT_ONCE, "expensive_at_once": EXPENSIVE_AT_ONCE}

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
"""How long a window is, by its unit."""

_RATE = re.compile(rf"([1-9][0-9]{{0,8}})/({'|'.join(SECONDS)})", re.ASCII)
_COUNT = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


class Rate(NamedTuple):
    """How many requests of a client may come in one window."""

    amount: int
    unit: str
    """``second``, ``minute``, ``hour`` or ``day``."""

    @property
    def seconds(self) -> int:
        """How long the window is."""
        return SECONDS[self.unit]

    def __str__(self) -> str:
        return f"{self.amount} per 1 {self.unit}"


def rate(text: str) -> Rate:
    """What a rate such as ``600/minute`` says."""
    found = _RATE.fullmatch(text)
    assert found is not None, "settings have been looked at"
    return Rate(int(found[1]), found[2])


class Limits(NamedTuple):
    """What is limited: rates, and how many may go on `at_once`, by name; None is unlimited."""

    rates: Mapping[str, str | None]
    at_once: Mapping[str, int | None]


def limits(env: Mapping[str, str]) -> Limits:
    """The limits that `env` sets, and the usual ones for the rest. Raises BadSetting."""
    rates: dict[str, str | None] = dict(RATES)
    at_once: dict[str, int | None] = dict(AT_ONCE)
    text = env.get(LIMITS, "").strip()
    if text == OFF:
        return Limits(dict.fromkeys(rates), dict.fromkeys(at_once))
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        if name in rates and (value == OFF or _RATE.fullmatch(value)):
            rates[name] = None if value == OFF else value
        elif name in at_once and (value == OFF or _COUNT.fullmatch(value)):
            at_once[name] = None if value == OFF else int(value)
        else:
            raise BadSetting(
                f"{LIMITS} says {part!r}; it has to be {OFF!r}, or a list of "
                f"{', '.join(rates)} with a rate by second, minute, hour or day, and of "
                f"{', '.join(at_once)} with a number, such as "
                f"'orders=1200/minute,reads={OFF},streams_at_once=50'"
            )
    return Limits(rates, at_once)
