"""What can go wrong with a store, each said in one line."""


class StoreError(Exception):
    """Anything a store raises of its own."""


class StoreUnavailable(StoreError):
    """The database cannot be used now: down, locked, or its disk full. Sending the command again, same id, is safe."""


class NoDatabase(StoreUnavailable):
    """There is none where one should be."""


class NewerDatabase(StoreError):
    """The database was written by a newer program than this one."""


class Conflict(StoreError):
    """Someone else was first: what the command was decided on is out of date. Read again, decide again, retry."""
