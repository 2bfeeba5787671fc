"""Draws the table of a game in the terminal: cards, wagers, meters and the settlement."""

from collections.abc import Callable, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cards import RANKS, Card
from pitboss.engine import Result, RoundView, SettlementLine
from pitboss.engine.announcements import wager_title
from pitboss.engine.lines import Source
from pitboss.engine.places import single_places, stacks
from pitboss.engine.view import PlaceView, SeatView
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Account

SYMBOLS = "♣♦♥♠"
STYLES = {Result.WIN: "green", Result.PUSH: "yellow", Result.RETURNED: "yellow"}


def short(card: Card) -> Text:
    """A card in a line of text: rank and symbol."""
    return Text(RANKS[card.rank] + SYMBOLS[card.suit], style=_colour(card))


def drawn(card: Card | None) -> Text:
    """A card of four lines, with its letters so that nobody needs colours; None is a card's back."""
    if card is None:
        return Text("╭────╮\n│░░░░│\n│░░░░│\n╰────╯", style="blue")
    symbol = RANKS[card.rank] + SYMBOLS[card.suit]
    return Text(f"╭────╮\n│ {symbol} │\n│ {card} │\n╰────╯", style=_colour(card))


def _colour(card: Card) -> str:
    return "bold red" if SYMBOLS[card.suit] in "♦♥" else "bold"


def felt(view: RoundView, terms: Terms) -> RenderableType:
    """The layout as a viewer sees it."""
    named = [(name.replace("_", " ").capitalize(), view.place(name)) for name in stacks(terms.rulebook)]
    rows = [_row(caption, place) for caption, place in named if place is not None]
    if view.viewer is not None:
        rows.append(_row("Your cards", view.seat(view.viewer)))
    layout = Table.grid(padding=(0, 3))
    singles = terms.rulebook.felt or (tuple(single_places(terms.rulebook)),)
    layout.add_row(*([_grid(view, singles)] if singles[0] else []), Group(*rows))
    return Panel.fit(Group(layout, _seats(view, terms)), title=Text(terms.rulebook.title), border_style="green")


def _row(caption: str, held: PlaceView | SeatView) -> RenderableType:
    cards = Table.grid(padding=(0, 1))
    cards.add_row(*map(drawn, held.cards), *(drawn(None) for _ in range(held.face_down)))
    return Group(Text(caption, style="italic"), cards)


def _grid(view: RoundView, rows: tuple[tuple[str, ...], ...]) -> Table:
    """The places of one card each, as they lie."""
    grid = Table.grid(padding=(0, 1))
    for names in rows:
        grid.add_row(*(_at(view, name) for name in names))
    return grid


def _at(view: RoundView, name: str) -> Text:
    place = view.place(name) if name else None
    if place is None:
        return Text("")
    return drawn(place.cards[0] if place.cards else None)


def _seats(view: RoundView, terms: Terms) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    for heading in ("Seat", "Cards", "Wagers"):
        table.add_column(heading, overflow="fold")
    for seat in view.seats:
        name = f"{seat.seat} (you)" if seat.seat == view.viewer else str(seat.seat)
        table.add_row(name, _cards(seat), _wagers(seat, terms, in_full=seat.seat == view.viewer))
    return table


def _wagers(seat: SeatView, terms: Terms, *, in_full: bool) -> str:
    """A seat's wagers, those of one amount together; of other players' side wagers only the sum."""
    by_amount: dict[Amount, list[str]] = {}
    side = Amount.ZERO
    for name, amount in seat.wagers.items():
        if in_full or terms.wagers[name].offer is None:
            by_amount.setdefault(amount, []).append(wager_title(terms, name))
        else:
            side += amount
    said = [f"{amount} each on {', '.join(names)}" for amount, names in by_amount.items()]
    said = [words if "," in words else words.replace(" each on ", " on ") for words in said]
    return "; ".join([*said, f"{side} on side wagers"] if side else said)


def _cards(seat: SeatView) -> Text:
    if seat.folded:
        return Text("folded")
    return Text(" ").join([*map(short, seat.cards), *(Text("▒▒", style="blue") for _ in range(seat.face_down))])


def settlement(lines: Sequence[SettlementLine], terms: Terms, heading: str) -> Table:
    """The lines of one seat, each with its clause."""
    table = Table(title=heading, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("Wager and hand", overflow="fold")
    for name in ("Stake", "Result", "Odds", "Back"):
        table.add_column(name, justify="right", overflow="fold")
    table.add_column("Clause", overflow="fold")
    for line in lines:
        what = Text(wager_title(terms, line.wager))
        if line.hand:
            what.append(f"\n  {line.hand}", style="dim")
        stake = str(line.stake) if line.stake else ""
        result = Text(line.result.value, style=STYLES.get(line.result, "red"))
        odds = "" if line.odds is None else terms.rulebook.currency.odds(line.odds)
        marks = "".join(mark for mark, (applies, _) in _MARKS.items() if applies(line))
        table.add_row(what, stake, result, odds, f"{line.returned}{marks}", line.clause)
    notes = [f"{mark} {words}" for mark, (applies, words) in _MARKS.items() if any(map(applies, lines))]
    if notes:
        table.caption = "; ".join(notes)
    return table


_MARKS: dict[str, tuple[Callable[[SettlementLine], bool], str]] = {
    "*": (lambda line: line.source is Source.METER, "from a meter, never from the table inventory"),
    "†": (lambda line: line.to is Account.GAME, "to the player's game account"),
}


def meters(shown: dict[str, Amount], terms: Terms) -> Text:
    """What the meters show, in one line."""
    parts = (f"{terms.meters[name].title} {terms.money(amount)}" for name, amount in shown.items())
    return Text("Meters: " + "; ".join(parts), style="magenta")
