"""garner.torch.install: torch's own functions, with garner's kernels and without, give the same bits and the same errors."""
import unittest
from unittest import mock

import torch

import garner
from support import random, share_of
from torch_support import IS_THERE, needs_torch, same_bits

if IS_THERE:
    from garner import _torch_install, _torch_kernels

DTYPES = [torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.float16, torch.bfloat16, torch.bool]


def outcome(call):
    try:
        return call()
    except (IndexError, RuntimeError, ValueError) as error:
        return error


class Installed:
    """garner's kernels for calls of any size; `served` says how many calls they have served."""

    def __enter__(self):
        self.served = 0
        kernel = _torch_install._kernel
        counting = lambda serve, *others: kernel(self.counted(serve), *others)
        changes = {"_FEW": 0, "_FEWEST": 0, "_kernel": counting}
        self.patches = [mock.patch.object(_torch_install, name, value) for name, value in changes.items()]
        for patch in self.patches:
            patch.start()
        garner.torch.install()
        return self

    def counted(self, serve):
        def served(*args, **kwargs):
            result = serve(*args, **kwargs)
            self.served += result is not None
            return result

        return served

    def __exit__(self, *unused):
        garner.torch.uninstall()
        for patch in self.patches:
            patch.stop()


def tensor(rng, shape, dtype):
    if dtype.is_floating_point:
        return torch.tensor([rng.uniform(-4, 4) for _ in range(torch.Size(shape).numel())]).view(shape).to(dtype)
    return torch.randint(0, 2 if dtype is torch.bool else 9, shape, generator=torch.Generator().manual_seed(rng.randrange(99))).to(dtype)


def index_of(rng, shape, extent):
    low, high = (0, max(extent, 1)) if rng.random() < 0.85 else (-extent - 1, extent + 2)
    count = torch.Size(shape).numel()
    found = torch.tensor([rng.randrange(low, high) for _ in range(count)], dtype=torch.int64).view(shape)
    return found.to(torch.int32) if rng.random() < 0.1 else found


def lengths_of(rng, extent):
    """Of segments that are extent long together, or the offsets of them: of others aten reads foreign memory."""
    cuts = sorted(rng.randrange(extent + 1) for _ in range(rng.randrange(0, 4)))
    offsets = torch.tensor([0, *cuts, extent])
    offsets = offsets.to(torch.int32) if rng.random() < 0.2 else offsets
    return {"lengths": offsets.diff()} if rng.random() < 0.6 else {"offsets": offsets}


def segments(x, lengths, reduce, initial):
    return torch.segment_reduce(x, reduce.replace("a", "", 1) if reduce[1] == "m" else reduce, axis=0, initial=initial, **lengths)


def draw(rng):
    """A call as a function of nothing, which starts from the same tensors each time."""
    rank = rng.randrange(1, 4)
    shape = [rng.randrange(1, 6) for _ in range(rank)]
    dim = rng.randrange(-rank, rank) if rng.random() < 0.95 else rank
    dtype = rng.choice(DTYPES)
    x = tensor(rng, shape, dtype)
    if rng.random() < 0.2:
        x = x.t() if rank == 2 else x.flip(0)
    extent, n = shape[dim if dim < rank else 0], rng.randrange(0, 7)
    slices = [n if d == dim % rank else size for d, size in enumerate(shape)]
    rows, along = index_of(rng, (n,), extent), index_of(rng, slices, extent)
    if rng.random() < 0.3:
        narrow = [n if d == dim % rank else 1 for d in range(rank)]
        along = index_of(rng, narrow, extent).expand(slices)
    source = tensor(rng, slices if rng.random() < 0.9 else [1] * rank, dtype)
    reduce, include_self = rng.choice(["sum", "prod", "mean", "amax", "amin"]), rng.random() < 0.5
    name = rng.choice(list(CALLS) + list(OTHERS))
    if name in CALLS:
        return name, lambda: CALLS[name](x.clone(), dim, rows, along, source, reduce, include_self)
    mask = tensor(rng, shape[: rng.randrange(1, rank + 1)] if rng.random() < 0.9 else [2], torch.bool)
    lengths, initial = lengths_of(rng, x.shape[0]), rng.choice((None, None, 1.5))
    return name, lambda: OTHERS[name](x.clone(), mask, lengths, reduce, initial)


OTHERS = {
    "masked_select": lambda x, m, l, r, i: torch.masked_select(x, m),
    "index by a mask": lambda x, m, l, r, i: x[m],
    "segment_reduce": lambda x, m, l, r, i: segments(x, l, r, i),
}
CALLS = {
    "index_select": lambda x, d, i, a, s, r, w: torch.index_select(x, d, i),
    "gather": lambda x, d, i, a, s, r, w: torch.gather(x, d, a),
    "take": lambda x, d, i, a, s, r, w: torch.take(x, i),
    "index": lambda x, d, i, a, s, r, w: x[i],
    "index of the second": lambda x, d, i, a, s, r, w: x[:, i],
    "embedding": lambda x, d, i, a, s, r, w: torch.nn.functional.embedding(i, x),
    "scatter": lambda x, d, i, a, s, r, w: torch.scatter(x, d, a, s),
    "scatter_": lambda x, d, i, a, s, r, w: x.scatter_(d, a, s),
    "scatter of a value": lambda x, d, i, a, s, r, w: x.scatter(d, a, 1),
    "scatter with add": lambda x, d, i, a, s, r, w: x.scatter_(d, a, s, reduce="add"),
    "scatter_add": lambda x, d, i, a, s, r, w: torch.scatter_add(x, d, a, s),
    "scatter_add_": lambda x, d, i, a, s, r, w: x.scatter_add_(d, a, s),
    "scatter_reduce": lambda x, d, i, a, s, r, w: torch.scatter_reduce(x, d, a, s, r, include_self=w),
    "scatter_reduce_": lambda x, d, i, a, s, r, w: x.scatter_reduce_(d, a, s, r, include_self=w),
    "index_add": lambda x, d, i, a, s, r, w: torch.index_add(x, d, i, s),
    "index_add_": lambda x, d, i, a, s, r, w: x.index_add_(d, i, s, alpha=1 if w else 2),
    "index_add with alpha": lambda x, d, i, a, s, r, w: torch.index_add(x, d, i, s, alpha=-1),
    "index_reduce": lambda x, d, i, a, s, r, w: torch.index_reduce(x, d, i, s, r if r != "sum" else "mean", include_self=w),
    "index_reduce_": lambda x, d, i, a, s, r, w: x.index_reduce_(d, i, s, r, include_self=w),
    "index_copy": lambda x, d, i, a, s, r, w: torch.index_copy(x, d, i.unique(), s.narrow(d, 0, i.unique().shape[0])),
    "index_put": lambda x, d, i, a, s, r, w: torch.index_put(x, (i.unique(),), s.flatten()[0]),
    "index_put with sums": lambda x, d, i, a, s, r, w: x.index_put_((i,), s.flatten()[0], accumulate=True),
    "embedding's gradient": lambda x, d, i, a, s, r, w: torch.ops.aten.embedding_dense_backward(s.flatten()[:1].expand(i.shape[0], 3), i, 9, 2, False),
}


@needs_torch
class InstallTest(unittest.TestCase):
    def test_random_calls_give_atens_bits_and_words(self):
        rng = random.Random(5)
        served = {name: 0 for name in (*CALLS, *OTHERS)}
        for at in range(max(share_of(4000), 800)):  # so that each call is served at least once
            name, call = draw(rng)
            wanted = outcome(call)
            with Installed() as installed:
                seen = outcome(call)
            served[name] += installed.served > 0
            with self.subTest(name, at=at):
                if isinstance(wanted, Exception):
                    self.assertEqual((type(seen), str(seen).splitlines()[0]), (type(wanted), str(wanted).splitlines()[0]))
                else:
                    self.assertTrue(isinstance(seen, torch.Tensor) and same_bits(seen, wanted), f"{seen}\n{wanted}")
                    self.assertEqual(seen.stride(), wanted.stride())
        self.assertEqual([name for name, count in served.items() if count == 0], [])

    def test_large_calls_give_the_same_bits_at_any_number_of_threads(self):
        torch.manual_seed(3)
        rows, messages = torch.randint(0, 500, (20000,)), torch.randn(20000, 33)
        calls = (
            lambda: torch.zeros(500, 33).index_add_(0, rows, messages),
            lambda: torch.zeros(500, 33).scatter_add_(0, rows[:, None].expand(-1, 33), messages),
            lambda: torch.zeros(500, 33).scatter_reduce_(0, rows[:, None].expand(-1, 33), messages, "mean", include_self=False),
            lambda: messages.index_select(0, rows),
            lambda: torch.ops.aten.embedding_dense_backward(messages, rows, 500, 7, False),
        )
        before = torch.get_num_threads()
        try:
            for at, call in enumerate(calls):
                wanted = call()
                garner.torch.install()
                for threads in (1, 2, 3):
                    torch.set_num_threads(threads)
                    for _ in range(4):  # its plan may try several ways
                        self.assertTrue(same_bits(call(), wanted), (at, threads))
                garner.torch.uninstall()
        finally:
            garner.torch.uninstall()
            torch.set_num_threads(before)

    def test_gradients_and_models_train_alike(self):
        def train():
            torch.manual_seed(4)
            edges, nodes = torch.randint(0, 300, (2, 6000)), torch.randn(300, 16)
            table, layer = torch.nn.Embedding(300, 16, padding_idx=3), torch.nn.Linear(16, 16)
            steps = torch.optim.SGD([*table.parameters(), *layer.parameters()], 0.1)
            losses = []
            for _ in range(5):
                x = layer(nodes + table(torch.arange(300)))
                for_each = edges[1][:, None].expand(-1, 16)
                sums = torch.zeros(300, 16).scatter_add(0, for_each, x.index_select(0, edges[0]))
                most = torch.zeros(300, 16).scatter_reduce(0, for_each, x[edges[0]], "amax", include_self=False)
                loss = (sums.tanh() + most).square().mean()
                steps.zero_grad()
                loss.backward()
                steps.step()
                losses.append(loss.item())
            return losses

        torch.use_deterministic_algorithms(True)
        try:
            wanted = train()
            with Installed():
                seen = train()
        finally:
            torch.use_deterministic_algorithms(False)
        self.assertEqual(seen, wanted)

    def test_uninstall_gives_atens_kernels_back(self):
        x, rows = torch.randn(300, 64), torch.arange(300)
        with mock.patch.object(_torch_kernels, "_move", side_effect=_torch_kernels._move) as move:
            garner.torch.install("gather")
            garner.torch.install(["index_select"])
            garner.torch.install()
            x.index_select(0, rows)
            self.assertEqual(move.call_count, 1)
            garner.torch.uninstall()
            garner.torch.uninstall()
            x.index_select(0, rows)
            self.assertEqual(move.call_count, 1)
        with self.assertRaisesRegex(ValueError, "'sort' is none of index_select, "):
            garner.torch.install(["sort"])

    def test_what_is_wrong_or_rare_is_as_atens(self):
        x, wave, deep = torch.randn(3, 4), torch.randn(3, 4, dtype=torch.complex64), torch.randn(*[1] * 30, 5)
        bag, two = torch.nn.functional.embedding_bag, torch.tensor([0, 1])
        calls = (
            lambda: torch.ops.aten.index.Tensor(x, []),
            lambda: deep.masked_select(deep > 0),
            lambda: deep[deep > 0],
            lambda: x[torch.ones(3, 4, dtype=torch.uint8)],
            lambda: wave.conj().masked_select(wave.real > 0),
            lambda: wave.conj().imag.masked_select(wave.real > 0),
            lambda: torch.tensor(3.0).masked_select(torch.tensor(True)),
            lambda: x.masked_select(x[:2] > 0),
            lambda: bag(torch.tensor([0, 9]), x, two, mode="max"),
            lambda: bag(two, x, two + 1, mode="max"),
            lambda: bag(two, x, torch.tensor([0, 3]), mode="max"),
            lambda: bag(two, x, two, mode="max", padding_idx=7),
            lambda: torch.segment_reduce(x, "sum", lengths=torch.tensor([4, -1])),
            lambda: torch.segment_reduce(x, "sum", lengths=torch.tensor([1, 1])),
            lambda: torch.segment_reduce(x[:0], "sum", lengths=torch.tensor([0])),
            lambda: x.index_reduce(0, torch.tensor([5]), x[:1], "prod"),
        )
        for at, call in enumerate(calls):
            wanted = outcome(call)
            with Installed():
                seen = outcome(call)
            with self.subTest(at=at):
                if isinstance(wanted, Exception):
                    self.assertEqual((type(seen), str(seen).splitlines()[0]), (type(wanted), str(wanted).splitlines()[0]))
                else:
                    self.assertTrue(same_bits(seen, wanted))

    def test_memory_that_overlaps_is_left_to_torch(self):
        x = torch.zeros(5000)
        rows = torch.arange(5000)
        wanted = outcome(lambda: x.index_add_(0, rows, x))
        with Installed():
            seen = outcome(lambda: x.index_add_(0, rows, x))
            once = outcome(lambda: torch.zeros(1).expand(5000).index_add_(0, rows, torch.ones(5000)))
        self.assertEqual((type(seen), str(seen).splitlines()[0]), (type(wanted), str(wanted).splitlines()[0]))
        self.assertIsInstance(once, RuntimeError)


if __name__ == "__main__":
    unittest.main()
