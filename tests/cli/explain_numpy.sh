# The line of numpy that `garner explain --in-words` writes gives what `garner run` gives, bit for bit.
. "$(dirname "$0")/common.sh"
python=
for candidate in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$candidate" -c 'import numpy' 2>/dev/null || python=$candidate
done
[ -n "$python" ] || { echo "there is no python3 with numpy"; exit 77; }
"$python" - "$garner" "$dir" <<'END' || fail 'numpy gives something else'
import json, subprocess, sys
import numpy as np
garner, folder = sys.argv[1:]
random = np.random.default_rng(7)

def gather(operand, index, result, dims, sizes, dtype="i64"):
    return (f'func.func @main(%x: tensor<{operand}>, %i: tensor<{index}x{dtype}>) -> tensor<{result}> {{\n'
            f'  %0 = "stablehlo.gather"(%x, %i) <{{dimension_numbers = #stablehlo.gather<{dims}>, slice_sizes = array<i64: {sizes}>}}>'
            f' : (tensor<{operand}>, tensor<{index}x{dtype}>) -> tensor<{result}>\n  return %0 : tensor<{result}>\n}}\n')

def scatter(operand, index, updates, dims, op):
    t = operand.split("x")[-1]
    body = "stablehlo.return %b" if op is None else f"%c = stablehlo.{op} %a, %b : tensor<{t}>\n    stablehlo.return %c"
    return (f'func.func @main(%x: tensor<{operand}>, %i: tensor<{index}>, %u: tensor<{updates}>) -> tensor<{operand}> {{\n'
            f'  %0 = "stablehlo.scatter"(%x, %i, %u) ({{\n  ^bb0(%a: tensor<{t}>, %b: tensor<{t}>):\n    {body} : tensor<{t}>\n  }})'
            f' {{scatter_dimension_numbers = #stablehlo.scatter<{dims}>}}'
            f' : (tensor<{operand}>, tensor<{index}>, tensor<{updates}>) -> tensor<{operand}>\n  return %0 : tensor<{operand}>\n}}\n')

# Two inputs: the one less its updates, and so the other, of another type.
def scatter_two():
    return ('func.func @main(%x: tensor<4xi32>, %y: tensor<4xi64>, %i: tensor<6x1xi64>, %u: tensor<6xi32>, %v: tensor<6xi64>)'
            ' -> (tensor<4xi32>, tensor<4xi64>) {\n  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) ({\n'
            '  ^bb0(%a: tensor<i32>, %p: tensor<i64>, %b: tensor<i32>, %q: tensor<i64>):\n'
            '    %c = stablehlo.subtract %a, %b : tensor<i32>\n    %d = stablehlo.subtract %p, %q : tensor<i64>\n'
            '    stablehlo.return %c, %d : tensor<i32>, tensor<i64>\n  }) {scatter_dimension_numbers = #stablehlo.scatter<'
            'inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}\n'
            '  : (tensor<4xi32>, tensor<4xi64>, tensor<6x1xi64>, tensor<6xi32>, tensor<6xi64>) -> (tensor<4xi32>, tensor<4xi64>)\n'
            '  return %0#0, %0#1 : tensor<4xi32>, tensor<4xi64>\n}\n')

def torch(name, arguments, types, result, n):
    inputs = ", ".join(f"%a{k}: {t}" for k, t in enumerate(types))
    return (f'func.func @main({inputs}) -> {result} {{\n  %d = torch.constant.int {n}\n  %f = torch.constant.bool false\n'
            f'  %0 = torch.aten.{name} {arguments} -> {result}\n  return %0 : {result}\n}}\n')

def one(op, operand, index, result, attributes=""):
    return (f'func.func @main(%x: tensor<{operand}>, %i: tensor<{index}>) -> tensor<{result}> {{\n'
            f'  %0 = "{op}"(%x, %i) {attributes} : (tensor<{operand}>, tensor<{index}>) -> tensor<{result}>\n'
            f'  return %0 : tensor<{result}>\n}}\n')

batched = ("offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], "
           "start_index_map = [2, 1], index_vector_dim = 3")
windows = ("update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], "
           "scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3")
rows = "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
programs = [  # program, shapes and kinds of the inputs, bounds of the indices, options
    (gather("2x3x4x2xi32", "2x2x3x2", "2x2x3x2x2xi32", batched, "1, 1, 2, 2"), ["i32 2,3,4,2", "i64 2,2,3,2"], (-2, 6), []),
    (gather("5x4xf32", "3", "3x4xf32", "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
            "1, 4", "ui8"), ["f32 5,4", "u8 3"], (0, 255), []),
    (gather("5x4xf32", "2x3", "2x2x3x4xf32", "offset_dims = [1, 3], start_index_map = [0], index_vector_dim = 2", "2, 4"),
     ["f32 5,4", "i64 2,3"], (-3, 9), []),
    (one("onnx.GatherElements", "3x4xf32", "2x4xi64", "2x4xf32", "{axis = 0 : si64}"), ["f32 3,4", "i64 2,4"], (-3, 2), []),
    (one("onnx.Gather", "3x4xf32", "2x2xi64", "3x2x2xf32", "{axis = 1 : si64}"), ["f32 3,4", "i64 2,2"], (-4, 3), []),
    (scatter("2x3x4x2xi64", "2x2x3x2xi64", "2x2x3x2x2xi64", windows, "add"), ["i64 2,3,4,2", "i64 2,2,3,2", "i64 2,2,3,2,2"], (-2, 5), []),
    (scatter("2x3x4x2xi64", "2x2x3x2xi64", "2x2x3x2x2xi64", windows, "maximum"), ["i64 2,3,4,2", "i64 2,2,3,2", "i64 2,2,3,2,2"],
     (-2, 5), ["--drop-whole-window"]),
    (scatter("4x2xi32", "5x1xi32", "5x2xi32", rows, None), ["i32 4,2", "i32 5,1", "i32 5,2"], (-1, 4), []),
    (scatter("4x2xi32", "5x1xi32", "5x2xi32", rows, "multiply"), ["i32 4,2", "i32 5,1", "i32 5,2"], (-1, 4), []),
    (scatter("4x2xi32", "5x1xi32", "5x2xi32", rows, "subtract"), ["i32 4,2", "i32 5,1", "i32 5,2"], (-1, 4), []),
    (scatter_two(), ["i32 4", "i64 4", "i64 6,1", "i32 6", "i64 6"], (-1, 4), []),
    (one("onnx.GatherND", "2x3x4xf32", "2x2x1xi64", "2x2x4xf32", "{batch_dims = 1 : si64}"), ["f32 2,3,4", "i64 2,2,1"], (-3, 2), []),
    (torch("gather", "%a0, %d, %a1, %f : !torch.vtensor<[3,4],f32>, !torch.int, !torch.vtensor<[2,4],si64>, !torch.bool",
           ["!torch.vtensor<[3,4],f32>", "!torch.vtensor<[2,4],si64>"], "!torch.vtensor<[2,4],f32>", -2),
     ["f32 3,4", "i64 2,4"], (0, 2), []),
    (torch("scatter_add", "%a0, %d, %a1, %a2 : !torch.vtensor<[3,4],si32>, !torch.int, !torch.vtensor<[2,4],si64>, !torch.vtensor<[2,4],si32>",
           ["!torch.vtensor<[3,4],si32>", "!torch.vtensor<[2,4],si64>", "!torch.vtensor<[2,4],si32>"], "!torch.vtensor<[3,4],si32>", 0),
     ["i32 3,4", "i64 2,4", "i32 2,4"], (0, 2), []),
]
bad = 0
for n, (program, inputs, (low, high), options) in enumerate(programs):
    with open(f"{folder}/p.mlir", "w") as f:
        f.write(program)
    arrays, arguments = [], []
    for k, what in enumerate(inputs):
        kind, shape = what.split()
        shape = [int(d) for d in shape.split(",")]
        values = random.integers(low, high + 1, shape) if k == len(inputs) // 2 else random.integers(-50, 50, shape)
        arrays.append(values.astype(np.dtype(kind[0] + str(int(kind[1:]) // 8))))
        np.save(f"{folder}/{k}.npy", arrays[-1])
        arguments += ["--input", f"{folder}/{k}.npy"]
    said = subprocess.run([garner, "explain", "--in-words", "--json", *options, f"{folder}/p.mlir", *arguments], capture_output=True, check=True)
    line = json.loads(said.stdout)["explanations"][0]["numpy"]
    subprocess.run([garner, "run", f"{folder}/p.mlir", *options, *arguments, "--output", folder], capture_output=True, check=True)
    several = len(arrays) == 5 # two inputs and an update for each
    operands, indices, updates = (arrays[:2], arrays[2], arrays[3:]) if several else (arrays[0], arrays[1], arrays[-1])
    names = {"np": np, "operand": operands, "input": operands, "data": operands, "params": operands, "start_indices": indices,
             "scatter_indices": indices, "index": indices, "indices": indices, "updates": updates, "src": updates,
             "update_computation": (lambda a, p, b, q: (a - b, p - q)) if several else lambda a, b: a - b}
    exec(line, names)
    got = names[line.split(" ")[0]]
    for k, one_of_them in enumerate(got if several else [got]):
        want = np.load(f"{folder}/main_{k}.npy")
        if want.dtype != one_of_them.dtype or not np.array_equal(want, one_of_them):
            print(f"program {n}: {line}\n{program}")
            bad = 1
sys.exit(bad)
END
finish
