"""Short walks over everything a table offers; `make soak` takes the long ones."""

import pytest
from msgspec.structs import replace

from engine.random_rounds import Rng
from pitboss.cards import DECK, Card
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, full_terms
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Duty, Table, duties
from table import promises
from table.offers import Moment, duty_commands
from table.promises import onward
from table.walks import Explorer, beginnings, explore, report, shortest, submissions
from table.worlds import Unbalanced, World, after, balance, new_world, situation_key, state_key


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_what_is_offered_is_accepted_and_every_state_leads_to_the_end_of_two_rounds(rulebook: str) -> None:
    explorers = explore(rulebook, states=600, seed=1, departures=2, tables=2)
    assert not explorers[0].findings, report(rulebook, explorers)
    assert sum(len(explorer.states) for explorer in explorers) >= 600
    assert sum(explorer.rounds for explorer in explorers) > 0


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_lawful_way_of_dealing_and_shuffling_is_walked(rulebook: str) -> None:
    ways = {
        (terms.submission.dealing, terms.submission.shuffler, terms.submission.decks)
        for terms in submissions(rulebook).values()
    }
    one_deck = {(dealing, shuffler) for dealing, shuffler, decks in ways if decks == 1}
    if rulebook == "cardroom-criss-cross":  # by hand; a shuffler brings a second deck
        assert one_deck == {("hand", "none")}
        assert ("hand", "automated", 2) in ways
    else:
        assert {dealing for dealing, _ in one_deck} == {"hand", "manual_shoe", "automated_shoe"}
        assert ("hand", "none") not in one_deck  # dealing from the hand asks for a shuffler
        assert ("automated_shoe", "automated_counting", 2) in ways


def test_an_offer_that_is_refused_is_found_with_the_few_steps_that_lead_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_a_false_offer(table: Table, at: int) -> list[Duty]:
        found = duties(table, at)
        false = [duty for duty in found if duty.name == "verify"]  # the floor's part, offered to dealers too
        return [*found, *(Duty("verify", "", (Role.DEALER,), "", duty.where, must=False) for duty in false)]

    monkeypatch.setattr(promises, "duties", with_a_false_offer)
    explorer = Explorer("default", beginnings("ma-criss-cross")["default"], Rng(1))
    for _ in range(5):
        explorer.walk()
    found = next(finding for finding in explorer.findings.values() if "verify" in finding.failure.what)
    fewest = shortest(found.start, found.steps, found.failure, found.order)
    assert [step.__struct_config__.tag for step in fewest] == ["receive-deck", "attest"]


def test_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_the_cut(table: Table, at: int) -> Duty | None:
        return next((duty for duty in duties(table, at) if duty.must and duty.name != "cut"), None)

    monkeypatch.setattr(promises, "first_due", without_the_cut)
    explorer = Explorer("default", beginnings("ma-criss-cross")["default"], Rng(1))
    explorer.walk()
    assert any(failure.promise == "dead end" and "nothing is due" in failure.what for failure in explorer.findings)


def test_a_name_without_a_builder_is_an_error() -> None:
    moment = Moment(new_world(full_terms("ma-crazy-4")).table, ())
    with pytest.raises(LookupError, match="whistle"):
        duty_commands(moment, Duty("whistle", "", (Role.DEALER,), "", ""), Role.DEALER)


def after_a_round(rulebook: str, order: tuple[Card, ...]) -> list[World]:
    """Every world on the ordinary course of a first round, the last with the round over."""
    worlds = [new_world(full_terms(rulebook))]
    while not worlds[-1].ended:
        reached = after(worlds[-1], onward(worlds[-1], order, lambda commands: commands[0]))
        assert isinstance(reached, World)
        worlds.append(reached)
    return worlds


def test_a_stake_that_no_line_accounts_for_is_noticed() -> None:
    world = after_a_round("ma-criss-cross", DECK)[-1]
    round, stakes = world.table.round, world.stakes
    assert round is not None
    assert len(stakes) == 5  # two antes, three bets
    balance(round, stakes)
    one = next(iter(stakes))
    with pytest.raises(Unbalanced):
        balance(round, {**stakes, one: stakes[one] + Amount(1)})
    with pytest.raises(Unbalanced):
        balance(replace(round, lines=round.lines[1:]), stakes)


def test_states_differ_by_their_cards_and_situations_do_not() -> None:
    up, down = (after_a_round("ma-criss-cross", order)[:-1] for order in (DECK, DECK[::-1]))
    dealt = [place for place, world in enumerate(up) if world.table.running and world.table.running.cards_out]
    for place in range(dealt[0]):
        assert state_key(up[place]) == state_key(down[place])
    for place in dealt[:5]:
        assert state_key(up[place]) != state_key(down[place])
        assert situation_key(up[place]) == situation_key(down[place])
    assert len({situation_key(world) for world in up}) == len(up)
