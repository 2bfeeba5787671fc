"""Advice against the round engine, which settles every deal a small deck leaves, and against the solvers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rounds import bet_on, dealt, moves, settled, table, wagered
from pitboss.cards import DECK, Card, parse_cards
from pitboss.engine import Phase, Round, play, view
from pitboss.engine.actions import Bet, CloseBets, Deal, DiscardCard, Fold
from pitboss.mathematics.advice import (
    Advice,
    Position,
    advise,
    advise_round,
    best_action,
    parse_position,
    position_seen,
)
from pitboss.mathematics.criss_cross.kernels import solver as criss_cross_solver
from pitboss.mathematics.criss_cross.kernels.deals import WHOLE_DECK, holes
from pitboss.mathematics.known import Known
from pitboss.mathematics.known_cards import known_from
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.mathematics.whatif import changed
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, terms_for

Cards = tuple[Card, ...]
CRISS_CROSS = terms_for("ma-criss-cross")
CRAZY_FOUR = terms_for("ma-crazy-4")
ANTE = Amount.parse("10")


def text(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def only(deck: str) -> Known:
    """Nothing but these cards is in play."""
    live = parse_cards(deck)
    return Known(dead=tuple(card for card in DECK if card not in live))


def nets(round: Round) -> dict[str, Fraction]:
    """What each wager of seat 1 nets per unit staked, as the engine settles it."""
    return {line.wager: Fraction((line.returned - line.stake).cents, line.stake.cents) for line in settled(round).lines}


class PlainCrissCross:
    """Tries every bet and lets the engine settle every deal that a deck leaves."""

    def __init__(self, rulebook: str, deck: str) -> None:
        self.rulebook, self.deck = rulebook, parse_cards(deck)

    def left(self, *seen: Cards) -> list[Card]:
        return [card for card in self.deck if not any(card in cards for cards in seen)]

    def options(self, hole: Cards, across: Cards = (), down: Cards = (), bets: tuple[int, ...] = ()) -> list[Fraction]:
        """The value of a fold and of one to three antes."""
        after: Callable[[int], list[Fraction]]
        if len(bets) == 2:
            settled_deals = [self.settle(hole, across, down, middle) for middle in self.left(hole, across, down)]

            def after(bet: int) -> list[Fraction]:
                sizes = {"ante_across": 1, "ante_down": 1, "across": bets[0], "down": bets[1], "middle": bet}
                return [sum((sizes[name] * net for name, net in deal.items()), Fraction(0)) for deal in settled_deals]
        elif bets:

            def after(bet: int) -> list[Fraction]:
                pairs = combinations(self.left(hole, across), 2)
                return [max(self.options(hole, across, pair, (*bets, bet))) for pair in pairs]
        else:

            def after(bet: int) -> list[Fraction]:
                return [max(self.options(hole, pair, (), (bet,))) for pair in combinations(self.left(hole), 2)]

        values = [after(bet) for bet in (1, 2, 3)]
        return [Fraction(-2 - sum(bets)), *(sum(found, Fraction(0)) / len(found) for found in values)]

    def settle(self, hole: Cards, across: Cards, down: Cards, middle: Card) -> dict[str, Fraction]:
        cross = text((down[0], across[0], middle, across[1], down[1]))
        round = dealt(wagered(table(self.rulebook), "1: antes 10"), f"cross {cross}, 1 {text(hole)}")
        return nets(bet_on(round))


@pytest.mark.parametrize(
    ("rulebook", "deck", "hole", "across", "down", "bets"),
    [
        ("ma-criss-cross", "2c 6s 6h Tc Jc Qc Kc", "Jc Qc", "", "", ()),
        ("ma-criss-cross", "2c 3s 6h Tc Jc Qc Kc Ac", "2c Jc", "Tc Kc", "", (1,)),
        ("ma-criss-cross", "2c 3s 4h 5d 6c 9s Th Jd Qc Kh", "2c 9s", "3s Th", "", (3,)),
        ("nj-criss-cross", "2c 6s 6h Tc Jc Qc Kc Ac Jd 2d", "2c Jc", "6s 6h", "Qc Kc", (1, 3)),
        ("cardroom-criss-cross", "2c 2s 4h 5d 7c 8s Th Jd Qc", "2c 4h", "7c 8s", "2s Th", (2, 1)),
    ],
)
def test_criss_cross_options_are_what_the_engine_settles_on_average(
    rulebook: str, deck: str, hole: str, across: str, down: str, bets: tuple[int, ...]
) -> None:
    terms = terms_for(rulebook)
    position = parse_position(terms, hole, f"{across} {down}", [str(bet) for bet in bets], only(deck))
    advice = advise(terms, position)
    assert list(advice.options) == ["fold", "1x", "2x", "3x"]
    plain = PlainCrissCross(rulebook, deck).options(position.cards, position.shown[:2], position.shown[2:], bets)
    assert list(advice.options.values()) == plain
    assert advice.decision == ("across", "down", "middle")[len(bets)]


# Only a pair of aces or better, such as a straight, may play more than one ante.
MAY_RAISE = {"As Ad Kh 7c 2s": True, "Kh Qc 8d 4s 2c": False, "9h 8c 7d 6s Ac": True, "Jh 9c 5d 4s 2c": False}


@pytest.mark.parametrize("hand", MAY_RAISE)
@pytest.mark.parametrize("exposed", ["", "Kc"])
def test_crazy_four_options_are_what_the_engine_settles_on_average(hand: str, exposed: str) -> None:
    others = "Kc Tc 3d 3h 8h 6d"
    known = Known(only(f"{hand} {others}").dead, {"dealer": parse_cards(exposed)} if exposed else {})
    advice = advise(CRAZY_FOUR, parse_position(CRAZY_FOUR, hand, known=known))
    results = []
    for dealer in combinations(parse_cards(others), 5):
        if set(parse_cards(exposed)) <= set(dealer):
            round = dealt(
                wagered(table("ma-crazy-4"), "1: ante 10, super_bonus 10"), f"1 {hand}, dealer {text(dealer)}"
            )
            results.append(nets(play(round, *moves("1 bets 10; reveal"))))
    for option, value in advice.options.items():
        sizes = {"ante": 1, "super_bonus": 1, "play": 0 if option == "fold" else int(option[0])}
        expected = sum(sizes[name] * net for deal in results for name, net in deal.items()) / Fraction(len(results))
        assert value == (-2 if option == "fold" else expected)
    assert list(advice.options) == ["fold", "1x", *(["2x", "3x"] if MAY_RAISE[hand] else [])]


def test_opening_values_are_those_of_the_solution() -> None:
    terms = changed(CRISS_CROSS, {"main.full_house": "10"})
    pays = criss_cross_pays(terms)
    for hole in criss_cross_solver.solve(pays).holes[::41]:
        cards = tuple(DECK[card] for card in hole.cards)
        options = advise(terms, Position(cards)).options
        assert [options["fold"], options["1x"], options["3x"]] == [hole.fold, hole.least, hole.most]


def test_holes_alike_but_for_suits_have_the_same_opening_values() -> None:
    for one, other in (("9s Jd", "Jc 9h"), ("7h 2h", "2s 7s"), ("Ac Ad", "Ah As")):
        first, second = (advise(CRISS_CROSS, parse_position(CRISS_CROSS, hole)) for hole in (one, other))
        assert first == second
    assert len(holes(WHOLE_DECK)) == 169


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions at the Down and the Middle decision, with a dead card or two."""
    drawn = tuple(draw(st.permutations(DECK))[:8])
    bets = draw(st.lists(st.integers(1, 3), min_size=1, max_size=2).map(tuple))
    shown = drawn[2:6] if len(bets) == 2 else drawn[2:4]
    choices = tuple(f"{bet}x" for bet in bets)
    return Position(drawn[:2], shown, choices, Known(dead=drawn[6 : 6 + draw(st.integers(0, 2))]))


@settings(max_examples=40, deadline=None)
@given(positions())
def test_two_antes_are_never_better_than_both_one_and_three(position: Position) -> None:
    options = advise(CRISS_CROSS, position).options
    assert options["2x"] <= max(options["1x"], options["3x"])
    assert options["fold"] == -2 - sum(position.bets)


def test_costs_are_counted_from_the_best_option() -> None:
    advice = Advice("down", {"fold": Fraction(-3), "1x": Fraction(1, 4), "3x": Fraction(1, 4)})
    assert advice.best == "1x"  # of equals that which risks less
    assert [advice.cost(option) for option in advice.options] == [Fraction(13, 4), 0, 0]


# In a round


def position_of(round: Round, seat: int) -> Position:
    """What a seat of a round sees, apart from what lies before it."""
    return replace(position_seen(round.terms, view(round, seat)), staked={})


def rounds_at_each_decision(cross: str, others: str = "") -> Iterator[Round]:
    """Seat 2 to act at each of its decisions, seat 1 having bet; the cross is written from the top, row by row."""
    round = dealt(wagered(table("ma-criss-cross"), "1: antes 10; 2: antes 10"), f"cross {cross}, 2 9s Jd{others}")
    while round.phase is Phase.DECISION:
        round = play(round, Bet(1, ANTE))
        yield round
        round = play(round, Bet(2, ANTE * 3), *moves("reveal"))


def test_a_seat_is_advised_by_what_it_sees() -> None:
    expected = [
        parse_position(CRISS_CROSS, "9s Jd"),
        parse_position(CRISS_CROSS, "9s Jd", "9c 2d", ["3"]),
        parse_position(CRISS_CROSS, "9s Jd", "9c 2d Qs 4h", ["3x", "3x"]),
    ]
    found = list(rounds_at_each_decision("Qs 9c Ks 2d 4h"))
    assert [position_of(round, 2) for round in found] == expected
    assert [advise_round(round, 2) for round in found] == [advise(CRISS_CROSS, position) for position in expected]


def test_cards_face_down_change_no_advice() -> None:
    one = list(rounds_at_each_decision("Qs 9c Ks 2d 4h", ", 1 3c 3d"))
    other = list(rounds_at_each_decision("Qs 9c Jh 2d 4h", ", 1 Ac Ad"))
    for first, second in zip(one, other, strict=True):
        assert position_of(first, 2) == position_of(second, 2)


def test_a_dealer_of_crazy_four_shows_nothing() -> None:
    round = dealt(wagered(table("ma-crazy-4"), "3: ante 10, super_bonus 10"), "3 As Ad Kh 7c 2s, dealer Ks Kd Kc 9s 8d")
    assert position_of(round, 3) == parse_position(CRAZY_FOUR, "As Ad Kh 7c 2s")
    assert advise_round(round, 3).best == "3x"


def test_a_card_set_aside_face_up_is_known_to_be_dead() -> None:
    """In Massachusetts the cross is dealt first, from top to bottom, then the seat."""
    deal = [Deal((card,)) for card in parse_cards("Qs 9c Ks 2d 4h 9s Jd")]
    round = wagered(table("ma-criss-cross"), "1: antes 10")
    round = play(round, CloseBets(), DiscardCard(Card.parse("Jh")), *deal)
    assert position_of(round, 1) == parse_position(CRISS_CROSS, "9s Jd", known=known_from(CRISS_CROSS, "Jh"))


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("As Ad Kh 7c 2s", Bet(3, ANTE * 3)),  # aces bet all they may
        ("Kh Qc 9d 4s 2c", Bet(3, ANTE)),
        ("8h 6c 4d 3s 2c", Fold(3)),
    ],
)
def test_the_best_action_is_a_bet_of_whole_antes_or_a_fold(hand: str, action: Bet | Fold) -> None:
    round = dealt(wagered(table("ma-crazy-4"), "3: ante 10, super_bonus 10"), f"3 {hand}")
    assert best_action(CRAZY_FOUR, view(round, 3)) == action


@pytest.mark.parametrize("seat", [1, 3])
def test_a_seat_without_a_decision_is_refused(seat: int) -> None:
    round = next(rounds_at_each_decision("Qs 9c Ks 2d 4h"))
    with pytest.raises(Refused, match="no decision to advise on"):
        advise_round(round, seat)


def test_a_bystander_has_no_decision() -> None:
    round = next(rounds_at_each_decision("Qs 9c Ks 2d 4h"))
    with pytest.raises(Refused, match=r"a bystander.*no decision to advise on"):
        best_action(CRISS_CROSS, view(round, None))


def test_a_seat_that_folded_or_waits_for_cards_is_refused() -> None:
    wagers = wagered(table("ma-criss-cross"), "1: antes 10; 2: antes 10")
    for round in (wagers, play(wagers, CloseBets()), play(dealt(wagers), Fold(1))):
        with pytest.raises(Refused, match=r"seat 1.*no decision to advise on"):
            advise_round(round, 1)


def test_a_seat_may_ask_before_its_turn() -> None:
    round = dealt(wagered(table("ma-criss-cross"), "1: antes 10; 2: antes 10"), "2 9s Jd")
    assert position_of(round, 2) == parse_position(CRISS_CROSS, "9s Jd")


def test_bets_of_broken_antes_are_refused() -> None:
    round = table("ma-criss-cross", readings={"bet-amounts": "any"})
    round = play(dealt(wagered(round, "1: antes 10")), *moves("1 bets 15; reveal"))
    with pytest.raises(Refused, match="bets of whole antes"):
        advise_round(round, 1)


@pytest.mark.parametrize(
    ("terms", "cards", "across", "down", "bets", "known", "says"),
    [
        (CRISS_CROSS, "9s", "", "", (), Known(), "2 cards"),
        (CRISS_CROSS, "9s 9s", "", "", (), Known(), "each once"),
        (CRISS_CROSS, "9s Xd", "", "", (), Known(), "is not a card"),
        (CRISS_CROSS, "9s Jd", "9s 2d", "", (1,), Known(), "9s in two places"),
        (CRISS_CROSS, "9s Jd", "9c 2d", "", (), Known(), "2 cards of the table open after no choice"),
        (CRISS_CROSS, "9s Jd", "9c 2d", "", (4,), Known(), "1x or 2x or 3x"),
        (CRISS_CROSS, "9s Jd", "9c 2d", "Qs 4h", (1, 1, 1), Known(), "3 choices made"),
        (CRISS_CROSS, "9s Jd", "", "", (), known_from(CRISS_CROSS, "9s"), "9s in two places"),
        (CRISS_CROSS, "9s Jd", "", "", (), known_from(CRISS_CROSS, exposed=["middle"]), "a named card"),
        (CRISS_CROSS, "9s Jd", "9c 2d", "", (1,), known_from(CRISS_CROSS, exposed=["across=3c"]), "each card once"),
        (CRAZY_FOUR, "9s Jd", "", "", (), Known(), "5 cards"),
        (
            CRAZY_FOUR,
            "9s Jd 2c 3c 4c",
            "5c 6c",
            "",
            (),
            Known(),
            "open after no choice; expected none",
        ),
        (
            CRAZY_FOUR,
            "9s Jd 2c 3c 4c",
            "",
            "",
            (),
            known_from(CRAZY_FOUR, exposed=["dealer=5c 6c 7c 8c 9c"]),
            "cannot be dealt",
        ),
    ],
)
def test_impossible_positions_are_refused(
    terms: Terms, cards: str, across: str, down: str, bets: tuple[int, ...], known: Known, says: str
) -> None:
    with pytest.raises(Refused, match=says):
        advise(terms, parse_position(terms, cards, f"{across} {down}", [str(bet) for bet in bets], known))
