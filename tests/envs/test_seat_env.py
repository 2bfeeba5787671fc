"""One seat as a Gymnasium environment: rewards worked out by hand, what is seen, what is refused."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.seeding import np_random
from hypothesis import given, settings
from hypothesis import strategies as st

import pitboss.envs as environments
from pitboss.cards import parse_cards
from pitboss.engine import view
from pitboss.envs import FOLDED, UNSEEN, SeatEnv, one_hot
from pitboss.envs.episode import begin
from pitboss.envs.optimal import optimal
from pitboss.rulebooks import SHIPPED, Refused
from rulebooks.folders import changed
from rulebooks.submissions import new_jersey
from simulation.holdem import EXAMPLES

# Dealt in Massachusetts as top, left, middle, right, bottom, then two to the seat: nines and a jack with
# 9c 9h 2d across (three nines) and with Qs 9h 4h down (a pair of nines).
NINES = "Qs 9c 9h 2d 4h 9s Jd"


def play(env: gym.Env[Any, Any], actions: list[int], deck: str) -> tuple[dict[str, Any], float, dict[str, Any]]:
    """The last observation, the sum of rewards and the last info."""
    seen, info = env.reset(options={"deck": deck})
    total = 0.0
    for action in actions:
        seen, reward, over, _, info = env.step(action)
        total += float(reward)
    assert over
    return seen, total, info


@pytest.mark.parametrize("rulebook", SHIPPED)
@pytest.mark.parametrize("seats", [1, 3, 6])
@pytest.mark.filterwarnings("error")
def test_gymnasiums_own_checks(rulebook: str, seats: int) -> None:
    name = "pitboss/CrazyFour-v0" if rulebook == "ma-crazy-4" else "pitboss/CrissCross-v0"
    check_env(gym.make(name, rulebook=rulebook, seats=seats, seat=seats, render_mode="ansi").unwrapped)


@pytest.mark.clause("ma-criss-cross", "11(a)", "11(b)")
@pytest.mark.parametrize(
    ("actions", "net"),
    [
        # Three nines pay 3 to 1, and an ante even money; a pair of nines pushes; the middle goes by the better hand.
        ([1, 3, 1], 1 + 1 * 3 + 0 + 0 + 1 * 3),
        ([3, 1, 3], 1 + 3 * 3 + 0 + 0 + 3 * 3),
        ([0], -2),
        ([2, 0], -2 - 2),
        ([2, 3, 0], -2 - 2 - 3),
    ],
)
def test_rewards_of_criss_cross(actions: list[int], net: int) -> None:
    _, total, info = play(gym.make("pitboss/CrissCross-v0", wagers={"ante_across": "5"}), actions, NINES)
    assert total == net
    assert info["net_cents"] == net * 500  # at an ante of $5


@pytest.mark.clause("ma-crazy-4", "10(c)", "11(b)")
@pytest.mark.parametrize(
    ("hand", "dealer", "actions", "net"),
    [
        # A flush: the Super Bonus pays 3 to 2. The dealer's queen high does not qualify: Play wins, the Ante pushes.
        ("Ah Jh 8h 5h 2c", "Qc Td 8s 6d 3c", [1], 0 + 1 + 1.5),
        # A pair of aces may bet three; the dealer's pair of kings qualifies and loses. The Super Bonus goes back.
        ("Ah Ac 8h 5d 2c", "Kc Kd 8s 6d 3c", [3], 1 + 3 + 0),
        ("Kh Qc 8h 5d 2c", "Kc Kd 8s 6d 3c", [1], -3),
        ("Kh Qc 8h 5d 2c", "Kc Kd 8s 6d 3c", [0], -2),
        # Seat 1 of one seat may not bet two or three without a pair of aces: refused, and asked again.
        ("Kh Qc 8h 5d 2c", "Kc Kd 8s 6d 3c", [3, 2, 1], -3),
    ],
)
def test_rewards_of_crazy_4(hand: str, dealer: str, actions: list[int], net: float) -> None:
    # A card to the seat and one to the dealer in turn, five times.
    deck = " ".join(f"{own} {his}" for own, his in zip(hand.split(), dealer.split(), strict=True))
    seen, total, info = play(SeatEnv("ma-crazy-4", wagers={"ante": "10"}), actions, deck)
    assert total == net
    assert info["net_cents"] == net * 1000
    shown = [card.index for card in parse_cards(hand)]
    turned = [card.index for card in parse_cards(dealer)]  # also where nobody is left to play
    assert seen["cards"].tolist() == shown + turned


def test_what_is_seen_before_each_decision() -> None:
    env = SeatEnv(seats=2)
    # Top, left, middle, right, bottom; a card to each of two seats, twice.
    first, _ = env.reset(options={"deck": "Qs 9c 9h 2d 4h 9s Kd Jd Kh"})
    hole = [card.index for card in parse_cards("9s Jd")]
    across = [card.index for card in parse_cards("9c 2d")]
    down = [card.index for card in parse_cards("Qs 4h")]
    middle = [card.index for card in parse_cards("9h")]
    assert first["cards"].tolist() == hole + [UNSEEN] * 5
    assert first["bets"].tolist() == [[0, 0, 0], [0, 0, 0]]
    second, reward, over, _, _ = env.step(np.int64(2))
    assert (reward, over) == (0.0, False)
    assert second["cards"].tolist() == hole + across + [UNSEEN] * 3
    assert second["bets"].tolist() == [[2, 0, 0], [1, 0, 0]]  # the other seat bets the least
    third, *_ = env.step(np.int64(1))
    assert third["cards"].tolist() == [*hole, *across, *down, UNSEEN]
    last, reward, over, _, _ = env.step(np.int64(0))
    assert over
    assert last["cards"].tolist() == hole + across + down + middle
    assert last["bets"].tolist() == [[2, 1, FOLDED], [1, 1, 1]]
    assert not last["action_mask"].any()
    assert reward == -2 - 2 - 1


@given(deck=st.permutations(range(52)), swapped=st.permutations(range(50)))
@settings(max_examples=25, deadline=None)
def test_unseen_cards_leave_no_trace(deck: list[int], swapped: list[int]) -> None:
    # Whatever order the cards beyond the seat's own two come in, the first observation is the same.
    env = SeatEnv("cardroom-criss-cross")  # deals the seat's cards first
    rest = deck[2:]
    first, _ = env.reset(options={"deck": deck})
    second, _ = env.reset(options={"deck": [*deck[:2], *(rest[place] for place in swapped)]})
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_a_card_that_lies_face_up_from_the_deal_is_seen_at_once() -> None:
    # Caribbean Stud: a card to the seat and one to the dealer, four times, one to the seat, and the dealer's upcard.
    env = SeatEnv(EXAMPLES / "caribbean-stud")
    seen, _ = env.reset(options={"deck": "2h 3h 4c 5c 6d 7d 8s 9s Th Ac"})
    own = [card.index for card in parse_cards("2h 4c 6d 8s Th")]
    (upcard,) = parse_cards("Ac")
    assert seen["cards"].tolist() == [*own, upcard.index, *[UNSEEN] * 4]


def test_what_stands_beside_a_check_or_a_bet_has_a_number_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "let-it-ride"
    shutil.copytree(EXAMPLES / "let-it-ride", folder)
    changed(
        folder,
        "rulebook.toml",
        'reveals = ["second"]',
        'fold_clause = "5"\nrack_clause = "5"\nreveals = ["second"]',
    )
    env = SeatEnv(folder)
    assert env.encoding.actions == (("check", "withdraw", ""), ("check", "withdraw", "fold"))
    env.reset(seed=1)
    env.step(np.int64(1))
    seen, reward, over, _, _ = env.step(np.int64(2))
    assert over
    assert reward == -2.0  # one of three bets was taken back, the others are given up
    assert seen["bets"].tolist() == [[1, FOLDED]]


def test_a_refused_action_changes_nothing_and_says_why() -> None:
    env = SeatEnv("ma-crazy-4")
    before, _ = env.reset(options={"deck": "Kh Kc Qc Kd 8h 8s 5d 6d 2c 3c"})
    assert before["action_mask"].tolist() == [1, 1, 0, 0]
    after, reward, over, _, info = env.step(np.int64(3))
    assert all(np.array_equal(before[name], after[name]) for name in before)
    assert (reward, over) == (0.0, False)
    assert "10(b)" in info["refused"]


def test_one_who_never_learns_is_stopped() -> None:
    env = gym.make("pitboss/CrazyFour-v0")
    env.reset(options={"deck": "Kh Kc Qc Kd 8h 8s 5d 6d 2c 3c"})
    cut = [env.step(3)[3] for _ in range(100)]
    assert cut == [False] * 99 + [True]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seats": 7}, "Got 7 seats; expected 1 to 6"),
        ({"seat": 0}, "Got seat 0; expected 1 to 6"),
        ({"wagers": {"five_card_bonus": "5"}}, "Got wager five_card_bonus; expected one of ante_across, ante_down"),
        ({"wagers": {"ante_across": "five"}}, "an amount such as 5"),
        ({"meters": {"mega": "10"}}, "Cannot accept meter mega"),
    ],
)
def test_what_cannot_be_set_up_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as refused:
        SeatEnv("ma-criss-cross", **arguments)
    assert words in str(refused.value.violations[0])


def test_an_unlawful_stake_is_refused_by_the_round() -> None:
    with pytest.raises(Refused, match="Ante Across must be between"):
        SeatEnv("ma-criss-cross", wagers={"ante_across": "1000000"}).reset(seed=1)


@pytest.mark.clause("nj-criss-cross", "40.11(c)")
def test_side_wagers_wheel_and_meter_are_part_of_the_reward() -> None:
    # A pair of aces in the hole turns the wheel; stop 0, the top prize, comes up but for 11 times in a billion.
    weights = {str(stop): 1_000_000_000 if stop == 0 else 1 for stop in range(12)}
    choices = new_jersey({"bonus_spin": "5-progressive", "wheel": {"weights": weights}})
    env = SeatEnv("nj-criss-cross", choices, wagers={"bonus_spin": "5"}, meters={"bonus_spin": "12345"})
    seen, _ = env.reset(seed=5)
    while seen["cards"][0] // 4 != seen["cards"][1] // 4:
        seen, _ = env.reset()
    spun = [env.step(np.int64(1)) for _ in range(3)][-1]
    assert spun[2]
    lines = env.episode.round.lines if env.episode else ()
    (prize,) = (line for line in lines if line.wager == "bonus_spin")
    assert prize.paid.cents == 1234550  # with 10% of the own wager
    assert spun[4]["net_cents"] == sum(line.returned.cents for line in lines) - spun[4]["staked_cents"]


def test_the_same_seed_gives_the_same_rounds_and_others_do_not() -> None:
    def session(seed: int) -> list[float]:
        env = gym.make("pitboss/CrissCross-v0", seats=2)
        env.reset(seed=seed)
        results = []
        for _ in range(30):
            env.reset()
            results.append(sum(float(env.step(1)[1]) for _ in range(3)))
        return results

    assert session(7) == session(7)
    assert session(7) != session(8)


def test_the_optimal_player_raises_with_aces_and_folds_nothing() -> None:
    env = SeatEnv("ma-crazy-4", seats=2, seat=2, others=optimal)
    # A card each to seat 1, seat 2 and the dealer, five times: seat 1 holds two aces.
    env.reset(options={"deck": "Ah 2h Kc Ac 3c Kd 8h 9h 8s 5d 7d 6d 2c 6c 3s"})
    seen, *_ = env.step(np.int64(0))
    assert seen["bets"].tolist() == [[FOLDED], [3]]


def test_one_hot() -> None:
    hot = one_hot(np.array([[0, 51], [UNSEEN, 7]]))
    assert hot.shape == (2, 2, 52)
    assert np.argwhere(hot).tolist() == [[0, 0, 0], [0, 1, 51], [1, 1, 7]]


@pytest.mark.parametrize("module", ["pitboss.envs", "pitboss.envs.vector_env"])
def test_the_missing_extra_is_named_in_one_line(module: str) -> None:
    code = f"import sys; sys.modules['gymnasium'] = None; import {module}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = ran.stderr.splitlines()[-1]
    assert last == "ModuleNotFoundError: the environments need gymnasium: pip install 'pitboss[envs]'"


def test_both_names_are_registered() -> None:
    assert set(environments.IDS) <= set(gym.registry)


def test_the_round_in_words() -> None:
    env = SeatEnv(render_mode="ansi")
    env.reset(options={"deck": NINES})
    text = env.render()
    assert "seat 1 (you): 9s Jd; ante_across 1.00, ante_down 1.00" in text
    assert "9c" not in text
    env.step(np.int64(1))
    assert "left: 9c" in env.render()


def test_wagers_may_be_numbers() -> None:
    text, number = (SeatEnv("ma-crazy-4", wagers={"ante": ante}).setting.seated[1] for ante in ("5", 5))
    assert text == number


def test_a_round_that_is_over_is_not_played_on() -> None:
    env = SeatEnv("ma-crazy-4")
    env.reset(seed=1)
    *_, over, _, _ = env.step(np.int64(0))
    assert over
    for action in (0, 1):
        with pytest.raises(gym.error.ResetNeeded, match="the round is over"):
            env.step(np.int64(action))


ALONE: list[tuple[str | Path, dict[str, Any], dict[str, str | int], int]] = [
    *((rulebook, {}, {}, 1) for rulebook in SHIPPED),
    ("ma-criss-cross", {"five_card_bonus": True}, {"ante_across": 10, "five_card_bonus": 5}, 4),
    ("nj-criss-cross", {}, {"five_card_bonus": 5}, 6),
    # At the highest ante the aggregate payout limit cuts the largest wins.
    ("cardroom-criss-cross", {}, {"ante_across": 10, "five_card_bonus": 2, "six_card_bonus": 2}, 1),
    ("ma-crazy-4", {"queens_up": "A"}, {"ante": 2, "queens_up": 3}, 2),
    (EXAMPLES / "let-it-ride", {}, {"bet_1": 10}, 1),
    (EXAMPLES / "pa-mississippi-stud", {}, {}, 1),
    (EXAMPLES / "three-card-poker", {"pair_plus": True}, {"ante": 10, "pair_plus": 5}, 3),
    (EXAMPLES / "ultimate-texas-holdem", {}, {}, 1),
]


@pytest.mark.parametrize(("rulebook", "submission", "wagers", "seat"), ALONE)
def test_a_seat_alone_is_played_as_the_engine_plays_it(
    rulebook: str | Path, submission: dict[str, Any], wagers: dict[str, str | int], seat: int
) -> None:
    """Random actions, unlawful ones among them, beside the engine with the same generator: to the word and the cent."""
    env, chance = SeatEnv(rulebook, submission, seat=seat, wagers=wagers), np.random.default_rng(6)
    setting, most = env.setting, max(4, env.encoding.largest + 1)
    for seed in range(25):
        episode = begin(setting.terms, setting.seated, np_random(seed)[0], None, setting.meters)
        seen, info = env.reset(seed=seed)
        over, reward, refused = False, 0.0, None
        while True:
            shown = env.encoding.observe(view(episode.round, seat), seat)
            assert {name: part.tolist() for name, part in seen.items()} == {
                name: part.tolist() for name, part in shown.items()
            }
            assert env.observation_space.contains(seen)
            told = {"staked_cents": episode.staked(seat).cents} | ({"refused": str(refused)} if refused else {})
            if over:
                told["net_cents"] = episode.net(seat).cents
                assert reward == setting.in_antes(episode.net(seat))
            assert (info, over) == (told, episode.round.finished)
            assert env.episode is not None
            assert env.episode.round == episode.round
            if over:
                break
            action = int(chance.integers(-1, most + 1))
            refused = episode.step(episode.action(seat, action))
            seen, reward, over, _, info = env.step(np.int64(action))


def test_what_is_no_whole_number_is_no_action() -> None:
    env = SeatEnv("ma-crazy-4")
    env.reset(seed=1)
    for action in (1.5, np.ones(1, np.int64)):
        with pytest.raises(TypeError):
            env.step(action)  # type: ignore[arg-type]  # that is what is tried


def test_nothing_is_played_before_the_first_reset() -> None:
    env = SeatEnv("ma-crazy-4")
    for early in (lambda: env.step(np.int64(1)), env.action_masks, env.render):
        with pytest.raises(gym.error.ResetNeeded, match="call reset first"):
            early()
