"""The generator against NIST's own vectors, and its mapping to numbers by counting every input."""

from collections import Counter
from itertools import product

import pytest

from pitboss.audit.drbg import HmacDrbg, Numbers, byte_indices, bytes_for, index_of
from pitboss.audit.shuffle import shuffled, weighted

# NIST CAVP, HMAC_DRBG.rsp: SHA-256, no prediction resistance, no reseed, no additional input; the second request.
CAVP = [
    (
        "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
        "659ba96c601dc69fc902940805ec0ca8",
        "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba"
        "6e624abf07745bc107694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668961df86803482cb37ed6d5c0bb8d50cf"
        "1f50d476aa0458bdaba806f48be9dcb8",
    ),
]


@pytest.mark.parametrize(("entropy", "nonce", "returned"), CAVP)
def test_the_generator_gives_the_bytes_nist_published(entropy: str, nonce: str, returned: str) -> None:
    generator = HmacDrbg(bytes.fromhex(entropy), bytes.fromhex(nonce))
    generator.generate(128)
    assert generator.generate(128).hex() == returned


def test_a_request_is_as_long_as_asked_and_the_next_one_differs() -> None:
    generator = HmacDrbg(bytes(32))
    first, second = generator.generate(33), generator.generate(33)
    assert (len(first), len(second)) == (33, 33)
    assert first != second


@pytest.mark.parametrize("limit", range(1, 257))
def test_of_all_bytes_each_number_has_exactly_as_many(limit: int) -> None:
    """Every byte is tried: the numbers below the limit share 256 // limit bytes each, and the rest is passed over."""
    found = Counter(index_of(byte, 256, limit) for byte in range(256))
    assert found == Counter(byte_indices(limit))
    passed_over = found.pop(None, 0)
    assert found == Counter(dict.fromkeys(range(limit), 256 // limit))
    assert passed_over == 256 - limit * (256 // limit) < limit


@pytest.mark.parametrize("limit", [257, 1000, 10_000, 32_769, 65_535, 65_536])
def test_of_all_pairs_of_bytes_each_number_has_exactly_as_many(limit: int) -> None:
    found = Counter(index_of(pair, 65_536, limit) for pair in range(65_536))
    passed_over = found.pop(None, 0)
    assert found == Counter(dict.fromkeys(range(limit), 65536 // limit))
    assert passed_over == 65_536 % limit


@pytest.mark.parametrize(
    ("limit", "width"), [(1, 0), (2, 1), (52, 1), (256, 1), (257, 2), (65_536, 2), (65_537, 3), (2**24, 3)]
)
def test_a_number_takes_as_few_bytes_as_can_hold_it(limit: int, width: int) -> None:
    assert bytes_for(limit) == width


@pytest.mark.parametrize("limit", [0, -1])
def test_nothing_is_below_zero(limit: int) -> None:
    with pytest.raises(ValueError, match="there is no number below"):
        bytes_for(limit)


class Listed(Numbers):
    """Numbers that are told, with the limits they were asked for."""

    def __init__(self, *told: int) -> None:
        self.told, self.limits = list(told), list[int]()

    def below(self, limit: int) -> int:
        self.limits.append(limit)
        return self.told.pop(0)


@pytest.mark.parametrize("count", range(1, 7))
def test_every_order_comes_from_exactly_one_run_of_numbers(count: int) -> None:
    """All runs of numbers are tried: with each number equally likely, so is each order."""
    runs = list(product(*(range(limit) for limit in range(count, 1, -1))))
    orders = {shuffled(range(count), Listed(*run)) for run in runs}
    assert len(orders) == len(runs)


def test_a_deck_asks_for_numbers_below_52_down_to_2() -> None:
    numbers = Listed(*([0] * 51))
    shuffled(range(52), numbers)
    assert numbers.limits == list(range(52, 1, -1))


def test_each_position_of_a_wheel_has_as_many_numbers_as_it_weighs() -> None:
    weights = {3: 4, 0: 1, 7: 2}
    assert Counter(weighted(weights, Listed(number)) for number in range(7)) == weights
    assert [weighted(weights, Listed(number)) for number in range(7)] == [0, 3, 3, 3, 3, 7, 7]


def test_bytes_are_used_in_their_order_and_those_passed_over_are_skipped() -> None:
    requests = HmacDrbg(bytes(32))
    data = requests.generate(64) + requests.generate(64)
    numbers = Numbers(HmacDrbg(bytes(32)))
    kept = [byte % 200 for byte in data if byte < 200]
    assert [numbers.below(200) for _ in kept] == kept
