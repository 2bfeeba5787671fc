"""What the cards of a disputed round must be there for: the hands that decide a wager, and the spins they bring."""

from collections.abc import Iterator

from pitboss.games.criss_cross.settlement import ACROSS_LINE, DOWN_LINE, turns_the_wheel
from pitboss.games.dispute_input import Dispute, Player
from pitboss.games.state import COMMUNITY, Seat
from pitboss.rulebooks import Violation
from pitboss.rulebooks.parts import Decides, Wager

OWN = "own hand"

DECIDING: dict[Decides, tuple[str, ...]] = {
    Decides.ACROSS: (OWN, *ACROSS_LINE),
    Decides.DOWN: (OWN, *DOWN_LINE),
    Decides.BETTER: (OWN, *COMMUNITY),
    Decides.COMMUNITY: COMMUNITY,
    Decides.HOLE_AND_BURNS: (OWN, "burn"),
    Decides.HOLE_PAIR: (OWN,),
    Decides.DUEL: (OWN, "dealer"),
    Decides.SUPER_BONUS: (OWN, "dealer"),
    Decides.FOUR_CARD: (OWN,),
    Decides.FIVE_CARD: (OWN,),
    Decides.DEALER_FIVE_CARD: ("dealer",),
    Decides.TABLE_BEST: ("dealer",),  # and the hands still in, which their own wagers ask for
}
"""The places whose cards decide a wager."""


def missing_cards(dispute: Dispute) -> list[str]:
    """A line for each place without cards that decide a wager; cards that decide nothing may be left out."""
    needed: dict[str, str] = {}
    for player in dispute.players.values():
        for wager in _standing(dispute, player):
            for place in DECIDING[wager.decided_by]:
                where = f"seat {player.number}" if place == OWN else place
                needed.setdefault(where, f"{wager.title} of seat {player.number}")
    for holder, seat in _envied_folds(dispute):
        needed.setdefault(f"seat {holder}", f"Envy Bonus of seat {seat}")
    lacking = [place for place in needed if place not in dispute.cards and place not in dispute.misread]
    return [f"{_named(dispute, place)}: missing, and needed for the {needed[place]}" for place in lacking]


def spin_problems(dispute: Dispute) -> Iterator[str]:
    """A line for each spin that is due and missing, is given and not due, or stops where the wheel has no position."""
    book, wheel = dispute.terms.rulebook, dispute.terms.wheel

    def refused(seat: int, tried: str, allowed: str) -> str:
        clause = wheel.clause if wheel else book.wheels[0].clause
        return str(Violation(rulebook=book.id, clause=clause, where=f"seat {seat}", tried=tried, allowed=allowed))

    for number, player in dispute.players.items():
        position = dispute.spins.get(number)
        bets = any(wager.decided_by is Decides.HOLE_PAIR for wager in _standing(dispute, player))
        cards = dispute.cards.get(f"seat {number}")
        if bets and cards is None:
            continue  # the missing cards are told
        due = bets and cards is not None and turns_the_wheel(Seat(number, cards=cards))
        if position is None and due and f"spin {number}" not in dispute.misread:
            yield refused(number, "no spin for a pair in the hole", f'"spins": {{"{number}": the wheel position}}')
        elif position is not None and not due:
            yield refused(number, "a spin", "none: it takes a pair in the hole and a Bonus Spin wager that stands")
        elif position is not None and wheel is not None and wheel.stop(position) is None:
            positions = ", ".join(str(stop) for stop in sorted(stop.position for stop in wheel.stops))
            yield refused(number, f"wheel position {position}", f"one of {positions}")


def _standing(dispute: Dispute, player: Player) -> list[Wager]:
    """The wagers of a player that the cards decide."""
    wagers = [dispute.terms.wagers[name] for name in player.wagers]
    return [wager for wager in wagers if player.folded is None or dispute.terms.stands_on_fold(wager)]


def _envied_folds(dispute: Dispute) -> Iterator[tuple[int, int]]:
    """Seats that folded and yet may bring another seat an Envy Bonus, where the table reads the rules so."""
    if dispute.terms.reading("folded-hand-envy") != "yes":
        return
    envious = {schedule.wager for schedule in dispute.terms.rulebook.envy}
    for holder in dispute.players.values():
        for other in dispute.players.values():
            if holder.folded and other is not holder and envious & other.wagers.keys():
                yield holder.number, other.number


def _named(dispute: Dispute, place: str) -> str:
    """A place in the words of the document."""
    if place in COMMUNITY:
        return f"community {place}"
    if place.startswith("seat "):
        return f"{place} {'cards' if dispute.terms.rulebook.duel else 'hole'}"
    return "burns" if place == "burn" else place
