"""garner in Python: frameworks' calls, StableHLO's gather with all its parts, a scatter by a function, a plan, and a program.

Run it where the package is installed (docs/python.md). It needs no other package.
"""
import garner

table = garner.array([[1, 2], [3, 4], [5, 6]], "f32")
rows = garner.array([2, 0])

# By the names of the frameworks. Results are garner.Array; numpy.asarray and torch.from_dlpack see them without a copy.
assert garner.onnx.gather(table, rows).tolist() == [[5, 6], [1, 2]]
assert garner.torch.index_select(table, 0, rows).tolist() == [[5, 6], [1, 2]]

# StableHLO's: a window of slice_sizes for each index vector, the start moved in where it does not fit.
windows = garner.gather(
    table,
    garner.array([[9], [0]]),
    offset_dims=(1,),
    collapsed_slice_dims=(0,),
    start_index_map=(0,),
    slice_sizes=(1, 2),
)
assert windows.tolist() == [[5, 6], [1, 2]]

# An index out of range is an error in torch, and says which.
try:
    garner.torch.index_select(table, 0, garner.array([0, 3]))
except garner.IndexError as error:
    assert (error.value, error.position, error.bound) == (3, (1,), (0, 2))

# Updates that meet in one place come in order; `out` may be the operand itself.
counts = garner.array([0, 0, 0], "i64")
garner.scatter(
    counts,
    garner.array([[1], [1], [2]]),
    garner.array([10, 1, 5]),
    inserted_window_dims=(0,),
    scatter_dims_to_operand_dims=(0,),
    combiner="add",
    out=counts,
)
assert counts.tolist() == [0, 11, 5]

# A plan is made once, and run on other arrays of the same layout.
take = garner.plan(garner.torch.gather, table, 0, garner.array([[0, 1]]))
assert take(garner.array([[7, 8], [9, 10], [11, 12]], "f32"), garner.array([[2, 0]])).tolist() == [[11, 8]]

# A program: checked, run, translated.
program = garner.parse(
    """
func.func @main(%table: tensor<3x2xf32>, %rows: tensor<2xi32>) -> tensor<2x2xf32> {
  %r = "stablehlo.gather"(%table, %rows) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
"""
)
program.check()
assert program.run(table, garner.array([2, 0], "i32")).tolist() == [[5, 6], [1, 2]]
assert "onnx.Gather" in str(program.convert("onnx", verify=True))
print("all as expected")
