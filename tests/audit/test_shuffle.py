"""Decks and draws: against a plain recomputation, against the verifier's own arithmetic, and against chance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit import reference
from audit.uniformity import neighbours, neighbours_deviation, orders, places, places_deviation
from pitboss.audit import PlayerSeed, RoundChance, commitment, fresh_seed, verified_deck
from pitboss.audit import recomputation as recomputing
from pitboss.cards import DECK, Card
from pitboss.rulebooks import Refused, full_terms

SEED = bytes(range(32))
ANN, BOB = PlayerSeed("ann", "tea"), PlayerSeed("bob", "♠ 7")
CRAZY, NJ = full_terms("ma-crazy-4"), full_terms("nj-criss-cross")

# Written down from reference.py, which has nothing in common with the code under test.
COMMITMENT = "8b34038f2dacc2d3980b5c19d8ef54f2a2a12fef0bf8fb81fb1951a921917ad6"
DECKS = {
    ("table/1/1", ()): (
        "Jc 9h 3c 4d 7h Jh 6d 5h 3h 5d Kc Ad 8d As 8h Jd Js 2h 6c Ah Th Ac 2s 9d 9c 2d "
        "4h 2c 8c Qc 4s 7d Kd 8s 5c Qs Ks 5s 9s 4c Qd 6h Kh 3d 7s 3s 7c 6s Td Tc Ts Qh"
    ),
    ("table/1/1", (ANN, BOB)): (
        "3c 9s 7d 4s 9d 8h Qh Kc 2c Jc Qc 9c Ac Ks 3d 5c Ah 2d Th 4h 6s 6h 8d 4c Ad Qd "
        "6c As Jd 4d Js 3h 8s 5s 5h Kh 5d 3s 7s 9h Td Kd 7c Ts 8c Tc 7h 2h 6d 2s Jh Qs"
    ),
    ("table/1/2", (ANN, BOB)): (
        "8d 5d 9c Ts Ah 9s 3c Ad Th Js 3s Kc 8c Qs Jc 6h 3h 2d Tc 5h 6d 7h 2s Qc Qh As "
        "4h 8h 6c Ac Ks 4s 5c Kd Kh 8s 7c 4c 4d 6s 2c Jh 9d Jd Td 7s 3d 5s Qd 9h 2h 7d"
    ),
}

seeds = st.binary(min_size=32, max_size=32)
players = st.lists(st.builds(PlayerSeed, st.text(max_size=5), st.text(max_size=9)), max_size=6)
rounds = st.text(max_size=12)


def text(deck: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(map(str, deck))


@pytest.mark.parametrize(("round", "told"), DECKS)
def test_decks_written_down_beforehand(round: str, told: tuple[PlayerSeed, ...]) -> None:
    assert text(RoundChance(round, SEED, told).deck()) == DECKS[round, told]


def test_a_commitment_written_down_beforehand() -> None:
    assert commitment("table/1/1", SEED) == COMMITMENT


@given(rounds, seeds, players)
def test_three_implementations_agree(round: str, seed: bytes, told: list[PlayerSeed]) -> None:
    deck = RoundChance(round, seed, told).deck()
    assert text(deck) == reference.deck(round, seed, told)
    assert list(deck) == recomputing.deck_of(round, seed, recomputing.seeds_only(told))
    assert commitment(round, seed) == reference.commitment(round, seed) == recomputing.commitment_to(round, seed)


@given(rounds, seeds, players, st.integers(1, 6))
def test_draws_and_stops_agree_with_the_verifiers(round: str, seed: bytes, told: list[PlayerSeed], seat: int) -> None:
    chance = RoundChance(round, seed, told)
    draw = chance.draw(CRAZY)
    added = recomputing.seeds_only(told)
    assert (draw.magic_card, draw.lucky_position) == recomputing.drawn_of(round, seed, added, CRAZY)
    assert chance.stop(seat, NJ) == recomputing.stop_of(round, seed, added, seat, NJ)


@given(rounds, seeds, players)
def test_a_deck_is_a_deck(round: str, seed: bytes, told: list[PlayerSeed]) -> None:
    assert sorted(RoundChance(round, seed, told).deck()) == list(DECK)


def test_every_part_of_the_seeds_changes_the_deck() -> None:
    decks = [
        RoundChance(*parts).deck()
        for parts in (
            ("1", SEED, (ANN, BOB)),
            ("2", SEED, (ANN, BOB)),
            ("1", bytes(32), (ANN, BOB)),
            ("1", SEED, (ANN,)),
            ("1", SEED, (BOB, ANN)),
            ("1", SEED, (PlayerSeed("ann", "teabob"), PlayerSeed("", "♠ 7"))),
        )
    ]
    assert len(set(decks)) == len(decks)


def test_the_wheel_stops_for_each_seat_on_its_own() -> None:
    chances = [RoundChance(str(number), SEED, ()) for number in range(40)]
    assert [chance.stop(1, NJ) for chance in chances] != [chance.stop(2, NJ) for chance in chances]


def test_magic_cards_come_up_as_often_as_filed() -> None:
    """Once in ten and once in five rounds by the submission; 2,000 rounds, four standard deviations."""
    draws = [RoundChance(str(number), SEED, ()).draw(CRAZY) for number in range(2000)]
    magic = sum(draw.magic_card is not None for draw in draws)
    lucky = sum(draw.lucky_position is not None for draw in draws)
    assert abs(magic - 200) < 4 * (2000 * 0.1 * 0.9) ** 0.5
    assert abs(lucky - 400) < 4 * (2000 * 0.2 * 0.8) ** 0.5
    assert {draw.lucky_position for draw in draws} == {None, 1, 2, 3, 4, 5, 6, "dealer"}


def test_anyone_with_the_commitment_gets_the_deck() -> None:
    deck = verified_deck("table/1/1", COMMITMENT, SEED.hex(), [ANN, BOB])
    assert text(deck) == DECKS["table/1/1", (ANN, BOB)]


@pytest.mark.parametrize(
    ("round", "seed", "said"),
    [
        ("table/1/1", bytes(32).hex(), "other than the one committed to"),
        ("table/1/2", SEED.hex(), "other than the one committed to"),
        ("table/1/1", "tea", "64 hexadecimal digits"),
        ("table/1/1", SEED.hex().upper(), "64 hexadecimal digits"),
    ],
)
def test_another_seed_or_round_does_not_open_the_commitment(round: str, seed: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        verified_deck(round, COMMITMENT, seed, [])


def test_fresh_seeds_are_long_and_differ() -> None:
    found = {fresh_seed() for _ in range(100)}
    assert {len(seed) for seed in found} == {32}
    assert len(found) == 100


def test_twenty_thousand_decks_look_like_chance() -> None:
    """Card by position and card by neighbour; the seed is fixed, `soak_shuffle` draws fresh ones."""
    decks = orders(20_000, SEED)
    assert abs(places_deviation(places(decks))) < 4
    assert abs(neighbours_deviation(neighbours(decks))) < 4
