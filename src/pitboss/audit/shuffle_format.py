"""What the log says of the fair shuffle: chains of seeds, pledges, and the seeds themselves."""

from pitboss.audit.format import LogEvent


class ChainOpened(LogEvent, frozen=True, kw_only=True, omit_defaults=True):
    """In a table's stream: the rounds that follow are dealt by the seeds of a chain, which its anchor fixes.

    A witness may add a chain of its own, signed with its key.
    """

    chain: str
    anchor: str
    links: int
    witness: str = ""  # the public key of the witness whose chain it is; empty for the house's
    signature: str = ""


class SeedCommitted(LogEvent, frozen=True, kw_only=True, omit_defaults=True):
    """What binds the house to a round's server seed: the seed before it in its chain.

    Before there were chains, a seed was drawn for each round, and a commitment to it published.
    """

    round: str
    commitment: str
    chain: str = ""
    link: int = 0  # the number of the seed in its chain, from 1
    witness: str = ""  # the chain of the witness who adds a seed, if one does
    witness_link: int = 0
    witness_commitment: str = ""


class SeedPledged(LogEvent, frozen=True, kw_only=True):
    """A player is bound to a seed, which is shown after "no more bets"; the pledge is its hash."""

    round: str
    player: str
    pledge: str


class SeedTaken(LogEvent, frozen=True, kw_only=True):
    """A player's seed was taken: the one pledged, once the pledges are closed."""

    round: str
    player: str
    seed: str


class SeedsClosed(LogEvent, frozen=True, kw_only=True):
    """No more pledges; without a chain, no more seeds."""

    round: str


class SeedsFixed(LogEvent, frozen=True, kw_only=True):
    """No more players' seeds: those of the digest, and no others, go into the shuffle."""

    round: str
    digest: str


class WitnessShown(LogEvent, frozen=True, kw_only=True):
    """The witness showed its seed, under a signature that names the players' seeds as they were fixed before."""

    round: str
    seed: str
    signature: str


class SeedRevealed(LogEvent, frozen=True, kw_only=True):
    """The server seed was published after the round."""

    round: str
    server_seed: str


FairnessEvent = SeedCommitted | SeedPledged | SeedTaken | SeedsClosed | SeedsFixed | WitnessShown | SeedRevealed
"""The steps of one round's shuffle."""


ShuffleEvent = ChainOpened | FairnessEvent
