"""jax.lax's gather and scatters, with JAX's dimension numbers and modes. JAX itself is not needed.

dimension_numbers may be JAX's own GatherDimensionNumbers and ScatterDimensionNumbers, those here, or a dict of their fields.
"""
from typing import NamedTuple, Tuple

from ._garner import jax_gather as gather
from ._garner import jax_scatter as scatter
from ._garner import jax_scatter_add as scatter_add
from ._garner import jax_scatter_max as scatter_max
from ._garner import jax_scatter_min as scatter_min
from ._garner import jax_scatter_mul as scatter_mul


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


__all__ = [
    "GatherDimensionNumbers",
    "ScatterDimensionNumbers",
    "gather",
    "scatter",
    "scatter_add",
    "scatter_max",
    "scatter_min",
    "scatter_mul",
]
