"""Reports: returns held against exact theory, by arithmetic done by hand; hold by table and day."""

import logging
import os
import shutil
import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from math import sqrt
from pathlib import Path

import msgspec
import pytest
from litestar.testing import TestClient

from cli.calling import Run
from pitboss.books.counting import MAIN
from pitboss.books.evidence import Evidence
from pitboss.books.past_rounds import PastRound
from pitboss.books.report_rows import Judged
from pitboss.books.returns import FEWEST, Reports, ReturnTally, TableTally
from pitboss.books.theory import Theory, judge
from pitboss.cards import DECK, Card, parse_cards
from pitboss.cli.chance import TableChance
from pitboss.engine import Phase, RoundEvent, open_round, to_act, view
from pitboss.engine.actions import CloseBets, PlaceWager
from pitboss.engine.autoplay import House, act, next_step
from pitboss.engine.computer import choose, default_wagers
from pitboss.money import Amount
from pitboss.progressive import open_meters
from pitboss.rulebooks import Refused, Terms, full_terms, terms_for
from pitboss.server import metrics
from pitboss.server.http.app import create_app
from pitboss.server.office import Office, open_office
from rulebooks.folders import changed
from server.rigged import Rig, open_rigged, rigged_room
from server.rooms import HandClock, bet, place, player
from server.rooms import run as finish

ROUNDS = int(os.environ.get("PITBOSS_REPORT_ROUNDS", "200"))
SEATS = 6

# Of 10,000 bets of 1.00 that return 0.90 on average with a variance of 4, the sum has a standard deviation of 200.00.
SUMS = [(900_000, 0.0), (950_000, 2.5), (830_000, -3.5)]


@pytest.mark.parametrize(("returned", "z"), SUMS)
def test_results_are_so_many_standard_errors_from_theory(returned: int, z: float) -> None:
    verdict = judge(Theory(Fraction(-1, 10), Fraction(4), 0.0), 10_000, 10**6, 10**8, 10**6, returned)
    assert (verdict.expected, verdict.deviation, verdict.z) == (Fraction(900_000), 20_000.0, z)


def test_six_seats_of_a_round_are_taken_to_win_and_lose_together() -> None:
    """Six bets in each of 100 rounds: 100 times the variance of 6.00, not 600 times that of 1.00."""
    verdict = judge(Theory(Fraction(0), Fraction(1), 0.0), 600, 60_000, 100 * 600**2, 60_000, 60_000)
    assert verdict.deviation == 6000.0


def test_a_lopsided_wager_needs_more_bets_before_it_is_judged() -> None:
    """28 times the square of a skewness of 10 is 2,800."""
    wild = Theory(Fraction(0), Fraction(1), 10.0)
    assert not judge(wild, 2_800, 1, 1, 1, 100).enough
    assert judge(wild, 2_801, 1, 1, 1, 100).enough


# The 5 Card Bonus over all 2,598,960 hands of five cards: how many are each hand, and what it pays to 1.
HANDS = {
    "royal flush": (4, 250), "straight flush": (36, 100), "four of a kind": (624, 40), "full house": (3_744, 15),
    "flush": (5_108, 10), "straight": (10_200, 6), "three of a kind": (54_912, 4), "two pairs": (123_552, 3),
    "pair of sixes or better": (9 * 84_480, 1),
}  # fmt: skip
ALL = 2_598_960
PAID = sum(count for count, _ in HANDS.values())
MEAN = Fraction(sum(count * pays for count, pays in HANDS.values()) - (ALL - PAID), ALL)
VARIANCE = Fraction(sum(count * pays**2 for count, pays in HANDS.values()) + ALL - PAID, ALL) - MEAN**2


@pytest.mark.parametrize("sigmas", [0, 2.9, -3.1])
def test_a_return_is_shown_with_how_far_it_lies_from_theory(sigmas: float) -> None:
    """20,000 bets of 1.00 at a table by itself, the result so many standard deviations from what it must be."""
    bets, terms = 20_000, terms_for("ma-criss-cross", {"five_card_bonus": True})
    deviation = sqrt(VARIANCE * bets) * 100
    returned = round(float((1 + MEAN) * bets * 100) + sigmas * deviation)
    tally = TableTally("t1", terms)
    tally.wagers["five_card_bonus", 1, 0] = ReturnTally(bets, bets * 100, bets * 100**2, bets * 100, returned)
    (row,) = tally.returns({})
    assert Fraction(row.theoretical) == 1 + MEAN
    assert row.z == pytest.approx(sigmas, abs=0.001)
    assert row.standard_error == pytest.approx(sqrt(VARIANCE / bets))
    assert (row.sides, row.enough) == (Judged.BOTH, True)
    assert row.high - row.expected == pytest.approx(3 * row.standard_error)


def played(terms: Terms, number: int, stacked: Sequence[Card] = ()) -> PastRound:
    """A round of six seats, played by the engine with cards from a fair shuffle; some may be stacked on top."""
    shuffled = [card for card in TableChance(number).shuffled(DECK) if card not in stacked]
    house = House(iter([*stacked, *shuffled]), open_meters(terms))
    round, moves = open_round(terms), list[RoundEvent]()
    for seat in range(1, SEATS + 1):
        for name, amount in default_wagers(terms, Amount.parse("1000")).items():
            round, happened = act(round, house, PlaceWager(seat, name, amount))
            moves += happened
    round, happened = act(round, house, CloseBets())
    moves += happened
    while not round.finished:
        seat_in_turn = to_act(round) if round.phase is Phase.DECISION else None
        step = choose(view(round, seat_in_turn), terms) if seat_in_turn else next_step(round, house)
        assert step is not None
        round, happened = act(round, house, step)
        moves += happened
    return PastRound(
        table="t1",
        number=number,
        at=86_400 * (number % 3),
        void=False,
        players={},
        terms=terms,
        moves=tuple(moves),
        next=0,
        first=0,
        last=0,
        cuts=(),
        fairness=None,
    )


@pytest.mark.parametrize("rulebook", ["cardroom-criss-cross", "ma-crazy-4"])
def test_honest_play_brings_no_alert(rulebook: str) -> None:
    """A few rounds judge Crazy 4; Criss-Cross pays 500 to 1, and takes those of `PITBOSS_REPORT_ROUNDS=10000`."""
    duel = rulebook == "ma-crazy-4"
    terms = terms_for(rulebook, {"queens_up": "A"} if duel else {})
    tally, over = TableTally("t1"), [played(terms, number) for number in range(ROUNDS)]
    for found in over:
        tally.add(found)
    report = {row.wager: row for row in tally.returns({})}
    judged = {MAIN, "queens_up"} if duel else {MAIN, "five_card_bonus"}
    assert set(report) == (judged if duel else judged | {"six_card_bonus"})
    assert {report[name].enough for name in judged} == {duel or ROUNDS >= 10_000}
    assert [name for name, row in report.items() if row.alert] == []
    lines = [line for found in over for line in found.lines]
    assert sum(row.staked.cents for row in report.values()) == sum(line.stake.cents for line in lines)
    assert sum(row.returned.cents for row in report.values()) == sum(line.returned.cents for line in lines)
    assert {row.bets for row in report.values()} == {SEATS * ROUNDS}
    assert report[MAIN].sides is Judged.ABOVE
    assert len(tally.days) == 3


def test_a_dealer_who_gives_seat_1_four_aces_now_and_then_is_an_alert() -> None:
    """One round of four; the other three are the honest ones of the test above."""
    terms, tally = terms_for("ma-crazy-4", {"queens_up": "A"}), TableTally("t1")
    low = iter(parse_cards("2c 3d 4h 5s 7c 8d 9h Ts 2d 3h 4s 5c 7d 8h 9s Tc 2h 3s 4c 5d 7h 8s 9c Td"))
    stacked = [card for ace in parse_cards("Ac Ad Ah As") for card in (ace, *islice(low, SEATS))]
    for number in range(ROUNDS):
        tally.add(played(terms, number, () if number % 4 else stacked))
    assert {row.wager: (row.enough, row.alert) for row in tally.returns({})} == {
        MAIN: (True, True),
        "queens_up": (True, True),
    }


def test_the_report_of_a_store_agrees_with_its_ledger(tmp_path: Path, run: Run) -> None:
    async def play() -> None:
        rig = Rig()
        room = rigged_room(tmp_path, rig)
        open_rigged(room, "t1", "ma-criss-cross")
        ann = player(room, "ann")
        rig.criss_cross("2c Qh Jh Th 7d", {1: "Ah Kh"})
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        for number in range(2):
            await room.tick()
            antes = [place(1, "ante_across", "5"), place(1, "ante_down", "5"), place(1, "five_card_bonus", "1")]
            await room.perform(ann, "t1", f"wagers {number}", [*antes, {"command": "ready"}])
            for street in range(3):
                await room.perform(ann, "t1", f"bet {number} {street}", [bet(1, "5")])
        reports = Reports(room.store)
        (hold,) = reports.hold()
        kept = room.store.balance("table:t1") - Amount.parse("100000")
        assert (hold.table, hold.day, hold.rounds, hold.kept) == ("t1", "1970-01-12", 2, kept)
        # 500 to 1 on Across and Middle, 1 to 1 on the ante, of bets of 5: 5,005 a round; antes and bets come back.
        main, bonus = reports.returns("t1")
        assert (main.staked, main.returned) == (Amount.parse("50"), Amount.parse("10040"))
        assert (bonus.staked, bonus.bets) == (Amount.parse("2"), 2)
        assert not main.alert  # two rounds tell nothing, whatever they paid
        with pytest.raises(Refused, match="the report: Got table t9; expected one of t1"):
            reports.returns("t9")
        room.store.close()

    finish(play())
    code, shown, _ = run("report", "--database", f"sqlite:///{tmp_path / 'room.db'}")
    assert code == 0
    assert "No return is beyond what chance explains." in shown


# Alerts


def doctored(office: Office, returned: int, bets: int = 20_000) -> Reports:
    """Reports of an office whose table t1 has taken bets of 1.00 and returned so many cents."""
    terms = terms_for("ma-criss-cross", {"five_card_bonus": True})
    if "t1" not in office.room.names():
        open_rigged(office.room, "t1", "ma-criss-cross", {"five_card_bonus": True})
    reports = office.reports
    reports.hold()
    _, tally = reports._tables["t1"]
    tally.terms = terms
    tally.wagers["five_card_bonus", 1, 0] = ReturnTally(bets, bets * 100, bets * 100**2, bets * 100, returned)
    if returned > 2_000_000:
        tally.evidence["five_card_bonus"] = Evidence(bets, highest=2e6)
    return reports


def alerts_in(office: Office) -> list[dict[str, object]]:
    """What the audit log says of returns."""
    entries = [msgspec.json.decode(text) for text in office.store.log(0, 1000)]
    return [entry["payload"] for entry in entries if entry["stream"] == "reports"]


def test_an_alert_is_logged_once_whoever_finds_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    address = f"sqlite:///{tmp_path / 'room.db'}"
    office = open_office(address, tmp_path, HandClock())
    with caplog.at_level(logging.WARNING, "pitboss.reports"):
        for returned in (1_950_000, 2_500_000, 2_500_000):
            assert [row.alert for row in doctored(office, returned).returns()] == [returned > 2_000_000]
    said = [record.message for record in caplog.records if record.name == "pitboss.reports"]
    assert said == ["a return beyond chance"]
    office.close()
    office = open_office(address, tmp_path, HandClock())  # another process, or this one after a restart
    doctored(office, 2_600_000).look()
    (told,) = alerts_in(office)
    figures = {name: told[name] for name in ("event", "table", "wager", "bets", "staked", "returned")}
    assert figures == {
        "event": "return-beyond-chance", "table": "t1", "wager": "five_card_bonus",
        "bets": 20_000, "staked": "20000.00", "returned": "25000.00",
    }  # fmt: skip
    office.close()


def test_the_look_leaves_out_what_cannot_be_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    office = open_office(f"sqlite:///{tmp_path / 'room.db'}", tmp_path, HandClock())
    reports = doctored(office, 400_000, bets=FEWEST - 1)
    assert [row.alert for row in reports.returns()] == [False]
    monkeypatch.setattr("pitboss.books.returns._wager", None)  # nothing is counted
    reports.look()
    assert alerts_in(office) == []
    office.close()


def test_the_server_looks_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.http.app.LOOK_SECONDS", 0.02)
    office = open_office(f"sqlite:///{tmp_path / 'room.db'}", tmp_path, HandClock())
    doctored(office, 2_500_000)
    with TestClient(create_app(office)) as http:
        until = time.monotonic() + 30
        while not alerts_in(office) and time.monotonic() < until:
            assert http.get("/healthz").status_code == 200
        assert len(alerts_in(office)) == 1
        assert metrics.REGISTRY.get_sample_value("pitboss_return_alerts", {"table": "t1"}) == 1


THREE_CARDS = Path(__file__).parents[2] / "examples/rulebooks/three-card-poker"


def with_a_pool(folder: Path, line: str) -> Terms:
    """Three Card Poker with a line of Pair Plus or Ante Bonus that pays a tenth of a meter, which nobody can count."""
    shutil.copytree(THREE_CARDS, folder)
    for file in ("rulebook.toml", "default.toml", "full.toml"):
        text = (folder / file).read_text(encoding="utf-8").replace('"three-card-poker"', '"mine"')
        (folder / file).write_text(text, encoding="utf-8")
    changed(folder, "rulebook.toml", f'"straight_flush", pays = "{line}"', '"straight_flush", pays = "10% of pool"')
    meter = '[[meters]]\nname = "pool"\ntitle = "Pool"\noffer = "pair_plus"\nclause = "12"\nwagers = ["pair_plus"]\n'
    changed(folder, "rulebook.toml", "[[dealings]]", f"{meter}\n[[dealings]]")
    with (folder / "full.toml").open("a", encoding="utf-8") as full:
        full.write('\n[meters]\npool = { rate = "5%", seed = "1000", reset = "1000" }\n')
    return full_terms(folder)


def test_a_side_wager_whose_odds_are_not_counted_is_no_part_of_the_main_game(tmp_path: Path) -> None:
    """The report leaves the wager out and goes on with everything else."""
    terms = with_a_pool(tmp_path / "mine", "40 to 1")
    tally, rounds = TableTally("t1"), [played(terms, number) for number in range(4)]
    for past in rounds:
        tally.add(past)
    rows = tally.returns({"pool": Amount.parse("1000")})
    assert [row.wager for row in rows] == [MAIN]
    lines = [line for past in rounds for line in past.lines]
    assert sum(line.stake.cents for line in lines if line.base == "pair_plus") > 0
    assert rows[0].staked == sum((line.stake for line in lines if line.base != "pair_plus"), Amount.ZERO)


def test_a_main_game_that_cannot_be_solved_has_no_row(tmp_path: Path) -> None:
    tally = TableTally("t1")
    tally.add(played(with_a_pool(tmp_path / "mine", "5 to 1"), 1))
    assert [row.wager for row in tally.returns({"pool": Amount.parse("1000")})] == ["pair_plus"]
