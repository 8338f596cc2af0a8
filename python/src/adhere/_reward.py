"""Rewards for training loops."""
from __future__ import annotations

import ast
import asyncio
import json
from typing import Any, List, Mapping, Optional, Sequence

from ._checker import AdhereError, Checker, Requirement, Score, Undecided, default_checker


class Reward:
    """A reward function, to be handed to a trainer as it is.

    It is called with `completions`, texts or lists of messages, and with the
    columns of the data set as keyword arguments, each a list as long. What an
    answer must meet comes from the first of these columns that is there:
    `requirements`, `instruction_id_list` with `kwargs`, `ground_truth`. With
    `requirements` given here, all answers must meet the same.

    reading    "strict", or "loose" as IFEval defines it
    kind       "share": the share met, by weight; "all": 1 or 0
    undecided  what becomes of a requirement that code cannot decide:
               "leave_out", "not_met", "no_reward"
    default    the reward where nothing could be decided; without it that is
               an error, Undecided, so that no reward is missing by surprise.
               None gives None, which TRL leaves out of the group.
    """

    def __init__(self, requirements: Optional[Sequence[Requirement]] = None, *, reading: str = "strict", kind: str = "share",
                 undecided: str = "leave_out", default: Any = ..., checker: Optional[Checker] = None, name: str = "adhere"):
        self.__name__ = name  # trainers log rewards by it
        self._requirements = requirements
        self._options = {"reading": reading, "reward": kind, "undecided": undecided, "answers": "verdicts"}
        self._default = default
        self._checker = checker or default_checker()

    def __call__(self, prompts: Any = None, completions: Any = None, **columns: Any) -> List[Optional[float]]:
        return [self._value(s) for s in self._checker.check_many(self._items(completions, columns))]

    def asynchronous(self):
        """Return the same reward function as a coroutine function."""

        async def reward(prompts: Any = None, completions: Any = None, **columns: Any) -> List[Optional[float]]:
            found = self._checker.submit_many(self._items(completions, columns))
            return [self._value(s) for s in await asyncio.wrap_future(found)]

        reward.__name__ = self.__name__
        return reward

    def score(self, text: Any, /, **row: Any) -> Score:
        """Score one answer to one row of a data set, with findings."""
        return self._checker.submit({**self._item(text, row), "answers": "full"}).result()

    def value(self, text: Any, /, **row: Any) -> Optional[float]:
        """Return the reward of one answer to one row of a data set."""
        return self._value(self._checker.submit(self._item(text, row)).result())

    def _items(self, completions: Any, columns: Mapping[str, Any]) -> "list[dict]":
        if completions is None:
            raise AdhereError("completions: expected a list of texts, or of lists of messages")
        read = {k: columns[k] for k in COLUMNS if columns.get(k) is not None}
        for name, column in read.items():
            if len(column) != len(completions):
                raise AdhereError(f"{name}: {len(column)} value{'s' * (len(column) != 1)} for {len(completions)} completions")
        return [self._item(c, {k: v[i] for k, v in read.items()}) for i, c in enumerate(completions)]

    def _item(self, completion: Any, row: Mapping[str, Any]) -> dict:
        item = {"text": text_of(completion), **self._options}
        if self._requirements is not None:
            return {**item, "requirements": self._requirements}
        row = {k: v.tolist() if hasattr(v, "tolist") else v for k, v in row.items() if v is not None}  # arrays, as pandas reads Parquet
        if "requirements" in row:
            return {**item, "requirements": row["requirements"]}
        if "instruction_id_list" in row:
            return {**item, "instruction_id_list": _loaded(row["instruction_id_list"]), "kwargs": _arguments(row.get("kwargs"))}
        if "ground_truth" in row:
            return {**item, "ground_truth": _loaded(row["ground_truth"])}
        raise AdhereError("expected a column requirements, instruction_id_list or ground_truth, "
                          "or requirements for all answers: Reward(['at most 50 words'])")

    def _value(self, score: Score) -> Optional[float]:
        if score.reward is not None:
            return score.reward
        if self._default is not ...:
            return self._default
        raise Undecided(f"{score.why_none}: {list(score.undecided)}; leave them out, or say what becomes of them with "
                        "undecided='not_met', or default=… for the reward in their place")


COLUMNS = ("requirements", "instruction_id_list", "kwargs", "ground_truth")
"""The columns that say what an answer must meet."""


def text_of(completion: Any) -> str:
    """Return the text of a completion: a text, a message, or a list of messages,
    of which the last by the assistant is meant."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        content = completion.get("content")
        if isinstance(content, list):  # parts
            return "".join(p.get("text", "") for p in content if isinstance(p, Mapping))
        return content or ""
    spoken = [m for m in completion if not isinstance(m, Mapping) or m.get("role", "assistant") == "assistant"]
    return text_of(spoken[-1]) if spoken else ""


def _loaded(value: Any) -> Any:
    """Return what a text holds, written as JSON or as Python writes it: training
    sets have both."""
    if not isinstance(value, str):
        return value
    for read in (json.loads, ast.literal_eval):
        try:
            return read(value)
        except (ValueError, SyntaxError):
            continue
    raise AdhereError(f"JSON expected, got {value[:60]!r}")


def _arguments(kwargs: Any) -> Any:
    """Return the arguments of the checks: a list of objects, or of texts that hold
    one each, as data sets store them whose objects have different fields."""
    kwargs = _loaded(kwargs)
    return [_loaded(one) for one in kwargs] if isinstance(kwargs, (list, tuple)) else kwargs


def compute_score(data_source: str, solution_str: str, ground_truth: Any, extra_info: Optional[Mapping[str, Any]] = None, **_: Any) -> float:
    """Score one answer, called as verl calls it. What the answer must meet stands
    in extra_info (requirements, or instruction_id_list with kwargs), or is the
    ground truth: {"instruction_id": …, "kwargs": …}, or a list of requirements."""
    row = {k: v for k, v in (extra_info or {}).items() if k in COLUMNS and v is not None}
    if not row:
        try:
            truth = _loaded(ground_truth)
        except AdhereError as err:
            raise AdhereError(f"ground_truth: {err}; requirements in words go into extra_info={{'requirements': [...]}}") from None
        plain = isinstance(truth, list) and all(isinstance(r, str) and not r.lstrip().startswith("{") for r in truth)
        row = {"requirements" if plain else "ground_truth": truth}
    return float(Reward().value(solution_str, **row))
