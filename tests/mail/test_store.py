"""The tables of mail, which several processes may make at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from api.mail.store import create_mail, open_mail
from api.mail.store.tables import SCHEMA
from tests.patience import PATIENCE

MAKERS = 6


def test_many_may_make_the_tables_at_once(log_env: dict[str, str]) -> None:
    begin = Barrier(MAKERS)

    def make(_: int) -> None:
        begin.wait(PATIENCE)
        create_mail(log_env).close()

    with ThreadPoolExecutor(MAKERS) as pool:
        list(pool.map(make, range(MAKERS)))
    store = open_mail({**log_env, "CREATE_TABLE": ""})
    assert store.schema() == SCHEMA
    store.close()
