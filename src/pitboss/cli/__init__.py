"""The `pitboss` command: one thin file per subcommand."""

import sys
from importlib import import_module

import typer
from typer.exceptions import TyperException

from pitboss import __version__
from pitboss.cli.output import complain
from pitboss.rulebooks import Refused, RulebookError, UnknownRulebook

COMMANDS = {
    "rules": "The rulebooks: list, show, compare, check a submission, clause coverage.",
    "settle": "The dispute calculator: cards and wagers in, settlement lines with clauses out.",
    "play": "Play a rulebook in the terminal against the house.",
    "solve": "The exact value and strategy of a main game.",
    "advise": "The exact value of every option in any position.",
    "strategy": "A strategy short enough to remember, with its exact cost; the opening chart.",
    "odds": "The exact odds of every side wager, with break-even meters.",
    "risk": "Sessions, bankrolls and table days, by exact convolution.",
    "study": "Collusion, exposed cards, progressives, bankrolls, dealer errors: simulated and checked.",
    "simulate": "Millions of rounds a second: every wager simulated, beside its exact value.",
    "design": "Change paytables, solve for a line, sweep a grid, find the best lawful submission.",
    "par": "The PAR sheet of a rulebook and submission, to print and file.",
    "serve": "Live tables over HTTP and WebSocket.",
    "bots": "Fill the seats of a running server with players.",
    "audit": "Prove from an audit log alone that the books balance.",
    "export": "Hands, ledger and meters of a server as CSV, Parquet or hand histories.",
    "report": "Actual against theoretical return per wager and table; hold per day.",
    "verify": "Check an audit log offline: tree, signatures, shuffles, rules and money.",
    "replay": "Step through the rounds of an audit log or a hand history.",
}


def command_line(called: str | None) -> typer.Typer:
    """The whole command line; only the subcommand that is called is loaded, for the mathematics take a second."""
    app = typer.Typer(
        help="Regulated casino table poker: rules, settlements, play and exact mathematics, from one rulebook.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback(invoke_without_command=True)(_version)
    for name, summary in COMMANDS.items():
        if name != called:
            app.command(name, help=summary)(_not_loaded)
            continue
        module = import_module(f"pitboss.cli.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name, help=summary)
        else:
            app.command(name)(getattr(module, name))
    return app


def _version(show: bool = typer.Option(False, "--version", help="Print the version and stop.")) -> None:
    if show:
        print(f"pitboss {__version__}")
        raise typer.Exit


def _not_loaded() -> None:
    """Stands in the help for a command that is not called."""


def main() -> None:
    """Runs the command; whatever is wrong with the input is said in plain lines, with exit code 2."""
    called = next((word for word in sys.argv[1:] if not word.startswith("-")), None)
    try:
        sys.exit(command_line(called)(prog_name="pitboss", standalone_mode=False))
    except Refused as refused:
        complain(*map(str, refused.violations))
    except TyperException as error:
        complain(*_usage(error))
    except OSError as error:
        named = error.filename is not None and error.strerror is not None
        complain(f"{error.filename}: {error.strerror}" if named else error.strerror or str(error))
    except (UnknownRulebook, RulebookError, UnicodeError) as error:
        complain(str(error))
    sys.exit(2)


def _usage(error: TyperException) -> list[str]:
    """What is wrong with the words of a command, in one line, and where to look; nothing where help was shown."""
    context = getattr(error, "ctx", None)
    said = " ".join(error.format_message().split()).rstrip(".")
    return [f"{said}; see {context.command_path if context else 'pitboss'} --help"] if said else []
