"""garner.Array as Python's programs use it: subscripts, walks, numbers, ==, dtypes, pickles and copies, held against numpy."""
import copy
import operator
import pickle
import unittest

from support import ALL, garner, np, random, same, shape, share_of, strided, values

INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]


class SubscriptTest(unittest.TestCase):
    """numpy is the specification, but for a number: where numpy gives a scalar, this is an array of rank 0."""

    def agree(self, x, key, own_key=None):
        own = garner.array(x)
        try:
            expected = x[key]
        except (IndexError, ValueError):
            with self.assertRaises((IndexError, ValueError), msg=repr(key)):
                own[key if own_key is None else own_key]
            return False
        try:
            got = own[key if own_key is None else own_key]
        except garner.IndexError:
            # numpy 1 says that it will refuse an index out of range of an empty result, too (a DeprecationWarning).
            self.assertEqual(expected.size, 0)
            return False
        self.assertIs(type(got), garner.Array)
        self.assertTrue(same(got, expected), f"{x.shape}[{key!r}]:\n{got!r}\n{expected!r}")
        return True

    def draw(self, rng, x):
        """A key of all kinds, which is most often right."""
        items, dims = [], 0
        chosen = shape(rng, rng.randrange(1, 3), 1, 3)
        while dims < x.ndim and rng.random() < 0.85:
            n = x.shape[dims]
            kind = rng.choice(["int", "slice", "slice", "none", "array", "list", "mask", "masks", "..."])
            if kind == "int" and n:
                items.append(rng.choice([int, np.int64, np.uint8])(rng.randrange(n)) if rng.random() < 0.5 else -rng.randrange(1, n + 1))
            elif kind == "slice":
                edge = [None, *range(-n - 2, n + 3)]
                items.append(slice(rng.choice(edge), rng.choice(edge), rng.choice([None, 1, 2, -1, -2, 3, -5])))
            elif kind == "none":
                items.append(None)
                dims -= 1
            elif kind == "array" and n:
                dtype = rng.choice(INTEGERS)
                low = 0 if dtype[0] == "u" else -n
                items.append(np.array([rng.randrange(low, n) for _ in range(int(np.prod(chosen)))], dtype).reshape(chosen))
            elif kind == "list" and n and len(chosen) == 1:
                items.append([rng.randrange(-n, n) for _ in range(chosen[0])])
            elif kind == "mask":
                items.append(np.array([rng.random() < 0.5 for _ in range(n)], "?"))
            elif kind == "masks" and dims + 2 <= x.ndim:
                items.append(np.random.default_rng(rng.randrange(9999)).random(x.shape[dims : dims + 2]) < 0.4)
                dims += 1
            elif kind == "..." and not any(i is Ellipsis for i in items):
                items.append(Ellipsis)
                dims -= 1
            else:
                continue
            dims += 1
        if rng.random() < 0.05:
            items.append(rng.choice([7, -9, np.array([0, 9]), slice(None), np.ones(3, "?")]))
        return items[0] if len(items) == 1 and rng.random() < 0.5 else tuple(items)

    def test_random_keys(self):
        rng = random.Random(5)
        right = 0
        calls = share_of(20000)
        for number in range(calls):
            x = strided(rng, values(rng, rng.choice(ALL), shape(rng, rng.randrange(0, 5), 0 if rng.random() < 0.2 else 1)))
            key = self.draw(rng, x)
            masks = any(isinstance(i, np.ndarray) and i.dtype == "?" for i in (key if isinstance(key, tuple) else (key,)))
            if masks and x.size == 0:
                continue  # numpy does not look at a mask's extents where nothing can be chosen
            with self.subTest(number=number, shape=x.shape, key=key):
                right += self.agree(x, key)
        self.assertGreater(right, calls * 0.6)

    def test_views_share_memory(self):
        x = np.arange(24.0).reshape(2, 3, 4)
        own = garner.array(x)
        for key in (0, -1, (1, 2), (slice(None), 1), (Ellipsis, slice(None, None, -2)), None, (slice(1, 1),)):
            view = own[key]
            self.assertEqual(view.strides, x[key].strides if x[key].size else view.strides)
            if view.size:
                self.assertTrue(np.shares_memory(np.asarray(view), x), key)
        part = garner.array([[1, 2], [3, 4]])[1]  # of an array that is gone
        self.assertEqual(part.tolist(), [3, 4])
        frozen = np.zeros(3)
        frozen.setflags(write=False)
        self.assertTrue(garner.array(frozen)[1:].readonly)
        self.assertFalse(np.shares_memory(np.asarray(own[[0, 1]]), x))

    def test_arrays_of_any_library(self):
        import torch

        x = np.arange(12.0).reshape(3, 4)
        for made in (garner.array, torch.tensor, np.array, list):
            self.agree(x, [2, 0], made([2, 0]))
            self.agree(x, (slice(None), [3, 1]), (slice(None), made([3, 1])))
            self.agree(x, [True, False, True], made([True, False, True]))
        self.assertEqual(garner.array(x)[garner.array(2), torch.tensor(3)].item(), 11)
        self.assertEqual(garner.array(x)[garner.array(x) == 7].tolist(), [7])
        self.assertEqual(garner.array(x)[[]].shape, (0, 4))

    def test_errors(self):
        own = garner.array(np.arange(12).reshape(3, 4))
        with self.assertRaises(garner.IndexError) as caught:
            own[1, 4]
        self.assertEqual((caught.exception.value, caught.exception.bound), (4, (-4, 3)))
        self.assertIn("dimension 1 of 4; right: -4 to 3", str(caught.exception))
        for key, error, words in (
            ((0, 0, 0), garner.IndexError, "for 3 dimensions, the array has 2"),
            ((..., ...), garner.IndexError, "one ..."),
            (np.ones(2, "?"), garner.IndexError, "the mask has extent 2"),
            (np.array([0, 5]), garner.IndexError, "5"),
            (np.array([0.5]), garner.DTypeError, "f64"),
            (([0, 1], [0, 1, 2]), garner.ShapeError, "broadcast"),
            (1.5, TypeError, "subscripts are ints"),
            ("x", TypeError, "subscripts are ints"),
            (True, TypeError, "subscripts are ints"),
            (slice(None, None, 0), ValueError, "zero"),
            (2**70, OverflowError, "64 bits"),
        ):
            with self.subTest(key=key), self.assertRaisesRegex(error, words):
                own[key]
        with self.assertRaisesRegex(TypeError, "takes no assignment"):
            own[0] = 1
        with self.assertRaisesRegex(TypeError, "takes no assignment"):
            del own[0]
        with self.assertRaises(garner.IndexError):
            garner.array(np.zeros((0, 2)))[0]

    def test_walks(self):
        own = garner.array([[1, 2], [3, 4], [5, 6]])
        self.assertEqual(len(own), 3)
        self.assertEqual([row.tolist() for row in own], [[1, 2], [3, 4], [5, 6]])
        self.assertEqual([int(n) for row in own for n in row], [1, 2, 3, 4, 5, 6])
        a, b, c = own
        self.assertEqual((a.shape, b.dtype, c.tolist()), ((2,), "i64", [5, 6]))
        self.assertEqual([row.tolist() for row in reversed(own)], [[5, 6], [3, 4], [1, 2]])
        self.assertEqual(sum(garner.array([1, 2, 3])[k].item() for k in range(3)), 6)
        for refused in (iter, len):
            with self.assertRaises(TypeError):
                refused(garner.array(3))


class NumberTest(unittest.TestCase):
    def test_numbers(self):
        for dtype in ALL:
            x = np.array(5, dtype)
            own = garner.array(x)
            self.assertEqual(complex(own), complex(x))
            self.assertEqual(bool(own), bool(x))
            if dtype[0] != "c":
                self.assertEqual((float(own), int(own)), (float(x), int(x)))
            if dtype[0] in "iu":
                self.assertEqual(operator.index(own), 5)
                self.assertEqual("abcdefg"[own], "f")
            else:
                with self.assertRaises(TypeError):
                    operator.index(own)
        self.assertEqual(float(garner.array([[2.5]])), 2.5)
        self.assertEqual(int(garner.array(-2.9)), -2)
        self.assertEqual((bool(garner.array(0.0)), bool(garner.array([3]))), (False, True))
        self.assertEqual(f"{garner.array(2.0):.3f} {garner.array([7]):03d}", "2.000 007")
        self.assertEqual(f"{garner.array([1, 2])}", str(garner.array([1, 2])))
        self.assertEqual(float(garner.array(1.5, "bf16")), 1.5)
        for refused in (float, int, bool, complex, operator.index):
            with self.subTest(refused), self.assertRaises((ValueError, TypeError)):
                refused(garner.array([1, 2]))
        with self.assertRaises(ValueError):
            bool(garner.array([]))
        with self.assertRaises(TypeError):
            float(garner.array(1j))
        with self.assertRaises(TypeError):
            operator.index(garner.array([3]))

    def test_numbers_go_into_arrays(self):
        x = garner.array([[1.5, 2.5]])
        self.assertEqual(garner.array([x[0, 1], np.float32(7), 1], "f32").tolist(), [2.5, 7, 1])
        made = garner.array([np.int8(3), np.uint64(4)])
        self.assertEqual((made.dtype, made.tolist()), ("i64", [3, 4]))
        self.assertEqual(garner.array([np.float64(1), np.float32(2)]).dtype, "f64")

    def test_numpy_asks(self):
        x = garner.array([[1.5, 2.5]], "f32")
        self.assertEqual(x.__array__().dtype, np.float32)
        self.assertEqual(x.__array__("i4").tolist(), [[1, 2]])
        self.assertFalse(np.shares_memory(x.__array__(copy=True), np.asarray(x)))
        self.assertTrue(np.shares_memory(x.__array__(), np.asarray(x)))
        self.assertEqual((np.arange(4.0)[garner.array([3, 1])]).tolist(), [3, 1])
        self.assertEqual((np.ones(2) + x).tolist(), [[2.5, 3.5]])
        if has_ml_dtypes():
            self.assertEqual(np.asarray(garner.array([1.5], "bf16")).astype("f4").tolist(), [1.5])
        else:
            with self.assertRaisesRegex(TypeError, "ml_dtypes"):
                garner.array([1.5], "bf16").__array__()


def has_ml_dtypes():
    try:
        import ml_dtypes  # noqa: F401
    except ImportError:
        return False
    return True


class EqualTest(unittest.TestCase):
    def test_random_arrays(self):
        rng = random.Random(6)
        for number in range(share_of(5000)):
            a = strided(rng, values(rng, rng.choice(ALL), shape(rng, rng.randrange(0, 4), 0 if rng.random() < 0.1 else 1)))
            dims = [rng.choice([1, n]) for n in a.shape[rng.randrange(a.ndim + 1) :]]
            b = strided(rng, values(rng, rng.choice(ALL), dims))
            for compared in (operator.eq, operator.ne):
                got = compared(garner.array(a), b)
                with self.subTest(number=number, a=a, b=b):
                    self.assertIs(type(got), garner.Array)
                    self.assertTrue(same(got, np.asarray(compared(a, b))))
                    self.assertTrue(same(compared(garner.array(a), garner.array(b)), np.asarray(compared(a, b))))

    def test_numbers(self):
        x = garner.array([0.1, 0.5, float("nan")], "f32")
        self.assertEqual((x == 0.1).tolist(), [True, False, False])
        self.assertEqual((x != x).tolist(), [False, False, True])
        self.assertEqual((0.5 == x).tolist(), [False, True, False])
        self.assertEqual((garner.array([1, 0], "i1") == True).tolist(), [True, False])  # noqa: E712
        self.assertEqual((garner.array([0.1], "bf16") == 0.1).tolist(), [True])
        self.assertEqual((garner.array([1j, 2]) == [1j, 3]).tolist(), [True, False])
        self.assertEqual((garner.array([1, 2]) == (1, 3)).tolist(), [True, False])
        self.assertEqual((garner.array([2**63 - 1]) == 2**63).tolist(), [False])
        self.assertEqual((garner.array([2**64 - 1], "ui64") == -1).tolist(), [False])
        self.assertEqual((garner.array([2**64 - 1], "ui64") == 2**64 - 1).tolist(), [True])
        self.assertEqual((garner.array([5]) == 10**400).tolist(), [False])
        self.assertEqual((garner.array([2.0], "f8E4M3FN") == 1e9).tolist(), [False])
        self.assertTrue(2 in garner.array([[1, 2]]))
        self.assertFalse(3 in garner.array([[1, 2]]))

    def test_what_is_refused(self):
        x = garner.array([1, 2])
        self.assertIs(x == "x", False)
        self.assertIs(x == None, False)  # noqa: E711
        with self.assertRaisesRegex(garner.ShapeError, "broadcast"):
            x == garner.array([1, 2, 3])
        for refused in (lambda: x < 2, lambda: hash(x), lambda: {x}, lambda: bool(x == x)):
            with self.assertRaises((TypeError, ValueError)):
                refused()


class DtypeTest(unittest.TestCase):
    def test_types_of_libraries(self):
        import torch

        kinds = {np.float32: "f32", np.dtype("f8"): "f64", np.int8: "i8", np.uint64: "ui64", np.bool_: "i1", np.longlong: "i64"}
        kinds.update({np.dtype("<i4"): "i32", np.complex64: "complex<f32>", np.half: "f16"})
        kinds.update({bool: "i1", int: "i64", float: "f64", complex: "complex<f64>"})
        kinds.update({torch.float32: "f32", torch.bfloat16: "bf16", torch.bool: "i1", torch.uint8: "ui8", torch.long: "i64"})
        kinds.update({torch.half: "f16", torch.complex128: "complex<f64>"})
        for kind, name in kinds.items():
            made = garner.array([1, 0], kind)
            self.assertEqual((made.dtype, made.tolist()), (name, [1, 0]), kind)
        self.assertEqual(garner.array(np.ones(2, "f4"), np.float32).dtype, "f32")
        with self.assertRaisesRegex(garner.DTypeError, "f32, f64 is asked for"):
            garner.array(np.ones(2, "f4"), np.float64)
        for bad in (3, object, np.dtype(">f4"), np.dtype("i4,f4"), np.str_, torch.quint8, None.__class__, "float33"):
            with self.subTest(bad), self.assertRaises(TypeError):
                garner.array([1], bad)
        if has_ml_dtypes():
            import ml_dtypes

            self.assertEqual(garner.array([1.5], ml_dtypes.bfloat16).dtype, "bf16")
            self.assertEqual(garner.array([1.5], np.dtype(ml_dtypes.float8_e4m3fn)).dtype, "f8E4M3FN")


class KeptTest(unittest.TestCase):
    NAMES = ["i1", "i4", "ui2", "i8", "index", "ui64", "f8E5M2", "bf16", "f16", "f32", "f64", "complex<f32>", "complex<f64>"]

    def test_pickles_and_copies(self):
        for name in self.NAMES:
            for made in (garner.array([[1, 0, 1], [0, 1, 1]], name), garner.array(1, name), garner.array([], name)):
                for view in (made, made[..., None], made[::-1] if made.ndim else made):
                    again = [pickle.loads(pickle.dumps(view, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
                    again += [copy.copy(view), copy.deepcopy(view), copy.deepcopy({"x": [view]})["x"][0]]
                    for other in again:
                        self.assertEqual((other.dtype, other.shape, other.tolist()), (view.dtype, view.shape, view.tolist()))
                        self.assertFalse(other.readonly)
                        self.assertNotEqual(other.address, view.address) if view.size else None

    def test_out_of_band(self):
        x, buffers = garner.array(np.arange(1000.0)), []
        data = pickle.dumps(x, 5, buffer_callback=buffers.append)
        self.assertLess(len(data), 400)
        self.assertEqual(pickle.loads(data, buffers=buffers).tolist(), x.tolist())

    def test_bytes(self):
        x = np.arange(6, dtype="f4").reshape(2, 3)
        self.assertEqual(garner.array(x.T).tobytes(), x.T.tobytes())


if __name__ == "__main__":
    unittest.main()
