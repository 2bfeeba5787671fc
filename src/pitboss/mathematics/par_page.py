"""The PAR sheet as one printable page that needs nothing else: no script, no font, no picture from elsewhere."""

from fractions import Fraction

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pitboss.mathematics import drawing as charts
from pitboss.mathematics.antes import staked_note
from pitboss.mathematics.game import game_of
from pitboss.mathematics.limits import CONFIDENCES, volatility_index
from pitboss.mathematics.par import Filing, ParSheet


def page(sheet: ParSheet, filing: Filing | None = None) -> str:
    """The sheet as HTML; the same sheet filed alike gives the same page, byte by byte."""
    environment = Environment(
        loader=PackageLoader("pitboss.mathematics"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": _percent, "chance": _chance, "signed": _signed, "count": _count}
    return environment.get_template("par.html").render(
        sheet=sheet,
        terms=sheet.terms,
        book=sheet.terms.rulebook,
        filing=filing or Filing(),
        confidences=CONFIDENCES,
        volatility_index=volatility_index,
        staked=staked_note(sheet.terms),
        provisos=[(sheet_of.odds[0].title, note) for sheet_of in sheet.wagers for note in sheet_of.odds[0].notes],
        method=game_of(sheet.terms).method,
        plot=Markup(charts.distribution_plot(sheet.spread, "antes")),
        bars=Markup(charts.share_bars(sheet.main.actions)),
        choices=list(dict.fromkeys(choice for kind in sheet.kinds for choice in kind.choices)),
        grid=Markup(charts.opening_grid(sheet.opening)) if sheet.opening else "",
    )


def _percent(value: Fraction | float, digits: int = 4) -> str:
    return f"{float(value):.{digits}%}".replace("-", "−")


def _chance(value: Fraction) -> str:
    return (
        f"{float(value):.8f}" if value == 0 or value > Fraction(1, 10_000) else f"{float(value):.6e}".replace("-", "−")
    )


def _signed(value: Fraction, digits: int = 8) -> str:
    return f"{float(value):+.{digits}f}".replace("-", "−")


def _count(value: int) -> str:
    return f"{value:,}"
