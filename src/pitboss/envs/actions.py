"""What the actions of an environment stand for: names of choices by number, decision by decision."""

from pitboss.rulebooks.parts import Decision

FOLD, CHECK, WITHDRAW = "fold", "check", "withdraw"


def actions_of(decision: Decision) -> tuple[str, ...]:
    """By number: 0 checks, or folds where there is no check; n bets n times the base; then what else there is.

    A number between two bets that stands for none has no name.
    """
    largest = max(decision.raised_times, default=0)
    bets = (f"{times}x" if times in decision.raised_times else "" for times in range(1, largest + 1))
    besides = [(decision.withdraws, WITHDRAW), (decision.check_clause and decision.fold_clause, FOLD)]
    return (CHECK if decision.check_clause else FOLD, *bets, *(name for offered, name in besides if offered))
