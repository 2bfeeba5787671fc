"""What became of a player's wagers, in sentences: made from the settlement lines and the hands they were decided by."""

from collections.abc import Iterable

from pitboss.engine.announcements import wager_title
from pitboss.engine.hands import Outcome, compared, made, qualifies
from pitboss.engine.lines import Result, SettlementLine, Source
from pitboss.engine.state import Phase, Round, Seat
from pitboss.money import Amount
from pitboss.rulebooks.how_to_play import a_hand, capital, listed, money
from pitboss.rulebooks.parts import BonusRule, Duel, EnvySchedule, HandBonus, Wager

_LONG = 3  # words in the name of a hand from which it is just "hand"
_OVER = (Phase.SETTLED, Phase.VOID)


def result_words(round: Round, number: int) -> tuple[str, ...]:
    """The result of a round for the player of a seat; nothing before it is over, or for who was not in it."""
    lines = [line for line in round.lines if line.seat == number]
    if round.phase not in _OVER or not lines:
        return ()
    if round.phase is Phase.VOID:
        return ("The round is void: every wager goes back as if it had not been made.",)
    seat = round.seats[number]
    gathered: dict[str, list[SettlementLine]] = {}
    for line in lines:
        gathered.setdefault(_reason(round, seat, line), []).append(line)
    told = [_told(round, reason, found) for reason, found in gathered.items()]
    return (*told, _in_all(round, lines))


def _told(round: Round, reason: str, lines: list[SettlementLine]) -> str:
    """One sentence: the reason, and wagers of the same fate together."""
    gathered: dict[tuple[str, str], list[SettlementLine]] = {}
    for line in lines:
        gathered.setdefault(_fate(round, line), []).append(line)
    fates: list[str] = []
    for (verb, amount), found in gathered.items():
        titles = listed([_title(round, line) for line in found])
        whose = "" if fates or found[0].part_of or found[0].result is Result.LIMITED else "your "
        each = " each" if len(found) > 1 and amount else ""
        fates.append(f"{whose}{titles} {_plural(verb) if len(found) > 1 else verb}{amount}{each}")
    return f"{reason}: {listed(fates)}." if reason else f"{capital(listed(fates))}."


def _fate(round: Round, line: SettlementLine) -> tuple[str, str]:
    """What became of one wager, a verb and an amount: "pushes", or "wins" and "$5"."""
    terms = round.terms
    if line.part_of:
        return "pays", f" {money(terms, line.paid)}"
    match line.result:
        case Result.WIN:
            source = " from the meter" if line.source is Source.METER else ""
            return "wins", f" {money(terms, line.paid)}{source}"
        case Result.PUSH:
            return "pushes", ""
        case Result.LOSE | Result.FORFEITED:
            return "loses", f" {money(terms, line.stake)}"
        case Result.LIMITED:
            return "takes", f" {money(terms, -line.paid)} off your winnings"
    return "goes back", ""


def _plural(verb: str) -> str:
    return {"goes back": "go back", "pushes": "push"}.get(verb) or verb.removesuffix("s")


def _title(round: Round, line: SettlementLine) -> str:
    if line.result is Result.LIMITED:
        return "the payout limit"
    book = round.terms.rulebook
    riding: list[BonusRule | HandBonus | EnvySchedule] = [*book.bonuses, *book.hand_bonuses, *book.envy]
    found = next((item.title for item in riding if item.name == line.wager), None)
    return found or wager_title(round.terms, line.wager)


# Why


def _reason(round: Round, seat: Seat, line: SettlementLine) -> str:
    """What decided a line, as the beginning of a sentence; lines of one reason are told together."""
    wager = round.terms.rulebook.wager(line.wager)
    if line.result is Result.FORFEITED:
        return "You folded" if seat.folded else "Your wagers were forfeited"
    if seat.abandoned and line.result is Result.LOSE:
        return "You left in mid-round"
    if line.result in (Result.RETURNED, Result.REVERSED, Result.LIMITED):
        return ""
    if wager is None or line.part_of:
        return capital(line.hand) if line.hand else ""
    if wager.against and not _by_table_first(wager, line):
        return _duel(round, seat, round.terms.duel(wager.against))
    return _hand(round, wager, line)


def _by_table_first(wager: Wager, line: SettlementLine) -> bool:
    """Whether a wager was paid by a line of its own table, whatever the dealer has."""
    return wager.against is not None and wager.against.table_first and line.result is Result.WIN


def _duel(round: Round, seat: Seat, duel: Duel) -> str:
    own, dealer = (a_hand(made(round, seat, name).value.describe()) for name in (duel.hand, duel.against))
    if not qualifies(round, seat, duel):
        return f"The dealer has {dealer} and does not qualify"
    aside = " by the other cards" if own == dealer else ""
    match compared(round, seat, duel):
        case Outcome.HIGHER:
            return f"You have {own} and beat the dealer's {_bare(dealer)}{aside}"
        case Outcome.LOWER:
            return f"The dealer has {dealer} and beats your {_bare(own)}{aside}"
    return f"You and the dealer tie with {own}"


def _bare(words: str) -> str:
    return words.removeprefix("a ").removeprefix("an ")


def _hand(round: Round, wager: Wager, line: SettlementLine) -> str:
    if not line.hand:
        return ""
    hands = [round.terms.hand(name) for name in wager.hands]
    if round.terms.wheel and round.terms.wheel.wager == wager.name:
        return capital(line.hand)
    holder, told, words = line.hand.partition(": ")
    if told:
        who = "You have" if holder == f"seat {line.seat}" else f"{_who(holder)} has"
        return f"{who} {'the best hand, ' if wager.everyones else ''}{a_hand(words)}"
    if len(hands) > 1:
        return f"Your better hand is {a_hand(line.hand)}"
    whose = "Your" if hands[0].is_players else "The"
    title = hands[0].title.removeprefix("the ").removeprefix("player's ")
    if hands[0].is_players and len(title.split()) > _LONG:
        title = "hand"
    return f"{whose} {title} {'make' if title.endswith('cards') else 'is'} {a_hand(line.hand)}"


def _who(holder: str) -> str:
    return capital(holder) if holder[-1].isdigit() else f"The {holder}"


def _in_all(round: Round, lines: Iterable[SettlementLine]) -> str:
    net = sum((line.returned - line.stake for line in lines), Amount.ZERO)
    if net == Amount.ZERO:
        return "In all you are even."
    return f"In all you {'win' if net > Amount.ZERO else 'lose'} {money(round.terms, max(net, -net))}."
