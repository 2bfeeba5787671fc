"""What the rules engine costs: evaluating a hand, settling a round."""

from collections.abc import Callable, Iterator
from functools import partial

from bench.timing import Row, per_call
from pitboss.cards import DECK, Card, best_four, evaluate
from pitboss.engine import (
    Phase,
    Round,
    bet_amounts,
    draw_due,
    next_delivery,
    open_round,
    play,
    spin_due,
    to_act,
)
from pitboss.engine.actions import Bet, CloseBets, Deal, Draw, PlaceWager, Reveal, RoundAction, Settle, Spin, Validate
from pitboss.rulebooks import SHIPPED, Terms, full_terms

HANDS = [tuple(DECK[(start + step * 7) % 52] for step in range(5)) for start in range(52)] * 40
SEATS = 6
ALLOWED = 1e-3  # a millisecond for each seat


def rows() -> Iterator[Row]:
    """Every measurement of the rules engine."""
    table = dict.fromkeys(HANDS, True)
    look_up = per_call(lambda: [table[hand] for hand in HANDS], len(HANDS))
    yield Row("five-card hand", _over_hands(evaluate), "one dict look-up of the hand", look_up)
    yield Row("best four of five", _over_hands(best_four), "one dict look-up of the hand", look_up)
    for id in SHIPPED:
        ready = _ready_to_settle(full_terms(id))
        seconds = per_call(partial(_settle, ready), SEATS)
        yield Row(f"settling {id}, per seat", seconds, "a millisecond", ALLOWED)


def _over_hands(evaluator: Callable[[tuple[Card, ...]], object]) -> float:
    return per_call(lambda: [evaluator(hand) for hand in HANDS], len(HANDS))


def _ready_to_settle(terms: Terms) -> Round:
    """A full table with every wager offered, played to the settlement."""
    cards = iter(DECK[(number * 19) % 52] for number in range(52))
    round = open_round(terms)
    for seat in range(1, SEATS + 1):
        for wager in terms.wagers.values():
            if not wager.decision:
                limits, amounts = terms.limits(wager), terms.amounts(wager)
                amount = amounts[0] if amounts else limits.minimum if limits else None
                assert amount is not None
                round = play(round, PlaceWager(seat, wager.name, amount))
    round = _drawn(play(round, CloseBets()))
    while (delivery := next_delivery(round)) is not None:
        round = play(round, Deal(tuple(next(cards) for _ in range(delivery[1]))))
    while round.phase in (Phase.DECISION, Phase.REVEAL):
        seat_to_act = to_act(round)
        if seat_to_act is None:
            round = play(round, Reveal())
        else:
            round = play(round, Bet(seat_to_act, bet_amounts(round, round.seats[seat_to_act])[0]))
    return _drawn(round)


def _drawn(round: Round) -> Round:
    """The draw of the table system made, if it is due: before a card is seen, or after, as the reading has it."""
    return play(round, Draw()) if draw_due(round) else round


def _settle(round: Round) -> Round:
    meters = {name: figures.seed for name, figures in round.terms.meters.items()}
    while not round.finished:
        action: RoundAction = Settle(meters)
        spinner = spin_due(round)
        if round.held:
            action = Validate(round.held[0].seat, round.held[0].wager)
        elif spinner is not None:
            action = Spin(spinner, 1, meters)
        round = play(round, action)
    return round
