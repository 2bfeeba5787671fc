"""A void at any moment of any round: everyone is where he was, but for what was given up; meters are as before.

What a player forfeited by conduct or abandoned by leaving stays given up by the reading taken, and so does what it
added to a meter. By the other readings it goes back too, or what the cards have settled stands.
"""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from engine.random_rounds import Played, Rng, chance, play_random, tables
from pitboss.engine import Phase, Result, Round, RoundEvent, decide, read_history, replay, verify, write_history
from pitboss.engine.actions import Abandon, Void
from pitboss.engine.autoplay import move_meters
from pitboss.engine.contributions import Stake
from pitboss.engine.voids import void_reasons
from pitboss.progressive import open_meters
from pitboss.rulebooks import Terms, Violation, full_terms, terms_for

WRONG_COUNT = {
    "ma-criss-cross": "12(c)",
    "md-criss-cross": "13.C",
    "nj-criss-cross": "40.12(c)",
    "cardroom-criss-cross": "Irregularities 1",
    "ma-crazy-4": "14(c)",
}
REASON = "a player was dealt a card too many"
MOMENTS = 8  # tried in each round: many rounds tell more than all moments of a few


def bound(id: str, *values: object, name: str) -> object:
    clause = pytest.mark.clause(id, WRONG_COUNT[id])
    return pytest.param(*values, marks=clause, id=name)


every_table = pytest.mark.parametrize(
    "terms", [bound(terms.rulebook.id, terms, name=name) for name, terms in tables().items()]
)
every_rulebook = pytest.mark.parametrize("id", [bound(id, id, name=id) for id in WRONG_COUNT])


def read_as(id: str, **readings: str) -> Terms:
    """The full submission with other readings; `_` stands for a hyphen."""
    kept = full_terms(id).submission.as_file()
    chosen = {name.replace("_", "-"): reading for name, reading in readings.items()}
    return terms_for(id, {**kept, "readings": {**kept.get("readings", {}), **chosen}})


def voidable(played: Played) -> list[int]:
    """The numbers of the states in which something voids the round: all but some before the deal, and the last."""
    found = [number for number, round in enumerate(played.rounds) if void_reasons(round)]
    others = {round.phase for number, round in enumerate(played.rounds) if number not in found}
    assert others <= {Phase.WAGERS, Phase.SETTLED, Phase.VOID}
    return found


def moments(played: Played, rng: Rng, most: int = MOMENTS) -> Iterator[tuple[int, Round, tuple[RoundEvent, ...]]]:
    """Some states in which something voids the round, their numbers, and what a void of each brings."""
    found = voidable(played)
    for number in rng.sample(found, min(most, len(found))):
        round = played.rounds[number]
        rules = void_reasons(round)
        outcome = decide(round, Void(rng.choice(rules).clause, REASON))
        assert not isinstance(outcome, Violation), str(outcome)
        yield number, round, outcome


def given_up(played: Played, number: int) -> set[Stake]:
    """The stakes that a ruling took before a moment: all of a seat that forfeited, the unsettled ones of a leaver."""
    round = played.rounds[number]
    found = {(seat.number, name) for seat in round.seats.values() if seat.forfeited for name in seat.wagers}
    for before, action in zip(played.rounds[:number], played.actions, strict=False):
        if isinstance(action, Abandon) and round.seats[action.seat].abandoned:
            held = {line.wager for line in before.held if line.seat == action.seat}
            left = (name for name in before.seats[action.seat].wagers if not before.settled(action.seat, name))
            found |= {(action.seat, name) for name in left if name not in held}
    return found


def came_back(round: Round, seat: int) -> int:
    return sum(line.returned.cents for line in round.lines if line.seat == seat)


def stakes(round: Round, seat: int) -> dict[Stake, int]:
    return {(seat, name): amount.cents for name, amount in round.seats[seat].wagers.items()}


def everyone_is_where_he_was_but_for(lost: set[Stake], voided: Round) -> None:
    assert voided.phase is Phase.VOID
    assert not voided.held
    for seat in voided.seats:
        expected = sum(cents for stake, cents in stakes(voided, seat).items() if stake not in lost)
        assert came_back(voided, seat) == expected
        assert sum(line.paid.cents for line in voided.lines if line.seat == seat) == 0


def meters_are_as_before_but_for(lost: set[Stake], voided: Round, events: list[RoundEvent]) -> None:
    meters = open_meters(voided.terms)
    for event in events:
        meters = move_meters(meters, event)
    start = open_meters(voided.terms)
    for meter in voided.terms.meters.values():
        kept = sum(voided.seats[seat].wagers[name].cents for seat, name in lost if name in meter.wagers)
        added = meters[meter.name].microcents - start[meter.name].microcents
        assert added == kept * meter.rate.per_million


def told_and_verified(voided: Round, events: list[RoundEvent]) -> None:
    text = write_history(voided.terms, events)
    history = read_history(text)
    assert history.round() == voided
    assert verify(history) is None


@every_table
@given(rng=chance)
@settings(max_examples=25, deadline=None)
def test_everyone_is_where_he_was_but_for_what_a_ruling_took(terms: Terms, rng: Rng) -> None:
    """And a void is told by its history, and follows from the rules."""
    played = play_random(terms, rng)
    for number, round, outcome in moments(played, rng):
        voided, lost = replay(round, outcome), given_up(played, number)
        everyone_is_where_he_was_but_for(lost, voided)
        happened = [event for step in played.steps[:number] for event in step]
        meters_are_as_before_but_for(lost, voided, [*happened, *outcome])
    told_and_verified(voided, [*happened, *outcome])


@every_rulebook
@given(rng=chance)
@settings(max_examples=25, deadline=None)
def test_by_the_other_reading_rulings_are_undone_with_the_round(id: str, rng: Rng) -> None:
    played = play_random(read_as(id, void_after_forfeit="returned"), rng)
    for number, round, outcome in moments(played, rng):
        voided = replay(round, outcome)
        everyone_is_where_he_was_but_for(set(), voided)
        happened = [event for step in played.steps[:number] for event in step]
        meters_are_as_before_but_for(set(), voided, [*happened, *outcome])


@every_rulebook
@given(rng=chance)
@settings(max_examples=25, deadline=None)
def test_by_the_other_reading_what_the_cards_settled_stands_and_the_rest_goes_back(id: str, rng: Rng) -> None:
    played = play_random(read_as(id, void_after_settlement="paid-stands"), rng)
    for number, round, outcome in moments(played, rng):
        voided, lost = replay(round, outcome), given_up(played, number)
        cards = [line for line in round.lines if by_the_cards(round, line.seat, line.wager)]
        done = {(line.seat, line.wager) for line in cards if line.stake}
        for seat in voided.seats:
            paid = sum(line.returned.cents for line in cards if line.seat == seat)
            rest = sum(cents for stake, cents in stakes(voided, seat).items() if stake not in lost | done)
            assert came_back(voided, seat) == paid + rest


def by_the_cards(round: Round, seat: int, wager: str) -> bool:
    """Whether a line still stands that neither a fold nor a ruling brought about, nor wagers called off."""
    if round.seats[seat].forfeited:
        return False
    own = [line for line in round.lines if (line.seat, line.wager) == (seat, wager)]
    ruled = {round.seats[seat].abandoned, *round.called_off.values()}
    return not any(line.result in (Result.FORFEITED, Result.RETURNED) or line.clause in ruled for line in own)


@pytest.mark.parametrize("id", WRONG_COUNT)
def test_voids_are_tried_after_payments_forfeits_and_in_validation(id: str) -> None:
    """The properties above are worth little if rare moments never come."""
    seen: set[object] = set()
    for seed in range(40):
        played = play_random(full_terms(id), Rng(seed))
        for number in voidable(played):
            round = played.rounds[number]
            seen.add(round.phase)
            seen |= {line.result for line in round.lines}
            seen |= {"ruled"} if given_up(played, number) else set()
    assert seen >= {Phase.DEALING, Phase.DECISION, Phase.REVEAL, Phase.SETTLEMENT, Result.WIN, Result.FORFEITED}
    assert ("ruled" in seen) == (id != "cardroom-criss-cross")
    assert (Phase.VALIDATION in seen) == bool(full_terms(id).rulebook.validations)
