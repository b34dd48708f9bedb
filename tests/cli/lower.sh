# garner lower: its forms, stages and options, as texts that were written by hand; and what it refuses.
. "$(dirname "$0")/common.sh"

cat >"$dir/rows.mlir" <<'END'
func.func @main(%x: tensor<8x4xf32>, %i: tensor<5x1xui8>) -> tensor<5x4xf32> {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<5x1xui8>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}
END
# A loop over the index vectors, and in it the index by its own type, the clamp to 8 - 1, a row copied in one piece.
cat >"$dir/want" <<'END'
func.func @main(%x: memref<8x4xf32>, %i: memref<5x1xi8> {garner.type = tensor<5x1xui8>}) -> memref<5x4xf32> {
  %0 = arith.constant 1 : index
  %1 = arith.constant 5 : index
  %2 = arith.constant 0 : index
  %3 = arith.constant 7 : index
  %r = memref.alloc() : memref<5x4xf32>
  scf.for %arg2 = %2 to %1 step %0 {
    %5 = memref.load %i[%arg2, %2] : memref<5x1xi8>
    %index0 = arith.index_castui %5 : i8 to index
    %7 = arith.minsi %index0, %3 : index
    %start0 = arith.maxsi %7, %2 : index
    %9 = memref.subview %x[%start0, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %10 = memref.subview %r[%arg2, 0] [1, 4] [1, 1] : memref<5x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %9, %10 {garner.note = "operand[start_indices[batch0, 0], offset1]"} : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  } {garner.dim = "batch dim 0 = start_indices dim 0"}
  return %r : memref<5x4xf32>
}
END
expect 0 lower "$dir/rows.mlir"
silent err
cmp -s "$dir/out" "$dir/want" || { diff "$dir/want" "$dir/out"; fail "the loops are not those that are expected"; }
expect 0 lower --to=scf -o "$dir/made" "$dir/rows.mlir"
silent out
cmp -s "$dir/made" "$dir/want" || fail "-o writes something else"
expect 0 check "$dir/made"

# Names are kept, and made different where two values have one; those that MLIR itself gives are not names.
cat >"$dir/names.mlir" <<'END'
func.func @main(%arg1: memref<2xf32>, %out: memref<2xf32>, %i_1: index) {
  %0 = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %0 to %one step %one {
    %v = memref.load %arg1[%i] : memref<2xf32>
    memref.store %v, %out[%i_1] : memref<2xf32>
  }
  scf.for %i = %0 to %one step %one {
    %v = memref.load %out[%i] : memref<2xf32>
    memref.store %v, %arg1[%i] : memref<2xf32>
  }
  return
}
func.func @other(%out: memref<2xf32>) {
  return
}
END
cat >"$dir/want_names" <<'END'
func.func @main(%arg0: memref<2xf32>, %out: memref<2xf32>, %i_1: index) {
  %0 = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %0 to %one step %one {
    %v = memref.load %arg0[%i] : memref<2xf32>
    memref.store %v, %out[%i_1] : memref<2xf32>
  }
  scf.for %i = %0 to %one step %one {
    %v = memref.load %out[%i] : memref<2xf32>
    memref.store %v, %arg0[%i] : memref<2xf32>
  }
  return
}
func.func @other(%out: memref<2xf32>) {
  return
}
END
expect 0 lower "$dir/names.mlir"
cmp -s "$dir/out" "$dir/want_names" || { diff "$dir/want_names" "$dir/out"; fail "names are not kept"; }

# Every stage, in order.
for form in scf parallel; do
    expect 0 lower --to=$form --stages "$dir/rows.mlir"
    grep '^// stage' "$dir/out" | tr -d '\n' >"$dir/stages"
    [ "$(cat "$dir/stages")" = '// stage: tensor// stage: destination// stage: buffer// stage: loops' ] || fail "$form has other stages"
    says out 'outs('
    says out 'garner.gather ins('
    cp "$dir/out" "$dir/all"
    expect 0 check --split-input-file "$dir/all"
done
says all 'scf.parallel'
expect 0 lower --to=linalg --stages "$dir/rows.mlir"
grep -q 'stage: buffer' "$dir/out" && fail "tensors have a stage of buffers"
says out 'linalg.generic'

# Options.
expect 0 lower --result-arguments --strided --emit-c-interface "$dir/rows.mlir"
says out 'func.func @main(%x: memref<8x4xf32, strided<[?, ?], offset: ?>>, %i: memref<5x1xi8, strided<[?, ?], offset: ?>> {garner.type = tensor<5x1xui8>}, %r: memref<5x4xf32, strided<[?, ?], offset: ?>>) attributes {llvm.emit_c_interface} {'
expect 2 lower --to=linalg --strided "$dir/rows.mlir"
says err 'no memrefs'
expect 2 lower --to=llvm "$dir/rows.mlir"

# An index that is an error: a status, found before anything is written.
cat >"$dir/error.mlir" <<'END'
func.func @main(%x: tensor<4xi32>, %i: tensor<3xi64>) -> tensor<3xi32> {
  %r = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<4xi32>, tensor<3xi64>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}
END
expect 0 lower "$dir/error.mlir"
says out '-> (memref<3xi32>, i32 {garner.status})'
cp "$dir/out" "$dir/error_lowered.mlir"
expect 0 run "$dir/error_lowered.mlir" --input '4xi32=[1, 2, 3, 4]' --input '3xi64=[0, -1, 3]'
says out 'dense<0> : tensor<i32>'
expect 0 run "$dir/error_lowered.mlir" --input '4xi32=[1, 2, 3, 4]' --input '3xi64=[0, 4, -5]'
says out 'dense<2> : tensor<i32>'

cat >"$dir/scatter.mlir" <<'END'
func.func @main(%x: tensor<8x4xf32>, %i: tensor<5x1xi32>, %u: tensor<5x4xf32>) -> tensor<8x4xf32> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
  return %s : tensor<8x4xf32>
}
END
# In a loop that carries a tensor too: the steps behind it do nothing, and a result that is the caller's is not written to.
cat >"$dir/loop.mlir" <<'END'
func.func @main(%x: tensor<4xi32>, %i: tensor<3xi64>, %t: tensor<3xi32>) -> tensor<3xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %t) -> (tensor<3xi32>) {
    %g = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<4xi32>, tensor<3xi64>) -> tensor<3xi32>
    %v = tensor.extract %g[%k] : tensor<3xi32>
    %o = tensor.extract %a[%k] : tensor<3xi32>
    %s = arith.addi %v, %o : i32
    %b = tensor.insert %s into %a[%k] : tensor<3xi32>
    scf.yield %b : tensor<3xi32>
  }
  return %r : tensor<3xi32>
}
END
for form in scf parallel linalg; do
    expect 0 lower --to=$form "$dir/loop.mlir"
    cp "$dir/out" "$dir/loop_lowered.mlir"
    expect 0 run "$dir/loop_lowered.mlir" --input '4xi32=[1, 2, 3, 4]' --input '3xi64=[0, -1, 3]' --input '3xi32=[10, 20, 30]'
    says out 'dense<[11, 24, 34]>'
    says out 'dense<0> : tensor<i32>'
    expect 0 run "$dir/loop_lowered.mlir" --input '4xi32=[1, 2, 3, 4]' --input '3xi64=[0, -1, 4]' --input '3xi32=[10, 20, 30]'
    says out 'dense<3> : tensor<i32>'
done
expect 0 lower --to=scf --result-arguments "$dir/loop.mlir"
cp "$dir/out" "$dir/loop_lowered.mlir"
cat >>"$dir/loop_lowered.mlir" <<'END'
func.func @caller(%x: memref<4xi32>, %i: memref<3xi64>, %t: memref<3xi32>) -> (memref<3xi32>, i32) {
  %seven = arith.constant 7 : i32
  %r = memref.alloc() : memref<3xi32>
  linalg.fill ins(%seven : i32) outs(%r : memref<3xi32>)
  %s = func.call @main(%x, %i, %t, %r) : (memref<4xi32>, memref<3xi64>, memref<3xi32>, memref<3xi32>) -> i32
  return %r, %s : memref<3xi32>, i32
}
END
expect 0 run "$dir/loop_lowered.mlir" --entry caller --input '4xi32=[1, 2, 3, 4]' --input '3xi64=[0, 9, 3]' --input '3xi32=[10, 20, 30]'
says out 'dense<7> : tensor<3xi32>'
says out 'dense<2> : tensor<i32>'

# Tensors that loops and branches carry: one buffer for all steps, and one copy of what goes in.
expect 0 lower --to=linalg "$dir/scatter.mlir"
cp "$dir/out" "$dir/tensors.mlir"
says tensors.mlir 'iter_args('
expect 0 lower --to=scf "$dir/scatter.mlir"
cp "$dir/out" "$dir/direct"
expect 0 lower --to=scf "$dir/tensors.mlir"
sed 's/%[a-z]*[0-9_]*/%/g' "$dir/direct" | grep -v arith.constant | sort >"$dir/want"
sed 's/%[a-z]*[0-9_]*/%/g' "$dir/out" | grep -v arith.constant | sort >"$dir/got"
cmp -s "$dir/got" "$dir/want" || { diff "$dir/want" "$dir/got"; fail "tensors in loops become other loops than the scatter itself"; }

# Refusals name the op and its place, and leave no file.
cat >"$dir/quantized.mlir" <<'END'
func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.add %x, %x : tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5>>
}
END
rm -f "$dir/none"
expect 3 lower -o "$dir/none" "$dir/quantized.mlir"
says err 'has quantized values'
[ ! -e "$dir/none" ] || fail "a refused program leaves a file"
cat >"$dir/checks.mlir" <<'END'
func.func @main() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0, dense<[1, 2]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
END
expect 3 lower "$dir/checks.mlir"
says err "checks.mlir:3:3: error: cannot be lowered: 'check.expect_eq_const' is a check"
says err '(--drop-checks)'
# What no loop is made of: vectors, divisors that are not positive, folds of integers with a sign (MLIR's lower-affine refuses these two as well).
cat >"$dir/affine.mlir" <<'END'
func.func @main(%m: memref<9xf32>, %i: index, %n: memref<9xsi32>) -> (vector<4xf32>, index, si32) {
  %v = affine.vector_load %m[%i] : memref<9xf32>, vector<4xf32>
  %j = affine.apply affine_map<(d0) -> (d0 floordiv -2)>(%i)
  %s = affine.parallel (%k) = (0) to (9) reduce ("maxs") -> (si32) {
    %e = affine.load %n[%k] : memref<9xsi32>
    affine.yield %e : si32
  }
  return %v, %j, %s : vector<4xf32>, index, si32
}
END
expect 3 lower "$dir/affine.mlir"
says err "affine.mlir:2:8: error: cannot be expressed in loops: 'affine.vector_load' has values of a vector type, and vectors are not lowered"
says err "affine.mlir:3:8: error: cannot be expressed in loops: 'affine.apply' divides by -2, and what an affine expression divides by is positive"
says err "affine.mlir:4:8: error: cannot be expressed in loops: 'affine.parallel' folds values of type 'si32', which arith has no ops of"
expect 3 emit "$dir/affine.mlir"
says err "'affine.vector_load' has values of a vector type"
expect 0 lower --drop-checks "$dir/checks.mlir"
cp "$dir/out" "$dir/dropped.mlir"
expect 0 run "$dir/dropped.mlir"
says out '[1, 2]'
# Branches whose shapes may meet as they are written, and do not: a run stops there, and there are no loops of it.
cat >"$dir/open.mlir" <<'END'
func.func @f(%p: tensor<i1>, %a: tensor<3xf32>, %b: tensor<?xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<3xf32> }, { stablehlo.return %b : tensor<?xf32> }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
END
expect 0 check "$dir/open.mlir"
for target in scf linalg parallel; do
    expect 3 lower --to=$target "$dir/open.mlir"
    says err "'stablehlo.if' takes 'tensor<3xf32>' from branch 0 for a result of type 'tensor<4xf32>'"
done
expect 3 emit "$dir/open.mlir"
says err "takes 'tensor<3xf32>' from branch 0"
finish
