"""The variables that choose an object store for bundles; they can be read without its client."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Struct, field

from napoleon.environment import BadSetting, read, viewer_for

URL = "BUNDLES_URL"
ENDPOINT = "BUNDLES_ENDPOINT"
REGION = "BUNDLES_REGION"
ACCESS_KEY = "BUNDLES_ACCESS_KEY"
SECRET_KEY = "BUNDLES_SECRET_KEY"  # noqa: S105  (the name of the variable)

CLIENT = "obstore"
"""The library that speaks to the store; it comes with the extra ``s3``."""

_BUCKET = r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]"

_ADDRESS = re.compile(rf"s3://{_BUCKET}(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*/?", re.ASCII)

_REGION = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)


class BundleSettings(Struct, frozen=True, kw_only=True):
    """Where bundles of games that are over are kept."""

    url: Annotated[str, viewer_for(_url)] = field(name=URL)
    """The bucket, and what all names in it begin with: ``s3://bucket/prefix``; empty if bundles are
    kept nowhere."""
    endpoint: Annotated[str, viewer_for(_endpoint)] = field(name=ENDPOINT)
    """The address of the store, ``https://host:port``; empty for that of Amazon in the region."""
    region: Annotated[str, viewer_for(_region)] = field(name=REGION)
    access_key: str = field(default="", name=ACCESS_KEY)
    secret_key: str = field(default="", name=SECRET_KEY)


def bundle_settings(env: Mapping[str, str]) -> BundleSettings:
    """The settings in `env`.

    Raises BadSetting, also if a store is chosen without its keys, or without its client.
    """
    found = read(BundleSettings, env)
    if not found.url:
        return found
    if not found.access_key or not found.secret_key:
        raise BadSetting(f"{URL} needs {ACCESS_KEY} and {SECRET_KEY}, the keys to the bucket")
    if find_spec(CLIENT) is None:
        raise BadSetting(f"{URL} needs a library that is not here: pip install 'napoleon[s3]'")
    return found


def _url(env: Mapping[str, str]) -> str:
    url = env.get(URL, "")
    # What is wrong with it is not shown: somebody may have put a password there.
    if url and not _ADDRESS.fullmatch(url):
        raise BadSetting(f"{URL} has to name a bucket, such as s3://club-bundles/napoleon")
    return url


def _endpoint(env: Mapping[str, str]) -> str:
    endpoint = env.get(ENDPOINT, "")
    if not endpoint:
        return endpoint
    try:
        parts = urlsplit(endpoint)
        is_plain = parts.port != 0 and not parts.username and not parts.query and not parts.fragment
    except ValueError:
        is_plain = False
    if not is_plain or parts.scheme not in ("http", "https") or not parts.hostname:
        told = "has to be the address of the store, such as https://s3.club.example, without keys"
        raise BadSetting(f"{ENDPOINT} {told}")
    return endpoint.rstrip("/")


def _region(env: Mapping[str, str]) -> str:
    region = env.get(REGION) or "us-east-1"
    if not _REGION.fullmatch(region):
        raise BadSetting(f"{REGION} has to name a region, such as eu-west-1")
    return region
