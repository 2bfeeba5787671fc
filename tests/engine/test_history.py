"""Hand histories: written and read without loss, refused when anything in them is not as it was written."""

import contextlib
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.random_rounds import Rng, chance, play_random, tables
from engine.rounds import NJ, events_of, moves, places, table, wagers
from pitboss.engine import (
    History,
    Phase,
    Result,
    RoundEvent,
    next_delivery,
    open_round,
    play,
    read_histories,
    read_history,
    replay,
    spin_due,
    verify,
    write_history,
)
from pitboss.engine.actions import CloseBets, Deal, RoundAction, Settle, Spin, Void
from pitboss.engine.event_text import read_event, write_event
from pitboss.engine.events import LineSettled, MeterPaid, PayoutHeld, RoundVoided
from pitboss.engine.history import HEADER
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, full_terms

TERMS = full_terms("ma-crazy-4")


@cache
def played_round(seed: int) -> tuple[RoundEvent, ...]:
    return tuple(play_random(TERMS, Rng(seed)).events)


def some_history(seed: int = 4) -> str:
    return write_history(TERMS, played_round(seed))


def refusal(text: str) -> str:
    with pytest.raises(Refused) as refused:
        read_history(text)
    said = str(refused.value)
    assert "\n" not in said
    return said


@pytest.mark.parametrize("terms", tables().values(), ids=tables().keys())
@given(rng=chance)
@settings(max_examples=15, deadline=None)
def test_any_round_is_read_back_as_it_was_written_and_verified(terms: Terms, rng: Rng) -> None:
    played = play_random(terms, rng)
    text = write_history(terms, played.events)
    history = read_history(text)
    assert history == History(terms, tuple(played.events))
    assert history.round() == played.round
    assert write_history(history.terms, history.events) == text
    assert verify(history) is None


def test_a_round_may_be_written_while_it_is_played() -> None:
    played = play_random(TERMS, Rng(4))
    for count in range(0, len(played.steps), 7):
        events = [event for step in played.steps[:count] for event in step]
        history = read_history(write_history(TERMS, events))
        assert history.round() == played.rounds[count]
        assert verify(history) is None


def test_rounds_may_follow_each_other_in_one_file() -> None:
    texts = [some_history(1), some_history(2), some_history(3)]
    assert [write_history(one.terms, one.events) for one in read_histories("".join(texts))] == texts
    assert "Got 3 rounds; expected one round" in refusal("".join(texts))


@given(text=st.text())
def test_text_of_any_kind_survives(text: str) -> None:
    event = RoundVoided("14(c)", text)
    line = write_event(event)
    assert line.isascii()
    assert "\n" not in line
    assert read_event(line) == event


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("history 1", "history 2"), "line 1: Got 'pitboss hand history 2'; expected 'pitboss hand history 1'"),
        (("rulebook ma-crazy-4", "rulebook ma-crazy-5"), "line 2: Got 'rulebook ma-crazy-5"),
        ((TERMS.rulebook.hash, "0" * 64), f"is not here: the one at hand has {TERMS.rulebook.hash}"),
        (('"queens_up":"A"', '"queens_up":"E"'), "ma-crazy-4 11(c): queens_up: Got 'E'; expected 'A' or"),
        (('"queens_up":"A"', '"queens_up": "A"'), "line 3: Got choices in another form"),
        (("submission {", "submission ["), "line 3: Got 'submission ["),
        (("bets-closed", "bets-open"), "Got an unknown event 'bets-open'"),
        (("bets-closed", "bets-closed loudly=yes"), "Got an unknown key 'loudly'; expected no key"),
        (("bets-closed", "bets-closed "), "expected a name and then key=value, single spaces between them"),
        (("wager-placed seat=", "wager-placed chair="), "Got no seat; expected seat=..."),
        (("seat 1", "seat  1"), None),
        (("amount=", "amount=$"), "expected 'wager-placed seat="),
        (("amount=", "amount=x"), "expected an amount such as 10.00 for amount"),
        (("cards=", "cards=1"), "expected cards such as 9s,Jd for cards"),
        (("\nend ", "\nend 1"), "expected 'end "),
        (("\nround-settled", ""), "expected 'end "),
    ],
)
def test_what_is_wrong_is_said_in_one_line(change: tuple[str, str], said: str | None) -> None:
    text = some_history()
    assert change[0] in text
    changed = text.replace(*change, 1)
    if said is None:  # well written, but no round goes like this
        assert verify(read_history(changed)) is not None
    else:
        assert said in refusal(changed)


def test_a_history_cut_short_anywhere_is_refused() -> None:
    text = some_history()
    for length in range(0, len(text), 41):
        refusal(text[:length])
    refusal(text[:-1])
    refusal("\n".join(text.split("\n")[:-2]) + "\n")


@given(seed=st.integers(0, 5), data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_garbled_history_is_refused_or_found_out_but_never_a_crash(seed: int, data: st.DataObject) -> None:
    text = some_history(seed)
    at = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 3))
    garbled = text[:at] + data.draw(st.text(max_size=3)) + text[at + length :]
    with contextlib.suppress(Refused):
        verify(read_history(garbled))


def test_no_figure_of_a_settlement_can_be_changed_unnoticed() -> None:
    events = played_round(4)
    for number, event in enumerate(events):
        if isinstance(event, LineSettled | PayoutHeld):
            line = event.line
            for other in (
                replace(line, paid=line.paid + Amount(1)),
                replace(line, returned=line.returned + Amount(1)),
                replace(line, seat=7),
                replace(line, result=Result.LIMITED),
                replace(line, clause="1"),
            ):
                changed = (*events[:number], replace(event, line=other), *events[number + 1 :])
                assert verify(History(TERMS, changed)) is not None, other


def test_a_void_is_told_with_its_reason() -> None:
    round = open_round(TERMS)
    voided = play(round, Void("4(f)", 'a "quiet" table'))
    text = write_history(TERMS, [RoundVoided("4(f)", 'a "quiet" table')])
    assert text.split("\n")[3] == 'round-voided clause=4(f) reason="a \\"quiet\\" table"'
    assert read_history(text).round() == voided
    assert verify(read_history(text)) is None
    assert voided.lines == ()


def test_the_end_of_a_settlement_cannot_be_left_out() -> None:
    violation = verify(History(TERMS, played_round(4)[:-1]))
    assert violation is not None
    assert "Got the end of the history; expected round-settled" in str(violation)


def test_the_header_names_the_format_and_its_version() -> None:
    assert some_history().startswith(f"{HEADER}\nrulebook ma-crazy-4 {TERMS.rulebook.hash}\nsubmission {{")


def test_a_spin_that_empties_a_meter_is_verified_also_after_a_turn_that_passed_by_itself() -> None:
    """Seat 4 folded, so its turn passes with the spin of seat 2: the meter is read after that."""
    happened: list[RoundEvent] = []
    opened = round = table(NJ, bonus_spin="5-progressive")

    def do(action: RoundAction) -> None:
        nonlocal round
        happened.extend(events_of(round, action))
        round = replay(opened, happened)

    for action in [*wagers("2: antes 5, bonus_spin 5; 4: antes 5, bonus_spin 5"), CloseBets()]:
        do(action)
    asked = places("cross 2c 4d 7h 9s Kc, 2 3c 3d, 4 5c Jd")
    while (delivery := next_delivery(round)) is not None:
        do(Deal(tuple(asked[delivery[0]].pop(0) for _ in range(delivery[1]))))
    for action in moves("2 bets 5; 4 folds; reveal; 2 bets 5; reveal; 2 bets 5; reveal"):
        do(action)
    shown = {"bonus_spin": Amount.parse("12345.67")}
    while round.phase is Phase.SETTLEMENT:
        spinner = spin_due(round)
        do(Settle(shown) if spinner is None else Spin(spinner, 0, shown))
    assert any(isinstance(event, MeterPaid) for event in happened)
    assert verify(History(opened.terms, tuple(happened))) is None
