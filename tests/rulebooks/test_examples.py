"""The rulebooks under examples/: other games from data alone, settled by hand and solved to published values."""

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.cli.rules_lint import every_fault
from pitboss.engine import Phase, Round, RoundAction, RoundEvent, check, decide, legal, open_round, play, replay, view
from pitboss.engine.actions import Bet, Check, CloseBets, Deal, Fold, PlaceWager, Reveal, Settle, Withdraw
from pitboss.engine.dispute.calculator import settle_dispute
from pitboss.engine.dispute.retelling import facts_of
from pitboss.engine.lines import Result
from pitboss.mathematics import main_game
from pitboss.mathematics.side_wagers import odds
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, Violation, full_terms

FOLDER = Path(__file__).parents[2] / "examples" / "rulebooks"
EXAMPLES = [
    "caribbean-stud",
    "detroit-criss-cross",
    "let-it-ride",
    "pa-mississippi-stud",
    "three-card-poker",
    "ultimate-texas-holdem",
]
FIVE = Amount.parse("5")


def terms_of(name: str) -> Terms:
    return full_terms(FOLDER / name)


def dealt(name: str, *cards: str, **wagers: Amount) -> Round:
    """A round of one player, every card dealt in the rulebook's order."""
    round = open_round(terms_of(name))
    for wager, amount in wagers.items():
        round = play(round, PlaceWager(1, wager, amount))
    round = play(round, CloseBets())
    for card in cards:
        round = play(round, Deal(parse_cards(card)))
    return round


def nets(round: Round) -> dict[str, str]:
    while not round.finished:
        round = play(round, Settle())
    return {line.wager: str(line.returned - line.stake) for line in round.lines}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_no_fault_and_is_rehearsed(name: str) -> None:
    assert every_fault(FOLDER / name) == []


def test_there_is_no_other_example() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == EXAMPLES


# Published values: 58 Pa. Code 655a's game, Let It Ride and Three Card Poker with their usual tables.


def test_mississippi_stud_is_worth_what_is_published() -> None:
    found = main_game.solve(terms_of("pa-mississippi-stud"))
    assert found.ev == Fraction(-53223, 1082900)
    assert found.antes == 1


def test_let_it_ride_is_worth_what_is_published() -> None:
    found = main_game.solve(terms_of("let-it-ride"))
    assert found.ev == Fraction(-1822224, 51979200)
    assert round(float(found.average_wager), 4) == 1.2237


def test_three_card_poker_and_pair_plus_are_worth_what_is_published() -> None:
    terms = terms_of("three-card-poker")
    found = main_game.solve(terms)
    assert found.ev == Fraction(-13733780, 407170400)
    assert round(float(found.actions["play"]["fold"]), 4) == 0.3258
    (pair_plus,) = odds(terms)
    # 48 straight flushes, 52 threes, 720 straights, 1,096 flushes and 3,744 pairs among 22,100 hands
    won = 48 * 40 + 52 * 30 + 720 * 6 + 1096 * 3 + 3744
    assert pair_plus.ev == Fraction(won - (22100 - 48 - 52 - 720 - 1096 - 3744), 22100)


def test_caribbean_stud_is_worth_what_is_published() -> None:
    """5.2243% of the Ante, 2.555% of all that is wagered, and 52.23% of hands raised."""
    found = main_game.solve(terms_of("caribbean-stud"))
    assert found.deals == comb(52, 5) * 47 * comb(46, 4)
    assert round(float(found.house_edge), 6) == 0.052243
    assert round(float(found.element_of_risk), 5) == 0.02555
    assert round(float(found.actions["raise"]["2x"]), 4) == 0.5223


def test_trips_is_worth_what_the_count_of_seven_cards_makes_it() -> None:
    counts = {50: 4_324, 40: 37_260, 30: 224_848, 8: 3_473_184, 7: 4_047_644, 4: 6_180_020, 3: 6_461_620}
    lost = comb(52, 7) - sum(counts.values())
    (trips,) = odds(terms_of("ultimate-texas-holdem"))
    assert trips.ev == Fraction(sum(pays * count for pays, count in counts.items()) - lost, comb(52, 7))


def test_what_is_out_of_reach_of_counting_says_how_far_it_is() -> None:
    with pytest.raises(Refused) as refused:
        main_game.solve(terms_of("ultimate-texas-holdem"))
    far = comb(52, 2) // 24 * comb(50, 3) * comb(47, 2) * comb(45, 2)  # suits may be named in 24 orders
    assert str(refused.value) == (
        f"ultimate-texas-holdem: solving: Got an exact solution by {far:,} evaluations; "
        "expected at most 200,000,000,000 (pitboss simulate --strategy sampled gives an estimate)."
    )


# Rounds settled by hand


def test_bets_that_ride_are_paid_and_one_taken_back_is_returned() -> None:
    round = dealt("let-it-ride", "Ts", "Td", "4c", "Th", "2d", bet_1=FIVE, bet_2=FIVE, bet_3=FIVE)
    assert {
        option.action for option in legal(round) if option.seat == 1 and option.action in ("check", "withdraw")
    } == {
        "check",
        "withdraw",
    }
    choice = view(round, 1).choice
    assert choice is not None
    assert (choice.bet, choice.check, choice.withdraw, choice.fold) == (None, True, "bet_1", False)
    assert isinstance(decide(round, Fold(1)), Violation)
    assert isinstance(decide(round, Bet(1, FIVE)), Violation)
    round = play(round, Withdraw(1))
    assert [(line.wager, line.result, str(line.returned)) for line in round.lines] == [
        ("bet_1", Result.RETURNED, "5.00")
    ]
    round = play(round, Reveal(), Check(1), Reveal())
    assert nets(round) == {"bet_1": "0.00", "bet_2": "15.00", "bet_3": "15.00"}  # three tens pay 3 to 1


def test_the_facts_of_a_round_with_a_bet_taken_back_settle_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_RULEBOOKS", str(FOLDER))
    round, events = open_round(terms_of("let-it-ride")), list[RoundEvent]()
    wagers: list[RoundAction] = [PlaceWager(1, wager, FIVE) for wager in ("bet_1", "bet_2", "bet_3")]
    deal = [Deal(parse_cards(card)) for card in ("Ts", "Td", "4c", "Th", "2d")]
    for step in (*wagers, CloseBets(), *deal, Check(1), Reveal(), Withdraw(1), Reveal(), Settle()):
        outcome = decide(round, step)
        assert not isinstance(outcome, Violation), str(outcome)
        events += outcome
        round = replay(round, outcome)
    assert round.phase is Phase.SETTLED
    facts = facts_of(round.terms, events)
    assert facts["seats"][0]["withdrawn"] == ["bet_2"]
    assert facts["community"] == {"first": "Th", "second": "2d"}
    answer = settle_dispute(json.dumps(facts))
    assert answer.seats[0].lines == round.lines
    assert str(answer.seats[0].net) == "30.00"  # two bets at 3 to 1


def test_a_street_is_bet_or_folded() -> None:
    round = dealt("pa-mississippi-stud", "6s", "6d", "Kc", "4d", "2h", ante=FIVE)
    assert check(round, Check(1)) is not None
    round = play(round, Bet(1, FIVE), Reveal(), Bet(1, FIVE * 3), Reveal(), Fold(1))
    assert nets(round) == {"ante": "-5.00", "third_street": "-5.00", "fourth_street": "-15.00"}


@pytest.mark.parametrize(
    ("own", "dealer", "expected"),
    [
        # jack high does not qualify: the Ante pays, Play goes back
        ("Qs 8d 2c", "Js 9d 3c", {"ante": "5.00", "play": "0.00", "pair_plus": "-5.00"}),
        # a straight beats a pair, and brings the bonus and Pair Plus
        ("4s 5d 6c", "Ks Kd 3c", {"ante": "5.00", "play": "5.00", "ante_bonus": "5.00", "pair_plus": "30.00"}),
        # a straight flush loses to a higher one, and brings its bonus all the same
        ("4s 5s 6s", "7d 8d 9d", {"ante": "-5.00", "play": "-5.00", "ante_bonus": "25.00", "pair_plus": "200.00"}),
        # threes rank above a straight
        ("2s 2d 2c", "Qs Kd Ac", {"ante": "5.00", "play": "5.00", "ante_bonus": "20.00", "pair_plus": "150.00"}),
        # and a straight above a flush
        ("As Ks 9s", "4h 5d 6c", {"ante": "-5.00", "play": "-5.00", "pair_plus": "15.00"}),
        # equal hands
        ("Qs 8d 2c", "Qd 8c 2h", {"ante": "0.00", "play": "0.00", "pair_plus": "-5.00"}),
    ],
)
def test_three_cards_against_the_dealers(own: str, dealer: str, expected: dict[str, str]) -> None:
    cards = [card for pair in zip(own.split(), dealer.split(), strict=True) for card in pair]
    round = dealt("three-card-poker", *cards, ante=FIVE, pair_plus=FIVE)
    assert nets(play(round, Bet(1, FIVE), Reveal())) == expected


def test_a_middle_bet_of_both_antes_together() -> None:
    cards = ["Ks", "Qh", "9d", "4c", "2s", "Kd", "7h"]  # top, left, middle, right, bottom, then the player's two
    round = dealt("detroit-criss-cross", *cards, ante_across=FIVE, ante_down=FIVE)
    round = play(round, Bet(1, FIVE), Reveal(), Bet(1, FIVE), Reveal())
    assert [str(option.amounts[0]) for option in legal(round) if option.action == "bet"] == ["10.00"]
    assert check(round, Bet(1, FIVE)) is not None
    round = play(round, Bet(1, Amount.parse("30")), Reveal())
    # Across: king, queen, nine, seven, four: nothing; Down: a pair of kings
    assert nets(round) == {
        "ante_across": "-5.00",
        "across": "-5.00",
        "ante_down": "5.00",
        "down": "5.00",
        "middle": "30.00",
    }


def caribbean(own: str, dealer: str) -> Round:
    """The dealer's last card is the one that lies face up."""
    cards = [card for pair in zip(own.split(), dealer.split(), strict=True) for card in pair]
    return dealt("caribbean-stud", *cards, ante=FIVE)


@pytest.mark.parametrize(
    ("own", "dealer", "expected"),
    [
        # ace and queen do not qualify, whoever has the better hand: the Ante pays, the Raise goes back
        ("2s 4d 6c 8h Ts", "Ah Qd 9c 5s 3h", {"ante": "5.00", "raise": "0.00"}),
        # ace, king and ten qualify, and ace, king and jack beat them
        ("As Kd Jc 8h 2s", "Ah Ks Tc 5s 3h", {"ante": "5.00", "raise": "10.00"}),
        ("2s 2d 6c 8h Ts", "Ah Ks Tc 5s 3h", {"ante": "5.00", "raise": "10.00"}),
        ("2s 2d 6c 6h Ts", "Ah Ad Tc 5s 3h", {"ante": "5.00", "raise": "20.00"}),
        ("2s 2d 2c 8h Ts", "Ah Ad Tc 5s 3h", {"ante": "5.00", "raise": "30.00"}),
        ("As 2d 3c 4h 5s", "Ah Ad Tc 5h 3h", {"ante": "5.00", "raise": "40.00"}),
        ("2s 4s 6s 8s Ts", "Ah Ad Tc 5h 3h", {"ante": "5.00", "raise": "50.00"}),
        ("2s 2d 2c 8h 8s", "Ah Ad Tc 5h 3h", {"ante": "5.00", "raise": "70.00"}),
        ("2s 2d 2c 2h Ts", "Ah Ad Ac Kh Kd", {"ante": "5.00", "raise": "200.00"}),
        ("2s 3s 4s 5s 6s", "Ah Ad Ac Kh Kd", {"ante": "5.00", "raise": "500.00"}),
        ("As Ks Qs Js Ts", "Ah Ad Ac Kh Kd", {"ante": "5.00", "raise": "1000.00"}),
        # beaten, and equal
        ("2s 3d 4c 5h 6s", "Ah Ad Ac Kh Kd", {"ante": "-5.00", "raise": "-10.00"}),
        ("As Kd 9c 5h 3s", "Ah Ks 9d 5s 3h", {"ante": "0.00", "raise": "0.00"}),
    ],
)
def test_a_raise_is_paid_by_its_table_only_against_a_dealer_with_ace_and_king(
    own: str, dealer: str, expected: dict[str, str]
) -> None:
    assert nets(play(caribbean(own, dealer), Bet(1, FIVE * 2), Reveal())) == expected


def test_a_raise_is_twice_the_ante_and_a_fold_loses_the_ante() -> None:
    round = caribbean("2s 4d 6c 8h Ts", "Ah Qd 9c 5s 3h")
    for refused in (Bet(1, FIVE), Bet(1, FIVE * 3), Check(1)):
        assert isinstance(decide(round, refused), Violation)
    seen = {place.place: place.cards for place in view(round, 1).places}
    assert seen == {"dealer": (), "upcard": parse_cards("3h")}
    assert nets(play(round, Fold(1))) == {"ante": "-5.00"}


BEFORE, FLOP, RIVER = "play_before_flop", "play_on_flop", "play_on_river"


@pytest.mark.parametrize(
    ("own", "dealer", "board", "steps", "expected"),
    [
        # four times before the flop; a dealer without a pair gives the Ante back, and a pair leaves the Blind unpaid
        (
            *("As Kh", "7c 2d", "Ad 9s 4c Jh 8h", [Bet(1, FIVE * 4), Reveal(), Reveal(), Reveal()]),
            {"ante": "0.00", "blind": "0.00", BEFORE: "20.00", "trips": "-5.00"},
        ),
        # twice on the flop: a flush pays the Blind 3 to 2 and Trips 7 to 1
        (
            *("Ks 9s", "Ah Ad", "2s 5s Js 3c 8d", [Check(1), Reveal(), Bet(1, FIVE * 2), Reveal(), Reveal()]),
            {"ante": "5.00", "blind": "7.50", FLOP: "10.00", "trips": "35.00"},
        ),
        # once on the river, and beaten
        (
            *("Qh 7c", "Kd Kc", "2s 5h 9d Jc 3s", [Check(1), Reveal(), Check(1), Reveal(), Bet(1, FIVE), Reveal()]),
            {"ante": "-5.00", "blind": "-5.00", RIVER: "-5.00", "trips": "-5.00"},
        ),
        # beaten by a dealer who does not qualify: the Ante goes back all the same
        (
            *("Qh 7c", "Kd 8c", "2s 5h 9d Jc 3s", [Bet(1, FIVE * 3), Reveal(), Reveal(), Reveal()]),
            {"ante": "0.00", "blind": "-5.00", BEFORE: "-15.00", "trips": "-5.00"},
        ),
        # a straight in the middle of the table ties; Trips is paid 4 to 1
        (
            *("2c 3d", "4h 5h", "Th Jd Qc Ks Ah", [Check(1), Reveal(), Bet(1, FIVE * 2), Reveal(), Reveal()]),
            {"ante": "0.00", "blind": "0.00", FLOP: "0.00", "trips": "20.00"},
        ),
        # three fours folded: Trips stands and is paid 3 to 1
        (
            *("4h 5c", "Kd 8c", "4s 4d Ks Qd 2h", [Check(1), Reveal(), Check(1), Reveal(), Fold(1), Reveal()]),
            {"ante": "-5.00", "blind": "-5.00", "trips": "15.00"},
        ),
    ],
)
def test_a_play_wager_is_made_once_and_the_blind_is_paid_on_a_win(
    own: str, dealer: str, board: str, steps: list[RoundAction], expected: dict[str, str]
) -> None:
    first = [card for pair in zip(own.split(), dealer.split(), strict=True) for card in pair]
    flop, turn, river = board[:8], board[9:11], board[12:]
    wagers = {"ante": FIVE, "blind": FIVE, "trips": FIVE}
    assert nets(play(dealt("ultimate-texas-holdem", *first, flop, turn, river, **wagers), *steps)) == expected


def test_each_chance_to_bet_has_amounts_of_its_own() -> None:
    cards = ["Qh", "Kd", "7c", "Kc", "2s 5h 9d", "Jc", "3s"]
    round = dealt("ultimate-texas-holdem", *cards, ante=FIVE, blind=FIVE)
    offered = []
    for _ in range(3):
        choice = view(round, 1).choice
        assert choice is not None
        offered.append(([str(amount) for amount in choice.amounts], choice.check, choice.fold))
        if choice.check:
            round = play(round, Check(1), Reveal())
    assert offered == [(["15.00", "20.00"], True, False), (["10.00"], True, False), (["5.00"], False, True)]
