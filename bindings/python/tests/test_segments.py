"""Calls that reduce segments and bags, by the names of torch, jax, TensorFlow and DGL, and the experts of a mixture: hand values, loops of
numpy's, and torch where it has the call."""
import unittest

import torch

import garner
from support import np, random, share_of, strided

NAN = float("nan")
DATA = np.array([[1, 2], [3, -4], [5, 6], [-7, 8], [9, 10]], "f4")
IDS = np.array([2, 0, 2, 0, 2], "i4")
SORTED = np.array([0, 0, 2, 2, 2], "i8")

# A reduction of the entries of one segment by numpy, in order.
LOOPS = {
    "sum": lambda rows: sum(rows[1:], rows[0]),
    "mean": lambda rows: sum(rows[1:], rows[0]) / np.float32(len(rows)),
    "sqrt_n": lambda rows: sum(rows[1:], rows[0]) / np.sqrt(np.float32(len(rows))),
    "prod": lambda rows: np.multiply.reduce(rows),
    "min": lambda rows: np.minimum.reduce(rows),
    "max": lambda rows: np.maximum.reduce(rows),
}


def by_ids(data, ids, count, reduce, empty):
    out = np.full((count, *data.shape[1:]), empty, data.dtype)
    for segment in range(count):
        rows = [data[e] for e in range(len(ids)) if ids[e] == segment]
        if rows:
            out[segment] = LOOPS[reduce](rows)
    return out


class SegmentsTest(unittest.TestCase):
    def same(self, seen, wanted):
        wanted = np.asarray(wanted)
        self.assertEqual((seen.numpy().dtype, seen.shape), (wanted.dtype, wanted.shape))
        self.assertTrue(np.array_equal(seen.numpy(), wanted, equal_nan=wanted.dtype.kind == "f"), f"{seen}\n{wanted}")

    def test_jaxs(self):
        empty = {"sum": 0, "prod": 1, "min": np.inf, "max": -np.inf}
        for reduce, value in empty.items():
            call = getattr(garner.jax, f"segment_{reduce}")
            self.same(call(DATA, IDS, 4), by_ids(DATA, IDS, 4, reduce, value))
            self.same(call(DATA, IDS), by_ids(DATA, IDS, 3, reduce, value))
        self.same(garner.jax.segment_sum(DATA, np.array([0, -1, 1, 7, 0])), np.array([[10, 12], [5, 6]] + [[0, 0]] * 5 + [[-7, 8]], "f4"))
        self.same(garner.jax.segment_sum(DATA, np.array([0, -1, 1, 7, 0]), 2, mode="clip"), np.array([[13, 8], [-2, 14]], "f4"))
        out = np.zeros((3, 2), "f4")
        self.assertIs(garner.jax.segment_sum(DATA, IDS, 3, out=out), out)
        self.assertEqual(out.tolist(), [[-4, 4], [0, 0], [15, 18]])

    def test_tensorflows(self):
        for reduce in ("sum", "mean", "prod", "min", "max"):
            call = getattr(garner.tf, f"segment_{reduce}")
            self.same(call(DATA, SORTED), by_ids(DATA, SORTED, 3, reduce, reduce == "prod"))
            with self.assertRaises(garner.IndexError):
                call(DATA, IDS)  # do not ascend
        least = np.finfo("f4").min
        empty = {"sum": 0, "mean": 0, "prod": 1, "min": -least, "max": least, "sqrt_n": 0}
        for reduce, value in empty.items():
            call = getattr(garner.tf, f"unsorted_segment_{reduce}")
            self.same(call(DATA, IDS, 4), by_ids(DATA, IDS, 4, reduce, value))
            with self.assertRaises(garner.IndexError):
                call(DATA, IDS, 2)
        self.same(garner.tf.unsorted_segment_sum(DATA, np.array([0, -1, 0, -5, 1]), 2), np.array([[6, 8], [9, 10]], "f4"))

    def test_dgls(self):
        lengths = np.array([2, 0, 3], "i8")
        for reducer in ("sum", "mean", "min", "max"):
            self.same(garner.dgl.segment_reduce(lengths, DATA, reducer), by_ids(DATA, SORTED, 3, reducer, 0))
        indptr, sources, edges = np.array([0, 2, 2, 3]), np.array([4, 0, 1]), np.array([2, 3, -1], "f4")
        self.same(garner.dgl.gspmm("copy_lhs", "sum", indptr, sources, DATA), np.array([[10, 12], [0, 0], [3, -4]], "f4"))
        self.same(garner.dgl.gspmm("mul", "max", indptr, sources, DATA, edges), np.array([[18, 20], [0, 0], [-3, 4]], "f4"))

    def test_torchs_segment_reduce(self):
        lengths = np.array([2, 0, 3])
        empty = {"sum": 0, "prod": 1, "mean": NAN, "max": -np.inf, "min": np.inf}
        for reduce, value in empty.items():
            wanted = by_ids(DATA, SORTED, 3, reduce, value)
            self.same(garner.torch.segment_reduce(DATA, reduce, lengths=lengths), wanted)
            self.same(garner.torch.segment_reduce(DATA, reduce, offsets=np.array([0, 2, 2, 5], "i4")), wanted)
        self.same(garner.torch.segment_reduce(DATA, "max", lengths=lengths, initial=4), np.array([[4, 4], [4, 4], [9, 10]], "f4"))
        self.same(garner.torch.segment_reduce(DATA, "sum", lengths=np.array([[1, 1]] * 5), axis=1), DATA)
        grad = np.array([[1, 2], [3, 4], [6, 8]], "f4")
        seen = garner.torch.segment_reduce_backward(grad, DATA, "max", lengths=lengths)
        self.same(seen, np.array([[0, 2], [1, 0], [0, 0], [0, 0], [6, 8]], "f4"))

    def test_torchs_embedding_bag(self):
        rng = random.Random(17)
        for number in range(share_of(2000)):
            rows, columns, entries, bags = rng.randrange(1, 6), rng.randrange(1, 9), rng.randrange(0, 12), rng.randrange(1, 4)
            weight = np.array([[rng.uniform(-4, 4) for _ in range(columns)] for _ in range(rows)], rng.choice(["f4", "f8"]))
            ids = np.array([rng.randrange(rows) for _ in range(entries)], rng.choice(["i4", "i8"]))
            offsets = np.array([0, *sorted(rng.randrange(entries + 1) for _ in range(bags - 1))], ids.dtype)
            options = {"mode": rng.choice(["sum", "mean", "max"])}
            if rng.random() < 0.3:
                offsets, options["include_last_offset"] = np.append(offsets, ids.dtype.type(entries)), True
            if rng.random() < 0.3:
                options["padding_idx"] = rng.randrange(-rows, rows)
            theirs = {**options}
            if options["mode"] == "sum" and rng.random() < 0.5:
                options["per_sample_weights"] = np.array([rng.uniform(-1, 1) for _ in range(entries)], weight.dtype)
                theirs["per_sample_weights"] = torch.from_numpy(options["per_sample_weights"])
            with self.subTest(number=number, weight=weight, ids=ids, offsets=offsets, options=options):
                seen = garner.torch.embedding_bag(ids, weight, offsets, **options)
                given = [torch.from_numpy(array) for array in (ids, weight, offsets)]
                self.same(seen, torch.nn.functional.embedding_bag(*given, **theirs).numpy())
        self.same(garner.torch.embedding_bag(np.array([[0, 2], [1, 1]]), DATA, mode="sum"), np.array([[6, 8], [6, -8]], "f4"))

    def test_tokens_go_to_their_experts_and_come_back(self):
        experts = np.array([[1, 0], [2, 1], [0, 2]], "i8")
        rows, offsets, inverse = garner.moe_permute(DATA[:3], experts, 3)
        self.assertEqual(offsets.tolist(), [0, 2, 4, 6])
        self.assertEqual(inverse.tolist(), [[2, 0], [4, 3], [1, 5]])
        self.same(rows, DATA[[0, 2, 0, 1, 1, 2]])
        self.same(garner.moe_unpermute(rows, inverse), 2 * DATA[:3])
        weights = np.array([[1, 0], [0.5, 0.5], [0, 2]], "f4")
        self.same(garner.moe_unpermute(rows, inverse, weights), DATA[:3] * np.array([[1], [1], [2]], "f4"))
        rows, offsets, inverse = garner.moe_permute(DATA[:3], experts, 1, first_expert=1)
        self.assertEqual((offsets.tolist(), inverse.tolist()), ([0, 2], [[0, -1], [-1, 1], [-1, -1]]))
        self.same(rows, DATA[:2])
        rows, offsets, inverse = garner.moe_permute(DATA[:3], experts, 1, first_expert=1, keeps_others=True)
        self.assertEqual((rows.shape, inverse.tolist()), ((6, 2), [[0, 2], [3, 1], [4, 5]]))

    def test_strides_do_not_matter(self):
        rng = random.Random(18)
        for _ in range(50):
            data = strided(rng, DATA)
            self.same(garner.tf.unsorted_segment_sum(data, strided(rng, IDS), 3), by_ids(DATA, IDS, 3, "sum", 0))
            self.same(garner.torch.segment_reduce(data, "sum", lengths=np.array([5])), DATA.sum(0, keepdims=True))

    def test_misuse_is_an_exception(self):
        f4, ids = DATA, np.array([0, 1, 5, 0, 0])
        offsets, far = np.array([0, 2]), np.array([0, 9])
        for wanted, call in (
            (garner.IndexError, lambda: garner.torch.embedding_bag(ids, f4, offsets)),
            (garner.IndexError, lambda: garner.torch.embedding_bag(far[:1], f4, np.array([1]))),
            (garner.ShapeError, lambda: garner.torch.embedding_bag(far[:1], f4[0], offsets)),
            (garner.DTypeError, lambda: garner.torch.embedding_bag(f4[0], f4, offsets)),
            (garner.ArgumentError, lambda: garner.torch.embedding_bag(far[:1], f4)),
            (garner.ArgumentError, lambda: garner.torch.embedding_bag(far[:1], f4, far[:1], mode="median")),
            (garner.ArgumentError, lambda: garner.torch.embedding_bag(far[:1], f4, far[:1], padding_idx=5)),
            (garner.ArgumentError, lambda: garner.torch.embedding_bag(far[:1], f4, far[:1], mode="max", per_sample_weights=f4[:1, 0])),
            (garner.IndexError, lambda: garner.torch.segment_reduce(f4, "sum", lengths=np.array([2, 2]))),
            (garner.IndexError, lambda: garner.torch.segment_reduce(f4, "sum", offsets=np.array([0, 6]))),
            (garner.ArgumentError, lambda: garner.torch.segment_reduce(f4, "sum")),
            (garner.ArgumentError, lambda: garner.torch.segment_reduce(f4, "median", lengths=np.array([5]))),
            (garner.ShapeError, lambda: garner.torch.segment_reduce(f4, "sum", lengths=np.array([5]), axis=1)),
            (garner.DTypeError, lambda: garner.torch.segment_reduce(IDS, "sum", lengths=np.array([5]))),
            (TypeError, lambda: garner.torch.segment_reduce(f4, "sum", lengths=np.array([5]), initial="a")),
            (garner.Error, lambda: garner.jax.segment_sum(f4, IDS, -1)),
            (garner.Error, lambda: garner.jax.segment_sum(f4, IDS[:2], 1)),
            (ValueError, lambda: garner.jax.segment_sum(f4, IDS, 1, mode="wrap")),
            (garner.Error, lambda: garner.tf.segment_sum(f4, IDS[:2])),
            (garner.Error, lambda: garner.tf.unsorted_segment_sum(f4, IDS, -3)),
            (garner.Error, lambda: garner.dgl.segment_reduce(np.array([4]), f4)),
            (garner.Error, lambda: garner.dgl.segment_reduce(np.array([5]), f4, "prod")),
            (garner.Error, lambda: garner.dgl.gspmm("add", "sum", offsets, ids[:2], f4)),
            (garner.IndexError, lambda: garner.dgl.gspmm("copy_lhs", "sum", offsets, far, f4)),
            (garner.Error, lambda: garner.moe_permute(f4, np.array([[0]] * 5), 0)),
            (garner.Error, lambda: garner.moe_permute(f4, np.array([[0]] * 4), 1)),
            (garner.IndexError, lambda: garner.moe_permute(f4, np.array([[-1]] * 5), 1)),
            (garner.IndexError, lambda: garner.moe_unpermute(f4, np.array([[5]]))),
            (garner.Error, lambda: garner.moe_unpermute(f4[0], np.array([[0]]))),
        ):
            with self.assertRaises(wanted):
                call()

    def test_a_call_of_no_entries(self):
        none = np.zeros((0, 2), "f4")
        self.same(garner.jax.segment_sum(none, np.zeros(0, "i8"), 2), np.zeros((2, 2), "f4"))
        self.same(garner.jax.segment_sum(none, np.zeros(0, "i8")), none)
        self.same(garner.torch.embedding_bag(np.zeros(0, "i8"), DATA, np.array([0, 0])), np.zeros((2, 2), "f4"))


if __name__ == "__main__":
    unittest.main()
