"""Asks one long-lived process of the program about texts."""
from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections import deque
from concurrent.futures import Future, wait
from contextlib import suppress
from itertools import islice
from typing import Any, Iterable, Literal, Mapping, NamedTuple, Sequence, Union

Requirement = Union[str, Mapping[str, Any]]
"""A requirement in plain English, a rule {"name": …, "args": …}, or either with
a weight: {"requirement": …, "weight": 2}, {"rule": …, "weight": -1}."""
Requirements = Union[Requirement, Sequence[Requirement]]

Reading = Literal["strict", "loose"]
Kind = Literal["share", "all"]
WhenUndecided = Literal["leave_out", "not_met", "no_reward"]

_CHUNK = 256  # items of a batch that are written, and answered, at once


class AdhereError(Exception):
    """What was asked cannot be answered; the message says what to write."""


class Undecided(AdhereError):
    """Code cannot decide what a reward was to be made of."""


class Finding(NamedTuple):
    """What code found of one requirement."""

    met: bool | None  # None where code cannot decide
    requirement: str  # as it was asked, or the rule in words
    measured: str = ""
    wanted: str = ""
    rule: Mapping[str, Any] | None = None  # what it was read as
    variant: str = ""  # with reading="loose": the variant that meets it, where the text itself does not


class Score(NamedTuple):
    """The verdicts on one text. Findings say more, unless only verdicts were asked for."""

    reward: float | None  # 0 to 1; None where nothing was decided: why_none says why
    verdicts: Sequence[bool | None]  # in the order of the requirements; None where code cannot decide
    strictly: Sequence[bool | None]  # the verdicts on the text itself, whatever the reading
    undecided: Sequence[str]  # the requirements that code cannot decide
    findings: Sequence[Finding] = ()
    why_none: str = ""
    reasoning: str = ""  # "removed" where reasoning stood before the answer, "unclosed" where there is no answer

    @property
    def met(self) -> bool:
        """Whether everything is decided and met, and what has a negative weight avoided."""
        return self.reward == 1 and not self.undecided


class Checker:
    """A process of the program, asked by any number of threads and tasks.

    It is started with the first question, and again after a fork. Close it, or
    leave it to the end of the program. An item is {"text": …, "requirements": …},
    or a row of a data set with the answer as "text".
    """

    def __init__(self, binary: str | None = None):
        self._binary = binary
        self._lock = threading.Lock()  # of what follows, and of the order of questions
        self._process: subprocess.Popen | None = None
        self._waiting: deque[tuple[Future, int]] = deque()
        self._pid = os.getpid()

    def check(self, text: str, requirements: Requirements, *, reading: Reading = "strict", reward: Kind = "share",
              undecided: WhenUndecided = "leave_out", answers: Literal["full", "verdicts"] = "full") -> Score:
        """Check one text. With `answers="verdicts"` there are no findings, which
        takes less time."""
        return self.submit({"text": text, "requirements": requirements, "reading": reading, "reward": reward,
                            "undecided": undecided, "answers": answers}).result()

    def check_many(self, items: Iterable[Mapping[str, Any]]) -> list[Score]:
        """Check many items. Far faster than one by one."""
        items, asked = iter(items), []
        while chunk := list(islice(items, _CHUNK)):  # the program answers the first while the next are written
            asked.append(self._send(chunk, len(asked) * _CHUNK))
        return [score for future in asked for score in future.result()]

    def submit(self, item: Mapping[str, Any]) -> Future[Score]:
        """Ask without waiting."""
        return self._send(item)

    def submit_many(self, items: Iterable[Mapping[str, Any]]) -> Future[list[Score]]:
        """Ask about many items without waiting."""
        return self._send(list(items))

    def close(self) -> None:
        """End the process. What still waits is answered first."""
        self._own()
        with self._lock:
            process, self._process = self._process, None
            waiting = [future for future, _ in self._waiting.copy()]
        if process is not None:
            wait(waiting, timeout=10)
            _kill(process)  # does not wait for a fork of this program that holds its input open

    def __reduce__(self) -> Any:
        return Checker, (self._binary,)  # copied, or sent to another process, it starts a process of its own

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _own(self) -> None:
        """After a fork, leave the process to the parent, with the lock that
        another of its threads may hold."""
        if self._pid != os.getpid():
            self._lock, self._process, self._pid = threading.Lock(), None, os.getpid()

    def _send(self, asked: Any, first: int = 0) -> Future[Any]:
        """Write an item or a list of items, in JSON, with their texts behind it.
        first is the place of a list's first item in the batch."""
        texts: list[bytes] = []
        try:
            line = _encoder.encode([_apart(i, texts) for i in asked] if isinstance(asked, list) else _apart(asked, texts))
        except (AttributeError, TypeError, ValueError, RecursionError) as err:
            raise AdhereError(_unwritable(asked, first, err)) from err
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # what is asked is answered: nobody can cancel it
        self._own()
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._start()
            process = self._process
            try:
                self._waiting.append((future, first))
                process.stdin.write(b"".join([line.encode(), b"\n", *texts]))
                process.stdin.flush()
            except BaseException as err:  # whatever interrupts, what is half written would be taken for another's
                self._process = None
                _kill(process)  # the reader sees the end, and fails what waits
                if isinstance(err, TimeoutError) or not isinstance(err, OSError):
                    raise
        return future

    def _start(self) -> None:
        command, pipe = [find(self._binary), "verify", "--jsonl", "--quiet"], subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=1 << 20,
                                   start_new_session=True)  # it ends with its input, not with a Ctrl-C that Python may live through
        self._waiting = deque()
        threading.Thread(target=self._read, args=(process, self._waiting), daemon=True).start()
        self._process = process

    def _read(self, process: subprocess.Popen, waiting: deque[tuple[Future, int]]) -> None:
        """Give each line to who waits for it. At the end nobody is left waiting."""
        for line in process.stdout:
            if not line.endswith(b"\n"):  # it was killed while it wrote
                break
            future, first = waiting.popleft()
            try:
                answer = json.loads(line)
                found = [_score(a, f"item {i}: ") for i, a in enumerate(answer, first)] if isinstance(answer, list) else _score(answer)
                future.set_result(found)
            except Exception as err:  # whoever waits must hear of it
                future.set_exception(err)
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
        code = process.poll()
        process.kill()  # it says no more, and perhaps reads no more
        ended = "it said nothing" if code is None else f"signal {-code}" if code < 0 else f"exit code {code}"
        said = process.stderr.read().decode(errors="replace").strip() or ended
        with self._lock:
            if self._process is process:
                self._process = None
            for future, _ in waiting:
                future.set_exception(AdhereError(f"the program ended: {said}"))


def _unwritable(asked: Any, first: int, err: Exception) -> str:
    """Name the first item that is none, or its first field that cannot be written, with what it holds."""
    for i, item in enumerate(asked if isinstance(asked, list) else [asked], first):
        where = f"item {i}: " if isinstance(asked, list) else ""
        if not hasattr(item, "keys"):
            return (f'{where}expected {{"text": …, "requirements": …}}, found {item!r:.60}; of a data frame, give '
                    '.to_dict("records") (pandas) or .to_dicts() (polars)')
        for field, value in item.items():
            try:
                _encoder.encode(value)
            except (TypeError, ValueError, RecursionError):
                return f"{where}{field}: {value!r:.60} cannot be written as JSON: {err}"
    return f"an item cannot be written as JSON: {err}"


def _kill(process: subprocess.Popen) -> None:
    process.kill()
    with suppress(OSError):  # what is left in the buffer goes nowhere
        process.stdin.close()
    process.wait()


def _apart(item: Mapping[str, Any], texts: list[bytes]) -> Mapping[str, Any]:
    """Return an item whose text is not in its JSON but goes to texts, which
    costs less to write and to read. Answers go by their order: an id is not needed."""
    if not isinstance(item.get("text"), str):
        return {**item, "id": None}  # the program says what is wrong with its text
    texts.append(item["text"].encode(errors="surrogatepass"))  # the program mends halves of characters
    return {**item, "id": None, "text": None, "text_bytes": len(texts[-1])}


def listed(value: Any) -> Any:
    """Return what an array or a number of numpy (pandas reads such from Parquet), a
    series of polars or a value of pyarrow holds; anything else as it is."""
    convert = getattr(value, "tolist", None) or getattr(value, "to_list", None) or getattr(value, "as_py", None)
    return convert() if convert else value


def _plain(value: Any) -> Any:
    if (plain := listed(value)) is value:
        raise TypeError(f"{type(value).__name__} is not serializable")
    return plain


_encoder = json.JSONEncoder(allow_nan=False, check_circular=False, default=_plain)


def _score(answer: Mapping[str, Any], where: str = "") -> Score:
    if error := answer.get("error"):
        raise AdhereError(where + error["message"] + (f" ({error['hint']})" if "hint" in error else ""))
    reward, verdicts = answer["reward"], answer["verdicts"]
    findings = [_finding(a, met) for a, met in zip(answer["answers"], verdicts)] if "answers" in answer else ()
    return Score(None if reward is None else float(reward), verdicts, answer.get("strictly", verdicts), answer.get("undecided", ()), findings,
                 answer.get("why_none", ""), answer.get("reasoning", ""))


def _finding(answer: Mapping[str, Any], met: bool | None) -> Finding:
    found, said = answer.get("finding") or {}, answer.get("requirement") or answer.get("english", "")
    return Finding(met, said, found.get("measured", ""), found.get("wanted", ""), answer.get("rule"), found.get("variant", ""))


def find(named: str | None = None) -> str:
    """Return the path of the program adhere: the one that is named here or by
    ADHERE_BINARY, else the one that was installed with this package, else the one on PATH."""
    if named := named or os.environ.get("ADHERE_BINARY"):
        if not (found := shutil.which(named)):
            raise FileNotFoundError(f"{named} is no program that can be run: give binary, or ADHERE_BINARY, the path of the program adhere")
        return found
    name = "adhere.exe" if os.name == "nt" else "adhere"
    user = sysconfig.get_path("scripts", "nt_user" if os.name == "nt" else "posix_user")
    places = [sysconfig.get_path("scripts"), os.path.dirname(sys.executable), user]
    installed = [path for place in places if os.path.isfile(path := os.path.join(place, name))]
    if not (found := (installed or [shutil.which(name)])[0]):
        raise FileNotFoundError("the program adhere was not found: install the wheel, or set ADHERE_BINARY to its path")
    return found


_default = Checker()
atexit.register(_default.close)


def default_checker() -> Checker:
    """Return the process that `check` and rewards share."""
    return _default


def check(text: str, requirements: Requirements, *, reading: Reading = "strict", reward: Kind = "share",
          undecided: WhenUndecided = "leave_out", answers: Literal["full", "verdicts"] = "full") -> Score:
    """Check one text; see Checker.check."""
    return _default.check(text, requirements, reading=reading, reward=reward, undecided=undecided, answers=answers)
