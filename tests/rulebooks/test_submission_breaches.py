"""Every kind of breach of a Rules Submission, with its clause and what is allowed; and what is lawful beside it."""

from typing import Any

import pytest

from rulebooks.submissions import ante, breaches

MA, MD, NJ, CARDROOM, CRAZY = "ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4"
LINK = {"title": "Another game", "paytable": "PTMGL01", "wager": "1", "decks": 1}
LINKED = {"link_progressive": "PTMGL01", "amounts": {"link_progressive": ["1"]}}


@pytest.mark.parametrize(
    ("rulebook", "choices", "clause", "said"),
    [
        pytest.param(rulebook, choices, clause, said, marks=pytest.mark.clause(rulebook, clause))
        for rulebook, choices, clause, said in [
            # Offers and letters
            (CRAZY, {"queens_up": "E"}, "11(c)", "queens_up: Got 'E'; expected 'A' or 'B' or 'C' or 'D'"),
            (CRAZY, {"queens_up": True}, "11(c)", "queens_up: Got true; expected 'A' or 'B' or 'C' or 'D'"),
            (CRAZY, {"queens_up": False}, "6(d)(2)", "queens_up: Got false; expected 'A' or 'B' or 'C' or 'D'"),
            (
                CRAZY,
                {"four_card_progressive": "C"},
                "11(d)(1)",
                "four_card_progressive: Got 'C'; expected false or 'A' or 'B'",
            ),
            (CRAZY, {"link_progressive": "PTMGL03"}, "13(f)", "Got 'PTMGL03'; expected false or 'PTMGL01' or "),
            (CRAZY, {"cover_all": "A"}, "12(a)", "cover_all: Got 'A'; expected false or true"),
            (
                CRAZY,
                {"magic_card": True},
                "11(f)(3)",
                "Got offering it without five_card_hand_bonus; expected five_card_hand_bonus as well, or neither",
            ),
            (NJ, {"five_card_bonus": False}, "40.6(a)", "five_card_bonus: Got false; expected true"),
            (NJ, {"bonus_spin": True}, "40.11(c)", "bonus_spin: Got true; expected false or "),
            (CARDROOM, {"six_card_bonus": False}, "6 Card Bonus 1", "six_card_bonus: Got false; expected true"),
            # Limits
            (CARDROOM, ante("1", "10"), "Wagers 1", "Got 1.00 to 10.00; expected a range within 2.00 to 10.00"),
            (CARDROOM, ante("2", "10.50"), "Wagers 1", "Got 2.00 to 10.50; expected a range within 2.00 to 10.00"),
            (
                CARDROOM,
                {"limits": {"five_card_bonus": {"maximum": "25"}}},
                "Wagers 2",
                "Got 2.00 to 25.00; expected a range within 2.00 to 10.00",
            ),
            (
                CARDROOM,
                {"limits": {"six_card_bonus": {"minimum": "1"}}},
                "Wagers 3",
                "Got 1.00 to 10.00; expected a range within 2.00 to 10.00",
            ),
            (MA, ante("0"), "6(d)", "expected a minimum above 0, a maximum not below it, a unit above 0"),
            (MA, ante("10", "5"), "6(d)", "Got 10.00 to 5.00 in units of 1.00; expected a minimum above 0"),
            (MA, ante("5", unit="0"), "6(d)", "Got 5.00 to 1000.00 in units of 0.00"),
            (MA, ante("5", unit="2"), "6(d)", "Got minimum 5.00; expected a multiple of the unit 2.00"),
            # A unit must be paid in whole cents: a flush pays 3 to 2, so 25 cents would win 37.5
            (CRAZY, ante("1", unit="0.25"), "11(b)", "Got 0.25; expected a unit that 3 to 2 pays in whole cents"),
            # Meters
            (
                CRAZY,
                {"four_card_progressive": "A", "meters": {"four_card": {"seed": "4999.99"}}},
                "11(d)(3)",
                "meters.four_card.seed: Got 4999.99; expected 5000.00 or more",
            ),
            (
                CRAZY,
                {"four_card_progressive": "A", "meters": {"four_card": {"reset": "1000"}}},
                "11(d)(3)",
                "meters.four_card.reset: Got 1000.00; expected 5000.00 or more",
            ),
            (
                CRAZY,
                {"four_card_progressive": "B", "meters": {"four_card": {"seed": "999.99"}}},
                "11(d)(3)",
                "meters.four_card.seed: Got 999.99; expected 1000.00 or more",
            ),
            (
                CRAZY,
                {"five_card_progressive": True, "meters": {"five_card": {"seed": "9999.99"}}},
                "11(e)(3)",
                "meters.five_card.seed: Got 9999.99; expected 10000.00 or more",
            ),
            (
                CRAZY,
                {"five_card_hand_bonus": True, "meters": {"five_card_hand": {"reset": "9999"}}},
                "11(f)(4)",
                "meters.five_card_hand.reset: Got 9999.00; expected 10000.00 or more",
            ),
            (
                CRAZY,
                {"five_card_progressive": True, "meters": {"five_card": {"rate": "0%"}}},
                "11(e)(3)",
                "meters.five_card.rate: Got 0%; expected above 0% and at most 100%",
            ),
            (
                CRAZY,
                {**LINKED, "link_progressive": "PTMGL04", "meters": {"link": {"seed": "1000.01"}}},
                "13(f) PTMGL04",
                "meters.link.seed: Got 1000.01; expected exactly 1000.00",
            ),
            (
                CRAZY,
                {
                    **LINKED,
                    "link_progressive": "PTMGLML02",
                    "meters": {"mega": {"rate": "60%"}, "major": {"rate": "40%"}},
                },
                "13(a)",
                "Got rates of 105% in all from link_progressive; expected at most 100% in all",
            ),
            (
                NJ,
                {"bonus_spin": "1-progressive", "meters": {"bonus_spin": {"seed": "0"}}},
                "40.1 Bonus Spin Wager",
                "meters.bonus_spin.seed: Got '0.00'; expected an amount above 0",
            ),
            # The wheel
            (
                NJ,
                {"bonus_spin": "1-fixed", "wheel": {"weights": {"0": 1}}},
                "40.11(c)",
                "expected a weight for each of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11",
            ),
            (
                NJ,
                {"bonus_spin": "1-fixed", "wheel": {"weights": {str(stop): 1 for stop in range(13)}}},
                "40.11(c)",
                "Got positions that the wheel does not have",
            ),
            (
                NJ,
                {"bonus_spin": "1-fixed", "wheel": {"weights": {str(stop): min(stop, 1) for stop in range(12)}}},
                "40.11(c)",
                "wheel.weights: Got 0 for position 0; expected whole numbers from 1 to 1000000000",
            ),
            (
                NJ,
                {
                    "bonus_spin": "1-fixed",
                    "wheel": {"weights": {str(stop): 12 - 13 * (stop == 7) for stop in range(12)}},
                },
                "40.11(c)",
                "wheel.weights: Got -1 for position 7; expected whole numbers from 1",
            ),
            (NJ, {"bonus_spin": "5"}, "40.11(c)", "Got '5'; expected false or '5-fixed' or '5-progressive' or"),
            (
                NJ,
                {"bonus_spin": "1-fixed", "wheel": {"top_prize": "-5"}},
                "40.11(c)",
                "wheel.top_prize: Got '-5.00'; expected a fixed prize above 0",
            ),
            # Links
            (CRAZY, {"links": [LINK]}, "13(h)", "links only where the Multi Game Link Progressive is offered"),
            (CRAZY, {**LINKED, "links": [LINK | {"paytable": "PTMGL02"}]}, "13(h)", "Got paytable PTMGL02"),
            (
                CRAZY,
                {**LINKED, "links": [LINK | {"title": "Ruby\0"}]},
                "13(h)",
                "expected a title in words that can be shown",
            ),
            (CRAZY, {**LINKED, "links": [LINK | {"wager": "5"}]}, "13(h)", "Got wager 5.00; expected 1.00"),
            (CRAZY, {**LINKED, "links": [LINK | {"decks": 2}]}, "13(h)", "Got 2 decks; expected 1"),
            (
                CRAZY,
                {**LINKED, "amounts": {}},
                "13(h)",
                "Got no amount; expected one wager amount, the same in all linked games",
            ),
            (
                CRAZY,
                {**LINKED, "amounts": {"link_progressive": ["1", "5"]}},
                "13(h)",
                "amounts.link_progressive: Got 1.00, 5.00; expected one wager amount, the same in all linked",
            ),
            # Dealing, shuffler and decks
            (MA, {"dealing": "hand"}, "8(a)(1)", "Got dealing from the hand without one; expected an automated"),
            (MD, {"dealing": "hand"}, "9.A(1)", "Got dealing from the hand without one; expected an automated"),
            (NJ, {"dealing": "hand"}, "40.8(b)1", "Got dealing from the hand without one; expected an automated"),
            (CRAZY, {"dealing": "hand"}, "8(a)(1)", "Got dealing from the hand without one; expected an automated"),
            # A shuffler the document knows, its approval, and the one Cover All needs
            (NJ, {"shuffler": "reshuffling_device"}, "40.5(a)", "Got reshuffling_device; expected one of none, "),
            (MA, {"shuffler": "reshuffling_device"}, "4(g)", "without an approval on record; expected the ref"),
            (MD, {"shuffler": "reshuffling_device"}, "5.G", "without an approval on record; expected the ref"),
            (
                CRAZY,
                {"shuffler": "reshuffling_device", "device_approval": " "},
                "4(g)",
                "device_approval: Got reshuffling_device without an approval on record; expected the reference of",
            ),
            (
                CRAZY,
                {"cover_all": True, "shuffler": "automated"},
                "12(d)",
                "Got Cover All with automated; expected player_counting, the shuffler that counts the players",
            ),
            # The age of decks
            (MA, {"deck_age": 9}, "2(c)(2)", "deck_age: Got 9 hours; expected 1 to 8 hours"),
            (CRAZY, {"deck_age": 0}, "2(c)(2)", "deck_age: Got 0 hours; expected 1 to 8 hours"),
            (MD, {"deck_age": 5, "dealing": "hand", "shuffler": "automated"}, "3.C(1)", "expected 1 to 4 hours"),
            # Limits of wagers that must be equal
            (
                CARDROOM,
                {"limits": {"five_card_bonus": {"maximum": "5"}, "six_card_bonus": {"minimum": "5.50"}}},
                "6 Card Bonus 2",
                "Got 5.50 to 10.00 in units of 0.50; expected limits that meet those of 5 Card Bonus, 2.00 to 5.00",
            ),
            (
                CARDROOM,
                {
                    "limits": {
                        "five_card_bonus": {"minimum": "3", "maximum": "10", "unit": "3"},
                        "six_card_bonus": {"minimum": "4", "maximum": "8", "unit": "4"},
                    }
                },
                "6 Card Bonus 2",
                "both wagers must be equal",
            ),
            (MA, {"decks": 2}, "2(b)", "Got 2 without an automated shuffler; expected 1, or 2 with an automated"),
            (MD, {"decks": 2}, "3.B", "Got 2 without an automated shuffler; expected 1, or 2 with an automated"),
            (NJ, {"decks": 2}, "40.2(a)", "Got 2 without an automated shuffler; expected 1, or 2 with an"),
            (CRAZY, {"decks": 2}, "2(b)", "Got 2 without an automated shuffler; expected 1, or 2 with an"),
            (
                CARDROOM,
                {"decks": 2},
                "Equipment 3",
                "Got 2 without an automated shuffler; expected 1, or 2 with an",
            ),
            (CARDROOM, {"shuffler": "automated"}, "Equipment 3", "Got 1 with an automated shuffler; expected 2"),
            (MA, {"decks": 3, "shuffler": "automated"}, "2(a)", "decks: Got 3; expected 1, or 2 with an automated"),
            (MA, {"decks": 0}, "2(a)", "decks: Got 0; expected 1, or 2 with an automated shuffler"),
        ]
    ],
)
def test_a_breach_is_one_line_with_its_clause_and_what_is_allowed(
    rulebook: str, choices: dict[str, Any], clause: str, said: str
) -> None:
    (line,) = breaches(rulebook, choices)
    assert line.startswith(f"{rulebook} {clause}: ")
    assert said in line


@pytest.mark.parametrize(
    ("rulebook", "choices", "said"),
    [
        (MA, {"limits": {"queens_up": {"minimum": "1", "maximum": "2"}}}, "one of ante, five_card_bonus"),
        (MA, {"amounts": {"across": ["1"]}}, "Cannot accept fixed amounts: no wager of this game has them."),
        (MA, {"meters": {"mega": {"rate": "1%"}}}, "Cannot accept an unknown meter: this game has no progressives."),
        (MA, {"draws": {"magic_card": 2}}, "Cannot accept an unknown bonus: this game has no drawn bonus."),
        (CRAZY, {"draws": {"magic_card": 0}}, "draws.magic_card: Got 0; expected once in 1 to 1000000000 rounds"),
        pytest.param(
            CRAZY,
            {"payout_limit": "50000"},
            "reading no-payout-limit: payout_limit: Cannot accept 50000.00: the document has no aggregate",
            marks=pytest.mark.clause(CRAZY, "11(a)", "11(b)", "11(c)"),
        ),
        pytest.param(
            CRAZY,
            {"amounts": {"four_card_progressive": ["2"]}},
            "reading progressive-amounts: amounts.four_card_progressive: Got 2.00; expected one or more of 1.00",
            marks=pytest.mark.clause(CRAZY, "11(d)(5)"),
        ),
        pytest.param(
            CRAZY,
            {"amounts": {"five_card_progressive": []}},
            "reading progressive-amounts: amounts.five_card_progressive: Got none; expected one or more of 1.00",
            marks=pytest.mark.clause(CRAZY, "11(e)(5)"),
        ),
        pytest.param(
            CRAZY,
            {**LINKED, "link_progressive": "PTMGL01", "amounts": {"link_progressive": ["2"]}},
            "reading link-wager-amount: amounts.link_progressive: Got 2.00; expected one or more of 1.00, 5.00",
            marks=pytest.mark.clause(CRAZY, "13(h)"),
        ),
        (MA, {"wheel": {"weights": {"0": 1}}}, "wheel: Cannot accept stop weights: this game has no wheel"),
        (MA, {"links": [LINK]}, "links only where the Multi Game Link Progressive is offered"),
        (MA, {"shuffler": "a friend"}, "Got a friend; expected one of none, automated, automated_counting, "),
        pytest.param(
            CARDROOM,
            {"dealing": "manual_shoe"},
            "reading dealing-method: dealing: Got manual_shoe; expected one of hand",
            marks=pytest.mark.clause(CARDROOM, "Equipment 3", "Dealing 2"),
        ),
        pytest.param(
            CARDROOM,
            {"readings": {"wager-limits": "exact"}, **ante("2", "5")},
            "reading wager-limits: limits.ante: Got 2.00 to 5.00; expected exactly 2.00 to 10.00",
            marks=pytest.mark.clause(CARDROOM, "Wagers 1"),
        ),
        (
            CRAZY,
            {**LINKED, "link_progressive": "PTMGL02"},
            "reading link-wager-amount: amounts.link_progressive: Got 1.00 with PTMGL02; expected 5.00, the wager",
        ),
        (NJ, {"deck_age": 10_000}, "deck_age: Got 10000 hours; expected 1 to 8760 hours"),
        (MA, {"readings": {"bet-amounts": "halves"}}, "readings.bet-amounts: Got 'halves'; expected whole or any"),
        (
            MD,
            {**ante("100"), "payout_limit": "60000", "readings": {"ante-odds": "foo"}},
            "md-criss-cross: readings.ante-odds: Got 'foo'; expected even-money or paytable",
        ),
        (
            CARDROOM,
            {"shuffler": "reshuffling_device", "decks": 2},
            "cardroom-criss-cross reading shuffle-and-cut: shuffler: Got reshuffling_device; "
            "expected one of none, automated, automated_counting",
        ),
        (MA, {"readings": {"seat-count": "seven"}}, "Got a reading that cannot be chosen; expected one of "),
    ],
)
def test_what_the_game_does_not_have_is_refused_too(rulebook: str, choices: dict[str, Any], said: str) -> None:
    (line,) = breaches(rulebook, choices)
    assert said in line


def test_every_breach_is_reported_at_once() -> None:
    lines = breaches(CRAZY, {"queens_up": "E", "dealing": "hand", "decks": 2, "links": [LINK]})
    assert [line.split(": ")[0].removeprefix("ma-crazy-4 ") for line in lines] == [
        "11(c)",
        "13(h)",
        "8(a)(1)",
        "2(b)",
    ]


@pytest.mark.clause(CRAZY, "11(d)(3)")
def test_a_meter_cannot_take_more_than_the_wager() -> None:
    first, *_ = breaches(CRAZY, {"four_card_progressive": "A", "meters": {"four_card": {"rate": "100.01%"}}})
    assert "meters.four_card.rate: Got 100.01%; expected above 0% and at most 100%" in first


# What is allowed


@pytest.mark.parametrize(
    ("rulebook", "choices"),
    [
        pytest.param(rulebook, choices, marks=pytest.mark.clause(rulebook, clause))
        for rulebook, clause, choices in [
            (CRAZY, "11(c)", {"queens_up": "D"}),
            (CRAZY, "11(d)(3)", {"four_card_progressive": "B", "meters": {"four_card": {"seed": "1000"}}}),
            (CRAZY, "11(d)(3)", {"four_card_progressive": "A", "meters": {"four_card": {"seed": "5000"}}}),
            (CRAZY, "13(h)", {**LINKED, "links": [LINK]}),
            (CRAZY, "13(f) PTMGL02", {"link_progressive": "PTMGL02", "amounts": {"link_progressive": ["5"]}}),
            (
                CRAZY,
                "13(f) PTMGL02",
                {**LINKED, "link_progressive": "PTMGL02", "readings": {"link-wager-amount": "any"}},
            ),
            (CRAZY, "12(d)", {"cover_all": True, "shuffler": "player_counting"}),
            (CRAZY, "12(d)", {"cover_all": True, "readings": {"cover-all-device": "any"}}),
            (CRAZY, "4(g)", {"shuffler": "reshuffling_device", "device_approval": "2026-17"}),
            (MA, "4(g)", {"shuffler": "reshuffling_device", "device_approval": "2026-17"}),
            (MD, "5.G", {"shuffler": "reshuffling_device", "device_approval": "2026-17"}),
            (MD, "3.C(2)", {"deck_age": 8}),
            (CARDROOM, "Wagers 1", {"readings": {"wager-limits": "exact"}}),
            (
                CARDROOM,
                "6 Card Bonus 2",
                {"limits": {"five_card_bonus": {"maximum": "5"}, "six_card_bonus": {"minimum": "5", "unit": "2.50"}}},
            ),
            (CARDROOM, "Wagers 1", ante("2", "10")),
            (CARDROOM, "Wagers 1", ante("5", "5")),
            (CARDROOM, "Equipment 3", {"shuffler": "automated", "decks": 2}),
            (MA, "6(e)", {"five_card_bonus": True}),
            (MD, "7.E(2)", {"five_card_bonus": True}),
            (MA, "2(b)", {"shuffler": "automated", "decks": 2}),
            (MD, "3.B", {"shuffler": "automated", "decks": 2}),
            (NJ, "40.2(a)", {"shuffler": "automated", "decks": 2}),
            (MA, "8(a)(1)", {"dealing": "hand", "shuffler": "automated"}),
            (MD, "9.A", {"dealing": "hand", "shuffler": "automated"}),
            (MD, "10.A", {"dealing": "automated_shoe"}),
            (NJ, "40.8(a)", {"dealing": "hand", "shuffler": "automated"}),
            (NJ, "40.9(a)", {"dealing": "automated_shoe", "device_approval": "DGE 2026-4"}),
            (NJ, "40.11(c)", {"bonus_spin": "5-fixed"}),
            (NJ, "40.11(c)", {"bonus_spin": "5-progressive"}),
            (NJ, "40.11(c)", {"bonus_spin": "1-fixed"}),
            (NJ, "40.11(c)", {"bonus_spin": "1-progressive"}),
        ]
    ],
)
def test_lawful_choices(rulebook: str, choices: dict[str, Any]) -> None:
    assert breaches(rulebook, choices) == []
