"""Rulebooks with figures of their own: every number against the round engine, dealt and settled on a short deck.

Each rulebook is a shipped one with a figure changed in its files, loaded like any other.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, count
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.engine import Round, bet_bounds, open_round, play
from pitboss.engine.actions import Bet, CloseBets, Deal, PlaceWager, Reveal, Settle
from pitboss.mathematics import main_game
from pitboss.mathematics.advice import Position, advise
from pitboss.mathematics.any_game.game import AnyGame
from pitboss.mathematics.combined import round_result
from pitboss.mathematics.crazy_four.kernels import main as crazy_four_main
from pitboss.mathematics.criss_cross.kernels import solver as criss_cross_solver
from pitboss.mathematics.criss_cross.kernels.deals import Given, mask_of
from pitboss.mathematics.game import game_of
from pitboss.mathematics.nets import crazy_four_pays, criss_cross_pays
from pitboss.mathematics.shape import Other, shape_of
from pitboss.mathematics.side_wagers import odds
from pitboss.mathematics.strategy import strategy_card
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, terms_for
from pitboss.simulation import Simulation, simulate
from rulebooks.folders import changed, copied

ANTE = Amount.parse("10")
Cards = tuple[Card, ...]
Change = Callable[[Path], Path]
NUMBERS = count(1)
"""Of rulebooks, for no two may have the same id."""
BOOK = "rulebook.toml"

OWN_ACROSS = """
[[paytables]]
id = "own"
title = "Across Bet"
clause = "11(b)"
wagers = ["across"]
ranking = "five_card"
lines = [
  { hand = "royal_flush", pays = "50 to 1" },
  { hand = "straight_flush", pays = "9 for 1" },
  { hand = "flush", pays = "3 to 2" },
  { hand = "straight", pays = "7 to 1" },
  { hand = "two_pair", pays = "push" },
  { hand = "pair", low = "9", pays = "2 to 1" },
]

[[dealings]]"""
OWN_ANTE_DOWN = OWN_ACROSS.replace('"own"', '"own_ante"').replace('["across"]', '["ante_down"]')


def across_table(folder: Path) -> Path:
    changed(
        folder,
        BOOK,
        'wagers = ["across", "down", "middle"]\nranking',
        'wagers = ["down", "middle"]\nranking',
    )
    return changed(folder, BOOK, "\n[[dealings]]", OWN_ACROSS)


def ante_down_table(folder: Path) -> Path:
    changed(folder, BOOK, 'wagers = ["ante_across", "ante_down"]\nranking', 'wagers = ["ante_across"]\nranking')
    return changed(folder, BOOK, "\n[[dealings]]", OWN_ANTE_DOWN)


def decision(bet: str, least: int, most: int) -> Change:
    def change(folder: Path) -> Path:
        base = "ante_down" if bet == "down" else "ante_across"
        head = f'bet = "{bet}"\nbase = "{base}"\n'
        return changed(folder, BOOK, f"{head}least = 1\nmost = 3", f"{head}least = {least}\nmost = {most}")

    return change


def both(*changes: Change) -> Change:
    def change(folder: Path) -> Path:
        for one in changes:
            one(folder)
        return folder

    return change


CRISS_CROSS = {
    "own table across": across_table,
    "own table of an ante": ante_down_table,
    "Middle of 2 to 6": decision("middle", 2, 6),
    "all to 5": both(*(decision(bet, 1, 5) for bet in ("across", "down", "middle"))),
    "everything": both(
        across_table, ante_down_table, decision("across", 2, 2), decision("down", 1, 4), decision("middle", 3, 5)
    ),
}


def own(place: Path, change: Change, like: str = "ma-criss-cross") -> Terms:
    return terms_for(change(copied(place, f"own-{next(NUMBERS)}", like)))


def net(settled: Round, *wagers: str) -> Fraction:
    lines = [line for line in settled.lines if line.wager in wagers]
    return Fraction(sum(line.returned.cents - line.stake.cents for line in lines), ANTE.cents)


def dealt(
    terms: Terms, hole: tuple[Card, ...], across: tuple[Card, ...], down: tuple[Card, ...], middle: Card
) -> Round:
    """A deal played with the least of every bet."""
    opened = play(open_round(terms), *(PlaceWager(1, name, ANTE) for name in ("ante_across", "ante_down")), CloseBets())
    order = (down[0], across[0], middle, across[1], down[1], *hole)
    bets = [step for one in terms.rulebook.decisions for step in (Bet(1, ANTE * one.least), Reveal())]
    return play(opened, *(Deal((card,)) for card in order), *bets, Settle())


def best_play(terms: Terms, deck: tuple[Card, ...]) -> tuple[Fraction, int]:
    """The sum of best play over every deal, by trying every lawful bet; a settlement is linear in each bet."""
    sizes = [range(one.least, one.most + 1) for one in terms.rulebook.decisions]
    least = [one.least for one in terms.rulebook.decisions]
    total, deals = Fraction(0), 0
    for hole in combinations(deck, 2):
        opening, below_hole = dict.fromkeys(sizes[0], Fraction(0)), 0
        for across in combinations([card for card in deck if card not in hole], 2):
            street = {(a, d): Fraction(0) for a in sizes[0] for d in sizes[1]}
            below = 0
            for down in combinations([card for card in deck if card not in (*hole, *across)], 2):
                sums = [Fraction(0)] * 4
                middles = [card for card in deck if card not in (*hole, *across, *down)]
                for middle in middles:
                    settled = dealt(terms, hole, across, down, middle)
                    sums[0] += net(settled, "ante_across", "ante_down")
                    for place, name in enumerate(("across", "down", "middle")):
                        sums[place + 1] += net(settled, name) / least[place]
                below += len(middles)
                for a, d in street:
                    on = sums[0] + a * sums[1] + d * sums[2]
                    folded = Fraction(-(2 + a + d) * len(middles))
                    street[a, d] += max(folded, *(on + m * sums[3] for m in sizes[2]))
            for a in sizes[0]:
                opening[a] += max(Fraction(-(2 + a) * below), *(street[a, d] for d in sizes[1]))
            below_hole += below
        total += max(Fraction(-2 * below_hole), *opening.values())
        deals += below_hole
    return total, deals


@pytest.mark.parametrize("change", CRISS_CROSS.values(), ids=CRISS_CROSS)
def test_criss_cross_is_worth_what_the_engine_pays(change: Change, tmp_path: Path) -> None:
    terms, deck = own(tmp_path, change), parse_cards("Ts Js Qs Ks Jd 6h 6d 9s")
    total, deals = best_play(terms, deck)
    given = Given(mask_of(*(card.index for card in deck)))
    solution = criss_cross_solver.solve(criss_cross_pays(terms), given)
    assert solution.deals == deals
    assert solution.ev == total / deals
    spread = criss_cross_solver.distribution(criss_cross_pays(terms), given)
    assert sum(value * count for value, count in spread) == total


def test_a_middle_of_two_to_six_antes_is_what_is_offered(tmp_path: Path) -> None:
    terms = own(tmp_path, CRISS_CROSS["Middle of 2 to 6"])
    hole, across, down = parse_cards("9c 9d"), parse_cards("2h 3h"), parse_cards("Kh Ks")
    middle = advise(terms, Position(hole, (*across, *down), ("1x", "3x")))
    assert list(middle.options) == [
        "fold",
        "2x",
        "3x",
        "4x",
        "5x",
        "6x",
    ]
    assert list(advise(terms, Position(hole, across, ("1x",))).options) == ["fold", "1x", "2x", "3x"]
    assert set(main_game.solve(terms).actions["middle"]) == {"fold", "2x", "6x"}
    with pytest.raises(Refused, match="1x or 2x or 3x"):
        advise(terms, Position(hole, across, ("4x",)))


def test_simulated_rounds_are_those_of_the_engine(tmp_path: Path) -> None:
    """Each line of each round, to the cent, with bets at random."""
    terms = own(tmp_path, CRISS_CROSS["everything"])
    stakes = {"ante_across": ANTE, "ante_down": ANTE}
    simulation = Simulation.of(terms, stakes=stakes, strategy="random", seed=5)
    batch = simulation.play(0, 400)
    table = simulation.table
    played = 0
    for i in range(len(batch.deals)):
        bets = batch.bets[i, 0].tolist()
        if not all(bets):
            continue
        played += 1
        opened = play(open_round(terms), *(PlaceWager(1, name, ANTE) for name in stakes), CloseBets())
        order = table.decks(batch.deals)[i]
        steps = [step for bet in bets for step in (Bet(1, ANTE * bet), Reveal())]
        settled = play(opened, *(Deal((DECK[card],)) for card in order), *steps, Settle())
        for c, column in enumerate(table.columns):
            if column.name in terms.wagers:
                lines = [line for line in settled.lines if line.wager == column.name]
                assert batch.net[0, c, i] == sum(line.returned.cents - line.stake.cents for line in lines)
    assert played > 20


@pytest.mark.parametrize("name", ["own table across", "everything"])
def test_what_is_simulated_agrees_with_what_is_counted(name: str, tmp_path: Path) -> None:
    result = simulate(own(tmp_path, CRISS_CROSS[name]), 400_000)
    for row in ("main game", "ante_across", "ante_down", "across", "down", "middle"):
        z = result[row].z
        assert z is not None
        assert abs(z) < 4.5, row


def test_the_shares_of_bets_up_to_five_antes_make_a_whole(tmp_path: Path) -> None:
    result = simulate(own(tmp_path, CRISS_CROSS["all to 5"]), 100_000)
    for shares in result.actions.values():
        assert set(shares) <= {"fold", "1x", "5x"}
        assert sum(shares.values()) == pytest.approx(1)
    assert abs(result["main game"].z or 0) < 4.5


# Crazy 4


def duel_of(odds: str) -> Change:
    def change(folder: Path) -> Path:
        text = (folder / BOOK).read_text(encoding="utf-8")
        assert text.count('higher = "1 to 1"') == 2
        text = text.replace('higher = "1 to 1"', f'higher = "{odds}"')
        text = text.replace('not_qualified = "1 to 1"', f'not_qualified = "{odds}"')
        (folder / BOOK).write_text(text, encoding="utf-8")
        return folder

    return change


def play_wager(folder: Path) -> Path:
    changed(folder, BOOK, "least = 1\nmost = 1", "least = 1\nmost = 2")
    return changed(folder, BOOK, "most = 3", "most = 5")


def other_hands(folder: Path) -> Path:
    changed(folder, BOOK, 'low = "K"', 'low = "A"')
    return changed(folder, BOOK, 'hand = "pair", low = "A"', 'hand = "two_pair"')


def gap(folder: Path) -> Path:
    text = (folder / BOOK).read_text(encoding="utf-8")
    start = text.index('wagers = ["super_bonus"]')
    head, tail = text[:start], text[start:]
    lines = [line for line in tail.split("\n") if '{ hand = "flush"' not in line or tail.index(line) > 700]
    (folder / BOOK).write_text(head + "\n".join(lines), encoding="utf-8")
    return folder


CRAZY_FOUR = {
    "pays 2 to 1": duel_of("2 to 1"),
    "pays 3 to 2": duel_of("3 to 2"),
    "other sizes": play_wager,
    "other hands": other_hands,
    "a Super Bonus with a gap": gap,
}


def best_crazy_four(terms: Terms, deck: tuple[Card, ...]) -> tuple[Fraction, int]:
    total, pairings = Fraction(0), 0
    for player in combinations(deck, 5):
        fixed = on_play = Fraction(0)
        dealers = list(combinations([card for card in deck if card not in player], 5))
        sizes: range = range(0)
        for dealer in dealers:
            stakes = (PlaceWager(1, name, ANTE) for name in ("ante", "super_bonus"))
            opened = play(open_round(terms), *stakes, CloseBets())
            order = [card for pair in zip(player, dealer, strict=True) for card in pair]
            round = play(opened, *(Deal((card,)) for card in order))
            least, most = (bound.cents // ANTE.cents for bound in bet_bounds(round, round.seats[1]))
            sizes = range(least, most + 1)
            settled = play(round, Bet(1, ANTE * least), Reveal(), Settle())
            fixed += net(settled, "ante", "super_bonus")
            on_play += net(settled, "play") / least
        total += max(Fraction(-2 * len(dealers)), *(fixed + size * on_play for size in sizes))
        pairings += len(dealers)
    return total, pairings


@pytest.mark.parametrize("change", CRAZY_FOUR.values(), ids=CRAZY_FOUR)
def test_crazy_four_is_worth_what_the_engine_pays(change: Change, tmp_path: Path) -> None:
    terms, deck = own(tmp_path, change, "ma-crazy-4"), parse_cards("As Ah Ks Qs Js Kd 9c 9d 2h 7h 4c")
    total, pairings = best_crazy_four(terms, deck)
    solution = crazy_four_main.solve(crazy_four_pays(terms), sum(1 << card.index for card in deck))
    assert solution.counts.pairings == pairings
    assert solution.ev == total / pairings


@pytest.mark.parametrize("name", CRAZY_FOUR)
def test_crazy_four_simulated_agrees_with_what_is_counted(name: str, tmp_path: Path) -> None:
    terms = own(tmp_path, CRAZY_FOUR[name], "ma-crazy-4")
    result = simulate(terms, 300_000, stakes={"ante": ANTE, "super_bonus": ANTE})
    for row in ("main game", "ante", "super_bonus", "play"):
        z = result[row].z
        assert z is not None
        assert abs(z) < 4.5, row
    assert all(sum(shares.values()) == pytest.approx(1) for shares in result.actions.values())


# Side wagers


SECOND_BONUS = """
[[offers]]
name = "second_bonus"
title = "Second Bonus"
clause = "6(e)"

[[wagers]]
name = "second_bonus"
title = "Second Bonus"
clause = "6(e)"
decided_by = "community"
offer = "second_bonus"
limit = "five_card_bonus"
needs = ["ante_across", "ante_down"]
stands_on_fold = {stands}
fold_clause = "10(b)"
lose_clause = "reading bonus-loses"

[[paytables]]
id = "second_bonus"
title = "Second Bonus"
clause = "11(c)"
wagers = ["second_bonus"]
ranking = "five_card"
lines = [
  {{ hand = "flush", pays = "20 to 1" }},
  {{ hand = "pair", low = "J", pays = "1 to 1" }},
]

[[dealings]]"""


def second_bonus(stands: str = "true") -> Change:
    def change(folder: Path) -> Path:
        changed(folder, BOOK, "\n[[dealings]]", SECOND_BONUS.format(stands=stands))
        return changed(folder, BOOK, '"five_card_bonus"]\nrack', '"five_card_bonus", "second_bonus"]\nrack')

    return change


def with_second_bonus(place: Path, stands: str = "true") -> Terms:
    folder = second_bonus(stands)(copied(place, f"own-{next(NUMBERS)}"))
    return terms_for(folder, {"five_card_bonus": True, "second_bonus": True})


STAKES = {"ante_across": ANTE, "ante_down": ANTE, "five_card_bonus": ANTE, "second_bonus": Amount.parse("5")}
# A flush, straight flushes not among them, in 5,108 of 2,598,960 hands at 20 to 1; a pair of jacks or better, four of
# thirteen ranks of the 1,098,240 pairs, at even money.
SECOND_EV = Fraction(21 * 5_108 + 2 * 1_098_240 * 4 // 13, 2_598_960) - 1


def test_a_second_wager_on_the_community_cards_is_simulated(tmp_path: Path) -> None:
    result = simulate(with_second_bonus(tmp_path), 400_000, stakes=STAKES)
    assert result["second_bonus"].exact == SECOND_EV
    assert abs(result["second_bonus"].z or 9) < 4.5
    assert abs(result["five_card_bonus"].z or 9) < 4.5


def test_risk_counts_a_second_wager_on_the_community_cards(tmp_path: Path) -> None:
    terms = with_second_bonus(tmp_path)
    stakes = {"five_card_bonus": ANTE, "second_bonus": Amount.parse("5")}
    result = round_result(terms, ANTE, stakes)
    sides = {one.wager: one.ev for one in odds(terms)}
    expected = 10 * main_game.solve(terms).ev + 10 * sides["five_card_bonus"] + 5 * sides["second_bonus"]
    assert sides["second_bonus"] == SECOND_EV
    assert result.spread.mean == expected


def test_a_wager_that_a_fold_forfeits_is_counted_so(tmp_path: Path) -> None:
    """Every deal folded loses it: never more than where it stands, and what is simulated comes to the same."""
    terms = with_second_bonus(tmp_path, "false")
    found = next(one for one in odds(terms) if one.wager == "second_bonus")
    folded = next(line for line in found.lines if line.title == "folded")
    shares = main_game.solve(terms).actions
    stays = np.prod([float(1 - shares[street]["fold"]) for street in shares])
    assert float(folded.probability) == pytest.approx(1 - stays)
    result = simulate(terms, 400_000, stakes=STAKES)
    assert result["second_bonus"].exact == found.ev < SECOND_EV
    assert abs(result["second_bonus"].z or 9) < 4.5
    alone = round_result(terms, ANTE, {"second_bonus": Amount.parse("5")})
    assert alone.spread.mean == 10 * main_game.solve(terms).ev + 5 * found.ev


def test_a_wager_the_simulator_does_not_know_is_refused(tmp_path: Path) -> None:
    def change(folder: Path) -> Path:
        changed(folder, BOOK, '[[wagers]]\nname = "queens_up"', '[[wagers]]\nname = "ladies"')
        text = (folder / BOOK).read_text(encoding="utf-8")
        text = re.sub(r'(wagers = \[[^\]]*)"queens_up"', r'\1"ladies"', text)
        (folder / BOOK).write_text(text, encoding="utf-8")
        return folder

    terms = own(tmp_path, change, "ma-crazy-4")
    with pytest.raises(Refused, match="cannot be simulated"):
        simulate(terms, 1_000, stakes={"ante": ANTE, "super_bonus": ANTE, "ladies": ANTE})


def test_a_game_of_another_shape_goes_to_the_solver_for_any_game(tmp_path: Path) -> None:
    """Turned up in another order, the cards decide other hands than the fast solver counts."""

    def change(folder: Path) -> Path:
        changed(folder, BOOK, 'reveals = ["left", "right"]', 'reveals = ["left", "top"]')
        return changed(folder, BOOK, 'reveals = ["top", "bottom"]', 'reveals = ["right", "bottom"]')

    terms = own(tmp_path, change)
    assert isinstance(shape_of(terms), Other)
    game = game_of(terms)
    assert isinstance(game, AnyGame)
    assert game.reach.deals == 1326 * 50 * 49 * 48 * 47 * 46  # a card of each line is turned up, so it matters which
    with pytest.raises(Refused, match="left, top"):
        strategy_card(terms)
