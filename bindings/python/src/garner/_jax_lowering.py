"""jax's gathers and scatters as calls of garner's, in programs that XLA compiles for the CPU. Imports jax.

What is not for garner goes on to jax's own rule: another platform, a program that XLA divides over devices, shapes that are not known,
element types of fewer than eight bits or of jax's own (keys), a scatter by a function.
"""
import functools

import jax
import numpy as np
from jax import lax
from jax.extend.core import primitives
from jax.interpreters import mlir

from . import _garner
from ._jax_indices import Numbers, as_given

if jax.__version_info__ < (0, 10, 2):
    raise ImportError(f"garner.jax needs jax 0.10.2 or newer for arrays of jax's; this one is {jax.__version__}")

# What jax's scatters do with an update. A subtraction adds the negated update: the same bits.
COMBINERS = {
    primitives.scatter_p: "replace",
    primitives.scatter_add_p: "add",
    lax.scatter_sub_p: "add",
    primitives.scatter_mul_p: "mul",
    primitives.scatter_min_p: "min",
    primitives.scatter_max_p: "max",
}
PRIMITIVES = (primitives.gather_p, *COMBINERS)

DTYPES = {
    "bool",
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
    *("float16", "bfloat16", "float32", "float64", "complex64", "complex128"),
    *("float8_e3m4", "float8_e4m3", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e4m3b11fnuz"),
    *("float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"),
}

# jax says that a promise that is broken is clamped by a gather and dropped by a scatter, and so it is here.
_GATHER_MODES = {"CLIP": "clamp", "FILL_OR_DROP": "fill", "PROMISE_IN_BOUNDS": "clamp"}
_SCATTER_MODES = {"CLIP": "clamp", "FILL_OR_DROP": "skip", "PROMISE_IN_BOUNDS": "skip"}


@functools.cache
def register():
    """Tells XLA of the handlers, once in a process."""
    gather, scatter, type_id, type_info = _garner.jax_ffi_handlers()
    jax.ffi.register_ffi_type("garner_site", {"type_id": type_id, "type_info": type_info}, platform="cpu")
    for name, handler in (("garner_gather", gather), ("garner_scatter", scatter)):
        jax.ffi.register_ffi_target(name, {"instantiate": handler, "execute": handler}, platform="cpu")


def own_rule(primitive):
    """jax's own rule, for every platform."""
    return mlir._lowerings[primitive].rule


def _is_divided(context):
    """Whether XLA is to divide the program over devices: what a foreign function does it does not know how to divide."""
    axes = context.module_context.axis_context
    if isinstance(axes, mlir.SPMDAxisContext):
        return axes.mesh.size > 1 and bool(set(axes.mesh.axis_names) - axes.manual_axes)
    return getattr(axes, "num_devices", 1) > 1


def _is_known(aval):
    return all(isinstance(extent, int) for extent in aval.shape)


def takes(context):
    """Whether garner is for the call that is being lowered; jax does not serialize a program with foreign functions (jax.export)."""
    return (
        all(_is_known(aval) for aval in context.avals_in)
        and str(context.avals_in[0].dtype) in DTYPES
        and str(context.avals_in[1].dtype) in DTYPES
        and not _is_divided(context)
        and not context.module_context.lowering_parameters.for_export
    )


def _list(values):
    return np.asarray(tuple(values), dtype=np.int64)


def _given(context, indices, numbers):
    """The context with the indices as the program has them, these, whether negative ones count from the end, and their numbers."""
    operand, of_indices, *rest = context.avals_in
    given, wraps, numbers = as_given(indices, numbers, operand.shape)
    kind = f"int{given.type.element_type.width}" if wraps else of_indices.dtype
    of_given = of_indices.update(shape=tuple(given.type.shape), dtype=kind)
    return context.replace(avals_in=[operand, of_given, *rest]), given, wraps, numbers


def _shared(context, modes, indices_are_sorted, unique_indices, mode, wraps):
    return {
        "grain": "window",
        "index_vector_dim": np.int64(context.avals_in[1].ndim - 1),
        "indices_are_sorted": bool(indices_are_sorted),
        "mode": modes[mode.name],
        "unique_indices": bool(unique_indices),
        "wrap_negative": wraps,
    }


def lower_gather(
    context, operand, indices, *, dimension_numbers, slice_sizes, unique_indices, indices_are_sorted, mode, fill_value
):
    n = dimension_numbers
    fill = b"" if fill_value is None else np.asarray(fill_value).astype(context.avals_in[0].dtype).tobytes()
    register()
    theirs = Numbers(n.collapsed_slice_dims, n.operand_batching_dims, n.start_indices_batching_dims, n.start_index_map)
    context, indices, wraps, numbers = _given(context, indices, theirs)
    is_sorted = indices_are_sorted and numbers == theirs
    return jax.ffi.ffi_lowering("garner_gather")(
        context,
        operand,
        indices,
        collapsed_slice_dims=_list(numbers.collapsed),
        fill=np.frombuffer(fill.ljust(16, b"\0"), dtype=np.uint8),
        offset_dims=_list(n.offset_dims),
        operand_batching_dims=_list(numbers.operand_batching),
        slice_sizes=_list(slice_sizes),
        start_index_map=_list(numbers.places),
        start_indices_batching_dims=_list(numbers.indices_batching),
        **_shared(context, _GATHER_MODES, is_sorted, unique_indices, mode, wraps),
    )


def lower_scatter(
    combiner, context, operand, indices, updates, *, dimension_numbers, indices_are_sorted, unique_indices, mode, **_rest
):
    n = dimension_numbers
    register()
    theirs = Numbers(
        n.inserted_window_dims, n.operand_batching_dims, n.scatter_indices_batching_dims, n.scatter_dims_to_operand_dims
    )
    context, indices, wraps, numbers = _given(context, indices, theirs)
    is_sorted = indices_are_sorted and numbers == theirs
    return jax.ffi.ffi_lowering("garner_scatter", operand_output_aliases={0: 0})(
        context,
        operand,
        indices,
        updates,
        combiner=combiner,
        input_batching_dims=_list(numbers.operand_batching),
        inserted_window_dims=_list(numbers.collapsed),
        scatter_dims_to_operand_dims=_list(numbers.places),
        scatter_indices_batching_dims=_list(numbers.indices_batching),
        update_window_dims=_list(n.update_window_dims),
        **_shared(context, _SCATTER_MODES, is_sorted, unique_indices, mode, wraps),
    )


def _lower_negated(lower, context, operand, indices, updates, **params):
    of_updates = context.replace(avals_in=context.avals_in[2:], avals_out=context.avals_in[2:])
    (negated,) = mlir.lower_fun(lax.neg, multiple_results=False)(of_updates, updates)
    return lower(context, operand, indices, negated, **params)


def rule(primitive, is_wanted=lambda context: True):
    """The rule of a primitive on the CPU: garner's, or jax's own for what garner is not for."""
    is_scatter = primitive in COMBINERS
    lower = functools.partial(lower_scatter, COMBINERS[primitive]) if is_scatter else lower_gather
    if primitive is lax.scatter_sub_p:
        lower = functools.partial(_lower_negated, lower)

    def lowered(context, *operands, **params):
        if takes(context) and is_wanted(context) and params["mode"].name in _GATHER_MODES:
            return lower(context, *operands, **params)
        return own_rule(primitive)(context, *operands, **params)

    return lowered
