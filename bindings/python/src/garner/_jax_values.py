"""What is known of a value of a program that jax has written as StableHLO. Imports jax's MLIR."""
import numpy as np
from jax.extend.mlir import ir

# The ops that give a value another shape or element type, and no other elements.
FORMS = ("stablehlo.reshape", "stablehlo.broadcast_in_dim", "stablehlo.convert")


def producer(value):
    """The operation whose result the value is; None: an argument of a block."""
    return None if isinstance(value.owner, ir.Block) else value.owner.operation


def made_by(name, value):
    """The op of StableHLO that makes the value, where it has this name; else None."""
    op = producer(value)
    return op if op is not None and op.name == "stablehlo." + name else None


def shape_of(value):
    return tuple(value.type.shape)


def is_signed(value):
    return str(value.type.element_type).startswith("i")


def number(value):
    """The number that all elements of a value are; None: they are not known to be one."""
    while (broadcast := made_by("broadcast_in_dim", value)) is not None:
        value = broadcast.operands[0]
    constant = made_by("constant", value)
    numbers = None if constant is None else np.asarray(ir.DenseIntElementsAttr(constant.attributes["value"]))
    return None if numbers is None or numbers.size == 0 or (numbers != numbers.flat[0]).any() else int(numbers.flat[0])


def _walked(op, dim):
    """The dimension of op's result along which dimension dim of its operand goes, element by element; None: there is none."""
    from_shape, to_shape = shape_of(op.operands[0]), shape_of(op.results[0])
    if op.name == "stablehlo.broadcast_in_dim":
        to = ir.DenseI64ArrayAttr(op.attributes["broadcast_dimensions"])[dim]
        return to if to_shape[to] == from_shape[dim] else None
    if op.name == "stablehlo.reshape":
        wide = [[d for d, extent in enumerate(shape) if extent != 1] for shape in (from_shape, to_shape)]
        kept = [[shape[d] for d in dims] for dims, shape in zip(wide, (from_shape, to_shape))]
        return wide[1][wide[0].index(dim)] if kept[0] == kept[1] and dim in wide[0] else None
    return dim  # a convert


def counted(value, forms=()):
    """The dimension along which elements are 0, 1, 2, ..., and the same along every other; None: there is none.

    The elements are those of value, in the form that forms, the last one first, give it.
    """
    forms = list(forms)
    while (op := producer(value)) is not None and op.name in FORMS:
        forms.append(op)
        value = op.operands[0]
    iota = made_by("iota", value)
    if iota is None:
        return None
    dim = ir.IntegerAttr(iota.attributes["iota_dimension"]).value
    most = shape_of(value)[dim]
    for op in (iota, *reversed(forms)):
        if not is_signed(op.results[0]) or most > 2 ** (op.results[0].type.element_type.width - 1):
            return None
    for op in reversed(forms):
        dim = None if dim is None else _walked(op, dim)
    return dim
