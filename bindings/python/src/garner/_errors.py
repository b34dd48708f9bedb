"""The exceptions. Each is below garner.Error and below the built-in class that says the same.

All have: status, the library's name for it ("GRN_E_SHAPE", or ""); diagnostics, what it said, a tuple of Diagnostic.
"""
import builtins
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

    value: what it is. position: where in the indices, a tuple. bound: (lowest, highest) that are right. Of torch.index and
    index_put: where in the index tensors broadcast to one shape, then which of them; of take_along_dim without dim: in the flat one.

    All three are None where no tensor of indices has it, as of an op's attribute; bound, where no index is right. Where negative
    indices count from the end of windows, some values within bound are out of range too: the message has both ranges.
    line, column: of the op, in a program; else 0.
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


def of_status(status, text, messages, rule, bad_index):
    """The exception of a status of the library, with what it said.

    rule: that a note names, or None. bad_index: (value, position, bound), or None.
    """
    diagnostics = tuple(Diagnostic(*message) for message in messages)
    error = _CLASSES.get(status, Error)(_text(diagnostics) or text)
    error.status = status
    error.diagnostics = diagnostics
    first = next((d for d in diagnostics if d.severity == "error"), None)
    if first is not None and hasattr(error, "line"):
        error.line, error.column = first.line, first.column
    if isinstance(error, IndexError) and bad_index is not None:
        error.value, error.position, error.bound = bad_index
    if isinstance(error, VerifyError):
        error.rule = rule
    return error


def _text(diagnostics):
    """The errors with their notes, a line each."""
    lines = [d for d in diagnostics if d.severity in ("error", "note")]
    if len(lines) == 1 and not lines[0].line:
        return lines[0].message
    return "\n".join(str(d) if d.line or d.severity == "note" else d.message for d in lines)
