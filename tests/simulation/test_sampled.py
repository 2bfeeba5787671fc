"""Play that is fixed beforehand by counting and by sampled deals: a function of what is seen, and nearly the best."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.mathematics.any_game import Policy, StakedPosition, advise
from pitboss.program.compiler import compile_terms
from pitboss.rulebooks import terms_for
from pitboss.simulation import Simulation, simulate
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.sampled_play import Effort, SampledPolicy
from pitboss.simulation.table import MAIN
from simulation.holdem import EXAMPLES, holdem

Int64s = npt.NDArray[np.int64]


def bits(*hands: str) -> Int64s:
    return np.array([[sum(1 << card.index for card in parse_cards(cards)) for cards in hands]])


def cards_of(mask: int) -> tuple[Card, ...]:
    return tuple(card for card in DECK if mask >> card.index & 1)


def dealt(sizes: tuple[int, ...], count: int) -> Int64s:
    """Positions at random: sets of so many cards each."""
    chance = np.random.default_rng(3)
    rows = []
    for _ in range(count):
        deck = chance.permutation(52).tolist()
        rows.append([sum(1 << deck.pop() for _ in range(size)) for size in sizes])
    return np.array(rows)


@pytest.mark.parametrize(("street", "deals", "count"), [(0, 50, 12), (1, 0, 40), (2, 0, 40)])
def test_what_sampled_deals_choose_costs_little(street: int, deals: int, count: int) -> None:
    """Mississippi Stud by samples, from the first decision with its last one counted: what they give away, exactly."""
    program = compile_terms(terms_for(EXAMPLES / "pa-mississippi-stud"))
    policy = SampledPolicy(program, Effort(all_deals=0, deals=deals, first=256, most=512, more=512, further=64))
    names = [place.name for place in program.places[1 : 1 + street]]
    positions = dealt((2 + street,), count)  # which cards are one's own is all one to the hand
    chosen = policy.choose(street, program.antes, positions)
    costs = []
    for (held,), place in zip(positions.tolist(), chosen.tolist(), strict=True):
        own, shown = cards_of(held)[:2], dict(zip(names, ((card,) for card in cards_of(held)[2:]), strict=True))
        advice = advise(program, StakedPosition(own, shown, street=program.streets[street].name))
        costs.append(advice.cost(program.streets[street].choices[place].name))
    assert sum(costs, Fraction(0)) / count < Fraction(1, 20)
    assert sum(cost == 0 for cost in costs) > count * 3 // 4


def test_the_same_position_is_always_played_alike_whatever_its_suits(tmp_path: Path) -> None:
    program = compile_terms(holdem(tmp_path))
    flop = bits("9h 8h", "Th 2c 3d")
    renamed = bits("9s 8s", "Ts 2d 3c")
    first, second = SampledPolicy(program), SampledPolicy(program)
    assert first.choose(1, program.antes, np.vstack([flop, renamed])).tolist() == [
        *second.choose(1, program.antes, renamed).tolist(),
        *second.choose(1, program.antes, flop).tolist(),
    ]


def test_the_last_decision_is_counted_and_clear_ones_are_seen(tmp_path: Path) -> None:
    """Published play of Ultimate Texas Hold'em: aces are raised four times before the flop, deuce-seven is checked."""
    program = compile_terms(holdem(tmp_path))
    policy = SampledPolicy(program)
    raised = policy.choose(0, program.antes, np.vstack([bits("As Ad"), bits("Ac 9c"), bits("7h 2d")]))
    assert [program.streets[0].choices[place].name for place in raised] == ["4x", "4x", "check"]
    assert program.streets[1].choices[policy.choose(1, program.antes, bits("7s 7d", "7h 2c Kd"))[0]].name == "2x"
    rivers = dealt((2, 5), 60)
    chosen = policy.choose(2, program.antes, rivers)
    for (own, board), place in zip(rivers.tolist(), chosen.tolist(), strict=True):
        shown = cards_of(board)
        places = {"flop": shown[:3], "turn": shown[3:4], "river": shown[4:]}
        assert advise(program, StakedPosition(cards_of(own), places)).best == program.streets[2].choices[place].name


def test_a_game_in_reach_is_played_as_the_solver_does() -> None:
    program = compile_terms(terms_for(EXAMPLES / "let-it-ride"))
    hands = dealt((3,), 300)
    assert (
        SampledPolicy(program).choose(0, program.antes, hands) == Policy(program).choose(0, program.antes, hands)
    ).all()


def test_the_estimate_says_what_it_is_of(tmp_path: Path) -> None:
    simulation = Simulation.of(holdem(tmp_path), strategy="sampled", seed=2)
    assert isinstance(simulation.table, AnyGameTable)
    bets = simulation.play(0, 12).bets
    assert set(np.unique(bets[:, 0, 0])) <= {1, 3}  # a bet of three antes is never better than both ends
    assert (simulation.play(0, 12).bets == bets).all()
    result = simulate(EXAMPLES / "let-it-ride", 500, strategy="sampled")
    assert result[MAIN].exact is None
    assert "best play is worth as much or more" in str(result)
    assert result.to_dict()["remark"]
