"""Crazy 4 Poker: a void round gives every wager back and leaves every meter as it was; any round can be replayed."""

from collections.abc import Callable, Iterable

import pytest

from engine.crazy_rounds import FOLD, Game, Player, at_decision, at_settlement, crazy_four, money, settled
from pitboss.cards import parse_cards
from pitboss.engine import Phase, Round, RoundAction, SettlementLine, Source, decide, play, replay
from pitboss.engine.actions import Abandon, Bet, CloseBets, Deal, Fold, PlaceWager, Settle, Validate, Void
from pitboss.engine.events import MeterFed, MeterPaid, MeterReversed
from pitboss.progressive import open_meters
from pitboss.rulebooks import Terms, Violation

SIDES = {
    "queens_up": "5.00",
    "four_card_progressive": "5.00",
    "five_card_progressive": "1.00",
    "five_card_hand_bonus_player": "2.00",
    "five_card_hand_bonus_dealer": "3.00",
    "link_progressive": "1.00",
    "cover_all": "4.00",
}
BETS = ", ".join(f"{wager} {amount}" for wager, amount in SIDES.items())
MAIN = {"ante": "10.00", "super_bonus": "10.00"}
PLAYERS = {2: Player("Ah Kh Qh Jh Th", BETS, "20"), 5: Player("Jc 9d 7c 4s 2d", play=FOLD)}
DEALER = "Qd Ts 7s 4d 3s"


def half_dealt() -> Round:
    game = Game().wager(2, f"ante 10, super_bonus 10, {BETS}").wager(5, "ante 10, super_bonus 10")
    return game.do(CloseBets(), Deal(parse_cards(PLAYERS[2].cards))).round


def after_a_fold() -> Round:
    return at_decision(PLAYERS, DEALER).do(Bet(2, money("20")), Fold(5)).round


def returned(lines: Iterable[SettlementLine]) -> dict[int, dict[str, str]]:
    """What went back, by seat and wager."""
    found: dict[int, dict[str, str]] = {}
    for line in lines:
        assert (str(line.result), line.returned, str(line.paid)) == ("returned", line.stake, "0.00")
        found.setdefault(line.seat, {})[line.wager] = str(line.returned)
    return found


MOMENTS: dict[str, tuple[Callable[[], Round], dict[str, str]]] = {
    "dealing": (half_dealt, {}),
    "before the decisions": (lambda: at_decision(PLAYERS, DEALER).round, {}),
    "after a fold": (after_a_fold, {"play": "20.00"}),
    "before the first seat is settled": (lambda: at_settlement(PLAYERS, DEALER).round, {"play": "20.00"}),
    "after the first seat is settled": (lambda: at_settlement(PLAYERS, DEALER).settle().round, {"play": "20.00"}),
}
REASON = "the cards were misdealt"


@pytest.mark.clause("ma-crazy-4", "14(c)")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_void_round_returns_every_wager_even_of_those_who_folded(moment: str) -> None:
    start, played = MOMENTS[moment]
    before = start()
    void = play(before, Void("14(c)", REASON))
    assert void.phase is Phase.VOID
    count = len(before.lines)
    assert void.lines[count : 2 * count] == tuple(line.undone("14(c)") for line in reversed(before.lines))
    assert returned(void.lines[2 * count :]) == {2: MAIN | SIDES | played, 5: MAIN}
    assert {line.clause for line in void.lines[count:]} == {"14(c)"}


# Where each reason can be found; after the first seat is settled, seat 2's jackpots wait for validation.
LISTED = {
    "14(a)": {"dealing"},
    "14(d)": {"before the decisions"},  # in stacks the dealer's cards are the last
    "14(f)": {"dealing"},
    "9(f)": {"before the decisions", "after a fold", "before the first seat is settled"},
}


@pytest.mark.parametrize(
    "clause", [pytest.param(clause, marks=pytest.mark.clause("ma-crazy-4", clause)) for clause in LISTED]
)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_other_reason_voids_in_the_phases_it_can_be_found_in_and_in_no_other(clause: str, moment: str) -> None:
    outcome = decide(MOMENTS[moment][0](), Void(clause, REASON))
    assert isinstance(outcome, Violation) is (moment not in LISTED[clause])
    if isinstance(outcome, Violation):
        assert outcome.clause == clause
        assert "14(c) (wrong number of cards)" in outcome.allowed


@pytest.mark.clause("ma-crazy-4", "14(c)", "14(d)", "13(b)")
def test_a_void_round_gives_the_meters_back_what_was_added_at_no_more_bets() -> None:
    game = at_settlement(PLAYERS, DEALER)
    added = len([event for event in game.events if isinstance(event, MeterFed)])
    assert added == 4  # the Four-Card, the Five-Card, the Hand Bonus and the link meter
    game.do(Void("14(c)", "a player holds six cards"))
    assert len([event for event in game.events if isinstance(event, MeterFed)]) == 2 * added
    assert game.meters == open_meters(game.terms)


def in_validation(terms: Terms | None = None) -> Game:
    """Seat 2's royal flush has been paid at its odds; the progressives wait for the floor."""
    game = at_settlement(PLAYERS, DEALER, terms).settle()
    assert game.round.phase is Phase.VALIDATION
    return game


@pytest.mark.clause("ma-crazy-4", "14(c)", "11(e)(4)", "13(d)a")
def test_jackpots_that_wait_for_validation_go_back_to_their_meters() -> None:
    game = in_validation()
    paid = {event.meter: event.amount for event in game.events if isinstance(event, MeterPaid)}
    # Seeds of 10,000 and 10% of stakes of 1 (five cards), 2 + 3 (hand bonus) and 1 (link)
    assert paid == {"five_card": money("10000.10"), "five_card_hand": money("10000.50"), "link": money("10000.10")}
    game.do(Void("14(c)", "seat 5 was dealt six cards"))
    back = [event for event in game.events if isinstance(event, MeterReversed)]
    assert {event.meter: event.amount for event in back} == paid
    assert all(event.emptied and event.seats == (2,) for event in back)
    assert game.meters == open_meters(game.terms)
    assert game.round.held == ()


@pytest.mark.clause("ma-crazy-4", "14(c)", "11(e)(4)", "10(e)(3)")
def test_a_jackpot_that_was_validated_and_paid_is_reversed_too() -> None:
    game = in_validation()
    for held in game.round.held:
        game.do(Validate(held.seat, held.wager, "form 1"))
    game.do(Void("14(c)", "seat 5 was dealt six cards"))
    win, undone, back = game.lines(2, "five_card_progressive")
    assert (str(win.paid), win.source, win.meter) == ("10000.10", Source.METER, "five_card")
    assert (str(undone.result), str(undone.paid), str(undone.stake)) == ("reversed", "-10000.10", "-1.00")
    assert (undone.source, undone.meter, undone.clause) == (Source.METER, "five_card", "14(c)")
    assert (str(back.result), str(back.returned)) == ("returned", "1.00")
    assert game.meters == open_meters(game.terms)


@pytest.mark.clause("ma-crazy-4", "14(c)")
def test_by_the_other_reading_what_is_paid_stands_and_jackpots_that_wait_are_void() -> None:
    game = in_validation(crazy_four(readings={"void-after-settlement": "paid-stands"}))
    game.do(Validate(2, "five_card_progressive", "form 1"))
    before = [line for line in game.round.lines if line.seat == 2]
    game.do(Void("14(c)", "seat 5 was dealt six cards"))
    assert [line for line in game.round.lines if line.seat == 2][: len(before)] == before
    # The Five-Card jackpot stands and its meter is at its reset; the others have theirs back. The 3.00 on the
    # dealer's hand were lost before, and with them 30 cents stay on the meter.
    shows = {name: game.shows(name) for name in ("five_card", "five_card_hand", "link")}
    assert shows == {"five_card": "10000.00", "five_card_hand": "10000.30", "link": "10000.00"}
    back = {line.wager: str(line.returned) for line in game.round.lines if str(line.result) == "returned"}
    assert back["five_card_hand_bonus_player"] == "2.00"
    assert "five_card_progressive" not in back
    assert {line.wager for line in game.round.lines if line.seat == 5} == {"ante", "super_bonus"}
    assert game.lines(5, "ante")[-1].returned == money("10")


@pytest.mark.clause("ma-crazy-4", "14(c)", "10(b)")
def test_by_the_other_reading_what_a_fold_gave_up_stays_and_what_outlives_it_goes_back() -> None:
    # By the readings taken, a bet on the dealer's hand and Cover All outlive a fold; no other wager does.
    players = {5: Player("Jc 9d 7c 4s 2d", BETS, play=FOLD), 2: Player("Ah Kh Qh Jh Th", play="20")}
    game = at_decision(players, DEALER, crazy_four(readings={"void-after-fold": "live-only"}))
    game.decide_all(players).do(Void("14(c)", REASON))
    back = {line.wager: str(line.returned) for line in game.round.lines if line.seat == 5 and line.returned}
    assert back == {"five_card_hand_bonus_dealer": "3.00", "cover_all": "4.00"}


@pytest.mark.clause("ma-crazy-4", "14(c)")
def test_nothing_happens_in_a_void_round() -> None:
    game = at_decision(PLAYERS, DEALER).do(Void("14(c)", "a player holds six cards"))
    attempts: list[RoundAction] = [
        Bet(2, money("10")),
        Fold(2),
        Settle(),
        PlaceWager(1, "ante", money("10")),
        Deal(parse_cards("2c")),
        Void("14(c)", "again"),
    ]
    for attempt in attempts:
        game.refused(attempt)


@pytest.mark.clause("ma-crazy-4", "14(c)")
def test_a_round_that_is_over_is_corrected_and_not_voided() -> None:
    game = at_settlement(PLAYERS, DEALER).finish()
    assert game.refused(Void("14(c)", "too late")).allowed == "a correction: the round is over"


@pytest.mark.clause("ma-crazy-4", "14(c)", "6(b)")
@pytest.mark.parametrize(("reading", "back"), [("stays", "0.00"), ("returned", "20.00")])
def test_a_void_gives_abandoned_wagers_back_only_by_the_other_reading(reading: str, back: str) -> None:
    players = {2: Player("Ah Kh Qh Jh Th", play="20"), 5: Player("Jc 9d 7c 4s 2d")}
    game = at_decision(players, DEALER, crazy_four(readings={"void-after-forfeit": reading}))
    game.do(Abandon(5), Void("14(c)", "a player holds six cards"))
    assert str(sum((line.returned for line in game.round.lines if line.seat == 5), money("0"))) == back
    assert str(sum((line.returned for line in game.round.lines if line.seat == 2), money("0"))) == "20.00"


@pytest.mark.clause("ma-crazy-4", "14(c)", "6(b)")
def test_a_player_who_leaves_in_settlement_abandons_only_what_is_not_settled() -> None:
    players = {2: Player("8c 8h 6s 5d 2s", "queens_up 5, cover_all 1"), 5: Player("Jc 9d 7c 4h 2d")}
    game = at_settlement(players, DEALER).settle().settle()  # both seats, and Cover All is left
    game.do(Abandon(2), Void("14(c)", "seat 5 holds six cards"))
    ends = {line.wager: (str(line.result), str(line.returned)) for line in game.round.lines if line.seat == 2}
    assert ends["ante"] == ends["super_bonus"] == ends["play"] == ("returned", "10.00")
    assert ends["queens_up"] == ("returned", "5.00")
    assert ends["cover_all"] == ("lose", "0.00")


@pytest.mark.clause("ma-crazy-4", "10(g)")
@pytest.mark.parametrize("dealer", [DEALER, "5h 6h 7h 8h 9h", "8c 8d 8h 8s 3c"])
def test_the_events_of_a_round_rebuild_each_hand_and_the_same_settlement(dealer: str) -> None:
    game = settled(PLAYERS, dealer)
    again = replay(game.start, game.events)
    assert again == game.round
    assert again.seats[2].cards == parse_cards(PLAYERS[2].cards)
    assert again.seats[5].cards == parse_cards(PLAYERS[5].cards)
    assert again.places["dealer"] == parse_cards(dealer)
