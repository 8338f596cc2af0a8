"""The adapters in the frameworks' own code. What is not installed is said."""
import asyncio
import inspect
import sys
from types import SimpleNamespace

import pytest

import adhere
from adhere import adapters

ROW = {"instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}


def test_inspect():
    pytest.importorskip("inspect_ai")
    from inspect_ai import Task, eval as run
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput
    from inspect_ai.solver import solver

    answers = ["<think>a, b</think>one two", "one, two"]

    @solver
    def say():
        async def solve(state, generate):
            state.output = ModelOutput.from_content("m", answers[int(state.sample_id)])
            return state

        return solve

    samples = [Sample(id=i, input="Say it.", metadata=ROW) for i in range(2)]
    task = Task(dataset=samples, solver=say(), scorer=adapters.inspect_scorer())
    log = run(task, model="none/none", display="none", log_format="json")[0]
    assert log.status == "success"
    assert log.results.scores[0].metrics["mean"].value == 0.5


def test_lm_eval():
    pytest.importorskip("lm_eval.api.filter")
    from lm_eval.api.filter import FilterEnsemble
    from lm_eval.api.instance import Instance

    instances = [Instance("generate_until", ROW, ("p", {}), i) for i in range(2)]
    instances[0].resps, instances[1].resps = ["one two", "one, two"], ["one, two"]
    FilterEnsemble("adhere", [adapters.lm_eval_filter()]).apply(instances)
    assert [i.filtered_resps["adhere"] for i in instances] == [[1.0, 0.0], [0.0]]


@pytest.mark.parametrize("options", [{}, {"default": None}])
def test_verifiers_wants_a_number(options):
    with pytest.raises(adhere.AdhereError, match="default.*default=0.5"):
        adapters.verifiers_rubric(**options)


def test_verifiers():
    vf = pytest.importorskip("verifiers")
    if not hasattr(vf, "Rubric"):
        with pytest.raises(ImportError, match="@reward"):
            adapters.verifiers_rubric(default=0.5)
        return
    rubric = adapters.verifiers_rubric(default=0.5)

    async def score(info):
        state = {"prompt": [], "completion": [{"role": "assistant", "content": "one two"}], "answer": "", "info": info, "task": "t",
                 "trajectory": [], "timing": {"scoring_ms": 0.0, "total_ms": 0.0, "generation_ms": 0.0}}
        needs = "score_sem" in inspect.signature(rubric.score_rollout).parameters
        await (rubric.score_rollout(state, asyncio.Semaphore()) if needs else rubric.score_rollout(state))
        return state["reward"], state["metrics"]["undecided"]

    assert asyncio.run(score(ROW)) == (1.0, 0.0)
    assert asyncio.run(score({"requirements": ["be charming"]})) == (0.5, 1.0)


class Funcs:
    """What the package verifiers called a Rubric."""

    def __init__(self, funcs, weights):
        self.said = {f.__name__: f for f in funcs}
        self.weights = weights


@pytest.mark.parametrize(("options", "requirement", "reward", "undecided"), [
    ({"default": 0.5}, "be charming", 0.5, 1.0),
    ({"default": 0.5}, "no commas", 1.0, 0.0),
    ({"undecided": "not_met"}, "be charming", 0.0, 0.0),
])
def test_what_nobody_decided_is_told_apart(monkeypatch, options, requirement, reward, undecided):
    monkeypatch.setitem(sys.modules, "verifiers", SimpleNamespace(Rubric=Funcs))
    rubric = adapters.verifiers_rubric(**options)
    found = {name: asyncio.run(f(completion="one two", info={"requirements": [requirement]})) for name, f in rubric.said.items()}
    assert found == {"adhere": reward, "undecided": undecided}
    assert rubric.weights == [1.0, 0.0]
