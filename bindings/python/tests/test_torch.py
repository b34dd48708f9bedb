"""What torch casts and expands before it gathers: masks among index tensors, scalars, bool. torch itself is the oracle."""
import unittest
import warnings

import torch

import garner
from support import np, random, shape, share_of, strided, values

IS_OLD = torch.__version__.startswith("1.")
DTYPES = ["?", "u1", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"]


def outcome(call, *args, **kwargs):
    """A torch.Tensor, or the exception."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = call(*args, **kwargs)
    except (ArithmeticError, LookupError, NotImplementedError, RuntimeError, TypeError, ValueError) as error:
        return error
    return made if isinstance(made, torch.Tensor) else made.torch()


def first_line(error):
    """As torch 2 has it, where torch 1.13 says it otherwise."""
    return str(error).splitlines()[0].replace("at::", "c10::").replace("be long, byte", "be long, int, byte")


class TorchCase(unittest.TestCase):
    def agree(self, ours, theirs, what, messages=True):
        if isinstance(theirs, Exception) or isinstance(ours, Exception):
            self.assertIsInstance(ours, Exception, f"{what}: torch refuses, {theirs}")
            self.assertIsInstance(theirs, Exception, f"{what}: {type(ours)} {ours}")
            if messages:
                self.assertEqual(first_line(ours), first_line(theirs), what)
            return 0
        self.assertEqual((ours.dtype, ours.shape), (theirs.dtype, theirs.shape), what)
        if ours.is_complex():
            ours, theirs = torch.view_as_real(ours), torch.view_as_real(theirs)
        same = torch.equal(ours, theirs) or torch.equal(torch.nan_to_num(ours), torch.nan_to_num(theirs))
        self.assertTrue(same, f"{what}:\n{ours}\n{theirs}")
        return 1


class MaskTest(TorchCase):
    CALLS = share_of(5000)

    def draw(self, rng, x):
        """Index tensors and masks for an array, which are most often right."""
        found, dim = [], 0
        chosen = rng.randrange(0, 3)
        while dim < x.ndim and (rng.random() < 0.8 or not found):
            kind = rng.choice(["mask", "mask", "masks", "index", "none", "scalar"])
            if kind == "none":
                found.append(None)
            elif kind == "scalar" and rng.random() < 0.3:
                found.append(torch.tensor(rng.random() < 0.7))
                continue
            elif kind == "index" and x.shape[dim]:
                low = -x.shape[dim]
                found.append(torch.tensor([rng.randrange(low, x.shape[dim]) for _ in range(chosen)], dtype=torch.int64))
            else:
                k = 2 if kind == "masks" and dim + 2 <= x.ndim else 1
                mask = torch.zeros(x.shape[dim : dim + k], dtype=torch.bool).flatten()
                size = mask.numel()
                mask[rng.sample(range(size), min(chosen, size) if rng.random() < 0.8 else rng.randrange(size + 1))] = True
                mask = mask.reshape(x.shape[dim : dim + k])
                found.append(mask.to(torch.uint8) if rng.random() < 0.2 else mask)
                dim += k - 1
            dim += 1
        if rng.random() < 0.1:
            wrong = [torch.ones(shape(rng, rng.randrange(1, 4)), dtype=torch.bool), torch.tensor([0.5]), torch.tensor([0])]
            found.insert(rng.randrange(len(found) + 1), rng.choice(wrong))
        return found

    def own(self, rng, tensors):
        if rng.random() < 0.5:
            return tensors
        return [None if t is None else strided(rng, t.numpy()) for t in tensors]

    def theirs(self, x, indices):
        if any(i is not None and i.ndim == 0 for i in indices):
            return outcome(lambda: x[tuple(slice(None) if i is None else i for i in indices)])
        return outcome(torch.ops.aten.index, x, indices)

    @staticmethod
    def only_none(indices):
        return all(i is None for i in indices)

    def test_index(self):
        rng = random.Random(21)
        right = 0
        for number in range(self.CALLS):
            x = strided(rng, values(rng, rng.choice(DTYPES), shape(rng, rng.randrange(0, 5), 0 if rng.random() < 0.1 else 1)))
            x = np.ascontiguousarray(x) if min(x.strides, default=0) < 0 else x
            indices = self.draw(rng, x)
            if self.only_none(indices):
                continue
            ranks = [i.ndim for i in indices if i is not None and i.dtype != torch.int64]
            if 0 in ranks and max(ranks) > 1:
                continue  # torch's Python counts a mask of several dimensions as one before it makes room for one of rank 0
            scalars = any(i is not None and i.ndim == 0 for i in indices)
            with self.subTest(number=number, shape=x.shape, indices=indices):
                theirs = self.theirs(torch.from_numpy(x), indices)
                ours = outcome(garner.torch.index, x, self.own(rng, indices))
                # x[..] with masks of rank 0 is taken apart in Python's part of torch, whose messages are others.
                right += self.agree(ours, theirs, f"{x.shape} {indices}", not scalars)
        self.assertGreater(right, self.CALLS * 0.5)

    def test_index_put(self):
        rng = random.Random(22)
        right = 0
        for number in range(self.CALLS):
            dtype = rng.choice(["?", "u1", "i4", "i8", "f4", "f8", "c8"])
            x = values(rng, dtype, shape(rng, rng.randrange(1, 4)))
            indices = self.draw(rng, x)
            accumulate = rng.random() < 0.5
            mixed = [i for i in indices if i is not None and i.dtype == torch.int64]
            if self.only_none(indices) or any(i is not None and i.ndim == 0 for i in indices):
                continue
            if sum(1 if i is None or i.dtype == torch.int64 else i.ndim for i in indices) > x.ndim:
                continue  # torch refuses it, or does not, by which of its ways it goes
            if mixed and not accumulate:
                continue  # which of several updates of one place stays is not said by torch
            gathered = self.theirs(torch.from_numpy(x), indices)
            dims = () if isinstance(gathered, Exception) or rng.random() < 0.3 else tuple(gathered.shape)
            if rng.random() < 0.1:
                dims = (*dims, 7)
            v = values(rng, dtype, dims)
            if v.size == 1 and not accumulate and any(i is None or i.dtype == torch.uint8 for i in indices):
                continue  # torch fills by the mask, along other dimensions after None, and, in newer versions, by bool alone
            with self.subTest(number=number, x=x, indices=indices, v=v):
                given = (torch.from_numpy(x.copy()), indices, torch.from_numpy(v.copy()), accumulate)
                theirs = outcome(torch.ops.aten.index_put, *given)
                ours = outcome(garner.torch.index_put, x, self.own(rng, indices), v, accumulate)
                right += self.agree(ours, theirs, f"{x.shape} {indices} {v.shape} {accumulate}")
        self.assertGreater(right, self.CALLS * 0.25)

    def test_masks_of_rank_0(self):
        x = torch.arange(12.0).reshape(3, 4)
        for truth in (True, False):
            m = torch.tensor(truth)
            self.agree(outcome(garner.torch.index, x, [m]), x[m], truth)
            i = torch.tensor([1, 2])
            self.agree(outcome(garner.torch.index, x, [m, i]), outcome(lambda: x[m, i]), truth)
            self.agree(outcome(garner.torch.index, torch.tensor(3.0), [m]), torch.tensor(3.0)[m], truth)
            self.agree(outcome(garner.torch.index_put, x, [m], torch.tensor(7.0)), torch.index_put(x, (m,), torch.tensor(7.0)), truth)

    def test_messages(self):
        x = torch.arange(12.0).reshape(3, 4)
        t = torch.tensor
        for indices, words in (
            ([t([True, False])], r"The shape of the mask \[2\] at index 0 does not match the shape of the indexed tensor \[3, 4\] at index 0"),
            ([None, x > 5], r"The shape of the mask \[3, 4\] at index 0 does not match the shape of the indexed tensor \[3, 4\] at index 1"),
            ([torch.ones(3, 4, 2) > 0], r"Dimension out of range \(expected to be in range of \[-2, 1\], but got 2\)"),
            ([t([True, False, True]), t([0, 1, 2])], "could not be broadcast together with shapes \\[2\\], \\[3\\]"),
            ([None, None, t([True])], r"too many indices for tensor of dimension 2 \(got 3\)"),
        ):
            with self.assertRaisesRegex(Exception, words) as ours:
                garner.torch.index(x, indices)
            self.assertIsInstance(ours.exception, (garner.IndexError, garner.ShapeError))
            with self.assertRaisesRegex(IndexError, words):
                torch.ops.aten.index(x, indices)
        with self.assertRaisesRegex(garner.DTypeError, "tensors used as indices must be long, int, byte or bool tensors"):
            garner.torch.index(x, [t([True, False, True]), t([0.5])])

    def test_gradients(self):
        x = torch.rand(3, 4, dtype=torch.float64, requires_grad=True)
        for indices in ([x.detach() > 0.5], [torch.tensor([True, False, True]), torch.tensor([1, 3])], [torch.tensor(True)]):
            scalar = indices[0].ndim == 0
            y = x[tuple(indices)]
            grad = torch.rand_like(y)
            (wanted,) = torch.autograd.grad(y, x, grad)
            self.agree(outcome(garner.torch.index_backward, grad, x.detach(), indices), wanted, indices)
            if scalar:
                continue  # which torch cannot differentiate an index_put of
            v = torch.rand_like(y).requires_grad_()
            for accumulate in (True, False):
                made = torch.index_put(x, tuple(indices), v, accumulate)
                grad = torch.rand_like(made)
                wanted = torch.autograd.grad(made, (x, v), grad)
                ours = garner.torch.index_put_backward(grad, indices, v.detach(), accumulate)
                for one, other in zip(ours, wanted):
                    self.agree(one.torch(), other, indices)


class ScalarTest(TorchCase):
    CALLS = share_of(5000)
    EDGES = [0, 1, -1, 2.5, -0.5, -1.5, 127, 128, 128.5, -128, -129, 255, 255.5, 256, -255, -256, 300, 32767, 32768, 65504, 65505, 65504.5]
    EDGES += [2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**53 + 1, 2**62, 2**63 - 1, -(2**63), 2**63, 2**64, 1e10, 1e39, 3.39e38, 3.3999e38]
    EDGES += [float("inf"), float("-inf"), float("nan"), True, False, 1j, 1 + 2j, 2.5 + 0j, complex(1e39, 0), complex(float("inf"), 1), 1e308]
    TYPES = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32]
    TYPES += [torch.float64, torch.complex64, torch.complex128]

    def test_every_edge_of_every_type(self):
        index = torch.tensor([0, 2])
        for dtype in self.TYPES:
            for value in self.EDGES:
                x = torch.zeros(3, dtype=dtype)
                theirs = outcome(torch.scatter, x, 0, index, value)
                whole = isinstance(value, int) and abs(value) >= 2**63
                with self.subTest(dtype=dtype, value=value):
                    if whole and value > 0 and isinstance(theirs, Exception) and "Overflow when" in str(theirs):
                        continue  # torch 1.13 takes i64 alone
                    if IS_OLD and dtype is torch.bool and value == 1j:
                        continue  # torch 1.13 looks at the real part alone
                    self.agree(outcome(garner.torch.scatter, x, 0, index, value), theirs, (dtype, value), not whole)

    def test_random_values_and_alphas(self):
        rng = random.Random(23)
        right = 0
        for number in range(self.CALLS):
            dtype = rng.choice(self.TYPES)
            x = torch.tensor([rng.randrange(0, 5) for _ in range(4)]).to(dtype)
            size = 10 ** rng.randrange(0, 6)
            numbers = [rng.uniform(-size, size), rng.randrange(-size, size + 1), complex(rng.randrange(1, 9), rng.choice([0, 0, 1]))]
            value = rng.choice(numbers)
            index = torch.tensor(rng.sample(range(4), 2))
            source = torch.tensor([rng.randrange(0, 5) for _ in range(2)]).to(dtype)
            with self.subTest(number=number, dtype=dtype, value=value):
                theirs = outcome(torch.scatter, x, 0, index, value)
                right += self.agree(outcome(garner.torch.scatter, x, 0, index, value), theirs, (dtype, value))
                theirs = outcome(torch.index_add, x, 0, index, source, alpha=value)
                ours = outcome(garner.torch.index_add, x, 0, index, source, alpha=value)
                right += self.agree(ours, theirs, (dtype, x, index, source, value))
        self.assertGreater(right, self.CALLS)


class BoolTest(TorchCase):
    def test_sums_over_bool(self):
        rng = random.Random(24)
        for number in range(share_of(5000)):
            n, m = rng.randrange(1, 5), rng.randrange(0, 6)
            x = torch.tensor([rng.random() < 0.5 for _ in range(n)])
            index = torch.tensor([rng.randrange(n) for _ in range(m)], dtype=torch.int64)
            source = torch.tensor([rng.random() < 0.5 for _ in range(m)], dtype=torch.bool)
            own = garner.torch
            reduce, include = rng.choice(["sum", "prod", "mean", "amax", "amin"]), rng.random() < 0.5
            alpha = rng.choice([True, False, 2, 0, 0.5])
            with self.subTest(number=number, x=x, index=index, source=source, reduce=reduce, include=include, alpha=alpha):
                for ours, theirs, args, kwargs in (
                    (own.scatter_add, torch.scatter_add, (x, 0, index, source), {}),
                    (own.index_add, torch.index_add, (x, 0, index, source), {}),
                    (own.index_add, torch.index_add, (x, 0, index, source), {"alpha": alpha}),
                    (own.index_put, torch.index_put, (x, (index,), source, True), {}),
                    (own.scatter_reduce, torch.scatter_reduce, (x, 0, index, source, reduce), {"include_self": include}),
                    (own.scatter, torch.scatter, (x, 0, index, source), {"reduce": rng.choice(["add", "multiply"])}),
                    (own.scatter, torch.scatter, (x, 0, index, True), {"reduce": rng.choice(["add", "multiply"])}),
                ):
                    self.agree(outcome(ours, *args, **kwargs), outcome(theirs, *args, **kwargs), (ours.__name__, args, kwargs))


if __name__ == "__main__":
    unittest.main()
