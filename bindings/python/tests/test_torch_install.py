"""garner.torch.install: torch's own functions, with garner's kernels and without, give the same bits and the same errors."""
import unittest

import torch

import garner
import torch_draws
from support import random, share_of
from torch_draws import Installed
from torch_support import needs_torch, outcome, same_bits


@needs_torch
class InstallTest(unittest.TestCase):
    def test_random_calls_give_atens_bits_and_words(self):
        def tell(at, name, draw, difference):
            with self.subTest(name, at=at):
                self.assertIsNone(difference)

        before = torch.get_num_threads()
        try:
            served = torch_draws.run(random.Random(5), max(share_of(10000), 2000), tell)  # so that each call is served at least once
        finally:
            torch.set_num_threads(before)
        self.assertEqual([name for name in torch_draws.FORMS if served[name] == 0], [])

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
        with Installed() as installed:  # of all; once more is none
            garner.torch.install("gather")
            garner.torch.install(["index_select"])
            x.index_select(0, rows)
            self.assertEqual(installed.served, 1)
            garner.torch.uninstall()
            garner.torch.uninstall()
            x.index_select(0, rows)
            self.assertEqual(installed.served, 1)
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
            lambda: torch.zeros(3, 0, 4).scatter_reduce(2, two[:0].expand(3, 0, 0), torch.zeros(3, 0, 0), "sum", include_self=False),
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

    def test_lists_of_index_tensors_are_as_atens(self):
        x = torch.arange(3 * 4 * 5 * 2).view(3, 4, 5, 2)
        i, j, k = torch.tensor([[0, -1, 2]]), torch.tensor([[3], [-4]]), torch.tensor([4, -5, 0])
        narrow, single = i.int(), torch.tensor(1)
        lists = (
            [i, j],
            [i, j, k],
            [i, j, k, single],
            [single, single],
            [narrow, j],
            [j[:, 0], narrow[0, :2], j[:, 0]],
            [j, narrow],
            [narrow, narrow],
            [None, j, k],
            [i, None, k],
            [j.clamp(max=2), None, None, single],
            [None, narrow, None, single],
            [i, i + 5],
            [i - 3, i],
            [i, None, i + 3],
            [i, torch.tensor([1 << 62, 0, 0])],
            [i, torch.zeros(2, dtype=torch.int64)],
        )
        for at, list in enumerate(lists):
            calls = {
                "index": lambda: torch.ops.aten.index.Tensor(x, list),
                "index_put": lambda: torch.ops.aten.index_put(x, list, torch.tensor([7])),
                "with sums": lambda: torch.ops.aten.index_put(x, list, torch.tensor([7]), True),
            }
            for name, call in calls.items():
                wanted = outcome(call)
                with Installed() as installed:
                    seen = outcome(call)
                with self.subTest(name, at=at):
                    if isinstance(wanted, Exception):
                        self.assertEqual((type(seen), str(seen)), (type(wanted), str(wanted)))
                    else:
                        self.assertTrue(same_bits(seen, wanted))
                        self.assertEqual(seen.stride(), wanted.stride())
                        is_apart = any(index is None for index in list[1:])
                        self.assertEqual(installed.served, name == "index" or not is_apart)

    def test_a_scattered_number_is_converted_or_refused_as_atens(self):
        numbers = (300, 2**63, 1.5, 65504.5, 3.4e38, 1e39, -1e39, float("inf"), float("nan"), 1j)
        index = torch.zeros(2, 3, dtype=torch.int64)
        for dtype in (*torch_draws.FLOATS, torch.uint8, torch.complex64):
            for number in numbers:
                for how in ({}, {"reduce": "add"}):
                    call = lambda: torch.ones(2, 3, dtype=dtype).scatter_(0, index, number, **how)
                    wanted = outcome(call)
                    with Installed():
                        seen = outcome(call)
                    with self.subTest(dtype=dtype, number=number, **how):
                        if isinstance(wanted, Exception):
                            self.assertEqual((type(seen), str(seen)), (type(wanted), str(wanted)))
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
