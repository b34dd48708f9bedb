# --split-input-file and --verify-diagnostics, one dash or two.
. "$(dirname "$0")/common.sh"

cat >"$dir/parts.mlir" <<'END'
// RUN: a comment that no tool reads

func.func @good(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

func.func @same_line(%a: tensor<2xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %a, %nobody : tensor<2xf32> // expected-error {{use of undeclared SSA value name}}
  return %0 : tensor<2xf32>
}

// -----

func.func @below(%a: tensor<2x3xf32>, %i: tensor<1xi64>) -> tensor<1x3xf32> {
  // expected-error@+3 {{slice size (4) is out of bounds for operand dimension (3) at index 1}}
  // expected-note @+2 {{rule C21}}
  // expected-error-re@below {{op failed to {{[a-z]+}} returned types}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}
END
expect 0 check --split-input-file --verify-diagnostics "$dir/parts.mlir"
silent err
expect 0 check -split-input-file -verify-diagnostics "$dir/parts.mlir"
expect 3 check -split-input-file "$dir/parts.mlir"
says err 'parts.mlir:10:26: error:'

# an error that does not come, and one that nobody expected
printf '// expected-error@+1 {{something}}\nfunc.func @f() {\n  return\n}\n' >"$dir/absent.mlir"
expect 1 check --verify-diagnostics "$dir/absent.mlir"
says err 'absent.mlir:1: error: expected error "something" was not produced'
printf 'func.func @f() {\n  return %%0\n}\n' >"$dir/unexpected.mlir"
expect 1 check --verify-diagnostics "$dir/unexpected.mlir"
says err 'unexpected error'
printf '// expected-error@ {{x}}\n' >"$dir/malformed.mlir"
expect 3 check --verify-diagnostics "$dir/malformed.mlir"

# run takes the parts one by one, and goes on after a part that fails
cat >"$dir/run.mlir" <<'END'
func.func @one() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %0, dense<2> : tensor<i32>
  return
}
// -----
func.func @two() -> tensor<i32> {
  %0 = stablehlo.constant dense<7> : tensor<i32>
  return %0 : tensor<i32>
}
END
expect 1 run --split-input-file "$dir/run.mlir"
says out 'dense<7> : tensor<i32>'
expect 0 print --split-input-file "$dir/run.mlir"
cp "$dir/out" "$dir/again.mlir"
expect 1 run --split-input-file "$dir/again.mlir"
says out 'dense<7> : tensor<i32>'

# several test functions in one part all run
cat >"$dir/several.mlir" <<'END'
func.func @first() {
  return
}
func.func private @helper(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}
func.func @second() -> tensor<i32> {
  %0 = stablehlo.constant dense<3> : tensor<i32>
  %1 = call @helper(%0) : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}
END
expect 0 run "$dir/several.mlir"
says out '@first: ok'
says out 'dense<3> : tensor<i32>'
expect 0 run "$dir/several.mlir" --entry second
finish
