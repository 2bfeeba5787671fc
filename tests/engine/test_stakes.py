"""What a wager is when nobody says: its least, what another dictates, and that the round takes it and no less."""

from collections.abc import Callable

import pytest

from engine.rounds import CARD_ROOM, MA, NJ, refused, usd
from pitboss.engine import check, open_round, play
from pitboss.engine.actions import CloseBets, PlaceWager
from pitboss.engine.wagers import least, with_required
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, Terms, full_terms, terms_for
from rulebooks.submissions import lawfully

CRAZY_FOUR = "ma-crazy-4"
HIGH_ANTES: dict[str, object] = {"limits": {"ante": {"minimum": "15", "maximum": "100"}}}
UNEQUAL_BONUSES: dict[str, object] = {
    "limits": {"five_card_bonus": {"minimum": "2.50"}, "six_card_bonus": {"minimum": "4"}}
}


def amounts(stakes: dict[str, str]) -> dict[str, Amount]:
    return {name: usd(text) for name, text in stakes.items()}


@pytest.mark.parametrize(
    ("rulebook", "choices", "wager", "amount"),
    [
        (CARD_ROOM, {}, "ante_across", "2"),  # $2 to $10
        (CARD_ROOM, {}, "five_card_bonus", "2"),
        (MA, HIGH_ANTES, "ante_across", "15"),
        (MA, HIGH_ANTES, "ante_down", "15"),  # must equal the other ante
        (CRAZY_FOUR, {"four_card_progressive": "A"}, "four_card_progressive", "1"),  # $1 or $5
        (
            CRAZY_FOUR,
            {"four_card_progressive": "A", "amounts": {"four_card_progressive": ["5"]}},
            "four_card_progressive",
            "5",
        ),
        (NJ, {"bonus_spin": "1-fixed"}, "bonus_spin", "1"),  # the amount of its table
        (NJ, {"bonus_spin": "5-fixed"}, "bonus_spin", "5"),
        (CARD_ROOM, UNEQUAL_BONUSES, "five_card_bonus", "4"),  # so that a 6 Card Bonus may equal it
        (CARD_ROOM, UNEQUAL_BONUSES, "six_card_bonus", "4"),
    ],
)
def test_the_least_of_a_wager(rulebook: str, choices: dict[str, object], wager: str, amount: str) -> None:
    terms = terms_for(rulebook, lawfully(rulebook, choices))
    assert least(terms, terms.wagers[wager], {}) == usd(amount)


@pytest.mark.parametrize(
    ("rulebook", "wager", "chosen", "amount"),
    [
        (MA, "ante_down", {"ante_across": "7"}, "7"),
        (MA, "ante_across", {"ante_down": "7"}, "7"),
        (CRAZY_FOUR, "super_bonus", {"ante": "7"}, "7"),
        (CARD_ROOM, "six_card_bonus", {"ante_across": "7", "five_card_bonus": "3"}, "3"),
        (CARD_ROOM, "five_card_bonus", {"ante_across": "7", "ante_down": "7"}, "2"),  # goes by nothing but its limits
    ],
)
def test_a_wager_follows_one_it_must_equal(rulebook: str, wager: str, chosen: dict[str, str], amount: str) -> None:
    terms = terms_for(rulebook)
    assert least(terms, terms.wagers[wager], amounts(chosen)) == usd(amount)


@pytest.mark.parametrize(
    ("rulebook", "chosen", "completed"),
    [
        (CARD_ROOM, {}, {"ante_across": "2", "ante_down": "2"}),
        (CARD_ROOM, {"five_card_bonus": "9"}, {"ante_across": "2", "ante_down": "2", "five_card_bonus": "9"}),
        (MA, {"ante_across": "7"}, {"ante_across": "7", "ante_down": "7"}),
        (MA, {"ante_down": "7"}, {"ante_across": "7", "ante_down": "7"}),
        (CRAZY_FOUR, {"queens_up": "2", "ante": "3"}, {"ante": "3", "super_bonus": "3", "queens_up": "2"}),
        # What is chosen stays as it is, lawful or not.
        (CRAZY_FOUR, {"insurance": "1", "ante": "3"}, {"ante": "3", "super_bonus": "3", "insurance": "1"}),
        (CRAZY_FOUR, {"super_bonus": "4", "ante": "3"}, {"ante": "3", "super_bonus": "4"}),
    ],
)
def test_required_wagers_are_added_in_the_rulebooks_order(
    rulebook: str, chosen: dict[str, str], completed: dict[str, str]
) -> None:
    given = amounts(chosen)
    assert list(with_required(terms_for(rulebook), given).items()) == list(amounts(completed).items())
    assert given == amounts(chosen)


@pytest.mark.parametrize("offered", [terms_for, full_terms])
@pytest.mark.parametrize("id", SHIPPED)
def test_the_round_takes_the_least_of_every_wager_and_no_less(id: str, offered: Callable[[str], Terms]) -> None:
    terms = offered(id)
    stakes: dict[str, Amount] = {}
    round = open_round(terms)
    for wager in terms.wagers.values():
        if not wager.decision:
            amount = least(terms, wager, stakes)
            refused(round, PlaceWager(1, wager.name, amount - Amount(1)))
            round = play(round, PlaceWager(1, wager.name, amount))
            stakes[wager.name] = amount
    assert check(round, CloseBets()) is None


def test_bonuses_of_unequal_limits_can_still_be_equal() -> None:
    terms = terms_for(CARD_ROOM, UNEQUAL_BONUSES)
    stakes = with_required(terms, {})
    for name in ("five_card_bonus", "six_card_bonus"):
        stakes[name] = least(terms, terms.wagers[name], stakes)
    round = play(open_round(terms), *(PlaceWager(1, name, amount) for name, amount in stakes.items()), CloseBets())
    assert round.seats[1].wagers == stakes
