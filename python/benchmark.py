"""Checks a second over recorded answers: python benchmark.py GOLDEN.jsonl…

The files hold rows with response, instruction_id_list, kwargs and the official
verdicts, strict, whose indexes in unstable are left to chance. Every verdict is
compared. Processor time of the program is shown beside the time that passed.
"""
import asyncio
import json
import resource
import sys
import time

import adhere


def rows(paths):
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)


def item(row):
    return {"text": row["response"], "instruction_id_list": row["instruction_id_list"], "kwargs": row["kwargs"]}


def compare(data, scores):
    wrong = checks = 0
    for row, score in zip(data, scores):
        for i, finding in enumerate(score.findings):
            checks += 1
            wrong += i not in row.get("unstable", []) and bool(finding.met) != row["strict"][i]
    return checks, wrong


async def one_by_one(checker, data, tasks=64):
    queue, out = list(enumerate(data)), [None] * len(data)

    async def work():
        while queue:
            i, row = queue.pop()
            out[i] = await asyncio.wrap_future(checker.submit(item(row)))

    await asyncio.gather(*[work() for _ in range(tasks)])
    return out


def timed(name, data, ask):
    with adhere.Checker() as checker:
        checker.check("warm", "no commas")
        begun = time.perf_counter()
        scores = ask(checker)
        took = time.perf_counter() - begun
    checks, wrong = compare(data, scores)
    print(f"{name}: {checks} checks in {took:.2f} s, {checks / took:,.0f} a second; {wrong} differ from the official verdicts")


data = list(rows(sys.argv[1:]))
timed("batches", data, lambda c: c.check_many(item(r) for r in data))
timed("one by one, 64 tasks", data, lambda c: asyncio.run(one_by_one(c, data)))
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"processor time of the program: {used.ru_utime + used.ru_stime:.2f} s for both")
