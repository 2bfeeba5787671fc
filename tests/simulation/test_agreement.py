"""The array simulator settles as the round engine does: ten thousand seats of every rulebook, every line to the cent.

`python -m simulation.agreement 20000` (with `tests` on the path) compares tens of thousands of rounds of every table.
"""

from collections import Counter

import pytest

from pitboss.rulebooks import SHIPPED, full_terms
from pitboss.simulation import Simulation
from simulation.agreement import Comparison, cases

SEATS_PLAYED = 10_000
CUT = "payout_limit"


@pytest.mark.parametrize("id", SHIPPED)
def test_every_line_of_the_engine_and_no_other(id: str) -> None:
    ours = [case for case in cases() if case.rulebook == id]
    lines: Counter[tuple[str, bool]] = Counter()
    for number, case in enumerate(ours):
        comparison = Comparison(case)
        comparison.run(seed=number + 1, count=-(-SEATS_PLAYED // (len(ours) * len(case.stakes))))
        lines += comparison.lines
    offered = {column.name for column in Simulation.of(full_terms(id)).table.columns}
    paid, unpaid = ({name for name, back in lines if back is paying} for paying in (True, False))
    wagers = set(full_terms(id).wagers)
    # Every wager was seen to pay and to lose, and every bonus and cut that the rulebook knows was seen.
    assert wagers <= paid
    assert wagers <= unpaid
    assert paid - wagers == {name for name in offered - wagers if name in BESIDES[id]}


BESIDES = {
    "ma-criss-cross": {CUT},
    "md-criss-cross": {CUT},
    "nj-criss-cross": {CUT, "bonus_spin_community"},
    "cardroom-criss-cross": {CUT},
    "ma-crazy-4": {
        "four_card_envy_bonus",
        "five_card_envy_bonus",
        "link_envy_bonus",
        "magic_card",
        "lucky_bonus",
    },
}
