"""Programs made at random, held against other tools, made small."""
import os
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._module import Module
from ._types import Array, ArrayLike, DType, Input

Program = Union[Module, Generated, Reduction, str, bytes, os.PathLike[str]]
Inputs = Union[None, Sequence[Input], Mapping[Union[str, int], Any]]

class Generated(NamedTuple):
    text: str
    inputs: Tuple[Array, ...]
    results: Optional[Tuple[Array, ...]]
    tolerances: Tuple[float, ...]
    open_question: Optional[str]
    options: Dict[str, Any]
    @property
    def module(self) -> Module: ...
    def as_check(self) -> str: ...

class NoAnswer(NamedTuple):
    outcome: str
    said: str = ...

class Difference(NamedTuple):
    verdict: str
    reason: Optional[str]
    result: Optional[int]
    line: int
    column: int
    op: Optional[str]
    elements: int
    position: Tuple[int, ...]
    garner: Optional[str]
    tool: Optional[str]
    distance: float
    bound: float
    is_absolute: bool
    reading: Optional[str]
    explanation: Optional[str]
    note: Optional[str]

class Diff(NamedTuple):
    verdict: str
    said: Optional[str]
    combinations: int
    differences: Tuple[Difference, ...]

class Reduction(NamedTuple):
    text: str
    inputs: Tuple[Array, ...]
    function: int
    ops: int
    tries: int
    @property
    def module(self) -> Module: ...

Tool = Callable[[str, Tuple[Array, ...]], Union[ArrayLike, Sequence[ArrayLike], NoAnswer]]

def generate(number: int = 0, *, dialect: str = "stablehlo", about: Union[str, Sequence[str]] = (),
             dtypes: Union[DType, Sequence[DType]] = (), ops: int = 5, seed: int = 0, edge: bool = False, unspecified: bool = False) -> Generated: ...
def diff(module: Program, tool: Tool, inputs: Inputs = None, *, function: Union[None, str, int] = None, name: Optional[str] = None,
         whole: bool = False, exhaustive: bool = False, seed: int = 0, threads: int = 1, max_memory: int = 0, max_steps: int = 0,
         strict: bool = False, drop_whole_window: bool = False) -> Diff: ...
def reduce(module: Program, holds: Callable[[str, Tuple[Array, ...]], Any], inputs: Inputs = None, *,
           function: Union[None, str, int] = None, seed: int = 0, max_tries: int = 0, seconds: Optional[float] = None,
           smaller: Optional[Callable[[str, Tuple[Array, ...], int, int], Any]] = None) -> Reduction: ...
