"""The main game of either rulebook solved exactly: value, strategy shares, distribution."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.distribution import Distribution
from pitboss.analysis.kernels import crazy_four_main, criss_cross_solver
from pitboss.analysis.known import Known
from pitboss.analysis.paying import crazy_four_game, criss_cross_pays
from pitboss.analysis.refusing import refused
from pitboss.rulebooks import Terms

Shares = Mapping[str, Fraction]


@dataclass(frozen=True)
class MainGame:
    """What optimal play of the main game is worth, in units of one ante."""

    terms: Terms
    deals: int
    ev: Fraction
    average_wager: Fraction
    actions: Mapping[str, Shares]  # by decision: the share of each choice among the rounds that reach it

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps, per one ante."""
        return -self.ev

    @property
    def house_edge_per_antes(self) -> Fraction:
        """What the house keeps of both antes together."""
        return self.house_edge / 2

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is wagered."""
        return self.house_edge / self.average_wager


def solve(terms: Terms, known: Known | None = None) -> MainGame:
    """The main game under optimal play, with what the player knows beforehand, if anything.

    `Refused` where odds are so large or so fine that 64-bit sums would not hold.
    """
    solver = _crazy_four if terms.rulebook.duel is not None else _criss_cross
    try:
        return solver(terms, known or Known())
    except ValueError as error:
        raise refused(terms, "paytable", str(error), "odds of smaller whole numbers") from error


def distribution(terms: Terms, known: Known | None = None) -> Distribution:
    """The exact distribution of a round's net result, in antes, under optimal play."""
    known = known or Known()
    if known.places:
        raise refused(
            terms, "known cards", "a distribution over unnamed exposed cards", "a named card, such as middle=Ks"
        )
    if terms.rulebook.duel is not None:
        solution = crazy_four_main.solve(crazy_four_game(terms), known.deck, known.dealer_cards())
        return Distribution(dict(solution.distribution()))
    return Distribution(dict(criss_cross_solver.distribution(criss_cross_pays(terms), known.given())))


def _criss_cross(terms: Terms, known: Known) -> MainGame:
    pays = criss_cross_pays(terms)
    if known.places:
        solution = criss_cross_solver.solve_exposed(pays, deck=known.deck, **known.criss_cross_places())
    else:
        solution = criss_cross_solver.solve(pays, known.given())
    streets = {"across": solution.across, "down": solution.down, "middle": solution.middle}
    actions = {
        name: _shares({"fold": street.fold, f"{pays.least}x": street.least, f"{pays.most}x": street.most})
        for name, street in streets.items()
    }
    return MainGame(terms, solution.deals, solution.ev, solution.average_wager, actions)


def _crazy_four(terms: Terms, known: Known) -> MainGame:
    """One case for each set of dealer's cards that may be seen, weighted by how many sets are like it."""
    game = crazy_four_game(terms)
    unseen = known.places["dealer"]
    cases = crazy_four_main.exposed_kinds(unseen, known.deck) if unseen else Counter({known.dealer_cards(): 1})
    pairings, ev, wagered = 0, Fraction(0), Fraction(0)
    counts: Counter[str] = Counter()
    for exposed, weight in cases.items():
        solution = crazy_four_main.solve(game, known.deck, exposed)
        deals = solution.counts.pairings * weight
        pairings += deals
        ev += solution.ev * deals
        wagered += solution.average_wager * deals
        for size, hands in solution.hands_by_play.items():
            counts["fold" if size == 0 else f"{size}x"] += hands * weight
    return MainGame(terms, pairings, ev / pairings, wagered / pairings, {"play": _shares(counts)})


def _shares(counts: Mapping[str, int]) -> Shares:
    total = sum(counts.values())
    return {choice: Fraction(count, total) if total else Fraction(0) for choice, count in counts.items()}
