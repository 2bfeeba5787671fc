"""Criss-Cross Poker: the aggregate payout limit, what counts toward it, and what it never takes."""

import pytest

from engine.rounds import CARD_ROOM, MA, MD, NJ, bet_on, case, dealt, line, settled, table, told, usd, wagered, won
from pitboss.engine import Result, Round, Source
from pitboss.money import Amount
from pitboss.rulebooks import Refused, terms_for

# Across a royal flush; the cross is a pair of 6s, and so is the Down Hand.
ROYAL = "1 As Ks, cross 6c Qs Js Ts 6d"


def limited(round: Round) -> list[Amount]:
    """What the limit took, line by line."""
    return [item.paid for item in round.lines if item.result is Result.LIMITED]


def royal(rulebook: str, **choices: object) -> Round:
    """$100 antes, bets of $300 and a $100 bonus: 100 + 150,000 + 150,000 on the royal, 100 on the bonus."""
    choices = {"five_card_bonus": True, **choices}
    round = wagered(table(rulebook, **choices), "1: antes 100, five_card_bonus 100")
    return settled(bet_on(dealt(round, ROYAL), 3))


@pytest.mark.clause(MA, "11(d)")
def test_massachusetts_has_no_limit_unless_one_is_filed() -> None:
    round = royal(MA)
    assert limited(round) == []
    assert won(round, 1) == usd("300200")


@pytest.mark.clause(MA, "11(d)")
def test_a_limit_filed_in_massachusetts_cuts_all_winnings_of_the_round() -> None:
    round = royal(MA, payout_limit="60000")
    assert won(round, 1) == usd("60000")
    assert limited(round) == [usd("-240200")]
    assert round.lines[-1].clause == "11(d)"


@pytest.mark.clause(MD, "12.B", "12.B(1)")
def test_marylands_limit_cuts_the_main_game_and_leaves_the_bonus_on_top() -> None:
    round = royal(MD)
    assert line(round, 1, "five_card_bonus").paid == usd("100")
    assert limited(round) == [usd("-250100")]
    assert won(round, 1) == usd("50100")
    assert round.lines[-1].clause == "12.B"


@pytest.mark.clause(NJ, "40.11(d)")
def test_new_jerseys_limit_counts_the_bonus_too() -> None:
    round = royal(NJ)
    # 300,100 of the hands are cut to 50,000; the bonus of 100 after them is cut to nothing.
    assert limited(round) == [usd("-250100"), usd("-100")]
    assert won(round, 1) == usd("50000")


@pytest.mark.parametrize(
    ("rulebook", "choices"),
    [
        case(MA, "11(d)", {"payout_limit": "50000"}),
        case(MD, "12.B", {}),
        case(NJ, "40.11(d)", {}),
    ],
)
def test_stakes_of_winning_and_pushed_wagers_go_back_above_the_limit(rulebook: str, choices: dict[str, object]) -> None:
    round = royal(rulebook, **choices)
    back = sum((item.returned for item in round.lines), Amount.ZERO)
    # ante 100, across 300, middle 300 and bonus 100 won; ante 100 and down 300 pushed
    assert back == won(round, 1) + usd("1200")
    assert line(round, 1, "down").returned == usd("300")


@pytest.mark.clause(NJ, "40.11(d)")
@pytest.mark.parametrize(
    ("position", "source", "kept"), [(2, Source.TABLE_INVENTORY, "0"), (0, Source.METER, "12345.67")]
)
def test_new_jerseys_limit_counts_the_wheel_but_not_its_top_prize(position: int, source: Source, kept: str) -> None:
    """Four 9s across: 40 to 1 on $3,000 twice is far above the limit before the wheel is spun."""
    round = wagered(table(NJ, bonus_spin="5-progressive"), "1: antes 1000, bonus_spin 5")
    round = bet_on(dealt(round, "1 9c 9d, cross 2c 9h 9s 4d 7d"), 3)
    round = settled(round, spins={1: position}, meters={"bonus_spin": usd("12345.67")})
    spin = line(round, 1, "bonus_spin")
    assert spin.source is source
    assert won(round, 1) == usd("50000") + usd(kept)


@pytest.mark.clause(CARD_ROOM, "Max Payout 1")
def test_the_card_room_cuts_main_game_and_both_bonuses_together_at_3000() -> None:
    """A straight flush across pays 1,000 twice and 10; one of six cards 2,000 more: 4,010 in all."""
    round = wagered(table(CARD_ROOM), "1: antes 10, five_card_bonus 10, six_card_bonus 10; 2: antes 10")
    cards = "1 9h 8h, cross 3c 7h 6h 5h Kd, burn Th Jh Qh 2c, 2 Kc 4d"
    round = settled(bet_on(dealt(round, cards)))
    assert line(round, 1, "six_card_bonus").paid == usd("2000")
    assert [line.paid for line in round.lines if line.wager == "payout_limit"] == [usd("-1010")]
    assert won(round, 1) == usd("3000")
    assert (round.lines[-1].seat, round.lines[-1].clause) == (1, "Max Payout 1")
    # The limit is each player's own: seat 2 has a pair of kings down, 1 to 1 on ante, Down and Middle.
    assert won(round, 2) == usd("30")


@pytest.mark.clause(CARD_ROOM, "Max Payout 1")
def test_the_card_room_cuts_the_main_game_by_itself() -> None:
    """Straight flush on bets of $30: 10 + 3,000 + 3,000."""
    round = wagered(table(CARD_ROOM), "1: antes 10, five_card_bonus 10")
    round = settled(bet_on(dealt(round, "1 9h 8h, cross 3c 7h 6h 5h Kd"), 3))
    assert limited(round) == [usd("-3010")]
    assert won(round, 1) == usd("3000")
    assert "1 across win 3030.00" in told(round)


@pytest.mark.clause(MD, "12.B")
@pytest.mark.parametrize(("limit", "cut"), [("2010", []), ("2009.99", ["-0.01"]), ("2010.01", [])])
def test_winnings_just_at_the_limit_are_paid_in_full(limit: str, cut: list[str]) -> None:
    """Straight flush on bets of $10: 10 + 1,000 + 1,000."""
    round = wagered(table(MD, payout_limit=limit), "1: antes 10")
    round = settled(bet_on(dealt(round, "1 9h 8h, cross 3c 7h 6h 5h Kd")))
    assert [str(amount) for amount in limited(round)] == cut


# The most a minimum ante of $50 could win, with bets of $50: a royal flush across pays 25,000 and 25,000 again in the
# Middle, Q-J-T-9-8 of its suit down 5,000, the antes 50 each: 55,100. The cross is then a flush, 10 on a $1 bonus.
AT_50 = {"ante": {"minimum": "50", "maximum": "1000", "unit": "1"}}


@pytest.mark.parametrize(
    ("rulebook", "limit", "lawful"),
    [
        case(MA, "11(d)", "49999.99", False, id="below 50,000"),
        case(MA, "11(d)", "50000", True, id="50,000"),
        case(MA, "11(d)", "75000", True, id="above"),
        case(MD, "12.B(1)", "49999.99", True, id="below 50,000"),
        case(MD, "12.B(1)", "50000", True, id="50,000"),
        case(MD, ["12.B", "12.B(1)"], "50000.01", False, id="above"),
        case(NJ, "40.11(d)", "49999.99", False, id="below 50,000"),
        case(NJ, "40.11(d)", "50000.01", False, id="above"),
        case(CARD_ROOM, "Max Payout 1", "2999.99", False, id="below 3,000"),
        case(CARD_ROOM, "Max Payout 1", "3000", True, id="3,000"),
        case(CARD_ROOM, "Max Payout 1", "3000.01", False, id="above"),
    ],
)
def test_which_limits_may_be_filed(rulebook: str, limit: str, lawful: bool) -> None:
    """Massachusetts sets a floor, Maryland a ceiling, New Jersey and the card room the figure itself."""
    if lawful:
        assert terms_for(rulebook, {"payout_limit": limit}).payout_limit == usd(limit)
    else:
        with pytest.raises(Refused, match="payout_limit"):
            terms_for(rulebook, {"payout_limit": limit})


@pytest.mark.parametrize(
    ("rulebook", "lawful", "unlawful"),
    [case(MA, "11(d)", "55110", "55109.99"), case(MD, ["12.B", "12.B(2)"], "55100", "55100.01")],
)
def test_the_largest_win_at_the_minimum_wager_moves_the_bound(rulebook: str, lawful: str, unlawful: str) -> None:
    choices: dict[str, object] = {"limits": AT_50, "five_card_bonus": True}
    assert terms_for(rulebook, {**choices, "payout_limit": lawful}).payout_limit == usd(lawful)
    with pytest.raises(Refused, match="payout_limit"):
        terms_for(rulebook, {**choices, "payout_limit": unlawful})


@pytest.mark.clause(NJ, "40.11(d)")
def test_new_jerseys_limit_is_the_largest_win_at_the_minimum_wager_where_that_is_more() -> None:
    assert won(royal(NJ, limits=AT_50), 1) == usd("55110")


@pytest.mark.clause(MD, "12.B", "12.B(2)")
def test_marylands_limit_where_none_is_filed_is_the_greater_sum() -> None:
    """The bonus of 100 comes on top."""
    assert won(royal(MD, limits=AT_50), 1) == usd("55200")


@pytest.mark.clause(MD, "12.B", "12.B(2)")
@pytest.mark.parametrize(("reading", "limit"), [("smallest-bets", "55100"), ("largest-bets", "165100")])
def test_the_minimum_may_be_read_with_the_largest_bets(reading: str, limit: str) -> None:
    """With bets of $150: 75,000 + 75,000 + 15,000 and the antes."""
    terms = terms_for(MD, {"limits": AT_50, "readings": {"largest-win-at-minimum": reading}})
    assert terms.payout_limit == usd(limit)


# New Jersey's wheel


def spun(position: int, prize: str, **choices: object) -> Round:
    """$10 antes and bets, a pair of 9s in the hole: four of them across win 400 twice and 10, three down 30 and 10."""
    wheel = {"top_prize": prize}
    round = wagered(table(NJ, bonus_spin="5-fixed", wheel=wheel, **choices), "1: antes 10, bonus_spin 5")
    return settled(bet_on(dealt(round, "1 9c 9d, cross 2c 9h 9s 4d 7d")), spins={1: position})


@pytest.mark.clause(NJ, "40.11(d)")
def test_a_fixed_top_prize_counts_toward_new_jerseys_limit() -> None:
    """850 of the hands and a prize of 99,000. The limit is the most that one could win with antes, bets and bonus of $1
    each: the prize, 250 for a royal flush in the cross, 11 for the three of a kind that a pair makes with it both ways
    (3 + 3 + 3 and the antes), and the best community pay of five other seats, 500: 99,761."""
    round = spun(0, "99000")
    assert round.terms.payout_limit == usd("99761")
    assert won(round, 1) == usd("99761")
    (cut,) = [item for item in round.lines if item.result is Result.LIMITED]
    assert (cut.paid, cut.source, cut.clause) == (usd("-89"), Source.PRIZE, "40.11(d)")


@pytest.mark.clause(NJ, "40.11(d)")
def test_a_fixed_top_prize_may_be_read_as_paid_beside_the_limit() -> None:
    round = spun(0, "99000", readings={"payout-limit-top-prize": "outside"})
    assert round.terms.payout_limit == usd("50000")
    assert limited(round) == []
    assert won(round, 1) == usd("99850")


# The card room's aggregate, for each player or for the table


@pytest.mark.clause(CARD_ROOM, "Max Payout 1")
@pytest.mark.parametrize(
    ("reading", "first", "second"), [("player-round", "2010", "2010"), ("table-round", "990", "2010")]
)
def test_the_card_room_s_3000_are_each_player_s_or_the_table_s(reading: str, first: str, second: str) -> None:
    """Two straight flushes across, 1,000 twice and 10 for each; the dealer's right is paid first."""
    choices: dict[str, object] = {"readings": {"payout-limit-per": reading}}
    round = wagered(table(CARD_ROOM, **choices), "1: antes 10; 2: antes 10")
    round = settled(bet_on(dealt(round, "1 9h 8h, cross 3c 7h 6h 5h Kd, 2 4h 3h")))
    assert (won(round, 1), won(round, 2)) == (usd(first), usd(second))


@pytest.mark.clause(CARD_ROOM, "Max Payout 1")
def test_the_table_s_limit_runs_on_into_the_6_card_bonus() -> None:
    """Seat 2 has a straight flush, 2,010; of the 2,000 for the straight flush of seat 1 in six cards 990 are left."""
    choices: dict[str, object] = {"readings": {"payout-limit-per": "table-round"}}
    round = wagered(table(CARD_ROOM, **choices), "1: antes 10, five_card_bonus 10, six_card_bonus 10; 2: antes 10")
    cards = "1 Ts 9s, cross 3c 7h 6h 5h Kd, burn 8s 7s 6s 2c, 2 9h 8h"
    round = settled(bet_on(dealt(round, cards)))
    assert line(round, 1, "six_card_bonus").paid == usd("2000")
    assert (won(round, 1), won(round, 2)) == (usd("990"), usd("2010"))
