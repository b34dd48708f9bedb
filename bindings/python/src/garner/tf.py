"""TensorFlow's gathers and scatters, and tf.math's reductions of segments. An index out of range, negative ones too, is an error, as on its CPU."""
from ._garner import tf_gather as gather
from ._garner import tf_gather_nd as gather_nd
from ._garner import tf_tensor_scatter_nd_update as tensor_scatter_nd_update
from ._garner import tf_tensor_scatter_nd_add as tensor_scatter_nd_add
from ._garner import tf_tensor_scatter_nd_sub as tensor_scatter_nd_sub
from ._garner import tf_tensor_scatter_nd_min as tensor_scatter_nd_min
from ._garner import tf_tensor_scatter_nd_max as tensor_scatter_nd_max
from ._garner import tf_segment_sum as segment_sum
from ._garner import tf_segment_mean as segment_mean
from ._garner import tf_segment_prod as segment_prod
from ._garner import tf_segment_min as segment_min
from ._garner import tf_segment_max as segment_max
from ._garner import tf_unsorted_segment_sum as unsorted_segment_sum
from ._garner import tf_unsorted_segment_mean as unsorted_segment_mean
from ._garner import tf_unsorted_segment_prod as unsorted_segment_prod
from ._garner import tf_unsorted_segment_min as unsorted_segment_min
from ._garner import tf_unsorted_segment_max as unsorted_segment_max
from ._garner import tf_unsorted_segment_sqrt_n as unsorted_segment_sqrt_n

__all__ = [
    "gather",
    "gather_nd",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "tensor_scatter_nd_add",
    "tensor_scatter_nd_max",
    "tensor_scatter_nd_min",
    "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update",
    "unsorted_segment_max",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
]
