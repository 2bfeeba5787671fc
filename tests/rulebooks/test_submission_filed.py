"""What a document wants in the submission itself, and no default fills in; seeds of a link, which follow the wager."""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.money import Amount
from pitboss.rulebooks import check_submission, default_submission, full_submission, load, terms_for
from pitboss.rulebooks.completion import completed
from pitboss.rulebooks.loader import submission_data
from pitboss.rulebooks.submission import WheelTerms, shuffled_by_hand
from rulebooks.submissions import breaches, named, unlawful

MA, NJ, CRAZY = "ma-criss-cross", "nj-criss-cross", "ma-crazy-4"
FILED = [
    ("four_card_progressive", "A", "four_card", "11(d)(3)", "5000.00"),
    ("four_card_progressive", "B", "four_card", "11(d)(3)", "1000.00"),
    ("five_card_progressive", True, "five_card", "11(e)(3)", "10000.00"),
    ("five_card_hand_bonus", True, "five_card_hand", "11(f)(4)", "10000.00"),
]


@pytest.mark.clause(CRAZY, "11(d)(3)", "11(e)(3)", "11(f)(4)")
@pytest.mark.parametrize(("offer", "choice", "meter", "clause", "least"), FILED)
def test_rate_initial_and_reset_amount_must_be_filed(
    offer: str, choice: bool | str, meter: str, clause: str, least: str
) -> None:
    choices = {"queens_up": "A", offer: choice}
    named_in = "named in the submission"
    where = f"{CRAZY} {clause}: meters.{meter}"
    rate = f"{where}.rate: Got no rate of progression; expected a rate such as 10%, {named_in}."
    seed = f"{where}.seed: Got no initial amount; expected {least} or more, {named_in}."
    reset = f"{where}.reset: Got no reset amount; expected {least} or more, {named_in}."
    assert unlawful(CRAZY, choices) == [rate, seed, reset]
    given = {"rate": "5%", "seed": least, "reset": least}
    assert unlawful(CRAZY, {**choices, "meters": {meter: given}}) == []
    for missing, line in (("rate", rate), ("seed", seed), ("reset", reset)):
        rest = {key: value for key, value in given.items() if key != missing}
        assert unlawful(CRAZY, {**choices, "meters": {meter: rest}}) == [line]


@pytest.mark.clause(MA, "6(d)")
def test_a_wager_has_its_limits_filed() -> None:
    book = load(MA)
    bare = replace(default_submission(book), limits={})
    line = f"{MA} 6(d): limits.ante: Got no limits; expected a minimum and a maximum."
    assert {str(breach) for breach in check_submission(book, bare)} == {line}


WEIGHTS = {str(position): 1 for position in range(12)}
NO_WEIGHTS = (
    f"{NJ} 40.11(c): wheel.weights: Got no stop weights; "
    "expected a weight for each of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, named in the submission."
)
NO_PRIZE = f"{NJ} 40.11(c): wheel.top_prize: Got no top prize; expected a fixed prize above 0, named in the submission."
METER = f"{NJ} 40.1 Bonus Spin Wager: meters.bonus_spin"
NO_METER = [
    f"{METER}.rate: Got no rate of progression; expected a rate such as 10%, named in the submission.",
    f"{METER}.seed: Got no initial amount; expected an amount above 0, named in the submission.",
    f"{METER}.reset: Got no reset amount; expected an amount above 0, named in the submission.",
]


@pytest.mark.clause(NJ, "40.11(c)")
@pytest.mark.parametrize("variant", ["5-fixed", "1-fixed"])
def test_weights_and_prize_of_a_wheel_must_be_filed(variant: str) -> None:
    offered = {"bonus_spin": variant}
    assert unlawful(NJ, offered) == [NO_WEIGHTS, NO_PRIZE]
    assert unlawful(NJ, {**offered, "wheel": {"weights": WEIGHTS}}) == [NO_PRIZE]
    assert unlawful(NJ, {**offered, "wheel": {"top_prize": "5000"}}) == [NO_WEIGHTS]
    assert unlawful(NJ, {**offered, "wheel": {"weights": WEIGHTS, "top_prize": "5000"}}) == []


@pytest.mark.clause(NJ, "40.1 Bonus Spin Wager", "40.11(c)")
@pytest.mark.parametrize("variant", ["5-progressive", "1-progressive"])
def test_weights_and_meter_of_a_progressive_wheel_must_be_filed(variant: str) -> None:
    offered = {"bonus_spin": variant}
    given = {"rate": "5%", "seed": "5000", "reset": "4000"}
    assert unlawful(NJ, offered) == [*NO_METER, NO_WEIGHTS]
    assert unlawful(NJ, {**offered, "meters": {"bonus_spin": given}}) == [NO_WEIGHTS]
    wheel = {**offered, "wheel": {"weights": WEIGHTS}}
    assert unlawful(NJ, {**wheel, "meters": {"bonus_spin": given}}) == []
    for missing, line in zip(("rate", "seed", "reset"), NO_METER, strict=True):
        rest = {key: value for key, value in given.items() if key != missing}
        assert unlawful(NJ, {**wheel, "meters": {"bonus_spin": rest}}) == [line]


@pytest.mark.clause(NJ, "40.1 Bonus Spin Wager", "40.11(c)")
def test_a_table_without_the_bonus_spin_files_nothing_of_it() -> None:
    assert unlawful(NJ, {"decks": 1}) == unlawful(NJ, {"bonus_spin": False}) == unlawful(NJ, {}) == []
    assert not {"wheel", "meters"} & set(submission_data(NJ, "default"))


@pytest.mark.parametrize("variant", ["5-fixed", "5-progressive", "1-fixed", "1-progressive"])
def test_for_questions_about_it_a_wheel_that_is_not_filed_is_that_of_the_full_submission(variant: str) -> None:
    book = load(NJ)
    plain, full = default_submission(book), full_submission(book)
    asked = replace(plain, offers={**plain.offers, "bonus_spin": variant})
    whole = completed(book, asked)
    assert check_submission(book, whole) == []
    assert whole.wheel == full.wheel
    assert whole.meters == (full.meters if variant.endswith("progressive") else {})
    assert full.wheel is not None
    own = WheelTerms(weights=dict.fromkeys(range(12), 1))
    kept = completed(book, replace(asked, wheel=own)).wheel
    assert kept == WheelTerms(weights=own.weights, top_prize=full.wheel.top_prize)
    assert completed(book, plain) == plain, "where the wager is not offered nothing is wanting"


@pytest.mark.clause(CRAZY, "11(c)")
def test_the_table_of_queens_up_must_be_filed() -> None:
    assert unlawful(CRAZY, {"decks": 1}) == [
        f"{CRAZY} 11(c): queens_up: Got no table; expected 'A' or 'B' or 'C' or 'D', named in the submission."
    ]
    assert unlawful(CRAZY, {"decks": 1, "queens_up": "A"}) == []
    # The shipped default, where nothing at all is filed, names it itself.
    assert submission_data(CRAZY, "default")["queens_up"] == "A"
    assert unlawful(CRAZY, {}) == unlawful(CRAZY, {"rulebook": CRAZY}) == []


@pytest.mark.clause(CRAZY, "11(f)(3)", "1 Magic Card Bonus", "1 Lucky Bonus")
@pytest.mark.parametrize("bonus", ["magic_card", "lucky_bonus"])
def test_how_often_a_bonus_is_drawn_must_be_filed(bonus: str) -> None:
    """It decides the return: a card drawn in every round would alone pay back 5/52 of 20 for 1, some 192%."""
    meters = {"five_card_hand": {"rate": "5%", "seed": "10000", "reset": "10000"}}
    choices = {"queens_up": "A", "five_card_hand_bonus": True, "meters": meters}
    where, allowed = f"{CRAZY} reading bonus-draw-frequency: draws.{bonus}", "once in 1 to 1000000000 rounds"
    unsaid = f"{where}: Got no frequency; expected {allowed}, named in the submission."
    assert unlawful(CRAZY, choices | {bonus: True}) == [unsaid]
    assert unlawful(CRAZY, choices | {bonus: True, "draws": {bonus: 1}}) == []
    assert unlawful(CRAZY, choices | {bonus: True, "draws": {bonus: 0}}) == [f"{where}: Got 0; expected {allowed}."]
    assert unlawful(CRAZY, choices | {bonus: False}) == []


@pytest.mark.clause(CRAZY, "12(d)")
def test_cover_all_is_not_offered_while_its_shuffler_is_out_of_use() -> None:
    terms = terms_for(CRAZY, {"queens_up": "A", "cover_all": True, "shuffler": "player_counting", "decks": 2})
    by_hand = shuffled_by_hand(terms.rulebook, terms.submission)
    assert (by_hand.shuffler, by_hand.decks, by_hand.offers) == ("none", 1, {"queens_up": "A"})
    assert check_submission(terms.rulebook, by_hand) == []


# Seeds of the Multi Game Link follow the wager


@pytest.mark.clause(CRAZY, "13(f)", "13(f) PTMGL01", "13(h)")
@pytest.mark.parametrize(("amount", "seed"), [("1", "10000"), ("5", "50000")])
def test_a_link_seed_is_scaled_with_the_wager(amount: str, seed: str) -> None:
    choices: dict[str, Any] = {"link_progressive": "PTMGL01", "amounts": {"link_progressive": [amount]}}
    assert terms_for(CRAZY, named(choices)).meters["link"].seed == Amount.parse(seed)
    assert breaches(CRAZY, {**choices, "meters": {"link": {"seed": seed, "reset": seed}}}) == []
    (line,) = breaches(CRAZY, {**choices, "meters": {"link": {"seed": "20000"}}})
    assert f"expected exactly {Amount.parse(seed)}" in line


@pytest.mark.clause(CRAZY, "13(f) PTMGLML02")
def test_each_meter_of_a_link_has_its_own_seed() -> None:
    choices = {"link_progressive": "PTMGLML02", "amounts": {"link_progressive": ["5"]}}
    assert {name: str(figures.seed) for name, figures in terms_for(CRAZY, named(choices)).meters.items()} == {
        "mega": "50000.00",
        "major": "5000.00",
        "minor": "1250.00",
    }
