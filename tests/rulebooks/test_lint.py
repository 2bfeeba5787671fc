"""Lint: every fault of a rulebook's folder, in one line with file and key."""

from pathlib import Path

import pytest

from pitboss.cli.rules_lint import every_fault
from pitboss.rulebooks import SHIPPED
from pitboss.rulebooks.library import DATA, PARTS, SUBMISSIONS
from rulebooks.folders import changed, copied

CRAZY = "ma-crazy-4"
ONE_CHANGE = [
    ("rulebook.toml", "seats = 6", 'seats = "six"', "seats: it must be a whole number, not 'six'"),
    ("rulebook.toml", "seats = 6", "chairs = 6", "seats: missing"),
    ("rulebook.toml", "seats = 6", "seats = 6\nseets = 6", "seets: unknown key; did you mean seats?"),
    ("rulebook.toml", "seats = 6", "seats = 11", "dealings[manual_shoe].steps: 60 cards for 11 seats; a deck has 52"),
    ("rulebook.toml", "seats = 6", "seats = 0", "seats: 0: 1 to 20 are wanted"),
    ("rulebook.toml", 'title = "Ante"', 'title = ""', "wagers[ante].title: must be words that can be shown, not ''"),
    (
        "rulebook.toml",
        'title = "Ante"',
        'title = "An\\nte"',
        "wagers[ante].title: must be words that can be shown, not",
    ),
    ("table.toml", 'title = "', 'title = "\\u0000', ".title: must be words that can be shown, not '\\x00"),
    ("rulebook.toml", 'bet = "play"', 'bet = "pley"', "decision: names an unknown wager 'pley'"),
    ("rulebook.toml", 'bet = "play"', 'bet = "ante"', "it lacks `decision = true`"),
    ("rulebook.toml", 'reveals = ["dealer"]', 'reveals = ["table"]', "reveals: no card is dealt to 'table'"),
    ("rulebook.toml", 'ranking = "four_card"', 'ranking = "six_card"', "is ranked by 'six_card', which is none of"),
    ("rulebook.toml", 'offer = "queens_up"', 'offer = "queens"', "belongs to an unknown offer 'queens'"),
    ("rulebook.toml", 'kept_for = ["five', 'kept_for = ["nine', "there is no wager 'nine_card_hand_bonus_player'"),
    ("rulebook.toml", "least = 1", "least = 2", "decisions[play]: least 2 and most 1: 1 <= least <= most is wanted"),
    ("rulebook.toml", 'pays = "$1000"', 'pays = "a lot"', "lines[1].pays: 'a lot' is not odds: write"),
    (
        "rulebook.toml",
        'pays = "$1000"',
        "pays = 40",
        "lines[1].pays: it must be text such as '40 to 1', in quotes, not 40",
    ),
    ("rulebook.toml", 'pays = "$1000"', 'pays = "0 to 1"', "lines[1].pays: Odds of 0 to 1 are refused"),
    (
        "rulebook.toml",
        'pays = "$1000"',
        "pays = 1979-05-27",
        "lines[1].pays: it must be text such as '40 to 1', in quotes, not 1979",
    ),
    ("rulebook.toml", "seats = 6", "seats = 07:32:00", "seats: it must be a whole number, not 07:32:00"),
    ("rulebook.toml", 'pays = "$1000"', 'pays = "9999999999 to 1"', "each number of the odds has at most nine digits"),
    ("rulebook.toml", "most = 3", "most = 1000000", "decisions[play]: 1000000 times the base; at most 100 are taken"),
    ("default.toml", 'minimum = "', 'minimum = "9999999999999999', "at most fifteen digits"),
    (
        "rulebook.toml",
        'reveals = ["dealer"]',
        "reveals = []",
        "the cards at 'dealer' decide it and are never",
    ),
    ("rulebook.toml", 'id = "ma-crazy-4"', 'id = "ma-crazy-4"', "'ma-crazy-4' is that of a rulebook that ships"),
    ("rulebook.toml", 'hand = "straight"', 'hand = "strait"', "pays a hand 'strait', and hands of four_card are"),
    ("rulebook.toml", 'document_reading = "link-documentation"', 'document_reading = "x"', "no interpretation 'x'"),
    ("rulebook.toml", 'documented_under = ["documented"]', 'documented_under = ["x"]', "no such reading: 'x'"),
    ("table.toml", 'clause = "2(c)(1)"', 'clause = "2(z)"', "deck_age[1].clause: cites clause '2(z)', which is not"),
    ("table.toml", 'methods = ["hand"]', 'methods = ["foot"]', "names an unknown way of dealing 'foot'"),
    ("table.toml", 'may = ["reveal"]', 'may = ["unveil"]', "authority: nothing says who may do reveal"),
    (
        "table.toml",
        'may = ["reveal"]',
        'may = ["unveil"]',
        "'unveil' is nothing that is done at a table",
    ),
    (
        "table.toml",
        'phases = ["dealing"]',
        'phases = ["dinner"]',
        "[face_up_card].phases: 'dinner' is none",
    ),
    (
        "table.toml",
        'dealt = ["dealer"]',
        'dealt = ["deeler"]',
        "irregularities[dealer_card_exposed].dealt: there is no place 'deeler'; one of any, own, dealer",
    ),
    ("table.toml", 'by = ["dealer"]', 'by = ["butler"]', "it must be one of player, dealer, floorperson, system"),
    ("clauses.toml", 'met = "definition"', 'met = "somehow"', "met: it must be one of enforced, recorded"),
    ("interpretations.toml", 'taken = "', 'taken = "not-', "is none of"),
    ("default.toml", "decks = 1", "decks = 3", "decks: Got 3; expected 1, or 2 with an automated shuffler. (2(a))"),
    ("full.toml", "five_card_progressive = true", "five_card_progressive = 7", "five_card_progressive: it must be"),
    ("full.toml", f'rulebook = "{CRAZY}"', 'rulebook = "other"', f"rulebook: it must be '{CRAZY}'"),
]


@pytest.mark.parametrize("id", SHIPPED)
def test_the_shipped_rulebooks_have_no_fault(id: str) -> None:
    assert every_fault(Path(str(DATA / id))) == []


@pytest.mark.parametrize(("file", "old", "new", "said"), ONE_CHANGE)
def test_a_fault_is_said_with_its_file_and_key(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    lines = list(map(str, every_fault(changed(copied(tmp_path, CRAZY, CRAZY), file, old, new))))
    assert any(line.startswith(f"{file}: ") and said in line for line in lines), lines
    assert all("\n" not in line for line in lines)


@pytest.mark.parametrize(
    ("id", "clause", "known"),
    [
        (CRAZY, "14(d)", "any, own, dealer"),
        ("nj-criss-cross", "40.12(c)", "any, own, top, left, middle, right, bottom"),
        ("cardroom-criss-cross", "Irregularities 1", "any, own, bottom, burn, left, top, right, middle"),
    ],
)
def test_a_void_by_a_card_at_a_place_that_is_none_is_one_line(tmp_path: Path, id: str, clause: str, known: str) -> None:
    folder = copied(tmp_path, "mine", id)
    head, void, rest = (
        (folder / "table.toml").read_text(encoding="utf-8").partition(f'[[voids]]\nclause = "{clause}"\n')
    )
    assert void
    lines = [line for line in rest.partition("\n\n")[0].splitlines() if not line.startswith("dealt")]
    rest = "\n".join([*lines, 'dealt = ["own", "shelf", "players"]']) + "\n\n" + rest.partition("\n\n")[2]
    (folder / "table.toml").write_text(head + void + rest, encoding="utf-8")
    assert [str(fault) for fault in every_fault(folder) if "dealt" in str(fault)] == [
        f"table.toml: voids[{clause}].dealt: there is no place '{name}'; one of {known}"
        for name in ("shelf", "players")
    ]


def test_all_faults_are_said_and_not_only_the_first(tmp_path: Path) -> None:
    folder = copied(tmp_path, CRAZY, CRAZY)
    changed(folder, "rulebook.toml", "seats = 6", "seats = true")
    changed(folder, "rulebook.toml", 'title = "Ante"', "title = 5")
    changed(folder, "rulebook.toml", 'seats_clause = "', 'seats_clause = "99 ')
    changed(folder, "table.toml", "least = 10", 'least = "ten"')
    (folder / "full.toml").unlink()
    lines = list(map(str, every_fault(folder)))
    assert [line.partition(":")[0] for line in lines].count("rulebook.toml") == 3
    assert "full.toml: the file is missing" in lines
    assert "rulebook.toml: wagers[ante].title: it must be text, not 5" in lines
    assert "table.toml: cut.least: it must be a whole number, not 'ten'" in lines
    assert any(line.startswith("rulebook.toml: seats_clause: cites clause '99 ") for line in lines)


def test_no_toml_is_said_with_its_line(tmp_path: Path) -> None:
    folder = copied(tmp_path, CRAZY, CRAZY)
    changed(folder, "table.toml", "[two_decks]", "[two_decks")
    (folder / "default.toml").write_bytes(b"a = 1\n\xff")
    said = [str(fault) for fault in every_fault(folder)]
    assert said[0].startswith("table.toml: no TOML: ")
    assert "line 6" in said[0]
    assert said[1] == "default.toml: line 2: bytes that are no UTF-8 text"


def test_an_empty_folder_lacks_every_file(tmp_path: Path) -> None:
    said = [f"{name}: the file is missing" for name in (*PARTS, *SUBMISSIONS)]
    assert list(map(str, every_fault(tmp_path))) == said


def test_a_line_below_one_that_takes_all_its_hands_is_never_reached(tmp_path: Path) -> None:
    folder = copied(tmp_path, "mine", "ma-criss-cross")
    line = '{ hand = "pair", low = "J"'
    changed(folder, "rulebook.toml", line, '{ hand = "pair", low = "6", pays = "1 to 1" },\n  ' + line)
    said = list(map(str, every_fault(folder)))
    assert len(said) == 2  # neither jacks or better nor sixes to tens are left
    assert said[0].startswith("rulebook.toml: paytables[")
    assert said[0].endswith(".lines: no hand ever reaches the line 'pair_J'")


def test_a_straight_that_no_cards_make_is_never_reached(tmp_path: Path) -> None:
    folder = changed(
        copied(tmp_path, CRAZY, CRAZY), "rulebook.toml", '{ hand = "straight"', '{ hand = "straight", high = "3"'
    )
    assert any("no hand ever reaches the line 'straight'" in str(fault) for fault in every_fault(folder))


def test_limits_that_no_amount_meets_are_the_rulebooks_own_fault(tmp_path: Path) -> None:
    folder = changed(
        copied(tmp_path, "twisted", "cardroom-criss-cross"), "rulebook.toml", 'minimum = "2"', 'minimum = "500"'
    )
    (only,) = map(str, every_fault(folder))
    assert only == "rulebook.toml: limits.ante: the minimum 500.00 is above the maximum 10.00"


def test_a_bet_of_two_decisions_is_a_fault(tmp_path: Path) -> None:
    folder = copied(tmp_path, "twice")
    changed(folder, "rulebook.toml", 'bet = "down"', 'bet = "across"')
    assert any("decision across" in str(fault) and "stands twice" in str(fault) for fault in every_fault(folder))


def test_a_hand_of_places_without_cards_is_a_fault(tmp_path: Path) -> None:
    """Nobody deals to the right of the cross, on which the Across Hand rests."""
    folder = copied(tmp_path, "mine", "cardroom-criss-cross")
    changed(folder, "rulebook.toml", '"right", "burn"', '"beyond", "burn"')
    changed(folder, "rulebook.toml", 'reveals = ["left", "right"]', 'reveals = ["left", "beyond"]')
    said = [str(fault) for fault in every_fault(folder)]
    assert said == [
        f"rulebook.toml: hand {name}: names a place 'right' to which hand deals no card"
        for name in ("across_hand", "community")
    ] + ["rulebook.toml: felt: names a place 'right' to which no card is dealt"]


def test_odds_of_a_duel_must_come_to_whole_cents(tmp_path: Path) -> None:
    """A seventh of the Ante is no whole number of cents."""
    folder = copied(tmp_path, "mine", CRAZY)
    changed(
        folder,
        "rulebook.toml",
        'not_qualified = "push", higher = "1 to 1"',
        'not_qualified = "1 to 7", higher = "1 to 7"',
    )
    said = [str(fault) for fault in every_fault(folder)]
    assert [line.partition(";")[0] for line in said] == [
        "default.toml: limits.ante.unit: Got 0.50",
        "full.toml: limits.ante.unit: Got 1.00",
    ]
    assert all(line.endswith("a unit that 1 to 7 pays in whole cents. (11(a))") for line in said)


def test_a_rulebook_that_only_a_round_can_fault_is_rehearsed(tmp_path: Path) -> None:
    """No deck can be cut sixty cards deep, and nothing but a cut asks how deep it is."""
    folder = copied(tmp_path, "mine", CRAZY)
    changed(folder, "table.toml", "least = 10", "least = 60")
    (said,) = map(str, every_fault(folder))
    assert said.startswith("default.toml: a rehearsed round: mine 4(d): deck red: The cut must be 60 to 51 cards")
