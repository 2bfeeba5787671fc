"""Two who play by a strategy card: one follows its rules deal by deal, one has nothing but its words."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

from pitboss.cards import DECK, Card, FiveCardRank, FiveCardValue, evaluate, parse_cards
from pitboss.cards.card import RANK_NAMES, RANK_PLURALS
from pitboss.mathematics.criss_cross.strategy import CrissCrossRules
from pitboss.mathematics.strategy_rules import Rules
from pitboss.rulebooks import terms_for

TERMS = terms_for("ma-criss-cross")
Cards = tuple[Card, ...]
FOLD, ONE, THREE = range(3)


# A player who follows rules, knowing nothing of kernels


class PlainPlayer:
    """Follows rules on every deal of a small deck; looks at cards as a person does."""

    def __init__(self, rules: CrissCrossRules, deck: str) -> None:
        self.rules, self.deck = rules, parse_cards(deck)

    def play(self) -> tuple[Fraction, Counter[tuple[str, int]]]:
        """The mean net result in antes, and how many deals reach each decision and how they act."""
        total, deals, acts = Fraction(0), 0, Counter[tuple[str, int]]()
        for hole in combinations(self.deck, 2):
            for across in combinations(self.left(hole), 2):
                for down in combinations(self.left(hole, across), 2):
                    bets = self.bets(hole, across, down)
                    for middle in self.left(hole, across, down):
                        deals += 1
                        acts.update(zip(("across", "down", "middle"), bets, strict=False))
                        total += self.net(hole, across, down, middle, bets)
        return total / deals, acts

    def left(self, *seen: Cards) -> list[Card]:
        return [card for card in self.deck if not any(card in cards for cards in seen)]

    def bets(self, hole: Cards, across: Cards, down: Cards) -> list[int]:
        """The actions taken, the last of them perhaps a fold."""
        actions = []
        decisions = ((self.rules.across, ()), (self.rules.down, (across,)), (self.rules.middle, (across, down)))
        for rules, turned in decisions:
            actions.append(follow(rules, self.facts(hole, *turned)))
            if actions[-1] == FOLD:
                break
        return actions

    def facts(self, hole: Cards, *turned: Cards) -> dict[str, int]:
        """What a person sees: the published table pays pairs from jacks and pushes from sixes to tens."""
        own, showing = {card.rank for card in hole}, {card.rank for card in sum(turned, hole)}
        suited = hole[0].suit == hole[1].suit
        table = [card for pair in turned for card in pair]
        made = [made_so_far(hole + pair) for pair in turned]
        seen = sum(turned, hole)
        outs = sum(any(straight_or_better(*hole, *pair, card) for pair in turned) for card in self.left(seen))
        high, low = sorted((card.rank for card in hole), reverse=True)
        return {
            "hand": hand_number(high, low, suited),
            "pair": int(len(own) == 1),
            "pair_rank": high + 1 if len(own) == 1 else 0,
            "suited": int(suited),
            "winning": sum(rank >= JACK for rank in own),
            "worthy": sum(rank >= SIX for rank in own),
            "shared": sum(card.rank in own for card in table),
            "suit": sum(card.suit == hole[0].suit for card in table) if suited else 0,
            "made": max((level for level, _ in made), default=0),
            "low_pairs": sum(low_pair for _, low_pair in made),
            "strong": min(outs, 9),
            "points": points(showing),
            "doubled": points(showing) + points(own),
        }

    def net(self, hole: Cards, across: Cards, down: Cards, middle: Card, bets: list[int]) -> Fraction:
        sizes = [(0, 1, 3)[action] for action in bets]
        if bets[-1] == FOLD:
            return Fraction(-2 - sum(sizes))
        over, up = (evaluate((*hole, *pair, middle)) for pair in (across, down))
        hands = (over, over, up, up, max(over, up))
        wagers = ("ante_across", "across", "ante_down", "down", "middle")
        stakes = (1, sizes[0], 1, sizes[1], sizes[2])
        return sum((n * pay(wager, hand) for n, wager, hand in zip(stakes, wagers, hands, strict=True)), Fraction(0))


JACK, SIX = 9, 4


def follow(rules: Rules, facts: dict[str, int]) -> int:
    for line in rules.lines:
        if all(bound.least <= facts[bound.fact] <= bound.most for bound in line.condition.bounds):
            return line.action
    return rules.otherwise


def points(ranks: set[int]) -> int:
    return sum(2 if rank >= JACK else 1 for rank in ranks if rank >= SIX)


def made_so_far(cards: Cards) -> tuple[int, bool]:
    """Whether four cards win (2), push (1) or may yet lose (0), and whether they hold a pair that loses."""
    repeated = {rank: times for rank, times in Counter(card.rank for card in cards).items() if times > 1}
    if len(repeated) == 2 or any(times > 2 for times in repeated.values()):
        return 2, False
    if not repeated:
        return 0, False
    (rank,) = repeated
    return (2 if rank >= JACK else 1 if rank >= SIX else 0), rank < SIX


@cache
def straight_or_better(*cards: Card) -> bool:
    return evaluate(cards).rank >= FiveCardRank.STRAIGHT


def hand_number(high: int, low: int, suited: bool) -> int:
    """The place of a hole hand when pairs and hands are listed by rank, the unsuited before the suited."""
    hands = [(one, two, same) for one in range(13) for two in range(one + 1) for same in (False, True)]
    return [hand for hand in hands if hand[0] != hand[1] or not hand[2]].index((high, low, suited))


@cache
def pay(wager: str, hand: FiveCardValue) -> Fraction:
    table = TERMS.paytable(wager)
    assert table is not None
    line = table.line_for(hand)
    if line is None:
        return Fraction(-1)
    return Fraction(0) if str(line.pays) == "push" else Fraction(int(str(line.pays).split(" to ")[0]))


# A reader who has nothing but the words


class WordReader:
    """Reads a line of a card by its words and its notes; knows nothing of facts and bounds."""

    def __init__(self, hole: Cards, *turned: Cards) -> None:
        self.hole, self.turned = hole, turned
        self.ranks = [card.rank for card in hole]
        self.paired, self.suited = self.ranks[0] == self.ranks[1], hole[0].suit == hole[1].suit
        self.so_far = [Counter(card.rank for card in hole + pair) for pair in turned]
        self.showing = {card.rank for card in sum(turned, hole)}
        unseen = [card for card in DECK if card not in sum(turned, hole)]
        self.outs = sum(any(straight_or_better(*hole, *pair, card) for pair in turned) for card in unseen)

    def holds(self, words: str) -> bool:
        """Whether all that a line says is so."""
        for named in ("one suit, both", "one suit, one or both", "two suits, both", "two suits, one or both"):
            words = words.replace(named, named.replace(",", ""))
        return all(self.part(part) for whole in words.split(", ") for part in whole.split(" and "))

    def part(self, words: str) -> bool:
        readings = {
            "point": self.counted,
            "so far": self.hands_so_far,
            "no pair": self.hands_so_far,
            "out": self.completed,
            "in the hole": self.pair_in_the_hole,
            "Across card": self.across,
            "hole cards": self.two_cards,
            "": self.hand,
        }
        return next(read for named, read in readings.items() if named in words)(words)

    def hand(self, words: str) -> bool:
        if words.startswith("two "):
            return self.paired and RANK_PLURALS[self.ranks[0]] == words.removeprefix("two ")
        names, suits = words.split()
        return {RANK_NAMES[rank] for rank in self.ranks} == set(names.split("-")) and (suits == "suited") == self.suited

    def completed(self, words: str) -> bool:
        return self.outs >= (1 if words == "any outs" else int(words.split(maxsplit=1)[0]))

    def pair_in_the_hole(self, words: str) -> bool:
        if not self.paired or words.startswith("any"):
            return self.paired
        named = RANK_PLURALS.index(words.split()[3])
        return self.ranks[0] < named if "below" in words else self.ranks[0] >= named

    def counted(self, words: str) -> bool:
        number = points(self.showing) + (points(set(self.ranks)) if "double" in words else 0)
        if words.startswith("any"):
            return number > 0
        if words.startswith("no "):
            return number == 0
        bound = int(next(word for word in words.split() if word.isdigit()))
        return number < bound if words.startswith("fewer") else number >= bound

    def across(self, words: str) -> bool:
        cards = self.turned[0]
        rank = any(card.rank in self.ranks for card in cards)
        suit = any(card.suit == self.hole[0].suit for card in cards)
        if words.startswith("an "):
            return rank
        return not (("ranks" in words and rank) or ("suit" in words and suit))

    def two_cards(self, words: str) -> bool:
        if self.suited != ("of one suit" in words) or ("unpaired" in words and self.paired):
            return False
        *_, third, _, last = words.split()
        low = RANK_NAMES.index(last if "below" in words else third)
        lower = [rank < low for rank in self.ranks]
        return any(lower) if "one or both" in words else all(lower) if "below" in words else not any(lower)

    def hands_so_far(self, words: str) -> bool:
        repeated = [{rank: n for rank, n in hand.items() if n > 1} for hand in self.so_far]
        if words.startswith("no "):
            return not any(repeated) and self.outs == 0
        if words.startswith("a lower pair"):
            lower = [len(hand) == 1 and max(hand) < SIX and max(hand.values()) == 2 for hand in repeated]
            return all(lower) if "both" in words else any(lower)
        floor = RANK_PLURALS.index(words.split()[3])
        better = [len(hand) > 1 or any(n > 2 or rank >= floor for rank, n in hand.items()) for hand in repeated]
        return any(better)
