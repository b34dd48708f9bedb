"""Indices as a program has them, before jax has made them count from the start. Imports jax.

jax.numpy adds the extent to negative indices, narrows them and gives them a last dimension, before its gather or scatter: in StableHLO
`select(compare LT(i, 0), add(i, extent), i)`, then converts and reshapes. XLA fuses that with the op that reads them. A foreign
function would need it all in memory, but garner counts negative indices from the end itself, in any integer type.
"""
import numpy as np
from jax.extend.mlir import ir
from jax.extend.mlir.dialects import stablehlo


def _producer(value):
    """The operation whose result the value is; None: an argument of a block."""
    return None if isinstance(value.owner, ir.Block) else value.owner.operation


def _is_made_by(name, value):
    op = _producer(value)
    return op if op is not None and op.name == "stablehlo." + name else None


def _number(value):
    """The number that all elements of a value are; None: they are not known to be one."""
    while (broadcast := _is_made_by("broadcast_in_dim", value)) is not None:
        value = broadcast.operands[0]
    constant = _is_made_by("constant", value)
    numbers = None if constant is None else np.asarray(ir.DenseIntElementsAttr(constant.attributes["value"]))
    return None if numbers is None or numbers.size == 0 or (numbers != numbers.flat[0]).any() else int(numbers.flat[0])


def _unwrapped(value, extent):
    """i, where the value is `select(i < 0, i + extent, i)` of signed integers; else None."""
    select = _is_made_by("select", value)
    if select is None:
        return None
    is_negative, moved, given = select.operands
    compare, add = _is_made_by("compare", is_negative), _is_made_by("add", moved)
    agree = (
        compare is not None
        and add is not None
        and "LT" in str(compare.attributes["comparison_direction"])
        and str(given.type.element_type).startswith("i")
        and compare.operands[0] == given
        and add.operands[0] == given
        and _number(compare.operands[1]) == 0
        and _number(add.operands[1]) == extent
    )
    return given if agree else None


def _in_form(op, value):
    """The value in the shape that op gives it, with its own type of elements."""
    kind = ir.RankedTensorType.get(op.results[0].type.shape, value.type.element_type)
    if op.name == "stablehlo.reshape":
        return stablehlo.reshape(kind, value)
    if op.name == "stablehlo.broadcast_in_dim":
        return stablehlo.broadcast_in_dim(kind, value, op.attributes["broadcast_dimensions"])
    return value  # a convert


def as_given(indices, extent):
    """The indices before negative ones were moved by extent, and True; or as they are, and False."""
    forms, value = [], indices
    while (given := _unwrapped(value, extent)) is None:
        op = _producer(value)
        if op is None or op.name not in ("stablehlo.reshape", "stablehlo.broadcast_in_dim", "stablehlo.convert"):
            return indices, False
        if not str(op.operands[0].type.element_type).startswith("i"):
            return indices, False
        forms.append(op)
        value = op.operands[0]
    for op in reversed(forms):
        given = _in_form(op, given)
    return given, True
