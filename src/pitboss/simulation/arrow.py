"""A result as an Arrow table, and Parquet files of it. Arrow is slow to import and carries no types."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from pitboss.simulation.result import SimulationResult

NUMBERS = ("mean", "standard_error", "standard_deviation", "won", "z")


def result_table(result: "SimulationResult") -> Any:
    """One line for each row of the result; what was simulated is in the schema's metadata, under `pitboss`."""
    arrow = import_module("pyarrow")
    plain = result.to_dict()
    wagers = plain.pop("wagers")
    estimates = result.estimates.values()
    columns = {
        "wager": arrow.array(list(wagers)),
        "rounds": arrow.array([result.rounds] * len(wagers), arrow.int64()),
        "unit_cents": arrow.array([one.row.unit for one in estimates], arrow.int64()),
        "staked_cents": arrow.array([one.staked.cents for one in estimates], arrow.int64()),
        "net_cents": arrow.array([one.net.cents for one in estimates], arrow.int64()),
        **{name: arrow.array([one[name] for one in wagers.values()], arrow.float64()) for name in NUMBERS},
        "low": arrow.array([one["interval"][0] for one in wagers.values()], arrow.float64()),
        "high": arrow.array([one["interval"][1] for one in wagers.values()], arrow.float64()),
        "exact": arrow.array([one["exact"] and one["exact"]["value"] for one in wagers.values()], arrow.float64()),
        "exact_fraction": arrow.array(
            [one["exact"] and one["exact"]["exact"] for one in wagers.values()], arrow.string()
        ),
    }
    return arrow.table(columns).replace_schema_metadata({"pitboss": msgspec.json.encode(plain)})


def write_parquet(result: "SimulationResult", path: Path) -> None:
    """Write the result's table to a Parquet file."""
    import_module("pyarrow.parquet").write_table(result_table(result), path)
