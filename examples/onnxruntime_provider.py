"""A model's embedding looked up by garner inside ONNX Runtime, and what a token out of range says.

    pip install ./bindings/python onnxruntime onnx
    python examples/onnxruntime_provider.py
"""
import garner.onnxruntime
import numpy
import onnx.parser
import onnxruntime

MODEL = """
<ir_version: 8, opset_import: ["" : 18]>
lookup (float[50257, 64] table, int64[n] tokens) => (float[n, 64] rows) {
    [word_embedding] rows = Gather <axis = 0> (table, tokens)
}
"""
model = onnx.parser.parse_model(MODEL).SerializeToString()
table = numpy.arange(50257 * 64, dtype=numpy.float32).reshape(50257, 64)


def lookup(tokens, **settings):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    garner.onnxruntime.add_to(options, **settings)
    session = onnxruntime.InferenceSession(model, options)
    return session.run(None, {"table": table, "tokens": numpy.array(tokens)})[0]


print(lookup([2, -1])[:, 0].tolist())
print(lookup([2, 50257], out_of_range="zero")[:, 0].tolist())
try:
    lookup([2, 50257])
except Exception as error:
    print(str(error).split("Status Message: ")[1])
