"""What torch's embedding_bag on the CPU is by garner, as _torch_kernels.py: functions of aten's names, with aten's arguments.

aten's four results are the sums, the bag of each entry (empty where its own sum does not need it), the sizes of the bags (0 of sums) and,
of maxima, the rows that they are from, else the sizes again. The gradient adds the entries of a row in the order of torch's own sort.
"""
import torch

from . import _garner
from ._torch_kernels import kernel

_SUM, _MEAN, _MAX = 0, 1, 2  # aten's numbers of modes
_bag, _gradient = _garner.torch_bag, _garner.torch_bag_gradient
_HALF = frozenset((torch.float16, torch.bfloat16))
_WIDE = frozenset((torch.float32, torch.float64))
_WHOLE = frozenset((torch.int32, torch.int64))


def _are_lists(*tensors):
    """Of one dimension, entries next to each other."""
    return all(tensor.dim() == 1 and tensor.is_contiguous() for tensor in tensors)


def _is_served(weight, indices, offsets, weights):
    if weight.dim() != 2 or weight.dtype not in _WIDE | _HALF or indices.dtype not in _WHOLE or offsets.dtype is not indices.dtype:
        return False
    if weight.stride(1) != 1 or not _are_lists(indices, offsets) or indices.shape[0] == 0:
        return False
    return weights is None or weights.dtype is weight.dtype and weights.shape == indices.shape and _are_lists(weights)


def _forward(weight, indices, offsets, mode, weights, include_last_offset, padding_idx, sizes_of_sums):
    if mode not in (_SUM, _MEAN, _MAX) or weights is not None and mode != _SUM or not _is_served(weight, indices, offsets, weights):
        return None
    bags = offsets.shape[0] - include_last_offset
    if bags < 1 or padding_idx >= weight.shape[0]:
        return None
    whole = torch.int64
    out = weight.new_empty((bags, weight.shape[1]))
    of_entry = indices.new_empty(indices.shape, dtype=whole)
    size = None if mode == _SUM else indices.new_empty(bags, dtype=whole)
    rows = indices.new_empty(out.shape, dtype=whole) if mode == _MAX else None
    divides = mode == _MEAN and weight.dtype in _HALF  # aten divides a sum that is rounded
    combiner = _SUM if divides else mode
    if not _bag(weight, indices, offsets, weights, out, rows, of_entry, size, combiner, include_last_offset, padding_idx):
        return None
    if divides:
        out /= size.clamp(min=1).to(out.dtype).unsqueeze(1)
    if size is None:
        size = offsets.new_zeros(bags if sizes_of_sums else offsets.shape[0], dtype=whole)
    results = (of_entry, size, size.clone() if rows is None else rows)
    if indices.dtype is not whole:
        results = tuple(result.to(indices.dtype) for result in results)
    return (out, *results)


def _embedding_bag(
    weight, indices, offsets, scale_grad_by_freq=False, mode=_SUM, sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=-1
):
    return _forward(weight, indices, offsets, mode, per_sample_weights, include_last_offset, padding_idx, True)


def _embedding_bag_forward_only(
    weight, indices, offsets, scale_grad_by_freq=False, mode=_SUM, sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=-1
):
    return _forward(weight, indices, offsets, mode, per_sample_weights, include_last_offset, padding_idx, False)


def _long(tensor):
    return None if tensor is None else tensor.long()


def _dense(grad, indices, offsets, of_entry, size, num_weights, scale_grad_by_freq, mode, weights, padding_idx):
    if mode not in (_SUM, _MEAN) or scale_grad_by_freq or grad.dtype not in _WIDE or grad.dim() != 2:
        return None
    if not _are_lists(indices) or indices.shape[0] == 0:
        return None
    out = grad.new_empty((num_weights, grad.shape[1]))
    order = indices.sort()[1]
    size = _long(size) if mode == _MEAN else None
    done = _gradient(grad.contiguous(), _long(indices), order, _long(offsets), _long(of_entry), size, weights, out, padding_idx)
    return out if done else None


def embedding_bag_backward(
    grad, indices, offsets, offset2bag, bag_size, maximum_indices, num_weights, scale_grad_by_freq, mode, sparse, per_sample_weights, padding_idx=-1
):
    if sparse or not _are_lists(offsets):
        return None
    scales = num_weights, scale_grad_by_freq, mode, per_sample_weights, padding_idx
    return _dense(grad, indices, offsets, None, bag_size, *scales)


def embedding_bag_dense_backward(
    grad, indices, offset2bag, bag_size, maximum_indices, num_weights, scale_grad_by_freq, mode, per_sample_weights, padding_idx=-1
):
    scales = num_weights, scale_grad_by_freq, mode, per_sample_weights, padding_idx
    return _dense(grad, indices, None, offset2bag, bag_size, *scales)


# By the names of aten's overloads on the CPU.
ATEN = {
    "_embedding_bag": _embedding_bag,
    "_embedding_bag_forward_only": _embedding_bag_forward_only,
    "_embedding_bag_backward": embedding_bag_backward,
    "_embedding_bag_dense_backward": embedding_bag_dense_backward,
}

embedding_bag = kernel("_embedding_bag", _embedding_bag)
