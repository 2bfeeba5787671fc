"""Dealing that is not honest, and the alarm that finds it: at every look, and not to be silenced."""

from fractions import Fraction
from pathlib import Path

import pytest

from attacks.detection import HONEST, RIGGED, Case, delay, sampled, wager
from pitboss.books.evidence import BEYOND, Evidence, JudgedBet, gambles
from pitboss.books.report_rows import WagerReturn
from pitboss.books.theory import Theory
from pitboss.server.office import REPORTS, open_office
from pitboss.store import Commit
from server.rooms import HandClock
from server.test_reports import alerts_in, doctored

COIN = Theory(
    Fraction(-1, 10), Fraction(99, 100), 0.0, Fraction(-1), Fraction(1),
    ((Fraction(-1), Fraction(11, 20)), (Fraction(1), Fraction(9, 20))),
)  # fmt: skip


@pytest.mark.parametrize("name", ["queens_up", "five_card_bonus"])
def test_every_bet_on_paper_is_fair_by_the_exact_distribution(name: str) -> None:
    """One unit on each comes to one unit on average: that is all that the bound on false alarms rests on."""
    theory = wager(name)
    bets = gambles(theory, True)
    assert len(bets.sizes) > 20
    assert sum(chance for _, chance in theory.outcomes) == 1
    for step, limit, mean, size in zip(*bets, strict=True):
        line = line_of(theory, limit)
        counts = [
            (Fraction(int(net >= line)) if step else min(net, Fraction(min(limit, 10**9))), chance)
            for net, chance in theory.outcomes
        ]
        exact = sum(count * chance for count, chance in counts)
        assert abs(float(exact) - mean) < 1e-12
        after = [1 + Fraction(float(size)) * (count - exact) for count, _ in counts]
        assert sum(grown * chance for grown, (_, chance) in zip(after, counts, strict=True)) == 1
        assert min(after) > -1e-12, "nobody bets what he lacks"


def line_of(theory: Theory, limit: float) -> Fraction:
    """The line that a limit was made of."""
    return min((net for net, _ in theory.outcomes), key=lambda net: abs(float(net) - min(limit, 10**9)))


def test_seats_that_share_their_cards_do_not_multiply_the_evidence() -> None:
    alone, six = Evidence(), Evidence()
    for _ in range(50):
        alone.add([JudgedBet(1.0, 100, COIN)], True)
        six.add([JudgedBet(1.0, 100, COIN)] * 6, True)
    assert six.highest == pytest.approx(alone.highest)
    assert alone.alert, "fifty wins in a row at nine in twenty"


@pytest.mark.parametrize("rigged", RIGGED, ids=lambda case: case.title)
def test_dishonest_dealing_is_found(rigged: Case) -> None:
    assert delay(rigged, 1, rounds=40_000) is not None


def test_honest_dealing_is_not() -> None:
    """A short version: `make detection` runs the long one."""
    assert delay(HONEST, 1, rounds=20_000) is None


def test_who_turns_dishonest_late_is_found_as_well() -> None:
    case = RIGGED[4]
    honest, evidence = sampled(case, 1, 5_000, honest=True), Evidence()
    for won in honest:
        evidence.add([JudgedBet(won, 100, case.theory)], True)
    assert not evidence.alert
    for won in sampled(case, 2, 5_000):
        evidence.add([JudgedBet(won, 100, case.theory)], True)
    assert evidence.highest >= BEYOND


def test_nobody_answers_for_the_alarm_in_advance(tmp_path: Path) -> None:
    """An account named as the server's own sends the command of the alarm before there is one."""
    office = open_office(f"sqlite:///{tmp_path / 'room.db'}", tmp_path, HandClock())
    for name in ("reports", "server"):
        office.store.append(Commit(client=name, command="beyond chance t1 five_card_bonus", digest=b"first"))
    rows: list[WagerReturn] = doctored(office, 2_500_000).returns()
    assert [row.alert for row in rows] == [True]
    assert len(alerts_in(office)) == 1
    with pytest.raises(Exception, match="the name"):
        office.accounts.add(REPORTS, "correct horse battery", frozenset())
    office.close()
