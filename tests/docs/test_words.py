"""Words for people: nowhere a phrase that nobody says, and no text of a validator.

The refusals of every other test are read as they come about: see `conftest.py` and `sentences.py`.
"""

import re
from pathlib import Path

import msgspec
import pytest

from pitboss.rulebooks import Violation, either, one_of
from pitboss.server.unreadable import in_words
from sentences import faults

ROOT = Path(__file__).parents[2]
PLACES = ("README.md", "docs/*.md", "docs/guides/*.md", "web/src/**/*.svelte", "web/src/**/*.ts", "src/pitboss/**/*.py")
UNSAID = (
    "refused; allowed",
    "request itself will not do",
    "that are no success",
    "is no text",
    "is no amount",
    "is no card",
    "meanwhile make it",
    "gain that show each other",
    "was refused. Allowed",
    " on the own page",
)


def test_nothing_for_people_is_said_as_nobody_says_it() -> None:
    files = [file for place in PLACES for file in ROOT.glob(place)]
    assert len(files) > 500
    found = [f"{file}: {phrase}" for file in files for phrase in UNSAID if phrase in file.read_text(encoding="utf-8")]
    assert found == []


def test_a_refusal_always_has_a_sentence() -> None:
    told = Violation(rulebook="", clause="6(d)", where="seat 2", tried="7", allowed="1 to 6")
    assert (told.says, str(told)) == ("Got 7; expected 1 to 6.", "6(d): seat 2: Got 7; expected 1 to 6.")
    none = Violation(rulebook="", clause="", where="the table", tried="a cut", allowed=one_of([], "no cut is due"))
    assert none.says == "Cannot accept a cut: no cut is due."
    assert faults(told.says) == faults(none.says) == []
    assert either(["1", "2", "3"]) == "1, 2 or 3"


def test_the_log_keeps_the_facts_of_a_refusal_and_not_its_words() -> None:
    one = Violation(rulebook="r", clause="c", where="w", tried="t", allowed="a", says="One way to say it.")
    other = msgspec.structs.replace(one, says="Another way to say it.")
    assert one != other
    assert one.facts == other.facts == {"rulebook": "r", "clause": "c", "where": "w", "tried": "t", "allowed": "a"}


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """Fields of every kind that requests have."""

    text: str = msgspec.field(default="x")
    number: int = 1
    part: float = 1.0
    flag: bool = True
    many: list[int] = []
    pair: tuple[int, int] = (1, 2)
    table: dict[str, int] = {}


@pytest.mark.parametrize(
    "body",
    [
        '{"text": 1}',
        '{"text": null}',
        '{"number": 1.5}',
        '{"number": "one"}',
        '{"part": "x"}',
        '{"flag": 1}',
        '{"many": {}}',
        '{"many": ["x"]}',
        '{"pair": [1]}',
        '{"pair": [1, 2, 3]}',
        '{"table": []}',
        '{"other": 1}',
        "[]",
        "{",
        "{]",
        "",
        "\ud83d".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
)
def test_what_a_reader_of_requests_says_reaches_nobody(body: str) -> None:
    with pytest.raises(msgspec.DecodeError) as refused:
        msgspec.json.decode(body, type=Asked)
    told = in_words(str(refused.value).partition(" - at ")[0])
    assert faults(told) == []
    assert not re.search(r"`|\bgot\b|Expected", told), told
