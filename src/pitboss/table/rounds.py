"""Rounds at the table: when one may begin, who may act in it, and the count of stub and chips."""

from pitboss import games
from pitboss.cards import DECK
from pitboss.games import Phase, Round
from pitboss.games.actions import (
    Abandon,
    Bet,
    CloseBets,
    Deal,
    Draw,
    Fold,
    PlaceWager,
    Reveal,
    RoundAction,
    Settle,
    Spin,
    TakeBack,
    Validate,
    Void,
)
from pitboss.rulebooks import Refused, Violation
from pitboss.rulebooks.table_rules import Role
from pitboss.table.commands import Command, CountChips, CountStub, FindMisdeal, OpenRound, Play
from pitboss.table.devices import device_need
from pitboss.table.events import (
    ChipsSquared,
    DeckRemoved,
    MisdealLookedFor,
    RoundEnded,
    RoundMoved,
    RoundOpened,
    StubCounted,
    TableEvent,
)
from pitboss.table.needs import RACK_STUB, chips_need, deck_need, progressive_wagers, stub_need, too_old
from pitboss.table.refusing import DEALER, FLOOR, refuse, require_deck, require_role
from pitboss.table.state import Deck, Table

OWN = (Role.PLAYER,)
ROLES: dict[type, tuple[Role, ...]] = {
    PlaceWager: OWN,
    TakeBack: OWN,
    Bet: OWN,
    Fold: OWN,
    CloseBets: DEALER,
    Deal: DEALER,
    Reveal: DEALER,
    Draw: DEALER,
    Settle: DEALER,
    Spin: DEALER,
    Validate: FLOOR,
    Void: FLOOR,
}
"""Who does what in a round. What is not here comes only with an irregularity or a ruling."""

BEFORE_THE_STUB = (PlaceWager, TakeBack, CloseBets, Deal, Draw, Void)
"""What does not wait until the stub is put away."""


def open_round(table: Table, command: OpenRound) -> list[TableEvent]:
    """A round begins when table, deck, devices and players are ready."""
    clause = table.rules.shuffling.clause
    require_role(table, command, DEALER, clause, "a round")
    if table.running is not None:
        raise refuse(table, clause, "the table", "a second round", "a round after this one is over")
    deck = require_deck(table, command.deck, "a round")
    _refuse_decks(table, deck)
    for due in (device_need(table), too_old(table, deck, command.at), deck_need(table, deck)):
        if due is not None:
            raise refuse(table, due.clause, due.where, "a round", f"{due.name}: {due.title}")
    if all(occupant.away for occupant in table.seats.values()):
        seated = table.rules.conduct.seated_clause
        raise refuse(table, seated, "the table", "a round with nobody seated", "a round with a seated player")
    return [RoundOpened(by=command.by, at=command.at, clause=clause, deck=deck.id)]


def _refuse_decks(table: Table, deck: Deck) -> None:
    """One deck, or two of which the one rested is played while the other is in the shuffler."""
    rules, two, where = table.rules, table.rules.two_decks, f"deck {deck.id}"
    wanted = table.terms.submission.decks
    if len(table.decks) != wanted:
        clause = two.clause if wanted > 1 else rules.decks_clause
        raise refuse(table, clause, "the table", f"a round with {len(table.decks)} of {wanted} decks", f"{wanted}")
    if not table.two_decks:
        return
    other = next(item for item in table.decks.values() if item is not deck)
    if deck.id == table.last_deck:
        allowed = f"a round with deck {other.id}"
        raise refuse(table, two.alternate_clause, where, "two rounds in a row", allowed)
    for step in table.steps_left(other):
        clause = rules.opening.each_deck_clause if rules.opening else step.clause
        raise refuse(table, clause, f"deck {other.id}", "a round", f"{step.name}: {step.title}")
    if table.rack == other.id:
        clause = two.rack_clause or two.clause
        allowed = f"a round once deck {other.id} is out of the rack and in the shuffler"
        raise refuse(table, clause, "the discard rack", "cards of both decks", allowed)
    if two.stored_clause and not other.in_shuffler:
        allowed = f"a round while deck {other.id} is in the shuffler"
        raise refuse(table, two.stored_clause, f"deck {other.id}", "a round", allowed)


def play(table: Table, command: Play) -> list[TableEvent]:
    """An action within the round, by the one whose part it is and when the table is ready for it."""
    action, round = command.action, require_round(table)
    roles, clause = ROLES.get(type(action)), _law(table, action)
    if roles is None:
        allowed = "it as the remedy of an irregularity or a ruling on a player who left"
        raise refuse(table, clause, f"the {command.by}", _name(action), allowed)
    require_role(table, command, roles, clause, _name(action))
    if isinstance(action, PlaceWager | TakeBack | Bet | Fold):
        _refuse_not_seated(table, command, action)
    if isinstance(action, CloseBets):
        _refuse_old_deck(table, command.at)
    if isinstance(action, Deal):
        _refuse_deal(table, action)
    if not isinstance(action, BEFORE_THE_STUB):
        due = stub_need(table)
        if due is not None:
            raise refuse(table, due.clause, due.where, _name(action), f"{due.name}: {due.title}")
    if isinstance(action, Void) and table.terms.rulebook.clause(action.clause) is None:
        raise refuse(table, clause, "the round", f"a void under '{action.clause}'", "a clause of the rulebook")
    if isinstance(action, Reveal):
        return _reveal(table, command, round)
    return in_round(table, command, action)


def _reveal(table: Table, command: Play, round: Round) -> list[TableEvent]:
    """With no ruling, the wagers of a player who left are lost before more cards are turned up."""
    lost = [Abandon(seat) for seat in unruled_seats(table, round)]
    over = games.play(round, *lost).phase is Phase.SETTLEMENT
    return in_round(table, command, *lost) if lost and over else in_round(table, command, *lost, command.action)


def _refuse_not_seated(table: Table, command: Play, action: PlaceWager | TakeBack | Bet | Fold) -> None:
    clause, where = table.rules.conduct.seated_clause, f"seat {action.seat}"
    occupant = table.seats.get(action.seat)
    if occupant is None or occupant.player != command.player:
        own = table.seat_of(command.player)
        allowed = f"it at seat {own}, the player's own" if own else "it by a player seated at the table"
        raise refuse(table, clause, where, _name(action), allowed)
    if occupant.away:
        raise refuse(table, clause, where, f"{_name(action)} by a player who left", "it once seated again")


def _refuse_old_deck(table: Table, at: int) -> None:
    """A round whose deck grew too old while it waited for wagers is not dealt."""
    assert table.in_play is not None
    due = too_old(table, table.decks[table.in_play], at)
    if due is not None:
        raise refuse(table, due.clause, due.where, '"no more bets"', "a void by the floor, then another deck")


def _refuse_deal(table: Table, action: Deal) -> None:
    """Cards are dealt from a deck that is ready, with the chips squared."""
    assert table.in_play is not None
    for due in (deck_need(table, table.decks[table.in_play]), chips_need(table)):
        if due is not None:
            raise refuse(table, due.clause, due.where, "a card", f"{due.name}: {due.title}")
    drawn = table.notes.next_card
    if drawn is not None and action.cards[:1] != (drawn,):
        rule = table.rules.irregularity("drawn_in_error")
        allowed = "the card drawn in error as the next one"
        raise refuse(table, rule.clause if rule else "", "the deal", "another card", allowed)


def unruled_seats(table: Table, round: Round) -> list[int]:
    """Seats of players who left, with wagers on which the floor has not ruled."""
    return [
        number
        for number, occupant in sorted(table.seats.items())
        if occupant.away and not occupant.stands and number in round.seats and can_be_lost(round, number)
    ]


def can_be_lost(round: Round, seat: int) -> bool:
    """Whether a seat's wagers can still be ruled lost: after the deal has begun and before settlement."""
    wagers = round.seats.get(seat)
    in_play = round.phase in (Phase.DEALING, Phase.DECISION, Phase.REVEAL)
    return in_play and wagers is not None and not (wagers.abandoned or wagers.forfeited)


def in_round(table: Table, command: Command, *actions: RoundAction) -> list[TableEvent]:
    """What follows from actions in the round, and the round's end if they end it."""
    round, found = require_round(table), list[TableEvent]()
    if table.notes.wrong_total is not None and not isinstance(command, FindMisdeal):
        due = stub_need(table)
        assert due is not None
        raise refuse(table, due.clause, due.where, "anything else after a wrong count", f"{due.name}: {due.title}")
    for action in actions:
        outcome = games.decide(round, action)
        if isinstance(outcome, Violation):
            raise Refused(outcome)
        found += [RoundMoved(by=command.by, at=command.at, move=move) for move in outcome]
        round = games.replay(round, outcome)
    if round.finished:
        assert table.in_play is not None
        clause = table.rules.shuffling.clause
        void = round.phase is Phase.VOID
        found.append(RoundEnded(by=command.by, at=command.at, clause=clause, deck=table.in_play, void=void))
    return found


def require_round(table: Table) -> Round:
    """The round in play, refused if there is none."""
    if table.running is None:
        clause = table.rules.shuffling.clause
        raise refuse(table, clause, "the table", "an action in a round", "a round opened first")
    return table.running


def count_chips(table: Table, command: CountChips) -> list[TableEvent]:
    """The dealer squares the chips of progressive wagers; a difference stops the deal."""
    due, accepted = chips_need(table), progressive_wagers(table)
    if due is None:
        raise refuse(table, table.handling.clause, "the table", "a count of chips", "nothing: no count is due")
    require_role(table, command, due.by, due.clause, "a count of chips")
    if command.chips != accepted:
        allowed = f"{accepted}, the number of wagers accepted"
        raise refuse(table, due.clause, "the table", f"{command.chips} chips", allowed)
    return [ChipsSquared(by=command.by, at=command.at, clause=due.clause, chips=command.chips)]


def count_stub(table: Table, command: CountStub) -> list[TableEvent]:
    """The dealer counts the stub; with the cards dealt it must come to a whole deck."""
    round, rules = require_round(table), table.handling.count
    if rules is None:
        raise refuse(table, table.handling.clause, "the stub", "a count", "nothing: these rules ask for no count")
    require_role(table, command, DEALER, rules.clause, "a count of the stub")
    due = stub_need(table)
    if due is None or due.name not in (RACK_STUB, "count_stub") or table.notes.counted:
        allowed = f"{due.name}: {due.title}" if due else "one count, after the deal and before the stub is put away"
        raise refuse(table, rules.clause, "the stub", "a count", allowed)
    if not 0 <= command.cards <= len(DECK):
        raise refuse(table, rules.clause, "the stub", f"{command.cards} cards", f"0 to {len(DECK)}")
    total = command.cards + len(round.cards_out)
    clause = rules.right_clause if total == len(DECK) else rules.wrong_clause
    return [StubCounted(by=command.by, at=command.at, clause=clause, cards=command.cards, total=total)]


def find_misdeal(table: Table, command: FindMisdeal) -> list[TableEvent]:
    """A wrong count voids the round; unless a misdeal of a whole deck explains it, the deck leaves the table."""
    rules = table.handling.count
    if rules is None or table.notes.wrong_total is None:
        clause = rules.wrong_clause if rules else table.handling.clause
        raise refuse(table, clause, "the stub", "a search for a misdeal", "it after a wrong count")
    require_role(table, command, DEALER, rules.wrong_clause, "a search for a misdeal")
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


def _law(table: Table, action: RoundAction) -> str:
    """The clause that gives an action to its role."""
    rulebook, dealing = table.terms.rulebook, table.terms.dealing
    if isinstance(action, Validate):
        return next((rule.clause for rule in rulebook.validations if rule.wager == action.wager), "")
    if isinstance(action, PlaceWager | TakeBack | Bet | Fold):
        return table.rules.conduct.seated_clause
    if isinstance(action, Void):
        return rulebook.void_clause
    if isinstance(action, CloseBets | Deal):
        return dealing.no_more_bets_clause if isinstance(action, CloseBets) else dealing.order_clause
    return rulebook.settlement[0].clause


def _name(action: RoundAction) -> str:
    return str(action.__struct_config__.tag)
