"""PyTorch's gathers and scatters, and their gradients, by PyTorch's names, argument orders, checks and messages.

Indices are i64 or i32. A negative one is out of range, except in `index`, `index_put` and `take`, where it counts from the end.
`index` and `index_put` take boolean masks as well. A number is cast as torch casts a scalar.
The *_backward functions are what autograd does; docs/python.md shows them in a torch.autograd.Function.

With torch 2.12 or newer, docs/torch.md:

    ops                      torch.ops.garner: the calls as operators of torch's, with autograd, vmap and torch.compile. The calls here
                             are made by them, and give torch.Tensor, where a tensor needs a gradient or stands for one being traced
    install(), uninstall()   puts garner in the place of torch's own kernels on the CPU, and takes it back
"""
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
from ._garner import torch_index_reduce as index_reduce
from ._garner import torch_masked_select as masked_select
from ._garner import torch_masked_scatter as masked_scatter
from ._garner import torch_bincount as bincount
from ._garner import torch_histc as histc
from ._garner import torch_index_reduce_backward as index_reduce_backward
from ._garner import torch_masked_select_backward as masked_select_backward
from ._garner import torch_masked_scatter_backward as masked_scatter_backward
from ._garner import torch_segment_reduce as segment_reduce
from ._garner import torch_segment_reduce_backward as segment_reduce_backward
from ._garner import torch_embedding_bag as embedding_bag


def _needs_torch():
    import torch

    if not hasattr(torch.library, "get_kernel") or not hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
        from ._errors import UnsupportedError

        raise UnsupportedError(f"torch {torch.__version__} has no torch.library.get_kernel; right: 2.12 or newer")


def install(ops=None):
    """torch's own gathers and scatters on the CPU run by garner from now on: in every model, forward and backward.

    ops   names of which: index_select, gather, take, index, scatter, scatter_add, scatter_reduce, index_add, index_copy, index_put,
          index_reduce, masked_select, embedding (its gradient; the lookup is index_select), embedding_bag (and its gradient),
          segment_reduce; None: all

    Results are those of torch's kernels, to the bit where those are deterministic, and errors are torch's own. What garner does not
    serve goes on to torch's kernel: fewer than 4,096 elements, and others that docs/torch.md lists. Installing twice is the same as once.
    ValueError: no such name. garner.UnsupportedError: an older torch."""
    _needs_torch()
    from . import _torch_install

    _torch_install.install(ops)


def uninstall():
    """Takes install() back: torch's own kernels run again."""
    import sys

    if "garner._torch_install" in sys.modules:
        sys.modules["garner._torch_install"].uninstall()


def __getattr__(name):
    if name != "ops":
        raise AttributeError(f"module 'garner.torch' has no attribute {name!r}")
    _needs_torch()
    from . import _torch_ops

    return _torch_ops.ops


__all__ = [
    "bincount",
    "embedding",
    "embedding_bag",
    "embedding_dense_backward",
    "gather",
    "gather_backward",
    "histc",
    "index",
    "index_add",
    "index_add_backward",
    "index_backward",
    "index_copy",
    "index_copy_backward",
    "index_put",
    "index_put_backward",
    "index_reduce",
    "index_reduce_backward",
    "index_select",
    "index_select_backward",
    "install",
    "masked_scatter",
    "masked_scatter_backward",
    "masked_select",
    "masked_select_backward",
    "scatter",
    "scatter_add",
    "scatter_add_backward",
    "scatter_backward",
    "scatter_reduce",
    "scatter_reduce_backward",
    "segment_reduce",
    "segment_reduce_backward",
    "take",
    "take_along_dim",
    "take_along_dim_backward",
    "take_backward",
    "uninstall",
]
