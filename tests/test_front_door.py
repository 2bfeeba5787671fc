"""`import pitboss`: what it offers, what it is typed as, and that it loads nothing before it is asked."""

import inspect
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import FunctionType
from typing import Any, assert_type

import pytest

import pitboss
from pitboss import Amount, actions, front
from pitboss.engine import Option, Phase, RoundView
from pitboss.engine.dispute.calculator import Answer
from pitboss.mathematics.advice import Advice
from pitboss.mathematics.main_game import MainGame
from pitboss.mathematics.side_odds import SideOdds
from pitboss.rulebooks.library import VARIABLE
from pitboss.rulebooks.skeletons import write_rulebook
from pitboss.simulation import SimulationResult, least_stakes

HEAVY = ("numba", "numpy", "msgspec", "rich", "typer", "sqlalchemy", "litestar", "typing", "re")
MATHEMATICS = ("numba", "numpy", "pitboss.mathematics", "pitboss.simulation")
ROOT = Path(__file__).parents[1]
TEN = Amount.parse("10")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A rulebook's folder outside the library; what is added to the library is gone with the test."""
    monkeypatch.setenv(VARIABLE, "")
    return write_rulebook("my-game", tmp_path, None)


def _loaded(program: str, *watched: str) -> list[str]:
    """Which of some modules a fresh Python has after a program; `-S` keeps out what the environment loads at start."""
    code = f"import sys\nsys.path[:] = {sys.path!r}\n{program}\nprint(*(set({watched!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout.split()


def test_importing_it_loads_nothing() -> None:
    assert _loaded("import pitboss", *HEAVY, "pitboss.front", "pitboss.rulebooks") == []


def test_rounds_and_disputes_load_no_mathematics() -> None:
    program = """
import pitboss, pathlib
pitboss.legal(pitboss.open_round(pitboss.terms(pitboss.load("ma-crazy-4"), "full")))
pitboss.settle(pathlib.Path("examples/ma-criss-cross.json"))
"""
    assert _loaded(program, *MATHEMATICS) == []
    assert _loaded(f"{program}\npitboss.solve", *MATHEMATICS) == []


def test_the_mathematics_are_loaded_when_asked() -> None:
    assert "numba" in _loaded("import pitboss\npitboss.advise('ma-criss-cross', '9s Jd')", *MATHEMATICS)


def test_it_offers_what_the_front_has() -> None:
    assert pitboss.__all__ == front.__all__
    assert dir(pitboss) == sorted([*pitboss.__all__, "__version__"])
    for name in pitboss.__all__:
        assert getattr(pitboss, name) is getattr(front, name)


def test_an_unknown_name_is_refused_in_one_line() -> None:
    misspelt = "settel"
    with pytest.raises(AttributeError, match=r"module 'pitboss' has no name 'settel'; it has .*settle"):
        getattr(pitboss, misspelt)


@pytest.mark.parametrize(
    "name", [name for name in pitboss.__all__ if inspect.isroutine(getattr(front, name)) and name != "ids"]
)
def test_every_function_has_an_example(name: str) -> None:
    function = getattr(pitboss, name)
    assert isinstance(function, FunctionType)
    assert f"{name}(" in "".join(line for line in (function.__doc__ or "").splitlines(True) if ">>> " in line)


def test_types() -> None:
    assert_type(pitboss.load("ma-crazy-4"), pitboss.Rulebook)
    terms = assert_type(pitboss.terms("ma-crazy-4"), pitboss.Terms)
    round = assert_type(pitboss.open_round(terms), pitboss.Round)
    assert_type(pitboss.legal(round), list[Option])
    assert_type(pitboss.view(round), RoundView)
    assert_type(pitboss.solve(terms), MainGame)
    assert_type(pitboss.odds(terms), dict[str, SideOdds])
    assert_type(pitboss.advise(terms, "2c 2d 2h 2s 3c"), Advice)
    assert_type(pitboss.parse_cards("2c 2d"), tuple[pitboss.Card, ...])
    assert_type(pitboss.simulate(terms, 1000), SimulationResult)


# What a game is named by


def test_a_folder_is_loaded_by_its_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pitboss.load(folder).id == "my-game"
    assert pitboss.load(str(folder)) is pitboss.load("my-game")
    assert "my-game" in pitboss.ids()
    monkeypatch.chdir(folder.parent)
    assert pitboss.load("./my-game").id == "my-game"


def test_a_word_that_is_no_folder_is_an_id() -> None:
    with pytest.raises(pitboss.UnknownRulebook, match="there is no rulebook 'ma-bridge'; there are ma-criss-cross"):
        pitboss.load("ma-bridge")


def test_a_folder_that_is_no_rulebook_says_why(tmp_path: Path) -> None:
    with pytest.raises(pitboss.RulebookError, match=r"rulebook\.toml: No such file"):
        pitboss.load(tmp_path)


def test_every_kind_of_law_gives_the_same_terms() -> None:
    book = pitboss.load("ma-crazy-4")
    default = pitboss.terms("ma-crazy-4")
    assert pitboss.terms(book) == pitboss.terms(default) == pitboss.terms(book, "default") == default
    assert pitboss.terms(default, "full") == pitboss.terms("ma-crazy-4", "full") != default


def test_choices_come_as_a_mapping_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "submission.toml"
    file.write_text("five_card_bonus = true\n", encoding="utf-8")
    assert pitboss.terms("ma-criss-cross", file) == pitboss.terms("ma-criss-cross", {"five_card_bonus": True})


@pytest.mark.parametrize("choices", ["fulll", {"five_cards": True}])
def test_choices_that_are_none_are_refused(choices: Any) -> None:
    with pytest.raises(pitboss.Refused, match=r"^ma-criss-cross: .*: Got .*; expected "):
        pitboss.terms("ma-criss-cross", choices)


def test_a_rulebook_shows_itself_in_a_few_words() -> None:
    book = pitboss.load("nj-criss-cross")
    assert repr(book) == "Rulebook(nj-criss-cross)"
    assert len(repr(pitboss.open_round(book))) < 500


# A round


def _dealt() -> pitboss.Round:
    wagers = [actions.PlaceWager(2, name, TEN) for name in ("ante_across", "ante_down")]
    round = pitboss.play(pitboss.open_round("ma-criss-cross"), *wagers, actions.CloseBets())
    return pitboss.deal(round, "Qs 9c 9h 2d 4h 9s Jd Ac")


def test_a_deal_takes_the_cards_it_needs_in_the_documents_order() -> None:
    round = _dealt()
    assert round.phase is Phase.DECISION
    assert round.seats[2].cards == pitboss.parse_cards("9s Jd")
    assert pitboss.Card.parse("Ac") not in round.cards_out


def test_a_deal_of_too_few_cards_is_refused() -> None:
    wagers = [actions.PlaceWager(2, name, TEN) for name in ("ante_across", "ante_down")]
    round = pitboss.play(pitboss.open_round("ma-criss-cross"), *wagers, actions.CloseBets())
    with pytest.raises(pitboss.Refused, match=r"Deal 1 card to middle next, not 0."):
        pitboss.deal(round, "Qs 9c")


def test_a_deal_waits_for_the_table_system_to_draw() -> None:
    terms = pitboss.terms("ma-crazy-4", "full")
    wagers = [actions.PlaceWager(1, name, amount) for name, amount in least_stakes(terms).items()]
    round = pitboss.play(pitboss.open_round(terms), *wagers, actions.CloseBets())
    assert pitboss.deal(round, pitboss.DECK) is round
    drawn = pitboss.play(round, actions.Draw())
    assert pitboss.deal(drawn, pitboss.DECK).phase is Phase.DECISION


def test_nothing_is_dealt_while_wagers_are_open() -> None:
    round = pitboss.open_round("ma-criss-cross")
    assert pitboss.deal(round, pitboss.DECK) is round


def test_only_the_player_sees_the_own_cards() -> None:
    round = _dealt()
    assert pitboss.view(round, 2).seat(2).cards == pitboss.parse_cards("9s Jd")
    assert pitboss.view(round).seat(2).cards == pitboss.view(round, 1).seat(2).cards == ()


def test_a_refusal_is_a_value_or_raised() -> None:
    violation = pitboss.decide(_dealt(), actions.Bet(2, TEN * 4))
    assert isinstance(violation, pitboss.Violation)
    with pytest.raises(pitboss.Refused) as refused:
        pitboss.play(_dealt(), actions.Bet(2, TEN * 4))
    assert refused.value.violations == (violation,)


# Disputes


def test_a_dispute_as_mapping_text_or_file() -> None:
    file = ROOT / "examples" / "ma-criss-cross.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    answer = assert_type(pitboss.settle(data), Answer)
    assert answer == pitboss.settle(file) == pitboss.settle(file.read_text(encoding="utf-8"))
    # A pair of kings pays even money, across and in the middle; a pair of eights down pushes: 15 + 30 + 45 are won.
    (seat,) = answer.seats
    main = [line for line in seat.lines if line.wager != "five_card_bonus"]
    assert sum(line.paid for line in main) == Amount.parse("90")


def test_a_dispute_may_hold_amounts_and_cards() -> None:
    data = json.loads((ROOT / "examples" / "ma-criss-cross.json").read_text(encoding="utf-8"))
    (seat,) = data["seats"]
    typed = {
        **seat,
        "hole": pitboss.parse_cards(seat["hole"]),
        "wagers": {name: Amount.parse(amount) for name, amount in seat["wagers"].items()},
    }
    assert pitboss.settle({**data, "seats": [typed]}) == pitboss.settle(data)


def test_a_dispute_may_name_a_folder(folder: Path) -> None:
    with pytest.raises(pitboss.Unsettled) as unsettled:
        pitboss.settle({"rulebook": str(folder), "seats": []})
    assert not any("rulebook:" in problem for problem in unsettled.value.problems)


def test_what_is_wrong_with_a_dispute_is_said_line_by_line() -> None:
    with pytest.raises(pitboss.Unsettled, match=r"^rulebook: Got 'ma-bridge'; expected one of ma-criss-cross"):
        pitboss.settle({"rulebook": "ma-bridge"})
    with pytest.raises(pitboss.Unsettled, match=r"^not JSON"):
        pitboss.settle("examples/ma-criss-cross.json")


# The mathematics


def test_solving_with_what_is_known() -> None:
    """A card that may be seen is worth something, and one that is named changes the number of deals."""
    whole = pitboss.solve("ma-criss-cross")
    assert pitboss.solve("ma-criss-cross", exposed=["middle"]).ev > whole.ev
    # One card fewer: C(51,2) C(49,2) C(47,2) 45 deals.
    assert pitboss.solve("ma-criss-cross", dead="7h").deals == 1275 * 1176 * 1081 * 45


def test_what_if_a_line_paid_more() -> None:
    terms = pitboss.what_if("ma-crazy-4", {"super_bonus.flush": "2"})
    assert pitboss.solve(terms).ev > pitboss.solve("ma-crazy-4").ev
    with pytest.raises(pitboss.Refused, match="No paytable here has this line"):
        pitboss.what_if("ma-crazy-4", {"super_bonus.flash": "2"})


def test_odds_take_amounts_as_text() -> None:
    terms = pitboss.terms("ma-crazy-4", "full")
    seeds = {name: figures.seed for name, figures in terms.meters.items()}
    raised = {name: str(seed + TEN * 1000) for name, seed in seeds.items()}
    low, high = pitboss.odds(terms), pitboss.odds(terms, meters=raised)
    assert any(high[name].ev > low[name].ev for name in low)
    assert all(high[name].ev >= low[name].ev for name in low)


def test_advice_on_a_round_is_that_of_its_position() -> None:
    advice = pitboss.advise(_dealt())
    assert advice == pitboss.advise("ma-criss-cross", "9s Jd") == pitboss.advise(_dealt(), seat=2)
    assert isinstance(advice.value, Fraction)
    with pytest.raises(pitboss.Refused, match=r"seat 1: There is no decision to advise on here now."):
        pitboss.advise(_dealt(), seat=1)


def test_simulated_stakes_are_those_given() -> None:
    one = pitboss.simulate("ma-crazy-4", 1000, seats=2, stakes={"ante": "5", "super_bonus": "5"})
    each = pitboss.simulate("ma-crazy-4", 1000, seats=2, stakes=[{"ante": "5", "super_bonus": Amount(500)}] * 2)
    assert one["ante"].staked == each["ante"].staked == Amount.parse("10") * 1000
    assert one.to_dict() == each.to_dict()
