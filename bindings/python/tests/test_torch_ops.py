"""torch.ops.garner: schemas, fake kernels, derivatives, vmap and torch.compile, by torch's own checks; aten's operators are the oracle."""
import doctest
import os
import unittest

import torch

import garner
from torch_support import needs_torch


def doubles(*shape):
    return torch.randn(*shape, dtype=torch.float64, requires_grad=True)


def calls():
    """Name, positional arguments, keywords, whether the derivative is linear in the gradient."""
    torch.manual_seed(1)
    x, source, along = doubles(5, 3), doubles(4, 3), torch.randint(0, 5, (4, 3))
    rows, apart = torch.tensor([4, 0, 4, 2]), torch.tensor([3, 1])
    yield "index_select", (x, 0, rows), {}, True
    yield "gather", (x, 0, along), {}, True
    yield "take", (x, torch.tensor([[3, -1], [3, 0]])), {}, True
    yield "index", (x, [rows]), {}, True
    yield "index", (x, [None, torch.tensor([2, -1, 2])]), {}, True
    cube, pair = doubles(3, 4, 2), (torch.tensor([[0], [2]]), torch.tensor([1, -1, 1]))
    yield "index", (cube, list(pair)), {}, True
    yield "index", (cube, [pair[0], None, torch.tensor([1, 0])]), {}, True
    yield "index_put", (cube, [None, torch.tensor([3, 0]), torch.tensor([1, 1])], doubles(3, 2)), {}, True
    yield "index_put", (cube, list(pair), doubles(2, 3, 2)), {"accumulate": True}, True
    yield "embedding", (x, torch.tensor([[1, 2], [1, 4]])), {}, True
    yield "scatter", (x, 0, torch.tensor([[0, 1, 2], [1, 2, 3]]), doubles(2, 3)), {}, True
    yield "scatter_value", (x, 0, along, 2.0), {}, True
    yield "scatter_add", (x, 0, along, source), {}, True
    yield "scatter_add", (x, 0, along, doubles(5, 4)), {}, True
    yield "index_add", (x, 0, rows, source), {"alpha": 2}, True
    yield "index_copy", (x, 0, apart, doubles(2, 3)), {}, True
    yield "index_put", (x, [apart], doubles(2, 3)), {}, True
    yield "index_put", (x, [rows], doubles(3)), {"accumulate": True}, True
    yield "embedding_dense_backward", (source, rows, 5, 4, False), {}, True
    bags, weights = torch.tensor([0, 2, 2, 3]), torch.rand(4, dtype=torch.float64, requires_grad=True)
    for mode in range(3):
        yield "embedding_bag", (x, rows, bags, False, mode), {}, None
    yield "embedding_bag", (x, rows, bags, False, 0, False, weights, True, 4), {}, None
    for reduce in ("sum", "mean", "prod", "max", "min"):
        yield "segment_reduce", (x, reduce, torch.tensor([2, 1, 2])), {}, None
    yield "segment_reduce", (x, "sum", None, torch.tensor([[0, 1, 3]] * 5), 1, False, 0.5), {}, None
    yield "masked_select", (x, x.detach() > 0), {}, True
    yield "masked_select", (x, torch.tensor([[True], [False], [True], [True], [False]])), {}, True
    for reduce in ("mean", "prod", "amax", "amin"):
        for include_self in (True, False):
            yield "index_reduce", (x, 0, rows, source, reduce), {"include_self": include_self}, reduce == "mean"
    for reduce in ("sum", "mean", "prod", "amax", "amin"):
        for include_self in (True, False):
            yield "scatter_reduce", (x, 0, along, source, reduce), {"include_self": include_self}, reduce in ("sum", "mean")


@needs_torch
class OperatorTest(unittest.TestCase):
    def each(self):
        for name, args, kwargs, is_linear in calls():
            at = [i for i, value in enumerate(args) if isinstance(value, torch.Tensor) and value.requires_grad]

            def function(*given, op=getattr(garner.torch.ops, name), args=args, kwargs=kwargs, at=at):
                args = list(args)
                for i, tensor in zip(at, given):
                    args[i] = tensor
                result = op(*args, **kwargs)
                return result[0] if isinstance(result, tuple) else result

            with self.subTest(name, kwargs=kwargs):
                torch._dynamo.reset()
                yield name, args, kwargs, is_linear, function, [args[i] for i in at]

    def test_torchs_own_checks_of_an_operator_pass(self):
        for name, args, kwargs, *_ in self.each():
            results = torch.library.opcheck(getattr(garner.torch.ops, name).default, args, kwargs)
            self.assertEqual(set(results.values()), {"SUCCESS"})

    def test_derivatives_are_those_of_differences(self):
        for _, _, _, is_linear, function, tensors in self.each():
            self.assertTrue(torch.autograd.gradcheck(function, tensors))
            if is_linear:
                self.assertTrue(torch.autograd.gradgradcheck(function, tensors))

    def test_derivatives_are_those_of_aten(self):
        aten = torch.ops.aten
        others = {
            "embedding_bag": aten._embedding_bag,
            "segment_reduce": lambda x, reduce, lengths=None, offsets=None, axis=0, unsafe=False, initial=None: torch.segment_reduce(
                x, reduce, lengths=lengths, offsets=offsets, axis=axis, unsafe=unsafe, initial=initial
            ),
            "masked_select": torch.masked_select,
            "index_reduce": torch.index_reduce,
        }
        for name, args, kwargs, _, function, tensors in self.each():
            if name in others:
                result = others[name](*args, **kwargs)
                result = result[0] if isinstance(result, tuple) else result
                grad = torch.randn_like(result)
                wanted = torch.autograd.grad(result, tensors, grad)
                seen = torch.autograd.grad(function(*tensors), tensors, grad)
                for one, other in zip(seen, wanted):
                    torch.testing.assert_close(one, other, rtol=1e-14, atol=0)

    def test_a_compiled_program_keeps_the_operator_in_its_graph(self):
        for *_, function, tensors in self.each():
            compiled = torch.compile(function, fullgraph=True, backend="aot_eager")
            self.assertTrue(torch.equal(compiled(*tensors), function(*tensors)))

    def test_vmap_is_a_loop(self):
        ops = garner.torch.ops
        torch.manual_seed(2)
        x, source = torch.randn(6, 5, 3), torch.randn(6, 4, 3)
        rows, along = torch.randint(0, 5, (6, 4)), torch.randint(0, 5, (6, 4, 3))
        cases = [
            ("index_select", lambda x, i, s: ops.index_select(x, 0, i), rows),
            ("embedding", lambda x, i, s: ops.embedding(x, i), rows),
            ("index_add", lambda x, i, s: ops.index_add(x, 0, i, s, alpha=2), rows),
            ("index_copy", lambda x, i, s: ops.index_copy(x, 0, i, s), rows),
            ("index_reduce", lambda x, i, s: ops.index_reduce(x, 0, i, s, "prod", include_self=False), rows),
            ("gather", lambda x, i, s: ops.gather(x, 0, i), along),
            ("scatter", lambda x, i, s: ops.scatter(x, 0, i, s), along),
            ("scatter_value", lambda x, i, s: ops.scatter_value(x, -2, i, 3.0), along),
            ("scatter_add", lambda x, i, s: ops.scatter_add(x, 0, i, s), along),
            ("scatter_reduce", lambda x, i, s: ops.scatter_reduce(x, 0, i, s, "amax"), along),
        ]
        for name, function, index in cases:
            for dims in ((0, 0, 0), (0, None, None), (None, 0, None), (None, None, 0), (0, None, 0)):
                given = [t if at == 0 else t[0] for t, at in zip((x, index, source), dims)]
                wanted = [function(*(t[b] if at == 0 else t for t, at in zip(given, dims))) for b in range(6)]
                with self.subTest(name, dims=dims):
                    self.assertTrue(torch.equal(torch.vmap(function, dims)(*given), torch.stack(wanted)))

    def test_an_index_out_of_range_is_refused_in_atens_words(self):
        x, far = torch.zeros(5, 3), torch.tensor([5])
        for ours, atens in (
            (lambda: garner.torch.ops.index_select(x, 0, far), lambda: torch.index_select(x, 0, far)),
            (lambda: garner.torch.ops.index(x, [far]), lambda: x[far]),
            (lambda: garner.torch.ops.index_add(x, 0, far, x[:1]), lambda: x.index_add(0, far, x[:1])),
        ):
            with self.assertRaises((IndexError, RuntimeError)) as wanted:
                atens()
            with self.assertRaises(type(wanted.exception)) as seen:
                ours()
            self.assertEqual(str(seen.exception).splitlines()[0], str(wanted.exception).splitlines()[0])


@needs_torch
class CallTest(unittest.TestCase):
    """garner.torch's own calls."""

    def test_a_tensor_that_needs_a_gradient_has_one(self):
        x = torch.arange(6.0).view(3, 2).requires_grad_()
        y = garner.torch.index_select(x, 0, torch.tensor([2, 0, 2]))
        y.sum().backward()
        self.assertEqual(x.grad.tolist(), [[1, 1], [0, 0], [2, 2]])
        self.assertIsInstance(garner.torch.index_select(x.detach(), 0, torch.tensor([2])), garner.Array)

    def test_all_calls_take_one(self):
        x, i, s = torch.randn(4, 2, requires_grad=True), torch.tensor([[0, 3], [1, 1]]), torch.randn(2, 2)
        calls, row = garner.torch, torch.tensor([1, 3])
        for ours, torchs in (
            (calls.gather(x, 0, i), torch.gather(x, 0, i)),
            (calls.take(x, i), torch.take(x, i)),
            (calls.take_along_dim(x, i, 0), torch.take_along_dim(x, i, 0)),
            (calls.take_along_dim(x, i[:, :1], 0), torch.take_along_dim(x, i[:, :1], 0)),
            (calls.take_along_dim(x, i), torch.take_along_dim(x, i)),
            (calls.index(x, (row,)), x[row]),
            (calls.embedding(i, x), torch.nn.functional.embedding(i, x)),
            (calls.scatter(x, 0, i, s), torch.scatter(x, 0, i, s)),
            (calls.scatter(x, 0, i, 2), torch.scatter(x, 0, i, 2)),
            (calls.scatter_add(x, 0, i, s), torch.scatter_add(x, 0, i, s)),
            (calls.scatter_reduce(x, 0, i, s, "prod"), torch.scatter_reduce(x, 0, i, s, "prod")),
            (calls.index_add(x, 0, row, s, alpha=3), torch.index_add(x, 0, row, s, alpha=3)),
            (calls.index_copy(x, 0, row, s), torch.index_copy(x, 0, row, s)),
            (calls.index_put(x, (row,), s, True), torch.index_put(x, (row,), s, True)),
            (calls.index_reduce(x, 0, row, s, "amax"), torch.index_reduce(x, 0, row, s, "amax")),
            (calls.masked_select(x, x.detach() > 0), torch.masked_select(x, x.detach() > 0)),
            (calls.segment_reduce(x, "amax", lengths=row), torch.segment_reduce(x, "max", lengths=row)),
            (calls.embedding_bag(i, x), torch.nn.functional.embedding_bag(i, x)),
            (
                calls.embedding_bag(row, x, row - 1, mode="sum", per_sample_weights=s[0], padding_idx=-1),
                torch.nn.functional.embedding_bag(row, x, row - 1, mode="sum", per_sample_weights=s[0], padding_idx=-1),
            ),
        ):
            self.assertTrue(ours.requires_grad)
            self.assertTrue(torch.equal(ours, torchs))

    def test_calls_are_compiled(self):
        garner.torch.ops
        x, rows = torch.randn(4, 2), torch.tensor([3, 3])
        compiled = torch.compile(lambda x: garner.torch.index_select(x, 0, rows) * 2, fullgraph=True, backend="aot_eager")
        self.assertTrue(torch.equal(compiled(x), x[rows] * 2))

    def test_out_is_not_for_them(self):
        with self.assertRaises((BufferError, RuntimeError)):
            garner.torch.gather(torch.ones(2, requires_grad=True), 0, torch.tensor([1]), out=torch.zeros(1))


@needs_torch
class PageTest(unittest.TestCase):
    @unittest.skipUnless("GARNER_ROOT" in os.environ, "GARNER_ROOT names no checkout")
    def test_the_pages_programs_print_what_it_says(self):
        page = os.path.join(os.environ["GARNER_ROOT"], "docs", "torch.md")
        try:
            failed, tried = doctest.testfile(page, module_relative=False)
        finally:
            garner.torch.uninstall()
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 8)


if __name__ == "__main__":
    unittest.main()
