"""Reports of the desk as rows for CSV and Parquet: money in whole cents, and which money beside it."""

from pitboss.audit.books import PLAY_MONEY
from pitboss.books.desk import DeskReport, DeskRow
from pitboss.books.exports import Row
from pitboss.money import Amount

_MONEY = ("handle", "win", "jackpots", "rated", "won", "drop", "cashed", "fills", "credits")
_COUNTS = ("bets", "rounds", "decisions", "voids", "corrections", "irregularities")
_RATES = ("hold", "expected_hold", "spread", "z", "hours", "rounds_an_hour", "decisions_an_hour")
COLUMNS: dict[str, type] = {
    "name": str,
    "money": str,
    "currency": str,
    **{f"{name}_cents": int for name in _MONEY},
    "expected_cents": str,  # a fraction
    **dict.fromkeys(_COUNTS, int),
    **dict.fromkeys(_RATES, float),
}


def export_rows(report: DeskReport) -> list[Row]:
    """The rows of a report."""
    return [_row(row) for row in report.rows]


def _row(row: DeskRow) -> Row:
    amounts: dict[str, Amount | None] = {name: getattr(row, name) for name in _MONEY}
    return {
        "name": row.name,
        "money": PLAY_MONEY if row.practice else "real money",
        "currency": row.currency.code,
        **{f"{name}_cents": None if amount is None else amount.cents for name, amount in amounts.items()},
        "expected_cents": row.expected,
        **{name: getattr(row, name) for name in (*_COUNTS, *_RATES)},
    }
