"""Crazy 4 Poker 10(e): the floor validates, the winner is paid, then Envy is: in that order, whatever comes between."""

import json

import pytest

from engine.crazy_rounds import Game, Player, at_settlement, crazy_four
from pitboss.engine import Phase
from pitboss.engine.actions import Abandon, CallOff, Validate, Void
from pitboss.engine.correction import settled_again, settled_as_played
from pitboss.engine.dispute.calculator import settle_dispute
from pitboss.engine.dispute.retelling import facts_of
from pitboss.engine.events import LineSettled, PayoutHeld, PayoutValidated
from pitboss.money import Amount

ACES, QUADS, JUNK, DEALER = "Ac Ad Ah As 2c", "Kc Kd Kh Ks 2d", "Js 9d 7c 4c 2h", "Qc Jd 8s 5h 3d"
ENVY, WAGER = "four_card_envy_bonus", "four_card_progressive"
order = pytest.mark.clause("ma-crazy-4", "10(e)", "10(e)(3)", "10(e)(4)", "10(e)(5)")


def held(**choices: object) -> Game:
    """Seat 1 holds aces and its payout waits; seat 6, settled before it, made the same wager."""
    players = {1: Player(ACES, f"{WAGER} 1"), 6: Player(JUNK, f"{WAGER} 1")}
    game = at_settlement(players, DEALER, crazy_four(**choices)).settle().settle()
    assert game.round.phase is Phase.VALIDATION
    return game


@order
def test_envy_waits_until_the_hand_that_brings_it_was_validated() -> None:
    game = held()
    assert game.bonuses(6, ENVY) == []
    game.do(Validate(1, WAGER, "form 1"))
    assert game.bonuses(6, ENVY) == ["100.00"]
    steps = [
        event
        for event in game.events
        if isinstance(event, PayoutHeld | PayoutValidated)
        or (isinstance(event, LineSettled) and event.line.wager == ENVY)
    ]
    assert [type(event) for event in steps] == [PayoutHeld, PayoutValidated, LineSettled]


@order
@pytest.mark.clause("ma-crazy-4", "10(e)(5)(i)", "13(e)a")
def test_each_of_two_payouts_of_a_hand_brings_its_own_envy_when_it_was_validated() -> None:
    both = f"{WAGER} 1, five_card_progressive 1"
    royal = "Ah Kh Qh Jh Th"  # a four-card straight flush, and a royal flush of five
    game = at_settlement({1: Player(royal, both), 6: Player(JUNK.replace("2h", "2s"), both)}, DEALER).settle().settle()
    game.do(Validate(1, "five_card_progressive", "form 1"))
    assert (game.bonuses(6, ENVY), game.bonuses(6, "five_card_envy_bonus")) == ([], ["1000.00"])
    game.do(Validate(1, WAGER))
    assert game.bonuses(6, ENVY) == ["5.00"]


@order
@pytest.mark.clause("ma-crazy-4", "1 Four-Card Envy Bonus")
def test_a_hand_whose_player_is_owed_nothing_brings_envy_in_its_turn() -> None:
    game = at_settlement({1: Player(ACES), 6: Player(JUNK, f"{WAGER} 1")}, DEALER).settle().settle()
    assert game.bonuses(6, ENVY) == ["100.00"]


@order
@pytest.mark.clause("ma-crazy-4", "14(c)")
@pytest.mark.parametrize("reading", ["reversed", "paid-stands"])
def test_a_round_void_while_the_hand_waits_leaves_nobody_its_envy(reading: str) -> None:
    game = held(readings={"void-after-settlement": reading})
    game.do(Void("14(c)", "six cards"))
    assert game.bonuses(6, ENVY) == []


@order
@pytest.mark.clause("ma-crazy-4", "6(b)")
def test_the_holder_who_leaves_while_it_waits_takes_nothing_from_the_others() -> None:
    players = {1: Player(ACES, f"{WAGER} 1, cover_all 5"), 6: Player(JUNK, f"{WAGER} 1")}
    game = at_settlement(players, DEALER).settle().settle().do(Abandon(1), Validate(1, WAGER, "form 1"))
    assert game.bonuses(6, ENVY) == ["100.00"]


@order
@pytest.mark.clause("ma-crazy-4", "6(b)")
def test_a_player_who_leaves_before_it_is_paid_is_not_paid_and_the_round_is_retold_so() -> None:
    players = {1: Player(ACES, f"{WAGER} 1"), 6: Player(JUNK, f"{WAGER} 1, cover_all 5")}
    game = at_settlement(players, DEALER).settle().settle().do(Abandon(6), Validate(1, WAGER, "form 1")).finish()
    assert game.bonuses(6, ENVY) == []
    told_again(game)


@order
def test_a_system_that_fails_while_it_waits_brings_no_envy_and_the_round_is_retold_so() -> None:
    players = {1: Player("8h 7h 6c 4d 2s", f"{WAGER} 1"), 3: Player(ACES, f"{WAGER} 1"), 6: Player(JUNK, f"{WAGER} 1")}
    game = at_settlement(players, DEALER).settle().settle()
    (rule,) = game.terms.rulebook.table.call_offs
    game.do(CallOff(rule.wagers, rule.clause, "it went dark"), Validate(3, WAGER, "form 1")).finish()
    assert (game.bonuses(1, ENVY), game.bonuses(6, ENVY)) == ([], [])
    assert game.result(1, WAGER) == "returned 0.00 back 1.00"
    told_again(game)


@order
@pytest.mark.clause("ma-crazy-4", "14(c)")
def test_the_dispute_calculator_pays_no_envy_for_a_hand_that_was_not_validated() -> None:
    seat = {"wagers": {"ante": "10", "super_bonus": "10", "play": "10", WAGER: "1"}}
    document = {
        "rulebook": "ma-crazy-4",
        "submission": {
            "queens_up": "A",
            WAGER: "A",
            "meters": {"four_card": {"rate": "12.5%", "seed": "7500", "reset": "5000"}},
            "readings": {"void-after-settlement": "paid-stands"},
        },
        "dealer": DEALER.split(),
        "meters": {"four_card": "7500.25"},
        "seats": [
            {"seat": 1, "cards": ACES.split(), **seat},
            {"seat": 2, "cards": QUADS.split(), **seat},
        ],
        "void": {
            "clause": "14(c)",
            "reason": "six cards",
            "at": "validation",
            "after": {"seat": 1, "wager": WAGER},
        },
    }
    answer = settle_dispute(json.dumps(document))
    # Seat 2's kings: Play 10 won beside the Ante returned, Super Bonus 30 to 1, 300 for 1: 10 + 20 + 310 + 300.
    assert [seat.returned for seat in answer.seats if seat.seat == 2] == [Amount.parse("640.00")]


def told_again(game: Game) -> None:
    """The facts of a round that was played settle to what was paid."""
    terms, shown = game.terms, {name: meter.shows for name, meter in game.meters.items()}
    facts = facts_of(terms, game.events, shown)
    meters = {name: Amount.parse(amount) for name, amount in facts["meters"].items()}
    seats = game.round.seats
    assert settled_again(terms, seats, meters, facts).lines == settled_as_played(terms, game.events).lines
