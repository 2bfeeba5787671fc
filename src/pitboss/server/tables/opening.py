"""Opening a table: what is asked for, and the one commit that brings it about."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.audit import Cards, Keying, fact
from pitboss.audit import opening as table_opened
from pitboss.audit.format import MONEY_STREAM, InventoryOpened, LogEvent, MeterOpened
from pitboss.books.currencies import refuse_another
from pitboss.books.table_spec import Clock, new_spec, refused, write_spec
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.progressive import progression_of
from pitboss.server.tables.links import linked
from pitboss.store import Commit, Store, fill, seed
from pitboss.store.ledger import in_books
from pitboss.store.meters import move_in_books

INVENTORY = Amount.parse("100000")


class Opening(msgspec.Struct, frozen=True):
    """A table to open. `links` names meters that are there already, by the table's own names for them."""

    name: str
    rulebook: str
    choices: dict[str, Any]
    cards: Cards
    practice: bool
    clock: Clock
    links: dict[str, str] = {}
    inventory: Amount = INVENTORY
    keyed: Keying = Keying.DEALT


def opening_commit(store: Store, asked: Opening, actor: str, time: int, first: Sequence[LogEvent] = ()) -> Commit:
    """The table with its inventory and its own meters at their seeds; `Refused` if it is unlawful or may not join.

    `first` are the first events of its stream.
    """
    if asked.inventory < Amount.ZERO:
        raise refused("the inventory", f"{asked.inventory}", "nothing, or an amount above zero")
    if asked.keyed is Keying.SEEN and asked.cards is Cards.VIRTUAL:
        raise refused(
            "the cards", "virtual cards keyed when they are seen", "physical cards: the house deals virtual ones"
        )
    name = asked.name
    spec, terms = new_spec(name, asked.rulebook, asked.choices, asked.cards, asked.practice, asked.clock)
    spec = replace(
        linked(spec, terms, asked.links, store),
        owner=actor,
        opened_at=time // 1000,
        inventory=asked.inventory.cents,
        keyed=asked.keyed,
    )
    refuse_another(spec, store)
    own = {stored: terms.meters[meter] for meter, stored in spec.meters.items() if meter not in asked.links}
    funded = InventoryOpened(table=name, amount=asked.inventory, practice=asked.practice)
    drafts = [
        *(
            fact(f"meter/{stored}", _opened(stored, figures.seed, asked.practice), time, actor)
            for stored, figures in own.items()
        ),
        table_opened(name, terms, asked.cards, spec.meters, time, asked.keyed),
        fact(MONEY_STREAM, funded, time, actor),
    ]
    places = tuple(range(len(drafts), len(drafts) + len(first)))
    drafts += [fact(name, event, time, "system", terms.rulebook.hash) for event in first]
    return Commit(
        client="room",
        command=f"open {name}",
        stream=name,
        header=write_spec(spec),
        events=places,
        entries=(in_books(fill(name, asked.inventory), asked.practice),) if asked.inventory else (),
        moves=tuple(
            move_in_books(seed(stored, figures.seed, progression_of(figures)), asked.practice)
            for stored, figures in own.items()
        ),
        log=tuple(drafts),
    )


def _opened(stored: str, shown: Amount, practice: bool) -> MeterOpened:
    return MeterOpened(meter=stored, microcents=shown.cents * MICROCENTS_PER_CENT, practice=practice)
