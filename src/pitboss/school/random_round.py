"""A random round, played to its end by the engine; chance comes in as a function."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from pitboss.cards import DECK, Card
from pitboss.engine import Phase, Round, open_round, play
from pitboss.engine.actions import Bet, CloseBets, Draw, Fold, PlaceWager, PlayerChoice, RoundAction
from pitboss.engine.autoplay import House, act, next_step
from pitboss.engine.decisions import bet_amounts, current_decision, passive, to_act
from pitboss.engine.wagers import least
from pitboss.money import Amount
from pitboss.progressive import open_meters
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager

Below = Callable[[int], int]
"""A number from 0 up to but not including a limit: where chance comes in."""

T = TypeVar("T")
MOST_TIMES = 8
FEW_RANKS = 5


class BeforeStep(NamedTuple):
    """A round before a step, and the step."""

    round: Round
    action: RoundAction


class RandomRound(NamedTuple):
    """A round that is over, and how it came there."""

    round: Round
    moments: tuple[BeforeStep, ...]  # from "no more bets" on


def pick(items: Sequence[T], below: Below) -> T:
    """One of some items."""
    return items[below(len(items))]


def shuffled(items: Sequence[T], below: Below) -> list[T]:
    """The items in a random order."""
    left = list(items)
    return [left.pop(below(len(left))) for _ in items]


def played(terms: Terms, below: Below) -> RandomRound:
    """A round of some seats, with wagers of many kinds, some bets and some folds."""
    seats = sorted(shuffled(range(1, terms.rulebook.seats + 1), below)[: 2 + below(3)])
    opened = open_round(terms)
    for seat in seats:
        opened = play(opened, *(PlaceWager(seat, name, amount) for name, amount in _wagers(terms, below).items()))
    stops = [stop.position for wheel in terms.rulebook.wheels for stop in wheel.stops]
    positions: list[int | str] = [*seats, "dealer"]
    house = House(
        cards=iter(_deck(below)),
        meters=open_meters(terms),
        draw=lambda _: Draw(pick(DECK, below), pick(positions, below)) if _both_drawn(terms) else Draw(),
        stop=lambda _: pick(stops, below),
    )
    round, _ = act(opened, house, CloseBets())
    moments = []
    while not round.finished:
        action = next_step(round, house) or _choice(round, below)
        moments.append(BeforeStep(round, action))
        round, _ = act(round, house, action)
    return RandomRound(round, tuple(moments))


def _both_drawn(terms: Terms) -> bool:
    """Whether card and position are both drawn for; a draw for what is not offered would be refused."""
    bonuses = terms.rulebook.bonuses
    drawn = {bonus.draws for bonus in bonuses}
    return drawn == {"card", "position"} and all(terms.offers(bonus.name) for bonus in bonuses)


def _deck(below: Below) -> list[Card]:
    """A shuffled deck; in half of all rounds with few ranks on top, so that there is something to read and to pay."""
    deck = shuffled(DECK, below)
    if below(2):
        ranks = {card.rank for card in deck[:FEW_RANKS]}
        deck.sort(key=lambda card: card.rank not in ranks)
        deck = [*shuffled(deck[: 4 * len(ranks)], below), *deck[4 * len(ranks) :]]
    return deck


def _wagers(terms: Terms, below: Below) -> dict[str, Amount]:
    """Every wager that is required, and some of the others."""
    chosen: dict[str, Amount] = {}
    for wager in terms.wagers.values():
        wanted = wager.required or (not wager.decision and all(name in chosen for name in wager.needs) and below(2))
        if wanted:
            chosen[wager.name] = _stake(terms, wager, chosen, below)
    return chosen


def _stake(terms: Terms, wager: Wager, chosen: dict[str, Amount], below: Below) -> Amount:
    lowest = least(terms, wager, chosen)
    fixed = any(terms.wagers[other].equals == wager.name or wager.equals == other for other in chosen)
    amounts, limits = terms.amounts(wager), terms.limits(wager)
    if fixed or (not amounts and limits is None):
        return lowest
    if amounts:
        return pick(amounts, below)
    assert limits is not None
    most = min(MOST_TIMES, limits.maximum.cents // lowest.cents, _room(terms, wager, lowest))
    return lowest * (1 + below(most))


def _room(terms: Terms, wager: Wager, lowest: Amount) -> int:
    """How many times the least a wager may be without the wagers that must equal it going over their most."""
    equal = [one for one in terms.wagers.values() if wager.name == one.equals or one.name == wager.equals]
    limits = [found for one in equal if (found := terms.limits(one)) is not None]
    return min((item.maximum.cents // lowest.cents for item in limits), default=MOST_TIMES)


def _choice(round: Round, below: Below) -> PlayerChoice:
    """Mostly a bet, now and then a large one; else what is done without one, or a fold where there is one."""
    number, decision = to_act(round), current_decision(round)
    assert round.phase is Phase.DECISION
    assert number is not None
    amounts = bet_amounts(round, round.seats[number])
    if amounts and below(6):
        return Bet(number, pick(amounts, below))
    return Fold(number) if decision.fold_clause and below(2) else passive(round, number)
