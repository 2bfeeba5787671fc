"""The Criss-Cross solver against a plain player who looks at every card and every bet, on small decks."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.mathematics.criss_cross.kernels.advice import advise, hole_hand, openings
from pitboss.mathematics.criss_cross.kernels.deals import DECK, Given, cards_of, holes, mask_of
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.kernels.solver import CrissCrossSolution, distribution, solve, solve_exposed
from pitboss.mathematics.kernels.sizes import Sizes

Net = tuple[int, int, int, int]
"""What a deal nets, in units, and its three bets; 0 stands for a fold or a bet not reached."""


def cards(text: str) -> list[int]:
    """
    >>> cards("2c As")
    [0, 51]
    """
    return ["23456789TJQKA".index(card[0]) * 4 + "cdhs".index(card[1]) for card in text.split()]


# Strengths at which the lines of the published tables begin, counted from the worst hand: 1,277 hands
# with no pair, 220 for each rank of a pair, 858 two pairs, 858 threes, 10 straights, 1,277 flushes,
# 156 full houses, 156 fours, 9 straight flushes and the royal.
SIXES = 1277 + 4 * 220
JACKS = 1277 + 9 * 220
TWO_PAIR = 1277 + 13 * 220
LINES = [0, SIXES, JACKS, TWO_PAIR, TWO_PAIR + 858, TWO_PAIR + 1716]
LINES += [LINES[5] + 10, LINES[5] + 1287, LINES[5] + 1443, LINES[5] + 1599, 7461]


def pays_of(
    bets: str, antes: str, lines: list[int] = LINES, sizes: tuple[Sizes, ...] = (Sizes(),) * 3
) -> CrissCrossPays:
    """Paytables from their lines, worst first; where there is one, it pays all bets or both antes."""
    classes = bytes(sum(strength >= line for line in lines) - 1 for strength in range(7462))
    tables, on_antes = ([tuple(map(Fraction, table.split())) for table in text.split("|")] for text in (bets, antes))
    across, down, middle = tables * (3 // len(tables))
    ante_across, ante_down = on_antes * (2 // len(on_antes))
    return CrissCrossPays(classes, (across, down, middle), (ante_across, ante_down), (sizes[0], sizes[1], sizes[2]))


PUBLISHED = pays_of("-1 0 1 2 3 5 8 12 40 100 500", "-1 0 1 1 1 1 1 1 1 1 1")
CARDROOM = pays_of("-1 0 1 2 3 5 8 10 40 100 250", "-1 0 1 1 1 1 1 1 1 1 1")
FALLING = pays_of("-1 0 2 -1 9 1 0 3 2 70 4", "-1 1 0 -1 5 1 0 -1 1 1 2")
FRACTIONAL = pays_of("-1 -1/2 6/5 3/2 7/3 5 8 12 40 100 500", "-1 0 1/3 1 1 1 3/2 1 1 1 1")
NEVER_LOSES = pays_of("1/4 0 -1 2", "0 1/7 -1 1", lines=[0, 900, 3000, 4100])
NARROW = pays_of("-1 0 1 2 3 5 8 12 40 100 500", "-1 0 1 1 1 1 1 1 1 1 1", sizes=(Sizes((2, 3, 4, 5)),) * 3)
OWN_SIZES = pays_of(
    "-1 0 1 2 3 5 8 12 40 100 500",
    "-1 0 1 1 1 1 1 1 1 1 1",
    sizes=(Sizes((1, 2)), Sizes((2, 5)), Sizes((1, 2, 3), 2)),
)
OWN_TABLES = pays_of(
    "-1 -1 1 2 3 5 8 12 40 100 500 | -1 0 3/2 2 3 4 8 0 40 100 250 | 0 -1 1 1 9 5 8 -1 40 100 700",
    "-1 0 1 1 2 1 1 1 1 1 1 | 0 -1 1 1 1 7 1 3 1 1 1",
)
OWN_ALL = pays_of(
    "-1 0 1 2 3 5 8 12 40 100 500 | -1 0 1 2 3 5 8 12 40 100 500 | -1 -1 2 -1 9 1 0 3 2 70 4",
    "-1 0 1 1 1 1 1 1 1 1 1 | -1 -1 1 1 1 1 1 1 1 1 1",
    sizes=(Sizes((2,)), Sizes((1, 3)), Sizes((2, 6))),
)

TABLES = {
    "published": PUBLISHED,
    "cardroom": CARDROOM,
    "falling": FALLING,
    "fractional": FRACTIONAL,
    "never-loses": NEVER_LOSES,
    "narrow": NARROW,
    "own sizes": OWN_SIZES,
    "own tables": OWN_TABLES,
    "own tables and sizes": OWN_ALL,
}
DECKS = {
    "two-ranks": cards("6c 6d 6h 6s Ac Ad Ah As"),
    "two-suits": cards("Tc Td Jc Jd Qc Qd Kc Kd Ac Ad"),
    "mixed": cards("2c 6s 6h Tc Jc Qc Kc Ac Jd"),
}


def rank(hand: frozenset[int]) -> tuple[int, ...]:
    """Category and ranks of five cards, so that the better hand compares greater."""
    counts = Counter(card // 4 for card in hand)
    ranks = sorted(counts, key=lambda held: (counts[held], held), reverse=True)
    shape = tuple(counts[held] for held in ranks)
    flush = len({card % 4 for card in hand}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    if len(counts) < 5:
        category = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}[shape]
    elif ranks[0] - ranks[4] == 4:
        category = 8 if flush else 4
    else:
        category = 5 if flush else 0
    return (category, *ranks)


def all_kinds() -> Iterator[frozenset[int]]:
    """Hands of every kind: any five ranks in as few suits as hold them, spoilt if a flush, and the flushes."""
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            suits = [place - ranks.index(held) for place, held in enumerate(ranks)]
            suits[4] += not any(suits)
            yield frozenset(4 * held + suit for held, suit in zip(ranks, suits, strict=True))
    for flush in combinations(range(13), 5):
        yield frozenset(4 * held for held in flush)


@cache
def strength_of() -> dict[tuple[int, ...], int]:
    """The strength of each kind of hand: its place when all are sorted."""
    return {kind: strength for strength, kind in enumerate(sorted(map(rank, all_kinds())))}


def sets_of(cards: Iterable[int], size: int) -> list[int]:
    """The sets of so many of the cards."""
    return [mask_of(*some) for some in combinations(sorted(cards), size)]


class PlainPlayer:
    """Plays every deal by trying every bet and every card still to come: the rules and nothing else."""

    def __init__(self, pays: CrissCrossPays, known: Given, every: bool = False) -> None:
        """It tries the least and the most of each bet, or every size."""
        self.pays, self.known = pays, known
        self.sizes = [
            [size * sizes.base for size in (sizes.times if every else dict.fromkeys(sizes.ends))]
            for sizes in pays.sizes
        ]
        self.free = known.deck & ~known.exposed
        self.bets = [[int(pay * pays.unit) for pay in table] for table in pays.bets]
        self.antes = [[int(pay * pays.unit) for pay in table] for table in pays.antes]
        hands = combinations(cards_of(known.deck), 5)
        self.made = {mask_of(*hand): pays.classes[strength_of()[rank(frozenset(hand))]] for hand in hands}

    def pairs(self, seen: int, exposed: int) -> list[int]:
        return [exposed | more for more in sets_of(cards_of(self.free & ~seen), 2 - exposed.bit_count())]

    def best(self, fold: Counter[Net], options: list[Counter[Net]]) -> Counter[Net]:
        return max([fold, *options], key=lambda nets: sum(net[0] * count for net, count in nets.items()))

    def fold(self, a: int = 0, d: int = 0, *, deals: int) -> Counter[Net]:
        return Counter({(-(2 + a + d) * self.pays.unit, a, d, 0): deals})

    def middle(self, hole: int, across: int, down: int, a: int, d: int) -> Counter[Net]:
        middles = (
            [self.known.middle] if self.known.middle else sets_of(cards_of(self.free & ~(hole | across | down)), 1)
        )
        made = [(self.made[hole | across | card], self.made[hole | down | card]) for card in middles]
        options = []
        for m in self.sizes[2]:
            nets: Counter[Net] = Counter()
            for one, other in made:
                net = self.antes[0][one] + a * self.bets[0][one] + self.antes[1][other] + d * self.bets[1][other]
                nets[net + m * self.bets[2][max(one, other)], a, d, m] += 1
            options.append(nets)
        return self.best(self.fold(a, d, deals=len(made)), options)

    def down(self, hole: int, across: int, a: int) -> Counter[Net]:
        options = []
        for d in self.sizes[1]:
            nets: Counter[Net] = Counter()
            for down in self.pairs(hole | across, self.known.down):
                nets.update(self.middle(hole, across, down, a, d))
            options.append(nets)
        return self.best(self.fold(a, deals=options[0].total()), options)

    def across(self, hole: int) -> dict[int, Counter[Net]]:
        options = {}
        for a in self.sizes[0]:
            nets: Counter[Net] = Counter()
            for across in self.pairs(hole, self.known.across):
                nets.update(self.down(hole, across, a))
            options[a] = nets
        return {0: self.fold(deals=options[self.sizes[0][0]].total())} | options

    def play(self) -> Counter[Net]:
        nets: Counter[Net] = Counter()
        for hole in sets_of(cards_of(self.free), 2):
            fold, *options = self.across(hole).values()
            nets.update(self.best(fold, options))
        return nets


def check(solution: CrissCrossSolution, plain: Counter[Net]) -> None:
    """The same value, the same wagers and the same decisions in the same number of deals."""
    pays = solution.pays
    assert solution.deals == plain.total()
    assert solution.net == sum(net[0] * count for net, count in plain.items())
    wagered = sum((2 + a + d + m) * count for (_, a, d, m), count in plain.items())
    assert solution.average_wager == Fraction(wagered, plain.total())
    streets = (solution.across, solution.down, solution.middle)
    for place, (street, sizes) in enumerate(zip(streets, pays.sizes, strict=True), 1):
        bet: Counter[int] = Counter()
        for net, count in plain.items():
            bet[net[place]] += count if place == 1 or net[place - 1] else 0
        named = {f"{antes // sizes.base}x" if antes else "fold": deals for antes, deals in bet.items() if deals}
        assert {name: deals for name, deals in street.named(sizes).items() if deals} == named


@pytest.mark.parametrize(
    ("table", "deck"),
    [*product(TABLES, ["two-ranks", "mixed"]), ("falling", "two-suits")],
)
def test_solver_plays_as_one_who_tries_everything(table: str, deck: str) -> None:
    pays, known = TABLES[table], Given(mask_of(*DECKS[deck]))
    plain = PlainPlayer(pays, known).play()
    check(solve(pays, known), plain)
    nets: Counter[Fraction] = Counter()
    for (net, *_), count in plain.items():
        nets[Fraction(net, pays.unit)] += count
    assert distribution(pays, known) == tuple(sorted(nets.items()))


@pytest.mark.parametrize("pays", [FALLING, OWN_SIZES, OWN_TABLES])
def test_a_bet_between_the_least_and_the_most_is_never_needed(pays: CrissCrossPays) -> None:
    known = Given(mask_of(*DECKS["mixed"]))
    plain = PlainPlayer(pays, known, every=True).play()
    assert solve(pays, known).net == sum(net[0] * count for net, count in plain.items())


def test_a_larger_deck_is_worth_the_same() -> None:
    # Only the value here, and sums of pays in place of single deals: 83,160 pairs of pairs take seconds so.
    pays, deck = PUBLISHED, set(range(28, 52)) & {card for card in range(52) if card % 4 < 2}
    player = PlainPlayer(pays, Given(mask_of(*deck)))
    bets, antes, made = player.bets[0], player.antes[0], player.made
    total = 0
    for hole in sets_of(deck, 2):
        across_worths = [-2 * 45 * 28 * 6, 0, 0]
        for across in player.pairs(hole, 0):
            down_worths = [[-(2 + a) * 28 * 6, 0, 0] for a in (1, 3)]
            for down in player.pairs(hole | across, 0):
                both = [
                    (made[hole | across | card], made[hole | down | card])
                    for card in sets_of(cards_of(player.free & ~(hole | across | down)), 1)
                ]
                ante = sum(antes[one] + antes[other] for one, other in both)
                on_across, on_down = (sum(bets[two[hand]] for two in both) for hand in (0, 1))
                on_middle = sum(bets[max(two)] for two in both)
                best = max(on_middle, 3 * on_middle)
                for i, a in enumerate((1, 3)):
                    for j, d in enumerate((1, 3), start=1):
                        down_worths[i][j] += max(-(2 + a + d) * 6, ante + a * on_across + d * on_down + best)
            across_worths[1] += max(down_worths[0])
            across_worths[2] += max(down_worths[1])
        total += max(across_worths)
    assert solve(pays, player.known).net == total


EXPOSED = {
    "middle": Given(mask_of(*DECKS["mixed"]), middle=mask_of(*cards("Jd"))),
    "one-across": Given(mask_of(*DECKS["mixed"]), across=mask_of(*cards("6h"))),
    "both-across": Given(mask_of(*DECKS["mixed"]), across=mask_of(*cards("Ac Tc"))),
    "one-down": Given(mask_of(*DECKS["mixed"]), down=mask_of(*cards("6h"))),
    "both-down": Given(mask_of(*DECKS["mixed"]), down=mask_of(*cards("Ac Tc"))),
    "one-of-each": Given(
        mask_of(*DECKS["two-suits"]),
        across=mask_of(*cards("Ac")),
        down=mask_of(*cards("Jd")),
        middle=mask_of(*cards("Qc")),
    ),
}


@pytest.mark.parametrize("known", EXPOSED.values(), ids=EXPOSED)
@pytest.mark.parametrize("pays", [PUBLISHED, FALLING, OWN_ALL])
def test_exposed_cards_are_used_from_the_start(pays: CrissCrossPays, known: Given) -> None:
    check(solve(pays, known), PlainPlayer(pays, known).play())


@pytest.mark.parametrize(
    ("across", "down", "middle"), [(0, 0, 1), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 2, 0), (1, 1, 0), (0, 1, 1)]
)
def test_exposing_any_card_is_exposing_each_in_turn(across: int, down: int, middle: int) -> None:
    deck = mask_of(*cards("Tc Td Qc Qd Kc Kd Ac Ad"))
    total: Counter[Net] = Counter()
    for left in combinations(cards_of(deck), across):
        for top in combinations(cards_of(deck & ~mask_of(*left)), down):
            for centre in combinations(cards_of(deck & ~mask_of(*left, *top)), middle):
                known = Given(deck, mask_of(*left), mask_of(*top), mask_of(*centre))
                total.update(PlainPlayer(OWN_ALL, known).play())
    check(solve_exposed(OWN_ALL, across, down, middle, deck), total)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(
    deck=st.sets(st.integers(0, 51), min_size=8, max_size=8),
    lines=st.lists(st.integers(1, 7461), max_size=6, unique=True).map(sorted),
    odds=st.lists(st.tuples(*[st.integers(-6, 60)] * 5), min_size=7, max_size=7),
    sizes=st.tuples(
        *[st.builds(Sizes, st.sets(st.integers(1, 6), min_size=1).map(sorted).map(tuple), st.integers(1, 2))] * 3
    ),
)
def test_any_paytable_on_any_deck(
    deck: set[int], lines: list[int], odds: list[tuple[int, ...]], sizes: tuple[Sizes, Sizes, Sizes]
) -> None:
    classes = bytes(sum(strength >= line for line in lines) for strength in range(7462))
    kinds = len(lines) + 1
    tables = [*zip(*([Fraction(one, 6) for one in row] for row in odds[:kinds]), strict=True)]
    pays = CrissCrossPays(classes, (tables[0], tables[1], tables[2]), (tables[3], tables[4]), sizes)
    known = Given(mask_of(*deck))
    plain = PlainPlayer(pays, known).play()
    check(solve(pays, known), plain)
    assert sum(count for _, count in distribution(pays, known)) == plain.total()


@pytest.mark.parametrize("pays", [PUBLISHED, FRACTIONAL, OWN_TABLES])
def test_advice_is_the_value_of_each_bet(pays: CrissCrossPays) -> None:
    known = Given(mask_of(*DECKS["mixed"]))
    player = PlainPlayer(pays, known, every=True)
    hole, across, down = cards("Tc Jc"), cards("6s 6h"), cards("Ac Qc")
    held, left_right, top_bottom = mask_of(*hole), mask_of(*across), mask_of(*down)

    def value(nets: Counter[Net]) -> Fraction:
        return Fraction(sum(net[0] * count for net, count in nets.items()), nets.total() * pays.unit)

    options = player.across(held)
    assert advise(pays, hole, given=known) == {bet: value(nets) for bet, nets in options.items()}
    # The best of the later options is what the plain player, who tries them all, comes to.
    after_across = advise(pays, hole, across, bets=[2], given=known)
    assert after_across[0] == -4
    assert max(after_across.values()) == value(player.down(held, left_right, 2))
    after_down = advise(pays, hole, across, down, bets=[1, 2], given=known)
    assert after_down[0] == -5
    assert max(after_down.values()) == value(player.middle(held, left_right, top_bottom, 1, 2))


def test_middle_advice_by_hand() -> None:
    # Aces in the hole, a four and a five across, a nine and an eight down, two deuces dead: 44 middle cards.
    # Two aces make threes in both hands; three each of the other fours and fives make two pair across, of the
    # nines and eights two pair down; the remaining 30 leave both hands a pair of aces.
    # One unit across nets 2*3 + 6*2 + 36*1 = 54, as does one down; on the middle 2*3 + 12*2 + 30*1 = 60.
    # Both antes always win.
    hole, across, down = cards("Ac Ad"), cards("4h 5s"), cards("9h 8s")
    dead = Given(DECK & ~mask_of(*cards("2c 2d")))
    advice = advise(PUBLISHED, hole, across, down, bets=[3, 1], given=dead)
    assert advice == {0: -6} | {bet: 2 + Fraction(4 * 54 + bet * 60, 44) for bet in (1, 2, 3)}


def test_a_whole_deck_has_169_holes_and_all_deals() -> None:
    solution = solve(PUBLISHED)
    assert len(solution.holes) == 169
    assert sum(hole.weight for hole in solution.holes) == 1326
    assert solution.deals == 1326 * 1225 * 1128 * 46 == 84_284_272_800
    assert solution.across.fold + solution.across.least + solution.across.most == solution.deals
    best = sum(hole.weight * max(hole.fold, hole.least, hole.most) for hole in solution.holes)
    assert solution.ev == best / 1326
    nets = distribution(PUBLISHED)
    assert sum(count for _, count in nets) == solution.deals
    assert sum(net * count for net, count in nets) == solution.net


def test_opening_advice_is_the_opening_chart() -> None:
    chart = {hole.cards: hole for hole in solve(CARDROOM).holes}
    for hole in list(chart)[::40]:
        advice = advise(CARDROOM, hole)
        assert (advice[0], advice[1], advice[3]) == (chart[hole].fold, chart[hole].least, chart[hole].most)
        assert advice[2] <= max(advice[1], advice[3])


@pytest.mark.parametrize("pays", [PUBLISHED, OWN_TABLES])
def test_every_opening_is_kept_as_it_is_counted_by_itself(pays: CrissCrossPays) -> None:
    found, every = openings(pays), list(combinations(range(52), 2))
    assert len(found) == len({hole_hand(hole) for hole in every}) == 169
    for hole in every[:: 17 * 5]:
        assert found[hole_hand(hole)] == advise(pays, hole)


def test_suits_that_are_alike_are_counted_once() -> None:
    whole, dead = Given(), Given(DECK & ~mask_of(*cards("7h 6d 5s")))
    assert len(holes(whole)) == 169
    assert len(holes(dead)) == 49 * 48 // 2
    assert sum(hole.across_weights.sum() for hole in holes(whole)) == 169 * 1225


@pytest.mark.parametrize(
    ("known", "reason"),
    [
        ({"deck": 0b111111}, "a round takes 7 cards; 6 are in play"),
        ({"across": 0b111}, "at most 2 across"),
        ({"middle": 0b1, "down": 0b1}, "exposed in two places"),
        ({"deck": DECK & ~1, "middle": 0b1}, "not in the deck"),
    ],
)
def test_impossible_cards_are_refused(known: dict[str, int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Given(**known)


@pytest.mark.parametrize(
    ("bets", "antes", "reason"),
    [
        ("-1 0 1 2 3 5 8 12 40 100", "-1 0 1 1 1 1 1 1 1 1", "every class"),
        ("-2 0 1 2 3 5 8 12 40 100 500", "-1 0 1 1 1 1 1 1 1 1 1", "more than itself"),
        ("-1 0 1 2 3 5 8 12 40 100 50000000000", "-1 0 1 1 1 1 1 1 1 1 1", "too large"),
    ],
)
def test_impossible_pays_are_refused(bets: str, antes: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        pays_of(bets, antes)


@pytest.mark.parametrize(
    ("hole", "across", "bets", "reason"),
    [
        ("Ac", "", [], "two hole cards"),
        ("Ac Kc", "2c", [1], "two community cards for each bet made"),
        ("Ac Kc", "2c 3c", [], "two community cards for each bet made"),
        ("Ac Kc", "2c 3c", [4], "up to two come first, of 1, 2, 3"),
        ("Ac Kc", "2c Kc", [1], "a card lies in two places"),
        ("Ac Qd", "2c 3c", [1], "a hole card is dead"),
        ("Ac Kc", "2c Qd", [1], "not in the deck"),
        ("Ac Kc", "2c 3c", [1], "at most 2 across"),
    ],
)
def test_impossible_positions_are_refused(hole: str, across: str, bets: list[int], reason: str) -> None:
    known = Given(DECK & ~mask_of(*cards("Qd")), across=mask_of(*cards("4c")) if "at most" in reason else 0)
    with pytest.raises(ValueError, match=reason):
        advise(PUBLISHED, cards(hole), cards(across), bets=bets, given=known)
