"""Criss-Cross Poker: "no more bets", then every card in the document's order, face down."""

import pytest

from engine.rounds import CARD_ROOM, MA, MD, NJ, case, refused, table, usd, wagered
from pitboss.cards import DECK, parse_cards
from pitboss.engine import Phase, Round, check, next_delivery, play
from pitboss.engine.actions import Bet, CloseBets, Deal, DiscardCard, Fold
from pitboss.engine.decide import decide
from pitboss.engine.events import BetsClosed
from pitboss.engine.view import view

CROSS_FIRST = "top left middle right bottom seat2 seat5 seat6 seat2 seat5 seat6"
STACKS = "community*5 seat2*2 seat5*2 seat6*2"
PLAYERS_FIRST = "seat2 seat5 seat6 seat2 seat5 seat6 bottom burn left burn top burn right burn middle"

# Where the first cards of the deck lie after the deal. In the cross: top, left, middle, right, bottom.
ONE_BY_ONE = {"cross": (0, 1, 2, 3, 4), 2: (5, 8), 5: (6, 9), 6: (7, 10), "burn": ()}
IN_STACKS = {"cross": (0, 1, 2, 3, 4), 2: (5, 6), 5: (7, 8), 6: (9, 10), "burn": ()}
NINE_LAST = {2: (0, 3), 5: (1, 4), 6: (2, 5), "cross": (10, 8, 14, 12, 6), "burn": (7, 9, 11, 13)}

DEALS = [
    case(MA, "7(d)", "manual_shoe", CROSS_FIRST, ONE_BY_ONE, id="manual_shoe"),
    case(MA, "8(b)", "hand", CROSS_FIRST, ONE_BY_ONE, id="hand"),
    case(MA, "9(b)", "automated_shoe", STACKS, IN_STACKS, id="automated_shoe"),
    case(MD, ["8.D(2)", "8.D(3)"], "manual_shoe", CROSS_FIRST, ONE_BY_ONE, id="manual_shoe"),
    case(MD, ["9.A", "9.B(1)", "9.B(2)"], "hand", CROSS_FIRST, ONE_BY_ONE, id="hand"),
    case(MD, ["10.A", "10.B(1)", "10.B(2)"], "automated_shoe", STACKS, IN_STACKS, id="automated_shoe"),
    case(NJ, ["40.7(c)", "40.7(d)"], "manual_shoe", CROSS_FIRST, ONE_BY_ONE, id="manual_shoe"),
    case(NJ, ["40.8(a)", "40.8(c)", "40.8(d)"], "hand", CROSS_FIRST, ONE_BY_ONE, id="hand"),
    case(NJ, ["40.9(a)", "40.9(c)"], "automated_shoe", STACKS, IN_STACKS, id="automated_shoe"),
    case(CARD_ROOM, ["Dealing 1", "Dealing 2", "Dealing 3", "Dealing 4"], "hand", PLAYERS_FIRST, NINE_LAST, id="hand"),
]


def closed(rulebook: str, method: str) -> Round:
    """Seats 2, 5 and 6 are in, and the bets are closed."""
    decks = 2 if rulebook == CARD_ROOM else 1
    round = table(rulebook, dealing=method, shuffler="automated", decks=decks)
    return play(wagered(round, "5: antes 5; 2: antes 5; 6: antes 5"), CloseBets())


@pytest.mark.parametrize(("rulebook", "method", "order", "landed"), DEALS)
def test_every_card_goes_where_the_document_sends_it(
    rulebook: str, method: str, order: str, landed: dict[str | int, tuple[int, ...]]
) -> None:
    round, top = closed(rulebook, method), 0
    for text in order.split():
        place, _, count = text.partition("*")
        cards = int(count or 1)
        assert next_delivery(round) == (place.replace("seat", "seat "), cards)
        round = play(round, Deal(DECK[top : top + cards]))
        top += cards
    assert round.phase is Phase.DECISION
    assert [round.places[name][0] for name in ("top", "left", "middle", "right", "bottom")] == [
        DECK[index] for index in landed["cross"]
    ]
    assert round.places.get("burn", ()) == tuple(DECK[index] for index in landed["burn"])
    assert {number: seat.cards for number, seat in round.seats.items()} == {
        number: tuple(DECK[index] for index in landed[number]) for number in (2, 5, 6)
    }


@pytest.mark.parametrize(("rulebook", "method", "order", "landed"), DEALS)
def test_all_cards_lie_face_down_and_a_player_sees_only_the_own_two_after_the_deal(
    rulebook: str, method: str, order: str, landed: object
) -> None:
    round, top = closed(rulebook, method), 0
    while (delivery := next_delivery(round)) is not None:
        for viewer in (None, 2, 5, 6):
            seen = view(round, viewer)
            assert not any(seat.cards for seat in seen.seats)
            assert not any(place.cards for place in seen.places)
        round = play(round, Deal(DECK[top : top + delivery[1]]))
        top += delivery[1]
    for viewer in (None, 2, 5, 6):
        seen = view(round, viewer)
        assert not any(place.cards for place in seen.places)
        assert {seat.seat: seat.cards for seat in seen.seats if seat.cards} == (
            {viewer: round.seats[viewer].cards} if viewer else {}
        )
    assert refused(round, Deal(DECK[top : top + 1])).allowed == "nothing: the round is in decision"


@pytest.mark.parametrize(
    ("rulebook", "method", "clause"),
    [
        case(MA, "7(b)", "manual_shoe", "7(b)", id="manual_shoe"),
        case(MA, "8(a)(3)", "hand", "8(a)(3)", id="hand"),
        case(MA, "9(a)(2)", "automated_shoe", "9(a)(2)", id="automated_shoe"),
        case(MD, "8.C", "manual_shoe", "8.C", id="manual_shoe"),
        case(MD, "9.A(5)", "hand", "9.A(5)", id="hand"),
        case(MD, "10.A(2)", "automated_shoe", "10.A(2)", id="automated_shoe"),
        case(NJ, "40.7(b)", "manual_shoe", "40.7(b)", id="manual_shoe"),
        case(NJ, "40.8(b)3", "hand", "40.8(b)3", id="hand"),
        case(NJ, "40.9(b)2", "automated_shoe", "40.9(b)2", id="automated_shoe"),
        case(CARD_ROOM, "Dealing 1", "hand", "reading bonus-deadline", id="hand"),
    ],
)
def test_no_card_leaves_before_no_more_bets_is_announced(rulebook: str, method: str, clause: str) -> None:
    decks = 2 if rulebook == CARD_ROOM else 1
    round = wagered(table(rulebook, dealing=method, shuffler="automated", decks=decks), "2: antes 5")
    first = Deal(DECK[: 5 if method == "automated_shoe" else 1])
    violation = refused(round, first)
    assert (violation.clause, violation.allowed) == (clause, 'dealing after "no more bets"')
    assert decide(round, CloseBets()) == (BetsClosed(),)
    announced = play(round, CloseBets())
    assert check(announced, first) is None
    assert refused(announced, CloseBets()).clause == clause


def test_bets_are_not_closed_without_a_wager() -> None:
    assert refused(table(MA), CloseBets()).allowed == "a wager at one seat or more"


@pytest.mark.parametrize(
    ("rulebook", "method", "delivered", "wrong"),
    [
        case(MA, "9(b)", "automated_shoe", 0, (1, 2, 4, 6), id="first stack"),
        case(MA, "9(b)", "automated_shoe", 5, (1, 3, 5), id="player's stack"),
        case(MD, "10.B(2)", "automated_shoe", 5, (1, 3, 5), id="player's stack"),
        case(NJ, "40.9(a)", "automated_shoe", 0, (1, 2, 4, 6), id="first stack"),
        case(NJ, "40.9(a)", "automated_shoe", 5, (1, 3, 5), id="player's stack"),
        case(MA, "7(d)", "manual_shoe", 0, (0, 2, 5), id="one card at a time"),
        case(CARD_ROOM, "Dealing 2", "hand", 0, (0, 2), id="one card at a time"),
    ],
)
def test_a_stack_of_another_size_is_refused(rulebook: str, method: str, delivered: int, wrong: tuple[int, ...]) -> None:
    round = closed(rulebook, method)
    if delivered:
        round = play(round, Deal(DECK[:delivered]))
    for count in wrong:
        assert "card" in refused(round, Deal(DECK[delivered : delivered + count])).allowed


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        case(MA, "2(a)", "2(a)"),
        case(MD, "3.A", "3.A"),
        case(NJ, "40.2", "40.2"),
        case(CARD_ROOM, "Equipment 2", "Equipment 2"),
    ],
)
def test_no_card_of_the_one_deck_comes_out_twice(rulebook: str, clause: str) -> None:
    round = play(closed(rulebook, "hand"), Deal(parse_cards("As")))
    violation = refused(round, Deal(parse_cards("As")))
    assert (violation.clause, violation.tried) == (clause, "As")
    twice = Deal(parse_cards("As Kd Qh Jc") + parse_cards("As"))
    assert refused(closed(MA, "automated_shoe"), twice).tried == "As"


@pytest.mark.parametrize("rulebook", [case(MA, "10(a)"), case(MD, "11.A"), case(NJ, []), case(CARD_ROOM, "Dealing 7")])
def test_nobody_looks_or_decides_until_the_deal_is_over_and_no_card_follows_it(rulebook: str) -> None:
    round, top = closed(rulebook, "hand"), 0
    while next_delivery(round) is not None:
        assert view(round, 2).seat(2).cards == ()
        assert refused(round, Bet(2, usd("5"))).allowed == "nothing: the round is in dealing"
        assert refused(round, Fold(2)).allowed == "nothing: the round is in dealing"
        round = play(round, Deal(DECK[top : top + 1]))
        top += 1
    assert view(round, 2).seat(2).cards == round.seats[2].cards
    assert view(round, 2).seat(5).cards == ()
    assert check(round, Bet(2, usd("5"))) is None
    assert refused(round, Deal(DECK[top : top + 1])).allowed == "nothing: the round is in decision"


@pytest.mark.parametrize(
    ("rulebook", "method"),
    [
        case(MD, "8.D(3)", "manual_shoe"),
        case(NJ, "40.7(d)", "manual_shoe"),
        case(CARD_ROOM, "Dealing 4", "hand"),
    ],
)
def test_no_card_is_set_aside_where_the_document_sets_none_aside(rulebook: str, method: str) -> None:
    violation = refused(closed(rulebook, method), DiscardCard(*parse_cards("As")))
    assert violation.allowed == "a report of the card: the hands are void"


@pytest.mark.clause(MA, "12(a)")
def test_a_card_found_face_up_is_set_aside_and_the_next_takes_its_place() -> None:
    round = play(closed(MA, "manual_shoe"), Deal(parse_cards("2c")), DiscardCard(*parse_cards("As")))
    assert next_delivery(round) == ("left", 1)
    assert refused(round, Deal(parse_cards("As"))).tried == "As"
    round = play(round, Deal(parse_cards("3c")))
    landed = (round.places["top"][0], round.places["left"][0], round.discards)
    assert landed == (*parse_cards("2c 3c"), parse_cards("As"))
