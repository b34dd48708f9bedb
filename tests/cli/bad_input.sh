# Files that are no programs: a message at the place, status 3, and no crash.
. "$(dirname "$0")/common.sh"

reject() { # reject TEXT-EXPECTED: the program is $dir/bad.mlir
    expect 3 run "$dir/bad.mlir"
    says err "$1"
}
head -c 1000 /dev/zero >"$dir/bad.mlir"
reject 'bad.mlir:1:1: error:'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "[" }' >"$dir/bad.mlir"
reject 'bad.mlir:1:1: error:'
{ printf 'func.func @f() attributes {a = '; awk 'BEGIN { for (i = 0; i < 100000; i++) printf "[" }'; } >"$dir/bad.mlir"
reject 'nest'
{ printf 'func.func @f(%%a: '; awk 'BEGIN { for (i = 0; i < 100000; i++) printf "tuple<" }'; } >"$dir/bad.mlir"
reject 'nest'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "module {" }' >"$dir/bad.mlir"
reject 'nest'
{ printf 'func.func @f() -> tensor<'; awk 'BEGIN { for (i = 0; i < 40; i++) printf "1x" }'; printf 'f32>'; } >"$dir/bad.mlir"
reject 'rank 40'
says err '32'

program() { # program TYPE LITERAL
    printf 'func.func @main() -> %s {\n  %%0 = stablehlo.constant %s : %s\n  return %%0 : %s\n}\n' "$1" "$2" "$1" "$1" >"$dir/bad.mlir"
}
program 'tensor<3xi1>' 'dense<"0x0506">'
reject "bad.mlir:2:"
program 'tensor<2xi8>' 'dense<300>'
reject 'integer constant out of range'
program 'tensor<2xui8>' 'dense<[1, -1]>'
reject 'expected unsigned integer elements, but parsed negative value'
program 'tensor<2xi8>' 'dense<[[1], [2]]>'
reject 'inferred shape of elements literal ([2, 1]) does not match type ([2])'
program 'tensor<2xf32>' 'dense<"0x0000803F00008">'
reject 'bad.mlir:2:'
program 'tensor<9223372036854775807x9223372036854775807xi8>' 'dense<"0x00">'
expect 3 run "$dir/bad.mlir"
# a splat of a type with more elements than can be counted
program 'tensor<9223372036854775807x9223372036854775807xi8>' 'dense<0>'
expect 3 run "$dir/bad.mlir"
program 'tensor<1000000x1000000xi8>' 'dense<0>'
expect 3 run "$dir/bad.mlir" --max-memory 1G

printf 'func.func @main() {\n  %%0 = stablehlo.add %%1, %%1 : tensor<f32>\n  return\n}\n' >"$dir/bad.mlir"
reject 'bad.mlir:2:22: error: use of undeclared SSA value name'
printf 'func.func @main() {\n  call @main() : () -> ()\n  return\n}\n' >"$dir/bad.mlir"
reject 'nest deeper than'
printf 'func.func @main() {\n  "who.knows"() : () -> ()\n  return\n}\n' >"$dir/bad.mlir"
reject 'unregistered dialect'

# a program that never ends, and a view that stands for more than there is
cat >"$dir/bad.mlir" <<'END'
func.func @main() {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.while(%a = %0) : tensor<i1>
    cond {
    stablehlo.return %a : tensor<i1>
  } do {
    stablehlo.return %a : tensor<i1>
  }
  return
}
END
expect 3 run "$dir/bad.mlir" --max-steps 1000
says err 'where 1 of the 1000 allowed are left; a larger max_steps (--max-steps) lets it run'
cat >"$dir/bad.mlir" <<'END'
func.func @main() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1000000x1000000xf32>
  %2 = stablehlo.reduce(%1 init: %0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1000000x1000000xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
END
expect 3 run "$dir/bad.mlir" --max-memory 1G
says err 'memory limit'

# every truncation of an example ends in a message or in a program that is whole
cp examples/batched_scatter.mlir "$dir/whole.mlir"
size=$(wc -c <"$dir/whole.mlir")
at=0
while [ $at -lt "$size" ]; do
    head -c $at "$dir/whole.mlir" >"$dir/cut.mlir"
    "$garner" check "$dir/cut.mlir" >"$dir/out" 2>"$dir/err"
    got=$?
    [ $got = 0 ] || [ $got = 3 ] || fail "truncated at $at: exit status $got"
    [ $got = 0 ] || [ -s "$dir/err" ] || fail "truncated at $at: rejected without a word"
    at=$((at + 13))
done
finish
