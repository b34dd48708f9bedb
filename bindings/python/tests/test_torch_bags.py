"""torch's embedding_bag by garner: all four results and the gradients have aten's bits, and its errors its words."""
import unittest

import torch

import garner
from support import random, share_of
from torch_support import IS_THERE, needs_torch, outcome, same_bits

if IS_THERE:
    from garner import _torch_bags, _torch_kernels

    KERNELS = {name: _torch_kernels.kernel(name, composed) for name, composed in _torch_bags.ATEN.items()}

MODES = SUM, MEAN, MAX = 0, 1, 2


def values(rng, shape, dtype):
    count = torch.Size(shape).numel()
    return torch.tensor([rng.choice((0.0, -0.0, rng.uniform(-4, 4))) for _ in range(count)], dtype=torch.float64).view(shape).to(dtype)


class Bag:
    """A drawn call of aten's embedding_bag, mostly a right one."""

    def __init__(self, rng):
        rows, columns, entries = rng.randrange(1, 9), rng.choice((1, 2, 3, 8, 17, 64)), rng.randrange(0, 40)
        bags = rng.randrange(1, 7)
        whole = rng.choice((torch.int64, torch.int64, torch.int32))
        self.mode = rng.choice(MODES)
        self.weight = values(rng, (rows, columns), rng.choice((torch.float32, torch.float32, torch.float64, torch.float16, torch.bfloat16)))
        if rng.random() < 0.1:
            self.weight = self.weight.t().contiguous().t()
        high = rows + (rng.random() < 0.05)
        self.indices = torch.tensor([rng.randrange(high) for _ in range(entries)], dtype=whole)
        cuts = sorted(rng.randrange(entries + 1) for _ in range(bags - 1))
        self.has_last = rng.random() < 0.3
        last = [entries if rng.random() < 0.9 else entries // 2] if self.has_last else []
        self.offsets = torch.tensor([int(rng.random() < 0.02), *cuts, *last], dtype=whole)
        weighted = self.mode == SUM and rng.random() < 0.5
        self.weights = values(rng, (entries,), self.weight.dtype) if weighted else None
        self.padding = rng.randrange(rows) if rng.random() < 0.3 else -1
        self.by_frequency = rng.random() < 0.2
        self.columns, self.rng = columns, rng

    def arguments(self):
        return (
            *(self.weight, self.indices, self.offsets, self.by_frequency, self.mode, False),
            *(self.weights, self.has_last, self.padding),
        )

    def of_gradient(self, results):
        grad = values(self.rng, results[0].shape, self.weight.dtype)
        return (
            *(grad, self.indices, self.offsets, *results[1:], self.weight.shape[0], self.by_frequency, self.mode, False),
            *(self.weights, self.padding),
        )


@needs_torch
class BagTest(unittest.TestCase):
    def same(self, served, aten, counts, name):
        """What garner serves has aten's bits; it serves nothing that aten refuses."""
        seen = served()
        wanted = outcome(aten)
        if seen is None:
            return wanted
        counts[name] = counts.get(name, 0) + 1
        self.assertNotIsInstance(wanted, Exception, seen)
        for one, other in zip(*((each,) if isinstance(each, torch.Tensor) else each for each in (seen, wanted))):
            self.assertTrue(same_bits(one, other), f"{one}\n{other}")
            self.assertEqual(one.stride(), other.stride())
        return wanted

    def test_random_calls_give_atens_bits(self):
        rng, counts, aten = random.Random(11), {}, torch.ops.aten
        for at in range(max(share_of(4000), 600)):
            bag = Bag(rng)
            args = bag.arguments()
            with self.subTest(at=at, args=args):
                forward = "_embedding_bag" if rng.random() < 0.7 else "_embedding_bag_forward_only"
                results = self.same(lambda: KERNELS[forward](*args), lambda: getattr(aten, forward)(*args), counts, forward)
                if isinstance(results, Exception) or bag.mode == MAX and bag.by_frequency:
                    continue
                if bag.has_last and int(bag.offsets[-1]) < bag.indices.shape[0]:
                    continue  # aten reads a gradient behind the last
                back = bag.of_gradient(aten._embedding_bag(*args))
                name = "_embedding_bag_backward"
                self.same(lambda: KERNELS[name](*back), lambda: getattr(aten, name)(*back), counts, f"{name} {bag.mode}")
                if back[3].numel() == bag.indices.numel() and bag.mode != MAX:
                    dense, name = (*back[:2], *back[3:9], *back[10:]), "_embedding_bag_dense_backward"
                    self.same(lambda: KERNELS[name](*dense), lambda: getattr(aten, name)(*dense), counts, name)
        backward = "_embedding_bag_backward"
        self.assertEqual(set(counts), {*KERNELS, f"{backward} {SUM}", f"{backward} {MEAN}"} - {backward})


if __name__ == "__main__":
    unittest.main()
