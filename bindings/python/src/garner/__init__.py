"""Gather and scatter of the tensor systems, exactly and fast.

    gather, scatter            StableHLO's, with every part as an argument; gather_grad, scatter_grad: their gradients
    torch, onnx, tf, jax,      the frameworks' calls under their own names: garner.torch.gather(input, dim, index)
    ttnn, nvl, dgl
    moe_permute, moe_unpermute  rows of tokens sorted by their experts, and back
    plan                       a call made ready once, for many arrays of one layout
    parse                      programs (StableHLO and others): checked, run, planned, linted, translated, explained, drawn
    generate, diff, reduce     programs made at random, held against another tool, made small (docs/conformance.md)
    ops, rule                  which ops there are; what a rule says that a message names
    array                      garner.Array of lists, of other arrays without a copy, or of MLIR's text

Arrays are anything on the CPU with the buffer protocol or __dlpack__: numpy's, torch's, memoryviews. They are read where they lie;
results are garner.Array, which numpy and torch take without a copy. Errors are classes below garner.Error with fields.

>>> import garner
>>> table = garner.array([[1, 2], [3, 4], [5, 6]], "f32")
>>> garner.onnx.gather(table, garner.array([2, 0])).tolist()
[[5.0, 6.0], [1.0, 2.0]]
"""
from . import _garner, dgl, jax, nvl, onnx, tf, torch, ttnn
from ._array import array
from ._conformance import Diff, Difference, Generated, NoAnswer, Reduction, diff, generate, reduce
from ._errors import (
    AliasError,
    ArgumentError,
    CheckError,
    DeviceError,
    Diagnostic,
    DTypeError,
    Error,
    FormatError,
    IndexError,
    LimitError,
    MemoryError,
    ParseError,
    PromiseError,
    ReadOnlyError,
    ShapeError,
    StuckError,
    UnsupportedError,
    VerifyError,
)
from ._garner import Array, Plan
from ._garner import garner_gather as gather
from ._garner import garner_gather_grad as gather_grad
from ._garner import garner_moe_permute as moe_permute
from ._garner import garner_moe_unpermute as moe_unpermute
from ._garner import garner_scatter as scatter
from ._garner import garner_scatter_grad as scatter_grad
from ._module import Account, Drawing, Finding, Function, Module, Move, PlannedAccess, Trials, parse
from ._plan import plan
from ._reference import Operation, Rule, ops, rule

__version__ = _garner.version

__all__ = [
    "Account",
    "AliasError",
    "ArgumentError",
    "Array",
    "CheckError",
    "DTypeError",
    "DeviceError",
    "Diagnostic",
    "Diff",
    "Difference",
    "Drawing",
    "Error",
    "Finding",
    "FormatError",
    "Function",
    "Generated",
    "IndexError",
    "LimitError",
    "MemoryError",
    "Module",
    "Move",
    "NoAnswer",
    "Operation",
    "ParseError",
    "Plan",
    "PlannedAccess",
    "PromiseError",
    "ReadOnlyError",
    "Reduction",
    "Rule",
    "ShapeError",
    "StuckError",
    "Trials",
    "UnsupportedError",
    "VerifyError",
    "array",
    "dgl",
    "diff",
    "gather",
    "gather_grad",
    "generate",
    "jax",
    "moe_permute",
    "moe_unpermute",
    "nvl",
    "onnx",
    "ops",
    "parse",
    "plan",
    "reduce",
    "rule",
    "scatter",
    "scatter_grad",
    "tf",
    "torch",
    "ttnn",
]

# What a traceback and a pickle name is what a program writes: garner.IndexError.
for _found, _place in [(globals()[name], "garner") for name in __all__] + [(getattr(ttnn, name), "garner.ttnn") for name in ttnn.__all__]:
    if (isinstance(_found, type) or callable(_found)) and (_found.__module__ or "").startswith("garner._"):
        _found.__module__ = _place
del _found, _place
