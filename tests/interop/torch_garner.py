"""torch_garner.py - libgarner for torch_calls.py: its calls on torch's own memory, and programs of torch-mlir's text."""
import ctypes
import itertools
import sys

import torch  # torch_calls.py has seen to it that there is one

MAX_RANK = 32


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("dtype", ctypes.c_int), ("rank", ctypes.c_int32),
                ("shape", ctypes.c_int64 * MAX_RANK), ("stride", ctypes.c_int64 * MAX_RANK)]


NAMES = {torch.bool: "i1", torch.int8: "i8", torch.int16: "i16", torch.int32: "i32", torch.int64: "i64", torch.uint8: "ui8",
         torch.float16: "f16", torch.bfloat16: "bf16", torch.float32: "f32", torch.float64: "f64",
         torch.complex64: "complex<f32>", torch.complex128: "complex<f64>"}
FLOATS = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
INTEGERS = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]
COMPLEX = [torch.complex64, torch.complex128]

lib = ctypes.CDLL(sys.argv[1])
lib.grn_dtype_from_text.argtypes = [ctypes.c_char_p]
DTYPES = {t: lib.grn_dtype_from_text(name.encode()) for t, name in NAMES.items()}


def view(t):
    """The torch tensor's own memory."""
    out = Tensor(data=t.data_ptr() or None, dtype=DTYPES[t.dtype], rank=t.dim())
    for d in range(t.dim()):
        out.shape[d] = t.shape[d]
        out.stride[d] = t.stride(d)
    return out


def call(name, *args):
    """Tensors by reference, ints as int64, bools as bool, strings and None as pointers. True: GRN_OK."""
    keep, passed = [], []
    for a in args:
        if isinstance(a, torch.Tensor):
            keep.append(view(a))
            passed.append(ctypes.byref(keep[-1]))
        elif isinstance(a, bool):
            passed.append(ctypes.c_bool(a))
        elif isinstance(a, int):
            passed.append(ctypes.c_int64(a))
        elif isinstance(a, str):
            passed.append(ctypes.c_char_p(a.encode()))
        else:
            passed.append(a)
    return getattr(lib, name)(*passed) == 0


def shape_of(name, *args):
    """What a _shape function reports; None: it refuses."""
    rank, shape = ctypes.c_int32(), (ctypes.c_int64 * MAX_RANK)()
    return list(shape[:rank.value]) if call(name, *args, None, ctypes.byref(rank), shape) else None


def table(tensors):
    """A list of index tensors and how many, for index and index_put."""
    views = [None if t is None else view(t) for t in tensors]
    return ((ctypes.POINTER(Tensor) * len(views))(*[None if v is None else ctypes.pointer(v) for v in views]),
            ctypes.c_size_t(len(views)))


def element(value, dtype):
    t = torch.tensor(value, dtype=dtype)
    return t, ctypes.c_void_p(t.data_ptr())


# ---- programs ------------------------------------------------------------------------------------------------------------

lib.grn_results_tensor.restype = ctypes.POINTER(Tensor)
VTYPES = {t: name.replace("i8", "si8") if name == "i8" else "s" + name if name in ("i16", "i32", "i64") else name
          for t, name in NAMES.items()}


class Program:
    """A function of one op: tensors are its inputs, all else is constants; beside: types of results that it has besides."""

    def __init__(self, op, operands, dtype, shape, dynamic, beside=()):
        self.inputs, self.types, self.lines, self.dynamic = [], [], [], dynamic
        names = [self.operand(a) for a in operands]
        result = f"!torch.vtensor<[{','.join('?' if n is None else str(n) for n in shape)}],{VTYPES[dtype]}>"
        count, value = (f":{1 + len(beside)}", "%r#0") if beside else ("", "%r")
        self.lines.append(f"  %r{count} = torch.aten.{op} {', '.join(n for n, _ in names)} : {', '.join(t for _, t in names)} -> "
                          f"{', '.join([result, *beside])}")
        inputs = ", ".join(f"%a{i}: {t}" for i, t in enumerate(self.types))
        self.text = (f"func.func @f({inputs}) -> {result} {{\n" + "\n".join(self.lines) + f"\n  return {value} : {result}\n}}\n")

    def define(self, what, type_):
        name = f"%c{len(self.lines)}"
        self.lines.append(f"  {name} = torch.{what}")
        return name, type_

    def operand(self, a):
        if isinstance(a, torch.Tensor):
            shape = ",".join("?" if self.dynamic else str(n) for n in a.shape)
            self.types.append(f"!torch.vtensor<[{shape}],{VTYPES[a.dtype]}>")
            self.inputs.append(a)
            return f"%a{len(self.inputs) - 1}", self.types[-1]
        if isinstance(a, list):
            items = [self.operand(x) for x in a]
            type_ = "!torch.list<optional<vtensor>>"
            return self.define(f"prim.ListConstruct {', '.join(n for n, _ in items)} : "
                               f"({', '.join(t for _, t in items)}) -> {type_}", type_)
        if a is None:
            return self.define("constant.none", "!torch.none")
        if isinstance(a, bool):
            return self.define(f"constant.bool {'true' if a else 'false'}", "!torch.bool")
        if isinstance(a, str):
            return self.define(f'constant.str "{a}"', "!torch.str")
        return self.define(f"constant.{type(a).__name__} {a}", f"!torch.{type(a).__name__}")


class ConvertOptions(ctypes.Structure):
    _fields_ = [("size_bytes", ctypes.c_size_t), ("to", ctypes.c_char_p), ("assume_in_bounds", ctypes.c_bool),
                ("strict_target", ctypes.c_bool), ("keep_recipes", ctypes.c_bool)]


def converted(module, to):
    """The module in another dialect; None: it cannot be expressed there. The module is gone."""
    made = ctypes.c_void_p()
    status = lib.grn_module_convert(module, ctypes.byref(ConvertOptions(to=to.encode())), None, ctypes.byref(made))
    lib.grn_module_destroy(module)
    return made if status == 0 else None


class CannotConvert(Exception):
    pass


def run(program, by_way_of=()):
    """What the program answers; None: garner refuses it, its inputs, or what is in them. by_way_of: converted to these first."""
    module, results, text = ctypes.c_void_p(), ctypes.c_void_p(), program.text.encode()
    if lib.grn_module_parse(text, ctypes.c_size_t(len(text)), None, None, ctypes.byref(module)) != 0:
        raise AssertionError("does not parse:\n" + program.text)
    for to in by_way_of:
        module = converted(module, to)
        if module is None:
            raise CannotConvert
    inputs = (Tensor * max(len(program.inputs), 1))(*[view(t) for t in program.inputs])
    status = lib.grn_module_run(module, ctypes.c_size_t(0), ctypes.c_size_t(len(program.inputs)), inputs, None, None,
                                ctypes.byref(results))
    out = None
    if status == 0:
        out = read(lib.grn_results_tensor(results, ctypes.c_size_t(0)).contents)
        lib.grn_results_destroy(results)
    lib.grn_module_destroy(module)
    return out


def read(t):
    """A copy of a tensor of garner's."""
    dtype = next(k for k, v in DTYPES.items() if v == t.dtype)
    out = torch.empty(list(t.shape[:t.rank]), dtype=dtype)
    size = out.element_size()
    for k, at in enumerate(itertools.product(*[range(n) for n in out.shape])):
        offset = sum(i * s for i, s in zip(at, t.stride))
        ctypes.memmove(out.data_ptr() + k * size, t.data + offset * size, size)
    return out
