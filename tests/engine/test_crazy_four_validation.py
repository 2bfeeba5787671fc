"""Crazy 4 Poker: payouts that wait for a floorperson, and meter shares that also wait for their documentation."""

from typing import Any

import pytest

from engine.crazy_rounds import Player, at_settlement, card, crazy_four
from pitboss.engine import Phase, Source
from pitboss.engine.actions import Draw, Validate
from pitboss.engine.events import HandRacked, LineSettled, MeterFed, PayoutHeld, PayoutValidated, RoundSettled
from pitboss.rulebooks import Refused

TRIPS, FLUSH, FULL_HOUSE, QUADS = "Jc Jd Jh 4s 2c", "2d 5d 9d Jd Kd", "Jc Jd Jh 4s 4c", "8c 8d 8h 8s 3c"
STRAIGHT_FLUSH, ROYAL, ACES = "5h 6h 7h 8h 9h", "Ah Kh Qh Jh Th", "Ac Ad Ah As 9c"
JUNK, DEALER = "Qc Tc 7s 5s 2s", "Qd Ts 7c 4d 3s"
BY_FLOOR, BY_LINK, BY_HAND = "10(e)(3)", "13(d)d", "10(f)(2)"


def waits(wager: str, cards: str, clause: str, paid: str) -> Any:
    return pytest.param(
        wager, cards, clause, paid, marks=pytest.mark.clause("ma-crazy-4", clause), id=f"{wager} {paid}"
    )


@pytest.mark.parametrize(
    ("wager", "cards", "clause", "paid"),
    [
        waits("four_card_progressive", TRIPS, BY_FLOOR, "9.00"),
        waits("four_card_progressive", STRAIGHT_FLUSH, BY_FLOOR, "100.00"),
        waits("four_card_progressive", ACES, BY_FLOOR, "5000.15"),  # with 15% of the stake
        waits("five_card_progressive", TRIPS, BY_FLOOR, "9.00"),
        waits("five_card_progressive", FLUSH, BY_FLOOR, "40.00"),
        waits("five_card_progressive", STRAIGHT_FLUSH, BY_FLOOR, "1000.01"),  # a tenth of 10,000.10
        waits("link_progressive", TRIPS, BY_LINK, "9.00"),
        waits("link_progressive", ROYAL, BY_LINK, "10000.10"),
        waits("five_card_hand_bonus_player", QUADS, BY_HAND, "500.00"),
        waits("five_card_hand_bonus_player", STRAIGHT_FLUSH, BY_HAND, "1000.01"),
        waits("five_card_hand_bonus_player", ROYAL, BY_HAND, "10000.10"),
    ],
)
@pytest.mark.clause("ma-crazy-4", "10(e)(4)", "13(d)e")
def test_the_payout_waits_and_the_next_seat_is_not_settled_until_it_is_validated(
    wager: str, cards: str, clause: str, paid: str
) -> None:
    players = {2: Player(JUNK), 5: Player(cards, f"{wager} 1")}
    game = at_settlement(players, DEALER).settle()
    assert [event.clause for event in game.events if isinstance(event, PayoutHeld)] == [clause]
    assert game.round.phase is Phase.VALIDATION
    assert game.lines(5, wager) == []
    with pytest.raises(Refused, match=f"A floorperson must validate the {wager} of seat 5"):
        game.settle()
    game.do(Validate(5, wager, "form 7"))
    assert game.result(5, wager) == f"win {paid} back {paid}"
    assert {line.seat for line in game.settle().round.lines} == {5, 2}
    assert game.round.finished


@pytest.mark.clause("ma-crazy-4", "10(f)(2)")
@pytest.mark.parametrize(
    ("dealer", "paid", "held"),
    [
        pytest.param(QUADS, "500.00", True, id="500 for 1"),
        pytest.param(STRAIGHT_FLUSH, "1000.01", True, id="a tenth of the meter"),
        pytest.param(ROYAL, "10000.10", True, id="all of the meter"),
        pytest.param(FULL_HOUSE, "100.00", False, id="100 for 1"),
        pytest.param(FLUSH, "50.00", False, id="50 for 1"),
    ],
)
def test_a_bet_on_the_dealers_hand_waits_from_500_for_1_up(dealer: str, paid: str, held: bool) -> None:
    game = at_settlement({5: Player(JUNK, "five_card_hand_bonus_dealer 1")}, dealer).settle()
    assert (game.round.phase is Phase.VALIDATION) is held
    assert str(game.finish().line(5, "five_card_hand_bonus_dealer").paid) == paid


@pytest.mark.clause("ma-crazy-4", "10(f)(2)", "10(f)(3)")
@pytest.mark.parametrize(("cards", "paid"), [(FULL_HOUSE, "100.00"), (FLUSH, "50.00")])
def test_a_hand_bonus_below_500_for_1_is_paid_at_once(cards: str, paid: str) -> None:
    game = at_settlement({5: Player(cards, "five_card_hand_bonus_player 1")}, DEALER).settle()
    assert str(game.line(5, "five_card_hand_bonus_player").paid) == paid
    assert game.round.phase is Phase.SETTLED


@pytest.mark.clause("ma-crazy-4", "10(f)(2)", "10(f)(3)")
def test_magic_card_and_lucky_bonus_do_not_wait() -> None:
    terms = crazy_four(magic_card=True, lucky_bonus=True)
    players, draw = {5: Player(JUNK, "five_card_hand_bonus_player 5")}, Draw(card("7s"), 5)
    game = at_settlement(players, DEALER, terms, draw=draw).settle()
    assert (game.bonuses(5, "magic_card"), game.bonuses(5, "lucky_bonus")) == (["100.00"], ["25.00"])
    assert game.round.phase is Phase.SETTLED


@pytest.mark.clause("ma-crazy-4", "10(e)(1)", "10(f)(1)")
def test_losing_wagers_wait_for_nobody() -> None:
    wagers = ("four_card_progressive", "five_card_progressive", "five_card_hand_bonus_player", "link_progressive")
    game = at_settlement({5: Player(JUNK, ", ".join(f"{wager} 1" for wager in wagers))}, DEALER).settle()
    assert game.round.phase is Phase.SETTLED
    assert {game.result(5, wager) for wager in wagers} == {"lose 0.00 back 0.00"}


@pytest.mark.clause("ma-crazy-4", "10(e)(3)", "13(d)d", "13(d)e")
def test_every_payout_of_a_seat_is_validated_before_the_settlement_goes_on() -> None:
    wagers = ("four_card_progressive", "five_card_progressive", "link_progressive")
    game = at_settlement({5: Player(TRIPS, ", ".join(f"{wager} 1" for wager in wagers))}, DEALER).settle()
    for wager in wagers:
        assert game.round.phase is Phase.VALIDATION
        game.do(Validate(5, wager))
    assert game.round.phase is Phase.SETTLED


@pytest.mark.parametrize(
    ("seat", "wager", "clause"),
    [
        pytest.param(2, "four_card_progressive", "10(e)(3)", id="another seat"),
        pytest.param(5, "five_card_progressive", "10(e)(3)", id="a wager not made"),
        pytest.param(5, "link_progressive", "13(d)d", id="a losing wager"),
        pytest.param(5, "five_card_hand_bonus_player", "10(f)(2)", id="a payout that does not wait"),
    ],
)
@pytest.mark.clause("ma-crazy-4", "10(e)(3)", "13(d)d", "10(f)(2)")
def test_nothing_else_can_be_validated(seat: int, wager: str, clause: str) -> None:
    bets = "four_card_progressive 1, link_progressive 1, five_card_hand_bonus_player 1"
    game = at_settlement({2: Player(JUNK), 5: Player("5h 6h 7h 8h Kc", bets)}, DEALER).settle()
    violation = game.refused(Validate(seat, wager, "form 7"))
    assert (violation.clause, violation.allowed) == (clause, "four_card_progressive of seat 5")


@pytest.mark.parametrize(
    ("wager", "cards", "clause"),
    [
        pytest.param(*("four_card_progressive", ACES, "10(e)(4)"), marks=pytest.mark.clause("ma-crazy-4", "10(e)(4)")),
        pytest.param(
            *("five_card_progressive", STRAIGHT_FLUSH, "10(e)(4)"), marks=pytest.mark.clause("ma-crazy-4", "10(e)(4)")
        ),
        pytest.param(
            *("five_card_hand_bonus_player", ROYAL, "10(f)(3)"), marks=pytest.mark.clause("ma-crazy-4", "10(f)(3)")
        ),
    ],
)
def test_the_hand_of_a_meter_share_stays_until_its_documentation_is_entered(
    wager: str, cards: str, clause: str
) -> None:
    game = at_settlement({2: Player(JUNK), 5: Player(cards, f"{wager} 1")}, DEALER).settle()
    violation = game.refused(Validate(5, wager))
    assert (violation.clause, violation.allowed) == (clause, "the reference of the completed documentation")
    assert game.round.phase is Phase.VALIDATION
    game.do(Validate(5, wager, "jackpot slip 12"))
    assert [event.document for event in game.events if isinstance(event, PayoutValidated)] == ["jackpot slip 12"]
    assert game.line(5, wager).source is Source.METER


@pytest.mark.clause("ma-crazy-4", "10(e)(4)", "10(f)(3)")
@pytest.mark.parametrize("wager", ["four_card_progressive", "five_card_progressive", "five_card_hand_bonus_player"])
def test_a_payout_from_the_tray_needs_no_documentation(wager: str) -> None:
    game = at_settlement({5: Player(QUADS, f"{wager} 1")}, DEALER).settle().do(Validate(5, wager))
    assert game.line(5, wager).source is Source.TABLE_INVENTORY


LINKED = {2: Player(JUNK), 5: Player(STRAIGHT_FLUSH, "link_progressive 1")}


@pytest.mark.clause("ma-crazy-4", "13(c)", "13(d)a", "13(d)d")
def test_a_share_of_a_link_meter_waits_for_the_floor_and_for_its_documentation() -> None:
    game = at_settlement(LINKED, DEALER).settle()
    assert game.round.phase is Phase.VALIDATION
    assert game.refused(Validate(5, "link_progressive")).clause == "reading link-documentation"
    game.do(Validate(5, "link_progressive", "jackpot slip 12"))
    assert [event.document for event in game.events if isinstance(event, PayoutValidated)] == ["jackpot slip 12"]
    assert game.line(5, "link_progressive").source is Source.METER


@pytest.mark.clause("ma-crazy-4", "13(d)a", "13(d)d")
@pytest.mark.parametrize("document", ["", "jackpot slip 12"])
def test_an_operator_may_have_link_jackpots_wait_for_the_floor_alone(document: str) -> None:
    terms = crazy_four(readings={"link-documentation": "supervisor"})
    game = at_settlement(LINKED, DEALER, terms).settle()
    assert game.round.phase is Phase.VALIDATION
    game.do(Validate(5, "link_progressive", document))
    assert game.line(5, "link_progressive").source is Source.METER


@pytest.mark.clause("ma-crazy-4", "13(d)b")
def test_a_link_payout_from_the_tray_needs_no_documentation() -> None:
    game = at_settlement({5: Player(QUADS, "link_progressive 1")}, DEALER).settle()
    assert game.do(Validate(5, "link_progressive")).line(5, "link_progressive").source is Source.TABLE_INVENTORY


@pytest.mark.clause("ma-crazy-4", "13(d)e", "10(e)(3)")
@pytest.mark.parametrize(("time", "fed"), [("accepted", []), ("settled", [MeterFed("four_card", 15_000_000)])])
def test_the_round_is_over_only_when_the_last_payout_is_validated(time: str, fed: list[MeterFed]) -> None:
    terms = crazy_four(readings={"contribution-time": time})
    game = at_settlement({5: Player(TRIPS, "four_card_progressive 1")}, DEALER, terms).settle()
    assert not any(isinstance(event, HandRacked | RoundSettled) for event in game.events)
    before = len(game.events)
    game.do(Validate(5, "four_card_progressive"))
    # 15% of 1.00 is on the meter since the bets were closed, or comes on it now by the other reading
    assert game.events[before:] == [PayoutValidated(5, "four_card_progressive"), HandRacked(5), *fed, RoundSettled()]


@pytest.mark.clause("ma-crazy-4", "13(d)e")
def test_the_round_is_over_only_when_every_seat_and_cover_all_is_settled() -> None:
    game = at_settlement({2: Player(JUNK, "cover_all 1"), 5: Player("Kc 9d 6s 4s 2h")}, DEALER)
    phases = []
    while not game.round.finished:
        phases.append(game.round.phase)
        game.settle()
    assert phases == [Phase.SETTLEMENT] * 3
    assert isinstance(game.events[-1], RoundSettled)
    assert sum(isinstance(event, LineSettled) for event in game.events) == 7
