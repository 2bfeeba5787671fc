"""A rehearsal: whether rounds under a rulebook can be played from the first deck to the last payment.

Each of the submissions that come with a rulebook is tried at a virtual table, by a fixed chain of seeds: the
opening of the table, wagers, deal, decisions of several kinds, settlement, and all that is done in between.
"""

from collections.abc import Callable

from pitboss.audit.heads import Signer
from pitboss.audit.log import Log
from pitboss.audit.recorder import Player, TableRecorder, record_round
from pitboss.engine import RoundView
from pitboss.engine.actions import Bet, PlayerChoice, Withdraw
from pitboss.engine.wagers import least, with_required
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Rulebook, Terms, default_submission, full_submission, lawful
from pitboss.rulebooks.fault import Fault
from pitboss.rulebooks.table_rules import Cards

NOON = 43_200_000
SEED = bytes(32)
ROUNDS = 3
MOST_STEPS = 2_000
NEVER_ENDS = "the house never ends what it does"


class _Endless(Exception):
    """The house goes on and on."""


class _Table(TableRecorder):
    """A table whose house takes only so many steps."""

    steps = 0

    def house(self, time: int) -> bool:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise _Endless(NEVER_ENDS)
        return super().house(time)


def rehearse(rulebook: Rulebook) -> list[Fault]:
    """Why a round cannot be played, for each of the submissions; empty where all goes well."""
    found = []
    for file, submission_of in (("default.toml", default_submission), ("full.toml", full_submission)):
        try:
            _play(lawful(rulebook, submission_of(rulebook)))
        except Refused as refused:
            found.append(Fault(file, "a rehearsed round", str(refused.violations[0])))
        except Exception as error:  # whatever it is that the data lead to, it is the data's fault and no crash
            why = f"it cannot be played: {type(error).__name__} {error}".rstrip()
            found.append(Fault(file, "a rehearsed round", why))
    return found


def _play(terms: Terms) -> None:
    table = _Table(Log("rehearsal", Signer(bytes(32)), NOON), "rehearsal", terms, Cards.VIRTUAL, NOON, lambda: SEED)
    seats = sorted({1, terms.rulebook.seats})
    wagers = _every_wager(terms)
    for number in range(ROUNDS):
        players = [Player(f"player {seat}", seat, f"{number}", wagers) for seat in seats]
        record_round(table, players, _chooser(number), NOON)


def _every_wager(terms: Terms) -> dict[str, Amount]:
    """Each wager that can be made before the deal, at its least."""
    chosen = with_required(terms, {})
    for wager in terms.wagers.values():
        if not wager.required and not wager.decision and all(name in chosen for name in wager.needs):
            chosen[wager.name] = least(terms, wager, chosen)
    return chosen


def _chooser(number: int) -> Callable[[RoundView, Terms], PlayerChoice]:
    """The least bets in the first round, the largest in the second; in the third the first seat folds."""

    def choose(view: RoundView, terms: Terms) -> PlayerChoice:
        assert view.choice is not None
        assert view.viewer is not None
        choice, seat = view.choice, view.viewer
        if number == ROUNDS - 1 and seat == 1 and (choice.fold or choice.check):
            return choice.passive(seat)
        if choice.bet is not None:
            return Bet(seat, choice.most if number else choice.least)
        return Withdraw(seat) if number and choice.withdraw else choice.passive(seat)

    return choose
