"""torch.ops.garner: gathers and scatters as operators of torch's, with aten's schemas, fake kernels, derivatives and batching rules.

On the CPU they are garner's, elsewhere, and for what garner does not serve, aten's: shapes, errors and messages are aten's. Derivatives
are made of the same operators, so those that are linear have derivatives of their own.
"""
import torch

from . import _garner, _torch_bags, _torch_calls, _torch_kernels, _torch_segments

_aten = torch.ops.aten
_library = torch.library.Library("garner", "DEF")
ops = torch.ops.garner


def _dense_bag_backward(*args):
    return _torch_bags.embedding_bag_backward(*args[:9], False, *args[9:])


def _dense_bag_backward_of_aten(*args):
    return _aten._embedding_bag_backward(*args[:9], False, *args[9:])


# Name, schema, garner's kernel on the CPU, aten's operator.
_OPS = (
    ("index_select", "(Tensor self, int dim, Tensor index) -> Tensor", _torch_kernels.index_select, _aten.index_select),
    ("gather", "(Tensor self, int dim, Tensor index) -> Tensor", _torch_kernels.gather, _aten.gather),
    ("take", "(Tensor self, Tensor index) -> Tensor", _torch_kernels.take, _aten.take),
    ("index", "(Tensor self, Tensor?[] indices) -> Tensor", _torch_kernels.index, _aten.index.Tensor),
    (
        "embedding",
        "(Tensor weight, Tensor indices, *, SymInt padding_idx=-1, bool scale_grad_by_freq=False) -> Tensor",
        _torch_kernels.embedding,
        _aten.embedding,
    ),
    (
        "scatter",
        "(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
        _torch_kernels.scatter,
        _aten.scatter.src,
    ),
    (
        "scatter_value",
        "(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
        _torch_kernels.scatter_value,
        _aten.scatter.value,
    ),
    (
        "scatter_add",
        "(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
        _torch_kernels.scatter_add,
        _aten.scatter_add,
    ),
    (
        "scatter_reduce",
        "(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor",
        _torch_kernels.scatter_reduce,
        _aten.scatter_reduce.two,
    ),
    (
        "index_add",
        "(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
        _torch_kernels.index_add,
        _aten.index_add,
    ),
    (
        "index_copy",
        "(Tensor self, int dim, Tensor index, Tensor source) -> Tensor",
        _torch_kernels.index_copy,
        _aten.index_copy,
    ),
    (
        "index_put",
        "(Tensor self, Tensor?[] indices, Tensor values, *, bool accumulate=False) -> Tensor",
        _torch_kernels.index_put,
        _aten.index_put,
    ),
    (
        "index_reduce",
        "(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor",
        _torch_kernels.index_reduce,
        _aten.index_reduce,
    ),
    (
        "embedding_bag",
        "(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool sparse=False,"
        " Tensor? per_sample_weights=None, bool include_last_offset=False, int padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)",
        _torch_bags.embedding_bag,
        _aten._embedding_bag,
    ),
    (
        "embedding_bag_backward",
        "(Tensor grad, Tensor indices, Tensor offsets, Tensor offset2bag, Tensor bag_size, Tensor maximum_indices, SymInt num_weights,"
        " bool scale_grad_by_freq, int mode, Tensor? per_sample_weights, int padding_idx) -> Tensor",
        _dense_bag_backward,
        _dense_bag_backward_of_aten,
    ),
    (
        "embedding_dense_backward",
        "(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, bool scale_grad_by_freq) -> Tensor",
        _torch_kernels.embedding_dense_backward,
        _aten.embedding_dense_backward,
    ),
)


# ---- gradients of a gather: zeros, into which the gradient is added. Each is linear in it.


def _zeros(grad, shape):
    return grad.new_zeros(shape)


def _added_along(grad, shape, dim, index):
    return _aten.scatter_add(_zeros(grad, shape), dim, index, grad)


def _added_slices(grad, shape, dim, index):
    return _aten.index_add(_zeros(grad, shape), dim, index, grad)


def _added_at(grad, shape, indices):
    return _aten.index_put(_zeros(grad, shape), indices, grad, True)


def _added_flat(grad, shape, index):
    return _aten.put(_zeros(grad, shape), index, grad, True)


def _served_along(grad, shape, dim, index):
    return _torch_kernels.scatter_add_into(_zeros(grad, shape), dim, index, grad)


def _served_slices(grad, shape, dim, index):
    return _torch_kernels.index_add_into(_zeros(grad, shape), dim, index, grad)


def _served_at(grad, shape, indices):
    return _torch_kernels.index_put_into(_zeros(grad, shape), indices, grad, True)


def _served_flat(grad, shape, index):
    flat = _torch_kernels.index_put_into(_zeros(grad, shape).view(-1), [index.reshape(-1)], grad.reshape(-1), True)
    return None if flat is None else flat.view(shape)


_BACKWARD = (
    ("gather_backward", "(Tensor grad, SymInt[] shape, int dim, Tensor index) -> Tensor", _served_along, _added_along),
    ("index_select_backward", "(Tensor grad, SymInt[] shape, int dim, Tensor index) -> Tensor", _served_slices, _added_slices),
    ("index_backward", "(Tensor grad, SymInt[] shape, Tensor?[] indices) -> Tensor", _served_at, _added_at),
    ("take_backward", "(Tensor grad, SymInt[] shape, Tensor index) -> Tensor", _served_flat, _added_flat),
)


def _on_cpu(serve, aten):
    def kernel(*args, **kwargs):
        result = serve(*args, **kwargs)
        return aten(*args, **kwargs) if result is None else result

    return kernel


def _define(name, schema, serve, aten, fake=None):
    """An operator: garner's on the CPU unless `serve` is None, else aten's, which is the fake kernel too where there is no other."""
    _library.define(name + schema, tags=(torch.Tag.pt2_compliant_tag,))
    _library.impl(name, aten, "CompositeExplicitAutograd")
    if serve is not None:
        _library.impl(name, _on_cpu(serve, aten), "CPU")
    torch.library.register_fake(f"garner::{name}", aten if fake is None else fake, lib=_library)


for _row in _OPS + _BACKWARD:
    _define(*_row)


# ---- operators whose result's shape aten's fake kernels do not tell


def _segment_reduce(data, reduce, lengths=None, offsets=None, axis=0, unsafe=False, initial=None):
    return _aten.segment_reduce(data, reduce, lengths=lengths, offsets=offsets, axis=axis, unsafe=unsafe, initial=initial)


def _segment_reduce_fake(data, reduce, lengths=None, offsets=None, axis=0, unsafe=False, initial=None):
    by, axis = (offsets if lengths is None else lengths), axis % data.dim()
    count = by.shape[-1] - (lengths is None)
    return data.new_empty((*data.shape[:axis], count, *data.shape[axis + 1 :]))


def _segment_reduce_backward(grad, output, data, reduce, lengths=None, offsets=None, axis=0, initial=None):
    by = {"lengths": lengths, "offsets": offsets, "axis": axis, "initial": initial}
    return _aten._segment_reduce_backward(grad, output, data, reduce, **by)


def _segment_reduce_backward_fake(grad, output, data, *others):
    return data.new_empty(data.shape)


def _masked_select_fake(self, mask):
    return self.new_empty(torch.library.get_ctx().new_dynamic_size())


_SEGMENT_REDUCE = (
    "(Tensor data, str reduce, Tensor? lengths=None, Tensor? offsets=None, int axis=0, bool unsafe=False, Scalar? initial=None)"
    " -> Tensor"
)
_SEGMENT_REDUCE_BACKWARD = (
    "(Tensor grad, Tensor output, Tensor data, str reduce, Tensor? lengths=None, Tensor? offsets=None, int axis=0,"
    " Scalar? initial=None) -> Tensor"
)
_define("segment_reduce", _SEGMENT_REDUCE, _torch_segments.segment_reduce, _segment_reduce, _segment_reduce_fake)
_define("segment_reduce_backward", _SEGMENT_REDUCE_BACKWARD, None, _segment_reduce_backward, _segment_reduce_backward_fake)
_define("masked_select", "(Tensor self, Tensor mask) -> Tensor", _torch_kernels.masked_select, _aten.masked_select, _masked_select_fake)


# ---- extremes and products: their gradient is not linear, and has no derivative


def _reduce_backward_cpu(grad, self, dim, index, src, reduce, include_self, result):
    given = [tensor.contiguous() for tensor in (grad, self, index, src, result)]
    grad, self, index, src, result = (tensor.detach() for tensor in given)
    both = _garner.torch_scatter_reduce_backward(grad, self, dim, index, src, reduce, include_self, result)
    return tuple(array.torch() for array in both)


_library.define(
    "scatter_reduce_backward(Tensor grad, Tensor self, int dim, Tensor index, Tensor src, str reduce, bool include_self,"
    " Tensor result) -> (Tensor, Tensor)",
    tags=(torch.Tag.pt2_compliant_tag,),
)
_library.impl("scatter_reduce_backward", _reduce_backward_cpu, "CPU")


@torch.library.register_fake("garner::scatter_reduce_backward", lib=_library)
def _reduce_backward_fake(grad, self, dim, index, src, reduce, include_self, result):
    return grad.new_empty(grad.shape), grad.new_empty(index.shape)


# ---- derivatives: (what forward keeps of its arguments, gradients of the arguments)


def _keep(at):
    """A setup_context that keeps this argument, which is an index; of other tensors the shape; and the rest as it is."""

    def setup(ctx, inputs, output):
        ctx.save_for_backward(inputs[at])
        ctx.rest = [value.shape if isinstance(value, torch.Tensor) else value for value in inputs]

    return setup


def _index_select_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    return ops.index_select_backward(grad, ctx.rest[0], ctx.rest[1], index), None, None


def _gather_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    return ops.gather_backward(grad, ctx.rest[0], ctx.rest[1], index), None, None


def _take_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    return ops.take_backward(grad, ctx.rest[0], index), None


def _embedding_setup(ctx, inputs, keyword_only_inputs, output):
    ctx.save_for_backward(inputs[1])
    ctx.rows, ctx.padding = inputs[0].shape[0], keyword_only_inputs.get("padding_idx", -1)
    ctx.scale = keyword_only_inputs.get("scale_grad_by_freq", False)


def _embedding_grad(ctx, grad):
    (indices,) = ctx.saved_tensors
    return ops.embedding_dense_backward(grad, indices, ctx.rows, ctx.padding, ctx.scale), None


def _embedding_grad_grad(ctx, grad):
    (indices,) = ctx.saved_tensors
    _, _, _, padding, scale = ctx.rest
    if scale:
        raise RuntimeError("garner::embedding: with scale_grad_by_freq there is no second derivative")
    grad = ops.embedding(grad, indices)
    if padding >= 0:
        grad = grad.masked_fill((indices == padding).unsqueeze(-1), 0)
    return grad, None, None, None, None


def _scatter_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    dim, shape = ctx.rest[1], ctx.rest[3]
    if shape != index.shape:
        raise RuntimeError(f"garner::scatter: src of shape {list(shape)} has no gradient, as index has {list(index.shape)}")
    return ops.scatter_value(grad, dim, index, 0), None, None, ops.gather(grad, dim, index)


def _scatter_value_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    return ops.scatter_value(grad, ctx.rest[1], index, 0), None, None, None


def _of_larger(grad, shape, index):
    """A gradient of index's shape as that of a source of which only so much was read."""
    return grad if tuple(shape) == tuple(index.shape) else torch.nn.functional.pad(
        grad, [n for d in reversed(range(len(shape))) for n in (0, shape[d] - index.shape[d])]
    )


def _scatter_add_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    return grad, None, None, _of_larger(ops.gather(grad, ctx.rest[1], index), ctx.rest[3], index)


def _scatter_reduce_setup(ctx, inputs, keyword_only_inputs, output):
    self, dim, index, src, reduce = inputs
    ctx.dim, ctx.reduce, ctx.include_self = dim, reduce, keyword_only_inputs.get("include_self", True)
    ctx.linear = reduce in ("sum", "mean")
    ctx.shape = src.shape
    ctx.save_for_backward(*((index,) if ctx.linear else (index, self, src, output)))


def _index_reduce_setup(ctx, inputs, keyword_only_inputs, output):
    self, dim, index, source, reduce = inputs
    beside = [1] * self.dim()
    beside[dim] = -1
    index = index if index.dtype is torch.int64 else index.long()
    index = index.view(beside).expand(source.shape)
    _scatter_reduce_setup(ctx, (self, dim, index, source, reduce), keyword_only_inputs, output)


def _count(grad, dim, index, include_self):
    count = (torch.ones_like if include_self else torch.zeros_like)(grad)
    count = ops.scatter_add(count, dim, index, torch.ones(index.shape, dtype=grad.dtype, device=grad.device))
    return count.masked_fill(count == 0, 1)


def _scatter_reduce_grad(ctx, grad):
    index, *others = ctx.saved_tensors
    dim, include_self = ctx.dim, ctx.include_self
    if not ctx.linear:
        self, src, result = others
        if tuple(src.shape) != tuple(index.shape):
            raise RuntimeError(f"garner::scatter_reduce: src of shape {list(src.shape)} has no gradient, as index has {list(index.shape)}")
        of_self, of_src = ops.scatter_reduce_backward(grad, self, dim, index, src, ctx.reduce, include_self, result)
        return of_self, None, None, of_src, None
    if ctx.reduce == "mean":
        grad = grad / _count(grad.detach(), dim, index, include_self)
    of_src = _of_larger(ops.gather(grad, dim, index), ctx.shape, index)
    return grad if include_self else ops.scatter_value(grad, dim, index, 0), None, None, of_src, None


def _index_add_setup(ctx, inputs, keyword_only_inputs, output):
    ctx.save_for_backward(inputs[2])
    ctx.dim, ctx.alpha = inputs[1], keyword_only_inputs.get("alpha", 1)


def _index_add_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    of_source = ops.index_select(grad, ctx.dim, index)
    return grad, None, None, of_source if ctx.alpha == 1 else of_source * ctx.alpha


def _embedding_bag_setup(ctx, inputs, output):
    weight, indices, offsets, scale, mode, sparse, weights, _, padding = inputs
    if sparse:
        raise RuntimeError("garner::embedding_bag: a sparse gradient is not there; aten::_embedding_bag has one")
    ctx.save_for_backward(weight if weights is not None else None, indices, offsets, *output[1:], weights)
    ctx.rest = weight.shape[0], scale, mode, padding


def _embedding_bag_grad(ctx, grad, *unused):
    weight, indices, offsets, of_entry, size, rows, weights = ctx.saved_tensors
    count, scale, mode, padding = ctx.rest
    of_weight = of_weights = None
    if ctx.needs_input_grad[0]:
        of_weight = ops.embedding_bag_backward(grad, indices, offsets, of_entry, size, rows, count, scale, mode, weights, padding)
    if weights is not None and ctx.needs_input_grad[6]:
        of_weights = _aten._embedding_bag_per_sample_weights_backward(grad, weight, indices, offsets, of_entry, mode, padding)
    return of_weight, None, None, None, None, None, of_weights, None, None


def _segment_reduce_setup(ctx, inputs, output):
    data, ctx.reduce, lengths, offsets, ctx.axis, _, ctx.initial = inputs
    ctx.save_for_backward(output, data, lengths, offsets)


def _segment_reduce_grad(ctx, grad):
    output, data, lengths, offsets = ctx.saved_tensors
    by = lengths, offsets, ctx.axis, ctx.initial
    return ops.segment_reduce_backward(grad, output, data, ctx.reduce, *by), None, None, None, None, None, None


def _masked_select_setup(ctx, inputs, output):
    self, mask = inputs
    ctx.save_for_backward(mask)
    ctx.shape = self.shape


def _masked_select_grad(ctx, grad):
    (mask,) = ctx.saved_tensors
    spread = grad.new_zeros(torch.broadcast_shapes(ctx.shape, mask.shape)).masked_scatter(mask, grad)
    return spread.sum_to_size(ctx.shape), None


def _index_copy_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    return grad.index_fill(ctx.rest[1], index, 0), None, None, ops.index_select(grad, ctx.rest[1], index)


def _keep_list(ctx, inputs, output):
    indices = inputs[-1]
    ctx.places = [i for i, index in enumerate(indices) if index is not None]
    ctx.shape, ctx.length = inputs[0].shape, len(indices)
    ctx.save_for_backward(*(indices[i] for i in ctx.places))


def _index_put_setup(ctx, inputs, keyword_only_inputs, output):
    _keep_list(ctx, inputs[:2], output)
    ctx.values, ctx.accumulate = inputs[2].shape, keyword_only_inputs.get("accumulate", False)


def _list_of(ctx):
    indices = [None] * ctx.length
    for place, index in zip(ctx.places, ctx.saved_tensors):
        indices[place] = index
    return indices


def _none_of_list(ctx):
    """No gradients of a list of indices: torch takes one that holds None for no list of tensors."""
    return [None] * ctx.length if len(ctx.places) == ctx.length else None


def _none_of_shape(shape):
    return None if len(shape) > 0 else []


def _index_grad(ctx, grad):
    return ops.index_backward(grad, ctx.shape, _list_of(ctx)), _none_of_list(ctx)


def _index_put_grad(ctx, grad):
    indices = _list_of(ctx)
    of_values = ops.index(grad, indices).sum_to_size(ctx.values)
    of_self = grad if ctx.accumulate else ops.index_put(grad, indices, grad.new_zeros(()))
    return of_self, _none_of_list(ctx), of_values


def _gather_grad_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    return ops.gather(grad, ctx.rest[2], index), _none_of_shape(ctx.rest[1]), None, None


def _index_select_grad_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    return ops.index_select(grad, ctx.rest[2], index), _none_of_shape(ctx.rest[1]), None, None


def _take_grad_grad(ctx, grad):
    (index,) = ctx.saved_tensors
    return ops.take(grad, index), _none_of_shape(ctx.rest[1]), None


def _index_grad_grad(ctx, grad):
    indices = _list_of(ctx)
    return ops.index(grad, indices), _none_of_shape(ctx.grad_shape), _none_of_list(ctx)


def _keep_index_backward(ctx, inputs, output):
    _keep_list(ctx, inputs, output)
    ctx.grad_shape = inputs[1]


for _name, _grad, _setup in (
    ("index_select", _index_select_grad, _keep(2)),
    ("gather", _gather_grad, _keep(2)),
    ("take", _take_grad, _keep(1)),
    ("index", _index_grad, _keep_list),
    ("embedding", _embedding_grad, _embedding_setup),
    ("embedding_dense_backward", _embedding_grad_grad, _keep(1)),
    ("scatter", _scatter_grad, _keep(2)),
    ("scatter_value", _scatter_value_grad, _keep(2)),
    ("scatter_add", _scatter_add_grad, _keep(2)),
    ("scatter_reduce", _scatter_reduce_grad, _scatter_reduce_setup),
    ("index_add", _index_add_grad, _index_add_setup),
    ("index_reduce", _scatter_reduce_grad, _index_reduce_setup),
    ("embedding_bag", _embedding_bag_grad, _embedding_bag_setup),
    ("segment_reduce", _segment_reduce_grad, _segment_reduce_setup),
    ("masked_select", _masked_select_grad, _masked_select_setup),
    ("index_copy", _index_copy_grad, _keep(2)),
    ("index_put", _index_put_grad, _index_put_setup),
    ("gather_backward", _gather_grad_grad, _keep(3)),
    ("index_select_backward", _index_select_grad_grad, _keep(3)),
    ("take_backward", _take_grad_grad, _keep(2)),
    ("index_backward", _index_grad_grad, _keep_index_backward),
):
    torch.library.register_autograd(f"garner::{_name}", _grad, setup_context=_setup, lib=_library)


# ---- vmap: the batch goes first, and is a dimension like the others


def _batched(tensor, at, size):
    return tensor.movedim(at, 0) if at is not None else tensor.unsqueeze(0).expand(size, *tensor.shape)


def _beside(dim, rank):
    """A dimension of a tensor of so many dimensions, beside that of the batch."""
    return (dim % rank if rank else 0) + 1


def _with_rank(tensor, at):
    return tensor.dim() - (at is not None)


def _along(op):
    """Of op(self, dim, index, ...): all tensors have the batch."""

    def rule(info, in_dims, self, dim, index, *others, **kwargs):
        rank = _with_rank(self, in_dims[0])
        if rank == 0:  # [1], as elsewhere
            raise RuntimeError("garner: vmap over tensors of rank 0 is not there")
        tensors = [
            _batched(value, at, info.batch_size) if isinstance(value, torch.Tensor) else value
            for value, at in zip((self, dim, index, *others), in_dims)
        ]
        tensors[1] = _beside(dim, rank)
        return op(*tensors, **kwargs), 0

    return rule


def _index_along(self, dim, index):
    """index, one for each of the batch, as scatter and gather take it for whole slices of self."""
    shape = [1] * self.dim()
    shape[0], shape[dim] = index.shape
    to = list(self.shape)
    to[dim] = index.shape[1]
    return index.reshape(shape).expand(to)


def _slices(op, along):
    """Of op(self, dim, index, ...) with one index for all slices; `along`: the operator where each of the batch has its own."""

    def rule(info, in_dims, self, dim, index, *others, **kwargs):
        dim = _beside(dim, _with_rank(self, in_dims[0]))
        self = _batched(self, in_dims[0], info.batch_size)
        others = [
            _batched(value, at, info.batch_size) if isinstance(value, torch.Tensor) else value
            for value, at in zip(others, in_dims[3:])
        ]
        if in_dims[2] is None:
            return op(self, dim, index, *others, **kwargs), 0
        index = index.movedim(in_dims[2], 0).reshape(info.batch_size, -1)
        alpha = kwargs.pop("alpha", 1)
        others = [value * alpha for value in others] if alpha != 1 else others
        return along(self, dim, _index_along(self, dim, index), *others, **kwargs), 0

    return rule


def _embedding_rule(info, in_dims, weight, indices, **kwargs):
    if in_dims[0] is None:
        return ops.embedding(weight, indices.movedim(in_dims[1], 0), **kwargs), 0
    if kwargs.get("padding_idx", -1) >= 0:
        raise RuntimeError("garner::embedding: vmap over weights with a padding_idx is not there")
    weight = weight.movedim(in_dims[0], 0)
    indices = _batched(indices, in_dims[1], info.batch_size)
    start = torch.arange(info.batch_size, device=indices.device).view(-1, *[1] * (indices.dim() - 1)) * weight.shape[1]
    return ops.embedding(weight.reshape(-1, weight.shape[-1]), indices + start, **kwargs), 0


torch.library.register_vmap("garner::gather", _along(ops.gather), lib=_library)
torch.library.register_vmap("garner::scatter", _along(ops.scatter), lib=_library)
torch.library.register_vmap("garner::scatter_value", _along(ops.scatter_value), lib=_library)
torch.library.register_vmap("garner::scatter_add", _along(ops.scatter_add), lib=_library)
torch.library.register_vmap("garner::scatter_reduce", _along(ops.scatter_reduce), lib=_library)
torch.library.register_vmap("garner::index_select", _slices(ops.index_select, ops.gather), lib=_library)
torch.library.register_vmap("garner::index_add", _slices(ops.index_add, ops.scatter_add), lib=_library)
torch.library.register_vmap("garner::index_copy", _slices(ops.index_copy, ops.scatter), lib=_library)
torch.library.register_vmap("garner::index_reduce", _slices(ops.index_reduce, ops.scatter_reduce), lib=_library)
torch.library.register_vmap("garner::embedding", _embedding_rule, lib=_library)

_torch_calls.compile_calls()
