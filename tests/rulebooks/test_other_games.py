"""Games that stretch the language: tables for single outcomes, lines for given ranks, hands across places."""

import shutil
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.cli.rules_lint import every_fault
from pitboss.engine import Round, RoundAction, open_round, play
from pitboss.engine.actions import Bet, Check, CloseBets, Deal, Fold, PlaceWager, Reveal, Settle
from pitboss.mathematics.side_wagers import odds
from pitboss.money import Amount
from pitboss.rulebooks import Terms, full_terms
from pitboss.simulation.proof import prove
from rulebooks.folders import changed

GAMES = Path(__file__).parent / "games"
LIKE = Path(__file__).parents[2] / "examples" / "rulebooks" / "ultimate-texas-holdem"
OFFERS = {
    "four-card-poker": ["aces_up"],
    "heads-up-holdem": [],
    "texas-holdem-bonus": ["bonus", "three"],
}
FIVE, TEN = Amount.parse("5"), Amount.parse("10")


def folder_of(name: str, place: Path) -> Path:
    """The game's own figures with table and clauses of a game like it."""
    folder = place / name
    shutil.copytree(LIKE, folder)
    shutil.copy(GAMES / f"{name}.toml", folder / "rulebook.toml")
    limits = '\n[limits]\nante = { minimum = "10", maximum = "100", unit = "10" }\n'
    for file, offers in (("default.toml", []), ("full.toml", OFFERS[name])):
        offered = "".join(f"{offer} = true\n" for offer in offers)
        (folder / file).write_text(f'rulebook = "{name}"\n{offered}{limits}', encoding="utf-8")
    return folder


@pytest.fixture
def terms(request: pytest.FixtureRequest, tmp_path: Path) -> Terms:
    return full_terms(folder_of(request.param, tmp_path))


def settled(terms: Terms, cards: list[str], *steps: RoundAction) -> dict[str, str]:
    """What every wager nets, all of them made at ten, the cards in the order of the deal."""
    round = open_round(terms)
    for wager in terms.wagers.values():
        if not wager.decision:
            round = play(round, PlaceWager(1, wager.name, TEN))
    round = play(round, CloseBets(), *(Deal(parse_cards(card)) for card in cards), *steps)
    return _nets(round)


def _nets(round: Round) -> dict[str, str]:
    while not round.finished:
        round = play(round, Settle())
    return {line.wager: str(line.returned - line.stake) for line in round.lines}


@pytest.mark.parametrize("name", OFFERS)
def test_a_game_has_no_fault_and_engine_and_program_agree(name: str, tmp_path: Path) -> None:
    folder = folder_of(name, tmp_path)
    assert every_fault(folder) == []
    finding = next(prove(full_terms(folder), rounds=200))
    assert finding.title == "engine and program"
    assert finding.holds, finding.says


# Two tables for one wager


@pytest.mark.parametrize("terms", ["heads-up-holdem"], indirect=True)
@pytest.mark.parametrize(
    ("own", "dealer", "expected"),
    [
        # a straight beaten by a higher one is paid 5 to 1, as a beaten one
        ("5h 6d", "Tc Jd", {"ante": "-10.00", "odds": "50.00", "raise_2": "-20.00"}),
        # the higher straight wins: 1 to 1 by the table of winners
        ("Th Jc", "5c 6c", {"ante": "10.00", "odds": "10.00", "raise_2": "20.00"}),
        # a pair wins and is not in that table; a pair loses and is not in the other
        ("Kc 3h", "Qc 2h", {"ante": "10.00", "odds": "0.00", "raise_2": "20.00"}),
        ("Qc 2h", "Kc 3h", {"ante": "-10.00", "odds": "-10.00", "raise_2": "-20.00"}),
        ("Kc 3h", "Kd 3c", {"ante": "0.00", "odds": "0.00", "raise_2": "0.00"}),
    ],
)
def test_a_wager_has_a_table_for_a_win_and_another_for_a_loss(
    terms: Terms, own: str, dealer: str, expected: dict[str, str]
) -> None:
    cards = [card for pair in zip(own.split(), dealer.split(), strict=True) for card in pair]
    steps: list[RoundAction] = [Check(1), Reveal(), Bet(1, TEN * 2), Reveal(), Reveal()]
    assert settled(terms, [*cards, "7s 8d 9c", "Kh", "2s"], *steps) == expected


def test_a_table_for_an_outcome_must_be_there_and_have_a_duel(tmp_path: Path) -> None:
    folder = changed(folder_of("heads-up-holdem", tmp_path), "rulebook.toml", 'outcome = "lower"', 'outcome = "tie"')
    assert [str(fault) for fault in every_fault(folder)] == [
        "rulebook.toml: wager odds: is to be paid by a table and has none for lower",
        # nothing beats the best hand, but two can tie: then it would lose
        "rulebook.toml: paytables[beaten].lines: a hand 'royal_flush' ranks above 'straight' and is on no line; "
        "add one, or name it in `unpaid`",
    ]
    folder = changed(
        folder_of("four-card-poker", tmp_path), "rulebook.toml", 'id = "aces_up"', 'id = "a"\noutcome = "tie"'
    )
    assert [str(fault) for fault in every_fault(folder)] == [
        "rulebook.toml: wager aces_up: is decided by no duel, and its table a pays by an outcome of one"
    ]


# Lines for given ranks, and a hand of one's own cards with one of the table's


@pytest.mark.parametrize("terms", ["texas-holdem-bonus"], indirect=True)
@pytest.mark.parametrize(
    ("own", "first", "bonus", "three"),
    [
        ("As Ah", "2c", "300.00", "10.00"),
        ("As Ks", "Qs", "250.00", "500.00"),  # a mini royal
        ("Js As", "2s", "200.00", "30.00"),
        ("Ks Ah", "Qc", "150.00", "60.00"),
        ("Jd Jh", "Jc", "100.00", "300.00"),
        ("Qd Ah", "8c", "50.00", "-10.00"),
        ("2d 2h", "8c", "30.00", "10.00"),
        ("Ks Qs", "Js", "-10.00", "400.00"),
        ("As Ts", "8c", "-10.00", "-10.00"),
    ],
)
def test_a_line_is_for_hands_of_given_ranks(terms: Terms, own: str, first: str, bonus: str, three: str) -> None:
    one, two = own.split()
    cards = [one, "3d", two, "4d", f"{first} 6h 7d", "9h", "Tc"]
    assert settled(terms, cards, Fold(1), Reveal(), Reveal(), Reveal()) == {
        "ante": "-10.00",
        "bonus": bonus,
        "three": three,
    }


@pytest.mark.parametrize("terms", ["texas-holdem-bonus"], indirect=True)
def test_the_bonus_is_worth_what_its_hands_are_counted_to(terms: Terms) -> None:
    """Six pairs of aces, four suited hands of two ranks, twelve mixed ones, eighteen and 54 lesser pairs."""
    won = 6 * 30 + 4 * 25 + 8 * 20 + 12 * 15 + 18 * 10 + 24 * 5 + 54 * 3
    lost = comb(52, 2) - (6 + 4 + 8 + 12 + 18 + 24 + 54)
    found = {item.wager: item.ev for item in odds(terms)}
    assert found["bonus"] == Fraction(won - lost, comb(52, 2))


# Equal hands that win, and the best four of five and of six cards


@pytest.mark.parametrize("terms", ["four-card-poker"], indirect=True)
@pytest.mark.parametrize(
    ("own", "dealer", "up", "expected"),
    [
        ("Ks Kd 8c 7h 2s", "Kh Kc 8d 7s 3s", "4d", {"ante": "10.00", "play": "30.00", "aces_up": "-10.00"}),
        # a pair of aces below two pair
        ("As Ad 8c 7h 2s", "3h 3c 5d 5s 9s", "Qd", {"ante": "-10.00", "play": "-30.00", "aces_up": "10.00"}),
        # three of a kind brings the bonus, though it is beaten
        (
            *("5h 5c 5d 7h 2s", "3h 3c 3d 3s 9s", "Qd"),
            {"ante": "-10.00", "play": "-30.00", "bonus": "20.00", "aces_up": "80.00"},
        ),
    ],
)
def test_equal_hands_win_where_the_rulebook_says_so(
    terms: Terms, own: str, dealer: str, up: str, expected: dict[str, str]
) -> None:
    cards = [card for pair in zip(own.split(), dealer.split(), strict=True) for card in pair]
    assert settled(terms, [*cards, up], Bet(1, TEN * 3), Reveal()) == expected
