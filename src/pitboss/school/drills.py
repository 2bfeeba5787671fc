"""The drills. Each takes terms and a source of chance, and makes a question whose answer the engine gives."""

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.engine import Phase, Round
from pitboss.engine.announcements import wager_title
from pitboss.engine.decisions import current_decision
from pitboss.engine.hands import hand_cards, made
from pitboss.engine.legal import legal
from pitboss.engine.lines import Result, SettlementLine
from pitboss.engine.state import Seat
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.table_rules import Remedy
from pitboss.school.question import DrillKind, Fact, SchoolQuestion
from pitboss.school.random_round import Below, pick, played, shuffled
from pitboss.table import open_table
from pitboss.table.irregularities import remedies_of
from pitboss.table.state import Notes

CHOICES = 4
NEAR = 4  # hands above and below it from which the others are picked
TRIES = 2  # of two rounds, the first seat with several wagers
NOTHING = "nothing is wrong"
DEALT = (Result.WIN, Result.PUSH, Result.LOSE)

REMEDIES = {
    Remedy.DISCARD_CARD: "the card is set aside",
    Remedy.USE_AS_NEXT: "the card is dealt as the next one",
    Remedy.BACK_UP_CARD: "the card is backed up into its place",
    Remedy.VOID: "the round is void and every wager goes back",
    Remedy.RESHUFFLE: "the deck is shuffled again",
    Remedy.FORFEIT_PLAYER: "the wagers of the seat are forfeited",
    Remedy.OUT_OF_ORDER: "the device is out of order until it is restored",
    Remedy.CALL_OFF: "the stakes that cannot be decided any more go back, and the rest of the round goes on",
    Remedy.PLAY_ON: "play goes on",
}


def question(terms: Terms, kind: DrillKind, below: Below) -> SchoolQuestion:
    """A drill of some kind."""
    return _DRILLS[kind](terms, below)


# Read this hand


def _hand(terms: Terms, below: Below) -> SchoolQuestion:
    round = played(terms, below).round
    seat = pick([seat for _, seat in sorted(round.seats.items())], below)
    hand = pick(terms.rulebook.hands, below)
    found = made(round, seat if hand.is_players else Seat(0), hand.name)
    answer = found.value.describe()
    every = list(dict.fromkeys(value.describe() for value in terms.ranking(hand.ranking).values))
    at = every.index(answer)
    near = every[max(0, at - NEAR) : at] + every[at + 1 : at + 1 + NEAR]  # so that it must be read and not guessed
    others = shuffled(near, below)[: CHOICES - 1]
    cards = tuple(shuffled(hand_cards(round, seat, hand), below))
    return SchoolQuestion(
        kind=DrillKind.HAND,
        rulebook=terms.rulebook.id,
        asks="Read this hand: what is it?",
        facts=(Fact(title=hand.title, cards=cards),),
        choices=tuple(shuffled([answer, *others], below)),
        answer=answer,
        why=f"{' '.join(map(str, found.cards))} make it.",
        clause=hand.clause,
    )


# Pay this seat


def _pay(terms: Terms, below: Below) -> SchoolQuestion:
    line = _some_line(terms, below)
    known = terms.rulebook.wager(line.wager)
    title = wager_title(terms, line.wager)
    tables = () if known is None else _tables(terms, line)
    won = f"{line.odds} on {terms.money(line.stake)}" if line.odds and line.paid else f"{title}: {line.result}"
    return SchoolQuestion(
        kind=DrillKind.PAY,
        rulebook=terms.rulebook.id,
        asks=f"Seat {line.seat}, {title}: how much is paid, the stake apart?",
        facts=(
            Fact(title="Stake", text=terms.money(line.stake)),
            Fact(title="Hand", text=f"{line.hand}; the wager is a {line.result}", cards=line.cards),
            *tables,
        ),
        answer=str(line.paid),
        why=won,
        clause=line.clause,
    )


def _some_line(terms: Terms, below: Below) -> SettlementLine:
    """A wager with a stake that the cards decided, mostly one that is paid and not from a meter."""
    while True:
        lines = [line for line in played(terms, below).round.lines if line.stake and line.cards and not line.meter]
        paid = [line for line in lines if line.paid]
        if paid and below(6):
            return pick(paid, below)
        if lines:
            return pick(lines, below)


def _tables(terms: Terms, line: SettlementLine) -> tuple[Fact, ...]:
    table = terms.paytable(line.wager)
    if table is None:
        return ()
    return (Fact(title="Table", text="; ".join(f"{item.title} {item.pays}" for item in table.lines)),)


# Whose turn, what next


def _turn(terms: Terms, below: Below) -> SchoolQuestion:
    moments = played(terms, below).moments
    steps = [(moment.round, *_step(moment.round)) for moment in moments]
    round, answer, clause = pick(steps, below)
    wrong = {words for _, words, _ in steps} | _other_seats(round)
    others = shuffled(sorted(wrong - {answer}), below)[: CHOICES - 1]
    return SchoolQuestion(
        kind=DrillKind.TURN,
        rulebook=terms.rulebook.id,
        asks="What comes next?",
        facts=_situation(round),
        choices=tuple(shuffled([answer, *others], below)),
        answer=answer,
        why=f"After {_done(round)}: {answer}.",
        clause=clause,
    )


def _step(round: Round) -> tuple[str, str]:
    """What carries a round on, in words, and its clause."""
    option = legal(round)[0]
    words = option.says
    if round.phase is Phase.DECISION:
        decision = current_decision(round)
        title = wager_title(round.terms, decision.bet or decision.key)
        return f"seat {option.seat} decides: {title}", decision.clause
    if option.action in ("settle", "validate", "spin") and option.seat:
        words = f"seat {option.seat}: {words}"
    return words, option.clause


def _other_seats(round: Round) -> set[str]:
    """The same step at the wrong seat."""
    words, _ = _step(round)
    own = {number for number in round.seats if f"seat {number}" in words}
    return {
        words.replace(f"seat {number}", f"seat {other}") for number in own for other in round.seats if other != number
    }


def _situation(round: Round) -> tuple[Fact, ...]:
    seats = (
        Fact(title=f"Seat {number}", text=", ".join((*_wagered(round.terms, seat), *_gone(seat))))
        for number, seat in sorted(round.seats.items())
    )
    return (Fact(title="So far", text=_done(round)), *seats)


def _wagered(terms: Terms, seat: Seat) -> list[str]:
    return [f"{wager_title(terms, name)} {terms.money(amount)}" for name, amount in seat.wagers.items()]


def _gone(seat: Seat) -> list[str]:
    return ["folded"] if seat.folded else []


def _done(round: Round) -> str:
    """How far a round has come, in words."""
    decisions = round.terms.rulebook.decisions
    match round.phase:
        case Phase.DEALING:
            return f'"no more bets", and {round.out} cards dealt'
        case Phase.DECISION:
            acted = ", ".join(map(str, round.acted)) or "none"
            return f"the deal, {round.stage} of {len(decisions)} decisions made by all, in this one by seats: {acted}"
        case Phase.REVEAL:
            return f"decision {round.stage + 1} of {len(decisions)} made by everyone"
        case Phase.VALIDATION:
            return f"a payout to seat {round.held[0].seat} that the floor must see"
    settled = list(dict.fromkeys(line.seat for line in round.lines if line.result in DEALT))
    return f"the last decision; settled so far: {', '.join(f'seat {seat}' for seat in settled) or 'no seat'}"


# Find the mistake


def _mistake(terms: Terms, below: Below) -> SchoolQuestion:
    round, lines = _settled_seat(terms, below)
    wrong = below(len(lines) + 1)  # as often as any line, nothing is wrong
    told = [_spoiled(line, below) if at == wrong else line for at, line in enumerate(lines)]
    mistaken = lines[wrong] if wrong < len(lines) else None
    answer = wager_title(terms, mistaken.wager) if mistaken else NOTHING
    last = mistaken or lines[-1]
    return SchoolQuestion(
        kind=DrillKind.MISTAKE,
        rulebook=terms.rulebook.id,
        asks=f"Seat {lines[0].seat} was settled so. Which wager is wrong?",
        facts=(
            *(Fact(title=wager_title(terms, line.wager), text=_told(terms, line), cards=line.cards) for line in told),
            *(Fact(title=f"On the table, {place}", cards=round.places[place]) for place in round.revealed),
        ),
        choices=(*_titles(terms, lines), NOTHING),
        answer=answer,
        why=f"{wager_title(terms, last.wager)}: {_told(terms, last)}.",
        clause=last.clause,
    )


def _settled_seat(terms: Terms, below: Below) -> tuple[Round, list[SettlementLine]]:
    """A round, and the lines of a seat in it: of several wagers, where the game has them."""
    tries = [played(terms, below).round for _ in range(TRIES)]
    found = [
        (round, [line for line in round.lines if line.seat == seat and line.stake])
        for round in tries
        for seat in round.seats
    ]
    return max(found, key=lambda one: len(_titles(terms, one[1])) > 1)


def _titles(terms: Terms, lines: list[SettlementLine]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(wager_title(terms, line.wager) for line in lines))


def _told(terms: Terms, line: SettlementLine) -> str:
    hand = f"{line.hand}: " if line.hand else ""
    paid = f", paid {terms.money(line.paid)}" if line.paid else ""
    return f"{hand}{line.result} on {terms.money(line.stake)}{paid}"


def _spoiled(line: SettlementLine, below: Below) -> SettlementLine:
    """A line as a tired dealer might settle it: paid too much or too little, a loss paid, a push taken."""
    if line.paid:
        factor = pick((2, 3), below)
        return replace(line, paid=line.paid * factor)
    if line.result is Result.PUSH:
        return replace(line, result=Result.LOSE, returned=Amount.ZERO)
    return replace(line, result=Result.WIN, paid=line.stake, returned=line.stake * 2)


# The right remedy


def _remedy(terms: Terms, below: Below) -> SchoolQuestion:
    table, rules = open_table(terms), terms.rulebook.table.irregularities
    rule = pick(rules, below)
    second = bool(rule.again) and bool(below(2))
    reported = replace(table, notes=Notes(reported=(rule.name,))) if second else table
    answer = _remedies(remedies_of(reported, rule))
    every = {_remedies(remedies_of(table, other)) for other in rules} | {_remedies((one,)) for one in Remedy}
    others = shuffled(sorted(every - {answer}), below)[: CHOICES - 1]
    times = "for the second time in this round" if second else "for the first time in this round"
    asks = f"It is found, {times}: {rule.title}." if rule.again else f"It is found: {rule.title}."
    return SchoolQuestion(
        kind=DrillKind.REMEDY,
        rulebook=terms.rulebook.id,
        asks=f"{asks} What is done?",
        facts=(Fact(title="Found", text=rule.title), Fact(title="When", text=", ".join(rule.phases) or "at any time")),
        choices=tuple(shuffled([answer, *others], below)),
        answer=answer,
        why=f"{rule.title}: {answer}.",
        clause=rule.clause,
    )


def _remedies(remedies: tuple[Remedy, ...]) -> str:
    return ", and ".join(REMEDIES[remedy] for remedy in remedies)


_DRILLS: dict[DrillKind, Callable[[Terms, Below], SchoolQuestion]] = {
    DrillKind.HAND: _hand,
    DrillKind.PAY: _pay,
    DrillKind.TURN: _turn,
    DrillKind.MISTAKE: _mistake,
    DrillKind.REMEDY: _remedy,
}
KINDS = tuple(_DRILLS)
