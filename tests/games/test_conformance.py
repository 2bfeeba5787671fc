"""What every round of every rulebook must have: money and cards conserved, refusals without a trace, replay exact."""

from typing import get_args

import pytest
from hypothesis import given, settings

from games.random_rounds import Played, Rng, action_of, chance, play_random, rigged_deck, tables
from pitboss.cards import DECK
from pitboss.games import (
    Phase,
    Result,
    Round,
    RoundAction,
    RoundEvent,
    Source,
    check,
    decide,
    legal,
    open_round,
    replay,
)
from pitboss.games.actions import (
    Abandon,
    Bet,
    CloseBets,
    Deal,
    DiscardCard,
    Draw,
    Fold,
    Forfeit,
    PlaceWager,
    Reveal,
    Settle,
    Spin,
    TakeBack,
    Validate,
    Void,
)
from pitboss.games.events import MeterFed, MeterPaid
from pitboss.money import MICROCENTS_PER_CENT, Amount, Fixed, For, MeterShare, Push, To
from pitboss.progressive import open_meters
from pitboss.rulebooks import Terms, Violation

every_table = pytest.mark.parametrize("terms", tables().values(), ids=tables().keys())


@every_table
@given(rng=chance)
@settings(max_examples=30, deadline=None)
def test_a_round_played_to_its_end_adds_up(terms: Terms, rng: Rng) -> None:
    played = play_random(terms, rng)
    each_line_pays_what_its_result_and_odds_say(played.round)
    each_wager_is_settled_once_and_nothing_else_is(played.round)
    winnings_stay_within_the_aggregate_limit(played.round)
    meters_lose_what_they_pay_and_gain_their_rate(played)
    every_card_is_dealt_once_and_known(played)
    no_line_cites_a_card_that_lies_face_down(played.round)
    replay_gives_the_identical_round(played)


def each_line_pays_what_its_result_and_odds_say(round: Round) -> None:
    for line in round.lines:
        if line.result is Result.LIMITED:
            assert line.paid == line.returned < Amount.ZERO
            continue
        stake = round.seats[line.seat].wagers[line.base]
        assert line.stake == (Amount.ZERO if line.part_of else stake)
        match line.result, line.odds:
            case ((Result.LOSE | Result.FORFEITED), None):
                assert (line.paid, line.returned) == (Amount.ZERO, Amount.ZERO)
            case Result.RETURNED, None:
                assert (line.paid, line.returned) == (Amount.ZERO, stake)
            case Result.PUSH, Push():
                assert (line.paid, line.returned) == (Amount.ZERO, stake)
            case Result.WIN, To(n, d):
                assert line.paid * d == stake * n
                assert line.returned == line.paid + stake
            case Result.WIN, For(n, d):
                assert line.paid * d == stake * n
                assert line.returned == line.paid
            case Result.WIN, Fixed(amount):
                assert line.paid == line.returned == amount
            case Result.WIN, MeterShare():
                assert line.paid == line.returned
                assert line.source is Source.METER
            case _:
                pytest.fail(f"no such line: {line}")


def each_wager_is_settled_once_and_nothing_else_is(round: Round) -> None:
    settled = sorted(
        (line.seat, line.wager, line.stake)
        for line in round.lines
        if line.part_of is None and line.result is not Result.LIMITED
    )
    wagered = sorted((seat.number, name, stake) for seat in round.seats.values() for name, stake in seat.wagers.items())
    assert settled == wagered
    for line in round.lines:
        assert line.part_of is None or line.part_of in round.seats[line.seat].wagers


def winnings_stay_within_the_aggregate_limit(round: Round) -> None:
    rule, limit = round.terms.rulebook.payout_limit, round.terms.payout_limit
    for seat in round.seats.values():
        lines = [line for line in round.lines if line.seat == seat.number]
        assert sum((line.returned for line in lines), Amount.ZERO) >= Amount.ZERO
        if rule is not None and limit is not None:
            counted = [line for line in lines if line.source is Source.TABLE_INVENTORY]
            total = sum((line.paid for line in counted if line.base in (*rule.counts, "payout_limit")), Amount.ZERO)
            assert total <= limit


def meters_lose_what_they_pay_and_gain_their_rate(played: Played) -> None:
    terms, round = played.terms, played.round
    payments = [event for event in played.events if isinstance(event, MeterPaid)]
    paid = sum((event.amount for event in payments), Amount.ZERO)
    assert paid == sum((line.paid for line in round.lines if line.source is Source.METER), Amount.ZERO)
    fed = {event.meter: event.microcents for event in played.events if isinstance(event, MeterFed)}
    for meter in terms.meters.values():
        stakes = sum(seat.wagers.get(name, Amount.ZERO).cents for seat in round.seats.values() for name in meter.wagers)
        expected = stakes * meter.rate.per_million if round.phase is Phase.SETTLED else 0
        assert fed.get(meter.name, 0) == expected
    resets = sum(terms.meters[event.meter].reset.cents for event in payments if event.emptied)
    start = sum(meter.microcents for meter in open_meters(terms).values())
    now = sum(meter.microcents for meter in played.meters.values())
    assert now - start == sum(fed.values()) + (resets - paid.cents) * MICROCENTS_PER_CENT


def every_card_is_dealt_once_and_known(played: Played) -> None:
    delivered = [card for action in played.actions if isinstance(action, Deal) for card in action.cards]
    delivered += [action.card for action in played.actions if isinstance(action, DiscardCard)]
    assert len(set(delivered)) == len(delivered) <= len(DECK)
    assert sorted(played.round.cards_out) == sorted(delivered)


def no_line_cites_a_card_that_lies_face_down(round: Round) -> None:
    face_up = {card for name in round.revealed for card in round.places[name]}
    face_up |= {card for number in round.opened for card in round.seats[number].cards}
    assert {card for line in round.lines for card in line.cards} <= face_up


def replay_gives_the_identical_round(played: Played) -> None:
    assert replay(open_round(played.terms), played.events) == played.round


@every_table
@given(rng=chance)
@settings(max_examples=10, deadline=None)
def test_a_void_at_any_moment_returns_every_wager_to_the_cent(terms: Terms, rng: Rng) -> None:
    for round in play_random(terms, rng).rounds:
        outcome = decide(round, Void(terms.rulebook.void_clause, "wrong number of cards"))
        if isinstance(outcome, Violation):
            assert round.step or round.finished
            continue
        voided = replay(round, outcome)
        assert voided.phase is Phase.VOID
        assert {line.result for line in voided.lines} <= {Result.RETURNED}
        for seat in round.seats.values():
            staked = sum(seat.wagers.values(), Amount.ZERO)
            assert sum((line.returned for line in voided.lines if line.seat == seat.number), Amount.ZERO) == staked


@every_table
@given(rng=chance)
@settings(max_examples=10, deadline=None)
def test_whatever_is_offered_is_accepted_and_something_always_is(terms: Terms, rng: Rng) -> None:
    meters = open_meters(terms)

    def watch(round: Round, rng: Rng) -> None:
        options = legal(round)
        assert options
        for option in rng.sample(options, min(4, len(options))):
            unused = iter([card for card in rigged_deck(rng) if card not in round.cards_out])
            action = action_of(option, rng, unused, meters)
            assert check(round, action) is None, f"{option}: {check(round, action)}"

    played = play_random(terms, rng, watch)
    assert legal(played.round) == []


@every_table
@given(rng=chance)
@settings(max_examples=10, deadline=None)
def test_a_refusal_leaves_no_trace_and_names_what_is_allowed(terms: Terms, rng: Rng) -> None:
    def watch(round: Round, rng: Rng) -> None:
        before = repr(round)
        for _ in range(3):
            action = wild(rng)
            outcome = decide(round, action)
            refused = outcome if isinstance(outcome, Violation) else None
            assert check(round, action) == refused
            assert repr(round) == before
            if refused is not None:
                assert refused.rulebook == terms.rulebook.id
                assert refused.allowed
                assert "\n" not in str(refused)
                assert (
                    refused.clause == "" or terms.rulebook.clause(refused.clause) or isinstance(action, Void | Forfeit)
                )

    play_random(terms, rng, watch)


def wild(rng: Rng) -> RoundAction:
    """Anything a confused client could send."""
    seat = rng.choice([-1, 0, 1, 2, 3, 4, 5, 6, 7])
    names = [
        "ante",
        "ante_across",
        "ante_down",
        "five_card_bonus",
        "across",
        "play",
        "bonus_spin",
        "cover_all",
        "?",
        "",
    ]
    amount = Amount(rng.choice([-500, 0, 1, 100, 500, 1000, 1050, 10_000_000]))
    cards = tuple(rng.choice(DECK) for _ in range(rng.randrange(7)))
    kinds: list[RoundAction] = [
        PlaceWager(seat, rng.choice(names), amount),
        TakeBack(seat, rng.choice(names)),
        CloseBets(),
        Deal(cards),
        DiscardCard(rng.choice(DECK)),
        Bet(seat, amount),
        Fold(seat),
        Reveal(),
        Draw(rng.choice([None, *DECK]), rng.choice([None, 0, 1, 7, "dealer", "table"])),
        Settle({}),
        Settle({"four_card": amount}),
        Spin(seat, rng.choice([-1, 0, 5, 12])),
        Validate(seat, rng.choice(names)),
        Abandon(seat),
        Forfeit(seat, "?"),
        Void("?", ""),
    ]
    return rng.choice(kinds)


def test_the_random_rounds_reach_every_kind_of_event() -> None:
    """The properties above are worth little if rare things never happen."""
    seen: set[type] = set()
    for terms in (tables()["nj-criss-cross full"], tables()["ma-crazy-4 full"], tables()["md-criss-cross full"]):
        for seed in range(60):
            seen |= {type(event) for event in play_random(terms, Rng(seed)).events}
    assert seen == set(get_args(RoundEvent))
