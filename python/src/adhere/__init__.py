"""Check answers against what their instructions demand, and make rewards of it.

    >>> import adhere
    >>> adhere.check("one, two", ["at most 3 words", "no commas"]).reward
    0.5

The work is done by one long-lived process of the program `adhere`, which the
wheel brings along. Nothing here needs a network or another package. Functions
that fit a framework are in adhere.adapters.
"""
from ._checker import AdhereError, Checker, Finding, Requirement, Requirements, Score, Undecided, check, default_checker
from ._reward import Reward, compute_score
from ._run import Run

__version__ = "0.1.0"
__all__ = [
    "AdhereError", "Checker", "Finding", "Requirement", "Requirements", "Reward", "Run", "Score", "Undecided",
    "check", "compute_score", "default_checker",
]
