"""Opens the view file."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.log.store.home import FILES, VIEWS, home
from napoleon.log.store.private import make_folder, narrow_files
from napoleon.log.store.settings import may_create
from projections.store.contract import ViewsMissing
from projections.store.sqlite.file import ViewFile
from projections.store.sqlite.store import SQLiteViewStore
from projections.store.sqlite.tables import SCHEMA


def open_view_file(env: Mapping[str, str]) -> SQLiteViewStore:
    """The view file in the folder that ``NAPOLEON_HOME`` names.

    A power cut may cost its newest transactions, which the worker then draws again. The file and
    its tables are made only where ``CREATE_TABLE`` says so, or in the place of a damaged one.
    Raises ViewsMissing.
    """
    path = home(env) / VIEWS
    create = may_create(env)
    if create:
        make_folder(path.parent, FILES)
    elif not path.exists():
        raise ViewsMissing(f"there is no view file at {path}: run 'napoleon migrate'")
    narrow_files(path.parent, (VIEWS,))
    store = SQLiteViewStore(ViewFile(path, synchronous="NORMAL", schema=SCHEMA))
    if create:
        store.create_table()
    elif not store.is_ready():
        raise ViewsMissing(f"the view file at {path} is of another release: run 'napoleon migrate'")
    return store
