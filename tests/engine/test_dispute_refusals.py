"""What the dispute calculator refuses: a line for each thing that is wrong, and nothing computed."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.disputes import Document, crazy_four, criss_cross, cross, refusals, seat
from pitboss.engine.dispute.calculator import Unsettled, settle_dispute

ROOM = criss_cross(
    "cardroom-criss-cross",
    cross("9c", "9h", "2d", top="Qs", bottom="4h"),
    seat(
        1, "9s Jd", "ante_across 10, ante_down 10, across 10, down 30, middle 20, five_card_bonus 5, six_card_bonus 5"
    ),
    burns=["Ac", "Kd", "7s", "3c"],
)
WHEEL = criss_cross(
    "nj-criss-cross",
    cross("Ah", "7c", "2s", top="9d", bottom="4c"),
    seat(1, "8h 8s", "ante_across 10, ante_down 10, bonus_spin 5, across 10, down 10, middle 10"),
    seat(3, "Kd Qs", "ante_across 10, ante_down 10, bonus_spin 5", folded="across"),
    submission={"bonus_spin": "5-progressive"},
    meters={"bonus_spin": "14250"},
    spins={"1": 8},
)
CRAZY = crazy_four(
    "Kc Kd 8s 5h 3d",
    seat(2, "Qc Qd 9c 6h 2s", "ante 20, super_bonus 20, queens_up 5, play 20"),
    seat(4, "As Ad 9h 6s 2d", "ante 20, super_bonus 20, play 60, five_card_hand_bonus_player 1"),
    submission={"five_card_hand_bonus": True, "magic_card": True, "lucky_bonus": True},
    meters={"five_card_hand": "12000"},
    magic_card="7h",
    lucky_position=3,
)
FORFEIT = criss_cross(
    "md-criss-cross",
    cross("9c", "9h", "2d", top="Qs", bottom="4h"),
    seat(1, "9s Jd", "ante_across 10, ante_down 10, across 10, down 30", forfeited="11.A(5)", at="middle"),
    seat(2, "", "ante_across 10, ante_down 10, five_card_bonus 5", left="stands"),
    seat(4, "", "ante_across 10, ante_down 10, five_card_bonus 5", left="abandoned", at="dealing"),
    seat(6, "Ks Kd", "ante_across 10, ante_down 10, across 10, down 10, middle 10"),
    submission={"five_card_bonus": True},
)
VOID = crazy_four(
    "Kc Kd 8s 5h 3d",
    seat(2, "Qc Qd 9c 6h 2s 3c", "ante 20, super_bonus 20, queens_up 5, play 20"),
    seat(4, "As Ad 9h 6s 2d", "ante 20, super_bonus 20, play 60, four_card_progressive 1"),
    submission={"four_card_progressive": "A"},
    meters={"four_card": "12000"},
    void={"clause": "14(c)", "reason": "six cards at seat 2", "at": "settlement", "after": {"seat": 4}},
)
SPUN = WHEEL | {
    "void": {"clause": "40.12(c)", "reason": "x", "at": "settlement", "after": {"seat": 1, "wager": "middle"}},
    "spins": {},
}
DOCUMENTS = {"room": ROOM, "wheel": WHEEL, "crazy": CRAZY, "forfeit": FORFEIT, "void": VOID, "spun": SPUN}

Path = tuple[str | int, ...]


def changed(document: Document, path: Path, value: object) -> Document:
    """A copy with one value put in a place; `...` takes what is there away."""
    copied = copy.deepcopy(document)
    place: Any = copied
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return copied


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_documents_these_tests_break_are_sound(name: str) -> None:
    settle_dispute(json.dumps(DOCUMENTS[name]))


SEAT: Path = ("seats", 0)
WAGERS: Path = ("seats", 0, "wagers")

REFUSED: list[tuple[str, Path, object, str]] = [
    # Keys and names nobody knows
    ("room", ("colour",), "red", "the document: Got the unknown key 'colour'"),
    ("room", ("dealer",), [], "the document: Got the unknown key 'dealer'"),
    ("room", ("spins",), {}, "the document: Got the unknown key 'spins'"),
    ("crazy", ("community",), {}, "the document: Got the unknown key 'community'"),
    ("crazy", ("burns",), [], "the document: Got the unknown key 'burns'"),
    ("room", ("community", "centre"), "2c", "community: Got the unknown key 'centre'"),
    ("room", (*SEAT, "name"), "Ann", "seat 1: Got the unknown key 'name'"),
    ("room", (*SEAT, "cards"), ["2c", "2h"], "seat 1: Got the unknown key 'cards'"),
    ("crazy", (*SEAT, "hole"), ["2c", "2h"], "seat 2: Got the unknown key 'hole'"),
    ("room", ("submission",), {"seven_card_bonus": True}, "seven_card_bonus: Got an unknown key"),
    ("room", (*WAGERS, "lucky_sevens"), "5", "seat 1: Got the unknown wager 'lucky_sevens'"),
    ("room", ("meters",), {"five_card": "10000"}, "meters: Cannot accept 'five_card': this game has no meter."),
    ("crazy", ("meters",), {"giga": "10000"}, "meters: Got 'giga'; expected one of four_card"),
    # The rulebook and the submission
    ("room", ("rulebook",), "uk-criss-cross", "rulebook: Got 'uk-criss-cross'; expected one of ma-criss-cross"),
    ("room", ("rulebook",), ["ma-crazy-4"], "rulebook: Got a list"),
    ("room", ("rulebook",), ..., "rulebook: Got nothing"),
    ("room", ("submission",), True, "submission: Got true"),
    ("crazy", ("submission", "queens_up"), "E", "ma-crazy-4 11(c): queens_up: Got 'E'"),
    ("room", ("submission",), {"payout_limit": "5000"}, "cardroom-criss-cross Max Payout 1: payout_limit: Got 5000.00"),
    # Seats
    ("room", ("seats",), ..., "seats: Got nothing"),
    ("room", ("seats",), [], "seats: Got an empty list"),
    ("room", ("seats",), {"1": {}}, "seats: Got an object"),
    ("room", SEAT, "seat 1", "seats[0]: Got 'seat 1'"),
    ("room", (*SEAT, "seat"), 7, "seats[0]: Got 7; expected a seat from 1 to 6"),
    ("room", (*SEAT, "seat"), "1", "seats[0]: Got '1'"),
    ("room", (*SEAT, "seat"), True, "seats[0]: Got true"),
    ("room", (*SEAT, "seat"), ..., "seats[0]: Got no seat"),
    ("crazy", ("seats", 1, "seat"), 2, "seats[1]: Got seat 2 a second time"),
    ("room", WAGERS, ..., "seat 1 wagers: Got nothing"),
    ("room", WAGERS, ["ante"], "seat 1 wagers: Got a list"),
    # Amounts
    ("room", (*WAGERS, "ante_across"), 10, "seat 1 ante_across: Got 10; expected an amount as a decimal string"),
    ("room", (*WAGERS, "ante_across"), "ten", "seat 1 ante_across: Got 'ten'"),
    ("room", (*WAGERS, "ante_across"), "$10", "seat 1 ante_across: Got '$10'"),
    ("room", (*WAGERS, "ante_across"), "1e1", "seat 1 ante_across: Got '1e1'"),
    ("room", (*WAGERS, "ante_across"), "10.001", "seat 1 ante_across: Got '10.001'"),
    ("room", (*WAGERS, "ante_across"), "-10", "seat 1 ante_across: Got -10.00; expected an amount above 0"),
    ("room", (*WAGERS, "ante_across"), "0", "seat 1 ante_across: Got 0.00; expected an amount above 0"),
    ("room", (*WAGERS, "ante_across"), "9" * 30, "seat 1 ante_across: Got '999999999999999999999999999999'"),
    ("crazy", ("meters", "five_card_hand"), "-1", "meters five_card_hand: Got -1.00; expected 0 or more"),
    ("crazy", ("meters", "five_card_hand"), 12000.5, "meters five_card_hand: Got 12000.5"),
    ("crazy", ("meters",), [], "meters: Got a list"),
    # Wagers and bets
    ("room", (*WAGERS, "ante_down"), "5", "cardroom-criss-cross Wagers 1: seat 1: Down Ante must equal"),
    ("room", (*WAGERS, "ante_down"), ..., "cardroom-criss-cross Dealing 1: seat 1: Got no Down Ante"),
    ("room", (*WAGERS, "six_card_bonus"), "6", "6 Card Bonus 2: seat 1: 6 Card Bonus must equal 5 Card Bonus"),
    ("room", (*WAGERS, "five_card_bonus"), ..., "seat 1: Place 5 Card Bonus before 6 Card Bonus."),
    ("room", (*WAGERS, "down"), "40", "Round 3: seat 1: Down Bet must be $10.00, $20.00 or $30.00"),
    ("room", (*WAGERS, "down"), "15", "Round 3: seat 1: Down Bet must be $10.00, $20.00 or $30.00; $15.00 was given."),
    ("room", (*WAGERS, "down"), ..., "Round 3: seat 1: Got no Down Bet of a player who did not fold"),
    ("crazy", (*WAGERS, "play"), "40", "10(b): seat 2: Play must be $20.00; $40.00 was given."),
    ("crazy", ("seats", 1, "wagers", "play"), "80", "seat 4: Play must be between $20.00 and $60.00"),
    ("crazy", (*WAGERS, "cover_all"), "5", "12(a): seat 2: Got Cover All, which the submission does not offer"),
    ("wheel", (*WAGERS, "bonus_spin"), "1", "seat 1: Bonus Spin must be $5.00; $1.00 was given."),
    ("room", (*SEAT, "folded"), "river", "seat 1 folded: Got 'river'; expected across, down or middle"),
    ("room", (*SEAT, "folded"), None, "seat 1 folded: Got null"),
    ("room", (*SEAT, "folded"), "middle", "Round 5: seat 1: Got Middle Bet of a player who folded at middle"),
    ("crazy", (*SEAT, "folded"), "play", "10(b): seat 2: Got Play of a player who folded at play"),
    ("crazy", (*SEAT, "folded"), "across", "seat 2 folded: Got 'across'; expected play"),
    # Cards
    ("room", ("community", "left"), "9s", "Equipment 2: seat 1 hole: Got 9s as well as community left"),
    ("room", ("burns", 1), "Ac", "Equipment 2: burns: Got Ac twice"),
    ("crazy", ("dealer", 0), "Qc", "2(a): seat 2 cards: Got Qc as well as dealer"),
    ("room", ("community", "left"), "1s", "community left: Got '1s'; expected a card"),
    ("room", ("community", "left"), 9, "community left: Got 9; expected a card"),
    ("room", ("community", "left"), ..., "community left: Missing, and needed for the Across Ante of seat 1."),
    ("room", ("community",), ..., "community middle: Missing"),
    ("room", ("community",), ["9c"], "community: Got a list"),
    ("room", ("burns",), ..., "burns: Missing, and needed for the 6 Card Bonus of seat 1."),
    ("room", ("burns",), ["Ac"], "burns: Got 1 card; expected 4 cards"),
    ("room", (*SEAT, "hole"), ..., "seat 1 hole: Missing, and needed for the Across Ante of seat 1."),
    ("room", (*SEAT, "hole"), ["9s"], "seat 1 hole: Got 1 card; expected 2 cards"),
    ("room", (*SEAT, "hole"), "9s Jd", "seat 1 hole: Got '9s Jd'; expected a list of 2 cards"),
    ("crazy", ("dealer",), ..., "dealer: Missing, and needed for the Ante of seat 2."),
    ("crazy", (*SEAT, "cards"), ["Qc", "Qd"], "seat 2 cards: Got 2 cards; expected 5 cards"),
    # What the table shows
    ("crazy", ("magic_card",), "joker", "magic_card: Got 'joker'; expected a card"),
    ("crazy", ("lucky_position",), 7, "lucky_position: Got 7"),
    ("crazy", ("lucky_position",), "3", "lucky_position: Got '3'"),
    ("crazy", ("submission", "magic_card"), False, "reading draw-time: the table: Nothing is drawn for Magic Card"),
    ("crazy", ("submission", "lucky_bonus"), False, "reading draw-time: the table: Nothing is drawn for Lucky Bonus"),
    ("wheel", ("spins",), ..., "40.10(i)2: seat 1: Got no spin for a pair in the hole"),
    ("wheel", ("spins",), [8], "spins: Got a list"),
    ("wheel", ("spins", "1"), 12, "40.11(c): seat 1: Got wheel position 12; expected one of 0, 1, 2"),
    ("wheel", ("spins", "1"), "8", "spins of seat 1: Got '8'"),
    ("wheel", ("spins", "3"), 8, "40.10(i)2: seat 3: Cannot accept a spin: it takes a pair in the hole"),
    ("wheel", ("spins", "2"), 8, "spins: Got seat '2'; expected seats of this round: 1, 3"),
]  # fmt: skip


@pytest.mark.clause("cardroom-criss-cross", "Wagers 1", "Wagers 3", "6 Card Bonus 2", "Round 1", "Round 3", "Round 5")
@pytest.mark.clause("cardroom-criss-cross", "Dealing 1", "Equipment 2", "Max Payout 1")
@pytest.mark.clause("nj-criss-cross", "40.6(a)", "40.10(i)2", "40.11(c)")
@pytest.mark.clause("ma-crazy-4", "6(d)(1)", "6(d)(2)", "10(b)", "11(f)(3)", "12(a)", "2(a)")
@pytest.mark.parametrize(("name", "path", "value", "line"), REFUSED)
def test_what_is_refused(name: str, path: Path, value: object, line: str) -> None:
    found = refusals(changed(DOCUMENTS[name], path, value))
    assert any(line in said for said in found), found


def test_each_thing_that_is_wrong_has_one_line() -> None:
    document = changed(ROOM, ("colour",), "red")  # an unknown key
    document = changed(document, ("community", "left"), "9s")  # also in the hole
    document = changed(
        document, (*WAGERS, "ante_down"), "5"
    )  # unequal antes; the Down Bet of 30 would do beside the other
    document = changed(document, (*WAGERS, "across"), "40")  # four times the ante
    document = changed(document, (*WAGERS, "middle"), 20)  # a number
    document = changed(document, ("submission",), {"seven_card_bonus": True})
    document["seats"].append(seat(2, "Ks Ks", "ante_across 10, ante_down 10, across 10, down 10, middle 10"))
    document["seats"].append(seat(3, "", "ante_across 1, ante_down 1, bonus_spin 5", folded="turn"))
    found = refusals(document)
    expected = [
        "Got the unknown key 'colour'",
        "seven_card_bonus: Got an unknown key",
        "seat 1 hole: Got 9s as well as community left",
        "seat 1 middle: Got 20",
        "seat 2 hole: Got Ks twice",
        "seat 3 folded: Got 'turn'",
        "seat 3: Got the unknown wager 'bonus_spin'",
        "seat 1: Down Ante must equal Across Ante ($10.00); $5.00 was given.",
        "seat 3: Across Ante must be between $2.00 and $10.00; $1.00 was given.",
        "seat 3: Down Ante must be between $2.00 and $10.00; $1.00 was given.",
        "seat 1: Across Bet must be $10.00, $20.00 or $30.00; $40.00 was given.",
    ]
    for line in expected:
        assert sum(line in said for said in found) == 1, (line, found)
    # Nothing is asked of seat 3's cards: where it folded is not known.
    assert len(found) == len(expected), found


def test_unequal_antes_are_one_mistake_and_a_fourfold_bet_beside_them_another() -> None:
    # Antes of 10 and 5: a Down Bet of 30 is three of the one, and 40 is too much for both.
    unequal = changed(ROOM, (*WAGERS, "ante_down"), "5")
    assert len(refusals(unequal)) == 1
    assert len(refusals(changed(unequal, (*WAGERS, "down"), "40"))) == 2


def test_a_wrong_hand_says_nothing_of_how_much_it_may_bet() -> None:
    (only,) = refusals(changed(CRAZY, ("seats", 1, "cards"), ["As", "9h", "6s", "2d"]))
    assert only == "seat 4 cards: Got 4 cards; expected 5 cards."


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "the document is empty"),
        (" \n", "the document is empty"),
        ("{", "not JSON: Expecting property name"),
        ('{"rulebook": "ma-crazy-4",}', "not JSON: "),
        ("[]", "the document is a list; write a JSON object"),
        ('"ma-crazy-4"', "the document is 'ma-crazy-4'"),
        ("null", "the document is null"),
        ('{"rulebook": NaN}', "not JSON of this format: NaN is not a number"),
        ('{"seats": [{"seat": -Infinity}]}', "not JSON of this format: -Infinity is not a number"),
        ('{"seats": %s}' % ("9" * 5000), "not JSON of this format: a number of 5000 digits"),
        ("[" * 100_000, "not JSON of this format: lists and objects are nested too deeply"),
        ('{"rulebook": "\\ud800"}', "not JSON of this format: it has half a character"),
        ('{"rulebook": "x", "rulebook": "ma-crazy-4"}', "the document: key 'rulebook' is written more than once"),
        ('{"seats": [{"seat": 1, "seat": 2}]}', "seats[0]: key 'seat' is written more than once"),
        (
            '{"seats": [{"wagers": {"ante": "1", "ante": "2"}}]}',
            "seats[0].wagers: key 'ante' is written more than once",
        ),
    ],
)
def test_text_that_is_no_document(text: str, line: str) -> None:
    assert any(said.startswith(line) for said in refusals(text)), refusals(text)


def test_a_byte_order_mark_is_no_mistake() -> None:
    settle_dispute("\ufeff" + json.dumps(ROOM))


def test_no_line_breaks_or_goes_on_for_ever() -> None:
    found = refusals(changed(ROOM, ("a\nb\x1b[31m" + "c" * 5000,), 1) | {"submission": {"x\ny" * 2000: 1}})
    assert len(found) == 2
    assert all(line.isprintable() and len(line) <= 601 for line in found)


# Anything at all is either settled or refused.

ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(["5", "10", "-5", "0", "0.005", "Ac", "9c", "dealer", "across", "down", "middle", "play"]),
    st.sampled_from(["wagers", "dealing", "settlement", "validation", "abandoned", "11.A(5)", "14(c)", "40.12(c)"]),
    st.sampled_from(["A", "PTMGL04", "ma-crazy-4", "nj-criss-cross", "100%", "any", "stands", "both-stand", "yes"]),
)
KEYS = st.sampled_from(
    [
        "rulebook",
        "submission",
        "community",
        "burns",
        "dealer",
        "seats",
        "seat",
        "wagers",
        "folded",
        "meters",
        "spins",
        "magic_card",
        "lucky_position",
        "hole",
        "cards",
        "ante",
        "ante_across",
        "ante_down",
        "across",
        "down",
        "middle",
        "play",
        "bonus_spin",
        "cover_all",
        "left",
        "forfeited",
        "void",
        "clause",
        "reason",
        "at",
        "after",
        "wager",
        "1",
        "2",
        "limits",
        "amounts",
        "payout_limit",
        "wheel",
        "weights",
        "draws",
        "links",
        "dealing",
        "shuffler",
        "decks",
        "readings",
        "offers",
        "bet-amounts",
        "five_card_bonus",
        "link_progressive",
        "mega",
    ]
)
JSON = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=3)
)


def containers(value: Any) -> list[Any]:
    """All lists and objects in a value."""
    inside = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [value, *(found for item in inside if isinstance(item, list | dict) for found in containers(item))]


@st.composite
def broken_documents(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Document:
    """A sound document with a few places changed, taken away or doubled."""
    document: Document = copy.deepcopy(draw(st.sampled_from(list(DOCUMENTS.values()))))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.sampled_from(containers(document)))
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if isinstance(place, dict) and draw(st.booleans()):
            keys.append(draw(KEYS))
        if not keys:
            continue
        key = draw(st.sampled_from(keys))
        if draw(st.booleans()) or key not in (place if isinstance(place, dict) else keys):
            place[key] = draw(JSON)
        else:
            del place[key]
    return document


def told(text: str) -> tuple[str, ...]:
    """The refusal of a text, if it is refused."""
    try:
        settle_dispute(text)
    except Unsettled as unsettled:
        return unsettled.problems
    return ("settled",)


@settings(max_examples=150, deadline=None)
@given(broken_documents())
def test_broken_documents_are_settled_or_refused(document: Document) -> None:
    lines = told(json.dumps(document))
    assert lines
    assert all(line and line.isprintable() for line in lines)


@settings(max_examples=100, deadline=None)
@given(JSON)
def test_any_json_is_settled_or_refused(value: object) -> None:
    assert told(json.dumps(value)) != ("settled",)


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_any_text_is_settled_or_refused(text: str) -> None:
    assert told(text) != ("settled",)
