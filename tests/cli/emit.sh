# garner emit: programs as C; --header, --main, -o; what it refuses.
. "$(dirname "$0")/common.sh"
cat >"$dir/take.mlir" <<'END'
func.func @take(%table: tensor<6x3xf32>, %rows: tensor<4xi32>) -> tensor<4x3xf32> {
  %r = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<6x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
END
expect 0 emit "$dir/take.mlir"
silent err
says out 'void take(const float *restrict table, const int32_t *restrict rows, float *restrict r)'
says out '3 * sizeof *r'
says out '/* batch dim 0 = start_indices dim 0 */'
says out 'const int32_t start0 = index0 < 0 ? 0 : index0 > 5 ? 5 : index0;'
says out '/* operand[start_indices[batch0], offset1] */'
expect 0 emit --to=c -o "$dir/take.c" "$dir/take.mlir"
silent out
says take.c 'void take('
expect 0 emit --output "$dir/again.c" "$dir/take.mlir"
cmp -s "$dir/take.c" "$dir/again.c" || fail "-o and --output should write the same"
expect 0 emit --header "$dir/take.mlir"
says out '#ifndef GARNER_EMITTED_TAKE_H'
says out 'extern "C"'
says out 'table  f32 [6, 3]'
expect 0 emit --openmp "$dir/take.mlir"
says out '#pragma omp parallel for'

# Names that C does not have, and two that would be one.
cat >"$dir/names.mlir" <<'END'
func.func @int(%double: memref<2xi32>, %if: memref<2xi32>) {
  memref.copy %double, %if : memref<2xi32> to memref<2xi32>
  return
}
func.func @"a b"(%x: memref<2xi32>, %y: memref<2xi32>) {
  memref.copy %x, %y : memref<2xi32> to memref<2xi32>
  return
}
func.func @a_b(%x: memref<2xi32>, %y: memref<2xi32>) {
  memref.copy %x, %y : memref<2xi32> to memref<2xi32>
  return
}
END
expect 0 emit "$dir/names.mlir"
says out 'void int_(const int32_t *restrict double2, int32_t *restrict if2)'
says out 'void a_b('
says out 'void a_b_('
expect 0 emit --entry='@"a b"' "$dir/names.mlir"
says out 'void a_b('
expect 3 emit --main "$dir/names.mlir"
says err 'has 3 public functions'
silent out

# What cannot be said, and usage.
cat >"$dir/sort.mlir" <<'END'
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %r = "stablehlo.cholesky"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
END
expect 3 emit --allow-unregistered-dialect -o "$dir/none.c" "$dir/sort.mlir"
[ ! -e "$dir/none.c" ] || fail "a refused program leaves a file"
expect 2 emit --to=rust "$dir/take.mlir"
says err "--to takes c, not 'rust'"
expect 2 emit --header --main "$dir/take.mlir"
expect 3 emit --entry=none "$dir/take.mlir"
says err 'no such public function'

# The main that it writes reads and writes .npy files, and says what is wrong with one.
cc=$(command -v "${CC:-cc}" || command -v gcc || command -v clang) || finish
expect 0 emit --main -o "$dir/main.c" "$dir/take.mlir"
"$cc" -std=c11 -Wall -Wextra -Wconversion -Werror -O1 "$dir/main.c" -o "$dir/main" -lm 2>"$dir/err" || fail "the program does not compile"
cat >"$dir/data.mlir" <<'END'
func.func @data() -> (tensor<6x3xf32>, tensor<4xi32>, tensor<5xi32>) {
  %t = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0], [12.0, 13.0, 14.0], [15.0, 16.0, 17.0]]> : tensor<6x3xf32>
  %i = stablehlo.constant dense<[5, -7, 0, 2]> : tensor<4xi32>
  %j = stablehlo.constant dense<[5, -7, 0, 2, 1]> : tensor<5xi32>
  return %t, %i, %j : tensor<6x3xf32>, tensor<4xi32>, tensor<5xi32>
}
END
expect 0 run --output "$dir/in" "$dir/data.mlir"
"$dir/main" "$dir/in/data_0.npy" "$dir/in/data_1.npy" "$dir/r.npy" 2>"$dir/err" || fail "the emitted main fails"
cat >"$dir/want.mlir" <<'END'
func.func @check(%r: tensor<4x3xf32>) {
  check.expect_eq_const %r, dense<[[15.0, 16.0, 17.0], [0.0, 1.0, 2.0], [0.0, 1.0, 2.0], [6.0, 7.0, 8.0]]> : tensor<4x3xf32>
  return
}
END
expect 0 run --input "$dir/r.npy" "$dir/want.mlir"
"$dir/main" "$dir/in/data_0.npy" "$dir/in/data_2.npy" "$dir/r2.npy" 2>"$dir/err" && fail "a wrong shape is taken"
says err 'shape (5,); wanted shape (4,)'
[ ! -e "$dir/r2.npy" ] || fail "a result is written though an input is wrong"
"$dir/main" "$dir/in/data_1.npy" "$dir/in/data_1.npy" "$dir/r2.npy" 2>"$dir/err" && fail "a wrong element type is taken"
says err "element type '<i4'; wanted '<f4'"
"$dir/main" "$dir/take.mlir" "$dir/in/data_1.npy" "$dir/r2.npy" 2>"$dir/err" && fail "what is no .npy is taken"
says err 'it is no .npy file'
# A tensor is an argument behind one that is none: the program is lowered.
cat >"$dir/second.mlir" <<'END'
func.func @main(%i: index, %t: tensor<4xf32>) -> f32 {
  %x = tensor.extract %t[%i] : tensor<4xf32>
  return %x : f32
}
END
expect 0 emit "$dir/second.mlir"
says out '*   result0  f32; a result: all of it is written'

# What a program of memrefs gives goes to the caller's memory, and from there to files.
expect 0 emit --main -o "$dir/buffers.c" examples/rfc_buffers.mlir
grep -qF ' *   result1  i32 [3, 4]; a result: all of it is written' "$dir/buffers.c" || fail "a result has no line above its function"
"$cc" -std=c11 -Wall -Wextra -Wconversion -Werror -O1 "$dir/buffers.c" -o "$dir/buffers" 2>"$dir/err" || fail "the program of buffers does not compile"
"$dir/buffers" "$dir/rows.npy" "$dir/new.npy" 2>"$dir/err" || fail "the program of buffers fails"
[ "$(tail -c 24 "$dir/rows.npy" | od -An -v -td4 | tr -s ' \n' ' ')" = ' 3 7 11 1 5 9 ' ] || fail "the gathered columns are others"
[ "$(tail -c 48 "$dir/new.npy" | od -An -v -td4 | tr -s ' \n' ' ')" = ' 0 3 2 1 4 7 6 5 8 11 10 9 ' ] || fail "the scattered columns are others"
cat >"$dir/open.mlir" <<'END'
func.func @main(%n: index) -> memref<?xf32> {
  %x = memref.alloc(%n) : memref<?xf32>
  return %x : memref<?xf32>
}
END
expect 3 emit --main "$dir/open.mlir"
says err 'gives a memref whose extents only the run knows'
# A function that is not asked for, and that none calls, is not in the way.
cat >"$dir/two.mlir" <<'END'
func.func @one(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @helper(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @helper(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @other(%x: tensor<2xf32>) -> tuple<tensor<2xf32>> {
  %0 = stablehlo.tuple %x : tuple<tensor<2xf32>>
  return %0 : tuple<tensor<2xf32>>
}
END
expect 0 emit --entry one "$dir/two.mlir"
says out 'static void helper('
says out 'void one('
expect 3 emit "$dir/two.mlir"
says err 'tuple<tensor<2xf32>>'
# A parameter through which nothing is written stays const through calls: a constant may be passed to it. So it is in a header.
cat >"$dir/calls.mlir" <<'END'
memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func private @load(%m: memref<4xf32>, %i: index) -> f32 {
  %r = memref.load %m[%i] : memref<4xf32>
  return %r : f32
}
func.func private @store(%m: memref<4xf32>, %i: index, %v: f32) {
  memref.store %v, %m[%i] : memref<4xf32>
  return
}
func.func private @pass(%m: memref<4xf32>, %i: index) -> f32 {
  %r = func.call @load(%m, %i) : (memref<4xf32>, index) -> f32
  return %r : f32
}
func.func @both(%i: index, %r: memref<4xf32>, %w: memref<4xf32>) -> f32 {
  %t = memref.get_global @table : memref<4xf32>
  %a = func.call @pass(%t, %i) : (memref<4xf32>, index) -> f32
  %b = func.call @pass(%r, %i) : (memref<4xf32>, index) -> f32
  func.call @store(%w, %i, %a) : (memref<4xf32>, index, f32) -> ()
  return %b : f32
}
END
for head in '' --header; do
    expect 0 emit $head "$dir/calls.mlir"
    says out 'void both(int64_t i, const float *restrict r, float *restrict w, float *restrict result0)'
done
expect 0 emit "$dir/calls.mlir"
says out 'static void pass(const float *restrict m, int64_t i, float *restrict result0)'
says out 'static void store(float *restrict m, int64_t i, float v)'
if command -v cc >/dev/null; then
    cp "$dir/out" "$dir/calls.c"
    cc -std=c11 -Wall -Wextra -Wpedantic -Wcast-qual -Werror -c "$dir/calls.c" -o "$dir/calls.o" 2>"$dir/err" || fail 'a constant is passed to what may not take one'
fi

# A note of an op that leaves no statement is not in the head of the function.
cat >"$dir/note.mlir" <<'END'
func.func @main(%m: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant {garner.note = "said"} 1 : index
  %r = memref.load %m[%c0] : memref<4xf32>
  %false = arith.constant false
  scf.if %false {
    memref.store %r, %m[%c1] : memref<4xf32>
  } {garner.note = "of nothing"}
  return %r : f32
}
END
expect 0 emit "$dir/note.mlir"
! grep -q '/\* /\*' "$dir/out" || fail 'a comment in a comment'
finish
