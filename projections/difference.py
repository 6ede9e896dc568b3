"""What has changed between two positions, as one reader may see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.difference import Change, difference, pointer


def with_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The view `after` with what leads to it from `before`, an earlier one for the same reader.

    `since` is the version of the earlier view. Each of `changes` has a JSON pointer as its `path`,
    a `kind` (added, removed or changed) and the values `before` and `after`, null where there is
    none; a record that was added has its `index` in its list too. A different version is not a
    change.
    """
    old, new = (_without_version(view) for view in (before, after))
    changes = [_shown(change) for change in difference(old, new)]
    return {**after, "since": before["version"], "changes": changes}


def _without_version(view: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "version"}


def _shown(change: Change) -> dict[str, Any]:
    shown = {
        "path": pointer(change.path),
        "kind": change.kind,
        "before": change.before,
        "after": change.after,
    }
    return shown if change.index is None else {**shown, "index": change.index}
