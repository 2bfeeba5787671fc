"""Several servers on one PostgreSQL database serve the same tables at once, with nothing else between them."""

import asyncio
import re

from pitboss.client import Client
from pitboss.rulebooks import SHIPPED
from pitboss.store import open_store
from server.together import Day, Servers, findings


def test_servers_that_start_together_share_an_empty_database(servers: Servers) -> None:
    together = servers.start(3)
    addresses = [server.address for server in together]
    told = "".join(line for server in together for line in server.told)
    assert len(re.findall("password", told)) == 1, "one of them made the administrator, and told once"

    async def listed(address: str) -> list[str]:
        async with Client(address) as client:
            await client.sign_in_as_guest()
            return sorted(table["name"] for table in await client.tables())

    for address in addresses:
        assert asyncio.run(listed(address)) == sorted(f"demo-{id}" for id in SHIPPED)
    assert [server.stop() for server in together] == [0, 0, 0]
    assert "Traceback" not in (servers.folder / "server.log").read_text()
    assert findings(servers) == ()


def test_players_of_three_servers_share_a_table_and_outlive_one_of_them(servers: Servers) -> None:
    together = servers.start(3, "--no-demo")
    day = Day([server.address for server in together])
    asyncio.run(day.spend(lambda: together[2].process))
    assert [server.stop() for server in together[:2]] == [0, 0]
    assert day.delay() < 1, "what happens on one server is seen on another within a fraction of a second"
    whole = max(day.heard, key=len)
    assert [event["number"] for event in whole] == list(range(len(whole)))
    assert all(whole[: len(heard)] == heard for heard in day.heard), "everyone heard the same events in one order"
    with open_store(servers.database) as store:
        assert store.reconcile() == []
        stored = store.events("t1")
        assert [event.sequence for event in stored] == list(range(len(stored)))
    assert findings(servers) == ()
