# print_forms.sh - forms as upstream's printer writes them are printed as they stand, and again from their generic form.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")

# print_reduce.mlir: reducers that the short form does not say. print_tcp.mlir: names of attributes, with quotes and without.
# print_tensor.mlir: the RFC's scatter beside upstream's. print_sdy.mlir: attributes of shardings, and terminators. print_affine.mlir:
# loops, branches and maps, as mlir-opt-19 prints them but for its aliases.
for forms in print_forms print_reduce print_tcp print_tensor print_sdy print_affine; do
  expect 0 print "$here/$forms.mlir"
  diff "$here/$forms.mlir" "$dir/out" >"$dir/differ" || { cat "$dir/differ"; fail "$forms: to be printed as they stand"; }
  expect 0 print --generic "$here/$forms.mlir"
  cp "$dir/out" "$dir/generic.mlir"
  expect 0 print "$dir/generic.mlir"
  diff "$here/$forms.mlir" "$dir/out" >"$dir/differ" || { cat "$dir/differ"; fail "$forms: to come back from generic ones"; }
done
# With `unique` the RFC's scatter is upstream's, and printed so.
sed 's/coordinates = \[1\]/coordinates = [1] unique/' "$here/print_tensor.mlir" >"$dir/unique.mlir"
expect 0 print "$dir/unique.mlir"
says out '%1 = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([1]) unique {note = 1 : i64} : (tensor<5x6x4x4xf32>,'
# torch-mlir's types have one spelling each.
cat >"$dir/types.mlir" <<'END'
func.func private @f(!torch.list< vtensor<[2, 3], f32> >, !torch.tuple<int,vtensor<[ ? ],si64>>, !torch.dict<str,int>, !torch.union<int,none>)
func.func private @g(!torch.vtensor<*, f32>, !torch.vtensor<[] , unk>, !torch.vtensor, !torch.tensor<[4, 4], f32, #sparse.encoding<{ map = (d0, d1) -> (d0 : dense) }>>)
END
cat >"$dir/want" <<'END'
func.func private @f(!torch.list<vtensor<[2,3],f32>>, !torch.tuple<int, vtensor<[?],si64>>, !torch.dict<str, int>, !torch.union<int, none>)
func.func private @g(!torch.vtensor<*,f32>, !torch.vtensor<[],unk>, !torch.vtensor, !torch.tensor<[4,4],f32,#sparse.encoding<{ map = (d0, d1) -> (d0 : dense) }>>)
END
expect 0 print "$dir/types.mlir"
diff "$dir/want" "$dir/out" >"$dir/differ" || { cat "$dir/differ"; fail 'types of torch are printed as torch-mlir prints them'; }
finish
