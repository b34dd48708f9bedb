"""torch_random.py - random tensors, strides, indices and dims for torch_calls.py and torch_gradients.py."""
import random

import torch  # torch_calls.py has seen to it that there is one

from torch_garner import COMPLEX, INTEGERS

# ---- random views ---------------------------------------------------------------------------------------------------------

rng = random.Random()
EXTENTS = [0] + [1, 2, 3, 4] * 4


def some_shape(rank=None):
    rank = rng.choice([0, 1, 1, 2, 2, 3, 4]) if rank is None else rank
    return [rng.choice(EXTENTS) for _ in range(rank)]


def values(shape, dtype):
    n = 1
    for s in shape:
        n *= s
    if dtype == torch.bool:
        flat = torch.tensor([rng.random() < 0.5 for _ in range(n)], dtype=dtype)
    elif dtype in INTEGERS:
        info = torch.iinfo(dtype)
        flat = torch.tensor([rng.choice([rng.randint(max(info.min, -9), 9), rng.randint(info.min, info.max)]) for _ in range(n)],
                            dtype=dtype)
    elif dtype in COMPLEX:
        flat = torch.tensor([complex(rng.gauss(0, 1), rng.gauss(0, 1)) for _ in range(n)], dtype=dtype)
    else:
        odd = [float("nan"), float("inf"), -float("inf"), 0.0, -0.0]
        flat = torch.tensor([rng.choice(odd) if rng.random() < 0.03 else rng.gauss(0, 2) for _ in range(n)], dtype=dtype)
    return flat.reshape(shape)


def strided(t):
    """The same values, laid out in some other way."""
    how = rng.random()
    if how < 0.5 or t.dim() == 0:
        return t.clone()
    if how < 0.75:
        order = list(range(t.dim()))
        rng.shuffle(order)
        back = [order.index(d) for d in range(t.dim())]
        return t.permute(order).contiguous().permute(back)
    wide = torch.empty([s * 2 + 1 for s in t.shape], dtype=t.dtype)
    part = wide[tuple(slice(0, 2 * s, 2) for s in t.shape)]
    part.copy_(t)
    return part


def some(shape, dtype):
    return strided(values(shape, dtype))


def indices(shape, extent, negative=False, dtype=torch.int64):
    """In range, but in one case of eight one that may not be."""
    n = 1
    for s in shape:
        n *= s
    low = -extent if negative else 0
    flat = [rng.randint(low, extent - 1) if extent > 0 else 0 for _ in range(n)]
    if n and rng.random() < 0.125:
        flat[rng.randrange(n)] = rng.choice([-extent - 1, -1, extent, extent + 3])
    return strided(torch.tensor(flat, dtype=dtype).reshape(shape))


def some_dim(rank):
    """Mostly in range."""
    rank = max(rank, 1)
    return rng.randint(-rank - 1, rank) if rng.random() < 0.05 else rng.randint(-rank, rank - 1)


def along(shape, dim, longer=False):
    """An index's shape for torch.gather and the scatters: at most the input's beside dim; now and then it does not fit."""
    rank = len(shape)
    if rank == 0:
        return [] if rng.random() < 0.5 else [rng.randint(0, 3)]
    if rank == 1 and rng.random() < 0.1:
        return []
    dim = dim % rank if -rank <= dim < rank else 0
    out = [rng.randint(0, 4) if d == dim else rng.randint(min(s, 1), s) for d, s in enumerate(shape)]
    if rng.random() < 0.05:
        out = some_shape()
    return out


def extent_along(shape, dim):
    rank = len(shape)
    return shape[dim] if rank and -rank <= dim < rank else 1
