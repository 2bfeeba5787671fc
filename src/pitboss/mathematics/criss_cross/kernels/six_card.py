"""How good the best five of six cards are, over all 20,358,520 hands of six.

Taking one card out of six ascending ones moves those above it down a place, so the numbers of the six hands of
five (see `five_card_tables`) are sums of the same few binomials.
"""

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.kernels.five_card_tables import STRENGTHS, binomials, strengths
from pitboss.program.jit import njit

Int64s = npt.NDArray[np.int64]


def best_of_six_counts(places: Int64s) -> Int64s:
    """How many hands of six have each place as their best, for five cards of strength s that stand at `places[s]`."""
    counts = np.zeros(STRENGTHS, dtype=np.int64)
    _count(places[strengths()].astype(np.int64), binomials(), counts)
    return counts


@njit
def _count(place: Int64s, choose: Int64s, counts: Int64s) -> None:
    for f in range(5, 52):
        for e in range(4, f):
            for d in range(3, e):
                without_abc = choose[d, 3] + choose[e, 4] + choose[f, 5]
                without_d = choose[e, 4] + choose[f, 5]
                without_e = choose[d, 4] + choose[f, 5]
                without_f = choose[d, 4] + choose[e, 5]
                for c in range(2, d):
                    for b in range(1, c):
                        least = choose[b, 1] + choose[c, 2] + without_abc
                        for a in range(b):
                            low = a + choose[b, 2] + choose[c, 3]
                            best = max(place[least], place[a + choose[c, 2] + without_abc])
                            best = max(best, place[a + choose[b, 2] + without_abc])
                            best = max(best, place[low + without_d])
                            best = max(best, place[low + without_e])
                            best = max(best, place[low + without_f])
                            counts[best] += 1
