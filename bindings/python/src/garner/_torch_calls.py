"""garner.torch's calls on tensors that cannot be read as arrays: they need a gradient, or stand for one under vmap or while torch traces.

Such a call is made by torch.ops.garner, and gives a torch.Tensor."""
import operator

import torch


_is_there = hasattr(torch.library, "get_kernel")  # else the call is refused as it was, as a call of arrays


def _is_plain(tensor):
    is_traced = type(tensor) is not torch.Tensor or torch._C._functorch.is_functorch_wrapped_tensor(tensor)
    return not tensor.requires_grad and not is_traced


def _tensors(values):
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value)


def _ops():
    from . import _torch_ops

    return _torch_ops.ops


def index_select(input, dim, index):
    return _ops().index_select(input, operator.index(dim), index)


def gather(input, dim, index):
    return _ops().gather(input, operator.index(dim), index)


def take(input, index):
    return _ops().take(input, index)


def take_along_dim(input, indices, dim=None):
    if dim is None:
        return _ops().gather(input.reshape(-1), 0, indices.reshape(-1))
    dim %= input.dim()
    beside = [1 if d == dim else extent for d, extent in enumerate(input.shape)]
    shape = list(torch.broadcast_shapes(beside, [1 if d == dim else extent for d, extent in enumerate(indices.shape)]))
    shape[dim] = -1
    return _ops().gather(input.expand(shape), dim, indices.expand(shape))


def index(input, indices):
    return _ops().index(input, list(indices))


def embedding(input, weight):
    return _ops().embedding(weight, input)


def scatter(input, dim, index, src, *, reduce=None):
    if reduce is not None:
        raise NotImplementedError("the derivative for 'scatter' with reduce is not implemented; scatter_reduce has one")
    op = _ops().scatter if isinstance(src, torch.Tensor) else _ops().scatter_value
    return op(input, operator.index(dim), index, src)


def scatter_add(input, dim, index, src):
    return _ops().scatter_add(input, operator.index(dim), index, src)


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    return _ops().scatter_reduce(input, operator.index(dim), index, src, reduce, include_self=include_self)


def index_add(input, dim, index, source, *, alpha=1):
    return _ops().index_add(input, operator.index(dim), index, source, alpha=alpha)


def index_copy(input, dim, index, source):
    return _ops().index_copy(input, operator.index(dim), index, source)


def index_put(input, indices, values, accumulate=False):
    return _ops().index_put(input, list(indices), values, accumulate=bool(accumulate))


def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    return _ops().index_reduce(input, operator.index(dim), index, source, reduce, include_self=include_self)


def masked_select(input, mask):
    return _ops().masked_select(input, mask)


def segment_reduce(data, reduce, *, lengths=None, offsets=None, axis=0, unsafe=False, initial=None):
    reduce = {"amax": "max", "amin": "min"}.get(reduce, reduce)
    return _ops().segment_reduce(data, reduce, lengths, offsets, operator.index(axis), unsafe, initial)


def embedding_bag(
    input, weight, offsets=None, *, mode="mean", per_sample_weights=None, include_last_offset=False, padding_idx=None
):
    modes = {"sum": 0, "mean": 1, "max": 2}
    if mode not in modes:
        raise ValueError("mode has to be one of sum, mean or max")
    if offsets is None:
        if input.dim() != 2:
            raise ValueError("offsets has to be a 1D Tensor but got None")
        offsets = torch.arange(0, input.numel(), input.shape[1], dtype=input.dtype)
        input = input.reshape(-1)
        per_sample_weights = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    padding = -1 if padding_idx is None else padding_idx % weight.shape[0]
    return _ops().embedding_bag(weight, input, offsets, False, modes[mode], False, per_sample_weights, include_last_offset, padding)[0]


_CALLS = {
    function.__name__: function
    for function in (
        *(index_select, gather, take, take_along_dim, index, embedding, scatter),
        *(scatter_add, scatter_reduce, index_add, index_copy, index_put),
        *(index_reduce, masked_select, segment_reduce, embedding_bag),
    )
}


def call(name, args, kwargs):
    """The call of this name; NotImplemented where its tensors are plain, or it writes to an `out`."""
    function = _CALLS.get(name)
    if not _is_there or function is None or kwargs.get("out") is not None:
        return NotImplemented
    if all(map(_is_plain, _tensors((*args, *kwargs.values())))):
        return NotImplemented
    kwargs.pop("out", None)
    return function(*args, **kwargs)


def compile_calls():
    """Has torch.compile put these calls in its graph: it does not look into functions of C."""
    from . import _garner

    for name, function in _CALLS.items():
        torch.compiler.substitute_in_graph(getattr(_garner, f"torch_{name}"), skip_signature_check=True)(function)
