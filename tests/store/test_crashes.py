"""kill -9 while a process appends, at every point of handling a command and at any moment.

`PITBOSS_KILLS=500` makes a soak of it: so many kills at any moment on each engine, and four times as many points.
"""

import os

from engine.random_rounds import Rng
from pitboss.store import open_store
from store.appender import Killed, check, prepare, resend, run_and_kill

KILLS = int(os.environ.get("PITBOSS_KILLS", "12"))


def test_killed_at_each_point_of_handling_a_command(url: str) -> None:
    """The first batch of commands has some forty points, one after the other; a soak goes on to later batches."""
    killed = Killed()
    with open_store(url) as store:
        prepare(store)
        for number in range(1, 4 * KILLS + 1):
            run_and_kill(url, f"point{number}", killed, kill_at=number)
            check(store, killed)
            resend(store, killed)
        check(store, killed)


def test_killed_at_any_moment(url: str) -> None:
    killed, rng = Killed(), Rng(20)
    with open_store(url) as store:
        prepare(store)
        for number in range(KILLS):
            moment = rng.randrange(20) / 1000
            run_and_kill(url, f"moment{number}", killed, after=1 + rng.randrange(20), moment=moment)
            check(store, killed)
            resend(store, killed)
        assert len(killed.done) > KILLS
        check(store, killed)
