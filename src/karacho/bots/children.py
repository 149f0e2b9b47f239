"""Processes that answer: what runs there can be stopped, and can fall over, without harm to whoever asked.

A child is a Python of its own. It is sent pickled questions and answers each with one line of JSON; both are numbered,
for a process that forks would answer twice. What it has started ends with it, unless that has left its session. What it
prints goes to stderr, so that nobody's `print` is taken for an answer, or into a file where the terminal is a full
screen.
"""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

WATCH_SECONDS = 1.0

_printed: IO[str] | None = None  # where children print; None: to stderr


class ChildGone(Exception):
    """The process has ended without an answer, or answers no longer what it is asked."""


class Child:
    """A process that answers by `answer`, a function of one question, named as `module:function`.

    Ctrl-C is for whoever asked; one that is `interruptible` ends at it too.
    """

    def __init__(self, answer: str, *, interruptible: bool = False) -> None:
        module, _, function = answer.partition(":")
        code = f"from karacho.bots.children import serve; from {module} import {function}; "
        code += f"serve({function}, {interruptible})"
        # The same modules as here; but -P, for what happens to lie in the current folder is not one of them.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self._asked = 0
        self._has_session = not interruptible and hasattr(os, "killpg")
        with _interrupts_held():
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", code],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=_printed,
                env=environment,
                start_new_session=not interruptible,
            )

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def was_interrupted(self) -> bool:
        """Did it end, when it was gone, by Ctrl-C?"""
        return self._process.wait() == -signal.SIGINT

    def ask(self, question: object) -> Any:
        """Send a question and wait for the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._asked += 1
        try:
            pickle.dump((self._asked, question), self._process.stdin)
            self._process.stdin.flush()
            number, answer = json.loads(self._process.stdout.readline())
        except (OSError, ValueError, TypeError):  # a broken pipe, half an answer, or no answer at all
            raise ChildGone("its process has ended") from None
        if number != self._asked:
            raise ChildGone("its process has answered twice")
        return answer

    def ask_within(self, question: object, seconds: float | None) -> Any:
        """The same, but a child that needs longer is ended."""
        if seconds is None:
            return self.ask(question)
        over = threading.Event()

        def end() -> None:
            over.set()
            self._kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            return self.ask(question)
        except ChildGone:
            if over.is_set():
                raise TimeoutError from None
            raise
        finally:
            timer.cancel()

    def end(self) -> None:
        """Stop it, whatever it does."""
        self._kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # what was still to be sent
                    continue

    def _kill(self) -> None:
        """With all it has started; once it was waited for, its number may be another's."""
        if self._process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            if self._has_session:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()


@contextmanager
def printing_into(file: IO[str]) -> Iterator[None]:
    """What children print that are started meanwhile goes into a file: the terminal is taken."""
    global _printed
    _printed = file
    try:
        yield
    finally:
        _printed = None


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """A process that is started meanwhile hears of them only in `serve`, when it knows what to do about them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(answer: Callable[[Any], object], interruptible: bool = False) -> None:
    """Inside the child: answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_DFL if interruptible else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    while True:
        try:
            number, question = pickle.load(questions)
        except EOFError:
            break
        line = json.dumps((number, answer(question))).encode() + b"\n"
        try:
            answers.write(line)  # a long one is sent at once
            answers.flush()
        except BrokenPipeError:
            break
    _leave(0)


def _end_with_parent(parent: int) -> None:
    """Whoever asked may have been killed while this process thinks for ever."""
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    _leave(1)


def _leave(code: int) -> None:
    """Whatever threads and processes are left."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(code)
