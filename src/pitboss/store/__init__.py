"""The database, SQLite or PostgreSQL: event streams, ledger, meters, audit log, people. One append per command."""

from pitboss.store.accounts import (
    CAGE,
    HOUSE,
    RoundAccounts,
    game_account,
    meter_account,
    player_account,
    table_account,
)
from pitboss.store.coach_books import Decided
from pitboss.store.commit import CareRead, Commit, Committed, KeptCare, KeptRulebook
from pitboss.store.corrections import CorrectionMoney, correction_money
from pitboss.store.errors import Conflict, NewerDatabase, NoDatabase, StoreError, StoreUnavailable
from pitboss.store.ledger import Entry, buy_in, cash_out, credit, fill, postings, to_chips, to_game_account
from pitboss.store.lessons import Lesson
from pitboss.store.meters import MeterMove, MeterState, MoveKind, change, meter_moves, seed, to_reserve
from pitboss.store.people import Failures, People, Session, User
from pitboss.store.reading import StoredEvent
from pitboss.store.reading_log import LogState, StoredLogEntry
from pitboss.store.reading_money import StoredEntry, StoredMove
from pitboss.store.store import Store, open_store

__all__ = [
    "CAGE",
    "HOUSE",
    "CareRead",
    "Commit",
    "Committed",
    "Conflict",
    "CorrectionMoney",
    "Decided",
    "Entry",
    "Failures",
    "KeptCare",
    "KeptRulebook",
    "Lesson",
    "LogState",
    "MeterMove",
    "MeterState",
    "MoveKind",
    "NewerDatabase",
    "NoDatabase",
    "People",
    "RoundAccounts",
    "Session",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "StoredEntry",
    "StoredEvent",
    "StoredLogEntry",
    "StoredMove",
    "User",
    "buy_in",
    "cash_out",
    "change",
    "correction_money",
    "credit",
    "fill",
    "game_account",
    "meter_account",
    "meter_moves",
    "open_store",
    "player_account",
    "postings",
    "seed",
    "table_account",
    "to_chips",
    "to_game_account",
    "to_reserve",
]
