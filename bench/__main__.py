"""Runs every benchmark and prints a table of ratios."""

from rich.console import Console
from rich.table import Table

from bench import rules
from bench.timing import human


def main() -> None:
    """All benchmarks."""
    table = Table(title="Cost beside a bound measured in the same run")
    for column in ("what", "time", "bound", "its time", "ratio"):
        table.add_column(column, justify="left" if column in ("what", "bound") else "right")
    for row in rules.rows():
        table.add_row(row.what, human(row.seconds), row.bound, human(row.bound_seconds), f"{row.ratio:.2f}")
    Console().print(table)


main()
