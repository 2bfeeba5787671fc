"""The order of a fair shuffle, and seeds at rest."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit import Fairness, Stage, advance, chance, commitment, seal, unseal
from pitboss.audit.shuffle_format import FairnessEvent, SeedCommitted, SeedRevealed, SeedsClosed, SeedTaken
from pitboss.rulebooks import Refused

SEED, OTHER = bytes(range(32)), bytes(32)
ROUND = "table/1/1"
COMMIT = SeedCommitted(round=ROUND, commitment=commitment(ROUND, SEED))
ANN = SeedTaken(round=ROUND, player="ann", seed="tea")
BOB = SeedTaken(round=ROUND, player="bob", seed="milk")
CLOSE = SeedsClosed(round=ROUND)
REVEAL = SeedRevealed(round=ROUND, server_seed=SEED.hex())
KEY = bytes(range(64))


def after(*steps: FairnessEvent) -> Fairness:
    fairness = None
    for step in steps:
        fairness = advance(fairness, step)
    assert fairness is not None
    return fairness


def test_commitment_seeds_close_reveal() -> None:
    assert after(COMMIT).stage is Stage.TAKING_SEEDS
    assert after(COMMIT, ANN, BOB).seeds == (("ann", "tea"), ("bob", "milk"))
    assert after(COMMIT, ANN, CLOSE).closed
    assert after(COMMIT, ANN, CLOSE).server_seed is None
    assert after(COMMIT, ANN, CLOSE, REVEAL).server_seed == SEED.hex()


@pytest.mark.parametrize("steps", list(product([COMMIT, ANN, CLOSE, REVEAL], repeat=4)))
def test_no_other_order_is_taken(steps: tuple[FairnessEvent, ...]) -> None:
    """All 256 runs of four steps: only the lawful order comes through to the end."""
    if steps == (COMMIT, ANN, CLOSE, REVEAL):
        after(*steps)
    else:
        with pytest.raises(Refused, match="fair shuffle: round table/1/1"):
            after(*steps)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (SeedTaken(round=ROUND, player="ann", seed="again"), "a second seed of ann"),
        (SeedTaken(round=ROUND, player="bob", seed=""), "a seed of length 0"),
        (SeedTaken(round=ROUND, player="bob", seed="x" * 129), "a seed of length 129"),
        (SeedTaken(round=ROUND, player="bob", seed="\ud800"), "text of 1 to 128"),
        (SeedTaken(round="table/1/2", player="bob", seed="x"), "before the commitment"),
        (SeedCommitted(round=ROUND, commitment="00"), "a second commitment"),
    ],
)
def test_what_a_shuffle_refuses(step: FairnessEvent, said: str) -> None:
    with pytest.raises(Refused, match=said):
        advance(after(COMMIT, ANN), step)


def test_another_seed_is_not_revealed() -> None:
    with pytest.raises(Refused, match="another server seed"):
        advance(after(COMMIT, CLOSE), SeedRevealed(round=ROUND, server_seed=OTHER.hex()))


def test_no_card_before_the_seeds_are_closed_and_none_from_another_seed() -> None:
    with pytest.raises(Refused, match="a card before the players' seeds are closed"):
        chance(after(COMMIT, ANN), SEED)
    with pytest.raises(Refused, match="another server seed"):
        chance(after(COMMIT, ANN, CLOSE), OTHER)
    assert len(chance(after(COMMIT, ANN, CLOSE), SEED).deck()) == 52


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_short_or_long_server_seed_is_refused(length: int) -> None:
    with pytest.raises(Refused, match=f"Got a server seed of {length} bytes; expected 32 bytes"):
        commitment(ROUND, bytes(length))


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20))
def test_a_sealed_seed_opens_and_tells_nothing(seed: bytes, round: str) -> None:
    sealed = seal(KEY, round, seed)
    assert unseal(KEY, round, sealed) == seed
    assert seed not in sealed


def test_a_sealed_seed_opens_only_whole_for_its_round_and_with_its_key() -> None:
    sealed = seal(KEY, ROUND, SEED)
    damaged = [sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :] for at in range(len(sealed))]
    attempts = [(KEY, "table/1/2", sealed), (bytes(64), ROUND, sealed), (KEY, ROUND, b""), (KEY, ROUND, sealed[:-1])]
    for key, round, text in attempts + [(KEY, ROUND, text) for text in damaged]:
        with pytest.raises(Refused, match="a sealed seed that does not open"):
            unseal(key, round, text)
