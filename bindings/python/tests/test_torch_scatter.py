"""garner.torch_scatter: values worked out by hand, torch_scatter's own where it is installed, and derivatives by differences."""
import importlib.util
import unittest

import torch

from torch_support import IS_THERE, needs_torch

if IS_THERE:
    import garner.torch_scatter as ours

HAS_PEER = importlib.util.find_spec("torch_scatter") is not None
OF_FLOATS = {"scatter_softmax", "scatter_log_softmax", "scatter_logsumexp", "scatter_std"}


@needs_torch
class ValueTest(unittest.TestCase):
    SRC, INDEX = torch.tensor([5.0, 1.0, 7.0, 2.0, 3.0]), torch.tensor([0, 3, 0, 3, 1])

    def test_garner_scatter_is_a_module_of_these_calls_and_the_canonical_call(self):
        import garner
        import garner.scatter as module
        from garner.scatter import scatter_add

        self.assertIs(scatter_add, ours.scatter_add)
        self.assertIs(module.segment_csr, ours.segment_csr)
        self.assertIs(garner.scatter, module)
        args = dict(inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1)
        result = garner.scatter(torch.zeros(3), torch.tensor([2, 0]), torch.tensor([5.0, 7.0]), combiner="add", **args)
        self.assertEqual(result.tolist(), [7, 0, 5])

    def test_each_reduction(self):
        for reduce, want in {
            "sum": [12, 3, 0, 3],
            "add": [12, 3, 0, 3],
            "mul": [35, 3, 1, 2],
            "mean": [6, 3, 0, 1.5],
            "min": [5, 3, 0, 1],
            "max": [7, 3, 0, 2],
        }.items():
            self.assertEqual(ours.scatter(self.SRC, self.INDEX, reduce=reduce).tolist(), want, reduce)

    def test_arguments_are_the_first_and_the_extent_of_src_where_there_is_none(self):
        values, arg = ours.scatter_max(torch.tensor([2.0, 2.0, float("nan")]), torch.tensor([0, 0, 2]), dim_size=4)
        self.assertEqual(values.tolist(), [2, 0, 0, 0])
        self.assertEqual(arg.tolist(), [0, 3, 3, 3])

    def test_segments(self):
        pointers, src = torch.tensor([0, 2, 2, 5]), self.SRC
        self.assertEqual(ours.segment_csr(src, pointers).tolist(), [6, 0, 12])
        self.assertEqual(ours.segment_csr(src, pointers, reduce="mean").tolist(), [3, 0, 4])
        self.assertEqual(ours.segment_max_csr(src, pointers)[1].tolist(), [0, 5, 2])
        self.assertEqual(ours.segment_coo(src, torch.tensor([0, 0, 2, 2, 2]), reduce="min").tolist(), [1, 0, 2])
        self.assertEqual(ours.gather_csr(torch.tensor([1.0, 2.0, 3.0]), pointers).tolist(), [1, 1, 3, 3, 3])
        lines = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
        self.assertEqual(ours.gather_csr(lines, torch.tensor([[0, 1, 3], [0, 3, 3]])).tolist(), [[1, 2, 2], [3, 3, 3]])
        self.assertEqual(ours.gather_coo(torch.tensor([1.0, 2.0]), torch.tensor([0, 1, 1])).tolist(), [1, 2, 2])
        self.assertEqual(ours.softmax_csr(torch.zeros(3), torch.tensor([0, 1, 3])).tolist(), [1, 0.5, 0.5])

    def test_out_is_accumulated_into(self):
        out = torch.tensor([1.0, 9.0])
        self.assertIs(ours.scatter_sum(torch.tensor([2.0, 3.0]), torch.tensor([0, 0]), out=out), out)
        self.assertEqual(out.tolist(), [6, 9])
        most, arg = ours.scatter_max(torch.tensor([2.0, 30.0]), torch.tensor([0, 1]), out=out)
        self.assertEqual((most.tolist(), arg.tolist()), ([6, 30], [2, 1]))

    def test_an_index_out_of_range_is_refused(self):
        for bad in (torch.tensor([0, 5, 1]), torch.tensor([0, -1, 1])):
            for call in (ours.scatter_sum, ours.scatter_mul, ours.scatter_mean, ours.scatter_max, ours.scatter_softmax):
                with self.assertRaises((IndexError, RuntimeError)):
                    call(torch.ones(3), bad, dim_size=3)
        with self.assertRaises(IndexError):
            ours.segment_csr(torch.ones(3), torch.tensor([0, 4]))
        with self.assertRaises(IndexError):
            ours.gather_csr(torch.ones(1), torch.tensor([0, -1]))
        with self.assertRaises(ValueError):
            ours.gather_csr(torch.ones(3), torch.tensor([0, 2, 1, 3]))
        with self.assertRaises(ValueError):
            ours.segment_csr(torch.ones(3), torch.tensor([0, 2, 1]))
        with self.assertRaises(ValueError):
            ours.scatter(torch.ones(3), torch.zeros(3, dtype=torch.int64), reduce="last")

    def test_derivatives_are_those_of_differences(self):
        torch.manual_seed(6)
        src, index, pointers = torch.randn(6, 3, dtype=torch.float64), torch.tensor([0, 1, 0, 3, 1, 3]), torch.tensor([0, 2, 2, 6])
        src.requires_grad_()
        calls = [lambda x, name=name: getattr(ours, name)(x, index, 0) for name in sorted(OF_FLOATS)]
        calls += [lambda x, r=r: ours.scatter(x, index, 0, reduce=r) for r in ("sum", "mul", "mean", "min", "max")]
        calls += [lambda x, r=r: ours.segment_csr(x, pointers, reduce=r) for r in ("sum", "mean", "min", "max")]
        calls += [lambda x: ours.softmax_csr(x, pointers), lambda x: ours.gather_coo(x, index)]
        calls[3] = lambda x: ours.scatter_std(x, index, 0, dim_size=4)[[0, 1, 3]]  # of an empty one the root has no derivative
        for call in calls:
            self.assertTrue(torch.autograd.gradcheck(call, (src,)))


@needs_torch
@unittest.skipUnless(HAS_PEER, "torch_scatter is not installed")
class PeerTest(unittest.TestCase):
    def same(self, seen, wanted, what):
        if isinstance(wanted, tuple):
            for one, other in zip(seen, wanted):
                self.same(one, other, what)
            return
        self.assertEqual((seen.dtype, seen.shape), (wanted.dtype, wanted.shape), what)
        close = torch.allclose(seen, wanted, rtol=1e-5, atol=1e-6, equal_nan=True) if seen.is_floating_point() else torch.equal(seen, wanted)
        self.assertTrue(close, f"{what}:\n{seen}\n{wanted}")

    def test_scatters(self):
        import torch_scatter as theirs

        torch.manual_seed(7)
        names = ["scatter_sum", "scatter_mul", "scatter_mean", "scatter_min", "scatter_max", *sorted(OF_FLOATS)]
        for dtype in (torch.float32, torch.float64, torch.int64):
            for shape in ((7,), (6, 4), (3, 5, 2)):
                for dim in range(-len(shape), len(shape)):
                    for index in (torch.randint(0, 4, shape), torch.randint(0, 4, (shape[dim],))):
                        src = (torch.randn(shape) * 5).to(dtype)
                        for name in names:
                            if name in OF_FLOATS and dtype is torch.int64:
                                continue
                            what = (name, dtype, shape, dim, index.dim())
                            for size in (None, 6):
                                args = (src, index, dim)
                                self.same(getattr(ours, name)(*args, dim_size=size), getattr(theirs, name)(*args, dim_size=size), what)
                            if name in ("scatter_softmax", "scatter_log_softmax"):
                                continue
                            start = (torch.randn([6 if d == dim % len(shape) else n for d, n in enumerate(shape)]) * 3).to(dtype).abs()
                            one, other = start.clone(), start.clone()
                            self.same(getattr(ours, name)(*args, out=one), getattr(theirs, name)(*args, out=other), (*what, "out"))

    def test_segments(self):
        import torch_scatter as theirs

        torch.manual_seed(8)
        for dtype in (torch.float32, torch.int64):
            for lead in ((), (3,)):
                src = (torch.randn(*lead, 8, 2) * 5).to(dtype)
                index = torch.sort(torch.randint(0, 5, (*lead, 8)))[0]
                pointers = torch.tensor([0, 2, 2, 5, 8]) if not lead else torch.tensor([[0, 2, 2, 8], [0, 1, 5, 8], [0, 0, 0, 8]])
                for reduce in ("sum", "mean", "min", "max"):
                    for form, by in (("coo", index), ("csr", pointers)):
                        name = f"segment_{reduce}_{form}"
                        self.same(getattr(ours, name)(src, by), getattr(theirs, name)(src, by), (name, dtype, lead))
                few = src[..., :4 - len(lead), :].contiguous()
                self.same(ours.gather_csr(few, pointers), theirs.gather_csr(few, pointers), ("gather_csr", lead))
                self.same(ours.gather_coo(src, index), theirs.gather_coo(src, index), ("gather_coo", lead))


if __name__ == "__main__":
    unittest.main()
