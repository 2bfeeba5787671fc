"""What a hand is now and may become, counted by hand."""

import pitboss
from pitboss.engine import Round, view
from pitboss.engine.actions import Bet, CloseBets, PlaceWager
from pitboss.engine.autoplay import House, act, next_step
from pitboss.engine.outlook import outlook
from pitboss.money import Amount

FIVE = Amount.parse("5")


def dealt(cards: str, bets: int) -> Round:
    house = House(iter(pitboss.parse_cards(cards)), {})
    round = pitboss.open_round(pitboss.terms("ma-criss-cross"))
    for action in (PlaceWager(1, "ante_across", FIVE), PlaceWager(1, "ante_down", FIVE), CloseBets()):
        round, _ = act(round, house, action)
    left = bets
    while True:
        step = next_step(round, house)
        if step is None and not left:
            return round
        left -= step is None
        round, _ = act(round, house, step or Bet(1, FIVE))


CARDS = "Qs Kh 2h 6h 4h 7s 7c"  # top, left, middle, right, bottom, then the two of the player


def test_a_pair_before_a_card_is_turned_up() -> None:
    round = dealt(CARDS, 0)
    across, down = outlook(round.terms, view(round, 1))
    assert (across.title, across.now, across.missing, across.ways) == ("Across Hand", "pair of sevens", 3, 19_600)
    # Both sevens: 48. A seven and a pair, 2 x 12 x 6, or three of a kind, 12 x 4. A seven and two others, 2 x 66 x 16.
    # A pair and another, 12 x 6 x 44. Three others, 220 x 64.
    assert [(chance.kind, chance.ways) for chance in across.chances] == [
        ("four of a kind", 48),
        ("full house", 192),
        ("three of a kind", 2_112),
        ("two pair", 3_168),
        ("pair", 14_080),
    ]
    assert down.chances == across.chances


def test_one_card_is_missing() -> None:
    round = dealt(CARDS, 1)
    across, down = outlook(round.terms, view(round, 1))
    assert (across.now, across.missing, across.ways) == ("pair of sevens", 1, 48)
    # Two sevens; three kings and three sixes; the other forty.
    assert [(chance.kind, chance.ways) for chance in across.chances] == [
        ("three of a kind", 2),
        ("two pair", 6),
        ("pair", 40),
    ]
    assert down.missing == 3


def test_nobody_learns_more_than_is_seen() -> None:
    one, other = dealt(CARDS, 1), dealt("3s Kh 9d 6h Tc 7s 7c", 1)  # they differ in what lies face down
    assert outlook(one.terms, view(one, 1)) == outlook(other.terms, view(other, 1))
    assert outlook(one.terms, view(one, None)) == ()


def test_five_cards_of_ones_own_are_a_whole_hand() -> None:
    house = House(iter(pitboss.parse_cards("Kc Th Kd 8c 2h 6d 3s 4s 5d 2c")), {})
    round = pitboss.open_round(pitboss.terms("ma-crazy-4"))
    for action in (PlaceWager(1, "ante", FIVE), PlaceWager(1, "super_bonus", FIVE), CloseBets()):
        round, _ = act(round, house, action)
    while (step := next_step(round, house)) is not None:
        round, _ = act(round, house, step)
    (hand,) = outlook(round.terms, view(round, 1))
    assert (hand.now, hand.missing, hand.chances) == ("pair of kings", 0, ())
