"""`pitboss school`: drills for dealers, with score and time; every answer with its clause."""

import secrets
import time
from typing import Annotated

import typer
from rich.text import Text

from pitboss.cli.chance import TableChance
from pitboss.cli.output import console, emit_json
from pitboss.cli.questions import LeftTable, ask
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.terms_options import AsJson, SubmissionFile, terms_from
from pitboss.rulebooks import full_terms
from pitboss.school import KINDS, DrillKind, Fact, SchoolQuestion, question, right

SEEDS = 1 << 32


def school(
    rulebook: RulebookId,
    kind: Annotated[DrillKind | None, typer.Option(help="One kind of drill; each in turn unless said.")] = None,
    questions: Annotated[int, typer.Option(min=1, max=1000, metavar="N", help="How many.")] = 10,
    seed: Annotated[int | None, typer.Option(min=0, help="The same drills again.")] = None,
    submission: SubmissionFile = None,
    json: AsJson = False,
) -> None:
    """Practise: read a hand, pay a seat, what comes next, find the mistake, the right remedy.

    With --json the drills are printed with their answers, and nothing is asked.
    """
    terms = terms_from(rulebook, submission) if submission is not None else full_terms(rulebook)
    first = secrets.randbelow(SEEDS) if seed is None else seed
    chance = TableChance(first)
    kinds = [kind] if kind else list(KINDS)
    drills = (question(terms, kinds[number % len(kinds)], chance.below) for number in range(questions))
    if json:
        emit_json({"rulebook": terms.rulebook.id, "seed": first, "drills": list(drills)})
        return
    good, began, asked = 0, time.monotonic(), 0
    try:
        for drill in drills:
            good += _drill(drill, asked + 1, questions)
            asked += 1
    except LeftTable:
        pass
    if asked:
        seconds = (time.monotonic() - began) / asked
        console.print(f"{good} of {asked} right, {seconds:.1f} s each. The same again: --seed {first}", highlight=False)


def _drill(drill: SchoolQuestion, number: int, of: int) -> bool:
    console.print(Text(f"\n{number} of {of}: {drill.asks}", "bold"), highlight=False)
    for fact in drill.facts:
        console.print(_told(fact), highlight=False)
    for at, words in enumerate(drill.choices, start=1):
        console.print(f"  {at}  {words}", highlight=False)
    given = ask("Your answer:") if drill.choices else ask("How much?")
    if drill.choices and given.isdecimal() and 1 <= int(given) <= len(drill.choices):
        given = drill.choices[int(given) - 1]
    good = right(drill, given)
    words = "Right." if good else f"No: {drill.answer}."
    console.print(Text(f"{words} {drill.why} ({drill.clause})", "green" if good else "red"), highlight=False)
    return good


def _told(fact: Fact) -> str:
    cards = " ".join(map(str, fact.cards))
    return f"  {fact.title}: {', '.join(filter(None, (fact.text, cards)))}"
