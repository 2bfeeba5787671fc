"""Progressive meters of Crazy 4 Poker: seed, reset, rate of progression, contributions and payments."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.crazy_rounds import FOLD, Player, at_settlement, crazy_four, money, settled
from pitboss.engine.events import MeterFed
from pitboss.money import Amount, Rate
from pitboss.progressive import Meter, feed, open_meters, pay
from pitboss.rulebooks import Refused, check_submission, load


@pytest.mark.parametrize(
    ("offer", "choice", "meter", "least", "clause"),
    [
        pytest.param(
            *("four_card_progressive", "A", "four_card", "5000.00", "11(d)(3)"),
            marks=pytest.mark.clause("ma-crazy-4", "11(d)", "11(d)(3)"),
        ),
        pytest.param(
            *("four_card_progressive", "B", "four_card", "1000.00", "11(d)(3)"),
            marks=pytest.mark.clause("ma-crazy-4", "11(d)", "11(d)(3)"),
        ),
        pytest.param(
            *("five_card_progressive", True, "five_card", "10000.00", "11(e)(3)"),
            marks=pytest.mark.clause("ma-crazy-4", "11(e)", "11(e)(3)"),
        ),
        pytest.param(
            *("five_card_hand_bonus", True, "five_card_hand", "10000.00", "11(f)(4)"),
            marks=pytest.mark.clause("ma-crazy-4", "11(f)", "11(f)(4)"),
        ),
    ],
)
def test_initial_and_reset_amount_are_at_least_what_the_clause_says_and_a_rate_is_required(
    offer: str, choice: object, meter: str, least: str, clause: str
) -> None:
    opened = open_meters(crazy_four(**{offer: choice}))[meter]
    assert (str(opened.shows), str(opened.reset)) == (least, least)

    above = str(money(least) + Amount(1))
    opened = open_meters(crazy_four(**{offer: choice}, meters={meter: {"seed": above, "reset": least}}))[meter]
    assert (str(opened.shows), str(opened.reset)) == (above, least)

    below = str(money(least) - Amount(1))
    for field in ("seed", "reset"):
        with pytest.raises(Refused) as refusal:
            crazy_four(**{offer: choice}, meters={meter: {field: below}})
        (violation,) = refusal.value.violations
        assert (violation.clause, violation.where, violation.allowed) == (
            *(clause, f"meters.{meter}.{field}"),
            f"{least} or more",
        )

    submission = crazy_four(**{offer: choice}).submission
    without = replace(submission, meters={name: own for name, own in submission.meters.items() if name != meter})
    found = [(violation.clause, violation.tried) for violation in check_submission(load("ma-crazy-4"), without)]
    assert found == [(clause, f"no {what}") for what in ("rate of progression", "initial amount", "reset amount")]


@pytest.mark.clause("ma-crazy-4", "11(d)(3)", "11(e)(3)", "11(f)(4)")
@pytest.mark.parametrize("rate", ["0%", "100.0001%"])
def test_a_rate_of_nothing_or_of_more_than_the_wager_is_refused(rate: str) -> None:
    with pytest.raises(Refused, match="above 0% and at most 100%"):
        crazy_four(meters={"five_card": {"rate": rate}})


@pytest.mark.clause("ma-crazy-4", "11(d)(3)", "11(e)(3)", "11(f)(4)")
def test_a_finished_round_adds_the_exact_share_of_every_wager_of_those_who_folded_too() -> None:
    rates = {
        "four_card": {"rate": "12.3456%"},
        "five_card": {"rate": "0.0001%"},
        "five_card_hand": {"rate": "33.3333%"},
    }
    players = {
        1: Player(
            "Js 9d 7c 4c 2d", "four_card_progressive 1, five_card_progressive 5, five_card_hand_bonus_player 2", FOLD
        ),
        4: Player("Qc Tc 7s 5s 2s", "four_card_progressive 5, five_card_hand_bonus_dealer 3, queens_up 50"),
    }
    game = settled(players, "Qd Ts 7d 4d 3s", crazy_four(meters=rates))
    fed = {event.meter: event.microcents for event in game.events if isinstance(event, MeterFed)}
    # A cent is a million microcents, so a rate in parts per million takes that many microcents of each cent.
    assert fed == {
        "four_card": 600 * 123_456,
        "five_card": 500 * 1,
        "five_card_hand": 500 * 333_333,
    }
    assert game.meters["four_card"].microcents == 500_000 * 1_000_000 + 74_073_600
    assert game.shows("four_card") == "5000.74"
    assert game.shows("five_card") == "10000.00"  # 0.0005 of a cent waits unseen


@pytest.mark.clause("ma-crazy-4", "11(d)(4)", "11(e)(4)", "13(b)")
def test_what_winners_are_paid_includes_the_contributions_of_their_own_round() -> None:
    players = {
        1: Player("Js 9d 7c 4c 2d", "five_card_progressive 5"),
        4: Player("Ah Kh Qh Jh Th", "five_card_progressive 5"),
    }
    game = settled(players, "Qd Ts 7d 4d 3s")
    assert game.result(4, "five_card_progressive") == "win 10001.00 back 10001.00"  # with 10% of 10.00
    assert game.shows("five_card") == "10000.00"  # reset


@pytest.mark.clause("ma-crazy-4", "11(d)(3)", "11(e)(3)", "13(b)")
def test_a_wager_adds_when_it_is_accepted_and_not_again_at_the_end() -> None:
    game = at_settlement({1: Player("Js 9d 7c 4c 2d", "five_card_progressive 5, cover_all 1")}, "Qd Ts 7d 4d 3s")
    game.settle()  # Cover All is still to come
    assert game.shows("five_card") == "10000.50"
    assert game.finish().shows("five_card") == "10000.50"


def meter(microcents: int, rate: str = "10%") -> Meter:
    return Meter("five_card", microcents, Amount(1_000_000), Rate.parse(rate))


@pytest.mark.clause("ma-crazy-4", "13(d)a")
@pytest.mark.parametrize(
    ("held", "paid", "emptied", "left"),
    [
        (1_234_567_999_999, 123_456, False, 1_111_111_999_999),  # a tenth, and the part of a cent stays
        (1_234_567_999_999, 1_234_567, True, 1_000_000_999_999),  # all that shows: reset, and the part of a cent
        (1_000_000_000_000, 999_999, True, 1_000_001_000_000),  # a shared jackpot leaves its odd cent beside the reset
    ],
)
def test_a_payment_lowers_the_meter_by_what_was_paid_and_a_full_win_resets_it(
    held: int, paid: int, emptied: bool, left: int
) -> None:
    assert pay(meter(held), Amount(paid), emptied).microcents == left


@pytest.mark.parametrize(("microcents", "shows"), [(0, "0.00"), (999_999, "0.00"), (1_000_000, "0.01")])
def test_a_meter_shows_whole_cents_only(microcents: int, shows: str) -> None:
    assert str(meter(microcents).shows) == shows


@given(st.integers(1, 1_000_000), st.lists(st.integers(1, 100_000), max_size=30))
def test_many_small_contributions_add_up_to_the_share_of_the_whole(per_million: int, stakes: list[int]) -> None:
    one = Meter("five_card", 0, Amount(0), Rate(per_million))
    for stake in stakes:
        one = one.plus(feed(one, Amount(stake)))
    assert Fraction(one.microcents, 1_000_000) == sum(stakes) * Fraction(per_million, 1_000_000)
