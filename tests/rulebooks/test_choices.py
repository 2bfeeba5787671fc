"""Whatever an operator may choose, each wager is paid by one table or wheel, and from a meter in play."""

from pathlib import Path

import pytest

from pitboss.cli.rules_lint import every_fault
from pitboss.rulebooks import SHIPPED, load, submission_from
from pitboss.rulebooks.choices import choice_problems
from pitboss.rulebooks.folder_faults import folder_faults
from pitboss.rulebooks.terms import lawful
from rulebooks.folders import changed, copied

CRAZY, JERSEY = "ma-crazy-4", "nj-criss-cross"
QUEENS_UP_A = 'wagers = ["queens_up"]\nranking = "four_card"\nvariant = "A"'
QUEENS_UP_B = QUEENS_UP_A.replace('"A"', '"B"')
ONE_CHANGE = [
    (CRAZY, QUEENS_UP_B, QUEENS_UP_A, "wager queens_up: has 2 tables under 'A'; no table goes by"),
    (CRAZY, QUEENS_UP_B, QUEENS_UP_A, "wager queens_up: has no table and no wheel under 'B'"),
    (CRAZY, "players = 4", "players = 3", "wager cover_all: has 2 tables for 3 players; no table goes by the amount"),
    (CRAZY, "players = 4", "players = 3", "wager cover_all: has no table for 4 players"),
    (
        CRAZY,
        'name = "four_card"\ntitle = "Four-Card Progressive B"',
        'name = "four"\ntitle = "Four-Card Progressive B"',
        "wager four_card_progressive: is paid from the meter 'four_card', which is not in play under 'B'",
    ),
    (
        CRAZY,
        'wagers = ["link_progressive"]\nvariants = ["PTMGL04"]',
        'wagers = []\nvariants = ["PTMGL04"]',
        "meter link: is fed by no wager",
    ),
    (
        CRAZY,
        'wagers = ["link_progressive"]\nvariants = ["PTMGL04"]',
        'wagers = ["link_progressive", "ante"]\nvariants = ["PTMGL04"]',
        "meter link: has a seed for each dollar of its wager, and 2 wagers feed it",
    ),
    (JERSEY, 'variant = "1-fixed"', 'variant = "5-fixed"', "wager bonus_spin: has 2 wheels under '5-fixed'"),
    (
        JERSEY,
        'variant = "1-fixed"',
        'variant = "5-fixed"',
        "wager bonus_spin: has no table and no wheel under '1-fixed'",
    ),
    (JERSEY, 'variant = "1-fixed"', 'variant = "one"', "wheel one: has a variant that no offer of bonus_spin lets"),
    (
        JERSEY,
        'pays = "$2500"',
        'pays = "10% of bonus_spin"',
        "wheel 5-fixed: pays from the meter 'bonus_spin', which is not in play under it",
    ),
    (JERSEY, "position = 7", "position = 8", "wheel 5-fixed: has its position 8 twice"),
    (
        JERSEY,
        'wagers = ["bonus_spin"]\nvariants',
        'wagers = ["five_card_bonus"]\nvariants',
        "wheel 5-progressive: has a progressive top prize, and 0 meters take of bonus_spin; one is wanted",
    ),
    (JERSEY, 'felt = [["", "top', 'felt = [["top", "top', "place on the felt 'top': stands twice"),
    (JERSEY, 'felt = [["", "top', 'felt = [["roof", "top', "felt: names a place 'roof' to which no card is dealt"),
    (JERSEY, 'method = "hand"', 'method = "manual_shoe"', "dealing method 'manual_shoe': stands twice"),
]


@pytest.mark.parametrize(("like", "old", "new", "said"), ONE_CHANGE)
def test_a_choice_that_leads_nowhere_is_said(tmp_path: Path, like: str, old: str, new: str, said: str) -> None:
    """Of two tables the last would be taken without a word, and a missing one found by the first who chose it."""
    folder = changed(copied(tmp_path, "mine", like), "rulebook.toml", old, new)
    lines = list(map(str, every_fault(folder)))
    assert any(line.startswith(f"rulebook.toml: {said}") for line in lines), lines


def test_a_kind_of_hand_that_was_forgotten_is_said(tmp_path: Path) -> None:
    """A royal flush ranks above the straight flush that a table pays: without a line it would lose."""
    folder = copied(tmp_path, "mine")
    changed(folder, "rulebook.toml", '  { hand = "royal_flush", pays = "500 to 1" },\n', "")
    changed(folder, "rulebook.toml", '  { hand = "flush", pays = "8 to 1" },\n', "")
    says = "ranks above 'pair' and is on no line; add one, or name it in `unpaid`"
    assert [str(fault) for fault in every_fault(folder)] == [
        f"rulebook.toml: paytables[main].lines: a hand '{kind}' {says}" for kind in ("flush", "royal_flush")
    ]
    changed(folder, "rulebook.toml", 'id = "main"', 'id = "main"\nunpaid = ["flush", "royal_flush"]')
    assert every_fault(folder) == []
    changed(folder, "rulebook.toml", '"flush", "royal', '"straight", "flush", "royal')
    assert [str(fault) for fault in every_fault(folder)] == [
        "rulebook.toml: paytables[main].unpaid: 'straight' is no kind of hand above a line that is on none"
    ]


@pytest.mark.parametrize("id", SHIPPED)
def test_what_ships_has_a_table_for_every_choice(id: str) -> None:
    assert list(choice_problems(load(id))) == []


def test_offer_and_meter_of_a_wheel_may_have_any_name(tmp_path: Path) -> None:
    """The offer is that of the wager, and the jackpot the meter that the wager feeds."""
    folder = copied(tmp_path, "mine", JERSEY)
    text = (folder / "rulebook.toml").read_text(encoding="utf-8")
    text = text.replace('[[offers]]\nname = "bonus_spin"', '[[offers]]\nname = "spin"')
    text = text.replace('offer = "bonus_spin"', 'offer = "spin"')
    text = text.replace('[[meters]]\nname = "bonus_spin"', '[[meters]]\nname = "pool"')
    (folder / "rulebook.toml").write_text(text, encoding="utf-8")
    changed(folder, "full.toml", "bonus_spin =", "spin =")
    changed(folder, "full.toml", "[meters.bonus_spin]", "[meters.pool]")
    assert every_fault(folder) == []
    rulebook, _ = folder_faults(folder)
    assert rulebook is not None
    choices = {
        "spin": "5-progressive",
        "wheel": {"weights": {str(position): 1 for position in range(12)}},
        "meters": {"pool": {"rate": "10%", "seed": "10000", "reset": "12000"}},
    }
    terms = lawful(rulebook, submission_from(choices, rulebook))
    assert terms.wheel is not None
    assert [str(terms.wheel_prize(stop)) for stop in terms.wheel.stops if stop.position == 0] == ["100% of pool"]
