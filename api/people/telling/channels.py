"""The ways on which somebody is told: they leave them, change them, try them and end them."""

from __future__ import annotations

from typing import Any

from api.people.registry import Registry
from api.people.rows import DIGEST, INSTANT, MAIL, PUSH, TRIAL, WEBHOOK, ChannelRow, MessageRow
from api.people.telling.push import is_readable, server_key
from api.people.telling.words import DISCORD, FORMS, SLACK
from napoleon.log.zones import is_zone
from napoleon.rules.orders import Refusal
from projections.webhooks.addresses import allowed_networks
from projections.webhooks.targets import target

MOST = 20
"""How many ways somebody has."""

WISHES = (INSTANT, DIGEST)

_FORMS_OF_HOSTS = {
    "discord.com": DISCORD,
    "discordapp.com": DISCORD,
    "hooks.slack.com": SLACK,
}


def by_mail(registry: Registry, person: int, address: str, wish: str) -> ChannelRow | Refusal:
    """Have somebody told at an address of theirs. Refused: ``UNKNOWN_ADDRESS``, `_put`."""
    kept = registry.store.addresses.get(address.strip().lower())
    if kept is None or kept.person != person:
        return Refusal("UNKNOWN_ADDRESS", "", "You have no such address.")
    return _put(registry, person, MAIL, kept.folded, kept.address, wish)


def by_browser(
    registry: Registry,
    person: int,
    device: int,
    name: str,
    endpoint: str,
    wish: str,
    **keys: str,
) -> ChannelRow | Refusal:
    """Have somebody told by a browser, with the `key` and the `auth` that it has made.

    It ends when that device is signed out. Refused: ``BAD_URL``, ``BAD_KEYS``, `_put`. Raises
    KeyUnusable.
    """
    goes_to = target(endpoint, allowed_networks(registry.games.env))
    if isinstance(goes_to, Refusal):
        return goes_to
    if not is_readable(keys["key"], keys["auth"]):
        return Refusal("BAD_KEYS", "", "With these keys no browser can be written to.")
    more = {"device": device, "server": server_key(registry.games.env), **keys}
    return _put(registry, person, PUSH, goes_to.url, name, wish, **more)


def by_webhook(
    registry: Registry, person: int, url: str, form: str, wish: str
) -> ChannelRow | Refusal:
    """Have somebody told by a webhook in a `form`, by default the one of its host.

    Refused: ``BAD_URL``, ``BAD_FORM``, `_put`.
    """
    goes_to = target(url.strip(), allowed_networks(registry.games.env))
    if isinstance(goes_to, Refusal):
        return goes_to
    chosen = form or _FORMS_OF_HOSTS.get(goes_to.host, "")
    if chosen not in FORMS:
        detail = f"Say what the address takes: {' or '.join(FORMS)}."
        return Refusal("BAD_FORM", "", detail)
    return _put(registry, person, WEBHOOK, goes_to.url, goes_to.host, wish, form=chosen)


def change(registry: Registry, person: int, number: int, wish: str) -> bool:
    """Have somebody told at once or once a day on one of their ways; whether it is theirs."""
    now = registry.now()
    return registry.store.channels.change(person, number, wish=wish, told_at=now, made=now)


def end(registry: Registry, person: int, number: int) -> bool:
    """End one of somebody's ways; returns whether it was theirs."""
    return registry.store.channels.drop(number, person)


def try_out(registry: Registry, person: int, number: int) -> bool:
    """Have a message sent on one of somebody's ways that shows that it works; whether it is theirs.

    One is on its way at a time.
    """
    theirs = [it.id for it in registry.store.channels.of(person)]
    if number not in theirs:
        return False
    under_way = registry.store.messages.of(person)
    if not any((it.channel, it.kind) == (number, TRIAL) for it in under_way):
        now = registry.now()
        row = MessageRow(person=person, channel=number, kind=TRIAL, made=now, due=now)
        registry.store.messages.put(row)
    return True


def set_times(registry: Registry, person: int, zone: str, hour: int) -> Refusal | None:
    """Note somebody's time zone, and at which hour they are told once a day.

    Refused: ``BAD_TIME_ZONE``.
    """
    if not is_zone(zone):
        detail = "There is no such time zone; a name is Europe/Paris."
        return Refusal("BAD_TIME_ZONE", "", detail)
    registry.store.people.change(person, zone=zone, hour=hour)
    return None


def _put(
    registry: Registry, person: int, kind: str, goes_to: str, name: str, wish: str, **more: Any
) -> ChannelRow | Refusal:
    """Keep a way. Refused: ``TOO_MANY_CHANNELS``."""
    now = registry.now()
    row = ChannelRow(
        person=person,
        kind=kind,
        target=goes_to,
        name=name,
        wish=wish,
        made=now,
        told_at=now,
        **more,
    )
    kept = registry.store.channels.put(row, MOST)
    if kept is None:
        detail = f"At most {MOST} ways of telling you are kept; end one first."
        return Refusal("TOO_MANY_CHANNELS", "", detail, {"most": MOST})
    return kept
