"""Signing in: somebody has a desk, and devices on which it is open.

Nobody has a password. A personal link, or a link by mail that works once, is exchanged for the
secret of a device, which a browser keeps in a cookie. That secret is changed every week: the former
one holds until the newer one has come back, so that an answer that is lost signs nobody out.
"""

from __future__ import annotations

from typing import NamedTuple

from api.people.measured import SIGN_INS
from api.people.registry import Registry
from api.people.rows import (
    NEW_DEVICE,
    SIGN_IN,
    AskedRow,
    DeviceRow,
    LinkRow,
    PersonRow,
)
from api.people.secrets import hash_of
from napoleon.log.times import DAY, MINUTE

MOST_DEVICES = 30
"""The most devices on which somebody is signed in; beyond it the one seen longest ago goes."""

ROTATION = 7 * DAY
"""How old the secret of a device becomes."""

GRACE = 5 * MINUTE
"""How long a former secret holds after the newer one has come back: pages are asked for at once."""

UNSEEN = 400 * DAY
"""After how long without a visit a device is signed out: browsers keep a cookie as long."""


class Entered(NamedTuple):
    """Somebody has signed in."""

    person: PersonRow
    device: DeviceRow
    secret: str
    """What the device keeps; it is shown this once."""


class Present(NamedTuple):
    """Somebody who is signed in."""

    person: PersonRow
    device: DeviceRow
    fresh: str = ""
    """The secret that the device is to keep from now on; "" if it keeps the one it has."""


def begin(registry: Registry, name: str, language: str, device: str) -> tuple[Entered, str]:
    """Give somebody new a desk, open it on their device, and return its personal link's secret."""
    secret = registry.secret()
    row = PersonRow(name, language, hash_of(secret), registry.now())
    entered = enter(registry, registry.store.people.put(row), device, told=False)
    assert entered is not None, "nobody is erased before they know who they are"
    return entered, secret


def enter(
    registry: Registry, person: PersonRow, device: str, *, told: bool = True
) -> Entered | None:
    """Sign somebody in on a device, named by the family of its browser; None if they are gone.

    Their confirmed addresses are `told` of it.
    """
    now, secret = registry.now(), registry.secret()
    row = DeviceRow(person.id, hash_of(secret), device, now, day_of(now), now)
    kept = registry.store.devices.put(row, MOST_DEVICES)
    if kept is None:
        return None
    SIGN_INS.labels("entered").inc()
    if told:
        registry.store.asked.put(
            AskedRow(NEW_DEVICE, "", "", person.language, now, person.id, told=device)
        )
    return Entered(person, kept, secret)


def owner_of_link(registry: Registry, secret: str) -> PersonRow | None:
    """Whose personal link has that secret; None if it is nobody's."""
    return registry.store.people.of_link(hash_of(secret))


def enter_by_link(registry: Registry, secret: str, device: str) -> Entered | None:
    """Sign in with a personal link; None if that is nobody's."""
    person = owner_of_link(registry, secret)
    return None if person is None else enter(registry, person, device)


def ask_for_link(registry: Registry, address: str, language: str) -> None:
    """Have a link sent to an address, if it is somebody's.

    That is found out later, so that the answer is the same and takes as long for any address.
    """
    row = AskedRow(SIGN_IN, address.lower(), address, language, registry.now())
    SIGN_INS.labels("asked").inc()
    registry.store.asked.put(row)


def sent_link(registry: Registry, secret: str, *purposes: str) -> LinkRow | None:
    """The link in a mail, if it lives and is for one of the `purposes`; it is not used by that."""
    found = registry.store.links.get(hash_of(secret), registry.now())
    return found if found is not None and found.purpose in purposes else None


def enter_by_mail(registry: Registry, secret: str, device: str) -> Entered | None:
    """Sign in with a link from a mail, which dies with that; None if it is dead."""
    if sent_link(registry, secret, SIGN_IN) is None:
        return None
    link = registry.store.links.use(hash_of(secret), registry.now())
    kept = link and registry.store.addresses.get(link.folded)
    if link is None or kept is None or kept.person != link.person:
        return None
    person = registry.store.people.get(link.person)
    return None if person is None else enter(registry, person, device)


def renew_link(registry: Registry, person: int) -> str | None:
    """Another personal link's secret; the one before is dead. None if the person is gone."""
    secret = registry.secret()
    return secret if registry.store.people.change(person, link=hash_of(secret)) else None


def present(registry: Registry, secret: str, *, may_rotate: bool) -> Present | None:
    """Who is signed in with that secret; None if it is forged, or the device was signed out.

    The secret is changed only if the answer can tell the device, which `may_rotate` says.
    """
    digest = hash_of(secret)
    device = registry.store.devices.of_secret(digest)
    # A wrong one costs as much as a right one.
    person = registry.store.people.get(0 if device is None else device.person)
    if device is None or person is None:
        return None
    if person.unseen:
        registry.store.people.look(person.id)
    now, changed = registry.now(), dict[str, object]()
    if device.secret == digest:
        if device.former and not device.used:
            changed["used"] = now
        due = now - device.rotated >= ROTATION
    elif device.used and now - device.used >= GRACE:
        return None
    else:
        # The answer with the newer one may have been lost.
        due = not device.used and now - device.rotated >= GRACE
    if day_of(now) > device.seen:
        changed["seen"] = day_of(now)
    fresh = ""
    if due and may_rotate:
        fresh = registry.secret()
        changed |= {"secret": hash_of(fresh), "former": digest, "rotated": now, "used": 0}
    if changed and not registry.store.devices.move(device, **changed):
        fresh = ""  # another request was first, and its answer tells the device
    return Present(person, device, fresh)


def sign_out(registry: Registry, person: int, device: int) -> bool:
    """Sign a device out; returns whether it was one of that person's."""
    return registry.store.devices.drop(person, device)


def day_of(at: int) -> int:
    """When the day of a time began: devices are not watched more closely than that."""
    return at // DAY * DAY
