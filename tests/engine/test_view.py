"""What leaves a round for a client: never a card that lies face down, nor anything that follows from one."""

import msgspec
import pytest
from hypothesis import given, settings

from engine.random_rounds import Played, Rng, chance, play_random, tables
from pitboss.cards import DECK, Card, parse_cards
from pitboss.engine import Phase, Round, RoundAction, RoundView, open_round, play, view
from pitboss.engine.actions import Bet, CloseBets, Deal, Draw, Fold, PlaceWager, Reveal, Settle, Void
from pitboss.money import Amount
from pitboss.rulebooks import Terms, full_terms, terms_for
from pitboss.rulebooks.codec import json_text

EVERYONE = (None, 1, 2, 3, 4, 5, 6)
TEN = Amount.parse("10")


@pytest.mark.parametrize("terms", tables().values(), ids=tables().keys())
@given(rng=chance)
@settings(max_examples=12, deadline=None)
def test_cards_a_viewer_may_not_see_change_nothing_the_viewer_sees(terms: Terms, rng: Rng) -> None:
    """The same round again, with every card hidden from the viewer exchanged for another: the same views throughout."""
    played = play_random(terms, rng, bets_tell_nothing=True)
    viewer = rng.choice(EVERYONE)
    last = rng.randrange(len(played.rounds))
    other = _with_other_hidden_cards(played, viewer, last, rng)
    for round, changed in zip(played.rounds[: last + 1], other, strict=True):
        assert view(changed, viewer) == view(round, viewer)


def _with_other_hidden_cards(played: Played, viewer: int | None, last: int, rng: Rng) -> list[Round]:
    seen = set(_cards_in(view(played.rounds[last], viewer)))
    hidden = [card for card in DECK if card not in seen]
    exchange = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    rounds = [open_round(played.terms)]
    for action in played.actions[:last]:
        rounds.append(play(rounds[-1], _exchanged(action, exchange)))
    return rounds


def _exchanged(action: RoundAction, exchange: dict[Card, Card]) -> RoundAction:
    if isinstance(action, Deal):
        return Deal(tuple(exchange.get(card, card) for card in action.cards))
    return action


def _cards_in(seen: RoundView) -> list[Card]:
    groups = [seen.discards, *(place.cards for place in seen.places), *(seat.cards for seat in seen.seats)]
    return [card for group in groups for card in group]


@pytest.mark.parametrize("terms", tables().values(), ids=tables().keys())
@given(rng=chance)
@settings(max_examples=8, deadline=None)
def test_every_card_out_is_either_seen_or_counted(terms: Terms, rng: Rng) -> None:
    for round in play_random(terms, rng).rounds:
        for viewer in (None, 1, 4):
            seen = view(round, viewer)
            down = sum(seat.face_down for seat in seen.seats) + sum(place.face_down for place in seen.places)
            gone = sum(len(round.seats[seat.seat].cards) for seat in seen.seats if seat.racked and not seat.cards)
            assert len(_cards_in(seen)) + down + gone == len(round.cards_out)


def crazy(cards: str, dealer: str) -> Round:
    """Seat 2 alone against the dealer."""
    terms = terms_for("ma-crazy-4", {"queens_up": "A", "dealing": "automated_shoe"})
    round = play(open_round(terms), PlaceWager(2, "ante", TEN), PlaceWager(2, "super_bonus", TEN), CloseBets())
    return play(round, Deal(parse_cards(cards)), Deal(parse_cards(dealer)))


@pytest.mark.clause("cardroom-criss-cross", "Dealing 7")
def test_nobody_sees_a_card_before_the_deal_is_over() -> None:
    round = play(open_round(full_terms("cardroom-criss-cross")), PlaceWager(3, "ante_across", TEN))
    round = play(round, PlaceWager(3, "ante_down", TEN), CloseBets())
    deck = iter(DECK)
    while round.phase is Phase.DEALING:
        assert view(round, 3).seat(3).cards == ()
        round = play(round, Deal((next(deck),)))
    assert view(round, 3).seat(3).cards == parse_cards("2c 2d")
    assert view(round, 1).seat(3).cards == ()
    assert view(round, 1).seat(3).face_down == 2
    burns = view(round, 3).place("burn")
    assert burns is not None
    assert (burns.cards, burns.face_down) == ((), 4)


def test_a_void_in_mid_deal_shows_no_hand_even_to_its_player() -> None:
    round = play(open_round(full_terms("ma-criss-cross")), PlaceWager(3, "ante_across", TEN))
    round = play(round, PlaceWager(3, "ante_down", TEN), CloseBets(), *(Deal((card,)) for card in DECK[:6]))
    voided = play(round, Void("12(c)", "a card too many"))
    assert view(voided, 3).seat(3).cards == ()
    assert view(voided, 3).seat(3).face_down == 1


@pytest.mark.clause("ma-crazy-4", "10(b)")
def test_the_largest_bet_is_shown_only_to_the_player_whose_hand_allows_it() -> None:
    strong = crazy("As Ah 3c 4d 9s", "Ks 2d 5h 7c 8d")
    weak = crazy("Qs Qh 3c 4d 9s", "Ks 2d 5h 7c 8d")
    own = view(strong, 2).choice
    assert own is not None
    assert [str(amount) for amount in own.amounts] == ["10.00", "20.00", "30.00"]
    for viewer in (None, 1, 3):
        assert view(strong, viewer) == view(weak, viewer)
        assert view(strong, viewer).choice is None
        assert view(strong, viewer).to_act == 2


def test_cards_are_shown_as_they_are_turned_up() -> None:
    round = play(crazy("Qs Qh 3c 4d 9s", "Ks 2d 5h 7c 8d"), Bet(2, TEN))
    before = view(round, None)
    assert before.place("dealer") == view(round, 2).place("dealer")
    assert [place.face_down for place in before.places] == [5]
    round = play(round, Reveal())
    after = view(round, None).place("dealer")
    assert after is not None
    assert after.cards == parse_cards("Ks 2d 5h 7c 8d")
    assert view(round, None).seat(2).cards == ()
    settled = play(round, Settle())
    assert view(settled, None).seat(2).cards == parse_cards("Qs Qh 3c 4d 9s")
    assert view(settled, None).lines == settled.lines


def test_a_folded_hand_stays_face_down_for_all_others() -> None:
    folded = play(crazy("Qs Qh 3c 4d 9s", "Ks 2d 5h 7c 8d"), Fold(2))
    settled = play(folded, Reveal(), Settle())
    assert settled.phase is Phase.SETTLED
    assert view(settled, None).seat(2).cards == ()
    assert view(settled, 2).seat(2).cards == parse_cards("Qs Qh 3c 4d 9s")
    assert [place.face_down for place in view(folded, 2).places] == [5]


def test_a_folded_hand_is_not_opened_for_a_bet_on_the_dealers_hand() -> None:
    """The five-card progressive is given up with the hand, so nothing is left that the player's own cards decide."""
    terms = full_terms("ma-crazy-4")
    one, five = Amount.parse("1"), Amount.parse("5")
    round = play(open_round(terms), PlaceWager(2, "ante", TEN), PlaceWager(2, "super_bonus", TEN))
    round = play(round, PlaceWager(2, "five_card_progressive", one), PlaceWager(2, "five_card_hand_bonus_dealer", five))
    cards = parse_cards("Qs Ks Qh 2d 3c 5h 4d 7c 9s 8d")  # one at a time, player and dealer in turn
    round = play(round, CloseBets(), Draw(), *(Deal((card,)) for card in cards), Fold(2), Reveal(), Settle())
    assert round.phase is Phase.SETTLED
    assert round.opened == ()


def test_a_view_is_plain_data() -> None:
    data = msgspec.json.decode(json_text(view(crazy("As Ah 3c 4d 9s", "Ks 2d 5h 7c 8d"), 2)))
    assert data["phase"] == "decision"
    assert data["seats"][0]["cards"] == ["As", "Ah", "3c", "4d", "9s"]
