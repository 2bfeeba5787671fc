"""Cover All against single-hand counts, chances found in other ways, and plain enumeration of small decks."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import parse_cards
from pitboss.mathematics.crazy_four.kernels.cover_all import CoverAll, cover_all_counts
from pitboss.mathematics.crazy_four.kernels.pairings import outcome_counts
from pitboss.mathematics.kernels.batch_eval import FourCard

HANDS = comb(52, 5)


def cards_in(text: str) -> list[int]:
    return [card.index for card in parse_cards(text)]


def plain_class(hand: tuple[int, ...]) -> CoverAll:
    """The class of five card numbers, straight from the words of the rules."""
    of_a_rank = Counter(card // 4 for card in hand)
    rank, most = of_a_rank.most_common(1)[0]
    if most == 4:
        return CoverAll.FOUR_ACES if rank == 12 else CoverAll.FOUR_OF_A_KIND
    suited_runs = [
        lowest
        for suit in range(4)
        for lowest in range(-1, 10)
        if all(4 * (rank % 13) + suit in hand for rank in range(lowest, lowest + 4))
    ]
    if suited_runs:
        return CoverAll.ROYAL_FLUSH if max(suited_runs) == 9 else CoverAll.STRAIGHT_FLUSH
    return CoverAll.THREE_OF_A_KIND if most == 3 else CoverAll.NOTHING


def plain_counts(hands: int, deck: list[int]) -> Counter[CoverAll]:
    """Deal the hands one after the other in every possible way."""
    kinds = {hand: plain_class(hand) for hand in combinations(sorted(deck), 5)}
    counts: Counter[CoverAll] = Counter()

    def deal(cards: list[int], left: int, highest: CoverAll) -> None:
        if not left:
            counts[highest] += 1
            return
        for hand in combinations(cards, 5):
            deal([card for card in cards if card not in hand], left - 1, max(highest, kinds[hand]))

    deal(sorted(deck), hands, CoverAll.NOTHING)
    return counts


@pytest.mark.clause("ma-crazy-4", "12(b)", "12(f)", "12(g)")
@pytest.mark.parametrize(
    ("hands", "deck"),
    [
        (1, "Ac Ad Ah As 2c 3c 4c 5c Jc Qc Kc Tc 9d 9h 9s"),
        (2, "Ac 2c 3c 4c 5c Ad 2d 3d 4d 5d Ah As 2h 2s"),
        (2, "Tc Jc Qc Kc Ac Td Jd Qd Kd Ad Ah As 9c"),
        (2, "Ac Ad Ah As Kc Kd Kh Ks Qc Qd Jc Jd 3h"),
        (2, "2c 3c 4c 5c 6c 7c 8c 9c Tc 5d 5h 5s"),
        (3, "Tc Jc Qc Kc Ac Td Jd Qd Kd Ad Th Jh Qh Kh Ah"),
        (3, "Ac Ad Ah As Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh"),
        (3, "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc 7d 7h"),
    ],
)
def test_every_deal_of_a_small_deck(hands: int, deck: str) -> None:
    cards = cards_in(deck)
    counts = cover_all_counts(hands, sum(1 << card for card in cards))
    assert +Counter(counts) == plain_counts(hands, cards)


@pytest.mark.clause("ma-crazy-4", "12(f)", "12(g)")
def test_one_hand_alone_has_the_known_counts() -> None:
    # The best-four counts; royal flushes are 4 suits x 48 fifth cards, four aces 48 fifth cards.
    assert cover_all_counts(1) == {
        CoverAll.FOUR_ACES: 48,
        CoverAll.ROYAL_FLUSH: 192,
        CoverAll.FOUR_OF_A_KIND: 624 - 48,
        CoverAll.STRAIGHT_FLUSH: 2_072 - 192,
        CoverAll.THREE_OF_A_KIND: 58_656,
        CoverAll.NOTHING: HANDS - 624 - 2_072 - 58_656,
    }


def cover_all_chances(players: int) -> dict[CoverAll, Fraction]:
    """The chance of each class of the highest hand of so many players and the dealer."""
    counts = cover_all_counts(players + 1)
    total = sum(counts.values())
    return {highest: Fraction(count, total) for highest, count in counts.items()}


@pytest.mark.clause("ma-crazy-4", "12(b)", "12(k)")
@pytest.mark.parametrize("players", range(1, 7))
def test_chances_that_follow_from_simple_arguments(players: int) -> None:
    hands = players + 1
    chances = cover_all_chances(players)
    assert sum(chances.values()) == 1
    # Only one hand can hold four aces.
    assert chances[CoverAll.FOUR_ACES] == Fraction(48 * hands, HANDS)
    # Royal flushes by inclusion and exclusion over the hands that hold one of the four, each with any fifth card.
    some_royal = Fraction(0)
    for holding in range(1, min(hands, 4) + 1):
        ways = Fraction(1)
        for held in range(holding):
            ways *= Fraction((4 - held) * (52 - 4 * holding - held), comb(52 - 5 * held, 5))
        some_royal -= (-1) ** holding * comb(hands, holding) * ways
    assert chances[CoverAll.ROYAL_FLUSH] == some_royal


@pytest.mark.clause("ma-crazy-4", "12(b)")
@pytest.mark.parametrize(
    ("lower_classes", "above"),
    [
        (1, FourCard.THREE_OF_A_KIND),
        (2, FourCard.STRAIGHT_FLUSH),
        (3, FourCard.ROYAL_FLUSH),  # lower straight flushes are in, fours of a kind are not
    ],
)
def test_two_hands_of_the_full_deck_agree_with_the_sweep(lower_classes: int, above: FourCard) -> None:
    """Both hands are below a strength where the player's is and the dealer's would not "qualify" at it."""
    sweep = outcome_counts(qualifying=above)
    both_below = (sweep.weights * sweep.not_qualified)[sweep.hands.strengths < above].sum()
    lower = [CoverAll.NOTHING, CoverAll.THREE_OF_A_KIND, CoverAll.STRAIGHT_FLUSH][:lower_classes]
    counts = cover_all_counts(2)
    assert sum(counts[highest] for highest in lower) == both_below


def test_more_hands_than_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="3 hands need 15 cards, and 14 are in play"):
        cover_all_counts(3, (1 << 14) - 1)
