"""Checks a second over recorded answers: python benchmark.py [--beside] GOLDEN.jsonl…

The files hold rows with key, prompt, response, instruction_id_list, kwargs and the
official verdicts, strict and loose, whose indexes in unstable are left to chance.
Every verdict is compared. Rates are given for the time that passed and for processor time,
of the program and of this script, which does not depend on what else the machine does.
Starting the program is told apart.

--beside runs the evaluator that lm-eval ships (Google's, in Python) over the same
rows by turns and compares processor time, for what that evaluator does: every
verdict strictly and loosely. It needs lm_eval's file, nltk with its punkt_tab data,
langdetect, immutabledict and packaging; what else lm_eval needs, it does not.
"""
import asyncio
import gc
import importlib.util
import json
import os
import resource
import sys
import time
import types

import adhere


def rows(paths):
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)


def item(row, reading="strict", answers="full"):
    return {"text": row["response"], "instruction_id_list": row["instruction_id_list"], "kwargs": row["kwargs"], "reading": reading, "answers": answers}


def compare(data, verdicts):
    """How many verdicts there are, and how many differ from the official ones;
    verdicts has, for each row, lists of verdicts by reading."""
    wrong = checks = 0
    for row, found in zip(data, verdicts):
        for reading, list_ in found.items():
            for i, met in enumerate(list_):
                checks += 1
                wrong += i not in row.get("unstable", []) and bool(met) != row[reading][i]
    return checks, wrong


def strictly(score):
    return {"strict": score.verdicts}


def both(score):
    return {"strict": score.strictly, "loose": score.verdicts}


async def one_by_one(checker, data, tasks=64):
    queue, out = list(enumerate(data)), [None] * len(data)

    async def work():
        while queue:
            i, row = queue.pop()
            out[i] = await asyncio.wrap_future(checker.submit(item(row)))

    await asyncio.gather(*[work() for _ in range(tasks)])
    return out


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def started():
    """Processor time of starting the program and asking it once."""
    before = children()
    with adhere.Checker() as checker:
        checker.check("warm", "no commas")
    return children() - before


def timed(name, data, ask, verdicts=strictly):
    """Ask about every row."""
    start = min(started() for _ in range(3))
    before = children()
    with adhere.Checker() as checker:
        checker.check("warm", "no commas")
        begun, own = time.perf_counter(), time.process_time()
        scores = ask(checker)
        took, own = time.perf_counter() - begun, time.process_time() - own
    used = children() - before - start
    checks, wrong = compare(data, map(verdicts, scores))
    print(
        f"{name}: {checks} checks in {took:.2f} s, {checks / took:,.0f} a second; processor time {used:.2f} s, "
        f"{start:.2f} s to start and {own:.2f} s of this script ({checks / (used + own):,.0f} checks a second of one core); {wrong} differ from the official verdicts"
    )


def reference():
    """lm-eval's evaluator, without the rest of lm-eval."""
    root = os.path.dirname(importlib.util.find_spec("lm_eval").origin)
    for name in ["lm_eval", "lm_eval.tasks", "lm_eval.tasks.ifeval"]:
        package = types.ModuleType(name)
        package.__path__ = [os.path.join(root, *name.split(".")[1:])]
        sys.modules[name] = package
    from lm_eval.tasks.ifeval import utils

    return utils


def beside(files):
    """Both evaluators by turns, file by file, so that other work on the machine
    slows both alike; the program is one process throughout."""
    import langdetect

    utils = reference()
    langdetect.DetectorFactory.seed = 0
    warm = {"key": 0, "prompt": "", "instruction_id_list": ["language:response_language"], "kwargs": [{"language": "en"}]}
    utils.process_results(warm, ["A first sentence."])
    gc.collect()
    gc.freeze()  # what this script and lm-eval's evaluator hold is not collected at the cost of whose turn it is
    start = min(started() for _ in range(3))
    before, own, theirs, counts = children(), 0.0, 0.0, []
    with adhere.Checker() as checker:
        checker.check("warm", "no commas")
        for data in files:
            begun = time.process_time()
            scores = checker.check_many(item(r, "loose", "verdicts") for r in data)
            own += time.process_time() - begun
            begun = time.process_time()
            found = [utils.process_results(row, [row["response"]]) for row in data]
            theirs += time.process_time() - begun
            official = [{"strict": f["inst_level_strict_acc"], "loose": f["inst_level_loose_acc"]} for f in found]
            counts.append((*compare(data, map(both, scores)), compare(data, official)[1]))
    used = children() - before - start
    checks, wrong, differ = map(sum, zip(*counts))
    print(f"strict and loose, only verdicts, by turns: {checks} checks; processor time {used:.2f} s of the program and {own:.2f} s of this script; {wrong} differ from the official verdicts")
    print(f"lm-eval's evaluator: processor time {theirs:.2f} s, {theirs / used:.0f} times that of the program, {theirs / (used + own):.0f} times that of the program and this script; {differ} differ")


def main(args):
    files = [list(rows([a])) for a in args if a != "--beside"]
    data = [row for file in files for row in file]
    timed("batches", data, lambda c: c.check_many(item(r) for r in data))
    timed("batches, only verdicts", data, lambda c: c.check_many(item(r, answers="verdicts") for r in data))
    timed("one by one, 64 tasks", data, lambda c: asyncio.run(one_by_one(c, data)))
    timed("batches, strict and loose, only verdicts", data, lambda c: c.check_many(item(r, "loose", "verdicts") for r in data), both)
    if "--beside" in args:
        beside(files)


main(sys.argv[1:])
