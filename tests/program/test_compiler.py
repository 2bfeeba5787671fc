"""Compiled terms against the round engine: the same cards, the same bets, every line to the cent."""

from collections.abc import Iterator

import numpy as np
import pytest

from pitboss.cards import DECK, Card
from pitboss.engine import Phase, Round, open_round, play
from pitboss.engine.actions import Bet, CloseBets, Deal, Fold, PlaceWager, Reveal, Settle
from pitboss.engine.deal import next_delivery
from pitboss.mathematics.any_game import solve
from pitboss.money import Amount
from pitboss.program.compiler import compile_terms, compile_wager
from pitboss.program.program import Program, Strong
from pitboss.program.settlement import settle_arrays
from pitboss.rulebooks import SHIPPED, Refused, Terms, full_terms, terms_for

ANTE = Amount.parse("10")


def dealt(terms: Terms, program: Program, cards: list[Card], wagers: list[str]) -> Round:
    """A round of one seat whose slots hold these cards."""
    held = {place.name: [cards[slot] for slot in place.slots] for place in program.places}
    others = iter(card for card in DECK if card not in cards)
    round = play(open_round(terms), *(PlaceWager(1, name, ANTE) for name in wagers), CloseBets())
    while (delivery := next_delivery(round)) is not None:
        to, count = delivery
        places = _spread(terms, to) or ("own" if to.startswith("seat") else to,) * count
        round = play(round, Deal(tuple(held[place].pop(0) if held.get(place) else next(others) for place in places)))
    return round


def _spread(terms: Terms, to: str) -> tuple[str, ...]:
    return next((step.spread for step in terms.dealing.steps if to in step.to), ())


def played(round: Round, times: Iterator[int]) -> Round:
    """Bets of so many antes, or a fold for none, until the round is settled."""
    while round.phase is not Phase.SETTLED:
        if round.phase is Phase.DECISION:
            count = next(times)
            round = play(round, Bet(1, ANTE * count) if count else Fold(1))
        else:
            round = play(round, Reveal() if round.phase is Phase.REVEAL else Settle())
    return round


@pytest.mark.parametrize("id", SHIPPED)
def test_every_line_is_what_the_engine_pays(id: str) -> None:
    terms = terms_for(id)
    program = compile_terms(terms)
    chance = np.random.default_rng(2)
    before = [stake.name for stake in program.stakes if stake.antes]
    for deal in range(150):
        cards = chance.permutation(52)[: program.slots]
        folds = deal % 10 == 0
        bets = [0] if folds else [int(1 + chance.integers(0, 2)) for _ in program.streets]
        bets = [1 for _ in bets] if program.contests and not folds else bets
        settled = played(dealt(terms, program, [DECK[card] for card in cards], before), iter(bets))
        nets = {line.wager: line.returned.cents - line.stake.cents for line in settled.lines}
        stakes = [stake.antes for stake in program.stakes]
        for street, times in zip(program.streets, bets, strict=False):
            stakes[program.stake(street.name)] = times
        found = settle_arrays(
            program,
            cards[None].astype(np.uint8),
            ANTE.cents * np.array(stakes, dtype=np.int64),
            np.array([folds]),
        )[0]
        assert {
            stake.name: net for stake, net in zip(program.stakes, found.tolist(), strict=True) if stake.name in nets
        } == nets


def test_a_raise_takes_the_hand_that_the_rulebook_names() -> None:
    (street,) = compile_terms(terms_for("ma-crazy-4")).streets
    needs = {choice.name: choice.needs for choice in street.choices}
    ranking = terms_for("ma-crazy-4").ranking("four_card")
    aces = min(value.strength for value in ranking.values if value.rank.name == "PAIR" and value.ranks[0] == 12)
    assert needs == {"fold": None, "1x": None, "2x": Strong(0, aces), "3x": Strong(0, aces)}


def test_cards_are_seen_as_they_are_turned_up() -> None:
    program = compile_terms(terms_for("ma-criss-cross"))
    slots = {place.name: place.slots[0] for place in program.places[1:]}
    first, second, third = (set(street.seen) for street in program.streets)
    assert first == {0, 1}
    assert second == first | {slots["left"], slots["right"]}
    assert third == second | {slots["top"], slots["bottom"]}


def test_a_side_wager_alone_is_worth_its_published_value() -> None:
    # Queens Up with the table of the full submission, and the bonus on five cards of the deck.
    edge = solve(compile_wager(full_terms("ma-criss-cross"), "five_card_bonus")).house_edge
    assert round(100 * float(edge), 4) == 3.5336


@pytest.mark.parametrize(
    ("id", "wager", "words"),
    [
        ("nj-criss-cross", "bonus_spin", "Bonus Spin: Got a wheel"),
        ("ma-crazy-4", "cover_all", "Got the best hand of all players"),
        ("ma-crazy-4", "five_card_progressive", "Got 10% of five_card; expected odds on the stake"),
        ("ma-crazy-4", "five_card_hand_bonus_player", "Got Magic Card Bonus"),
        ("ma-crazy-4", "blackjack", "Got blackjack; expected one of ante"),
    ],
)
def test_what_a_program_cannot_express_is_refused_in_one_line(id: str, wager: str, words: str) -> None:
    with pytest.raises(Refused) as refusal:
        compile_terms(full_terms(id), [wager])
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)
