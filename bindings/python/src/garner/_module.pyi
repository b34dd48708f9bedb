"""Programs: garner.parse and garner.Module."""
import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._types import Input
from .ttnn import Account as Account

class Function(NamedTuple):
    name: str
    is_public: bool
    has_body: bool
    inputs: Tuple[str, ...]
    results: int
    names: Tuple[str, ...] = ...
    dtypes: Tuple[str, ...] = ...

class Finding(NamedTuple):
    kind: str
    severity: str
    observed: bool
    line: int
    column: int
    op: str
    function: str
    seen: str
    advice: str
    counts: Optional[Dict[str, Any]]

class PlannedAccess(NamedTuple):
    line: int
    column: int
    op: str
    function: str
    is_scatter: bool
    obstacle: Optional[str]
    text: Optional[str]
    addressing: Optional[str]
    partition: Optional[str]
    mover: Optional[str]
    cpu: Optional[str]
    threads: int
    parts: int
    elements: int
    bytes: int
    expected_ns: float
    assumptions: Tuple[str, ...]

class Trials(NamedTuple):
    in_range: int
    out_of_range: int
    refused: int
    promise_broken: int
    makes_promises: bool

class Move(NamedTuple):
    line: int
    column: int
    op: str
    function: str
    collective: Optional[str]
    axes: Optional[str]
    why: str
    most_bytes: int
    least_bytes: int
    times: int
    loops: int
    is_conditional: bool
    text: str

class Drawing(str):
    def _repr_svg_(self) -> Optional[str]: ...
    def _repr_html_(self) -> Optional[str]: ...
    def save(self, path: Union[str, os.PathLike[str]]) -> None: ...

def parse(source: Union[str, bytes, bytearray, memoryview, os.PathLike[str]], *, allow_unregistered: bool = False,
          allow_nonunique_scatter: bool = False) -> Module: ...

class Module:
    remarks: Tuple[str, ...]
    moves: Tuple[Move, ...]
    def __init__(self, handle: Any, remarks: Sequence[Tuple[str, int, int, str]] = ()) -> None: ...
    @property
    def functions(self) -> List[Function]: ...
    def check(self) -> None: ...
    def text(self, *, generic: bool = False, elide_over: int = 0, names: bool = True) -> str: ...
    def run(self, *inputs: Input, function: Union[None, str, int] = None, strict: bool = False, check_promises: bool = False,
            drop_whole_window: bool = False, threads: int = 1, max_memory: int = 0, max_steps: int = 0, replicas: int = 0,
            partitions: int = 0, devices: bool = False, reassociate: bool = False, products: str = "exact",
            **named: Input) -> Any: ...
    def plan(self, *inputs: Input, function: Union[None, str, int] = None, extent: int = 0,
             dims: Optional[Mapping[Tuple[Union[str, int], int], int]] = None, threads: int = 1, strict: bool = False,
             drop_whole_window: bool = False, target: Optional[str] = None, **named: Input) -> Any: ...
    def lint(self, *inputs: Input, function: Union[None, str, int] = None, run: Optional[bool] = None, only_run: bool = False,
             strict: bool = False, drop_whole_window: bool = False, threads: int = 1, max_memory: int = 0, max_steps: int = 0,
             **named: Input) -> List[Finding]: ...
    def convert(self, to: str, *, verify: bool = False, trials: int = 100, seed: int = 0, assume_in_bounds: bool = False,
                strict_target: bool = False, keep_recipes: bool = False) -> Any: ...
    def equivalent(self, other: Module, *, trials: int = 100, seed: int = 0, only_in_range: bool = False, max_memory: int = 0,
                   max_steps: int = 0) -> Trials: ...
    def artifact(self, target: Optional[str] = None) -> bytes: ...
    def onnx(self, function: Optional[str] = None) -> bytes: ...
    def lower(self, to: str, *, stage: Optional[str] = None, c_interface: bool = False, result_arguments: bool = False,
              strided: bool = False, drop_checks: bool = False, keep_recipes: bool = False) -> Module: ...
    def emit(self, *, function: Optional[str] = None, header: bool = False, driver: bool = False, simd: bool = False,
             openmp: bool = False) -> str: ...
    def grad(self, wrt: Optional[Sequence[int]] = None, *, function: Union[None, str, int] = None, forward: bool = False) -> Module: ...
    def shard(self, *, stage: str = "local", reassociate: bool = False, keep_recipes: bool = False) -> Module: ...
    def devices(self, function: Union[None, str, int] = None) -> int: ...
    def expand_batching(self) -> Module: ...
    def collapse_batching(self) -> Module: ...
    def explain(self, *inputs: Input, function: Union[None, str, int] = None, op: int = 0, at: Optional[Sequence[int]] = None,
                at_update: bool = False, in_words: bool = False, json: bool = False, only_input: int = 0, strict: bool = False,
                **named: Input) -> str: ...
    def draw(self, *inputs: Input, function: Union[None, str, int] = None, op: int = 0,
             at: Optional[Sequence[Sequence[int]]] = None, text: bool = False, only_input: int = 0, columns: int = 0,
             **named: Input) -> Drawing: ...
    def __copy__(self) -> Module: ...
    def __deepcopy__(self, memo: Any) -> Module: ...
    def _repr_svg_(self) -> Optional[str]: ...
