"""The command line as Typer reads it: runs a subcommand, and says in plain lines what is wrong with its input."""

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from pitboss import __version__
from pitboss.cli import COMMANDS, OPTIONS, STOPPED, SUMMARY
from pitboss.cli.output import complain
from pitboss.cli.rulebook_option import HELP, OPTION, take_option
from pitboss.cli.settings import take_settings
from pitboss.rulebooks import Refused, RulebookError, UnknownRulebook, Violation
from pitboss.rulebooks.library import library


def command_line(called: str | None) -> typer.Typer:
    """The whole command line; only the subcommand that is called is loaded, for the mathematics take a second."""
    app = typer.Typer(help=SUMMARY, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
    app.callback(invoke_without_command=True)(_version)
    for name, summary in COMMANDS.items():
        if name != called:
            app.command(name, help=summary)(_not_loaded)
            continue
        function = name.replace("-", "_")
        module = import_module(f"pitboss.cli.{function}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name, help=summary)
        else:
            app.command(name)(getattr(module, function))
    return app


def _version(
    show: bool = typer.Option(False, "--version", help=OPTIONS["--version"][1]),
    rulebooks: Annotated[list[str] | None, typer.Option(OPTION, metavar="DIR", help=HELP)] = None,
    settings: Annotated[str | None, typer.Option("--settings", metavar="FILE", help=OPTIONS["--settings"][1])] = None,
) -> None:
    if show:
        print(f"pitboss {__version__}")
        raise typer.Exit


def _not_loaded() -> None:
    """Stands in the help for a command that is not called."""


def run(words: list[str]) -> None:
    """Runs the subcommand that some words call, and ends with its exit code: 2 where the input is wrong."""
    called = None
    try:
        words, settings = take_settings(take_option(words))
        called = next((word for word in words if not word.startswith("-")), None)
        below = [word for word in words[words.index(called) + 1 :][:1] if settings] if called else []
        defaults = {called: settings | dict.fromkeys(below, settings)}  # of the command, and of one below it
        code = command_line(called)(words, prog_name="pitboss", standalone_mode=False, default_map=defaults)
        complain(*(["stopped"] if code == STOPPED else []))
        sys.exit(code)
    except Refused as refused:
        complain(*map(str, refused.violations))
    except TyperException as error:
        complain(*_usage(error, called))
    except OSError as error:
        named = error.filename is not None and error.strerror is not None
        complain(f"{error.filename}: {error.strerror}" if named else error.strerror or str(error))
    except UnknownRulebook as error:  # it may be in a folder that was left out
        complain(str(error), *map(str, library().left_out))
    except (RulebookError, UnicodeError) as error:
        complain(str(error))
    sys.exit(2)


def _usage(error: TyperException, called: str | None) -> list[str]:
    """What is wrong with the words of a command, in one line, and where to look; nothing where help was shown."""
    if isinstance(error.__cause__, ValueError):  # a value that is not of its option's type, or out of its range
        return [_bad_value(error)]
    context = getattr(error, "ctx", None)
    said = " ".join(error.format_message().split()).rstrip(".")
    return [f"{said}; see {context.command_path if context else f'pitboss {called}'} --help"] if said else []


def _bad_value(error: TyperException) -> str:
    """Which option, what it was given and what it takes, in a sentence; the type's own words are for programmers."""
    option: Any = getattr(error, "param", None)
    refusal: Any = error.__cause__
    given = refusal.errors()[0]["input"]
    name = next((name for name in option.opts if name.startswith("--")), option.display_name_raw)
    return str(
        Violation(rulebook="", clause="", where=name, tried=repr(given), allowed=_allowed(option.type_descriptor))
    )


def _allowed(kind: Any) -> str:
    """What an option or an argument takes, from its declaration."""
    if kind.choices:
        return f"one of {', '.join(map(str, kind.choices))}"
    number = "a number" if kind.annotation is float else "a whole number"
    least, most = kind.parameter_info.min, kind.parameter_info.max
    if least is None:
        return number
    return f"{number}, {least} or more" if most is None else f"{number} from {least} to {most}"
