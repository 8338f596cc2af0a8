"""Functions that fit frameworks as they are. Each imports its framework only
when it is called."""
from __future__ import annotations

import asyncio
from typing import Any, Optional, Sequence

from ._checker import Requirement, default_checker
from ._reward import Reward, text_of


def inspect_scorer(requirements: Optional[Sequence[Requirement]] = None, **options: Any) -> Any:
    """Return a scorer for inspect_ai. Requirements come from here or from a
    sample's metadata: requirements, or instruction_id_list with kwargs. Its value
    is the reward; what code cannot decide is left unscored."""
    from inspect_ai.scorer import Score, mean, scorer, stderr

    reward = Reward(requirements, default=None, **options)

    @scorer(metrics=[mean(), stderr()], name="adhere")
    def adhere() -> Any:
        async def score(state: Any, target: Any) -> Score:
            item = {**reward._item(state.output.completion, state.metadata or {}), "answers": "full"}
            found = await asyncio.wrap_future(default_checker().submit(item))
            said = "\n".join(f"{_word(f.met)} {f.requirement}: {f.measured}" for f in found.findings)
            value = float("nan") if found.reward is None else found.reward
            return Score(value=value, answer=state.output.completion, explanation=said)

        return score

    return adhere()


def _word(met: Optional[bool]) -> str:
    return "undecided" if met is None else "met" if met else "not met"


def lm_eval_filter(**options: Any) -> Any:
    """Return a filter class for lm-eval, which puts rewards in the place of
    answers. Requirements come from the documents' columns."""
    from lm_eval.api.filter import Filter

    reward = Reward(**options)

    class AdhereFilter(Filter):
        def apply(self, resps: Any, docs: Any) -> Any:
            counts = [len(r) for r in resps]
            items = [reward._item(text, doc) for answers, doc in zip(resps, docs) for text in answers]
            values = iter([reward._value(s) for s in default_checker().check_many(items)])
            return [[next(values) for _ in range(n)] for n in counts]

    return AdhereFilter


def verifiers_rubric(requirements: Optional[Sequence[Requirement]] = None, **options: Any) -> Any:
    """Return a rubric for environments of the package verifiers, whose later
    versions have none: there a method marked as a reward returns
    Reward().value(answer, **row). Requirements come from here, or from a task's
    info."""
    try:
        from verifiers import Rubric
    except ImportError as err:
        raise ImportError("this version of verifiers has no Rubric: mark a method of your task with @reward, "
                          "and return adhere.Reward().value(answer, **row) from it") from err

    reward = Reward(requirements, **options)

    async def adhere(completion: Any, info: Any = None, **_: Any) -> float:
        item = reward._item(completion, info or {})
        return reward._value(await asyncio.wrap_future(default_checker().submit(item))) or 0.0

    return Rubric(funcs=[adhere], weights=[1.0])


def open_instruct_verifier(**options: Any) -> Any:
    """Return a function as open-instruct's verifiers are called: prediction and
    label to a score."""
    reward = Reward(**options)

    def verify(tokenized_prediction: Any, prediction: str, label: Any, query: Optional[str] = None) -> float:
        return float(reward.value(text_of(prediction), ground_truth=label))

    return verify
