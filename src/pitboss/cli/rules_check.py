"""What a lawful Rules Submission comes to, for people: the operator's choices with what the default adds."""

from collections.abc import Iterator

from pitboss.cli.output import console
from pitboss.cli.rules_show import print_table
from pitboss.rulebooks import Terms


def print_lawful(terms: Terms) -> None:
    """That it is lawful, and all that is in force under it."""
    console.print(f"Lawful under {terms.rulebook.id}: {terms.rulebook.title}.", markup=False)
    print_table("In force, the default included", ("", ""), _in_force(terms))


def _in_force(terms: Terms) -> Iterator[tuple[str, str]]:
    submission = terms.submission
    for offer in terms.rulebook.offers:
        yield offer.name, terms.variant(offer.name) or ("offered" if terms.offers(offer.name) else "not offered")
    for wager in terms.wagers.values():
        limits = terms.limits(wager)
        if limits:
            yield f"{wager.name} limits", f"{limits.minimum} to {limits.maximum} in units of {limits.unit}"
        elif amounts := terms.amounts(wager):
            yield f"{wager.name} amounts", ", ".join(map(str, amounts))
    yield "payout_limit", str(terms.payout_limit or "none")
    for meter in terms.meters.values():
        yield f"meter {meter.name}", f"{meter.rate} of each wager, seed {meter.seed}, reset {meter.reset}"
    if terms.wheel and submission.wheel:
        weights = submission.wheel.weights
        total = sum(weights.values())
        yield "wheel weights", ", ".join(f"{stop}: {weights[stop]}" for stop in sorted(weights)) + f" of {total}"
        if terms.wheel.top_prize == "fixed":
            yield "wheel top prize", str(submission.wheel.top_prize)
    for bonus in terms.rulebook.bonuses:
        if terms.offers(bonus.name):
            rounds = submission.draws[bonus.name]
            yield f"{bonus.name} drawn", "every round" if rounds == 1 else f"once in {rounds} rounds"
    yield "dealing", terms.dealing.title
    yield "shuffler", submission.shuffler
    if submission.device_approval:
        yield "device approval", submission.device_approval
    yield "decks", str(submission.decks)
    yield "deck age", f"at most {terms.deck_age.hours} hours" if terms.deck_age else "no limit"
    for name, reading in submission.readings.items():
        yield f"reading of {name}", reading
