"""Functions of Python that programs of JAX call on garner: pure_callback, io_callback, jax.debug.print and jax.debug.callback; and foreign
functions that jax.ffi.register_ffi_target registers for the platform.

A callback becomes a custom call, garner_python_callback, with the function's number. The plug-in calls one handler of XLA's typed FFI for
it, which is written here, over ctypes: it makes arrays of the arguments, calls the function, and copies what comes back.
"""
import collections
import ctypes
import dataclasses
import itertools

import numpy as np

TARGET = "garner_python_callback"

_numbers = itertools.count(1)
_functions = {}  # by number
_gone = collections.deque()  # numbers whose programs are gone, the last ones

# ---- what a handler is given: XLA's typed FFI (pjrt/xla_ffi.h) ------------------------------------


class _Extension(ctypes.Structure):
    pass


_Extension._fields_ = [("struct_size", ctypes.c_size_t), ("type", ctypes.c_int), ("next", ctypes.POINTER(_Extension))]


class _Version(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("extension", ctypes.c_void_p), ("major", ctypes.c_int), ("minor", ctypes.c_int)]


class _Metadata(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("version", _Version), ("traits", ctypes.c_uint32), ("state_type", ctypes.c_int64)]


class _MetadataExtension(ctypes.Structure):
    _fields_ = [("base", _Extension), ("metadata", ctypes.POINTER(_Metadata))]


class _Buffer(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("extension", ctypes.c_void_p),
        ("dtype", ctypes.c_int),
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int64),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
    ]


class _Span(ctypes.Structure):
    _fields_ = [("text", ctypes.c_void_p), ("bytes", ctypes.c_size_t)]


class _Scalar(ctypes.Structure):
    _fields_ = [("dtype", ctypes.c_int), ("value", ctypes.POINTER(ctypes.c_int64))]


class _List(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("extension", ctypes.c_void_p),
        ("size", ctypes.c_int64),
        ("types", ctypes.POINTER(ctypes.c_int)),
        ("items", ctypes.POINTER(ctypes.POINTER(_Buffer))),
    ]


class _Attributes(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("extension", ctypes.c_void_p),
        ("size", ctypes.c_int64),
        ("types", ctypes.POINTER(ctypes.c_int)),
        ("names", ctypes.POINTER(ctypes.POINTER(_Span))),
        ("items", ctypes.POINTER(ctypes.POINTER(_Scalar))),
    ]


class _ErrorCreate(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("extension", ctypes.c_void_p), ("message", ctypes.c_char_p), ("code", ctypes.c_int)]


_ERROR_CREATE = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_ErrorCreate))


class _Api(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("extension", ctypes.c_void_p),
        ("version", _Version),
        ("internal", ctypes.c_void_p),
        ("error_create", _ERROR_CREATE),
    ]


class _Frame(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("extension", ctypes.POINTER(_Extension)),
        ("api", ctypes.POINTER(_Api)),
        ("context", ctypes.c_void_p),
        ("stage", ctypes.c_int),
        ("arguments", _List),
        ("results", _List),
        ("attributes", _Attributes),
        ("future", ctypes.c_void_p),
    ]


_TOKEN, _UNKNOWN = 17, 2  # an element type; a code of errors
_DTYPES = {1: "bool", 2: "int8", 3: "int16", 4: "int32", 5: "int64", 6: "uint8", 7: "uint16", 8: "uint32", 9: "uint64", 10: "float16"}
_DTYPES |= {11: "float32", 12: "float64", 15: "complex64", 16: "bfloat16", 18: "complex128", 19: "float8_e5m2", 20: "float8_e4m3fn"}
_DTYPES |= {21: "int4", 22: "uint4", 23: "float8_e4m3b11fnuz", 24: "float8_e5m2fnuz", 25: "float8_e4m3fnuz", 26: "int2", 27: "uint2"}
_DTYPES |= {28: "float8_e4m3", 29: "float8_e3m4", 32: "float4_e2m1fn", 33: "float8_e8m0fnu"}


def _dtype(number):
    import ml_dtypes

    name = _DTYPES[number]
    return np.dtype(getattr(ml_dtypes, name, None) or name)


def _array(buffer):
    """The buffer's memory as an array."""
    dtype, shape = _dtype(buffer.dtype), tuple(buffer.dims[i] for i in range(buffer.rank))
    count = int(np.prod(shape, dtype=np.int64))
    if count == 0:
        return np.empty(shape, dtype)
    memory = (ctypes.c_char * (count * dtype.itemsize)).from_address(buffer.data)
    return np.frombuffer(memory, dtype).reshape(shape)


def _arrays(values):
    buffers = (values.items[i].contents for i in range(values.size))
    return [_array(b) for b in buffers if b.dtype != _TOKEN]


def _call(frame):
    outputs = _functions[frame.attributes.items[0].contents.value[0]](*(a.copy() for a in _arrays(frame.arguments)))
    for to, value in zip(_arrays(frame.results), outputs, strict=True):
        np.copyto(to, value)


@ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_Frame))
def _handler(pointer):
    frame = pointer.contents
    if frame.extension and frame.extension.contents.type == 1:
        metadata = ctypes.cast(frame.extension, ctypes.POINTER(_MetadataExtension)).contents.metadata.contents
        metadata.version.major, metadata.version.minor = 0, 1
        return None
    try:
        _call(frame)
    except BaseException as e:  # nothing passes the C code between
        text = f"CpuCallback error: {type(e).__name__}: {e}".encode()
        return frame.api.contents.error_create(_ErrorCreate(ctypes.sizeof(_ErrorCreate), None, text, _UNKNOWN))
    return None


# ---- handlers are registered with the plug-in: PJRT's extension for them (pjrt/interface.h) ---------


class _Register(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("target", ctypes.c_char_p),
        ("target_bytes", ctypes.c_size_t),
        ("handler", ctypes.c_void_p),
        ("platform", ctypes.c_char_p),
        ("platform_bytes", ctypes.c_size_t),
        ("traits", ctypes.c_uint32),
    ]


_REGISTER = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_Register))


class _FfiExtension(ctypes.Structure):
    _fields_ = [("base", _Extension), ("type_register", ctypes.c_void_p), ("user_data_add", ctypes.c_void_p), ("register", _REGISTER)]


def _register_with(path):
    """The function that registers a handler's address under a name."""
    library = ctypes.CDLL(path)
    library.GetPjrtApi.restype = ctypes.c_void_p
    extension = ctypes.cast(ctypes.c_void_p(library.GetPjrtApi() + ctypes.sizeof(ctypes.c_size_t)), ctypes.POINTER(ctypes.POINTER(_Extension)))[0]
    while extension and extension.contents.type != 5:
        extension = extension.contents.next
    call = ctypes.cast(extension, ctypes.POINTER(_FfiExtension)).contents.register

    def register(name, handler):
        name = name if isinstance(name, bytes) else name.encode()
        if call(_Register(ctypes.sizeof(_Register), name, len(name), handler, b"garner", 6, 0)):
            raise RuntimeError(f"garner: the handler of {name.decode()} is not taken")

    return register


# ---- lowering ------------------------------------------------------------------------------------


class _Kept:
    """Keeps a function for as long as the program that calls it, and for the runs of it that are still under way then."""

    def __init__(self, function):
        self.number = next(_numbers)
        _functions[self.number] = function

    def __del__(self, gone=_gone, functions=_functions, most=1024):
        gone.append(self.number)
        while len(gone) > most:
            functions.pop(gone.popleft(), None)


def _checked(callback, avals):
    """What comes back has to be what the program says."""
    from jax._src import dtypes

    def call(*args):
        outputs = callback(*args)
        if len(outputs) != len(avals):
            raise RuntimeError(f"Mismatched number of outputs from callback. Expected: {len(avals)}, Actual: {len(outputs)}")
        outputs = [np.asarray(o) for o in outputs]
        outputs = [dtypes.canonicalize_value(o) if hasattr(dtypes, "canonicalize_value") else o for o in outputs]
        for i, (out, aval) in enumerate(zip(outputs, avals)):
            if out.shape != aval.shape:
                raise RuntimeError(f"Incorrect output shape for return value #{i}: Expected: {aval.shape}, Actual: {out.shape}")
            if out.dtype != aval.dtype:
                raise RuntimeError(f"Incorrect output dtype for return value #{i}: Expected: {aval.dtype}, Actual: {out.dtype}")
        return outputs

    return call


def _emit(ctx, callback, token, operands, result_avals, has_side_effect):
    """No sharding is said of the call: it runs where there is one device."""
    from jax._src import core, ffi

    kept = _Kept(_checked(callback, result_avals))
    ctx.module_context.add_keepalive(kept)
    values = list(operands)
    if token:
        values = [token, *values]
        avals = {"avals_in": [core.abstract_token, *ctx.avals_in], "avals_out": [core.abstract_token, *ctx.avals_out]}
        ctx = dataclasses.replace(ctx, **avals)
    call = ffi.build_ffi_lowering_function(TARGET, has_side_effect=has_side_effect)(ctx, *values, number=np.int64(kept.number))
    results = list(call.results)
    return (results[1:], results[0], kept) if token else (results, None, kept)


def register(platform, path):
    """Lowerings for `platform`, whose plug-in is the file `path`."""
    from jax._src import callback, debugging
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client

    register_handler = _register_with(path)
    register_handler(TARGET, ctypes.cast(_handler, ctypes.c_void_p).value)
    theirs = callback.emit_python_callback

    def emit_python_callback(ctx, function, token, operands, operand_avals, result_avals, *, has_side_effect, returns_token=True, partitioned=False, sharding=None):
        if tuple(ctx.module_context.platforms) != (platform,):
            more = {"returns_token": returns_token, "partitioned": partitioned, "sharding": sharding}
            return theirs(ctx, function, token, operands, operand_avals, result_avals, has_side_effect=has_side_effect, **more)
        return _emit(ctx, function, token, operands, result_avals, has_side_effect)

    callback.emit_python_callback = emit_python_callback
    for name, rule in (("debug_callback_p", "debug_callback_lowering"), ("debug_print_p", "debug_print_lowering_rule")):
        if hasattr(debugging, name) and hasattr(debugging, rule):
            mlir.register_lowering(getattr(debugging, name), getattr(debugging, rule), platform=platform)

    def foreign(name, function, platform=platform, **_):  # a capsule, or several by stage
        function = function["execute"] if isinstance(function, dict) else function
        ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
        ctypes.pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
        ctypes.pythonapi.PyCapsule_GetName.restype = ctypes.c_char_p
        ctypes.pythonapi.PyCapsule_GetName.argtypes = [ctypes.py_object]
        register_handler(name, ctypes.pythonapi.PyCapsule_GetPointer(function, ctypes.pythonapi.PyCapsule_GetName(function)))

    if hasattr(xla_client, "register_custom_call_handler"):
        xla_client.register_custom_call_handler(platform, foreign)
