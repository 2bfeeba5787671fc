"""Duties: what the dealer's console shows is what the table accepts, in the document's order."""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.cards import DECK
from pitboss.engine import next_delivery
from pitboss.engine.actions import Bet, CloseBets, Deal, Draw, Reveal, RoundAction, Settle, Spin, Validate
from pitboss.rulebooks import SHIPPED, full_terms
from pitboss.rulebooks.table_rules import Cards, Device, Role
from pitboss.table import DeviceState, Duty, Shuffle, Table, duties, open_table, perform
from pitboss.table.commands import (
    Attest,
    ChangeMethod,
    CountChips,
    CountStub,
    CoverDevice,
    CutDeck,
    EmptyRack,
    Leave,
    OpenRound,
    Play,
    ReceiveDeck,
    RemoveDeck,
    ReportIrregularity,
    RuleOnLeaving,
    ShuffleDeck,
    TableCommand,
)
from table.staff import (
    ANTE,
    CARDROOM,
    CRAZY,
    MA,
    MD,
    NJ,
    NOON,
    act,
    at_decision,
    at_settlement,
    at_wagers,
    dealer,
    dealt,
    floor,
    new_table,
    next_cards,
    player,
    ready_table,
    received,
    refusal,
    seated,
    shuffled,
    stub_away,
    wagered,
)


def due(table: Table, at: int = NOON) -> list[str]:
    """The names of what must be done."""
    return [duty.name for duty in duties(table, at) if duty.must]


def obey(table: Table, duty: Duty) -> TableCommand:
    """The command that carries out a duty, by the role the duty names."""
    deck = duty.where.removeprefix("deck ") if duty.where.startswith("deck ") else table.in_play or "red"
    by, who = duty.by[0], "ann" if Role.PLAYER in duty.by else ""
    count = 52 if table.counts else None
    fresh = "blue" if "red" in (*table.decks, *table.removed) else "red"
    out = len(table.round.cards_out) if table.round else 0
    plain: dict[str, TableCommand] = {
        "receive_deck": ReceiveDeck(by=by, at=NOON, deck=fresh, back=fresh, design="bee"),
        "shuffle": ShuffleDeck(by=by, at=NOON, deck=deck, count=count),
        "cut": CutDeck(by=by, at=NOON, deck=deck, depth=10),
        "empty_rack": EmptyRack(by=by, at=NOON),
        "open_round": OpenRound(by=by, at=NOON, deck=deck),
        "count_stub": CountStub(by=by, at=NOON, cards=52 - out),
    }
    if duty.name in plain:
        return plain[duty.name]
    action = _action(table, duty)
    if action is not None:
        seat = int(duty.where.removeprefix("seat ")) if duty.name in ("bet", "spin") else 0
        return Play(by=by, at=NOON, player=table.seats[seat].player if seat else "", action=action)
    if duty.name == "count_chips":
        assert table.round is not None
        wagers = ("four_card_progressive", "five_card_progressive", "link_progressive")
        chips = sum(name in seat.wagers for seat in table.round.seats.values() for name in wagers)
        return CountChips(by=by, at=NOON, chips=chips)
    return Attest(by=by, at=NOON, player=who, deck=deck, step=duty.name)


def _action(table: Table, duty: Duty) -> RoundAction | None:
    seat = int(duty.where.removeprefix("seat ")) if duty.where.startswith("seat ") else 0
    meters = {name: meter.seed for name, meter in table.terms.meters.items()}
    actions: dict[str, RoundAction] = {
        "close-bets": CloseBets(),
        "bet": Bet(seat, ANTE),
        "reveal": Reveal(),
        "settle": Settle(meters),
        "draw": Draw(),
        "spin": Spin(seat, 1, meters),
    }
    if duty.name == "deal":
        return Deal(next_cards(table))
    if duty.name == "validate":
        assert table.round is not None
        return Validate(seat, table.round.held[0].wager)
    return actions.get(duty.name)


@pytest.mark.parametrize("full", [False, True], ids=["default", "full"])
@pytest.mark.parametrize("rulebook", SHIPPED)
def test_doing_what_is_due_opens_a_table_and_plays_rounds(rulebook: str, full: bool) -> None:
    table = open_table(full_terms(rulebook)) if full else new_table(rulebook)
    table = seated(table, "ann", "bob")
    rounds = 0
    while rounds < 7:
        first = duties(table, NOON)[0]
        assert first.must, f"nothing is due: {table}"
        if first.name == "place-wager":
            table = wagered(table, *(name for name, wager in table.terms.wagers.items() if _extra(table, name)))
            first = duties(table, NOON)[0]
        running = table.running is not None
        table = perform(table, obey(table, first))
        rounds += running and table.running is None


def _extra(table: Table, name: str) -> bool:
    wager = table.terms.wagers[name]
    return not wager.required and not wager.decision


def test_the_opening_of_a_table_in_massachusetts() -> None:
    table = new_table(MA)
    shown = []
    while "open_round" not in due(table):
        first = duties(table, NOON)[0]
        shown.append((first.name, first.by[0], first.clause))
        table = seated(table, "ann") if first.name == "sit" else perform(table, obey(table, first))
    assert shown == [
        ("receive_deck", "dealer", "3(a)"),
        ("inspect", "dealer", "3(a)"),
        ("verify", "floorperson", "3(a)"),
        ("spread", "dealer", "3(b)"),
        ("sit", "player", "3(c)"),
        ("look", "player", "3(c)"),
        ("wash", "dealer", "3(c)"),
        ("stack", "dealer", "3(c)"),
        ("shuffle", "dealer", "4(a)"),
        ("cut", "dealer", "4(c)(2)"),
        ("load", "dealer", "7(a)"),
    ]


def test_a_round_in_the_card_room_waits_for_cover_stub_and_leave() -> None:
    table = wagered(at_wagers(ready_table(CARDROOM)))
    shown: list[str] = []
    while due(table)[0] != "bet":
        first = duties(table, NOON)[0]
        shown += [first.name] if first.name not in shown else []
        table = perform(table, obey(table, first))
    assert shown == ["close-bets", "deal", "cover_bonus_cards", "rack_stub", "give_leave"]


def settling(table: Table) -> list[tuple[str, str, str]]:
    """What is due until the round is over, each once: its name, its clause and its title."""
    shown: list[tuple[str, str, str]] = []
    while table.running is not None:
        first = duties(table, NOON)[0]
        told = (first.name, first.clause, first.title)
        shown += [told] if told not in shown else []
        table = perform(table, obey(table, first))
    return shown


def paired(rulebook: str, *extra: str, cards: Cards = Cards.PHYSICAL, **choices: Any) -> Table:
    """All cards up and nothing settled; ann, in seat 1, holds a pair, bob does not."""
    table = act(wagered(at_wagers(ready_table(rulebook, **choices)), *extra), CloseBets())
    pair, rest = iter(DECK[:2]), iter(DECK[8::3])
    while table.running is not None and (delivery := next_delivery(table.running)) is not None:
        place, count = delivery
        table = act(table, Deal(tuple(next(pair if place == "seat 1" else rest) for _ in range(count))))
    return replace(at_settlement(stub_away(table)), cards=cards)


SETTLE = "Settle the next player's wagers"
KEYED = "Spin the wheel: the player turns it, the dealer keys in where it stopped"


@pytest.mark.clause(NJ, "40.10(i)", "40.10(i)2", "40.11(b)")
@pytest.mark.parametrize(("cards", "title"), [(Cards.PHYSICAL, KEYED), (Cards.VIRTUAL, "Spin the wheel")])
def test_settling_is_due_by_the_clause_of_the_pass_that_it_is_in(cards: Cards, title: str) -> None:
    table = paired(NJ, "five_card_bonus", "bonus_spin", cards=cards, bonus_spin="5-fixed")
    assert settling(table) == [
        ("settle", "40.10(i)", SETTLE),  # both hands
        ("settle", "40.11(b)", SETTLE),  # the 5 Card Bonus after them
        ("settle", "40.10(i)2", SETTLE),  # bob has no pair, and his Bonus Spin is lost
        ("spin", "40.10(i)2", title),  # ann has one
    ]


@pytest.mark.clause(CRAZY, "10(c)", "12(j)")
def test_cover_all_is_settled_by_a_clause_of_its_own() -> None:
    table = wagered(at_wagers(ready_table(CRAZY, shuffler="player_counting", cover_all=True)), "cover_all")
    table = at_settlement(stub_away(dealt(act(table, CloseBets()))))
    assert [(name, clause) for name, clause, _ in settling(table)] == [("settle", "10(c)"), ("settle", "12(j)")]


def test_what_may_be_done_is_told_apart_from_what_must() -> None:
    may = {(duty.name, duty.clause) for duty in duties(ready_table(MA), NOON) if not duty.must}
    assert may == {("declare_idle", "4(f)"), ("order_recut", "4(e)"), ("order_shuffle", "4(a)")}
    in_decision = duties(at_decision(ready_table(MA)), NOON)
    assert {duty.where for duty in in_decision if not duty.must} == {"wrong_number_of_cards", "community_card_exposed"}
    assert ("sit", False) in {(duty.name, duty.must) for duty in duties(new_table(MD), NOON)}


def test_duties_of_age_leaving_and_devices() -> None:
    old = duties(ready_table(MA), NOON + 8 * 3600)[0]
    assert (old.name, old.clause) == ("remove_deck", "2(c)(2)")
    waiting = duties(wagered(at_wagers(ready_table(MA))), NOON + 8 * 3600)[0]
    assert (waiting.name, waiting.by, waiting.clause) == ("void", (Role.FLOORPERSON,), "reading deck-age")
    left = duties(perform(at_decision(ready_table(MA)), player("ann", Leave)), NOON)[0]
    assert (left.name, left.by, left.where) == ("rule_on_leaving", (Role.FLOORPERSON,), "seat 1")
    ruled = perform(at_decision(ready_table(MA)), player("ann", Leave), floor(RuleOnLeaving, seat=1, abandoned=False))
    assert due(ruled) == ["bet"]
    broken = perform(ready_table(MA, shuffler="automated"), dealer(ReportIrregularity, name="shuffler_broken"))
    assert due(broken)[0] == "cover_device"
    in_round = perform(
        at_decision(ready_table(MA, shuffler="automated")), dealer(ReportIrregularity, name="shuffler_broken")
    )
    assert due(in_round) == ["bet", "cover_device"]
    covered = perform(broken, dealer(CoverDevice, device=Device.SHUFFLER, how=DeviceState.COVERED))
    assert due(covered)[0] == "change_method"
    changed = perform(covered, floor(ChangeMethod, dealing="manual_shoe", shuffling=Shuffle.MANUAL))
    assert due(changed)[0] == "load"


def test_of_two_decks_the_resting_one_is_readied_during_the_round() -> None:
    table = ready_table(CRAZY, "manual_shoe", "automated", decks=2)
    assert due(table) == ["open_round"]
    table = perform(at_decision(table), dealer(ReportIrregularity, name="shuffler_jam", deck="blue"))
    assert due(table) == ["bet", "shuffle"]
    assert due(shuffled(table, "blue")) == ["bet"], "blue stays in the shuffler while red is in play"
    assert refusal(shuffled(table, "blue"), dealer(Attest, deck="blue", step="load")).tried == "load"


def test_a_table_with_a_deck_too_many_is_told_to_remove_one() -> None:
    table = received(seated(new_table(CARDROOM, shuffler="automated"), "ann"))
    table = perform(table, floor(ChangeMethod, dealing="hand", shuffling=Shuffle.MANUAL))
    assert "remove_deck" in due(table)
    table = perform(table, floor(RemoveDeck, deck="blue", reason="one deck"))
    assert "remove_deck" not in due(table)
