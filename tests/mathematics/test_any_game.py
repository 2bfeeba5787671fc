"""The solver for any game: published values, and on short decks a brute force of its own."""

from collections import Counter
from fractions import Fraction

import pytest

from mathematics.any_game_brute_force import BruteForce, value
from pitboss.cards import STANDARD, Card, parse_cards, ranking_of
from pitboss.mathematics.any_game import StakedPosition, advise, distribution, estimate, solve
from pitboss.program.compiler import compile_terms
from pitboss.program.program import Choice, Contest, Kind, MadeHand, Place, Program, Stake, Street, Strong
from pitboss.rulebooks import Refused, terms_for
from program.games import (
    CHECK,
    FIVE,
    FOLD,
    LOSE,
    THREE,
    bets,
    caribbean_stud,
    even_money,
    least,
    let_it_ride,
    mississippi_stud,
    pair_plus,
    poker_holdem,
    table,
    three_card_poker,
)

FOUR = ranking_of(*STANDARD["four_card"])


def mask(cards: tuple[Card, ...]) -> int:
    return sum(1 << card.index for card in cards)


# Published values


@pytest.mark.parametrize(
    ("program", "ev"),
    [
        (mississippi_stud(), Fraction(-53223, 1082900)),
        (let_it_ride(), Fraction(-1822224, 51979200)),
        (three_card_poker(), Fraction(-13733780, 407170400)),
    ],
    ids=lambda value: value.name if isinstance(value, Program) else "",
)
def test_published_values(program: Program, ev: Fraction) -> None:
    assert solve(program).ev == ev


def test_the_dealer_apart_counts_what_the_fast_solver_counts() -> None:
    # A second way: the solver made for this game alone, whose value stands in its own tests.
    solution = solve(compile_terms(terms_for("ma-crazy-4")))
    assert solution.ev == Fraction("-264142729/7726058340")
    assert solution.deals == 3986646103440


def test_let_it_ride_leaves_so_many_bets() -> None:
    assert round(float(solve(let_it_ride()).average_wager), 4) == 1.2237


def test_three_card_poker_folds_below_queen_six_four() -> None:
    solution = solve(three_card_poker())
    assert round(100 * float(solution.actions["play"]["fold"]), 2) == 32.58
    played = [THREE.best(deal.cards["own"]).value for deal in solution.openings if deal.best == "1x"]
    queen_six_four = THREE.best(parse_cards("Qc 6d 4h")).value
    assert min(played) == queen_six_four
    assert sum(deal.weight for deal in solution.openings) == 22100


def test_a_game_without_decisions_is_a_wager_alone() -> None:
    solution = solve(pair_plus())
    assert round(100 * float(solution.ev), 4) == -7.2760
    # 48 straight flushes, 52 threes, 720 straights, 1096 flushes, 3744 pairs of 22100 hands.
    won = 48 * 40 + 52 * 30 + 720 * 6 + 1096 * 3 + 3744
    assert solution.ev == Fraction(won - (22100 - 48 - 52 - 720 - 1096 - 3744), 22100)


# Short decks


def two_lines() -> Program:
    """Two hands that share a card, bets on either and on the better, of both antes; an ante outlives a fold."""
    hands = (MadeHand("across", (0, 1, 2, 3, 6), FIVE), MadeHand("down", (0, 1, 4, 5, 6), FIVE))
    pays = (
        table(FIVE, {"straight_flush": 20, "full_house": 6, "flush": 5, "straight": 4, "two_pair": 2, "pair 9": 1}),
    )
    other = ([Fraction(net) * Fraction(3, 2) if net > 0 else Fraction(net) for net in pays[0]],)
    stakes = (
        Stake("ante across", (0,), pays, antes=1),
        Stake("ante down", (1,), pays, antes=1, stands_on_fold=True),
        Stake("across", (0,), tuple(map(tuple, other))),
        Stake("down", (1,), pays),
        Stake("middle", (0, 1), pays),
    )
    streets = (
        Street("across", (0, 1), (FOLD, *bets(2, 0, 1, 2, 3))),
        Street("down", (0, 1, 2, 3), (FOLD, *bets(3, 1, 1, 2, 3))),
        Street("middle", (0, 1, 2, 3, 4, 5), (FOLD, *(Choice(Kind.BET, 4, times, (0, 1)) for times in (1, 2)))),
    )
    places = (Place("own", (0, 1)), Place("sides", (2, 3)), Place("ends", (4, 5)), Place("middle", (6,)))
    return Program("two-lines", places, hands, stakes, streets)


def crazy_four() -> Program:
    """Best four of five each; three times the ante only with a pair of tens; a bonus stake with its table first."""
    hands = (MadeHand("hand", (0, 1, 2, 3, 4), FOUR), MadeHand("dealer", (5, 6, 7, 8, 9), FOUR))
    king = least(FOUR, lambda value: value.rank > 0 or value.ranks[0] >= 11)
    tens = Strong(0, least(FOUR, lambda value: value.rank > 1 or (value.rank == 1 and value.ranks[0] >= 8)))
    bonus = table(FOUR, {"four_of_a_kind": 30, "straight_flush": 15, "three_of_a_kind": 2, "flush": 1}, 0)
    beaten = tuple(net or LOSE for net in bonus)
    stakes = (
        Stake("ante", (0,), even_money(FOUR, 0), contest=0, antes=1),
        Stake("super bonus", (0,), (bonus, bonus, beaten) * 2, contest=0, antes=1),
        Stake("play", (0,), even_money(FOUR, 1), contest=0),
    )
    places = (Place("own", (0, 1, 2, 3, 4)), Place("dealer", (5, 6, 7, 8, 9)))
    choices = (FOLD, *bets(2, 0, 1), *bets(2, 0, 2, 3, needs=tens))
    return Program(
        "crazy", places, hands, stakes, (Street("play", (0, 1, 2, 3, 4), choices),), (Contest("d", 0, 1, king),)
    )


def all_seen() -> Program:
    """Two decisions on the same cards, then one with every card seen, a bonus on a bet, a stake to withdraw twice."""
    hand, hole = MadeHand("hand", (0, 1, 2), THREE), MadeHand("hole", (0, 1), ranking_of(*STANDARD["two_card"]))
    pays = (table(THREE, {"straight_flush": 9, "three_of_a_kind": 5, "straight": 3, "flush": 2, "pair": 1}),)
    pair = (tuple(int(value.rank > 0) for value in hole.ranking.values),)
    stakes = (
        Stake("ante", (0,), pays, antes=1),
        Stake("second", (0,), pays, antes=2),
        Stake("raise", (0,), pays),
        Stake("bonus", (1,), pair, on=2),
    )
    streets = (
        Street("first", (0, 1), (Choice(Kind.WITHDRAW, 1), CHECK, *bets(2, 0, 1, 4))),
        Street("second", (0, 1), (FOLD, Choice(Kind.WITHDRAW, 1), CHECK)),
        Street("third", (0, 1, 2), (FOLD, CHECK, *(Choice(Kind.BET, 2, times, (0, 1)) for times in (1, 2, 3)))),
    )
    return Program("all-seen", (Place("own", (0, 1)), Place("card", (2,))), (hand, hole), stakes, streets)


SHORT = [
    (mississippi_stud(), "Ts Js Qs Ks Jd 6h 6d 9s"),
    (mississippi_stud(most=2), "2c 3c 4c 5c Ac Ad 6d 7d"),
    (let_it_ride(), "Ts Js Qs Ks As Td Tc 9s 2d 2h 2c"),
    (three_card_poker(), "2c 3c 4c 5d Qd Qh Kd As Ah 3h"),
    (poker_holdem(), "Ac Ad Kc Kd Ks Qc Jc Tc 2h"),
    (poker_holdem(dealer_pair=False), "Ac Ad Kc Qd 9s 8c 7h 6c 2h"),
    (caribbean_stud(), "Ac Kd Kc Qd Qs 9c 9d 8c 7h 6c 5d"),
    (two_lines(), "Ts Js Qs Ks Jd 6h 6d 9s"),
    (crazy_four(), "Ts Js Qs Ks Jd 6h 6d 9s 9c Kc Td"),
    (all_seen(), "2c 3c 4c 4d 4h Kd Kc As Ad"),
    (pair_plus(), "2c 3c 4c 5d Qd Qh Kd As Ah 3h"),
]


@pytest.mark.parametrize(
    ("program", "cards"), SHORT, ids=lambda value: value.name if isinstance(value, Program) else ""
)
def test_a_short_deck_is_worth_what_brute_force_says(program: Program, cards: str) -> None:
    deck = parse_cards(cards)
    ends = BruteForce(program, deck).ends()
    solution = solve(program, mask(deck))
    rounds = ends.total()
    assert solution.ev == value(ends)
    assert solution.average_wager == Fraction(sum(staked * deals for (_, staked, _), deals in ends.items())) / rounds
    nets: Counter[Fraction | int] = Counter()
    made: Counter[tuple[str, str]] = Counter()
    for (won, _, path), deals in ends.items():
        nets[won] += deals
        for step in path:
            made[step] += deals
    shares = {
        (street, choice): share * solution.reached[street] * rounds
        for street, choices in solution.actions.items()
        for choice, share in choices.items()
        if share
    }
    assert shares == dict(made)
    found = distribution(program, mask(deck))
    assert {net: Fraction(count * rounds, found.total) for net, count in found.counts.items()} == dict(nets)
    assert found.total == solution.deals


@pytest.mark.parametrize(
    ("program", "cards"), SHORT, ids=lambda value: value.name if isinstance(value, Program) else ""
)
def test_every_option_of_a_first_decision_is_worth_what_brute_force_says(program: Program, cards: str) -> None:
    if not program.streets:
        return
    deck = parse_cards(cards)
    start = tuple(stake.antes for stake in program.stakes)
    for deal in solve(program, mask(deck)).openings[::9]:
        held = {
            slot: card
            for place in program.places
            for slot, card in zip(place.slots, deal.cards.get(place.name, ()), strict=False)
        }
        options = BruteForce(program, deck).options(held, 0, start)
        assert deal.options == {name: value(ends) for name, ends in options.items()}
        others = {name: cards for name, cards in deal.cards.items() if name != program.places[0].name}
        if program.name != "all-seen":
            assert advise(program, StakedPosition(deal.cards["own"], others), mask(deck)).options == deal.options


# Advice later in a round


def test_advice_after_two_bets_counts_what_a_fold_gives_up() -> None:
    program, deck = mississippi_stud(), parse_cards("Ts Js Qs Ks Jd 6h 6d 9s 9c As 2d 3d")
    own, seen = parse_cards("Ts 6h"), parse_cards("Jd 9c")
    places = {"card 1": seen[:1], "card 2": seen[1:]}
    advice = advise(program, StakedPosition(own, places, {"third": 1, "fourth": 3}), mask(deck))
    held = dict(enumerate((*own, *seen)))
    stakes = (1, 1, 3, 0)
    expected = BruteForce(program, deck).options(held, 2, stakes)
    assert advice.decision == "fifth"
    assert advice.options == {name: value(ends) for name, ends in expected.items()}
    assert advice.options["fold"] == -5


def test_advice_with_a_stake_withdrawn_and_a_card_dead() -> None:
    program, deck = let_it_ride(), parse_cards("Ts Js Qs Ks As Td Tc 9s 2d 2h 2c")
    own, seen = parse_cards("Ts Js Qs"), parse_cards("2d")
    dead = parse_cards("As")
    position = StakedPosition(own, {"first": seen}, {"bet 1": 0}, dead=dead)
    left = tuple(card for card in deck if card not in dead)
    expected = BruteForce(program, left).options(dict(enumerate((*own, *seen))), 1, (0, 1, 1))
    advice = advise(program, position, mask(deck))
    assert advice.options == {name: value(ends) for name, ends in expected.items()}


def test_advice_on_bets_of_half_an_ante() -> None:
    program, deck = mississippi_stud(), parse_cards("Ts Js Qs Ks Jd 6h 6d 9s 9c As")
    own, seen = parse_cards("Ts 6h"), parse_cards("Jd")
    half = Fraction(3, 2)
    advice = advise(program, StakedPosition(own, {"card 1": seen}, {"third": half}), mask(deck))
    stakes = (1, half, 0, 0)
    expected = BruteForce(program, deck).options(dict(enumerate((*own, *seen))), 1, stakes)
    assert advice.options == {name: value(ends) for name, ends in expected.items()}


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (StakedPosition(parse_cards("Ts 6h 2c")), "Got 3 cards of the player's own; expected 2 cards"),
        (StakedPosition(parse_cards("Ts 6h"), {"card 2": parse_cards("2c")}), "Got 1 of card 2 seen"),
        (StakedPosition(parse_cards("Ts 6h"), {"card 1": parse_cards("6h")}), "6h in two places"),
        (StakedPosition(parse_cards("Ts 6h"), {"river": parse_cards("6c")}), "cards at river"),
        (StakedPosition(parse_cards("Ts 6h"), stakes={"play": 1}), "1 antes on play"),
    ],
)
def test_what_cannot_be_a_position_is_refused_in_one_line(position: StakedPosition, words: str) -> None:
    with pytest.raises(Refused) as refusal:
        advise(mississippi_stud(), position)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


# Reach


def test_what_it_takes_is_said_beforehand() -> None:
    reach = estimate(mississippi_stud())
    assert reach.positions == 169
    assert reach.deals == 1326 * 50 * 49 * 48
    assert reach.deals / 24 <= reach.evaluations <= 169 * 50 * 49 * 48


def test_what_is_out_of_reach_is_refused_in_one_line() -> None:
    for ask in (solve, estimate, distribution):
        with pytest.raises(Refused) as refusal:
            ask(poker_holdem())
        assert "evaluations; expected at most" in str(refusal.value)
        assert "\n" not in str(refusal.value)


def test_the_limit_is_the_askers() -> None:
    with pytest.raises(Refused, match="at most 1,000"):
        solve(mississippi_stud(), limit=1000)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    solve(
        let_it_ride(), mask(parse_cards("Ts Js Qs Ks As Td Tc 9s 2d 2h 2c")), progress=lambda *step: told.append(step)
    )
    assert told[-1][0] == told[-1][1]
    assert [done for done, _ in told] == sorted(done for done, _ in told)
