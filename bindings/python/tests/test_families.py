"""The families against torch, onnx and numpy oracles, over random calls with every dtype, layout and kind of index."""
import importlib
import unittest

import numpy as np

import oracle
from support import ALL, FLOATS, INTEGERS, always, answer, garner, random, same, shape, share_of, strided, values

DTYPES = ["?", "u1", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"]
SUMMED = ["?", "u1", "i1", "i2", "i4", "i8", "f4", "f8", "c8", "c16"]


class Calls(unittest.TestCase):
    def agree(self, ours, theirs, what):
        """Both refuse, or both give the same bits."""
        if isinstance(theirs, type) or isinstance(ours, type):
            self.assertTrue(
                isinstance(theirs, type) and isinstance(ours, type), f"{what}: {ours!r} here, {theirs!r} there"
            )
        else:
            self.assertTrue(same(ours, theirs), f"{what}:\n{ours!r} here,\n{theirs!r} there")


def indices(rng, dims, extent, negative=False, dtype="i8", wrong=0.03):
    low = -extent if negative else 0
    found = np.array(
        [rng.randrange(low, max(extent, low + 1)) for _ in range(int(np.prod(dims, dtype=int)))], dtype
    ).reshape(dims)
    if found.size and rng.random() < wrong:
        found.reshape(-1)[rng.randrange(found.size)] = rng.choice([extent, extent + 7, -extent - 1])
    return found


class TorchTest(Calls):
    CALLS = share_of(10000)

    def test_random_calls(self):
        import torch

        rng = random.Random(11)
        names = [
            "gather",
            "index_select",
            "take_along_dim",
            "embedding",
            "take",
            "index",
            "scatter",
            "scatter_value",
            "scatter_add",
            "scatter_reduce",
            "index_add",
            "index_copy",
            "index_put",
        ]
        tried = dict.fromkeys(names, 0)
        for number in range(self.CALLS):
            name = names[number % len(names)]
            arguments = getattr(self, "draw_" + name)(rng)
            tried[name] += 1
            as_torch = [
                torch.from_numpy(a.copy())
                if isinstance(a, np.ndarray)
                else [torch.from_numpy(i.copy()) if i is not None else slice(None) for i in a]
                if isinstance(a, list)
                else a
                for a in arguments
            ]
            # Half of the calls give torch's own tensors, half numpy's arrays of any strides.
            own = (
                arguments
                if rng.random() < 0.5
                else [
                    torch.from_numpy(a) if isinstance(a, np.ndarray) and min(a.strides, default=0) >= 0 else a
                    for a in arguments
                ]
            )
            with self.subTest(number=number, name=name):
                self.agree(
                    always(self.ours(name), *own),
                    answer(self.theirs(torch, name), *as_torch),
                    f"{name}{tuple(arguments)}",
                )
        self.assertGreaterEqual(min(tried.values()), self.CALLS // len(names))

    @staticmethod
    def ours(name):
        return {"scatter_value": garner.torch.scatter}.get(name) or getattr(garner.torch, name)

    @staticmethod
    def theirs(torch, name):
        if name == "embedding":
            return torch.nn.functional.embedding
        if name == "index":
            return lambda x, i: x[tuple(i)]
        if name == "index_put":
            return lambda x, i, v, accumulate: torch.index_put(x, tuple(i), v, accumulate)
        if name == "scatter_reduce":
            return lambda x, d, i, s, r: torch.scatter_reduce(x, d, i, s, r)
        return getattr(torch, name.replace("scatter_value", "scatter"))

    def along(self, rng, dtypes):
        x = strided(rng, values(rng, rng.choice(dtypes), shape(rng, rng.randrange(1, 4))))
        dim = rng.randrange(-x.ndim, x.ndim)
        dims = [rng.randrange(1, n + 1) for n in x.shape]
        dims[dim] = rng.randrange(1, 6)
        return x, dim, strided(rng, indices(rng, dims, x.shape[dim]))

    def draw_gather(self, rng):
        return self.along(rng, DTYPES)

    def draw_index_select(self, rng):
        x, dim, _ = self.along(rng, DTYPES)
        return x, dim, indices(rng, (rng.randrange(1, 6),), x.shape[dim], dtype=rng.choice(["i4", "i8"]))

    def draw_take_along_dim(self, rng):
        x, dim, _ = self.along(rng, DTYPES)
        dims = list(x.shape)
        dims[dim] = rng.randrange(1, 5)
        return x, indices(rng, dims, x.shape[dim]), dim

    def draw_embedding(self, rng):
        weight = strided(rng, values(rng, rng.choice(FLOATS), shape(rng, 2)))
        return indices(rng, shape(rng, rng.randrange(0, 3)), weight.shape[0]), weight

    def draw_take(self, rng):
        x = strided(rng, values(rng, rng.choice(DTYPES), shape(rng, rng.randrange(1, 4))))
        return x, indices(rng, shape(rng, rng.randrange(0, 3)), x.size, negative=True)

    def lists(self, rng, x):
        dims = shape(rng, rng.randrange(1, 3))
        return [indices(rng, dims, x.shape[d], negative=True) for d in range(rng.randrange(1, x.ndim + 1))], dims

    def draw_index(self, rng):
        x = strided(rng, values(rng, rng.choice(DTYPES), shape(rng, rng.randrange(1, 4))))
        return x, self.lists(rng, x)[0]

    def draw_index_put(self, rng):
        x = values(rng, rng.choice(SUMMED), shape(rng, rng.randrange(1, 4)))
        accumulate = rng.random() < 0.5
        found, dims = self.lists(rng, x)
        if not accumulate:  # PT-D5: which of several stays is not said by torch
            found = [np.zeros((1,), "i8") for _ in found]
            dims = (1,)
        return x, found, values(rng, x.dtype, dims + x.shape[len(found) :]), accumulate

    def draw_scatter(self, rng):
        x, dim, index = self.along(rng, DTYPES)
        # One index a line, so that no two updates meet.
        index = np.take(index, [0], axis=dim)
        return x, dim, index, strided(rng, values(rng, x.dtype, index.shape))

    def draw_scatter_value(self, rng):
        x, dim, index = self.along(rng, ["i4", "i8", "f4", "f8"])
        return x, dim, index, rng.randrange(-5, 5)

    def draw_scatter_add(self, rng):
        x, dim, index = self.along(rng, SUMMED)
        return x, dim, index, strided(rng, values(rng, x.dtype, index.shape))

    def draw_scatter_reduce(self, rng):
        x, dim, index = self.along(rng, ["i4", "i8", "f4", "f8"])
        return x, dim, index, values(rng, x.dtype, index.shape), rng.choice(["sum", "prod", "amax", "amin"])

    def slices(self, rng, dtypes):
        x, dim, _ = self.along(rng, dtypes)
        index = indices(rng, (rng.randrange(1, 5),), x.shape[dim])
        dims = list(x.shape)
        dims[dim] = index.size
        return x, dim, index, dims

    def draw_index_add(self, rng):
        x, dim, index, dims = self.slices(rng, SUMMED)
        return x, dim, index, strided(rng, values(rng, x.dtype, dims))

    def draw_index_copy(self, rng):
        x, dim, index, dims = self.slices(rng, DTYPES)
        dims[dim] = 1
        return x, dim, index[:1], values(rng, x.dtype, dims)


class OnnxTest(Calls):
    CALLS = share_of(10000)

    @staticmethod
    def evaluator():
        """onnx's reference: ReferenceEvaluator, or, before onnx 1.13, the functions that its node cases are made with."""
        try:
            import onnx.reference
        except ImportError:
            for name, kind in (("float", float), ("int", int), ("bool", bool), ("object", object)):
                if not hasattr(np, name):
                    setattr(np, name, kind)
            case = {
                name: importlib.import_module("onnx.backend.test.case.node." + name)
                for name in ("gatherelements", "gathernd", "scatterelements", "scatternd")
            }
            return {
                "gather": lambda data, i, axis: np.take(data, i, axis),
                "gather_elements": case["gatherelements"].gather_elements,
                "gather_nd": case["gathernd"].gather_nd_impl,
                "scatter_elements": case["scatterelements"].scatter_elements,
                "scatter_nd": case["scatternd"].scatter_nd_impl,
            }
        from onnx import helper

        def of(op, names):
            def call(*arguments):
                tensors, attributes = arguments[: len(arguments) - len(names)], dict(
                    zip(names, arguments[len(arguments) - len(names) :])
                )
                inputs = [f"x{k}" for k in range(len(tensors))]
                node = helper.make_node(op, inputs, ["y"], **attributes)
                graph = helper.make_graph(
                    [node],
                    "g",
                    [
                        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(t.dtype), t.shape)
                        for n, t in zip(inputs, tensors)
                    ],
                    [helper.make_empty_tensor_value_info("y")],
                )
                model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
                return onnx.reference.ReferenceEvaluator(model).run(None, dict(zip(inputs, tensors)))[0]

            return call

        return {
            "gather": of("Gather", ["axis"]),
            "gather_elements": of("GatherElements", ["axis"]),
            "gather_nd": of("GatherND", ["batch_dims"]),
            "scatter_elements": of("ScatterElements", ["axis", "reduction"]),
            "scatter_nd": of("ScatterND", ["reduction"]),
        }

    def test_random_calls(self):
        rng = random.Random(12)
        evaluator = self.evaluator()
        names = list(evaluator)
        by_onnx = dict.fromkeys(names, 0)
        for number in range(self.CALLS):
            name = names[number % len(names)]
            arguments = getattr(self, "draw_" + name)(rng)
            ours = always(getattr(garner.onnx, name), *arguments)
            expected = answer(getattr(self, "expect_" + name), *arguments)
            with self.subTest(number=number, name=name):
                self.agree(ours, expected, f"{name}{tuple(arguments)}")
                if self.asked_of_onnx(name, arguments, expected):
                    theirs = evaluator[name](*(a.copy() if isinstance(a, np.ndarray) else a for a in arguments))
                    by_onnx[name] += 1
                    self.agree(ours, np.asarray(theirs), f"{name}{tuple(arguments)}, onnx's own")
        for name, count in by_onnx.items():
            self.assertGreater(count, self.CALLS // 1000, f"{name} was not held against onnx's own")

    @staticmethod
    def asked_of_onnx(name, arguments, expected):
        """What it has before 1.13 checks no indices, and is right for some forms alone: of scatter_elements for two dimensions, of
        scatter_nd for one coordinate, of gather_elements for equal extents."""
        if isinstance(expected, type):
            return False
        if name == "gather_elements":
            data, index, axis = arguments
            return (
                all(n == m for d, (n, m) in enumerate(zip(data.shape, index.shape)) if d != axis % data.ndim)
                and index.min() >= 0
            )
        if name == "scatter_elements":
            data, index, _, axis, reduction = arguments
            return (
                index.min() >= 0
                and reduction in ("none", "add")
                and axis >= 0
                and data.shape == index.shape
                and data.ndim == 2
            )
        if name == "scatter_nd":
            return (
                arguments[1].min() >= 0
                and arguments[1].shape[-1] == 1
                and arguments[1].ndim == 2
                and arguments[3] == "none"
            )
        return name != "gather_nd" or arguments[1].min() >= 0

    def data(self, rng, dtypes=ALL, low=1):
        return strided(rng, values(rng, rng.choice(dtypes), shape(rng, rng.randrange(low, 4))))

    @staticmethod
    def wrapped(index, extent):
        if index.size and (index.min() < -extent or index.max() >= extent):
            raise IndexError
        return np.where(index < 0, index + extent, index)

    def draw_gather(self, rng):
        data = self.data(rng)
        axis = rng.randrange(-data.ndim, data.ndim)
        return (
            data,
            strided(
                rng, indices(rng, shape(rng, rng.randrange(0, 3)), data.shape[axis], True, rng.choice(["i4", "i8"]))
            ),
            axis,
        )

    def expect_gather(self, data, index, axis):
        return np.take(data, self.wrapped(index, data.shape[axis]), axis)

    def elements(self, rng, dtypes=ALL):
        data = self.data(rng, dtypes)
        axis = rng.randrange(-data.ndim, data.ndim)
        dims = [n if rng.random() < 0.7 else rng.randrange(1, n + 1) for n in data.shape]
        dims[axis] = data.shape[axis] if rng.random() < 0.5 else rng.randrange(1, data.shape[axis] + 1)
        return data, indices(rng, dims, data.shape[axis], rng.random() < 0.5), axis

    def draw_gather_elements(self, rng):
        return self.elements(rng)

    def expect_gather_elements(self, data, index, axis):
        index = self.wrapped(index, data.shape[axis])
        result = np.zeros(index.shape, data.dtype)
        for at in np.ndindex(*index.shape):
            place = list(at)
            place[axis] = index[at]
            result[at] = data[tuple(place)]
        return result

    def draw_gather_nd(self, rng):
        data = self.data(rng)
        batch = rng.randrange(0, data.ndim)
        depth = rng.randrange(1, data.ndim - batch + 1)
        dims = data.shape[:batch] + shape(rng, rng.randrange(0 if batch else 0, 2)) + (depth,)
        return data, self.vectors(rng, dims, data.shape[batch : batch + depth]), batch

    @staticmethod
    def vectors(rng, dims, extents):
        found = np.zeros(dims, "i8")
        negative = rng.random() < 0.5
        for k, extent in enumerate(extents):
            found[..., k] = indices(rng, dims[:-1], extent, negative, wrong=0.02)
        return found

    def expect_gather_nd(self, data, index, batch):
        depth = index.shape[-1]
        result = np.zeros(index.shape[:-1] + data.shape[batch + depth :], data.dtype)
        for at in np.ndindex(*index.shape[:-1]):
            place = tuple(int(self.wrapped(index[at][k : k + 1], data.shape[batch + k])[0]) for k in range(depth))
            result[at] = data[at[:batch] + place]
        return result

    REDUCTIONS = ("none", "add", "mul", "min", "max")

    def draw_scatter_elements(self, rng):
        reduction = rng.choice(self.REDUCTIONS)
        data, index, axis = self.elements(rng, INTEGERS + ["f4", "f8"])
        if rng.random() < 0.5:
            index = indices(rng, data.shape, data.shape[axis], rng.random() < 0.3)
        return data, index, values(rng, data.dtype, index.shape), axis, reduction

    def expect_scatter_elements(self, data, index, updates, axis, reduction):
        index = self.wrapped(index, data.shape[axis])
        result = data.copy()
        for at in np.ndindex(*index.shape):
            place = list(at)
            place[axis] = index[at]
            result[tuple(place)] = self.combined(result[tuple(place)], updates[at], reduction)
        return result

    @staticmethod
    def combined(a, b, reduction):
        return oracle.COMBINE[{"none": "replace"}.get(reduction, reduction)](a, b)

    def draw_scatter_nd(self, rng):
        data = self.data(rng, INTEGERS + ["f4", "f8"])
        depth = rng.randrange(1, data.ndim + 1)
        dims = shape(rng, rng.randrange(1, 3)) + (depth,)
        return (
            data,
            self.vectors(rng, dims, data.shape[:depth]),
            values(rng, data.dtype, dims[:-1] + data.shape[depth:]),
            rng.choice(self.REDUCTIONS),
        )

    def expect_scatter_nd(self, data, index, updates, reduction):
        result = data.copy()
        for at in np.ndindex(*index.shape[:-1]):
            place = tuple(int(self.wrapped(index[at][k : k + 1], data.shape[k])[0]) for k in range(index.shape[-1]))
            result[place] = self.combined(result[place], updates[at], reduction)
        return result


def dimension_case(rng, dtypes=ALL):
    """A random operand, indices with some out of range, and the numbers that name them."""
    rank = rng.randrange(1, 4)
    operand = strided(rng, values(rng, rng.choice(dtypes), shape(rng, rank)))
    collapsed, batching, index_map, offset_dims, batch_rank = oracle.random_numbers(rng, rank)
    sizes = [1 if d in collapsed or d in batching else rng.randrange(1, n + 1) for d, n in enumerate(operand.shape)]
    for d in range(rank):  # a window that no index moves is the whole dimension, or a part at its start
        if d not in index_map and d not in collapsed and d not in batching and rng.random() < 0.5:
            sizes[d] = operand.shape[d]
    batch_dims = list(shape(rng, batch_rank))
    indices_batching = rng.sample(range(batch_rank), len(batching))
    for d, i in zip(batching, indices_batching):
        batch_dims[i] = operand.shape[d]
    # The specification wants batching dims of the operand in order.
    pairs = sorted(zip(batching, indices_batching))
    batching, indices_batching = [p[0] for p in pairs], [p[1] for p in pairs]
    found = np.zeros(batch_dims + [len(index_map)], rng.choice(["i4", "i8", "i2"]))
    for k, d in enumerate(index_map):
        found[..., k] = indices(rng, batch_dims, operand.shape[d] - sizes[d] + 1, wrong=0.5)
    return operand, strided(rng, found), collapsed, batching, indices_batching, index_map, offset_dims, sizes


class JaxTest(Calls):
    CALLS = share_of(5000)

    def test_random_gathers(self):
        rng = random.Random(13)
        for number in range(self.CALLS):
            operand, found, collapsed, batching, indices_batching, index_map, offset_dims, sizes = dimension_case(rng)
            numbers = garner.jax.GatherDimensionNumbers(
                tuple(offset_dims), tuple(collapsed), tuple(index_map), tuple(batching), tuple(indices_batching)
            )
            mode = rng.choice([None, "fill", "clip", "promise_in_bounds"])
            fill = None if rng.random() < 0.5 else 1
            wanted = oracle.gather(
                operand,
                found,
                offset_dims=offset_dims,
                collapsed_slice_dims=collapsed,
                start_index_map=index_map,
                slice_sizes=sizes,
                operand_batching_dims=batching,
                start_indices_batching_dims=indices_batching,
                bounds="fill" if mode in (None, "fill") else "clamp",
                fill=self.default_fill(operand.dtype) if fill is None else fill,
            )
            given = numbers if rng.random() < 0.5 else numbers._asdict()
            with self.subTest(number=number):
                self.agree(
                    always(garner.jax.gather, operand, found, given, sizes, mode=mode, fill_value=fill),
                    wanted,
                    f"{operand!r} {found!r} {numbers} {sizes} {mode}",
                )

    @staticmethod
    def default_fill(dtype):
        return {
            "b": True,
            "i": np.iinfo(dtype).min if dtype.kind == "i" else 0,
            "u": np.iinfo(dtype).max if dtype.kind == "u" else 0,
            "f": np.nan,
            "c": complex(np.nan, np.nan),
        }[dtype.kind]

    def test_random_scatters(self):
        rng = random.Random(14)
        calls = {
            "replace": garner.jax.scatter,
            "add": garner.jax.scatter_add,
            "mul": garner.jax.scatter_mul,
            "min": garner.jax.scatter_min,
            "max": garner.jax.scatter_max,
        }
        for number in range(self.CALLS):
            operand, found, collapsed, batching, indices_batching, index_map, offset_dims, sizes = dimension_case(
                rng, INTEGERS + ["f4", "f8"]
            )
            updates = self.updates(rng, operand, found, offset_dims, collapsed, batching, sizes)
            combiner = rng.choice(list(calls))
            mode = rng.choice([None, "drop", "clip"])
            numbers = garner.jax.ScatterDimensionNumbers(
                tuple(offset_dims), tuple(collapsed), tuple(index_map), tuple(batching), tuple(indices_batching)
            )
            wanted = oracle.scatter(
                operand,
                found,
                updates,
                update_window_dims=offset_dims,
                inserted_window_dims=collapsed,
                scatter_dims_to_operand_dims=index_map,
                input_batching_dims=batching,
                scatter_indices_batching_dims=indices_batching,
                combiner=combiner,
                bounds="clamp" if mode == "clip" else "window",
            )
            with self.subTest(number=number):
                self.agree(
                    always(calls[combiner], operand, found, updates, numbers, mode=mode),
                    wanted,
                    f"{operand!r} {found!r} {updates!r} {numbers} {mode}",
                )

    @staticmethod
    def updates(rng, operand, found, offset_dims, collapsed, batching, sizes):
        window = [n for d, n in enumerate(sizes) if d not in collapsed and d not in batching]
        dims = [None] * (found.ndim - 1 + len(window))
        for d, n in zip(offset_dims, window):
            dims[d] = n
        rest = iter(found.shape[:-1])
        return values(rng, operand.dtype, tuple(next(rest) if n is None else n for n in dims))


class CanonicalTest(Calls):
    CALLS = share_of(1000)

    def test_random_gathers(self):
        rng = random.Random(15)
        for number in range(self.CALLS):
            operand, found, collapsed, batching, indices_batching, index_map, offset_dims, sizes = dimension_case(rng)
            numbers = {
                "offset_dims": offset_dims,
                "collapsed_slice_dims": collapsed,
                "start_index_map": index_map,
                "slice_sizes": sizes,
                "operand_batching_dims": batching,
                "start_indices_batching_dims": indices_batching,
            }
            wanted = oracle.gather(operand, found, **numbers)
            with self.subTest(number=number):
                self.agree(always(garner.gather, operand, found, **numbers), wanted, f"{operand!r} {found!r} {numbers}")
                plan = garner.plan(garner.gather, operand, found, **numbers)
                self.agree(answer(plan, operand, found), wanted, f"planned {operand!r} {found!r} {numbers}")
                one_based = {
                    name: [d + 1 for d in dims] if name != "slice_sizes" else dims for name, dims in numbers.items()
                }
                self.agree(
                    answer(
                        garner.nvl.gather, operand, found.astype("i8") + 1, **one_based, index_vector_dim=found.ndim
                    ),
                    wanted,
                    f"nvl {operand!r} {found!r} {numbers}",
                )

    def test_random_scatters(self):
        rng = random.Random(16)
        for number in range(self.CALLS):
            operand, found, collapsed, batching, indices_batching, index_map, offset_dims, sizes = dimension_case(
                rng, INTEGERS + ["f4", "f8"]
            )
            updates = JaxTest.updates(rng, operand, found, offset_dims, collapsed, batching, sizes)
            numbers = {
                "update_window_dims": offset_dims,
                "inserted_window_dims": collapsed,
                "scatter_dims_to_operand_dims": index_map,
                "input_batching_dims": batching,
                "scatter_indices_batching_dims": indices_batching,
            }
            combiner = rng.choice(["replace", "add", "mul", "min", "max"])
            wanted = oracle.scatter(operand, found, updates, combiner=combiner, **numbers)
            given = combiner if rng.random() < 0.5 else oracle.COMBINE[combiner]
            with self.subTest(number=number):
                self.agree(
                    always(garner.scatter, operand, found, updates, combiner=given, **numbers),
                    wanted,
                    f"{operand!r} {found!r} {updates!r} {numbers} {combiner}",
                )
                plan = garner.plan(garner.scatter, operand, found, updates, combiner=given, **numbers)
                self.agree(
                    answer(plan, operand, found, updates),
                    wanted,
                    f"planned {operand!r} {found!r} {updates!r} {numbers} {combiner}",
                )
                place = operand.copy()
                garner.scatter(place, found, updates, combiner=combiner, out=place, **numbers)
                self.agree(place, wanted, "in place")

    def test_tensorflow_by_the_same_oracle(self):
        rng = random.Random(17)
        for number in range(500):
            params = strided(rng, values(rng, rng.choice(ALL), shape(rng, rng.randrange(1, 4))))
            axis = rng.randrange(params.ndim)
            index = indices(rng, shape(rng, rng.randrange(0, 3)), params.shape[axis], dtype="i4")
            wrong = index.size and (index.min() < 0 or index.max() >= params.shape[axis])
            self.agree(
                always(garner.tf.gather, params, index, axis=axis),
                IndexError if wrong else np.take(params, index, axis),
                number,
            )
            if params.dtype.kind in "iuf":
                depth = rng.randrange(1, params.ndim + 1)
                dims = shape(rng, 1) + (depth,)
                places = OnnxTest.vectors(rng, dims, params.shape[:depth]) % np.array(params.shape[:depth])
                updates = values(rng, params.dtype, dims[:-1] + params.shape[depth:])
                how = rng.choice(["update", "add", "sub", "min", "max"])
                wanted = params.copy()
                for at in range(dims[0]):
                    place = tuple(places[at])
                    wanted[place] = {
                        **oracle.COMBINE,
                        "update": oracle.COMBINE["replace"],
                        "sub": lambda a, b: (a - b).astype(a.dtype),
                    }[how](wanted[place], updates[at])
                self.agree(
                    always(getattr(garner.tf, "tensor_scatter_nd_" + how), params, places, updates),
                    wanted,
                    (number, how),
                )


if __name__ == "__main__":
    unittest.main()
