"""Two seats of Criss-Cross at the same five community cards: the sum of the products of what they net."""

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit

Bytes = npt.NDArray[np.uint8]
UInt16s = npt.NDArray[np.uint16]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]

NET, SQUARES, PRODUCTS_HIGH, PRODUCTS_LOW = range(4)
HALF = 32


@njit
def shared_sums(
    codes: UInt16s, across: UInt16s, downs: Bytes, masks: Int64s, weights: Int64s, values: Int32s, sums: Int64s
) -> None:
    """For one Across pair and each of some Down pairs, add up over middle cards and holes, by pair number.

    `codes[i, h]` says how hole h is played with Down pair i, `across[m, h]` and `downs[i, m, h]` what its hands are
    with middle card m. The three together are the place in `values` of what it nets: nothing where cards are shared.

    Of all ordered choices of two holes those that have card c in common are counted in the square of what holes with
    c net, and a hole beside itself in two such squares: the products of disjoint holes are

        (sum)² - sum over c (sum of holes with c)² + sum over holes (net)²
    """
    with_card = np.empty(52, dtype=np.int32)
    nets = np.empty(52, dtype=np.int32)
    for i in range(len(codes)):
        for middle in range(52):
            if masks[i] >> middle & 1:
                continue
            with_card[:] = 0
            total = squares = first = 0
            for high in range(1, 52):
                of_code, of_across = codes[i, first : first + high], across[middle, first : first + high]
                of_down = downs[i, middle, first : first + high]
                with_high = np.int32(0)
                for low in range(high):
                    nets[low] = values[of_code[low] + of_across[low] + of_down[low]]
                for low in range(high):
                    with_card[low] += nets[low]
                    with_high += nets[low]
                    squares += np.int64(nets[low]) * nets[low]
                with_card[high] += with_high
                total += int(with_high)
                first += high
            products = total * total + squares
            for card in range(52):
                products -= np.int64(with_card[card]) * with_card[card]
            sums[NET] += weights[i] * total
            sums[SQUARES] += weights[i] * squares
            products *= weights[i]
            sums[PRODUCTS_HIGH] += products >> HALF
            sums[PRODUCTS_LOW] += products & ((1 << HALF) - 1)
