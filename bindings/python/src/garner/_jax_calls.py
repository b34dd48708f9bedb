"""garner.jax's calls on jax's arrays, and what puts garner in the place of jax's own. Imports jax."""
import functools
import operator

import jax
import numpy as np
from jax import lax
from jax.interpreters import mlir

from ._jax_lowering import PRIMITIVES, rule
from ._jax_primitives import through

_FUNCTIONS = {
    **{name: getattr(jax.numpy, name) for name in ("take", "take_along_axis")},
    **{name: getattr(lax, name) for name in ("gather", "scatter", "scatter_add", "scatter_mul", "scatter_min", "scatter_max")},
    **{name: getattr(jax.ops, name) for name in ("segment_sum", "segment_prod", "segment_min", "segment_max")},
}


@functools.partial(jax.jit, static_argnums=(0, 1))
def _run(name, options, arrays):
    return through(lambda arrays: _FUNCTIONS[name](**arrays, **dict(options)))(arrays)


def _fixed(value):
    """An option as jit can tell it from others: lists are tuples."""
    return tuple(int(v) for v in value) if isinstance(value, (list, np.ndarray)) else value


def _numbers(name, given):
    """Dimension numbers as jax's own, of garner's, of a dict, or of jax's with lists in them."""
    kind = lax.GatherDimensionNumbers if name == "gather" else lax.ScatterDimensionNumbers
    fields = given if isinstance(given, dict) else given._asdict()
    return kind(**{field: tuple(int(d) for d in dims) for field, dims in fields.items()})


def _extent(segment_ids, num_segments):
    return operator.index(np.max(segment_ids) + 1 if num_segments is None else num_segments)


def call(name, arrays, options):
    """jax's function of this name with garner's primitives in it."""
    if options.pop("out", None) is not None:
        raise NotImplementedError(f"garner.jax.{name}: out is not supported on jax's arrays, which cannot be written to")
    options = {key: _fixed(value) for key, value in options.items()}
    if "dimension_numbers" in options:
        options["dimension_numbers"] = _numbers(name, options["dimension_numbers"])
    if "slice_sizes" in options:
        options["slice_sizes"] = tuple(int(size) for size in options["slice_sizes"])
    if "num_segments" in options:
        if isinstance(arrays["segment_ids"] if options["num_segments"] is None else options["num_segments"], jax.core.Tracer):
            return _FUNCTIONS[name](**arrays, **options)  # jax's error: the number must be known
        options["num_segments"] = _extent(arrays["segment_ids"], options["num_segments"])
    return _run(name, tuple(options.items()), arrays)


# ---- in the place of jax's own

# A call of a foreign function takes about a microsecond, and XLA fuses nothing with it.
LEAST_ELEMENTS = 4096


def _is_worth_it(context):
    moved = context.avals_out[0] if len(context.avals_in) == 2 else context.avals_in[2]
    return moved.size >= LEAST_ELEMENTS


def install():
    for primitive in PRIMITIVES:
        mlir.register_lowering(primitive, rule(primitive, _is_worth_it), platform="cpu", cacheable=False)
    jax.clear_caches()


def uninstall():
    for primitive in PRIMITIVES:
        mlir._platform_specific_lowerings["cpu"].pop(primitive, None)
    jax.clear_caches()
