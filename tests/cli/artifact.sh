# Portable artifacts on the command line: written, read by every command, refused where they cannot say a program; and files of other
# kinds, each named as what it is.
. "$(dirname "$0")/common.sh"

cat >"$dir/take.mlir" <<'END'
func.func @main() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %1 = stablehlo.constant dense<[[3], [1]]> : tensor<2x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
      : (tensor<4xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}
END

# written, and read by every command: the elements 3 and 1 of 10, 20, 30, 40
for version in minimum 0.12.0 0.14.0 1.0.0 current; do
    expect 0 convert --to=artifact --target=$version -o "$dir/take.bc" "$dir/take.mlir"
    [ "$(head -c 4 "$dir/take.bc" | od -An -tx1 | tr -d ' ')" = 4d4cef52 ] || fail "no magic, version $version"
    expect 0 run "$dir/take.bc"
    says out 'dense<[40, 20]> : tensor<2xi32>'
    expect 0 print "$dir/take.bc"
    cp "$dir/out" "$dir/read.mlir"
    expect 0 print "$dir/take.mlir"
    cmp "$dir/out" "$dir/read.mlir" || fail "another program, version $version"
done
says_version() { # FILE VERSION: the producer's name
    head -c 40 "$1" | tr '\000' '\n' | grep -q "StableHLO_v$2" || fail "$1 is not of version $2"
}
says_version "$dir/take.bc" 1.20.0
expect 0 convert --to=artifact --target=1.0.0 -o "$dir/old.bc" "$dir/take.bc"
says_version "$dir/old.bc" 1.0.0
for command in check print plan lower "emit" "explain" "draw --text" "convert --to=tensor" "convert --to=numpy"; do
    expect 0 $command "$dir/take.bc"
done
expect 0 run - <"$dir/take.bc"
says out '[40, 20]'
expect 0 run --split-input-file "$dir/take.bc"
"$garner" convert --to=artifact "$dir/take.mlir" >"$dir/piped.bc"
cmp "$dir/piped.bc" "$dir/take.bc" || fail "another artifact through a pipe"

# a place is the op's number and the offset of its first byte
expect 0 plan "$dir/take.bc"
says out 'take.bc:op 5 at byte '
printf 'module @m attributes {my.a = 1 : i32} {\n  func.func @main(%%a: tensor<2xf32>) -> tensor<2xf32> {\n    %%0 = "stablehlo.slice"(%%a) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<2xf32>) -> tensor<2xf32> loc("model.py":3:7)\n    return %%0 : tensor<2xf32>\n  }\n}\n' >"$dir/loc.mlir"
expect 0 convert --to=artifact -o "$dir/loc.bc" "$dir/loc.mlir"
expect 0 print "$dir/loc.bc"
says out 'module @m attributes {my.a = 1 : i32}'

# what a version cannot say, at the op, and with the version that can; nothing is written
rm -f "$dir/no.bc"
refuse() { # VERSION TEXT: the program is $dir/no.mlir
    expect 3 convert --to=artifact --target="$1" -o "$dir/no.bc" "$dir/no.mlir"
    says err "$2"
    [ ! -e "$dir/no.bc" ] || fail "a file was written"
}
printf 'func.func @f(%%a: tensor<2xf32>) -> tensor<2xf32> {\n  %%0 = stablehlo.tan %%a : tensor<2xf32>\n  return %%0 : tensor<2xf32>\n}\n' >"$dir/no.mlir"
refuse 1.3.0 "no.mlir:2:8: error: 'stablehlo.tan': VHLO 1.3.0 has not this op, which is known from version 1.4.0 on"
expect 0 convert --to=artifact --target=1.4.0 -o "$dir/yes.bc" "$dir/no.mlir"
printf 'func.func @f(%%a: tensor<2xi2>) -> tensor<2xi2> {\n  return %%a : tensor<2xi2>\n}\n' >"$dir/no.mlir"
refuse 1.1.0 'type i2, which is known from version 1.2.0 on'
printf 'func.func @f(%%a: tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {\n  return\n}\n' >"$dir/no.mlir"
refuse 0.17.0 'a type quantized along an axis, which is known from version 0.18.0 on'
printf 'func.func @f(%%a: tensor<2xf32>) {\n  %%0 = tensor.cast %%a : tensor<2xf32> to tensor<?xf32>\n  return\n}\n' >"$dir/no.mlir"
refuse current "'tensor.cast': no version of VHLO has this op"
expect 2 convert --to=artifact --target=9.9.9 -o "$dir/no.bc" "$dir/take.mlir"
says err "there is no version '9.9.9' of VHLO to write: there are 0.9.0 (minimum) to 1.20.0 (current)"
expect 2 convert --to=tensor --target=1.0.0 "$dir/take.mlir"
expect 2 convert --to=artifact --generic "$dir/take.mlir"

# batching dims are written out for versions that have none, and the result is the same
cat >"$dir/batched.mlir" <<'END'
func.func @main() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0],
      start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}>
      : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}
END
for version in 1.0.0 1.1.0; do
    expect 0 convert --to=artifact --target=$version -o "$dir/batched.bc" "$dir/batched.mlir"
    expect 0 run "$dir/batched.bc"
    says out 'dense<[3, 4]> : tensor<2xi32>'
    expect 0 print "$dir/batched.bc"
    case $version in
        1.0.0) ! grep -q batching "$dir/out" || fail "batching dims in 1.0.0" ;;
        *) says out 'operand_batching_dims = [0]' ;;
    esac
done

# cut anywhere, an artifact is refused with the byte
size=$(wc -c <"$dir/take.bc")
for n in 4 5 9 30 100 $((size / 2)) $((size - 1)); do
    head -c "$n" "$dir/take.bc" >"$dir/cut.bc"
    expect 3 check "$dir/cut.bc"
    says err 'byte '
done

# other kinds of files
kind() { # BYTES TEXT: as printf has them
    printf "$1" >"$dir/other"
    expect 3 run "$dir/other"
    says err "$2"
}
kind 'PK\003\004....' 'this is a zip archive'
kind 'PK\005\006' 'an empty zip archive'
kind '\037\213\010' 'compressed by gzip'
kind '\050\265\057\375' 'compressed by zstd'
kind '\177ELF\002' 'an ELF executable'
kind '\223NUMPY\001' 'a .npy array'
kind 'BC\300\336' 'LLVM bitcode'
kind '\034\000\000\000TFL3' 'a TFLite model'
kind '\211HDF\r\n' 'an HDF5 file'
kind '\200\002}q' 'a Python pickle'
kind '\200\004\225' 'a Python pickle'
kind '\020\000\000\000\000\000\000\000{"a":{"b":1}}' 'a .safetensors file'
kind '\377\376f\000u\000' 'UTF-16'
kind '\376\377\000f\000u' 'UTF-16'
kind '\010\001\022\004abcd' 'a TensorFlow SavedModel'
kind '\010\007\022\007pytorch' 'the model has no graph'
kind '\012\005jit_f\022\004main' 'HLO as a protocol buffer'
kind '\012\015\012\005jit_f\022\004main' 'HLO as a protocol buffer'
kind 'HloModule jit_f\n' 'HLO text'
kind '{"a": [1, 2]}\n' 'JSON'
kind 'import jax\n' 'Python source'
: >"$dir/other"
expect 2 run "$dir/other"
says err 'the file is empty'

# bytecode that is no artifact says which dialects it holds
if command -v mlir-opt-19 >/dev/null; then
    printf 'func.func @f() {\n  return\n}\n' | mlir-opt-19 --emit-bytecode -o "$dir/func.bc"
    expect 3 print "$dir/func.bc"
    says err 'MLIR bytecode of dialects builtin, func, and not of VHLO'
fi
finish
