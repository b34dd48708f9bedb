# ONNX models on the command line: written, read by every command, refused with the place; external data, tensors in .pb files.
. "$(dirname "$0")/common.sh"

cat >"$dir/take.mlir" <<'EOF'
func.func @main(%i: tensor<2xi64> {onnx.name = "i"}) -> (tensor<2x2xf32> {onnx.name = "y"}) attributes {onnx.opset_version = 18 : si64} {
  %x = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %y = "onnx.Gather"(%x, %i) {axis = 0 : si64, onnx_node_name = "take"} : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
EOF
expect 0 convert --to=onnx -o "$dir/take.onnx" "$dir/take.mlir"
[ "$(head -c 2 "$dir/take.onnx" | od -An -tx1 | tr -d ' ')" = 0808 ] || fail "no IR version 8"
expect 0 run "$dir/take.onnx" --input '2xi64=[2, -3]'
says out 'dense<[[5.000000e+00, 6.000000e+00], [1.000000e+00, 2.000000e+00]]>'
expect 0 run - --input '2xi64=[2, -3]' <"$dir/take.onnx"
says out '[5.000000e+00, 6.000000e+00]'
for command in check print plan lint "convert --to=stablehlo" "convert --to=numpy" lower emit "explain --input 2xi64=[0,1]"; do
    expect 0 $command "$dir/take.onnx"
done
expect 0 print "$dir/take.onnx"
says out 'onnx.opset_version = 17 : si64' # which is enough
says out '"onnx.Gather"(%0, %arg0) {axis = 0 : si64, onnx_node_name = "take"}'
expect 0 convert --to=onnx -o "$dir/read.onnx" "$dir/take.onnx"
expect 0 convert --to=onnx -o "$dir/again.onnx" "$dir/read.onnx"
cmp "$dir/read.onnx" "$dir/again.onnx" || fail "another model the second time"

# an index out of range: the node, and where it lies in the file
expect 4 run "$dir/take.onnx" --input '2xi64=[3, 0]'
says err "take.onnx:node 'take' at byte"

# a tensor of its own: dims 2, INT64, raw data 1, 0
printf '\010\002\020\007\112\020\001\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000' >"$dir/i.pb"
expect 0 run "$dir/take.onnx" --input "$dir/i.pb"
says out 'dense<[[3.000000e+00, 4.000000e+00], [1.000000e+00, 2.000000e+00]]>'
printf '\010\003\020\007\112\020\001\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000' >"$dir/i.pb"
expect 3 run "$dir/take.onnx" --input "$dir/i.pb"
says err "has 16 bytes of raw_data, expected 24 for [3] of i64"

# cut short; without memory; what ONNX has not
head -c 60 "$dir/take.onnx" >"$dir/short.onnx"
expect 3 check "$dir/short.onnx"
says err 'says that it has'
expect 3 check --max-memory 1K "$dir/take.onnx"
says err 'memory'
printf 'func.func @main(%%x: tensor<2xf32>) -> tensor<2xf32> {\n  %%0 = chlo.lgamma %%x : tensor<2xf32> -> tensor<2xf32>\n  return %%0 : tensor<2xf32>\n}\n' >"$dir/rounded.mlir"
expect 3 convert --to=onnx -o "$dir/rounded.onnx" "$dir/rounded.mlir"
says err "'chlo.lgamma' is no operator of ONNX's"
[ ! -e "$dir/rounded.onnx" ] || fail "a part of a model was written"
expect 0 convert --to=onnx -o "$dir/take.txt" "$dir/take.mlir" # a model where FILE ends in .onnx, else text
grep -q 'onnx.Gather' "$dir/take.txt" || fail 'convert -o writes no text'
silent out

# a Loop that asks, with an If in it: lowered, differentiated, and a Loop again by StableHLO's while
cat >"$dir/loop.mlir" <<'END'
func.func @main(%n: tensor<i64>, %on: tensor<i1>, %x: tensor<3xf32>) -> tensor<3xf32> {
  %r = "onnx.Loop"(%n, %on, %x) ({
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %a: tensor<3xf32>):
    %two = onnx.Constant dense<2> : tensor<i64>
    %more = "onnx.Less"(%i, %two) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %b = "onnx.If"(%more) ({
      %y = "onnx.Add"(%a, %a) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      onnx.Yield %y : tensor<3xf32>
    }, {
      %y = "onnx.Mul"(%a, %a) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      onnx.Yield %y : tensor<3xf32>
    }) {onnx.graphs = ["then_branch", "else_branch"]} : (tensor<i1>) -> tensor<3xf32>
    onnx.Yield %more, %b : tensor<i1>, tensor<3xf32>
  }) {onnx.graphs = ["body"]} : (tensor<i64>, tensor<i1>, tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
END
expect 0 convert --to=stablehlo -o "$dir/while.mlir" "$dir/loop.mlir"
expect 0 convert --to=onnx -o "$dir/loop.onnx" "$dir/while.mlir"
expect 0 lower --to=scf -o "$dir/scf.mlir" "$dir/loop.mlir"
for program in loop.mlir while.mlir loop.onnx scf.mlir; do # ((x + x) * 2)^2 at the third turn, the last
    expect 0 run "$dir/$program" --input 9 --input true --input '[1, 2, 3]'
    says out 'dense<[1.600000e+01, 6.400000e+01, 1.440000e+02]>'
done
expect 0 grad --jvp -o "$dir/jvp.mlir" "$dir/loop.mlir"
expect 0 run "$dir/jvp.mlir" --entry main_jvp --input 9 --input true --input '[1, 2, 3]' --input '[1, 1, 1]'
says out 'dense<[3.200000e+01, 6.400000e+01, 9.600000e+01]>' # 32 x

# data in another file: beside the model, and nowhere else. Graph: y = Neg(w), w of 2 f32 in w.bin or ../w.bin
external() { # PATH
    n=${#1}
    printf '\010\010:' >"$dir/external.onnx"
    {
        printf '\012\013\012\001w\022\001y\042\003Neg'
        printf "*\\$(printf %03o $((n + 23)))"
        printf '\010\002\020\001B\001w'
        printf "j\\$(printf %03o $((n + 12)))\\012\\010location\\022\\$(printf %03o "$n")%s" "$1"
        printf 'p\001'
        printf 'b\003\012\001y'
    } >"$dir/graph"
    printf "\\$(printf %03o "$(wc -c <"$dir/graph")")" >>"$dir/external.onnx"
    cat "$dir/graph" >>"$dir/external.onnx"
    printf 'B\004\012\000\020\015' >>"$dir/external.onnx"
}
mkdir -p "$dir/sub"
printf '\000\000\200\077\000\000\000\100' >"$dir/w.bin" # 1, 2
external w.bin
expect 0 run "$dir/external.onnx"
says out 'dense<[-1.000000e+00, -2.000000e+00]>'
mv "$dir/external.onnx" "$dir/sub"
expect 3 run "$dir/sub/external.onnx"
says err "lies in the file 'w.bin', which could not be read"
external ../w.bin
mv "$dir/external.onnx" "$dir/sub"
expect 3 run "$dir/sub/external.onnx"
says err "expected a path relative to the model, without '..'"

# a promise about indices is one about those of the program: a window without an element has none
expect 0 convert --to=onnx --assume-in-bounds "$(dirname "$0")/../ops/stablehlo/window_edges.mlir"
cp "$dir/out" "$dir/windows.mlir"
expect 0 run "$dir/windows.mlir"
# axes that are known only in a run, of a result that no axes give
echo 'func.func @main(%a: tensor<4x1xf32>, %s: tensor<1xi64>) -> tensor<1xf32> {
  %0 = "onnx.Squeeze"(%a, %s) : (tensor<4x1xf32>, tensor<1xi64>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}' >"$dir/squeeze.mlir"
expect 0 convert --to=stablehlo "$dir/squeeze.mlir"
says err "'onnx.Squeeze' has no counterpart in stablehlo and stays"
finish
