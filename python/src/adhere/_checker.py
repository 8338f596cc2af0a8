"""Asks one long-lived process of the program about texts."""
from __future__ import annotations

import atexit
import json
import os
import subprocess
import threading
from collections import deque
from concurrent.futures import Future
from itertools import islice
from typing import Any, Iterable, Mapping, NamedTuple, Optional, Sequence, Union

from . import _program

Requirement = Union[str, Mapping[str, Any]]
"""A requirement in plain English, a rule {"name": …, "args": …}, or either with
a weight: {"requirement": …, "weight": 2}, {"rule": …, "weight": -1}."""


_CHUNK = 256  # items of a batch written at once


class AdhereError(Exception):
    """What was asked cannot be answered; the message says what to write."""


class Undecided(AdhereError):
    """Code cannot decide what a reward was to be made of."""


class Finding(NamedTuple):
    """What code found of one requirement."""

    met: Optional[bool]  # None where code cannot decide
    requirement: str  # as it was asked, or the rule in words
    measured: str = ""
    wanted: str = ""
    rule: Optional[Mapping[str, Any]] = None  # what it was read as
    variant: str = ""  # with reading="loose": the variant that meets it, where the text itself does not


class Score(NamedTuple):
    """The verdicts on one text. Findings say more, unless only verdicts were asked for."""

    reward: Optional[float]  # 0 to 1; None where nothing was decided: why_none says why
    verdicts: Sequence[Optional[bool]]  # in the order of the requirements; None where code cannot decide
    strictly: Sequence[Optional[bool]]  # the verdicts on the text itself, whatever the reading
    undecided: Sequence[str]  # the requirements that code cannot decide
    findings: Sequence[Finding] = ()
    why_none: str = ""
    reasoning: str = ""  # "removed" where reasoning stood before the answer, "unclosed" where there is no answer

    @property
    def met(self) -> bool:
        """Whether everything is decided, and met."""
        return all(self.verdicts)


class Checker:
    """A process of the program, asked by any number of threads and tasks.

    It is started with the first question, and again after a fork. Close it, or
    leave it to the end of the program.
    """

    def __init__(self, binary: Optional[str] = None):
        self._binary = binary
        self._lock = threading.Lock()
        self._child: Optional[_Child] = None
        self._pid = os.getpid()

    def check(self, text: str, requirements: Union[Requirement, Sequence[Requirement]], **options: Any) -> Score:
        """Check one text. Options are `reading` ("strict", "loose"), `reward`
        ("share", "all"), `undecided` ("leave_out", "not_met", "no_reward") and
        `answers` ("full", "verdicts": no findings, in less time)."""
        return self.submit({"text": text, "requirements": _listed(requirements), **options}).result()

    def check_many(self, items: Iterable[Mapping[str, Any]]) -> "list[Score]":
        """Check many items, each {"text": …, "requirements": …} or a row of a
        data set with the answer as "text". Far faster than one by one."""
        waiting, items = _Batch(), iter(items)
        while chunk := list(islice(items, _CHUNK)):  # the program answers the first while the next are written
            waiting.sent += len(chunk)
            self._send(chunk, [waiting] * len(chunk))
        return waiting.results()

    def submit(self, item: Mapping[str, Any]) -> "Future[Score]":
        """Ask without waiting."""
        return self.submit_many([item])[0]

    def submit_many(self, items: Iterable[Mapping[str, Any]]) -> "list[Future[Score]]":
        """Ask about many items without waiting."""
        items = list(items)
        futures: "list[Future[Score]]" = [Future() for _ in items]
        for future in futures:
            future.set_running_or_notify_cancel()  # what is asked is answered: nobody can cancel it
        if items:
            self._send(items, futures)
        return futures

    def _send(self, items: "list[Mapping[str, Any]]", waiting: Sequence[Any]) -> None:
        """Write the items; each answer goes to the one that waits for it."""
        lines = ("\n".join([json.dumps(item) for item in items]) + "\n").encode()
        self._own()
        with self._lock:
            while self._child is None or not self._child.ask(lines, waiting):
                self._child = _Child([self._binary or _program.find(), "verify", "--jsonl", "--quiet"])

    def close(self) -> None:
        """End the process. What still waits is answered first."""
        self._own()
        with self._lock:
            child, self._child = self._child, None
        if child is not None:
            child.close()

    def __enter__(self) -> "Checker":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _own(self) -> None:
        """After a fork, leave the process to the parent, with the lock that
        another of its threads may hold."""
        if self._pid != os.getpid():
            self._lock, self._child, self._pid = threading.Lock(), None, os.getpid()


class _Child:
    """One process of the program, and those who wait for its answers, in order."""

    def __init__(self, command: "list[str]"):
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=1 << 20)
        self._lock = threading.Lock()  # of what waits, and of the order of questions
        self._waiting: "deque[Any]" = deque()
        self._ended = False
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, lines: bytes, waiting: Sequence[Any]) -> bool:
        """Write the questions. False where the process has ended: nothing was asked."""
        with self._lock:
            if self._ended or self._process.poll() is not None:
                return False
            self._waiting.extend(waiting)
            try:
                self._process.stdin.write(lines)
                self._process.stdin.flush()
            except OSError:
                pass  # the reader sees the end, and fails what waits
            return True

    def close(self) -> None:
        """End the process when it has answered."""
        with self._lock:
            self._ended = True
            try:
                self._process.stdin.close()
            except OSError:
                pass  # it is gone
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:  # a fork of this program holds its input open
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        """Give each line to who waits for it. At the end nobody is left waiting."""
        for line in self._process.stdout:
            future = self._waiting.popleft()
            try:
                future.set_result(_score(json.loads(line)))
            except Exception as err:  # whoever waits must hear of it
                future.set_exception(err)
        self._process.kill()  # it says no more, and perhaps reads no more
        said = self._process.stderr.read().decode(errors="replace").strip()
        with self._lock:
            self._ended = True
            while self._waiting:
                self._waiting.popleft().set_exception(AdhereError(f"the program ended: {said or 'it said nothing'}"))


class _Batch:
    """Waits for the answers to many items, at less cost than as many futures."""

    def __init__(self) -> None:
        self.sent = 0
        self._scores: "list[Score]" = []
        self._failed: "list[BaseException]" = []
        self._more = threading.Condition()

    def set_result(self, score: Score) -> None:
        self._scores.append(score)
        self._tell()

    def set_exception(self, err: BaseException) -> None:
        self._failed.append(err)
        self._tell()

    def _tell(self) -> None:
        if len(self._scores) + len(self._failed) >= self.sent:  # perhaps the last
            with self._more:
                self._more.notify_all()

    def results(self) -> "list[Score]":
        """The scores in order, once all are there. Nothing may be sent after this."""
        with self._more:
            self._more.wait_for(lambda: len(self._scores) + len(self._failed) >= self.sent)
        if self._failed:
            raise self._failed[0]
        return self._scores


def _score(answer: Mapping[str, Any]) -> Score:
    if "error" in answer:
        error = answer["error"]
        hint = f" ({error['hint']})" if error.get("hint") else ""
        raise AdhereError(error["message"] + hint)
    said = answer.get("why_none", ""), answer.get("reasoning", "")
    if "verdicts" in answer:
        verdicts = answer["verdicts"]
        return Score(answer["reward"], verdicts, answer.get("strictly", verdicts), answer.get("undecided", ()), (), *said)
    findings = [_finding(a) for a in answer.get("answers", [answer])]
    verdicts = [f.met for f in findings]
    strictly = [f.met and not f.variant for f in findings]
    undecided = [f.requirement for f in findings if f.met is None]
    return Score(answer.get("reward"), verdicts, strictly, undecided, findings, *said)


def _finding(answer: Mapping[str, Any]) -> Finding:
    found = answer.get("finding") or {}
    met: Optional[bool] = None
    if found and not found.get("undecided") and (answer["decides"] == "all" or not found["met"]):
        met = found["met"]
    said = answer.get("requirement") or answer.get("english", "")
    return Finding(met, said, found.get("measured", ""), found.get("wanted", ""), answer.get("rule"), found.get("variant", ""))


def _listed(requirements: Union[Requirement, Sequence[Requirement]]) -> Sequence[Requirement]:
    return [requirements] if isinstance(requirements, (str, Mapping)) else list(requirements)


_default: Optional[Checker] = None
_default_lock = threading.Lock()


def default_checker() -> Checker:
    """Return the process that `check` and rewards share."""
    global _default
    with _default_lock:
        if _default is None:
            _default = Checker()
            atexit.register(_default.close)
        return _default


def check(text: str, requirements: Union[Requirement, Sequence[Requirement]], **options: Any) -> Score:
    """Check one text; see Checker.check."""
    return default_checker().check(text, requirements, **options)
