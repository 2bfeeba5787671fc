"""Thousands of seats at once: the same as one seat over the round engine, row by row."""

import shutil
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode

from pitboss.cards import Card, parse_cards
from pitboss.envs import SeatEnv
from pitboss.envs.vector_env import SeatVectorEnv
from pitboss.mathematics.advice import advise
from pitboss.mathematics.crazy_four.kernels.main import CrazyFourSolution, solve
from pitboss.mathematics.nets import crazy_four_pays
from pitboss.mathematics.position import Position
from pitboss.rulebooks import SHIPPED, Refused, terms_for
from pitboss.rulebooks.skeletons import write_rulebook
from pitboss.simulation import strategy_for
from rulebooks.folders import changed
from simulation.holdem import EXAMPLES, holdem
from simulation.test_any_game import PUBLISHED

Decks = npt.NDArray[np.uint8]
SIDE_WAGERS = {
    "ma-criss-cross": ({"five_card_bonus": True}, {"ante_across": "10", "five_card_bonus": "5"}),
    "md-criss-cross": ({}, {"ante_across": "2.50"}),
    "nj-criss-cross": ({}, {"ante_across": "5", "five_card_bonus": "5"}),
    # At the highest ante the aggregate payout limit cuts the largest wins.
    "cardroom-criss-cross": ({}, {"ante_across": "10", "five_card_bonus": "2", "six_card_bonus": "2"}),
    "ma-crazy-4": ({}, {"ante": "2", "queens_up": "3"}),
}


def decks_of(tables: int, seed: int) -> Decks:
    """Decks shuffled by another generator than the environment's own."""
    return np.random.default_rng(seed).permuted(np.tile(np.arange(52, dtype=np.uint8), (tables, 1)), axis=1)


def same(batch: dict[str, Any], row: int, one: dict[str, Any]) -> bool:
    """Whether a row of a batch of observations is the same as one observation."""
    return all(np.array_equal(batch[name][row], one[name]) for name in one)


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_single_and_vector_environment_agree(rulebook: str) -> None:
    agree(rulebook, 100, *SIDE_WAGERS[rulebook])


@pytest.mark.parametrize(
    ("name", "submission", "wagers"),
    [
        ("detroit-criss-cross", {}, {}),
        ("let-it-ride", {}, {"bet_1": "10"}),
        ("pa-mississippi-stud", {}, {}),
        ("three-card-poker", {"pair_plus": True}, {"ante": "10", "pair_plus": "5"}),
        ("caribbean-stud", {}, {}),
        ("ultimate-texas-holdem", {}, {}),
    ],
)
def test_any_other_game_is_stepped_as_the_engine_plays_it(
    name: str, submission: dict[str, Any], wagers: dict[str, str]
) -> None:
    agree(EXAMPLES / name, 60, submission, wagers)


def test_a_game_written_a_minute_ago(tmp_path: Path) -> None:
    agree(write_rulebook("my-game", tmp_path), 40, {}, {})


def test_checks_bets_that_end_and_a_bonus_that_outlives_a_fold(tmp_path: Path) -> None:
    holdem(tmp_path)
    agree(tmp_path / "holdem", 150, {"pair_plus": True}, {"ante": "10", "pair_plus": "5"})


def test_a_stake_that_was_taken_back_cannot_be_taken_back_again(tmp_path: Path) -> None:
    folder = tmp_path / "let-it-ride"
    shutil.copytree(EXAMPLES / "let-it-ride", folder)
    changed(folder, "rulebook.toml", 'withdraws = "bet_2"', 'withdraws = "bet_1"')
    env = SeatVectorEnv(4, folder)
    env.reset(seed=1)
    seen, *_ = env.step(np.array([1, 0, 1, 0]))
    assert seen["action_mask"].tolist() == [[1, 0], [1, 1]] * 2


def agree(rulebook: str | Path, tables: int, submission: dict[str, Any], wagers: dict[str, str]) -> None:
    """Random actions, unlawful ones among them, meet the same observations, refusals and cents in both."""
    decks, chance = decks_of(tables, 4), np.random.default_rng(5)
    many = SeatVectorEnv(tables, rulebook, submission, wagers)
    single = [SeatEnv(rulebook, submission, wagers=wagers) for _ in range(tables)]
    assert many.single_observation_space == single[0].observation_space
    assert many.single_action_space == single[0].action_space
    seen, _ = many.reset(seed=1, options={"decks": decks})
    each = [env.reset(options={"deck": deck.tolist()})[0] for env, deck in zip(single, decks, strict=True)]
    playing = set(range(tables))
    while playing:
        assert all(same(seen, row, each[row]) for row in playing)
        actions = chance.integers(0, max(4, many.encoding.largest + 1), tables)  # unlawful ones among them
        seen, rewards, over, cut, info = many.step(actions)
        assert not cut.any()
        for row in sorted(playing):
            each[row], reward, ended, _, told = single[row].step(actions[row])
            assert (reward, ended, "refused" in told) == (rewards[row], over[row], info["refused"][row])
            if ended:
                assert told["net_cents"] == info["net_cents"][row]
                assert same(info["final_obs"], row, each[row])
                playing.remove(row)


@pytest.mark.parametrize(
    ("rulebook", "deck", "actions", "net"),
    [
        # As in the tests of the single environment: three nines across, a pair of nines down; a flush unopposed.
        ("ma-criss-cross", "Qs 9c 9h 2d 4h 9s Jd", [1, 3, 1], 7.0),
        ("ma-criss-cross", "Qs 9c 9h 2d 4h 9s Jd", [2, 3, 0], -7.0),
        ("ma-crazy-4", "Ah Qc Jh Td 8h 8s 5h 6d 2c 3c", [1], 2.5),
    ],
)
def test_rewards_worked_out_by_hand(rulebook: str, deck: str, actions: list[int], net: float) -> None:
    cards = [card.index for card in parse_cards(deck)]
    env = SeatVectorEnv(3, rulebook)
    env.reset(options={"decks": [cards] * 3})
    total = np.zeros(3)
    for action in actions:
        _, reward, over, _, _ = env.step(np.full(3, action))
        total += reward
    assert over.all()
    assert total.tolist() == [net] * 3


def test_the_same_seed_deals_the_same_rounds() -> None:
    def session(seed: int) -> list[float]:
        env = SeatVectorEnv(50, "ma-criss-cross")
        env.reset(seed=seed)
        return [float(value) for _ in range(9) for value in env.step(np.ones(50, np.int64))[1]]

    assert session(3) == session(3)
    assert session(3) != session(4)


def test_rounds_follow_each_other_without_a_reset() -> None:
    env = SeatVectorEnv(10, "ma-criss-cross")
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    first, _ = env.reset(seed=3)
    for _ in range(3):
        seen, _, over, _, _ = env.step(np.ones(10, np.int64))
    assert over.all()
    assert (seen["stage"] == 0).all()
    assert not np.array_equal(seen["cards"], first["cards"])
    assert env.observation_space.contains(seen)


def test_always_betting_one_ante_loses_what_it_must() -> None:
    # Every hand of Crazy 4 played for one ante: the exact value of that, over every pair of hands.
    game = crazy_four_pays(terms_for("ma-crazy-4"))
    counts = solve(game).counts
    exact = CrazyFourSolution(game, counts, np.ones(len(counts.weights), np.int64)).ev
    env = SeatVectorEnv(1 << 14, "ma-crazy-4")
    env.reset(seed=9)
    rewards = np.concatenate([env.step(np.ones(1 << 14, np.int64))[1] for _ in range(20)])
    error = rewards.std() / np.sqrt(len(rewards))
    assert abs(rewards.mean() - float(exact)) < 4.5 * error


@pytest.mark.parametrize("id", PUBLISHED)
def test_best_play_scores_what_the_game_is_worth(id: str) -> None:
    """The solver's choices as actions, one round at each of many tables, against the published value."""
    tables = 60_000
    env = SeatVectorEnv(tables, EXAMPLES / id)
    decks = decks_of(tables, 8)
    env.reset(seed=1, options={"decks": decks})
    deals, bets = env.table.from_decks(decks, np.empty((tables, 0), np.int8)), env.table.no_bets(tables)
    strategy_for(env.table).decide(env.table, 1, deals, bets)
    rewards, playing = np.zeros(tables), np.ones(tables, np.bool_)
    for stage, (names, actions) in enumerate(zip(env.table.choices, env.encoding.actions, strict=True)):
        numbers = np.array([actions.index(name) if name else 0 for name in names])
        _, reward, over, _, info = env.step(numbers[bets[:, 0, stage]])
        assert not info["refused"][playing].any()
        rewards[playing & over] = reward[playing & over]
        playing &= ~over
    assert not playing.any()
    assert abs(rewards.mean() - float(PUBLISHED[id])) < 4.5 * rewards.std() / np.sqrt(tables)


def test_made_by_name_it_stops_one_who_never_learns() -> None:
    # Without a pair of aces a bet of three antes is refused, and refused again.
    kings = [card.index for card in parse_cards("Kh Kc Qc Kd 8h 8s 5d 6d 2c 3c")]
    env = gym.make_vec("pitboss/CrazyFour-v0", num_envs=2)
    env.reset(seed=1, options={"decks": [kings, kings]})
    for step in range(1, 101):
        seen, rewards, over, cut, info = env.step(np.array([3, 3]))
        assert not over.any()
        assert not rewards.any()
        assert cut.tolist() == [step == 100] * 2
    assert info["final_obs"]["action_mask"].tolist() == [[1, 1, 0, 0]] * 2
    assert info["_final_obs"].all()
    assert seen["cards"].tolist() != [kings[::2] + [52] * 5] * 2  # a new round is dealt


def test_what_cannot_be_set_up_is_refused() -> None:
    with pytest.raises(Refused, match="Got wager queens_up"):
        SeatVectorEnv(10, "ma-criss-cross", wagers={"queens_up": "1"})
    with pytest.raises(Refused, match="Ante Across must be between"):
        SeatVectorEnv(10, "ma-criss-cross", wagers={"ante_across": "1000000"})


@pytest.mark.parametrize(
    "decks", [[[1, 2, 3, 4, 5, 6]], [[1, 2, 3, 4, 5, 6, 6]], [[1, 2, 3, 4, 5, 6, 52]], [range(52)] * 2]
)
def test_decks_that_cannot_be_dealt(decks: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="1 rows of 7 or more different cards"):
        SeatVectorEnv(1, "ma-criss-cross").reset(options={"decks": decks})


@pytest.mark.parametrize("rulebook", ["ma-criss-cross", "ma-crazy-4"])
@pytest.mark.parametrize("mode", AutoresetMode)
def test_rounds_end_and_begin_as_in_any_vector_environment(rulebook: str, mode: AutoresetMode) -> None:
    """Side by side with Gymnasium's own vector environment over single ones, each dealt the cards of the other."""
    ours = SeatVectorEnv(6, rulebook, autoreset_mode=mode)
    seen, _ = ours.reset(seed=3)
    theirs = gym.vector.SyncVectorEnv([lambda: Dealt(ours, rulebook)] * 6, autoreset_mode=mode)
    for row, env in enumerate(theirs.envs):
        assert isinstance(env, Dealt)
        env.row = row
    mirrored, _ = theirs.reset()
    chance = np.random.default_rng(2)
    for _ in range(12):
        assert all(np.array_equal(seen[name], mirrored[name]) for name in seen)
        assert np.array_equal(ours.action_masks(), seen["action_mask"].astype(bool))
        actions = chance.integers(0, 2, 6)
        seen, rewards, over, cut, info = ours.step(actions)
        mirrored, their_rewards, their_over, their_cut, their_info = theirs.step(actions)
        assert (rewards.tolist(), over.tolist(), cut.tolist()) == (
            their_rewards.tolist(), their_over.tolist(), their_cut.tolist(),
        )  # fmt: skip
        if mode is AutoresetMode.SAME_STEP and over.any():
            assert np.array_equal(info["_final_obs"], their_info["_final_obs"])
            last = np.flatnonzero(over)
            for row in last.tolist():
                assert same(info["final_obs"], row, their_info["final_obs"][row])
                one, other = info["final_obs"][row], their_info["final_obs"][row]
                assert all(np.array_equal(one[name], other[name]) for name in other)
            finals = info["final_info"]["net_cents"][last], their_info["final_info"]["net_cents"][last]
            assert np.array_equal(*finals)
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(gym.error.ResetNeeded, match="reset_mask"):
                ours.step(actions)
            seen, _ = ours.reset(options={"reset_mask": over})
            mirrored, _ = theirs.reset(options={"reset_mask": over})


class Dealt(SeatEnv):
    """A single environment that is dealt the cards of a row of another."""

    row = 0

    def __init__(self, beside: SeatVectorEnv, rulebook: str) -> None:
        super().__init__(rulebook)
        self.beside = beside

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        table, cards = self.beside.table, self.beside._seats.cards[self.row]
        order = table.from_decks(np.arange(52, dtype=np.uint8)[np.newaxis], np.empty((0, 0), np.int8)).cards[0]
        deck = np.full(52, 52, np.int64)
        deck[order] = cards
        deck[deck == 52] = [card for card in range(52) if card not in cards.tolist()]
        return super().reset(options={"deck": deck.tolist()})


def test_wrappers_take_it() -> None:
    env = gym.wrappers.vector.RecordEpisodeStatistics(SeatVectorEnv(8, "ma-crazy-4"))
    env.reset(seed=1)
    *_, over, _, info = env.step(np.ones(8, np.int64))
    assert over.all()
    assert info["episode"]["l"].tolist() == [1] * 8
    assert np.array_equal(info["episode"]["r"], info["final_info"]["net_cents"] / 100)


@pytest.mark.parametrize(
    "mask", [[True], np.ones(3, np.bool_), np.ones(2), np.zeros(2, np.bool_)], ids=["list", "size", "kind", "none"]
)
def test_a_mask_that_is_none_is_refused(mask: Any) -> None:
    env = SeatVectorEnv(2, "ma-crazy-4")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="reset_mask must"):
        env.reset(options={"reset_mask": mask})


def test_nothing_is_played_before_the_first_reset() -> None:
    env = SeatVectorEnv(2, "ma-criss-cross")
    for early in (lambda: env.step(np.ones(2, np.int64)), env.action_masks):
        with pytest.raises(gym.error.ResetNeeded, match="call reset first"):
            early()
    with pytest.raises(gym.error.ResetNeeded, match="reset every table first"):
        env.reset(options={"reset_mask": np.array([True, False])})
    seen, _ = env.reset(seed=1)
    assert (seen["cards"][:, :2] < 52).all()


@pytest.mark.parametrize("actions", [1, [1], [1, 1, 1], [1.0, 1.0], [True, True], [[1, 1]]])
def test_actions_are_a_whole_number_for_each_table(actions: Any) -> None:
    env = SeatVectorEnv(2, "ma-crazy-4")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions must be 2 whole numbers, one for each table"):
        env.step(actions)


def test_there_is_a_table_at_least() -> None:
    with pytest.raises(ValueError, match="num_envs must be 1 or more"):
        SeatVectorEnv(0)


def test_a_row_beyond_the_tables_has_no_last_observation() -> None:
    env = SeatVectorEnv(2, "ma-crazy-4")
    env.reset(seed=1)
    final = env.step(np.zeros(2, np.int64))[4]["final_obs"]
    assert final[1]["bets"].tolist() == [[-1]]
    with pytest.raises(KeyError):
        final[2]


@pytest.mark.parametrize("rulebook", ["ma-crazy-4", EXAMPLES / "three-card-poker"])
def test_regret_is_what_the_advice_says_an_action_costs(rulebook: str | Path) -> None:
    env = SeatVectorEnv(12, rulebook, regret=True)
    seen, _ = env.reset(seed=4)
    terms = env.setting.terms
    actions = np.arange(12) % 3
    _, _, _, _, info = env.step(actions)
    own = env.encoding.own_cards
    for row, action in enumerate(actions):
        if info["refused"][row]:
            assert info["regret"][row] == 0
            continue
        cards = tuple(Card.of(int(card)) for card in seen["cards"][row][:own])
        found = advise(terms, Position(cards))
        assert info["regret"][row] == pytest.approx(float(found.cost(env.encoding.actions[0][action])))
    assert (info["regret"] > 0).any()


def test_regret_of_the_single_environment_is_that_of_the_same_cards() -> None:
    """A pair of aces folded: what the advice says a raise of three antes is worth, and the two antes."""
    env = SeatEnv("ma-crazy-4", regret=True)
    env.reset(options={"deck": "Ah Qc Ac Td 8h 8s 5d 6d 2c 3c"})
    assert env.action_masks().tolist() == [True, True, True, True]
    told = env.step(np.int64(0))[4]
    found = advise(env.setting.terms, Position(parse_cards("Ah Ac 8h 5d 2c")))
    assert told["regret"] == pytest.approx(float(found.options["3x"]) + 2)
    assert not env.action_masks().any()
