"""The `pitboss` command: one thin file per subcommand, loaded when it is called."""

import sys

SUMMARY = "Regulated casino table poker: rules, settlements, play and exact mathematics, from one rulebook."

COMMANDS = {
    "rules": "The rulebooks: list, show, compare, check a submission, clause coverage.",
    "settle": "The dispute calculator: cards and wagers in, settlement lines with clauses out.",
    "correct": "Correct a round that is over, at a running server: facts, proposal, a second person's approval.",
    "play": "Play a rulebook in the terminal against the house.",
    "school": "Drills for dealers: read a hand, pay a seat, what comes next, find the mistake, the right remedy.",
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
    "backup": "A database in one file, consistent while it is served.",
    "restore": "A backup into an empty database: what is missing is told, what was in play is void, the log says so.",
    "witness": "Follow a server's log and sign its heads, as long as each grows from the last.",
    "accounts": "On the machine itself: let an administrator in again who is locked out.",
    "bots": "Fill the seats of a running server with players.",
    "audit": "Prove from an audit log alone that the books balance.",
    "export": "Hands, ledger and meters of a server as CSV, Parquet or hand histories.",
    "report": "Actual against theoretical return per wager and table; hold per day.",
    "rating": "What each player's game is worth: pace, wagers, exact edge, cost of mistakes, comp.",
    "verify": "Check an audit log offline: tree, signatures, shuffles, rules and money.",
    "verify-self": "Hold every file of the installed program against a signed manifest, or sign one.",
    "replay": "Step through the rounds of an audit log or a hand history.",
}

OPTIONS = {
    "--version": ("", "Print the version and stop."),
    "--rulebooks": (
        "DIR",
        "Add a rulebook's folder, or a folder of them; may be given several times, anywhere on the line.",
    ),
    "--settings": ("FILE", "Take what is not given on the line from a file of settings; anywhere on the line."),
}
"""What may stand before a subcommand: what follows the option, and its meaning."""


STOPPED = 130
"""How a command ends that was stopped from the keyboard."""


def main() -> None:
    """Runs the command; whatever is wrong with the input is said in plain lines, with exit code 2."""
    try:
        _main(sys.argv[1:])
    except KeyboardInterrupt:  # while it was still loading: a command that runs says itself how far it came
        sys.stderr.write("stopped\n")
        sys.exit(STOPPED)


def _main(words: list[str]) -> None:
    if words in ([], ["--help"]):
        from pitboss.cli.front_page import print_front_page

        print_front_page()
        sys.exit(0 if words else 2)
    from pitboss.cli.command_line import run

    run(words)
