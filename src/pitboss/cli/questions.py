"""What a player in the terminal is asked: which wagers to put up, and what to do in turn."""

from collections.abc import Callable

from pitboss.cli.output import console
from pitboss.engine import Round, RoundView, check, legal, play
from pitboss.engine.actions import Bet, Check, Fold, PlaceWager, PlayerChoice, Withdraw
from pitboss.engine.announcements import wager_title
from pitboss.engine.legal import Option
from pitboss.engine.view import TurnChoice
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.currency import Currency


class LeftTable(Exception):
    """The player gets up from the table."""


def ask(question: str) -> str:
    """A player's answer in small letters; the end of input, Ctrl-C and `q` leave the table."""
    try:
        answer = console.input(f"{question} ", markup=False).strip().lower()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise LeftTable from None
    if answer in ("q", "quit"):
        raise LeftTable
    return answer


def ask_wagers(round: Round, seat: int, usual: dict[str, Amount], money: Amount) -> dict[str, Amount]:
    """The wagers of a player: as usual, or changed one by one."""
    listed = ", ".join(f"{wager_title(round.terms, name)} {amount}" for name, amount in usual.items())
    console.print(f"Your wagers: {listed}", highlight=False)
    answer = ask("Enter puts them up, c changes them, q leaves the table:")
    while answer not in ("", "c"):
        answer = ask("Enter, c or q:")
    return _changed(round, seat, usual, money) if answer == "c" else usual


def _changed(round: Round, seat: int, usual: dict[str, Amount], money: Amount) -> dict[str, Amount]:
    chosen: dict[str, Amount] = {}
    for wager in round.terms.wagers.values():
        option = _option(round, seat, wager.name)
        if option is None:
            continue
        if wager.required and len(option.amounts) == 1:  # such as Ante Down, equal to Ante Across
            amount = option.amounts[0]
        else:
            amount = _ask_amount(round, option, usual.get(wager.name, Amount.ZERO), money, required=wager.required)
        if amount:
            chosen[wager.name] = amount
            round = play(round, PlaceWager(seat, wager.name, amount))
            money -= amount
    return chosen


def _option(round: Round, seat: int, wager: str) -> Option | None:
    fitting = (option for option in legal(round) if (option.action, option.seat) == ("place-wager", seat))
    return next((option for option in fitting if option.wager == wager), None)


def _ask_amount(round: Round, option: Option, usual: Amount, money: Amount, *, required: bool) -> Amount:
    assert option.wager is not None
    assert option.seat is not None
    allowed = " or ".join(map(str, option.amounts)) or f"{option.least} to {option.most}"
    none = "" if required else ", 0 for none"
    if option.amounts and usual not in option.amounts:
        usual = Amount.ZERO
    while True:
        answer = ask(f"{wager_title(round.terms, option.wager)} ({allowed}{none}; Enter: {usual}):")
        amount = _amount(answer, round.terms.rulebook.currency) if answer else usual
        if amount is None:
            console.print(f"'{answer}' is not an amount; write it as 10 or 12.50.", markup=False)
        elif not amount and not required:
            return amount
        elif amount > money:
            console.print(f"You have {round.terms.money(money)} left.", highlight=False)
        elif refusal := check(round, PlaceWager(option.seat, option.wager, amount)):
            console.print(str(refusal), style="red", markup=False, highlight=False)
        else:
            return amount


def ask_decision(
    view: RoundView, terms: Terms, money: Amount, refused: Callable[[PlayerChoice], object]
) -> PlayerChoice:
    """The decision of the player in turn; `refused` tells why one is not allowed."""
    choice, seat = view.choice, view.viewer
    assert choice is not None
    assert seat is not None
    passive = "c" if choice.check else "f"
    default = "1" if choice.bet and choice.least <= money and not choice.check else passive
    question = f"{wager_title(terms, choice.decision)}: {_keys(choice, terms.rulebook.currency)}; Enter: {default}"
    while True:
        answer = ask(f"{question} >") or default
        action = _decision(answer, seat, choice, terms.rulebook.currency)
        if action is None:
            console.print(_help(choice, terms.rulebook.currency), highlight=False)
        elif isinstance(action, Bet) and action.amount > money:
            console.print(f"You have {terms.money(money)} left.", highlight=False)
        elif reason := refused(action):
            console.print(str(reason), style="red", markup=False, highlight=False)
        else:
            return action


def _keys(choice: TurnChoice, currency: Currency) -> str:
    keys = ["[c] check"] if choice.check else []
    keys += ["[w] take the bet back"] if choice.withdraw else []
    keys += ["[f] fold"] if choice.fold else []
    keys += [f"[{amount.cents // choice.base.cents}] {amount}" for amount in choice.amounts]
    if choice.unit is not None:
        keys.append(f"[{currency.symbol}] {choice.least} to {choice.most}")
    return ", ".join(keys)


def _help(choice: TurnChoice, currency: Currency) -> str:
    words = ["c checks"] if choice.check else []
    words += ["w takes the bet back"] if choice.withdraw else []
    words += ["f folds"] if choice.fold else []
    times = [amount.cents // choice.base.cents for amount in choice.amounts]
    example = currency.text(Amount(750))
    words += [f"{times[0]} to {times[-1]} bet so many antes", f"{example} bets an amount"] if times else []
    return f"{', '.join([*words, 'q leaves the table'])}."


def _decision(answer: str, seat: int, choice: TurnChoice, currency: Currency) -> PlayerChoice | None:
    if answer in ("f", "fold"):
        return Fold(seat)
    if answer in ("c", "check"):
        return Check(seat)
    if answer in ("w", "withdraw"):
        return Withdraw(seat)
    if answer.isdecimal() and len(answer) < 4:
        return Bet(seat, choice.base * int(answer))
    amount = _amount(answer, currency) if currency.symbol.casefold() in answer else None
    return Bet(seat, amount) if amount is not None else None


def _amount(text: str, currency: Currency) -> Amount | None:
    try:
        return currency.read(text)
    except ValueError:
        return None
