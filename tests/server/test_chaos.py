"""Messages duplicated, reordered, delayed and dropped: no double bet, no double pay, and the money of every player is
what an independent count of acknowledged wagers and published settlement lines makes it.

`PITBOSS_CHAOS=100000` makes a soak of it: so many commands, at more tables; `PITBOSS_CHAOS_MINUTES` ends it before.
`PITBOSS_CHAOS_SEED` gives another seed.
"""

import asyncio
import os
import time
from pathlib import Path

from engine.random_rounds import Rng
from server.casino import PURSE, SLOW, Casino, assert_log_is_right, headers, held, returned
from server.chaos import Network, Player, play_round, sit
from server.nursery import Nursery, Served

COMMANDS = int(os.environ.get("PITBOSS_CHAOS", "1200"))
MINUTES = float(os.environ.get("PITBOSS_CHAOS_MINUTES", "1000"))
SEED = int(os.environ.get("PITBOSS_CHAOS_SEED", "1"))
RULEBOOKS = ("ma-crazy-4", "nj-criss-cross", "cardroom-criss-cross")
TABLES = {f"{rulebook}-{copy}": rulebook for rulebook in RULEBOOKS for copy in range(1 + min(COMMANDS // 10_000, 7))}
SEATS = 3


async def play(server: Served, players: list[Player], rng: Rng) -> Network:
    """Rounds at every table until there were enough commands."""
    network, deadline = Network(server, rng), time.monotonic() + MINUTES * 60

    async def at(table: str) -> None:
        here = [player for player in players if player.table == table]
        await sit(network, here)
        while network.figures["commands"] < COMMANDS and time.monotonic() < deadline:
            await play_round(network, here, rng)

    await asyncio.gather(*map(at, TABLES))
    await network.close()
    return network


def test_no_message_counts_twice_and_none_is_lost(tmp_path: Path) -> None:
    players = [
        Player(f"{table}-{seat}", table, rulebook, seat)
        for table, rulebook in TABLES.items()
        for seat in range(1, SEATS + 1)
    ]
    casino = Casino(f"sqlite:///{tmp_path}/pitboss.db", tmp_path, tuple(player.name for player in players))
    casino.open(*((table, rulebook, SLOW) for table, rulebook in TABLES.items()))
    with Nursery() as nursery:
        server = nursery.serve(casino.url, casino.keys)
        network = asyncio.run(play(server, players, Rng(SEED)))
        log = server.http.get("/api/audit/log", headers=headers("aud"), timeout=600).content
        server.kill()
    print(f"seed {SEED}: {dict(network.figures)}")
    with casino.books() as books:
        assert books.reconcile() == []
        for player in players:
            purse = f"practice/{player.name}"
            pending = PURSE - player.wagered + returned(books, player.table, player.seat) - held(books, purse)
            assert pending == pending.ZERO, f"seed {SEED}: {player.name} is {pending} short"
        assert books.balances("pending") == {}, f"seed {SEED}"
    rounds = assert_log_is_right(log)
    print(f"{rounds} rounds verified")
    assert rounds > len(TABLES)
    assert all(network.figures[what] for what in ("lost on the way", "answer lost", "doubled", "late", "over a stream"))
