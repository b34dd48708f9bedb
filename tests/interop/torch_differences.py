"""torch_differences.py - for torch_calls.py: when two results are the same, and the differences that are known."""
import torch

# ---- the same ------------------------------------------------------------------------------------------------------------

BITS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def parts(t):
    return torch.view_as_real(t) if t.is_complex() else t


def same(a, b):
    """One shape, and everywhere the same bits or two NaN."""
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    a, b = parts(a).contiguous(), parts(b).contiguous()
    bits = BITS[a.element_size()]
    equal = a.view(bits) == b.view(bits) if a.dim() else a.reshape(1).view(bits) == b.reshape(1).view(bits)
    if a.is_floating_point():
        equal = equal | (torch.isnan(a) & torch.isnan(b))
    return bool(equal.all())


def filled(shape, dtype):
    """A result nobody has written to."""
    return torch.full(shape, 77, dtype=dtype) if dtype != torch.bool else torch.ones(shape, dtype=dtype)


# ---- known differences ----------------------------------------------------------------------------------------------------------

def near(a, b):
    """Complex products, each of two products whose rounding is the compiler's choice."""
    room = 1e-4 if a.dtype == torch.complex64 else 1e-12
    return bool(torch.allclose(a, b, rtol=room, atol=room, equal_nan=True))


def close(a, b):
    """Sums of the same numbers, rounded elsewhere."""
    wide = torch.complex128 if a.is_complex() else torch.float64
    return bool(torch.allclose(a.to(wide), b.to(wide), rtol=2e-2, atol=1e-1, equal_nan=True))


def source_shape(case):
    """What index_add documents: input's shape, with index's length along dim."""
    x, dim, i = case.args[:3]
    shape = list(x.shape) or [1]
    shape[dim] = i.numel()
    return shape


def met_twice(tensors, shape):
    """Whether two index vectors of index_put are one place."""
    wide = torch.broadcast_tensors(*[torch.where(t < 0, t + n, t) for t, n in zip(tensors, shape) if t is not None])
    places = list(zip(*[t.flatten().tolist() for t in wide]))
    return len(set(places)) < len(places)


def only_zeros_differ(a, b):
    return bool(((a == b) | (torch.isnan(a) & torch.isnan(b))).all())


# Torch changed these after 1.13, which the calls follow.
IS_NEW = tuple(map(int, torch.__version__.split(".")[:2])) >= (2, 0)
HALF = (torch.float16, torch.bfloat16)


def has_other_rank(x, source):
    """Of index_add: torch 2 demands source's shape of rank 0 too."""
    return IS_NEW and (x.dim() == 0) != (source.dim() == 0)


def is_half(t):
    """Of two bytes: torch 2 rounds a sum or product once, and takes a number beside it in f32."""
    return IS_NEW and t.dtype in HALF


# id, when it applies; `want` is None where torch refuses, `out` is what garner left
DIFFERENCES = [
    ("PT-D1", lambda c, want, out: c.name == "take_along_dim" and len(c.args) == 3 and c.input.dim() == 0 and want is None),
    # PT-D2: index_select of rank 0 by more or fewer than one index is not tried: torch writes past its result
    ("PT-D3", lambda c, want, out: c.name == "take_along_dim" and len(c.args) == 2 and want is None and
     not (c.input.is_contiguous() and c.args[1].is_contiguous())),
    ("PT-D4", lambda c, want, out: c.name in ("index_copy", "index_put", "index") and want is not None and
     (want.numel() == 0 if c.name != "index_copy" else c.args[3].numel() == 0) and same(out, filled(out.shape, out.dtype))),
    ("PT-D5", lambda c, want, out: c.name == "index_put" and want is not None and met_twice(c.args[1], c.input.shape) and
     (not c.args[3] or (c.input.is_floating_point() and close(out, want)))),
    ("PT-D6", lambda c, want, out: c.name == "scatter" and c.args[4] == "multiply" and c.input.is_complex() and
     want is not None and near(out, want)),
    ("PT-D7", lambda c, want, out: c.name == "scatter_reduce" and c.args[4] in ("amax", "amin") and want is not None and
     only_zeros_differ(out, want)),
    ("PT-D8", lambda c, want, out: c.name == "index_add" and c.args[4] == 3 and c.input.is_floating_point() and
     want is not None and close(out, want)),
    ("PT-D9", lambda c, want, out: c.text is not None and c.text[0] in ("gather", "scatter.src", "scatter.value", "scatter_add",
     "scatter_reduce.two") and want is not None and c.args[2].numel() == 0 and same(out, filled(out.shape, out.dtype))),
    ("PT-D10", lambda c, want, out: c.name == "index_add" and want is not None and list(c.args[3].shape) != source_shape(c) and
     same(out, filled(out.shape, out.dtype))),
    ("PT-D15", lambda c, want, out: IS_NEW and c.name == "take_along_dim" and len(c.args) == 3 and want is not None and
     same(out, filled(out.shape, out.dtype))),
    ("PT-D16", lambda c, want, out: c.name == "index_add" and want is None and has_other_rank(c.input, c.args[3])),
    ("PT-D17", lambda c, want, out: c.name in ("index_add", "scatter", "scatter_add", "scatter_reduce", "index_put") and
     is_half(c.input) and want is not None and close(out, want)),
    ("PT-D18", lambda c, want, out: IS_NEW and c.name == "index_add" and c.input.numel() == 0 and want is not None and
     same(out, filled(out.shape, out.dtype))),
]
