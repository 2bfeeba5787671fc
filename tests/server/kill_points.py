"""Kills at points of handling commands, and what must be true after each.

A campaign has one database, and plays round after round of one player at it. In each round the server is killed once,
at one point of handling one command; another is started, everything is checked, and the round goes on to its end.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, takewhile, zip_longest
from pathlib import Path
from typing import Any

import httpx

from pitboss.audit import Stage
from pitboss.audit.format import ClocksRestarted
from pitboss.audit.shuffle_format import ChainOpened, WitnessShown
from pitboss.books.stream import StreamEvent, read_event
from pitboss.books.table_spec import Clock
from pitboss.engine.events import RoundVoided
from pitboss.money import Amount
from pitboss.store import player_account
from pitboss.table.events import RoundMoved
from server.casino import (
    BETS,
    PURSE,
    SLOW,
    Casino,
    Request,
    assert_log_is_right,
    headers,
    held,
    placed,
    returned,
    wagers,
)
from server.follower import Follower
from server.killable import RECORD
from server.nursery import KILLED, Nursery, Served
from server.rooms import bet

QUICK = Clock(wagers=3600, decision=1, pause=0)
TABLES = {"cross": ("nj-criss-cross", SLOW), "crazy": ("ma-crazy-4", SLOW), "quick": ("ma-criss-cross", QUICK)}
SEAT, LEAST_BET = 1, "5"
BUY_IN = Amount.parse("7")
PLAYER = "ann"


@dataclass(frozen=True)
class Step:
    """One request of one person; `kind` says what it does."""

    kind: str
    who: str
    path: str
    body: Request
    table: str = ""

    @property
    def id(self) -> str:
        """The id of the command."""
        return str(self.body.get("id", ""))


def round_at(table: str, number: int) -> list[Step]:
    """All that a player does in one round, from sitting down to leaving."""
    rulebook = TABLES[table][0]

    def at_table(kind: str, *commands: Request) -> Step:
        body = {"id": f"{table} {number} {kind}", "commands": list(commands)}
        return Step(kind, PLAYER, f"/api/tables/{table}/commands", body, table)

    bets = [at_table(f"bet {stage}", bet(SEAT, LEAST_BET)) for stage in range(1, BETS[rulebook])]
    return [
        at_table("sit", {"command": "sit", "seat": SEAT}),
        at_table("wagers", *wagers(rulebook, SEAT)),
        at_table("deal", {"command": "ready"}),
        *bets,
        at_table("settle", bet(SEAT, LEAST_BET)),
        at_table("leave", {"command": "leave"}),
    ]


def side_step(kind: str, number: int) -> Step:
    """What staff do beside the tables."""
    if kind == "buy-in":
        body = {"id": f"buy-in {number}", "player": PLAYER, "amount": str(BUY_IN)}
        return Step(kind, "flo", "/api/buy-ins", body)
    return Step(kind, "sue", "/api/tables", {"name": f"new-{number}", "rulebook": "ma-crazy-4"})


@dataclass(frozen=True)
class Point:
    """A point of handling a command of one kind."""

    table: str
    kind: str
    point: str


@dataclass
class Figures:
    """What some campaigns came to."""

    kills: int = 0
    done: int = 0  # of the commands that were killed, those that had been committed
    missed: int = 0  # points that were not passed this time
    commands: int = 0
    rounds: int = 0
    witnessed: int = 0  # of the rounds, those whose shuffle has a seed of the witness
    unwitnessed: int = 0  # rounds that were void because its seed came too late


@dataclass
class Campaign:
    """One database, and a server that is killed again and again."""

    nursery: Nursery
    url: str
    keys: Path
    figures: Figures = field(default_factory=Figures)
    beside: bool = False  # `pitboss witness` runs beside, and adds seeds to every shuffle
    acknowledged: list[tuple[Step, dict[str, Any]]] = field(default_factory=list)
    numbers: "count[int]" = field(default_factory=count)

    def __post_init__(self) -> None:
        self.casino = Casino(self.url, self.keys)
        self.casino.open(*((name, *kind) for name, kind in TABLES.items()))
        self.books = self.casino.books()
        self.witness = Follower(self.keys / "witness", self.keys) if self.beside else None
        self.server = self._start()
        if self.witness:
            self.witness.follow(*TABLES)
            self._wait_for_chains()
        self.wagered = Amount.ZERO

    def close(self) -> None:
        """Everything once more: resent, reconciled and verified."""
        for step, answer in self.acknowledged:
            self._resend(step, answer)
        log = self.server.http.get("/api/audit/log", headers=headers("aud"))
        self.figures.rounds += assert_log_is_right(log.content)
        if self.witness:
            self.figures.witnessed += self.witness.end(log.content)
        self._reconcile()
        self.figures.commands += len(self.acknowledged)
        self.server.kill()
        self.books.close()

    # Points

    def points(self) -> list[Point]:
        """Every point of every kind of command, first passes of lines and all passes of statements, well mixed."""
        found: list[list[Point]] = []
        for table in ("cross", "crazy"):
            for step in round_at(table, next(self.numbers)):
                self._do(step, RECORD)
                found.append([Point(table, step.kind, point) for point in well_mixed(self._passed())])
        for kind in ("buy-in", "open"):
            self._do(side_step(kind, next(self.numbers)), RECORD)
            found.append([Point("", kind, point) for point in well_mixed(self._passed())])
        found.append([Point("quick", "clock", point) for point in well_mixed(self._passed_by_the_clock())])
        if self.witness:
            found.append([Point("cross", "witness", point) for point in well_mixed(self._passed_by_the_witness())])
        return [point for together in zip_longest(*found) for point in together if point is not None]

    def _passed(self) -> list[str]:
        passed: list[str] = self.server.http.get("/points").json()
        return passed

    def _passed_by_the_clock(self) -> list[str]:
        """What the clock does when a player's time is up, and does not do otherwise."""
        self.server.http.post("/kill", content=RECORD)
        time.sleep(1)
        idle = set(self._passed())
        for step in round_at("quick", next(self.numbers)):
            if step.kind == "bet 1":
                self.server.http.post("/kill", content=RECORD)
                self._wait_for_the_clock()
            elif step.kind not in ("bet 2", "settle"):
                self._do(step)
        return [point for point in self._passed() if point not in idle and point.endswith("#1")]

    def _passed_by_the_witness(self) -> list[str]:
        """What is done when "no more bets" is said and the witness's seed comes, and not otherwise."""
        self.server.http.post("/kill", content=RECORD)
        time.sleep(1)
        idle = set(self._passed())
        for step in round_at("cross", next(self.numbers)):
            if step.kind == "deal":
                self.server.http.post("/kill", content=RECORD)
            self._do(step)
            if step.kind == "deal":
                passed = [point for point in self._passed() if point not in idle and point.endswith("#1")]
                self.server.http.post("/kill", content="")
        return passed

    # Killing

    def kill_at(self, point: Point) -> bool:
        """One round with a kill in it; False if the point was not passed this time."""
        kills = self.figures.kills
        if point.table:
            self._kill_in_a_round(point, next(self.numbers))
        else:
            self._kill(side_step(point.kind, next(self.numbers)), point.point)
            self._check_the_cage()
        return self.figures.kills > kills

    def _kill_in_a_round(self, point: Point, number: int) -> None:
        before = self.books.next_sequence(point.table)
        money, self.wagered = self._purse(), Amount.ZERO
        for step in round_at(point.table, number):
            if point.kind == "clock" and step.kind == "bet 1":
                self._kill_the_clock(point.point, step.table)
            elif point.kind == "witness" and step.kind == "deal":
                self._kill_at_the_witness(step, point.point)
            elif step.kind == point.kind:
                self._kill(step, point.point)
            elif not (point.kind == "clock" and step.kind in ("bet 2", "settle")):
                self._do(step)
            if step.kind == "deal" and not self._is_dealt(step.table):
                self.figures.unwitnessed += 1
                self.wagered = Amount.ZERO
                self._do(round_at(point.table, number)[-1])
                break
        assert self._purse() == money - self.wagered + returned(self.books, point.table, SEAT, before)
        assert self.books.balances("pending") == {}

    def _kill(self, step: Step, point: str) -> None:
        before = self.books.next_sequence(step.table)
        try:
            self._do(step, point)
            self.figures.missed += 1
            return
        except httpx.TransportError:
            assert self.server.ended() == KILLED
        self._restart()
        there = self._all_or_nothing(step, before)
        self._resend_recent()
        answer = self._send(step)
        if step.kind == "open":
            assert answer.status_code == (422 if there else 201), answer.text
            assert f'"{step.body["name"]}"' in self.server.http.get("/api/tables", headers=headers("sue")).text
        else:
            assert answer.json().get("repeated", there) == there, answer.text
        self._take(step, answer)

    def _kill_the_clock(self, point: str, table: str) -> None:
        """The house folds a player whose time is up; if it is killed at that, the next server does it."""
        with suppress(httpx.TransportError):  # it may be killed before it answers
            self.server.http.post("/kill", content=point)
        if self.server.ended(seconds=10) != KILLED:
            self.figures.missed += 1
            self.server.http.post("/kill", content="")
        else:
            self._restart()
        self._wait_for_the_clock()

    def _kill_at_the_witness(self, step: Step, point: str) -> None:
        """Killed when the cards wait for the witness's seed, or it comes, which it does again at the next server."""
        with suppress(httpx.TransportError):
            self.server.http.post("/kill", content=point)
        answer = None
        with suppress(httpx.TransportError):
            answer = self._send(step)
        if answer is not None:
            with suppress(httpx.TransportError):
                self._is_dealt(step.table)
        try:
            self.server.http.post("/kill", content="")
            self.figures.missed += 1
        except httpx.TransportError:
            assert self.server.ended() == KILLED
            self._restart()
            answer = self._send(step)
        assert answer is not None
        self._take(step, answer)

    def _is_dealt(self, table: str) -> bool:
        """Waits for a witness's seed; whether the cards were dealt, or the round is void without it."""
        while True:
            told = self.server.http.get(f"/api/tables/{table}", headers=headers(PLAYER)).json()["fairness"]
            if told["stage"] not in (Stage.SHOWING_SEEDS, Stage.AWAITING_WITNESS):
                return bool(told["stage"] == Stage.CLOSED)
            time.sleep(0.02)

    def _wait_for_chains(self) -> None:
        """Until the witness has a chain for every table: only then do its rounds wait for it."""
        for table in TABLES:
            while self.server.http.get(f"/api/tables/{table}", headers=headers(PLAYER)).json()["witness"] is None:
                time.sleep(0.05)

    def _wait_for_the_clock(self) -> None:
        for _ in range(500):
            if not self.books.balances("pending"):
                return
            time.sleep(0.02)
        raise AssertionError("the clock does not go on")

    def _restart(self) -> None:
        self.figures.kills += 1
        self.server = self._start()
        self._reconcile()

    def _start(self) -> Served:
        port, key = (self.witness.port, self.witness.key) if self.witness else (0, "")
        return self.nursery.serve(self.url, self.keys, points=True, port=port, witness=key)

    # Checking

    def _all_or_nothing(self, step: Step, before: int) -> bool:
        """Whether a command without an answer was done; done or not, it is so wholly."""
        client, id = ("room", f"open {step.body['name']}") if step.kind == "open" else (step.who, step.id)
        outcome = self.books.outcome(client, id)
        if step.table:
            after = before if outcome is None else outcome.next
            since = (read_event(stored) for stored in self.books.events(step.table, after or 0))
            own = takewhile(lambda event: not of_the_witness(event), since)
            assert all(isinstance(event, ClocksRestarted | ChainOpened) for event in own), "half a command"
        self.figures.done += outcome is not None
        return outcome is not None

    def _reconcile(self) -> None:
        assert self.books.reconcile() == []

    def _check_the_cage(self) -> None:
        """Every buy-in that was acknowledged was done once."""
        bought = [step for step, _ in self.acknowledged if step.kind == "buy-in"]
        assert self.books.balance(player_account(PLAYER)) == PURSE + BUY_IN * len(bought)

    def _resend_recent(self) -> None:
        for step, answer in self.acknowledged[-8:]:
            self._resend(step, answer)

    def _resend(self, step: Step, answer: dict[str, Any]) -> None:
        """Sent again, an acknowledged command gets its first outcome."""
        if step.kind == "open":
            return
        again = self._send(step).json()
        if step.table:
            assert again["repeated"], (step, again)
            assert again["next"] == answer["next"]

    def _purse(self) -> Amount:
        purse = f"practice/{PLAYER}"
        return held(self.books, purse)

    # Sending

    def _do(self, step: Step, kill: str = "") -> None:
        self._take(step, self._send(step, kill))
        if step.kind == "deal":
            self._is_dealt(step.table)

    def _take(self, step: Step, answer: httpx.Response) -> None:
        assert answer.is_success or step.kind == "open", answer.text
        self.wagered += placed(step.body.get("commands", []))
        self.acknowledged.append((step, answer.json()))

    def _send(self, step: Step, kill: str = "") -> httpx.Response:
        extra = {"x-kill": kill} if kill else {}
        return self.server.http.post(step.path, json=step.body, headers={**headers(step.who), **extra})


def of_the_witness(event: StreamEvent) -> bool:
    """The witness's seed came, from which the deal follows, or it did not come, and the round is void."""
    return isinstance(event, WitnessShown) or (isinstance(event, RoundMoved) and isinstance(event.move, RoundVoided))


def well_mixed(passed: Sequence[str]) -> list[str]:
    """Statements and answers each time they are passed, lines the first time; before and after the commit in turn."""
    points = [point for point in passed if ":" not in point or point.endswith("#1")]
    commits = [number for number, point in enumerate(points) if point.startswith("before COMMIT")]
    half = max(commits, default=0)
    turns = zip_longest(spread(points[half:]), spread(points[:half]))
    return [point for both in turns for point in both if point is not None]


def spread(points: Sequence[str]) -> list[str]:
    """In an order such that any first part of it is spread over all: the middle, the quarters, and so on."""
    waiting, found = [(0, len(points))], []
    while waiting:
        low, high = waiting.pop(0)
        if low < high:
            middle = (low + high) // 2
            found.append(points[middle])
            waiting += [(low, middle), (middle + 1, high)]
    return found
