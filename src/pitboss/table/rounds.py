"""Rounds at the table: when one may begin, who may act in it, and the count of stub and chips."""

from pitboss import engine
from pitboss.cards import DECK
from pitboss.engine import Phase, Round
from pitboss.engine.actions import (
    Abandon,
    CallOff,
    CloseBets,
    Deal,
    DiscardCard,
    Draw,
    Forfeit,
    PlaceWager,
    PlayerChoice,
    ReturnWagers,
    Reveal,
    RoundAction,
    Spin,
    Strike,
    TakeBack,
    Validate,
    Void,
)
from pitboss.engine.forfeits import can_be_given_up
from pitboss.rulebooks import Refused, Violation
from pitboss.table.commands import Command, CountStub, FindMisdeal, OpenRound, Play
from pitboss.table.devices import device_need, shoe_broken
from pitboss.table.events import (
    DeckRemoved,
    MisdealLookedFor,
    RoundEnded,
    RoundMoved,
    RoundOpened,
    StubCounted,
    TableEvent,
)
from pitboss.table.needs import (
    RACK_STUB,
    chips_need,
    deck_need,
    need_in_play,
    recount_clause,
    rested,
    stub_need,
    too_old,
)
from pitboss.table.refusal import comes_first, refuse, require_authority, require_deck
from pitboss.table.state import Deck, Table
from pitboss.table.voids import refuse_void

REMEDIES = (Abandon, CallOff, DiscardCard, Forfeit, Strike)
"""What only follows from an irregularity or a ruling."""

BEFORE_THE_STUB = (PlaceWager, TakeBack, ReturnWagers, CloseBets, Deal, Draw, Void)
"""What does not wait until the stub is put away."""


def open_round(table: Table, command: OpenRound) -> list[TableEvent]:
    """A round begins when table, deck, devices and players are ready."""
    clause = table.rules.shuffling.clause
    require_authority(table, command, "open-round", "a round", clause)
    if table.running is not None:
        says = "A round is in play; the next one begins when it is over."
        raise refuse(table, clause, "the table", "a second round", "a round after this one is over", says)
    deck = require_deck(table, command.deck, "a round")
    _refuse_decks(table, deck)
    for due in (device_need(table), too_old(table, deck, command.at), deck_need(table, deck)):
        if due is not None:
            allowed, says = f"{due.name}: {due.title}", comes_first(due.title)
            raise refuse(table, due.clause, due.where, "a round", allowed, says)
    if all(occupant.away for occupant in table.seats.values()):
        seated = table.rules.conduct.seated_clause
        allowed, says = "a round with a seated player", "Nobody is seated; a round needs at least one player."
        raise refuse(table, seated, "the table", "a round with nobody seated", allowed, says)
    return [RoundOpened(by=command.by, at=command.at, clause=clause, deck=deck.id)]


def _refuse_decks(table: Table, deck: Deck) -> None:
    """One deck, or two of which the one rested is played while the other is in the shuffler."""
    rules, two, where = table.rules, table.rules.two_decks, f"deck {deck.id}"
    wanted = table.terms.submission.decks
    if len(table.decks) != wanted:
        clause = two.clause if wanted > 1 else rules.decks_clause
        here = len(table.decks)
        says = f"The table needs {'1 deck' if wanted == 1 else f'{wanted} decks'} and has {here}."
        raise refuse(table, clause, "the table", f"a round with {here} of {wanted} decks", f"{wanted}", says)
    if not table.two_decks:
        return
    other = next(item for item in table.decks.values() if item is not deck)
    if deck.id == table.last_deck:
        allowed = f"a round with deck {other.id}"
        says = f"The decks take turns; the next round is dealt from deck {other.id}."
        raise refuse(table, two.alternate_clause, where, "two rounds in a row", allowed, says)
    for step in table.steps_left(other):
        clause = rules.opening.each_deck_clause if rules.opening else step.clause
        allowed, says = f"{step.name}: {step.title}", comes_first(step.title)
        raise refuse(table, clause, f"deck {other.id}", "a round", allowed, says)
    if table.rack == other.id:
        clause = two.rack_clause or two.clause
        allowed = f"a round once deck {other.id} is out of the rack and in the shuffler"
        says = f"Move deck {other.id} from the rack into the shuffler before the round."
        raise refuse(table, clause, "the discard rack", "cards of both decks", allowed, says)
    if two.stored_clause and not other.in_shuffler:
        allowed = f"a round while deck {other.id} is in the shuffler"
        says = "This deck must be in the shuffler before a round begins with the other."
        raise refuse(table, two.stored_clause, f"deck {other.id}", "a round", allowed, says)
    if not rested(table, other):
        allowed = f"a round once deck {other.id} is shuffled too"
        says = "This deck must be shuffled too before a round begins."
        raise refuse(table, two.stored_clause or two.clause, f"deck {other.id}", "a round", allowed, says)


def play(table: Table, command: Play) -> list[TableEvent]:
    """An action within the round, by the one whose part it is and when the table is ready for it."""
    action, round = command.action, require_round(table)
    name, clause = _name(action), _law(table, action)
    if isinstance(action, REMEDIES):
        allowed = "it as the remedy of an irregularity or a ruling of the floor"
        says = "This is done only as the remedy of an irregularity or by a ruling of the floor."
        raise refuse(table, clause or "", f"the {command.by}", name, allowed, says)
    require_authority(table, command, name, name, clause)
    if isinstance(action, PlaceWager | TakeBack | PlayerChoice | Spin):
        _refuse_not_seated(table, command, action)
    if isinstance(action, CloseBets | Deal) and not round.out:
        _refuse_old_deck(table, command)
    if isinstance(action, Deal):
        _refuse_deal(table)
    if isinstance(action, Void):
        refuse_void(table, action, command.at)
    if not isinstance(action, BEFORE_THE_STUB):
        due = stub_need(table)
        if due is not None:
            allowed, says = f"{due.name}: {due.title}", comes_first(due.title)
            raise refuse(table, due.clause, due.where, _name(action), allowed, says)
    if isinstance(action, Reveal) and round.phase is Phase.REVEAL:
        return _reveal(table, command, round)
    return in_round(table, command, action)


def _reveal(table: Table, command: Play, round: Round) -> list[TableEvent]:
    """With no ruling, the wagers of a player who left are lost before more cards are turned up."""
    lost = [Abandon(seat) for seat in unruled_seats(table, round)]
    over = engine.play(round, *lost).phase is Phase.SETTLEMENT
    return in_round(table, command, *lost) if lost and over else in_round(table, command, *lost, command.action)


def _refuse_not_seated(table: Table, command: Play, action: PlaceWager | TakeBack | PlayerChoice | Spin) -> None:
    clause, where = table.rules.conduct.seated_clause, f"seat {action.seat}"
    occupant = table.seats.get(action.seat)
    if occupant is None or occupant.player != command.player:
        own = table.seat_of(command.player)
        allowed = f"it at seat {own}, the player's own" if own else "it by a player seated at the table"
        says = f"The player sits at seat {own} and acts only there." if own else "Only a seated player may do this."
        raise refuse(table, clause, where, _name(action), allowed, says)
    if occupant.away and not isinstance(action, Spin):
        says = "This player has left the table and may act once seated again."
        raise refuse(table, clause, where, f"{_name(action)} by a player who left", "it once seated again", says)


def _refuse_old_deck(table: Table, command: Play) -> None:
    """A round whose deck grew too old before its first card is not dealt."""
    assert table.in_play is not None
    due = too_old(table, table.decks[table.in_play], command.at)
    if due is not None:
        tried = '"no more bets"' if isinstance(command.action, CloseBets) else "a card"
        says = "This deck has reached its age limit; the floor voids the round, and another deck is used."
        raise refuse(table, due.clause, due.where, tried, "a void by the floor, then another deck", says)


def _refuse_deal(table: Table) -> None:
    """Cards are dealt from a deck that is ready, with the chips squared."""
    if shoe_broken(table):
        clause = table.terms.dealing.clause
        allowed, says = "a void before the first card", "It is out of order; the round is void before its first card."
        raise refuse(table, clause, "the shoe", "a card from it while out of order", allowed, says)
    for due in (need_in_play(table), chips_need(table)):
        if due is not None:
            raise refuse(table, due.clause, due.where, "a card", f"{due.name}: {due.title}", comes_first(due.title))


def unruled_seats(table: Table, round: Round) -> list[int]:
    """Seats of players who left, with wagers on which the floor has not ruled."""
    return [
        number
        for number, occupant in sorted(table.seats.items())
        if occupant.away and not occupant.stands and number in round.seats and can_be_given_up(round, number)
    ]


def in_round(table: Table, command: Command, *actions: RoundAction) -> list[TableEvent]:
    """What follows from actions in the round, and the round's end if they end it."""
    round, found = require_round(table), list[TableEvent]()
    if table.notes.wrong_total is not None and not isinstance(command, FindMisdeal):
        due = stub_need(table)
        assert due is not None
        allowed, says = f"{due.name}: {due.title}", comes_first(due.title)
        raise refuse(table, due.clause, due.where, "anything else after a wrong count", allowed, says)
    todo = list(actions)
    while todo:
        outcome = engine.decide(round, todo.pop(0))
        if isinstance(outcome, Violation):
            raise Refused(outcome)
        found += [RoundMoved(by=command.by, at=command.at, move=move) for move in outcome]
        round = engine.replay(round, outcome)
        todo += [engine.passive(round, seat) for seat in _absent_in_turn(table, round) if not todo]
    if round.finished:
        assert table.in_play is not None
        clause = table.rules.shuffling.clause
        void = round.phase is Phase.VOID
        found.append(RoundEnded(by=command.by, at=command.at, clause=clause, deck=table.in_play, void=void))
    return found


def _absent_in_turn(table: Table, round: Round) -> list[int]:
    """The seat in turn, if its player left and the floor let the wagers stand: who is not there makes no bet."""
    seat = engine.to_act(round)
    occupant = table.seats.get(seat) if seat is not None else None
    return [seat] if seat is not None and occupant is not None and occupant.away and occupant.stands else []


def require_round(table: Table) -> Round:
    """The round in play, refused if there is none."""
    if table.running is None:
        clause = table.rules.shuffling.clause
        says = "No round is in play; begin one first."
        raise refuse(table, clause, "the table", "an action in a round", "a round opened first", says)
    return table.running


def count_stub(table: Table, command: CountStub) -> list[TableEvent]:
    """The dealer counts the stub, again where the count was wrong; with the cards dealt it must come to a deck."""
    round, rules = require_round(table), table.handling.count
    if rules is None:
        raise refuse(table, table.handling.clause, "the stub", "a count", "nothing: these rules ask for no count")
    require_authority(table, command, "count-stub", "a count of the stub", rules.clause)
    due, again = stub_need(table), recount_clause(table)
    if again is None and (due is None or due.name not in (RACK_STUB, "count_stub") or table.notes.counted):
        allowed = f"{due.name}: {due.title}" if due else "one count, after the deal and before the stub is put away"
        says = "It is counted once, after the deal and before it is put away."
        raise refuse(table, rules.clause, "the stub", "a count", allowed, comes_first(due.title) if due else says)
    if not 0 <= command.cards <= len(DECK):
        allowed = f"0 to {len(DECK)}"
        says = f"The count must be {allowed} cards; {command.cards} was given."
        raise refuse(table, rules.clause, "the stub", f"{command.cards} cards", allowed, says)
    total = command.cards + round.out
    clause = rules.right_clause if total == len(DECK) else rules.wrong_clause
    return [StubCounted(by=command.by, at=command.at, clause=clause, cards=command.cards, total=total)]


def find_misdeal(table: Table, command: FindMisdeal) -> list[TableEvent]:
    """A wrong count voids the round; unless a misdeal of a whole deck explains it, the deck leaves the table.

    Where nothing was misdealt and no card is missing, it was the count that was wrong: the round goes on.
    """
    rules = table.handling.count
    if rules is None or table.notes.wrong_total is None:
        clause = rules.wrong_clause if rules else table.handling.clause
        says = "A misdeal is looked for only after a wrong count."
        raise refuse(table, clause, "the stub", "a search for a misdeal", "it after a wrong count", says)
    require_authority(table, command, "find-misdeal", "a search for a misdeal", rules.wrong_clause)
    again = recount_clause(table)
    if again is not None and not command.misdealt and command.cards == len(DECK):
        return [MisdealLookedFor(by=command.by, at=command.at, clause=again, misdealt=False, cards=command.cards)]
    explained = command.misdealt and command.cards == len(DECK)
    clause = rules.misdealt_clause if explained else rules.wrong_deck_clause
    reason = "cards misdealt" if explained else f"stub and cards dealt came to {table.notes.wrong_total}"
    looked = MisdealLookedFor(
        by=command.by, at=command.at, clause=rules.wrong_clause, misdealt=command.misdealt, cards=command.cards
    )
    found = [looked, *in_round(table, command, Void(clause, reason))]
    if not explained:
        assert table.in_play is not None
        found.append(DeckRemoved(by=command.by, at=command.at, clause=clause, deck=table.in_play, reason=reason))
    return found


def _law(table: Table, action: RoundAction) -> str | None:
    """The clause that gives an action to its role, where the way of dealing or the wager says it."""
    if isinstance(action, Validate):
        rules = table.terms.rulebook.validations
        return next((rule.clause for rule in rules if rule.wager == action.wager), None)
    if isinstance(action, CloseBets):
        return table.terms.dealing.no_more_bets_clause
    return table.terms.dealing.order_clause if isinstance(action, Deal) else None


def _name(action: RoundAction) -> str:
    return str(action.__struct_config__.tag)
