"""A researcher has recorded answers of two writers and wants to know which follows
instructions better, in a notebook: the numbers as rows, with their intervals."""
import json
import os
import subprocess
import tempfile

import adhere

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.environ["ADHERE_DB"] = os.path.join(folder, "adhere.db")
    run = lambda *args: subprocess.run(["adhere", *args, "--quiet"], check=True, capture_output=True, text=True).stdout
    run("demo", "--files", "starter")
    runs = []
    for writer in ["careful", "hasty"]:
        out = run("score", "starter/instructions.jsonl", "--responses", f"starter/responses-{writer}.jsonl",
                  "--verdicts", f"starter/verdicts-{writer}.jsonl", "--format", "json")
        runs.append(json.loads(out)["run"])
        for m in adhere.Run(runs[-1]).metrics():
            if m["name"] == "constraint_acc" and "label" not in m:
                print(f"{writer}: {100 * m['value']:.1f}% of the requirements are met [{100 * m['lo']:.1f}, {100 * m['hi']:.1f}]")
    difference = json.loads(run("compare", *runs, "--format", "json"))
    for d in difference["comparisons"]:
        if d["metric"] == "constraint_acc" and not d["group"]:
            print(f"difference: {100 * d['diff']:.1f} points [{100 * d['lo']:.1f}, {100 * d['hi']:.1f}]")
