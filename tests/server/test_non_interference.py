"""Decks that differ only in cards a viewer may not see give that viewer the same bytes, until the rules show one.

When that is comes from the rules (`twins.first_seen`), not from what is sent. `PITBOSS_TWINS=2000` makes a soak of it:
so many pairs of decks.
"""

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.random_rounds import Rng
from pitboss.audit import Cards
from pitboss.audit.drbg import HmacDrbg, Numbers
from pitboss.audit.shuffle import shuffled
from pitboss.books.stream import StreamEvent
from pitboss.cards import DECK, Card
from pitboss.engine import Round, RoundView, to_act
from pitboss.engine.view import as_seen, view_of_all
from pitboss.rulebooks.codec import builtins
from server.twins import ROLES, Played, Scenario, first_seen, played, prepare, twin

PAIRS = int(os.environ.get("PITBOSS_TWINS", "72"))
TO_A_DECK = 8  # pairs that have one deck in common
MA, NJ, CARDROOM, CRAZY = "ma-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4"
PHYSICAL = Cards.PHYSICAL

SCENARIOS = [
    Scenario(MA),
    Scenario(MA, folds=((1, 1), (3, 2))),
    Scenario(MA, folds=((1, 1), (2, 2), (3, 2))),
    Scenario(NJ, full=True, folds=((2, 3),)),
    Scenario(CARDROOM, folds=((2, 1),)),
    Scenario(CARDROOM, full=True),
    Scenario(CRAZY),
    Scenario(CRAZY, folds=((1, 1),)),
    Scenario(CRAZY, full=True, folds=((3, 1),)),
    Scenario(MA, PHYSICAL),
    Scenario(MA, PHYSICAL, folds=((1, 1), (3, 2))),
    Scenario(MA, PHYSICAL, folds=((1, 1), (2, 2), (3, 2))),
    Scenario(NJ, PHYSICAL, full=True, folds=((2, 3),)),
    Scenario(CARDROOM, PHYSICAL, folds=((2, 1),)),
    Scenario(CARDROOM, PHYSICAL, full=True),
    Scenario(CRAZY, PHYSICAL),
    Scenario(CRAZY, PHYSICAL, folds=((1, 1), (2, 1))),
    Scenario(CRAZY, PHYSICAL, full=True, folds=((3, 1),)),
]


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory where there is such a place: a thousand rounds are written."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        yield Path(made)


def deck_of(number: int) -> tuple[Card, ...]:
    return shuffled(DECK, Numbers(HmacDrbg(bytes(32), bytes(16), number.to_bytes(4, "big"))))


@pytest.mark.parametrize("number", range(len(SCENARIOS)), ids=lambda number: str(SCENARIOS[number]))
def test_cards_that_may_not_be_seen_change_no_byte(folder: Path, number: int) -> None:
    scenario, pairs = SCENARIOS[number], -(-PAIRS // len(SCENARIOS))
    prepared = prepare(scenario, folder)
    compared = 0
    for first in range(0, pairs, TO_A_DECK):
        deck = deck_of(1000 * number + first)
        one = asyncio.run(played(scenario, prepared, deck))
        for pair in range(first, min(first + TO_A_DECK, pairs)):
            rng = Rng(100_000 * number + pair)
            other, changed = twin(deck, one.slots, rng)
            compared += compare(scenario, one, asyncio.run(played(scenario, prepared, other)), changed, f"{rng}")
    assert compared > pairs * len(one.steps) * len(ROLES) // 2, "most of what is sent is before a card may be seen"


def compare(scenario: Scenario, one: Played, other: Played, changed: set[str], seed: str) -> int:
    """Everything sent to everyone before they may see a card that differs; how many messages that were.

    Until everyone has seen one, the rounds also go the same way; after that a hand may call for a spin or a validation.
    """
    compared, steps = 0, one.steps
    for viewer in ROLES:
        seen = [first_seen(scenario, steps, slot, viewer) for slot in changed]
        until = min((step for step in seen if step is not None), default=len(steps))
        assert steps[:until] == other.steps[:until], f"{seed}: {changed} make another round before {viewer} sees them"
        for step in range(until):
            where = f"{seed}: {changed} at {steps[step]}, seen by {viewer}"
            assert one.sent[step][viewer] == other.sent[step][viewer], where
        if until == len(steps):
            assert len(other.steps) == until, f"{seed}: {changed} make a longer round, and {viewer} never sees them"
        elif not scenario.full:
            assert one.sent[until][viewer] != other.sent[until][viewer], f"{seed}: {changed} not shown to {viewer}"
        compared += until
    return compared


# A check of the check: each way of showing too much is found.


def show_places(round: Round) -> RoundView:
    """Cards that lie face down on the layout are shown to all."""
    return view_of_all(replace(round, revealed=tuple(round.places)))


def show_folded_hands(round: Round) -> RoundView:
    """A folded hand is shown as if it were opened."""
    folded = tuple(number for number, seat in round.seats.items() if seat.folded)
    return view_of_all(replace(round, opened=round.opened + folded))


def show_choices(round: Round) -> RoundView:
    """What the player in turn may bet is shown to all: in Crazy 4 Poker it tells of a pair of aces."""
    everyone = view_of_all(round)
    return replace(everyone, choice=as_seen(everyone, round, to_act(round)).choice)


def show_deals(number: int, event: StreamEvent) -> dict[str, object]:
    """The stream names the cards as they are dealt."""
    return {"number": number, **builtins(event)}


VIEW, EVENT = "pitboss.server.tables.views.view_of_all", "pitboss.server.tables.watchers.show_event"
MUTATIONS: list[tuple[str, Callable[..., object], Scenario]] = [
    (VIEW, show_places, Scenario(MA, folds=((2, 1),))),
    (VIEW, show_folded_hands, Scenario(CARDROOM, PHYSICAL, folds=((2, 1),))),
    (VIEW, show_choices, Scenario(CRAZY)),
    (EVENT, show_deals, Scenario(CRAZY)),
]


@pytest.mark.parametrize(("where", "show", "scenario"), MUTATIONS)
def test_a_leak_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch, where: str, show: Callable[..., object], scenario: Scenario
) -> None:
    monkeypatch.setattr(where, show)
    prepared, deck = prepare(scenario, folder), deck_of(7)
    one = asyncio.run(played(scenario, prepared, deck))
    found = []
    for pair in range(60):
        other, changed = twin(deck, one.slots, Rng(pair))
        try:
            compare(scenario, one, asyncio.run(played(scenario, prepared, other)), changed, f"{pair}")
        except AssertionError as leak:
            found.append(str(leak))
            break
    assert found
    assert "seen by" in found[0]
