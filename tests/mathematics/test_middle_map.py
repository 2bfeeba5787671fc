"""The map of the Middle decision against every position of a small deck, one by one."""

from fractions import Fraction
from itertools import combinations

from pitboss.cards import parse_cards
from pitboss.mathematics.criss_cross.kernels import solver as criss_cross_solver
from pitboss.mathematics.criss_cross.kernels.advice import advise
from pitboss.mathematics.criss_cross.kernels.deals import Given, mask_of
from pitboss.mathematics.criss_cross.middle_map import Shape, middle_map
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.rulebooks import terms_for

DECK = tuple(card.index for card in parse_cards("Ks Kh Qs Js Ts 9s 4h 4d"))
GIVEN = Given(mask_of(*DECK))
PAYS = criss_cross_pays(terms_for("ma-criss-cross"))
ENDS = (1, 3)


def chosen(hole: tuple[int, ...], across: tuple[int, ...] = (), bets: tuple[int, ...] = ()) -> int:
    """The best bet, 0 for a fold; of equals what risks least."""
    values = advise(PAYS, hole, across, (), bets, GIVEN)
    return max((0, *ENDS), key=lambda bet: values[bet])


def left(*taken: int) -> list[int]:
    return [card for card in DECK if card not in taken]


def test_the_map_holds_every_position_best_play_reaches_and_all_they_are_worth() -> None:
    deals, worth = 0, {bet: Fraction(0) for bet in ENDS}
    for hole in combinations(DECK, 2):
        first = chosen(hole)
        for across in combinations(left(*hole), 2) if first else ():
            second = chosen(hole, across, (first,))
            for down in combinations(left(*hole, *across), 2) if second else ():
                middles = len(left(*hole, *across, *down))
                values = advise(PAYS, hole, across, down, (first, second), GIVEN)
                deals += middles
                for bet in worth:
                    worth[bet] += (values[bet] - values[0]) * middles
    found = middle_map(PAYS, given=GIVEN)
    assert sum(cell.deals for cell in found.cells) == deals
    assert sum(cell.deals * cell.least for cell in found.cells) == worth[ENDS[0]]
    assert sum(cell.deals * cell.most for cell in found.cells) == worth[ENDS[1]]


def test_a_made_hand_and_its_points_and_outs_are_seen() -> None:
    """Kings are held in most hands: they win, and what wins is never folded."""
    found = middle_map(PAYS, given=GIVEN)
    made = [cell for cell in found.cells if cell.shape is Shape.WINS]
    assert made
    assert all(cell.best > 0 for cell in made)
    assert all(cell.points >= 2 for cell in made)


def test_as_many_deals_as_the_solution_says_reach_the_decision() -> None:
    street = criss_cross_solver.solve(PAYS, GIVEN).middle
    told: list[str] = []
    found = middle_map(PAYS, told.append, GIVEN)
    assert sum(cell.deals for cell in found.cells) == street.fold + street.least + street.most
    holes = len(told)
    assert told[-1] == f"{holes} of {holes} starting hands"
