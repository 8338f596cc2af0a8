"""The adapters in the frameworks' own code. What is not installed is said."""
import asyncio
import inspect

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


def test_verifiers_wants_a_number():
    with pytest.raises(adhere.AdhereError, match="default.*default=0.0"):
        adapters.verifiers_rubric(default=None)


def test_verifiers():
    vf = pytest.importorskip("verifiers")
    if not hasattr(vf, "Rubric"):
        with pytest.raises(ImportError, match="@reward"):
            adapters.verifiers_rubric()
        return
    rubric = adapters.verifiers_rubric()
    said = [{"role": "assistant", "content": "one two"}]
    state = {"prompt": [], "completion": said, "answer": "", "info": ROW, "task": "t", "trajectory": [],
             "timing": {"scoring_ms": 0.0, "total_ms": 0.0, "generation_ms": 0.0}}

    async def score():
        needs = "score_sem" in inspect.signature(rubric.score_rollout).parameters
        await (rubric.score_rollout(state, asyncio.Semaphore()) if needs else rubric.score_rollout(state))

    asyncio.run(score())
    assert state["reward"] == 1.0
