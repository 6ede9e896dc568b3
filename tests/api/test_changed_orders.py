"""A request that is sent again is never answered with what somebody else wrote into the store."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from prometheus_client import REGISTRY

from napoleon.log.store.home import LOG
from tests.api.desk import Desk

DRAW = {"order": "draw"}

BLANK = "00" * 8


def edited(env: Mapping[str, str], home: Path, change: str) -> None:
    """Change what is kept of orders, as somebody may who holds the database."""
    if url := env.get("DATABASE_URL"):
        with psycopg.connect(url) as shell:
            shell.execute("ALTER TABLE orders DISABLE TRIGGER USER")
            blank = f"decode('{BLANK}', 'hex')"
            shell.execute(_statement(change, blank).encode())
        return
    with closing(sqlite3.connect(home / LOG)) as file:
        for trigger in ("no_update_of_orders", "no_delete_of_orders"):
            file.execute(f"DROP TRIGGER {trigger}")
        file.execute(_statement(change, f"x'{BLANK}'"))
        file.commit()


def _statement(change: str, blank: str) -> str:
    return f"UPDATE orders SET {change.format(blank=blank)}" if change else "DELETE FROM orders"


def counted() -> float:
    return REGISTRY.get_sample_value("napoleon_orders_changed_total") or 0


@pytest.mark.parametrize("change", ["digest = {blank}", "refused = {blank}", "carried_out = 2", ""])
def test_it_is_refused_counted_and_not_carried_out_again(
    make_desk: Callable[..., Desk], log_env: dict[str, str], tmp_path: Path, change: str
) -> None:
    home = tmp_path / "club"
    desk = make_desk(home=home, env={k: it for k, it in log_env.items() if k != "NAPOLEON_HOME"})
    table = desk.table()

    def sent(key: str = "once", seat: str = "red") -> tuple[int, str]:
        answer = desk.call(
            "POST",
            f"/games/{table.id}/orders",
            table.token(seat),
            body=DRAW,
            headers={"If-Match": "*", "Idempotency-Key": key},
        )
        return answer.status_code, answer.text

    first = sent()
    assert first[0] == 201
    assert sent()[0] in (200, 201)
    edited(log_env, home, change)
    before, known = counted(), table.version
    status, text = sent()
    assert status == 500
    assert "BROKEN_LOG" in text
    assert "has been changed, so its answer is not repeated" in text
    assert counted() == before + 1
    assert table.version == known
    assert sent("another", "blue")[0] == 201, "the game goes on"
