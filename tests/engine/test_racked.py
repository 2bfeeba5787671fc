"""When a hand leaves play: at a fold unless a wager keeps it on the table, and when it is settled."""

import pytest

from engine.crazy_rounds import FOLD, Player, at_decision, at_settlement, crazy_four
from engine.crazy_rounds import settled as crazy_settled
from engine.rounds import (
    CARD_ROOM,
    MA,
    MD,
    NJ,
    bet_on,
    case,
    dealt,
    events_of,
    moves,
    settlement,
    table,
    wagered,
)
from pitboss.engine import Round, RoundEvent, play
from pitboss.engine.actions import Fold, Reveal, Settle
from pitboss.engine.events import CardsRevealed, Folded, HandRacked, LineSettled, RoundSettled, WheelSpun
from pitboss.engine.view import view

# Seats 1 and 4; the cross holds a pair of 8s.
CARDS = "cross 2c 8d Kh 8s 5c, 1 9c 9d, 4 Qc 3d, burn 9h 4s 7d Js"
UNTIL = {
    "across": "",
    "down": "1 bets 10; 4 bets 10; reveal",
    "middle": "1 bets 10; 4 bets 10; reveal; 1 bets 10; 4 bets 10; reveal",
}


def about_to_fold(rulebook: str, street: str, bonus: str = "") -> Round:
    """Seat 1's turn at a bet, with a bonus wager or without."""
    choices = {} if rulebook == CARD_ROOM else {"five_card_bonus": True}
    round = dealt(wagered(table(rulebook, **choices), f"1: antes 10{bonus}; 4: antes 10"), CARDS)
    return play(round, *moves(UNTIL[street])) if UNTIL[street] else round


def racked(events: tuple[RoundEvent, ...] | list[RoundEvent]) -> list[int]:
    return [event.seat for event in events if isinstance(event, HandRacked)]


FOLDS = [
    case(MA, "10(b)", "across", id="across"),
    case(MA, "10(d)", "down", id="down"),
    case(MA, "10(f)", "middle", id="middle"),
    case(MD, "11.B(2)(b)", "across", id="across"),
    case(MD, "11.D(1)(b)", "down", id="down"),
    case(MD, "11.F(1)(b)", "middle", id="middle"),
    case(NJ, "40.10(d)", "across", id="across"),
    case(NJ, "40.10(f)", "down", id="down"),
    case(NJ, "40.10(g)", "middle", id="middle"),
    case(CARD_ROOM, "Round 1", "across", id="across"),
    case(CARD_ROOM, "Round 3", "down", id="down"),
    case(CARD_ROOM, "Round 5", "middle", id="middle"),
]


@pytest.mark.parametrize(("rulebook", "street"), FOLDS)
def test_a_hand_folded_without_a_bonus_is_collected_with_its_wagers_and_leaves_play(rulebook: str, street: str) -> None:
    round = about_to_fold(rulebook, street)
    events = events_of(round, Fold(1))
    assert events[0] == Folded(1, street)
    lost = {event.line.wager for event in events if isinstance(event, LineSettled)}
    assert lost == set(round.seats[1].wagers)
    assert events[-1] == HandRacked(1)
    after = play(round, Fold(1))
    assert after.seats[1].racked
    seen = view(after, 4).seat(1)
    assert (seen.racked, seen.cards, seen.face_down) == (True, (), 0)
    assert not view(after, 4).seat(4).racked


KEPT = [
    case(MD, ["11.B(3)", "11.B(2)(b)"], "across", id="across"),
    case(MD, ["11.D(2)", "11.D(1)(b)"], "down", id="down"),
    case(MD, ["11.F(2)", "11.F(1)(b)"], "middle", id="middle"),
    case(CARD_ROOM, "5 Card Bonus 5", "across", id="across"),
    case(CARD_ROOM, "5 Card Bonus 5", "down", id="down"),
    case(CARD_ROOM, "5 Card Bonus 5", "middle", id="middle"),
]


@pytest.mark.parametrize(("rulebook", "street"), KEPT)
def test_a_hand_folded_with_a_bonus_is_kept_face_down_until_that_is_settled(rulebook: str, street: str) -> None:
    round = about_to_fold(rulebook, street, ", five_card_bonus 5")
    assert racked(events_of(round, Fold(1))) == []
    after = play(round, Fold(1))
    seen = view(after, 4).seat(1)
    assert (seen.racked, seen.cards, seen.face_down) == (False, (), 2)
    happened = settlement(bet_on(after))
    bonus = next(event for event in happened if isinstance(event, LineSettled) and event.line.seat == 1)
    assert bonus.line.wager == "five_card_bonus"
    assert happened.index(HandRacked(1)) > happened.index(bonus)


@pytest.mark.clause(CARD_ROOM, "6 Card Bonus 3", "6 Card Bonus 4")
def test_the_card_room_keeps_a_folded_hand_for_the_6_card_bonus_until_it_is_opened() -> None:
    after = play(about_to_fold(CARD_ROOM, "down", ", five_card_bonus 5, six_card_bonus 5"), Fold(1))
    assert not after.seats[1].racked
    happened = settlement(bet_on(after))
    six = next(n for n, e in enumerate(happened) if isinstance(e, LineSettled) and e.line.wager == "six_card_bonus")
    assert happened.index(HandRacked(1)) > six


@pytest.mark.parametrize(
    ("rulebook", "street"),
    [case(MA, "10(b)", "across", id="across"), case(NJ, "40.10(f)", "down", id="down")],
)
def test_massachusetts_and_new_jersey_collect_a_folded_hand_though_its_bonus_plays_on(
    rulebook: str, street: str
) -> None:
    assert racked(events_of(about_to_fold(rulebook, street, ", five_card_bonus 5"), Fold(1))) == [1]


@pytest.mark.parametrize(
    "rulebook",
    [
        case(MA, "10(h)(5)(i)"),
        case(MD, "11.I(3)(a)"),
        case(NJ, "40.10(i)4"),
        case(CARD_ROOM, "Paying Out 3"),
    ],
)
def test_a_settled_hand_leaves_play_before_the_next_is_settled(rulebook: str) -> None:
    round = bet_on(about_to_fold(rulebook, "across"))
    first = events_of(round, Settle())
    assert racked(first) == [4]
    last_line = max(n for n, event in enumerate(first) if isinstance(event, LineSettled))
    assert first.index(HandRacked(4)) > last_line
    after = play(round, Settle())
    assert view(after, None).seat(4).racked
    assert not view(after, None).seat(1).racked
    second = events_of(after, Settle())
    assert racked(second) == [1]
    assert second[-1] == RoundSettled()


@pytest.mark.clause(MD, "11.I(3)(a)", "11.H(1)")
def test_maryland_settles_every_bonus_with_the_hands_on_the_table() -> None:
    round = bet_on(about_to_fold(MD, "across", ", five_card_bonus 5"))
    assert racked(events_of(round, Settle())) == []


@pytest.mark.clause(NJ, "40.10(i)4", "40.10(i)2")
def test_new_jersey_comes_back_to_the_player_after_the_hand_was_racked() -> None:
    round = wagered(table(NJ, bonus_spin="5-fixed"), "1: antes 10, bonus_spin 5; 4: antes 10")
    happened = settlement(bet_on(dealt(round, CARDS)), spins={1: 1})
    spun = next(n for n, event in enumerate(happened) if isinstance(event, WheelSpun))
    assert happened.index(HandRacked(1)) < spun
    assert racked(happened) == [4, 1]


# Crazy 4 Poker: the dealer collects what was forfeited, then turns the own cards.

FLUSH, JUNK, DEALER = "2h 5h 9h Jh Kh", "Js 9d 7c 4s 2d", "Qd Ts 7s 4d 3s"


@pytest.mark.clause("ma-crazy-4", "10(c)", "10(b)")
def test_forfeited_wagers_and_hands_are_collected_before_the_dealers_cards_are_turned() -> None:
    players = {2: Player(FLUSH, "queens_up 5", FOLD), 4: Player(JUNK)}
    game = at_decision(players, DEALER)
    assert events_of(game.round, Fold(2)) == (Folded(2, "play"),)
    game.decide_all({2: players[2], 4: players[4]})
    turned = game.events.index(CardsRevealed(("dealer",)))
    last = game.events[turned - 4 : turned]
    assert [event.line.wager for event in last if isinstance(event, LineSettled)] == [
        "ante",
        "super_bonus",
        "queens_up",
    ]
    assert last[-1] == HandRacked(2)
    assert {line.seat for line in game.round.lines} == {2}


@pytest.mark.clause("ma-crazy-4", "10(c)", "10(f)")
def test_a_folded_hand_stays_while_a_bet_on_it_stands_by_the_reading() -> None:
    terms = crazy_four(readings={"five-card-hand-bonus-on-fold": "both-stand"})
    players = {2: Player(FLUSH, "five_card_hand_bonus_player 1", FOLD), 4: Player(JUNK)}
    game = at_settlement(players, DEALER, terms)
    assert not game.round.seats[2].racked
    assert racked(game.finish().events) == [4, 2]
    assert racked(crazy_settled(players, DEALER).events) == [2, 4]


@pytest.mark.clause("ma-crazy-4", "10(c)")
def test_when_all_have_folded_everything_is_collected_before_the_reveal() -> None:
    players = {2: Player(FLUSH, play=FOLD), 4: Player(JUNK, play=FOLD)}
    game = at_decision(players, DEALER).do(Fold(2), Fold(4))
    assert game.round.lines == ()
    events = events_of(game.round, Reveal())
    assert racked(events) == [2, 4]
    assert events[-1] == CardsRevealed(("dealer",))
