"""A round that is over, step by step, with all that is needed to check its shuffle and its place in the audit log."""

import msgspec

from pitboss.audit import Entry, Fairness, SignedHead
from pitboss.books.docket import CorrectionState, Docket
from pitboss.books.past_rounds import PastRound
from pitboss.books.published_log import Published
from pitboss.books.table_spec import TableSpec
from pitboss.cards import Card
from pitboss.engine import RoundEvent, RoundView, evolve, open_round, view
from pitboss.engine.announcements import said
from pitboss.engine.correction import Correction
from pitboss.engine.events import CardDiscarded, CardsDealt
from pitboss.store import Store

_PROVED = (
    "witness-shown",
    *("seed-committed", "seed-pledged", "seeds-closed", "seed-taken", "seeds-fixed", "seed-revealed", "round-ended"),
)


class ReplayStep(msgspec.Struct, frozen=True):
    """One thing that happened: its kind, in words, and the round after it as the chosen viewer saw it."""

    event: str
    words: str
    view: RoundView


class ProvedEntry(msgspec.Struct, frozen=True):
    """An entry of the audit log as it is hashed, and the path from its leaf to the root of the head."""

    entry: int
    text: str
    path: list[str]


class RoundProof(msgspec.Struct, frozen=True):
    """Entries of a round under one signed head: its shuffle, every settlement line, its end."""

    head: SignedHead
    public_key: str
    entries: list[ProvedEntry]


class ReplayedCorrection(msgspec.Struct, frozen=True, kw_only=True):
    """A correction that was approved after the round: by whom, why, and what it changed, line by line."""

    number: int
    at: int
    proposed_by: str
    approved_by: str
    reason: str
    correction: Correction


class RoundReplay(msgspec.Struct, frozen=True, kw_only=True):
    """A round to step through. `dealt` are the cards as they left the deck, `cuts` how deep it was cut.

    `proof` is missing while an older round of another table is in play: the log is given out only up to its deal.
    `corrections` came after the round's end; the last of them is how it stands settled.
    """

    table: str
    number: int
    rulebook: str
    hash: str
    title: str
    wagers: dict[str, str]  # the title of every wager
    players: dict[int, str]
    viewer: int | None
    steps: list[ReplayStep]
    fairness: Fairness | None
    cuts: tuple[int, ...]
    dealt: tuple[Card, ...]
    proof: RoundProof | None
    corrections: list[ReplayedCorrection]


def replay_of(
    spec: TableSpec,
    number: int,
    past: PastRound,
    viewer: int | None,
    proof: RoundProof | None,
    corrections: list[ReplayedCorrection],
) -> RoundReplay:
    """The round as it was seen from a seat, or from the rail."""
    book = past.terms.rulebook
    return RoundReplay(
        table=spec.name,
        number=number,
        rulebook=book.id,
        hash=book.hash,
        title=book.title,
        wagers={wager.name: wager.title for wager in book.wagers},
        players={seat: past.players.get(seat, "") for seat in _seats(past)},
        viewer=viewer,
        steps=_steps(past, viewer),
        fairness=past.fairness,
        cuts=past.cuts,
        dealt=tuple(card for move in past.moves for card in _cards(move)),
        proof=proof,
        corrections=corrections,
    )


def corrections_of(docket: Docket, number: int) -> list[ReplayedCorrection]:
    """The corrections of a round that were approved, in their order."""
    approved = (found for found in docket.of(number) if found.state is CorrectionState.APPROVED)
    return [
        ReplayedCorrection(
            number=found.number,
            at=found.decided_at,
            proposed_by=found.proposed_by,
            approved_by=found.decided_by,
            reason=found.reason,
            correction=found.correction,
        )
        for found in sorted(approved, key=lambda found: found.decided)
    ]


def _seats(past: PastRound) -> list[int]:
    round = open_round(past.terms)
    for move in past.moves:
        round = evolve(round, move)
    return sorted(round.seats)


def _steps(past: PastRound, viewer: int | None) -> list[ReplayStep]:
    round, steps = open_round(past.terms), []
    for move in past.moves:
        round = evolve(round, move)
        seen = view(round, viewer if viewer in round.seats else None)
        steps.append(ReplayStep(str(move.__struct_config__.tag), said(move, past.terms), seen))
    return steps


def _cards(move: RoundEvent) -> tuple[Card, ...]:
    match move:
        case CardsDealt():
            return move.cards
        case CardDiscarded():
            return (move.card,)
    return ()


def proof_of(store: Store, published: Published, spec: TableSpec, past: PastRound, time: int) -> RoundProof | None:
    """Where the round stands in the log; None while that part of it is not given out."""
    published.catch_up()
    head = published.head(time)
    found = store.log_between(past.first, past.last)
    own = [(number, text) for number, text in found if _tells(msgspec.json.decode(text, type=Entry), spec.name)]
    if not own or own[-1][0] >= head.size:
        return None
    proved = [ProvedEntry(number, text.decode(), published.inclusion(number, head.size)) for number, text in own]
    return RoundProof(head, published.public_key, proved)


def _tells(entry: Entry, table: str) -> bool:
    event = entry.payload.get("event")
    settled = event == "round-moved" and entry.payload["move"]["event"] == "line-settled"
    return entry.stream == table and (event in _PROVED or settled)
