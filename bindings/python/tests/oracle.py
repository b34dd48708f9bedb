"""The gather and scatter of the StableHLO specification, and JAX's rules for windows out of range, element by element in numpy.

Written from the specification's formulas: no part of it is garner's.
"""
import numpy as np

COMBINE = {
    "replace": lambda a, b: b,
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "min": np.minimum,
    "max": np.maximum,
}


def _places(
    operand_shape,
    indices,
    dense_shape,
    offset_dims,
    collapsed,
    batching,
    indices_batching,
    index_map,
    vector_dim,
    slice_sizes,
    bounds,
):
    """For each position of the dense array: (position, place in the operand or None, whether its window was out of range)."""
    rank = len(operand_shape)
    batch_dims = [d for d in range(len(dense_shape)) if d not in offset_dims]
    window_dims = [d for d in range(rank) if d not in collapsed and d not in batching]
    for position in np.ndindex(*dense_shape):
        batch = [position[d] for d in batch_dims]
        vector = []
        for k in range(len(index_map)):
            at = list(batch)
            if vector_dim < indices.ndim:
                at.insert(vector_dim, k)
            vector.append(int(indices[tuple(at)]))
        start = [0] * rank
        for k, d in enumerate(index_map):
            start[d] = vector[k]
        outside = any(not 0 <= start[d] <= operand_shape[d] - slice_sizes[d] for d in index_map)
        if bounds == "clamp":
            for d in index_map:
                start[d] = min(max(start[d], 0), operand_shape[d] - slice_sizes[d])
        for d, i in zip(batching, indices_batching):
            at = i - (1 if vector_dim < i else 0)
            start[d] = batch[at]
        for d, o in zip(window_dims, offset_dims):
            start[d] += position[o]
        inside = all(0 <= s < n for s, n in zip(start, operand_shape))
        yield position, (tuple(start) if inside else None), outside


def gather(
    operand,
    indices,
    *,
    offset_dims,
    collapsed_slice_dims,
    start_index_map,
    slice_sizes,
    operand_batching_dims=(),
    start_indices_batching_dims=(),
    index_vector_dim=None,
    bounds="clamp",
    fill=None
):
    """bounds: "clamp", or "fill" of whole windows, as JAX has it."""
    vector_dim = indices.ndim - 1 if index_vector_dim is None else index_vector_dim
    batch_shape = [n for d, n in enumerate(indices.shape) if d != vector_dim]
    window = [n for d, n in enumerate(slice_sizes) if d not in collapsed_slice_dims and d not in operand_batching_dims]
    shape = [None] * (len(batch_shape) + len(window))
    for d, n in zip(offset_dims, window):
        shape[d] = n
    rest = iter(batch_shape)
    shape = [next(rest) if n is None else n for n in shape]
    result = np.zeros(shape, operand.dtype)
    for position, place, outside in _places(
        operand.shape,
        indices,
        shape,
        offset_dims,
        collapsed_slice_dims,
        operand_batching_dims,
        start_indices_batching_dims,
        start_index_map,
        vector_dim,
        slice_sizes,
        bounds,
    ):
        result[position] = fill if bounds == "fill" and outside else operand[place]
    return result


def scatter(
    operand,
    indices,
    updates,
    *,
    update_window_dims,
    inserted_window_dims,
    scatter_dims_to_operand_dims,
    input_batching_dims=(),
    scatter_indices_batching_dims=(),
    index_vector_dim=None,
    combiner="replace",
    bounds="skip"
):
    """bounds: "skip" element by element, as StableHLO has it; "window", whole windows, as JAX; "clamp"."""
    vector_dim = indices.ndim - 1 if index_vector_dim is None else index_vector_dim
    result = operand.copy()
    window_dims = [d for d in range(operand.ndim) if d not in inserted_window_dims and d not in input_batching_dims]
    sizes = [1] * operand.ndim
    for d, u in zip(window_dims, update_window_dims):
        sizes[d] = updates.shape[u]
    for position, place, outside in _places(
        operand.shape,
        indices,
        updates.shape,
        update_window_dims,
        inserted_window_dims,
        input_batching_dims,
        scatter_indices_batching_dims,
        scatter_dims_to_operand_dims,
        vector_dim,
        sizes,
        bounds,
    ):
        if place is not None and not (bounds == "window" and outside):
            result[place] = COMBINE[combiner](result[place], updates[position])
    return result


def random_numbers(rng, operand_rank):
    """(collapsed, batching, index map, offset dims, batch rank), drawn so that they agree."""
    dims = list(range(operand_rank))
    rng.shuffle(dims)
    nbatching = rng.randrange(0, min(2, operand_rank) + 1)
    batching = dims[:nbatching]
    rest = dims[nbatching:]
    ncollapsed = rng.randrange(0, len(rest) + 1)
    collapsed = sorted(rest[:ncollapsed])
    window = len(rest) - ncollapsed
    rng.shuffle(rest)
    index_map = rest[: rng.randrange(0, len(rest) + 1)]
    batch_rank = nbatching + rng.randrange(0, 2)
    offset_dims = sorted(rng.sample(range(batch_rank + window), window))
    return collapsed, batching, index_map, offset_dims, batch_rank
