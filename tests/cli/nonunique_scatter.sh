# tensor.scatter without `unique`, which upstream cannot say (ML-5), is taken under a flag; the promise is checked on request.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")

expect 3 run "$here/nonunique_scatter.mlir"
says err "'tensor.scatter' op requires 'unique' attribute to be set"
expect 0 run --allow-nonunique-scatter "$here/nonunique_scatter.mlir"
expect 0 check --allow-nonunique-scatter "$here/nonunique_scatter.mlir"
expect 0 run --allow-nonunique-scatter --check-promises "$here/nonunique_scatter.mlir"

cat >"$dir/twice.mlir" <<'END'
func.func @main() -> tensor<2xi32> {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %s = arith.constant dense<[5, 6]> : tensor<2xi32>
  %i = arith.constant dense<1> : tensor<2x1xindex>
  %x = tensor.scatter %s into %a[%i] scatter_dims([0]) unique : (tensor<2xi32>, tensor<2xi32>, tensor<2x1xindex>) -> tensor<2xi32>
  return %x : tensor<2xi32>
}
END
expect 4 run --check-promises "$dir/twice.mlir"
expect 0 run "$dir/twice.mlir"
says out 'dense<[1, 6]> : tensor<2xi32>'
finish
