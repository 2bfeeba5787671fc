"""Best play by plain recursion: every deal of a short deck, settled by the round engine, every decision tried.

What a wager nets per unit does not depend on how much is bet, so each deal is settled once with every bet made; what
a line of play is worth is then a sum. Nothing here is shared with the solvers.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from pitboss.cards import DECK, Card, parse_cards
from pitboss.engine.deal import next_delivery, step_of
from pitboss.engine.events import BetMade, BetsClosed, CardsDealt, WagerPlaced
from pitboss.engine.evolve import evolve
from pitboss.engine.payment import settle_wager
from pitboss.engine.state import Round, open_round
from pitboss.engine.till import Till
from pitboss.engine.wagers import with_required
from pitboss.program.program import Choice, Kind, Program
from pitboss.rulebooks import Terms

SEAT = 1
MOST_DEALS = 6_000
_CARDS = parse_cards("As Ks Qs Js Ts 9s Ah Kh Ad Jc Th 6c 6d 5h")
"""Cards that make hands of every kind, in the order in which a deck takes them."""


class ShortDeal(NamedTuple):
    """One deal: what is seen at each street, in order, and what one unit of each stake nets."""

    seen: tuple[tuple[int, ...], ...]
    nets: tuple[Fraction, ...]


def short_deck(program: Program) -> tuple[Card, ...]:
    """As many cards as can be tried, at least those of a round."""
    groups = _groups(program)
    size = program.slots
    while size < len(_CARDS) and _count(groups, size + 1) <= MOST_DEALS:
        size += 1
    return _CARDS[:size]


def brute_force(terms: Terms, program: Program, deck: Sequence[Card]) -> Fraction:
    """What best play is worth, in antes, over every deal of a deck."""
    deals = [ShortDeal(_seen(program, cards), _nets(terms, program, cards)) for cards in _deals(program, deck)]
    staked = tuple(Fraction(antes) for antes in program.antes)
    return _best(program, 0, deals, staked) / len(deals)


def _best(program: Program, street: int, deals: list[ShortDeal], staked: tuple[Fraction, ...]) -> Fraction:
    """The sum over some deals, alike in what was seen before this street, of what best play nets."""
    if street == len(program.streets):
        return sum((_net(program, deal, staked) for deal in deals), Fraction(0))
    groups: defaultdict[tuple[int, ...], list[ShortDeal]] = defaultdict(list)
    for deal in deals:
        groups[deal.seen[street]].append(deal)
    total = Fraction(0)
    for alike in groups.values():
        choices = [one for one in program.streets[street].choices if _open(program, one, alike[0], staked)]
        total += max(_worth(program, street, choice, alike, staked) for choice in choices)
    return total


def _worth(
    program: Program, street: int, choice: Choice, deals: list[ShortDeal], staked: tuple[Fraction, ...]
) -> Fraction:
    if choice.kind is Kind.FOLD:
        kept = tuple(staked[at] if one.stands_on_fold else Fraction(0) for at, one in enumerate(program.stakes))
        lost = sum(staked, Fraction(0)) - sum(kept, Fraction(0))
        return sum((_net(program, deal, kept, folded=True) - lost for deal in deals), Fraction(0))
    changed = list(staked)
    if choice.kind is Kind.WITHDRAW:
        changed[choice.stake] = Fraction(0)
    if choice.kind is Kind.BET:
        changed[choice.stake] = choice.times * sum((staked[base] for base in choice.bases), Fraction(0))
    after = len(program.streets) if choice.ends else street + 1
    return _best(program, after, deals, tuple(changed))


def _open(program: Program, choice: Choice, deal: ShortDeal, staked: tuple[Fraction, ...]) -> bool:
    if choice.kind is Kind.WITHDRAW:
        return staked[choice.stake] > 0
    if choice.needs is None:
        return True
    hand = program.hands[choice.needs.hand]
    return hand.ranking.best([DECK[deal.seen[-1][slot]] for slot in hand.slots]).value.strength >= choice.needs.least


def _net(program: Program, deal: ShortDeal, staked: tuple[Fraction, ...], folded: bool = False) -> Fraction:
    total = Fraction(0)
    for place, stake in enumerate(program.stakes):
        on = staked[place if stake.on is None else stake.on]
        total += Fraction(0) if folded and stake.is_bonus else on * deal.nets[place]
    return total


# The deals


Group = tuple[int, ...]
"""Slots seen together and part of the same hands: which of the cards lies in which makes no difference."""


def _groups(program: Program) -> list[Group]:
    found: dict[tuple[object, ...], list[int]] = {}
    for slot in range(program.slots):
        own = slot in program.places[0].slots
        first = next((at for at, street in enumerate(program.streets) if slot in street.seen), len(program.streets))
        hands = tuple(at for at, hand in enumerate(program.hands) if slot in hand.slots)
        found.setdefault((not own, first, hands), []).append(slot)
    return [tuple(slots) for _, slots in sorted(found.items(), key=lambda item: str(item[0]))]


def _count(groups: list[Group], cards: int) -> int:
    count, left = 1, cards
    for group in groups:
        count *= sum(1 for _ in combinations(range(left), len(group)))
        left -= len(group)
    return count


def _deals(program: Program, deck: Sequence[Card]) -> Iterator[list[Card]]:
    """Every way to deal a deck, the cards by slot."""
    groups = _groups(program)

    def dealt(number: int, left: tuple[Card, ...], placed: dict[int, Card]) -> Iterator[list[Card]]:
        if number == len(groups):
            yield [placed[slot] for slot in range(program.slots)]
            return
        for cards in combinations(left, len(groups[number])):
            rest = tuple(card for card in left if card not in cards)
            yield from dealt(number + 1, rest, {**placed, **dict(zip(groups[number], cards, strict=True))})

    yield from dealt(0, tuple(deck), {})


def _seen(program: Program, cards: list[Card]) -> tuple[tuple[int, ...], ...]:
    """What is seen at each street, and last of all every card."""
    shown = [tuple(cards[slot].index for slot in street.seen) for street in program.streets]
    return (*shown, tuple(card.index for card in cards))


def _nets(terms: Terms, program: Program, cards: list[Card]) -> tuple[Fraction, ...]:
    """What one unit of each stake nets, by the engine: every bet made, then each wager settled."""
    round = _dealt(terms, program, cards)
    seat, till = round.seats[SEAT], Till(round, {})
    lines = [line for name in seat.wagers for line in settle_wager(till, seat, terms.wagers[name])]
    found = {line.wager: line for line in lines}
    nets = []
    for stake in program.stakes:
        line, on = found.get(stake.name), seat.wagers[stake.name if stake.on is None else program.stakes[stake.on].name]
        net = (line.returned - line.stake).cents if line else 0
        nets.append(Fraction(net, on.cents))
    return tuple(nets)


def _dealt(terms: Terms, program: Program, cards: list[Card]) -> Round:
    round = open_round(terms)
    for name, amount in with_required(terms, {}).items():
        round = evolve(round, WagerPlaced(SEAT, name, amount))
    round = evolve(round, BetsClosed())
    lying = {place.name: [cards[slot] for slot in place.slots] for place in program.places}
    lying[f"seat {SEAT}"] = lying.pop(program.places[0].name)
    spare = iter([card for card in DECK if card not in cards])
    while (delivery := next_delivery(round)) is not None:
        to, count = delivery
        places = step_of(round).spread or (to,) * count
        given = tuple(lying[place].pop(0) if lying.get(place) else next(spare) for place in places)
        round = evolve(round, CardsDealt(to, given))
    for decision in terms.rulebook.decisions:
        if decision.bet is not None and decision.bet not in round.seats[SEAT].wagers:
            base = decision.base_of(round.seats[SEAT].wagers)
            round = evolve(round, BetMade(SEAT, decision.bet, base * decision.times[0]))
    return round
