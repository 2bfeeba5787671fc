"""How events change a table. Nothing is checked here: an event is a fact."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from pitboss import engine
from pitboss.cards import DECK
from pitboss.engine.events import CardDiscarded, CardsDealt, CardsLaid
from pitboss.rulebooks.table_rules import Device, Remedy
from pitboss.table import events
from pitboss.table.devices import terms_by
from pitboss.table.events import TableEvent
from pitboss.table.state import Deck, DeviceState, Notes, Occupant, Procedure, Shuffle, Table


def evolve(table: Table, event: TableEvent) -> Table:
    """The table after an event."""
    return _CHANGES[type(event)](table, event)


def replay(table: Table, happened: Iterable[TableEvent]) -> Table:
    """The table after a whole history."""
    return reduce(evolve, happened, table)


def _with_deck(table: Table, deck: Deck) -> Table:
    return replace(table, decks={**table.decks, deck.id: deck})


def _unshuffled(deck: Deck) -> Deck:
    return replace(deck, shuffled=None, cut=False, loaded=())


def _deck_received(table: Table, event: events.DeckReceived) -> Table:
    deck = Deck(event.deck, event.back, event.design, event.at, event.preshuffled)
    opening = table.rules.opening
    if event.preshuffled and opening is not None and opening.preshuffled_clause:
        deck = replace(deck, shuffled=Shuffle.PRESHUFFLED)
    elif opening is not None:
        deck = replace(deck, procedure=Procedure.OPENING)
    return _with_deck(table, deck)


def _step_attested(table: Table, event: events.StepAttested) -> Table:
    deck = table.decks[event.deck]
    face_up = event.face_up if event.step == "spread" else deck.face_up
    return _with_deck(table, replace(deck, steps_done=(*deck.steps_done, event.step), face_up=face_up))


def _deck_loaded(table: Table, event: events.DeckLoaded) -> Table:
    deck = table.decks[event.deck]
    return _with_deck(table, replace(deck, loaded=(*deck.loaded, event.step), in_shuffler=False))


def _stub_handled(table: Table, event: events.StubHandled) -> Table:
    notes = table.notes
    return replace(table, notes=replace(notes, stub_steps=(*notes.stub_steps, event.step)))


def _deck_shuffled(table: Table, event: events.DeckShuffled) -> Table:
    deck = replace(_unshuffled(table.decks[event.deck]), shuffled=event.how)
    table = _with_deck(table, deck)
    if event.how is Shuffle.DEVICE:
        table = _into_device(table, deck.id)
    return replace(table, rack=None) if table.rack == deck.id and table.in_play != deck.id else table


def _deck_cut(table: Table, event: events.DeckCut) -> Table:
    return _with_deck(table, replace(table.decks[event.deck], cut=True))


def _shuffle_required(table: Table, event: events.ShuffleRequired) -> Table:
    return _with_deck(table, _unshuffled(table.decks[event.deck]))


def _recut_required(table: Table, event: events.RecutRequired) -> Table:
    return _with_deck(table, replace(table.decks[event.deck], cut=False, loaded=()))


def _rack_emptied(table: Table, event: events.RackEmptied) -> Table:
    return replace(_into_device(table, event.deck), rack=None)


def _deck_stored(table: Table, event: events.DeckStored) -> Table:
    return _into_device(table, event.deck)


def _into_device(table: Table, id: str) -> Table:
    """The device holds one deck: what was in it comes out."""
    return replace(table, decks={name: replace(deck, in_shuffler=name == id) for name, deck in table.decks.items()})


def _deck_removed(table: Table, event: events.DeckRemoved) -> Table:
    decks = {id: deck for id, deck in table.decks.items() if id != event.deck}
    rack = None if table.rack == event.deck else table.rack
    return replace(table, decks=decks, rack=rack, removed=(*table.removed, event.deck))


def _table_idle(table: Table, event: events.TableIdle) -> Table:
    spread = {
        id: replace(_unshuffled(deck), procedure=Procedure.IDLE, steps_done=(), in_shuffler=False)
        for id, deck in table.decks.items()
    }
    return replace(table, decks=spread, rack=None)


def _player_sat(table: Table, event: events.PlayerSat) -> Table:
    return replace(table, seats={**table.seats, event.seat: Occupant(event.player)})


def _player_left(table: Table, event: events.PlayerLeft) -> Table:
    return replace(table, seats={seat: item for seat, item in table.seats.items() if seat != event.seat})


def _player_away(table: Table, event: events.PlayerAway) -> Table:
    return replace(table, seats={**table.seats, event.seat: Occupant(event.player, away=True)})


def _leaving_ruled(table: Table, event: events.LeavingRuled) -> Table:
    occupant = replace(table.seats[event.seat], stands=not event.abandoned)
    return replace(table, seats={**table.seats, event.seat: occupant})


def _round_opened(table: Table, event: events.RoundOpened) -> Table:
    deck = replace(table.decks[event.deck], preshuffled=False, in_shuffler=False)
    return replace(
        _with_deck(table, deck),
        in_play=deck.id,
        last_deck=deck.id,
        rack=deck.id,
        round=engine.open_round(table.terms, table.cards, table.keyed),
        notes=Notes(),
    )


def _round_moved(table: Table, event: events.RoundMoved) -> Table:
    assert table.round is not None
    out = isinstance(event.move, CardsDealt | CardsLaid | CardDiscarded)
    notes = replace(table.notes, drawn=False) if out and table.notes.drawn else table.notes
    return replace(table, round=engine.evolve(table.round, event.move), notes=notes)


def _round_ended(table: Table, event: events.RoundEnded) -> Table:
    table = _with_deck(table, _unshuffled(table.decks[event.deck]))
    stayed = {seat: occupant for seat, occupant in table.seats.items() if not occupant.away}
    passed = 0 if table.notes.counted else 1  # void rounds count, by the reading of `void-rounds-count`
    return replace(table, in_play=None, seats=stayed, uncounted=table.uncounted + passed)


def _chips_squared(table: Table, event: events.ChipsSquared) -> Table:
    return replace(table, notes=replace(table.notes, chips_squared=True, chips_differ=False))


def _chips_differed(table: Table, event: events.ChipsDiffered) -> Table:
    return replace(table, notes=replace(table.notes, chips_differ=True))


def _chips_ruled(table: Table, event: events.ChipsRuled) -> Table:
    return replace(table, notes=replace(table.notes, chips_differ=False))


def _stub_counted(table: Table, event: events.StubCounted) -> Table:
    wrong = None if event.total == len(DECK) else event.total
    return replace(table, uncounted=0, notes=replace(table.notes, counted=True, wrong_total=wrong))


def _misdeal_looked_for(table: Table, event: events.MisdealLookedFor) -> Table:
    return replace(table, notes=replace(table.notes, wrong_total=None))


def _irregularity_reported(table: Table, event: events.IrregularityReported) -> Table:
    if table.running is None:
        return table
    drawn = Remedy.USE_AS_NEXT in event.remedies or table.notes.drawn
    notes = replace(table.notes, reported=(*table.notes.reported, event.name), drawn=drawn)
    return replace(table, notes=notes)


def _with_device(table: Table, device: Device, state: DeviceState) -> Table:
    return replace(table, devices={**table.devices, device: state})


def _device_failed(table: Table, event: events.DeviceFailed) -> Table:
    return _with_device(table, event.device, DeviceState.OUT_OF_ORDER)


def _device_covered(table: Table, event: events.DeviceCovered) -> Table:
    return _with_device(table, event.device, event.how)


def _device_restored(table: Table, event: events.DeviceRestored) -> Table:
    return _with_device(table, event.device, DeviceState.WORKING)


def _method_changed(table: Table, event: events.MethodChanged) -> Table:
    terms = terms_by(table, event.dealing, event.shuffling)
    unloaded = {id: replace(deck, loaded=()) for id, deck in table.decks.items()}
    devices = dict.fromkeys(terms.devices, DeviceState.WORKING) | table.devices
    return replace(table, terms=terms, decks=unloaded, devices=devices)


_CHANGES: dict[type, Callable[[Table, Any], Table]] = {
    events.DeckReceived: _deck_received,
    events.StepAttested: _step_attested,
    events.DeckLoaded: _deck_loaded,
    events.StubHandled: _stub_handled,
    events.DeckShuffled: _deck_shuffled,
    events.DeckCut: _deck_cut,
    events.ShuffleRequired: _shuffle_required,
    events.RecutRequired: _recut_required,
    events.RackEmptied: _rack_emptied,
    events.DeckStored: _deck_stored,
    events.DeckRemoved: _deck_removed,
    events.TableIdle: _table_idle,
    events.PlayerSat: _player_sat,
    events.PlayerLeft: _player_left,
    events.PlayerAway: _player_away,
    events.LeavingRuled: _leaving_ruled,
    events.RoundOpened: _round_opened,
    events.RoundMoved: _round_moved,
    events.RoundEnded: _round_ended,
    events.ChipsSquared: _chips_squared,
    events.ChipsDiffered: _chips_differed,
    events.ChipsRuled: _chips_ruled,
    events.StubCounted: _stub_counted,
    events.MisdealLookedFor: _misdeal_looked_for,
    events.IrregularityReported: _irregularity_reported,
    events.DeviceFailed: _device_failed,
    events.DeviceCovered: _device_covered,
    events.DeviceRestored: _device_restored,
    events.MethodChanged: _method_changed,
}
