"""Several processes at one stream and one meter, and clients whose messages come twice, late or never."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count, pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.store import Commit, Conflict, Entry, MoveKind, Store, buy_in, open_store
from store.appender import METER, SHARE, prepare, processes, race
from store.facts import happened, said

RACERS, TIMES = 3, 25


def test_processes_racing_one_stream_and_one_meter_lose_nothing(url: str) -> None:
    with open_store(url) as store:
        prepare(store)
        racers = [processes.Process(target=race, args=(url, racer, TIMES)) for racer in range(RACERS)]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join()
        assert [racer.exitcode for racer in racers] == [0] * RACERS
        events = store.events("t0")
        assert sorted(map(said, events)) == sorted(
            f"{racer}-{number}" for racer in range(RACERS) for number in range(TIMES)
        )
        # One total order: sequence and position rise together.
        assert [event.sequence for event in events] == list(range(RACERS * TIMES))
        assert all(one.position < two.position for one, two in pairwise(events))
        meter = store.meter(METER)
        assert meter is not None
        assert meter.contributed == SHARE * RACERS * TIMES * 4 // 5
        # Each win took what the meter showed at its turn, and left what could not be paid.
        payments = [move.microcents for move in store.meter_moves(METER) if move.kind is MoveKind.PAYMENT]
        assert len(payments) == RACERS * TIMES // 5
        assert payments[0] >= 10**12
        assert all(paid < 10**12 for paid in payments[1:])
        won = sum(store.balance(f"player:r{racer}").cents for racer in range(RACERS))
        assert won * 1_000_000 == sum(payments) == meter.paid
        assert store.reconcile() == []


BANKROLL, STAKE = Amount(1000), Amount(300)
fresh = count()


class Client:
    """A player whose server looks at the store, decides, appends, and decides again after a lost race."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.name = f"client{next(fresh)}"
        opening = (buy_in(self.name, BANKROLL),)
        store.append(Commit(client=self.name, command="in", stream=self.name, header="{}", entries=opening))

    def deliver(self, message: tuple[str, int]) -> None:
        while True:
            try:
                self.store.append(self._decided(message))
                return
            except Conflict:
                continue
            except Refused:
                return  # not enough money, or nothing to settle

    def _decided(self, message: tuple[str, int]) -> Commit:
        what, number = message
        player, pending = f"player:{self.name}", f"pending:{self.name}:{number}:1"
        if what == "bet":
            entries = [Entry(player, pending, STAKE, "bet")]
        else:
            entries = [Entry(pending, player, STAKE, "win"), Entry(f"table:{self.name}", player, STAKE, "win")]
        return Commit(
            client=self.name,
            command=f"{what} {number}",
            stream=self.name,
            expected=self.store.next_sequence(self.name),
            **happened(f"{what} {number}"),
            entries=tuple(entries),
        )


messages = st.tuples(st.sampled_from(["bet", "settle"]), st.integers(0, 4))


@given(arrived=st.lists(messages, max_size=25), at_once=st.sampled_from([1, 4]))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_double_bet_and_no_double_pay_however_messages_arrive(
    store: Store, arrived: list[tuple[str, int]], at_once: int
) -> None:
    """Any order, any number of copies, any of them missing: a bet counts once, and is paid once."""
    client = Client(store)
    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(client.deliver, arrived))
    told = [said(event) for event in store.events(client.name)]
    assert len(set(told)) == len(told)
    bets = [text for text in told if text.startswith("bet")]
    paid = [text for text in told if text.startswith("settle")]
    for text in paid:
        assert told.index(text.replace("settle", "bet")) < told.index(text)
    assert store.balance(f"player:{client.name}") == BANKROLL - STAKE * len(bets) + STAKE * 2 * len(paid)
    assert store.balance(f"table:{client.name}") == -STAKE * len(paid)
    if at_once == 1:
        assert told == model(arrived)


def model(arrived: list[tuple[str, int]]) -> list[str]:
    """What must happen when messages are handled one after the other."""
    money, open_bets, happened = BANKROLL, set[int](), list[str]()
    for what, number in arrived:
        text = f"{what} {number}"
        if text in happened:
            continue
        if what == "bet" and money >= STAKE:
            money -= STAKE
            open_bets.add(number)
            happened.append(text)
        elif what == "settle" and number in open_bets:
            money += STAKE * 2
            open_bets.remove(number)
            happened.append(text)
    return happened
