"""The library's own test cases for recorders, on PostgreSQL."""

from __future__ import annotations

from unittest import TestCase

import pytest
from eventsourcing.tests import persistence as kit

from napoleon.log.store.address import Addresses
from napoleon.log.store.postgres.connection import Datastore, connect
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.log.store.postgres.schema import migrate
from napoleon.log.store.postgres.snapshots import PostgresSnapshotRecorder


class _OnPostgres(TestCase):
    @pytest.fixture(autouse=True)
    def _database(self, database_url: str) -> None:
        self.env = {"DATABASE_URL": database_url}

    def setUp(self) -> None:
        self.datastore = Datastore(Addresses.of(self.env))
        self.addCleanup(self.datastore.close)
        with connect(self.datastore.conninfo) as connection:
            migrate(connection)
        self._games = 0

    def new_originator_id(self) -> str:
        self._games += 1
        return f"game{self._games}"


class TestRecorder(_OnPostgres, kit.ApplicationRecorderTestCase[PostgresLogRecorder]):
    def create_recorder(self) -> PostgresLogRecorder:
        return PostgresLogRecorder(self.datastore)

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestNotificationIds(_OnPostgres, kit.NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> PostgresLogRecorder:
        return PostgresLogRecorder(self.datastore)


class TestSnapshots(_OnPostgres, kit.AggregateRecorderTestCase):
    def create_recorder(self) -> PostgresSnapshotRecorder:
        return PostgresSnapshotRecorder(self.datastore)
