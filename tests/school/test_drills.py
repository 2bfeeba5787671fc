"""Every answer of the dealer school, found a second way; under every rulebook that ships, and one that is added."""

import re
import tomllib
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.cards import RANKS
from pitboss.cli.chance import TableChance
from pitboss.engine import Round, to_act
from pitboss.engine.actions import Bet, Check, Deal, Fold, Reveal, Settle, Spin, Withdraw
from pitboss.engine.deal import next_delivery
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, Terms, full_terms, load, terms_for
from pitboss.school import KINDS, DrillKind, SchoolQuestion, question, right
from pitboss.school.drills import NOTHING
from pitboss.school.random_round import played

ADDED = sorted(path.parent for path in Path("examples/rulebooks").glob("*/rulebook.toml"))
GAMES = [*SHIPPED, *map(str, ADDED)]
SEEDS = range(4)
WORDS = {
    "discard_card": "set aside",
    "use_as_next": "dealt as the next",
    "back_up_card": "backed up",
    "void": "round is void",
    "reshuffle": "shuffled again",
    "forfeit_player": "forfeited",
    "out_of_order": "out of order",
    "call_off": "cannot be decided",
    "play_on": "play goes on",
}


def terms_of(game: str) -> Terms:
    """Everything a rulebook allows, of one that is added too."""
    return full_terms(game if game in SHIPPED else Path(game))


def drills(game: str, kind: DrillKind) -> list[tuple[SchoolQuestion, Terms, int]]:
    """Some questions, each with the seed it comes from."""
    terms = terms_of(game)
    return [(question(terms, kind, TableChance(seed).below), terms, seed) for seed in SEEDS]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_drill_has_one_right_answer_and_a_clause_that_exists(game: str, kind: DrillKind) -> None:
    for drill, terms, seed in drills(game, kind):
        assert right(drill, drill.answer)
        assert [given for given in drill.choices if right(drill, given)] == ([drill.answer] if drill.choices else [])
        assert len(set(drill.choices)) == len(drill.choices)
        known = {clause.id for clause in terms.rulebook.clauses} | {
            f"reading {item.id}" for item in terms.rulebook.interpretations
        }
        assert drill.clause in known, drill
        assert drill == question(terms, kind, TableChance(seed).below)  # the same seed, the same question


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_the_best_of_all_that_its_cards_make(game: str) -> None:
    """Every choice of cards is tried, and the highest kept."""
    for drill, terms, _ in drills(game, DrillKind.HAND):
        (fact,) = drill.facts
        hand = next(hand for hand in terms.rulebook.hands if hand.title == fact.title)
        ranking = terms.ranking(hand.ranking)
        best = max(map(ranking.evaluate, combinations(fact.cards, ranking.size)), key=lambda value: value.strength)
        assert drill.answer == best.describe()


@pytest.mark.parametrize("game", GAMES)
def test_a_payment_is_the_stake_times_the_odds(game: str) -> None:
    counted = 0
    for drill, _, _ in drills(game, DrillKind.PAY):
        odds = re.search(r"(\d+) (to|for) (\d+) on", drill.why)
        stake = Fraction(re.sub(r"[^\d.]", "", drill.facts[0].text))
        if odds is not None:
            times = Fraction(int(odds[1]), int(odds[3]))
            assert Fraction(Amount.parse(drill.answer).cents, 100) == stake * times
            counted += 1
        elif "push" in drill.why or "lose" in drill.why:
            assert Amount.parse(drill.answer) == Amount.ZERO
    assert counted


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_next_is_what_the_house_and_the_players_did_next(game: str) -> None:
    """The round of the same seed, by the action that followed and not by what was offered."""
    for drill, terms, seed in drills(game, DrillKind.TURN):
        chance = TableChance(seed)
        moments = played(terms, chance.below).moments
        round, action = moments[chance.below(len(moments))]
        match action:
            case Deal(cards):
                place, count = next_delivery(round) or ("", 0)
                assert len(cards) == count
                assert drill.answer.endswith(f"to {place}")
            case Bet(seat) | Check(seat) | Fold(seat) | Withdraw(seat):
                assert to_act(round) == seat
                assert drill.answer.startswith(f"seat {seat} decides")
            case Reveal():
                assert drill.answer.startswith(("turn up", "go on"))
            case Settle() | Spin():
                assert drill.answer.startswith(("seat", "settle"))
                assert _next_seat(round, moments) in (drill.answer.split(":")[0], "")


def _next_seat(round: Round, moments: tuple[tuple[Round, object], ...]) -> str:
    """The seat of the next line with a stake: where a turn settles the own wagers."""
    rounds = [moment[0] for moment in moments]
    after = rounds[rounds.index(round) + 1] if rounds.index(round) + 1 < len(rounds) else None
    new = after.lines[len(round.lines) :] if after is not None else ()
    staked = [line.seat for line in new if line.stake]
    return f"seat {staked[0]}" if staked else ""


@pytest.mark.parametrize("game", GAMES)
def test_one_line_is_wrong_or_none_is(game: str) -> None:
    """Held against the odds each line states: only the one that is asked for does not follow from them."""
    spoiled = 0
    for drill, _, _ in drills(game, DrillKind.MISTAKE):
        right_line = drill.why.removesuffix(".").partition(": ")
        told = [fact for fact in drill.facts if fact.title == right_line[0]]
        if drill.answer == NOTHING:
            assert right_line[2] in [fact.text for fact in told]
        else:
            assert drill.answer == right_line[0]
            assert any(fact.text != right_line[2] for fact in told)
            spoiled += 1
    assert spoiled


@pytest.mark.parametrize("game", GAMES)
def test_a_remedy_is_the_one_the_document_has(game: str) -> None:
    """From the file of the rulebook itself."""
    folder = Path("src/pitboss/rulebooks/data") / game if game in SHIPPED else Path(game)
    listed = tomllib.loads((folder / "table.toml").read_text())["irregularities"]
    for drill, terms, _ in drills(game, DrillKind.REMEDY):
        rule = next(item for item in listed if item["title"] == drill.facts[0].text and item["clause"] == drill.clause)
        wanted = rule["again"] if "second time" in drill.asks else rule["remedies"]
        if "reading" in rule:
            wanted = rule["readings"].get(terms.reading(rule["reading"]), wanted)
        assert all(WORDS[name] in drill.answer for name in wanted)
        assert drill.answer.count(", and ") >= len(wanted) - 1


def test_an_amount_is_right_in_any_spelling_and_nothing_else_is() -> None:
    drill = question(terms_for(load("ma-crazy-4").id), DrillKind.PAY, TableChance(1).below)
    whole = Amount.parse(drill.answer)
    assert right(drill, f" ${whole.cents / 100:,.2f} ")
    for wrong in ("", "x", str(whole + Amount(1)), *RANKS[-1:]):
        assert not right(drill, wrong)
