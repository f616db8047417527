"""Values to order by and to keep apart, written the same whatever container holds them."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from typing import Any, Optional, Sequence, Union

_WRITTEN = (str, float, int, type(None))
_NO_VALUES = ("NAType", "NaTType")  # of pandas
_NANOS = 10**9


def written(values: Sequence) -> Sequence:
    """A sequence's values, those that are neither strings, numbers nor missing as text: dates and
    times as the native module's ``written_time()`` has them.

    Raises
    ------
    TypeError
        A value is an array; the message names its row.
    """
    return [value if type(value) in _WRITTEN else _written(value, row)
            for row, value in enumerate(values)]


def _written(value: Any, row: int) -> Union[str, int, float, None]:
    if hasattr(value, "dtype"):
        value = _of_numpy(value, row)
    if value is None or type(value).__name__ in _NO_VALUES:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, float, int)):
        return value
    if isinstance(value, datetime):
        return _in_utc(value, row).isoformat(sep=" ")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        micros = (value.days * 86400 + value.seconds) * 10**6 + value.microseconds
        return _seconds(micros * 1000 + getattr(value, "nanoseconds", 0))
    return str(value)


def _in_utc(value: datetime, row: int) -> datetime:
    if value.utcoffset() is None:
        return value
    try:
        return value.astimezone(timezone.utc)
    except OverflowError:
        raise ValueError(f"row {row}: a year is not from 1 to 9999 in UTC") from None


def _seconds(nanos: int) -> str:
    whole, rest = divmod(abs(nanos), _NANOS)
    return ("-" if nanos < 0 else "") + f"{whole}.{rest:09}".rstrip("0").rstrip(".")


def _of_numpy(value: Any, row: int) -> Any:
    """A scalar of NumPy, or of a library like it, as one of Python."""
    kind = getattr(value.dtype, "kind", None)
    is_time = kind in ("m", "M")
    if getattr(value, "shape", None) != () or (is_time and not _is_exact(value)):
        raise TypeError(f"row {row}: a value is a string, a number, a date or a time, not "
                        + (str(value.dtype) if is_time else type(value).__name__))
    if is_time:
        return _of_nanoseconds(value, kind) if str(value.dtype).endswith("[ns]") else value.item()
    return float(value) if kind == "f" else value.item()


def _is_exact(value: Any) -> bool:
    """Whether a time of NumPy has a unit that Python's times or nanoseconds hold."""
    return str(value.dtype).endswith("[ns]") or not isinstance(value.item(), int)


def _of_nanoseconds(value: Any, kind: str) -> Optional[str]:
    if value != value:  # NaT
        return None
    nanos = int(value.astype("int64"))
    if kind == "m":
        return _seconds(nanos)
    moment = datetime(1970, 1, 1) + timedelta(microseconds=nanos // 1000)
    rest = nanos % 1000
    return moment.isoformat(sep=" ", timespec="microseconds") + f"{rest:03}" if rest \
        else moment.isoformat(sep=" ")
