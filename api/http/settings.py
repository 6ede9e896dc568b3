"""Settings of the web service: what the API itself takes from the environment.

All are read when the application is built, so that a wrong one is reported before anybody is
served.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

from msgspec import Meta, Struct, field

from api.bundles.settings import bundle_settings
from api.http.rates import LIMITS, Limits, limits
from api.mail.settings import settings as mail_settings
from api.people.admission import admission
from napoleon.environment import BadSetting, read, viewer_for
from napoleon.log.store.key_files import KeyUnusable
from napoleon.log.store.keys import chosen_secret, former_secret
from napoleon.record.keys import chosen_name
from projections.redis_settings import (
    IDLE_DAYS,
    PREFIX,
    REDIS_CLUSTER,
    REDIS_IDLE_DAYS,
    REDIS_URL,
    IdleDays,
    RedisSettings,
)
from projections.webhooks.addresses import allowed_networks

TRUSTED_PROXIES = "TRUSTED_PROXIES"
TRUSTED_HOSTS = "TRUSTED_HOSTS"
CORS_ORIGINS = "CORS_ORIGINS"

_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", re.ASCII)

TWO_YEARS = 2 * 366 * 24 * 3600


class Settings(Struct, frozen=True, kw_only=True):
    """What the environment says."""

    proxies: Annotated[int, Meta(ge=0, le=8)] = field(default=0, name=TRUSTED_PROXIES)
    """How many proxies of the operator stand in front of the service, one behind the other."""
    hosts: Annotated[tuple[str, ...], viewer_for(_hosts)] = field(name=TRUSTED_HOSTS)
    """Names, separated by commas, by which the service is called; one beginning with a dot stands
    for all under it. Requests to other names are refused; unless it is set any name will do."""
    origins: Annotated[tuple[str, ...], viewer_for(_origins)] = field(name=CORS_ORIGINS)
    """Web sites, separated by commas, whose pages may call the API from a browser; none unless
    set."""
    hsts: Annotated[int, Meta(ge=0, le=TWO_YEARS)] = field(default=0, name="HSTS_SECONDS")
    """For how long a browser may come back by HTTPS only; 0 leaves that to the proxy."""
    redis_url: Annotated[str, viewer_for(_redis_url)] = field(name=REDIS_URL)
    """Empty without a Redis."""
    redis_cluster: bool = field(default=False, name=REDIS_CLUSTER)
    redis_idle_days: IdleDays = field(default=IDLE_DAYS, name=REDIS_IDLE_DAYS)
    redis_prefix: str = field(default="napoleon", name=PREFIX)
    styleguide: bool = field(default=False, name="NAPOLEON_STYLEGUIDE")
    """Whether the pages have one with every component, for their developers."""
    limits: Annotated[Limits, viewer_for(limits)] = field(name=LIMITS)


def settings(env: Mapping[str, str]) -> Settings:
    """The settings in `env`. Raises BadSetting, also for a secret that is too weak to sign with."""
    try:
        chosen_name(env)
        chosen_secret(env)
        former_secret(env)
        allowed_networks(env)
        mail_settings(env)
        admission(env)
        bundle_settings(env)
    except (KeyUnusable, ValueError) as error:
        raise BadSetting(str(error)) from None
    return read(Settings, env)


def _listed(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in env.get(name, "").split(","))))


def _hosts(env: Mapping[str, str]) -> tuple[str, ...]:
    found = _listed(env, TRUSTED_HOSTS)
    for host in found:
        if not _HOST.fullmatch(host.removeprefix(".")):
            raise BadSetting(f"{TRUSTED_HOSTS} says {host!r}; it has to name hosts, without ports")
    return found


def _origins(env: Mapping[str, str]) -> tuple[str, ...]:
    """Origins as a browser names them: scheme, host and, if it is not the usual one, port."""
    found = _listed(env, CORS_ORIGINS)
    for origin in found:
        if not _is_origin(origin):
            raise BadSetting(
                f"{CORS_ORIGINS} says {origin!r}; it has to name each web site, such as "
                "https://club.example or http://localhost:3000, without a path and without *"
            )
    return found


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        usual = {"http": 80, "https": 443}[parts.scheme]
        host, port = parts.hostname or "", parts.port
    except (KeyError, ValueError):
        return False
    at = f"{host}:{port}" if port not in (None, usual) else host
    return (
        bool(_HOST.fullmatch(host)) and SplitResult(parts.scheme, at, "", "", "").geturl() == text
    )


def _redis_url(env: Mapping[str, str]) -> str:
    url = env.get(REDIS_URL, "")
    if not url:
        return url
    # Only here: without a Redis its client, which takes long to load, is not loaded.
    from projections.redis_client import client_at

    try:
        # It connects to nothing yet.
        client_at(url, seconds=1, cluster=read(RedisSettings, env).cluster)
    except ValueError:
        # The error would show part of the address, which may hold a password.
        raise BadSetting(f"{REDIS_URL} is not the address of a Redis") from None
    return url
