# Where ops come from: loc(..) is read in all of MLIR's forms, printed as MLIR prints it, kept by what makes programs of programs, and named
# in messages. What --locations prints was compared with `mlir-opt --mlir-print-debuginfo` of LLVM 19, which gives the same text.
. "$(dirname "$0")/common.sh"

# What JAX writes: an alias is used before it is defined, at the end; a frame of a stack is a callsite.
cat >"$dir/jax.mlir" <<'END'
#loc1 = loc("t")
module @jit_f {
  func.func public @main(%t: tensor<5x2xf32> loc("t"), %i: tensor<4x1xi32> loc("i"(#loc1))) -> tensor<4x2xf32> {
    %r = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<5x2xf32>, tensor<4x1xi32>) -> tensor<4x2xf32> loc(#loc5)
    return %r : tensor<4x2xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc2 = loc("train.py":12:4)
#loc3 = loc("run.py":3:1)
#loc4 = loc(callsite(#loc2 at #loc3))
#loc5 = loc("jit(f)/jit(main)/gather"(#loc4))
END
expect 0 print --locations "$dir/jax.mlir"
cat >"$dir/wanted" <<'END'
#loc1 = loc("t")
#loc4 = loc("i"(#loc1))
module @jit_f {
  func.func public @main(%arg0: tensor<5x2xf32> loc("t"), %arg1: tensor<4x1xi32> loc("i"(#loc1))) -> tensor<4x2xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<5x2xf32>, tensor<4x1xi32>) -> tensor<4x2xf32> loc(#loc6)
    return %0 : tensor<4x2xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc2 = loc("train.py":12:4)
#loc3 = loc("run.py":3:1)
#loc5 = loc(callsite(#loc2 at #loc3))
#loc6 = loc("jit(f)/jit(main)/gather"(#loc5))
END
cmp -s "$dir/wanted" "$dir/out" || fail "print --locations"
cp "$dir/out" "$dir/again.mlir"
expect 0 print --mlir-print-debuginfo "$dir/again.mlir"
cmp -s "$dir/wanted" "$dir/out" || fail "a program that is printed is not read back to the same"
expect 0 print "$dir/jax.mlir"
! grep -q 'loc(' "$dir/out" || fail "locations are printed though they were not asked for"

# What makes programs of programs: what stands in an op's place comes from where the op does.
comes_along() { # comes_along WHAT COMMAND..
    what=$1
    shift
    expect 0 "$@" --locations "$dir/jax.mlir"
    grep "$what" "$dir/out" | grep -q 'loc(#loc' || fail "garner $*: '$what' has no location"
    says out '= loc("train.py":12:4)'
    cp "$dir/out" "$dir/made.mlir"
    expect 0 print --locations "$dir/made.mlir"
}
comes_along onnx.Gather convert --to=onnx
comes_along '= torch.aten.index_select' convert --to=torch
comes_along memref.load lower
comes_along stablehlo.minimum grad
expect 0 convert --to=artifact -o "$dir/jax.mlirbc" "$dir/jax.mlir"
expect 0 print --locations "$dir/jax.mlirbc"
grep '^#loc' "$dir/wanted" | grep -v unknown >"$dir/of_text"
grep '^#loc' "$dir/out" >"$dir/of_artifact"
[ "$(sed 's/#loc[0-9]*/#loc/g' "$dir/of_text" | sort)" = "$(sed 's/#loc[0-9]*/#loc/g' "$dir/of_artifact" | sort)" ] ||
    fail "locations of an artifact"

# Every form, and what MLIR simplifies.
form() { # form WRITTEN DEFINITION.. : the aliases that come of it
    printf 'func.func @f() {\n  return loc(%s)\n}\n' "$1" >"$dir/form.mlir"
    shift
    expect 0 print --locations "$dir/form.mlir"
    grep '^#loc' "$dir/out" >"$dir/seen"
    printf '%s\n' "$@" >"$dir/wanted"
    cmp -s "$dir/wanted" "$dir/seen" || fail "$(cat "$dir/form.mlir")"
}
form unknown '#loc = loc(unknown)'
form '"a.py":1:2' '#loc = loc("a.py":1:2)'
form '"a.py":1:2 to :3' '#loc = loc("a.py":1:2 to :3)'
form '"a.py":1:2 to 3:4' '#loc = loc("a.py":1:2 to 3:4)'
form '"a"(unknown)' '#loc = loc("a")'
form '"a"("b"("c.py":0:0))' '#loc = loc("c.py":0:0)' '#loc1 = loc("b"(#loc))' '#loc2 = loc("a"(#loc1))'
form 'callsite("f" at callsite("g" at "h.py":1:1))' '#loc = loc("f")' '#loc1 = loc("g")' '#loc2 = loc("h.py":1:1)' \
    '#loc3 = loc(callsite(#loc1 at #loc2))' '#loc4 = loc(callsite(#loc at #loc3))'
form 'fused["a", "b"]' '#loc = loc("a")' '#loc1 = loc("b")' '#loc2 = loc(fused[#loc, #loc1])'
form 'fused<{x = 1}>["a"]' '#loc = loc("a")' '#loc1 = loc(fused<{x = 1 : i64}>[#loc])'
form 'fused["a"]' '#loc = loc("a")'
form 'fused[]' '#loc = loc(unknown)'
form 'fused["a", unknown, "a", fused["b", "a"]]' '#loc = loc("a")' '#loc1 = loc("b")' '#loc2 = loc(fused[#loc, #loc1])'
form 'fused<"m">[]' '#loc = loc(unknown)' '#loc1 = loc(fused<"m">[#loc])'

wrong() { # wrong WRITTEN COLUMN MESSAGE
    printf '#text = "t"\nfunc.func @f() { return %s\n}\n' "$1" >"$dir/wrong.mlir"
    expect 3 check "$dir/wrong.mlir"
    says err "wrong.mlir:2:$2: error: $3"
}
wrong 'loc(foo)' 29 'expected location instance'
wrong 'loc(#nope)' 29 'operation location alias was never defined'
wrong 'loc("n"(#nope))' 33 "undefined symbol alias id 'nope'"
wrong 'loc("n"(#text))' 33 'expected location attribute'
wrong 'loc("x":-1:2)' 33 'expected integer line number in FileLineColRange'
wrong 'loc("x":1:two)' 35 'expected integer column number in FileLineColRange'
wrong 'loc("x":1:2 to)' 39 'expected either integer or `:` post `to` in FileLineColRange'
wrong 'loc(fused<1 ["x"])' 37 "expected '>' after fused location metadata"
wrong 'loc("a"' 32 "expected ')' in location"

# Messages: of the verifier, of a run, of lint; as data.
sed 's/i64: 1, 2/i64: 1, 3/' "$dir/jax.mlir" >"$dir/wide.mlir"
expect 3 check "$dir/wide.mlir"
says err 'wide.mlir:4:10: error: slice size (3) is out of bounds'
says err 'wide.mlir:4:10: note: it comes from "jit(f)/jit(main)/gather" at train.py:12:4, called from run.py:3:1'
expect 4 run --strict --input 5x2xf32=1 --input '4x1xi32=[[0],[1],[7],[2]]' "$dir/jax.mlir"
says err 'note: it comes from "jit(f)/jit(main)/gather" at train.py:12:4'
expect 1 lint --input 5x2xf32=1 --input '4x1xi32=[[0],[1],[7],[2]]' "$dir/jax.mlir"
says out '    it comes from "jit(f)/jit(main)/gather" at train.py:12:4, called from run.py:3:1'
expect 3 check --json "$dir/wide.mlir"
says out '"location":{"file":"train.py","line":12,"column":4,"name":"jit(f)/jit(main)/gather","text":"\"jit(f)/jit(main)/gather\" at train.py:12:4, called from run.py:3:1"}'
expect 3 check --json "$dir/wrong.mlir"
says out '"location":null'

# A frame of a stack has a name too: that of a function.
sed 's/^#loc4 = .*/#loc4 = loc(callsite("step"(#loc2) at "<module>"(#loc3)))/' "$dir/wide.mlir" >"$dir/frames.mlir"
expect 3 check "$dir/frames.mlir"
says err 'note: it comes from "jit(f)/jit(main)/gather" in "step" at train.py:12:4, called from "<module>" at run.py:3:1'

# Ops that stand alone, of which a function is made that has their place.
printf '%%0 = "stablehlo.add"(%%a, %%b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32> loc("train.py":1:2)\n' >"$dir/alone.mlir"
expect 3 check "$dir/alone.mlir"
says err 'note: it comes from train.py:1:2'

# Expected messages are those at the program's own places, as MLIR's tools have them; the note may be expected, and need not be.
sed 's/^    %r = /    \/\/ expected-error@+3 {{slice size (3)}}\n    \/\/ expected-error@+2 {{failed to infer}}\n    \/\/ expected-note@+1 {{train.py:12:4}}\n&/' "$dir/wide.mlir" >"$dir/expected.mlir"
expect 0 check --verify-diagnostics "$dir/expected.mlir"
sed '/expected-note/d; s/@+2/@+1/; s/@+3/@+2/' "$dir/expected.mlir" >"$dir/expected_errors.mlir"
expect 0 check --verify-diagnostics "$dir/expected_errors.mlir"
finish
