"""Crazy 4 Poker: what a round decides, and the clause that each line and each refusal names."""

from typing import Any

import pytest

from engine.crazy_rounds import FOLD, Game, Player, at_decision, at_settlement, card, crazy_four, money, settled
from law.typed import CRAZY
from pitboss.cards import parse_cards
from pitboss.engine import Phase, bet_amounts
from pitboss.engine.actions import Bet, CloseBets, Deal, Draw, Fold, PlaceWager, Reveal, Settle, TakeBack, Validate
from pitboss.engine.events import CardsRevealed, HandOpened, HandRacked, LineSettled
from pitboss.engine.view import view
from pitboss.rulebooks import Refused, Terms
from rulebooks.submissions import breaches

KING_HIGH = "Kd Ts 8c 5d 3s"
QUEEN_HIGH = "Qd Ts 8c 5d 3s"
ACES = "Ah Ac 4d 3c 7s"


def cited(game: Game, seat: int = 1) -> dict[str, str]:
    """The clause of each line of a seat."""
    return {line.wager: line.clause for line in game.round.lines if line.seat == seat}


# Wagers before the deal


@pytest.mark.clause(CRAZY, "6(d)(1)", "6(d)(2)", "6(d)(3)", "6(d)(4)", "6(d)(5)", "12(a)", "13(a)", "6(a)")
@pytest.mark.parametrize(
    ("wager", "amount", "clause"),
    [
        ("queens_up", "5", "6(d)(2)"),
        ("four_card_progressive", "1", "6(d)(3)"),
        ("five_card_progressive", "1", "6(d)(4)"),
        ("five_card_hand_bonus_player", "1", "6(d)(5)"),
        ("five_card_hand_bonus_dealer", "1", "6(d)(5)"),
        ("cover_all", "1", "12(a)"),
        ("link_progressive", "1", "13(a)"),
    ],
)
def test_a_side_wager_waits_for_both_main_wagers_and_holds_them(wager: str, amount: str, clause: str) -> None:
    side = PlaceWager(1, wager, money(amount))
    game = Game()
    assert game.refused(side).clause == clause
    assert game.wager(1, "ante 10").refused(side).clause == clause
    game.wager(1, "super_bonus 10").do(side)
    assert {game.refused(TakeBack(1, main)).clause for main in ("ante", "super_bonus")} == {clause}
    assert game.do(TakeBack(1, wager), TakeBack(1, "super_bonus")).round.seats[1].wagers == {"ante": money("10")}


@pytest.mark.clause(CRAZY, "6(d)(1)", "6(a)", "6(c)")
def test_ante_and_super_bonus_are_equal_and_both_are_there_at_the_call() -> None:
    game = Game().wager(1, "ante 10")
    unequal = game.refused(PlaceWager(1, "super_bonus", money("20")))
    assert (unequal.clause, game.refused(CloseBets()).clause) == ("6(d)(1)", "6(d)(1)")
    assert game.refused(TakeBack(1, "queens_up")).clause == "6(c)"
    assert game.refused(PlaceWager(1, "play", money("10"))).clause == "10(b)"
    assert game.refused(PlaceWager(7, "ante", money("10"))).clause == "reading seat-count"
    assert Game().refused(CloseBets()).clause == "9(a)(2)"


@pytest.mark.clause(CRAZY, "6(d)(3)", "6(d)(4)", "6(d)(5)", "12(a)", "13(a)", "11(d)(5)", "11(e)(5)")
def test_what_is_not_offered_or_has_no_schedule_is_refused() -> None:
    none: dict[str, Any] = dict.fromkeys(
        ("four_card_progressive", "five_card_progressive", "five_card_hand_bonus", "cover_all", "link_progressive"),
        False,
    )
    game = Game(crazy_four(**none)).wager(1, "ante 10, super_bonus 10")
    names = ("four_card_progressive", "five_card_progressive", "five_card_hand_bonus_player", "cover_all")
    listed = [game.refused(PlaceWager(1, name, money("1"))).clause for name in (*names, "link_progressive")]
    assert listed == ["6(d)(3)", "6(d)(4)", "6(d)(5)", "12(a)", "13(a)"]
    game = Game().wager(1, "ante 10, super_bonus 10")
    for name in ("four_card_progressive", "five_card_progressive"):
        assert game.refused(PlaceWager(1, name, money("2"))).clause == "reading progressive-amounts"


# The decision


@pytest.mark.clause(CRAZY, "10(b)")
@pytest.mark.parametrize(
    ("cards", "amount", "allowed"),
    [
        (ACES, "10", True),
        (ACES, "10.50", True),
        (ACES, "25", True),  # up to three times: any amount of the table's unit
        (ACES, "30", True),
        (ACES, "30.50", False),
        (ACES, "9.50", False),
        (ACES, "15.25", False),  # off the unit
        ("Kh Kc Ad Qc 4s", "10", True),
        ("Kh Kc Ad Qc 4s", "10.50", False),  # kings are not aces
        ("3h 3c 2d 2c 7s", "25", True),  # two pair is better
    ],
)
def test_play_is_one_ante_and_with_aces_or_better_any_amount_up_to_three(
    cards: str, amount: str, allowed: bool
) -> None:
    game = at_decision({1: Player(cards)}, KING_HIGH)
    if allowed:
        assert game.do(Bet(1, money(amount))).round.seats[1].wagers["play"] == money(amount)
    else:
        off_the_unit = amount == "15.25"  # which only the reading knows
        assert game.refused(Bet(1, money(amount))).clause == ("reading bet-amounts" if off_the_unit else "10(b)")


@pytest.mark.clause(CRAZY, "10(b)")
def test_whole_antes_where_a_submission_reads_it_so() -> None:
    game = at_decision({1: Player(ACES)}, KING_HIGH, crazy_four(readings={"bet-amounts": "whole"}))
    assert game.refused(Bet(1, money("25"))).clause == "10(b)"
    assert [str(amount) for amount in bet_amounts(game.round, game.round.seats[1])] == ["10.00", "20.00", "30.00"]


@pytest.mark.clause(CRAZY, "10(a)(1)", "10(a)")
def test_each_player_sees_the_own_hand_and_nobody_elses() -> None:
    game = at_decision({1: Player(ACES), 3: Player("Qh Qc 9d 6c 2h")}, KING_HIGH)
    for viewer, cards in ((1, ACES), (3, "Qh Qc 9d 6c 2h")):
        shown = {seat.seat: set(seat.cards) for seat in view(game.round, viewer).seats}
        assert shown == {1: set(), 3: set(), viewer: set(parse_cards(cards))}
    assert {card for seat in view(game.round, None).seats for card in seat.cards} == set()


EVERYTHING = (
    "queens_up 5, four_card_progressive 1, five_card_progressive 1, five_card_hand_bonus_player 1, "
    "five_card_hand_bonus_dealer 1, link_progressive 1, cover_all 1"
)


@pytest.mark.clause(CRAZY, "10(b)", "10(b)(1)", "10(b)(2)", "10(c)", "10(f)", "6(d)(5)", "12(b)", "13(a)")
def test_a_fold_gives_up_each_wager_by_its_own_clause_before_the_dealers_cards_are_shown() -> None:
    players = {1: Player("9h 7c 5c 3d 2h", EVERYTHING, FOLD), 2: Player(ACES)}
    game = at_decision(players, KING_HIGH).do(Fold(1), Bet(2, money("10")))
    assert not game.round.lines
    game.events.clear()
    game.do(Reveal())
    kinds = [type(event) for event in game.events]
    assert (kinds.count(LineSettled), kinds.count(HandRacked), kinds[-1]) == (7, 1, CardsRevealed)
    assert {line.result for line in game.round.lines} == {"forfeited"}
    assert cited(game) == {
        "ante": "10(b)",
        "super_bonus": "10(b)",
        "queens_up": "10(b)(1)",
        "four_card_progressive": "10(b)(2)",
        "five_card_progressive": "10(b)(2)",
        "five_card_hand_bonus_player": "reading five-card-hand-bonus-on-fold",
        "link_progressive": "reading link-on-fold",
    }
    assert {line.wager for line in game.finish().round.lines if line.seat == 1 and line.result == "lose"} == {
        *("five_card_hand_bonus_dealer", "cover_all"),
    }


@pytest.mark.clause(CRAZY, "10(c)")
@pytest.mark.parametrize(("reading", "shown"), [("always", True), ("only-for-a-bonus", False)])
def test_with_all_folded_the_dealer_still_reveals_unless_read_otherwise(reading: str, shown: bool) -> None:
    players = {1: Player("9h 7c 5c 3c 2h", play=FOLD)}
    game = settled(players, KING_HIGH, crazy_four(readings={"all-folded": reading}))
    assert (CardsRevealed(("dealer",)) in game.events) is shown


# Lines of the settlement

DUEL = {
    "beaten": ("9h 7c 5c 3c 2h", KING_HIGH, "10(c)(3)(ii)a", "lose lose lose"),
    "ahead": ("Ah 7c 5c 3c 2h", KING_HIGH, "10(c)(3)(ii)b", "win win push"),
    "level": ("Kh Tc 8s 5c 2h", KING_HIGH, "10(c)(3)(ii)c", "push push push"),
    "no king": ("9h 7c 5c 3c 2h", QUEEN_HIGH, "10(c)(3)(i)", "push win push"),
}


@pytest.mark.parametrize(
    ("cards", "dealer", "clause", "results"),
    [
        pytest.param(*item, marks=pytest.mark.clause(CRAZY, item[2], "10(c)(3)", "10(c)(3)(ii)"), id=name)
        for name, item in DUEL.items()
    ],
)
def test_ante_play_and_super_bonus_cite_the_outcome(cards: str, dealer: str, clause: str, results: str) -> None:
    game = settled({1: Player(cards)}, dealer)
    wagers = ("ante", "play", "super_bonus")
    assert " ".join(game.line(1, wager).result for wager in wagers) == results
    assert {cited(game)[wager] for wager in wagers} == {clause}


@pytest.mark.clause(CRAZY, "11(b)", "11(c)", "11(d)(1)", "11(e)(1)", "11(f)(1)", "12(k)", "13(f) PTMGL01", "10(d)")
def test_paid_lines_cite_their_tables() -> None:
    game = settled({1: Player("5c 6d 7h 8s 9c", EVERYTHING)}, "Kd Kc Ks 5d 3s")  # a straight against three kings
    assert cited(game) == {
        "ante": "10(c)(3)(ii)a",
        "play": "10(c)(3)(ii)a",
        "super_bonus": "11(b)",
        "queens_up": "11(c)",
        "four_card_progressive": "11(d)(1)",
        "five_card_progressive": "11(e)(1)",
        "five_card_hand_bonus_player": "11(f)(1)",
        "five_card_hand_bonus_dealer": "11(f)(1)",
        "link_progressive": "13(f) PTMGL01",
        "cover_all": "12(k)",
    }
    won = {line.wager: str(line.paid) for line in game.round.lines if line.result == "win"}
    # straight: 1 to 1 on 10, 3 to 1 on 5, 30 for 1, 30 for 1; three kings at a table of one: 13 to 1
    assert won == {
        "super_bonus": "10.00",
        "queens_up": "15.00",
        "five_card_progressive": "30.00",
        "link_progressive": "30.00",
        "cover_all": "13.00",
    }


@pytest.mark.clause(CRAZY, "10(c)(2)", "10(d)", "11(d)(2)", "11(c)", "11(d)(1)")
def test_the_best_four_of_five_cards_count_wherever_they_lie() -> None:
    game = settled({1: Player("2c 3d 9d 9h 9s", "queens_up 5, four_card_progressive 1")}, KING_HIGH)
    # three nines: 9 to 1 on 5, 9 for 1 on 1; Super Bonus 2 to 1 on 10
    wagers = ("super_bonus", "queens_up", "four_card_progressive")
    assert [str(game.line(1, wager).paid) for wager in wagers] == ["20.00", "45.00", "9.00"]


@pytest.mark.clause(CRAZY, "13(g)", "5(d)", "10(e)", "11(e)(2)", "13(f) PTMGL01")
def test_link_and_five_card_progressive_look_at_the_five_cards_dealt_to_the_player_alone() -> None:
    # Four of the player's cards and one of the dealer's would be a royal flush; the player's own five are a flush.
    game = settled({1: Player("Ah Kh Qh Jh 2h", "link_progressive 1, five_card_progressive 1")}, "Th 9h 8c 5d 3s")
    assert {str(game.line(1, wager).paid) for wager in ("link_progressive", "five_card_progressive")} == {"40.00"}
    assert game.line(1, "link_progressive").cards == parse_cards("Ah Kh Qh Jh 2h")


@pytest.mark.clause(CRAZY, "11(f)(2)")
def test_a_dealers_jackpot_is_divided_equally_and_the_line_says_so() -> None:
    bets = "five_card_hand_bonus_dealer 1"
    players = {seat: Player(cards, bets) for seat, cards in enumerate(("9c 7d 5c 3d 2h", "9d 7c 5s 3h 2d", ACES), 1)}
    game = settled(players, "4h 5h 6h 7h 8h", shown={"five_card_hand": "10000.10"})
    lines = [game.line(seat, "five_card_hand_bonus_dealer") for seat in players]
    # The three wagers bring 30 cents; a tenth of 10,000.40 is 1,000.04, which is 333.34 each; two cents stay.
    assert {(str(line.paid), line.clause) for line in lines} == {("333.34", "11(f)(2)")}
    assert {line.hand.split(", ")[-1] for line in lines} == {"a third of 10%"}
    alone = settled({1: players[1], 2: Player("9d 7s 5s 3h 2d")}, "4h 5h 6h 7h 8h", shown={"five_card_hand": "10000"})
    assert (str(alone.line(1, "five_card_hand_bonus_dealer").paid), cited(alone)["five_card_hand_bonus_dealer"]) == (
        *("1000.01", "11(f)(1)"),
    )


@pytest.mark.clause(CRAZY, "13(f) PTMGL04", "5(d)(2)", "5(d)(5)")
def test_a_royal_flush_under_ptmgl04_cites_the_reading_and_a_straight_flush_the_table() -> None:
    terms = crazy_four(link_progressive="PTMGL04")
    for cards, clause in (
        ("Ah Kh Qh Jh Th", "reading link-royal-as-straight-flush"),
        ("5h 6h 7h 8h 9h", "13(f) PTMGL04"),
    ):
        players = {1: Player(cards, "link_progressive 1"), 2: Player("9c 7d 5c 3d 2s", "link_progressive 1")}
        game = settled(players, KING_HIGH, terms)
        assert cited(game)["link_progressive"] == clause
        assert [(str(line.paid), line.clause) for line in game.lines(2, "link_envy_bonus")] == [("250.00", clause)]


# Validation and paper


def waits(bet: str, cards: str, terms: Terms | None = None) -> Game:
    return at_settlement({1: Player(cards, bet)}, KING_HIGH, terms).settle()


@pytest.mark.clause(CRAZY, "10(e)(3)", "10(e)(4)", "10(f)(2)", "10(f)(3)", "13(d)d", "13(d)a", "13(c)")
@pytest.mark.parametrize(
    ("wager", "cards", "floor", "paper"),
    [
        ("four_card_progressive", "Ah Ac Ad As 2h", "10(e)(3)", "10(e)(4)"),
        ("five_card_progressive", "5h 6h 7h 8h 9h", "10(e)(3)", "10(e)(4)"),
        ("link_progressive", "5h 6h 7h 8h 9h", "13(d)d", "reading link-documentation"),
        ("five_card_hand_bonus_player", "5h 6h 7h 8h 9h", "10(f)(2)", "10(f)(3)"),
    ],
)
def test_a_share_of_a_meter_waits_for_the_floor_and_its_paper(wager: str, cards: str, floor: str, paper: str) -> None:
    game = waits(f"{wager} 1", cards)
    assert game.round.phase is Phase.VALIDATION
    assert game.refused(Validate(1, wager, "")).clause == paper
    assert game.refused(Validate(2, wager, "form 1")).clause == floor
    assert game.refused(Settle({})).clause == "10(c)"
    assert game.do(Validate(1, wager, "form 1")).round.finished


@pytest.mark.clause(CRAZY, "10(e)(3)", "10(f)(2)", "13(d)d")
@pytest.mark.parametrize(
    ("wager", "held"),
    [("four_card_progressive", True), ("link_progressive", True), ("five_card_hand_bonus_player", False)],
)
def test_small_lines_wait_for_the_floor_too_but_not_those_of_the_hand_bonus(wager: str, held: bool) -> None:
    cards = "2h 5h 9h Jh Kh" if "bonus" in wager else "9c 9d 9h 4s 2c"  # a flush; three of a kind
    game = waits(f"{wager} 1", cards)
    assert (game.round.phase is Phase.VALIDATION) is held
    if held:
        game.do(Validate(1, wager, ""))  # from the tray: no paper
    assert game.round.finished


# Submissions


@pytest.mark.clause(CRAZY, "13(h)", "13(f)", "13(f) PTMGL02", "13(f) PTMGL01")
def test_linked_games_agree_in_table_wager_and_decks() -> None:
    def of_link(**game: object) -> list[str]:
        linked = {"title": "Other Poker", "paytable": "PTMGL01", "wager": "1", "decks": 1, **game}
        return breaches(CRAZY, {"link_progressive": "PTMGL01", "links": [linked]})

    assert of_link() == []
    for other in ({"paytable": "PTMGL04"}, {"wager": "5"}, {"decks": 2}):
        (breach,) = of_link(**other)
        assert f"{CRAZY} 13(h):" in breach
    (amounts,) = breaches(CRAZY, {"link_progressive": "PTMGL01", "amounts": {"link_progressive": ["1", "5"]}})
    assert f"{CRAZY} 13(h):" in amounts
    (second,) = breaches(CRAZY, {"link_progressive": "PTMGL02", "amounts": {"link_progressive": ["1"]}})
    assert "reading link-wager-amount" in second


@pytest.mark.clause(CRAZY, "12(d)", "4(g)", "8(a)(1)", "2(b)", "13(f)", "11(c)", "11(d)(1)")
@pytest.mark.parametrize(
    ("choices", "clause"),
    [
        ({"cover_all": True, "shuffler": "automated"}, "12(d)"),
        ({"cover_all": True, "shuffler": "none"}, "12(d)"),
        ({"shuffler": "reshuffling_device", "dealing": "automated_shoe"}, "4(g)"),
        ({"dealing": "hand", "shuffler": "none"}, "8(a)(1)"),
        ({"decks": 2, "shuffler": "none"}, "2(b)"),
        ({"link_progressive": "PTMGL03"}, "13(f)"),
        ({"queens_up": "E"}, "11(c)"),
        ({"four_card_progressive": "C"}, "11(d)(1)"),
    ],
)
def test_what_a_submission_may_not_choose(choices: dict[str, Any], clause: str) -> None:
    assert any(f"{CRAZY} {clause}:" in breach for breach in breaches(CRAZY, choices))


@pytest.mark.clause(CRAZY, "12(d)")
def test_cover_all_with_the_device_named_or_where_the_reading_waives_it() -> None:
    assert breaches(CRAZY, {"cover_all": True, "shuffler": "player_counting"}) == []
    waived = {"cover_all": True, "shuffler": "none", "readings": {"cover-all-device": "any"}}
    assert breaches(CRAZY, waived) == []


@pytest.mark.clause(CRAZY, "1 Magic Card Bonus", "1 Lucky Bonus", "11(f)(3)")
def test_a_draw_is_hidden_until_settlement_and_pays_by_its_odds() -> None:
    terms = crazy_four(magic_card=True, lucky_bonus=True)
    game = Game(terms).wager(1, "ante 10, super_bonus 10, five_card_hand_bonus_player 2").do(CloseBets())
    assert game.refused(Deal(parse_cards(ACES))).clause == "reading draw-time"
    game.do(Draw(card("7s"), 1), Deal(parse_cards(ACES)), Deal(parse_cards(KING_HIGH)))
    shown = view(game.round, 1)
    assert (shown.magic_card, shown.lucky_position) == (None, None)
    game.do(Bet(1, money("10")), Reveal()).finish()
    assert game.bonuses(1, "magic_card") == ["40.00"]  # 20 for 1 on 2
    assert game.bonuses(1, "lucky_bonus") == ["10.00"]  # 5 for 1 on 2
    assert {cited(game)[name] for name in ("magic_card", "lucky_bonus")} == {"11(f)(3)"}


@pytest.mark.clause(CRAZY, "10(c)(1)", "10(c)")
def test_hands_are_opened_from_the_dealers_right_each_in_its_turn() -> None:
    players = {seat: Player(cards) for seat, cards in enumerate(("9c 7d 5c 3d 2h", "9d 7c 5s 3h 2d", ACES), 1)}
    game = settled(players, KING_HIGH)
    assert [event.seat for event in game.events if isinstance(event, HandOpened)] == [3, 2, 1]


def test_unlawful_terms_are_refused_whole() -> None:
    with pytest.raises(Refused, match=r"12\(d\)"):
        crazy_four(shuffler="none")
