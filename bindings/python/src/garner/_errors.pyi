"""The exceptions. Each is below garner.Error and below the built-in class that says the same."""
import builtins
from typing import NamedTuple, Optional, Tuple

class Diagnostic(NamedTuple):
    severity: str
    line: int
    column: int
    message: str

class Error(Exception):
    status: str
    diagnostics: Tuple[Diagnostic, ...]

class ArgumentError(Error, ValueError): ...
class MemoryError(Error, builtins.MemoryError): ...
class LimitError(Error, ValueError): ...
class ShapeError(Error, ValueError): ...
class DTypeError(Error, TypeError): ...

class IndexError(Error, builtins.IndexError):
    value: Optional[int]
    position: Optional[Tuple[int, ...]]
    bound: Optional[Tuple[int, int]]
    line: int
    column: int

class PromiseError(Error, ValueError): ...
class AliasError(Error, ValueError): ...
class ReadOnlyError(Error, ValueError): ...

class DeviceError(Error, BufferError):
    device_type: int
    device_id: int

class ParseError(Error, ValueError):
    line: int
    column: int

class VerifyError(Error, ValueError):
    rule: Optional[str]
    line: int
    column: int

class CheckError(Error, AssertionError):
    line: int
    column: int

class FormatError(Error, ValueError): ...

class UnsupportedError(Error, NotImplementedError):
    line: int
    column: int

class StuckError(Error, RuntimeError): ...
