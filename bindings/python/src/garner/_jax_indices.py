"""Indices as a program has them, before jax has made them count from the start. Imports jax.

jax.numpy adds the extent to negative indices, narrows them, gives them a last dimension and joins one component to the next, before its
gather or scatter: in StableHLO `select(compare LT(i, 0), add(i, extent), i)`, then converts, reshapes and a concatenate. An index
that goes along with a dimension, as `jnp.arange(n)[:, None]` does, is a component too. XLA fuses all of that with the op that reads
it. A foreign function would need it in memory, but garner counts negative indices from the end itself, in any integer type, and a
component that counts the batches is a pair of batching dimensions.
"""
from typing import NamedTuple

from jax.extend.mlir import ir
from jax.extend.mlir.dialects import stablehlo

from ._jax_values import FORMS, counted, is_signed, made_by, number, producer, shape_of


class Numbers(NamedTuple):
    """Of the dimension numbers of a gather or scatter those that say what an index vector stands for."""

    collapsed: tuple  # collapsed_slice_dims, inserted_window_dims
    operand_batching: tuple
    indices_batching: tuple
    places: tuple  # start_index_map, scatter_dims_to_operand_dims: the dimension of the operand that each component moves along


class _Component(NamedTuple):
    part: ir.Value  # with a last extent of 1, and negative ones moved
    place: int  # the dimension of the operand that it moves along
    given: ir.Value  # as the program has it
    forms: list  # the ops that make the part from it but for moving negative ones, the last one first
    is_wrapped: bool  # negative ones count from the end
    walks: int | None  # the dimension of the indices that it counts


def _unwrapped(value, extent):
    """i, where the value is `select(i < 0, i + extent, i)` of signed integers; else None."""
    select = made_by("select", value)
    if select is None:
        return None
    is_negative, moved, given = select.operands
    compare, add = made_by("compare", is_negative), made_by("add", moved)
    agree = (
        compare is not None
        and add is not None
        and "LT" in str(compare.attributes["comparison_direction"])
        and is_signed(given)
        and compare.operands[0] == given
        and add.operands[0] == given
        and number(compare.operands[1]) == 0
        and number(add.operands[1]) == extent
    )
    return given if agree else None


def _component(part, place, extent):
    """What is known of indices whose last extent is 1 and that move along an extent."""
    forms, value = [], part
    while (given := _unwrapped(value, extent)) is None:
        op = producer(value)
        if op is None or op.name not in FORMS or not is_signed(op.operands[0]):
            return _Component(part, place, part, [], False, counted(part))
        forms.append(op)
        value = op.operands[0]
    return _Component(part, place, given, forms, True, counted(given, forms))


def _in_form(op, value):
    """The value in the shape that op gives it, with its own type of elements."""
    kind = ir.RankedTensorType.get(op.results[0].type.shape, value.type.element_type)
    if op.name == "stablehlo.reshape":
        return stablehlo.reshape(kind, value)
    if op.name == "stablehlo.broadcast_in_dim":
        return stablehlo.broadcast_in_dim(kind, value, op.attributes["broadcast_dimensions"])
    return value  # a convert


def _formed(forms, value):
    for op in reversed(forms):
        value = _in_form(op, value)
    return value


def _parts(indices, count):
    """The components of indices, each with a last extent of 1; None: they do not stand apart."""
    if count == 1:
        return [indices]
    joined = made_by("concatenate", indices)
    if joined is None or ir.IntegerAttr(joined.attributes["dimension"]).value != len(shape_of(indices)) - 1:
        return None
    parts = list(joined.operands)
    return parts if [shape_of(part)[-1] for part in parts] == [1] * count else None


def _batch(components, numbers, shape, indices_shape):
    """The components that are no batch, and the numbers with the batches that the others are."""
    left, batches = [], dict(zip(numbers.operand_batching, numbers.indices_batching))
    for component in components:
        place, walks = component.place, component.walks
        is_batch = (
            walks is not None
            and walks < len(indices_shape) - 1
            and walks not in batches.values()
            and place in numbers.collapsed
            and shape[place] == indices_shape[walks]
        )
        if is_batch:
            batches[place] = walks
        else:
            left.append(component)
    if not left or len(left) == len(components):
        return components, numbers
    operand_batching = tuple(sorted(batches))
    return left, Numbers(
        tuple(dim for dim in numbers.collapsed if dim not in batches),
        operand_batching,
        tuple(batches[dim] for dim in operand_batching),
        tuple(component.place for component in left),
    )


def _joined(parts, shape):
    if len(parts) == 1:
        return parts[0]
    kind = ir.RankedTensorType.get(shape, parts[0].type.element_type)
    return stablehlo.concatenate(parts, len(shape) - 1, results=[kind])


def as_given(indices, numbers, shape):
    """The indices as the program has them, whether negative ones count from the end, and the numbers that go with them.

    numbers are those of the op, shape the operand's, and index vectors lie along the last dimension of the indices.
    """
    parts = _parts(indices, len(numbers.places))
    if not parts:
        return indices, False, numbers
    components = [_component(part, place, shape[place]) for part, place in zip(parts, numbers.places)]
    left, numbers = _batch(components, numbers, shape, shape_of(indices))
    wanted = (*shape_of(indices)[:-1], len(left))
    kinds = {component.given.type.element_type for component in left}
    if len(kinds) == 1 and all(component.is_wrapped for component in left):
        return _joined([_formed(component.forms, component.given) for component in left], wanted), True, numbers
    if len(left) == len(parts):
        return indices, False, numbers
    return _joined([component.part for component in left], wanted), False, numbers
