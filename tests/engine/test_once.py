"""What is kept beside a round is what would be found anew: of every round on its way, and after whatever event."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.random_rounds import Rng, chance, play_random, tables
from pitboss.engine import Round, draw_due, evolve, open_round, spin_due, to_act, view
from pitboss.engine.deal import deliveries
from pitboss.engine.events import BetsClosed, WagerPlaced
from pitboss.engine.once import once
from pitboss.engine.settle import current_turn, spin_turn, turns
from pitboss.engine.voids import void_reasons
from pitboss.money import Amount
from pitboss.rulebooks import terms_for

ASKED: tuple[Callable[[Round], object], ...] = (
    to_act,
    deliveries,
    draw_due,
    turns,
    current_turn,
    spin_turn,
    spin_due,
    void_reasons,
    lambda round: (round.playing, round.deciding, round.cards_out, round.out),
    lambda round: [view(round, viewer) for viewer in (None, *round.seats)],
)


def _ask(round: Round) -> list[object]:
    return [question(round) for question in ASKED]


def _anew(round: Round) -> Round:
    """A round like it, beside which nothing is kept, nor beside its seats."""
    return replace(round, seats={number: replace(seat) for number, seat in round.seats.items()})


@given(st.sampled_from(sorted(tables())), chance)
def test_what_is_kept_is_what_would_be_found(name: str, rng: Rng) -> None:
    def ask(round: Round, _: Rng) -> None:
        _ask(round)

    played = play_random(tables()[name], rng, ask)
    for round, events in zip(played.rounds, [*played.steps, ()], strict=True):
        assert _ask(round) == _ask(_anew(round))
        known, found = round, _anew(round)
        for event in events:
            known, found = evolve(known, event), evolve(_anew(found), event)
            assert known == found


def test_another_event_makes_another_round_of_the_same() -> None:
    round = open_round(terms_for("ma-criss-cross"))
    small, large = (WagerPlaced(1, "ante_across", Amount(cents)) for cents in (500, 1000))
    for event in (small, large, small, small, BetsClosed(), large):
        after = evolve(round, event)
        staked = {small: 500, large: 1000}.get(event, 0) if isinstance(event, WagerPlaced) else 0
        assert (after.staked.cents, after.closed) == (staked, isinstance(event, BetsClosed))
    assert evolve(round, large) is evolve(round, large)


def test_a_value_is_asked_once_and_one_like_it_again() -> None:
    asked: list[int] = []

    @once
    def seats(round: Round) -> int:
        asked.append(id(round))
        return len(round.seats)

    one = open_round(terms_for("ma-criss-cross"))
    other = replace(one)
    assert [seats(round) for round in (one, one, other, one)] == [0] * 4
    assert asked == [id(one), id(other)]


def test_what_is_refused_is_not_kept() -> None:
    @once
    def never(round: Round) -> int:
        raise LookupError

    round = open_round(terms_for("ma-criss-cross"))
    for _ in range(2):
        with pytest.raises(LookupError):
            never(round)
