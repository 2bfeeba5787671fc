"""How the numbers of an environment stand to those of a simulated table; what its rounds have in common."""

import numpy as np
import numpy.typing as npt

from pitboss.envs.encoding import FOLDED, UNSEEN, Encoding
from pitboss.envs.setting import Setting
from pitboss.simulation.kernels.stepping import StepTables
from pitboss.simulation.table import FOLD, SimulatedTable


def turned_on_fold(setting: Setting) -> bool:
    """Whether the table's cards are turned up for a player who folds: a wager outlives it, or the document says so."""
    terms, staked = setting.terms, next(iter(setting.seated.values()))
    return any(terms.stands_on_fold(terms.wagers[name]) for name in staked) or terms.reading("all-folded") == "always"


def _columns(table: SimulatedTable, encoding: Encoding) -> npt.NDArray[np.int64]:
    """The columns of a table's cards in the order of an observation: the own, then the places as they are turned up."""
    own = [table.first_own + place for place in range(table.own_cards)]
    columns = table.place_columns
    return np.array([*own, *(column for name in dict.fromkeys(encoding.places) for column in columns[name])])


def tables_of(table: SimulatedTable, encoding: Encoding) -> StepTables:
    """What the actions are at the table, -1 where there is none, and which cards are seen when."""
    numbers = np.full((len(encoding.actions), encoding.largest + 1), -1, np.int8)
    shown, folds, ends = np.zeros_like(numbers), np.zeros(numbers.shape, np.bool_), np.zeros(numbers.shape, np.bool_)
    for stage, (names, choices) in enumerate(zip(encoding.actions, table.choices, strict=True)):
        for action, name in enumerate(names):
            if name:
                numbers[stage, action] = choices.index(name)
                folds[stage, action] = name == FOLD
                shown[stage, action] = FOLDED if name == FOLD else action
                ends[stage, action] = not table.goes_on(stage)[choices.index(name)]
    return StepTables(numbers, shown, folds, ends, _columns(table, encoding), np.array(encoding.opened), UNSEEN)
