"""Opens the view file.

The file holds nothing that the log does not. It may be deleted at any time; ``napoleon migrate``
makes an empty one and the worker draws everything again.
"""

from __future__ import annotations

from collections.abc import Mapping

from eventsourcing.utils import strtobool

from napoleon.store.home import VIEWS, home
from napoleon.store.sqlite.connection import Datastore
from projections.store.contract import ViewsMissing
from projections.store.sqlite.store import SQLiteViewStore


def open_view_file(env: Mapping[str, str]) -> SQLiteViewStore:
    """The view file in the folder that ``NAPOLEON_HOME`` names.

    A power cut may cost its newest transactions, which the worker then draws again. The file and
    its tables are made only where ``CREATE_TABLE`` says so. Raises ViewsMissing.
    """
    path = home(env) / VIEWS
    create = bool(strtobool(env.get("CREATE_TABLE") or "no"))
    if create:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise ViewsMissing(f"there is no view file at {path}: run 'napoleon migrate'")
    store = SQLiteViewStore(Datastore(path, synchronous="NORMAL"))
    if create:
        store.create_table()
    elif not store.is_ready():
        raise ViewsMissing(f"the view file at {path} is of another release: run 'napoleon migrate'")
    return store
