"""The mathematics over HTTP: the exact published figures, sharing and limits of questions, jobs and their end."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from pitboss.mathematics.side_wagers import Counted
from pitboss.rulebooks import Refused, terms_for
from pitboss.server.http.app import create_app
from pitboss.server.office import open_office
from pitboss.server.study import work
from pitboss.server.study import workers as studying
from pitboss.server.study.questions import Game, Odds, Risk, key_of
from rulebooks.folders import changed
from simulation.holdem import EXAMPLES

Http = TestClient[Litestar]


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Http]:
    folder: Path = tmp_path_factory.mktemp("study")
    with TestClient(create_app(open_office(f"sqlite:///{folder / 'test.db'}", folder))) as client:
        client.post("/api/guest")  # a guest may ask; the cookie stays with the client
        yield client


def ask(http: Http, subject: str, rulebook: str, **more: Any) -> dict[str, Any]:
    answer = http.post(f"/api/study/{subject}", json={"rulebook": rulebook, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def finished(http: Http, question: dict[str, Any]) -> dict[str, Any]:
    """A job when it is over."""
    answer = http.post("/api/study/jobs", json={"question": question})
    assert answer.status_code == 201, answer.text
    job: dict[str, Any] = answer.json()
    deadline = time.monotonic() + 120
    while job["state"] in ("waiting", "running") and time.monotonic() < deadline:
        time.sleep(0.1)
        job = http.get(f"/api/study/jobs/{job['id']}").json()
    return job


# The figures of docs/mathematics.md.


@pytest.mark.parametrize(
    ("rulebook", "ev", "deals"),
    [
        ("ma-criss-cross", "-579091/6689228", "84284272800"),
        ("cardroom-criss-cross", "-819149447/7023689400", "84284272800"),
        ("ma-crazy-4", "-264142729/7726058340", "3986646103440"),
    ],
)
def test_the_main_games_have_their_published_values(http: Http, rulebook: str, ev: str, deals: str) -> None:
    found = ask(http, "game", rulebook)
    assert (found["ev"]["exact"], found["deals"]) == (ev, deals)
    assert found["ev"]["value"] == float(Fraction(ev))
    assert Fraction(found["house_edge"]["exact"]) == -Fraction(ev)
    for decision in found["decisions"]:
        assert sum(Fraction(share["figure"]["exact"]) for share in decision["shares"]) == 1


def test_the_five_card_bonus_is_counted_over_every_hand(http: Http) -> None:
    found = ask(http, "odds", "ma-criss-cross", submission={"five_card_bonus": True})
    (bonus,) = found["wagers"]
    assert bonus["total"] == "2598960"
    counts = {line["title"]: int(line["count"]) for line in bonus["lines"]}
    assert (counts["royal flush"], counts["four of a kind"], counts["full house"]) == (4, 624, 3744)
    # 250*4 + 100*36 + 40*624 + 15*3744 + 10*5108 + 6*10200 + 4*54912 + 3*123552, and 1 for pairs of sixes or better,
    # 9 of 13 ranks of 1098240 pairs; all other hands lose 1.
    won = 250 * 4 + 100 * 36 + 40 * 624 + 15 * 3744 + 10 * 5108 + 6 * 10200 + 4 * 54912 + 3 * 123552
    paid = 4 + 36 + 624 + 3744 + 5108 + 10200 + 54912 + 123552
    pairs = 1098240 * 9 // 13
    expected = Fraction(won + pairs - (2598960 - paid - pairs), 2598960)
    assert Fraction(bonus["ev"]["exact"]) == expected


def test_what_is_counted_with_and_what_is_not_is_said_as_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "let-it-ride"
    shutil.copytree(EXAMPLES / "let-it-ride", folder)
    for _ in ("bet_2", "bet_3"):
        equal = 'limit = "bet"\nequals = "bet_1"\nequals_clause = "2"\n'
        changed(folder, "rulebook.toml", equal, 'limit = "bet"\n')
    monkeypatch.setenv("PITBOSS_RULEBOOKS", str(tmp_path))
    (told,) = work.answer(Game(rulebook="let-it-ride")).notes
    assert told.startswith("counted with ")
    assert told in work.answer(Risk(rulebook="let-it-ride", rounds=10)).notes
    assert work.answer(Game(rulebook="ma-crazy-4")).notes == ()

    def none_counted(asked: object) -> Counted:
        return Counted([], {"High Hand": "too far"})

    monkeypatch.setattr("pitboss.mathematics.side_wagers.counted", none_counted)
    assert work.answer(Odds(rulebook="ma-crazy-4")).notes == ("High Hand is not counted here: too far",)


def test_break_even_meters_are_those_published(http: Http) -> None:
    found = ask(
        http, "odds", "ma-crazy-4", submission={"queens_up": "A", "four_card_progressive": "A", "meters": METERS}
    )
    wagers = {wager["wager"]: wager for wager in found["wagers"]}
    (point,) = wagers["four_card_progressive"]["break_even"]
    assert (point["meter"], point["amount"]) == ("four_card", "35230.34")


METERS = {"four_card": {"rate": "15%", "seed": "5000", "reset": "5000"}}


def test_the_opening_chart_has_every_starting_hand_once_at_its_place(http: Http) -> None:
    found = ask(http, "opening", "ma-criss-cross")
    assert len({(hand["row"], hand["column"]) for hand in found["hands"]}) == 169
    assert sum(hand["weight"] for hand in found["hands"]) == 1326
    hands = {hand["name"]: hand for hand in found["hands"]}
    assert (hands["AKs"]["row"], hands["AKs"]["column"], hands["AKo"]["row"], hands["AKo"]["column"]) == (0, 1, 1, 0)
    assert hands["AA"]["best"] == "3x"
    assert hands["AA"]["options"][0] == {"option": "fold", "figure": {"exact": "-2", "value": -2.0}}
    # The value of the game is the mean of the best options.
    best = sum(
        hand["weight"] * max(Fraction(one["figure"]["exact"]) for one in hand["options"]) for hand in hands.values()
    )
    assert best / 1326 == Fraction("-579091/6689228")


def test_the_distribution_has_the_mean_of_the_game(http: Http) -> None:
    found = ask(http, "spread", "ma-crazy-4")
    deals = sum(int(result["deals"]) for result in found["results"])
    mean = sum(Fraction(result["net"]["exact"]) * int(result["deals"]) for result in found["results"]) / deals
    assert mean == Fraction(found["mean"]["exact"]) == Fraction("-264142729/7726058340")
    assert round(found["win_frequency"]["value"], 6) == 0.473464


def test_a_session_is_drawn_from_chances_that_add_up(http: Http) -> None:
    found = ask(http, "risk", "ma-crazy-4", rounds=100, bankroll="500", ante="5")
    assert found["ante"] == "5.00"
    assert Fraction(found["ev"]["exact"]) == 5 * Fraction("-264142729/7726058340")
    # The curve leaves out one session in a thousand at either end.
    assert 0.995 < sum(point["y"] for point in found["session"]["density"]) <= 1
    chances = [point["y"] for point in found["ruin"]["curve"]]
    assert chances == sorted(chances)
    assert chances[-1] == found["ruin"]["chance"]


def test_a_position_is_advised_with_its_cost(http: Http) -> None:
    found = ask(http, "advice", "ma-criss-cross", cards="As Ah")
    assert (found["decision"], found["best"]) == ("across", "3x")
    costs = {cost["option"]: Fraction(cost["figure"]["exact"]) for cost in found["costs"]}
    assert costs["3x"] == 0
    assert costs["fold"] > costs["1x"] > 0


# Changes, refusals, sharing and limits.


def test_a_better_line_is_worth_exactly_what_it_comes_up_for(http: Http) -> None:
    """2 of 2,598,960 hands more for each of 36 straight flushes of the Five Card Bonus."""
    offered = {"five_card_bonus": True}
    before = ask(http, "odds", "ma-criss-cross", submission=offered)
    after = ask(
        http, "odds", "ma-criss-cross", submission=offered, changes={"five_card_bonus.straight_flush": "102 to 1"}
    )
    evs = [Fraction(found["wagers"][0]["ev"]["exact"]) for found in (before, after)]
    assert evs[1] - evs[0] == Fraction(2 * 36, 2598960)


@pytest.mark.parametrize(
    ("body", "status", "where"),
    [
        ({"changes": {"main.nothing": "2"}}, 422, "main.nothing"),
        ({"changes": {"main.flush": "many"}}, 422, "main.flush"),
        ({"submission": {"decks": 3}}, 409, "decks"),
        ({"players": 7}, 409, "players"),
        ({"meters": {"four_card": "1"}}, 422, "meter four_card"),
        ({"players": 0}, 422, "players"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_place(
    http: Http, body: dict[str, Any], status: int, where: str
) -> None:
    answer = http.post(
        "/api/study/odds", json={"rulebook": "ma-criss-cross", "submission": {"five_card_bonus": True}, **body}
    )
    assert answer.status_code == status, answer.text
    assert answer.json()["refusals"][0]["where"] == where


@pytest.mark.parametrize("subject", ["game", "opening", "spread", "risk"])
@pytest.mark.parametrize(("odds", "where"), [("999999999 to 7", "paytable"), ("9" * 40, "main.pair_J")])
def test_odds_that_no_sum_would_hold_are_refused(http: Http, subject: str, odds: str, where: str) -> None:
    body = {"rulebook": "ma-criss-cross", "changes": {"main.pair_J": odds, "main.flush": "1 to 999999937"}}
    answer = http.post(f"/api/study/{subject}", json=body)
    assert (answer.status_code, answer.json()["refusals"][0]["where"]) == (422, where), answer.text


def test_nobody_asks_without_signing_in(http: Http) -> None:
    stranger = {"Authorization": "Bearer nobody"}  # goes before the cookie
    assert http.post("/api/study/game", json={"rulebook": "ma-crazy-4"}, headers=stranger).status_code == 401


def test_whoever_comes_by_is_told_the_edge_that_a_guest_is_told(http: Http) -> None:
    full = http.get("/api/rulebooks/ma-criss-cross").json()["submissions"]["full"]
    counted = ask(http, "game", "ma-criss-cross", submission=full)["house_edge"]
    stranger = {"Authorization": "Bearer nobody"}  # goes before the cookie
    told = http.get("/api/rulebooks/ma-criss-cross/glance", headers=stranger).json()
    assert told == {"house_edge": counted, "seconds_to_decide": None}  # there is no table
    assert http.get("/api/rulebooks/no-such-game/glance", headers=stranger).status_code == 404


def test_a_game_without_an_answer_is_asked_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def ask(self: studying.Studies, person: str, question: Game) -> None:
        asked.append(question.rulebook)
        raise Refused(studying._too_long(question))

    monkeypatch.setattr(studying.Studies, "ask", ask)
    studies = studying.Studies()
    assert [asyncio.run(studies.published("ma-crazy-4", {})) for _ in range(2)] == [None, None]
    assert asked == ["ma-crazy-4"]


def test_equal_questions_have_one_key_however_they_are_put() -> None:
    def key(question: Game | Odds) -> str:
        return key_of(question, question.terms())

    plain = key(Game(rulebook="ma-criss-cross"))
    assert plain == key(Game(rulebook="ma-criss-cross", submission={"rulebook": "ma-criss-cross", "decks": 1}))
    assert plain == key(Game(rulebook="ma-criss-cross", changes={"main.flush": "8"}))  # what it pays anyway
    two = {"main.flush": "9", "main.straight": "6 to 1"}
    turned = {"main.straight": "6", "main.flush": "9 to 1"}
    assert key(Game(rulebook="ma-criss-cross", changes=two)) == key(Game(rulebook="ma-criss-cross", changes=turned))
    others = {
        plain,
        key(Game(rulebook="ma-criss-cross", changes=two)),
        key(Game(rulebook="md-criss-cross")),
        key(Odds(rulebook="ma-criss-cross")),
        key(Odds(rulebook="ma-criss-cross", players=2)),
    }
    assert len(others) == 5


@contextmanager
def counting_held(http: Http) -> Iterator[None]:
    """The process that counts is stopped, whatever it is at, and goes on afterwards; nothing is counted meanwhile."""
    ask(http, "game", "ma-criss-cross")  # so that it has started
    (worker,) = active_children()
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker.pid, signal.SIGCONT)


def test_others_are_served_while_deals_are_counted(http: Http) -> None:
    """Somebody's question is with the process that counts, which is held: it cannot have been answered."""
    with ThreadPoolExecutor(1) as pool:
        with counting_held(http):
            counting = pool.submit(ask, http, "game", "ma-criss-cross", changes={"main.flush": "11 to 1"})
            deadline = time.monotonic() + 60
            while http.get("/api/study/state").json()["waiting"] == 0 and time.monotonic() < deadline:
                time.sleep(0.01)
            assert http.get("/api/study/state").json()["waiting"] == 1
            assert http.get("/healthz").status_code == 200
            assert http.get("/api/tables").status_code == 200
            assert not counting.done()
        assert counting.result()["deals"] == "84284272800"
    assert http.get("/api/study/state").json()["waiting"] == 0


def test_a_worker_that_is_writing_its_answer_can_be_stopped() -> None:
    """Killed in the middle of an answer larger than a pipe holds, again and again: nobody waits for the rest of it."""
    program = """
import os, random, time
from concurrent.futures import ProcessPoolExecutor
from pitboss.server.study.workers import SPAWN, stop
for number in range(25):
    pool = ProcessPoolExecutor(1, SPAWN)
    answers = [pool.submit(os.urandom, 3_000_000) for _ in range(50)]
    answers[0].result()
    time.sleep(random.Random(number).random() / 20)
    stop(pool)
"""
    subprocess.run([sys.executable, "-c", program], timeout=120, check=True)


def test_workers_end_with_a_server_that_is_killed() -> None:
    program = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from pitboss.server.study.workers import SPAWN, begin_work
with ProcessPoolExecutor(1, SPAWN, begin_work, (0,)) as pool:
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""
    server = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    server.kill()
    server.wait()
    deadline = time.monotonic() + 20
    while _lives(worker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _lives(worker)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # One that has ended but nobody has asked after is a zombie.
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def test_an_answer_is_kept(http: Http) -> None:
    first = ask(http, "game", "ma-criss-cross")
    with counting_held(http):
        assert ask(http, "game", "ma-criss-cross") == first


def test_a_person_may_not_have_many_questions_wait(http: Http, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studying, "MOST_ASKED_AT_ONCE", 0)
    answer = http.post("/api/study/game", json={"rulebook": "ma-criss-cross", "changes": {"main.flush": "7"}})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "2")


# Jobs.


def test_the_strategy_card_of_crazy_4_is_found_and_costs_next_to_nothing(http: Http) -> None:
    job = finished(http, {"type": "strategy", "rulebook": "ma-crazy-4"})
    assert (job["state"], job["kind"]) == ("done", "strategy")
    card = job["answer"]
    assert [line["action"] for line in card["lines"]] == ["3x", "1x", "fold"]
    assert Fraction(card["best_ev"]["exact"]) == Fraction("-264142729/7726058340")
    assert Fraction(card["cost"]["exact"]) == Fraction(card["best_ev"]["exact"]) - Fraction(card["ev"]["exact"])
    assert 0 <= card["cost"]["value"] < 0.0001
    again = http.post("/api/study/jobs", json={"question": {"type": "strategy", "rulebook": "ma-crazy-4"}}).json()
    assert again["id"] == job["id"]


def test_the_odds_for_a_wanted_edge_are_found_exactly(http: Http) -> None:
    """Each step of a full house of the Five Card Bonus is worth 3744 of 2,598,960."""
    question = {
        "type": "wanted",
        "rulebook": "ma-criss-cross",
        "submission": {"five_card_bonus": True},
        "line": "five_card_bonus.full_house",
        "edge": "3%",
    }
    found = finished(http, question)["answer"]
    edge_now, step = Fraction(found["now"]["edge"]["exact"]), Fraction(3744, 2598960)
    assert Fraction(found["crossing"]["exact"]) == 15 + (edge_now - Fraction(3, 100)) / step
    assert found["exact"]


def test_a_par_sheet_comes_as_a_page_and_as_data(http: Http) -> None:
    asked = {"type": "par", "rulebook": "ma-crazy-4", "changes": {"super_bonus.flush": "2 to 1"}}
    page = finished(http, {**asked, "date": "2026-01-31"})
    sheet = http.get(f"/api/study/jobs/{page['id']}/sheet")
    assert sheet.headers["content-disposition"] == 'attachment; filename="par-ma-crazy-4.html"'
    assert "2026-01-31" in sheet.text
    data = finished(http, {**asked, "form": "json"})
    written = http.get(f"/api/study/jobs/{data['id']}/sheet").json()
    assert written["changes"] == asked["changes"]
    assert written["game"] == ask(http, "game", "ma-crazy-4", changes=asked["changes"])


def test_a_job_is_ended_when_nobody_waits_for_it(http: Http) -> None:
    question = {"type": "strategy", "rulebook": "ma-criss-cross"}
    job = http.post("/api/study/jobs", json={"question": question}).json()
    assert [one["id"] for one in http.get("/api/study/jobs").json()][:1] == [job["id"]]
    assert http.get(f"/api/study/jobs/{job['id']}/sheet").status_code == 422
    assert http.delete(f"/api/study/jobs/{job['id']}").status_code == 204
    assert http.get(f"/api/study/jobs/{job['id']}").status_code == 404


def test_the_middle_map_is_for_criss_cross_only(http: Http) -> None:
    job = finished(http, {"type": "middle", "rulebook": "ma-crazy-4"})
    assert (job["state"], job["violations"][0]["where"]) == ("failed", "the Middle decision")


def test_a_job_of_another_is_not_found(http: Http) -> None:
    job = finished(http, {"type": "strategy", "rulebook": "ma-crazy-4"})
    other = http.post("/api/guest").json()  # the client is someone else from here on
    assert http.get(f"/api/study/jobs/{job['id']}").status_code == 404
    assert other["name"]


def test_terms_of_a_question_are_those_of_the_analysis_room() -> None:
    assert Game(rulebook="ma-crazy-4").terms() == terms_for("ma-crazy-4")


@pytest.mark.parametrize("rulebook", ["md-criss-cross", "ma-crazy-4"])
def test_a_drill_deals_a_spot_that_can_be_decided(http: Http, rulebook: str) -> None:
    spot = ask(http, "drill", rulebook, nonce="one")
    options = {item["option"]: Fraction(item["figure"]["exact"]) for item in spot["advice"]["options"]}
    assert options[spot["advice"]["best"]] == max(options.values())
    shown = [card for group in spot["shown"] for card in group["cards"]]
    assert len({*spot["cards"], *shown}) == len(spot["cards"]) + len(shown)
    position = {"cards": " ".join(spot["cards"]), "shown": " ".join(shown)}
    choices = [group["choice"] for group in spot["shown"] if group["choice"]]
    assert ask(http, "advice", rulebook, **position, choices=choices) == spot["advice"]


@pytest.mark.parametrize(
    ("cards", "action", "hands"),
    [("Ks Kh Kd 7c 2s", "3x", "a pair of aces or better"), ("9s 8h 5d 3c 2s", "fold", "everything else")],
)
def test_the_line_of_the_strategy_card_that_applies(http: Http, cards: str, action: str, hands: str) -> None:
    rule = ask(http, "rule", "ma-crazy-4", cards=cards)
    assert rule == {"decision": "Play", "action": action, "hands": hands}


@pytest.mark.parametrize(
    "submission", [{"readings": {"ante-odds": "foo"}}, {"readings": []}, {"limits": None}, {"wheel": {"weights": 1}}]
)
def test_a_malformed_submission_is_422_in_one_line(http: Http, submission: dict[str, Any]) -> None:
    for path in ("/api/study/game", "/api/study/odds"):
        answer = http.post(path, json={"rulebook": "md-criss-cross", "submission": submission})
        assert answer.status_code == 422, answer.text
        assert "\n" not in answer.json()["error"]
