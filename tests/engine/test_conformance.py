"""What every round of every rulebook must have: money and cards conserved, refusals without a trace, replay exact."""

from collections import Counter
from typing import get_args

import pytest
from hypothesis import given, settings

from engine.random_rounds import Played, Rng, action_of, chance, play_random, rigged_deck, tables
from pitboss.cards import DECK
from pitboss.engine import (
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
from pitboss.engine.actions import (
    Abandon,
    Bet,
    CallOff,
    CloseBets,
    Deal,
    DiscardCard,
    Draw,
    Fold,
    Forfeit,
    PlaceWager,
    ReturnWagers,
    Reveal,
    Settle,
    Spin,
    Strike,
    TakeBack,
    Validate,
    Void,
)
from pitboss.engine.events import CardsLaid, Checked, FacesKeyed, MeterFed, MeterPaid, MeterReversed, WagerWithdrawn
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
        if line.result is Result.REVERSED:
            assert any(line == other.undone(line.clause) for other in round.lines)
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
    settled = Counter[tuple[int, str]]()
    for line in round.lines:
        settled[line.seat, line.wager] += line.stake.cents
    wagered = {(seat.number, name): stake.cents for seat in round.seats.values() for name, stake in seat.wagers.items()}
    assert {stake: cents for stake, cents in settled.items() if cents} == wagered
    for line in round.lines:
        assert line.base == "payout_limit" or line.base in round.seats[line.seat].wagers


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
    given = [event for event in played.events if isinstance(event, MeterPaid)]
    taken = [event for event in played.events if isinstance(event, MeterReversed)]
    paid = sum(event.amount.cents for event in given) - sum(event.amount.cents for event in taken)
    assert paid == sum(line.paid.cents for line in round.lines if line.source is Source.METER)
    fed = Counter[str]()
    for event in played.events:
        if isinstance(event, MeterFed):
            fed[event.meter] += event.microcents
    back = {(line.seat, line.wager) for line in round.lines if line.result is Result.RETURNED}
    for meter in terms.meters.values():
        stakes = [
            seat.wagers[name].cents
            for seat in round.seats.values()
            for name in meter.wagers
            if name in seat.wagers and (seat.number, name) not in back
        ]
        assert fed[meter.name] == (sum(stakes) * meter.rate.per_million if round.closed else 0)
    resets = sum(terms.meters[event.meter].reset.cents for event in given if event.emptied)
    resets -= sum(terms.meters[event.meter].reset.cents for event in taken if event.emptied)
    start = sum(meter.microcents for meter in open_meters(terms).values())
    now = sum(meter.microcents for meter in played.meters.values())
    assert now - start == sum(fed.values()) + (resets - paid) * MICROCENTS_PER_CENT


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
                own = isinstance(action, Void | Forfeit | CallOff)  # they name their clause themselves
                assert own or refused.clause == "" or terms.rulebook.cited(refused.clause)

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
        ReturnWagers(seat),
        Strike(seat, rng.choice(names)),
        CallOff((rng.choice(names),), "?", "?"),
    ]
    return rng.choice(kinds)


def test_the_random_rounds_reach_every_kind_of_event() -> None:
    """The properties above are worth little if rare things never happen."""
    seen: set[type] = set()
    for terms in (tables()["nj-criss-cross full"], tables()["ma-crazy-4 full"], tables()["md-criss-cross full"]):
        for seed in range(100):
            seen |= {type(event) for event in play_random(terms, Rng(seed)).events}
    # Checks and withdrawals are in no shipped game, tests/rulebooks/test_examples.py has them; faces in test_faces.py.
    elsewhere = {Checked, WagerWithdrawn, CardsLaid, FacesKeyed}
    assert seen == set(get_args(RoundEvent)) - elsewhere
