"""Disputed rounds in which wagers were called off: the machine that was to decide them failed."""

from typing import Any

import pytest

from engine.disputes import Document, answer, crazy_four, criss_cross, cross, ledger, refusals, seat, settled, totals

NJ, CRAZY = "nj-criss-cross", "ma-crazy-4"
WHEEL, SYSTEM = "reading wheel-failure", "reading wagering-system-failure"
BETS = "ante_across 10, ante_down 10, bonus_spin 5, across 10, down 10, middle 10"


def failure(clause: str, at: str = "settlement", **more: Any) -> Document:
    """The key of wagers that were called off."""
    return {"clause": clause, "reason": "it stopped", "at": at, **more}


def spinning(called_off: Any, **more: Any) -> Document:
    """Pairs in the hole at seats 1 and 6; every hand of both is a push."""
    return criss_cross(
        NJ,
        cross("Ah", "7c", "2s", top="9d", bottom="4c"),
        seat(1, "8h 8s", BETS),
        seat(6, "6h 6s", BETS),
        submission={"bonus_spin": "5-progressive"},
        called_off=called_off,
        **more,
    )


@pytest.mark.clause(NJ, "40.10(i)2", "40.11(c)")
@pytest.mark.parametrize("at", ["dealing", "across", "down", "middle", "settlement"])
def test_a_wheel_that_fails_gives_the_wagers_back_and_the_round_goes_on(at: str) -> None:
    # The pairs push 50 at each seat, and nobody spins.
    found = settled(spinning(failure(WHEEL, at)))
    for one in found.values():
        assert "bonus_spin returned 5.00 5.00" in ledger(one)
        assert totals(one) == ("55.00", "0.00", "55.00", "0.00")
    assert answer(spinning(failure(WHEEL, at))).contributions == {"bonus_spin": "0.00"}


@pytest.mark.clause(NJ, "40.10(i)2", "40.11(c)")
def test_a_spin_that_was_made_before_stands() -> None:
    # Position 3: 500 to seat 6, and 100 to seat 1, who has not spun and gets 5 back.
    after = {"seat": 6, "wager": "bonus_spin"}
    found = settled(spinning(failure(WHEEL, after=after), spins={"6": 3}))
    assert totals(found[6]) == ("55.00", "500.00", "550.00", "495.00")
    assert totals(found[1]) == ("55.00", "100.00", "155.00", "100.00")
    assert any(
        "seat 6: Got no spin for a pair in the hole" in line for line in refusals(spinning(failure(WHEEL, after=after)))
    )
    assert any(
        "seat 1: Cannot accept a spin: it takes a pair" in line
        for line in refusals(spinning(failure(WHEEL), spins={"1": 3}))
    )


@pytest.mark.clause(CRAZY, "11(d)(3)")
def test_a_progressive_wager_that_the_system_lost_goes_back() -> None:
    # Aces beat kings: 20, 60, and the Super Bonus comes back; the progressive dollar too, and nothing on the meter.
    document = crazy_four(
        "Kc Kd 8s 5h 3d",
        seat(4, "As Ad 9h 6s 2d", "ante 20, super_bonus 20, play 60, four_card_progressive 1"),
        submission={"four_card_progressive": "A"},
        called_off=failure(SYSTEM, "play"),
    )
    assert totals(settled(document)[4]) == ("101.00", "80.00", "181.00", "80.00")
    assert answer(document).contributions == {"four_card": "0.00"}


@pytest.mark.clause(CRAZY, "10(b)(2)", "11(d)(3)")
@pytest.mark.parametrize(("after", "back"), [({"after": {"seat": 4}}, "0.00"), ({}, "1.00")])
def test_a_fold_before_the_system_failed_has_lost_the_wager(after: Any, back: str) -> None:
    # Seat 4 folds: ante, Super Bonus and the Five-Card Progressive are lost, unless the system had failed before that.
    document = crazy_four(
        "Kc Kd 8s 5h 3d",
        seat(4, "9s 8d 6h 4s 2d", "ante 20, super_bonus 20, five_card_progressive 1", folded="play"),
        seat(6, "As Ad 9h 6s 2c", "ante 20, super_bonus 20, five_card_progressive 1, play 60"),
        submission={"five_card_progressive": True},
        called_off=failure(SYSTEM, "play", **after),
    )
    assert totals(settled(document)[4])[2] == back
    assert "five_card_progressive returned 1.00 1.00" in ledger(settled(document)[6])


REFUSED = [
    (3, "called_off: Got 3; expected an object with clause, reason and at"),
    ({}, f"called_off clause: Got nothing; expected {WHEEL}"),
    ({}, "called_off at: Got nothing; expected one of dealing, across, down, middle, settlement"),
    (failure("40.12(c)"), f"called_off clause: Got '40.12(c)'; expected {WHEEL}"),
    (failure(WHEEL, "wagers"), "called_off at: Got 'wagers'"),
    (
        failure(WHEEL, "down", after={"seat": 4}),
        "called_off after: Got seat 4; expected one of the seats of this round",
    ),
    (failure(WHEEL, "down", after={"seat": 1, "wager": "down"}), "called_off after"),
    (
        failure(WHEEL, "dealing", after={"seat": 1}),
        "called_off after: Got something settled at dealing; expected this only",
    ),
    (
        failure(WHEEL, after={"seat": 1, "wager": "ante_down"}),
        "called_off after: Got 'ante_down' of seat 1; expected 'middle'",
    ),
    (failure(WHEEL, after={"seat": 4}), "called_off after: Got seat 4; expected one of the seats of this round: 1, 6"),
]


@pytest.mark.parametrize(("given", "line"), REFUSED)
def test_what_is_refused_of_wagers_called_off(given: Any, line: str) -> None:
    assert any(said.startswith(line) for said in refusals(spinning(given))), refusals(spinning(given))


def test_wagers_that_are_settled_are_not_called_off() -> None:
    late = spinning(failure(WHEEL, after={"seat": 1, "wager": "bonus_spin"}), spins={"1": 3, "6": 3})
    (only,) = refusals(late)
    assert only.startswith("called_off: Got wagers called off at settlement, after bonus_spin of seat 1")
    none = criss_cross("ma-criss-cross", {}, seat(1, "", "ante_across 10, ante_down 10", folded="across"))
    none["called_off"] = failure(WHEEL)
    assert any("Got the unknown key 'called_off'" in line for line in refusals(none))


@pytest.mark.clause(NJ, "40.12(c)")
def test_after_a_void_nothing_is_called_off() -> None:
    void = {"clause": "40.12(c)", "reason": "three cards", "at": "settlement"}
    document = spinning(failure(WHEEL, after={"seat": 6, "wager": "middle"}), void=void)
    assert any(line.startswith("called_off: Got wagers called off at settlement") for line in refusals(document))
    document["called_off"] = failure(WHEEL, "down")
    assert {totals(one)[3] for one in settled(document).values()} == {"0.00"}
