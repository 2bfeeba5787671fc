"""Settlement by arrays, to the cent."""

from fractions import Fraction

import numpy as np
import pytest

from mathematics.any_game_brute_force import net
from pitboss.cards import DECK, parse_cards
from pitboss.program.program import MadeHand, Place, Program, Stake
from pitboss.program.settlement import settle_arrays
from pitboss.rulebooks import Refused
from program.games import PUSH, caribbean_stud, mississippi_stud, poker_holdem, three_card_poker

PROGRAMS = [mississippi_stud(), three_card_poker(), poker_holdem(), caribbean_stud()]


def cards_of(text: str) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    return np.array([[card.index for card in parse_cards(text)]], dtype=np.uint8)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_every_row_is_settled_as_the_hands_of_the_ranking_say(program: Program) -> None:
    chance = np.random.default_rng(11)
    deals = np.array([chance.permutation(52)[: program.slots] for _ in range(400)], dtype=np.uint8)
    stakes = 100 * chance.integers(0, 4, size=(400, len(program.stakes)))
    for row, found in enumerate(settle_arrays(program, deals, stakes)):
        cards = {slot: DECK[card] for slot, card in enumerate(deals[row])}
        for place, stake in enumerate(program.stakes):
            staked = stakes[row, place if stake.on is None else stake.on]
            assert found[place] == staked * net(program, stake, cards)


def test_three_card_poker_by_hand() -> None:
    # Threes against a dealer with a pair; jack high against a dealer without a queen; a tie.
    deals = np.vstack(
        [
            cards_of("9c 9d 9h Ks Kd 2c"),
            cards_of("Jc 8d 2h Ts 5d 3c"),
            cards_of("Ac 8d 2h As 8c 2d"),
        ]
    )
    nets = settle_arrays(three_card_poker(), deals, np.array([500, 500, 0], dtype=np.int64))
    assert nets.tolist() == [[500, 500, 2000], [500, 0, 0], [0, 0, 0]]


def test_a_fold_loses_what_does_not_outlive_it_and_every_bonus() -> None:
    hand = MadeHand("hand", (0, 1, 2), three_card_poker().hands[0].ranking)
    won = ((2,) * hand.strengths,)
    stakes = (
        Stake("ante", (0,), won, antes=1),
        Stake("side", (0,), won, antes=1, stands_on_fold=True),
        Stake("bonus", (0,), won, on=0),
    )
    program = Program("fold", (Place("own", (0, 1, 2)),), (hand,), stakes)
    deals = np.vstack([cards_of("9c 9d 9h")] * 2)
    nets = settle_arrays(program, deals, np.array([100, 300, 0], dtype=np.int64), np.array([True, False]))
    assert nets.tolist() == [[-100, 600, 0], [200, 600, 200]]


def test_what_does_not_come_to_whole_cents_is_refused() -> None:
    hand = MadeHand("hand", (0, 1, 2), three_card_poker().hands[0].ranking)
    half = ((Fraction(3, 2),) * (hand.strengths - 1) + (PUSH,),)
    program = Program("halves", (Place("own", (0, 1, 2)),), (hand,), (Stake("ante", (0,), half, antes=1),))
    assert settle_arrays(program, cards_of("9c 9d 9h"), np.array([102], dtype=np.int64)).tolist() == [[153]]
    with pytest.raises(Refused, match=r"halves: settlement: A stake on ante of 1\.01 .*multiples of 2 cents"):
        settle_arrays(program, cards_of("9c 9d 9h"), np.array([101], dtype=np.int64))
