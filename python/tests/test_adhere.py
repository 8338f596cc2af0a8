"""Tests of the module over the real program. ADHERE_BINARY names it."""
import asyncio
import copy
import functools
import importlib.metadata
import inspect
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading

import pytest

import adhere
from adhere.adapters import open_instruct_verifier

ROW = {"instruction_id_list": ["punctuation:no_comma", "length_constraints:number_words"],
       "kwargs": [{}, {"num_words": 3, "relation": "less than", "keywords": None}]}


def test_check():
    score = adhere.check("one, two", ["at most 3 words", "no commas", "be witty"])
    assert score.reward == 0.5
    assert [f.met for f in score.findings] == [True, False, None]
    assert "," in score.findings[1].measured
    assert adhere.check("one two", "no commas").met


def test_weights_and_options():
    demands = [{"requirement": "no commas", "weight": 3}, {"rule": {"name": "ifeval/punctuation:no_comma"}}]
    assert adhere.check("a, b", [demands[0], "at most 3 words"]).reward == 0.25
    assert adhere.check("a, b", demands, reward="all").reward == 0
    short = {"rule": {"name": "length_constraints:number_words", "args": {"num_words": 3, "relation": "less than"}}}
    loose = adhere.check("Sure:\na b", [short, "no question marks", "at least 9 words"], reading="loose")
    assert [f.met for f in loose.findings] == [True, True, False]
    assert (loose.verdicts, loose.strictly) == ([True, True, False], [False, True, False]) == ([f.met for f in loose.findings], loose.strictly)
    assert loose.findings[0].variant == "without the first line"


def test_only_verdicts():
    asked = ["no commas", "at least 9 words", "be witty"]
    for reading in ("strict", "loose"):
        full, brief = (adhere.check("Sure, this:\na b", asked, reading=reading, answers=a) for a in ("full", "verdicts"))
        assert brief == full._replace(findings=()) and len(full.findings) == 3
        assert brief.undecided == ["be witty"]


def test_reasoning_is_left_out():
    assert adhere.check("<think>a, b</think>ok", "no commas").reasoning == "removed"
    unclosed = adhere.check("<think>a, b", "no commas")
    assert (unclosed.reasoning, unclosed.reward) == ("unclosed", 0)


def test_errors_say_what_to_write():
    with pytest.raises(adhere.AdhereError, match="unknown checker"):
        adhere.check("x", {"name": "none/such"})
    with pytest.raises(adhere.AdhereError, match="requirement"):
        adhere.check("x", [])
    assert adhere.check("x", "no commas").met, "an error does not end the process"
    with pytest.raises(FileNotFoundError):
        adhere.Checker(binary="/nonexistent/adhere").check("x", "no commas")


def test_reward_as_trl_calls_it():
    reward = adhere.Reward()
    columns = {k: [v, v] for k, v in ROW.items()}
    got = reward(prompts=["p", "p"], completions=["one two", [{"role": "assistant", "content": "one, two, three"}]],
                 completion_ids=[[1], [2]], trainer_state=object(), log_extra=print, log_metric=print, **columns)
    assert got == [1.0, 0.0] and all(isinstance(r, float) for r in got)
    for name in ("adhere", "all of it", "value", "__x"):
        alike = pickle.loads(pickle.dumps(adhere.Reward(kind="all", name=name).asynchronous()))
        assert inspect.iscoroutinefunction(alike) and alike.__name__ == name and not isinstance(alike, functools.partial), "TRL unwraps it to log by name"
        assert asyncio.run(alike(prompts=["p"], completions=["one, two"], **{k: [v] for k, v in ROW.items()})) == [0.0]
    assert reward.__name__
    with pytest.raises(AttributeError):
        reward.asynchronous().__self__.another


def test_a_program_that_is_not_there_is_named(monkeypatch, tmp_path):
    (tmp_path / "adhere").write_text("no program")
    for path in (tmp_path, tmp_path / "adhere", tmp_path / "none"):
        with pytest.raises(FileNotFoundError, match=f"^{path} is no program that can be run: give binary"):
            adhere.Checker(binary=str(path)).check("x", "no commas")
        monkeypatch.setenv("ADHERE_BINARY", str(path))
        for ask in (lambda: adhere.Checker().check("x", "no commas"), lambda: adhere.Run("r").metrics()):
            with pytest.raises(FileNotFoundError, match=f"^{path} is no program"):
                ask()


def test_reward_goes_to_other_processes():
    reward = pickle.loads(pickle.dumps(adhere.Reward(["no commas"])))
    assert reward(completions=["a, b", "a b"]) == [0.0, 1.0]
    with pytest.raises(adhere.Undecided):
        copy.deepcopy(adhere.Reward(["be witty"]))(completions=["x"])


def test_reward_needs_something_to_check():
    with pytest.raises(adhere.AdhereError, match="requirements"):
        adhere.Reward()(prompts=["p"], completions=["x"])


def test_undecided_is_never_a_surprise():
    with pytest.raises(adhere.Undecided, match="be witty"):
        adhere.Reward(["be witty"])(completions=["x"])
    assert adhere.Reward(["be witty"], default=None)(completions=["x"]) == [None]
    assert adhere.Reward(["be witty"], undecided="not_met")(completions=["x"]) == [0.0]
    assert adhere.Reward(["be witty", "no commas"], undecided="no_reward", default=0.1)(completions=["x"]) == [0.1]


def test_undecided_says_what_was_measured():
    with pytest.raises(adhere.Undecided, match="completion 1: .*at most 3 words: 4 words; as between white space 3 words"):
        adhere.Reward(["at most 3 words"])(completions=["a", "see this and/or"])


def test_verl():
    truth = '[{"instruction_id": ["punctuation:no_comma"], "kwargs": [null]}]'
    assert adhere.compute_score("if", "one two", truth) == 1.0
    assert adhere.compute_score("if", "one, two", truth, extra_info={"index": 3}) == 0.0
    assert adhere.compute_score("if", "one, two", "", extra_info=ROW) == 0.5
    assert adhere.compute_score("if", "one, two", ["no commas", "at most 3 words"]) == 0.5
    assert adhere.compute_score("if", "one, two", ["no commas", "at most 3 words"], kind="all", reward_router_address="unread") == 0.0
    assert adhere.compute_score("if", "one", ["be witty"], extra_info=None, default=0.25) == 0.25  # verl hands on reward_kwargs
    with pytest.raises(adhere.Undecided):
        adhere.compute_score("if", "one", ["be witty"])
    for wrong, meant in {"defualt": "default", "readings": "reading", "undecied": "undecided", "open": "opened", "kinds": "kind"}.items():
        with pytest.raises(adhere.AdhereError, match=f"{wrong}.*did you mean {meant}"):
            adhere.compute_score("if", "one", ["no commas"], **{wrong: "x"})
    others = ("reward_router_address", "reward_model_tokenizer", "sandbox_fusion_url", "concurrent_semaphore", "memory_limit_mb")
    assert adhere.compute_score("if", "one", ["no commas"], **dict.fromkeys(others)) == 1.0


def test_verl_batches():
    """As verl's BatchRewardManager calls it: all answers at once, each column as a list."""
    truth = '[{"instruction_id": ["punctuation:no_comma"], "kwargs": [null]}]'
    batch = {"data_sources": ["if"] * 3, "solution_strs": ["one two", "one, two", "one, two"], "ground_truths": [truth, truth, ""],
             "extra_infos": [{"rollout_reward_scores": {}}, None, ROW]}
    assert adhere.compute_score(**batch) == [1.0, 0.0, 0.5]
    assert adhere.compute_score(**{**batch, "extra_infos": None, "ground_truths": [truth] * 3}, kind="all") == [1.0, 0.0, 0.0]
    with pytest.raises(adhere.Undecided, match="completion 1: .*be witty"):
        adhere.compute_score(data_sources=["if"] * 2, solution_strs=["a", "b"], ground_truths=[["no commas"], ["be witty"]])
    with pytest.raises(adhere.AdhereError, match="ground_truths: 1 value for 2 solution_strs"):
        adhere.compute_score(data_sources=["if"] * 2, solution_strs=["a", "b"], ground_truths=[["no commas"]])


def test_open_instruct_functions():
    label = '{"func_name": "validate_word_constraint", "N": 2, "quantifier": "at most", "word": null}'
    assert [open_instruct_verifier()([], text, label) for text in ("one two", "one two three")] == [1.0, 0.0]


def test_open_instruct():
    label = "[{'instruction_id': ['punctuation:no_comma'], 'kwargs': [None]}]"  # as Python prints it
    assert open_instruct_verifier()([1, 2], "<think>a, b</think>one two", label) == 1.0


def test_many_threads_and_order():
    wanted = [i % 2 for i in range(200)]
    scores = adhere.default_checker().check_many({"text": "a, b" if w else "a b", "requirements": ["no commas"]} for w in wanted)
    assert [1 - s.reward for s in scores] == wanted
    wrong = []

    def ask(w):
        for _ in range(50):
            if adhere.check("a, b" if w else "a b", "no commas").met == bool(w):
                wrong.append(w)

    threads = [threading.Thread(target=ask, args=(i % 2,)) for i in range(16)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert not wrong


def test_one_bad_item_of_a_large_batch_is_told():
    with adhere.Checker() as checker:
        items = [{"text": "a b", "requirements": ["no commas"]}] * 600
        with pytest.raises(adhere.AdhereError, match="item 600: .*unknown checker"):
            checker.check_many([*items, {"text": "x", "requirements": [{"name": "none/such"}]}, *items])
        assert checker.check_many([]) == []
        assert len(checker.check_many(items)) == 600


def _in_child(queue):
    queue.put(adhere.check("a, b", "no commas").reward)


def test_fork():
    adhere.check("x", "no commas")
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    children = [context.Process(target=_in_child, args=(queue,)) for _ in range(4)]
    [c.start() for c in children]
    assert [queue.get(timeout=60) for _ in children] == [0.0] * 4
    [c.join(60) for c in children]
    assert adhere.check("x", "no commas").met


def test_a_killed_process_is_replaced():
    with adhere.Checker() as checker:
        assert checker.check("x", "no commas").met
        checker._process.kill()
        checker._process.wait()
        assert checker.check("x", "no commas").met


def test_a_killed_process_is_named():
    with adhere.Checker() as checker:
        checker.check("x", "no commas")
        checker._process.send_signal(signal.SIGSTOP)  # it answers no more
        asked = checker.submit({"text": "x", "requirements": ["no commas"]})
        checker._process.kill()
        with pytest.raises(adhere.AdhereError, match="ended: signal 9"):
            asked.result(timeout=60)


def test_a_process_that_says_no_more_fails_who_waits(tmp_path):
    program = tmp_path / "adhere"
    program.write_text("#!/bin/sh\nexec >&- 2>&-\ncat >/dev/null\n")  # it lives, and answers nothing
    program.chmod(0o755)
    with adhere.Checker(binary=str(program)) as checker:
        for _ in range(20):
            with pytest.raises(adhere.AdhereError, match="ended"):
                checker.submit({"text": "x", "requirements": ["no commas"]}).result(timeout=60)


@pytest.mark.parametrize("error", [ValueError, TimeoutError, KeyboardInterrupt])
def test_an_interrupted_question_spoils_no_other(error):
    def interrupt(*_):
        raise error("interrupted")

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with adhere.Checker() as checker:
            checker.check("x", "no commas")
            checker._process.send_signal(signal.SIGSTOP)  # it reads no more
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            with pytest.raises(error):  # more than a pipe holds
                adhere.Reward(["no commas"], checker=checker)(completions=["tea, " * 400_000])
            wanted = [i % 2 for i in range(300)]
            asked = [checker.submit({"text": "a b" if w else "a, b", "requirements": ["no commas"]}) for w in wanted]
            assert [f.result(timeout=60).reward for f in asked] == wanted
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups of this kind")
def test_ctrl_c_is_for_python_to_decide_about():
    """A trainer that takes Ctrl-C as a wish to stop after this step gets the rewards of the step."""
    script = """if True:
        import os, signal, adhere
        signal.signal(signal.SIGINT, lambda *_: None)
        checker = adhere.Checker()
        checker.check("x", "no commas")
        for _ in range(3):
            checker._process.send_signal(signal.SIGSTOP)
            asked = checker.submit({"text": "a, b", "requirements": ["no commas"]})
            os.killpg(0, signal.SIGINT)
            checker._process.send_signal(signal.SIGCONT)
            print(asked.result(timeout=60).reward)
        """
    done = subprocess.run([sys.executable, "-c", script], start_new_session=True, capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout.split() == ["0.0"] * 3, done.stderr


def test_half_an_answer_is_the_end(tmp_path):
    program = tmp_path / "adhere"
    program.write_text("#!/bin/sh\nread line\nprintf '{\"reward\": 1, \"verd'\n")
    program.chmod(0o755)
    with adhere.Checker(binary=str(program)) as checker, pytest.raises(adhere.AdhereError, match="ended"):
        checker.submit({"text": "x", "requirements": ["no commas"]}).result(timeout=60)


def _wait_for(event):
    event.wait(60)


def test_closing_does_not_wait_for_forks():
    checker, context = adhere.Checker(), multiprocessing.get_context("fork")
    checker.check("x", "no commas")
    done = context.Event()
    child = context.Process(target=_wait_for, args=(done,))
    child.start()
    last = checker.submit({"text": "a, b", "requirements": ["no commas"]})
    checker.close()
    assert child.is_alive() and last.result(timeout=0).reward == 0
    done.set()
    child.join(60)


def test_reasoning_that_the_template_opened():
    reward = adhere.Reward(["no commas"], opened="<think>")
    assert reward(completions=["a, b</think>so it is", "a b", "<think>a, b</think>ok", "a</think>b, c"]) == [1, 0, 1, 0]


def test_met_means_avoided_where_the_weight_is_negative():
    demands = ['mention "tea"', {"requirement": "uses commas", "weight": -1}]
    assert adhere.check("tea", demands).met and not adhere.check("tea, milk", demands).met
    assert not adhere.check("tea", [*demands, "be witty"]).met


def test_options_are_checked_at_once():
    for options in [{"undecided": "bogus"}, {"kind": "half"}, {"reading": "free"}]:
        with pytest.raises(adhere.AdhereError, match="expected one of"):
            adhere.Reward(**options)
    with pytest.raises(adhere.AdhereError, match="found None"):
        adhere.Reward(["no commas"])(completions=[None])


def test_texts_of_all_kinds():
    texts = ["", "\n", "a, b\n[1]\n", "\0é 漢😀", "half \ud83d of a character", "\ud83d\ude00"]
    for answers in ("full", "verdicts"):
        scores = adhere.default_checker().check_many({"text": t, "requirements": ["at least 2 words"], "answers": answers} for t in texts)
        assert [s.met for s in scores] == [False, False, True, True, True, False]


def test_what_is_no_json_is_refused_and_spoils_nothing():
    for item in [{"text": "x", "requirements": {"no commas"}}, {"text": "x", "requirements": [{"requirement": "no commas", "weight": float("nan")}]}]:
        with pytest.raises(adhere.AdhereError, match="item 1: requirements: .* cannot be written as JSON"):
            adhere.default_checker().submit_many([{"text": "a", "requirements": ["no commas"]}, item])
    with pytest.raises(adhere.AdhereError, match="text"):
        adhere.default_checker().check_many([{"text": 7, "requirements": ["no commas"]}])
    assert adhere.check("x", "no commas").met


def test_what_pandas_calls_missing_is_named():
    with pytest.raises(adhere.AdhereError, match="item 1: text: nan cannot be written as JSON"):
        adhere.default_checker().check_many([{"text": t, "requirements": ["no commas"]} for t in ("a", float("nan"))])
    with pytest.raises(adhere.AdhereError, match="^text: nan cannot"):
        adhere.check(float("nan"), "no commas")


def test_what_is_no_item_is_named():
    for items in [{"text": "x", "requirements": ["no commas"]}, ["x"], [["x", "no commas"]]]:  # a data frame gives its columns' names
        with pytest.raises(adhere.AdhereError, match=r"^item 0: expected .*to_dicts\(\) \(polars\)$"):
            adhere.default_checker().check_many(items)


def test_rows_may_have_numbers_as_ids():
    assert adhere.default_checker().check_many([{"id": 7, "text": "a, b", "requirements": ["no commas"]}])[0].reward == 0


def test_a_misspelt_option_is_an_error():
    with pytest.raises(TypeError, match="readng"):
        adhere.check("x", "no commas", readng="loose")


class column(list):
    """As pandas': its places and its labels differ, as behind a sort."""

    def __getitem__(self, label):
        return super().__getitem__(len(self) - 1 - label)


def test_columns_go_by_place():
    rewards = adhere.Reward()(completions=column(["a, b", "c"]), requirements=column([["no commas"], ["at most 9 words"]]))
    assert rewards == [0.0, 1.0]


def test_who_stops_waiting_spoils_nothing():
    with adhere.Checker() as checker:
        checker.submit({"text": "x", "requirements": ["no commas"]}).cancel()
        assert checker.submit({"text": "a, b", "requirements": ["no commas"]}).result(timeout=60).reward == 0


class array:
    """As numpy's."""

    def __init__(self, values):
        self.tolist = lambda: values


class series:
    """As polars'."""

    def __init__(self, values):
        self.to_list = lambda: values


class scalar:
    """As pyarrow has a value."""

    def __init__(self, value):
        self.as_py = lambda: value


def test_columns_as_data_sets_store_them():
    assert adhere.Reward()(completions=[scalar("one, two")], requirements=[scalar(["no commas", "at most 3 words"])]) == [0.5]
    assert adhere.Reward()(completions=["one, two"], requirements=["['no commas', 'at most 3 words']"]) == [0.5]  # from CSV
    assert adhere.Reward()(completions=["one, two"], requirements=[series(["no commas", "at most 3 words"])]) == [0.5]
    reward, truth = adhere.Reward(), {"num_words": 3, "relation": "less than"}
    ids = "length_constraints:number_words"
    for columns in [{"instruction_id_list": ['["%s"]' % ids], "kwargs": ['[{"num_words": 3, "relation": "less than"}]']},
                    {"instruction_id_list": [[ids]], "kwargs": [['{"num_words": 3, "relation": "less than"}']]},
                    {"instruction_id_list": [(ids,)], "kwargs": [(truth,)]},
                    {"instruction_id_list": [array([ids])], "kwargs": [array([truth])]}]:
        assert reward(completions=["one two"], **columns) == [1.0]
        assert reward(completions=["one two three"], **columns) == [0.0]


def test_what_does_not_fit_is_named():
    with pytest.raises(adhere.AdhereError, match="requirements: 1 value for 2 completions"):
        adhere.Reward()(completions=["a", "b"], requirements=[["no commas"]])
    with pytest.raises(adhere.AdhereError, match="extra_info"):
        adhere.compute_score("if", "x", "no commas")
    with pytest.raises(adhere.AdhereError, match="func_name"):
        adhere.Reward()(completions=["x"], ground_truth=['{"func_name": "validate_tea", "N": null}'])


def test_completions_as_pandas_has_them():
    reward = adhere.Reward(["at most 3 words", "no commas"])
    said = {"role": "assistant", "content": array([{"type": "image", "text": None}, {"type": "text", "text": "one, two"}])}
    assert reward(completions=[array([said]), [said], "one two"]) == [0.5, 0.5, 1.0]
    for missing in (None, float("nan"), b"one two"):
        with pytest.raises(adhere.AdhereError, match="^item 1: completion: expected a text"):
            reward(completions=["one two", missing])
    for whole in ("one two", b"one two", said):
        with pytest.raises(adhere.AdhereError, match="completions: expected a list"):
            reward(completions=whole)
    nan = float("nan")
    assert adhere.Reward()(completions=["a, b", "a, b"], requirements=[["at most 3 words"], nan],
                           instruction_id_list=[nan, ["punctuation:no_comma"]], kwargs=[None, [{}]]) == [1.0, 0.0]
    with pytest.raises(adhere.AdhereError, match="^item 1: expected a column requirements"):
        adhere.Reward()(completions=["a", "b"], requirements=[["no commas"], None])


def test_the_oldest_python():
    wanted = importlib.metadata.metadata("adhere")["Requires-Python"].removeprefix(">=")
    try:
        done = subprocess.run([f"python{wanted}", "-c", "import adhere"], capture_output=True, text=True, check=False,
                              env={**os.environ, "PYENV_VERSION": wanted, "PYTHONPATH": os.path.dirname(os.path.dirname(adhere.__file__))})
    except FileNotFoundError:
        pytest.skip(f"there is no python{wanted} here")
    if done.returncode == 127:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
