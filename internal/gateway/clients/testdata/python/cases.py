"""What the scripts share: a prompt and its answers, and cases that run one after the other."""

PROMPT = "Do not use any commas. Answer in at most 8 words. Write about tea."
DRAFT = "Tea, as we know, warms the hands, the heart and the whole big house"
REPAIRED = "Tea warms the hands and the house"


def same(got, want):
    if got != want:
        raise AssertionError(f"{got!r}, want {want!r}")


def run(cases):
    """Prints "ok NAME" for each case that went well, "failed NAME: why" else."""
    for name, case in cases.items():
        try:
            case()
            print("ok", name)
        except Exception as e:  # the other cases go on
            print(f"failed {name}: {type(e).__name__} {e}".replace("\n", " "))
