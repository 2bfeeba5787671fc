"""The fast solver against published figures and against a plain enumeration of every deal of small decks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.mathematics.crazy_four.kernels.main import (
    LOSES,
    PUSHES,
    CrazyFourPays,
    CrazyFourSolution,
    Pays,
    advise,
    exposed_kinds,
    solve,
)
from pitboss.mathematics.crazy_four.kernels.pairings import FULL_DECK, mask_of, outcome_counts, outcome_counts_of
from pitboss.mathematics.kernels.batch_eval import FourCard
from pitboss.mathematics.kernels.sizes import Sizes

# The plain solver. A hand's value is its kind, from 0 (nothing) to 7 (four of a kind), and its ranks from 2 to
# 14, those that weigh most first: values compare as tuples.

Value = tuple[int, tuple[int, ...]]
KING_HIGH: Value = (0, (13,))
ANY_PAIR: Value = (1, ())
PAIR_OF_ACES: Value = (1, (14,))
FOUR_ACES = 8  # a line of its own in paytables

STRENGTHS = {KING_HIGH: FourCard.KING_HIGH, ANY_PAIR: FourCard.PAIR, PAIR_OF_ACES: FourCard.PAIR_OF_ACES}
LINES = {
    1: FourCard.PAIR,
    2: FourCard.TWO_PAIR,
    3: FourCard.STRAIGHT,
    4: FourCard.FLUSH,
    5: FourCard.THREE_OF_A_KIND,
    6: FourCard.STRAIGHT_FLUSH,
    7: FourCard.FOUR_OF_A_KIND,
    FOUR_ACES: FourCard.FOUR_ACES,
}


def plain_value(four: tuple[int, ...]) -> Value:
    """The value of four card numbers."""
    unordered = [card // 4 + 2 for card in four]
    if sorted(unordered) == [2, 3, 4, 14]:
        unordered = [1, 2, 3, 4]
    ranks = tuple(sorted(unordered, key=lambda rank: (unordered.count(rank), rank), reverse=True))
    repeats = sorted(Counter(ranks).values())
    run = repeats == [1, 1, 1, 1] and ranks[0] - ranks[3] == 3
    suited = len({card % 4 for card in four}) == 1
    shapes = [True, repeats == [1, 1, 2], repeats == [2, 2], run, suited, repeats == [1, 3], run and suited]
    shapes.append(repeats == [4])
    return max(kind for kind, fits in enumerate(shapes) if fits), ranks


@dataclass(frozen=True)
class PlainGame:
    wins: dict[int, Fraction]
    qualifying: Value = KING_HIGH
    raising: Value = PAIR_OF_ACES
    largest_play: int = 3
    outranked_loses: bool = False
    ante_pays: Fraction = Fraction(1)
    play_pays: Fraction = Fraction(1)
    sizes: tuple[int, ...] = (1,)
    gaps: tuple[int, ...] = ()  # kinds of hand that the table leaves out

    def fast(self) -> CrazyFourPays:
        paid = [(LINES[kind], None if kind in self.gaps else win) for kind, win in self.wins.items()]
        ante = (PUSHES, PUSHES, self.ante_pays, PUSHES, LOSES)
        play = (self.play_pays, self.play_pays, self.play_pays, PUSHES, LOSES)
        qualifying, raising = STRENGTHS[self.qualifying], STRENGTHS[self.raising]
        unpaid = (PUSHES, LOSES if self.outranked_loses else PUSHES, PUSHES, PUSHES, LOSES)
        return CrazyFourPays(
            Pays(tuple(paid)), qualifying, raising, self.largest_play, unpaid, ante, play, Sizes(self.sizes)
        )

    def net(self, play: int, player: Value, dealer: Value) -> Fraction:
        """Settle one round as the clauses say it."""
        if play == 0:
            return Fraction(-2)
        kind = FOUR_ACES if player == (7, (14, 14, 14, 14)) else player[0]
        line = next((lower for lower in range(kind, 0, -1) if lower in self.wins), None)
        paid = None if line is None or line in self.gaps else self.wins[line]
        returned, lost = (Fraction(0), Fraction(-1)) if paid is None else (paid, paid)
        if dealer < self.qualifying:
            return play * self.play_pays + (lost if self.outranked_loses and dealer > player else returned)
        if player > dealer:
            return self.ante_pays + play * self.play_pays + returned
        if player == dealer:
            return returned
        return -1 - play + lost


@dataclass
class PlainSolution:
    """What the enumeration found: mean net result, decisions by size of the Play Wager, and all net results."""

    ev: Fraction
    hands_by_play: Counter[int]
    nets: Counter[Fraction]


def plain_solve(game: PlainGame, deck: int, exposed: int = 0) -> PlainSolution:
    """Try every decision of every hand of the player against every hand of the dealer."""
    plays, nets = Counter[int](), Counter[Fraction]()
    for player in combinations(cards_of(deck & ~exposed), 5):
        value = best(player)
        dealers = [best(dealer) for dealer in plain_dealers(deck & ~mask_of(player), exposed)]
        raised = range(game.sizes[-1] + 1, game.largest_play + 1) if value >= game.raising else ()
        sizes = (0, *game.sizes, *raised)
        results = {size: Counter(game.net(size, value, dealer) for dealer in dealers) for size in sizes}
        size = max(sizes, key=lambda size: sum(net * times for net, times in results[size].items()))
        plays[size] += 1
        nets += results[size]
    ev = sum((net * times for net, times in nets.items()), Fraction(0)) / nets.total()
    return PlainSolution(ev, plays, nets)


def plain_dealers(deck: int, exposed: int) -> Iterator[tuple[int, ...]]:
    shown = cards_of(exposed)
    for hidden in combinations(cards_of(deck & ~exposed), 5 - len(shown)):
        yield tuple(sorted((*shown, *hidden)))


@cache
def best(hand: tuple[int, ...]) -> Value:
    return max(plain_value(four) for four in combinations(hand, 4))


def cards_of(mask: int) -> list[int]:
    return [card for card in range(52) if mask >> card & 1]


def cards_in(text: str) -> int:
    return mask_of([card.index for card in parse_cards(text)])


def in_halves(*wins: int) -> dict[int, Fraction]:
    """Wins of lines 3 (straight) and up, in halves."""
    return {kind: Fraction(win, 2) for kind, win in enumerate(wins, start=3)}


DOCUMENT = in_halves(2, 3, 4, 30, 60, 400)
GAMES = {
    "as written": PlainGame(DOCUMENT),
    "thirds, pairs paid": PlainGame({6: Fraction(7, 3), 1: Fraction(1, 2)}),
    "too large for 64 bits": PlainGame({FOUR_ACES: Fraction(10**18 + 1, 7), 3: Fraction(1, 10**6)}),
    "outranked loses": PlainGame(DOCUMENT, qualifying=ANY_PAIR, outranked_loses=True),
    "any pair raises five times": PlainGame(DOCUMENT, raising=ANY_PAIR, largest_play=5),
    "Play pays 2 to 1": PlainGame(DOCUMENT, play_pays=Fraction(2)),
    "Ante pays 3 to 2, Play 4 to 5": PlainGame(DOCUMENT, ante_pays=Fraction(3, 2), play_pays=Fraction(4, 5)),
    "every hand plays 2 or 4": PlainGame(DOCUMENT, sizes=(2, 3, 4), largest_play=7, play_pays=Fraction(6, 5)),
    "no raise": PlainGame(DOCUMENT, sizes=(1, 2), largest_play=2),
    "a table with a gap": PlainGame(DOCUMENT, gaps=(4, 6), outranked_loses=True),
}
DECKS = {
    "scattered": "2c 2d 5s 7c 8d 9h Tc Jd Qs Kc Ah As",
    "mostly unqualified": "2c 3d 4h 6s 7c 8d Th Jc Qd Qh Kc Ts",
    "suits alike": "Ac Ad Ah Kc Kd Kh 9c 9d 9h 5c 5d 5h",
    "aces and runs": "Ac Ad Ah As 2c 3c 4c 5c Jc Qc Kc Kd",
}


@pytest.fixture(scope="module")
def full_solution() -> CrazyFourSolution:
    return solve(PlainGame(DOCUMENT).fast())


@pytest.mark.clause("ma-crazy-4", "10(b)", "10(c)(3)(i)", "10(c)(3)(ii)", "11(a)", "11(b)")
def test_published_edge_and_element_of_risk(full_solution: CrazyFourSolution) -> None:
    assert f"{float(full_solution.house_edge):.2%}" == "3.42%"
    assert f"{float(full_solution.element_of_risk):.2%}" == "1.09%"
    assert full_solution.counts.pairings == 3_986_646_103_440


@pytest.mark.clause("ma-crazy-4", "10(b)")
def test_every_pair_of_aces_or_better_raises_in_full(full_solution: CrazyFourSolution) -> None:
    strengths = full_solution.counts.hands.strengths
    assert np.array_equal(full_solution.plays == 3, strengths >= FourCard.PAIR_OF_ACES)


def test_distribution_has_the_mean_and_the_number_of_all_pairings(full_solution: CrazyFourSolution) -> None:
    distribution = full_solution.distribution()
    assert sum(times for _, times in distribution) == 3_986_646_103_440
    assert sum(net * times for net, times in distribution) / Fraction(3_986_646_103_440) == full_solution.ev
    # Four aces at 200 to 1 with three times the ante: 200 + 3 with a push of the ante, 200 + 1 + 3 with a win.
    assert [net for net, _ in distribution[-2:]] == [203, 204]
    assert distribution[0][0] == -5


def test_one_hand_stands_for_all_that_differ_in_suits(full_solution: CrazyFourSolution) -> None:
    assert len(full_solution.plays) == 134_459
    assert full_solution.counts.weights.sum() == 2_598_960


@pytest.mark.clause("ma-crazy-4", "10(b)", "10(c)(3)(i)", "10(c)(3)(ii)a", "10(c)(3)(ii)b", "10(c)(3)(ii)c")
@pytest.mark.parametrize(("game", "deck"), list(product(GAMES, DECKS)))
def test_every_deal_of_a_small_deck(game: str, deck: str) -> None:
    plain = plain_solve(GAMES[game], cards_in(DECKS[deck]))
    fast = solve(GAMES[game].fast(), cards_in(DECKS[deck]))
    assert fast.ev == plain.ev
    assert +Counter(fast.hands_by_play) == plain.hands_by_play
    assert dict(fast.distribution()) == plain.nets
    staked = sum(size * hands for size, hands in plain.hands_by_play.items())
    assert fast.average_wager == 2 + Fraction(staked, plain.hands_by_play.total())


def test_parts_of_the_value_add_up_from_the_outcomes_of_each_wager() -> None:
    deck = cards_in(DECKS["scattered"])
    solution = solve(GAMES["as written"].fast(), deck)
    nets, pairings = solution.outcomes()
    unqualified, outranked, lower, _, higher = pairings
    played = solution.plays > 0
    ante = lower[played].sum() - higher[played].sum() - pairings[:, ~played].sum()
    play = (solution.plays * (unqualified + outranked + lower - higher)).sum()
    assert solution.ante_ev == Fraction(int(ante), solution.counts.pairings)
    assert solution.play_ev == Fraction(int(play), solution.counts.pairings)
    assert solution.ev == Fraction(int((nets * pairings).sum()), 2 * solution.counts.pairings)


@pytest.mark.parametrize("shown", ["Kc", "2d", "Kc Qs", "2c 2d Ah", "9h Tc Jd Qs"])
def test_cards_of_the_dealer_seen(shown: str) -> None:
    deck, exposed = cards_in(DECKS["scattered"]), cards_in(shown)
    plain = plain_solve(GAMES["as written"], deck, exposed)
    fast = solve(GAMES["as written"].fast(), deck, exposed)
    assert dict(fast.distribution()) == plain.nets


def test_mean_value_of_seeing_one_card() -> None:
    cards = cards_in("Ac Ad Ah Kc Kd Kh 9c 9d 9h 5c 5d")
    values = [plain_solve(GAMES["as written"], cards, 1 << card).ev for card in cards_of(cards)]
    kinds = exposed_kinds(1, cards)
    mean = sum(weight * solve(GAMES["as written"].fast(), cards, shown).ev for shown, weight in kinds.items())
    assert mean == sum(values)


@pytest.mark.parametrize(("dead", "shown"), [("", ""), ("7h 7d", ""), ("", "Ks"), ("7h 7d 2c", "Ks 5d")])
def test_sweep_agrees_with_looking_at_every_dealer_hand(dead: str, shown: str) -> None:
    deck, exposed = FULL_DECK & ~cards_in(dead), cards_in(shown)
    counts = outcome_counts(deck, exposed)
    for row in range(0, len(counts.weights), len(counts.weights) // 9):
        alone = outcome_counts_of(int(counts.hands.masks[row]), deck, exposed)
        assert alone.dealer_hands == counts.dealer_hands
        for name in ("not_qualified", "lower", "equal", "higher", "outranking"):
            assert getattr(alone, name)[0] == getattr(counts, name)[row], name


def test_advice_on_single_hands_of_a_small_deck() -> None:
    game, deck = GAMES["as written"], cards_in(DECKS["scattered"])
    for text in ("2c 5s 7c 8d 9h", "2c 2d 5s Kc As", "Qs Kc Ah As 2d"):
        hand = cards_in(text)
        player = best(tuple(cards_of(hand)))
        dealers = [best(dealer) for dealer in combinations(cards_of(deck & ~hand), 5)]
        advice = advise(game.fast(), hand, deck)
        assert set(advice.values) == ({0, 1, 3} if player >= PAIR_OF_ACES else {0, 1})
        for size, value in advice.values.items():
            assert value == sum(game.net(size, player, dealer) for dealer in dealers) / Fraction(len(dealers))
        assert advice.values[advice.best] == max(advice.values.values())


def test_advice_names_the_decision_of_the_solution(full_solution: CrazyFourSolution) -> None:
    rows = range(0, len(full_solution.plays), len(full_solution.plays) // 9)
    for row in rows:
        hand = int(full_solution.counts.hands.masks[row])
        assert advise(full_solution.game, hand).best == full_solution.plays[row]


@pytest.mark.parametrize(
    ("hand", "dead", "exposed", "says"),
    [
        ("2c 3c 4c 5c", "", "", "five cards"),
        ("2c 3c 4c 5c 6c", "2c", "", "five cards of the deck"),
        ("2c 3c 4c 5c 6c", "", "2c", "that the dealer does not hold"),
        ("2c 3c 4c 5c 6c", "", "7c 8c 9c Tc Jc", "at most four"),
        ("2c 3c 4c 5c 6c", "7c", "7c", "at most four of the cards in play"),
    ],
)
def test_impossible_positions_are_refused(hand: str, dead: str, exposed: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        advise(GAMES["as written"].fast(), cards_in(hand), FULL_DECK & ~cards_in(dead), cards_in(exposed))


def test_too_small_a_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="need ten cards"):
        solve(GAMES["as written"].fast(), cards_in("2c 3c 4c 5c 6c 7c 8c 9c Tc"))
