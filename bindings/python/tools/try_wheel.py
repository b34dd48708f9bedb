"""A gather with the garner that is installed, and a look at each library that the package brings."""
import ctypes
import pathlib
import platform

import garner
import garner.onnxruntime

table = garner.array([[1, 2], [3, 4], [5, 6]], "f32")
taken = garner.onnx.gather(table, garner.array([2, 0]))
assert taken.tolist() == [[5.0, 6.0], [1.0, 2.0]]
assert memoryview(taken).shape == (2, 2)
assert garner.onnx.gather(bytearray(b"abc"), garner.array([2, -3])).tolist() == [99, 97]

program = garner.parse("%y = stablehlo.log %x : tensor<3xf64>")
nan, zero, one = program.run(garner.array([-1, 1, 2.718281828459045], "f64")).bits().tolist()
assert (nan, zero, one) == (0x7FF8000000000000, 0, 0x3FF0000000000000)

plugin = str(pathlib.Path(garner.__file__).with_name("libgarner_pjrt.so"))
for library, symbol in [(garner.onnxruntime.library(), "CreateEpFactories"), (plugin, "GetPjrtApi")]:
    getattr(ctypes.CDLL(library), symbol)
print(f"garner {garner.__version__} gathers in CPython {platform.python_version()}, {'-'.join(platform.libc_ver())}")
