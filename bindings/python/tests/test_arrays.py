"""Arrays in and out: every dtype, layout and protocol, by address; what is refused, and how."""
import array
import gc
import sys
import unittest

from support import ALL, garner, np, random, same, shape, strided, values


def address(x):
    return x.__array_interface__["data"][0]


class InTest(unittest.TestCase):
    def test_numpy_of_every_dtype_and_layout_is_read_in_place(self):
        rng = random.Random(1)
        for dtype in ALL:
            for _ in range(40):
                x = strided(rng, values(rng, dtype, shape(rng, rng.randrange(4), 0)))
                seen = garner.array(x)
                with self.subTest(dtype=dtype, shape=x.shape, strides=x.strides):
                    self.assertEqual(seen.shape, x.shape)
                    if x.size:
                        self.assertEqual(seen.address, address(x))
                    self.assertEqual(seen.tolist(), x.tolist())
                    self.assertTrue(same(seen, x))

    def test_torch_of_every_dtype_and_layout_is_read_in_place(self):
        import torch

        names = {
            torch.bool: "i1",
            torch.uint8: "ui8",
            torch.int8: "i8",
            torch.int16: "i16",
            torch.int32: "i32",
            torch.int64: "i64",
            torch.float16: "f16",
            torch.bfloat16: "bf16",
            torch.float32: "f32",
            torch.float64: "f64",
            torch.complex64: "complex<f32>",
            torch.complex128: "complex<f64>",
        }
        for dtype, name in names.items():
            x = torch.arange(24).reshape(2, 3, 4).to(dtype)
            for view in (x, x.permute(2, 0, 1), x[:, 1:], x[1], x[0, 0, 0], x[:, ::2], x[:0], x.expand(2, 3, 4)):
                with self.subTest(dtype=dtype, shape=view.shape, stride=view.stride()):
                    seen = garner.array(view)
                    self.assertEqual(seen.dtype, name)
                    self.assertEqual(seen.shape, tuple(view.shape))
                    if view.numel():
                        self.assertEqual(seen.address, view.data_ptr())
                        self.assertEqual(seen.tolist(), view.tolist())

    def test_numpys_own_arrays_and_its_others_are_one(self):
        """Arrays of exactly numpy.ndarray are read by their fields, all others by the buffer protocol."""

        class Derived(np.ndarray):
            pass

        rng = random.Random(2)
        seen = 0
        for dtype in ALL:
            for _ in range(10):
                x = strided(rng, values(rng, dtype, shape(rng, rng.randrange(4), 0)))
                for view in (x, x[..., None], np.broadcast_to(x, (2,) + x.shape)):
                    ours, theirs = garner.array(view), garner.array(view.view(Derived))
                    self.assertEqual(
                        (ours.dtype, ours.shape, ours.readonly, ours.tolist()),
                        (theirs.dtype, theirs.shape, theirs.readonly, theirs.tolist()),
                    )
                    if view.size:
                        self.assertEqual(ours.address, theirs.address)
                        seen += 1
        self.assertGreater(seen, 100)
        for native in ("<i4", "=i4", np.dtype("i4").newbyteorder("=")):
            self.assertEqual(garner.array(np.array([1, -2], native)).tolist(), [1, -2])
        for number in "bBhHiIlLqQ":  # C's types, of which two have one width
            x = np.array([1, 2], number)
            self.assertEqual(garner.array(x).dtype, ("ui" if number.isupper() else "i") + str(8 * x.itemsize))
        odd = np.frombuffer(bytearray(33), "u1")[1:].view("f8")  # at no multiple of eight
        odd[:] = 1, 2, 3, 4
        self.assertEqual(garner.torch.gather(odd, 0, np.array([3, 0])).tolist(), [4, 1])

    def test_an_array_lives_while_it_is_seen(self):
        x = np.arange(1000.0)
        view, count = garner.array(x), sys.getrefcount(x)
        with self.assertRaises(ValueError):
            x.resize(2000)
        del view
        self.assertLess(sys.getrefcount(x), count)
        view = garner.array(np.arange(1000.0))
        gc.collect()
        np.full(1000, -1.0)
        self.assertEqual(view.tolist(), list(range(1000)))

    def test_torchs_tensors_that_are_not_what_lies_in_memory(self):
        import torch

        x = torch.tensor([1 + 2j, 3 - 4j])
        index = torch.tensor([1, 0])
        with self.assertRaises((RuntimeError, BufferError)):
            garner.torch.gather(x.conj(), 0, index)
        with self.assertRaises((RuntimeError, BufferError)):
            garner.onnx.gather(torch.ones(2, requires_grad=True), index, 0)
        self.assertEqual(garner.torch.gather(x, 0, index).tolist(), [3 - 4j, 1 + 2j])
        negative = x.conj().imag
        self.assertTrue(negative.is_neg())
        with self.assertRaises((RuntimeError, BufferError)):
            garner.torch.gather(negative, 0, index)
        self.assertEqual(garner.torch.gather(negative.resolve_neg(), 0, index).tolist(), [4, -2])
        self.assertEqual(garner.torch.gather(torch.nn.Parameter(torch.ones(2)).detach(), 0, index).tolist(), [1, 1])
        with self.assertRaises((RuntimeError, TypeError, NotImplementedError, BufferError)):
            garner.torch.gather(torch.ones(2).to_sparse(), 0, index)

    def test_buffers_without_numpy(self):
        self.assertEqual(garner.array(array.array("i", [1, 2, 3])).dtype, "i32")
        self.assertEqual(garner.array(b"\1\2").tolist(), [1, 2])
        self.assertTrue(garner.array(b"\1\2").readonly)
        self.assertFalse(garner.array(bytearray(2)).readonly)
        cast = memoryview(bytearray(range(24))).cast("h", (3, 4))
        self.assertEqual(garner.array(cast).tolist(), cast.tolist())
        self.assertEqual(garner.array(cast[::-1][::2]).tolist(), cast[::-1][::2].tolist())

    def test_what_buffers_cannot_be_read(self):
        for bad in (
            np.array([1, 2], ">i4"),
            np.array(["a"]),
            np.array([object()]),
            np.zeros(2, "i4,f4"),
            np.zeros(2, "longdouble"),
            np.zeros(2, "M8[s]"),
        ):
            with self.subTest(dtype=bad.dtype), self.assertRaises((garner.DTypeError, ValueError)):
                garner.array(bad)
        packed = np.zeros(4, np.dtype([("a", "i1"), ("b", "<i4")]))["b"]
        with self.assertRaisesRegex(garner.ArgumentError, "stride of 5 bytes"):
            garner.array(packed)
        with self.assertRaises(TypeError):
            garner.torch.gather([1, 2], 0, np.array([0]))
        self.assertEqual(garner.array(np.array([1, 2], "i1")).tolist(), [1, 2])

    def test_read_only_is_respected(self):
        frozen = np.zeros(4)
        frozen.setflags(write=False)
        index = np.array([0, 1, 2, 3])
        for out in (frozen, b"\0" * 32, garner.array(frozen)):
            with self.subTest(type=type(out)), self.assertRaises(garner.ReadOnlyError):
                garner.torch.gather(np.ones(4), 0, index, out=out)
        self.assertEqual(frozen.tolist(), [0, 0, 0, 0])
        self.assertEqual(garner.torch.gather(frozen, 0, index).tolist(), [0, 0, 0, 0])
        with self.assertRaises(BufferError):
            garner.array(frozen).__dlpack__()
        with self.assertRaises(BufferError):
            garner.array(frozen).torch()

    def test_out_is_written_in_place(self):
        import torch

        index = np.array([2, 0])
        x = np.array([1.0, 2.0, 3.0])
        for out in (
            np.zeros(2),
            np.zeros(4)[::2],
            torch.zeros(2, dtype=torch.float64),
            garner.array([0.0, 0.0]),
            bytearray(2),
        ):
            if isinstance(out, bytearray):
                out = memoryview(bytearray(16)).cast("d")
            self.assertIs(garner.torch.gather(x, 0, index, out=out), out)
            self.assertEqual(list(out) if not isinstance(out, garner.Array) else out.tolist(), [3, 1])


class DlpackTest(unittest.TestCase):
    class Only:
        """Has __dlpack__ alone, of a version."""

        def __init__(self, inner, versioned=True, device=(1, 0)):
            self.inner, self.versioned, self.device, self.asked = inner, versioned, device, []

        def __dlpack__(self, **kwargs):
            self.asked.append(kwargs)
            if not self.versioned and "max_version" in kwargs:
                raise TypeError("no such argument")
            return self.inner.__dlpack__(**kwargs)

        def __dlpack_device__(self):
            return self.device

    def test_versioned_comes_first_and_unversioned_is_tried(self):
        inner = garner.array([[1, 2], [3, 4]], "i64")
        new = self.Only(inner)
        self.assertEqual(garner.array(new).address, inner.address)
        self.assertEqual([sorted(a) for a in new.asked], [["max_version"]])

        class Older(self.Only):
            pass

        old = Older(inner, versioned=False)
        self.assertEqual(garner.array(old).tolist(), [[1, 2], [3, 4]])
        self.assertEqual([sorted(a) for a in old.asked], [["max_version"], []])
        garner.array(old)
        self.assertEqual(len(old.asked), 3, "a type that refused once is not asked again")

    def test_read_only_flag(self):
        frozen = self.Only(garner.array(b"\1\2"))
        self.assertTrue(garner.array(frozen).readonly)
        with self.assertRaises(garner.ReadOnlyError):
            garner.torch.gather(np.array([1, 2], "u1"), 0, np.array([0, 1]), out=frozen)

    def test_every_dtype_goes_through_capsules(self):
        for text in (
            "i1",
            "i2",
            "i4",
            "i8",
            "i16",
            "i32",
            "i64",
            "ui2",
            "ui4",
            "ui8",
            "ui16",
            "ui32",
            "ui64",
            "f4E2M1FN",
            "f6E2M3FN",
            "f6E3M2FN",
            "f8E3M4",
            "f8E4M3",
            "f8E4M3FN",
            "f8E4M3FNUZ",
            "f8E4M3B11FNUZ",
            "f8E5M2",
            "f8E5M2FNUZ",
            "f8E8M0FNU",
            "bf16",
            "f16",
            "f32",
            "f64",
            "complex<f32>",
            "complex<f64>",
        ):
            x = garner.array([1, 1, 1], text)
            seen = garner.array(self.Only(x))
            with self.subTest(dtype=text):
                self.assertEqual((seen.dtype, seen.address, seen.tolist()), (text, x.address, [1, 1, 1]))

    def test_another_device_is_named(self):
        class Far(self.Only):
            def __dlpack__(self, **kwargs):
                raise BufferError("elsewhere")

        with self.assertRaises(garner.DeviceError) as caught:
            garner.array(Far(None, device=(2, 3)))
        self.assertEqual((caught.exception.device_type, caught.exception.device_id), (2, 3))
        self.assertIn("CUDA:3", str(caught.exception))

    def test_capsules_that_are_none(self):
        class Wrong:
            def __init__(self, gives):
                self.gives = gives

            def __dlpack__(self, **kwargs):
                if isinstance(self.gives, Exception):
                    raise self.gives
                return self.gives

        for gives in (None, 3, "dltensor", object(), ValueError("no"), KeyError()):
            with self.subTest(gives=gives), self.assertRaises((TypeError, ValueError, KeyError)):
                garner.array(Wrong(gives))

    def test_out_by_keywords(self):
        x = garner.array([1.5, 2.5])
        self.assertIn('"dltensor"', repr(x.__dlpack__()))
        self.assertIn('"dltensor_versioned"', repr(x.__dlpack__(max_version=(1, 0))))
        self.assertIn('"dltensor"', repr(x.__dlpack__(max_version=(0, 8))))
        self.assertEqual(x.__dlpack_device__(), (1, 0))
        with self.assertRaises(BufferError):
            x.__dlpack__(stream=1)
        with self.assertRaises(BufferError):
            x.__dlpack__(dl_device=(2, 0))
        copy = garner.array(self.Only(x.copy()))
        self.assertNotEqual(copy.address, x.address)
        with self.assertRaises(BufferError):
            garner.array([1], "i4").__dlpack__()

    def test_nothing_is_kept_by_capsules(self):
        x = garner.array([1.5, 2.5] * 100)
        before = sys.getrefcount(x)
        for _ in range(100):
            x.__dlpack__()
            x.__dlpack__(max_version=(1, 1))
            garner.array(self.Only(x))
        gc.collect()
        self.assertEqual(sys.getrefcount(x), before)


class OutTest(unittest.TestCase):
    def test_numpy_takes_results_in_place(self):
        for dtype in ALL:
            x = np.ones((2, 3), dtype)
            result = garner.torch.index_select(x, 0, np.array([1, 0, 1]))
            for taken in (np.asarray(result), result.numpy()):
                self.assertEqual(taken.dtype, x.dtype)
                self.assertEqual(address(taken), result.address)
                self.assertTrue(taken.flags.writeable)
        plain = garner.array([1.0, 2.0, 3.0])
        self.assertEqual(address(np.from_dlpack(plain)), plain.address)

    def test_torch_takes_results_in_place(self):
        import torch

        for dtype in (
            "i1",
            "ui8",
            "i8",
            "i16",
            "i32",
            "i64",
            "f16",
            "bf16",
            "f32",
            "f64",
            "complex<f32>",
            "complex<f64>",
        ):
            x = garner.array([0, 1, 1, 0], dtype)
            taken = x.torch()
            self.assertEqual(taken.data_ptr(), x.address)
            self.assertEqual(taken.tolist(), x.tolist())
            if dtype != "i1":  # which torch 1.13's DLPack has not
                self.assertEqual(torch.from_dlpack(x).data_ptr(), x.address)

    def test_memory_lives_as_long_as_a_view_of_it(self):
        import torch

        result = garner.array(list(range(1000)), "f64")
        views = [np.asarray(result), result.torch(), memoryview(result), garner.array(result.numpy()), result.bits()]
        del result
        gc.collect()
        filler = [garner.array([-1.0] * 1000) for _ in range(20)]
        self.assertEqual(views[0][999], 999)
        self.assertEqual(views[1][999], 999)
        self.assertEqual(views[2][999], 999)
        self.assertEqual(views[3].tolist()[999], 999)
        self.assertEqual(len(filler), 20)

    def test_memoryview(self):
        x = garner.array([[1, 2, 3], [4, 5, 6]], "i32")
        view = memoryview(x)
        self.assertEqual((view.format, view.shape, view.strides, view.tolist()), ("i", (2, 3), (12, 4), x.tolist()))
        self.assertEqual(bytes(view), np.arange(1, 7, dtype="i4").tobytes())
        turned = garner.array(x.numpy().T)
        self.assertEqual(memoryview(turned).tolist(), x.numpy().T.tolist())
        with self.assertRaises(BufferError):
            memoryview(garner.array([1], "bf16"))

    def test_what_an_array_says(self):
        x = garner.array([[1, 2, 3], [4, 5, 6]], "f32")
        self.assertEqual(
            (x.shape, x.strides, x.ndim, x.size, x.itemsize, x.nbytes, x.dtype, len(x)),
            ((2, 3), (12, 4), 2, 6, 4, 24, "f32", 2),
        )
        self.assertIn("2x3xf32", repr(x))
        self.assertEqual(garner.array(7).item(), 7)
        with self.assertRaises(ValueError):
            x.item()
        with self.assertRaises(TypeError):
            len(garner.array(7))
        with self.assertRaises(TypeError):
            garner.Array()
        self.assertEqual(x.copy().tolist(), x.tolist())
        self.assertEqual(garner.array([1.0], "bf16").bits().tolist(), [0x3F80])


class MadeTest(unittest.TestCase):
    def test_of_numbers(self):
        for given, dtype, shape_, back in (
            (3, "i64", (), 3),
            ([1, 2], "i64", (2,), [1, 2]),
            ([[True], [False]], "i1", (2, 1), [[True], [False]]),
            ([1, 2.5], "f64", (2,), [1, 2.5]),
            ([1j], "complex<f64>", (1,), [1j]),
            ([], "f64", (0,), []),
            ([[], []], "f64", (2, 0), [[], []]),
        ):
            x = garner.array(given)
            self.assertEqual((x.dtype, x.shape, x.tolist()), (dtype, shape_, back))

    def test_of_text(self):
        self.assertEqual(garner.array("2x2xf32=[[1, 2], [3, 4]]").tolist(), [[1, 2], [3, 4]])
        with self.assertRaises(garner.ParseError):
            garner.array("2x2xf32=[[1, 2]")

    def test_narrow_floats_by_their_published_values(self):
        # 448, 57344, 240, 30 and 15.5, 6, 7.5, 28, 2^127: the greatest finite value of each format.
        for dtype, greatest in (
            ("f8E4M3FN", 448),
            ("f8E5M2", 57344),
            ("f8E4M3", 240),
            ("f8E4M3FNUZ", 240),
            ("f8E5M2FNUZ", 57344),
            ("f8E4M3B11FNUZ", 30),
            ("f8E3M4", 15.5),
            ("f4E2M1FN", 6),
            ("f6E2M3FN", 7.5),
            ("f6E3M2FN", 28),
            ("f8E8M0FNU", 2.0**127),
            ("f16", 65504),
            ("bf16", 3.3895313892515355e38),
        ):
            self.assertEqual(garner.array([greatest], dtype).tolist(), [greatest], dtype)
        for dtype, bits in (("f16", 0x7C00), ("bf16", 0x7F80), ("f8E5M2", 0x7C)):
            self.assertEqual(garner.array([float("inf")], dtype).bits().tolist(), [bits])
        for dtype, bits in (("f16", 0x7E00), ("bf16", 0x7FC0), ("f8E4M3FN", 0x7F), ("f8E4M3FNUZ", 0x80)):
            self.assertEqual(garner.array([float("nan")], dtype).bits().tolist(), [bits])
        every = np.arange(65536, dtype="u2").view("f2")
        self.assertTrue(np.array_equal(np.array(garner.array(every).tolist()), every.astype("f8"), equal_nan=True))

    def test_refused(self):
        for given, dtype, error in (
            ([[1], 2], None, ValueError),
            ([1, [2]], None, ValueError),
            ([300], "ui8", OverflowError),
            ([-1], "ui64", OverflowError),
            ([2**70], None, OverflowError),
            (["a"], "f32", TypeError),
            ([1.5], "i32", TypeError),
            ([1], "f99", garner.DTypeError),
            (object(), None, TypeError),
            (None, None, TypeError),
            ([float("nan")], "f4E2M1FN", OverflowError),
        ):
            with self.subTest(given=given), self.assertRaises(error):
                garner.array(given, dtype)


if __name__ == "__main__":
    unittest.main()
