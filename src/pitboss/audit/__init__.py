"""The fair shuffle and the tamper-evident log: commitments, proofs, and a verifier that trusts neither."""

from pitboss.audit.books import Books, MeterBook
from pitboss.audit.chain import Chain, chain_after
from pitboss.audit.commitment import commitment, fresh_seed
from pitboss.audit.fairness import Fairness, Stage, advance, chance
from pitboss.audit.format import Entry, EntryKind, Head, SignedHead
from pitboss.audit.heads import Signer
from pitboss.audit.log import Draft, Log, fact, signed_in
from pitboss.audit.log_reader import Finding, read_entries
from pitboss.audit.merkle import Frontier, Tree, leaf_hash, verify_consistency, verify_inclusion
from pitboss.audit.recorder import Attempt, Player, TableRecorder, attempt, opening, record_round
from pitboss.audit.rounds import LoggedRound, rounds_of
from pitboss.audit.sealed_seeds import seal, unseal
from pitboss.audit.shuffle import PlayerSeed, RoundChance, verified_deck
from pitboss.audit.verifier import Replay, Verification, verify_books, verify_log
from pitboss.audit.virtual_dealer import VirtualDealer
from pitboss.rulebooks.table_rules import Cards, Keying

__all__ = [
    "Attempt",
    "Books",
    "Cards",
    "Chain",
    "Draft",
    "Entry",
    "EntryKind",
    "Fairness",
    "Finding",
    "Frontier",
    "Head",
    "Keying",
    "Log",
    "LoggedRound",
    "MeterBook",
    "Player",
    "PlayerSeed",
    "Replay",
    "RoundChance",
    "SignedHead",
    "Signer",
    "Stage",
    "TableRecorder",
    "Tree",
    "Verification",
    "VirtualDealer",
    "advance",
    "attempt",
    "chain_after",
    "chance",
    "commitment",
    "fact",
    "fresh_seed",
    "leaf_hash",
    "opening",
    "read_entries",
    "record_round",
    "rounds_of",
    "seal",
    "signed_in",
    "unseal",
    "verified_deck",
    "verify_books",
    "verify_consistency",
    "verify_inclusion",
    "verify_log",
]
