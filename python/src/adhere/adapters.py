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


def verifiers_rubric(requirements: Requirements | None = None, **options: Any) -> Any:
    """Return a rubric for environments of the package verifiers, whose later
    versions have none: there a method marked as a reward returns
    Reward().value(answer, **row). Requirements come from here, or from a task's
    info. default is a number, if given: a rubric knows no reward that is None."""
    if options.get("default", ...) is None:
        raise AdhereError("default: found None, expected a number, since verifiers adds up rewards: default=0.0")
    try:
        from verifiers import Rubric
    except ImportError as err:
        raise ImportError("this version of verifiers has no Rubric: mark a method of your task with @reward, "
                          "and return adhere.Reward().value(answer, **row) from it") from err

    reward = Reward(requirements, **options).asynchronous()

    async def adhere(completion: Any, info: Any = None, **_: Any) -> float:
        return (await reward(completions=[completion], **{name: [value] for name, value in (info or {}).items()}))[0]

    return Rubric(funcs=[adhere], weights=[1.0])


def open_instruct_verifier(**options: Any) -> Any:
    """Return a function as open-instruct's verifiers are called: prediction and
    label to a score."""
    reward = Reward(**options)

    def verify(tokenized_prediction: Any, prediction: str, label: Any, query: str | None = None) -> float:
        return reward.value(prediction, ground_truth=label)

    return verify
