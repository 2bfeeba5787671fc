"""Folders that are damaged on purpose: one line with file and key, never a traceback, and only the folder is lost."""

import json
import os
import shutil
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.calling import Run
from pitboss.cli.chance import TableChance
from pitboss.cli.game import TerminalGame
from pitboss.cli.rules_lint import every_fault
from pitboss.money import Amount
from pitboss.rulebooks import Refused, RulebookError, full_submission, lawful
from pitboss.rulebooks.library import PARTS, SUBMISSIONS
from pitboss.rulebooks.loader import read_rulebook
from rulebooks.folders import changed

EXAMPLES = Path(__file__).parents[2] / "examples" / "rulebooks"
TRIES = int(os.environ.get("PITBOSS_FUZZ", "12"))
FACTS = {
    "dealer": ["Js", "9d", "3c"],
    "seats": [{"seat": 1, "cards": ["Qs", "8d", "2c"], "wagers": {"ante": "5", "play": "5"}}],
}
ANTE = 'required = true\nlimit = "ante"'
BY_DUEL = 'higher = "1 to 1", tie = "push", lower = "lose" }'

DAMAGES = [
    # wagers that wait for each other, or for what may not be there
    ('needs = ["ante"]', 'needs = ["pair_plus"]', "wager pair_plus: needs itself"),
    (ANTE, f'needs = ["pair_plus"]\n{ANTE}', "wager ante: must be made, and needs pair_plus, which need not"),
    ('limit = "ante"\nfold', 'limit = "ante"\nequals = "ante"\nfold', "wager ante: equals itself"),
    ('base = "ante"', 'base = "play"', "decision play: has a base 'play' that may not be there"),
    ('base = "ante"', 'base = "pair_plus"', "decision play: has a base 'pair_plus' that may not be there"),
    ("required = true", "required = false", "decision play: has a base 'ante' that may not be there"),
    ('base = "ante"', 'base = ["ante", "ante"]', "decision play: has a base that stands twice"),
    (
        "decision = true",
        f"decision = true\n{ANTE}",
        "wager play: is made in turn and can be neither required nor offered",
    ),
    ("decision = true", 'decision = true\noffer = "pair_plus"', "wager play: is made in turn and can be neither"),
    # hands of nothing, or of one card twice
    ('places = ["dealer"]', 'places = ["dealer", "dealer"]', "hand dealer_hand: has a place that stands twice"),
    ('decided_by = "own_hand"\noffer', "decided_by = []\noffer", "wager pair_plus: is decided by no hand"),
    # tables that nobody is ever paid by, and meters that are not there
    (
        'title = "Pair Plus"\nclause = "12"\nwagers',
        'title = "P"\nclause = "12"\nplayers = 3\nwagers',
        "is for 3 players",
    ),
    ('title = "Pair Plus"\nclause = "12"\nwagers', 'title = "P"\nclause = "12"\nvariant = "Z"\nwagers', "variant 'Z'"),
    (
        'pays = "40 to 1"',
        'pays = "10% of nothing"',
        "paytable pair_plus: pays from a meter 'nothing' that is not there",
    ),
    (f"{BY_DUEL}\nrequired", f"{BY_DUEL}\nrequired".replace("1 to 1", "5% of x"), "wager ante: pays from a meter 'x'"),
    # odds that do not come to whole cents
    (f"{BY_DUEL}\nrequired", f"{BY_DUEL}\nrequired".replace("1 to 1", "1 to 7"), "limits.ante.unit: Got 5.00"),
    (f"{BY_DUEL}\ndecision", f"{BY_DUEL}\ndecision".replace("1 to 1", "1 to 7"), "limits.ante.unit: Got 5.00"),
    # a wager settled, and so paid, twice
    ('["ante", "play", "pair_plus"]', '["ante", "play", "pair_plus", "ante"]', "settlement: names the wager 'ante'"),
    # a name that a file of facts has for something else
    ('own_cards = "cards"', 'own_cards = "seat"', "own_cards: is 'seat', which is no name"),
    ('own_cards = "cards"', 'own_cards = ""', "own_cards: is '', which is no name"),
]


@pytest.mark.parametrize(("old", "new", "says"), DAMAGES, ids=[says[:40] for _, _, says in DAMAGES])
def test_a_damage_is_one_line_and_no_command_falls_over_it(
    run: Run, tmp_path: Path, old: str, new: str, says: str
) -> None:
    folder = tmp_path / "three-card-poker"
    shutil.copytree(EXAMPLES / "three-card-poker", folder)
    changed(folder, "rulebook.toml", old, new)
    code, _, errors = run("rules", "lint", str(folder))
    assert code == 1
    assert says in errors
    assert "cannot be played" not in errors
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"rulebook": str(folder), **FACTS}), encoding="utf-8")
    for words in (
        ["play", str(folder), "--auto"],
        ["settle", str(file)],
        ["solve", str(folder)],
        ["odds", str(folder)],
    ):
        code, _, errors = run(*words)
        assert code in (0, 2), words
        assert all(line.strip() for line in errors.splitlines())
    code, out, errors = run("rules", "list", "--json", "--rulebooks", str(tmp_path))
    assert (code, len(json.loads(out)["rulebooks"]) >= 5) == (0, True)


def test_wagers_that_need_each_other_in_a_ring_are_a_fault(tmp_path: Path) -> None:
    folder = tmp_path / "ultimate-texas-holdem"
    shutil.copytree(EXAMPLES / "ultimate-texas-holdem", folder)
    changed(folder, "rulebook.toml", 'equals = "ante"', 'equals = "ante"\nneeds = ["ante"]')
    changed(folder, "rulebook.toml", 'title = "Ante"', 'title = "Ante"\nneeds = ["blind"]')
    assert "rulebook.toml: wager ante: needs itself, by way of blind" in map(str, every_fault(folder))


# Anything at all


def _written(value: object) -> str:
    """A value as TOML, all in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return json.dumps(value) if isinstance(value, str | bool) else str(value)


def _spots(value: object) -> list[tuple[Any, Any]]:
    """Every key of every table and every place of every list."""
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        return [(value, key) for key in keys] + [spot for key in keys for spot in _spots(value[key])]
    return []


ABSURD = ["", 0, -1, 10**18, True, 1.5, "push", "-5", "0 to 1", "table", "own", "players", "\n", [], {}, [[]], ["x"]]


@given(data=st.data())
@settings(max_examples=3 * TRIES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_folder_is_at_fault_or_plays(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(path.name for path in EXAMPLES.iterdir())))
    file = data.draw(st.sampled_from((PARTS[0], PARTS[0], *PARTS, *SUBMISSIONS)))
    with TemporaryDirectory() as place:
        folder = Path(place) / name
        shutil.copytree(EXAMPLES / name, folder)
        told = tomllib.loads((folder / file).read_text(encoding="utf-8"))
        for _ in range(data.draw(st.integers(1, 2))):
            holder, key = data.draw(st.sampled_from(_spots(told)))
            other, at = data.draw(st.sampled_from(_spots(told)))
            match data.draw(st.sampled_from(("gone", "absurd", "another's"))):
                case "gone":
                    del holder[key]
                case "absurd":
                    holder[key] = data.draw(st.sampled_from(ABSURD))
                case _:
                    holder[key] = json.loads(json.dumps(other[at]))
        lines = (f"{json.dumps(key)} = {_written(value)}\n" for key, value in told.items())
        (folder / file).write_text("".join(lines), encoding="utf-8")
        faults = every_fault(folder)
        assert all("\n" not in str(fault) and fault.file for fault in faults)
        try:
            book = read_rulebook(folder)
            terms = lawful(book, full_submission(book))
        except (RulebookError, Refused):
            assert faults
            return
        if not faults:
            TerminalGame(terms, 1, [2], Amount.parse("100000"), TableChance(1), auto=True, quiet=True).play_round()
