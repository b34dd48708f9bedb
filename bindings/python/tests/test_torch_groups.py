"""Torch's calls that group elements, and their gradients: index_reduce, masked_select, masked_scatter, bincount, histc. torch itself
is the oracle of values, dtypes, shapes and messages."""
import unittest

import torch

import garner
from support import np, random, shape, share_of, strided, values
from test_torch import TorchCase, outcome

REAL = ["u1", "i1", "i2", "i4", "i8", "f2", "f4", "f8"]
FLOATS = ["f2", "f4", "f8"]
IS_OLD = torch.__version__.startswith("1.")


def mask_for(rng, dims):
    """Most often broadcast to these extents."""
    dims = [1 if rng.random() < 0.2 else n for n in dims[rng.randrange(0, len(dims) + 1) if rng.random() < 0.3 else 0 :]]
    if rng.random() < 0.05 and dims:
        dims[rng.randrange(len(dims))] += 1
    return np.array([rng.random() < 0.5 for _ in range(int(np.prod(dims, dtype=int)))], dtype="?").reshape(dims)


class GroupsTest(TorchCase):
    CALLS = share_of(2000)

    def draw_slices(self, rng, dtypes, wrong=0.1):
        x = values(rng, rng.choice(dtypes), shape(rng, rng.randrange(0, 4), 1))
        dim, n = rng.randrange(-max(x.ndim, 1), max(x.ndim, 1)), rng.randrange(0, 5)
        extent = x.shape[dim] if x.ndim else 1
        index = np.array([rng.randrange(extent) for _ in range(n)], dtype=rng.choice(["i4", "i8"]))
        dims = list(x.shape)
        if x.ndim:
            dims[dim] = n
        else:
            index = index[:0].sum(keepdims=True, dtype="i8")
        if n and rng.random() < wrong:
            index[rng.randrange(index.size)] = rng.choice([extent, -1])
        if dims and rng.random() < wrong:
            dims[rng.randrange(len(dims))] += 1
        source = values(rng, x.dtype if rng.random() > wrong / 2 else rng.choice(dtypes), dims)
        return strided(rng, x), dim, strided(rng, index), strided(rng, source)

    def test_index_reduce(self):
        rng = random.Random(31)
        right = 0
        for number in range(self.CALLS):
            x, dim, index, source = self.draw_slices(rng, REAL)
            reduce = rng.choice(["prod", "mean", "amax", "amin", "prod", "mean", "amax", "amin", "sum"])
            include = rng.random() < 0.5
            with self.subTest(number=number, x=x, dim=dim, index=index, source=source, reduce=reduce, include=include):
                theirs = outcome(
                    torch.from_numpy(x.copy()).index_reduce,
                    dim,
                    torch.from_numpy(index.copy()),
                    torch.from_numpy(source.copy()),
                    reduce,
                    include_self=include,
                )
                unchecked = IS_OLD and index.size == 0  # torch 1 does not look at the source then
                if isinstance(theirs, NotImplementedError) or "must match self" in str(theirs) and IS_OLD or unchecked:
                    continue
                ours = outcome(garner.torch.index_reduce, x, dim, index, source, reduce, include_self=include)
                right += self.agree(ours, theirs, (x.dtype, reduce), not IS_OLD)
        self.assertGreater(right, self.CALLS * 0.5)

    def test_index_reduce_gradients(self):
        rng = random.Random(32)
        for number in range(self.CALLS // 4):
            x, dim, index, source = self.draw_slices(rng, ["f8"], 0)
            reduce, include = rng.choice(["mean", "amax", "amin", "prod"]), rng.random() < 0.5
            if reduce == "prod":  # torch divides: of numbers other than powers of two the last bit is another
                x, source = 2.0 ** np.sign(x), 2.0 ** np.sign(source)
            self_, part = (torch.from_numpy(np.array(a)).requires_grad_() for a in (x, source))
            row = torch.from_numpy(index.astype("i8"))
            result = self_.index_reduce(dim, row, part, reduce, include_self=include)
            grad = torch.from_numpy(values(rng, "f8", tuple(result.shape)))
            wanted = torch.autograd.grad(result, [self_, part], grad)
            with self.subTest(number=number, x=x, dim=dim, index=index, source=source, reduce=reduce, include=include):
                got = garner.torch.index_reduce_backward(
                    grad, self_.detach(), dim, row, part.detach(), reduce, include, result.detach()
                )
                for a, b in zip(got, wanted):
                    self.assertTrue(torch.allclose(a.torch(), b, rtol=1e-15, atol=0), (a, b))

    def test_masks(self):
        rng = random.Random(33)
        right = 0
        for number in range(self.CALLS):
            x = strided(rng, values(rng, rng.choice(REAL + ["?", "c8", "c16"]), shape(rng, rng.randrange(0, 4))))
            mask = mask_for(rng, x.shape)
            if rng.random() < 0.3:
                x, mask = x[..., :1] if x.ndim else x, mask
            if rng.random() < 0.05:
                mask = mask.astype("u1")
            mask = strided(rng, mask)
            n = int(np.broadcast(x, mask).size) if mask.dtype == bool and mask.shape == x.shape else x.size * 3
            source = strided(rng, values(rng, x.dtype, (n if rng.random() < 0.9 else rng.randrange(n + 1),)))
            as_torch = [torch.from_numpy(a.copy()) for a in (x, mask, source)]
            with self.subTest(number=number, x=x, mask=mask, source=source):
                if mask.dtype == bool or not IS_OLD:
                    right += self.agree(
                        outcome(garner.torch.masked_select, x, mask), outcome(torch.masked_select, *as_torch[:2]), "select", not IS_OLD
                    )
                    right += self.agree(
                        outcome(garner.torch.masked_scatter, x, mask, source),
                        outcome(torch.masked_scatter, *as_torch),
                        "scatter",
                        not IS_OLD,
                    )
        self.assertGreater(right, self.CALLS)

    def test_mask_gradients(self):
        rng = random.Random(34)
        for number in range(self.CALLS // 4):
            x = values(rng, "f8", shape(rng, rng.randrange(0, 4), 1))
            mask = torch.from_numpy(np.array(mask_for(rng, x.shape)))
            self_ = torch.from_numpy(np.array(x)).requires_grad_()
            try:
                result = torch.masked_select(self_, mask)
            except RuntimeError:
                continue
            grad = torch.from_numpy(values(rng, "f8", tuple(result.shape)))
            (wanted,) = torch.autograd.grad(result, [self_], grad)
            with self.subTest(number=number, x=x, mask=mask):
                got = garner.torch.masked_select_backward(grad, self_.detach(), mask).torch()
                self.assertTrue(torch.allclose(got, wanted, rtol=1e-14, atol=1e-14))
                part = torch.from_numpy(values(rng, "f8", (np.broadcast(x, mask.numpy()).size + 2,))).requires_grad_()
                result = torch.masked_scatter(self_, mask, part)
                grad = torch.from_numpy(values(rng, "f8", tuple(result.shape)))
                wanted = torch.autograd.grad(result, [self_, part], grad)
                got = garner.torch.masked_scatter_backward(grad, mask, part.detach())
                self.assertTrue(torch.equal(got[1].torch(), wanted[1]))
                if result.shape == self_.shape:  # else autograd sums it
                    self.assertTrue(torch.equal(got[0].torch(), wanted[0]))

    def test_bincount(self):
        rng = random.Random(35)
        right = 0
        for number in range(self.CALLS):
            dims = (rng.randrange(0, 9),) if rng.random() < 0.95 else shape(rng, 2)
            x = np.abs(values(rng, rng.choice(["u1", "i1", "i2", "i4", "i8"]), dims)) % 9
            if x.size and rng.random() < 0.05 and x.dtype != "u1":
                x.reshape(-1)[rng.randrange(x.size)] = -1
            weights = None
            if rng.random() < 0.6:
                weights = values(rng, rng.choice(REAL + ["?"]), (x.size if rng.random() < 0.95 else x.size + 1,))
            minlength = rng.choice([0, 0, 3, 12, -1 if rng.random() < 0.2 else 1])
            with self.subTest(number=number, x=x, weights=weights, minlength=minlength):
                if x.size and x.min() < 0 and weights is not None and weights.size != x.size:
                    continue  # both are wrong: garner looks at the shapes first
                args = [torch.from_numpy(x.copy()), None if weights is None else torch.from_numpy(weights.copy()), minlength]
                ours = outcome(garner.torch.bincount, strided(rng, x), weights if weights is None else strided(rng, weights), minlength)
                right += self.agree(ours, outcome(torch.bincount, *args), "bincount", not IS_OLD)
        self.assertGreater(right, self.CALLS * 0.7)

    def test_histc(self):
        rng = random.Random(36)
        right = 0
        for number in range(self.CALLS):
            x = values(rng, rng.choice(FLOATS if not IS_OLD else ["f4", "f8"]), shape(rng, rng.randrange(0, 4)))
            scale = rng.choice([1, 1 / 3, 0.1, 7.7])
            x = strided(rng, np.array(x * x.dtype.type(scale), dtype=x.dtype))
            low = rng.choice([0, 0, -1, 0.3, rng.uniform(-9, 9)])
            high = rng.choice([0, low, low + 2, low + rng.uniform(0, 9), low - 1])
            bins = rng.choice([1, 2, 3, 10, 100, 0 if rng.random() < 0.1 else 7])
            with self.subTest(number=number, x=x, bins=bins, low=low, high=high):
                theirs = outcome(torch.histc, torch.from_numpy(x.copy()), bins, low, high)
                if "nan" in str(theirs) and isinstance(theirs, Exception):
                    theirs = RuntimeError(str(theirs).replace("-nan", "nan"))
                right += self.agree(outcome(garner.torch.histc, x, bins, low, high), theirs, "histc", not IS_OLD)
        self.assertGreater(right, self.CALLS * 0.4)


if __name__ == "__main__":
    unittest.main()
