"""Alembic's way in: runs the migrations on the connection it is given."""

from alembic import context

from pitboss.store.schema import metadata


def run() -> None:
    """Runs within the caller's transaction, so that a migration is done whole or not at all."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()


if __name__ == "env_py":  # the name under which Alembic runs this file
    run()
