"""Functions that fit frameworks as they are. Each imports its framework only
when it is called. Options are those of adhere.Reward."""
from __future__ import annotations

from typing import Any

from ._checker import AdhereError, Requirements
from ._reward import Reward


def inspect_scorer(requirements: Requirements | None = None, **options: Any) -> Any:
    """Return a scorer for inspect_ai. Requirements come from here or from a
    sample's metadata: requirements, or instruction_id_list with kwargs. Its value
    is the reward; what code cannot decide is left unscored."""
    from anyio import to_thread
    from inspect_ai.scorer import Score, mean, scorer, stderr

    reward = Reward(requirements, default=None, **options)
    words = {None: "undecided", True: "met", False: "not met"}

    @scorer(metrics=[mean(), stderr()], name="adhere")
    def adhere() -> Any:
        async def score(state: Any, target: Any) -> Score:
            answer = state.output.completion
            found = await to_thread.run_sync(lambda: reward.score(answer, **(state.metadata or {})))
            said = "\n".join(f"{words[f.met]} {f.requirement}: {f.measured}" for f in found.findings)
            return Score(value=float("nan") if found.reward is None else found.reward, answer=answer, explanation=said)

        return score

    return adhere()


def lm_eval_filter(**options: Any) -> Any:
    """Return a filter class for lm-eval, which puts rewards in the place of
    answers. Requirements come from the documents' columns."""
    from lm_eval.api.filter import Filter

    reward = Reward(**options)

    class AdhereFilter(Filter):
        def apply(self, resps: Any, docs: Any) -> Any:
            return [[reward.value(text, **doc) for text in answers] for answers, doc in zip(resps, docs)]

    return AdhereFilter


def verifiers_rubric(requirements: Requirements | None = None, *, default: float | None = None, **options: Any) -> Any:
    """Return a rubric for environments of the package verifiers, whose later
    versions have none: there a method marked as a reward returns
    Reward().value(answer, **row). Requirements come from here, or from a task's
    info. default is the reward of an answer of which code could decide nothing, and
    needed unless undecided="not_met": a rubric takes an error for a reward of 0. The
    metric undecided is 1.0 for these answers, so that they can be told from others."""
    if default is None and options.get("undecided") != "not_met":
        raise AdhereError("default: expected a number, the reward of an answer of which nothing could be decided, such as "
                          "default=0.5, or undecided='not_met': verifiers would count it as 0")
    try:
        from verifiers import Rubric
    except ImportError as err:
        raise ImportError("this version of verifiers has no Rubric: mark a method of your task with @reward, "
                          "and return adhere.Reward().value(answer, **row) from it") from err

    reward = Reward(requirements, default=None, **options).asynchronous()

    async def found(completion: Any, info: Any) -> float | None:
        return (await reward(completions=[completion], **{name: [value] for name, value in (info or {}).items()}))[0]

    async def adhere(completion: Any, info: Any = None, **_: Any) -> float:
        value = await found(completion, info)
        return default if value is None else value

    async def undecided(completion: Any, info: Any = None, **_: Any) -> float:
        return float(await found(completion, info) is None)

    return Rubric(funcs=[adhere, undecided], weights=[1.0, 0.0])


def open_instruct_verifier(**options: Any) -> Any:
    """Return a function as open-instruct's verifiers are called: prediction and
    label to a score."""
    reward = Reward(**options)

    def verify(tokenized_prediction: Any, prediction: str, label: Any, query: str | None = None) -> float:
        return reward.value(prediction, ground_truth=label)

    return verify
