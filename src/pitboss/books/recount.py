"""Counts the desk's figures a second time, from the entries of the log as they stand there, and compares.

Nothing is shared with the count that is kept but the names of its tables: entries are taken as plain data, and what a
round brought is added up from its lines, wherever the desk has it under a wager, a dealer or a theory.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.audit import Entry
from pitboss.money import Amount
from pitboss.store import CAGE, Store

HOUR, DAY = 3600, 24
DECISIONS = ("bet-made", "checked", "wager-withdrawn", "folded")
OF_BETS = ("staked", "returned", "from_meters")
OF_PLAY = ("rounds", "voids", "decisions", "corrections", "irregularities", "fills", "credits")
OF_CASH = ("bought", "cashed")
Sums = Counter[tuple[Any, ...]]


class Recount:
    """The figures of a database as they were kept when this was made, and the same from its log."""

    def __init__(self, store: Store) -> None:
        standing, self._kept = _kept(store)
        self._bounds = {
            name: store.numbers(name, next - 1, next - 1)[1]
            for name, (next, _) in standing.items()
            if next and "/" not in name
        }
        counted = [next for name, (next, _) in standing.items() if "/" in name]
        last = store.entries(CAGE, counted[0] - 1, 1) if counted else []
        self._cash_until = last[0].position if last else 0
        self._found: Sums = Counter()
        self._tables: dict[str, _RecountedTable] = {}

    def step(self, position: int, entry: Entry) -> None:
        """The next entry of the log, and the position of its command."""
        told = entry.payload
        event, table = told.get("event"), str(told.get("table") or entry.stream)
        if entry.kind != "event":
            return
        if event in ("chips-bought", "chips-cashed"):
            if position <= self._cash_until:
                what = OF_CASH[event == "chips-cashed"]
                self._found["cash", entry.time // 1000 // HOUR, told["player"], what] += _cents(told["amount"])
        elif entry.entry <= self._bounds.get(table, -1):
            self._found.update(self._tables.setdefault(table, _RecountedTable(table)).step(entry))

    def discrepancies(self) -> Iterator[str]:
        """Every figure of the desk that is not what the log says."""
        for key in sorted({*self._found, *self._kept}, key=str):
            log, kept = self._found[key], self._kept[key]
            if log != kept:
                _, hour, *of, what = key
                yield f"the desk: {what} of {', '.join(map(str, of))} in hour {hour} is {kept}, by the log {log}"


class _RecountedTable:
    """What the log has told of one table so far."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._number = 0
        self._seats: dict[int, str] = {}
        self._lines: list[Mapping[str, Any]] = []
        self._decisions = 0
        self._over: dict[int, tuple[int, dict[int, str]]] = {}
        self._proposed: dict[int, Mapping[str, Any]] = {}

    def step(self, entry: Entry) -> Sums:
        """What an entry adds."""
        told, at = entry.payload, entry.time // 1000
        match told.get("event"):
            case "player-sat":
                self._seats[told["seat"]] = told["player"]
            case "round-opened":
                self._number, self._lines, self._decisions = self._number + 1, [], 0
            case "round-moved":
                move = told["move"]
                self._decisions += move["event"] in DECISIONS
                if move["event"] in ("line-settled", "payout-held"):
                    self._lines.append(move["line"])
            case "round-ended":
                return self._ended(told["at"] // HOUR, bool(told["void"]))
            case "irregularity-reported":
                return self._play(told["at"] // HOUR, irregularities=1)
            case "inventory-filled":
                return self._play(at // HOUR, fills=_cents(told["amount"]))
            case "inventory-credited":
                return self._play(at // HOUR, credits=_cents(told["amount"]))
            case "correction-proposed":
                self._proposed[told["number"]] = told
            case "correction-approved":
                return self._corrected(self._proposed.pop(told["number"]))
        return Counter()

    def _play(self, hour: int, **figures: int) -> Sums:
        return Counter({("play", hour, self._name, what): figure for what, figure in figures.items()})

    def _ended(self, hour: int, void: bool) -> Sums:
        self._over[self._number] = hour, dict(self._seats)
        found = self._play(hour, rounds=1, voids=int(void), decisions=self._decisions)
        if not void:
            found.update(self._settled(hour, self._seats, self._lines, 1))
        return found

    def _corrected(self, proposed: Mapping[str, Any]) -> Sums:
        hour, seats = self._over[proposed["round"]]
        found = self._play(hour, corrections=1)
        for side, sign in (("old", -1), ("new", 1)):
            lines = proposed[side]["lines"]
            given_back = sum(_cents(line["stake"]) - _cents(line["returned"]) for line in lines) == 0
            if not (given_back and any(line["result"] == "returned" for line in lines)):
                found.update(self._settled(hour, seats, lines, sign))
        return found

    def _settled(self, hour: int, seats: Mapping[int, str], lines: list[Mapping[str, Any]], sign: int) -> Sums:
        found: Sums = Counter()
        for line in lines:
            player = seats.get(line["seat"], "")
            for key in (
                ("bets", hour, self._name, player),
                ("wagers", hour, self._name),
                ("players", hour // DAY * DAY, player),
            ):
                found[*key, "staked"] += sign * _cents(line["stake"])
                found[*key, "returned"] += sign * _cents(line["returned"])
                found[*key, "from_meters"] += sign * (_cents(line["paid"]) if line["source"] == "meter" else 0)
        return found


def _cents(text: str) -> int:
    return Amount.parse(text).cents


def _kept(store: Store) -> tuple[dict[str, tuple[int, bytes]], Sums]:
    """How far the desk is counted, and its figures just there: read again where another process counts meanwhile."""
    while True:
        standing, sums = store.counted.standing(), Counter[tuple[Any, ...]]()
        for what, keys, figures, rows in (
            ("bets", ("hour", "stream", "player"), OF_BETS, store.counted.hours("bets")),
            ("wagers", ("hour", "stream"), OF_BETS, store.counted.hours("wagers")),
            ("players", ("hour", "player"), OF_BETS, store.counted.hours("players")),
            ("play", ("hour", "stream"), OF_PLAY, store.counted.hours("play")),
            ("cash", ("hour", "player"), OF_CASH, store.counted.hours("cash")),
        ):
            for row in rows:
                for name in figures:
                    sums[(what, *(row[key] for key in keys), name)] += row[name]
        if store.counted.standing() == standing:
            return standing, sums
