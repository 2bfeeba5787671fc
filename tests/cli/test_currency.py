"""A rulebook in another currency: terminal, JSON, rules and layout say so; the usual one is the dollar."""

import json
import shutil
from pathlib import Path

import pytest

from cli.calling import Run
from pitboss.cli.rules_lint import every_fault
from pitboss.money import Amount, parse_odds
from pitboss.rulebooks import full_terms
from pitboss.rulebooks.currency import Currency
from pitboss.rulebooks.library import VARIABLE
from pitboss.server.rules.layout import layout_of
from pitboss.server.rules.pages import rulebook_page
from rulebooks.folders import changed, copied

EXAMPLE = Path(__file__).parents[2] / "examples" / "rulebooks" / "three-card-poker"
EURO = 'currency = { code = "EUR", symbol = "€", after = true }'


@pytest.fixture
def euros(tmp_path: Path) -> Path:
    folder = tmp_path / "euro-poker"
    shutil.copytree(EXAMPLE, folder)
    for file, key in (("rulebook.toml", "id"), ("default.toml", "rulebook"), ("full.toml", "rulebook")):
        changed(folder, file, f'{key} = "three-card-poker"', f'{key} = "euro-poker"')
    changed(folder, "rulebook.toml", "seats = 6", f"{EURO}\nseats = 6")
    return changed(folder, "rulebook.toml", 'pays = "40 to 1"', 'pays = "$1,000"')


def test_amounts_are_written_with_their_symbol_where_it_stands() -> None:
    euro, pound = Currency("EUR", "€", after=True), Currency("GBP", "£")
    assert (euro.text(Amount(123450)), euro.text(Amount(-5))) == ("1,234.50 €", "-0.05 €")
    assert (pound.text(Amount(123450)), pound.signed(Amount(500))) == ("£1,234.50", "+£5.00")
    assert (euro.odds(parse_odds("$1,000")), euro.odds(parse_odds("3 to 2"))) == ("1,000 €", "3 to 2")


def test_a_game_in_euros_speaks_of_no_dollars(run: Run, euros: Path) -> None:
    assert every_fault(euros) == []
    simulated = ("--rounds", "2000")
    for before, after in (
        (("play",), ("--auto", "--seed", "1")),
        (("rules", "show"), ()),
        (("odds",), ()),
        (("risk",), ()),
        (("par",), ()),
        (("simulate",), simulated),
        (("study", "bankroll"), ("--paths", "100", "--rounds", "20")),
    ):
        code, out, errors = run(*before, str(euros), *after)
        assert (code, errors.strip(), "$" in out, "dollar" in out) == (0, "", False, False), before
    assert "10,000.00 €" in run("simulate", str(euros), *simulated)[1]  # 2,000 rounds of the least ante, 5
    assert "€" in run("play", str(euros), "--auto", "--seed", "1")[1]
    assert "1,000 €" in run("rules", "show", str(euros))[1]


def test_meters_and_seeds_are_in_the_currency_of_the_rulebook(run: Run, tmp_path: Path) -> None:
    folder = copied(tmp_path, "euro-crazy-4", "ma-crazy-4")
    changed(folder, "rulebook.toml", "\nseats = ", f"\n{EURO}\nseats = ")
    full = ("--submission", str(folder / "full.toml"))
    code, out, errors = run("simulate", str(folder), *full, "--rounds", "2000")
    assert (code, errors.strip(), "$" in out) == (0, "", False)
    assert "meter four_card at 5000.00 €" in out
    assert "for each 1.00 € of the wager" in run("rules", "show", str(folder))[1]


def test_a_player_in_the_terminal_bets_in_the_currency_of_the_rulebook() -> None:
    euro = Currency("EUR", "€", after=True)
    assert euro.read("7.50 €") == euro.read("€7.5") == euro.read("7.50") == Amount(750)
    with pytest.raises(ValueError, match="is not an amount in €"):
        euro.read("$7.50")
    assert Currency("SEK", "kr", after=True).read("7 KR") == Amount(700)


def test_programs_are_told_the_code_where_it_is_not_the_usual_one(run: Run, euros: Path, tmp_path: Path) -> None:
    assert json.loads(run("play", str(euros), "--auto", "--json")[1])["currency"] == "EUR"
    assert "currency" not in json.loads(run("play", str(EXAMPLE), "--auto", "--json")[1])
    seat = {"seat": 1, "cards": ["Qs", "8d", "2c"], "wagers": {"ante": "5", "play": "5"}}
    facts = {"seats": [seat], "dealer": ["Js", "9d", "3c"]}
    file = tmp_path / "round.json"
    for folder, told in ((euros, "EUR"), (EXAMPLE, None)):
        file.write_text(json.dumps({"rulebook": str(folder), **facts}), encoding="utf-8")
        code, out, errors = run("settle", str(file), "--json")
        assert (code, errors) == (0, "")
        assert json.loads(out).get("currency") == told
    file.write_text(json.dumps({"rulebook": str(euros), **facts}), encoding="utf-8")
    assert "net 5.00 €" in run("settle", str(file))[1]


def test_the_browser_is_sent_the_currency(euros: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(euros))
    terms = full_terms(euros)
    assert layout_of(terms).currency == Currency("EUR", "€", after=True)
    assert rulebook_page("euro-poker").currency.code == "EUR"
    assert layout_of(full_terms("ma-crazy-4")).currency == Currency("USD", "$")


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('{ code = "euro" }', "'euro' is not a currency code: use three capital letters, such as EUR"),
        ('{ code = "EUR", symbol = "5" }', "'5' is not a currency symbol: use up to six characters and no digit"),
        ('{ code = "EUR", symbol = "" }', "'' is not a currency symbol: use up to six characters and no digit"),
    ],
)
def test_what_is_no_currency_is_a_fault(run: Run, euros: Path, written: str, says: str) -> None:
    changed(euros, "rulebook.toml", EURO, f"currency = {written}")
    code, _, errors = run("rules", "lint", str(euros))
    assert (code, errors) == (1, f"rulebook.toml: currency: {says}\n")
