"""PyTorch's gathers and scatters, and their gradients, by PyTorch's names, argument orders, checks and messages.

Indices are i64 or i32. A negative one is out of range, except in `index`, `index_put` and `take`, where it counts from the end.
`index` and `index_put` take boolean masks as well. A number is cast as torch casts a scalar.
The *_backward functions are what autograd does; docs/python.md shows them in a torch.autograd.Function."""
from ._garner import torch_gather as gather
from ._garner import torch_index_select as index_select
from ._garner import torch_take_along_dim as take_along_dim
from ._garner import torch_embedding as embedding
from ._garner import torch_take as take
from ._garner import torch_index as index
from ._garner import torch_scatter as scatter
from ._garner import torch_scatter_add as scatter_add
from ._garner import torch_scatter_reduce as scatter_reduce
from ._garner import torch_index_add as index_add
from ._garner import torch_index_copy as index_copy
from ._garner import torch_index_put as index_put
from ._garner import torch_gather_backward as gather_backward
from ._garner import torch_index_select_backward as index_select_backward
from ._garner import torch_take_along_dim_backward as take_along_dim_backward
from ._garner import torch_embedding_dense_backward as embedding_dense_backward
from ._garner import torch_index_backward as index_backward
from ._garner import torch_take_backward as take_backward
from ._garner import torch_scatter_backward as scatter_backward
from ._garner import torch_scatter_add_backward as scatter_add_backward
from ._garner import torch_scatter_reduce_backward as scatter_reduce_backward
from ._garner import torch_index_add_backward as index_add_backward
from ._garner import torch_index_copy_backward as index_copy_backward
from ._garner import torch_index_put_backward as index_put_backward

__all__ = [
    "embedding",
    "embedding_dense_backward",
    "gather",
    "gather_backward",
    "index",
    "index_add",
    "index_add_backward",
    "index_backward",
    "index_copy",
    "index_copy_backward",
    "index_put",
    "index_put_backward",
    "index_select",
    "index_select_backward",
    "scatter",
    "scatter_add",
    "scatter_add_backward",
    "scatter_backward",
    "scatter_reduce",
    "scatter_reduce_backward",
    "take",
    "take_along_dim",
    "take_along_dim_backward",
    "take_backward",
]
