"""Arguments of every kind and shape for every function: whatever comes, an exception or a result. GARNER_FUZZ_CALLS, GARNER_SEED.

What matters is that the process lives, which fuzz.sh asks of a build with the sanitizers. numpy is used where it is there.
"""
import array
import inspect
import os
import random
import sys
import unittest

import garner

try:
    import numpy as np
except ImportError:
    np = None

SHARE = min(1, 5 * float(os.environ.get("GARNER_TEST_SHARE", "1")))  # all of them under the sanitizers: fuzz.sh
CALLS = int(os.environ.get("GARNER_FUZZ_CALLS", str(int(12000 * SHARE))))
SEED = int(os.environ.get("GARNER_SEED", "1"))
DTYPES = [
    "i1",
    "i2",
    "i8",
    "i16",
    "i32",
    "i64",
    "index",
    "ui4",
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "bf16",
    "f8E4M3FN",
    "f16",
    "f32",
    "f64",
    "complex<f32>",
    "complex<f64>",
]


class Liar:
    """__dlpack__ that gives anything, and other attributes that do."""

    def __init__(self, rng):
        self.rng = rng

    def __dlpack__(self, **kwargs):
        gives = self.rng.choice(
            [None, 1, "x", garner.array([1, 2, 3]).__dlpack__(), garner.array([1]).__dlpack__(max_version=(1, 0)), self]
        )
        if self.rng.random() < 0.2:
            raise self.rng.choice([TypeError, BufferError, KeyError, ValueError])("no")
        return gives

    def __dlpack_device__(self):
        return self.rng.choice([(1, 0), (2, 0), None, (1,), ("a", "b"), (2**70, 1), 3])

    def __index__(self):
        if self.rng.random() < 0.3:
            raise ValueError("no")
        return self.rng.choice([0, -1, 2**80, 5])

    def __iter__(self):
        if self.rng.random() < 0.3:
            raise ValueError("no")
        return iter([self.rng.choice([0, 1, "x", 2**70]) for _ in range(self.rng.randrange(40))])

    def __float__(self):
        return self.rng.choice([0.5, float("nan")])

    def __bool__(self):
        if self.rng.random() < 0.3:
            raise ValueError("no")
        return True


def an_array(rng, dtype=None, shape=None):
    shape = (
        list(shape)
        if shape is not None
        else [rng.choice([0, 1, 1, 2, 2, 3, 4]) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4]))]
    )
    if rng.random() < 0.005:
        shape = [1] * rng.randrange(30, 34)
    size = 1
    for n in shape:
        size *= n
    dtype = dtype or (rng.choice(DTYPES) if rng.random() < 0.6 else rng.choice(["i64", "i32", "f32"]))
    low, high = (
        (0, 2)
        if dtype in ("i1", "i2", "ui4")
        else (0, 4)
        if dtype.startswith("u")
        else (-1, 4)
        if rng.random() < 0.1
        else (0, 2)
    )

    def nest(dims, flat):
        return [nest(dims[1:], flat) for _ in range(dims[0])] if dims else flat.pop()

    if len(shape) > 32:
        return memoryview(bytes(1)).cast("b", [1] * len(shape))
    made = garner.array(nest(shape, [rng.randrange(low, high) for _ in range(size + 1)]), dtype)
    how = rng.randrange(16)
    try:
        if how == 0:
            return memoryview(made)
        if how == 1 and np is not None:
            return np.asarray(made).T
        if how == 2 and np is not None:
            return np.asarray(made)[::-1]
        if how == 3 and np is not None:
            return np.broadcast_to(np.asarray(made), [rng.randrange(1, 3)] + shape)
        if how == 4 and np is not None:
            frozen = np.asarray(made).copy()
            frozen.setflags(write=False)
            return frozen
    except (BufferError, TypeError, ValueError, IndexError):
        pass
    return made


def a_number(rng):
    return rng.choice([0, 1, -1, 2, 3, 5, 32, 33, -33, 2**31, 2**63 - 1, -(2**63), 2**64, 10**30])


def anything(rng):
    return rng.choice(
        [
            lambda: None,
            lambda: a_number(rng),
            lambda: rng.random(),
            lambda: "add",
            lambda: "x" * rng.choice([0, 1, 300]),
            lambda: b"\0\1",
            lambda: True,
            lambda: [],
            lambda: (0,),
            lambda: tuple(a_number(rng) for _ in range(rng.randrange(5))),
            lambda: list(range(rng.randrange(40))),
            lambda: {},
            lambda: {"offset_dims": (0,), "start_index_map": "x"},
            lambda: object(),
            lambda: Liar(rng),
            lambda: an_array(rng),
            lambda: [an_array(rng), None],
            lambda: garner.Array,
            lambda: float("nan"),
            lambda: 1j,
            lambda: array.array("d", [1, 2]),
            lambda: bytearray(8),
            lambda: "\0",
            lambda: "\ud800",
            lambda: range(3),
            lambda: (x for x in [0]),
            lambda: garner.jax.GatherDimensionNumbers((0,), (), (0,)),
            lambda: lambda a, b: b,
            lambda: lambda *a: rng.choice(a) if a else 1,
        ]
    )()


TENSORS = {
    "operand",
    "indices",
    "updates",
    "input",
    "index",
    "weight",
    "src",
    "source",
    "values",
    "grad",
    "self",
    "data",
    "params",
    "tensor",
    "start_indices",
    "scatter_indices",
    "update",
    "grad_output",
    "result",
}
WORDS = {
    "bounds": ["clamp", "fill", "skip", "error", "promise"],
    "grain": ["element", "window"],
    "batch_rule": ["equal", "prefix"],
    "combiner": ["replace", "add", "mul", "min", "max", "and", "xor"],
    "reduce": [None, "add", "multiply", "sum", "prod", "mean", "amax"],
    "reduction": ["none", "add", "mul", "max"],
    "kind": ["replace", "add", "mul", "min", "mean"],
    "mode": ["fill", "clip", "promise"],
    "strategy": ["auto", "single_core", "multi_core", "rows"],
    "memory": ["dram", "l1"],
    "threads": [1, 2],
}


INDICES = {"indices", "index", "start_indices", "scatter_indices"}


def likely(rng, name, previous, dtype, shape):
    """What the parameter might be, most of the time; dtype and shape are those of most arrays of this call."""
    if rng.random() < 0.04:
        return anything(rng)
    if name in TENSORS and rng.random() < 0.85:
        return an_array(rng, rng.choice(["i64", "i32", "ui32"]) if name in INDICES else dtype, shape)
    if name in WORDS:
        return rng.choice(WORDS[name])
    if name == "out":
        return rng.choice([None, None, an_array(rng), previous[0] if previous else None])
    if name in TENSORS:
        return previous[rng.randrange(len(previous))] if previous and rng.random() < 0.15 else an_array(rng)
    if name in ("dim", "axis", "batch_dims", "index_vector_dim", "index_base", "padding_idx", "num_weights"):
        return rng.randrange(-1, 2) if rng.random() < 0.8 else rng.randrange(-3, 5)
    if name.endswith(("_dims", "_map", "sizes", "_shape", "_dim")):
        return tuple(rng.randrange(0, 4) for _ in range(rng.choice([0, 0, 1, 1, 2, 3])))
    if name == "dimension_numbers":
        return (
            dict.fromkeys(
                (
                    "offset_dims",
                    "update_window_dims",
                    "collapsed_slice_dims",
                    "start_index_map",
                    "scatter_dims_to_operand_dims",
                    "inserted_window_dims",
                ),
                (0,),
            )
            if rng.random() < 0.5
            else garner.jax.GatherDimensionNumbers((0,), (), (0,))
        )
    return rng.choice([True, False, None, 1])


def functions():
    found = []
    for module in (garner, garner.torch, garner.onnx, garner.jax, garner.tf, garner.dgl, garner.ttnn, garner.nvl):
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isroutine(value) and name not in ("parse", "plan", "array"):
                found.append((value, [p for p in inspect.signature(value).parameters.values()]))
    return found


class FuzzTest(unittest.TestCase):
    def test_calls(self):
        rng = random.Random(SEED)
        everything = functions()
        gave = refused = 0
        for number in range(CALLS):
            function, parameters = rng.choice(everything)
            args, kwargs = [], {}
            dtype, shape = rng.choice(DTYPES), [rng.randrange(1, 4) for _ in range(rng.choice([1, 2, 2, 3]))]
            for p in parameters:
                if p.default is not p.empty and rng.random() < 0.7:
                    continue
                value = likely(rng, p.name, args, dtype, shape)
                if p.kind is p.KEYWORD_ONLY or kwargs or rng.random() < 0.1:
                    kwargs[p.name] = value
                else:
                    args.append(value)
            if rng.random() < 0.03:
                kwargs[rng.choice(["nothing", "out", "dim"])] = anything(rng)
            if rng.random() < 0.03:
                args.append(anything(rng))
            try:
                if rng.random() < 0.1:
                    plan = garner.plan(function, *args, threads=rng.choice([1, 1, 2, 0]), **kwargs)
                    plan(
                        *(rng.choice([a, a, an_array(rng)]) for a in args),
                        **({"out": anything(rng)} if rng.random() < 0.2 else {}),
                    )
                else:
                    for _ in range(rng.choice([1, 1, 3])):  # the third goes by the plan that was kept of the second
                        result = function(*args, **kwargs)
                    if isinstance(result, garner.Array):
                        result.tolist(), repr(result)
                        try:
                            memoryview(result)
                        except BufferError:
                            pass
                gave += 1
            except RecursionError:
                raise
            except Exception as error:
                self.assertNotIsInstance(error, SystemError, f"{number}: {function} {args} {kwargs}")
                refused += 1
        self.assertGreater(gave, CALLS // 40, "most calls are refused at once")
        self.assertGreater(refused, CALLS // 4)

    def test_scatters_of_several_inputs(self):
        rng = random.Random(SEED + 3)
        gave = 0

        def group(dtypes, shape):
            made = [an_array(rng, d, shape) if rng.random() < 0.97 else anything(rng) for d in dtypes]
            made = made[:-1] if rng.random() < 0.03 else made
            return rng.choice([tuple, list])(made) if rng.random() < 0.97 else anything(rng)

        def combiner(*arrays):
            if rng.random() < 0.1:
                return anything(rng)
            n = len(arrays) // 2 if rng.random() < 0.95 else rng.randrange(4)
            return tuple(arrays[rng.randrange(len(arrays))] if rng.random() < 0.1 else a for a in arrays[:n])

        for _ in range(CALLS // 20):
            dtypes = [rng.choice(DTYPES) for _ in range(rng.choice([1, 2, 2, 3, 16, 17]))]
            kwargs = dict(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
            kwargs["combiner"] = rng.choice([combiner, combiner, *WORDS["combiner"]])
            if rng.random() < 0.3:
                kwargs["out"] = group(dtypes, [3, 2])
            if rng.random() < 0.1:
                kwargs[rng.choice(list(kwargs))] = anything(rng)
            try:
                results = garner.scatter(
                    group(dtypes, [3, 2]), an_array(rng, "i64", [2, 1]), group(dtypes, [2, 2]), **kwargs
                )
                [repr(result) for result in results]
                gave += 1
            except Exception as error:
                self.assertNotIsInstance(error, SystemError, f"{dtypes} {kwargs}")
        self.assertGreater(gave, CALLS // 200, "most calls are refused at once")

    def test_arrays(self):
        rng = random.Random(SEED + 1)
        for _ in range(CALLS // 5):
            try:
                x = garner.array(anything(rng), rng.choice([None, None, rng.choice(DTYPES), anything(rng)]))
                rng.choice(
                    [
                        x.numpy,
                        x.tolist,
                        x.item,
                        x.bits,
                        x.copy,
                        x.__dlpack__,
                        lambda: x.__dlpack__(max_version=anything(rng)),
                        lambda: x.__dlpack__(dl_device=anything(rng), copy=anything(rng)),
                        lambda: x.__dlpack__(anything(rng)),
                        lambda: repr(x),
                        lambda: len(x),
                        lambda: memoryview(x),
                    ]
                )()
            except Exception as error:
                self.assertNotIsInstance(error, SystemError)

    def test_modules(self):
        rng = random.Random(SEED + 2)
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "gather.mlir"), encoding="utf-8") as file:
            text = file.read()
        module = garner.parse(text)
        names = [
            "run",
            "plan",
            "lint",
            "convert",
            "lower",
            "emit",
            "grad",
            "explain",
            "draw",
            "equivalent",
            "artifact",
            "text",
        ]
        stdout = sys.stdout
        for _ in range(CALLS // 60):
            try:
                if rng.random() < 0.3:
                    cut = rng.randrange(len(text))
                    module = garner.parse(
                        text[:cut]
                        + rng.choice(["", "\0", "9" * 30, "{", "<", "\udc80", "x"])
                        + text[cut + rng.randrange(4) :]
                    )
                else:
                    module = garner.parse(text)
                method = getattr(module, rng.choice(names))
                parameters = [
                    p for p in inspect.signature(method).parameters.values() if p.kind is not p.VAR_POSITIONAL
                ]
                inputs = [an_array(rng) for _ in range(rng.choice([0, 1, 2, 2]))]
                if rng.random() < 0.5 and method.__name__ not in ("convert", "lower"):
                    inputs = [
                        garner.array([[1, 2], [3, 4], [5, 6]], "f32"),
                        garner.array([rng.randrange(-1, 5), 1], "i32"),
                    ]
                kwargs = {
                    p.name: anything(rng)
                    for p in parameters
                    if p.kind is p.KEYWORD_ONLY
                    and rng.random() < 0.1
                    and p.name not in ("trials", "partitions", "replicas", "threads")
                }
                method(*inputs, **kwargs) if rng.random() < 0.8 else method(anything(rng), **kwargs)
            except Exception as error:
                self.assertNotIsInstance(error, SystemError)
        self.assertIs(sys.stdout, stdout)


if __name__ == "__main__":
    unittest.main()
