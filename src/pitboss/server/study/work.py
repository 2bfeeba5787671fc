"""Answers the questions of a study. It brings the compiler with it: only workers import it."""

import secrets
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from pitboss.engine import RoundView
from pitboss.engine.actions import PlayerChoice
from pitboss.mathematics import advice, main_game, side_wagers
from pitboss.mathematics.criss_cross.middle_map import middle_map
from pitboss.mathematics.drill import CANDIDATES, hard_spot
from pitboss.mathematics.game import game_of
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.mathematics.par import Filing, par_sheet
from pitboss.mathematics.par_page import page
from pitboss.mathematics.shape import criss_cross_shape
from pitboss.mathematics.side_odds import question
from pitboss.mathematics.strategy import strategy_card
from pitboss.mathematics.wanted_edge import wanted_odds
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.rulebooks.codec import from_plain, json_text
from pitboss.server.machine.program_files import look
from pitboss.server.study import answers, plain
from pitboss.server.study import questions as asking
from pitboss.server.study import sheet as plain_sheet
from pitboss.server.study.printing import NO_BROWSER, print_pdf
from pitboss.server.study.risk import risks

Report = Callable[[str], None]


def answer(question: asking.Question) -> Any:
    """The answer to a short question; `Refused` where there is none."""
    try:
        return _SHORT[type(question)](question.terms(), question)
    except ValueError as error:  # sums that 64 bits would not hold
        says = f"These odds cannot be counted with: {error}. Use odds of smaller whole numbers."
        raise _refused("paytable", str(error), "odds of smaller whole numbers", says) from error


def long_answer(question: asking.Question, report: Report) -> tuple[answers.LongAnswer, bytes]:
    """The answer to a long question, and the sheet where one was asked for."""
    terms = question.terms()
    match question:
        case asking.Middle():
            criss_cross_shape(terms, "the Middle decision")
            return plain.middle(middle_map(criss_cross_pays(terms), report)), b""
        case asking.Strategy():
            return plain.card(strategy_card(terms, report)), b""
        case asking.Wanted():
            report("counting every deal for each of the odds tried")
            return plain.wanted(wanted_odds(terms, question.line, _edge(question.edge), question.of)), b""
        case asking.Par():
            return _par(question, report)
    raise TypeError(f"no long question: {type(question).__name__}")


def _odds(terms: Terms, asked: asking.Odds) -> answers.OddsAnswer:
    meters, stakes = asking.not_negative(asked.meters, "meter"), dict(asked.stakes)
    if asked.every:
        found = side_wagers.every_table(terms, asked.players, meters, asked.sharing)
    else:
        found = side_wagers.counted(question(terms, asked.players, meters, stakes, asked.sharing))
    shown = {name: meters.get(name, figures.seed) for name, figures in terms.meters.items()}
    wagers = tuple(map(plain.wager, found.odds))
    return answers.OddsAnswer(players=asked.players, meters=shown, wagers=wagers, notes=found.notes)


def _opening(terms: Terms, asked: asking.Question) -> answers.OpeningAnswer:
    return plain.opening(terms, game_of(terms).opening())


def _advice(terms: Terms, asked: asking.Advice) -> answers.AdviceAnswer:
    position = advice.parse_position(terms, asked.cards, asked.shown, asked.choices)
    return plain.advised(advice.advise(terms, position))


def _rule(terms: Terms, asked: asking.Rule) -> answers.CardLine:
    def refuse(_: str) -> None:
        """A search would begin, and the short questions do not wait for one."""
        says = "The strategy card of this game has not been searched for on this machine yet: ask for it under Study."
        raise _refused("strategy card", "a card that is not there yet", "the card as a job first", says)

    position = advice.parse_position(terms, asked.cards, asked.shown, asked.choices)
    return plain.card_line(game_of(terms).card_reader(refuse)(position))


def _drill(terms: Terms, asked: asking.Drill) -> answers.DrillSpot:
    return plain.spot(terms, hard_spot(terms, secrets.randbelow, CANDIDATES if asked.close else 1, asked.decision))


def _best_play(terms: Terms, asked: asking.BestPlay) -> PlayerChoice:
    return advice.best_action(terms, msgspec.convert(asked.seen, RoundView, dec_hook=from_plain, str_keys=True))


_SHORT: dict[type[asking.Question], Callable[[Terms, Any], Any]] = {
    asking.Game: lambda terms, _: plain.game(main_game.solve(terms)),
    asking.Odds: _odds,
    asking.OpeningHands: _opening,
    asking.Spread: lambda terms, _: plain.spread(main_game.distribution(terms)),
    asking.Risk: risks,
    asking.Advice: _advice,
    asking.BestPlay: _best_play,
    asking.Drill: _drill,
    asking.Rule: _rule,
}


def _edge(text: str) -> Fraction:
    try:
        return Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError) as error:
        raise _refused("edge", f"'{text}'", "a house edge such as 5%, 0.05 or 1/20") from error


def _par(asked: asking.Par, report: Report) -> tuple[answers.SheetAnswer, bytes]:
    unchanged = asking.Question(rulebook=asked.rulebook, submission=asked.submission).terms()
    report("counting every deal" + (" and searching for the strategy card" if asked.card else ""))
    sheet = par_sheet(unchanged, asked.changes, asked.card)
    report("laying out the sheet")
    filing = Filing(asked.date, program=look().digest)
    if asked.form == "json":
        content = (json_text(plain_sheet.sheet(sheet, filing)) + "\n").encode()
    else:
        content = page(sheet, filing).encode()
    if asked.form == "pdf":
        report("printing")
        content = _printed(content.decode())
    name = f"par-{asked.rulebook}.{asked.form}"
    return answers.SheetAnswer(form=asked.form, name=name, size=len(content)), content


def _printed(html: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "par.pdf"
        if not print_pdf(html, file):
            allowed, says = (
                "the page, which prints from any browser",
                f"It cannot be printed to PDF here: {NO_BROWSER}.",
            )
            raise _refused("the PAR sheet", "PDF", allowed, f"{says} Take the page and print it from your browser.")
        return file.read_bytes()


def _refused(where: str, tried: str, allowed: str, says: str = "") -> Refused:
    return Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says))
