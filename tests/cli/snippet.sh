# Ops without a function, as documents and reports show them: every command takes them.
. "$(dirname "$0")/common.sh"

cat >"$dir/take.mlir" <<'END'
    %table = ... # Shape is [3, 2]
    %rows = ... # Shape is [2]
    %wide = tensor.expand_shape %rows [[0, 1]] :
            (tensor<2xi64>) -> tensor<2x1xi64>
    %two = arith.constant 2 : index
    %both = tcp.broadcast_to %wide, %two { axes = [1] } : // as the table is wide
            (tensor<2x1xi64>, index) -> tensor<2x2xi64>
    %x = tcp.gather %table, %both { dim = 0 } : (tensor<3x2xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
END
signature='take.mlir:3:13: remark: the ops at the top are read as func.func @main(%rows: tensor<2xi64>, %table: tensor<3x2xf32>) -> tensor<2x2xf32>'
expect 0 run "$dir/take.mlir" --input rows='[2, 0]' --input table=iota
says out 'dense<[[4.000000e+00, 5.000000e+00], [0.000000e+00, 1.000000e+00]]> : tensor<2x2xf32>'
says err "$signature"
expect 0 check "$dir/take.mlir"
says err "$signature"
expect 0 print --keep-names "$dir/take.mlir"
says out 'func.func @main(%rows: tensor<2xi64>, %table: tensor<3x2xf32>) -> tensor<2x2xf32> {'
says out 'return %x : tensor<2x2xf32>'
expect 0 convert --to=onnx --quiet "$dir/take.mlir"
says out '"onnx.Gather"(%arg1, %arg0)'
silent err
expect 0 lower --to=scf "$dir/take.mlir"
says out 'func.func @main(%rows: memref<2xi64>'
expect 0 explain "$dir/take.mlir" --input '[2, 0]' --input iota
says out 'tcp.gather at 8:10 in @main'
expect 0 draw "$dir/take.mlir"
says out '<svg'
expect 4 lint "$dir/take.mlir" --input '[2, 3]' --input iota
says out '2 of 4 index vectors are out of bounds'
expect 0 plan "$dir/take.mlir"
says out '@main'
expect 0 grad "$dir/take.mlir"
says out 'func.func @main'
expect 0 emit --to=c "$dir/take.mlir"
says out 'main_'

# what MLIR refuses
for way in --strict-syntax --verify-diagnostics; do
    "$garner" check "$way" "$dir/take.mlir" >"$dir/out" 2>"$dir/err" && fail "check $way takes a snippet"
done
expect 3 run --strict-syntax "$dir/take.mlir"
printf '%%y = stablehlo.add %%x, %%x : tensor<2xf32>\n' >"$dir/add.mlir"
expect 3 check --strict-syntax "$dir/add.mlir"
says err 'add.mlir:1:20: error: use of undeclared SSA value name'
expect 0 run "$dir/add.mlir" --input '[1, 2]'
says out 'dense<[2.000000e+00, 4.000000e+00]>'

# from standard input, and of a region whose end ends the function
printf '%%y = stablehlo.add %%x, %%x : tensor<f32>\nstablehlo.return %%x, %%y : tensor<f32>, tensor<f32>\n' |
    "$garner" run - --input x=3 >"$dir/out" 2>"$dir/err" || fail "standard input"
says out 'result 1: dense<6.000000e+00>'

# `scatter` and `gather` of the RFC, of buffers too
printf '%%out = scatter %%input into %%dest[%%i] coordinates = [1] :\n  tensor<1x2x1xf32> into tensor<2x3xf32>[tensor<1x 1xindex>]\n  -> tensor<2x3xf32>\n' >"$dir/rfc.mlir"
expect 0 run "$dir/rfc.mlir" --input input='[[[7], [8]]]' --input dest=zeros --input i=1
says out 'dense<[[0.000000e+00, 7.000000e+00, 0.000000e+00], [0.000000e+00, 8.000000e+00, 0.000000e+00]]>'
printf '%%out = gather %%input[%%i] coordinates = [0] :\n  memref<4x2xf32>[memref<?x 1xindex>] -> memref<?x2xf32>\n' >"$dir/rfc.mlir"
expect 0 run "$dir/rfc.mlir" --input iota --input '[[3], [0]]'
says out 'dense<[[6.000000e+00, 7.000000e+00], [0.000000e+00, 1.000000e+00]]>'

# what is no MLIR is told of, and what to write instead
kind() { # kind TEXT WORDS
    printf "$1" >"$dir/listing"
    expect 3 check "$dir/listing"
    says err "$2"
}
kind 'x = torch.gather(y, 1, i)\n' 'this seems to be Python source'
kind '\n# rows\njit_eval({\n  x <- nv_tensor(1:3)\n})\n' 'this seems to be R source; the package garner for R runs its calls'
kind '// a dimension\nconst int8_t dim = 1;\n' 'this seems to be C or C++ source'
kind 'operation ::= `t.op` $x\n' 'this seems to be the grammar of an op; `garner ops`'
finish
