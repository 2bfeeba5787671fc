"""The `pitboss` command: one thin file per subcommand."""

import sys

import click
import typer

from pitboss import __version__
from pitboss.cli import play, rules, settle
from pitboss.cli.output import complain
from pitboss.rulebooks import Refused, RulebookError, UnknownRulebook

app = typer.Typer(
    help="Regulated casino table poker: rules, settlements and play, from one rulebook.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(rules.app, name="rules")
app.command("settle")(settle.settle)
app.command("play")(play.play)


@app.callback(invoke_without_command=True)
def version(show: bool = typer.Option(False, "--version", help="Print the version and stop.")) -> None:
    """Regulated casino table poker: rules, settlements and play, from one rulebook."""
    if show:
        print(f"pitboss {__version__}")
        raise typer.Exit


def main() -> None:
    """Runs the command; whatever is wrong with the input is said in plain lines, with exit code 2."""
    try:
        code = app(standalone_mode=False)
    except Refused as refused:
        complain(*map(str, refused.violations))
        code = 2
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (UnknownRulebook, RulebookError, OSError) as error:
        complain(str(error))
        code = 2
    except (KeyboardInterrupt, EOFError, click.exceptions.Abort):
        complain("stopped")
        code = 130
    sys.exit(code if isinstance(code, int) else 0)
