"""`pitboss play`: whole rounds of every rulebook, by the computer, through a pipe and at a terminal."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from rich.console import Console

from engine.random_rounds import Rng, chance, play_random, tables
from pitboss.cli.felt import SYMBOLS, felt
from pitboss.engine import Phase, read_histories, verify, view
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, Terms

COMMAND = [sys.executable, "-c", "from pitboss.cli import main; main()", "play"]


def run(*options: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *options], input=typed, capture_output=True, text=True, timeout=60, check=False)


def played(*options: str) -> Any:
    done = run(*options, "--auto", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("id", SHIPPED)
def test_the_computer_plays_rounds_whose_money_adds_up(id: str, tmp_path: Path) -> None:
    file = tmp_path / "rounds.txt"
    answer = played(id, "--seats", "6", "--seat", "4", "--rounds", "5", "--seed", "11", "--history", str(file))
    assert answer["rulebook"] == id
    assert len(answer["rounds"]) == 5
    bankroll = Amount.parse("1000")
    for one in answer["rounds"]:
        assert [seat["seat"] for seat in one["seats"]] == [1, 2, 3, 4, 5, 6]
        for seat in one["seats"]:
            back = sum((Amount.parse(line["returned"]) for line in seat["lines"]), Amount.ZERO)
            assert Amount.parse(seat["returned"]) == back
            assert Amount.parse(seat["net"]) == back - Amount.parse(seat["staked"])
        bankroll += Amount.parse(one["seats"][3]["net"])
    assert Amount.parse(answer["bankroll"]) == bankroll
    histories = read_histories(file.read_text(encoding="ascii"))
    assert [verify(history) for history in histories] == [None] * 5


def test_the_same_seed_plays_the_same_game_and_another_another() -> None:
    first = played("md-criss-cross", "--seed", "5", "--rounds", "3")
    assert played("md-criss-cross", "--seed", "5", "--rounds", "3") == first
    assert played("md-criss-cross", "--seed", "6", "--rounds", "3") != first


@pytest.mark.parametrize("id", SHIPPED)
def test_a_round_is_played_through_a_pipe(id: str) -> None:
    done = run(id, "--seats", "2", "--seat", "2", "--seed", "3", "--rounds", "1", typed="\n" * 10)
    assert (done.returncode, done.stderr) == (0, "")
    for part in ("“No more bets.”", "Your cards", "Enter: 1 >", "Seat 2 (you): ", "Clause", "Your bankroll: $"):
        assert part in done.stdout
    assert "Round 2" not in done.stdout


def test_wagers_can_be_changed_and_refusals_name_their_clause() -> None:
    typed = "c\n1\n11\n10\n5\n7\n0\n4\nhuh\nf\n"
    done = run("cardroom-criss-cross", "--seats", "1", "--seed", "3", "--rounds", "1", typed=typed)
    assert (
        "cardroom-criss-cross Wagers 1: seat 1: Across Ante must be between $2.00 and $10.00; $1.00 was given."
        in unwrapped(done)
    )
    assert "Across Ante must be between $2.00 and $10.00; $11.00 was given." in unwrapped(done)
    assert "6 Card Bonus must equal 5 Card Bonus ($5.00); $7.00 was given." in unwrapped(done)
    assert (
        "Round 1: seat 1: Across Bet must be $10.00, $20.00 or $30.00; $40.00 was given. The alternative is a fold."
        in unwrapped(done)
    )
    assert "f folds, 1 to 3 bet so many antes" in done.stdout
    assert "Seat 1 folds at the Across Bet." in done.stdout
    assert done.returncode == 0


def unwrapped(done: subprocess.CompletedProcess[str]) -> str:
    return " ".join(done.stdout.split())


def test_the_end_of_input_leaves_the_table_politely() -> None:
    done = run("nj-criss-cross")
    assert "You leave the table with $1,000.00. Good-bye." in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_leaving_in_mid_round_leaves_the_wagers_behind(tmp_path: Path) -> None:
    file = tmp_path / "round.txt"
    done = run("ma-criss-cross", "--seats", "1", "--seed", "3", "--history", str(file), typed="\nq\n")
    assert "Your wagers of $11.00 stay on the layout; a floorperson rules on them (6(b))." in unwrapped(done)
    assert "You leave the table with $989.00." in done.stdout
    (history,) = read_histories(file.read_text(encoding="ascii"))
    assert history.round().phase is Phase.DECISION


def test_a_bankroll_that_does_not_cover_the_antes_ends_the_game() -> None:
    done = run("ma-criss-cross", "--bankroll", "9.99", "--auto")
    assert done.stdout.strip() == "Your $9.99 no longer cover the least antes."
    assert done.returncode == 0


def test_bets_the_bankroll_does_not_cover_cannot_be_made() -> None:
    done = run("ma-criss-cross", "--seats", "1", "--bankroll", "12", "--seed", "3", "--rounds", "1", typed="\n1\n\n")
    assert "You have $2.00 left." in done.stdout
    assert "Seat 1 folds at the Across Bet." in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("no-such-game",), "there is no rulebook 'no-such-game'"),
        (("ma-crazy-4", "--json"), "--json: It goes with --auto: a program cannot be asked."),
        (("ma-crazy-4", "--bankroll", "much"), "--bankroll: Got 'much'; expected an amount with at most"),
        (("ma-crazy-4", "--bankroll", "0"), "--bankroll: Got '0'; expected an amount above zero."),
        (("ma-crazy-4", "--seats", "7"), "--seats"),
        (("ma-crazy-4", "--seat", "0"), "--seat"),
        (("ma-crazy-4", "--submission", "no-such-file"), "no-such-file"),
        (("ma-crazy-4", "--auto", "--history", "/no/such/folder/file"), "/no/such/folder/file"),
    ],
)
def test_what_is_wrong_is_said_without_a_traceback(options: tuple[str, ...], said: str) -> None:
    done = run(*options)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_submission_of_ones_own_is_played(tmp_path: Path) -> None:
    file = tmp_path / "submission.toml"
    file.write_text('five_card_bonus = true\nlimits.ante = { minimum = "50", maximum = "500" }\n')
    answer = played("ma-criss-cross", "--submission", str(file), "--seats", "1", "--seed", "1")
    stakes = {line["wager"]: line["stake"] for line in answer["rounds"][0]["seats"][0]["lines"]}
    assert (stakes["ante_across"], stakes["ante_down"], stakes["five_card_bonus"]) == ("50.00", "50.00", "1.00")


@pytest.mark.parametrize("id", ["ma-crazy-4", "cardroom-criss-cross"])
def test_a_round_is_played_at_a_terminal_and_left_with_ctrl_c(id: str) -> None:
    leader, follower = pty.openpty()
    command = [*COMMAND, id, "--seed", "3"]
    # Whoever runs the tests in the background has Ctrl-C ignored, and what they start would inherit that.
    ignored = signal.signal(signal.SIGINT, signal.default_int_handler)
    game = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower)
    signal.signal(signal.SIGINT, ignored)
    os.close(follower)
    shown = ""
    try:
        while "Good-bye." not in shown:
            waiting = not select.select([leader], [], [], 0.5)[0]
            if waiting and "Round 2" in shown:
                game.send_signal(signal.SIGINT)  # what Ctrl-C sends
            elif waiting:
                os.write(leader, b"\n")
            else:
                shown += os.read(leader, 1 << 16).decode(errors="replace")
            assert len(shown) < 50_000
        assert game.wait(timeout=30) == 0
    finally:
        game.kill()
        os.close(leader)
    assert "Your bankroll: $" in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize("terms", tables().values(), ids=tables().keys())
@given(rng=chance)
@settings(max_examples=2, deadline=None)
def test_the_felt_draws_no_card_that_lies_face_down(terms: Terms, rng: Rng) -> None:
    for round in play_random(terms, rng).rounds[::5]:
        if not round.seats:
            continue
        viewer = rng.choice(list(round.seats))
        seen = view(round, viewer)
        console = Console(width=200, color_system=None)
        with console.capture() as capture:
            console.print(felt(seen, terms))
        face_up = [*seen.seat(viewer).cards, *(card for place in seen.places for card in place.cards)]
        face_up += [card for seat in seen.seats for card in seat.cards]
        for card in round.cards_out:
            symbol = str(card)[0] + SYMBOLS[card.suit]
            assert card in face_up or symbol not in capture.get()
