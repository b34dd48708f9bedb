"""What the tests share: random arrays of every layout, and the oracle's view of them. Needs numpy."""
import os
import random

import numpy as np

import garner

ROOT = os.environ.get("GARNER_ROOT", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))

# Of the random calls, and of those that are counted for leaks: all, or fewer where time is short (check.sh).
SHARE = float(os.environ.get("GARNER_TEST_SHARE", "1"))


def share_of(calls):
    return max(1, int(calls * SHARE))


FLOATS = ["f2", "f4", "f8"]
INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
ALL = ["?"] + INTEGERS + FLOATS + ["c8", "c16"]


def values(rng, dtype, shape):
    """A compact array of small whole numbers, which every dtype has and sums of which are exact."""
    kind = np.dtype(dtype).kind
    size = int(np.prod(shape, dtype=np.int64))
    if kind == "b":
        flat = np.array([rng.random() < 0.5 for _ in range(size)], "?")
    elif kind == "u":
        flat = np.array([rng.randrange(0, 9) for _ in range(size)], dtype)
    elif kind == "c":
        flat = np.array([complex(rng.randrange(-9, 9), rng.randrange(-9, 9)) for _ in range(size)], dtype)
    else:
        flat = np.array([rng.randrange(-9, 9) for _ in range(size)], dtype)
    return flat.reshape(shape)


def strided(rng, array):
    """The same elements, lying in another way: transposed, reversed, with gaps, as they are."""
    how = rng.randrange(4)
    if array.ndim == 0 or how == 0:
        return array
    if how == 1:
        return np.asfortranarray(array)
    if how == 2:
        axis = rng.randrange(array.ndim)
        turned = np.ascontiguousarray(np.flip(array, axis))
        return np.flip(turned, axis)
    wider = np.zeros([2 * n for n in array.shape], array.dtype)
    view = (
        wider[tuple(slice(1, None, 2) for _ in array.shape)]
        if array.size
        else wider[tuple(slice(0, n) for n in array.shape)]
    )
    view[...] = array
    return view


def shape(rng, rank, low=1, high=4):
    return tuple(rng.randrange(low, high + 1) for _ in range(rank))


def same(a, b):
    """The same dtype, shape and bits, NaNs alike."""
    a, b = np.asarray(a), np.asarray(b)
    return a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")


def answer(function, *args, **kwargs):
    """What a call gives as numpy's array, or the exception's class: IndexError, or Exception for any other refusal."""
    try:
        result = function(*args, **kwargs)
    except IndexError:
        return IndexError
    except (ValueError, TypeError, RuntimeError, NotImplementedError):
        return Exception
    return result.numpy() if hasattr(result, "numpy") else np.asarray(result)


def always(function, *args, **kwargs):
    """The same, of a call that is made three times: the third goes by the plan that was kept of the second."""
    first = answer(function, *args, **kwargs)
    for _ in range(2):
        again = answer(function, *args, **kwargs)
        alike = again is first if isinstance(first, type) or isinstance(again, type) else same(first, again)
        assert alike, f"{first!r}, and then {again!r}"
    return first


__all__ = [
    "ALL",
    "FLOATS",
    "INTEGERS",
    "ROOT",
    "always",
    "answer",
    "garner",
    "np",
    "random",
    "same",
    "shape",
    "share_of",
    "strided",
    "values",
]
