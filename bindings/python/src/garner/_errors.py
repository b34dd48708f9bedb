"""The exceptions. Each is below garner.Error and below the built-in class that says the same.

All have: status, the library's name for it ("GRN_E_SHAPE", or ""); diagnostics, what it said, a tuple of Diagnostic.
"""
import builtins
import re
from typing import NamedTuple


class Diagnostic(NamedTuple):
    """One message: severity ("error", "warning", "remark", "note"), line and column (0: it has no place), and the text."""

    severity: str
    line: int
    column: int
    message: str

    def __str__(self):
        place = f"{self.line}:{self.column}: " if self.line else ""
        return f"{place}{self.severity}: {self.message}"


class Error(Exception):
    """What garner raises."""

    status = ""
    diagnostics = ()


class ArgumentError(Error, ValueError):
    """An argument is not valid here."""


class MemoryError(Error, builtins.MemoryError):
    """Memory was refused."""


class LimitError(Error, ValueError):
    """A limit of the library, or one that was given, is exceeded."""


class ShapeError(Error, ValueError):
    """Shapes do not agree."""


class DTypeError(Error, TypeError):
    """Element types do not agree, or are not known."""


class IndexError(Error, builtins.IndexError):
    """An index is out of range.

    value: what it is. position: where in the indices, a tuple. bound: (lowest, highest) that are right.

    A field is None where the message does not have it. line, column: of the op, in a program; else 0.
    """

    value = None
    position = None
    bound = None
    line = 0
    column = 0


class PromiseError(Error, ValueError):
    """indices_are_sorted or unique_indices was promised, and is false."""


class AliasError(Error, ValueError):
    """Memory overlaps where it must not."""


class ReadOnlyError(Error, ValueError):
    """An array that would be written to is read-only."""


class DeviceError(Error, BufferError):
    """An array is not in the CPU's memory. device_type, device_id: where it is, as DLPack numbers devices."""

    device_type = 0
    device_id = 0


class ParseError(Error, ValueError):
    """Text could not be parsed. line, column: where."""

    line = 0
    column = 0


class VerifyError(Error, ValueError):
    """A program breaks a rule. rule: its number in the specification ("C21"), or None; line, column: where."""

    rule = None
    line = 0
    column = 0


class CheckError(Error, AssertionError):
    """A check in a program failed, or two programs differ."""

    line = 0
    column = 0


class FormatError(Error, ValueError):
    """A file's format is not understood."""


class UnsupportedError(Error, NotImplementedError):
    """Not expressible, or not runnable, here."""

    line = 0
    column = 0


class StuckError(Error, RuntimeError):
    """Processes of a program wait for each other, and none can go on."""


_CLASSES = {
    "GRN_E_ARGUMENT": ArgumentError,
    "GRN_E_MEMORY": MemoryError,
    "GRN_E_LIMIT": LimitError,
    "GRN_E_SHAPE": ShapeError,
    "GRN_E_DTYPE": DTypeError,
    "GRN_E_INDEX": IndexError,
    "GRN_E_PROMISE": PromiseError,
    "GRN_E_ALIAS": AliasError,
    "GRN_E_PARSE": ParseError,
    "GRN_E_VERIFY": VerifyError,
    "GRN_E_CHECK": CheckError,
    "GRN_E_FORMAT": FormatError,
    "GRN_E_UNSUPPORTED": UnsupportedError,
    "GRN_E_STUCK": StuckError,
}

# "the index at [3, 0] of indices is 8; for dimension 0 of the operand, of extent 8, it must be in [0, 7]"
_OF_SPEC = re.compile(
    r"the index at \[([^]]*)\] of \w+ is (-?\w+);.*must be in \[(-?\d+), (-?\d+)\](?: or \[(-?\d+), (-?\d+)\])?"
)
# "index: -1 at [1]; right: 0 to 3"; without elements "right: no index at all, .."
_OF_CALL = re.compile(r"\w+: (-?\d+)(?: at \[([^]]*)\])?; right: (?:(-?\d+) to (-?\d+))?")
_ID = re.compile(r"id (\d+) is (\d+), the weight has (\d+) rows")
_RULE = re.compile(r"\brule ([A-Z][A-Za-z0-9-]*)")


def of_status(status, text, messages):
    """The exception of a status of the library, with what it said."""
    diagnostics = tuple(Diagnostic(*message) for message in messages)
    error = _CLASSES.get(status, Error)(_text(diagnostics) or text)
    error.status = status
    error.diagnostics = diagnostics
    first = next((d for d in diagnostics if d.severity == "error"), None)
    if first is not None and hasattr(error, "line"):
        error.line, error.column = first.line, first.column
    if isinstance(error, IndexError):
        _fill_index(error)
    if isinstance(error, VerifyError):
        error.rule = next(
            (m.group(1) for d in diagnostics if d.severity == "note" and (m := _RULE.search(d.message))), None
        )
    return error


def _text(diagnostics):
    """The errors with their notes, a line each."""
    lines = [d for d in diagnostics if d.severity in ("error", "note")]
    if len(lines) == 1 and not lines[0].line:
        return lines[0].message
    return "\n".join(str(d) if d.line or d.severity == "note" else d.message for d in lines)


def _tuple(text):
    return tuple(int(number) for number in text.split(",") if number.strip()) if text is not None else None


def _fill_index(error):
    for d in error.diagnostics:
        if m := _OF_SPEC.search(d.message):
            # Where two ranges are right, the fields span both.
            error.position, error.value = _tuple(m.group(1)), _number(m.group(2))
            error.bound = (int(m.group(3)), int(m.group(6) or m.group(4)))
        elif m := _OF_CALL.search(d.message):
            error.value = int(m.group(1))
            error.position = _tuple(m.group(2)) if m.group(2) is not None else error.position
            error.bound = (int(m.group(3)), int(m.group(4))) if m.group(3) else None
        elif m := _ID.search(d.message):
            error.position, error.value, error.bound = (int(m.group(1)),), int(m.group(2)), (0, int(m.group(3)) - 1)


def _number(text):
    return {"true": 1, "false": 0}.get(text, None) if not text.lstrip("-").isdigit() else int(text)
