"""Progress of long work, shown by a callback or a bar."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import Callable, Iterator, Optional, Union

Callback = Callable[[str, int, int], None]
Progress = Union[Callback, bool, None]


class _Line:
    """A terminal line that is overwritten."""

    def __init__(self) -> None:
        self._width = 0

    def __call__(self, phase: str, done: int, total: int) -> None:
        text = f"{phase}: {done:,} of {total:,}" if total else f"{phase}: {done:,}"
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()


class _Bar:
    """A tqdm bar for each phase."""

    def __init__(self, tqdm) -> None:
        self._tqdm = tqdm
        self._bar = None
        self._phase = ""

    def __call__(self, phase: str, done: int, total: int) -> None:
        if self._bar is None or phase != self._phase:
            self.close()
            self._phase = phase
            self._bar = self._tqdm(desc=phase, total=total or None, leave=False, delay=0.3)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _is_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


@contextmanager
def callback_of(progress: Progress) -> Iterator[Optional[Callback]]:
    """The callback for the native module; a bar is removed at the end."""
    if callable(progress):
        yield progress
        return
    if progress is None:
        progress = _is_notebook() or (sys.stderr is not None and sys.stderr.isatty())
    if not progress:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        shown: Union[_Line, _Bar] = _Line()
    else:
        shown = _Bar(tqdm)
    try:
        yield shown
    finally:
        shown.close()
