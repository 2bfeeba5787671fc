"""What a witness adds to the shuffles of a table: taken by its signature alone, whoever brings it."""

from pitboss.audit.chain import follows
from pitboss.audit.fairness import Stage
from pitboss.audit.shuffle_format import ChainOpened, WitnessShown
from pitboss.audit.witness import chain_message, seed_message, signed_by
from pitboss.books.table_spec import refused
from pitboss.server.commands import WitnessChain, WitnessSeed
from pitboss.server.tables.live import Live


def of_witness(live: Live, asked: WitnessChain | WitnessSeed, key: str) -> ChainOpened | WitnessShown:
    """A step of the witness with the given key; `Refused` if it is not the witness's, or out of turn."""
    if not key or not live.spec.virtual:
        allowed = "those of the witness that the house names, at a virtual table"
        raise refused(f"table {live.spec.name}", "a witness's seeds", allowed)
    return _chain(live, asked, key) if isinstance(asked, WitnessChain) else _seed(live, asked, key)


def _chain(live: Live, asked: WitnessChain, key: str) -> ChainOpened:
    """A chain between rounds, while none goes on."""
    where, name = f"table {live.spec.name}", asked.chain
    opened = ChainOpened(chain=name, anchor=asked.anchor, links=asked.links, witness=key, signature=asked.signature)
    own = name.startswith(f"{live.spec.name}/witness/") and signed_by(key, asked.signature, chain_message(opened))
    if not own:
        raise refused(where, "a chain that is not the witness's", "one named for the table, signed with its key")
    fairness = live.shuffled_round
    waited = fairness is not None and bool(fairness.witness) and fairness.server_seed is None
    if waited or (live.witness is not None and live.witness.goes_on):
        raise refused(where, "another chain of the witness", "one when the last is used up or was broken off")
    return opened


def _seed(live: Live, asked: WitnessSeed, key: str) -> WitnessShown:
    where, fairness = f"table {live.spec.name}", live.shuffled_round
    if fairness is None or fairness.round != asked.round or fairness.stage is not Stage.AWAITING_WITNESS:
        raise refused(where, "a witness's seed", "one when the players' seeds of the round are fixed")
    if not follows(fairness.witness, fairness.witness_commitment, bytes.fromhex(asked.seed)):
        raise refused(where, "another seed of the witness", f"seed {fairness.witness_link} of {fairness.witness}")
    if not signed_by(key, asked.signature, seed_message(fairness, asked.seed)):
        raise refused(where, "a seed not signed", "one signed for the players' seeds as they were fixed")
    return WitnessShown(round=fairness.round, seed=asked.seed, signature=asked.signature)
