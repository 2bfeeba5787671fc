"""What the server counts, for Prometheus."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from pitboss.rulebooks import Refused
from pitboss.server.people.permissions import Denied
from pitboss.store import Conflict, StoreError

REGISTRY = CollectorRegistry()
_QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

commands = Histogram(
    "pitboss_command_seconds", "Time to do the commands of a request", buckets=_QUICK, registry=REGISTRY
)
outcomes = Counter("pitboss_commands", "Requests with commands, by what became of them", ["outcome"], registry=REGISTRY)
refusals = Counter("pitboss_refusals", "Refusals, by the clause they cite", ["rulebook", "clause"], registry=REGISTRY)
done, repeated = outcomes.labels("done"), outcomes.labels("repeated")  # looked up once, counted by the thousand
conflicts = Counter("pitboss_conflicts", "Commands decided anew: another process was first", registry=REGISTRY)
rounds = Counter("pitboss_rounds", "Rounds that ended here, by rulebook", ["rulebook"], registry=REGISTRY)
streams = Gauge("pitboss_streams", "Open table streams", registry=REGISTRY)
let_go = Counter("pitboss_streams_let_go", "Streams ended because their client was too slow", registry=REGISTRY)
set_aside = Gauge("pitboss_tables_set_aside", "Tables at which the house fails", registry=REGISTRY)
commits = Histogram(
    "pitboss_commit_seconds", "Time of one transaction, sync to disk included", buckets=_QUICK, registry=REGISTRY
)
batches = Histogram("pitboss_commit_batch", "Commits that went in one transaction", buckets=_SIZES, registry=REGISTRY)

alerts = Gauge("pitboss_return_alerts", "Wagers whose return is beyond chance, by table", ["table"], registry=REGISTRY)


def alerting(table: str, wagers: int) -> None:
    """So many wagers of a table return beyond chance."""
    alerts.labels(table).set(wagers)


def committed(size: int, seconds: float) -> None:
    """A transaction of the store is on the disk."""
    batches.observe(size)
    commits.observe(seconds)


@contextmanager
def failures() -> Iterator[None]:
    """Counts what comes of a request with commands if they are not done."""
    try:
        yield
    except Refused as refused:
        first = refused.violations[0]
        outcomes.labels("refused").inc()
        refusals.labels(first.rulebook, first.clause).inc()
        raise
    except (Denied, Conflict, StoreError) as error:
        told = "denied" if isinstance(error, Denied) else "busy" if isinstance(error, Conflict) else "unavailable"
        outcomes.labels(told).inc()
        raise
