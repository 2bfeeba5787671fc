"""The currency of a rulebook: how its amounts are written for people. Every amount has two decimals."""

import re

import msgspec

from pitboss.money import Amount, Fixed, Odds, parse_odds

_CODE, _SYMBOL = re.compile("[A-Z]{3}"), re.compile(r"[^\d\s.,+-](?:[^\d\n]{0,4}[^\d\s.,+-])?")


class Currency(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A currency: its code in data, its symbol for people, and whether that stands after the amount."""

    code: str = "USD"
    symbol: str = "$"
    after: bool = False

    def __post_init__(self) -> None:
        if not _CODE.fullmatch(self.code):
            raise ValueError(f"'{self.code}' is not a currency code: use three capital letters, such as EUR")
        if not _SYMBOL.fullmatch(self.symbol):
            raise ValueError(f"'{self.symbol}' is not a currency symbol: use up to six characters and no digit")

    @property
    def told(self) -> dict[str, str]:
        """What programs are told beside amounts: the code, where it is not the usual one."""
        return {} if self == Currency() else {"currency": self.code}

    @property
    def unit(self) -> str:
        """What amounts are counted in, in words."""
        return self.told.get("currency", "dollars")

    def text(self, amount: Amount) -> str:
        """An amount as people write it.

        >>> Currency("EUR", "€", after=True).text(Amount.parse("-1234.5"))
        '-1,234.50 €'
        """
        return self.written(plain(amount).removeprefix("-"), amount < Amount.ZERO)

    def signed(self, amount: Amount) -> str:
        """What was won or lost."""
        return f"+{self.text(amount)}" if amount > Amount.ZERO else self.text(amount)

    def written(self, figures: str, below_zero: bool = False) -> str:
        """Figures with the symbol where it stands."""
        minus = "-" if below_zero else ""
        return f"{minus}{figures} {self.symbol}" if self.after else f"{minus}{self.symbol}{figures}"

    def number(self, value: float, digits: int = 2) -> str:
        """A number of units that need not be whole cents, such as a mean."""
        return self.written(f"{abs(value):,.{digits}f}", value < 0)

    def read(self, text: str) -> Amount:
        """An amount as people write it, with the symbol or without; `ValueError` where it is none."""
        figures = text.casefold().replace(self.symbol.casefold(), "", 1).strip()
        if "$" in figures:
            raise ValueError(f"'{text}' is not an amount in {self.symbol}")
        return Amount.parse(figures)

    def odds(self, odds: Odds | str) -> str:
        """Odds for people; a fixed sum is in this currency. Text is as figures of odds have it."""
        if isinstance(odds, str):
            return self.odds(parse_odds(odds)) if odds.startswith("$") else odds
        return self.text(odds.amount).replace(".00", "") if isinstance(odds, Fixed) else str(odds)


def plain(amount: Amount) -> str:
    """An amount in no currency, such as play money: the figures alone."""
    minus = "-" if amount < Amount.ZERO else ""
    return f"{minus}{abs(amount.cents) // 100:,}.{abs(amount.cents) % 100:02d}"
