"""Results in sentences: who has what, and what each wager wins or loses by it."""

from pathlib import Path

import pytest

import pitboss
from pitboss.cards import DECK
from pitboss.engine import Phase, Round, view
from pitboss.engine.actions import Bet, CloseBets, Fold, PlaceWager, RoundAction
from pitboss.engine.autoplay import House, act, next_step
from pitboss.engine.result_words import result_words
from pitboss.money import Amount
from pitboss.rulebooks import Terms, full_submission, load
from pitboss.rulebooks.library import ids

EXAMPLES = Path(__file__).parents[2] / "examples" / "rulebooks"
FIVE = Amount.parse("5")
MULTIPLIERS = (3, 5, 7, 9, 11, 15, 17, 19, 21, 23)  # none has a factor of 52: each takes every card once


def played(terms: Terms, wagers: dict[str, str], cards: str, *choices: RoundAction) -> Round:
    """A round of one player at seat 1, to its end."""
    house = House(iter(pitboss.parse_cards(cards)), {})
    round = pitboss.open_round(terms)
    for name, amount in wagers.items():
        round, _ = act(round, house, PlaceWager(1, name, Amount.parse(amount)))
    round, _ = act(round, house, CloseBets())
    left = list(choices)
    while round.phase is not Phase.SETTLED:
        round, _ = act(round, house, next_step(round, house) or left.pop(0))
    return round


def first_stop(terms: Terms) -> int:
    """Where the wheel stops, if there is one."""
    return terms.wheel.stops[0].position if terms.wheel else 0


def test_a_dealer_who_does_not_qualify() -> None:
    cards = "Kc Th Kd 8c 2h 6d 3s 4s 5d 2c"  # to the player and the dealer in turn
    round = played(pitboss.terms("ma-crazy-4"), {"ante": "5", "super_bonus": "5"}, cards, Bet(1, FIVE))
    assert result_words(round, 1) == (
        "The dealer has ten high and does not qualify: your Ante and Super Bonus push and Play wins $5.",
        "In all you win $5.",
    )


def test_a_duel_won_and_a_line_of_the_wagers_own_table() -> None:
    cards = "Kc Ah Kd As Kh 6d 3s 4s 5d 2c"
    round = played(pitboss.terms("ma-crazy-4"), {"ante": "5", "super_bonus": "5"}, cards, Bet(1, FIVE))
    assert result_words(round, 1) == (
        "You have three kings and beat the dealer's pair of aces: your Ante and Play win $5 each.",
        "Your four-card hand is three kings: your Super Bonus wins $10.",
        "In all you win $20.",
    )


def test_hands_that_the_table_pays() -> None:
    cards = "Qs 9c 2h 3d 4h Qd Jd"  # top, left, middle, right, bottom, then the two of the player
    bets = [Bet(1, FIVE)] * 3
    round = played(pitboss.terms("ma-criss-cross"), {"ante_across": "5", "ante_down": "5"}, cards, *bets)
    assert result_words(round, 1) == (
        "Your Across Hand is queen high: your Ante Across and Across Bet lose $5 each.",
        "Your Down Hand is a pair of queens: your Ante Down and Down Bet win $5 each.",
        "Your better hand is a pair of queens: your Middle Bet wins $5.",
        "In all you win $5.",
    )


def test_a_fold() -> None:
    cards = "Qs 9c 2h 3d 4h Kd Jd"
    round = played(pitboss.terms("ma-criss-cross"), {"ante_across": "5", "ante_down": "5"}, cards, Fold(1))
    assert result_words(round, 1) == (
        "You folded: your Ante Across and Ante Down lose $5 each.",
        "In all you lose $10.",
    )
    assert result_words(round, 2) == ()


@pytest.mark.parametrize("book", [*ids(), *sorted(path for path in EXAMPLES.iterdir() if path.is_dir())], ids=str)
def test_every_round_of_every_game_has_a_result_in_sentences(book: str | Path) -> None:
    found = load(book)
    terms = Terms(found, full_submission(found))
    fed = {name for meter in terms.meters.values() for name in meter.wagers}
    for seed in range(20):
        order = [(7 * seed + MULTIPLIERS[seed % len(MULTIPLIERS)] * place) % 52 for place in range(52)]
        house = House(iter(DECK[index] for index in order), {}, stop=first_stop)
        round = pitboss.open_round(terms)
        for wager in terms.wagers.values():
            limits, amounts = terms.limits(wager), terms.amounts(wager)
            if not wager.decision and wager.name not in fed:
                least = amounts[0] if amounts else limits.minimum if limits else None
                assert least is not None
                round, _ = act(round, house, PlaceWager(1, wager.name, least))
        round, _ = act(round, house, CloseBets())
        while round.phase is not Phase.SETTLED:
            step = next_step(round, house)
            choice = view(round, 1).choice
            if step is None:
                assert choice is not None
                step = Bet(1, choice.amounts[0]) if choice.amounts and seed % 5 else choice.passive(1)
            round, _ = act(round, house, step)
        told = view(round, 1).result
        assert told[-1].startswith("In all you ")
        for line in round.lines:
            wager = terms.wagers[line.wager]
            assert any(wager.title in sentence for sentence in told)
