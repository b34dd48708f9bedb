"""jax.lax's gather and scatters, with JAX's dimension numbers and modes; and, inside jax's programs, jax's functions run by garner.

On arrays of numpy's and others gather, the scatters and the segment functions run at once, give garner.Array and do not need jax. On
jax's arrays they are jax.lax's and jax.ops', and take and take_along_axis are jax.numpy's: with the same arguments and results, under
jit, vmap, grad, jvp and transposes. Compiled for the CPU they run by garner inside XLA's program; elsewhere they are jax's own.

    install(), uninstall()   puts garner in the place of jax's own gathers and scatters on the CPU, and takes it back
    threads                  how many threads programs may use that are compiled from now on; at first one for each processor

dimension_numbers may be JAX's own GatherDimensionNumbers and ScatterDimensionNumbers, those here, or a dict of their fields.
"""
import functools
import operator
import os
import sys
import types
from typing import NamedTuple, Tuple

from . import _garner


class GatherDimensionNumbers(NamedTuple):
    """jax.lax.GatherDimensionNumbers: dimensions of the result (offset_dims), of operand, and of start_indices."""

    offset_dims: Tuple[int, ...]
    collapsed_slice_dims: Tuple[int, ...]
    start_index_map: Tuple[int, ...]
    operand_batching_dims: Tuple[int, ...] = ()
    start_indices_batching_dims: Tuple[int, ...] = ()


class ScatterDimensionNumbers(NamedTuple):
    """jax.lax.ScatterDimensionNumbers: dimensions of updates (update_window_dims), of operand, and of scatter_indices."""

    update_window_dims: Tuple[int, ...]
    inserted_window_dims: Tuple[int, ...]
    scatter_dims_to_operand_dims: Tuple[int, ...]
    operand_batching_dims: Tuple[int, ...] = ()
    scatter_indices_batching_dims: Tuple[int, ...] = ()


# ---- on jax's arrays


def _in_jax(name, arrays, options):
    from . import _jax_calls

    return _jax_calls.call(name, arrays, options)


def _has_jax(args, kwargs):
    """Whether an argument is an array of jax's, or stands for one while jax traces."""
    kind = getattr(sys.modules["jax"], "Array", None)
    return kind is not None and any(isinstance(value, kind) for value in (*args, *kwargs.values()))


def _either(name, eager, tensors):
    """The call of this name: `eager`, or jax's where an array is of jax."""

    @functools.wraps(eager)
    def call(*args, **kwargs):
        if "jax" not in sys.modules or not _has_jax(args, kwargs):
            return eager(*args, **kwargs)
        import inspect

        options = inspect.signature(eager).bind(*args, **kwargs).arguments
        arrays = {tensor: options.pop(tensor) for tensor in tensors}
        return _in_jax(name, arrays, options)

    call.__name__ = call.__qualname__ = name
    call.__module__ = __name__
    return call


_UPDATED = ("operand", "scatter_indices", "updates")
gather = _either("gather", _garner.jax_gather, ("operand", "start_indices"))
scatter = _either("scatter", _garner.jax_scatter, _UPDATED)
scatter_add = _either("scatter_add", _garner.jax_scatter_add, _UPDATED)
scatter_max = _either("scatter_max", _garner.jax_scatter_max, _UPDATED)
scatter_min = _either("scatter_min", _garner.jax_scatter_min, _UPDATED)
scatter_mul = _either("scatter_mul", _garner.jax_scatter_mul, _UPDATED)


def take(
    a, indices, axis=None, out=None, mode=None, unique_indices=False, indices_are_sorted=False, fill_value=None
):
    """jax.numpy.take by garner, an array of jax's: the slices of a along axis, or the elements of a flat a, that indices name.

    mode   None, "fill": a negative index counts from the end, fill_value stands for what is out of range; "clip"; "wrap"

    Errors are jax's own. Usable under jit, vmap, grad and jvp."""
    options = {"axis": axis if axis is None else operator.index(axis), "out": out, "mode": mode}
    options.update(unique_indices=unique_indices, indices_are_sorted=indices_are_sorted, fill_value=fill_value)
    return _in_jax("take", {"a": a, "indices": indices}, options)


def take_along_axis(arr, indices, axis=-1, mode=None, fill_value=None, *, wrap_negative_indices=None):
    """jax.numpy.take_along_axis by garner, an array of jax's: of each line of arr along axis the elements that indices name there.

    Errors are jax's own. Usable under jit, vmap, grad and jvp."""
    options = {"axis": axis if axis is None else operator.index(axis), "mode": mode, "fill_value": fill_value}
    options["wrap_negative_indices"] = wrap_negative_indices
    return _in_jax("take_along_axis", {"arr": arr, "indices": indices}, options)


def _can_be_read(*arrays):
    """Whether they are arrays, and of another library than jax."""
    return all(hasattr(array, "__dlpack__") or isinstance(array, memoryview) for array in arrays) and not (
        "jax" in sys.modules and _has_jax(arrays, {})
    )


def _segments(name, eager, what):
    def call(
        data,
        segment_ids,
        num_segments=None,
        indices_are_sorted=False,
        unique_indices=False,
        bucket_size=None,
        mode=None,
        out_sharding=None,
        *,
        out=None,
    ):
        if bucket_size is None and out_sharding is None and _can_be_read(data, segment_ids):
            return eager(data, segment_ids, num_segments, indices_are_sorted, unique_indices, mode, out=out)
        options = {"out": out, "num_segments": num_segments, "indices_are_sorted": indices_are_sorted}
        options.update(unique_indices=unique_indices, bucket_size=bucket_size, mode=mode, out_sharding=out_sharding)
        return _in_jax(name, {"data": data, "segment_ids": segment_ids}, options)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"""jax.ops.{name} by garner: {what} of data's slices with the same of segment_ids.

    num_segments   extent of the result's first dimension; None: the greatest of segment_ids and one, which jit must know
    bucket_size, out_sharding   of jax's arrays alone

    On arrays of numpy's and others it runs at once, and gives a garner.Array, or `out`. On jax's it is usable under jit, vmap, grad and
    jvp, and errors are jax's own."""
    return call


segment_sum = _segments("segment_sum", _garner.jax_segment_sum, "the sums")
segment_prod = _segments("segment_prod", _garner.jax_segment_prod, "the products")
segment_min = _segments("segment_min", _garner.jax_segment_min, "the least elements")
segment_max = _segments("segment_max", _garner.jax_segment_max, "the greatest elements")


# ---- in the place of jax's own


def install():
    """Programs that jax compiles for the CPU from now on run their gathers and scatters by garner, where these move 4,096 elements or more.

    What is compiled already is compiled again (jax.clear_caches). Installing twice is the same as once."""
    from . import _jax_calls

    _jax_calls.install()


def uninstall():
    """Takes install() back: programs that are compiled from now on run as jax has it."""
    from . import _jax_calls

    _jax_calls.uninstall()


# ---- threads


def _processors():
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(count, 256)


class _Module(types.ModuleType):
    """A module whose `threads` is checked when it is set."""

    _threads = _processors()

    @property
    def threads(self):
        return type(self)._threads

    @threads.setter
    def threads(self, threads):
        _garner.jax_ffi_threads(threads)
        type(self)._threads = operator.index(threads)


sys.modules[__name__].__class__ = _Module
_garner.jax_ffi_threads(_processors())

__all__ = [
    "GatherDimensionNumbers",
    "ScatterDimensionNumbers",
    "gather",
    "install",
    "scatter",
    "scatter_add",
    "scatter_max",
    "scatter_min",
    "scatter_mul",
    "segment_max",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "take",
    "take_along_axis",
    "uninstall",
]
