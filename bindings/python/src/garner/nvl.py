"""anvil's nvl_gather and nvl_scatter (prim_gather and prim_scatter in newer versions) and their gradients.

Everything counts from 1, as in R: dimensions, index_vector_dim and index values.
"""
from ._garner import nvl_gather as gather
from ._garner import nvl_gather_grad as gather_grad
from ._garner import nvl_scatter as scatter
from ._garner import nvl_scatter_grad as scatter_grad

__all__ = ["gather", "gather_grad", "scatter", "scatter_grad"]
