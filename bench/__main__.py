"""Runs every benchmark and prints a table of ratios."""

from itertools import chain

from rich.console import Console
from rich.table import Table

from bench import analysis, environments, memory, rules, simulation
from bench.timing import human
from pitboss.rulebooks import SHIPPED


def main() -> None:
    """All benchmarks."""
    table = Table(title="Cost beside a bound measured in the same run")
    for column in ("what", "time", "bound", "its time", "ratio"):
        table.add_column(column, justify="left" if column in ("what", "bound") else "right")
    for row in chain(rules.rows(), analysis.rows(), simulation.rows(), environments.rows()):
        table.add_row(row.what, human(row.seconds), row.bound, human(row.bound_seconds), f"{row.ratio:.2f}")
    console = Console()
    console.print(table)
    for id in SHIPPED:
        console.print(f"peak memory, {id}: {memory.peak(id):.2f} of a gigabyte")


if __name__ == "__main__":  # the processes of a local cluster import this module too
    main()
