"""TensorFlow's gathers and scatters. An index out of range, negative ones too, is an error, as on its CPU."""
from ._garner import tf_gather as gather
from ._garner import tf_gather_nd as gather_nd
from ._garner import tf_tensor_scatter_nd_update as tensor_scatter_nd_update
from ._garner import tf_tensor_scatter_nd_add as tensor_scatter_nd_add
from ._garner import tf_tensor_scatter_nd_sub as tensor_scatter_nd_sub
from ._garner import tf_tensor_scatter_nd_min as tensor_scatter_nd_min
from ._garner import tf_tensor_scatter_nd_max as tensor_scatter_nd_max

__all__ = [
    "gather",
    "gather_nd",
    "tensor_scatter_nd_add",
    "tensor_scatter_nd_max",
    "tensor_scatter_nd_min",
    "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update",
]
