"""A program played out in the plainest way: every deal, every choice, fractions, and the hands of `pitboss.cards`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from pitboss.cards import Card, HandValue, Ranking
from pitboss.program.program import Choice, Kind, Net, Program, Stake

Cards = Mapping[int, Card]
"""What lies in each slot."""
Path = tuple[tuple[str, str], ...]
Ends = Counter[tuple[Net, Net, Path]]
"""What is won and staked at the end of which choices, and in how many deals."""
Stakes = tuple[Net, ...]


@cache
def _best(ranking: Ranking[HandValue[Any]], cards: frozenset[Card]) -> HandValue[Any]:
    return ranking.best(sorted(cards)).value


def _value(program: Program, hand: int, cards: Cards) -> HandValue[Any]:
    made = program.hands[hand]
    return _best(made.ranking, frozenset(cards[slot] for slot in made.slots))


def net(program: Program, stake: Stake, cards: Cards) -> Net:
    """What one unit on a stake nets."""
    best = max(_value(program, hand, cards) for hand in stake.hands)
    if stake.contest is None:
        return stake.nets[0][best.strength]
    contest = program.contests[stake.contest]
    own, other = _value(program, contest.hand, cards), _value(program, contest.against, cards)
    row = 0 if own > other else 1 if own == other else 2
    if other.strength < contest.qualifier:
        row += 3
    return stake.nets[row][best.strength]


class BruteForce:
    """Best play over all deals of a deck."""

    def __init__(self, program: Program, deck: tuple[Card, ...]) -> None:
        self.program, self.deck = program, deck
        self._nets: dict[tuple[Card, ...], tuple[Net, ...]] = {}

    def ends(self) -> Ends:
        """How rounds of best play end."""
        start = tuple(stake.antes for stake in self.program.stakes)
        return _together([self.best(cards, 0, start) for cards in self._dealt({}, self._seen(0))])

    def _result(self, cards: Cards, stakes: Stakes, folded: bool) -> Net:
        key = tuple(cards[slot] for slot in range(self.program.slots))
        if key not in self._nets:
            self._nets[key] = tuple(net(self.program, stake, cards) for stake in self.program.stakes)
        total: Net = 0
        for place, (stake, won) in enumerate(zip(self.program.stakes, self._nets[key], strict=True)):
            if not folded or stake.stands_on_fold:
                total += stakes[place if stake.on is None else stake.on] * won
            elif stake.on is None:
                total -= stakes[place]
        return total

    def _seen(self, street: int) -> tuple[int, ...]:
        streets = self.program.streets
        if street < len(streets):
            return streets[street].seen
        return self.program.opening if not streets and street == 0 else tuple(range(self.program.slots))

    def _dealt(self, cards: Cards, slots: tuple[int, ...]) -> Iterator[dict[int, Card]]:
        """Every way to deal what lacks in some slots; within a place the order is all one."""
        for place in self.program.places:
            lacking = [slot for slot in place.slots if slot in slots and slot not in cards]
            if lacking:
                left = [card for card in self.deck if card not in cards.values()]
                for dealt in combinations(left, len(lacking)):
                    yield from self._dealt({**cards, **dict(zip(lacking, dealt, strict=True))}, slots)
                return
        yield dict(cards)

    def best(self, cards: Cards, street: int, stakes: Stakes) -> Ends:
        """How the best choice ends."""
        if street >= len(self.program.streets):
            return self._ended(cards, stakes, False)
        options = self.options(cards, street, stakes)
        best = max(options, key=lambda name: value(options[name]))
        name = self.program.streets[street].name
        return Counter({(won, staked, ((name, best), *path)): n for (won, staked, path), n in options[best].items()})

    def options(self, cards: Cards, street: int, stakes: Stakes) -> dict[str, Ends]:
        """How each choice ends."""
        found = {}
        for choice in self.program.streets[street].choices:
            if choice.needs and _value(self.program, choice.needs.hand, cards).strength < choice.needs.least:
                continue
            if choice.kind is Kind.WITHDRAW and not stakes[choice.stake]:
                continue
            after = _after(choice, stakes)
            if choice.kind is Kind.FOLD or choice.ends or street + 1 == len(self.program.streets):
                found[choice.name] = self._ended(cards, after, choice.kind is Kind.FOLD)
            else:
                dealt = self._dealt(cards, self._seen(street + 1))
                found[choice.name] = _together([self.best(held, street + 1, after) for held in dealt])
        return found

    def _ended(self, cards: Cards, stakes: Stakes, folded: bool) -> Ends:
        staked, every = sum(stakes), range(self.program.slots)
        return Counter((self._result(dealt, stakes, folded), staked, ()) for dealt in self._dealt(cards, tuple(every)))


def value(ends: Ends) -> Fraction:
    """What is won on average."""
    return Fraction(sum(won * deals for (won, _, _), deals in ends.items())) / ends.total()


def _after(choice: Choice, stakes: Stakes) -> Stakes:
    changed = list(stakes)
    if choice.kind is Kind.BET:
        changed[choice.stake] += choice.times * sum(stakes[base] for base in choice.bases)
    if choice.kind is Kind.WITHDRAW:
        changed[choice.stake] = 0
    return tuple(changed)


def _together(every: list[Ends]) -> Ends:
    total: Ends = Counter()
    for ends in every:
        total.update(ends)
    return total
