"""A round as one seat sees it, in a few lines of plain text."""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.engine import RoundView


def render(seen: RoundView) -> str:
    """Places, seats and what became of the wagers, if they are settled."""
    lines = [f"{seen.rulebook}: {seen.phase}"]
    lines += [f"  {place.place}: {_cards(place.cards, place.face_down)}" for place in seen.places]
    for seat in seen.seats:
        own = " (you)" if seat.seat == seen.viewer else ""
        wagers = ", ".join(f"{name} {amount}" for name, amount in seat.wagers.items())
        folded = f", folded at {seat.folded}" if seat.folded else ""
        lines.append(f"  seat {seat.seat}{own}: {_cards(seat.cards, seat.face_down)}; {wagers}{folded}")
    lines += [f"  seat {line.seat} {line.wager}: {line.result} {line.returned}" for line in seen.lines]
    return "\n".join(lines)


def _cards(cards: Sequence[Card], face_down: int) -> str:
    return " ".join([*map(str, cards), *["??"] * face_down])
