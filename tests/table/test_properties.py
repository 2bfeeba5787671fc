"""What holds at every table and moment: refusals change nothing, voids return everything, history replays."""

from functools import cache
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.games import Phase, Result, bet_amounts, to_act
from pitboss.games.actions import Bet, CloseBets, Deal, Fold, PlaceWager, Reveal, Settle, TakeBack, Void
from pitboss.money import Amount
from pitboss.rulebooks import IDS, Violation, load
from pitboss.rulebooks.codec import builtins, from_plain
from pitboss.rulebooks.table_rules import Device, Role
from pitboss.table import DeviceState, Shuffle, Table, check, decide, perform, replay
from pitboss.table.commands import (
    Attest,
    ChangeMethod,
    CountChips,
    CountStub,
    CoverDevice,
    CutDeck,
    DeclareIdle,
    EmptyRack,
    FindMisdeal,
    Leave,
    OpenRound,
    OrderRecut,
    OrderShuffle,
    Play,
    ReceiveDeck,
    RemoveDeck,
    ReportIrregularity,
    RestoreDevice,
    RuleOnLeaving,
    ShuffleDeck,
    Sit,
    TableCommand,
)
from pitboss.table.events import TableEvent
from table.staff import (
    act,
    at_dealing,
    at_decision,
    at_settlement,
    at_wagers,
    dealer,
    dealt,
    decided,
    floor,
    happenings,
    new_table,
    next_cards,
    played,
    player,
    ready_table,
    received,
    seated,
    stub_away,
)


@cache
def moments(rulebook: str) -> tuple[Table, ...]:
    """Tables at every stage, from the first deck to a settled round, with one deck and with two."""
    table = ready_table(rulebook)
    paired = ready_table(rulebook, "hand", "automated", decks=2)
    stages = [new_table(rulebook), received(seated(new_table(rulebook), "ann")), table, paired]
    for ready in (table, paired):
        decision = at_decision(ready)
        stages += [at_wagers(ready), at_dealing(ready), dealt(at_dealing(ready)), decision, decided(decision)]
        stages += [at_settlement(decision), played(ready), perform(decision, player("ann", Leave))]
    return tuple(stages)


SEATS = st.integers(0, 7)
DECKS = st.sampled_from(["red", "blue", "green"])
CARDS = st.sampled_from(DECK)
NAMES = st.sampled_from(["ann", "bob", "cat", ""])
AMOUNTS = st.integers(-100, 5000).map(Amount)
WAGERS = st.sampled_from(sorted({wager.name for id in IDS for wager in load(id).wagers} | {"nonsense"}))
STEPS = st.sampled_from(
    ["inspect", "verify", "spread", "look", "wash", "stack", "load", "rack_stub", "remove_stub", "nonsense"]
)
IRREGULARITIES = st.sampled_from(sorted({rule.name for id in IDS for rule in load(id).table.irregularities}))
ACTIONS = st.one_of(
    st.builds(PlaceWager, SEATS, WAGERS, AMOUNTS),
    st.builds(TakeBack, SEATS, WAGERS),
    st.builds(CloseBets),
    st.builds(Deal, st.lists(CARDS, max_size=5).map(tuple)),
    st.builds(Bet, SEATS, AMOUNTS),
    st.builds(Fold, SEATS),
    st.builds(Reveal),
    st.builds(Settle),
    st.builds(Void, st.sampled_from(["12(c)", "13.C", "nonsense"]), st.just("")),
)


def tried(kind: type[Any], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Commands of a kind by anyone at any time."""
    return st.builds(kind, by=st.sampled_from(Role), at=st.integers(0, 200_000), player=NAMES, **fields)


COMMANDS: st.SearchStrategy[TableCommand] = st.one_of(
    tried(ReceiveDeck, deck=DECKS, back=DECKS, design=st.just("bee"), preshuffled=st.booleans()),
    tried(Attest, step=STEPS, deck=DECKS, face_up=st.booleans()),
    tried(ShuffleDeck, deck=DECKS, count=st.sampled_from([None, 51, 52])),
    tried(CutDeck, deck=DECKS, depth=st.integers(-1, 60)),
    tried(OrderShuffle, deck=DECKS, reason=st.just("")),
    tried(OrderRecut, deck=DECKS, reason=st.just("")),
    tried(EmptyRack),
    tried(RemoveDeck, deck=DECKS, reason=st.just("")),
    tried(DeclareIdle),
    tried(Sit, seat=SEATS),
    tried(Leave),
    tried(RuleOnLeaving, seat=SEATS, abandoned=st.booleans()),
    tried(OpenRound, deck=DECKS),
    tried(Play, action=ACTIONS),
    tried(CountChips, chips=st.integers(0, 6)),
    tried(CountStub, cards=st.integers(-1, 60)),
    tried(FindMisdeal, misdealt=st.booleans(), cards=st.integers(50, 53)),
    tried(
        ReportIrregularity,
        name=IRREGULARITIES,
        seat=st.none() | SEATS,
        card=st.none() | CARDS,
        deck=st.none() | DECKS,
    ),
    tried(CoverDevice, device=st.sampled_from(Device), how=st.sampled_from(DeviceState)),
    tried(RestoreDevice, device=st.sampled_from(Device)),
    tried(
        ChangeMethod,
        dealing=st.sampled_from(["hand", "manual_shoe", "automated_shoe"]),
        shuffling=st.sampled_from([Shuffle.MANUAL, Shuffle.DEVICE]),
    ),
)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_a_refused_command_leaves_the_table_untouched_and_no_table_falls_apart(data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(moments(data.draw(st.sampled_from(IDS)))))
    for command in data.draw(st.lists(COMMANDS, min_size=5, max_size=25)):
        before = repr(table)
        outcome = decide(table, command)
        assert check(table, command) == (outcome if isinstance(outcome, Violation) else None)
        after = table if isinstance(outcome, Violation) else replay(table, outcome)
        assert repr(table) == before
        if isinstance(outcome, Violation):
            assert outcome.allowed
        table = after
        assert_sound(table)


def assert_sound(table: Table) -> None:
    """What no sequence of commands may break."""
    assert (table.in_play is None) == (table.running is None)
    assert table.in_play is None or table.in_play in table.decks
    assert not set(table.removed) & set(table.decks)
    players = [occupant.player for occupant in table.seats.values()]
    assert len(players) == len(set(players))
    assert set(table.seats) <= set(range(1, 7))
    if table.running is not None:
        assert len(set(table.running.cards_out)) == len(table.running.cards_out)


def stakes_by_turns(table: Table, data: st.DataObject) -> tuple[Table, dict[tuple[int, str], Amount]]:
    """A round played up to a drawn moment before settlement, and every stake put up on the way, kept by hand."""
    stakes: dict[tuple[int, str], Amount] = {}
    required = [wager.name for wager in table.terms.wagers.values() if wager.required]
    for seat, occupant in table.seats.items():
        ante = Amount(50 * data.draw(st.integers(4, 20)))
        for name in required:
            table = act(table, PlaceWager(seat, name, ante), Role.PLAYER, occupant.player)
            stakes[seat, name] = ante
    for _ in range(data.draw(st.integers(0, 40))):
        table = step_on(table, data, stakes)
    return table, stakes


def step_on(table: Table, data: st.DataObject, stakes: dict[tuple[int, str], Amount]) -> Table:
    """One step of the round, a bet or fold as drawn."""
    round = table.round
    assert round is not None
    if round.phase is Phase.WAGERS:
        return act(table, CloseBets())
    if round.phase is Phase.DEALING:
        return act(table, Deal(next_cards(table)))
    table = stub_away(table)
    seat = to_act(round)
    if seat is not None:
        who = table.seats[seat].player
        if data.draw(st.integers(0, 3)) == 0:
            return act(table, Fold(seat), Role.PLAYER, who)
        amount = data.draw(st.sampled_from(bet_amounts(round, round.seats[seat])))
        stakes[seat, table.terms.rulebook.decisions[round.stage].bet] = amount
        return act(table, Bet(seat, amount), Role.PLAYER, who)
    return act(table, Reveal()) if round.phase is Phase.REVEAL else table


@cache
def full_house(rulebook: str, players: int) -> Table:
    """A round just opened with so many players seated."""
    table = ready_table(rulebook)
    for seat in range(3, players + 1):
        table = perform(table, player(f"player {seat}", Sit, seat=seat))
    return at_wagers(table)


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_a_void_returns_every_wager_to_the_cent_at_any_moment(data: st.DataObject) -> None:
    rulebook = data.draw(st.sampled_from(IDS))
    table, stakes = stakes_by_turns(full_house(rulebook, data.draw(st.integers(2, 6))), data)
    clause = load(rulebook).void_clause
    if table.round is not None and table.round.phase is not Phase.WAGERS and data.draw(st.booleans()):
        table = perform(table, dealer(ReportIrregularity, name="wrong_number_of_cards"))
    else:
        table = perform(table, floor(Play, action=Void(clause, "ordered")))
    assert table.round is not None
    assert {(line.seat, line.wager): line.returned for line in table.round.lines} == stakes
    assert sum(line.returned.cents for line in table.round.lines) == sum(stake.cents for stake in stakes.values())
    assert {(line.result, line.clause) for line in table.round.lines} == {(Result.RETURNED, clause)}
    assert table.decks["red"].shuffled is None


def read(text: bytes, kind: Any) -> Any:
    """A typed value from JSON."""
    return msgspec.convert(msgspec.json.decode(text), kind, dec_hook=from_plain)


@given(COMMANDS)
def test_commands_are_written_and_read_back(command: TableCommand) -> None:
    assert read(msgspec.json.encode(builtins(command)), TableCommand) == command


@settings(deadline=None, max_examples=50)
@given(st.sampled_from(IDS))
def test_events_are_written_and_read_back_and_replay_to_the_same_table(rulebook: str) -> None:
    start = at_dealing(ready_table(rulebook))
    commands: list[TableCommand] = [dealer(Play, action=Deal(next_cards(start))), player("ann", Leave)]
    commands += [dealer(ReportIrregularity, name="wrong_number_of_cards"), dealer(ShuffleDeck, deck="red")]
    table, history = start, list[TableEvent]()
    for command in commands:
        happened = happenings(table, command)
        table, history = replay(table, happened), [*history, *happened]
    written = msgspec.json.encode([builtins(event) for event in history])
    read_back = read(written, list[TableEvent])
    assert read_back == history
    assert replay(start, read_back) == table
