"""Browsers: what a device is called where its owner looks at all of theirs."""

from __future__ import annotations

from flask import request

_FAMILIES = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What browsers say of themselves, the more special first: most say that they are others, too."""

_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)

OTHER = "?"
"""A device that says nothing that is known."""


def device_name() -> str:
    """The family of the browser that asks, and its system, as in ``Firefox, Android``."""
    said = request.headers.get("User-Agent", "")
    found = (
        next((name for sign, name in known if sign in said), "") for known in (_FAMILIES, _SYSTEMS)
    )
    return ", ".join(filter(None, found)) or OTHER
