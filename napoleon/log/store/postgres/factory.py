"""Opens the log on PostgreSQL."""

from __future__ import annotations

from typing import Any

from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    InfrastructureFactory,
    NotSupportedError,
    ProcessRecorder,
    TrackingRecorder,
)
from eventsourcing.utils import Environment, EnvType

from napoleon.environment import read
from napoleon.log.store.address import Addresses, place, replicas
from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.keys import chosen_secret
from napoleon.log.store.postgres.connection import Datastore, connect, translated_errors
from napoleon.log.store.postgres.divided import DividedLogRecorder
from napoleon.log.store.postgres.dividing import partitions_of
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.log.store.postgres.replicas import Replicas
from napoleon.log.store.postgres.schema import SCHEMA_VERSION, migrate, schema_version
from napoleon.log.store.postgres.snapshots import PostgresSnapshotRecorder
from napoleon.log.store.recorder import StoreMissing
from napoleon.log.store.settings import PostgresSettings, may_create


class Factory(InfrastructureFactory[TrackingRecorder]):
    """Opens the log in the database that ``DATABASE_URL`` names.

    Where that is a pooler, ``DATABASE_DIRECT_URL`` names the database itself, for who follows the
    log. ``DATABASE_REPLICA_URL`` names copies that are read from. ``DATABASE_POOL`` is how many
    connections a process has at most at once, 8 unless set.
    Tables are made only where ``CREATE_TABLE`` says so, in as many partitions as
    ``DATABASE_PARTITIONS`` says. Raises BadSetting for what is set wrongly,
    StoreMissing if the log is not there or is another release's, KeyUnusable if it is to be made
    without ``NAPOLEON_SECRET``, and OperationalError if the database cannot be reached.
    """

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        settings = read(PostgresSettings, self.env)
        self.datastore = Datastore(Addresses.of(self.env), pool_size=settings.pool_size)
        copies = replicas(self.env)
        create = may_create(self.env)
        if create:
            chosen_secret(self.env)
        # On a connection that is closed at once: this process may fork before it needs another.
        with translated_errors(), connect(self.datastore.conninfo) as connection:
            if create:
                migrate(connection, settings.partitions)
            elif schema_version(connection) != SCHEMA_VERSION:
                raise StoreMissing(
                    f"there is no log of this release in the {place(self.env[DATABASE_URL])}: "
                    "run 'napoleon migrate'"
                )
            self.partitions = partitions_of(connection)
        self._replicas = Replicas(
            copies, self.datastore, pool_size=settings.pool_size, partitions=self.partitions
        )

    def application_recorder(self) -> ApplicationRecorder:
        """The recorder of the log."""
        if self.partitions > 1:
            return DividedLogRecorder(self.datastore, self.partitions, self._replicas)
        return PostgresLogRecorder(self.datastore, self._replicas)

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """The recorder of the snapshots."""
        return PostgresSnapshotRecorder(self.datastore, self._replicas)

    def tracking_recorder(self, tracking_recorder_class: type[Any] | None = None) -> Any:
        """Read models are kept elsewhere: raises NotSupportedError."""
        raise NotSupportedError("the database of the log keeps no read models")

    def process_recorder(self) -> ProcessRecorder:
        """Read models are kept elsewhere: raises NotSupportedError."""
        raise NotSupportedError("the database of the log keeps no read models")

    def close(self) -> None:
        """Close the connections."""
        self._replicas.close()
        self.datastore.close()
