"""Rewards for training loops."""
from __future__ import annotations

import ast
import asyncio
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, Awaitable, Callable, Mapping, Sequence, get_args

from ._checker import AdhereError, Checker, Kind, Reading, Requirements, Score, Undecided, WhenUndecided, default_checker, listed

COLUMNS = ("requirements", "instruction_id_list", "kwargs", "ground_truth")
"""The columns that say what an answer must meet."""


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
    opened     the tag with which the prompt's template opens the reasoning, such
               as "<think>": then a completion without its end is no answer
    """

    def __init__(self, requirements: Requirements | None = None, *, reading: Reading = "strict", kind: Kind = "share",
                 undecided: WhenUndecided = "leave_out", default: Any = ..., checker: Checker | None = None, name: str = "adhere", opened: str = ""):
        self.__name__ = name  # trainers log rewards by it
        self._requirements = requirements
        self._options = {"reading": reading, "reward": kind, "undecided": undecided, "answers": "verdicts"}
        for option, allowed in _ALLOWED.items():
            if self._options[option] not in allowed:
                raise AdhereError(f"{self._options[option]!r} is not known here: expected one of {', '.join(allowed)}")
        self._default = default
        self._opened = opened
        self._checker = checker or default_checker()

    def __call__(self, prompts: Any = None, completions: Any = None, **columns: Any) -> list[float | None]:
        return self._values(self._checker.check_many(self._items(completions, columns)))

    def asynchronous(self) -> Callable[..., Awaitable[list[float | None]]]:
        """Return the same reward function as a coroutine function, of the same name."""
        return getattr(_Asynchronous(self), self.__name__)

    def score(self, text: Any, /, **row: Any) -> Score:
        """Score one answer to one row of a data set, with findings."""
        return self._checker.submit({**self._item(text, row), "answers": "full"}).result()

    def value(self, text: Any, /, **row: Any) -> float | None:
        """Return the reward of one answer to one row of a data set."""
        return self._values([self._checker.submit(self._item(text, row)).result()])[0]

    def _items(self, completions: Any, columns: Mapping[str, Any]) -> list[dict]:
        if completions is None or isinstance(completions, (str, bytes, Mapping)):
            raise AdhereError("completions: expected a list of texts, or of lists of messages")
        columns = {k: columns[k] for k in COLUMNS if columns.get(k) is not None}
        for name, column in columns.items():
            if len(column) != len(completions):
                raise AdhereError(f"{name}: {len(column)} value{'s' * (len(column) != 1)} for {len(completions)} completions")
        rows = zip(*columns.values()) if columns else ((),) * len(completions)  # by place: a pandas column is indexed by label
        return [self._item(c, dict(zip(columns, row)), f"item {i}: ") for i, (c, row) in enumerate(zip(completions, rows))]

    def _item(self, completion: Any, row: Mapping[str, Any], where: str = "") -> dict:
        row = {"requirements": self._requirements} if self._requirements is not None else _demands(row)
        if not row:
            raise AdhereError(where + "expected a column requirements, instruction_id_list or ground_truth, "
                              "or requirements for all answers: Reward(['at most 50 words'])")
        text = text_of(completion, where)
        if self._opened and not text.lstrip().startswith(self._opened):
            text = self._opened + text
        return {"text": text, **self._options, **row}

    def _values(self, scores: list[Score]) -> list[float | None]:
        rewards = [self._default if s.reward is None else s.reward for s in scores]
        if ... in rewards:
            i = rewards.index(...)
            raise Undecided(f"completion {i}: {scores[i].why_none}; leave them out, or say what becomes "
                            "of them with undecided='not_met', or default=… for the reward in their place")
        return rewards


_ALLOWED = {"reading": get_args(Reading), "reward": get_args(Kind), "undecided": get_args(WhenUndecided)}
_OPTIONS = ("reading", "kind", "undecided", "default", "opened")


class _Asynchronous:
    """Has a reward as a coroutine method of the reward's name: trainers log by that name, and
    pickle finds the method by it. They unwrap a partial, and pickle takes no closure."""

    def __init__(self, reward: Reward):
        self.__reward = reward

    def __getattr__(self, name: str) -> Callable[..., Awaitable[list[float | None]]]:
        if name.startswith("_Asynchronous__") or name != self.__reward.__name__:  # pickle asks before there is a reward
            raise AttributeError(name)

        async def ask(self: _Asynchronous, prompts: Any = None, completions: Any = None, **columns: Any) -> list[float | None]:
            reward = self.__reward
            found = await asyncio.to_thread(reward._checker.submit_many, reward._items(completions, columns))  # writing may have to wait
            return reward._values(await asyncio.wrap_future(found))

        ask.__name__ = name
        return ask.__get__(self)


def text_of(completion: Any, where: str = "") -> str:
    """Return the text of a completion: a text, a message, or a list of messages,
    of which the last by the assistant is meant. where says of an error which it is."""
    completion = listed(completion)
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        content = listed(completion.get("content"))
        if isinstance(content, list):  # parts
            return "".join(p.get("text") or "" for p in content if isinstance(p, Mapping))
        return content or ""
    if not isinstance(completion, Sequence) or isinstance(completion, bytes):
        raise AdhereError(f"{where}completion: expected a text, a message or a list of messages, found {completion!r:.60}")
    spoken = [m for m in completion if not isinstance(m, Mapping) or m.get("role", "assistant") == "assistant"]
    return text_of(spoken[-1], where) if spoken else ""


def _demands(row: Mapping[str, Any]) -> dict:
    """Return what an answer must meet, as it stands in the row. A ground truth may be
    a text in which Python wrote it; JSON is read by the program."""
    found = {k: v for k in COLUMNS if (v := row.get(k)) is not None and not (isinstance(v, float) and v != v)}  # pandas has nan for what is not there
    if isinstance(found.get("ground_truth"), str):
        with suppress(ValueError, SyntaxError):
            found["ground_truth"] = ast.literal_eval(found["ground_truth"])
    return found


def compute_score(data_source: Any = None, solution_str: Any = None, ground_truth: Any = None, extra_info: Mapping[str, Any] | None = None, *,
                  data_sources: Any = None, solution_strs: Any = None, ground_truths: Any = None, extra_infos: Any = None,
                  reading: Reading = "strict", kind: Kind = "share", undecided: WhenUndecided = "leave_out", default: Any = ...,
                  opened: str = "", **others: Any) -> Any:
    """Score one answer, or several, called as verl calls it: BatchRewardManager gives
    solution_strs with their ground_truths and extra_infos, and gets a list. What the
    answer must meet stands in extra_info (requirements, or instruction_id_list with
    kwargs), or is the ground truth: {"instruction_id": …, "kwargs": …}, or a list of
    requirements. The options are those of Reward, which verl takes from reward_kwargs;
    what else verl hands over is ignored, unless it looks like one of them misspelt."""
    for name in others:
        if meant := get_close_matches(name, _OPTIONS, n=1, cutoff=0.75):
            raise AdhereError(f"compute_score has no option {name!r}: did you mean {meant[0]}?")
    reward = Reward(reading=reading, kind=kind, undecided=undecided, default=default, opened=opened)
    if solution_strs is None:
        return reward.value(solution_str, **_asked(ground_truth, extra_info))
    columns = {"ground_truths": ground_truths, "extra_infos": extra_infos}
    for name, column in columns.items():
        if column is None:
            columns[name] = [None] * len(solution_strs)
        elif len(column) != len(solution_strs):
            raise AdhereError(f"{name}: {len(column)} value{'s' * (len(column) != 1)} for {len(solution_strs)} solution_strs")
    rows = enumerate(zip(solution_strs, *columns.values()))
    return reward._values(reward._checker.check_many([reward._item(text, _asked(*row), f"item {i}: ") for i, (text, *row) in rows]))


def _asked(truth: Any, info: Mapping[str, Any] | None) -> dict:
    """Return what an answer must meet, as verl hands it over."""
    return _demands(info or {}) or {"ground_truth": truth}
