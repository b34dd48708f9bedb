"""TTNN's programs with garner.ttnn in ttnn's place: tensors there and back, layouts, memory configs, keywords, accounts."""
import pickle
import subprocess
import sys
import unittest

import garner
import garner.ttnn as ttnn
from support import np, random, shape, share_of


class DocumentTest(unittest.TestCase):
    """The program of TTNN's report on its gather."""

    def test_the_program(self):
        import torch

        device = ttnn.open_device(device_id=0)
        input_tensor = torch.tensor([[10, 20, 30, 40], [50, 60, 70, 80]])
        index_tensor = torch.tensor([[3, 0], [2, 1]])
        a = ttnn.from_torch(input_tensor, ttnn.bfloat16, layout=ttnn.Layout.TILE, device=device)
        i = ttnn.from_torch(index_tensor, ttnn.uint16, layout=ttnn.Layout.TILE, device=device)
        gathered = ttnn.gather(a, dim=1, index=i)
        self.assertIs(type(gathered), ttnn.Tensor)
        self.assertEqual(gathered.tolist(), [[40, 10], [70, 60]])
        self.assertEqual((gathered.dtype, gathered.layout, gathered.shape), (ttnn.bfloat16, ttnn.TILE_LAYOUT, (2, 2)))
        back = ttnn.to_torch(gathered)
        self.assertEqual((back.dtype, back.tolist()), (torch.bfloat16, [[40, 10], [70, 60]]))
        self.assertEqual(torch.gather(input_tensor, 1, index_tensor).tolist(), back.tolist())
        ttnn.close_device(device)

    def test_its_arguments_by_place_and_by_name(self):
        a, i = self.tensors()
        out = ttnn.from_torch(np.zeros((2, 2), "f4"), ttnn.bfloat16, layout=ttnn.TILE_LAYOUT)
        wanted = [[40, 10], [70, 60]]
        self.assertEqual(ttnn.gather(a, 1, i, False, None, None).tolist(), wanted)
        self.assertEqual(ttnn.gather(a, -1, i, False, ttnn.L1_MEMORY_CONFIG).memory_config(), ttnn.L1_MEMORY_CONFIG)
        self.assertEqual(ttnn.gather(input_tensor=a, dim=1, input_index_tensor=i, sparse_grad=False).tolist(), wanted)
        cores = ttnn.CoreRangeSet({ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(1, 1))})
        for given in (cores, cores.ranges()[0], [(0, 0, 1, 1)]):
            made, account = ttnn.gather(a, 1, i, sub_core_grids=given, account=True)
            self.assertEqual(made.tolist(), wanted)
            self.assertIn("1 of 4 usable", str(account))
        for name in ("out", "output_tensor", "optional_output_tensor"):
            self.assertIs(ttnn.gather(a, 1, i, **{name: out}), out)
            self.assertEqual(out.tolist(), wanted)
            with self.assertRaises(garner.ShapeError):
                ttnn.gather(a, 1, i, **{name: a})
        with self.assertRaises(TypeError):
            ttnn.gather(a, 1, i, out=out, output_tensor=out)
        with self.assertRaises(TypeError):
            ttnn.gather(a, 1, i, outputs=out)

    @staticmethod
    def tensors(**how):
        how = {"layout": ttnn.TILE_LAYOUT, **how}
        a = ttnn.from_torch(np.array([[10, 20, 30, 40], [50, 60, 70, 80]]), ttnn.bfloat16, **how)
        return a, ttnn.from_torch(np.array([[3, 0], [2, 1]]), ttnn.uint16, **how)

    def test_what_ttnn_refuses(self):
        a, i = self.tensors()
        rows, _ = self.tensors(layout=ttnn.ROW_MAJOR_LAYOUT)
        divided, _ = self.tensors(memory_config=ttnn.L1_HEIGHT_SHARDED_MEMORY_CONFIG)
        for call, error, words in (
            (lambda: ttnn.gather(rows, 1, i), garner.UnsupportedError, "must be in tiled format"),
            (lambda: ttnn.gather(ttnn.to_layout(a, ttnn.ROW_MAJOR_LAYOUT), 1, i), garner.UnsupportedError, "tiled"),
            (lambda: ttnn.gather(divided, 1, i), garner.UnsupportedError, "Sharded"),
            (lambda: ttnn.scatter(divided, 1, i, a), garner.UnsupportedError, "Sharded"),
            (lambda: ttnn.gather(a, 1, i, memory_config=ttnn.L1_BLOCK_SHARDED_MEMORY_CONFIG), garner.UnsupportedError, "Sharded"),
            (lambda: ttnn.gather(a, 1, i, sparse_grad=True), garner.UnsupportedError, "Sparse gradient"),
            (lambda: ttnn.gather(a, 1, i, memory_config="l1"), TypeError, "ttnn.DRAM_MEMORY_CONFIG"),
            (lambda: ttnn.gather(a, 1, i, memory="l1", memory_config=ttnn.DRAM_MEMORY_CONFIG), garner.ArgumentError, "both"),
            (lambda: ttnn.gather(a, 1, i, memory="l2"), garner.ArgumentError, '"dram", "l1"'),
            (lambda: ttnn.from_torch(np.ones(2), ttnn.bfloat8_b), garner.UnsupportedError, "block floats"),
            (lambda: ttnn.from_torch(np.ones(2), "bf16"), TypeError, "ttnn.bfloat16"),
            (lambda: ttnn.from_torch(np.ones(2, "f4"), layout="tile"), TypeError, "ttnn.TILE_LAYOUT"),
            (lambda: ttnn.from_torch(np.ones(2, "f4"), memory_config=1), TypeError, "memory_config"),
            (lambda: ttnn.from_torch(np.ones(2)), garner.DTypeError, "give dtype"),
            (lambda: ttnn.from_torch(np.ones(2), ttnn.float32, colour=1), TypeError, "'colour'"),
            (lambda: ttnn.Tensor(np.ones(2)), garner.DTypeError, "ttnn has no f64"),
            (lambda: ttnn.MemoryConfig("dram"), TypeError, "TensorMemoryLayout"),
            (lambda: ttnn.CoreRangeSet([(0, 0)]), TypeError, "CoreRange"),
            (lambda: ttnn.scatter(a, 1, i, a, reduce="max"), garner.ArgumentError, "'add' or 'multiply'"),
            (lambda: ttnn.to_torch(a, torch_rank=1), garner.ArgumentError, "squeeze"),
            (lambda: ttnn.embedding(i, a, padding_idx=1), garner.ArgumentError, "PADDED"),
            (lambda: ttnn.embedding(i, a, embeddings_type=ttnn.EmbeddingsType.PADDED), garner.ArgumentError, "PADDED"),
            (lambda: ttnn.embedding(i, a, embeddings_type=1), TypeError, "EmbeddingsType"),
        ):
            with self.subTest(words), self.assertRaisesRegex(error, words):
                call()


class CallsTest(unittest.TestCase):
    def test_scatters(self):
        a, i = DocumentTest.tensors()
        src = ttnn.from_torch(np.array([[1, 2], [3, 4]]), ttnn.bfloat16, layout=ttnn.TILE_LAYOUT)
        self.assertEqual(ttnn.scatter(a, 1, i, src).tolist(), [[2, 20, 30, 1], [50, 4, 3, 80]])
        added = [[12, 20, 30, 41], [50, 64, 73, 80]]
        self.assertEqual(ttnn.scatter_add(a, 1, i, src=src).tolist(), added)
        self.assertEqual(ttnn.scatter_add(a, 1, i, source=src).tolist(), added)
        for reduce in ("add", ttnn.ScatterReductionType.ADD):
            self.assertEqual(ttnn.scatter(a, 1, i, src, reduce=reduce).tolist(), added)
        multiplied = [[20, 20, 30, 40], [50, 240, 210, 80]]
        self.assertEqual(ttnn.scatter(a, 1, i, src, reduce=ttnn.ScatterReductionType.MULTIPLY).tolist(), multiplied)
        # Arrays go as before, and come as garner's.
        plain = ttnn.scatter(a.array, 1, i.array, src.array)
        self.assertIs(type(plain), garner.Array)

    def test_embeddings(self):
        weight = ttnn.from_torch(np.arange(12).reshape(4, 3), ttnn.bfloat16)
        ids = ttnn.from_torch(np.array([[1, 3]]), ttnn.uint32)
        rows = [[[3, 4, 5], [9, 10, 11]]]
        made = ttnn.embedding(ids, weight)
        self.assertEqual((made.tolist(), made.layout, made.dtype), (rows, ttnn.ROW_MAJOR_LAYOUT, ttnn.bfloat16))
        made = ttnn.embedding(input_tensor=ids, weight=weight, layout=ttnn.TILE_LAYOUT, dtype=ttnn.float32)
        self.assertEqual((made.tolist(), made.layout, made.dtype), (rows, ttnn.TILE_LAYOUT, ttnn.float32))
        padded = dict(padding_idx=3, embeddings_type=ttnn.EmbeddingsType.PADDED)
        made = ttnn.embedding(ids, weight, memory_config=ttnn.L1_MEMORY_CONFIG, **padded)
        self.assertEqual((made.tolist(), made.memory_config()), (rows, ttnn.L1_MEMORY_CONFIG))
        out = ttnn.from_torch(np.zeros((1, 2, 3)), ttnn.bfloat16)
        self.assertIs(ttnn.embedding(ids, weight, output_tensor=out), out)
        self.assertEqual(out.tolist(), rows)
        binary = ttnn.embedding(
            ttnn.from_torch(np.array([[1, 0]]), ttnn.uint32), weight[:2], embeddings_type=ttnn.EmbeddingsType.BINARY
        )
        self.assertEqual(binary.tolist(), [[[3, 4, 5], [0, 1, 2]]])
        with self.assertRaisesRegex(garner.ArgumentError, "BINARY"):
            ttnn.embedding(ids, weight, embeddings_type=ttnn.EmbeddingsType.BINARY)

    def test_where_results_lie(self):
        a, i = DocumentTest.tensors(memory_config=ttnn.L1_MEMORY_CONFIG)
        made, account = ttnn.gather(a, 1, i, account=True)
        self.assertEqual(made.memory_config(), ttnn.L1_MEMORY_CONFIG)
        self.assertIn("input in L1, index in L1, output in L1", str(account))
        account = ttnn.gather_account(a, 1, i, memory_config=ttnn.DRAM_MEMORY_CONFIG)
        self.assertIn("output in DRAM", str(account))
        self.assertIn("output in L1", str(ttnn.gather_account(a.array, 1, i.array, memory="l1")))

    def test_moves_and_casts(self):
        a, _ = DocumentTest.tensors()
        self.assertIs(ttnn.to_device(a, None), a)
        self.assertIs(ttnn.from_device(a), a)
        self.assertEqual(ttnn.to_memory_config(a, ttnn.L1_MEMORY_CONFIG).memory_config(), ttnn.L1_MEMORY_CONFIG)
        self.assertEqual(ttnn.typecast(a, ttnn.int32).dtype, ttnn.int32)
        self.assertEqual(a.padded_shape, (32, 32))
        self.assertEqual(a[0].tolist(), [10, 20, 30, 40])
        self.assertIn("dtype=DataType::BFLOAT16, layout=Layout::TILE", repr(a))
        self.assertEqual(np.asarray(ttnn.typecast(a, ttnn.float32)).tolist(), a.tolist())
        with ttnn.manage_device(device_id=0) as device:
            ttnn.synchronize_device(device)
        for kept in (ttnn.bfloat16, ttnn.TILE_LAYOUT, ttnn.CoreCoord(1, 2), ttnn.gather_account(a, 1, ttnn.typecast(a, ttnn.uint16))):
            again = pickle.loads(pickle.dumps(kept))
            self.assertEqual(str(again), str(kept))
        self.assertEqual(garner.array([1.5], ttnn.bfloat16).dtype, "bf16")


class ConversionTest(unittest.TestCase):
    KINDS = {"uint8": "ui8", "int8": "i8", "uint16": "ui16", "int32": "i32", "uint32": "ui32", "float32": "f32", "bfloat16": "bf16"}

    def test_whole_numbers_wrap_and_floats_are_cut_off(self):
        import torch

        for make in (np.array, lambda x, kind: torch.tensor(x.tolist(), dtype=getattr(torch, kind))):
            whole = make(np.array([70000, -1, 300, 5]), "int64")
            for name, wanted in (
                ("uint8", [112, 255, 44, 5]),
                ("int8", [112, -1, 44, 5]),
                ("uint16", [4464, 65535, 300, 5]),
                ("int32", [70000, -1, 300, 5]),
                ("uint32", [70000, 2**32 - 1, 300, 5]),
                ("float32", [70000, -1, 300, 5]),
                ("bfloat16", [70144, -1, 300, 5]),
            ):
                made = ttnn.from_torch(whole, getattr(ttnn, name))
                self.assertEqual((made.array.dtype, made.tolist()), (self.KINDS[name], wanted))
            floats = make(np.array([70000.7, -3.5, 2.9]), "float32")
            self.assertEqual(ttnn.from_torch(floats, ttnn.uint16).tolist(), [65535, 0, 2])
            self.assertEqual(ttnn.from_torch(floats, ttnn.int32).tolist(), [70000, -3, 2])
            for kind, dtype in (("int64", ttnn.uint32), ("int16", ttnn.uint16), ("float16", ttnn.bfloat16), ("uint8", ttnn.uint8)):
                self.assertIs(ttnn.from_torch(make(np.array([1, 2]), kind)).dtype, dtype)
        self.assertIsNone(ttnn.from_torch(None))

    def test_bf16_is_torchs(self):
        import torch

        rng = random.Random(7)
        for _ in range(share_of(2000)):
            kind = rng.choice([torch.float32, torch.float64, torch.float16, torch.int64, torch.int32, torch.bool])
            x = (torch.rand(shape(rng, rng.randrange(4))) * 10 ** rng.randrange(-3, 12)).to(kind)
            self.assertTrue(torch.equal(ttnn.to_torch(ttnn.from_torch(x, ttnn.bfloat16)), x.to(torch.bfloat16)))

    def test_there_and_back(self):
        import torch

        for name in self.KINDS:
            x = torch.tensor([[1, 2, 3]])
            made = ttnn.from_torch(x, getattr(ttnn, name), layout=ttnn.TILE_LAYOUT)
            back = ttnn.to_torch(made)
            self.assertEqual(back.tolist(), x.tolist())
            self.assertEqual(str(back.dtype), f"torch.{name}" if hasattr(torch, name) else f"torch.int{2 * int(name[4:])}")
            self.assertEqual(ttnn.to_torch(made, torch.float64, torch_rank=1).tolist(), [1.0, 2.0, 3.0])
        x = torch.ones(2)
        made = ttnn.from_torch(x)
        x += 1
        self.assertEqual(made.tolist(), [1, 1])  # a copy
        ttnn.to_torch(made).add_(5)
        self.assertEqual(made.tolist(), [1, 1])
        self.assertEqual(ttnn.from_torch(torch.ones(2, requires_grad=True)).tolist(), [1, 1])

    def test_without_torch_and_without_numpy(self):
        program = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
import garner, garner.ttnn as ttnn
a = ttnn.from_torch(garner.array([[10, 20], [30, 40]]), ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=None)
i = ttnn.from_torch(garner.array([[1], [0]]), ttnn.uint16, layout=ttnn.TILE_LAYOUT)
r = ttnn.to_torch(ttnn.typecast(ttnn.gather(a, 1, i), ttnn.float32))
print(type(r).__module__, type(r).__name__, r.tolist())
"""
        for missing, kind in ((["torch"], "numpy ndarray"), (["torch", "numpy"], "garner Array")):
            ran = subprocess.run([sys.executable, "-c", program.format(missing=missing)], capture_output=True, text=True)
            self.assertEqual(ran.stdout.strip(), f"{kind} [[20.0], [30.0]]", ran.stderr)


if __name__ == "__main__":
    unittest.main()
