"""Capsules made by hand, with what no library at hand gives: offsets, no strides, devices, lanes, versions."""
import ctypes
import unittest

import garner

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_IsValid.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    ]


class Producer:
    """Four i32: 10, 11, 12, 13."""

    def __init__(
        self,
        versioned=True,
        shape=(4,),
        strides=None,
        offset=0,
        code=0,
        bits=32,
        lanes=1,
        device=(1, 0),
        major=1,
        flags=0,
        ndim=None,
        data=True,
    ):
        self.memory = (ctypes.c_int32 * 4)(10, 11, 12, 13)
        self.extents = (ctypes.c_int64 * max(len(shape), 1))(*shape)
        self.steps = (ctypes.c_int64 * max(len(shape), 1))(*strides) if strides is not None else None
        tensor = Tensor(
            ctypes.addressof(self.memory) if data else None,
            *device,
            len(shape) if ndim is None else ndim,
            code,
            bits,
            lanes,
            self.extents,
            self.steps,
            offset
        )
        self.name = b"dltensor_versioned" if versioned else b"dltensor"
        self.made = Versioned(major, 1, None, None, flags, tensor) if versioned else Managed(tensor, None, None)

    def __dlpack__(self, max_version=None):
        return api.PyCapsule_New(ctypes.addressof(self.made), self.name, None)

    def __dlpack_device__(self):
        return (1, 0)


class CapsuleTest(unittest.TestCase):
    def test_layouts(self):
        for versioned in (True, False):
            for given, wanted in (
                ({}, [10, 11, 12, 13]),
                ({"shape": (2, 2)}, [[10, 11], [12, 13]]),
                ({"shape": (2,), "offset": 8}, [12, 13]),
                ({"shape": (2, 2), "strides": (1, 2)}, [[10, 12], [11, 13]]),
                ({"shape": (3,), "strides": (-1,), "offset": 12}, [13, 12, 11]),
                ({"shape": (2, 3), "strides": (2, 0)}, [[10] * 3, [12] * 3]),
                ({"shape": ()}, 10),
                ({"shape": (0, 3)}, []),
                ({"shape": (0,), "data": False}, []),
                ({"shape": (4,), "code": 1}, [10, 11, 12, 13]),
                ({"shape": (2,), "code": 5, "bits": 64}, None),
                ({"shape": (4,), "code": 6, "bits": 8}, None),
            ):
                producer = Producer(versioned, **given)
                seen = garner.array(producer)
                with self.subTest(versioned=versioned, **given):
                    if wanted is not None:
                        self.assertEqual(seen.tolist(), wanted)
                    if given.get("data", True):
                        self.assertEqual(seen.address, ctypes.addressof(producer.memory) + given.get("offset", 0))

    def test_a_call_takes_them(self):
        out = Producer(shape=(2,), offset=8)
        garner.torch.gather(Producer(), 0, garner.array([1, 0]), out=out)
        self.assertEqual(list(out.memory), [10, 11, 11, 10])
        with self.assertRaises(garner.ReadOnlyError):
            garner.torch.gather(Producer(), 0, garner.array([1, 0]), out=Producer(shape=(2,), flags=1))
        self.assertTrue(garner.array(Producer(flags=1)).readonly)

    def test_refused(self):
        for given, error in (
            ({"device": (2, 1)}, garner.DeviceError),
            ({"device": (10, 0)}, garner.DeviceError),
            ({"device": (99, 0)}, garner.DeviceError),
            ({"lanes": 2}, garner.DTypeError),
            ({"bits": 24}, garner.DTypeError),
            ({"code": 3}, garner.DTypeError),
            ({"code": 200}, garner.DTypeError),
            ({"bits": 4}, garner.DTypeError),
            ({"major": 2}, BufferError),
            ({"ndim": 33}, garner.LimitError),
            ({"ndim": -1}, garner.LimitError),
            ({"shape": (-1,)}, garner.ShapeError),
            ({"shape": (2**62, 2**62)}, garner.ShapeError),
            ({"shape": (2**40,), "strides": (2**40,)}, garner.ShapeError),
            ({"data": False}, garner.ArgumentError),
        ):
            producer = Producer(**given)
            with self.subTest(**given), self.assertRaises(error) as caught:
                garner.torch.gather(producer, 0, garner.array([0]))
            with self.subTest("array", **given), self.assertRaises(error):
                garner.array(producer)
            if error is garner.DeviceError:
                self.assertEqual((caught.exception.device_type, caught.exception.device_id), given["device"])

    def test_padded_types_of_less_than_a_byte(self):
        seen = garner.array(Producer(shape=(4,), bits=4, flags=4))
        self.assertEqual((seen.dtype, seen.itemsize), ("i4", 1))

    def test_the_capsule_is_not_consumed_and_is_let_go(self):
        kept = []

        class Keeps(Producer):
            def __dlpack__(self, max_version=None):
                kept.append(super().__dlpack__())
                return kept[-1]

        producer = Keeps()
        self.assertEqual(garner.torch.gather(producer, 0, garner.array([3])).tolist(), [13])
        self.assertTrue(api.PyCapsule_IsValid(kept[0], b"dltensor_versioned"))


if __name__ == "__main__":
    unittest.main()
