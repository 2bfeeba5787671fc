"""Whatever stands in a submission, every command that reads one takes it or refuses it in single lines, exit code 2."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.calling import Run
from pitboss.rulebooks import SHIPPED, Refused, check_submission, load, submission_from
from pitboss.rulebooks.loader import submission_data
from rulebooks.submissions import WHEEL, new_jersey

ROUND = json.loads((Path(__file__).parents[2] / "examples" / "nj-community-pay.json").read_text(encoding="utf-8"))
COMMANDS: dict[str, Callable[[str, str], tuple[str, ...]]] = {
    "rules check": lambda id, file: ("rules", "check", file),
    "solve": lambda id, file: ("solve", id, "--submission", file),
    "odds": lambda id, file: ("odds", id, "--submission", file),
    "par": lambda id, file: ("par", id, "--submission", file),
    "simulate": lambda id, file: ("simulate", id, "--submission", file, "--rounds", "10"),
    "strategy": lambda id, file: ("strategy", id, "--submission", file),
    "design": lambda id, file: ("design", id, "--submission", file, "--best", "house"),
    "play": lambda id, file: ("play", id, "--submission", file),
}

MALFORMED: list[dict[str, Any]] = [
    {"readings": {"ante-odds": "foo"}},
    {"readings": {"ante-odds": None}},
    {"readings": ["ante-odds"]},
    {"readings": "paytable"},
    {"limits": None},
    {"limits": {"ante": None}},
    {"limits": {"ante": {"minimum": "-5"}}},
    {"limits": {"ante": {"minimum": 10**40}}},
    {"limits": {"ante": {"minimum": "9" * 30}}},
    {"decks": 10**40},
    {"decks": 1.5},
    {"deck_age": 10**40},
    {"deck_age": "8"},
    {"draws": {"magic_card": 10**40}},
    {"draws": []},
    {"meters": {"bonus_spin": {"rate": 5}}},
    {"meters": {"bonus_spin": []}},
    {"wheel": []},
    {"wheel": {"weights": []}},
    {"wheel": {"weights": {"0": 10**40}}},
    {"wheel": {"weights": {"-1": 1, "x": 2}}},
    {"wheel": {"top_prize": True}},
    {"links": {}},
    {"links": [[]]},
    {"dealing": None},
    {"shuffler": ["none"]},
    {"device_approval": 7},
    {"payout_limit": {}},
    {"five_card_bonus": {}},
    {"five_card_bonus": "A"},
    {"no such key": 1},
]


@pytest.mark.parametrize("choices", MALFORMED, ids=lambda choices: json.dumps(choices)[:40])
def test_a_malformed_value_is_refused_in_single_lines_by_every_command(
    run: Run, tmp_path: Path, choices: dict[str, Any]
) -> None:
    file = tmp_path / "submission.json"
    for id in ("md-criss-cross", "nj-criss-cross"):
        spin = new_jersey({"bonus_spin": "5-fixed"}) if id == "nj-criss-cross" else {}
        file.write_text(json.dumps({"rulebook": id, **spin, **choices}), encoding="utf-8")
        refused = set()
        for words in COMMANDS.values():
            code, out, err = run(*words(id, str(file)))
            assert (code, out) == (2, ""), (words, err)
            assert err.splitlines()
            assert all(line.startswith((id, str(file), "submission")) for line in err.splitlines()), err
            refused.add(err)
        assert len(refused) == 1, "all commands say the same"
        document = tmp_path / "round.json"
        document.write_text(json.dumps({"rulebook": id, "submission": choices, "community": {}, "seats": []}))
        code, _, err = run("settle", str(document))
        assert code == 2
        assert err


@pytest.mark.clause("nj-criss-cross", "40.1 Bonus Spin Wager", "40.11(c)")
@pytest.mark.parametrize(
    ("choices", "key", "clause"),
    [
        ({"bonus_spin": "5-fixed", "wheel": {"top_prize": "10000"}}, "wheel.weights", "40.11(c)"),
        ({"bonus_spin": "5-fixed", "wheel": {"weights": WHEEL["weights"]}}, "wheel.top_prize", "40.11(c)"),
        ({"bonus_spin": "5-progressive", "wheel": WHEEL}, "meters.bonus_spin.rate", "40.1 Bonus Spin Wager"),
    ],
)
def test_a_bonus_spin_that_lacks_what_is_filed_is_refused_by_every_command(
    run: Run, tmp_path: Path, choices: dict[str, Any], key: str, clause: str
) -> None:
    submission = {"rulebook": "nj-criss-cross", **choices}
    file, document = tmp_path / "submission.json", tmp_path / "round.json"
    file.write_text(json.dumps(submission), encoding="utf-8")
    document.write_text(json.dumps({**ROUND, "submission": choices}), encoding="utf-8")
    for words in (*(words("nj-criss-cross", str(file)) for words in COMMANDS.values()), ("settle", str(document))):
        code, out, err = run(*words)
        assert (code, out) == (2, ""), words
        first, *rest = err.splitlines()
        assert first.startswith(f"nj-criss-cross {clause}: {key}: Got no "), words
        assert first.endswith(", named in the submission."), words
        assert len(rest) == (2 if key.startswith("meters") else 0), "seed and reset are missing besides"


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(("A", "5-fixed", "PTMGL02", "1", "-5", "0", "99999999", "100%", "0%", "hand", "any")),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=6), inner, max_size=2),
    max_leaves=4,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a submission."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in items for place in places(value, (*path, key)))]


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The submission with another value at a place, or without what was there."""
    if not path:
        return value
    whole = dict(data) if isinstance(data, dict) else list(data)
    whole[path[0]] = put(whole[path[0]], path[1:], value)
    return whole


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(data=st.data(), rulebook=st.sampled_from(SHIPPED))
def test_any_value_anywhere_in_a_full_submission_is_taken_or_refused(
    run: Run, tmp_path: Path, data: st.DataObject, rulebook: str
) -> None:
    full = submission_data(rulebook, "full")
    where = data.draw(st.sampled_from([place for place in places(full) if place and place[0] != "rulebook"]))
    choices = put(full, where, data.draw(VALUES))
    file = tmp_path / "submission.json"
    file.write_text(json.dumps(choices), encoding="utf-8")
    try:
        lawful = not check_submission(load(rulebook), submission_from(json.loads(json.dumps(choices))))
    except Refused:
        lawful = False
    for name in ("rules check", "solve", "odds") if not lawful else ("rules check",):
        code, _, err = run(*COMMANDS[name](rulebook, str(file)))
        assert code == (0 if lawful else 2), err
        assert all(line.startswith(rulebook) for line in err.splitlines())
