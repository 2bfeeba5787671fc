"""The same over HTTP: whatever a server answers, to whomever, tells nobody of a card that lies face down.

Every operation that reads is asked, by every role and by someone who is not signed in; a new one fails the first test
here until it is listed. `PITBOSS_TWINS=2000` makes a soak of it, with one pair of decks for 18 played in process.
"""

import asyncio
import itertools
import logging
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.random_rounds import Rng
from pitboss.audit import Cards, Fairness, RoundChance, Signer
from pitboss.books.past_rounds import PastRound, Reader
from pitboss.books.published_log import Published
from pitboss.books.table_spec import TableSpec
from pitboss.cards import Card
from pitboss.rulebooks.table_rules import Role
from pitboss.server.http.access import Limits
from pitboss.server.http.app import create_app
from pitboss.server.http.openapi import document
from pitboss.server.office import Office
from pitboss.server.people.accounts import Accounts, Person
from pitboss.server.tables.house import House
from pitboss.store import Store, open_store
from pitboss.table.events import RoundEnded
from server.rooms import HandClock, PlainRoom, plain
from server.test_non_interference import PAIRS as TWINS
from server.test_non_interference import compare, deck_of, folder
from server.twins import ROLES, TABLE, Label, RoundPlayer, Scenario, Stacked, copied, first_seen, prepare, twin

__all__ = ["folder"]

SCENARIOS = [
    Scenario("ma-crazy-4", full=True, folds=((1, 1),)),
    Scenario("ma-criss-cross", folds=((2, 1),)),
    Scenario("ma-crazy-4", Cards.PHYSICAL, full=True, folds=((3, 1),)),
    Scenario("ma-criss-cross", Cards.PHYSICAL, folds=((2, 1), (3, 3))),
]
PAIRS = -(-TWINS // 18)

VIEWERS = (*ROLES, "stranger")  # nobody has no role; a stranger is not signed in
HISTORY = f"/api/tables/{TABLE}/rounds/1"
READS: dict[str, tuple[str, ...]] = {
    "health": ("/healthz",),
    "prometheus": ("/metrics",),
    "me": ("/api/me",),
    "list_tables": ("/api/tables",),
    "show_table": (f"/api/tables/{TABLE}",),
    "layout": (f"/api/tables/{TABLE}/layout",),
    "own_hands": (f"/api/tables/{TABLE}/hands",),
    "list_events": (f"/api/tables/{TABLE}/events?first=0",),
    "round_history": (HISTORY,),
    "round_facts": (f"/api/tables/{TABLE}/rounds/1/facts",),
    "round_corrections": (f"/api/tables/{TABLE}/rounds/1/corrections",),
    "table_corrections": (f"/api/tables/{TABLE}/corrections",),
    "round_replay": (f"{HISTORY}/replay", f"{HISTORY}/replay?seat=1"),
    "list_meters": ("/api/meters",),
    "show_meter": (f"/api/meters/{TABLE}.four_card",),
    "balances": ("/api/balances",),
    "cage_receipts": ("/api/cage/receipts",),
    "day_of_cage": ("/api/cage/day?day=1970-01-12",),
    "cage_players": ("/api/cage/players",),
    "my_hands": ("/api/me/hands", "/api/me/hands?practice=true"),
    "own_care": ("/api/me/care",),
    "own_statement": ("/api/me/statement", "/api/me/statement?practice=true"),
    "care_of": ("/api/players/ann/care",),
    "statement_of": ("/api/players/ann/statement",),
    "reconciliation": ("/api/reconciliation",),
    "report_returns": ("/api/reports/returns",),
    "report_hold": ("/api/reports/hold",),
    "report_ratings": ("/api/reports/ratings",),
    "desk_report": ("/api/desk?by=player", "/api/desk?by=table"),
    "desk_rounds": ("/api/desk/rounds",),
    "desk_export": ("/api/desk/export/csv",),
    "desk_shift": ("/api/desk/shift?begins=1970-01-12T06:00",),
    "export_csv": ("/api/export/hands", "/api/export/ledger", "/api/export/meters"),
    "export_histories": ("/api/export/hands/text",),
    "list_people": ("/api/people",),
    "list_approvals": ("/api/approvals",),
    "audit_head": ("/api/audit/head",),
    "audit_key": ("/api/audit/key",),
    "audit_inclusion": ("/api/audit/inclusion?entry=0&size=SIZE", "/api/audit/inclusion?entry=SIZE&size=9000"),
    "audit_consistency": ("/api/audit/consistency?old=1&new=SIZE",),
    "audit_log": ("/api/audit/log", "/api/audit/log?first=1"),
    "compliance": ("/api/compliance?limit=200",),
    "audit_entries": ("/api/audit/entries?limit=200",),
}
"""How every operation that reads is asked; SIZE is that of the published log."""
OF_NO_TABLE = {
    *(
        "rulebooks",
        "rulebook",
        "glance",
        "compare",
        "study_state",
        "jobs",
        "job",
        "job_sheet",
        "list_tokens",
        "lessons",
    ),
    "coach_book",
}
"""Operations whose answers come from rulebooks and mathematics, or from one's own account, never from a table."""

EVERYTHING = tuple(itertools.chain.from_iterable(READS.values()))

Read = dict[tuple[str, str], bytes]  # by whom, from where


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Thousands of requests are not worth a line each."""
    caplog.set_level(logging.WARNING, "httpx")


def test_every_operation_that_reads_is_listed() -> None:
    paths = document()["paths"]
    assert isinstance(paths, dict)
    told = {path["get"]["operationId"] for path in paths.values() if "get" in path}
    assert told == {*READS, *OF_NO_TABLE}, "list it in READS, or say that it tells of no table"


class HttpPlayer(RoundPlayer):
    """Plays a round over HTTP; everyone reads what there is: before each decision, after that of the first player,
    and with physical cards after the first turn of the settlement and when the round is over."""

    def __init__(self, office: Office, scenario: Scenario, deck: tuple[Card, ...], paths: Sequence[str]) -> None:
        super().__init__(plain(office.room), scenario, deck)
        self.published, self.paths = office.published, paths
        app: Any = create_app(office)
        app.state.limits = Limits(itertools.count(0, 1000).__next__)  # nobody asks too often
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://pitboss")
        self.read: list[tuple[int, Read]] = []
        self.denied: set[tuple[str, str]] = set()  # by role; what was denied once is not asked until the round is over
        self.counted: dict[bytes, float] = {}

    async def play(self) -> None:
        """The round, and what is left to be read when it is over."""
        self.counted = _figures((await self.http.get("/metrics")).content)
        await super().play()
        self.denied.clear()
        if not self.scenario.virtual:
            await self._look([viewer for viewer in VIEWERS if viewer not in TOLD_WHEN_OVER])

    async def ask(self, name: str, *requests: dict[str, Any]) -> bool:
        """Gives commands as a client does."""
        self.done += 1
        body = {"id": f"{self.done}", "commands": requests}
        answer = await self.http.post(f"/api/tables/{TABLE}/commands", json=body, headers=_signed(name))
        self.told[name].append(_whole(answer))
        return answer.is_success

    async def _decide(self, stage: int, seat: int) -> None:
        if seat == self.scenario.playing(stage)[0]:
            await self._look(VIEWERS)
        await super()._decide(stage, seat)

    async def _do(self, label: Label, name: str, *requests: dict[str, Any]) -> None:
        await super()._do(label, name, *requests)
        over = self.room.live(TABLE).table.running is None  # of one player alone the first turn is the last
        if label == ("decision", 1, 1) or (label == ("settle", 1, 0) and not over):
            await self._look(VIEWERS)

    async def _look(self, viewers: Sequence[str]) -> None:
        self.published.catch_up()
        size, found = str(self.published.size), Read()
        for viewer, path in itertools.product(viewers, self.paths):
            if (viewer, path) not in self.denied:
                answer = await self.http.get(path.replace("SIZE", size), headers=_signed(viewer))
                assert answer.status_code < 500, f"{path}: {answer.text}"
                found[viewer, path] = self._counted(answer) if path == "/metrics" else _whole(answer)
                if answer.status_code in (401, 403):
                    self.denied.add((viewer, path))
        self.read.append((len(self.played.steps) - 1, found))

    def _counted(self, answer: httpx.Response) -> bytes:
        """What was counted in this round, for the figures are those of the process; seconds are left out."""
        figures = _figures(answer.content).items()
        since = {name: value - self.counted.get(name, 0) for name, value in figures}
        return repr({name: value for name, value in since.items() if value}).encode()


TOLD_WHEN_OVER = ("flo", "sue", "aud")
"""Who may read the history of a round with physical cards; of a virtual one everybody may."""


def _signed(viewer: str) -> dict[str, str]:
    return {} if viewer == "stranger" else {"Authorization": f"Bearer {viewer}"}


def _whole(answer: httpx.Response) -> bytes:
    return repr((answer.status_code, answer.headers.raw, answer.content)).encode()


def _figures(metrics: bytes) -> dict[bytes, float]:
    lines = [line.rpartition(b" ") for line in metrics.splitlines() if not line.startswith(b"#")]
    return {name: float(value) for name, _, value in lines if b"_seconds" not in name and b"_created" not in name}


class Known(Accounts):
    """Everyone is signed in under their name; sessions are not looked up in the database, which takes long."""

    def person(self, secret: str) -> Person | None:
        return Person(secret, ROLES[secret]) if secret in ROLES else None


async def _observed(
    scenario: Scenario, prepared: Path, deck: tuple[Card, ...], paths: Sequence[str] = EVERYTHING
) -> HttpPlayer:
    def stacked(fairness: Fairness, seed: bytes) -> RoundChance:
        return Stacked(deck)

    clock = HandClock()
    with open_store(f"sqlite:///{copied(prepared)}") as store:
        for name, roles in ROLES.items():
            store.people.add(name, name, "", roles, 0)
        room = PlainRoom(store, House(bytes(64), lambda: bytes(32), stacked), clock)
        accounts = Known(store.people, lambda: int(clock()), lambda draft: None)
        office = Office(store, room, accounts, Published(store, Signer(bytes(32))))
        player = HttpPlayer(office, scenario, deck, paths)
        async with player.http:
            await player.play()
    return player


@pytest.mark.parametrize("number", range(len(SCENARIOS)), ids=lambda number: str(SCENARIOS[number]))
def test_no_answer_tells_of_a_hidden_card(folder: Path, number: int) -> None:
    scenario, pairs = SCENARIOS[number], -(-PAIRS // len(SCENARIOS))
    prepared, deck = prepare(scenario, folder), deck_of(50_000 + number)
    one = asyncio.run(_observed(scenario, prepared, deck))
    compared = 0
    for pair in range(pairs):
        rng = Rng(100_000 * number + pair)
        other, changed = twin(deck, one.played.slots, rng)
        compared += _compare(scenario, one, asyncio.run(_observed(scenario, prepared, other)), changed, f"{rng}")
    assert compared > pairs * sum(len(read) for _, read in one.read) // 2, "most is read before a card may be seen"


def _compare(scenario: Scenario, one: HttpPlayer, other: HttpPlayer, changed: set[str], seed: str) -> int:
    """Everything told and read before a card that differs may be seen; how many answers were read."""
    compare(scenario, one.played, other.played, changed, seed)
    steps, compared = one.played.steps, 0
    for (step, here), (_, there) in zip(one.read, other.read, strict=True):
        for (viewer, path), answer in here.items():
            seen = [first_seen(scenario, steps, slot, viewer) for slot in changed]
            hidden = all(at is None or step < at for at in seen)
            if hidden and not (step == len(steps) - 1 and path.startswith("/api/audit/")):
                assert answer == there.get((viewer, path)), (
                    f"{seed}: {changed} at {steps[step]}, {path} read by {viewer}"
                )
                compared += 1
    return compared


# A check of the check: each way of reading too much is found.


def whole_log(published: Published) -> int:
    """The log is given out to its end, in whatever state the rounds are."""
    return published._tree.size


def round_in_play(store: Store, spec: TableSpec, number: int) -> PastRound | None:
    """A round is told of while it is played."""
    reader = Reader(store, spec)
    over = {past.number: past for past in reader.rounds()}
    ended = RoundEnded(by=Role.SYSTEM, at=0, clause="", deck="", void=False)
    return over.get(number) or reader._ended(store.events(spec.name)[-1], ended)


SIZE, PAST = "pitboss.books.published_log.Published.size", "pitboss.server.http.handlers.replays.past_round"
MUTATIONS: list[tuple[str, object, str]] = [
    *((SIZE, property(whole_log), name) for name in ("audit_head", "audit_log", "audit_entries")),
    (PAST, round_in_play, "round_history"),
]


@pytest.mark.parametrize(("where", "instead", "operation"), MUTATIONS)
def test_a_leak_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch, where: str, instead: object, operation: str
) -> None:
    monkeypatch.setattr(where, instead)
    scenario, paths = Scenario("ma-crazy-4"), READS[operation]
    prepared, deck = prepare(scenario, folder), deck_of(7)
    one = asyncio.run(_observed(scenario, prepared, deck, paths))
    other, changed = twin(deck, one.played.slots, Rng(2))
    there = asyncio.run(_observed(scenario, prepared, other, paths))
    with pytest.raises(AssertionError, match=re.escape(f", {paths[0]} read by ")):
        _compare(scenario, one, there, changed, "")
