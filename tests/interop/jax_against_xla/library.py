"""libgarner.so through ctypes: a program of text or of bytes is parsed, verified and run on numpy's arrays."""
import ctypes as c

import ml_dtypes
import numpy as np

# In the order of GRN_DTYPES (garner/embed.h); None: numpy has no such element.
DTYPES = [
    np.bool_, ml_dtypes.int2, ml_dtypes.int4, np.int8, np.int16, np.int32, np.int64, None,
    ml_dtypes.uint2, ml_dtypes.uint4, np.uint8, np.uint16, np.uint32, np.uint64,
    ml_dtypes.float4_e2m1fn, ml_dtypes.float6_e2m3fn, ml_dtypes.float6_e3m2fn, ml_dtypes.float8_e3m4,
    ml_dtypes.float8_e4m3, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e4m3fnuz, ml_dtypes.float8_e4m3b11fnuz,
    ml_dtypes.float8_e5m2, ml_dtypes.float8_e5m2fnuz, ml_dtypes.float8_e8m0fnu, ml_dtypes.bfloat16,
    np.float16, np.float32, np.float64, np.complex64, np.complex128,
]
DTYPE_OF = {number: np.dtype(t) for number, t in enumerate(DTYPES, 1) if t is not None}
NUMBER_OF = {t: number for number, t in DTYPE_OF.items()}
MAX_RANK = 32


class Tensor(c.Structure):
    _fields_ = [("data", c.c_void_p), ("dtype", c.c_int), ("rank", c.c_int32), ("shape", c.c_int64 * MAX_RANK),
                ("stride", c.c_int64 * MAX_RANK)]


class Place(c.Structure):
    _fields_ = [("line", c.c_uint32), ("column", c.c_uint32)]


class Diagnostic(c.Structure):
    _fields_ = [("severity", c.c_int), ("place", Place), ("message", c.c_char_p), ("rule", c.c_char_p),
                ("bad_index", c.c_void_p)]


Emit = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Diagnostic))


class Diag(c.Structure):
    _fields_ = [("emit", Emit), ("user", c.c_void_p)]


class FunctionInfo(c.Structure):
    _fields_ = [("name", c.c_char_p), ("name_bytes", c.c_size_t), ("is_public", c.c_bool), ("has_body", c.c_bool),
                ("ninputs", c.c_size_t), ("nresults", c.c_size_t)]


class Error(Exception):
    """A call that did not answer GRN_OK: its status and its messages."""


def load(path):
    lib = c.CDLL(path)
    handle, size = c.c_void_p, c.c_size_t
    for name, result, arguments in [
        ("grn_status_name", c.c_char_p, [c.c_int]),
        ("grn_module_parse", c.c_int, [c.c_char_p, size, handle, handle, c.POINTER(handle)]),
        ("grn_module_verify", c.c_int, [handle, handle]),
        ("grn_module_functions", size, [handle]),
        ("grn_module_function", c.c_int, [handle, size, c.POINTER(FunctionInfo)]),
        ("grn_module_run", c.c_int, [handle, size, size, c.POINTER(Tensor), handle, handle, c.POINTER(handle)]),
        ("grn_module_destroy", None, [handle]),
        ("grn_results_count", size, [handle]),
        ("grn_results_tensor", c.POINTER(Tensor), [handle, size]),
        ("grn_results_destroy", None, [handle]),
    ]:
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


def tensor_of(array):
    t = Tensor(data=array.ctypes.data, dtype=NUMBER_OF[array.dtype], rank=array.ndim)
    stride = 1
    for d in reversed(range(array.ndim)):
        t.shape[d], t.stride[d] = array.shape[d], stride
        stride *= array.shape[d]
    return t


def array_of(t):
    """A copy of a view; strides may be zero or negative."""
    dtype, shape = DTYPE_OF[t.dtype], tuple(t.shape[: t.rank])
    if 0 in shape:
        return np.zeros(shape, dtype)
    steps = [t.stride[d] * dtype.itemsize for d in range(t.rank)]
    reach = [(n - 1) * s for n, s in zip(shape, steps)]
    low, high = sum(min(0, r) for r in reach), sum(max(0, r) for r in reach) + dtype.itemsize
    held = np.frombuffer(c.string_at(t.data + low, high - low), np.uint8)[-low if low else 0 :]
    view = np.lib.stride_tricks.as_strided(held, shape + (dtype.itemsize,), tuple(steps) + (1,))
    return np.ascontiguousarray(view).view(dtype).reshape(shape)


class Module:
    def __init__(self, lib, program):
        self.lib, self.messages, self.handle = lib, [], c.c_void_p()
        self.emit = Emit(lambda _user, d: self.messages.append(d.contents.message.decode(errors="replace")))
        self.diag = c.byref(Diag(self.emit, None))
        program = program.encode() if isinstance(program, str) else program
        self.check(lib.grn_module_parse(program, len(program), None, self.diag, c.byref(self.handle)))
        self.check(lib.grn_module_verify(self.handle, self.diag))

    def __del__(self):
        self.lib.grn_module_destroy(self.handle)

    def check(self, status):
        if status:
            raise Error(self.lib.grn_status_name(status).decode() + ": " + " | ".join(self.messages[:2]))

    def main(self):
        info = FunctionInfo()
        for i in range(self.lib.grn_module_functions(self.handle)):
            self.check(self.lib.grn_module_function(self.handle, i, c.byref(info)))
            if info.name == b"main":
                return i
        raise Error("the module has no @main")

    def run(self, arrays):
        arrays = [np.ascontiguousarray(a).reshape(a.shape) for a in arrays]
        inputs = (Tensor * max(1, len(arrays)))(*map(tensor_of, arrays))
        out = c.c_void_p()
        self.check(self.lib.grn_module_run(self.handle, self.main(), len(arrays), inputs, None, self.diag, c.byref(out)))
        results = [array_of(self.lib.grn_results_tensor(out, i).contents)
                   for i in range(self.lib.grn_results_count(out))]
        self.lib.grn_results_destroy(out)
        return results
