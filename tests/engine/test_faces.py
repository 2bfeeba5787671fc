"""Cards keyed when they are turned up: the same round as with cards known from the deal, and nothing known too soon."""

from itertools import islice
from typing import Any

import pytest

from engine.random_rounds import Rng, play_random, tables
from pitboss.cards import DECK, Card, parse_cards
from pitboss.engine import (
    History,
    Phase,
    Round,
    RoundAction,
    decide,
    legal,
    open_round,
    play,
    read_history,
    verify,
    view,
    write_history,
)
from pitboss.engine.actions import Bet, CloseBets, Deal, PlaceWager, Reveal, Settle
from pitboss.engine.deal import deliveries
from pitboss.engine.events import CardsDealt, CardsLaid, FacesKeyed, RoundEvent
from pitboss.engine.faces import faces_due, may_show
from pitboss.engine.state import place_of
from pitboss.money import Amount
from pitboss.rulebooks import Terms, Violation, terms_for
from pitboss.rulebooks.table_rules import Keying

SEEDS = range(12)


class Seen:
    """A round whose faces are keyed when they are turned up, after the actions of one whose cards were known."""

    def __init__(self, known: Round) -> None:
        self.known = known  # at its end, with every card in its place
        self.round = open_round(known.terms, keyed=Keying.SEEN)
        self.events: list[RoundEvent] = []

    def do(self, action: RoundAction) -> None:
        outcome = decide(self.round, action)
        assert not isinstance(outcome, Violation), f"{action}: {outcome}"
        self.events += outcome
        self.round = play(self.round, action)

    def cards(self, place: str) -> tuple[Card, ...]:
        if place.startswith("seat "):
            return self.known.seats[int(place.removeprefix("seat "))].cards
        return self.known.places[place]

    def follow(self, action: RoundAction) -> None:
        """The same action, with what must be turned up before it."""
        if isinstance(action, Reveal):
            return self.do(Reveal({place: self.cards(place) for place, _ in faces_due(self.round)}))
        if isinstance(action, Bet) and (shown := may_show(self.round)):
            self.do(Reveal({shown[0]: self.cards(shown[0])}))
        while due := faces_due(self.round):
            if self.round.phase is Phase.REVEAL:
                break
            assert isinstance(decide(self.round, Settle()), Violation)
            self.do(Reveal({place: self.cards(place) for place, _ in due}))
        self.do(action)
        return None


@pytest.mark.parametrize("name", sorted(tables()))
def test_faces_keyed_when_they_are_seen_settle_the_round_alike(name: str) -> None:
    """Against rounds whose cards were keyed as they were dealt: the same lines, in the same order, to the cent."""
    followed = 0
    for seed in SEEDS:
        played = play_random(tables()[name], Rng(seed))
        deals = [number for number, action in enumerate(played.actions) if isinstance(action, Deal)]
        if len(deals) < len(deliveries(played.round)) or deals[-1] - deals[0] != len(deals) - 1:
            continue  # ended, or something set aside, in the middle of the deal
        twin = Seen(played.round)
        for number, action in enumerate(played.actions):
            if number == deals[0]:
                twin.do(Deal(()))
            elif number not in deals:
                twin.follow(action)
        assert twin.round.lines == played.round.lines
        assert twin.round.payments == played.round.payments
        assert (twin.round.phase, twin.round.opened) == (played.round.phase, played.round.opened)
        followed += 1
        told = read_history(write_history(played.terms, twin.events))
        assert told == History(played.terms, tuple(twin.events))
        assert verify(told) is None
    assert followed > len(SEEDS) // 4


def dealt_in(rulebook: str = "ma-crazy-4", keyed: Keying | None = Keying.SEEN) -> Round:
    """One player at seat 1, after "no more bets"."""
    ten = Amount.parse("10")
    wagers = ("ante", "super_bonus") if rulebook == "ma-crazy-4" else ("ante_across", "ante_down")
    placed = [PlaceWager(1, name, ten) for name in wagers]
    return play(open_round(terms_for(rulebook), keyed=keyed), *placed, CloseBets())


def test_nobody_knows_a_card_that_lies_face_down() -> None:
    round = play(dealt_in(), Deal(()))
    assert round.cards_out == ()
    assert round.out == sum(count for _, count in deliveries(round))
    shown = view(round, 1)
    assert (shown.seat(1).cards, shown.seat(1).face_down) == ((), 5)
    place = shown.place("dealer")
    assert place is not None
    assert (place.cards, place.face_down) == ((), 5)


def test_faces_of_cards_that_go_face_down_are_refused_and_those_that_are_read_are_not_left_out() -> None:
    five = parse_cards("As Ac 9h 5d 2c")
    assert isinstance(decide(dealt_in(), Deal(five)), Violation)
    known = dealt_in(keyed=Keying.DEALT)
    assert isinstance(decide(known, Deal(())), Violation)
    assert not isinstance(decide(known, Deal(five[: deliveries(known)[0][1]])), Violation)


@pytest.mark.clause("ma-crazy-4", "10(b)")
def test_a_larger_bet_takes_a_hand_that_is_shown() -> None:
    """The reading taken checks the hand at once: one that nobody has seen allows what every hand does."""
    round = play(dealt_in(), Deal(()))
    three = Bet(1, Amount.parse("30"))
    refusal = decide(round, three)
    assert isinstance(refusal, Violation)
    assert "more with the hand shown" in refusal.allowed
    weak = play(round, Reveal({"seat 1": parse_cards("Ks Kc 9h 5d 2c")}))
    assert isinstance(decide(weak, three), Violation)
    right = play(weak, Reveal({"seat 1": parse_cards("As Ac 9h 5d 2c")}))  # keyed wrongly, put right
    assert play(right, three).seats[1].wagers["play"] == Amount.parse("30")
    assert view(right, None).seat(1).cards == ()  # shown to the dealer, opened at the settlement


def test_cards_are_out_once_and_as_many_as_lie_there() -> None:
    round = play(dealt_in(), Deal(()), Bet(1, Amount.parse("10")))
    assert faces_due(round) == (("dealer", 5),)
    dealer = parse_cards("Ks Kc 9h 5d 2c")
    for wrong in ({}, {"dealer": dealer[:4]}, {"dealer": (*dealer[:4], dealer[0])}, {"seat 1": dealer}):
        assert isinstance(decide(round, Reveal(wrong)), Violation)
    round = play(round, Reveal({"dealer": dealer}))
    assert faces_due(round) == ((place_of(1), 5),)
    assert [option.action for option in legal(round) if option.place] == ["reveal"]
    assert isinstance(decide(round, Reveal({"seat 1": dealer})), Violation)  # the dealer has those
    assert isinstance(decide(round, Settle()), Violation)
    round = play(round, Reveal({"seat 1": parse_cards("As Ac 9d 5h 2d")}), Settle())
    assert round.finished


FACE_DOWN = {  # the clauses by which the first cards lie face down, the first are turned up, and hands are opened
    "ma-criss-cross": ("7(d)", "10(c)", "10(h)"),
    "md-criss-cross": ("8.D(2)", "11.C", "11.I"),
    "nj-criss-cross": ("40.7(c)", "40.10(d)", "40.10(i)"),
    "cardroom-criss-cross": ("Dealing 2", "Round 2", "Paying Out 1"),
    "ma-crazy-4": ("7(d)", "10(c)", "10(c)"),
}


def each(place: int) -> list[Any]:
    """Every rulebook, bound to the clause it has at a place of the table above."""
    return [
        pytest.param(rulebook, clauses[place], id=rulebook, marks=pytest.mark.clause(rulebook, clauses[place]))
        for rulebook, clauses in FACE_DOWN.items()
    ]


def refused(round: Round, action: RoundAction) -> str:
    """The clause by which an action is refused."""
    outcome = decide(round, action)
    assert isinstance(outcome, Violation)
    return outcome.clause


def decided(rulebook: str) -> Round:
    """Cards lie face down; the first decision is made, and cards are turned up next."""
    return play(dealt_in(rulebook), Deal(()), Bet(1, Amount.parse("10")))


def opened(rulebook: str) -> Round:
    """Everything on the table is turned up; the hand of seat 1 lies face down, and is settled next."""
    round, cards = decided(rulebook), iter(DECK)
    while round.phase is not Phase.SETTLEMENT:
        due = faces_due(round)
        round = play(round, Reveal({place: tuple(islice(cards, count)) for place, count in due}))
        round = play(round, Bet(1, Amount.parse("10"))) if round.phase is Phase.DECISION else round
    return round


@pytest.mark.parametrize(("rulebook", "clause"), each(0))
def test_the_first_cards_lie_face_down_and_their_faces_are_not_taken(rulebook: str, clause: str) -> None:
    round = dealt_in(rulebook)
    assert refused(round, Deal(DECK[: deliveries(round)[0][1]])) == clause
    assert not isinstance(decide(round, Deal(())), Violation)


@pytest.mark.parametrize(("rulebook", "clause"), each(1))
def test_cards_are_turned_up_with_their_faces_all_of_them_and_no_others(rulebook: str, clause: str) -> None:
    round = decided(rulebook)
    cards = iter(DECK)
    faces = {place: tuple(islice(cards, count)) for place, count in faces_due(round)}
    first = next(iter(faces))
    assert refused(round, Reveal()) == clause
    assert refused(round, Reveal({**faces, first: faces[first][1:]})) == clause
    assert refused(round, Reveal({**faces, "seat 1": DECK[-2:]})) == clause
    assert not isinstance(decide(round, Reveal(faces)), Violation)


@pytest.mark.parametrize(("rulebook", "clause"), each(2))
def test_a_hand_is_settled_when_it_is_opened_and_its_faces_are_told(rulebook: str, clause: str) -> None:
    round = opened(rulebook)
    ((place, count),) = faces_due(round)
    assert place == place_of(1)
    assert [option.clause for option in legal(round) if option.action == "reveal"] == [clause]
    assert refused(round, Settle()) == clause
    assert refused(round, Reveal()) == clause
    assert refused(round, Reveal({place: DECK[-count:][1:]})) == clause
    assert refused(round, Reveal({place: DECK[-count:], "seat 2": DECK[20:22]})) == clause
    round = play(round, Reveal({place: DECK[-count:]}))
    assert not isinstance(decide(round, Settle()), Violation)


def test_one_word_lays_all_that_goes_face_down_and_cards_that_lie_open_are_keyed() -> None:
    """What is dealt face up is seen as it is dealt."""
    for name, terms in tables().items():
        steps = terms.dealing.steps
        round = open_round(terms, keyed=Keying.SEEN)
        required = [wager.name for wager in terms.wagers.values() if wager.required]
        before = [PlaceWager(1, wager, _least(terms, wager)) for wager in required]
        round = play(round, *before, CloseBets())
        outcome = decide(round, Deal(()))
        if steps[0].face_up:
            assert isinstance(outcome, Violation), name
            continue
        assert not isinstance(outcome, Violation), name
        assert all(isinstance(event, CardsLaid) for event in outcome)
        assert not any(isinstance(event, CardsDealt | FacesKeyed) for event in outcome)


def _least(terms: Terms, wager: str) -> Amount:
    limits = terms.limits(terms.wagers[wager])
    return limits.minimum if limits else Amount.parse("1")
