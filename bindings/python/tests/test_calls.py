"""Combiners, plans, gradients, TTNN's account, threads, and that nothing is leaked."""
import gc
import os
import pickle
import sys
import threading
import time
import unittest

import garner
from support import np, random, same, shape, share_of, values

ROWS = dict(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))


class CombinerTest(unittest.TestCase):
    def test_current_comes_first_and_updates_in_order(self):
        x, at, u = np.array([10.0, 20.0]), np.array([[0], [0], [1]]), np.array([1.0, 2.0, 3.0])
        flat = dict(inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
        self.assertEqual(garner.scatter(x, at, u, combiner=lambda a, b: 2 * a - b, **flat).tolist(), [36, 37])

    def test_arrays_come_as_the_operands_library_has_them(self):
        import torch

        seen = []

        def keep(a, b):
            seen.append((a, b))
            return b

        for x in (np.zeros((2, 3)), torch.zeros(2, 3, dtype=torch.float64), garner.array([[0.0] * 3] * 2)):
            result = garner.scatter(x, np.array([[1], [0]]), np.arange(6.0).reshape(2, 3), combiner=keep, **ROWS)
            self.assertEqual(result.tolist(), [[3, 4, 5], [0, 1, 2]])
        self.assertIsInstance(seen[0][0], np.ndarray)
        self.assertTrue(any(isinstance(a, torch.Tensor) for a, _ in seen))
        self.assertEqual(
            sum(b.sum() for _, b in seen if isinstance(b, np.ndarray)) % 15, 0, "what was handed over may be kept"
        )

    def test_what_it_raises_comes_through(self):
        class Mine(Exception):
            pass

        def fails(a, b):
            raise Mine("here")

        x = np.zeros((2, 3))
        for how, error in (
            (fails, Mine),
            (lambda a, b: None, TypeError),
            (lambda a, b: a[:1], garner.ShapeError),
            (lambda a, b: a.astype("f4"), garner.DTypeError),
            (lambda a: a, TypeError),
        ):
            with self.assertRaises(error):
                garner.scatter(x, np.array([[1]]), np.ones((1, 3)), combiner=how, **ROWS)
        self.assertEqual(x.tolist(), [[0] * 3] * 2)
        with self.assertRaises(Mine):
            garner.nvl.scatter(
                x, np.array([[1]]), np.ones((1, 3)), (2,), (1,), (), (), (1,), 2, update_computation=fails
            )

    def test_a_combiner_may_call_garner(self):
        def inner(a, b):
            return garner.torch.gather(np.asarray(a) + np.asarray(b), 0, np.arange(len(a))).numpy()

        result = garner.scatter(np.ones((2, 3)), np.array([[1]]), np.ones((1, 3)), combiner=inner, **ROWS)
        self.assertEqual(result.tolist(), [[1] * 3, [2] * 3])


class SeveralTest(unittest.TestCase):
    """Scatters of several inputs, by the same indices."""

    def test_a_named_combiner_is_that_of_each(self):
        import torch

        x, y = np.arange(6.0).reshape(3, 2), torch.arange(6, dtype=torch.int32).reshape(3, 2)
        at = np.array([[1], [1], [9]])
        u, v = np.array([[1.0, 10], [2, 20], [4, 40]]), np.array([[1, 2], [3, 4], [5, 6]], "i4")
        a, b = garner.scatter((x, y), at, (u, v), combiner="add", **ROWS)
        self.assertEqual((a.tolist(), b.tolist()), ([[0, 1], [5, 33], [4, 5]], [[0, 1], [6, 9], [4, 5]]))
        self.assertEqual((a.dtype, b.dtype), ("f64", "i32"))
        for one, operand, updates in ((a, x, u), (b, y, v)):
            self.assertTrue(same(one, garner.scatter(operand, at, updates, combiner="add", **ROWS)))
        self.assertEqual(x.tolist(), np.arange(6.0).reshape(3, 2).tolist())
        (alone,) = garner.scatter([x], at, [u], combiner="add", **ROWS)
        self.assertTrue(same(alone, a))

    def test_a_function_sees_all_current_values_and_then_all_updates(self):
        # The greatest value of each place, and where it came from: as stablehlo.scatter of two inputs has it.
        best, origin = np.array([5.0, 0.0, 7.0]), np.array([-1, -1, -1])
        at, u, number = np.array([[1], [0], [1], [2], [1]]), np.array([3.0, 4, 8, 9, 2]), np.arange(5)

        def greatest(value, index, other, other_index):
            self.assertEqual((value.dtype, index.dtype, other.dtype), (np.dtype("f8"), np.dtype("i8"), np.dtype("f8")))
            takes = other > value
            return np.where(takes, other, value), np.where(takes, other_index, index)

        flat = dict(inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
        got = garner.scatter((best, origin), at, (u, number), combiner=greatest, **flat)
        self.assertEqual([g.tolist() for g in got], [[5, 8, 9], [-1, 2, 3]])
        out = (best, origin)
        self.assertIs(garner.scatter(out, at, (u, number), combiner=greatest, out=out, **flat), out)
        self.assertEqual((best.tolist(), origin.tolist()), ([5, 8, 9], [-1, 2, 3]))

    def test_what_is_refused(self):
        x, at, u = np.zeros((3, 2)), np.array([[1]]), np.ones((1, 2))
        for error, operands, updates, more in (
            (garner.ArgumentError, (x, x), (u,), {}),
            (garner.ArgumentError, (x, x), u, {}),
            (garner.ArgumentError, x, (u,), {}),
            (garner.ArgumentError, (), (), {}),
            (garner.LimitError, (x,) * 17, (u,) * 17, {}),
            (garner.ArgumentError, (x, x), (u, u), dict(out=x)),
            (garner.ArgumentError, (x, x), (u, u), dict(out=(x,))),
            (garner.AliasError, (x, x), (u, u), dict(out=(x, x))),
            (garner.ShapeError, (x, x[:2]), (u, u), {}),
            (garner.ShapeError, (x, x), (u, u[:, :1]), {}),
            (garner.DTypeError, (x, x), (u, u.astype("f4")), {}),
            (TypeError, (x, 3), (u, u), {}),
            (garner.ShapeError, (x, x), (u, u), dict(combiner=lambda a, b, c, d: a)),
            (garner.ShapeError, (x, x), (u, u), dict(combiner=lambda a, b, c, d: (a,))),
            (garner.DTypeError, (x, x), (u, u), dict(combiner=lambda a, b, c, d: (a, a.astype("f4")))),
            (ZeroDivisionError, (x, x), (u, u), dict(combiner=lambda a, b, c, d: 1 // 0)),
            (TypeError, (x, x), (u, u), dict(combiner=lambda a, b: a)),
        ):
            with self.subTest(error=error, more=more), self.assertRaises(error):
                garner.scatter(operands, at, updates, **more, **ROWS)
        self.assertEqual(x.tolist(), [[0, 0]] * 3)
        with self.assertRaisesRegex(garner.UnsupportedError, "several inputs"):
            garner.plan(garner.scatter, (x, x), at, (u, u), **ROWS)
        with self.assertRaises(garner.IndexError) as caught:
            garner.scatter((x, x + 1), np.array([[3]]), (u, u), bounds="error", **ROWS)
        self.assertEqual(
            (caught.exception.value, caught.exception.position, caught.exception.bound), (3, (0, 0), (0, 2))
        )


class OnnxNamesTest(unittest.TestCase):
    """The operators under ONNX's own names, inputs first, then the attributes by place or by ONNX's names for them."""

    def test_gathers(self):
        x, along = np.arange(12.0).reshape(3, 4), np.array([[0, 2, 1], [2, 0, -1]])
        elements = np.take_along_axis(x[:, :3], along, 0)
        for given in ((0,), ()):
            self.assertEqual(garner.onnx.GatherElements(x, along, *given).tolist(), elements.tolist())
        self.assertEqual(garner.onnx.GatherElements(data=x, indices=along, axis=0).tolist(), elements.tolist())
        self.assertEqual(garner.onnx.Gather(x, np.array([3, -4]), axis=1).tolist(), x[:, [3, 0]].tolist())
        self.assertEqual(garner.onnx.Gather(x, np.array([3, -4]), 1).tolist(), x[:, [3, 0]].tolist())
        self.assertEqual(garner.onnx.GatherND(x, np.array([[2, 1]])).tolist(), [9])
        self.assertEqual(garner.onnx.GatherND(x, np.array([[2], [1], [-1]]), batch_dims=1).tolist(), [2, 5, 11])

    def test_scatters(self):
        x, at, u = np.arange(4.0), np.array([1, 1, -1]), np.array([10.0, 20.0, 30.0])
        self.assertEqual(garner.onnx.ScatterElements(x, at, u, axis=0, reduction="add").tolist(), [0, 31, 2, 33])
        self.assertEqual(garner.onnx.ScatterElements(x, at, u, 0, "max").tolist(), [0, 20, 2, 30])
        self.assertEqual(garner.onnx.ScatterND(x, at[:, None], u, reduction="mul").tolist(), [0, 200, 2, 90])
        self.assertEqual(garner.onnx.ScatterND(x, at[1:, None], u[1:]).tolist(), [0, 20, 2, 30])

    def test_they_are_planned_and_helped(self):
        x, at = np.arange(4.0), np.array([1, 3])
        self.assertEqual(garner.plan(garner.onnx.Gather, x, at)(x, at).tolist(), [1, 3])
        self.assertEqual(garner.onnx.GatherND.__name__, "GatherND")


class PlanTest(unittest.TestCase):
    def test_families(self):
        x, i = np.arange(12.0).reshape(3, 4), np.array([[0, 1], [2, 3], [1, 1]])
        self.assertEqual(
            garner.plan(garner.torch.gather, x, 1, i)(x + 1, i).tolist(), (np.take_along_axis(x + 1, i, 1)).tolist()
        )
        self.assertEqual(garner.plan(garner.torch.embedding, i[0], x)(x, i[0]).tolist(), x[i[0]].tolist())
        self.assertEqual(garner.plan(garner.onnx.gather, x, i, axis=1)(x, i).tolist(), np.take(x, i, 1).tolist())
        add = garner.plan(garner.torch.scatter_add, x, 1, i, np.ones(i.shape))
        self.assertTrue(same(add(x, i, np.ones(i.shape)), garner.torch.scatter_add(x, 1, i, np.ones(i.shape))))
        tf = garner.plan(garner.tf.tensor_scatter_nd_max, x, i[1:2], np.array([99.0]))
        self.assertEqual(tf(x, i[1:2], np.array([99.0])).tolist()[2][3], 99)
        sub = garner.plan(garner.tf.tensor_scatter_nd_sub, x, i[1:2], np.array([99.0]))
        self.assertEqual(sub(x, i[1:2], np.array([100.0])).tolist()[2][3], 11 - 100)

    def test_out_in_place_and_other_layouts(self):
        x, i, out = np.arange(12.0).reshape(3, 4), np.array([[0], [1], [2]]), np.zeros((3, 1))
        plan = garner.plan(garner.torch.gather, x, 1, i)
        self.assertIs(plan(x, i, out=out), out)
        self.assertEqual(out.tolist(), [[0], [5], [10]])
        for bad in ((x.T, i), (x[:2], i), (x.astype("f4"), i), (x, i.astype("i4")), (np.asfortranarray(x), i)):
            with self.assertRaises((garner.ShapeError, garner.DTypeError)):
                plan(*bad)
        for call in (lambda: plan(x), lambda: plan(x, i, i), lambda: plan(x, i, other=1)):
            with self.assertRaises(TypeError):
                call()
        with self.assertRaises(garner.UnsupportedError):
            garner.plan(garner.torch.index_put, x, (i,), x)
        with self.assertRaises(garner.UnsupportedError):
            garner.plan(garner.torch.gather, x, 1, i, mover="none such")
        for not_a_call in (len, None, garner.plan, garner.parse):
            with self.assertRaises(TypeError):
                garner.plan(not_a_call, x, 1, i)

    def test_threads_change_no_bits(self):
        rng = np.random.default_rng(5)
        x, at, u = rng.random((5000, 16), "f4"), rng.integers(0, 5000, (20000, 1)), rng.random((20000, 16), "f4")
        args = (x, at, u)
        one = garner.scatter(*args, combiner="add", **ROWS)
        for threads in (1, 2, 3):
            plan = garner.plan(garner.scatter, *args, combiner="add", threads=threads, **ROWS)
            self.assertEqual(bytes(plan(*args)), bytes(one))
        self.assertIn("addressing", plan.report)
        self.assertIn(plan.report["addressing"], str(plan))
        for threads in (0, -1, 257, 2**40):
            with self.assertRaises(garner.ArgumentError):
                garner.plan(garner.scatter, *args, threads=threads, **ROWS)


class KeptPlanTest(unittest.TestCase):
    """Small calls that come again run by a plan. Whatever it was kept of, each call gives what it gives alone."""

    def warm(self, call, *args, **kwargs):
        for _ in range(3):
            result = call(*args, **kwargs)
        return result

    def test_other_elements_in_the_same_layout(self):
        rng = np.random.default_rng(4)
        rows = dict(offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,), slice_sizes=(1, 3))
        for number in range(8):
            x, i = rng.random((5, 3)), rng.integers(0, 5, (4, 3))
            self.assertTrue(same(garner.torch.gather(x, 0, i), np.take_along_axis(x, i, 0)))
            self.assertTrue(same(garner.onnx.gather(x, i[:, 0]), x[i[:, 0]]))
            self.assertTrue(same(garner.gather(x, i[:, :1], **rows), x[i[:, 0]]))
            wanted = x.copy()
            np.add.at(wanted, i[:, 0], x[:4])
            self.assertTrue(same(garner.scatter(x, i[:, :1], x[:4], combiner="add", **ROWS), wanted))
            wanted = x.copy()
            np.maximum.at(wanted, i[:, 0], x[:4])
            self.assertTrue(same(garner.scatter(x, i[:, :1], x[:4], combiner="".join(["m", "ax"]), **ROWS), wanted))

    def test_other_arguments(self):
        x, i = np.arange(9.0).reshape(3, 3), np.array([[0, 2, 1]] * 3)
        for _ in range(3):
            for dim in (0, 1, -1, -2):
                self.assertEqual(garner.torch.gather(x, dim, i).tolist(), np.take_along_axis(x, i, dim).tolist())
                self.assertEqual(garner.torch.gather(index=i, dim=dim, input=x).dtype, "f64")
                self.assertEqual(garner.torch.gather(x.astype("f4"), dim, i.astype("i4")).dtype, "f32")
        flat = dict(inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
        at, u = np.array([[1], [1]]), np.array([5.0, 7.0])
        for _ in range(3):
            for how, wanted in (("add", 13), ("mul", 35), ("replace", 7), ("min", 1), (lambda a, b: a - b, -11)):
                self.assertEqual(garner.scatter(np.ones(2), at, u, combiner=how, **flat).tolist(), [1, wanted])
            for bounds, wanted in (("skip", [1, 6]), ("clamp", [1, 13])):
                self.assertEqual(
                    garner.scatter(np.ones(2), at + [[0], [5]], u, combiner="add", bounds=bounds, **flat).tolist(), wanted
                )
            for fill in (None, 3, 4.5):
                got = garner.gather(
                    u, at + 5, bounds="fill", fill_value=fill, collapsed_slice_dims=(0,), start_index_map=(0,), slice_sizes=[1]
                )
                self.assertEqual(got.tolist(), [fill or 0] * 2)
            for axis in (None, 0, 1):
                self.assertEqual(garner.tf.gather(x, at[:, 0], axis=axis).tolist(), np.take(x, at[:, 0], axis or 0).tolist())

    def test_errors_come_as_before(self):
        x, i, out = np.arange(3.0), np.array([0, 1, 2]), np.full(3, 7.0)
        self.warm(garner.torch.gather, x, 0, i)
        self.warm(garner.torch.gather, x, 0, i, out=out)
        self.warm(garner.torch.scatter_add, x, 0, i, x)
        self.warm(garner.torch.scatter_add, x, 0, i, x, out=out)
        out[:] = 7
        bad = np.array([0, 1, 9])
        for call in (
            lambda: garner.torch.gather(x, 0, bad),
            lambda: garner.torch.gather(x, 0, bad, out=out),
            lambda: garner.torch.scatter_add(x, 0, bad, x),
            lambda: garner.torch.scatter_add(x, 0, bad, x, out=out),
            lambda: garner.torch.scatter_add(out, 0, bad, x, out=out),
        ):
            with self.assertRaises(garner.IndexError) as caught:
                call()
            self.assertEqual((caught.exception.value, caught.exception.position), (9, (2,)))
            self.assertEqual(out.tolist(), [7, 7, 7])
        memory = np.arange(6.0)
        memory[:3] = x
        for where in (x, memory[1:4]):
            with self.assertRaises(garner.AliasError):
                garner.torch.gather(memory[:3] if where is not x else x, 0, i, out=where)
        with self.assertRaises(garner.AliasError):
            garner.torch.scatter_add(memory[:3], 0, i, x, out=memory[1:4])
        self.assertEqual(memory.tolist(), [0, 1, 2, 3, 4, 5])
        frozen = np.zeros(3)
        frozen.setflags(write=False)
        with self.assertRaises(garner.ReadOnlyError):
            garner.torch.gather(x, 0, i, out=frozen)
        with self.assertRaises(garner.ShapeError):
            garner.torch.gather(x, 0, i, out=np.zeros(4))
        with self.assertRaises(garner.DTypeError):
            garner.torch.gather(x, 0, i, out=np.zeros(3, "f4"))

    def test_out_may_lie_otherwise_and_in_place(self):
        x, i = np.arange(3.0), np.array([2, 1, 0])
        for _ in range(4):
            out = np.zeros(6)
            view = out[::2]
            self.assertIs(garner.torch.gather(x, 0, i, out=view), view)
            self.assertEqual(out.tolist(), [2, 0, 1, 0, 0, 0])
            y = x.copy()
            self.assertIs(garner.torch.scatter_add(y, 0, i, x, out=y), y)
            self.assertEqual(y.tolist(), [2, 2, 2])

    def test_what_out_calls_may_take_the_plan_away(self):
        x, i = np.arange(3.0), np.array([2, 1, 0])

        class Out:
            def __init__(self):
                self.memory = np.zeros(3)

            def __dlpack__(self, **kwargs):
                for n in range(1, 12):
                    for _ in range(3):
                        garner.torch.gather(np.arange(float(n)), 0, np.zeros(n, "i8"))
                return garner.array(self.memory).__dlpack__(**kwargs)

        for _ in range(5):
            self.warm(garner.torch.gather, x, 0, i)
            out = Out()
            garner.torch.gather(x, 0, i, out=out)
            self.assertEqual(out.memory.tolist(), [2, 1, 0])


class GradientTest(unittest.TestCase):
    def test_a_registered_autograd_function(self):
        import torch

        class Gather(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, dim, index):
                ctx.save_for_backward(x, index)
                ctx.dim = dim
                return garner.torch.gather(x.detach(), dim, index).torch()

            @staticmethod
            def backward(ctx, grad):
                x, index = ctx.saved_tensors
                return garner.torch.gather_backward(grad.contiguous(), x.detach(), ctx.dim, index).torch(), None, None

        class ScatterAdd(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, dim, index, src):
                ctx.save_for_backward(index)
                ctx.dim = dim
                return garner.torch.scatter_add(x.detach(), dim, index, src.detach()).torch()

            @staticmethod
            def backward(ctx, grad):
                first, second = garner.torch.scatter_add_backward(grad.contiguous(), ctx.dim, *ctx.saved_tensors)
                return first.torch(), None, None, second.torch()

        torch.manual_seed(1)
        x = torch.randn(3, 4, dtype=torch.float64, requires_grad=True)
        src = torch.randn(3, 2, dtype=torch.float64, requires_grad=True)
        index = torch.tensor([[0, 0], [3, 1], [2, 2]])
        self.assertTrue(torch.autograd.gradcheck(lambda t: Gather.apply(t, 1, index), (x,)))
        self.assertTrue(torch.autograd.gradcheck(lambda t, s: ScatterAdd.apply(t, 1, index, s), (x, src)))
        (ours,) = torch.autograd.grad(Gather.apply(x, 1, index).square().sum(), x)
        (theirs,) = torch.autograd.grad(torch.gather(x, 1, index).square().sum(), x)
        self.assertTrue(torch.equal(ours, theirs))

    def test_torchs_backwards(self):
        import torch

        rng = random.Random(3)
        for _ in range(300):
            x = torch.from_numpy(values(rng, "f8", shape(rng, rng.randrange(1, 4)))).requires_grad_()
            dim = rng.randrange(x.dim())
            n = rng.randrange(1, 5)
            row = torch.tensor([rng.randrange(x.shape[dim]) for _ in range(n)])
            dims = list(x.shape)
            dims[dim] = n
            full = torch.randint(0, x.shape[dim], dims)
            src = torch.from_numpy(values(rng, "f8", dims)).requires_grad_()
            cases = [
                ("gather", (x, dim, full), "gather_backward", lambda g: (g, x.detach(), dim, full)),
                ("index_select", (x, dim, row), "index_select_backward", lambda g: (g, x.detach(), dim, row)),
                ("take", (x, full), "take_backward", lambda g: (g, x.detach(), full))
                if full.max() < x.numel()
                else None,
                ("index_add", (x, dim, row, src), "index_add_backward", lambda g: (g, dim, row)),
                ("scatter_add", (x, dim, full, src), "scatter_add_backward", lambda g: (g, dim, full)),
            ]
            for name, args, back, of in (c for c in cases if c):
                result = getattr(torch, name)(*args)
                grad = torch.from_numpy(values(rng, "f8", tuple(result.shape)))
                wanted = torch.autograd.grad(result, [a for a in args if torch.is_tensor(a) and a.requires_grad], grad)
                got = getattr(garner.torch, back)(*of(grad))
                for a, b in zip(got if isinstance(got, tuple) else (got,), wanted):
                    self.assertEqual(a.tolist(), b.tolist(), (name, dim))

    def test_canonical_gradients_by_hand(self):
        # Indices 1, 7, 1, 0 of three rows; 7 was clamped to row 2 (docs/gradients.md).
        grad = np.array([[1.0, 10], [2, 20], [4, 40], [8, 80]])
        rows = dict(offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,), slice_sizes=(1, 2))
        at = np.array([[1], [7], [1], [0]])
        self.assertEqual(
            garner.gather_grad(grad, at, operand_shape=(3, 2), **rows).tolist(), [[8, 80], [5, 50], [2, 20]]
        )
        x, at, u = np.array([2.0, 4, 6]), np.array([[0], [0], [2]]), np.array([3.0, 7, 5])
        flat = dict(inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
        first, second = garner.scatter_grad(np.array([1.0, 2, 4]), at, u, kind="mul", input=x, **flat)
        self.assertEqual((first.tolist(), second.tolist()), ([21, 2, 20], [14, 6, 24]))  # docs/frameworks.md
        first, second = garner.scatter_grad(
            np.array([1.0, 2, 4]), at, u, kind="max", input=x, result=np.array([7.0, 4, 6]), **flat
        )
        self.assertEqual((first.tolist(), second.tolist()), ([0, 2, 4], [0, 1, 0]))


class TtnnTest(unittest.TestCase):
    def test_account_of_the_documentation(self):
        x, i = np.zeros((96, 128), "u2"), np.zeros((96, 64), "u4")
        account = garner.ttnn.gather_account(garner.array(x), 1, i, grid=(2, 1))
        self.assertIn("Wt_input 4 <= 60 and Wt_index 2 <= 60", str(account))
        self.assertEqual(account["grid"], [2, 1])
        result, same_account = garner.ttnn.gather(x, 1, i, grid=(2, 1), account=True)
        self.assertEqual(result.shape, (96, 64))
        self.assertEqual(same_account["taken"], account["taken"])
        self.assertIn("op", account.keys())

    def test_values(self):
        rng = np.random.default_rng(2)
        x, i = rng.random((5, 70), "f4"), rng.integers(0, 70, (5, 40)).astype("u4")
        for threads in (1, 2):
            self.assertTrue(
                same(garner.ttnn.gather(x, 1, i, threads=threads), np.take_along_axis(x, i.astype("i8"), 1))
            )
        out = np.zeros((5, 40), "f4")
        self.assertIs(garner.ttnn.gather(x, 1, i, out=out), out)
        self.assertTrue(same(out, np.take_along_axis(x, i.astype("i8"), 1)))
        wanted = x.copy()
        np.add.at(wanted, (np.arange(5)[:, None], i[:, :3]), 1)
        self.assertTrue(
            np.allclose(garner.ttnn.scatter(x, 1, i[:, :3].copy(), np.ones((5, 3), "f4"), reduce="add").numpy(), wanted)
        )
        self.assertTrue(
            np.allclose(garner.ttnn.scatter_add(x, 1, i[:, :3].copy(), np.ones((5, 3), "f4")).numpy(), wanted)
        )
        self.assertTrue(same(garner.ttnn.embedding(np.array([[1, 0]], "u4"), x), x[[[1, 0]]]))
        with self.assertRaises(garner.ArgumentError):
            garner.ttnn.gather(x, 1, i, strategy="best")


class ThreadTest(unittest.TestCase):
    def test_the_gil_is_released(self):
        x, i = np.zeros(2_000_000, "f4"), np.random.default_rng(1).integers(0, 2_000_000, 12_000_000)
        out = np.zeros(i.shape, "f4")
        ticks, done = [], threading.Event()

        def tick():
            while not done.is_set():
                ticks.append(time.perf_counter())
                time.sleep(0.0005)

        thread = threading.Thread(target=tick)
        thread.start()
        time.sleep(0.01)
        begin = time.perf_counter()
        garner.torch.gather(x, 0, i, out=out)
        end = time.perf_counter()
        done.set()
        thread.join()
        self.assertGreater(sum(begin < t < end for t in ticks), 2, f"in {end - begin:.3f} s")

    def test_many_threads_on_the_same_arrays(self):
        x, i = np.arange(100_000.0), np.random.default_rng(1).integers(0, 100_000, 50_000)
        wanted, wrong = x[i].tobytes(), []
        plan = garner.plan(garner.torch.gather, x, 0, i)

        def work():
            for _ in range(20):
                if bytes(garner.torch.gather(x, 0, i)) != wanted or bytes(plan(x, i)) != wanted:
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class LeakTest(unittest.TestCase):
    """A million calls, failing ones among them: no reference, block or page more than before."""

    CALLS = share_of(1_000_000)

    def test_no_reference_is_leaked(self):
        x, i, flat = np.arange(16.0), np.arange(16), np.arange(16).reshape(16, 1)
        own, out = garner.array(x), np.zeros(16)
        wrong = np.full(16, 99)
        big = np.zeros(1000)
        numbers = dict(inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
        plan = garner.plan(garner.torch.gather, x, 0, i)

        def fails(call, *args, **kwargs):
            try:
                call(*args, **kwargs)
            except (ValueError, TypeError, IndexError):
                pass

        # (calls, share of a thousand)
        kinds = [
            (lambda: garner.torch.gather(x, 0, i), 264),
            (lambda: garner.torch.gather(own, 0, i, out=out), 200),
            (lambda: garner.gather(x, flat, collapsed_slice_dims=(0,), start_index_map=(0,), slice_sizes=[1]), 120),
            (lambda: garner.scatter(x, flat, x, combiner="add", **numbers), 100),
            (lambda: plan(x, i), 100),
            (lambda: memoryview(garner.torch.gather(x, 0, i)), 50),
            (lambda: own.__dlpack__(), 50),
            (lambda: garner.array(own.numpy()), 20),
            (lambda: garner.torch.index(x, (i,)), 20),
            (lambda: garner.torch.scatter_add_backward(x, 0, i), 10),
            (lambda: garner.onnx.gather(big, i), 10),
            (lambda: fails(garner.torch.gather, x, 0, wrong), 5),
            (lambda: fails(garner.torch.gather, x, 0), 5),
            (lambda: fails(garner.torch.gather, x, 0, "no"), 5),
            (lambda: garner.scatter(x, flat, x, combiner=lambda a, b: b, **numbers), 1),
            (lambda: own.tolist(), 2),
            (lambda: own[1:][i[:3]], 10),
            (lambda: (own == x)[::-1], 10),
            (lambda: own[own != 3], 5),
            (lambda: float(own[2]), 5),
            (lambda: fails(lambda: own[99]), 2),
            (lambda: fails(lambda: own[wrong, 0]), 1),
            (lambda: fails(lambda: own == wrong[:3]), 1),
            (lambda: pickle.loads(pickle.dumps(own, 5)), 1),
            (lambda: list(own), 1),
            (lambda: garner.scatter((x, own), flat, [x, x], combiner="add", **numbers), 1),
            (lambda: fails(garner.scatter, (x, own), flat, (x, 3), **numbers), 1),
        ]
        self.assertEqual(sum(share for _, share in kinds), 1000)
        watched = [
            x,
            i,
            flat,
            own,
            out,
            wrong,
            big,
            plan,
            numbers,
            garner.Array,
            garner.Plan,
            None,
            True,
            np.dtype("f8"),
            (),
        ]

        def run(calls):
            for kind, share in kinds:
                for _ in range(calls * share // 1000):
                    kind()
            gc.collect()

        run(20_000)  # what is made once, is made
        blocks, counts = sys.getallocatedblocks(), [sys.getrefcount(w) for w in watched]
        pages = resident_bytes()
        run(self.CALLS)
        for w, before in zip(watched, counts):
            self.assertAlmostEqual(sys.getrefcount(w), before, delta=50, msg=repr(w)[:60])
        self.assertLess(sys.getallocatedblocks() - blocks, 500)
        self.assertLess(resident_bytes() - pages, 8 << 20)

    def test_no_module_is_leaked(self):
        text = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "gather.mlir"), encoding="utf-8").read()

        def once():
            m = garner.parse(text)
            m.check()
            m.run(np.zeros((3, 2), "f4"), np.array([0, 2], "i4")).numpy()
            m.plan()
            m.lint()
            m.convert("onnx")
            m.draw(np.zeros((3, 2), "f4"), np.array([0, 2], "i4"))
            for bad in (lambda: m.run(), lambda: m.convert("none"), lambda: garner.parse("{")):
                try:
                    bad()
                except garner.Error:
                    pass

        for _ in range(30):
            once()
        gc.collect()
        blocks, pages = sys.getallocatedblocks(), resident_bytes()
        for _ in range(share_of(300)):
            once()
        gc.collect()
        self.assertLess(sys.getallocatedblocks() - blocks, 300)
        self.assertLess(resident_bytes() - pages, 4 << 20)


if __name__ == "__main__":
    unittest.main()
