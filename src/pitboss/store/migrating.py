"""Brings a database to the schema of this program, by Alembic, and refuses one that is ahead of it."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from pitboss.store.engines import Engines
from pitboss.store.errors import NewerDatabase, NoDatabase

_SCRIPTS = Path(__file__).with_name("migrations")
_LOCK = 0x7069_7462  # any number that only our migrations lock


def migrate(engines: Engines, create: bool) -> None:
    """Runs the migrations a database lacks, all in one transaction; processes that start together take turns.

    Without `create` one that has none of ours is refused: it may be a stranger's, under a mistyped name.
    """
    with engines.lock(), engines.write.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        config = migration_config(connection)
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        revisions = MigrationContext.configure(connection).get_current_heads()
        if not revisions and not create:
            raise NoDatabase(f"there is no database of Pitboss in {connection.engine.url.database}")
        for revision in revisions:
            if revision not in known:
                raise NewerDatabase(f"the database is at revision {revision}, which this program is too old to know")
        command.upgrade(config, "head")


def migration_config(connection: Connection) -> Config:
    """What Alembic has to know: where the migrations are, and a connection to run them on."""
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
